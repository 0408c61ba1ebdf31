"""What dice lie on and among: table tops, clutter that is no die, and the lens."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.looks import HSV, Array, Rng, named_colour

Size = tuple[int, int]  # width, height


def noise(rng: Rng, size: Size, cell: float, stretch: float = 1.0) -> Array:
    """Smooth noise in 0 to 1 with features of about `cell` pixels."""
    w, h = size
    nw, nh = max(2, int(w / cell)), max(2, int(h / cell / stretch))
    small = rng.random((nh, nw)).astype(np.float32)
    return np.asarray(
        cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC), np.float32
    )


def _turn(picture: Array, rng: Rng) -> Array:
    h, w = picture.shape[:2]
    m = cv2.getRotationMatrix2D((w / 2, h / 2), rng.uniform(0, 360), 1.5)
    return np.asarray(cv2.warpAffine(picture, m, (w, h), borderMode=cv2.BORDER_REFLECT))


def wood(rng: Rng, size: Size) -> Array:
    """Boards or a veneer, grain and bands along them."""
    tone = named_colour(
        str(rng.choice(["brown", "orange", "white", "grey", "yellow"])), rng
    )
    tone = tone * 0.6 + np.array([0.35, 0.2, 0.1], np.float32) * 0.5
    grain = noise(rng, size, rng.uniform(3, 9), rng.uniform(8, 40))
    bands = noise(rng, size, rng.uniform(20, 60), rng.uniform(8, 30))
    level = 0.75 + 0.3 * (grain - 0.5) + 0.5 * (bands - 0.5)
    if rng.random() < 0.4:  # planks
        step = int(rng.integers(40, 140))
        level[:, ::step] *= 0.6
    return _turn(level[..., None] * tone, rng)


def plain(rng: Rng, size: Size) -> Array:
    """One colour, a little lighter here and there."""
    tone = named_colour(str(rng.choice(list(HSV))), rng)
    if rng.random() < 0.4:
        tone = np.full(3, rng.uniform(0.3, 0.95), np.float32)
    level = 1 + rng.uniform(0, 0.15) * (noise(rng, size, rng.uniform(30, 150)) - 0.5)
    return np.asarray(level[..., None] * tone, np.float32)


def felt(rng: Rng, size: Size) -> Array:
    """One colour with a fine or a coarse grain."""
    picture = plain(rng, size)
    speck = rng.normal(1, rng.uniform(0.03, 0.25), (size[1], size[0], 1)).astype(
        np.float32
    )
    if rng.random() < 0.5:
        speck = cv2.GaussianBlur(speck, (0, 0), rng.uniform(0.6, 1.6))[..., None] * 1.0
        speck = 1 + (speck - 1) * 2.5
    return np.asarray(picture * np.clip(speck, 0.1, 2), np.float32)


def carpet(rng: Rng, size: Size) -> Array:
    """Two colours in flecks."""
    a, b = (named_colour(str(rng.choice(list(HSV))), rng) for _ in range(2))
    m = noise(rng, size, rng.uniform(2, 7))
    m = np.clip((m - rng.uniform(0.35, 0.6)) * rng.uniform(2, 8) + 0.5, 0, 1)[..., None]
    return np.asarray(a * m + b * (1 - m), np.float32)


def _weave(rng: Rng, size: Size) -> Array:
    """Checks, stripes, polka dots: cloth that imitates pips."""
    w, h = size
    a, b = (named_colour(str(rng.choice(list(HSV))), rng) for _ in range(2))
    step = rng.uniform(7, 60)
    x, y = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    kind = rng.integers(4)
    if kind == 0:
        m = ((x // step + y // step) % 2).astype(np.float32)
    elif kind == 1:
        m = (x % step < step * rng.uniform(0.2, 0.8)).astype(np.float32)
    elif kind == 2:
        shift = (y // step) % 2 * step / 2 * rng.integers(2)
        u, v = (x + shift) % step - step / 2, y % step - step / 2
        m = (u * u + v * v < (step * rng.uniform(0.1, 0.4)) ** 2).astype(np.float32)
    else:
        m = 0.5 + 0.25 * np.sin(x * 6.28 / step) + 0.25 * np.sin(y * 6.28 / step)
    m = cv2.GaussianBlur(m, (0, 0), 0.7)[..., None]
    return _turn(np.asarray(a * m + b * (1 - m), np.float32), rng)


MAKERS = {
    "wood": wood,
    "plain": plain,
    "felt": felt,
    "carpet": carpet,
    "weave": _weave,
}


def table_top(
    rng: Rng,
    size: Size,
    crops: list[NDArray[np.uint8]] | None = None,
    kind: str | None = None,
) -> Array:
    """A table without dice, linear RGB (height, width, 3), 0 to 1.

    Args:
        rng: The source of every choice.
        size: (width, height) in pixels.
        crops: Dice-free pieces of real photographs (RGB), used for a third of them.
        kind: One of `MAKERS`; any, with edges and mats, where None.
    """
    if kind is not None:
        return np.clip(MAKERS[kind](rng, size), 0.003, 1.0).astype(np.float32)
    if crops and rng.random() < 0.35:
        crop = crops[int(rng.integers(len(crops)))]
        k = rng.uniform(1.0, 1.6) * max(
            size[0] / crop.shape[1], size[1] / crop.shape[0]
        )
        big = cv2.resize(
            crop, None, fx=k, fy=k, interpolation=cv2.INTER_AREA if k < 1 else 1
        )
        oy, ox = (int(rng.integers(0, big.shape[i] - size[1 - i] + 1)) for i in (0, 1))
        piece = np.rot90(
            big[oy : oy + size[1], ox : ox + size[0]], 2 * int(rng.integers(2))
        )
        return np.asarray((piece.astype(np.float32) / 255) ** 2.2, np.float32)
    make = list(MAKERS.values())
    picture = make[int(rng.choice(5, p=[0.3, 0.25, 0.2, 0.12, 0.13]))](rng, size)
    if rng.random() < 0.3:  # an edge: tray, mat, sheet of paper
        other = make[int(rng.integers(3))](rng, size)
        w, h = size
        box = cv2.boxPoints(
            (
                (rng.uniform(0, w), rng.uniform(0, h)),
                (rng.uniform(0.4, 1.2) * w, rng.uniform(0.4, 1.2) * h),
                rng.uniform(0, 360),
            )
        )
        mask = np.zeros((h, w), np.float32)
        cv2.fillConvexPoly(mask, box.astype(np.int32), 1.0, cv2.LINE_AA)
        picture = picture * (1 - mask[..., None]) + other * mask[..., None]
        if rng.random() < 0.5:
            rim = cv2.Canny((mask * 255).astype(np.uint8), 50, 100)
            rim = (
                cv2.dilate(rim, np.ones((3, 3), np.uint8)).astype(np.float32)[..., None]
                / 255
            )
            picture = picture * (1 - rim * rng.uniform(0.2, 0.8))
    return np.clip(picture, 0.003, 1.0).astype(np.float32)


def _disc(layer: Array, at: tuple[float, float], r: float, rgb: Array) -> None:
    cv2.circle(
        layer,
        (int(at[0] * 16), int(at[1] * 16)),
        int(r * 16),
        rgb.tolist(),
        -1,
        cv2.LINE_AA,
        4,
    )


def _write(
    layer: Array,
    words: str,
    at: tuple[int, int],
    font: int,
    scale: float,
    rgb: Array,
    thick: int,
) -> None:
    """Letters; OpenCV 5 draws text into 8-bit pictures only, so by way of a mask."""
    ink = np.zeros(layer.shape[:2], np.uint8)
    cv2.putText(ink, words, at, font, scale, 255, thick, cv2.LINE_AA)
    alpha = (ink.astype(np.float32) / 255)[..., None]
    layer[:] = layer * (1 - alpha) + rgb * alpha


def _coin(layer: Array, at: tuple[float, float], r: float, rng: Rng) -> None:
    tone = named_colour(str(rng.choice(["grey", "brown", "yellow", "orange"])), rng)
    _disc(layer, at, r, tone * 0.5)
    _disc(layer, (at[0] - 0.5, at[1] - 0.5), r * 0.93, tone * 0.9)
    _write(
        layer,
        str(rng.integers(1, 60)),
        (int(at[0] - r / 2), int(at[1] + r / 3)),
        0,
        r / 25,
        tone * 0.6,
        1,
    )


def _button(layer: Array, at: tuple[float, float], r: float, rng: Rng) -> None:
    tone = named_colour(str(rng.choice(list(HSV))), rng)
    _disc(layer, at, r, tone * 0.8)
    _disc(layer, at, r * 0.75, tone)
    holes = int(rng.choice([2, 4, 4]))
    turn = rng.uniform(0, 6.28)
    for k in range(holes):
        a = turn + 6.283 * k / holes
        _disc(
            layer,
            (at[0] + 0.28 * r * np.cos(a), at[1] + 0.28 * r * np.sin(a)),
            max(r * 0.1, 0.8),
            tone * 0.15,
        )


def _peg(layer: Array, at: tuple[float, float], r: float, rng: Rng) -> None:
    tone = named_colour(str(rng.choice(list(HSV))), rng)
    _disc(layer, at, r, tone * 0.6)
    _disc(layer, (at[0] - r * 0.2, at[1] - r * 0.2), r * 0.6, tone)
    _disc(layer, (at[0] - r * 0.3, at[1] - r * 0.3), r * 0.18, np.ones(3, np.float32))


def _text(layer: Array, at: tuple[float, float], r: float, rng: Rng) -> None:
    words = "".join(
        rng.choice(list("ABCDEGHIKLMNOPRSTU0123456789:.;%8oO"))
        for _ in range(int(rng.integers(1, 8)))
    )
    tone = named_colour(str(rng.choice(list(HSV))), rng)
    _write(
        layer,
        words,
        (int(at[0] - r), int(at[1])),
        int(rng.integers(0, 4)),
        r / 20,
        tone,
        max(1, int(r / 10)),
    )


def _keys(layer: Array, at: tuple[float, float], r: float, rng: Rng) -> None:
    tone = named_colour(str(rng.choice(["black", "grey", "white"])), rng)
    ink = np.ones(3, np.float32) * (0.9 if tone.mean() < 0.3 else 0.05)
    for i in range(int(rng.integers(1, 5))):
        for j in range(int(rng.integers(1, 4))):
            x, y = at[0] + i * r * 1.15, at[1] + j * r * 1.15
            cv2.rectangle(
                layer, (int(x), int(y)), (int(x + r), int(y + r)), tone.tolist(), -1
            )
            _write(
                layer,
                str(rng.choice(list("QWERTYUIOP[].,;:'"))),
                (int(x + r * 0.2), int(y + r * 0.6)),
                0,
                r / 60,
                ink,
                1,
            )


def _dots(layer: Array, at: tuple[float, float], r: float, rng: Rng) -> None:
    """Loose dots in a row, a line or a heap, as screws or printed marks are."""
    tone = named_colour(str(rng.choice(list(HSV))), rng)
    for _ in range(int(rng.integers(1, 9))):
        _disc(
            layer,
            (at[0] + rng.normal(0, r), at[1] + rng.normal(0, r)),
            max(1.0, r * rng.uniform(0.08, 0.25)),
            tone,
        )


def _square(layer: Array, at: tuple[float, float], r: float, rng: Rng) -> None:
    tone = named_colour(str(rng.choice(list(HSV))), rng)
    box = cv2.boxPoints((at, (r * 2, r * rng.uniform(0.5, 3)), rng.uniform(0, 360)))
    cv2.fillConvexPoly(
        layer, (box * 16).astype(np.int32), tone.tolist(), cv2.LINE_AA, 4
    )


def _domino(layer: Array, at: tuple[float, float], r: float, rng: Rng) -> None:
    """A domino: flat, twice as long as wide, a bar in its middle."""
    tone = named_colour(str(rng.choice(["white", "black", "brown"])), rng)
    ink = np.ones(3, np.float32) * (0.9 if tone.mean() < 0.3 else 0.03)
    turn = rng.uniform(0, 6.28)
    c, s = np.cos(turn), np.sin(turn)
    box = cv2.boxPoints((at, (r * 4, r * 2), float(np.degrees(turn))))
    cv2.fillConvexPoly(
        layer, (box * 16).astype(np.int32), tone.tolist(), cv2.LINE_AA, 4
    )
    cv2.line(
        layer,
        (int(at[0] + s * r * 0.8), int(at[1] - c * r * 0.8)),
        (int(at[0] - s * r * 0.8), int(at[1] + c * r * 0.8)),
        ink.tolist(),
        1,
        cv2.LINE_AA,
    )
    spots = [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0), (-1, 0), (1, 0)]
    for side in (-1, 1):
        for k in range(int(rng.integers(0, 7))):
            u, v = side * r + spots[k][0] * 0.5 * r, spots[k][1] * 0.5 * r
            _disc(
                layer,
                (at[0] + c * u - s * v, at[1] + s * u + c * v),
                max(0.8, r * 0.16),
                ink,
            )


#: Paints a thing: (picture, middle, size, source of every choice).
Painter = Callable[[Array, tuple[float, float], float, Rng], None]
#: By name, those that never look like a cube.
PAINTERS: dict[str, Painter] = {
    "coin": _coin,
    "button": _button,
    "peg": _peg,
    "keys": _keys,
    "dots": _dots,
    "text": _text,
}
_CLUTTER = (_coin, _button, _peg, _text, _keys, _dots, _square, _domino, _dots, _peg)


def add_clutter(picture: Array, rng: Rng, count: int, edge_px: float) -> Array:
    """Paint `count` flat things of about a die's size that are no dice."""
    h, w = picture.shape[:2]
    layer = picture.copy()
    for _ in range(count):
        at = (float(rng.uniform(0, w)), float(rng.uniform(0, h)))
        r = edge_px * rng.uniform(0.25, 0.9)
        _CLUTTER[int(rng.integers(len(_CLUTTER)))](layer, at, float(r), rng)
    return cv2.GaussianBlur(layer, (0, 0), 0.5).astype(np.float32)


def lens(picture: Array, rng: Rng, *, strength: float = 1.0) -> NDArray[np.uint8]:
    """Light, colour temperature, shadow edge, blur, noise, JPEG: linear RGB to a photo.

    Args:
        picture: Linear RGB (H, W, 3).
        rng: The source of every choice.
        strength: 0 to 1, how far conditions may stray from a good photo.

    Returns:
        RGB uint8 (H, W, 3).
    """
    h, w = picture.shape[:2]
    x, y = np.meshgrid(
        np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32)
    )
    a = rng.uniform(0, 6.28)
    slope = 1 + strength * rng.uniform(0, 0.5) * (np.cos(a) * x + np.sin(a) * y)
    out = picture * slope[..., None]
    if rng.random() < 0.25 * strength:  # somebody's shadow, with a soft or a sharp edge
        a, d = rng.uniform(0, 6.28), rng.uniform(-0.6, 0.6)
        sharp = np.exp(rng.uniform(np.log(2), np.log(60)))
        edge = 1 / (
            1 + np.exp(np.clip(-(np.cos(a) * x + np.sin(a) * y - d) * sharp, -30, 30))
        )
        out = out * (1 - rng.uniform(0.3, 0.75) * edge[..., None])
    warm = rng.normal(0, 0.22) * strength
    gain = np.array(
        [np.exp(warm), np.exp(rng.normal(0, 0.06) * strength), np.exp(-warm)],
        np.float32,
    )
    exposure = np.exp(rng.normal(0.0, 0.35) * strength)
    out = out * gain * exposure
    if rng.random() < 0.5:
        out = cv2.GaussianBlur(
            out, (0, 0), rng.uniform(0.3, 0.5 + 1.3 * strength * rng.random())
        )
    if rng.random() < 0.10 * strength:
        n = int(rng.integers(3, 8))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1.0)
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    out = np.clip(out, 0, 1) ** np.float32(1 / 2.2)
    if rng.random() < 0.5 * strength:
        grey = out.mean(2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.5, 1.4)
    if rng.random() < 0.4 * strength:
        out = (out - 0.5) * rng.uniform(0.7, 1.35) + 0.5 + rng.uniform(-0.06, 0.06)
    sigma = rng.uniform(0, 0.035) * strength * rng.random()
    out = out + rng.normal(0, 1, out.shape).astype(np.float32) * np.float32(sigma)
    if rng.random() < 0.25 * strength:  # sharpened by the phone
        out = out + rng.uniform(0.3, 1.2) * (out - cv2.GaussianBlur(out, (0, 0), 1.0))
    photo = (np.clip(out, 0, 1) * 255 + 0.5).astype(np.uint8)
    if rng.random() < 0.6:
        ok, jpeg = cv2.imencode(
            ".jpg",
            photo[..., ::-1],
            [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))],
        )
        if ok:
            photo = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)[..., ::-1]
    return np.ascontiguousarray(photo)
