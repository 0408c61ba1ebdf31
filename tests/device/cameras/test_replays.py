"""Folders and videos as cameras, and the pace that they keep."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.folder import FolderCamera
from device.cameras.none import NoCamera
from device.cameras.phone import PhoneCamera
from device.cameras.video import VideoCamera
from device.ports import CameraError
from tests.device.cameras.clock import Clock


def save(path: Path, level: int) -> None:
    cv2.imwrite(str(path), np.full((240, 320, 3), level, np.uint8))


def levels(camera: FolderCamera | VideoCamera) -> list[int]:
    """Grey levels of all frames until the end."""
    found: list[int] = []
    with pytest.raises(CameraError, match="ended"):
        show_all(camera, found)
    return found


def show_all(camera: FolderCamera | VideoCamera, found: list[int]) -> None:
    while True:
        shot = camera.shoot(1.0)
        assert shot is not None
        found.append(int(shot.picture()[0, 0, 0]))
        assert shot.small.shape == (240, 320)


def test_a_folder_shows_each_picture_for_a_while(tmp_path: Path) -> None:
    for i, level in enumerate((10, 20)):
        save(tmp_path / f"{i}.png", level)
    clock = Clock()
    camera = FolderCamera(tmp_path, lambda line: None, 0.5, clock.pace())
    camera.open()

    found = levels(camera)

    assert sorted(set(found)) == [10, 20]
    assert found == sorted(found)
    assert all(14 <= found.count(level) <= 16 for level in (10, 20))


def test_a_folder_can_be_frames(tmp_path: Path) -> None:
    for i in range(5):
        save(tmp_path / f"{i}.png", 10 * i)
    camera = FolderCamera(tmp_path, lambda line: None, 0.0, Clock().pace())
    camera.open()

    assert levels(camera) == [0, 10, 20, 30, 40]


def test_a_bad_file_is_told_and_skipped(tmp_path: Path) -> None:
    save(tmp_path / "a.png", 10)
    (tmp_path / "b.jpg").write_bytes(b"no picture")
    save(tmp_path / "c.png", 30)
    (tmp_path / "notes.txt").write_text("not shown")
    told = list[str]()
    camera = FolderCamera(tmp_path, told.append, 0.0, Clock().pace())
    camera.open()

    assert levels(camera) == [10, 30]
    assert len(told) == 1
    assert "b.jpg" in told[0]


def test_a_folder_that_is_missing_or_empty_is_told(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="missing"):
        FolderCamera(tmp_path / "none", lambda line: None).open()
    with pytest.raises(CameraError, match="no_pictures"):
        FolderCamera(tmp_path, lambda line: None).open()


def test_a_folder_opens_again_from_its_start(tmp_path: Path) -> None:
    save(tmp_path / "a.png", 10)
    camera = FolderCamera(tmp_path, lambda line: None, 0.0, Clock().pace())
    for _ in range(2):
        camera.open()
        camera.lock()
        camera.unlock()
        assert levels(camera) == [10]
        camera.close()
        camera.close()


def test_a_video_is_played_once(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    codec = cv2.VideoWriter.fourcc(*"MJPG")
    video = cv2.VideoWriter(str(path), codec, 10, (320, 240))
    for i in range(6):
        video.write(np.full((240, 320, 3), 40 * i, np.uint8))
    video.release()
    camera = VideoCamera(path, Clock().pace())
    camera.open()

    found = levels(camera)

    assert found == pytest.approx([0, 40, 80, 120, 160, 200], abs=3)
    camera.close()
    camera.close()
    with pytest.raises(CameraError, match="gone"):
        camera.shoot(0.1)


def test_a_video_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="missing"):
        VideoCamera(tmp_path / "none.mp4").open()
    (tmp_path / "text.mp4").write_text("no video")
    with pytest.raises(CameraError, match="no_pictures"):
        VideoCamera(tmp_path / "text.mp4").open()


def test_the_pace_is_even_and_does_not_run_after_lost_time() -> None:
    clock = Clock()
    pace = clock.pace(fps=10)
    began_s = pace.start()
    times = [pace.wait(1.0) for _ in range(3)]
    assert times == pytest.approx([began_s, began_s + 0.1, began_s + 0.2])

    clock.now_s += 5
    late_s = pace.wait(1.0)
    assert late_s == clock.now_s
    assert pace.wait(0.04) is None
    assert pace.wait(1.0) == pytest.approx(late_s + 0.1)


def test_no_camera_refuses() -> None:
    camera = NoCamera()
    for call in (camera.open, lambda: camera.shoot(0.1)):
        with pytest.raises(CameraError, match="none"):
            call()
    camera.lock()
    camera.unlock()
    camera.close()


def test_a_phone_gives_no_frames_and_waits() -> None:
    clock = Clock()
    camera = PhoneCamera(clock.sleep)
    camera.open()
    camera.lock()
    camera.unlock()

    assert camera.shoot(0.2) is None
    assert clock.slept == [0.2]
    camera.close()
