"""What a screen may show: standings, choices with prices, ladders, higher scores."""

from rules.core import Choice
from rules.records import replay
from rules.views import View, view
from tests.rules.playing import Line, mia, mias, prova, record, rows, sei, setup, tango


def seen(*lines: Line) -> View:
    return view(replay(record(*lines)))


def test_standings_and_turn() -> None:
    shown = seen(setup("mia", 3), *mias("penalty Bruno 6", "open 42"))
    assert [(s.name, s.left, s.out, s.is_turn) for s in shown.standings] == [
        ("Anna", 6, False, False),
        ("Bruno", 0, True, False),
        ("Carla", 6, False, True),
    ]
    assert (shown.declared, shown.answers, shown.turn) == (42, 0, 2)


def test_m_9_the_choice_to_beat_a_mia_shows_its_price() -> None:
    shown = seen(setup("mia", 3), mia("open 21"))
    assert Choice("beat", "M-9", 1) in shown.open_choices
    assert Choice("penalty", "M-12", what="spoils") in shown.open_choices
    assert Choice("undo", "C-4") in shown.open_choices
    assert shown.higher_scores == ()
    plain = seen(setup("mia", 3), mia("open 42")).open_choices
    assert Choice("beat", "M-4", 0) in plain


def test_m_11_surrender_shows_its_price() -> None:
    shown = seen(setup("mia-senza-garanzia", 3), mia("open 21"))
    assert Choice("surrender", "M-11", 1) in shown.open_choices


def test_higher_scores_than_the_standing_one() -> None:
    game = setup("mia", 2)
    assert len(seen(game).higher_scores) == 21
    assert seen(game, mia("open 33")).higher_scores == (21, 11, 22)
    assert seen(game, *mias("open 33", "accuse")).higher_scores == ()
    equal = setup("mia", 2, equal_score=True)
    assert seen(equal, mia("open 33")).higher_scores == (21, 11, 22, 33)
    best = setup("mia", 2, best_double=66)
    assert seen(best, mia("open 44")).higher_scores == (21, 66, 55)


def test_h_2_no_score_is_equal_to_a_declared_mia() -> None:
    for game in ("mia", "mia-senza-garanzia"):
        shown = seen(setup(game, 2, equal_score=True), mia("open 21"))
        assert shown.higher_scores == ()


def test_the_ladder_has_the_cubes_and_the_distance() -> None:
    shown = seen(
        setup("dancing-dice", 3),
        tango("421"),
        prova(
            Anna=rows("666", "111"), Bruno=rows("665", "666"), Carla=rows("665", "665")
        ),
    )
    first, second = shown.dancers
    assert [(d.player, d.judged_well, d.distance) for d in first] == [
        (0, True, 0),
        (1, False, 2),
        (2, False, 2),
    ]
    assert [d.player for d in second] == [0, 1, 2]
    rungs = {rung.rank.name: rung for rung in shown.ladders[0] if rung.players}
    assert {name: rung.players for name, rung in rungs.items()} == {
        "Mambo impuro": (0,),
        "Twist impuro": (1, 2),
    }
    assert [rung.judged_well for rung in rungs.values()] == [True, False]
    assert len(shown.ladders[0]) == 38
    assert shown.tango == (1, 2, 4)


def test_nothing_but_undo_is_open_when_over() -> None:
    shown = seen(setup("mia", 2), mia("penalty Anna 6"))
    assert [choice.do for choice in shown.open_choices] == ["undo"]
    assert [s.has_won for s in shown.standings] == [False, True]


def test_sei_dadi_shows_the_target() -> None:
    shown = seen(setup("sei-dadi", 3), sei("roll 665311"), sei("keep 66"))
    assert (shown.kept, shown.attack, shown.target) == ((6, 6), None, 2)
    assert Choice("stop", "S-2", 8) in shown.open_choices
