"""Photos of every make and every kind of damage: an upright array, or one line."""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from vision.frame import PictureError, load_picture

W, H = 400, 300
TOP_LEFT, BOTTOM_LEFT = (250, 10, 10), (10, 10, 250)
KEEP_TMP = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def picture(mode: str = "RGB", size: tuple[int, int] = (W, H)) -> Image.Image:
    """Red top left, blue bottom left, grey elsewhere: no two turns look alike."""
    image = Image.new("RGB", size, (120, 120, 120))
    image.paste(TOP_LEFT, (0, 0, size[0] // 2, size[1] // 2))
    image.paste(BOTTOM_LEFT, (0, size[1] // 2, size[0] // 2, size[1]))
    return image.convert(mode)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


JPEG = encoded(picture(), "JPEG", quality=90)
PROGRESSIVE = encoded(picture(), "JPEG", quality=90, progressive=True)
PNG = encoded(picture(), "PNG")


def saved(folder: Path, data: bytes, name: str = "photo.jpg") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def frame_or_refusal(path: Path) -> np.ndarray | str:
    try:
        return load_picture(path)
    except PictureError as error:
        return str(error)


def refusal(path: Path) -> str:
    text = frame_or_refusal(path)
    assert isinstance(text, str)
    assert text
    assert "\n" not in text
    return text


def png_header(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", len(head))
        + chunk
        + struct.pack(">I", zlib.crc32(chunk))
    )


@pytest.mark.parametrize("data", [JPEG, PROGRESSIVE, PNG])
def test_a_photo_becomes_an_rgb_array(tmp_path: Path, data: bytes) -> None:
    frame = load_picture(saved(tmp_path, data))
    assert (frame.dtype, frame.shape) == (np.uint8, (H, W, 3))
    assert frame.flags.c_contiguous
    assert frame.flags.writeable
    assert np.abs(frame[20, 20].astype(int) - TOP_LEFT).max() < 12


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize(
    ("orientation", "stored"),
    [
        (1, None),
        (2, Image.Transpose.FLIP_LEFT_RIGHT),
        (3, Image.Transpose.ROTATE_180),
        (4, Image.Transpose.FLIP_TOP_BOTTOM),
        (5, Image.Transpose.TRANSPOSE),
        (6, Image.Transpose.ROTATE_90),
        (7, Image.Transpose.TRANSVERSE),
        (8, Image.Transpose.ROTATE_270),
    ],
)
def test_every_exif_orientation_comes_out_upright(
    tmp_path: Path, kind: str, orientation: int, stored: Image.Transpose | None
) -> None:
    image = picture() if stored is None else picture().transpose(stored)
    exif = Image.Exif()
    exif[0x0112] = orientation
    frame = load_picture(saved(tmp_path, encoded(image, kind, exif=exif)))
    assert frame.shape == (H, W, 3)
    assert np.abs(frame[20, 20].astype(int) - TOP_LEFT).max() < 12
    assert np.abs(frame[H - 20, 20].astype(int) - BOTTOM_LEFT).max() < 12


def test_damaged_exif_leaves_the_picture_as_it_lies(tmp_path: Path) -> None:
    data = encoded(picture(), "JPEG", exif=b"Exif\x00\x00II*\x00\xff\xff\xff\xff\x01")
    assert load_picture(saved(tmp_path, data)).shape == (H, W, 3)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA"])
def test_png_modes(tmp_path: Path, mode: str) -> None:
    frame = load_picture(saved(tmp_path, encoded(picture(mode), "PNG")))
    assert frame.shape == (H, W, 3)
    if mode in ("P", "RGBA"):
        assert np.abs(frame[20, 20].astype(int) - TOP_LEFT).max() < 30


@pytest.mark.parametrize("mode", ["L", "CMYK"])
def test_jpeg_modes(tmp_path: Path, mode: str) -> None:
    frame = load_picture(saved(tmp_path, encoded(picture(mode), "JPEG")))
    expected = np.asarray(picture(mode).convert("RGB"))[20, 20].astype(int)
    assert np.abs(frame[20, 20] - expected).max() < 12


def test_16_bit_grey_is_scaled_not_clipped(tmp_path: Path) -> None:
    samples = np.full((H, W), 0x8000, np.uint16)
    data = encoded(Image.fromarray(samples), "PNG")
    assert load_picture(saved(tmp_path, data))[10, 10].tolist() == [128, 128, 128]


def test_16_bit_rgb_png(tmp_path: Path) -> None:
    row = b"\x00" + struct.pack(">HHH", 0xFA00, 0x1000, 0x2000) * W
    body = zlib.compress(row * H)
    chunks = b""
    for name, content in (
        (b"IHDR", struct.pack(">IIBBBBB", W, H, 16, 2, 0, 0, 0)),
        (b"IDAT", body),
        (b"IEND", b""),
    ):
        size, crc = len(content), zlib.crc32(name + content)
        chunks += struct.pack(">I", size) + name + content + struct.pack(">I", crc)
    frame = load_picture(saved(tmp_path, b"\x89PNG\r\n\x1a\n" + chunks))
    assert frame[5, 5].tolist() == [0xFA, 0x10, 0x20]


def test_transparent_parts_are_grey(tmp_path: Path) -> None:
    image = Image.new("RGBA", (W, H), (255, 255, 255, 0))
    frame = load_picture(saved(tmp_path, encoded(image, "PNG")))
    assert frame[0, 0].tolist() == [128, 128, 128]


@pytest.mark.parametrize("size", [(320, 240), (240, 320)])
def test_the_smallest_picture(tmp_path: Path, size: tuple[int, int]) -> None:
    data = encoded(picture(size=size), "PNG")
    assert load_picture(saved(tmp_path, data)).shape == (size[1], size[0], 3)


@pytest.mark.parametrize("size", [(319, 240), (320, 239), (239, 320), (2000, 100)])
def test_too_small(tmp_path: Path, size: tuple[int, int]) -> None:
    text = refusal(saved(tmp_path, encoded(picture(size=size), "PNG")))
    assert text == (
        f"{size[0]} x {size[1]} pixels are too few; at least 320 x 240 are needed"
    )


@pytest.mark.parametrize("size", [(40_000, 40_000), (10_000, 5_001), (12_000, 12_000)])
def test_too_large_is_refused_before_decoding(
    tmp_path: Path, size: tuple[int, int], recwarn: pytest.WarningsRecorder
) -> None:
    assert "more than 50 megapixels" in refusal(saved(tmp_path, png_header(*size)))
    assert not recwarn.list


def test_50_megapixels_are_not_too_large(tmp_path: Path) -> None:
    path = saved(tmp_path, png_header(10_000, 5_000))
    assert "damaged" in refusal(path)  # only the header is there


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "the file is empty"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1", "export it as JPEG"),
        (b"\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1", "export it as JPEG"),
        (b"no picture at all", "not a JPEG or PNG"),
        (encoded(picture(), "GIF"), "not a JPEG or PNG"),
        (b"\x00\x00\x00\x18ftypmp42", "not a JPEG or PNG"),
        (b"%PDF-1.7", "not a JPEG or PNG"),
    ],
)
def test_no_picture(tmp_path: Path, data: bytes, word: str) -> None:
    assert word in refusal(saved(tmp_path, data))


def test_missing_and_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path / "gone.jpg") == "no such file"
    assert "folder" in refusal(tmp_path)
    assert "not a regular file" in refusal(Path("/dev/null"))
    assert "cannot be opened" in refusal(tmp_path / ("x" * 300))
    assert refusal(tmp_path / "a\0b")


@pytest.mark.parametrize("data", [JPEG, PROGRESSIVE, PNG])
def test_half_a_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = saved(tmp_path, data[: len(data) // 2])
    assert refusal(path) == "the picture is truncated or damaged; copy the file again"


@KEEP_TMP
@given(st.sampled_from([JPEG, PROGRESSIVE, PNG]), st.floats(0, 0.999))
def test_a_file_cut_anywhere_is_refused_or_whole(
    tmp_path: Path, data: bytes, part: float
) -> None:
    answer = frame_or_refusal(saved(tmp_path, data[: int(part * len(data))]))
    if isinstance(answer, str):
        assert "\n" not in answer
    else:  # only closing bytes are gone: every pixel is there
        assert np.array_equal(answer, load_picture(saved(tmp_path, data, "whole")))


@KEEP_TMP
@given(
    st.sampled_from([JPEG, PROGRESSIVE, PNG]),
    st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1),
)
def test_damage_never_gives_anything_but_a_picture_or_a_refusal(
    tmp_path: Path, data: bytes, hits: list[tuple[float, int]]
) -> None:
    damaged = bytearray(data)
    for part, byte in hits:
        damaged[int(part * len(data))] = byte
    answer = frame_or_refusal(saved(tmp_path, bytes(damaged)))
    if isinstance(answer, str):
        assert "\n" not in answer
    else:
        assert answer.ndim == 3
