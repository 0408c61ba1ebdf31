"""Every rule number has a test that names it."""

import re
from pathlib import Path

NUMBERS = Path(__file__).with_name("rule_numbers.txt").read_text().split()
TESTS = Path(__file__).parent


def named_in_tests() -> set[str]:
    """Rule numbers in ids (`D-7 six locked`) and in names (`test_d_7_six_locked`)."""
    found: set[str] = set()
    for path in TESTS.glob("test_*.py"):
        if path.name == Path(__file__).name:
            continue
        text = path.read_text()
        for ident in re.findall(r'id="([^"]*)"', text):
            found.update(re.findall(r"\b(?:C|DD|M|D|S|H)-\d+", ident))
        for name in re.findall(r"def (test_\w+)", text):
            for game, number in re.findall(r"_(c|dd|m|d|s|h)_(\d+)", name):
                found.add(f"{game.upper()}-{number}")
    return found


def test_every_rule_number_has_a_test() -> None:
    missing = [number for number in NUMBERS if number not in named_in_tests()]
    assert not missing
