"""A photo on disk to an RGB array the right way up; all else is refused in one line."""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

Frame = NDArray[np.uint8]

MIN_LONG_PX, MIN_SHORT_PX = 320, 240
MAX_PIXELS = 50_000_000
#: Transparent parts become this grey: both a white and a black die stand out from it.
BACKDROP = (128, 128, 128)

#: Brands after `ftyp` of the HEIF family (ISO/IEC 23008-12, annex B) and AVIF.
HEIF_BRANDS = {
    b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"hevm", b"hevs",
    b"mif1", b"msf1", b"avif", b"avis",
}  # fmt: skip

#: A PNG begins with this, and its width and height end at byte `_HEAD` (RFC 2083).
_PNG = b"\x89PNG\r\n\x1a\n"
_HEAD = 24

#: What Pillow raises on files that are cut short or damaged; found by tests.
_DAMAGED = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    IndexError,
    KeyError,
    TypeError,
    AttributeError,
    OverflowError,
    struct.error,
    zlib.error,
)

_EXIF_ORIENTATION = 0x0112
#: EXIF orientation → how to turn the stored picture upright (CIPA DC-008, 4.6.4).
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


class PictureError(ValueError):
    """A file that cannot be read as a photo; the message is one line for the user.

    Attributes:
        code: A stable name; texts in other languages are keyed by it.
        values: What such a text needs.
    """

    def __init__(
        self, code: str, text: str, values: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(text)
        self.code = code
        self.values = dict(values or {})


def load_picture(path: Path) -> Frame:
    """Load a JPEG or PNG file, turned upright by its EXIF orientation.

    16-bit samples are cut to 8; grey, palette and CMYK become RGB; transparent parts
    become mid-grey. Size is checked on the header, before anything is decoded.

    Args:
        path: The file.

    Returns:
        RGB, `uint8`, shape (H, W, 3), contiguous; at least 320 × 240 (or 240 × 320),
        at most 50 megapixels.

    Raises:
        PictureError: Missing, a folder, no JPEG or PNG, too small or large, truncated.
    """
    _check_file(path)
    try:
        with warnings.catch_warnings():  # the refusals below say it in our own words
            warnings.simplefilter("ignore")
            with _open(path) as image:
                _check_size(*image.size)
                return _decode(image)
    except PictureError:
        raise
    except MemoryError:
        raise PictureError("no_memory", "not enough memory for this picture") from None
    except _DAMAGED:
        raise PictureError(
            "damaged", "the picture is truncated or damaged; copy the file again"
        ) from None


def _check_file(path: Path) -> None:
    try:
        if path.is_dir():
            raise PictureError("folder", "this is a folder; name the photos in it")
        if not path.exists():
            raise PictureError("missing", "no such file")
        if not path.is_file():
            raise PictureError("not_regular", "this is not a regular file")
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except (OSError, ValueError) as error:
        if isinstance(error, PictureError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise PictureError(
            "cannot_open", f"the file cannot be opened ({reason})", {"reason": reason}
        ) from None
    if not head:
        raise PictureError("empty", "the file is empty")
    if head[4:8] == b"ftyp" and head[8:12] in HEIF_BRANDS:
        raise PictureError("heic", "HEIC pictures are not read; export it as JPEG")
    if head.startswith(_PNG) and len(head) == _HEAD:
        _check_size(*struct.unpack(">II", head[-8:]))


def _open(path: Path) -> Image.Image:
    """Read the header only; Pillow decodes later."""
    try:
        return Image.open(path, formats=("JPEG", "PNG"))
    except Image.DecompressionBombError:
        raise PictureError("too_large", _too_large("far")) from None
    except UnidentifiedImageError:
        raise PictureError(
            "no_picture", "not a JPEG or PNG picture, or damaged"
        ) from None


def _check_size(width: int, height: int) -> None:
    if max(width, height) < MIN_LONG_PX or min(width, height) < MIN_SHORT_PX:
        raise PictureError(
            "too_small",
            f"{width} x {height} pixels are too few; "
            f"at least {MIN_LONG_PX} x {MIN_SHORT_PX} are needed",
            {"width": width, "height": height},
        )
    if width * height > MAX_PIXELS:
        raise PictureError("too_large", _too_large(f"{width} x {height} pixels,"))


def _too_large(size: str) -> str:
    return f"{size} more than {MAX_PIXELS // 1_000_000} megapixels; make it smaller"


def _decode(image: Image.Image) -> Frame:
    image.load()
    turn = _UPRIGHT.get(_orientation(image))
    rgb = _to_rgb(image)
    if turn is not None:
        rgb = rgb.transpose(turn)
    return np.array(rgb, dtype=np.uint8)


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_EXIF_ORIENTATION, 1))
    except _DAMAGED:  # a damaged EXIF block leaves a good picture: taken as it lies
        return 1


def _to_rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I"):  # 16-bit grey: Pillow would clip it, not scale it
        samples = np.asarray(image).astype(np.int64) >> 8
        grey = np.clip(samples, 0, 255).astype(np.uint8)
        return Image.fromarray(grey).convert("RGB")
    if "A" in image.getbands() or "transparency" in image.info:
        over = image.convert("RGBA")
        back = Image.new("RGBA", over.size, (*BACKDROP, 255))
        return Image.alpha_composite(back, over).convert("RGB")
    return image.convert("RGB")
