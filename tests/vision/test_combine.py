"""Several readings of still dice to one: votes, and when they are enough."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.calibrate import SURE
from vision.combine import BOUND_S, MOST_READINGS, Votes, combine, is_settled
from vision.readings import DieReading, Problem, TableReading

EDGE = 40.0


def die(
    value: int = 5,
    confidence: float = 0.99,
    x: float = 100.0,
    y: float = 100.0,
    *,
    body: str = "red",
    kind: str = "b",
    sure: bool | None = None,
    others: tuple[int, ...] = (),
) -> DieReading:
    half = EDGE / 2
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    is_sure = confidence >= SURE if sure is None else sure
    return DieReading(
        value, confidence, is_sure, (x, y), corners, body, "white", kind, 0.9, others
    )


def table(*dice: DieReading, problems: tuple[Problem, ...] = ()) -> TableReading:
    return TableReading(tuple(sorted(dice, key=lambda d: d.center)), problems)


#: Readings of the same three places, each seen or not, a little moved, as any value.
PLACES = ((100.0, 100.0), (145.0, 100.0), (300.0, 220.0))


@st.composite
def readings(draw: st.DrawFn) -> list[TableReading]:
    count = draw(st.integers(1, 5))
    made = []
    for _ in range(count):
        dice = []
        for x, y in PLACES:
            if draw(st.integers(0, 5)):
                dice.append(
                    die(
                        draw(st.integers(1, 6)),
                        draw(st.floats(0.3, 1.0)),
                        x + draw(st.floats(-4, 4)),
                        y + draw(st.floats(-4, 4)),
                        body=draw(st.sampled_from(("red", "orange"))),
                    )
                )
        made.append(table(*dice))
    return made


@given(readings(), st.randoms(use_true_random=False))
def test_the_order_of_readings_does_not_matter(made: list[TableReading], rng) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(made)
    rng.shuffle(shuffled)

    assert combine(made) == combine(shuffled)


@given(readings())
def test_dice_on_which_readings_disagree_are_never_sure(
    made: list[TableReading],
) -> None:
    for told in combine(made).dice:
        near = [
            d
            for reading in made
            for d in reading.dice
            if abs(d.center[0] - told.center[0]) < EDGE / 2
            and abs(d.center[1] - told.center[1]) < EDGE / 2
        ]
        if len({d.value for d in near}) > 1 or len(near) < len(made):
            assert not told.sure


@given(
    st.integers(1, 6),
    st.integers(1, 6),
    st.integers(2, 4),
    st.floats(SURE, 1.0),
    st.floats(0.3, 0.7),
)
def test_a_sure_majority_wins(
    value: int, other: int, most: int, confidence: float, doubt: float
) -> None:
    made = [table(die(value, confidence)) for _ in range(most)]
    made.append(table(die(other, doubt)))

    assert [d.value for d in combine(made).dice] == [value]


@given(st.floats(0.3, 1.0), st.integers(1, 5))
def test_agreement_never_makes_a_die_less_likely(confidence: float, count: int) -> None:
    one = combine([table(die(5, confidence))]).dice[0].confidence
    many = combine([table(die(5, confidence))] * count).dice[0].confidence

    assert many >= one - 1e-9 or confidence < 0.5


def test_one_reading_stays_as_it_is() -> None:
    reading = table(die(3, 0.97), die(6, 0.8, 200, others=(5, 4)))

    combined = combine([reading])

    assert [(d.value, d.sure, d.others) for d in combined.dice] == [
        (3, True, ()),
        (6, False, (5, 4)),
    ]
    assert combined.dice[0].confidence == pytest.approx(0.97)


def test_doubts_that_agree_become_sure_and_guesses_do_not() -> None:
    nearly = 1 - 1.3 * (1 - SURE)
    assert not combine([table(die(5, nearly))]).dice[0].sure
    assert combine([table(die(5, nearly))] * 4).dice[0].sure
    assert not combine([table(die(5, 0.7))] * 5).dice[0].sure


def test_touching_dice_are_not_mixed_up() -> None:
    one = table(die(1, x=100), die(6, x=140))
    two = table(die(1, x=104), die(6, x=143))

    assert [d.value for d in combine([one, two]).dice] == [1, 6]


def test_a_die_that_one_of_three_saw_is_left_out() -> None:
    made = [table(die(1)), table(die(1)), table(die(1), die(4, x=300))]

    assert [(d.value, d.sure) for d in combine(made, 1).dice] == [(1, True)]
    assert [d.sure for d in combine(made).dice] == [False]


def test_a_die_that_two_of_three_saw_is_asked_about() -> None:
    made = [table(die(1)), table(die(1), die(4, x=300)), table(die(1), die(4, x=300))]

    assert [(d.value, d.sure) for d in combine(made, 2).dice] == [(1, True), (4, False)]


def test_another_count_is_a_problem_and_nothing_is_sure() -> None:
    combined = combine([table(die(1))], 2)

    assert [p.code for p in combined.problems] == ["too_few_dice"]
    assert not any(d.sure for d in combined.dice)


def test_what_the_reader_holds_back_stays_held_back() -> None:
    assert not combine([table(die(1, 0.99, sure=False))]).dice[0].sure


def test_kinds_that_differ_are_asked_about() -> None:
    made = [table(die(1, kind="b")), table(die(1, kind="c", body="white"))]

    assert not combine(made).dice[0].sure


def test_the_colour_that_weighs_most_is_told() -> None:
    made = [table(die(1, body="red"))] * 2 + [table(die(1, body="orange"))]

    assert combine(made).dice[0].body == "red"


def test_other_values_that_were_told_come_first() -> None:
    made = [table(die(5, 0.9, others=(4, 6, 3)))] * 2 + [table(die(3, 0.6))]

    assert combine(made).dice[0].others == (3, 4, 6)


def test_a_problem_that_most_readings_name_is_told_once() -> None:
    cocked = Problem("cocked_die", "leans")
    stray = Problem("stray_die", "far off")
    made = [
        table(die(), problems=(cocked, stray)),
        table(die(), problems=(cocked,)),
        table(die(), problems=(cocked,)),
    ]

    assert [p.code for p in combine(made).problems] == ["cocked_die"]


def test_nothing_cannot_be_combined() -> None:
    with pytest.raises(ValueError, match="must not be empty"):
        combine([])


def test_a_sure_reading_is_enough_at_once() -> None:
    votes = Votes(expect=1).add(table(die()), 10.0)

    assert votes.is_enough(10.1)
    assert is_settled(votes.result())


def test_an_unsure_reading_is_enough_after_a_bounded_time() -> None:
    votes = Votes(expect=1).add(table(die(confidence=0.6)), 10.0)

    assert not votes.is_enough(10.0 + BOUND_S - 0.1)
    assert votes.is_enough(10.0 + BOUND_S + 0.01)


def test_an_unsure_reading_is_enough_after_so_many() -> None:
    votes = Votes(expect=1)
    for i in range(MOST_READINGS):
        assert not votes.is_enough(10.0 + i / 100)
        votes = votes.add(table(die(confidence=0.6)), 10.0 + i / 100)

    assert votes.is_enough(10.1)


def test_a_missing_die_is_waited_for() -> None:
    votes = Votes(expect=2).add(table(die()), 10.0)

    assert not votes.is_enough(10.2)
    assert replace(votes, expect=1).is_enough(10.2)


def test_an_empty_table_is_looked_at_twice() -> None:
    assert not Votes().add(table(), 10.0).is_enough(10.2)
    assert not Votes().is_enough(99.0)
