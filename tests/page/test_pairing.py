from __future__ import annotations

import stat
from pathlib import Path

import pytest

from device.fakes import FakeClock
from device.page.pairing import (
    ALPHABET,
    CODE_LENGTH,
    CODE_LIFE_S,
    GRACE_S,
    MOST_DEVICES,
    MOST_NAME,
    TRIES_OF_ADDRESS,
    TRIES_OF_ALL,
    TRIES_S,
    Pairing,
    TooManyTriesError,
    WrongCodeError,
)

HERE = "192.168.1.7"
WRONG = "0" * CODE_LENGTH  # no zero in the alphabet


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def pairing(clock: FakeClock) -> Pairing:
    return Pairing(None, clock.now_s)


def test_the_code_on_the_display_pairs(pairing: Pairing) -> None:
    secret = pairing.pair(pairing.code, "Anna", HERE)
    one = pairing.who(secret)
    assert one is not None
    assert one.name == "Anna"
    assert pairing.who(secret[:-1]) is None
    assert pairing.who("") is None


def test_case_and_blanks_do_not_count(pairing: Pairing) -> None:
    code = pairing.code
    assert pairing.pair(f" {code[:3].lower()} {code[3:]} ", "x", HERE)


@pytest.mark.parametrize("code", [WRONG, "", "è", "A" * 1000])
def test_another_code_does_not(pairing: Pairing, code: str) -> None:
    with pytest.raises(WrongCodeError):
        pairing.pair(code, "x", HERE)
    assert pairing.paired() == ()


def test_codes_are_long_enough_and_differ(pairing: Pairing) -> None:
    codes = {pairing.new_code() for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == CODE_LENGTH for code in codes)
    assert set("".join(codes)) <= set(ALPHABET)


def test_the_link_keeps_the_code_behind_the_hash(pairing: Pairing) -> None:
    link = pairing.link("http://giudice.local:8080")
    assert link == f"http://giudice.local:8080/#pair={pairing.code}"


def test_a_code_grows_old_and_works_a_little_longer(
    pairing: Pairing, clock: FakeClock
) -> None:
    old = pairing.code
    clock.pass_s(CODE_LIFE_S - 1)
    assert pairing.code == old
    clock.pass_s(1)
    assert pairing.code != old
    clock.pass_s(GRACE_S - 1)
    assert pairing.pair(old, "x", HERE)
    clock.pass_s(1)
    with pytest.raises(WrongCodeError):
        pairing.pair(old, "x", HERE)


def test_a_revoked_code_works_no_longer(pairing: Pairing) -> None:
    old = pairing.code
    pairing.new_code()
    with pytest.raises(WrongCodeError):
        pairing.pair(old, "x", HERE)


def test_wrong_codes_of_one_address_are_counted(
    pairing: Pairing, clock: FakeClock
) -> None:
    for _ in range(TRIES_OF_ADDRESS):
        with pytest.raises(WrongCodeError):
            pairing.pair(WRONG, "x", HERE)
    with pytest.raises(TooManyTriesError) as refused:
        pairing.pair(pairing.code, "x", HERE)  # not even looked at
    assert refused.value.wait_s == TRIES_S
    assert pairing.pair(pairing.code, "x", "192.168.1.8")
    clock.pass_s(TRIES_S)
    assert pairing.pair(pairing.code, "x", HERE)


def test_wrong_codes_of_many_addresses_are_counted(
    pairing: Pairing, clock: FakeClock
) -> None:
    for i in range(TRIES_OF_ALL):
        with pytest.raises(WrongCodeError):
            pairing.pair(WRONG, "x", f"fe80::{i}")
    with pytest.raises(TooManyTriesError):
        pairing.pair(pairing.code, "x", "fe80::ffff")
    clock.pass_s(TRIES_S)
    assert pairing.pair(pairing.code, "x", "fe80::ffff")


def test_one_is_revoked_and_the_others_stay(pairing: Pairing) -> None:
    anna = pairing.pair(pairing.code, "Anna", HERE)
    bruno = pairing.pair(pairing.code, "Bruno", HERE)
    one = pairing.who(anna)
    assert one is not None
    assert pairing.revoke(one.id)
    assert not pairing.revoke(one.id)
    assert pairing.who(anna) is None
    assert pairing.who(bruno) is not None


def test_all_are_revoked_and_the_code_with_them(pairing: Pairing) -> None:
    secret, code = pairing.pair(pairing.code, "Anna", HERE), pairing.code
    pairing.revoke_all()
    assert pairing.who(secret) is None
    assert pairing.code != code


def test_the_oldest_makes_room(pairing: Pairing) -> None:
    secrets = [
        pairing.pair(pairing.code, str(i), HERE) for i in range(MOST_DEVICES + 1)
    ]
    assert pairing.who(secrets[0]) is None
    assert pairing.who(secrets[1]) is not None
    assert len(pairing.paired()) == MOST_DEVICES


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("  Anna \n rossi ", "Anna rossi"),
        ("\x00\x1b[2J", "[2J"),
        ("", "?"),
        ("x" * 99, "x" * MOST_NAME),
    ],
)
def test_names_are_one_short_line(pairing: Pairing, given: str, name: str) -> None:
    pairing.pair(pairing.code, given, HERE)
    assert [one.name for one in pairing.paired()] == [name]


def test_pairing_outlives_a_restart_and_the_file_opens_nothing(tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    first = Pairing(path)
    secret = first.pair(first.code, "Anna", HERE)
    assert secret not in path.read_text("utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    second = Pairing(path)
    one = second.who(secret)
    assert one is not None
    assert second.code != first.code
    second.revoke(one.id)
    assert Pairing(path).who(secret) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"paired": 3}', '{"paired": [{}]}'])
def test_a_damaged_file_is_an_empty_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "phones.json"
    path.write_text(text, "utf-8")
    assert Pairing(path).paired() == ()


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    pairing = Pairing(tmp_path / "missing" / "phones.json")
    secret = pairing.pair(pairing.code, "Anna", HERE)
    assert pairing.who(secret) is not None
