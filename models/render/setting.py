"""A hard scene before it is rendered: its camera and table, and how dice lie there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.render.boards import BOARDS, lay
from models.render.die import Camera, Light, Pose
from models.render.looks import Array, Look, Rng
from models.render.scene import DieTruth, is_clear, random_light, random_poses
from models.render.table import Size, table_top

Crops = list[NDArray[np.uint8]] | None
#: What happens to the lit picture: (picture, mask, dice) to picture.
After = Callable[[Array, NDArray[np.uint8], list[DieTruth]], Array]


@dataclass
class Setting:
    """A scene before it is rendered.

    Attributes:
        size: (width, height) in pixels, before squashing.
        edge_px: A die's edge where the camera looks.
        camera: The camera.
        light: The light.
        top: The table, linear RGB (height, width, 3).
        poses: Where the dice lie.
        looks: How they look, in the same order.
        odd: Truths of flat things that are no dice, already on `top`.
        after: Done to the picture in this order, before the lens.
        blurred: Whether defocus and motion are sure.
    """

    size: Size
    edge_px: float
    camera: Camera
    light: Light
    top: Array
    poses: list[Pose] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    odd: list[DieTruth] = field(default_factory=list)
    after: list[After] = field(default_factory=list)
    blurred: bool = False


def between(rng: Rng, low: float, high: float) -> float:
    """Draw a number whose logarithm is spread evenly."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def low_camera(rng: Rng, size: Size, edge_px: float, tilt_deg: float) -> Camera:
    """A camera so many degrees off straight above that never sees the horizon."""
    w, h = size
    tilt = float(np.radians(tilt_deg))
    off = rng.uniform(-200, 200, 2) * (rng.random() < 0.6)
    centre = (w / 2 + float(off[0]), h / 2 + float(off[1]))
    focal = float(rng.uniform(500, 1600))
    steepest = np.radians(80.0) - tilt
    focal = max(focal, centre[1] / float(np.tan(steepest)))
    return Camera(focal, centre, focal / edge_px * float(np.cos(tilt)), tilt)


def start(
    rng: Rng, size: Size, edge_px: float, tilt_deg: float, top: Array | str
) -> Setting:
    """A table without dice: its top as told, or a board by its name, laid any way."""
    camera = low_camera(rng, size, edge_px, tilt_deg)
    if isinstance(top, str):
        span = min(size) / edge_px * between(rng, 0.9, 2.2)
        top = lay(BOARDS[top](rng), camera, size, span, float(rng.uniform(0, 6.28)))
    return Setting(size, edge_px, camera, random_light(rng), top)


def some_top(rng: Rng, size: Size, crops: Crops, *boards: str) -> Array | str:
    """One of the named boards for half of the scenes, else any table."""
    if boards and rng.random() < 0.5:
        return str(rng.choice(boards))
    return table_top(rng, size, crops)


def strew_dice(rng: Rng, s: Setting, count: int, sets: list[Look]) -> None:
    """Dice of some sets, as `scene` strews them."""
    s.poses = random_poses(rng, s.camera, s.size, count, 1.0)
    s.looks = [sets[int(rng.integers(len(sets)))] for _ in s.poses]


def lay_blocks(rng: Rng, s: Setting, sets: list[Look], count: int) -> None:
    """Rows and blocks of touching dice, each of one look, in any turn."""
    w, h = s.size
    for _ in range(count):
        n, m = ((2, 3), (3, 3), (1, 6), (1, 3), (2, 2))[int(rng.integers(5))]
        at = s.camera.to_table(
            rng.uniform(0.15, 0.75) * w, rng.uniform(0.2, 0.8) * h, 0.5
        )
        yaw, gap = float(rng.uniform(0, 6.28)), float(rng.uniform(1.0, 1.04))
        c, sn = float(np.cos(yaw)), float(np.sin(yaw))
        look, same = sets[int(rng.integers(len(sets)))], rng.random() < 0.2
        value = int(rng.integers(1, 7))
        block = [
            Pose(
                float(at[0]) + gap * (c * i - sn * j),
                float(at[1]) + gap * (sn * i + c * j),
                yaw + float(np.pi / 2) * int(rng.integers(4)),
                value if same else int(rng.integers(1, 7)),
                quarter=int(rng.integers(4)),
            )
            for i in range(n)
            for j in range(m)
        ]
        if all(is_clear(p, s.poses) for p in block):
            s.poses += block
            s.looks += [look] * len(block)


def heap_dice(rng: Rng, s: Setting, share: float) -> None:
    """Put more dice on top of some: flat upon one, or leaning against it."""
    for below in list(s.poses):
        if rng.random() > share:
            continue
        a = rng.uniform(0, 6.28)
        flat = rng.random() < 0.5
        away = rng.uniform(0, 0.4) if flat else rng.uniform(0.6, 0.95)
        s.poses.append(
            Pose(
                below.x + float(away * np.cos(a)) * below.size,
                below.y + float(away * np.sin(a)) * below.size,
                float(rng.uniform(0, 6.28)),
                int(rng.integers(1, 7)),
                below.size,
                0.0 if flat else float(rng.uniform(0.3, 0.7)),
                float(rng.uniform(0, 6.28)),
                int(rng.integers(4)),
                below.size if flat else float(rng.uniform(0.3, 0.6)),
            )
        )
        s.looks.append(s.looks[int(rng.integers(len(s.looks)))])


def count_of(rng: Rng, s: Setting, most: int) -> int:
    """How many dice: more where they are small."""
    return int(np.clip(rng.poisson(0.45 * (min(s.size) / s.edge_px) ** 1.1), 1, most))
