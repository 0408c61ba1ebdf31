"""Screens as pictures: nothing outside, nothing over anything else, nothing by colour
alone."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from device.flow.screen import (
    Big,
    Button,
    DiceLine,
    Item,
    Labels,
    LadderShown,
    Menu,
    Mood,
    Note,
    Picture,
    Players,
    Row,
    RungShown,
    Screen,
    ShownDie,
    Sign,
    Tone,
)
from device.ports import Frame
from device.screens import draw
from device.screens.canvas import Box
from device.screens.example_table import example_picture
from device.screens.examples import examples
from device.screens.layout import lay_out, share
from device.screens.lettering import CUT, cut, fit, width_of
from device.screens.plain import lay_out_plain
from device.screens.theme import BACK, MOODS, PLAYERS, TONES, contrast, on
from device.wording import LANGUAGES, load_wording
from tests.device.screens.shown import random_screen

WORDINGS = {language: load_wording(language) for language in LANGUAGES}
IT = WORDINGS["it"]
PANEL, SQUARE, PLAIN = (320, 240), (240, 240), (128, 64)
GOLDEN = Path(__file__).with_name("golden")


def pictures(shot: int) -> Frame | None:
    frame = np.full((480, 640, 3), 90, np.uint8)
    return frame if shot == 1 else None


def touching(boxes: Sequence[tuple[Box, str]]) -> list[tuple[str, str]]:
    return [
        (text, other)
        for (one, text), (two, other) in combinations(boxes, 2)
        if one.left < two.right
        and two.left < one.right
        and one.top < two.bottom
        and two.top < one.bottom
    ]


def outside(
    boxes: Sequence[tuple[Box, str]], size: tuple[int, int]
) -> list[tuple[Box, str]]:
    return [
        (box, text)
        for box, text in boxes
        if box.left < 0 or box.top < 0 or box.right > size[0] or box.bottom > size[1]
    ]


# --- whatever is shown -------------------------------------------------------------


@pytest.mark.parametrize("size", [PANEL, SQUARE, (480, 320)])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_any_screen_is_drawn_without_overlap(size: tuple[int, int], seed: int) -> None:
    canvas = lay_out(random_screen(seed), IT, size, pictures, "la scheda è piena")
    assert canvas.image.size == size
    assert not outside(canvas.written, size)
    assert not touching(canvas.written)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_any_screen_is_drawn_on_a_small_panel(seed: int) -> None:
    canvas = lay_out_plain(random_screen(seed), IT, PLAIN, "la scheda è piena")
    assert canvas.image.size == PLAIN
    assert not outside(canvas.written, PLAIN)
    assert not touching(canvas.written)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [PANEL, SQUARE, PLAIN])
def test_every_example_is_drawn(size: tuple[int, int], language: str) -> None:
    for screen in examples(language):
        image = draw(screen, WORDINGS[language], size, example_picture)
        assert (image.size, image.mode) == (size, "RGB")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_example_is_cut_on_the_hat(language: str) -> None:
    for screen in examples(language):
        canvas = lay_out(screen, WORDINGS[language], PANEL, example_picture)
        title = WORDINGS[language].tell(screen.title)
        shown = " ".join(text for _, text in canvas.written)
        assert title in shown, screen.name
        for labels in screen.buttons.values():
            assert WORDINGS[language].tell(labels.press) in shown, screen.name


# --- readable from a metre ---------------------------------------------------------


def sizes_of(screen: Screen) -> dict[str, int]:
    canvas = lay_out(screen, IT, PANEL, pictures)
    return {text: box.height for box, text in canvas.written}


def test_titles_and_big_texts_are_large() -> None:
    heights = sizes_of(Screen("any", "Tocca a Bruno", Mood.CHOOSE, (Big("54"),)))
    assert heights["Tocca a Bruno"] >= 22
    assert heights["54"] >= 44


def test_a_long_big_text_goes_on_over_lines_rather_than_small() -> None:
    words = "Massimiliano perde due vite"
    canvas = lay_out(Screen("any", "x", Mood.READ, (Big(words),)), IT, PANEL, pictures)
    lines = [(box, text) for box, text in canvas.written if text in words]
    assert " ".join(text for _, text in lines) == words
    assert len(lines) > 1
    assert all(box.height >= 30 for box, _ in lines)


@pytest.mark.parametrize("paint", [*TONES.values()])
def test_texts_stand_out_from_the_ground(paint: tuple[int, int, int]) -> None:
    assert contrast(paint, BACK) >= 7


@pytest.mark.parametrize("mood", Mood)
def test_titles_stand_out_from_their_band(mood: Mood) -> None:
    fill, ink = MOODS[mood]
    assert contrast(fill, ink) >= 4.5


@pytest.mark.parametrize("colour", PLAYERS)
def test_letters_stand_out_from_their_chip(colour: str) -> None:
    assert contrast(PLAYERS[colour], on(PLAYERS[colour])) >= 4.5


# --- never by colour alone -----------------------------------------------------------


def shape_of(screen: Screen, size: tuple[int, int] = PANEL) -> bytes:
    """Where a picture is dark and where it is light: no colour at all."""
    grey = np.asarray(draw(screen, IT, size, pictures).convert("L"), np.int16)
    edges = np.abs(np.diff(grey, axis=1)) > 60
    return edges.tobytes()


@pytest.mark.parametrize("size", [PANEL, PLAIN])
def test_moods_differ_by_their_sign(size: tuple[int, int]) -> None:
    shapes = [shape_of(Screen("any", "Dadi", mood), size) for mood in Mood]
    assert len(set(shapes)) == len(Mood)


def test_players_of_one_colour_differ_by_their_letter() -> None:
    shapes = {
        shape_of(
            Screen(
                "any",
                "x",
                Mood.CHOOSE,
                (Players((Row(Sign(letter, "red"), "N", "6"),)),),
            )
        )
        for letter in "ABCDEF"
    }
    assert len(shapes) == 6


@pytest.mark.parametrize("block", [Note, Big])
def test_tones_differ_by_their_sign(block: type[Note] | type[Big]) -> None:
    shapes = {
        shape_of(Screen("any", "x", Mood.READ, (block("Anna", tone),))) for tone in Tone
    }
    assert len(shapes) == len(Tone)


DIE = ShownDie(4)


@pytest.mark.parametrize("size", [PANEL, PLAIN])
def test_dice_tell_value_doubt_and_keeping_by_shape(size: tuple[int, int]) -> None:
    kinds = [
        *(replace(DIE, value=value) for value in (None, 1, 2, 3, 4, 5, 6)),
        replace(DIE, is_sure=False),
        replace(DIE, is_held=True),
    ]
    shapes = {
        shape_of(Screen("any", "x", Mood.READ, (DiceLine((die,)),)), size)
        for die in kinds
    }
    picked = Screen("any", "x", Mood.READ, (DiceLine((DIE,), at=0),))
    assert len(shapes | {shape_of(picked, size)}) == len(kinds) + 1


@pytest.mark.parametrize("row", ["is_turn", "is_out"])
@pytest.mark.parametrize("count", [3, 20])
@pytest.mark.parametrize("size", [PANEL, PLAIN])
def test_whose_turn_it_is_and_who_is_out_is_seen(
    size: tuple[int, int], count: int, row: str
) -> None:
    rows = [Row(Sign(chr(65 + n)), f"N{n}", "3") for n in range(count)]
    plain = Screen("any", "x", Mood.CHOOSE, (Players(tuple(rows)),))
    rows[1] = replace(rows[1], is_turn=row == "is_turn", is_out=row == "is_out")
    told = Screen("any", "x", Mood.CHOOSE, (Players(tuple(rows)),))
    assert shape_of(plain, size) != shape_of(told, size)


@pytest.mark.parametrize("size", [PANEL, PLAIN])
def test_judged_well_is_told_by_a_sign(size: tuple[int, int]) -> None:
    shapes = {
        shape_of(
            Screen(
                "any",
                "x",
                Mood.READ,
                (LadderShown((RungShown("Twist", (Sign("A"),), is_well),)),),
            ),
            size,
        )
        for is_well in (True, False)
    }
    assert len(shapes) == 2


# --- too much for one screen ---------------------------------------------------------


@pytest.mark.parametrize("at", range(21))
@pytest.mark.parametrize("size", [PANEL, SQUARE])
def test_a_long_menu_shows_its_cursor(size: tuple[int, int], at: int) -> None:
    items = tuple(Item(str(n), f"punteggio {n}") for n in range(21))
    screen = Screen("any", "x", Mood.CHOOSE, (Menu(items, at),))
    texts = [text for _, text in lay_out(screen, IT, size, pictures).written]
    assert f"punteggio {at}" in texts


def test_twenty_players_are_all_shown() -> None:
    rows = tuple(Row(Sign(chr(65 + n)), f"N{n}", str(n + 30)) for n in range(20))
    screen = Screen("any", "x", Mood.CHOOSE, (Players(rows),))
    for size in (PANEL, SQUARE):
        texts = {text for _, text in lay_out(screen, IT, size, pictures).written}
        assert {row.left for row in rows} <= texts


def test_in_no_room_at_all_who_is_to_act_is_shown() -> None:
    rows = tuple(
        Row(Sign("A"), f"N{n}", str(n + 30), is_turn=n == 17) for n in range(20)
    )
    blocks = (Note("parole " * 60), Note("parole " * 60), Players(rows))
    texts = [
        text
        for _, text in lay_out(
            Screen("any", "x", Mood.CHOOSE, blocks), IT, PANEL, pictures
        ).written
    ]
    assert "47" in texts
    assert any(text.startswith(f"{CUT}+") for text in texts)


def test_labels_stand_in_the_corners_where_the_buttons_are() -> None:
    labels = {button: Labels(button.name * 3, "held") for button in Button}
    canvas = lay_out(
        Screen("any", "x", Mood.CHOOSE, buttons=labels), IT, PANEL, pictures
    )
    spots = {text: box for box, text in canvas.written}
    for button, is_left, is_top in (
        (Button.A, True, True),
        (Button.B, True, False),
        (Button.X, False, True),
        (Button.Y, False, False),
    ):
        box = spots[button.value * 3]
        assert (box.right < 160) == is_left
        assert (box.bottom < 120) == is_top


def test_trouble_is_shown_on_every_panel() -> None:
    screen = Screen("any", "x", Mood.CHOOSE)
    trouble = "la scheda è piena"
    panel = [text for _, text in lay_out(screen, IT, PANEL, pictures, trouble).written]
    plain = [text for _, text in lay_out_plain(screen, IT, PLAIN, trouble).written]
    assert trouble in panel
    assert f"✗ {trouble}" in " ".join(plain)


def test_a_die_in_focus_is_enlarged_from_the_picture() -> None:
    asked = next(screen for screen in examples() if screen.name == "confirm.asking")
    blocks = tuple(
        replace(block, focus=None) if isinstance(block, Picture) else block
        for block in asked.blocks
    )
    whole = replace(asked, blocks=blocks)
    assert whole != asked
    near = draw(asked, IT, PANEL, example_picture)
    far = draw(whole, IT, PANEL, example_picture)
    assert near.tobytes() != far.tobytes()


# --- measures ------------------------------------------------------------------------


def test_heights_are_shared_the_first_ones_first() -> None:
    assert share([(20, 50, False), (20, 40, False)], 100, 5) == [50, 40]
    assert share([(20, 50, False), (20, 40, False)], 75, 5) == [50, 20]
    assert share([(20, 50, False), (20, 40, True)], 195, 5) == [50, 140]
    assert share([(20, 50, False), (20, 40, False), (30, 30, False)], 60, 5) == [35, 20]
    assert share([(200, 300, False)], 100, 5) == [100]
    assert share([], 100, 5) == []


def test_a_line_is_cut_to_its_width() -> None:
    line = cut("Massimiliano", 20, 80)
    assert line.endswith(CUT)
    assert width_of(line, 20) <= 80
    assert width_of(cut("Massimiliano", 20, 80)[:-1] + "xx", 20) > 60
    assert cut("Anna", 20, 200) == "Anna"


def test_a_text_is_as_large_as_its_room_allows() -> None:
    fitted = fit("Tocca a Bruno", 200, 100, 60, 10, 2)
    larger = fitted.size + 1
    assert fit("Tocca a Bruno", 200, 100, larger, larger, 9).height > 100 or any(
        width_of(line, larger) > 200 or CUT in line
        for line in fit("Tocca a Bruno", 200, 100, larger, larger, 2).lines
    )
    assert fitted.height <= 100
    assert fitted.width <= 200


# --- golden --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mia.answer", "dancing.ladder", "confirm.asking"])
@pytest.mark.parametrize("size", [PANEL, PLAIN])
def test_screens_look_as_they_were_approved(size: tuple[int, int], name: str) -> None:
    """Made by `giudice screens`; a few shades may differ between Pillow versions."""
    screen = next(screen for screen in examples() if screen.name == name)
    image = draw(screen, IT, size, example_picture)
    with Image.open(GOLDEN / f"{name}-{size[0]}.png") as golden:
        wanted = np.asarray(golden.convert("RGB"), np.int16)
    differing = np.abs(np.asarray(image, np.int16) - wanted).max(axis=2) > 48
    assert differing.mean() < 0.01
