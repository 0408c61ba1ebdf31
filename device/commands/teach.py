"""Teach dice with odd marks: show each face once, and they are read from then on.

Without --values, six photos show one die each, with 1 to 6 on top in that order. With
--values, every photo shows those dice, left to right. With --camera the terminal asks
for one face after the other, and Enter takes the picture. What is taught under one name
adds up, is used by every reading, and can be forgotten.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from device.cameras.choose import CameraNameError
from device.cameras.mounted import mounted
from device.cli import FAILED, print_error
from device.commands.read import add_language
from device.config import ConfigError, data_folder, load_config
from device.contact_sheet import draw_sheet
from device.desk_teaching import FINISH, Desk, asked, show_faces
from device.lessons import is_as_read, learn
from device.ports import Camera, CameraError
from device.still_pictures import StillPictures
from device.taught import KeptFace, Memories, Memory, TaughtError
from device.teacher import today
from device.wording import Wording, load_wording
from vision.frame import PictureError, load_picture
from vision.opinions import AnyModels
from vision.session import load_models
from vision.teach import Picked, TeachError, look_alike, pick_faces

OpenModels = Callable[[], AnyModels]
#: Cameras that nothing at a desk can make see something.
BLIND = ("none", "phone", "demo")


class RefusedError(ValueError):
    """Something asked for is refused; the message is one line for the user."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add NAME, PHOTO… and what to do with them."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="of these dice")
    parser.add_argument("photos", metavar="PHOTO", nargs="*", help="JPEG or PNG file")
    parser.add_argument(
        "--values", metavar="3,5,1", help="what every photo shows, left to right"
    )
    parser.add_argument(
        "--anyway", action="store_true", help="even where other values are surely read"
    )
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help="see them live instead: auto, picamera2, usb[:N], folder:DIR, video:FILE",
    )
    parser.add_argument("--sheet", metavar="FILE", type=Path, help="draw what is kept")
    parser.add_argument("--list", action="store_true", help="names and their values")
    parser.add_argument("--forget", metavar="NAME", help="delete what was taught")
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help="where it is kept, if not as configured",
    )
    add_language(parser)


def run(
    args: argparse.Namespace,
    open_models: OpenModels = load_models,
    desk: Desk | None = None,
) -> int:
    """Teach, list, forget, or draw what is kept."""
    wording = load_wording(args.lang)
    try:
        memories = Memories(args.data or data_folder(load_config()))
        if args.list:
            return _list(memories, wording)
        if args.forget is not None:
            memories.forget(args.forget)
            print(wording.say("teach.forgotten", {"name": args.forget}))
            return 0
        if args.camera is not None:
            _show(args, memories, wording, open_models, desk or Desk())
        else:
            _teach(args, memories, wording, open_models)
    except ConfigError as error:
        for fault in error.faults:
            print_error(fault)
        return FAILED
    except TaughtError as error:
        print_error(wording.say(f"teach.{error.code}", error.values))
        return FAILED
    except RefusedError as error:
        print_error(str(error))
        return FAILED
    return 0


def _list(memories: Memories, wording: Wording) -> int:
    """Every name; those that cannot be had back are named on stderr."""
    names, status = memories.names(), 0
    if not names:
        print(wording.say("teach.nothing"))
    for name in names:
        try:
            print(_summary(memories.load(name), wording))
        except TaughtError as error:
            print_error(wording.say(f"teach.{error.code}", error.values))
            status = FAILED
    return status


def _teach(
    args: argparse.Namespace,
    memories: Memories,
    wording: Wording,
    open_models: OpenModels,
) -> None:
    if args.name is None:
        raise RefusedError(wording.say("teach.no_name"))
    if not args.photos:
        if args.sheet is None:
            raise RefusedError(wording.say("teach.no_photos"))
        _draw(memories.load(args.name), args.sheet, wording)
        return
    values = parse_values(args.values, wording)
    if values is None and len(args.photos) != 6:
        given = {"count": len(args.photos)}
        raise RefusedError(wording.say("teach.six_photos", given))
    memories.check(args.name)
    models, new = open_models(), list[KeptFace]()
    for number, photo in enumerate(args.photos, 1):
        shown = (number,) if values is None else values
        picked = _pick(photo, shown, models, wording, is_certain=args.anyway)
        print(*(_line(photo, one, wording) for one in picked), sep="\n")
        new += [KeptFace(one.face, Path(photo).name) for one in picked]
    _keep(args, memories, new, wording)


def _show(
    args: argparse.Namespace,
    memories: Memories,
    wording: Wording,
    open_models: OpenModels,
    desk: Desk,
) -> None:
    """Ask for the faces one by one; what was taken is kept, but for an interrupt."""
    values = parse_values(args.values, wording)
    all_values = [(value,) for value in range(1, 7)] if values is None else [values]
    camera = _camera(args, wording, desk)
    memories.check(args.name)
    models, pictures = open_models(), StillPictures(camera, desk.now)
    pick = partial(pick_faces, models=models, is_certain=args.anyway)
    try:
        pictures.open()
        shown = show_faces(pictures, all_values, pick, desk, wording)
    except CameraError as error:
        raise RefusedError(_trouble(error.code, args.camera, wording)) from error
    except KeyboardInterrupt:
        print_error(wording.say("teach.interrupted"))
        raise
    finally:
        pictures.close()
    if shown.picked:
        label = today()
        new = [KeptFace(one.face, label) for one in shown.picked]
        _keep_at_desk(args, memories, new, wording, desk)
    if shown.trouble:
        raise RefusedError(_trouble(shown.trouble, args.camera, wording))
    if not shown.picked:
        raise RefusedError(wording.say("teach.no_faces"))


def _keep_at_desk(
    args: argparse.Namespace,
    memories: Memories,
    new: Sequence[KeptFace],
    wording: Wording,
    desk: Desk,
) -> None:
    """Keep them; a full disk may be mended before all is to be shown again."""
    while True:
        try:
            return _keep(args, memories, new, wording)
        except TaughtError as error:
            if error.code != "cannot_write":
                raise
            desk.tell(wording.say(f"teach.{error.code}", error.values))
            if asked(desk, wording.say("teach.ask_retry") + " ") == FINISH:
                raise


def _camera(args: argparse.Namespace, wording: Wording, desk: Desk) -> Camera:
    """The camera, not yet open, with its pictures put right as at the table."""
    if args.name is None:
        raise RefusedError(wording.say("teach.no_name"))
    if args.photos:
        raise RefusedError(wording.say("teach.both"))
    if not desk.has_terminal():
        raise RefusedError(wording.say("teach.no_terminal"))
    if args.camera in BLIND:
        given = {"name": args.camera}
        raise RefusedError(wording.say("teach.blind_camera", given))
    try:
        camera = desk.open_camera(args.camera, print_error)
    except CameraNameError as error:
        raise RefusedError(f"--camera: {error}") from error
    return mounted(camera, replace(load_config().camera, source=args.camera))


def _trouble(code: str, name: str, wording: Wording) -> str:
    return f"--camera {name}: {wording.say(f'eye.{code}')}"


def _keep(
    args: argparse.Namespace,
    memories: Memories,
    new: Sequence[KeptFace],
    wording: Wording,
) -> None:
    """Keep them with what is known; tell what that is, and draw it where asked."""
    memory = learn(memories, args.name, new)
    print(_summary(memory, wording))
    for a, b in look_alike([one.face for one in memory.faces]):
        print(wording.say("teach.alike", {"a": a, "b": b}))
    if args.sheet is not None:
        _draw(memory, args.sheet, wording)


def parse_values(given: str | None, wording: Wording) -> tuple[int, ...] | None:
    """Values of 1 to 6, such as 3,5,1."""
    if given is None:
        return None
    words = [word.strip() for word in given.split(",")]
    if not set(words) <= set("123456"):
        raise RefusedError(wording.say("teach.bad_values", {"given": given}))
    return tuple(map(int, words))


def _pick(
    photo: str,
    values: Sequence[int],
    models: AnyModels,
    wording: Wording,
    *,
    is_certain: bool,
) -> list[Picked]:
    try:
        picture = load_picture(Path(photo))
        return pick_faces(picture, values, models, is_certain=is_certain)
    except PictureError as error:
        raise RefusedError(f"{photo}: {wording.refusal(error)}") from error
    except TeachError as error:
        text = wording.say(f"teach.{error.code}", error.values)
        raise RefusedError(f"{photo}: {text}") from error


def _line(photo: str, one: Picked, wording: Wording) -> str:
    told = {"value": one.face.value, "photo": photo}
    key = "teach.as_read" if is_as_read(one) else "teach.as_told"
    return "  " + wording.say(key, told)


def _summary(memory: Memory, wording: Wording) -> str:
    values = ", ".join(map(str, memory.values))
    lacking = ", ".join(str(v) for v in range(1, 7) if v not in memory.values)
    told = {"name": memory.name, "values": values, "lacking": lacking}
    key = "teach.part" if lacking else "teach.whole"
    return wording.count(key, len(memory.faces), told)


def _draw(memory: Memory, path: Path, wording: Wording) -> None:
    sheet = draw_sheet(memory.name, memory.faces, wording.say("teach.unshown"))
    try:
        sheet.save(path, "PNG")
    except OSError as error:
        values = {"path": path, "reason": error.strerror or error}
        raise RefusedError(wording.say("error.cannot_write", values)) from error
    print(wording.say("teach.sheet", {"path": path}))
