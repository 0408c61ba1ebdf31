"""Tables laid in numbers: who owns which die, which row it lies in, what is wrong."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laid import CENTRE, COLOURS, EDGE, KINDS, die, seat, table, tango
from vision.layout import Laying, Layout, check_count, lay_out, owner_of
from vision.readings import DieReading, TableReading
from vision.shared import usual_edge


def codes(layout: Layout) -> list[str]:
    return [problem.code for problem in layout.problems]


def assert_in_order(layout: Layout, order: list[int], players: int) -> None:
    """Compare with `table`, whose die k now stands at `order.index(k)`."""
    assert codes(layout) == []
    assert {order[i] for i in layout.shared} == {0, 1, 2}
    assert {p.colour for p in layout.players} == set(COLOURS[:players])
    for player in layout.players:
        start = 3 + 6 * COLOURS.index(player.colour)
        assert player.rows is not None
        assert {order[i] for i in player.rows.near} == set(range(start, start + 3))
        assert {order[i] for i in player.rows.far} == set(range(start + 3, start + 6))


def moved(
    dice: list[DieReading], turn_deg: float, size: float, is_mirrored: bool
) -> tuple[list[DieReading], tuple[float, float]]:
    a = np.radians(turn_deg)
    matrix = size * np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    if is_mirrored:
        matrix = matrix @ np.diag([-1, 1])

    def move(point: tuple[float, float]) -> tuple[float, float]:
        x, y = matrix @ np.array(point) + (37, -11)
        return (float(x), float(y))

    out = []
    for one in dice:
        a, b, c, d = map(move, one.corners)
        corners = (b, a, d, c) if is_mirrored else (a, b, c, d)
        out.append(replace(one, center=move(one.center), corners=corners))
    return out, move(CENTRE)


@pytest.mark.parametrize("players", range(1, 7))
def test_every_die_finds_its_owner_and_row(players: int) -> None:
    assert_in_order(lay_out(table(players), CENTRE), list(range(39)), players)


@settings(max_examples=150, deadline=None)
@given(
    players=st.integers(2, 6),
    turn_deg=st.floats(0, 360),
    size=st.floats(0.3, 4),
    is_mirrored=st.booleans(),
    random=st.randoms(use_true_random=False),
)
def test_turning_mirroring_scaling_and_shuffling_change_nothing(
    players: int, turn_deg: float, size: float, is_mirrored: bool, random: object
) -> None:
    dice = table(players)
    order = list(range(len(dice)))
    random.shuffle(order)  # type: ignore[attr-defined]
    shown, centre = moved([dice[i] for i in order], turn_deg, size, is_mirrored)
    assert_in_order(lay_out(shown, centre), order, players)


@settings(max_examples=150, deadline=None)
@given(
    step=st.floats(1, 2.5),
    gap=st.floats(1.1, 3),
    away=st.floats(5, 14),
    angle_deg=st.floats(0, 360),
    bend=st.floats(-0.2, 0.2),
    jitter=st.lists(st.floats(-0.12, 0.12), min_size=12, max_size=12),
)
def test_sloppy_rows_are_right_or_asked_about(
    step: float,
    gap: float,
    away: float,
    angle_deg: float,
    bend: float,
    jitter: list[float],
) -> None:
    laid = seat("red", angle_deg, away=away, step=step, gap=gap, bend=bend)
    dice = tango() + [
        replace(one, center=(one.center[0] + EDGE * dx, one.center[1] + EDGE * dy))
        for one, dx, dy in zip(laid, jitter[::2], jitter[1::2], strict=True)
    ]
    layout = lay_out(dice, CENTRE)
    rows = layout.players[0].rows
    if rows is None:
        assert codes(layout) == ["rows_unclear"]
    else:
        assert (rows.near, rows.far) == ((3, 4, 5), (6, 7, 8))


@pytest.mark.parametrize("bend", [-0.25, 0, 0.25])
@pytest.mark.parametrize("step", [1.0, 1.2, 2.0, 3.0])
def test_bent_and_touching_rows(bend: float, step: float) -> None:
    dice = tango() + seat("red", 75, step=step, gap=1.05, bend=bend)
    rows = lay_out(dice, CENTRE).players[0].rows
    assert rows is not None
    assert (rows.near, rows.far, rows.is_line) == ((3, 4, 5), (6, 7, 8), False)


@pytest.mark.parametrize("angle_deg", [0, 30, 90, 200])
def test_six_in_a_line_are_two_halves(angle_deg: float) -> None:
    a = np.radians(angle_deg)
    line = [
        die(
            CENTRE[0] + 250 * np.cos(a) - (i - 2.5) * 33 * np.sin(a),
            CENTRE[1] + 250 * np.sin(a) + (i - 2.5) * 33 * np.cos(a),
            "ccbcbb"[i],
        )
        for i in range(6)
    ]
    rows = lay_out(tango() + line, CENTRE).players[0].rows
    assert rows is not None
    assert rows.is_line
    assert {rows.near, rows.far} == {(3, 4, 5), (6, 7, 8)}


def test_the_tango_marks_the_centre_of_a_photo_taken_from_one_side() -> None:
    layout = lay_out(table(2), (CENTRE[0] - 340, CENTRE[1] - 200))
    assert_in_order(layout, list(range(39)), 2)


def test_a_told_centre_outweighs_the_tango() -> None:
    x, y = seat("red", 40)[4].center
    beyond = (x + 6 * (x - CENTRE[0]), y + 6 * (y - CENTRE[1]))
    dice = tango() + seat("red", 40)
    rows = lay_out(dice, beyond, is_centre_known=True).players[0].rows
    assert rows is not None
    assert (rows.near, rows.far) == ((6, 7, 8), (3, 4, 5))


def test_owner_by_pips_or_body() -> None:
    assert owner_of(die(0, 0, "c", "blue")) == "blue"
    assert owner_of(die(0, 0, "b", "blue")) == "blue"
    assert owner_of(die(0, 0, "plain", "blue")) is None


def without(dice: list[DieReading], *gone: int) -> list[DieReading]:
    return [one for i, one in enumerate(dice) if i not in gone]


def test_a_player_with_five_dice() -> None:
    layout = lay_out(without(table(), 11), CENTRE)
    (problem,) = layout.problems
    assert (problem.code, problem.player) == ("too_few_dice", "blue")
    assert dict(problem.values) == {"found": 5, "expected": 6}
    assert problem.center is not None


def test_a_player_with_seven_dice() -> None:
    layout = lay_out([*table(), die(100, 100, "c", "green")], CENTRE)
    assert [(p.code, p.player) for p in layout.problems] == [("too_many_dice", "green")]


def test_four_of_one_type() -> None:
    dice = tango() + seat("red", 0, kinds="cbccbc") + seat("blue", 180)
    assert codes(lay_out(dice, CENTRE)) == ["wrong_types"]


def test_one_puro_and_one_impuro_row() -> None:
    dice = tango() + seat("red", 0, kinds="ccccbb") + seat("blue", 180)
    assert codes(lay_out(dice, CENTRE)) == ["wrong_types", "mixed_rows"]


@pytest.mark.parametrize("kind", ["c", "plain"])
def test_a_die_that_belongs_to_nobody(kind: str) -> None:
    layout = lay_out([*table(2), die(90, 80, kind, "brown")], CENTRE)
    (problem,) = layout.problems
    assert (problem.code, problem.center) == ("stray_die", (90, 80))


@pytest.mark.parametrize("gone", [(0,), (1,), (2,), (0, 2), (0, 1, 2)])
def test_a_tango_die_is_missing(gone: tuple[int, ...]) -> None:
    layout = lay_out(without(table(), *gone), CENTRE)
    assert codes(layout) == ["tango_missing"]
    assert dict(layout.problems[0].values)["found"] == 3 - len(gone)


def test_no_tango_dice_may_be_in_order() -> None:
    laying = Laying(may_lack_shared=True)
    assert codes(lay_out(table()[3:], CENTRE, laying=laying)) == []
    assert lay_out(table(), CENTRE, laying=laying).shared == (0, 1, 2)


def test_a_fourth_die_among_the_tango_dice_is_asked_about() -> None:
    dice = [*table(), die(*CENTRE, "b", "brown")]
    assert codes(lay_out(dice, CENTRE))


def test_dice_of_a_player_that_lie_among_the_tango_dice_are_asked_about() -> None:
    own = [replace(one, kind="plain", pips="black") for one in tango()]
    dice = [*own, *seat("yellow", 40), *seat("purple", 200)]
    for i, (x, y) in ((3, (0, 0)), (4, (0.5, 0.3))):
        dice[i] = replace(dice[i], center=(CENTRE[0] + EDGE * x, CENTRE[1] + EDGE * y))
    layout = lay_out(dice, CENTRE)
    assert layout.shared == (0, 1, 2)
    assert layout.problems[0].code == "tango_unclear"
    assert layout.problems[0].center == pytest.approx(CENTRE, abs=EDGE)


def test_rows_that_point_at_the_centre_are_asked_about() -> None:
    laid = seat("red", 0)
    x, y = np.mean([one.center for one in laid], axis=0)
    turned = [
        replace(one, center=(x - (one.center[1] - y), y + one.center[0] - x))
        for one in laid
    ]
    assert codes(lay_out(tango() + turned, CENTRE)) == ["rows_unclear"]


def test_a_heap_is_asked_about() -> None:
    heap = [
        die(1100 + 45 * np.cos(a), 600 + 45 * np.sin(a), kind, "red")
        for a, kind in zip(np.radians(range(10, 370, 60)), KINDS, strict=True)
    ]
    layout = lay_out(tango() + heap, CENTRE)
    assert codes(layout) == ["rows_unclear"]
    assert layout.players[0].rows is None


def test_an_unsure_die_and_an_unsure_colour() -> None:
    dice = table(2)
    dice[4] = replace(dice[4], sure=False)
    dice[10] = replace(dice[10], colour_confidence=0.5)
    found = [(p.code, p.player) for p in lay_out(dice, CENTRE).problems]
    assert found == [("unsure_die", "red"), ("unsure_colour", "blue")]


def test_nothing_on_the_table() -> None:
    assert codes(lay_out([], CENTRE)) == ["tango_missing"]


@pytest.mark.parametrize(
    ("expect", "code"), [(2, "too_many_dice"), (4, "too_few_dice")]
)
def test_another_count_is_never_sure(expect: int, code: str) -> None:
    reading = check_count(TableReading(tuple(tango())), expect)
    assert [p.code for p in reading.problems] == [code]
    assert not any(one.sure for one in reading.dice)


@pytest.mark.parametrize("expect", [None, 3])
def test_the_right_count_changes_nothing(expect: int | None) -> None:
    reading = TableReading(tuple(tango()))
    assert check_count(reading, expect) is reading


def recoloured(dice: list[DieReading], kind: str, colour: str) -> list[DieReading]:
    return [
        replace(one, body=colour, colour_confidence=0.7) if one.kind == kind else one
        for one in dice
    ]


def test_black_and_grey_dice_in_one_place_are_one_player_but_asked_about() -> None:
    dice = tango() + seat("blue", 180) + recoloured(seat("black", 0), "b", "grey")
    layout = lay_out(dice, CENTRE)
    black = layout.players[0]
    assert (black.colour, len(black.dice)) == ("black", 6)
    assert black.rows is not None
    assert set(codes(layout)) == {"mixed_colours", "unsure_colour"}
    assert {problem.player for problem in layout.problems} == {"black"}


def test_two_halves_in_two_places_are_not_joined() -> None:
    pink = [one for one in seat("pink", 0) if one.kind == "c"]
    grey = [one for one in seat("grey", 120) if one.kind == "b"]
    assert codes(lay_out(tango() + pink + grey, CENTRE)) == ["too_few_dice"] * 2


@pytest.mark.parametrize("gone", range(3, 21))
def test_a_covered_die_is_its_players_though_a_tango_die_looks_like_it(
    gone: int,
) -> None:
    (problem,) = lay_out(without(table(3), gone), CENTRE).problems
    assert (problem.code, problem.player) == (
        "too_few_dice",
        ("red", "blue", "green")[(gone - 3) // 6],
    )


def test_the_usual_edge_is_the_median_of_each_dies_four_sides() -> None:
    oblong = ((0.0, 0.0), (6.0, 0.0), (6.0, 8.0), (0.0, 8.0))
    small = tuple((x / 10, y / 10) for x, y in oblong)
    large = tuple((x * 10, y * 10) for x, y in oblong)
    dice = [replace(table(1)[0], corners=corners) for corners in (large, oblong, small)]
    assert usual_edge(dice) == pytest.approx(7)
