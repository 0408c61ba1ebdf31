"""Outlines over proofs: from files that anybody may have written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.page.judged import marks_of, sizes_of

SQUARE = [[0, 0], [9, 0], [9, 9], [0, 9]]
FOUR = {"value": 4, "read": 4, "corners": SQUARE}
CORRECTED = {"value": 5, "read": 6, "corners": SQUARE}
ADDED = {"value": 1, "read": None}
MARK = {"corners": SQUARE, "label": "4", "isSure": True, "sign": None, "id": ""}


def test_the_size_is_that_of_the_picture_as_it_was_taken() -> None:
    told = json.dumps({"pictures": [{"size": [2304, 1296]}, {"size": None}]})

    assert sizes_of(told.encode()) == [[2304, 1296], None]


def test_a_picture_has_the_dice_that_were_seen_in_it() -> None:
    ((first, second),) = marks_of([FOUR, CORRECTED, ADDED], 1)

    assert first == MARK
    assert (second["label"], second["isSure"]) == ("5", False)


def test_one_picture_of_all_players_has_the_dice_of_all() -> None:
    (marks,) = marks_of({"Anna": [FOUR], "Bruno": [FOUR]}, 1)

    assert marks == [MARK, MARK]


def test_each_of_several_pictures_has_the_dice_of_its_player() -> None:
    seen = {"Anna": [FOUR], "Bruno": "by hand", "Carla": [CORRECTED, FOUR]}

    assert [len(marks) for marks in marks_of(seen, 2)] == [1, 2]
    assert marks_of(seen, 3) == [[], [], []]  # nobody knows which is whose


@pytest.mark.parametrize(
    "content",
    [None, b"", b"[]", b"{", b"\xff", b'{"pictures": 3}', b"[" * 100_000],
)
def test_evidence_out_of_form_has_no_sizes(content: bytes | None) -> None:
    assert sizes_of(content) == []


@pytest.mark.parametrize(
    "size", [3, [1], [0, 4], ["a", 1], [True, True], {}, [1, 1e999]]
)
def test_a_size_out_of_form_is_none(size: object) -> None:
    assert sizes_of(json.dumps({"pictures": [{"size": size}]}).encode()) == [None]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(seen=JSON, count=st.integers(0, 4))
def test_whatever_was_noted_every_picture_has_its_marks(
    seen: object, count: int
) -> None:
    assert len(marks_of(seen, count)) == count


@pytest.mark.parametrize("corners", [None, [], [[1, 2]] * 3, [[1]] * 4, [["a", 1]] * 4])
def test_a_die_without_a_place_has_no_outline(corners: object) -> None:
    assert marks_of([{**FOUR, "corners": corners}], 1) == [[]]
