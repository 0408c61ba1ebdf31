"""Small pictures that each hold one trap of reading dice, made to order.

Where training draws everything at random, a trap is told outright: which dice lie
where, in which light, seen from where. What `scene` and `table` offer is used as is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.die import Camera, Light, Pose
from models.render.looks import Array, Look, Rng, hsv_to_rgb
from models.render.scene import DieTruth, compose
from models.render.table import MAKERS

#: Colour names to one fixed shade each (hue in degrees, saturation, value).
SHADES = {
    "white": (45, 0.04, 0.95),
    "black": (0, 0.0, 0.07),
    "red": (358, 0.88, 0.75),
    "orange": (22, 0.95, 0.95),
    "yellow": (51, 0.85, 0.95),
    "green": (130, 0.75, 0.50),
    "blue": (220, 0.85, 0.65),
    "purple": (280, 0.65, 0.50),
}
#: A shading of the finished linear picture, between composing and developing.
Shading = Callable[[Array], Array]


def shade(name: str) -> Array:
    """One named colour, linear RGB, shape (3,)."""
    return hsv_to_rgb(*SHADES[name])


def look_of(body: str, pips: str, **changes: object) -> Look:
    """A plain die; fields of `Look` may be changed."""
    look = Look(body, pips, shade(body), shade(pips), seed=5, **changes)  # type: ignore[arg-type]
    if look.shape == "shoe":
        look.pip_size, look.spread = 0.1, 0.26
    return look


def player_look(colour: str, kind: str, shape: str = "shoe") -> Look:
    """A Dancing Dice player's die of kind `c` or `b`."""
    if kind == "c":
        return look_of("white", colour, shape=shape, gloss=0.2)
    return look_of(colour, "white", shape=shape, gloss=0.2)


def lamp(
    azimuth_deg: float = 225,
    elevation_deg: float = 60,
    key: float = 0.6,
    softness: float = 0.3,
    window_deg: float = 12,
) -> Light:
    """A lamp above the table and a window that glossy dice reflect.

    Args:
        azimuth_deg: Where it stands; 0 is the picture's right, 90 its top.
        elevation_deg: 90 is straight above.
        key: Its share of the light, 0 to 1; the rest comes from all sides.
        softness: Of shadow edges, in die edges.
        window_deg: Half width of the window.
    """
    a, e = np.radians(azimuth_deg), np.radians(elevation_deg)
    direction = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    away = np.array([np.cos(a + 2.2), np.sin(a + 2.2), 1.1])
    return Light(
        direction.astype(np.float32),
        key,
        0.35 + 0.5 * (1 - key),
        np.ones(3, np.float32),
        (away / np.linalg.norm(away)).astype(np.float32),
        float(np.cos(np.radians(window_deg))),
        softness,
    )


@dataclass(frozen=True)
class Lens:
    """What becomes of the light between table and file.

    Attributes:
        exposure: Factor on all light.
        kelvin_gain: Factors on red, green and blue: the lamp's colour left in.
        blur_px: Sigma of the defocus.
        noise: Sigma of the sensor's noise, of full scale 1.
    """

    exposure: float = 1.0
    kelvin_gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur_px: float = 0.6
    noise: float = 0.008


@dataclass(frozen=True)
class Shot:
    """A picture to be taken.

    Attributes:
        dice: Each die's pose (in die edges from the middle, x right, y up) and look.
        size: (width, height) in pixels.
        edge_px: A die's edge in the picture's middle, in pixels.
        tilt_deg: Of the camera off straight down.
        roll_deg: Turn of the table under the camera, counter-clockwise as seen.
        top: The table's own colours, linear RGB, made from a generator and a size.
        light: On it all.
        shading: Of the finished picture before the lens.
        lens: The camera's.
        seed: Of table and noise.
    """

    dice: tuple[tuple[Pose, Look], ...]
    size: tuple[int, int] = (640, 480)
    edge_px: float = 48
    tilt_deg: float = 0.0
    roll_deg: float = 0.0
    top: Callable[[Rng, tuple[int, int]], Array] = MAKERS["wood"]
    light: Light = field(default_factory=lamp)
    shading: Shading = lambda picture: picture
    lens: Lens = Lens()
    seed: int = 1


@dataclass(frozen=True)
class Taken:
    """A picture and the truth of its dice, in the order given."""

    photo: NDArray[np.uint8]
    dice: list[DieTruth]


def take(shot: Shot) -> Taken:
    """Render one picture."""
    rng = np.random.default_rng(shot.seed)
    w, h = shot.size
    tilt = float(np.radians(shot.tilt_deg))
    focal = 1.1 * max(w, h)
    camera = Camera(
        focal, (w / 2, h / 2), focal / shot.edge_px * float(np.cos(tilt)), tilt
    )
    a = np.radians(shot.roll_deg)
    c, s = float(np.cos(a)), float(np.sin(a))
    poses = [
        replace(p, x=c * p.x - s * p.y, y=s * p.x + c * p.y, yaw=p.yaw + float(a))
        for p, _ in shot.dice
    ]
    looks = [look for _, look in shot.dice]
    top = np.clip(shot.top(rng, shot.size), 0.002, 1).astype(np.float32)
    picture, _, dice = compose(
        top, poses, looks, camera, shot.light, shot.edge_px, scale=3
    )
    return Taken(develop(shot.shading(picture), shot.lens, rng), dice)


def develop(picture: Array, lens: Lens, rng: Rng) -> NDArray[np.uint8]:
    """Linear RGB to RGB uint8."""
    out = picture * np.array(lens.kelvin_gain, np.float32) * lens.exposure
    out = cv2.GaussianBlur(out, (0, 0), lens.blur_px)
    out = np.clip(out, 0, 1) ** np.float32(1 / 2.2)
    grain = rng.normal(0, lens.noise, out.shape).astype(np.float32)
    return np.asarray(np.clip(out + grain, 0, 1) * 255 + 0.5, np.uint8)


def plain_top(
    tone: Array, grain: float = 0.02
) -> Callable[[Rng, tuple[int, int]], Array]:
    """A table of one colour with a fine grain."""

    def make(rng: Rng, size: tuple[int, int]) -> Array:
        speck = rng.normal(1, grain, (size[1], size[0], 1)).astype(np.float32)
        soft = cv2.GaussianBlur(speck, (0, 0), 0.8)[..., None]
        x = np.linspace(-0.06, 0.06, size[0], dtype=np.float32)[None, :, None]
        return np.asarray((1 + (soft - 1) * 2 + x) * tone, np.float32)

    return make


def wood_top(rng: Rng, size: tuple[int, int]) -> Array:
    """Boards of brown oak, quieter than `MAKERS` draws them, the same at any size."""
    w, h = 480, 360
    grain = cv2.resize(rng.random((90, 6)).astype(np.float32), (w, h))
    bands = cv2.resize(rng.random((14, 3)).astype(np.float32), (w, h))
    level = 0.8 + 0.22 * (grain - 0.5) + 0.25 * (bands - 0.5)
    level[::90] *= 0.7
    level = cv2.resize(level, size, interpolation=cv2.INTER_CUBIC)
    tone = np.array([0.36, 0.20, 0.10], np.float32)
    return np.asarray(level[..., None] * tone, np.float32)


def shadow_edge(
    at: tuple[float, float], angle_deg: float, depth: float, soft_px: float = 2.0
) -> Shading:
    """Somebody's shadow over one side of a line through a point of the picture.

    Args:
        at: A point of the edge, in pixels.
        angle_deg: Of the normal into the shadow, from the picture's right, downwards.
        depth: Share of the light that is taken, 0 to 1.
        soft_px: Width of the edge.
    """
    a = np.radians(angle_deg)

    def cast(picture: Array) -> Array:
        h, w = picture.shape[:2]
        x, y = np.meshgrid(
            np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32)
        )
        d = (np.cos(a) * (x - at[0]) + np.sin(a) * (y - at[1])) / soft_px
        dark = 1 / (1 + np.exp(-np.clip(d, -30, 30)))
        return np.asarray(picture * (1 - depth * dark[..., None]), np.float32)

    return cast


SKIN = np.array([0.62, 0.34, 0.22], np.float32)


def _limbs(
    shape: tuple[int, int], lines: list[tuple[tuple[float, float], ...]], width: float
) -> Array:
    """A mask of round-ended strokes along lines."""
    mask = np.zeros(shape, np.uint8)
    for line in lines:
        points = (np.array(line) * 16).astype(np.int32)
        cv2.polylines(
            mask, [points], False, 255, max(1, round(width)), cv2.LINE_AA, shift=4
        )
    return mask.astype(np.float32) / 255


def _flesh(picture: Array, mask: Array, width: float) -> Array:
    """Paint skin where the mask is, rounded by its distance to the outline."""
    deep = cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    round_ = np.sqrt(np.clip(deep / (0.5 * width), 0, 1))
    round_ = cv2.GaussianBlur(round_, (0, 0), 1.5)
    slope = cv2.Sobel(cv2.GaussianBlur(round_, (0, 0), 2.5), cv2.CV_32F, 1, 1)
    tone = SKIN * (0.45 + 0.6 * round_ - 0.6 * slope)[..., None]
    alpha = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None]
    return np.asarray(picture * (1 - alpha) + tone * alpha, np.float32)


def _under(picture: Array, mask: Array, reach: float) -> Array:
    """Darken what lies beside a limb."""
    dark = cv2.GaussianBlur(mask, (0, 0), reach)
    return np.asarray(picture * (1 - 0.45 * dark[..., None]), np.float32)


def hand_under(
    top: Callable[[Rng, tuple[int, int]], Array], edge_px: float
) -> Callable[[Rng, tuple[int, int]], Array]:
    """A table with an open hand, palm up, that comes in from the right."""

    def make(rng: Rng, size: tuple[int, int]) -> Array:
        picture = np.asarray(top(rng, size), np.float32)
        e, (w, h) = edge_px, size
        x, y = 0.56 * w, 0.5 * h
        arm = _limbs((h, w), [((x + 2.2 * e, y + 0.3 * e), (w + 2 * e, y + e))], 3 * e)
        palm = _limbs((h, w), [((x, y), (x + 1.6 * e, y + 0.2 * e))], 3.9 * e)
        fingers = [
            ((x - 0.9 * e, y + k * 0.98 * e), (x - reach * e, y + k * 1.1 * e))
            for k, reach in ((-1.4, 3.2), (-0.5, 3.8), (0.45, 3.6), (1.35, 1.75))
        ]
        long_ = _limbs((h, w), fingers, 0.92 * e)
        picture = _under(picture, np.maximum(np.maximum(palm, arm), long_), 0.3 * e)
        picture = _flesh(picture, arm, 3 * e)
        picture = _flesh(picture, palm, 3.9 * e)
        for finger in fingers:
            one = _limbs((h, w), [finger], 0.92 * e)
            picture = _flesh(_under(picture, one, 0.1 * e), one, 0.92 * e)
        return picture

    return make


def fingers_over(edge_px: float) -> Shading:
    """Thumb and little finger of the same hand, closed over the dice it holds."""
    e = edge_px

    def close(picture: Array) -> Array:
        h, w = picture.shape[:2]
        x, y = 0.56 * w, 0.5 * h
        thumb = [(1.7, -1.75, 1.5), (1.05, -1.35, 1.05), (0.4, -0.5, 0.85)]
        little = [(-1.75, 1.42, 0.85), (-1.0, 1.2, 0.8), (-0.1, 0.75, 0.72)]
        for joints in (thumb, little):
            picture = _finger(
                picture, [(x + u * e, y + v * e, t * e) for u, v, t in joints]
            )
        return picture

    return close


def _finger(picture: Array, joints: list[tuple[float, float, float]]) -> Array:
    """One finger through joints of (x, y, thickness), with a nail at its end."""
    h, w = picture.shape[:2]
    path = np.array(joints)
    steps = np.linspace(0, len(path) - 1, 25)
    x, y, t = (np.interp(steps, range(len(path)), path[:, k]) for k in range(3))
    mask = np.zeros((h, w), np.uint8)
    for px, py, thick in zip(x, y, t, strict=True):
        at = (int(px * 16), int(py * 16))
        cv2.circle(mask, at, int(thick * 8), 255, -1, cv2.LINE_AA, 4)
    one, width = mask.astype(np.float32) / 255, float(t[-1])
    picture = _flesh(_under(picture, one, 0.12 * width), one, width)
    turn = float(np.degrees(np.arctan2(y[-1] - y[-2], x[-1] - x[-2])))
    spot = np.zeros((h, w), np.uint8)
    axes = (int(0.26 * width), int(0.2 * width))
    cv2.ellipse(
        spot, (int(x[-1]), int(y[-1])), axes, turn, 0, 360, 255, -1, cv2.LINE_AA
    )
    alpha = cv2.GaussianBlur(spot.astype(np.float32) / 510, (0, 0), 1.0)[..., None]
    tone = np.array([0.8, 0.52, 0.42], np.float32)
    return np.asarray(picture * (1 - alpha) + tone * alpha, np.float32)
