"""The screens of teaching, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.flow.core import Stage
from device.flow.screen import (
    Big,
    Block,
    Button,
    DiceLine,
    Labels,
    Mood,
    Note,
    Picture,
    Say,
    Screen,
    ShownDie,
    Tone,
    say,
)
from device.flow.teaching import FACES, At, State

#: So many dice stand in a line.
MOST_DRAWN = 12
MOODS: Mapping[Stage | None, Mood] = {
    None: Mood.WAITING,
    Stage.EMPTY: Mood.WAITING,
    Stage.HAND: Mood.HAND,
    Stage.ROLLING: Mood.HAND,
    Stage.SETTLING: Mood.READING,
    Stage.STILL: Mood.WAITING,
    Stage.CHANGED: Mood.WAITING,
}


def screen(state: State) -> Screen:
    """What is shown now."""
    return SCREENS[state.at](state)


def counted(key: str, count: int) -> Say:
    """A text that speaks of one or of several."""
    return say(f"{key}_1" if count == 1 else f"{key}_n", count=count)


def _labels(hold_y: str = "", **words: str) -> dict[Button, Labels]:
    labels = {Button(name): Labels(say(key)) for name, key in words.items()}
    if hold_y:
        labels[Button.Y] = Labels(labels[Button.Y].press, say(hold_y))
    return labels


# --- a face -----------------------------------------------------------------------


def _face(state: State) -> Screen:
    name, mood, blocks = _seen(state)
    labels = _labels(
        "confirm.finish" if state.lessons else "teaching.leave",
        B="teaching.again",
        X="teaching.skip",
        Y="menu.back",
    )
    if state.can_take:
        labels[Button.A] = Labels(say("teaching.take"))
    elif state.can_overrule:
        labels[Button.A] = Labels(say("confirm.yes", value=state.value))
    title = say("teaching.show", value=state.value)
    is_asking = state.shown is not None
    return Screen(name, title, mood, blocks, labels, must_decide=is_asking)


def _seen(state: State) -> tuple[str, Mood, tuple[Block, ...]]:
    """Name, mood and blocks."""
    shown = state.shown
    if state.blind:
        trouble = Note(say(f"eye.{state.blind}"), Tone.BAD)
        return "teaching.blind", Mood.STUCK, (trouble, *_wanted(state))
    if shown is None:
        return "teaching.waiting", MOODS[state.stage], _wanted(state)
    if state.can_take:
        seen = Note(counted("teaching.seen", len(shown.faces)), Tone.GOOD)
        news = (Note(say("teaching.is_news")),) if shown.is_news else ()
        return "teaching.shown", Mood.READ, (seen, Picture(shown.shot), *news)
    if state.can_overrule:
        reads = Big(say("teaching.reads", read=shown.read), Tone.ASK)
        asks = Note(say("teaching.ask_certain", value=state.value))
        meant = Picture(shown.shot)
        return "teaching.contradicts", Mood.ASKING, (reads, meant, asks)
    refused = Big(say("teaching.unclear"), Tone.ASK)
    die = DiceLine((ShownDie(state.value),))  # the game's own may lie there still
    how = Note(say("teaching.unclear_how"))
    return "teaching.refused", Mood.ASKING, (refused, die, how)


def _wanted(state: State) -> tuple[Block, ...]:
    die = DiceLine((ShownDie(state.value),))
    taken = state.counts.get(state.value, 0)
    if taken:
        notes = counted("teaching.taken", taken), say("teaching.taken_how")
    else:
        notes = say("teaching.lay"), say("teaching.lay_how")
    return die, *map(Note, notes)


# --- the end ----------------------------------------------------------------------


def _summary(state: State) -> Screen:
    named = say("teaching.named", name=state.name) if state.name else ""
    notes = [
        Note(say("teaching.alike", a=a, b=b), Tone.ASK) for a, b in state.alike[:2]
    ]
    if state.is_bad_name:
        notes.insert(0, Note(say("teaching.bad_name"), Tone.BAD))
    elif named:
        notes.insert(0, Note(named))
    return Screen(
        "teaching.summary",
        say("teaching.summary"),
        Mood.READ,
        (
            Big(counted("teaching.faces", len(state.faces))),
            *notes,
            *_learnt(state),
        ),
        _labels(A="teaching.keep", B="teaching.throw", Y="menu.back"),
        takes_text=True,
    )


def _learnt(state: State) -> tuple[Block, ...]:
    """Every face that was shown, each value once where they are many; what was not."""
    counts = state.counts
    values = [value for value, count in counts.items() for _ in range(count)]
    shown = values if len(values) <= MOST_DRAWN else list(counts)
    dice = DiceLine(tuple(map(ShownDie, shown)))
    missing = ", ".join(str(value) for value in FACES if value not in counts)
    note = (Note(say("teaching.missing", values=missing), Tone.ASK),) if missing else ()
    return (dice, *note)


def _drop(state: State) -> Screen:
    return Screen(
        "teaching.drop",
        say("teaching.drop"),
        Mood.CHOOSE,
        (
            Big(say("teaching.ask_drop"), Tone.ASK),
            Note(counted("teaching.dropped", len(state.faces))),
        ),
        _labels(A="menu.yes", B="menu.no"),
    )


def _failed(state: State) -> Screen:
    return Screen(
        "teaching.failed",
        say("teaching.failed"),
        Mood.STUCK,
        (Note(state.failure, Tone.BAD), Note(say("teaching.not_lost"))),
        _labels(A="confirm.retry", B="teaching.tonight", Y="menu.back"),
    )


def _kept(state: State) -> Screen:
    told = Note(say("teaching.only_tonight"))
    if state.name:
        told = Note(say("teaching.forget", name=state.name))
    return Screen(
        "teaching.kept",
        say("teaching.kept"),
        Mood.DONE,
        (
            Big(state.name or counted("teaching.faces", len(state.faces)), Tone.GOOD),
            Note(say("teaching.used")),
            told,
        ),
        _labels(A="confirm.finish"),
        must_decide=False,
    )


def _restore(state: State) -> Screen:
    return Screen(
        "teaching.restore",
        say("teaching.restore"),
        Mood.ASKING,
        (Big(say("teaching.put_back"), Tone.ASK), Note(say("teaching.game_waits"))),
        _labels(A="confirm.finish"),
        must_decide=False,
    )


SCREENS: Mapping[At, Callable[[State], Screen]] = {
    At.FACE: _face,
    At.SUMMARY: _summary,
    At.DROP: _drop,
    At.FAILED: _failed,
    At.KEPT: _kept,
    At.RESTORE: _restore,
}
