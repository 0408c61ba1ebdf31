"""Small grey clips of a table, drawn: dice roll, hands reach in, the light changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]
Point = tuple[float, float]

FPS = 30.0
SIZE = (320, 240)
PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Cube:
    """A die from above: middle and edge in pixels, turned by degrees."""

    x: float
    y: float
    value: int = 5
    edge: float = 15.0
    turn: float = 0.0
    body: float = 225.0
    pips: float = 30.0


@dataclass(frozen=True)
class Hand:
    """An arm over the border with a fist at (x, y)."""

    x: float
    y: float
    wide: float = 60.0
    skin: float = 150.0


def wood(seed: int = 1) -> Floats:
    """A grained table top."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(
        rng.normal(0, 60, SIZE[::-1]).astype(np.float32), (0, 0), 1
    )
    grain = cv2.blur(grain, (41, 3))
    return np.asarray(110 + grain, np.float32)


def felt(level: float = 90.0) -> Floats:
    """A plain table top."""
    return np.full(SIZE[::-1], level, np.float32)


def checks(cell: int = 14) -> Floats:
    """A checked cloth."""
    y, x = np.indices(SIZE[::-1])
    return np.asarray(70 + 90 * ((x // cell + y // cell) % 2), np.float32)


def pale_checks(cell: int = 6) -> Floats:
    """A cloth with a fine pattern, weak enough to be taken for noise all over."""
    return np.asarray(110 + 0.5 * (checks(cell) - 115), np.float32)


def lay(table: Floats, cubes: Sequence[Cube]) -> Floats:
    """Dice on the table, each with a short shadow."""
    image = table.copy()
    for cube in cubes:
        shade = _corners(replace(cube, x=cube.x + 2, y=cube.y + 2))
        mask = _fill(shade)
        image *= 1 - 0.35 * cv2.GaussianBlur(mask, (0, 0), 1.5)
    for cube in cubes:
        mask = _fill(_corners(cube))
        image = image * (1 - mask) + cube.body * mask
        for pip in _pips(cube):
            dot = np.zeros_like(image)
            middle = (round(pip[0] * 8), round(pip[1] * 8))
            cv2.circle(dot, middle, round(cube.edge * 0.8), 1.0, -1, cv2.LINE_AA, 3)
            image = image * (1 - dot) + cube.pips * dot
    return np.asarray(image, np.float32)


def _corners(cube: Cube) -> Floats:
    return np.asarray(
        cv2.boxPoints(((cube.x, cube.y), (cube.edge, cube.edge), cube.turn)), np.float32
    )


def _fill(corners: Floats) -> Floats:
    mask = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(
        mask, np.round(corners * 8).astype(np.int32), 255, cv2.LINE_AA, 3
    )
    return np.asarray(mask.astype(np.float32) / 255)


def _pips(cube: Cube) -> Iterator[Point]:
    angle = np.deg2rad(cube.turn)
    for u, v in PIPS[cube.value]:
        a, b = u * cube.edge * 0.27, v * cube.edge * 0.27
        yield (
            float(cube.x + a * np.cos(angle) - b * np.sin(angle)),
            float(cube.y + a * np.sin(angle) + b * np.cos(angle)),
        )


def reach(image: Floats, hand: Hand) -> Floats:
    """A hand over the table: rounded, with darker gaps between the fingers."""
    height, width = image.shape
    shape = np.zeros_like(image)
    start = (round(width / 2), height + 20)
    cv2.line(shape, start, (round(hand.x), round(hand.y)), 1.0, round(hand.wide * 0.8))
    cv2.circle(shape, (round(hand.x), round(hand.y)), round(hand.wide / 2), 1.0, -1)
    shape = np.asarray(cv2.GaussianBlur(shape, (0, 0), 1.0))
    deep = cv2.distanceTransform((shape > 0.5).astype(np.uint8), cv2.DIST_L2, 3).astype(
        np.float32
    )
    tone = hand.skin * (0.6 + 0.4 * np.minimum(1.0, deep / (hand.wide * 0.35)))
    for finger in (-0.22, 0.0, 0.22):
        x = round(hand.x + finger * hand.wide)
        cv2.line(
            tone, (x, round(hand.y - hand.wide / 2)), (x, round(hand.y)),
            hand.skin * 0.45, 2,
        )  # fmt: skip
    return np.asarray(image * (1 - shape) + tone * shape, np.float32)


def shadow(image: Floats, x: float, share: float = 0.6, soft: float = 8.0) -> Floats:
    """A shadow left of x, over the whole height."""
    columns = np.arange(image.shape[1], dtype=np.float32)
    light = share + (1 - share) * np.clip((columns - x) / soft + 0.5, 0, 1)
    return np.asarray(image * light[None, :], np.float32)


class Film:
    """Frames with sensor noise, one after the other, and their times."""

    def __init__(self, noise: float = 2.0, seed: int = 7, fps: float = FPS) -> None:
        self._rng = np.random.default_rng(seed)
        self._noise = noise
        self._fps = fps
        self.frames: list[Frame] = []

    @property
    def now_s(self) -> float:
        """Of the next frame."""
        return len(self.frames) / self._fps

    def add(self, image: Floats) -> None:
        """One frame."""
        noise = self._rng.normal(0, self._noise, image.shape).astype(np.float32)
        self.frames.append(np.clip(np.round(image + noise), 0, 255).astype(np.uint8))

    def hold(self, image: Floats, seconds: float) -> None:
        """The same scene for a while."""
        for _ in range(round(seconds * self._fps)):
            self.add(image)

    def play(self, seconds: float, scene: Callable[[float], Floats]) -> None:
        """A scene that moves; it is given 0 to 1."""
        count = round(seconds * self._fps)
        for i in range(count):
            self.add(scene((i + 1) / count))

    def timed(self) -> Iterator[tuple[Frame, float]]:
        """All frames with their times."""
        for i, frame in enumerate(self.frames):
            yield frame, i / self._fps


def rolling(
    table: Floats, ends: Sequence[Cube], seed: int = 3
) -> Callable[[float], Floats]:
    """Dice that come from the left, tumble, slow down and end at `ends`."""
    rng = np.random.default_rng(seed)
    starts = [(-20.0, float(rng.uniform(60, 180))) for _ in ends]
    turns = rng.uniform(200, 700, len(ends))

    def scene(t: float) -> Floats:
        u = 1 - (1 - t) ** 2
        cubes = [
            replace(
                end,
                x=x + (end.x - x) * u,
                y=y + (end.y - y) * u,
                turn=end.turn + turn * (1 - u),
                value=end.value if t > 0.8 else int(rng.integers(1, 7)),
            )
            for end, (x, y), turn in zip(ends, starts, turns, strict=True)
        ]
        return lay(table, cubes)

    return scene
