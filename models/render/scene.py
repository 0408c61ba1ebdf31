"""Whole table scenes: random ones for training, laid-out games for demo and tests."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.die import (
    Camera,
    Light,
    Pose,
    Sprite,
    box_points,
    render_die,
    rotation,
    top_corners,
)
from models.render.looks import (
    PLAYER_COLOURS,
    Array,
    Look,
    Rng,
    dancing_look,
    hsv_to_rgb,
    random_look,
)
from models.render.table import Size, add_clutter, lens, table_top


@dataclass(frozen=True)
class DieTruth:
    """What is true of one die of a scene, in pixels of the picture.

    Attributes:
        value: The top face; 0 for a blank cube.
        center: (x, y) of the top face.
        corners: (4, 2) of the top face.
        body: Colour name.
        pips: Colour name.
        kind: `c`, `b` or `plain`.
        lean_deg: Angle off the table.
        visible: Share of the top face that is inside the picture and not covered.
    """

    value: int
    center: tuple[float, float]
    corners: NDArray[np.float32]
    body: str
    pips: str
    kind: str
    lean_deg: float
    visible: float


@dataclass
class Scene:
    """A picture with its truth; mask: 255 pip of a top face, 128 top face, 0 else."""

    photo: NDArray[np.uint8]
    mask: NDArray[np.uint8]
    dice: list[DieTruth]


def random_light(rng: Rng) -> Light:
    """A lamp anywhere above the table, soft or hard, dim or bright, warm or cold."""
    elevation, azimuth = np.radians(rng.uniform(28, 88)), rng.uniform(0, 6.28)
    d = [
        np.cos(elevation) * np.cos(azimuth),
        np.cos(elevation) * np.sin(azimuth),
        np.sin(elevation),
    ]
    wa, we = rng.uniform(0, 6.28), np.radians(rng.uniform(35, 90))
    window = [np.cos(we) * np.cos(wa), np.cos(we) * np.sin(wa), np.sin(we)]
    key = rng.uniform(0.15, 1.0)
    return Light(
        np.array(d, np.float32),
        float(key),
        float(rng.uniform(0.25, 0.6) + 0.5 * (1 - key)),
        np.ones(3, np.float32),
        np.array(window, np.float32),
        float(np.cos(np.radians(rng.uniform(4, 25)))),
        float(np.exp(rng.uniform(np.log(0.03), np.log(0.6)))),
    )


def _hull(mask: Array, points: NDArray[np.floating], value: float) -> None:
    hull = cv2.convexHull(points.astype(np.float32))
    cv2.fillConvexPoly(mask, (hull * 16).astype(np.int32), value, cv2.LINE_AA, 4)


def cast_shadows(
    picture: Array, poses: list[Pose], camera: Camera, light: Light, edge_px: float
) -> Array:
    """Darken the table where dice hide the lamp and where they stand."""
    h, w = picture.shape[:2]
    lamp = np.zeros((h, w), np.float32)
    contact = np.zeros((h, w), np.float32)
    for pose in poses:
        points = box_points(pose)
        drop = points - light.direction * (points[:, 2:] / light.direction[2])
        _hull(lamp, camera.project(np.vstack([drop, points * [1, 1, 0]])), 1.0)
        _hull(contact, camera.project(points * [1, 1, 0]), 1.0)
    lamp = cv2.GaussianBlur(lamp, (0, 0), max(0.5, light.softness * edge_px * 0.35))
    contact = cv2.GaussianBlur(contact, (0, 0), max(0.5, 0.12 * edge_px))
    total = light.key * light.direction[2] + light.ambient
    dark = light.key * light.direction[2] / total * lamp
    return np.asarray(
        picture * ((1 - dark) * (1 - 0.35 * contact))[..., None], np.float32
    )


def compose(
    background: Array,
    poses: list[Pose],
    looks: list[Look],
    camera: Camera,
    light: Light,
    edge_px: float,
    scale: int = 2,
    *,
    exact: bool = False,
) -> tuple[Array, NDArray[np.uint8], list[DieTruth]]:
    """Put dice on a table, far ones first.

    Args:
        background: The table, linear RGB (H, W, 3).
        poses: Where the dice lie.
        looks: How they look, in the same order.
        camera: The camera.
        light: The light.
        edge_px: A die's edge in pixels, for the width of shadows' edges.
        scale: Samples to a pixel's side.
        exact: Whether `visible` is a share of what would be seen of the very die
            alone, else of a sharp-edged face, which a round die from low never shows.

    Returns:
        (linear RGB picture, mask as in `Scene`, the truth in the order of `poses`).
    """
    h, w = background.shape[:2]
    lit = background * (light.key * light.direction[2] + light.ambient)
    picture = cast_shadows(lit, poses, camera, light, edge_px)
    mask = np.zeros((h, w), np.float32)
    owner = np.full((h, w), -1, np.int16)
    order = sorted(
        range(len(poses)),
        key=lambda i: -float(np.linalg.norm(_at(poses[i]) - camera.eye)),
    )
    alone = np.zeros(len(poses))
    for i in order:
        sprite = render_die(poses[i], looks[i], camera, light, (w, h), scale)
        if sprite is not None:
            _paste(picture, mask, owner, sprite, i, looks[i])
            alone[i] = np.count_nonzero(sprite.pixels[..., 4] > 0.2)
    truths = [
        _truth(
            i,
            poses[i],
            looks[i],
            camera,
            mask,
            owner,
            float(alone[i]) if exact else 0.0,
        )
        for i in range(len(poses))
    ]
    return picture, np.clip(mask * 255, 0, 255).astype(np.uint8), truths


def _at(pose: Pose) -> Array:
    return np.array([pose.x, pose.y, 0.5 + pose.z], np.float32)


def _paste(
    picture: Array,
    mask: Array,
    owner: NDArray[np.int16],
    sprite: Sprite,
    i: int,
    look: Look,
) -> None:
    h, w = sprite.pixels.shape[:2]
    at = (slice(sprite.y, sprite.y + h), slice(sprite.x, sprite.x + w))
    alpha = sprite.pixels[..., 3]
    colour = sprite.pixels[..., :3]
    if look.translucent:  # some of the table shines through
        behind = cv2.GaussianBlur(picture[at], (0, 0), 2) * alpha[..., None]
        pip = np.clip(sprite.pixels[..., 4] * 2 - alpha, 0, 1)[..., None]
        k = 0.35 * look.translucent * (1 - pip)
        colour = colour * (1 - k) + behind * k
    picture[at] = picture[at] * (1 - alpha[..., None]) + colour
    mask[at] = mask[at] * (1 - alpha) + sprite.pixels[..., 4]
    owner[at][alpha > 0.5] = i


def _truth(
    i: int,
    pose: Pose,
    look: Look,
    camera: Camera,
    mask: Array,
    owner: NDArray[np.int16],
    alone: float,
) -> DieTruth:
    corners = top_corners(pose, camera)
    h, w = owner.shape
    full = np.zeros((h, w), np.uint8)
    cv2.fillConvexPoly(full, np.round(corners).astype(np.int32), 1)
    area = max(abs(float(cv2.contourArea(corners.astype(np.float32)))), 1.0)
    inside = full.astype(bool)
    shown = float((inside & (owner == i) & (mask > 0.2)).sum()) / area
    if alone > 0.15 * area:
        shown *= 0.8 * area / alone
    top = np.array([0, 0, 0.5]) * pose.size @ rotation(pose).T + np.array(
        [pose.x, pose.y, 0.5 * pose.size + pose.z]
    )
    center = camera.project(top)
    clipped = float(inside.sum()) / area
    return DieTruth(
        0 if look.blank else pose.value,
        (float(center[0]), float(center[1])),
        corners.astype(np.float32),
        look.body,
        look.pips,
        look.kind,
        float(np.degrees(pose.lean)),
        min(1.0, shown / 0.8) if clipped > 0.9 else min(shown, 0.5),
    )


def is_clear(pose: Pose, others: list[Pose]) -> bool:
    """Whether a die cuts into none of the others, as far as their middles tell."""
    for o in others:
        d = np.hypot(pose.x - o.x, pose.y - o.y)
        same = abs((pose.yaw - o.yaw) % (np.pi / 2)) < 1e-3
        if d < (1.0 if same else 1.25) * 0.5 * (pose.size + o.size):
            return False
    return True


def random_poses(
    rng: Rng, camera: Camera, size: Size, count: int, edge: float
) -> list[Pose]:
    """Dice strewn, in touching rows of two to six, and in blocks."""
    poses: list[Pose] = []
    tries = 0
    leaning = rng.random() < 0.15
    while len(poses) < count and tries < count * 6:
        tries += 1
        at = camera.to_table(
            rng.uniform(-0.02, 1.02) * size[0], rng.uniform(-0.02, 1.02) * size[1], 0.5
        )
        yaw = rng.uniform(0, 6.28)
        n, m = 1, 1
        roll = rng.random()
        if roll < 0.18:
            n = int(rng.integers(2, 7))
        elif roll < 0.25:
            n, m = int(rng.integers(2, 4)), int(rng.integers(2, 4))
        gap = rng.uniform(1.0, 1.08) if rng.random() < 0.7 else rng.uniform(1.1, 1.7)
        one = edge * (1.0 if rng.random() < 0.75 else rng.uniform(0.6, 1.5))
        c, s = np.cos(yaw), np.sin(yaw)
        for k in range(n):
            for j in range(m):
                u, v = k * gap * one, j * gap * one
                lean = 0.0
                if leaning and rng.random() < 0.3:
                    lean = float(
                        rng.uniform(0.05, 0.3)
                        if rng.random() < 0.6
                        else rng.uniform(0.35, 0.79)
                    )
                pose = Pose(
                    at[0] + c * u - s * v,
                    at[1] + s * u + c * v,
                    yaw + (rng.normal(0, 0.04) if n > 1 and rng.random() < 0.3 else 0),
                    int(rng.integers(1, 7)),
                    one,
                    lean,
                    float(rng.uniform(0, 6.28)),
                    int(rng.integers(4)),
                )
                if is_clear(pose, poses):
                    poses.append(pose)
    return poses


def random_scene(
    rng: Rng, side: int = 384, crops: list[NDArray[np.uint8]] | None = None
) -> Scene:
    """A training picture, side × side: any dice, table, light; camera 0 to 50° off."""
    size = (side, side)
    edge_px = float(
        np.exp(
            rng.uniform(np.log(13), np.log(60))
            if rng.random() < 0.8
            else rng.uniform(np.log(50), np.log(120))
        )
    )
    focal = float(rng.uniform(450, 1500))
    tilt = float(
        np.radians(
            abs(rng.normal(0, 16)) if rng.random() < 0.75 else rng.uniform(20, 50)
        )
    )
    off = rng.uniform(-280, 280, 2) * (rng.random() < 0.7)
    # The camera's axis meets the table `off` pixels from the crop's middle.
    centre = (side / 2 + float(off[0]), side / 2 + float(off[1]))
    camera = Camera(focal, centre, focal / edge_px * np.cos(tilt), tilt)
    light = random_light(rng)
    count = (
        int(np.clip(rng.poisson(0.35 * (side / edge_px) ** 1.1), 1, 26))
        if rng.random() < 0.93
        else 0
    )
    poses = random_poses(rng, camera, size, count, 1.0)
    looks = _looks(rng, len(poses))
    for i in range(len(looks)):
        if rng.random() < 0.03:
            blank = random_look(rng)
            blank.blank = True
            looks[i] = blank
    background = table_top(rng, size, crops)
    if rng.random() < 0.15 and looks:  # a mat of the dice's own colour
        background = background * 0.2 + 0.8 * looks[0].body_rgb * (
            0.8 + 0.4 * background.mean(2, keepdims=True)
        )
        background = background.astype(np.float32)
    if rng.random() < 0.5:
        background = add_clutter(background, rng, int(rng.integers(1, 9)), edge_px)
    picture, mask, dice = compose(
        background, poses, looks, camera, light, edge_px, 2 if edge_px < 70 else 1
    )
    if rng.random() < 0.06:
        _hand(picture, mask, rng, edge_px)
    return Scene(lens(picture, rng), mask, dice)


def _looks(rng: Rng, count: int) -> list[Look]:
    """A few sets of dice, mixed with single ones; a quarter are Dancing Dice sets."""
    if rng.random() < 0.25:
        shape = "shoe" if rng.random() < 0.75 else "round"
        players = rng.choice(PLAYER_COLOURS, int(rng.integers(1, 4)), replace=False)
        sets = [dancing_look(rng, str(c), k, shape) for c in players for k in "cb"]
        return [sets[int(rng.integers(len(sets)))] for _ in range(count)]
    sets = [random_look(rng) for _ in range(int(rng.integers(1, 5)))]
    return [
        sets[int(rng.integers(len(sets)))] if rng.random() < 0.7 else random_look(rng)
        for _ in range(count)
    ]


def _hand(picture: Array, mask: NDArray[np.uint8], rng: Rng, edge_px: float) -> None:
    """Fingers that come in from the border (they may cover dice)."""
    h, w = mask.shape
    tone = hsv_to_rgb(
        rng.uniform(12, 28), rng.uniform(0.25, 0.6), rng.uniform(0.35, 0.95)
    )
    a = rng.uniform(0, 6.28)
    tip = np.array([w / 2, h / 2]) + rng.uniform(0.1, 0.45) * w * np.array(
        [np.cos(a), np.sin(a)]
    )
    layer = np.zeros((h, w), np.float32)
    for k in range(int(rng.integers(1, 5))):
        side = np.array([-np.sin(a), np.cos(a)]) * edge_px * 1.1 * k
        start, end = tip + side, tip + side + w * np.array([np.cos(a), np.sin(a)])
        cv2.line(
            layer,
            tuple(start.astype(int).tolist()),
            tuple(end.astype(int).tolist()),
            1.0,
            max(3, int(edge_px)),
            cv2.LINE_AA,
        )
    soft = cv2.GaussianBlur(layer, (0, 0), max(0.6, edge_px * 0.1))
    picture[:] = (
        picture * (1 - layer[..., None])
        + tone * (0.35 + 0.5 * soft[..., None]) * layer[..., None]
    )
    mask[layer > 0.5] = 0
