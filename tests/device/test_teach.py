"""`giudice teach`, with photos in which the test says what is seen."""

from argparse import ArgumentParser
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import device.commands.teach
from device.commands.teach import add_arguments, run
from device.taught import Memories
from vision.faces import CROP_PX
from vision.likeness import ShownFace
from vision.teach import Picked, TeachError

CROP = (CROP_PX, CROP_PX, 3)


@pytest.fixture
def photos(tmp_path: Path) -> list[str]:
    names = [str(tmp_path / f"{k}.png") for k in range(1, 7)]
    for name in names:
        Image.new("RGB", (640, 480), (90, 110, 100)).save(name)
    return names


class Sees:
    """Stands for `pick_faces`: reads fours, or refuses."""

    def __init__(self) -> None:
        self.asked: list[tuple[tuple[int, ...], bool]] = []
        self.refusal: TeachError | None = None

    def __call__(self, picture, values, models, *, is_certain):
        self.asked.append((tuple(values), is_certain))
        if self.refusal is not None:
            raise self.refusal
        rng = np.random.default_rng(len(self.asked))
        crops = [rng.integers(0, 256, CROP, np.uint8) for _ in values]
        return [
            Picked(ShownFace(v, crop), 4, 0.9)
            for v, crop in zip(values, crops, strict=True)
        ]


@pytest.fixture
def sees(monkeypatch: pytest.MonkeyPatch) -> Sees:
    sees = Sees()
    monkeypatch.setattr(device.commands.teach, "pick_faces", sees)
    return sees


@pytest.fixture
def teach(tmp_path: Path):
    def teach(*words: str) -> int:
        parser = ArgumentParser()
        add_arguments(parser)
        args = parser.parse_args([*words, "--data", str(tmp_path / "data")])
        return run(args, lambda: None)

    return teach


def test_six_photos_are_one_to_six(
    photos: list[str], sees: Sees, teach, tmp_path: Path, capsys
) -> None:
    assert teach("osteria", *photos) == 0
    assert sees.asked == [((k,), False) for k in range(1, 7)]
    assert Memories(tmp_path / "data").load("osteria").values == (1, 2, 3, 4, 5, 6)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 7
    assert lines[0].endswith("(da sola non l'avrei letta così)")
    assert lines[3] == f"  4  {photos[3]}"
    assert lines[-1] == "osteria: 6 facce imparate (1, 2, 3, 4, 5, 6)"


def test_values_are_what_every_photo_shows(
    photos: list[str], sees: Sees, teach, capsys
) -> None:
    assert teach("x", *photos[:2], "--values", "3, 1", "--anyway") == 0
    assert sees.asked == [((3, 1), True)] * 2
    assert "mai mostrate: 2, 4, 5, 6" in capsys.readouterr().out


def test_teaching_again_adds(photos: list[str], sees: Sees, teach, capsys) -> None:
    teach("x", photos[0], "--values", "1")
    teach("x", photos[1], "--values", "1")
    teach("x", photos[1], "--values", "2", "--lang", "en")
    assert (
        capsys.readouterr().out.splitlines()[-1].startswith("x: 3 faces learnt (1, 2)")
    )


def test_one_bad_photo_and_nothing_is_learnt(
    photos: list[str], sees: Sees, teach, tmp_path: Path, capsys
) -> None:
    sees.refusal = TeachError("too_many", found=2, expected=1)
    assert teach("x", *photos) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"giudice: {photos[0]}: dadi visti: 2, attesi: 1")
    assert not Memories(tmp_path / "data").names()


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (TeachError("none_found"), "non trovo"),
        (TeachError("too_few", found=1, expected=2), "trovati: 1"),
        (TeachError("unclear"), "non è chiaro"),
        (TeachError("contradicts", read=2, value=5), "un 2, non un 5"),
    ],
)
def test_every_refusal_is_one_line(
    photos: list[str], sees: Sees, teach, capsys, refusal: TeachError, words: str
) -> None:
    sees.refusal = refusal
    assert teach("x", photos[0], "--values", "5") == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "manca il nome"),
        (["x"], "mancano le foto"),
        (["x", "1", "2", "3"], "servono sei foto"),
        (["x", "1", "--values", "1,7"], "1,7"),
        (["x", "1", "--values", ""], "rifiutati"),
        (["x", "nowhere.jpg", "--values", "1"], "nowhere.jpg: il file non esiste"),
        (["a/b", "1", "--values", "1"], "a/b"),
        (["--forget", "nobody"], "mai imparato"),
        (["nobody", "--sheet", "s.png"], "mai imparato"),
    ],
)
def test_slips_exit_with_2(
    sees: Sees, teach, capsys, words: list[str], told: str
) -> None:
    assert teach(*words) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_list_names_what_is_whole_and_what_is_not(
    photos: list[str], sees: Sees, teach, tmp_path: Path, capsys
) -> None:
    assert teach("--list") == 0
    assert capsys.readouterr().out == "nessun dado imparato\n"
    teach("buoni", photos[0], "--values", "1")
    (tmp_path / "data" / "taught" / "rotti.json").write_text("{")
    capsys.readouterr()
    assert teach("--list") == 2
    told = capsys.readouterr()
    assert told.out.startswith("buoni: 1 faccia imparata (1)")
    assert "rotti.json: file rovinato" in told.err
    assert teach("--forget", "rotti") == 0
    assert teach("--list") == 0


def test_a_broken_file_is_not_taught_over(
    photos: list[str], sees: Sees, teach, tmp_path: Path, capsys
) -> None:
    teach("x", photos[0], "--values", "1")
    path = tmp_path / "data" / "taught" / "x.json"
    path.write_text("{")
    assert teach("x", photos[0], "--values", "2") == 2
    assert path.read_text() == "{"


def test_the_sheet(
    photos: list[str], sees: Sees, teach, tmp_path: Path, capsys
) -> None:
    sheet = tmp_path / "sheet.png"
    assert teach("x", *photos, "--sheet", str(sheet)) == 0
    first = sheet.read_bytes()
    assert teach("x", "--sheet", str(sheet)) == 0
    assert sheet.read_bytes() == first
    assert teach("x", "--sheet", str(tmp_path / "no" / "s.png")) == 2
    assert "s.png" in capsys.readouterr().err


def test_faces_that_look_alike_are_told(
    photos: list[str], teach, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    crop = (
        np.random.default_rng(1)
        .integers(0, 256, (CROP_PX, CROP_PX, 3))
        .astype(np.uint8)
    )
    monkeypatch.setattr(
        device.commands.teach,
        "pick_faces",
        lambda _, values, *__, **___: [
            Picked(ShownFace(v, crop), v, 0.9) for v in values
        ],
    )
    assert teach("x", photos[0], "--values", "2,5") == 0
    assert "le facce 2 e 5 si somigliano" in capsys.readouterr().out
