"""Screens of every kind, for looking at the page without a game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

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
    Tone,
)
from device.page.live import Live
from device.ports import Frame
from vision.frame import load_picture

PHOTO = Path(__file__).parents[2] / "device" / "demo" / "dancing_three.jpg"
ANNA, BRUNO, CARLA = Sign("A", "red"), Sign("B", "blue"), Sign("C", "yellow")
ROWS = (
    Row(ANNA, "Anna", "9", is_turn=True),
    Row(BRUNO, "Bruno", "7", note="−1", tone=Tone.BAD),
    Row(CARLA, "Carla Maddalena", "0", is_out=True),
)
COLOURS = ("black", "green", "purple")
BUTTONS = {
    Button.A: Labels("Conferma"),
    Button.B: Labels("Correggi"),
    Button.X: Labels("Rileggi", "Menu"),
    Button.Y: Labels("A mano", "Annulla"),
}


HELD = {
    Button.A: Labels("Avanti"),
    Button.B: Labels("", "Correggi"),
    Button.X: Labels("", "Garantisci!"),
    Button.Y: Labels("Ritira −1", "Uno a uno"),
}


def _marks() -> tuple[Mark, ...]:
    """Squares on a grid, some unsure, in the pixels of `PHOTO`."""
    marks = []
    signs = (ANNA, BRUNO, CARLA)
    for i in range(9):
        x, y, side = 300 + 260 * (i % 3), 240 + 260 * (i // 3), 70
        corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
        marks.append(Mark(corners, str(i % 6 + 1), i != 4, signs[i % 3], f"die:{i}"))
    return tuple(marks)


MARKS = _marks()
DICE = tuple(
    ShownDie(v, "red", "white", is_sure=v != 3, is_held=v == 5, id=f"value:{v}")
    for v in range(1, 7)
)
SCREENS = {
    "waiting": Screen(
        "confirm.waiting",
        "I dadi di Anna",
        Mood.WAITING,
        (Big("Alzate i sipari"), Note("Aspetto 21 dadi"), Countdown(12.0, 30.0)),
        BUTTONS,
    ),
    "read": Screen("confirm.read", "Prova 3", Mood.READ, (Picture(1, MARKS),), BUTTONS),
    "asking": Screen(
        "confirm.asking",
        "Prova 3",
        Mood.ASKING,
        (
            Big("Bruno: è un 5?", Tone.ASK),
            Picture(1, MARKS, 4),
            DiceLine(DICE[:4], at=0),
        ),
        BUTTONS,
    ),
    "ladder": Screen(
        "dancing.ladder",
        "Primo ballo",
        Mood.READ,
        (
            LadderShown(
                (
                    RungShown("Boogie puro", (ANNA,), True),
                    RungShown("13 puro", (BRUNO,), True),
                    RungShown("7 impuro", (CARLA, Sign("D", "black")), False),
                )
            ),
            DiceLine(DICE[:3], ANNA, "Boogie puro", tone=Tone.GOOD),
            DiceLine(DICE[3:], BRUNO, "Mambo", tone=Tone.BAD),
        ),
        BUTTONS,
    ),
    "menu": Screen(
        "setup.game",
        "Che gioco?",
        Mood.CHOOSE,
        (
            Menu(
                (
                    Item("dancing-dice", "Dancing Dice", "2-6"),
                    Item("mia", "Mia"),
                    Item("mia-senza-garanzia", "Mia senza garanzia"),
                    Item("di-da-do", "Di-Da-Do", "2-4"),
                    Item("sei-dadi", "Sei Dadi"),
                ),
                1,
            ),
        ),
        BUTTONS,
    ),
    "verdict": Screen(
        "mia.verdict",
        "Anna accusa Bruno",
        Mood.READ,
        (
            Big("42: bugia!", Tone.BAD),
            DiceLine(DICE[1:3]),
            Note("Bruno perde una vita (M-6)", Tone.BAD),
            Note("Anna ha visto giusto", Tone.GOOD),
        ),
        HELD,
    ),
    "shut": Screen(
        "mia.open",
        "Tocca a Bruno",
        Mood.SHUT,
        (Big("42"), Players(ROWS), Note("Nessuno guarda sotto la scatola")),
        BUTTONS,
    ),
    "stuck": Screen(
        "confirm.failed",
        "I dadi di Anna",
        Mood.STUCK,
        (Note("la camera è stata staccata", Tone.BAD), PairingCode("x", "ABC234")),
        BUTTONS,
        takes_text=True,
    ),
}


def live(name: str, serial: int, *, rows: int = 3) -> Live:
    """A moment that shows one of `SCREENS`."""
    more = tuple(
        Row(
            Sign("DEFGH"[i], ("black", "green", "purple")[i]), f"Giocatore {i + 4}", "8"
        )
        for i in range(max(0, rows - 3))
    )
    trouble = "La scheda è piena: salvo appena posso" if name == "stuck" else ""
    shown = (*ROWS, *more)[:rows]
    return Live(SCREENS[name], serial, "it", "dancing-dice", shown, trouble)


@cache
def _photo() -> Frame:
    return load_picture(PHOTO)


class OnePicture:
    """Gives the demo photo for shot 1."""

    def get(self, number: int) -> Frame | None:
        return _photo() if number == 1 else None
