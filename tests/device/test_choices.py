"""What was chosen in the menu is there again the next evening."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest

from device.app import App
from device.choices import NAME, BrokenChoicesError, ChoiceKeeper, Choices
from device.config import Config
from device.disk import RealDisk
from device.flow.screen import Button, say
from device.inbox import Pick, Push
from device.table import Asked, Opening
from tests.device.app_table import Table, X

SETTINGS = Choices("it", has_sound=True)
CHOSEN = Choices("en", has_sound=False)


def test_what_was_chosen_is_kept(tmp_path: Path) -> None:
    assert ChoiceKeeper(tmp_path, SETTINGS).load() == SETTINGS

    ChoiceKeeper(tmp_path, SETTINGS).keep(CHOSEN)

    assert ChoiceKeeper(tmp_path, SETTINGS).load() == CHOSEN
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_settings_changed_since_are_believed_again(tmp_path: Path) -> None:
    ChoiceKeeper(tmp_path, SETTINGS).keep(CHOSEN)

    loaded = ChoiceKeeper(tmp_path, replace(SETTINGS, language="en")).load()

    assert loaded == Choices("en", has_sound=False)
    silent = Choices("it", has_sound=False)
    ChoiceKeeper(tmp_path, silent).keep(Choices("it", has_sound=True))
    assert ChoiceKeeper(tmp_path, SETTINGS).load() == SETTINGS


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b'{"chosen": 3, "instead_of": 4}',
        b'{"chosen": {"language": "xx", "has_sound": true},'
        b' "instead_of": {"language": "it", "has_sound": true}}',
    ],
)
def test_a_broken_file_is_told(content: bytes, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(content)

    with pytest.raises(BrokenChoicesError):
        ChoiceKeeper(tmp_path, SETTINGS).load()


class FullDisk(RealDisk):
    def write(self, file: int, data: bytes) -> int:
        raise OSError("full")


def test_a_full_disk_leaves_what_was_kept(tmp_path: Path) -> None:
    ChoiceKeeper(tmp_path, SETTINGS).keep(CHOSEN)

    with pytest.raises(OSError, match="full"):
        ChoiceKeeper(tmp_path, SETTINGS, FullDisk()).keep(SETTINGS)

    assert ChoiceKeeper(tmp_path, SETTINGS).load() == CHOSEN


def test_the_app_keeps_a_choice_as_it_is_made() -> None:
    kept: list[Choices] = []
    table = Table(keep_choices=kept.append).playing()

    for id in ("language", "sound_off"):
        if table.screen.name != "menu":
            table.push(X, is_held=True)
        table.app.take(Pick(id, table.app.live.serial))

    assert kept == [Choices("en", has_sound=True), CHOSEN]


def test_a_choice_that_cannot_be_kept_holds_and_is_told() -> None:
    def full(choices: Choices) -> None:
        raise OSError("full")

    table = Table(keep_choices=full).playing()
    table.push(X, is_held=True)
    table.app.take(Pick("language", table.app.live.serial))

    assert table.app.live.language == "en"
    assert table.app.live.trouble == say("app.choices_lost")


# --- from one evening to the next -------------------------------------------------


def opened(stack: ExitStack, folder: Path, *given: str) -> App:
    config = Config()
    config = replace(
        config,
        camera=replace(config.camera, source="none"),
        display=replace(config.display, kind="none"),
        page=replace(config.page, on=False),
        sound=replace(config.sound, voice=False),
    )
    asked = Asked(config, folder, has_terminal=False, given=frozenset(given))
    return Opening(asked, SimpleQueue(), stack).open()


def test_the_table_speaks_the_language_of_the_last_evening(tmp_path: Path) -> None:
    with ExitStack() as stack:
        first = opened(stack, tmp_path)
        assert first.live.language == "it"
        first.take(Push(Button.Y, False, first.live.serial))

    with ExitStack() as stack:
        assert opened(stack, tmp_path).live.language == "en"

    with ExitStack() as stack:  # the command line says otherwise
        assert opened(stack, tmp_path, "lang").live.language == "it"


def test_a_broken_file_is_a_word_on_the_screen(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"{")

    with ExitStack() as stack:
        app = opened(stack, tmp_path)

    assert app.live.trouble == say("app.choices_broken")
