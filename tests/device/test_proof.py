"""Evidence: the picture that was judged, encoded beside the game."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from device.flow.core import Deed
from device.pictures import PictureStore
from device.proof import LONG_SIDE_PX, Prover
from rules.mia_moves import Reveal


def picture(height: int, width: int) -> np.ndarray:
    """Red on the left, blue on the right."""
    frame = np.zeros((height, width, 3), np.uint8)
    frame[:, : width // 2, 0] = frame[:, width // 2 :, 2] = 200
    return frame


def deed(shot: int | None) -> Deed:
    return Deed(Reveal((4, 2)), shot, [{"value": 4}])


def test_the_evidence_is_the_picture_and_what_was_read() -> None:
    pictures = PictureStore()
    prover = Prover(pictures)
    evidence = prover(deed(pictures.put(picture(60, 80))))
    assert evidence is not None
    assert json.loads(evidence.reading) == {
        "pictures": [{"size": [80, 60]}],
        "seen": [{"value": 4}],
    }
    shown = cv2.imdecode(np.frombuffer(evidence.picture, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape == (60, 80, 3)
    assert shown[30, 10, 2] > 150 > shown[30, 10, 0]  # OpenCV has blue first
    prover.close()


def test_a_large_picture_is_made_smaller() -> None:
    pictures = PictureStore()
    prover = Prover(pictures)
    evidence = prover(deed(pictures.put(picture(1500, 2 * LONG_SIDE_PX))))
    assert evidence is not None
    shown = cv2.imdecode(np.frombuffer(evidence.picture, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape == (750, LONG_SIDE_PX, 3)
    (kept,) = json.loads(evidence.reading)["pictures"]
    assert kept["size"] == [2 * LONG_SIDE_PX, 1500]  # places are told in these
    prover.close()


def test_what_was_prepared_serves_every_deed_that_rests_on_it() -> None:
    pictures = PictureStore()
    prover = Prover(pictures)
    shot = pictures.put(picture(60, 80))
    prover.prepare(shot)
    first = prover(deed(shot))
    pictures.clear()  # encoded once: the picture itself is not asked for again
    second = prover(deed(shot))
    assert first is not None
    assert second is not None
    assert first.picture == second.picture != b""
    prover.close()


def test_each_deed_has_its_own_picture() -> None:
    pictures = PictureStore()
    prover = Prover(pictures)
    small, large = pictures.put(picture(30, 40)), pictures.put(picture(60, 80))
    prover.prepare(large)
    evidence = prover(deed(small))
    assert evidence is not None
    shown = cv2.imdecode(np.frombuffer(evidence.picture, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape == (30, 40, 3)
    prover.close()


def test_every_picture_that_was_judged_is_evidence() -> None:
    pictures = PictureStore()
    prover = Prover(pictures)
    shots = [pictures.put(picture(30 + 10 * n, 80)) for n in range(3)]
    assert all(prover(deed(shot)) for shot in shots)
    pictures.clear()  # many readings later, none is in memory as it was taken
    evidence = prover(replace(deed(shots[-1]), shots=tuple(shots)))
    assert evidence is not None
    heights = [
        Image.open(BytesIO(jpeg)).height for jpeg in (evidence.picture, *evidence.more)
    ]
    assert heights == [30, 40, 50]
    prover.close()


def test_a_picture_that_is_gone_leaves_the_reading() -> None:
    prover = Prover(PictureStore())
    evidence = prover(deed(7))
    assert evidence is not None
    assert evidence.picture == b""
    assert json.loads(evidence.reading)["pictures"] == [{"size": None}]
    prover.close()


def test_what_was_entered_by_hand_has_no_evidence() -> None:
    prover = Prover(PictureStore())
    assert prover(deed(None)) is None
    prover.close()
