"""What the reader of a game night tells vision."""

from typing import Any, cast

import numpy as np
import pytest

from device.cameras.mounted import patch_of
from device.config_sections import CameraSettings
from device.table_reader import TableReader
from vision.neutral import Area
from vision.opinions import AnyModels
from vision.readings import TableReading

AREA: Area = (0.9, 0.8, 1.0, 1.0)
PICTURE = np.zeros((48, 64, 3), np.uint8)


@pytest.mark.parametrize(("is_photo", "grey"), [(False, AREA), (True, None)])
def test_the_patch_is_where_the_camera_that_hangs_sees_it(
    monkeypatch: pytest.MonkeyPatch, is_photo: bool, grey: Area | None
) -> None:
    told: list[Any] = []

    def read_picture(*_: object, **given: object) -> TableReading:
        told.append(given["grey"])
        return TableReading(())

    monkeypatch.setattr("vision.pipeline.read_picture", read_picture)
    reader = TableReader(cast("AnyModels", None), grey=AREA)
    reader(PICTURE, is_photo=is_photo)
    assert told == [grey]


@pytest.mark.parametrize(
    ("source", "grey", "told"),
    [
        ("picamera2", AREA, AREA),
        ("auto", (), None),
        ("phone", AREA, None),
        ("demo", AREA, None),
    ],
)
def test_the_patch_of_a_camera(
    source: str, grey: tuple[float, ...], told: Area | None
) -> None:
    assert patch_of(CameraSettings(source=source, grey=grey)) == told
