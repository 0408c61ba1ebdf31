"""`giudice read`, with a reader that always sees the same dice."""

import json
from argparse import ArgumentParser
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFont

from device.annotate import draw_reading, label_of
from device.cli import main
from device.commands.read import add_arguments, area_in, run
from device.photo_reader import Photo
from device.wording import LANGUAGES, load_wording
from tests.laid import FakeReader, die
from vision.readings import Problem, TableReading

RED_4 = die(200, 150, "c", "red", 4)
BLUE_2 = replace(die(300, 150, "b", "blue", 2, 0.61), sure=False)


def photo_at(path: Path, size: tuple[int, int] = (640, 480)) -> str:
    Image.new("RGB", size, (90, 110, 100)).save(path)
    return str(path)


def read(reader: FakeReader, *words: str) -> int:
    parser = ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args(list(words)), lambda: reader)


def test_json_has_exactly_these_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = photo_at(tmp_path / "tavolo.png")
    assert read(FakeReader(RED_4, BLUE_2), name, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["image", "width", "height", "dice", "problems", "ms"]
    assert (told["image"], told["width"], told["height"]) == (name, 640, 480)
    assert told["dice"][0] == {
        "value": 4,
        "confidence": 0.99,
        "sure": True,
        "center": [200, 150],
        "corners": [[185, 135], [215, 135], [215, 165], [185, 165]],
        "body": "white",
        "pips": "red",
        "kind": "c",
    }
    assert told["ms"] >= 0


def test_one_line_a_photo_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [photo_at(tmp_path / f"{n}.png") for n in "cab"]
    assert read(FakeReader(), *names, "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["image"] for line in lines] == names
    assert all(line["dice"] == [] and line["problems"] == [] for line in lines)


def test_bad_files_are_named_and_the_others_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = photo_at(tmp_path / "good.png")
    bad = [str(tmp_path / "gone.jpg"), str(tmp_path / "empty.jpg"), str(tmp_path)]
    Path(bad[1]).touch()
    assert read(FakeReader(RED_4), bad[0], good, *bad[1:], "--json") == 2
    out, err = capsys.readouterr()
    assert [json.loads(line)["image"] for line in out.splitlines()] == [good]
    assert len(err.splitlines()) == 3
    assert all(name in line for name, line in zip(bad, err.splitlines(), strict=True))


@pytest.mark.parametrize(
    ("language", "head", "ask"),
    [
        ("it", "2 dadi, 1 da confermare", "blu, pallini bianchi"),
        ("en", "2 dice, 1 to confirm", "blue, white pips"),
    ],
)
def test_a_table_for_people(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    language: str,
    head: str,
    ask: str,
) -> None:
    name = photo_at(tmp_path / "tavolo.png")
    assert read(FakeReader(RED_4, BLUE_2), name, "--lang", language) == 0
    first, red, blue = capsys.readouterr().out.splitlines()
    assert first.endswith(head)
    assert red.startswith("  4  ")
    assert "?" not in red
    assert ask in blue
    assert "61 %  ?" in blue


@pytest.mark.parametrize(
    "given",
    ["", "0.1", "0,0,1", "0,0,1,1,1", "0,0,0,1", "0.5,0,0.4,1", "0,0,1.1,1", "a,b,c,d",
     "nan,0,1,1", "0,0,inf,1", "0;0;1;1"],
)  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_patch_that_cannot_be_there_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str, language: str
) -> None:
    name = photo_at(tmp_path / "a.png")
    assert read(FakeReader(), name, f"--grey={given}", "--lang", language) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"giudice: --grey {given}".rstrip())
    assert len(err.splitlines()) == 1


def test_a_patch_is_given_to_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []

    def opened(*, grey: object) -> FakeReader:
        told.append(grey)
        return FakeReader()

    monkeypatch.setattr("device.commands.read.open_reader", opened)
    name = photo_at(tmp_path / "a.png")
    assert main(["read", name, "--grey", "0.8,0.5,.9,1"]) == 0
    assert main(["read", name]) == 0
    assert told == [(0.8, 0.5, 0.9, 1.0), None]
    assert area_in("0.8,0.5,.9,1") == told[0]


def test_a_patch_that_is_not_used_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(tmp_path / "grey.png")
    Image.new("RGB", (640, 480), (140, 120, 100)).save(name)
    assert read(FakeReader(), name, "--grey", "0.1,0.1,0.2,0.2", "--json") == 0
    assert capsys.readouterr().err == ""
    assert read(FakeReader(), name, "--grey", "0.1,0.1,0.101,0.2", "--json") == 0
    out, err = capsys.readouterr()
    assert list(json.loads(out))[-1] == "ms"
    assert err == f"giudice: {name}: campione grigio non usato: ha troppo pochi pixel\n"


def test_another_count_is_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, reader = photo_at(tmp_path / "a.png"), FakeReader(RED_4)
    assert read(reader, name, "--json", "--expect", "2") == 0
    told = json.loads(capsys.readouterr().out)
    assert [problem["code"] for problem in told["problems"]] == ["too_few_dice"]
    assert [one["sure"] for one in told["dice"]] == [False]
    assert reader.expected == [2]


@pytest.mark.parametrize("given", ["-1", "many", "2.5", "²", ""])
def test_a_count_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    name = photo_at(tmp_path / "a.png")
    assert read(FakeReader(), name, f"--expect={given}") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_annotated_copies_never_overwrite_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        names.append(photo_at(tmp_path / folder / "a.png"))
    out = tmp_path / "new" / "out"
    for _ in range(2):  # a second run writes the same files again
        assert read(FakeReader(RED_4), *names, "--json", "--annotate", str(out)) == 0
    assert sorted(p.name for p in out.iterdir()) == ["a.read.2.jpg", "a.read.jpg"]
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_a_folder_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = photo_at(tmp_path / "a.png")
    assert read(FakeReader(RED_4), name, "--annotate", f"{name}/out") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "non si può scrivere" in line


def drawn(reading: TableReading, size: tuple[int, int]) -> np.ndarray:
    picture = np.full((size[1], size[0], 3), 100, np.uint8)
    photo = Photo("a.png", picture, reading, 1.0)
    image = draw_reading(photo, reading.problems, load_wording("it"))
    return np.asarray(image)


@pytest.mark.parametrize("size", [(320, 240), (1600, 1200), (4000, 3000)])
def test_outlines_stand_around_the_face_and_nothing_on_it(
    size: tuple[int, int],
) -> None:
    image = drawn(TableReading((RED_4, BLUE_2)), size)
    scale = image.shape[1] // size[0]
    for one in (RED_4, BLUE_2):
        x, y = (int(scale * v) for v in one.center)
        reach = int(8 * scale)
        inside = image[y - reach : y + reach, x - reach : x + reach]
        assert (inside == 100).all()
    assert (image != 100).any()


def test_unsure_is_told_by_shape() -> None:
    gaps = []
    for is_sure in (True, False):
        image = drawn(TableReading((replace(RED_4, sure=is_sure),)), (1600, 1200))
        side = image[135, 187:214]
        gaps.append(int((side == 100).all(axis=1).sum()))
    assert gaps[0] == 0
    assert gaps[1] > 0
    assert label_of(RED_4) == "4c 99%"
    assert label_of(BLUE_2) == "? 2b 61%"


def test_problems_stand_in_a_strip_below() -> None:
    problem = Problem("tango_unclear", "which?", (300.0, 200.0))
    image = drawn(TableReading((RED_4,), (problem,)), (1600, 1200))
    assert image.shape[0] > 1200


def test_a_die_at_the_frame_edge_and_one_of_a_pixel() -> None:
    tiny = replace(RED_4, corners=((0, 0), (1, 0), (1, 1), (0, 1)), center=(0.5, 0.5))
    assert drawn(TableReading((tiny,)), (320, 240)).shape[2] == 3


def test_the_font_draws_every_letter_of_every_text() -> None:
    font = ImageFont.truetype(str(files("device") / "fonts" / "DejaVuSans.ttf"), 20)
    missing = bytes(font.getmask("\uffff"))
    for language in LANGUAGES:
        letters = set("".join(load_wording(language).texts.values())) - {" "}
        for letter in letters:
            assert bytes(font.getmask(letter)) != missing, letter
