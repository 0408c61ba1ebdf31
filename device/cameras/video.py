"""A video file as a camera, at its own pace."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from device.cameras.shots import FPS, Pace, PictureShot
from device.ports import CameraError, Shot
from vision.change import shrink

#: Rates that a file may claim; any other is taken for FPS.
LEAST_FPS, MOST_FPS = 1.0, 120.0


class VideoCamera:
    """Plays a file once, and then ends.

    Args:
        path: Of the file, in a format that OpenCV reads.
        pace: Of the frames; None for the file's own.
    """

    def __init__(self, path: Path, pace: Pace | None = None) -> None:
        self._path = path
        self._given = pace
        self._pace = pace or Pace()
        self._video: cv2.VideoCapture | None = None

    @property
    def name(self) -> str:
        """The file."""
        return f"video:{self._path}"

    def open(self) -> None:
        """Start at the first frame.

        Raises:
            CameraError: No such file, or none that OpenCV reads.
        """
        if not self._path.is_file():
            raise CameraError("missing", str(self._path))
        video = cv2.VideoCapture(str(self._path))
        if not video.isOpened():
            raise CameraError("no_pictures", str(self._path))
        fps = float(video.get(cv2.CAP_PROP_FPS))
        self._pace = self._given or Pace(fps if LEAST_FPS <= fps <= MOST_FPS else FPS)
        self._pace.start()
        self._video = video

    def shoot(self, timeout_s: float) -> Shot | None:
        """The next frame.

        Raises:
            CameraError: The last has been shown, or the camera is closed.
        """
        if self._video is None:
            raise CameraError("gone", self.name)
        now_s = self._pace.wait(timeout_s)
        if now_s is None:
            return None
        is_read, frame = self._video.read()
        if not is_read:
            raise CameraError("ended", self.name)
        picture = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB), np.uint8)
        return PictureShot(now_s, shrink(picture), picture)

    def lock(self) -> None:
        """What was filmed does not change."""

    def unlock(self) -> None:
        """What was filmed does not change."""

    def close(self) -> None:
        """Close the file."""
        if self._video is not None:
            self._video.release()
            self._video = None
