"""Body and pip colours of a face, from its own pixels, and what `kind` follows.

The face reader says which pixels of a crop are pips and which are body. Of each the
darkest, the middle and the lightest third are measured, so that shadow, a lamp's
glint in a pip and marbling show; those, and what surrounds the face, are compared
with the whitest thing among the dice and with the whole picture, which tell the colour
of the light. A small net trained on rendered tables under lamps of every warmth, and
on photos, turns these into names with probabilities.

What counts as white is said once, here; the renderer (`models.render.looks`), the
labels of photos (`models/looks.json`) and a player's eye agree on it. White are bodies
of white, ivory and cream, the natural colours of dice, however warm the lamp that
lights them, and pips painted in these or in silver. Yellow, gold and brass are not:
gold pips on a coloured body make the die `plain`, on a white one `c`. Between cream and
pale yellow there is no edge, so there the net should be, and is, in doubt: the table
is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import Pyramid
from vision.neutral import Light, balanced, gains_for
from vision.odds import softmax
from vision.readings import COLOURS, KINDS

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]

#: What is measured of a face: thirds from dark to light, and the table around it.
PARTS = ("body dark", "body", "body light", "pips dark", "pips", "pips light", "around")
BODY, PIPS, AROUND = (PARTS.index(part) for part in ("body", "pips", "around"))
#: What is measured of the picture: the dice's whitest and lightest colour, its mean,
#: its lightest and its whitest twentieth.
SCENE = 5
#: Faces whose masks are less clear than this are no measure of white: among candidates
#: there are bits of table, of which many are whiter than dice.
CLEAR = 0.6
#: How far the masks are to be trusted: body, pips, and the pips' share of the crop.
TRUST = 3
FEATURES = 3 * (len(PARTS) + SCENE) + TRUST
#: How many of the mask's 24 × 24 pixels tell each: those of which the reader is surest.
OF_BODY, OF_PIPS, OF_AROUND = 60, 6, 75
LUMA = np.array([0.299, 0.587, 0.114], np.float32)


class ColourNet(Protocol):
    """What `name_colours` needs of a net."""

    def run(self, batch: Floats) -> list[Floats]:
        """(N, FEATURES) to [(N, 27)]: logits of body 12, pips 12, kind 3."""
        ...


@dataclass(frozen=True)
class Paints:
    """The colours of a picture's faces as seen.

    Attributes:
        colours: sRGB 0 to 1, shape (N, len(PARTS), 3).
        trust: Shape (N, TRUST).
    """

    colours: Floats
    trust: Floats

    def __len__(self) -> int:
        return len(self.colours)


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


def _halved(crops: Frame) -> Floats:
    """Crops at the size of their masks, shape (N, 24 * 24, 3), 0 to 1."""
    count, height, width, _ = crops.shape
    column = crops.reshape(count * height, width, 3)
    size = (width // 2, count * height // 2)
    small = cv2.resize(column, size, interpolation=cv2.INTER_AREA)
    return small.reshape(count, -1, 3).astype(np.float32) / np.float32(255)


def _spread(mask: Floats) -> Floats:
    """The greatest of each pixel and its eight neighbours, shape (N, 24, 24)."""
    rows = mask.copy()
    np.maximum(rows[:, 1:], mask[:, :-1], out=rows[:, 1:])
    np.maximum(rows[:, :-1], mask[:, 1:], out=rows[:, :-1])
    out = rows.copy()
    np.maximum(out[:, :, 1:], rows[:, :, :-1], out=out[:, :, 1:])
    np.maximum(out[:, :, :-1], rows[:, :, 1:], out=out[:, :, :-1])
    return out


def _surest(pixels: Floats, weights: Floats, count: int) -> tuple[Floats, Floats]:
    """Colours of the pixels with the greatest weights, and their mean weight."""
    flat = weights.reshape(len(weights), -1)
    at = np.argpartition(flat, -count, axis=1)[:, -count:]
    row = np.arange(len(flat))[:, None]
    return pixels[row, at], flat[row, at].mean(axis=1)


def _thirds(colours: Floats) -> Floats:
    """Means of the darkest, middle and lightest third, shape (N, 3, 3)."""
    order = np.argsort(colours @ LUMA, axis=1)
    ordered = np.take_along_axis(colours, order[..., None], 1)
    return np.asarray(ordered.reshape(len(colours), 3, -1, 3).mean(axis=2))


def paints_of(crops: Frame, masks: Floats) -> Paints:
    """Measure crops.

    Args:
        crops: RGB, shape (N, 48, 48, 3), each face upright in the middle.
        masks: Probabilities (N, 2, 24, 24): on the top face; on a pip of it.
    """
    if not len(crops):
        nothing = np.zeros((0, len(PARTS), 3), np.float32)
        return Paints(nothing, np.zeros((0, TRUST), np.float32))
    top, pip = np.asarray(masks[:, 0], np.float32), np.asarray(masks[:, 1], np.float32)
    pixels = _halved(crops)
    body, of_body = _surest(pixels, top * (1 - _spread(pip)), OF_BODY)
    pips, of_pips = _surest(pixels, pip, OF_PIPS)
    around, _ = _surest(pixels, 1 - top, OF_AROUND)
    middle = np.median(around, axis=1)[:, None]
    return Paints(
        np.concatenate([_thirds(body), _thirds(pips), middle], axis=1),
        np.stack([of_body, of_pips, pip.mean(axis=(1, 2))], axis=1),
    )


def scene_of(
    picture: Frame | Pyramid, paints: Paints, gains: Floats | None = None
) -> Floats:
    """What tells the colour of the light, shape (SCENE, 3), sRGB 0 to 1.

    Args:
        picture: RGB, or a pyramid of it.
        paints: Of its faces, balanced already; one at least.
        gains: As `vision.neutral.Light.gains`, if they are to be used.
    """
    pyramid = picture if isinstance(picture, Pyramid) else Pyramid(picture)
    level, _ = pyramid.level(min(pyramid.picture.shape[:2]) / 128)
    small = cv2.resize(level, (64, 64), interpolation=cv2.INTER_AREA)
    pixels = small.reshape(-1, 3).astype(np.float32) / np.float32(255)
    if gains is not None:
        pixels = balanced(pixels, gains)
    seen = clearly_seen(paints)
    return np.stack(
        [
            seen[seen.min(1).argmax()],
            seen[seen.sum(1).argmax()],
            pixels.mean(0),
            _greatest(pixels, pixels.sum(1)),
            _greatest(pixels, pixels.min(1)),
        ]
    )


def clearly_seen(paints: Paints) -> Floats:
    """Colours of bodies and pips whose masks are clear, shape (N, 3); one at least."""
    clear = paints.trust[:, 0] * paints.trust[:, 1]
    chosen = clear >= min(CLEAR, clear.max())
    return np.asarray(paints.colours[chosen][:, (BODY, PIPS)].reshape(-1, 3))


def _greatest(pixels: Floats, by: Floats) -> Floats:
    """Mean of the twentieth of the pixels that is greatest in something."""
    count = len(pixels) // 20
    return np.asarray(pixels[np.argpartition(by, -count)[-count:]].mean(0))


def net_input(colours: Floats, scenes: Floats, trust: Floats) -> Floats:
    """What the colour net takes, shape (N, FEATURES).

    Args:
        colours: As `Paints.colours`.
        scenes: As `scene_of`, for each face, shape (N, SCENE, 3).
        trust: As `Paints.trust`.
    """
    logs = np.log(np.concatenate([colours, scenes], axis=1) + np.float32(0.03))
    return np.concatenate([logs.reshape(len(logs), -1), trust], axis=1)


def features(
    picture: Frame | Pyramid, paints: Paints, light: Light | None = None
) -> Floats:
    """What the colour net sees of each die, shape (len(paints), FEATURES)."""
    if not len(paints):
        return np.zeros((0, FEATURES), np.float32)
    gains = None if light is None else gains_for(light, clearly_seen(paints))
    if gains is not None:
        paints = replace(paints, colours=balanced(paints.colours, gains))
    scene = scene_of(picture, paints, gains)
    scenes = np.broadcast_to(scene, (len(paints), SCENE, 3))
    return net_input(paints.colours, scenes, paints.trust)


def name_colours(
    picture: Frame | Pyramid,
    paints: Paints,
    net: ColourNet,
    light: Light | None = None,
) -> list[ColourNames]:
    """Names for every die of a picture, in the order given.

    Args:
        picture: RGB, or a pyramid of it.
        paints: Of its faces, as they look.
        net: Names them.
        light: On what is known to be grey.
    """
    if not len(paints):
        return []
    logits = net.run(features(picture, paints, light))[0]
    n = len(COLOURS)
    body, pips, kind = (softmax(part) for part in np.split(logits, (n, 2 * n), axis=1))
    return [ColourNames(*rows) for rows in zip(body, pips, kind, strict=True)]


def owner_odds(names: ColourNames) -> Floats:
    """How likely each of COLOURS names the set of a die, shape (12,)."""
    c, b = names.kind[KINDS.index("c")], names.kind[KINDS.index("b")]
    odds = c * names.pips + b * names.body
    odds[COLOURS.index("white")] = 0
    return np.asarray(odds, np.float32)
