from __future__ import annotations

from io import StringIO

import pytest

from device.flow.screen import (
    Big,
    Block,
    Button,
    Countdown,
    DiceLine,
    Item,
    Labels,
    LadderShown,
    Mark,
    Menu,
    Mood,
    Note,
    PairingCode,
    Picture,
    Players,
    Row,
    RungShown,
    Screen,
    ShownDie,
    Sign,
    Tone,
    say,
)
from device.inbox import Pick, Push, Text
from device.keyboard import Keys
from device.page.live import Live
from device.terminal import CLEAR, Terminal, screen_lines
from tests.device.evenings import WORDINGS

ANNA, BRUNO = Sign("A", "red"), Sign("B", "blue")
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def live(*blocks: Block, mood: Mood = Mood.CHOOSE, **more: bool) -> Live:
    buttons = {Button.A: Labels("Avanti"), Button.X: Labels("", "Menù")}
    return Live(Screen("s", "Titolo", mood, blocks, buttons, **more), 3)


def lines(*blocks: Block) -> list[str]:
    """What a screen says between its rules."""
    told = list(screen_lines(live(*blocks), WORDINGS["it"]))
    return told[2 : told.index("─" * 64, 2)]


@pytest.mark.parametrize(
    ("block", "told"),
    [
        pytest.param(Note("due parole"), ["due parole"], id="note"),
        pytest.param(Note("no", Tone.BAD), ["✗ no"], id="a tone has a sign"),
        pytest.param(Big("vince Anna"), ["VINCE ANNA"], id="big"),
        pytest.param(
            Players((Row(ANNA, "Anna", "3", is_turn=True), Row(BRUNO, "Bruno"))),
            ["> (A rosso) Anna           3", "  (B blu) Bruno"],
            id="players",
        ),
        pytest.param(
            Players((Row(ANNA, "Anna", "0", "−1", is_out=True, tone=Tone.BAD),)),
            ["x (A rosso) Anna           0  ✗ −1"],
            id="out",
        ),
        pytest.param(
            Menu((Item("a", "31"), Item("b", "Due", "costa")), 1),
            [" 1) 31", f">2) {'Due':40} costa"],
            id="menu",
        ),
        pytest.param(
            DiceLine(
                (ShownDie(4), ShownDie(None), ShownDie(2, "red", is_sure=False)),
                Sign("A"),
                "12",
                at=2,
            ),
            ["(A)  [4] [·] >{2?}  12"],
            id="dice",
        ),
        pytest.param(
            DiceLine((ShownDie(6, is_held=True),)), ["[6]*"], id="a die that is kept"
        ),
        pytest.param(
            Picture(
                7,
                (
                    Mark(SQUARE, "4", sign=ANNA),
                    Mark(SQUARE, "2", is_sure=False, sign=BRUNO),
                    Mark(SQUARE, "1", sign=ANNA),
                ),
                focus=1,
            ),
            ["(foto 7)", "(A rosso) 4 1", "(B blu) >2?"],
            id="picture",
        ),
        pytest.param(Picture(None), ["(senza foto)"], id="no picture"),
        pytest.param(
            LadderShown((RungShown("Tango", (ANNA, BRUNO), True),)),
            [f"✓ {'Tango':26} (A rosso) (B blu)"],
            id="ladder",
        ),
        pytest.param(Countdown(12.4, 60.0), ["12 s"], id="countdown"),
    ],
)
def test_a_block_as_text(block: Block, told: list[str]) -> None:
    assert lines(block) == told


def test_a_pairing_code_is_a_square_and_can_be_typed() -> None:
    told = lines(PairingCode("http://192.168.1.5:8080/#pair=ABC234", "ABC234"))

    assert told[-2:] == ["ABC234", "http://192.168.1.5:8080/#pair=ABC234"]
    square = told[:-2]
    assert len({len(line) for line in square}) == 1
    assert abs(len(square[0]) - 2 * len(square)) <= 1
    assert set("".join(square)) <= set("█▀▄ ")


def test_buttons_are_told_with_their_hold() -> None:
    told = list(screen_lines(live(), WORDINGS["it"]))

    assert told[-2:] == ["[A] Avanti", "[X]               (tieni premuto: Menù)"]


def test_trouble_comes_first() -> None:
    shown = Live(live().screen, 1, trouble=say("journal.full"))

    assert list(screen_lines(shown, WORDINGS["it"]))[2].startswith("! ")


def test_a_terminal_is_redrawn_in_place_and_only_when_something_changed() -> None:
    stream = StringIO()
    terminal = Terminal(stream, WORDINGS, is_live=True, footer="http://tavolo")

    terminal.publish(live(Note("uno")))
    first = stream.getvalue()
    terminal.publish(live(Note("uno")))
    assert stream.getvalue() == first
    terminal.publish(live(Note("due")))

    assert stream.getvalue().count(CLEAR) == 2
    assert "http://tavolo" in first


def test_elsewhere_screens_follow_one_another_without_control_signs() -> None:
    stream = StringIO()
    terminal = Terminal(stream, WORDINGS)

    terminal.publish(live(Note("uno")))
    terminal.publish(live(Note("mani"), mood=Mood.HAND))
    terminal.publish(live(Note("due")))

    assert "\x1b" not in stream.getvalue()
    assert "uno" in stream.getvalue()
    assert "due" in stream.getvalue()
    assert "mani" not in stream.getvalue()


# --- keys -------------------------------------------------------------------------

CHOICES = live(Menu((Item("uno", "Uno"), Item("due", "Due")), 0))
NAMES = live(takes_text=True)


@pytest.mark.parametrize(
    ("key", "item"),
    [
        ("a", Push(Button.A, False, 3)),
        ("Y", Push(Button.Y, True, 3)),
        ("2", Pick("due", 3)),
        ("3", None),
        ("0", None),
        ("q", None),
        ("\r", None),
        ("²", None),
    ],
)
def test_what_a_key_means(key: str, item: object) -> None:
    assert Keys().press(key, CHOICES) == item


def test_a_line_of_text_is_begun_and_ended_by_enter() -> None:
    keys = Keys()
    told = [keys.press(key, NAMES) for key in "\rAnnaa\x7f\r"]

    assert told[-1] == Text("Anna", 3)
    assert told[:-1] == [None] * 7
    assert keys.line is None


def test_escape_or_another_screen_drops_the_line() -> None:
    keys = Keys()
    for key in "\rab\x1b":
        keys.press(key, NAMES)
    assert keys.press("a", NAMES) == Push(Button.A, False, 3)

    keys.press("\r", NAMES)
    keys.press("b", NAMES)
    assert keys.press("a", CHOICES) is None
    assert keys.press("a", CHOICES) == Push(Button.A, False, 3)


def test_a_line_of_text_has_an_end() -> None:
    keys = Keys()
    for key in "\r" + "x" * 100:
        keys.press(key, NAMES)

    assert keys.line is not None
    assert len(keys.line) == 40
