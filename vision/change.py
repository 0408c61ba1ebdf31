"""Where two small grey frames differ in what they show, whatever the light does.

A change of exposure, a lamp that warms up or a soft shadow multiply what is there; a
die that moves puts something else there. So frames are compared by what a window's
pattern is, after the best gain and without its mean: only the part of one pattern
that the other does not explain counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]

#: Long side that frames are brought to, in pixels.
LONG_PX = 320
#: Patterns coarser than this are light, not things: a soft shadow's edge is wider.
COARSE_PX = 3.0
#: Side of the windows, about half a die at a table's size.
WINDOW_PX = 7
#: Grey levels (standard deviation) of a pattern that must not be mistaken for noise.
LEAST_LEVELS = 5.0
#: Share of a strong pattern's energy that a tremble of half a pixel may leave.
LEAST_SHARE = 0.12
#: Fewer changed pixels than one window are a speck.
SPECK_PX = 40
#: Times the usual unexplained energy: noise seldom goes beyond it.
NOISE_TIMES = 6.0
#: Noise can raise the threshold to this many grey levels and no further.
MOST_NOISE_LEVELS = 10.0


@dataclass(frozen=True, slots=True)
class Sketch:
    """A small frame, made ready to be compared.

    Attributes:
        grey: Smoothed, shape (h, w).
        fine: What is finer than COARSE_PX.
        energy: Mean square of `fine` in each window.
    """

    grey: Floats
    fine: Floats
    energy: Floats


def sketch(frame: Frame) -> Sketch:
    """Prepare a frame.

    Raises:
        ValueError: It is not `uint8` of shape (h, w).
    """
    if frame.dtype != np.uint8 or frame.ndim != 2:
        raise ValueError(f"frame must be uint8 (h, w), got {frame.dtype} {frame.shape}")
    grey = cv2.GaussianBlur(frame.astype(np.float32), (0, 0), 0.8)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), COARSE_PX)
    return Sketch(_floats(grey), _floats(fine), _mean(fine * fine))


def change(a: Sketch, b: Sketch, before: Sketch | None = None) -> Mask:
    """Where the two show something else: 255 there, 0 elsewhere, shape (h, w).

    Symmetric in its two frames, which must be of one size.

    Args:
        a: A frame of some time ago.
        b: A frame of now.
        before: The one just before `b`: it tells noise, which is between those two as
            well, from a view of which more than half is another one.
    """
    unexplained = _unexplained(a, b)
    usual, most_noise = _usual(unexplained), MOST_NOISE_LEVELS**2
    if usual > most_noise and before is not None:
        usual = min(usual, _usual(_unexplained(before, b)))
    noise = min(usual, most_noise)
    most = np.maximum(a.energy, b.energy)
    limit = max(LEAST_LEVELS**2, NOISE_TIMES * noise) + LEAST_SHARE * most
    return np.asarray(unexplained > limit, np.uint8) * np.uint8(255)


def _unexplained(a: Sketch, b: Sketch) -> Floats:
    """The energy of one pattern that the other does not explain."""
    shared = np.maximum(_mean(a.fine * b.fine), 0)
    least = np.minimum(a.energy, b.energy) + 1.0
    return _floats(np.maximum(a.energy, b.energy) - shared * shared / least)


def _usual(energy: Floats) -> float:
    return float(np.median(energy[::4, ::4]))


def largest_px(mask: Mask) -> int:
    """Pixels of the largest connected part of a mask."""
    if not mask.any():
        return 0
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


def shrink(picture: Frame) -> Frame:
    """A picture, RGB or grey, as a small grey frame."""
    height, width = picture.shape[:2]
    scale = LONG_PX / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    if small.ndim == 3:
        small = cv2.cvtColor(small, cv2.COLOR_RGB2GRAY)
    return np.asarray(small, np.uint8)


def _mean(values: Floats) -> Floats:
    return _floats(cv2.blur(values, (WINDOW_PX, WINDOW_PX)))


def _floats(values: object) -> Floats:
    return np.asarray(values, np.float32)
