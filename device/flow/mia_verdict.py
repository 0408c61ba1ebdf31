"""What the rules of Mia said, in words: the verdict, who pays, and by which rule."""

from __future__ import annotations

from collections.abc import Sequence

from device.flow import ending
from device.flow.core import Signal, Sound, Voice
from device.flow.mia_pages import Verdict
from device.flow.screen import (
    Big,
    Block,
    DiceLine,
    Note,
    Say,
    ShownDie,
    Text,
    Tone,
    say,
)
from rules.core import GameWon, PlayerOut
from rules.mia_moves import (
    FaultNoted,
    LivesLost,
    MiaChallenged,
    Revealed,
    RoundEnded,
    ScoreTooLow,
    Surrendered,
)
from rules.mia_scores import MIA, score_of
from rules.referee import Event as Told

Names = Sequence[str]
#: What ends on a page of its own: nobody should miss that lives were lost.
TOLD_ALOUD = (LivesLost, FaultNoted, GameWon)


def is_verdict(told: Sequence[Told]) -> bool:
    """Whether a page of its own tells it."""
    return any(isinstance(event, TOLD_ALOUD) for event in told)


def blocks(page: Verdict, names: Names) -> tuple[Block, ...]:
    """The dice, the verdict, and what it costs."""
    dice: tuple[Block, ...] = ()
    if page.dice:
        shown = tuple(ShownDie(value) for value in sorted(page.dice, reverse=True))
        dice = (DiceLine(shown, text=_score(score_of(page.dice))),)
    told = sorted(page.told, key=_weight)
    notes = (_note(event, names, has_dice=bool(dice)) for event in told)
    return (*dice, headline(page, names), *(note for note in notes if note))


def _weight(event: Told) -> int:
    """Where the room ends, what counts least is left out."""
    order = (GameWon, LivesLost, PlayerOut, FaultNoted, RoundEnded)
    kinds = [i for i, kind in enumerate(order) if isinstance(event, kind)]
    return kinds[0] if kinds else len(order)


def headline(page: Verdict, names: Names) -> Big:
    """What happened, in three or four words."""
    for event in page.told:
        match event:
            case Revealed(is_true=is_true):
                code, tone = ("true", Tone.GOOD) if is_true else ("lie", Tone.BAD)
                return Big(say(f"mia_play.{code}", loss=_loss(page, names)), tone)
            case ScoreTooLow(_, score, standing):
                values = {"score": _score(score), "standing": _score(standing)}
                return Big(say("mia_play.too_low", **values), Tone.BAD)
            case MiaChallenged():
                return Big(say("mia_play.challenged"), Tone.BAD)
            case Surrendered(player):
                return Big(say("mia_play.surrendered", name=names[player]))
            case FaultNoted(player, faults):
                text = say("mia_play.fault_noted", name=names[player], faults=faults)
                return Big(text)
    return Big(say("mia_play.penalty"), Tone.BAD)


def _note(event: Told, names: Names, *, has_dice: bool) -> Note | None:
    """What a large line over it has not told yet."""
    match event:
        case Revealed(_, declared, _, rule):
            return Note(
                say("mia_play.had_declared", declared=_score(declared), rule=rule)
            )
        case LivesLost():
            return Note(_paid(event, names, "left" if has_dice else "loses"), Tone.BAD)
        case FaultNoted(_, _, rule):
            return Note(say("mia_play.no_life_yet", rule=rule))
        case PlayerOut(player):
            return Note(ending.is_out(names[player]), Tone.BAD)
        case RoundEnded(opens):
            return Note(say("mia_play.opens", name=names[opens]))
        case GameWon(winners):
            return Note(ending.winner(winners, names), Tone.GOOD)
    return None


def _loss(page: Verdict, names: Names) -> Text:
    """Who pays how much, as short as can be."""
    for event in page.told:
        if isinstance(event, LivesLost):
            return say("mia_play.minus", name=names[event.player], n=event.lives)
    return ""


def _paid(event: LivesLost, names: Names, key: str = "loses") -> Say:
    return say(
        f"mia_play.{key}_{'1' if event.lives == 1 else 'n'}",
        name=names[event.player],
        n=event.lives,
        left=event.left,
        rule=event.rule,
    )


def sounds(page: Verdict, names: Names) -> tuple[Sound, ...]:
    """The verdict aloud: what, who pays, and who has won."""
    texts: list[Text] = []
    for event in page.told:
        match event:
            case Revealed(score, _, is_true):
                key = "said_true" if is_true else "said_lie"
                texts.append(say(f"mia_play.{key}", score=_score(score)))
            case LivesLost():
                texts.append(_paid(event, names, "said_loses"))
            case GameWon(winners):
                texts.append(ending.winner(winners, names))
    if not page.dice:
        texts.insert(0, headline(page, names).text)
    won = any(isinstance(event, GameWon) for event in page.told)
    return (Signal.WON if won else Signal.VERDICT, Voice(ending.aloud(texts)))


def _score(score: int) -> Text:
    return say("mia_play.mia_short") if score == MIA else str(score)
