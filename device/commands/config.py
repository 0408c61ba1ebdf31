"""Check giudice.toml, or print it with every key, its default and what it does."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from device.cli import FAILED, print_error
from device.config import ConfigError, find_config, load_config, places
from device.config_text import default_file, in_force, reference


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE and what to do with it."""
    looked = ", then ".join(_short(path) for path in places())
    parser.add_argument(
        "file", metavar="FILE", nargs="?", type=Path, help=f"default: {looked}"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="say what is wrong with it")
    what.add_argument(
        "--print", action="store_true", help="print a file with all defaults, explained"
    )
    what.add_argument(
        "--reference", action="store_true", help="print the reference, as Markdown"
    )


def run(args: argparse.Namespace) -> int:
    """Without a flag, print the settings in force."""
    if args.print or args.reference:
        sys.stdout.write(default_file() if args.print else reference())
        return 0
    path = args.file or find_config()
    try:
        config = load_config(path)
    except ConfigError as error:
        for fault in error.faults:
            print_error(fault)
        return FAILED
    if args.check:
        print(f"{path}: in order" if path else "no file, so the defaults: in order")
        return 0
    sys.stdout.write(in_force(config, path))
    return 0


def _short(path: Path) -> str:
    home = Path(os.environ.get("HOME") or "/")
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
