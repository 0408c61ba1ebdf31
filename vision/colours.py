"""Body and pip colours of a face, from its own pixels, and what `kind` follows.

The face reader says which pixels of a crop are pips and which are body. Their medians,
and those of what surrounds them, are compared with the whitest thing among the dice
and with the whole picture, which tells the colour of the light; a small net trained on
rendered tables under lamps of every warmth turns these into names with probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import Pyramid
from vision.readings import COLOURS, KINDS

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]

FEATURES = 24
PARTS = ("body", "pips", "around")


class ColourNet(Protocol):
    """What `name_colours` needs of a net."""

    def run(self, batch: Floats) -> list[Floats]:
        """(N, FEATURES) to [(N, 27)]: logits of body 12, pips 12, kind 3."""
        ...


@dataclass(frozen=True)
class FacePaint:
    """The colours of one crop as seen, sRGB 0 to 1, shape (3,) each."""

    body: Floats
    pips: Floats
    around: Floats


@dataclass(frozen=True)
class ColourNames:
    """Names with the probability of each, in the order of COLOURS and KINDS."""

    body: Floats
    pips: Floats
    kind: Floats

    @property
    def best(self) -> tuple[str, str, str]:
        """The likeliest body, pips and kind that agree with each other."""
        kind = KINDS[int(self.kind.argmax())]
        body, pips = self.body.copy(), self.pips.copy()
        white = COLOURS.index("white")
        if kind == "c":
            body[:] = 0
            body[white] = 1
            pips[white] = 0
        elif kind == "b":
            pips[:] = 0
            pips[white] = 1
            body[white] = 0
        return COLOURS[int(body.argmax())], COLOURS[int(pips.argmax())], kind

    @property
    def confidence(self) -> float:
        """Probability of the colour that names the owner (or of both, when plain)."""
        body, pips, kind = self.best
        of_body = float(self.body[COLOURS.index(body)])
        of_pips = float(self.pips[COLOURS.index(pips)])
        return {"c": of_pips, "b": of_body}.get(kind, of_body * of_pips)


#: How many pixels tell each colour: those of which the reader is surest.
OF_BODY, OF_PIPS, OF_AROUND = 200, 24, 300


def _median(pixels: Frame, weights: Floats, count: int) -> Floats:
    """Median colour of each crop's pixels with the greatest weights, shape (N, 3)."""
    flat = weights.reshape(len(weights), -1)
    chosen = np.argpartition(-flat, count, axis=1)[:, :count]
    colours = np.take_along_axis(
        pixels.reshape(len(pixels), -1, 3), chosen[..., None], 1
    )
    return np.asarray(np.median(colours, axis=1), np.float32)


def paints_of(crops: Frame, masks: Floats) -> list[FacePaint]:
    """Measure crops.

    Args:
        crops: RGB, shape (N, 48, 48, 3), each face upright in the middle.
        masks: Probabilities (N, 2, 24, 24): on the top face; on a pip of it.
    """
    if not len(crops):
        return []
    masks = np.asarray(masks, np.float32)
    top, pip = (np.stack([_enlarged(m[k]) for m in masks]) for k in (0, 1))
    near = np.stack([cv2.dilate(p, np.ones((3, 3), np.uint8)) for p in pip])
    parts = (
        _median(crops, top * (1 - near), OF_BODY),
        _median(crops, pip, OF_PIPS),
        _median(crops, 1 - top, OF_AROUND),
    )
    return [
        FacePaint(*colours) for colours in zip(*(p / 255 for p in parts), strict=True)
    ]


def _enlarged(mask: Floats) -> Floats:
    size = (2 * mask.shape[1], 2 * mask.shape[0])
    return np.asarray(
        cv2.resize(mask, size, interpolation=cv2.INTER_LINEAR), np.float32
    )


def features(picture: Frame | Pyramid, paints: Sequence[FacePaint]) -> Floats:
    """What the colour net sees of each die, shape (len(paints), FEATURES)."""
    if not paints:
        return np.zeros((0, FEATURES), np.float32)
    pyramid = picture if isinstance(picture, Pyramid) else Pyramid(picture)
    level, _ = pyramid.level(min(pyramid.picture.shape[:2]) / 128)
    small = cv2.resize(level, (64, 64), interpolation=cv2.INTER_AREA)
    pixels = small.reshape(-1, 3).astype(np.float32) / 255
    light = pixels.sum(1)
    bright = pixels[light >= np.quantile(light, 0.95)].mean(0)
    seen = np.array([c for p in paints for c in (p.body, p.pips)])
    white = seen[seen.min(1).argmax()]
    own = [np.array([getattr(p, part) for p in paints]) for part in PARTS]
    scene = [np.tile(c, (len(paints), 1)) for c in (white, pixels.mean(0), bright)]
    logs = [np.log(c + 0.03) for c in (*own, *scene)]
    return np.asarray(
        np.concatenate([*logs, logs[0] - logs[3], logs[1] - logs[3]], axis=1),
        np.float32,
    )


def _softmax(logits: Floats) -> Floats:
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True), np.float32)


def name_colours(
    picture: Frame | Pyramid, paints: Sequence[FacePaint], net: ColourNet
) -> list[ColourNames]:
    """Names for every die of a picture, in the order given."""
    if not paints:
        return []
    out = net.run(features(picture, paints))[0]
    n = len(COLOURS)
    return [
        ColourNames(_softmax(row[:n]), _softmax(row[n : 2 * n]), _softmax(row[2 * n :]))
        for row in out
    ]


def owner_odds(names: ColourNames) -> Floats:
    """How likely each of COLOURS names the set of a die, shape (12,)."""
    c, b = names.kind[KINDS.index("c")], names.kind[KINDS.index("b")]
    odds = c * names.pips + b * names.body
    odds[COLOURS.index("white")] = 0
    return np.asarray(odds, np.float32)
