"""The settings as text: the documented default file, those in force, the reference."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from device.config import Config, Row, sections, toml

WIDTH = 79


def default_file() -> str:
    """A `giudice.toml` with every key at its default, explained; nothing is set.

    Keys are commented out, so that a later version's better default is not held back.
    """
    lines = ["# giudice.toml: take away the # of what you change.", ""]
    for section, (title, rows) in sections().items():
        lines += [f"# {title}", f"[{section}]"]
        for row in rows:
            lines += [*_comment(row), f"# {row.name} = {toml(row.default)}", ""]
    return "\n".join(lines)


def in_force(config: Config, path: Path | None) -> str:
    """Every key with its value now; what differs from the default is marked."""
    lines = [f"# {path}" if path else "# no file: the defaults"]
    for section, (_, rows) in sections().items():
        lines += ["", f"[{section}]"]
        for row in rows:
            value = getattr(getattr(config, section), row.name)
            mark = "" if value == row.default else f"  # default: {toml(row.default)}"
            lines.append(f"{row.name} = {toml(value)}{mark}")
    return "\n".join(lines) + "\n"


def reference() -> str:
    """`docs/config.md`."""
    return "\n".join(_reference())


def _comment(row: Row) -> list[str]:
    text = f"{row.meaning} ({row.allowed.words})"
    return textwrap.wrap(text, WIDTH, initial_indent="## ", subsequent_indent="## ")


def _reference() -> Iterator[str]:
    yield HEAD
    for section, (title, rows) in sections().items():
        yield f"## [{section}]\n\n{title}\n"
        yield "| key | default | takes | what it does |\n| --- | --- | --- | --- |"
        for row in rows:
            words = row.allowed.words.replace("|", "\\|")
            default = f"`{toml(row.default)}`"
            yield f"| `{row.name}` | {default} | {words} | {row.meaning} |"
        yield ""


HEAD = """# giudice.toml

Every setting of the device. No file is needed: each key has a default. The file is the
one given by `--config`, else `~/.config/giudice/giudice.toml` (or what
`XDG_CONFIG_HOME` says), else `/etc/giudice.toml`; the first one found counts alone.

```
giudice config --print > giudice.toml   # every key, explained, at its default
giudice config --check giudice.toml     # every fault, with its key and what is allowed
giudice config                          # what is in force here, and from which file
```

This page is made by `giudice config --reference > docs/config.md`.
"""
