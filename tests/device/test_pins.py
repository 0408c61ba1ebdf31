"""A machine without pins, or with few libraries for them, is told of in one line."""

from __future__ import annotations

import logging
import warnings
from typing import Any

import gpiozero
import pytest
from gpiozero.exc import BadPinFactory, PinFactoryFallback

from device.pins import PinError, open_button


def fall_back() -> None:
    for name in ("lgpio", "native"):
        warnings.warn(PinFactoryFallback(f"Falling back from {name}"), stacklevel=2)


@pytest.mark.filterwarnings("error")
def test_a_machine_without_pins_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*args: Any, **options: Any) -> None:
        fall_back()
        raise BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(gpiozero, "Button", nothing)

    with pytest.raises(PinError) as caught:
        open_button(5)

    assert caught.value.code == "no_pins"
    assert caught.value.detail == (
        "Unable to load any default pin factory!; "
        "Falling back from lgpio; Falling back from native"
    )


@pytest.mark.filterwarnings("error")
def test_a_library_that_is_missing_is_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def second_best(*args: Any, **options: Any) -> str:
        fall_back()
        return "pin"

    monkeypatch.setattr(gpiozero, "Button", second_best)

    with caplog.at_level(logging.WARNING, "giudice"):
        assert open_button(5) == "pin"  # type: ignore[comparison-overlap]

    (record,) = caplog.records
    assert "lgpio; Falling back from native" in record.getMessage()
