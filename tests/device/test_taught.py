"""What was taught, on disk."""

import base64
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from device.contact_sheet import draw_sheet
from device.disk import RealDisk
from device.known import Known
from device.taught import (
    MOST_FACES,
    KeptFace,
    Memories,
    Memory,
    TaughtError,
    known_here,
)
from vision.faces import CROP_PX
from vision.likeness import ShownFace


def kept(value: int, seed: int = 0, photo: str = "a.jpg") -> KeptFace:
    shape = (CROP_PX, CROP_PX, 3)
    crop = np.random.default_rng(seed).integers(0, 256, shape).astype(np.uint8)
    return KeptFace(ShownFace(value, crop), photo)


def code_of(call, *words: object) -> str:
    with pytest.raises(TaughtError) as refused:
        call(*words)
    return refused.value.code


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    memories = Memories(tmp_path / "data")
    faces = (kept(1, 1, "uno.jpg"), kept(6, 2, "città.jpg"))
    path = memories.save(Memory("osteria", faces))
    back = memories.load("osteria")
    assert path == tmp_path / "data" / "taught" / "osteria.json"
    assert [(f.face.value, f.photo) for f in back.faces] == [
        (1, "uno.jpg"),
        (6, "città.jpg"),
    ]
    assert all(
        np.array_equal(a.face.crop, b.face.crop)
        for a, b in zip(back.faces, faces, strict=True)
    )
    assert back.values == (1, 6)


def test_names_in_order_and_nothing_else(tmp_path: Path) -> None:
    memories = Memories(tmp_path)
    assert memories.names() == []
    for name in ("b", "a"):
        memories.save(Memory(name, (kept(1),)))
    (tmp_path / "taught" / "notes.txt").write_text("x")
    assert memories.names() == ["a", "b"]


def test_the_newest_faces_of_a_value_stay() -> None:
    many = Memory("x").with_faces(kept(1, photo=f"{k}.jpg") for k in range(20))
    more = many.with_faces([kept(2)])
    assert [f.photo for f in many.faces] == [
        f"{k}.jpg" for k in range(20 - MOST_FACES, 20)
    ]
    assert more.values == (1, 2)
    assert len(more.faces) == MOST_FACES + 1


def test_forgetting(tmp_path: Path) -> None:
    memories = Memories(tmp_path)
    memories.save(Memory("osteria", (kept(1),)))
    memories.forget("osteria")
    assert code_of(memories.load, "osteria") == "unknown"
    assert code_of(memories.forget, "osteria") == "unknown"


@pytest.mark.parametrize("name", ["", "../x", "a/b", "a b", "x" * 41, "a.b"])
def test_names_that_are_refused(tmp_path: Path, name: str) -> None:
    assert code_of(Memories(tmp_path).load, name) == "bad_name"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": 2}, "version"),
        ({"crop_px": CROP_PX // 2}, "version"),
        ({"what": "else"}, "broken"),
        ({"faces": 3}, "broken"),
        ({"faces": [{"value": 7, "photo": "", "png": ""}]}, "broken"),
        ({"faces": [{"value": 1, "photo": "", "png": "####"}]}, "broken"),
        ({"faces": [{"value": 1}]}, "broken"),
        ({"faces": [3]}, "broken"),
    ],
)
def test_files_that_cannot_be_had_back(
    tmp_path: Path, change: dict[str, object], code: str
) -> None:
    memories = Memories(tmp_path)
    path = memories.save(Memory("osteria", (kept(1),)))
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    assert code_of(memories.load, "osteria") == code


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[]", b"null", b'"x"'])
def test_files_that_are_no_json_of_ours(tmp_path: Path, data: bytes) -> None:
    memories = Memories(tmp_path)
    memories.save(Memory("osteria", (kept(1),))).write_bytes(data)
    assert code_of(memories.load, "osteria") == "broken"


def test_reading_goes_on_without_what_is_broken(tmp_path: Path) -> None:
    memories = Memories(tmp_path)
    memories.save(Memory("whole", (kept(1), kept(2))))
    memories.save(Memory("broken", (kept(3),))).write_bytes(b"{")
    faults: list[TaughtError] = []
    known = Known(tmp_path, faults.append)
    for _ in range(3):
        assert values_in(known) == [1, 2]
    assert [fault.code for fault in faults] == ["broken"]  # told once


def test_nothing_taught_is_no_fault(tmp_path: Path) -> None:
    faults: list[TaughtError] = []
    assert Known(tmp_path / "nowhere", faults.append).now() is None
    assert faults == []


def values_in(known: Known) -> list[int]:
    taught = known.now()
    return [] if taught is None else [face.value for face in taught.faces]


def test_what_is_taught_or_forgotten_meanwhile_is_known_at_once(tmp_path: Path) -> None:
    known, beside = Known(tmp_path, refuse), Memories(tmp_path)
    assert values_in(known) == []
    beside.save(Memory("osteria", (kept(1),)))
    assert values_in(known) == [1]
    beside.save(Memory("osteria", (kept(2),)))  # as long a file, perhaps as old
    assert values_in(known) == [2]
    beside.save(Memory("altri", (kept(3),)))
    assert values_in(known) == [3, 2]
    for name in ("altri", "osteria"):
        beside.forget(name)
    assert values_in(known) == []


def test_files_are_read_again_only_where_one_changed(tmp_path: Path) -> None:
    known = Known(tmp_path, refuse)
    known.memories.save(Memory("osteria", (kept(1),)))
    first = known.now()
    assert first is not None
    assert known.now() is first


def test_what_is_lent_is_known_and_not_written(tmp_path: Path) -> None:
    known = Known(tmp_path, refuse)
    known.lend([kept(4).face])
    assert values_in(known) == [4]
    known.memories.save(Memory("osteria", (kept(1),)))
    assert values_in(known) == [1, 4]
    assert values_in(Known(tmp_path, refuse)) == [1]


def bomb(png: bytes) -> bytes:
    """The same, but said to be 65,000 pixels wide and high."""
    header = b"IHDR" + struct.pack(">II", 65_000, 65_000) + png[24:29]
    return png[:12] + header + struct.pack(">I", zlib.crc32(header)) + png[33:]


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda png: png[:35] + b"\0\x10" + png[37:], id="length"),
        pytest.param(lambda png: png[:60] + b"????" + png[64:], id="pixels"),
        pytest.param(lambda png: png[:-3000], id="cut off"),
        pytest.param(bomb, id="size"),
    ],
)
def test_a_picture_of_which_a_bit_has_turned_breaks_its_file_alone(
    tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    memories = Memories(tmp_path)
    memories.save(Memory("osteria", (kept(1),)))
    path = memories.save(Memory("rotti", (kept(2),)))
    told = json.loads(path.read_text())
    png = base64.b64decode(told["faces"][0]["png"])
    told["faces"][0]["png"] = base64.b64encode(spoil(png)).decode()
    path.write_text(json.dumps(told))

    faults: list[TaughtError] = []
    assert values_in(Known(tmp_path, faults.append)) == [1]
    assert [fault.code for fault in faults] == ["broken"]


def refuse(fault: TaughtError) -> None:
    raise fault


class FullDisk(RealDisk):
    """No room for another byte."""

    def write(self, file: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    Memories(tmp_path).save(Memory("osteria", (kept(1),)))
    new = Memory("osteria", (kept(2),))
    assert code_of(Memories(tmp_path, FullDisk()).save, new) == "cannot_write"
    assert Memories(tmp_path).load("osteria").values == (1,)


def test_a_sheet_has_a_column_a_value_and_a_row_an_example() -> None:
    one = draw_sheet("osteria", [kept(1)], "mai mostrata")
    two = draw_sheet("osteria", [kept(1), kept(1, 2, "IMG_20260101_2359.jpg")], "-")
    assert one.width == two.width
    assert two.height > one.height
    column = np.asarray(one)[one.height // 2, : one.width // 6]
    assert column.std() > 20  # the crop of noise is there


def test_a_reader_uses_what_the_data_folder_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert known_here() is None
    memories = Memories(tmp_path / "giudice")
    memories.save(Memory("osteria", (kept(1),)))
    memories.save(Memory("rotti", (kept(1),))).write_bytes(b"{")
    taught = known_here()
    assert taught is not None
    assert len(taught.faces) == 1
    assert "rotti.json: file rovinato" in capsys.readouterr().err
