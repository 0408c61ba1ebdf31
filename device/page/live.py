"""What the page shows of a moment: a screen and the scoreboard as plain JSON.

Words are put into the reader's language here, so that the browser knows no game and no
text of one. A pairing code never leaves in it: it is for those who see the display.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from device.flow.screen import (
    Big,
    Block,
    Countdown,
    DiceLine,
    LadderShown,
    Mark,
    Menu,
    Note,
    PairingCode,
    Picture,
    Players,
    Row,
    Screen,
    ShownDie,
    Sign,
    Text,
)
from device.wording import Wording

Json = dict[str, object]


@dataclass(frozen=True)
class Live:
    """What the app shows now.

    Attributes:
        screen: As on the display.
        serial: Of that screen; a press says for which serial it was meant.
        language: Of the table; a browser may ask for another.
        game: Its name in a record, or empty where none is on.
        rows: The scoreboard, in seat order.
        trouble: What is wrong with the device, such as a full disk; mostly empty.
        takes_photo: Whether a photo from a phone would be read.
    """

    screen: Screen
    serial: int
    language: str = "it"
    game: str = ""
    rows: tuple[Row, ...] = ()
    trouble: Text = ""
    takes_photo: bool = True


def live_json(live: Live, wording: Wording) -> Json:
    """All of a moment, in one language."""
    screen = live.screen
    return {
        "serial": live.serial,
        "tableLanguage": live.language,
        "game": live.game,
        "name": screen.name,
        "title": wording.tell(screen.title),
        "mood": screen.mood.value,
        "moodText": wording.say(f"page_mood.{screen.mood.value}"),
        "blocks": [block_json(block, wording) for block in screen.blocks],
        "buttons": {
            button.value: {
                "press": wording.tell(labels.press),
                "hold": wording.tell(labels.hold),
            }
            for button, labels in screen.buttons.items()
        },
        "takesText": screen.takes_text,
        "rows": [_row(row, wording) for row in live.rows],
        "takesPhoto": live.takes_photo,
        "trouble": wording.tell(live.trouble),
    }


def block_json(block: Block, wording: Wording) -> Json:
    """A block by its `kind`; a browser leaves out kinds that it does not know."""
    tell = wording.tell
    match block:
        case Note():
            return {"kind": "note", "text": tell(block.text), "tone": block.tone}
        case Big():
            return {"kind": "big", "text": tell(block.text), "tone": block.tone}
        case Players():
            rows = [_row(row, wording) for row in block.rows]
            return {"kind": "players", "rows": rows}
        case Menu():
            items = [
                {"id": item.id, "text": tell(item.text), "note": tell(item.note)}
                for item in block.items
            ]
            return {"kind": "menu", "items": items, "at": block.at}
        case DiceLine():
            return _dice_line(block, wording)
        case Picture():
            return {
                "kind": "picture",
                "shot": block.shot,
                "marks": [_mark(mark, wording) for mark in block.marks],
                "focus": block.focus,
            }
        case LadderShown():
            return _ladder(block, wording)
        case Countdown():
            return {"kind": "countdown", "left": block.left_s, "whole": block.whole_s}
        case PairingCode():
            return {"kind": "pairing", "text": wording.say("page.code_on_display")}
        case _:
            assert_never(block)


def _row(row: Row, wording: Wording) -> Json:
    return {
        "sign": _sign(row.sign, wording),
        "name": row.name,
        "left": row.left,
        "note": wording.tell(row.note),
        "isTurn": row.is_turn,
        "isOut": row.is_out,
        "tone": row.tone,
    }


def _sign(sign: Sign | None, wording: Wording) -> Json | None:
    if sign is None:
        return None
    word = "" if sign.colour is None else wording.colour(sign.colour)
    return {"letter": sign.letter, "colour": sign.colour, "word": word}


def _dice_line(line: DiceLine, wording: Wording) -> Json:
    return {
        "kind": "dice",
        "dice": [_die(die, wording) for die in line.dice],
        "sign": _sign(line.sign, wording),
        "text": wording.tell(line.text),
        "at": line.at,
        "tone": line.tone,
    }


def _die(die: ShownDie, wording: Wording) -> Json:
    return {
        "value": die.value,
        "body": die.body,
        "pips": die.pips,
        "isSure": die.is_sure,
        "isHeld": die.is_held,
        "id": die.id,
        "word": wording.colour(die.body),
    }


def _mark(mark: Mark, wording: Wording) -> Json:
    return {
        "corners": [[round(x, 1), round(y, 1)] for x, y in mark.corners],
        "label": mark.label,
        "isSure": mark.is_sure,
        "sign": _sign(mark.sign, wording),
        "id": mark.id,
    }


def _ladder(ladder: LadderShown, wording: Wording) -> Json:
    rungs = [
        {
            "rank": wording.tell(rung.rank),
            "signs": [_sign(sign, wording) for sign in rung.signs],
            "isWell": rung.is_well,
        }
        for rung in ladder.rungs
    ]
    return {"kind": "ladder", "rungs": rungs}
