"""A top face as numbers that do not care which corner comes first.

A parallelogram with half diagonals a and b (complex numbers) is the root set ±a, ±b of
z⁴ − (a² + b²) z² + a² b². The two coefficients, made free of scale by the side
length s, are smooth under every turn: P = 2 (a² + b²) / s², Q = 4 a² b² / s⁴
(a square has P = 0 and |Q| = 1). `vision.find.face_corners` is the inverse.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def encode(corners: NDArray[np.floating]) -> tuple[float, NDArray[np.float32]]:
    """Corners (4, 2) in order round the face to (side, [P re, P im, Q re, Q im])."""
    z = corners[:, 0] + 1j * corners[:, 1]
    a, b = (z[0] - z[2]) / 2, (z[1] - z[3]) / 2
    side = float(np.sqrt(max(2 * abs((np.conj(a) * b).imag), 1e-6)))
    p, q = 2 * (a * a + b * b) / side**2, 4 * (a * b) ** 2 / side**4
    return side, np.array([p.real, p.imag, q.real, q.imag], np.float32)
