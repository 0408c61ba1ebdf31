"""How a reading looks on the screen, and what does not add up in words."""

from __future__ import annotations

from device.flow import confirm_steps as steps
from device.flow.confirm_choices import Options, options
from device.flow.core import Stage
from device.flow.screen import (
    Big,
    Block,
    Button,
    DiceLine,
    Labels,
    Mark,
    Mood,
    Note,
    Picture,
    Screen,
    ShownDie,
    Sign,
    Text,
    Tone,
    say,
)
from device.flow.told import At, Owner, Reading, Told
from vision.readings import Problem

MOODS = {
    At.READ: Mood.READ,
    At.STUCK: Mood.STUCK,
    At.ENTRY: Mood.CHOOSE,
    At.ADDING: Mood.CHOOSE,
}
#: While dice are waited for: what the eye sees tells how it stands.
WATCHED = {
    Stage.EMPTY: (Mood.WAITING, ""),
    Stage.HAND: (Mood.HAND, "confirm.hand"),
    Stage.ROLLING: (Mood.HAND, "confirm.rolling"),
    Stage.SETTLING: (Mood.READING, "confirm.reading"),
    Stage.STILL: (Mood.READING, "confirm.reading"),
    Stage.CHANGED: (Mood.READING, "confirm.reading"),
}
#: The values to pick from in the page.
SIX = DiceLine(tuple(ShownDie(value, id=f"value:{value}") for value in range(1, 7)))
#: Problems with a text of their own in `confirm.problem_CODE`; the values they take.
PROBLEMS = frozenset(
    {
        "no_dice",
        "too_few_dice",
        "too_many_dice",
        "too_few_dice_of",
        "too_many_dice_of",
        "wrong_types",
        "stray_die",
        "colour_of_nobody",
        "tango_missing",
        "tango_unclear",
        "tango_differs",
        "cocked_die",
        "maybe_die",
        "no_player",
    }
)


def screen(state: Reading, *, undo: Text = "") -> Screen:
    """What is shown; `undo` labels hold Y where this flow leaves it to the game."""
    name = f"confirm.{state.at.value}"
    if state.at is At.WAITING and state.failed:
        name = "confirm.failed"
    return Screen(
        name=name,
        title=_title(state),
        mood=_mood(state),
        blocks=_blocks(state),
        buttons=_labels(options(state), "" if keeps_hold_y(state) else undo),
        must_decide=state.at is not At.WAITING or bool(state.failed),
    )


def _title(state: Reading) -> Text:
    is_read = state.at is At.READ
    return (is_read and state.sense.title) or state.wanted.title


def keeps_hold_y(state: Reading) -> bool:
    """Whether this page needs hold Y itself, so that undo has to wait."""
    return (Button.Y, True) in options(state)


def _labels(choices: Options, undo: Text) -> dict[Button, Labels]:
    labels = {}
    for button in Button:
        press, hold = choices.get((button, False)), choices.get((button, True))
        texts = Labels(press.text if press else "", hold.text if hold else "")
        if button is Button.Y and undo:
            texts = Labels(texts.press, undo)
        if texts != Labels():
            labels[button] = texts
    return labels


def _mood(state: Reading) -> Mood:
    if state.at is At.WAITING:
        return Mood.STUCK if state.failed else WATCHED[state.stage][0]
    return MOODS.get(state.at, Mood.ASKING)


def _blocks(state: Reading) -> tuple[Block, ...]:
    match state.at:
        case At.WAITING:
            return _waiting(state)
        case At.READ:
            return (*_worth(state), _all_dice(state))
        case At.STUCK:
            problem = steps.problem_of(state)
            text = problem_text(problem, state.wanted.owners) if problem else ""
            return (Note(text, Tone.BAD), _all_dice(state))
        case At.ADDING:
            return (Big(say("confirm.which_value")), _all_dice(state), SIX)
        case At.ENTRY:
            return _entry(state)
    return _one_die(state)


def _worth(state: Reading) -> tuple[Block, ...]:
    """What the game makes of the dice; else the values, where they are few."""
    few = len(state.dice) <= steps.MOST_SAID and not state.wanted.has_identities
    if state.sense.blocks or not few or state.shot is None:
        return state.sense.blocks
    return (Big(" ".join(str(told.die.value) for told in state.dice)),)


def _waiting(state: Reading) -> tuple[Block, ...]:
    if state.failed:
        reason = Note(say(f"eye.{state.failed}"), Tone.BAD)
        return (Big(say("confirm.no_eye"), Tone.BAD), reason)
    text = WATCHED[state.stage][1]
    counted: tuple[Block, ...] = ()
    if state.expect is not None:
        counted = (Note(say("confirm.expected", count=state.expect)),)
    return (Big(say(text) if text else state.wanted.prompt), *counted)


def _one_die(state: Reading) -> tuple[Block, ...]:
    """The die at the cursor, enlarged, with the values it may show."""
    told = state.dice[state.cursor]
    values = (told.die.value, *steps.alternatives(told))
    faces = tuple(
        ShownDie(v, told.die.body, told.die.pips, id=f"value:{v}") for v in values
    )
    shown = _all_dice(state, focus=state.cursor)
    question = _question(state, told)
    if state.at is At.OWNERS:
        return (Big(question), shown, Note(say("confirm.kinds")))
    return (Big(question), shown, DiceLine(faces, at=0))


def _question(state: Reading, told: Told) -> Text:
    value, name = told.die.value, steps.owner_name(state, state.cursor)
    if state.at is At.OWNERS:
        return say("confirm.whose_is", value=value)
    kind = "asks" if state.at is At.ASKING or not state.is_choosing else "is"
    if not name:
        return say(f"confirm.{kind}", value=value)
    return say(f"confirm.{kind}_{told.die.kind}", value=value, name=name)


def _all_dice(state: Reading, focus: int | None = None) -> Picture | DiceLine:
    """The picture with all marks; faces where there is no picture of them."""
    if state.shot is None:
        return DiceLine(
            tuple(_face(told, i) for i, told in enumerate(state.dice)), at=focus
        )
    marks: list[Mark] = []
    at, unsure = None, steps.open_dice(state)
    for i, told in enumerate(state.dice):
        if not told.is_placed:
            continue
        if i == focus:
            at = len(marks)
        marks.append(
            Mark(
                told.die.corners,
                str(told.die.value),
                i not in unsure,
                _sign_of(state, i),
                f"die:{i}",
            )
        )
    return Picture(state.shot, tuple(marks), at)


def _face(told: Told, index: int) -> ShownDie:
    die = told.die
    return ShownDie(die.value, die.body, die.pips, told.is_sure, id=f"die:{index}")


def _entry(state: Reading) -> tuple[Block, ...]:
    count = state.expect or 0
    entered = [ShownDie(value) for value in state.entered]
    missing = [ShownDie(None)] * (count - len(entered))
    number = len(entered) + 1
    text = say("confirm.enter", number=number, count=count)
    return (Note(text), DiceLine((*entered, *missing), at=len(entered)), SIX)


def _sign_of(state: Reading, index: int) -> Sign | None:
    owners = state.sense.owners
    colour = owners[index] if index < len(owners) else None
    return next((o.sign for o in state.wanted.owners if o.colour == colour), None)


def problem_text(problem: Problem, owners: tuple[Owner, ...] = ()) -> Text:
    """What does not add up, and what to do, as a player is told."""
    values: dict[str, object] = dict(problem.values)
    for key in ("body", "other"):
        if key in values:
            values[key] = say(f"colour.{values[key]}")
    if "pips" in values:
        values["pips"] = say(f"pips.{values['pips']}")
    code = problem.code
    if problem.player is not None:
        names = {owner.colour: owner.name for owner in owners}
        name = names.get(problem.player)
        values["player"] = name or say(f"colour.{problem.player}")
        code = f"{code}_of" if f"{code}_of" in PROBLEMS else code
    if "." in code:  # a game's own, by the key of its text
        return say(code, **values)
    if code not in PROBLEMS:
        return say("confirm.problem_other", text=problem.text)
    return say(f"confirm.problem_{code}", **values)
