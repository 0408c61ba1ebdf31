"""A folder of pictures as a camera: each is shown for a while, then the next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.cameras.shots import Pace, PictureShot
from device.ports import CameraError, Shot
from vision.change import shrink
from vision.frame import Frame, PictureError, load_picture

SUFFIXES = frozenset({".jpg", ".jpeg", ".png"})
#: Long enough for dice to be read, and read again where they are not sure.
HOLD_S = 2.0


class FolderCamera:
    """Shows the pictures of a folder in the order of their names, and then ends.

    Args:
        folder: With JPEG or PNG files; a bad one is told and skipped.
        tell: Takes one line about a file that was skipped.
        hold_s: How long each picture is shown; with 0 each is one frame.
        pace: Of the frames.
    """

    def __init__(
        self,
        folder: Path,
        tell: Callable[[str], None],
        hold_s: float = HOLD_S,
        pace: Pace | None = None,
    ) -> None:
        self._folder = folder
        self._tell = tell
        self._hold_s = hold_s
        self._pace = pace or Pace()
        self._left: list[Path] = []
        self._shown: tuple[Frame, Frame] | None = None
        self._until_s = 0.0

    @property
    def name(self) -> str:
        """The folder."""
        return f"folder:{self._folder}"

    def open(self) -> None:
        """Start at the first picture.

        Raises:
            CameraError: No such folder, or it has no pictures.
        """
        try:
            paths = sorted(self._folder.iterdir())
        except OSError as error:
            raise CameraError("missing", str(error)) from None
        self._left = [path for path in paths if path.suffix.lower() in SUFFIXES]
        if not self._left:
            raise CameraError("no_pictures", str(self._folder))
        self._shown = None
        self._until_s = self._pace.start()

    def shoot(self, timeout_s: float) -> Shot | None:
        """The picture shown now.

        Raises:
            CameraError: The last has been shown.
        """
        now_s = self._pace.wait(timeout_s)
        if now_s is None:
            return None
        if self._shown is None or now_s >= self._until_s:
            self._shown = self._next()
            self._until_s = now_s + self._hold_s
        picture, small = self._shown
        return PictureShot(now_s, small, picture)

    def _next(self) -> tuple[Frame, Frame]:
        while self._left:
            path = self._left.pop(0)
            try:
                picture = load_picture(path)
            except PictureError as error:
                self._tell(f"{path}: {error}")
                continue
            return picture, shrink(picture)
        raise CameraError("ended", self.name)

    def lock(self) -> None:
        """Pictures do not change."""

    def unlock(self) -> None:
        """Pictures do not change."""

    def close(self) -> None:
        """Forget them."""
        self._left, self._shown = [], None
