import random

from hypothesis import given, settings
from hypothesis import strategies as st

from device.flow import di_da_do as flow
from device.flow import di_da_do_plan as plans
from device.flow.core import EyeFailed
from device.flow.di_da_do_pages import (
    Choose,
    Collect,
    Combos,
    Differs,
    Over,
    Owners,
    Throw,
    Turn,
)
from device.flow.di_da_do_places import groups, locate, match
from device.flow.di_da_do_plan import Die
from device.flow.screen import Mood
from rules.core import Undo
from rules.di_da_do_moves import (
    Combine,
    Lock,
    Pass,
    Phase,
    Reroll,
    Start,
)
from tests.device.flow.di_da_do_table import (
    FIRST,
    at,
    lying,
    place,
    seen,
    view,
    whole,
)
from tests.device.flow.table import (
    NAMES,
    Table,
    die,
    ids,
    new_game,
    random_event,
    reading,
)
from vision.readings import DieReading, TableReading

# --- the first dice --------------------------------------------------------------


def test_all_dice_are_read_at_once_with_one_press() -> None:
    table = Table(flow, new_game("di-da-do")).see(whole(FIRST))
    assert isinstance(table.state.page, Owners)
    table.press("A")
    by_name = {name: sorted(dice) for name, dice in table.last.dice.items()}
    assert by_name == {
        name: sorted(dice) for name, dice in zip(NAMES, FIRST, strict=False)
    }
    assert table.presses == 1
    assert table.state.ddd.turn == 0


def test_the_seats_can_be_turned_round_the_table() -> None:
    table = Table(flow, new_game("di-da-do")).see(whole(FIRST)).press("X A")
    assert sorted(table.last.dice["Anna"]) == sorted(FIRST[1])
    assert sorted(table.last.dice["Carla"]) == sorted(FIRST[0])


def test_dice_are_read_player_by_player_under_a_small_view() -> None:
    table = Table(flow, new_game("di-da-do"))
    table.see_twice(FIRST[0])
    table.see(FIRST[0])  # still lying there: not Bruno's
    assert "Bruno" in table.text
    table.see(FIRST[1], 400.0).press("A").see(FIRST[2], 600.0).press("A")
    assert [list(dice) for dice in table.last.dice.values()] == FIRST


def test_dice_are_entered_by_hand_player_by_player() -> None:
    table = Table(flow, new_game("di-da-do")).send(EyeFailed("missing", 0.0)).press("B")
    for _ in range(3):
        table.press("A A B B Y a A")
    assert list(table.last.dice["Carla"]) == [1, 1, 2, 2, 3, 4]
    assert table.deeds[-1].shot is None


def test_one_may_go_back_to_the_player_before() -> None:
    table = Table(flow, new_game("di-da-do")).see_twice(FIRST[0]).press("X")
    assert isinstance(table.state.page, Collect)
    assert not table.state.page.given


def test_a_misread_die_is_corrected_before_it_counts() -> None:
    table = Table(flow, new_game("di-da-do")).see(whole(FIRST)).press("Y")
    table.pick("die:0", "value:2").press("A A A")
    assert sorted(table.last.dice["Anna"]) == [1, 2, 3, 3, 6, 6]


def test_groups_are_the_players_sixes_clockwise() -> None:
    for seats in range(3, 7):
        dice = [[seat + 1] * 6 for seat in range(seats)]
        table = whole(dice)
        found = [[table.dice[i].value for i in part] for part in groups(table.dice)]
        assert all(len(set(part)) == 1 for part in found)
        firsts = [part[0] for part in found]
        turned = firsts.index(1)
        assert firsts[turned:] + firsts[:turned] == list(range(1, seats + 1))


def test_a_die_of_all_six_values_wins_at_once() -> None:
    table = Table(flow, new_game("di-da-do"))
    table.see(whole([[1, 2, 3, 4, 5, 6], FIRST[1], FIRST[2]])).press("A")
    assert isinstance(table.state.page, Over)
    assert table.screen.mood is Mood.DONE
    assert "Vince Anna!" in table.text


# --- simple turns ----------------------------------------------------------------


def test_a_die_is_locked_in_two_presses_and_one_a_step() -> None:
    table = at(FIRST).press("A A")
    assert table.last == Lock(0, 0)
    assert at(FIRST).press("A B A").last == Lock(3, 0)  # dice alike count as one


def test_the_page_picks_a_die() -> None:
    assert at(FIRST).press("A").pick("die.0.2").last == Lock(2, 0)


def test_passing_takes_one_press() -> None:
    assert at(FIRST).press("Y").last == Pass(0)


def test_a_locked_die_is_shown_as_held_and_not_offered() -> None:
    table = at(FIRST, Lock(0), Pass(), Pass())
    assert "A: [3] 3 3" in table.text
    table.press("A").pick("die.0.0")
    assert not table.deeds
    assert table.press("A").last == Lock(1, 0)


def test_a_reroll_is_read_from_the_die_alone() -> None:
    table = at(FIRST).press("B X A")  # the last of the distinct ones, the 1
    table.see([5])
    assert table.last == Reroll(5, 5, 0)


def test_a_reroll_that_shows_the_old_face_is_confirmed() -> None:
    table = at(FIRST).press("B X A").see([1])
    assert table.screen.mood is Mood.READ
    assert table.press("A").last == Reroll(5, 1, 0)


def test_a_reroll_is_read_among_the_dice_of_the_player() -> None:
    table = at(FIRST).press("B X A").see_twice([3, 3, 3, 6, 6, 4])
    assert table.last == Reroll(5, 4, 0)


def test_more_changes_than_one_do_not_add_up() -> None:
    table = at(FIRST).press("B X A").see_twice([3, 3, 2, 6, 6, 4])
    assert table.screen.mood is Mood.STUCK
    assert not table.deeds


def test_a_reroll_is_entered_by_hand() -> None:
    table = at(FIRST).send(EyeFailed("gone", 0.0)).press("B X A B").press("a A")
    assert table.last == Reroll(5, 4, 0)


def test_back_leads_out_of_a_reroll() -> None:
    table = at(FIRST).press("B A X Y")
    assert isinstance(table.state.page, Turn)


# --- a table seen whole ----------------------------------------------------------


def test_a_whole_table_tells_the_new_face_without_a_press() -> None:
    table = seen(FIRST)
    dice = lying(table)
    own = next(d for d, (value, _) in dice.items() if d[0] == 0 and value == 1)
    table.press("B").pick(f"die.{own[0]}.{own[1]}").see(view(dice))
    assert isinstance(table.last, Start)  # not rolled yet
    dice[own] = (4, (600.0, 450.0))
    assert table.see(view(dice)).last == Reroll(own[1], 4, 0)
    assert table.state.places[own] == (600.0, 450.0)


def test_of_dice_alike_either_may_have_been_rolled() -> None:
    table = seen(FIRST)
    dice = lying(table)
    threes = [d for d, (value, _) in dice.items() if d[0] == 0 and value == 3]
    table.press("B").pick(f"die.{threes[0][0]}.{threes[0][1]}")
    dice[threes[2]] = (5, (600.0, 450.0))
    assert table.see(view(dice)).last == Reroll(threes[0][1], 5, 0)


def test_a_pushed_die_is_still_known() -> None:
    table = seen(FIRST)
    dice = lying(table)
    pushed, own = (1, 0), (0, 0)
    value, (x, y) = dice[pushed]
    table.press("B").pick("die.0.0")
    dice[pushed] = (value, (x + 60, y + 60))
    dice[own] = (dice[own][0] % 6 + 1, (600.0, 450.0))
    table.see(view(dice))
    assert table.last == Reroll(0, dice[own][0], 0)
    assert table.state.places[pushed] == (x + 60, y + 60)


def test_an_unsure_die_that_nobody_rolled_is_not_asked_about() -> None:
    table = seen(FIRST)
    dice = lying(table)
    table.press("B").pick("die.0.0")
    value = dice[0, 0][0] % 6 + 1
    dice[0, 0] = (value, (600.0, 450.0))
    was = dice[1, 0][0]
    dim = view(dice).dice
    at_ = list(dice).index((1, 0))
    misread = die(was % 6 + 1, dice[1, 0][1], sure=False, others=(was,))
    table.see(TableReading((*dim[:at_], misread, *dim[at_ + 1 :])))
    assert table.last == Reroll(0, value, 0)


def test_an_unsure_die_that_was_rolled_is_asked_about() -> None:
    table = seen(FIRST)
    dice = lying(table)
    table.press("B").pick("die.0.0")
    value = dice[0, 0][0] % 6 + 1
    rest = TableReading(view(dice).dice[1:])
    unsure = die(value, (600.0, 450.0), sure=False, others=(value % 6 + 1,))
    table.see(TableReading((unsure, *rest.dice)))
    assert table.screen.mood is Mood.ASKING
    assert table.press("A A").last == Reroll(0, value, 0)


def test_the_die_that_should_not_have_changed_is_named() -> None:
    table = seen(FIRST)
    dice = lying(table)
    table.press("B").pick("die.0.0")
    dice[0, 0] = (dice[0, 0][0] % 6 + 1, (600.0, 450.0))
    was, place_ = dice[1, 0]
    now = was % 6 + 1
    dice[1, 0] = (now, place_)
    table.see(view(dice))
    assert isinstance(table.last, Start)
    assert table.screen.mood is Mood.STUCK
    assert f"Bruno: {now} al posto di {was}" in table.text


def test_between_actions_a_changed_die_is_named_until_it_is_put_back() -> None:
    table = seen(FIRST)
    dice = lying(table)
    was, place_ = dice[2, 0]
    table.see(view({**dice, (2, 0): (was % 6 + 1, place_)}))
    assert isinstance(table.state.page, Differs)
    assert f"Carla: {was % 6 + 1} al posto di {was}" in table.text
    assert "A:" not in table.text
    table.see(view(dice))
    assert isinstance(table.state.page, Turn)
    assert len(table.deeds) == 1


def test_an_own_die_rolled_before_any_press_is_offered_as_a_reroll() -> None:
    table = seen(FIRST)
    dice = lying(table)
    value = dice[0, 0][0] % 6 + 1
    table.see(view({**dice, (0, 0): (value, (600.0, 450.0))})).press("A")
    assert table.last == Reroll(0, value, 0)
    assert table.deeds[-1].shot == 7


def test_a_wrong_eye_can_be_ignored() -> None:
    table = seen(FIRST)
    dice = lying(table)
    was, place_ = dice[2, 0]
    table.see(view({**dice, (2, 0): (was % 6 + 1, place_)})).press("B")
    assert isinstance(table.state.page, Turn)
    assert not table.state.places


def test_after_a_restart_the_dice_are_found_again_by_their_faces() -> None:
    table = at(FIRST).see(whole(FIRST))
    assert len(table.state.places) == 18
    ones = [d for d, face in enumerate(FIRST[0]) if face == 1]
    assert table.state.places[0, ones[0]] == place(0, ones[0], 3)


def test_faces_that_fit_two_ways_locate_nothing() -> None:
    alike = [[1, 1, 2, 2, 3, 3]] * 3
    assert locate(whole(alike).dice, alike) is None


def test_a_match_names_what_was_rolled_and_what_changed() -> None:
    places: dict[Die, tuple[float, float]] = {(0, 0): (0, 0), (0, 1): (100, 0)}
    faces = {(0, 0): 2, (0, 1): 5}
    dice: list[DieReading] = [die(2, (1, 1)), die(3, (300, 0))]
    found = match(places, faces, dice, [(0, 1)])
    assert found.rolled == {(0, 1): 3}
    assert not found.changes
    found = match(places, faces, dice)
    assert [(c.die, c.was, c.now) for c in found.changes] == [((0, 1), 5, 3)]


# --- corrections ---


def test_a_misread_reroll_is_corrected_afterwards() -> None:
    table = seen(FIRST)
    dice = lying(table)
    own = next(d for d, (value, _) in dice.items() if d[0] == 0 and value == 1)
    table.press("B").pick(f"die.{own[0]}.{own[1]}")
    dice[own] = (4, (600.0, 450.0))
    table.see(view(dice))
    at_ = list(dice).index(own)
    table.press("b").pick(f"die:{at_}", "value:5").press("A A")
    assert [deed.action for deed in table.deeds[1:]] == [
        Reroll(own[1], 4, 0),
        Undo(),
        Reroll(own[1], 5, 0),
    ]


def test_the_first_dice_are_corrected_afterwards() -> None:
    table = seen(FIRST).press("b")
    assert isinstance(table.last, Undo)
    assert isinstance(table.state.page, Owners)
    table.press("X A")
    assert sorted(table.last.dice["Anna"]) == sorted(FIRST[1])


# --- undo ------------------------------------------------------------------------


def test_undo_names_the_action_and_gives_the_table_back() -> None:
    table = at(FIRST).press("A A y")
    assert "Anna: blocca un 3" in table.text
    table.press("B")
    assert isinstance(table.state.page, Turn)
    table.press("y A y A")
    assert table.state.ddd.phase is Phase.START
    assert table.see(whole(FIRST)).press("A").last.dice["Anna"]


def test_a_finished_game_can_be_undone() -> None:
    table = at([[1, 2, 3, 4, 5, 6], FIRST[1], FIRST[2]])
    assert table.press("y A").state.ddd.phase is Phase.START


# --- whole evenings --------------------------------------------------------------


class Evening:
    """People who play by what the screen asks, with real dice."""

    def __init__(self, draw: random.Random, seats: int, sight: str) -> None:
        self.draw, self.sight = draw, sight
        self.table = Table(flow, new_game("di-da-do", seats))
        dice = [[draw.randint(1, 6) for _ in range(6)] for _ in range(seats)]
        if sight == "whole":
            self.table.see(whole(dice)).press("A")
        else:
            self.table = at(dice)
        self.at_y = 0

    def play(self) -> None:
        """One thing that the screen asks for."""
        page = self.table.state.page
        if isinstance(page, Throw):
            return self._throw(page)
        if isinstance(page, Combos | Choose):
            id_ = self.draw.choice(ids(self.table.screen))
            may_finish = "Fatto" in self.table.text and self.draw.random() < 0.5
            if may_finish:
                self.table.press("a")
                return None
            self.table.pick(id_)
            return None
        assert isinstance(page, Turn), self.table.text
        text = self.table.text
        keys = [key for key in "AABBXXXXY" if f"    {key}: " in text]
        self.table.press(self.draw.choice(keys))
        return None

    def _throw(self, page: Throw) -> None:
        asked, deeds = page.asked, len(self.table.deeds)
        values = [self.draw.randint(1, 6) for _ in asked.dice]
        sight = self.sight if self.table.state.places else "alone"
        self.at_y += 1
        if sight == "whole":
            faces = plans.faces(self.table.state.ddd, page.plan)
            places = self.table.state.places
            dice = {d: (faces[d], places[d]) for d in places}
            for value, die_ in zip(values, asked.dice, strict=True):
                x, y = places[asked.seat, die_]
                dice[asked.seat, die_] = (value, (x + 5000 + self.at_y, y))
            self.table.see(view(dice))
        else:
            self.table.see(reading(values, 100.0 * self.at_y))
        if self.table.screen.mood is Mood.READ:
            self.table.press("A")
        assert self.table.state.page != page, self.table.text
        if len(self.table.deeds) > deeds:
            action = self.table.last
            rolled = (
                [action.value] if isinstance(action, Reroll) else action.rolled.values()
            )
            if isinstance(action, Reroll) or action.rolled:
                assert sorted(rolled) == sorted(values)


@given(st.integers(0, 2**32), st.sampled_from(["whole", "alone"]))
@settings(max_examples=12, deadline=None)
def test_whatever_people_play_is_accepted(seed: int, sight: str) -> None:
    draw = random.Random(seed)
    evening = Evening(draw, draw.randint(3, 4), sight)
    for _ in range(60):
        if isinstance(evening.table.state.page, Over):
            break
        evening.play()


def test_the_usual_combinations_are_played_in_some_evening() -> None:
    played = set()
    for seed in range(25):
        draw = random.Random(seed)
        evening = Evening(draw, 3, "alone")
        for _ in range(100):
            if isinstance(evening.table.state.page, Over):
                break
            evening.play()
        actions = [d.action for d in evening.table.deeds]
        played |= {a.combination for a in actions if isinstance(a, Combine)}
    assert {"coppia", "doppia coppia", "tris", "quasi-full", "poker"} <= played


@given(st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_nothing_at_the_table_breaks_it(seed: int) -> None:
    draw = random.Random(seed)
    seats = draw.randint(3, 5)
    table = Table(flow, new_game("di-da-do", seats))
    if draw.random() < 0.8:
        dice = [[draw.randint(1, 6) for _ in range(6)] for _ in range(seats)]
        table.see(whole(dice)).press("A")
    for _ in range(120):
        table.send(random_event(draw, table, (1, 2, 6)))
        again = flow.start(table.recorded, 0.0)
        assert flow.screen(again).title


@given(st.integers(0, 2**32))
@settings(max_examples=6, deadline=None)
def test_everything_can_be_undone(seed: int) -> None:
    draw = random.Random(seed)
    evening = Evening(draw, 3, "alone")
    for _ in range(40):
        if isinstance(evening.table.state.page, Over):
            break
        evening.play()
    table = Table(flow, evening.table.recorded)
    while table.recorded.before is not None:
        table.press("y A")
        assert table.last == Undo()
