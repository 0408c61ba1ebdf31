"""What lies on the table, from shots: its stage, and when and how often to read it.

It holds no camera and no thread. `look` is quick and takes every shot; where it says
that a reading is due, `read` is given the whole picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist

from device.flow.core import Stage, Wish
from device.ports import Frame
from device.table_reader import ReadDice
from vision.change import SPECK_PX, Sketch, change, largest_px
from vision.combine import SAME_PLACE, Votes, combine, edge_px
from vision.readings import TableReading
from vision.settle import Look, Motion, Settle
from vision.touch import TouchWatch

#: Somebody asks for a reading though something lies at the border: it is taken for a
#: part of the table once it has lain still for so long, in seconds.
TRUST_S = 1.0
STAGES = {
    Motion.HAND: Stage.HAND,
    Motion.ROLLING: Stage.ROLLING,
    Motion.SETTLING: Stage.SETTLING,
    Motion.STILL: Stage.STILL,
}


@dataclass(frozen=True, slots=True)
class Told:
    """A reading that is to be told.

    Attributes:
        reading: At least one die.
        was_touched: As in `device.flow.core.Seen`.
    """

    reading: TableReading
    was_touched: bool


class TableWatch:
    """Follows one table through the eye's shots.

    Attributes:
        is_due: The picture of the shot just looked at is to be given to `read`.
        still_s: For how long nothing has moved, in seconds.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Drop everything that was ever seen."""
        self.is_due = False
        self.still_s = 0.0
        self._settle = Settle()
        self._touch: TouchWatch | None = None
        self._wish = Wish()
        self._is_fresh = True  # what lies there has not been read for this wish
        self._is_hand_trusted = False
        self._before: Sketch | None = None  # the shot before the last
        self._look: Look | None = None  # at the last shot …
        self._taken_s = 0.0  # … and when it was taken
        self._votes = Votes()
        self._voted: Frame | None = None  # the picture read last: no second vote
        self._known: Sketch | None = None  # the table, as it was last read
        self._at_rest = Stage.STILL  # what that reading says of it
        self._told: TableReading | None = None

    def look(self, small: Frame, taken_s: float, wish: Wish) -> Stage:
        """Take in a shot.

        Args:
            small: As in `device.ports.Shot`.
            taken_s: As in `device.ports.Shot`.
            wish: Open.
        """
        self._hear(wish)
        look = self._settle.look(small, taken_s)
        if self._touch is not None:
            self._touch.add(small, taken_s)
        if look.motion is Motion.HAND and self._is_hand_trusted:
            if look.still_s >= TRUST_S:
                self._settle.trust()
        else:
            self._is_hand_trusted = False
        self._before = None if self._look is None else self._look.sketch
        self._look, self._taken_s, self.still_s = look, taken_s, look.still_s
        if look.motion is not Motion.STILL:
            self.is_due, self._votes, self._voted = False, Votes(), None
            return STAGES[look.motion]
        self.is_due = self._is_reading_due(look.sketch)
        return Stage.STILL if self.is_due else self._at_rest

    def read(self, picture: Frame, read: ReadDice) -> TableReading:
        """Read the shot just looked at; slow."""
        wish = self._wish
        return read(picture, wish.expect, sets=wish.sets, palette=wish.palette)

    def take(self) -> None:
        """The shot just looked at was seen as it is, and not read."""
        assert self._look is not None  # it is due only after a look
        self._votes, self._voted, self.is_due = Votes(), None, False
        self._known, self._is_fresh = self._look.sketch, False
        self._told, self._at_rest = None, Stage.STILL

    def weigh(
        self, reading: TableReading, picture: Frame, small: Frame, now_s: float
    ) -> tuple[Stage, Told | None]:
        """Take in a reading of the shot just looked at.

        Args:
            reading: As it was read.
            picture: RGB, shape (H, W, 3).
            small: Of the same shot.
            now_s: After the reading.

        Returns:
            The stage after it, and what is to be told, if that is clear by now.
        """
        assert self._look is not None  # a reading is due only after a look
        wish = self._wish
        votes = replace(self._votes, expect=wish.expect).add(reading, self._taken_s)
        self._votes = votes
        is_news, self._voted = picture is not self._voted, picture
        if is_news and not votes.is_enough(now_s):
            return Stage.STILL, None
        self._votes, self._voted, self.is_due = Votes(), None, False
        self._known = self._look.sketch
        result = votes.result()
        if not wish.is_wanted:
            self._at_rest = self._compare(result)
            return self._at_rest, None
        self._is_fresh = False
        self._told = result if result.dice else None
        self._at_rest = Stage.STILL if result.dice else Stage.EMPTY
        if self._told is None:
            return self._at_rest, None
        return self._at_rest, Told(result, self._was_touched(result, picture, small))

    def _hear(self, wish: Wish) -> None:
        """Take a new wish in."""
        old, self._wish = self._wish, wish
        if wish.reveal and (not old.reveal or self._touch is None):
            self._touch = TouchWatch()
        elif not wish.reveal:
            self._touch = None
        if wish == old:
            return
        self._votes, self._voted = Votes(), None
        is_new = _as_wanted(wish) != _as_wanted(old)
        if wish.is_wanted and (is_new or not old.is_wanted):
            self._is_fresh = True
        if wish.request != old.request and self._look is not None:
            self._is_hand_trusted = self._look.motion is Motion.HAND

    def _is_reading_due(self, now: Sketch) -> bool:
        """Whether what lies there is wanted, or may not be what was told."""
        if self._wish.is_wanted and self._is_fresh:
            return True
        if not self._wish.is_wanted and self._told is None:
            return False
        return self._known is None or differs(self._known, now, self._before)

    def _compare(self, now: TableReading) -> Stage:
        """What lies there, held against what was told."""
        if not now.dice:
            return Stage.EMPTY
        is_same = self._told is not None and has_same_dice(self._told, now)
        return Stage.STILL if is_same else Stage.CHANGED

    def _was_touched(self, result: TableReading, picture: Frame, small: Frame) -> bool:
        if self._touch is None:
            return False
        scale = small.shape[1] / picture.shape[1]
        faces = [
            tuple((x * scale, y * scale) for x, y in die.corners) for die in result.dice
        ]
        return self._touch.was_touched(small, faces)


def _as_wanted(wish: Wish) -> Wish:
    """A wish without what asks for no new look; from reading to showing it does."""
    return replace(wish, is_wanted=True, show=min(wish.show, 1), is_certain=False)


def read_photo(picture: Frame, wish: Wish, read: ReadDice) -> TableReading:
    """Read a single photo, as from a phone: it lies still by nature."""
    reading = read(
        picture, wish.expect, sets=wish.sets, palette=wish.palette, is_photo=True
    )
    return combine((reading,), wish.expect)


def differs(one: Sketch, other: Sketch, before: Sketch | None = None) -> bool:
    """Whether anything as large as part of a die is not the same.

    Args:
        one: A shot of some time ago.
        other: A shot of now.
        before: The one just before `other`, if there was one.
    """
    if one.grey.shape != other.grey.shape:
        return True
    if before is not None and before.grey.shape != other.grey.shape:
        before = None
    return largest_px(change(one, other, before)) >= SPECK_PX


def has_same_dice(one: TableReading, other: TableReading) -> bool:
    """Whether both have the same values at the same places."""
    if len(one.dice) != len(other.dice):
        return False
    left = list(other.dice)
    for die in one.dice:
        near = min(left, key=lambda d: dist(d.center, die.center))
        reach = SAME_PLACE * max(edge_px(die), edge_px(near))
        if near.value != die.value or dist(near.center, die.center) > reach:
            return False
        left.remove(near)
    return True
