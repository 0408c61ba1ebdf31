"""Scenes of plain dice of several sizes, thrown together: touching at any angle.

Minis beside dice three times their size, heaps of dice that all lie flat, blocks of
four, on ordinary tables: easy for a player, but between dice there
is no ground to see, and no one scale suits all. Truth is as in `scene`.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.render import glass
from models.render.die import Pose
from models.render.hard import lit, photographed
from models.render.hard_looks import ivory_look
from models.render.looks import Array, Look, Rng, dancing_look, random_look
from models.render.scene import Scene
from models.render.setting import (
    Crops,
    Setting,
    between,
    lay_blocks,
    some_top,
    start,
)
from models.render.table import Size

#: What most tables hold.
PLAIN = (("white", "black"), ("white", "black"), ("red", "white"), ("black", "white"))
#: A smaller face than this is no use to any net; a mini's edge over the biggest die's.
LEAST_PX, SMALLEST = 8.0, 0.35
#: Dice that come nearer than this share of an edge touch.
STEP = 0.02


def _sets(rng: Rng) -> list[Look]:
    """One to five looks, mostly those that every household has."""
    sets = []
    for _ in range(int(rng.integers(1, 6))):
        kind = rng.random()
        if kind < 0.45:
            body, pips = PLAIN[int(rng.integers(len(PLAIN)))]
            sets.append(random_look(rng, body, pips))
        elif kind < 0.6:
            sets.append(ivory_look(rng))
        elif kind < 0.7:
            colour = str(rng.choice(["red", "green", "blue", "black"]))
            sets.append(dancing_look(rng, colour, str(rng.choice(list("cb"))), "round"))
        else:
            sets.append(random_look(rng))
    return sets


def foot(pose: Pose) -> Array:
    """Corners of the square that a flat die covers, (4, 2), in edges."""
    c, s = np.cos(pose.yaw), np.sin(pose.yaw)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * pose.size / 2
    at = square @ np.array([[c, s], [-s, c]]) + [pose.x, pose.y]
    return np.asarray(at, np.float32)


def cuts(pose: Pose, others: list[Pose]) -> bool:
    """Whether a flat die cuts into another one, exactly, at any turn."""
    mine = foot(pose)
    for o in others:
        apart = np.hypot(pose.x - o.x, pose.y - o.y)
        if apart > 0.71 * (pose.size + o.size):
            continue
        area, _ = cv2.intersectConvexConvex(mine, foot(o))
        if area > 1e-4:
            return True
    return False


def beside(rng: Rng, pose: Pose, others: list[Pose], size: float) -> Pose | None:
    """A die pushed against another from a side that is free, or None."""
    angle = rng.uniform(0, 6.28)
    if rng.random() < 0.4:  # face to face
        yaw, angle = pose.yaw, pose.yaw + np.pi / 2 * int(rng.integers(4))
    else:
        yaw = float(rng.uniform(0, 6.28))
    toward = np.array([np.cos(angle), np.sin(angle)])
    slide = rng.normal(0, 0.15) * np.array([-toward[1], toward[0]])
    value, quarter = int(rng.integers(1, 7)), int(rng.integers(4))
    last = None
    for d in np.arange(0.75 * (size + pose.size), 0, -STEP):
        x, y = np.array([pose.x, pose.y]) + toward * d + slide
        die = Pose(float(x), float(y), yaw, value, size, quarter=quarter)
        if cuts(die, others):
            break
        last = die
    return last


def huddle(rng: Rng, s: Setting, sets: list[Look], count: int, size: float) -> None:
    """Dice of about one size pushed together, the first one anywhere."""
    w, h = s.size
    at = s.camera.to_table(
        float(rng.uniform(0.1, 0.9) * w), float(rng.uniform(0.1, 0.9) * h), 0.5
    )
    first = Pose(
        float(at[0]),
        float(at[1]),
        float(rng.uniform(0, 6.28)),
        int(rng.integers(1, 7)),
        size,
        quarter=int(rng.integers(4)),
    )
    if cuts(first, s.poses):
        return
    here = [first]
    gap = float(rng.choice([0.0, 0.0, 0.0, 0.1, 0.4]))
    for _ in range(3 * count):
        if len(here) >= count:
            break
        near = here[int(rng.integers(len(here)))]
        own = size * float(rng.choice([1.0, 1.0, 1.0, rng.uniform(0.6, 1.4)]))
        die = beside(rng, near, s.poses + here, own * (1 + gap))
        if die is not None:
            die.size = own
            here.append(die)
    s.poses += here
    look = sets[int(rng.integers(len(sets)))]
    alike = rng.random() < 0.5
    s.looks += [
        look if alike else sets[int(rng.integers(len(sets)))] for _ in range(len(here))
    ]


def cluster_scene(rng: Rng, side: int = 384, crops: Crops = None) -> Scene:
    """A training picture, side × side, of huddles of dice of up to three sizes."""
    size: Size = (side, side)
    edge = between(rng, 14, 90)
    tilt = float(min(abs(rng.normal(0, 16)), 45))
    top = some_top(rng, size, crops, "paper", "polka", "tray")
    s = start(rng, size, edge, tilt, top)
    sets, smallest = _sets(rng), max(SMALLEST, LEAST_PX / edge)
    sizes = [1.0] + [between(rng, min(smallest, 1.0), 1.0) for _ in range(2)]
    if rng.random() < 0.15:
        lay_blocks(rng, s, sets, int(rng.integers(1, 4)))
    room = (side / edge) ** 2 * 0.4  # dice of size 1 that fill two fifths
    for _ in range(int(rng.integers(1, 7))):
        own = sizes[int(rng.integers(len(sizes)))]
        left = room - sum(p.size**2 for p in s.poses)
        count = min(int(rng.integers(1, 13)), int(left / own**2), 30 - len(s.poses))
        if count > 0:
            huddle(rng, s, sets, count, own)
    if rng.random() < 0.15:
        s.after.append(lambda p, mask, dice: glass.torchlight(p, rng))
    return photographed(s, *lit(s, s.light), rng, side)
