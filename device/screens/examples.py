"""A screen of every kind, as plain data: for the pictures of the README and for tests.

They show what a table would see; the flows make such screens themselves.
"""

from __future__ import annotations

import json
from importlib.resources import files

import cv2
import numpy as np

from device.flow.screen import (
    Big,
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
    Text,
    Tone,
    say,
)
from device.ports import Frame

TABLE, MIA = 1, 2
_FILES = {TABLE: "dancing_three.jpg", MIA: "mia_one.jpg"}
ANNA, BRUNO, CARLA = Sign("A", "red"), Sign("B", "green"), Sign("C", "blue")
SEATS = {"red": ANNA, "green": BRUNO, "blue": CARLA, "tango": Sign("T")}


def example_picture(shot: int) -> Frame | None:
    """The picture of an example, RGB (H, W, 3); None for another number."""
    if shot not in _FILES:
        return None
    source = (files("device") / "demo" / _FILES[shot]).read_bytes()
    decoded = cv2.imdecode(np.frombuffer(source, np.uint8), cv2.IMREAD_COLOR_RGB)
    return None if decoded is None else decoded.astype(np.uint8, copy=False)


def _marks(shot: int) -> tuple[Mark, ...]:
    told = json.loads((files("device") / "demo" / "truth.json").read_text("utf-8"))
    dice = next(one["dice"] for one in told if one["file"] == _FILES[shot])
    return tuple(
        Mark(
            tuple((float(x), float(y)) for x, y in die["corners"]),
            str(die["value"]),
            index != UNSURE,
            SEATS.get(die["colour"]),
        )
        for index, die in enumerate(dice)
    )


UNSURE = 10
TWENTY = (
    "Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Giada", "Hugo", "Ilaria",
    "Jacopo", "Katia", "Luca", "Marta", "Nino", "Olga", "Paolo", "Quinto", "Rita",
    "Sara", "Tommaso",
)  # fmt: skip


def _buttons(
    a: Text = "", b: Text = "", x: Text = "", y: Text = "", hold_y: Text = ""
) -> dict[Button, Labels]:
    """Labels as every screen of a game has them: X held is the menu."""
    return {
        Button.A: Labels(a),
        Button.B: Labels(b),
        Button.X: Labels(x, _say("menu")),
        Button.Y: Labels(y, hold_y),
    }


def _say(key: str, **values: object) -> Text:
    return say(f"example.{key}", **values)


def _dice(values: str, body: str = "white", pips: str = "black") -> list[ShownDie]:
    return [
        ShownDie(None if value == "?" else int(value), body, pips) for value in values
    ]


def _ballo(sign: Sign, first: str, second: str, text: Text = "") -> DiceLine:
    """Six dice of a player: `c` and `b` after each value."""
    colour = sign.colour or "black"
    dice = tuple(
        ShownDie(int(one[0]), "white", colour)
        if one[1] == "c"
        else ShownDie(int(one[0]), colour, "white")
        for one in _pairs(first + second)
    )
    return DiceLine(dice, sign, text)


def _pairs(told: str) -> list[str]:
    """`6b5c` as `6b`, `5c`."""
    return [told[n : n + 2] for n in range(0, len(told), 2)]


def examples() -> list[Screen]:
    """The catalogue, in the order of an evening."""
    undo = _say("undo")
    three = (
        Row(ANNA, "Anna", "6", is_turn=False),
        Row(BRUNO, "Bruno", "4", is_turn=True),
        Row(CARLA, "Carla", "5"),
    )
    games = (
        Item("dancing-dice", say("game.dancing-dice"), _say("players_2_6")),
        Item("mia", say("game.mia"), _say("players_2")),
        Item("mia-senza-garanzia", say("game.mia-senza-garanzia"), _say("players_2")),
        Item("di-da-do", say("game.di-da-do"), _say("players_3_6")),
        Item("sei-dadi", say("game.sei-dadi"), _say("players_2")),
    )
    scores = (21, 11, 22, 33, 44, 55, 66, 65, 64, 63, 62, 61, 54, 53, 52, 51, 43, 42)
    declared = tuple(
        Item(
            str(score),
            str(score),
            _say("likeliest") if score == 66 else _say("one_life") if n > 11 else "",
        )
        for n, score in enumerate(scores)
    )
    twenty = tuple(
        Row(
            Sign(name[0]),
            name,
            str(6 - n % 7 if n % 7 < 6 else 0),
            is_turn=n == 7,
            is_out=n % 7 == 6,
        )
        for n, name in enumerate(TWENTY)
    )
    return [
        Screen(
            "setup.game",
            _say("which_game"),
            Mood.CHOOSE,
            (Menu(games, 1),),
            {
                Button.A: Labels(_say("choose")),
                Button.B: Labels(_say("down")),
                Button.X: Labels(_say("up"), _say("menu")),
                Button.Y: Labels(_say("back")),
            },
        ),
        Screen(
            "setup.names",
            _say("names"),
            Mood.CHOOSE,
            (
                Players(
                    tuple(
                        Row(sign, name, is_turn=n == 0)
                        for n, (sign, name) in enumerate(
                            (
                                (ANNA, "Anna"),
                                (BRUNO, "Bruno"),
                                (CARLA, "Carla"),
                                (Sign("M", "yellow"), "Massimiliano"),
                            )
                        )
                    )
                ),
            ),
            _buttons(_say("play"), _say("change"), _say("down"), _say("back")),
        ),
        Screen(
            "setup.pair",
            _say("pair"),
            Mood.CHOOSE,
            (
                PairingCode("http://giudice.local:8080/pair#K7QM4T", "K7QM 4T"),
                Note(_say("pair_note")),
            ),
            _buttons(y=_say("back")),
        ),
        Screen(
            "mia.shut",
            _say("shut"),
            Mood.SHUT,
            (
                Note(_say("declared_by", name="Anna")),
                Players(three),
            ),
            _buttons(_say("declares"), hold_y=undo),
        ),
        Screen(
            "mia.declare",
            _say("declare"),
            Mood.SHUT,
            (Menu(declared, 6),),
            _buttons(_say("choose"), _say("down"), _say("up"), _say("back")),
        ),
        Screen(
            "mia.turn",
            _say("turn", name="Bruno"),
            Mood.CHOOSE,
            (
                Big("54"),
                Note(_say("answers", name="Anna")),
                Players(three),
            ),
            _buttons(_say("beat"), _say("accuse"), _say("guarantee"), hold_y=undo),
        ),
        Screen(
            "mia.waiting",
            _say("reveal"),
            Mood.WAITING,
            (Note(_say("waiting_note")), DiceLine(tuple(_dice("??")))),
            _buttons(y=_say("by_hand"), hold_y=undo),
            must_decide=False,
        ),
        Screen(
            "mia.hand",
            _say("hand"),
            Mood.HAND,
            (Note(_say("hand_note")), DiceLine(tuple(_dice("??")))),
            _buttons(y=_say("by_hand"), hold_y=undo),
            must_decide=False,
        ),
        Screen(
            "mia.verdict",
            _say("lie"),
            Mood.READ,
            (
                DiceLine(tuple(_dice("43", "black", "white")), text="43"),
                Note(_say("lie_note", declared=54, score=43, name="Anna"), Tone.BAD),
            ),
            _buttons(_say("all_right"), _say("correct"), hold_y=undo),
        ),
        Screen(
            "mia.touched",
            _say("touched"),
            Mood.STUCK,
            (
                DiceLine(
                    (
                        ShownDie(4, "black", "white"),
                        ShownDie(3, "black", "white", False),
                    )
                ),
                Note(_say("touched_note"), Tone.ASK),
            ),
            _buttons(_say("who"), _say("read_again"), hold_y=undo),
        ),
        Screen(
            "mia.many",
            _say("many", name="Hugo"),
            Mood.CHOOSE,
            (Players(twenty),),
            _buttons(_say("beat"), _say("accuse"), _say("guarantee"), hold_y=undo),
        ),
        Screen(
            "dancing.sipari",
            _say("sipari"),
            Mood.WAITING,
            (
                Countdown(23, 60),
                DiceLine(
                    (
                        ShownDie(2, "purple", "white"),
                        ShownDie(3, "orange", "white"),
                        ShownDie(5, "yellow", "white"),
                    ),
                    text="Tango",
                ),
            ),
            _buttons(_say("sipari_up"), hold_y=undo),
        ),
        Screen(
            "dancing.reading",
            _say("reading"),
            Mood.READING,
            (Picture(TABLE),),
            _buttons(y=_say("by_hand"), hold_y=undo),
            must_decide=False,
        ),
        Screen(
            "dancing.read",
            _say("prova", number=3),
            Mood.READ,
            (
                Picture(TABLE, _marks(TABLE)),
                Players(
                    tuple(
                        Row(sign, name, left)
                        for sign, name, left in (
                            (ANNA, "Anna", "9"),
                            (BRUNO, "Bruno", "7"),
                            (CARLA, "Carla", "10"),
                        )
                    )
                ),
            ),
            _buttons(
                _say("all_right"), _say("correct"), _say("read_again"), hold_y=undo
            ),
        ),
        Screen(
            "dancing.rows",
            _say("prova", number=3),
            Mood.READ,
            (
                _ballo(ANNA, "6b6c5c", "4b2c5b"),
                _ballo(BRUNO, "6b5c5c", "5c1b1b"),
                _ballo(CARLA, "4b4b4c", "4c4c4b", "Gala"),
            ),
            _buttons(
                _say("all_right"), _say("correct"), _say("read_again"), hold_y=undo
            ),
        ),
        Screen(
            "confirm.ask",
            _say("which_value"),
            Mood.ASKING,
            (
                Picture(TABLE, _marks(TABLE), UNSURE),
                Note(_say("of_player", name="Bruno"), Tone.ASK),
                DiceLine((ShownDie(5, "white", "green", False),), BRUNO),
            ),
            _buttons("5", "3", _say("other"), _say("delete"), undo),
        ),
        Screen(
            "dancing.ladder",
            _say("ladder"),
            Mood.READ,
            (
                LadderShown(
                    (
                        RungShown("Twist 17", (ANNA,), True),
                        RungShown("Bolero 16", (BRUNO, Sign("D", "purple")), True),
                        RungShown("12", (CARLA,), False),
                        RungShown("Macarena 4", (Sign("E", "yellow"),), False),
                    )
                ),
                Note(_say("loses", names="Carla, Elena"), Tone.BAD),
            ),
            _buttons(_say("go_on"), _say("correct"), hold_y=undo),
        ),
        Screen(
            "didado.turn",
            _say("locked", name="Carla"),
            Mood.CHOOSE,
            (
                DiceLine(
                    (
                        ShownDie(1, "blue", "white", is_held=True),
                        ShownDie(6, "blue", "white", is_held=True),
                        ShownDie(2, "blue", "white"),
                        ShownDie(2, "blue", "white"),
                        ShownDie(4, "blue", "white"),
                        ShownDie(None, "blue", "white"),
                    ),
                    CARLA,
                    at=2,
                ),
                Players(
                    (
                        Row(ANNA, "Anna", "1/6"),
                        Row(BRUNO, "Bruno", "3/6"),
                        Row(CARLA, "Carla", "2/6", is_turn=True),
                    )
                ),
            ),
            _buttons(_say("lock"), _say("combine"), _say("reroll"), _say("pass"), undo),
        ),
        Screen(
            "seidadi.roll",
            _say("scores", name="Anna"),
            Mood.CHOOSE,
            (
                DiceLine(
                    tuple(
                        ShownDie(value, is_held=value > 4)
                        for value in (6, 5, 6, 4, 2, 5)
                    ),
                    at=3,
                ),
                Big("28 / 30"),
            ),
            _buttons(_say("keep"), _say("roll"), _say("stop"), _say("go_on"), undo),
        ),
        Screen(
            "evening.stuck",
            _say("stuck"),
            Mood.STUCK,
            (Note(_say("stuck_note")),),
            _buttons(_say("by_hand"), _say("retry")),
        ),
        Screen(
            "evening.menu",
            _say("table_menu"),
            Mood.CHOOSE,
            (
                Menu(
                    (
                        Item("rules", _say("rules")),
                        Item("fix", _say("fix")),
                        Item("language", _say("language"), _say("italian")),
                        Item("sound", _say("sound"), _say("is_on")),
                        Item("leave", _say("leave")),
                    ),
                    2,
                ),
            ),
            _buttons(_say("choose"), _say("down"), _say("up"), _say("back")),
        ),
        Screen(
            "dancing.won",
            _say("winner"),
            Mood.DONE,
            (
                Big("Anna", Tone.GOOD),
                Players(
                    (
                        Row(ANNA, "Anna", "4"),
                        Row(BRUNO, "Bruno", "0", is_out=True),
                        Row(CARLA, "Carla", "0", is_out=True),
                    )
                ),
            ),
            _buttons(_say("again"), _say("finish"), hold_y=undo),
        ),
    ]
