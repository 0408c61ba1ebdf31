"""Training views: random crops of rendered scenes and real photos, with faces."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.quads import encode
from models.sources import TRAIN_SOURCES

Picture = NDArray[np.uint8]


@dataclass
class Face:
    """A top face in a view.

    Attributes:
        center: (x, y) in pixels.
        side: Edge length in pixels.
        quad: P and Q of `models.quads`.
        value: 1 to 6.
        ignore: Neither a die nor none: hidden, leaning or cut by the border.
        sized: Whether side and quad are known (else only the place is).
    """

    center: tuple[float, float]
    side: float
    quad: NDArray[np.float32]
    value: int
    ignore: bool
    sized: bool = True


@dataclass
class View:
    """A square picture (RGB uint8) and the faces in it."""

    picture: Picture
    faces: list[Face]


def _face(
    corners: NDArray[np.floating], value: int, ignore: bool, side_px: int, sized: bool
) -> Face | None:
    center = corners.mean(0)
    side, quad = encode(corners)
    if not (-side < center[0] < side_px + side and -side < center[1] < side_px + side):
        return None
    margin = -0.12 * side
    cut = corners.min() < margin or corners.max() > side_px - margin
    tiny = side < 8
    return Face(
        (float(center[0]), float(center[1])),
        side,
        quad,
        value,
        bool(ignore or cut or tiny),
        sized,
    )


#: A photo of a tilted camera is nearly always upright: the top face lies above the
#: front face. So most views keep it, and the rest must do without.
UPRIGHT = 0.65


def random_turn(
    rng: np.random.Generator,
    matrix: NDArray[np.floating],
    side: int,
    *,
    upright: bool = False,
) -> NDArray[np.floating]:
    """One of the square's eight symmetries after an affine (2, 3) matrix.

    With `upright` it is mirrored at most, and turned by a few degrees.
    """
    turn = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])
    half = (side - 1) / 2
    if upright:
        a = rng.normal(0, 0.1)
        c, s = np.cos(a), np.sin(a)
        turn[:2] = [
            [c, -s, half - c * half + s * half],
            [s, c, half - s * half - c * half],
        ]
    for _ in range(0 if upright else int(rng.integers(4))):
        turn = np.array([[0, -1, 2 * half], [1, 0, 0], [0, 0, 1]]) @ turn
    if rng.random() < 0.5:
        turn = np.array([[-1, 0, 2 * half], [0, 1, 0], [0, 0, 1]]) @ turn
    return np.asarray((turn @ np.vstack([matrix, [0, 0, 1]]))[:2])


def apply(
    matrix: NDArray[np.floating], points: NDArray[np.floating]
) -> NDArray[np.floating]:
    """An affine (2, 3) matrix on points (..., 2)."""
    return np.asarray(points @ matrix[:, :2].T + matrix[:, 2])


def jitter_colours(picture: Picture, rng: np.random.Generator) -> Picture:
    """Gamma, gain a channel, channel order, inversion: what must not matter."""
    if rng.random() < 0.12:
        picture = picture[..., rng.permutation(3)]
    if rng.random() < 0.04:
        picture = 255 - picture
    if rng.random() < 0.6:
        gamma = np.exp(rng.normal(0, 0.25))
        gain = np.exp(rng.normal(0, 0.1, 3)) * np.exp(rng.normal(0, 0.15))
        table = (np.arange(256) / 255.0) ** gamma * 255
        curves = np.clip(table[:, None] * gain, 0, 255).astype(np.uint8)
        picture = np.dstack(
            [
                cv2.LUT(np.ascontiguousarray(picture[..., c]), curves[:, c])
                for c in range(3)
            ]
        )
    if rng.random() < 0.1:
        grey = cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_RGB2GRAY)
        picture = np.dstack([grey] * 3)
    return np.ascontiguousarray(picture)


def spoil(picture: Picture, rng: np.random.Generator, least: float = 0.28) -> Picture:
    """What a worse camera does: fewer pixels, blur, noise, each now and then.

    `least` is the smallest share of the pixels along an edge that are left.
    """
    h, w = picture.shape[:2]
    if rng.random() < 0.25:  # as from a small die: shrink and enlarge
        k = float(rng.uniform(least, 0.75))
        small = cv2.resize(picture, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.15:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.2:
        noise = rng.normal(0, rng.uniform(2, 14), picture.shape)
        picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    return np.asarray(picture, np.uint8)


class Scenes:
    """Rendered scenes from a folder of shards that may still be growing."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self.folder = folder
        self.scenes: list[dict[str, object]] = []
        self.known: set[str] = set()
        self.count = 0
        self._look(rng)

    def _look(self, rng: np.random.Generator) -> None:
        for path in sorted(self.folder.glob("*.pickle")):
            if path.name not in self.known:
                self.known.add(path.name)
                self.scenes += pickle.loads(path.read_bytes())

    def draw(self, rng: np.random.Generator) -> dict[str, object]:
        """Any scene; newly rendered ones are noticed now and then."""
        self.count += 1
        if self.count % 2000 == 0:
            self._look(rng)
        return self.scenes[int(rng.integers(len(self.scenes)))]

    def view(self, rng: np.random.Generator, side: int) -> View:
        """A square view of one scene, scaled by 0.7 to 1.3, turned, mirrored."""
        scene = self.draw(rng)
        photo = cv2.imdecode(
            np.frombuffer(scene["photo"], np.uint8), cv2.IMREAD_COLOR_RGB
        )
        k = float(np.exp(rng.uniform(np.log(0.7), np.log(1.3))))
        h, w = photo.shape[:2]
        x = rng.uniform(0, max(0, w - side / k))
        y = rng.uniform(0, max(0, h - side / k))
        at = np.array([[k, 0, -k * x], [0, k, -k * y]])
        matrix = random_turn(rng, at, side, upright=rng.random() < UPRIGHT)
        how = cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR
        picture = cv2.warpAffine(
            photo, matrix, (side, side), flags=how, borderMode=cv2.BORDER_REFLECT
        )
        faces = []
        for row in scene["dice"]:
            value, visible, lean = int(row[0]), row[11], row[12]
            if value == 0 or visible < 0.25:
                continue
            corners = apply(matrix, row[3:11].reshape(4, 2))
            face = _face(corners, value, visible < 0.7 or lean > 20, side, True)
            if face:
                faces.append(face)
        return View(np.asarray(picture, np.uint8), faces)


class RealPhotos:
    """Photos of the training sources with the top faces that step 2 found."""

    def __init__(self, labels: Path, faces: Path) -> None:
        found = json.loads(faces.read_text())
        self.faces, self.read_at, self.draws = faces, faces.stat().st_mtime, 0
        self.names: list[str] = []
        self.photos: list[tuple[Picture, list[dict[str, object]], bool]] = []
        by_source: dict[str, list[int]] = {}
        for photo in json.loads(labels.read_text()):
            if photo["source"] not in TRAIN_SOURCES:
                continue
            picture = cv2.imread(
                str(labels.with_suffix("") / photo["file"]), cv2.IMREAD_COLOR_RGB
            )
            by_source.setdefault(photo["source"], []).append(len(self.photos))
            self.names.append(photo["file"])
            self.photos.append((picture, found[photo["file"]], photo["complete"]))
        self.groups = list(by_source.values())

    def _look(self) -> None:
        """Take over faces that step 2 has found anew while training runs."""
        if self.faces.stat().st_mtime == self.read_at:
            return
        self.read_at = self.faces.stat().st_mtime
        found = json.loads(self.faces.read_text())
        for i, (picture, _, complete) in enumerate(self.photos):
            self.photos[i] = (picture, found[self.names[i]], complete)

    def draw(
        self, rng: np.random.Generator
    ) -> tuple[Picture, list[dict[str, object]], bool]:
        """Any photo, each source as often as the others."""
        self.draws += 1
        if self.draws % 500 == 0:
            self._look()
        group = self.groups[int(rng.integers(len(self.groups)))]
        return self.photos[group[int(rng.integers(len(group)))]]

    def view(self, rng: np.random.Generator, side: int) -> View:
        """A square view, mostly about one of the dice, at any angle and scale."""
        picture, dice, complete = self.draw(rng)
        h, w = picture.shape[:2]
        if dice and rng.random() < 0.9:
            die = dice[int(rng.integers(len(dice)))]
            edge = float(die["side"])
            at = np.array(die["center"], float)
        else:
            edge, at = 40.0, np.array([rng.uniform(0, w), rng.uniform(0, h)])
        k = float(np.exp(rng.uniform(np.log(14), np.log(70)))) / edge
        k = float(np.clip(k, 0.3, 2.2))
        upright = rng.random() < UPRIGHT
        angle = 0.0 if upright else rng.uniform(0, 2 * np.pi)
        c, s = k * np.cos(angle), k * np.sin(angle)
        target = rng.uniform(0.15, 0.85, 2) * side
        linear = np.array([[c, -s], [s, c]])
        placed = np.column_stack([linear, target - linear @ at])
        matrix = random_turn(rng, placed, side, upright=upright)
        how = cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR
        if k < 0.6:  # area averaging does not exist for affine warps
            picture = cv2.resize(
                picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA
            )
            half = np.array([[2.0, 0, 0.5], [0, 2.0, 0.5], [0, 0, 1]])
            warp = (np.vstack([matrix, [0, 0, 1]]) @ half)[:2]
        else:
            warp = matrix
        fill = cv2.BORDER_REFLECT if rng.random() < 0.3 else cv2.BORDER_CONSTANT
        grey = (int(rng.integers(256)),) * 3
        view = cv2.warpAffine(
            picture, warp, (side, side), flags=how, borderMode=fill, borderValue=grey
        )
        faces = []
        for die in dice:
            corners = apply(matrix, np.array(die["corners"], float))
            face = _face(
                corners,
                int(die["value"]),
                bool(die["ignore"])
                or (fill == cv2.BORDER_REFLECT and _outside(corners, side)),
                side,
                bool(die["sized"]),
            )
            if face:
                faces.append(face)
        if not complete:
            return View(np.asarray(view, np.uint8), [*faces, _blanket(side)])
        return View(np.asarray(view, np.uint8), faces)


def _outside(corners: NDArray[np.floating], side: int) -> bool:
    return bool(corners.min() < 0 or corners.max() > side)


def _blanket(side: int) -> Face:
    """Where labels are incomplete, nothing counts as background."""
    return Face((side / 2, side / 2), float(side), np.zeros(4, np.float32), 1, True)
