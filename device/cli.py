"""The command line: which commands there are, and the way to the chosen one.

The table below is all that `giudice --help` needs, so that it answers at once;
a command's own module, with whatever it imports, is loaded only when it is run.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol, cast

#: Command name → one line of help; its module is `device/commands/NAME.py`.
COMMANDS = {
    "play": "play an evening: camera, display, buttons, and a page for everyone",
    "read": "read the dice in one or more photos",
    "teach": "teach dice with odd marks by showing their faces",
    "score": "score a photo of a table: dancing-dice or mia",
    "demo": "watch a short game play itself, without hardware; or read the pictures",
    "replay": "play a written game again, action by action",
    "rules": "the rules of a game, as the referee applies them",
    "config": "check giudice.toml, or print it with every key explained",
    "screens": "draw example screens of the display as PNG files",
}
#: Exit status where something asked for could not be done.
FAILED = 2
INTERRUPTED = 130
#: 128 and the number of SIGPIPE, as the shell tells it.
OUTPUT_CLOSED = 141


class Command(Protocol):
    """What a module of `device/commands` offers."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: Words after the program's name; `sys.argv`'s where None.

    Returns:
        Exit status: 0 done, 2 where something was refused or could not be read or
        written (a line on stderr says what), 130 when interrupted.
    """
    parser, command, args = parse(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # whatever the locale and file names
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if command is None:
        parser.print_help(sys.stderr)
        return FAILED
    try:
        status = command.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        return _output_closed()
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def parse(
    argv: Sequence[str],
) -> tuple[argparse.ArgumentParser, Command | None, argparse.Namespace]:
    """Turn words into the chosen command, if any, and its arguments.

    Raises:
        SystemExit: The words are wrong, or ask for help.
    """
    words = list(argv)
    parser = argparse.ArgumentParser(
        prog="giudice", description="A referee for games with real dice."
    )
    command = _chosen(parser, words)
    return parser, command, parser.parse_args(words)


def _chosen(parser: argparse.ArgumentParser, words: list[str]) -> Command | None:
    """Tell `parser` all names, but only the chosen command's arguments."""
    names = parser.add_subparsers(metavar="COMMAND", dest="command")
    parsers = {name: names.add_parser(name, help=COMMANDS[name]) for name in COMMANDS}
    name = words[0] if words else ""
    if name not in COMMANDS:
        return None
    command = cast("Command", import_module(f"device.commands.{name}"))
    parsers[name].description = command.__doc__
    command.add_arguments(parsers[name])
    return command


def _output_closed() -> int:
    """Stop quietly, as pagers and `head` want it, and keep Python from retrying."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OUTPUT_CLOSED


def print_error(text: str) -> None:
    """Put one line on stderr, whatever is in `text`."""
    sys.stderr.write(f"giudice: {' '.join(text.split())}\n")
