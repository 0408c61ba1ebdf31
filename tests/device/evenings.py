"""The words of an evening, for tests."""

from __future__ import annotations

from device.flow.evening import words
from device.flow.setup_state import PLAYER_COLOURS
from device.rule_book import load_rule_book
from device.wording import LANGUAGES, load_wording

WORDINGS = {language: load_wording(language) for language in LANGUAGES}
BOOKS = {language: load_rule_book(language) for language in LANGUAGES}
WORDS = {
    language: words(
        {colour: WORDINGS[language].colour(colour) for colour in PLAYER_COLOURS},
        BOOKS[language],
    )
    for language in LANGUAGES
}
