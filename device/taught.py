"""Dice that a table has shown: one small file a name, in the data folder.

A file is JSON: what it is, its version, how its crops were cut, and each face with its
value, the photo it came from and its crop as PNG in base64. It may be copied, looked
into and deleted; a file of another version is refused rather than misread.
"""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from PIL import Image

from device.cli import print_error
from device.config import ConfigError, data_folder, load_config
from device.disk import Disk, RealDisk, make_folders, put_file, sync_folder
from device.wording import load_wording
from vision.faces import CROP_MARGIN, CROP_PX
from vision.likeness import ShownFace, Taught

KIND, VERSION = "giudice-taught", 1
FOLDER, ENDING = "taught", ".json"
NAME = re.compile(r"[\w-]{1,40}")
#: What reading a file that is not as written may raise; a picture of which a bit has
#: turned makes Pillow raise the last two.
MISREAD = (
    ValueError,
    KeyError,
    TypeError,
    OSError,
    SyntaxError,
    Image.DecompressionBombError,
)
#: Of one value, the newest this many are kept.
MOST_FACES = 8

#: Of a file: its name, number, time of change and size.
Mark: TypeAlias = tuple[str, int, int, int]


class TaughtError(Exception):
    """What was taught cannot be kept or had back.

    Attributes:
        code: `bad_name`, `unknown`, `broken`, `version`, `cannot_read` or
            `cannot_write`: picks the text.
        values: What the text needs.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(f"{code} {values}")
        self.code = code
        self.values = values


@dataclass(frozen=True)
class KeptFace:
    """A face and the name of the photo that showed it."""

    face: ShownFace
    photo: str


@dataclass(frozen=True)
class Memory:
    """All faces kept under one name."""

    name: str
    faces: tuple[KeptFace, ...] = ()

    def with_faces(self, new: Iterable[KeptFace]) -> Memory:
        """The same and some more; of each value the newest `MOST_FACES`."""
        faces = [*self.faces, *new]
        kept = [
            one
            for value in range(1, 7)
            for one in [f for f in faces if f.face.value == value][-MOST_FACES:]
        ]
        return Memory(self.name, tuple(kept))

    @property
    def values(self) -> tuple[int, ...]:
        """Each value that was shown, once."""
        return tuple(sorted({one.face.value for one in self.faces}))


class Memories:
    """The folder of what was taught."""

    def __init__(self, data: Path, disk: Disk | None = None) -> None:
        """Nothing is read or made yet.

        Args:
            data: The data folder, as `device.config.data_folder` has it.
            disk: The file system; the real one where None.
        """
        self._folder = data / FOLDER
        self._disk = disk or RealDisk()

    def path(self, name: str) -> Path:
        """Where one name is kept.

        Raises:
            TaughtError: `bad_name`.
        """
        if not NAME.fullmatch(name):
            raise TaughtError("bad_name", name=name)
        return self._folder / f"{name}{ENDING}"

    def check(self, name: str) -> None:
        """Whether more may be kept under a name, new or known; asked before the work.

        Raises:
            TaughtError: As `load`, but for a name that is not known yet.
        """
        try:
            self.load(name)
        except TaughtError as error:
            if error.code != "unknown":
                raise

    def names(self) -> list[str]:
        """All names, sorted; none where nothing was ever taught."""
        try:
            files = self._disk.names(str(self._folder))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise _failed("cannot_read", self._folder, error) from error
        return sorted(
            file.removesuffix(ENDING)
            for file in files
            if file.endswith(ENDING) and NAME.fullmatch(file.removesuffix(ENDING))
        )

    def marks(self) -> tuple[Mark, ...]:
        """What tells whether anything was changed since; empty where nothing is.

        A file is put in place whole, so that a new one has another number.
        """
        marks = []
        try:
            for path in self._folder.iterdir():
                if path.name.endswith(ENDING):
                    told = path.stat()
                    mark = (path.name, told.st_ino, told.st_mtime_ns, told.st_size)
                    marks.append(mark)
        except OSError:  # it goes away under the look, or cannot be read: as it shows
            return tuple(sorted(marks))
        return tuple(sorted(marks))

    def load(self, name: str) -> Memory:
        """What is kept under a name.

        Raises:
            TaughtError: `bad_name`, `unknown`, `cannot_read`, `broken` or `version`.
        """
        path = self.path(name)
        try:
            data = self._disk.read(str(path))
        except FileNotFoundError:
            raise TaughtError("unknown", name=name) from None
        except OSError as error:
            raise _failed("cannot_read", path, error) from error
        try:
            return Memory(name, tuple(_faces(json.loads(data), path)))
        except MISREAD as error:
            raise TaughtError("broken", path=path) from error

    def save(self, memory: Memory) -> Path:
        """Keep it, in place of what was there.

        Raises:
            TaughtError: `bad_name` or `cannot_write`.
        """
        path, folder = self.path(memory.name), str(self._folder)
        try:
            make_folders(self._disk, folder)
            put_file(self._disk, folder, path.name, _encoded(memory))
            sync_folder(self._disk, folder)
        except OSError as error:
            raise _failed("cannot_write", path, error) from error
        return path

    def forget(self, name: str) -> None:
        """Delete what is kept under a name, whole or broken.

        Raises:
            TaughtError: `bad_name`, `unknown` or `cannot_write`.
        """
        path = self.path(name)
        try:
            self._disk.remove(str(path))
        except FileNotFoundError:
            raise TaughtError("unknown", name=name) from None
        except OSError as error:
            raise _failed("cannot_write", path, error) from error

    def everything(self) -> tuple[Taught | None, tuple[TaughtError, ...]]:
        """All faces of all names for reading, and what could not be had back.

        None where nothing was taught; reading goes on without what is broken.
        """
        faces: list[ShownFace] = []
        faults: list[TaughtError] = []
        try:
            names = self.names()
        except TaughtError as error:
            return None, (error,)
        for name in names:
            try:
                faces += [one.face for one in self.load(name).faces]
            except TaughtError as error:
                faults.append(error)
        return (Taught(tuple(faces)) if faces else None), tuple(faults)


def known_here() -> Taught | None:
    """All that was taught, of the data folder in force; what is broken is told.

    A settings file that is wrong is not this one's to tell: then nothing is known.
    """
    try:
        config = load_config()
    except ConfigError:
        return None
    wording = load_wording(config.table.language)
    taught, faults = Memories(data_folder(config)).everything()
    for fault in faults:
        print_error(wording.say(f"teach.{fault.code}", fault.values))
    return taught


def _encoded(memory: Memory) -> bytes:
    told = {
        "what": KIND,
        "version": VERSION,
        "crop_px": CROP_PX,
        "crop_margin": CROP_MARGIN,
        "faces": [
            {"value": one.face.value, "photo": one.photo, "png": _png(one.face)}
            for one in memory.faces
        ],
    }
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


def _png(face: ShownFace) -> str:
    file = io.BytesIO()
    Image.fromarray(face.crop).save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode("ascii")


def _faces(told: Mapping[str, object], path: Path) -> Iterator[KeptFace]:
    """What a file tells; whatever is not as written raises one of `MISREAD`."""
    if told["what"] != KIND:
        raise ValueError(f"not a {KIND} file")
    form = (told["version"], told["crop_px"], told["crop_margin"])
    if form != (VERSION, CROP_PX, CROP_MARGIN):
        raise TaughtError("version", path=path, found=told["version"], known=VERSION)
    faces = told["faces"]
    if not isinstance(faces, list):
        raise ValueError("faces is no list")
    for one in faces:
        with Image.open(io.BytesIO(base64.b64decode(one["png"])), "r", ["PNG"]) as png:
            crop = np.asarray(png.convert("RGB"), np.uint8)
        yield KeptFace(ShownFace(int(one["value"]), crop), str(one["photo"]))


def _failed(code: str, path: Path, error: OSError) -> TaughtError:
    return TaughtError(code, path=path, reason=error.strerror or error)
