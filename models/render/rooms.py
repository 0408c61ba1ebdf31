"""What a room does to dice: glass below them, a second lamp, an edge they lean on."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render import glass
from models.render.die import Camera, Light, Pose, render_die
from models.render.looks import Array, Look, Rng

#: Linear sRGB of black bodies, by kelvin; between them evenly in 1 / kelvin.
KELVIN = {
    2700: (1.0, 0.397, 0.095),
    3300: (1.0, 0.500, 0.198),
    4000: (1.0, 0.611, 0.349),
    5000: (1.0, 0.758, 0.610),
    6500: (1.0, 0.930, 0.960),
}


def lamp_rgb(kelvin: float) -> Array:
    """Light of a black body, linear RGB, shape (3,), its green 1."""
    known = sorted(KELVIN, reverse=True)
    at = [1 / k for k in known]
    rgb = [np.interp(1 / kelvin, at, [KELVIN[k][c] for k in known]) for c in range(3)]
    return np.asarray(np.array(rgb) / rgb[1], np.float32)


def two_lamps(first: Array, second: Array, rng: Rng) -> Array:
    """The same scene lit by one lamp and by another: more of each on its own side.

    Args:
        first: Linear RGB (H, W, 3) as a white lamp at the picture's left makes it.
        second: As another one at its right does.
        rng: Draws the lamps' colours and how far apart they are.

    Returns:
        Their sum; a grey thing is of another colour at the left than at the right, as
        the camera balances for what is in the middle.
    """
    warm, cold = lamp_rgb(rng.uniform(2700, 3600)), lamp_rgb(rng.uniform(4600, 6500))
    if rng.random() < 0.5:
        warm, cold = cold, warm
    white = 0.5 * (warm + cold)
    x = np.linspace(-1, 1, first.shape[1], dtype=np.float32)[None, :, None]
    share = 1 / (1 + np.exp(x * rng.uniform(1.2, 4.0)))
    level = 2 * np.stack([share, 1 - share])
    mixed = level[0] * first * (warm / white) + level[1] * second * (cold / white)
    return np.asarray(0.5 * mixed, np.float32)


def side_light(light: Light, rng: Rng, at_right: bool) -> Light:
    """A light like another one whose lamp stands at one side of the picture."""
    azimuth = rng.uniform(-0.8, 0.8) + (0.0 if at_right else np.pi)
    high = np.radians(rng.uniform(28, 65))
    ray = [np.cos(high) * np.cos(azimuth), np.cos(high) * np.sin(azimuth), np.sin(high)]
    direction = np.array(ray, np.float32)
    return Light(
        direction,
        float(rng.uniform(0.4, 0.9)),
        float(rng.uniform(0.3, 0.6)),
        light.rgb,
        direction,
        light.window_size,
        light.softness,
    )


class Mirrored(Camera):
    """What a camera sees in a level mirror `depth` edges under the table's top."""

    def __init__(self, camera: Camera, depth: float) -> None:
        super().__init__(camera.focal_px, camera.centre_px, camera.height, camera.tilt)
        self._turn = np.array([1, 1, -1], np.float32)
        self._down = np.array([0, 0, 2 * depth], np.float32)
        self._real = camera
        self.eye = np.asarray(camera.eye * self._turn - self._down, np.float32)

    def project(self, points: NDArray[np.floating]) -> NDArray[np.floating]:
        """Table points (..., 3) to the pixels (..., 2) of their mirror images."""
        return self._real.project((points + self._down) * self._turn)

    def rays(self, x: Array, y: Array) -> Array:
        """Unit directions of pixels' rays after the mirror, shape (*x.shape, 3)."""
        return np.asarray(self._real.rays(x, y) * self._turn, np.float32)


def glass_top(
    floor: Array,
    poses: Sequence[Pose],
    looks: Sequence[Look],
    camera: Camera,
    light: Light,
    rng: Rng,
) -> Array:
    """A table of glass over a floor, ready for `scene.compose`.

    Both sides of the pane mirror every die, so there are two dim images of it side by
    side; windows and lamps are reflected beside them and what is below is out of focus.

    Args:
        floor: What is seen through the glass, linear RGB (H, W, 3).
        poses: Where the dice lie on the glass.
        looks: How they look, in the same order.
        camera: The camera.
        light: The light.
        rng: Draws thickness, tint, how much is mirrored.
    """
    h, w = floor.shape[:2]
    tint = np.array([0.85, 1.0, 0.93], np.float32) ** float(rng.uniform(0, 1))
    below = cv2.GaussianBlur(floor, (0, 0), float(rng.uniform(0.3, 4))) * tint
    out = np.asarray(glass.pane(below, rng), np.float32)
    # By Fresnel a pane mirrors 0.04 straight down and 0.1 at 60°; more on dark paint.
    share = float(rng.uniform(0.05, 0.3)) * (1 + camera.tilt)
    level = light.key * float(light.direction[2]) + light.ambient
    thick = float(rng.uniform(0.15, 0.6))
    for depth, part in ((thick, 0.6), (0.0, 1.0)):
        seen = Mirrored(camera, depth)
        image, alpha = np.zeros((h, w, 3), np.float32), np.zeros((h, w, 1), np.float32)
        far = sorted(range(len(poses)), key=lambda i: -np.hypot(poses[i].x, poses[i].y))
        for i in far:
            sprite = render_die(poses[i], looks[i], seen, light, (w, h), 1)
            if sprite is None:
                continue
            sh, sw = sprite.pixels.shape[:2]
            at = (slice(sprite.y, sprite.y + sh), slice(sprite.x, sprite.x + sw))
            a = sprite.pixels[..., 3:4]
            image[at] = image[at] * (1 - a) + sprite.pixels[..., :3]
            alpha[at] = np.maximum(alpha[at], a)
        # What is mirrored adds its light, less that of the room it hides.
        out = out * (1 - 0.5 * share * part * alpha) + share * part * image / level
    return np.clip(out, 0.003, 1.0).astype(np.float32)


def wall(
    top: Array, camera: Camera, light: Light, rng: Rng, tall: float, tone: Array
) -> tuple[Array, NDArray[np.float32], Array]:
    """A straight edge beyond the middle: a book, a tray's wall, a box.

    It stands on the far side of where the camera looks, so it hides nothing before it.

    Args:
        top: The table, linear RGB (H, W, 3).
        camera: The camera.
        light: The light; the wall throws no shadow, but its foot is dark.
        rng: Draws where it stands and how it is turned.
        tall: Its height in die edges.
        tone: Its colour, linear RGB.

    Returns:
        (the table with it, a point (2,) at its foot, the unit vector (2,) towards it).
    """
    h, w = top.shape[:2]
    a = float(rng.uniform(0.15, np.pi - 0.15))  # away from the viewer, or to a side
    if camera.tilt < 0.2 and rng.random() < 0.5:
        a = -a
    toward = np.array([np.cos(a), np.sin(a)], np.float32)
    middle = camera.to_table(w / 2, h / 2)[:2]
    reach = min(w, h) / 2 * camera.height / camera.focal_px
    foot = middle + toward * float(rng.uniform(0.05, 0.6)) * reach
    aside = np.array([-toward[1], toward[0]], np.float32)
    out = top.copy()
    deep = float(rng.uniform(0.3, 9.0))

    def face(points: list[tuple[float, float]], shade: float) -> None:
        """A strip between two lines along the wall, each (depth, height)."""
        (d0, z0), (d1, z1) = points
        ends = [(-9, d0, z0), (9, d0, z0), (9, d1, z1), (-9, d1, z1)]
        corners = [
            np.append(foot + along * reach / 4 * aside + d * toward, z)
            for along, d, z in ends
        ]
        fixed = (camera.project(np.array(corners)) * 16).astype(np.int32)
        colour = np.clip(tone * shade, 0.003, 1).tolist()
        cv2.fillConvexPoly(out, fixed, colour, cv2.LINE_AA, 4)

    dark = np.clip(1 - float(light.direction[:2] @ toward), 0.35, 1.6)
    face([(-0.04, 0.0), (0.06, 0.0)], 0.1)
    face([(0.0, 0.0), (0.0, tall)], 0.55 * dark)
    for k in range(int(rng.integers(0, 9))):  # a book's pages or a board's grain
        z = tall * (k + 1) / 10
        face([(0.0, z), (0.0, z + 0.02 * tall)], 0.45 * dark)
    face([(0.0, tall), (deep, tall)], 1.0)
    return out.astype(np.float32), np.asarray(foot, np.float32), toward


def leaning_pose(
    rng: Rng, foot: NDArray[np.float32], toward: Array, along: float, tall: float
) -> Pose:
    """A die cocked against an edge: one lower edge on the table, one side raised.

    Against a wall the raised lower edge touches it; on a low book the lower face lies
    on the book's edge.

    Args:
        rng: Draws value and lean.
        foot: A point (2,) at the wall's foot.
        toward: The unit vector (2,) towards the wall.
        along: Where along the wall, in die edges.
        tall: The wall's height in die edges.
    """
    lean = float(rng.uniform(0.08, 0.75))
    c, s = float(np.cos(lean)), float(np.sin(lean))
    away = 0.5 * (c + s)
    if tall < s:  # the lower edge is tall / tan(lean) before the book
        away = tall * c / s - 0.5 * (c - s)
    at = foot - away * toward + along * np.array([-toward[1], toward[0]])
    return Pose(
        float(at[0]),
        float(at[1]),
        float(np.arctan2(toward[1], toward[0])) + float(np.pi / 2) * rng.integers(4),
        int(rng.integers(1, 7)),
        1.0,
        lean,
        float(np.arctan2(-toward[0], toward[1])),
        int(rng.integers(4)),
    )


def is_before(pose: Pose, foot: NDArray[np.float32], toward: Array) -> bool:
    """Whether a flat die lies before a wall and not in it."""
    reach = float((np.array([pose.x, pose.y]) - foot) @ toward)
    return reach < -0.75 * pose.size
