"""Every text in both languages, with the same values in it."""

import string

import pytest

from device.wording import LANGUAGES, Wording, load_wording
from vision.frame import PictureError
from vision.readings import COLOURS, KINDS, Problem

IT, EN = (load_wording(language) for language in LANGUAGES)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_keys() -> None:
    assert set(IT.texts) == set(EN.texts)


@pytest.mark.parametrize("key", sorted(IT.texts))
def test_both_languages_tell_the_same_values(key: str) -> None:
    assert IT.texts[key].strip()
    assert EN.texts[key].strip()
    assert fields(IT.texts[key]) == fields(EN.texts[key])


@pytest.mark.parametrize("wording", [IT, EN], ids=LANGUAGES)
def test_every_colour_and_kind_has_a_word(wording: Wording) -> None:
    for name in COLOURS:
        assert wording.colour(name)
        assert wording.pips(name)
    for kind in KINDS:
        assert wording.say(f"kind.{kind}")


@pytest.mark.parametrize("wording", [IT, EN], ids=LANGUAGES)
@pytest.mark.parametrize("part", ["eye", "display"])
def test_why_something_fails_is_a_line_of_its_own(wording: Wording, part: str) -> None:
    lines = [text for key, text in wording.texts.items() if key.startswith(f"{part}.")]
    assert lines
    assert all(line[0].isupper() for line in lines)


def test_a_problem_speaks_of_its_player() -> None:
    values = (("found", 5), ("expected", 6))
    problem = Problem("too_few_dice", "5", player="blue", values=values)
    assert IT.problem(problem).startswith("blu ha 5 dadi invece di 6")
    assert EN.problem(problem).startswith("blue has 5 dice instead of 6")


def test_one_die_of_several_is_told_as_people_say_it() -> None:
    problem = Problem("too_few_dice", "1", values=(("found", 1), ("expected", 2)))
    assert IT.problem(problem).startswith("dadi visti 1 su 2:")
    assert EN.problem(problem).startswith("1 of 2 dice seen:")


def test_an_unknown_problem_keeps_its_own_text() -> None:
    assert IT.problem(Problem("never_heard_of", "its own text")) == "its own text"
    assert IT.problem(Problem("too_few_dice", "no values")) == "no values"


def test_a_refused_file_is_told_in_both_languages() -> None:
    error = PictureError("too_small", "text", {"width": 10, "height": 20})
    assert "10 × 20" in IT.refusal(error)
    assert "10 × 20" in EN.refusal(error)
