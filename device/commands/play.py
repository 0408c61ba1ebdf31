"""Play an evening: camera, display, buttons, and a page for everyone."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from device.cli import FAILED, print_error
from device.config import (
    Config,
    ConfigError,
    data_folder,
    load_config,
    sections,
    toml,
)
from device.wording import LANGUAGES
from rules.setups import GAMES

PNG = "png:"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what overrules `giudice.toml` for one evening."""
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help="auto, picamera2, usb[:N], folder:DIR, video:FILE, phone, demo or none",
    )
    parser.add_argument(
        "--display",
        metavar="KIND",
        help="auto, hat-mini, st7789-240, ssd1306, sh1106, none, or png:DIR",
    )
    parser.add_argument("--port", metavar="N", type=int, help="port of the page")
    parser.add_argument("--host", metavar="ADDRESS", help="where the page listens")
    parser.add_argument("--no-page", action="store_true", help="serve no page")
    parser.add_argument("--data", metavar="DIR", help="where games are kept")
    parser.add_argument("--config", metavar="FILE", type=Path, help="settings file")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the table")
    parser.add_argument(
        "--sound", action=argparse.BooleanOptionalAction, help="voice and signals"
    )
    parser.add_argument("--game", choices=tuple(GAMES), help="set this game up at once")


def run(args: argparse.Namespace) -> int:
    """Play until interrupted."""
    try:
        config = with_arguments(load_config(args.config), args)
    except ConfigError as error:
        for fault in error.faults:
            print_error(fault)
        return FAILED
    # Everything with threads, sockets and pictures: not needed to refuse a slip.
    from device.journal import JournalLockedError
    from device.notify import is_service
    from device.page.server import PageError
    from device.table import Asked, run_table

    has_terminal = sys.stdout.isatty() or not is_service()
    try:
        given = frozenset(f for f in CHOICES if getattr(args, f) is not None)
        folder = data_folder(config)
        run_table(Asked(config, folder, args.game, has_terminal, given=given))
    except (JournalLockedError, PageError) as error:
        print_error(str(error))
        return FAILED
    return 0


#: Flags for what the menu at the table changes too.
CHOICES = ("lang", "sound")
#: Flag → section and key that it overrules.
FLAGS = {
    "camera": ("camera", "source"),
    "display": ("display", "kind"),
    "port": ("page", "port"),
    "host": ("page", "host"),
    "data": ("table", "data"),
    "lang": ("table", "language"),
    "sound": ("sound", "on"),
}


def with_arguments(config: Config, args: argparse.Namespace) -> Config:
    """The settings, with what the command line says instead.

    Raises:
        ConfigError: It says what a settings file may not say either.
    """
    rows = {(r.section, r.name): r for _, part in sections().values() for r in part}
    faults = []
    for flag, (section, key) in FLAGS.items():
        value = getattr(args, flag)
        if value is None:
            continue
        allowed = rows[section, key].allowed
        if not (allowed.accepts(value) or _is_for_a_desk(flag, value)):
            fault = f"--{flag}: {toml(value)} is not allowed; it takes {allowed.words}"
            faults.append(fault)
            continue
        changed = replace(getattr(config, section), **{key: value})
        config = replace(config, **{section: changed})
    if args.no_page:
        config = replace(config, page=replace(config.page, on=False))
    faults += () if faults else _camera_faults(config, args.camera)
    if faults:
        raise ConfigError(tuple(faults))
    return config


def _camera_faults(config: Config, flag: str | None) -> Iterator[str]:
    """What can be seen to give no dice all evening: a slip, not a camera that fails."""
    kind, _, path = (flag or "").partition(":")
    if kind == "folder" and not Path(path).is_dir():
        yield f"--camera: no folder {toml(path)}"
    if kind == "video" and not Path(path).is_file():
        yield f"--camera: no file {toml(path)}"
    if config.camera.source == "phone" and not config.page.on:
        yield "--camera: phone needs the page, and that is switched off"


def _is_for_a_desk(flag: str, value: object) -> bool:
    """What no table has in its settings: pictures of screens, and any free port."""
    is_png = flag == "display" and str(value).startswith(PNG) and value != PNG
    return is_png or (flag == "port" and value == 0)
