"""What each button does in a reading: one table, for the screen and for the answer.

A goes on, B is the likeliest else, then X and Y. Held, B takes a die away and A opens
and leaves the pages of a die; hold X belongs to the evening's menu.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from device.flow import confirm_fixes as fixes
from device.flow import confirm_steps as steps
from device.flow.confirm_steps import Answer
from device.flow.core import Reply
from device.flow.screen import Button, Text, say
from device.flow.told import At, Reading

A, B, X, Y = Button.A, Button.B, Button.X, Button.Y
#: Dice of each kind that a player owns, where kinds matter (DD-4); and of nobody's.
OF_A_KIND = 3
KINDS = ("c", "b")
#: Of a die whose kind matters, and whose owner does not.
ANY_COLOUR = "red"
#: So much of a name fits on a button.
NAME = 10


@dataclass(frozen=True)
class Option:
    """Something that can be done now.

    Attributes:
        text: Its words, short enough for a button.
        do: What it does.
    """

    text: Text
    do: Callable[[Reading], Answer]


#: By button, and whether it is held.
Options: TypeAlias = Mapping[tuple[Button, bool], Option]


@dataclass(frozen=True)
class Identity:
    """Whose a die may be, and of which kind.

    Attributes:
        text: As a player would say it.
        body: Colour of the body.
        pips: Colour of the pips.
        kind: Of `vision.readings.KINDS`.
        owner: Colour of the player; None for nobody's.
    """

    text: Text
    body: str
    pips: str
    kind: str
    owner: str | None


def options(state: Reading) -> Options:
    """What every button does now."""
    return OPTIONS[state.at](state)


def _waiting(state: Reading) -> Options:
    text = say("confirm.retry") if state.failed else say("confirm.read_now")
    return {(A, False): Option(text, _ask_again), **_hand_option(state, B)}


def _read(state: Reading) -> Options:
    return {
        (A, False): Option(say("confirm.accept"), steps.accept),
        (B, False): Option(say("confirm.correct"), fixes.choose),
        (X, False): Option(say("confirm.again"), _ask_again),
        **_hand_option(state, Y),
    }


def _stuck(state: Reading) -> Options:
    found: dict[tuple[Button, bool], Option] = {
        (A, False): Option(say("confirm.again"), _ask_again)
    }
    if state.dice:
        found[B, False] = Option(say("confirm.correct"), fixes.choose)
    if len(state.dice) < max(steps.counts_of(state), default=len(state.dice) + 1):
        found[X, False] = Option(say("confirm.add"), _open(At.ADDING))
    return {**found, **_hand_option(state, Y)}


def _asking(state: Reading) -> Options:
    die = state.dice[state.cursor]
    first, second, *_ = steps.alternatives(die)
    return {
        (A, False): _value(die.die.value, say("confirm.yes", value=die.die.value)),
        (B, False): _value(first),
        (X, False): _value(second),
        (Y, False): Option(say("confirm.other"), _open(At.VALUES)),
        (A, True): Option(say("confirm.look"), fixes.choose),
        (B, True): Option(say("confirm.take_away"), fixes.take_away),
        **_owner_option(state),
    }


def _choosing(state: Reading) -> Options:
    first = steps.alternatives(state.dice[state.cursor])[0]
    back = Option(say("confirm.previous"), partial(fixes.move, by=-1))
    if len(state.wanted.owners) > 1 and state.sense.owners:
        back = Option(say("confirm.next_player"), fixes.jump)
    walk = {
        (X, False): back,
        (Y, False): Option(say("confirm.next"), partial(fixes.move, by=1)),
    }
    return {
        **(walk if len(state.dice) > 1 else {}),
        (A, False): Option(say("confirm.finish"), steps.settle),
        (B, False): _value(first),
        (A, True): Option(say("confirm.other"), _open(At.VALUES)),
        (B, True): Option(say("confirm.take_away"), fixes.take_away),
        **_owner_option(state),
    }


def _values(state: Reading) -> Options:
    """The other values not on the page before; any of them is the second press."""
    others = steps.alternatives(state.dice[state.cursor])
    shown = others[1:] if state.is_choosing else others[2:]
    back = At.CHOOSING if state.is_choosing else At.ASKING
    found = {
        (button, False): _value(value)
        for button, value in zip((A, B, X, Y), shown, strict=False)
    }
    return {
        **found,
        (A, True): Option(say("menu.back"), _open(back)),
        (B, True): Option(say("confirm.take_away"), fixes.take_away),
        **_owner_option(state),
    }


def _owners(state: Reading) -> Options:
    ranked = identities(state)
    pages = -(-len(ranked) // 3)
    shown = ranked[3 * state.page : 3 * state.page + 3]
    found = {
        (button, False): Option(identity.text, identify(identity))
        for button, identity in zip((A, B, X), shown, strict=False)
    }
    if pages > 1:
        found[Y, False] = Option(say("confirm.other"), partial(fixes.turn, pages=pages))
    if state.is_choosing:
        found[A, True] = Option(say("menu.back"), _open(At.CHOOSING))
    elif state.dice[state.cursor].is_placed:
        found[A, True] = Option(say("menu.back"), _open(At.ASKING))
    else:
        found[A, True] = Option(say("menu.back"), fixes.take_away)
    return found


def _adding(state: Reading) -> Options:
    back = Option(say("menu.back"), steps.settle)
    return {**_six_values(fixes.add), (X, False): back}


def _entry(state: Reading) -> Options:
    text = say("confirm.take_back") if state.entered else say("menu.back")
    return {**_six_values(fixes.enter), (X, False): Option(text, fixes.take_back)}


OPTIONS: Mapping[At, Callable[[Reading], Options]] = {
    At.WAITING: _waiting,
    At.READ: _read,
    At.STUCK: _stuck,
    At.ASKING: _asking,
    At.CHOOSING: _choosing,
    At.VALUES: _values,
    At.OWNERS: _owners,
    At.ADDING: _adding,
    At.ENTRY: _entry,
}


def _six_values(do: Callable[..., Answer]) -> Options:
    """One press for 1 to 3, one hold for 4 to 6; hold X is taken."""
    return {
        (button, is_held): Option(str(value), partial(do, value=value))
        for value, button, is_held in (
            (1, A, False),
            (2, B, False),
            (3, Y, False),
            (4, A, True),
            (5, B, True),
            (6, Y, True),
        )
    }


def _value(value: int, text: Text = "") -> Option:
    return Option(text or str(value), partial(fixes.set_value, value=value))


def _open(at: At) -> Callable[[Reading], Answer]:
    return partial(fixes.go, at=at)


def _ask_again(state: Reading) -> Answer:
    return Reply(steps.again(state))


def _hand_option(state: Reading, button: Button) -> Options:
    if state.expect is None and not state.wanted.has_own_hand:
        return {}  # without a count nobody knows when all are told
    return {(button, False): Option(say("confirm.by_hand"), fixes.by_hand)}


def _owner_option(state: Reading) -> Options:
    if not state.wanted.has_identities:
        return {}
    return {(Y, True): Option(say("confirm.whose"), _open(At.OWNERS))}


# --- whose a die is --------------------------------------------------------------


def identify(identity: Identity) -> Callable[[Reading], Answer]:
    """Give the die at the cursor this identity."""
    return partial(
        fixes.set_identity,
        body=identity.body,
        pips=identity.pips,
        kind=identity.kind,
    )


def identities(state: Reading) -> tuple[Identity, ...]:
    """Whose else the die at the cursor may be, the likeliest first.

    First where a die of that player and kind is lacking, then what differs least from
    what was read.
    """
    die = state.dice[state.cursor]
    owner = _owner_of(state, state.cursor)
    others = [i for i in range(len(state.dice)) if i != state.cursor]
    counts = Counter(
        (of, state.dice[i].die.kind if of else "plain")
        for i in others
        for of in [_owner_of(state, i)]
    )

    def unlikely(identity: Identity) -> tuple[bool, bool, bool]:
        lacks = counts[identity.owner, identity.kind] < OF_A_KIND
        is_owner, is_kind = identity.owner == owner, identity.kind == die.die.kind
        return (not lacks, not is_owner, not is_kind)

    others_first = [
        identity
        for identity in _possible(state)
        if (identity.owner, identity.kind) != (owner, die.die.kind) or owner is None
    ]
    return tuple(sorted(others_first, key=unlikely))


def _possible(state: Reading) -> tuple[Identity, ...]:
    found = []
    if state.wanted.kinds and not state.wanted.owners:
        found += [
            Identity(say("confirm.kind_c"), "white", ANY_COLOUR, "c", ANY_COLOUR),
            Identity(say("confirm.kind_b"), ANY_COLOUR, "white", "b", ANY_COLOUR),
        ]
    for owner in state.wanted.owners:
        for kind in KINDS:
            body, pips = (
                ("white", owner.colour) if kind == "c" else (owner.colour, "white")
            )
            text = say(f"confirm.of_{kind}", name=owner.name[:NAME])
            found.append(Identity(text, body, pips, kind, owner.colour))
    if state.wanted.shared:
        nobody = Identity(state.wanted.shared, "other", "other", "plain", None)
        found.append(nobody)
    return tuple(found)


def _owner_of(state: Reading, index: int) -> str | None:
    owners = state.sense.owners
    return owners[index] if index < len(owners) else None
