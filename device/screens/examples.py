"""A screen of every kind, as plain data: for the pictures of the README and for tests.

They show what a table would see; the flows make such screens themselves.
"""

from __future__ import annotations

from device.flow.screen import (
    Big,
    Button,
    Countdown,
    DiceLine,
    Item,
    Labels,
    LadderShown,
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
from device.screens.example_parts import (
    ANNA,
    BRUNO,
    CARLA,
    TABLE,
    TWENTY,
    UNSURE,
    ballo,
    buttons,
    dice,
    example,
    marks,
)

UNDO = example("undo")


def examples() -> list[Screen]:
    """The catalogue, in the order of an evening."""
    return [*_setup(), *_mia(), *_dancing(), *_asking(), *_others(), *_evening()]


def _setup() -> list[Screen]:
    """Game, names, phones."""
    games = (
        Item("dancing-dice", say("game.dancing-dice"), example("players_2_6")),
        Item("mia", say("game.mia"), example("players_2")),
        Item(
            "mia-senza-garanzia", say("game.mia-senza-garanzia"), example("players_2")
        ),
        Item("di-da-do", say("game.di-da-do"), example("players_3_6")),
        Item("sei-dadi", say("game.sei-dadi"), example("players_2")),
    )
    return [
        Screen(
            "setup.game",
            example("which_game"),
            Mood.CHOOSE,
            (Menu(games, 1),),
            {
                Button.A: Labels(example("choose")),
                Button.B: Labels(example("down")),
                Button.X: Labels(example("up"), example("menu")),
                Button.Y: Labels(example("back")),
            },
        ),
        Screen(
            "setup.names",
            example("names"),
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
            buttons(
                example("play"), example("change"), example("down"), example("back")
            ),
        ),
        Screen(
            "setup.pair",
            example("pair"),
            Mood.CHOOSE,
            (
                PairingCode("http://giudice.local:8080/pair#K7QM4T", "K7QM 4T"),
                Note(example("pair_note")),
            ),
            buttons(y=example("back")),
        ),
    ]


def _mia() -> list[Screen]:
    """A round of Mia with three players."""
    three = _three()
    declared = _scores()
    return [
        Screen(
            "mia.shut",
            example("shut"),
            Mood.SHUT,
            (
                Note(example("declared_by", name="Anna")),
                Players(three),
            ),
            buttons(example("declares"), hold_y=UNDO),
        ),
        Screen(
            "mia.declare",
            example("declare"),
            Mood.SHUT,
            (Menu(declared, 6),),
            buttons(example("choose"), example("down"), example("up"), example("back")),
        ),
        Screen(
            "mia.turn",
            example("turn", name="Bruno"),
            Mood.SHUT,
            (
                Big("54"),
                Note(example("answers", name="Anna")),
                Players(three),
            ),
            buttons(
                example("beat"), example("accuse"), example("guarantee"), hold_y=UNDO
            ),
        ),
        Screen(
            "mia.waiting",
            example("reveal"),
            Mood.WAITING,
            (Note(example("waiting_note")), DiceLine(dice("??"))),
            buttons(y=example("by_hand"), hold_y=UNDO),
            must_decide=False,
        ),
        Screen(
            "mia.hand",
            example("hand"),
            Mood.HAND,
            (Note(example("hand_note")), DiceLine(dice("??"))),
            buttons(y=example("by_hand"), hold_y=UNDO),
            must_decide=False,
        ),
        Screen(
            "mia.verdict",
            example("lie"),
            Mood.READ,
            (
                DiceLine(dice("43", "black", "white"), text="43"),
                Note(example("lie_note", declared=54, score=43, name="Anna"), Tone.BAD),
            ),
            buttons(example("all_right"), example("correct"), hold_y=UNDO),
        ),
        Screen(
            "mia.touched",
            example("touched"),
            Mood.STUCK,
            (
                DiceLine(
                    (
                        ShownDie(4, "black", "white"),
                        ShownDie(3, "black", "white", False),
                    )
                ),
                Note(example("touched_note"), Tone.ASK),
            ),
            buttons(example("who"), example("read_again"), hold_y=UNDO),
        ),
    ]


def _three() -> tuple[Row, ...]:
    return (
        Row(ANNA, "Anna", "6"),
        Row(BRUNO, "Bruno", "4", is_turn=True),
        Row(CARLA, "Carla", "5"),
    )


def _scores() -> tuple[Item, ...]:
    scores = (21, 11, 22, 33, 44, 55, 66, 65, 64, 63, 62, 61, 54, 53, 52, 51, 43, 42)
    return tuple(
        Item(
            str(score),
            str(score),
            example("likeliest")
            if score == 66
            else example("one_life")
            if n > 11
            else "",
        )
        for n, score in enumerate(scores)
    )


def _dancing() -> list[Screen]:
    """A prova."""
    return [
        Screen(
            "dancing.sipari",
            example("sipari"),
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
            buttons(example("sipari_up"), hold_y=UNDO),
        ),
        Screen(
            "dancing.reading",
            example("reading"),
            Mood.READING,
            (Picture(TABLE),),
            buttons(y=example("by_hand"), hold_y=UNDO),
            must_decide=False,
        ),
        Screen(
            "dancing.read",
            example("prova", number=3),
            Mood.READ,
            (
                Picture(TABLE, marks(TABLE)),
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
            buttons(
                example("all_right"),
                example("correct"),
                example("read_again"),
                hold_y=UNDO,
            ),
        ),
        Screen(
            "dancing.rows",
            example("prova", number=3),
            Mood.READ,
            (
                ballo(ANNA, "6b6c5c", "4b2c5b"),
                ballo(BRUNO, "6b5c5c", "5c1b1b"),
                ballo(CARLA, "4b4b4c", "4c4c4b", "Gala"),
            ),
            buttons(
                example("all_right"),
                example("correct"),
                example("read_again"),
                hold_y=UNDO,
            ),
        ),
        Screen(
            "dancing.ladder",
            example("ladder"),
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
                Note(example("loses", names="Carla, Elena"), Tone.BAD),
            ),
            buttons(example("go_on"), example("correct"), hold_y=UNDO),
        ),
    ]


def _asking() -> list[Screen]:
    """One die is asked about."""
    return [
        Screen(
            "confirm.ask",
            example("which_value"),
            Mood.ASKING,
            (
                Picture(TABLE, marks(TABLE), UNSURE),
                Note(example("of_player", name="Bruno"), Tone.ASK),
                DiceLine((ShownDie(5, "white", "green", False),), BRUNO),
            ),
            buttons("5", "3", example("other"), example("delete"), UNDO),
        ),
    ]


def _others() -> list[Screen]:
    """A turn of the other games, and of Mia with twenty."""
    twenty = _twenty()
    return [
        Screen(
            "mia.many",
            example("many", name="Hugo"),
            Mood.SHUT,
            (Players(twenty),),
            buttons(
                example("beat"), example("accuse"), example("guarantee"), hold_y=UNDO
            ),
        ),
        Screen(
            "didado.turn",
            example("locked", name="Carla"),
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
            buttons(
                example("lock"),
                example("combine"),
                example("reroll"),
                example("pass"),
                UNDO,
            ),
        ),
        Screen(
            "seidadi.roll",
            example("scores", name="Anna"),
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
            buttons(
                example("keep"),
                example("roll"),
                example("stop"),
                example("go_on"),
                UNDO,
            ),
        ),
    ]


def _twenty() -> tuple[Row, ...]:
    return tuple(
        Row(
            Sign(name[0]),
            name,
            str(6 - n % 7 if n % 7 < 6 else 0),
            is_turn=n == 7,
            is_out=n % 7 == 6,
        )
        for n, name in enumerate(TWENTY)
    )


def _evening() -> list[Screen]:
    """What may come in any game."""
    return [
        Screen(
            "evening.stuck",
            example("stuck"),
            Mood.STUCK,
            (Note(example("stuck_note")),),
            buttons(example("by_hand"), example("retry")),
        ),
        Screen(
            "evening.menu",
            example("table_menu"),
            Mood.CHOOSE,
            (
                Menu(
                    (
                        Item("rules", example("rules")),
                        Item("fix", example("fix")),
                        Item("language", example("language"), example("italian")),
                        Item("sound", example("sound"), example("is_on")),
                        Item("leave", example("leave")),
                    ),
                    2,
                ),
            ),
            buttons(example("choose"), example("down"), example("up"), example("back")),
        ),
        Screen(
            "dancing.won",
            example("winner"),
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
            buttons(example("again"), example("finish"), hold_y=UNDO),
        ),
    ]
