"""`giudice teach`, with photos in which the test says what is seen."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import device.commands.teach
from device.cameras.choose import open_camera
from device.cameras.fake import FakeCamera
from device.cameras.folder import FolderCamera
from device.cameras.shots import PictureShot
from device.commands.teach import add_arguments, run
from device.desk_teaching import Desk
from device.ports import Camera
from device.taught import Memories, Memory, TaughtError
from models.evaluate_teach import odd_look, shoot
from tests.device.cameras.clock import Clock
from vision.faces import CROP_PX
from vision.likeness import ShownFace
from vision.pipeline import read_picture
from vision.session import load_models
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
    assert lines[0].endswith("(da solo non l'avrei letta così)")
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


# --- at a desk, with a camera -----------------------------------------------------


class Person:
    """Answers every question with Enter, or with what comes next in `words`."""

    def __init__(
        self, *words: str, has_terminal: bool = True, lays_for_s: float = 3.0
    ) -> None:
        self.words = list(words)
        self.lays_for_s = lays_for_s
        self.asked: list[str] = []
        self.told: list[str] = []
        self.clock = Clock()
        self.has_terminal = has_terminal

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        self.clock.now_s += self.lays_for_s  # dice are laid meanwhile
        word = self.words.pop(0) if self.words else ""
        if word == "EOF":
            raise EOFError
        if word == "^C":
            raise KeyboardInterrupt
        return word

    def open(self, name: str, tell: Callable[[str], None]) -> Camera:
        kind, _, of = name.partition(":")
        if kind == "folder":
            return FolderCamera(Path(of), tell, pace=self.clock.pace())
        return open_camera(name, tell)

    @property
    def desk(self) -> Desk:
        return Desk(
            lambda: self.has_terminal,
            self.ask,
            self.told.append,
            self.open,
            self.clock.now,
        )


@pytest.fixture
def show(tmp_path: Path):
    """Teach with a camera; the real nets only where `models` says so."""

    def show(person: Person, *words: str, models=lambda: None) -> int:
        parser = ArgumentParser()
        add_arguments(parser)
        args = parser.parse_args([*words, "--data", str(tmp_path / "data")])
        return run(args, models, person.desk)

    return show


@pytest.fixture
def pictures(tmp_path: Path) -> str:
    """A camera that shows six pictures, none like another."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for k in range(1, 7):
        Image.new("RGB", (640, 480), (30 * k, 110, 100)).save(folder / f"{k}.png")
    return f"folder:{folder}"


def values_kept(tmp_path: Path, name: str = "x") -> list[int]:
    kept = Memories(tmp_path / "data").load(name).faces
    return [one.face.value for one in kept]


def test_a_camera_sees_one_face_after_the_other(
    pictures: str, sees: Sees, show, tmp_path: Path, capsys
) -> None:
    person = Person()
    assert show(person, "x", "--camera", pictures, "--anyway") == 0
    assert sees.asked == [((k,), True) for k in range(1, 7)]
    assert values_kept(tmp_path) == [1, 2, 3, 4, 5, 6]
    assert "Un dado che mostra 3" in person.asked[2]
    assert person.told[0] == "  1  (da solo non l'avrei letta così)"
    assert person.told[3] == "  4"
    assert capsys.readouterr().out == "x: 6 facce imparate (1, 2, 3, 4, 5, 6)\n"


def test_each_press_sees_another_picture(
    pictures: str, show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def pick(picture, values, models, *, is_certain):
        seen.append(int(picture[0, 0, 0]))
        raise TeachError("unclear") if len(seen) < 3 else EOFError

    monkeypatch.setattr(device.commands.teach, "pick_faces", pick)
    with pytest.raises(EOFError):
        show(Person(), "x", "--camera", pictures)
    assert seen == sorted(set(seen))
    assert len(seen) == 3


def test_what_is_refused_is_asked_for_again(
    pictures: str, sees: Sees, show, tmp_path: Path
) -> None:
    sees.refusal = TeachError("too_many", found=2, expected=1)
    person = Person("", "f")
    assert show(person, "x", "--camera", pictures) == 2
    assert person.asked[0] == person.asked[1]
    assert person.told == [
        "  dadi visti: 2, attesi: 1; togliete gli altri, o usate --values"
    ]
    assert not Memories(tmp_path / "data").names()


@pytest.mark.parametrize("end", ["f", " F ", "EOF"])
def test_faces_may_be_skipped_and_the_rest_left_out(
    pictures: str, sees: Sees, show, tmp_path: Path, capsys, end: str
) -> None:
    assert show(Person("", "s", "", end), "x", "--camera", pictures) == 0
    assert values_kept(tmp_path) == [1, 3]
    assert "mai mostrate: 2, 4, 5, 6" in capsys.readouterr().out


def test_an_interrupt_keeps_nothing_and_says_so(
    pictures: str, sees: Sees, show, tmp_path: Path, capsys
) -> None:
    with pytest.raises(KeyboardInterrupt):
        show(Person("", "", "^C"), "x", "--camera", pictures)
    assert Memories(tmp_path / "data").names() == []
    assert "di queste facce non resta niente" in capsys.readouterr().err


def test_a_row_of_dice_is_one_picture(
    pictures: str, sees: Sees, show, tmp_path: Path
) -> None:
    person = Person()
    assert show(person, "x", "--camera", pictures, "--values", "3,1") == 0
    assert "Dadi che mostrano 3, 1 da sinistra a destra" in person.asked[0]
    assert sees.asked == [((3, 1), False)]
    assert values_kept(tmp_path) == [1, 3]


def test_what_was_taken_is_kept_where_the_camera_ends(
    sees: Sees, show, tmp_path: Path, capsys
) -> None:
    Image.new("RGB", (640, 480), (90, 110, 100)).save(tmp_path / "1.png")
    assert show(Person(), "x", "--camera", f"folder:{tmp_path}") == 2
    assert values_kept(tmp_path) == [1]
    told = capsys.readouterr()
    assert "x: 1 faccia imparata (1)" in told.out
    assert told.err == f"giudice: --camera folder:{tmp_path}: Il filmato è finito\n"


def test_a_table_that_is_never_still_is_told(
    sees: Sees, show, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera, person = FakeCamera(), Person("", "f")
    rng = np.random.default_rng(3)

    def shoot(timeout_s: float) -> PictureShot:
        person.clock.now_s += 1 / 30
        grey = rng.integers(0, 256, (12, 16), np.uint8).repeat(20, 0).repeat(20, 1)
        return PictureShot(person.clock.now_s, grey, np.dstack([grey] * 3))

    monkeypatch.setattr(camera, "shoot", shoot)
    monkeypatch.setattr(person, "open", lambda *_: camera)
    assert show(person, "x", "--camera", "usb") == 2
    assert person.told == ["  si muove sempre qualcosa: fermi, e di nuovo Invio"]
    assert camera.calls == ["open", "close"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--camera", "usb"], "manca il nome"),
        (["x", "1.png", "--camera", "usb"], "o le foto o --camera"),
        (["x", "--camera", "none"], "--camera none: da qui non vede niente"),
        (["x", "--camera", "phone"], "--camera phone: da qui non vede niente"),
        (["x", "--camera", "demo"], "--camera demo: da qui non vede niente"),
        (["x", "--camera", "webcam"], "unknown camera 'webcam'"),
        (["x", "--camera", "folder:nowhere"], "folder:nowhere: Nessuna telecamera"),
        (["x", "--camera", "usb", "--values", "7"], "7 rifiutati"),
        (["a/b", "--camera", "usb"], "a/b"),
    ],
)
def test_slips_with_a_camera_exit_with_2(
    sees: Sees, show, capsys, words: list[str], told: str
) -> None:
    person = Person()
    assert show(person, *words) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert person.asked == []


def test_a_camera_takes_a_terminal(pictures: str, sees: Sees, show, capsys) -> None:
    person = Person(has_terminal=False)
    assert show(person, "x", "--camera", pictures) == 2
    assert "serve un terminale" in capsys.readouterr().err
    assert person.asked == []


def test_a_full_disk_at_a_desk_is_one_line(
    pictures: str, sees: Sees, show, tmp_path: Path, capsys
) -> None:
    (tmp_path / "data").write_text("no folder")
    assert show(Person(), "x", "--camera", pictures) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "status", "kept"), [(["", ""], 0, [1]), (["", "f"], 2, [])]
)
def test_a_disk_that_fills_meanwhile_may_be_mended(
    pictures: str,
    sees: Sees,
    show,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    status: int,
    kept: list[int],
) -> None:
    real, tries = Memories.save, list[Memory]()

    def save(memories: Memories, memory: Memory) -> Path:
        tries.append(memory)
        if len(tries) < 3:
            raise TaughtError("cannot_write", path="x.json", reason="full")
        return real(memories, memory)

    monkeypatch.setattr(Memories, "save", save)
    person = Person("", "f", *words)
    assert show(person, "x", "--camera", pictures) == status
    assert person.told[-2:] == ["x.json: non si scrive (full)"] * 2
    assert person.asked[-1] == person.asked[-2]
    assert (values_kept(tmp_path) if kept else Memories(tmp_path).names()) == kept


def test_real_dice_before_a_camera_are_read_from_then_on(
    show, tmp_path: Path, capsys
) -> None:
    """Rendered dice whose 1 is a letter, seen through a folder and the real nets."""
    rng, models = np.random.default_rng(32), load_models(1)
    look = odd_look(rng, "logo one")
    folder = tmp_path / "camera"
    folder.mkdir()
    for value in (1, 2, 3):
        photo = shoot(rng, [look], [value], 1, 0.2, 5).photo
        Image.fromarray(photo).save(folder / f"{value}.png")
    person = Person("", "", "", "f", lays_for_s=0.1)
    words = ("x", "--camera", f"folder:{folder}", "--anyway")
    assert show(person, *words, models=lambda: models) == 0
    assert values_kept(tmp_path) == [1, 2, 3]

    taught, _ = Memories(tmp_path / "data").everything()
    table = shoot(rng, [look] * 4, [1, 3, 1, 6], 4, 0.2, 5)
    told = read_picture(table.photo, models, 4, taught=taught)
    assert sorted(die.value for die in told.dice) == [1, 1, 3, 6]
