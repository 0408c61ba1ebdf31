"""Speed at the table, end to end: camera, eye, app, journal, screens, page.

Run by hand: `python tests/bench/play_bench.py [PART …]`; parts are prova, mia, press,
idle and evening. Every part runs in a process of its own. A press is taken to cost no
time; what the reader asks about is accepted as it is proposed, and counted.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from device.cameras.demo import Way
from device.flow.screen import Button
from tests.bench import evening
from tests.bench.table import Player, at_table

COLOURS = ("red", "blue", "green", "yellow", "black", "purple")
DANCE = (
    json.dumps(
        {
            "game": "dancing-dice",
            "players": [{"name": colour, "colour": colour} for colour in COLOURS],
        }
    ),
    '{"do": "tango", "dice": [1, 1, 5]}',
)
MIA = (
    '{"game": "mia", "players": [{"name": "Anna", "lives": 20}, {"name": "Bruno"}]}',
    '{"do": "open", "score": 65}',
)
PROVE, REVEALS, PRESSES, IDLE_S = 15, 15, 400, 15.0


EVENING = "evening"


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def ms(values: list[float]) -> str:
    """Median and worst."""
    median, worst = statistics.median(values), max(values)
    return f"median {1000 * median:.0f} ms, worst {1000 * worst:.0f}"


def prova(player: Player) -> None:
    """39 dice come to rest: to the scored screen, and what of that is not waiting."""
    whole, without_waiting, reading, kept, asked = [], [], [], [], 0
    for _ in range(PROVE):
        player.at("dancing.behind")
        player.camera.show("empty", Way.CUT)
        player.press(Button.A)  # the sipari are up
        player.camera.show("dancing_six")
        player.presses.clear()
        player.accept_until("dancing.ladder")
        kept.append(player.presses[-1])
        shown_s, still_s = player.watcher.at_s, player.camera.still_s
        assert still_s is not None
        whole.append(shown_s - still_s)
        without_waiting.append(shown_s - player.inbox.still_s)
        reading.append(player.inbox.seen_s - player.inbox.still_s)
        asked += player.asked
        player.press(Button.Y, is_held=True)
        player.press(Button.A)  # taken back, for the next time
    tell(f"prova, 39 dice at rest to the ladder: {ms(whole)} (asked for: 700)")
    tell(f"  of that not waiting for stillness: {ms(without_waiting)} (300)")
    tell(f"  of that reading: {ms(reading)}")
    readings = player.readings
    tell(
        f"  pictures read: {len(readings) / PROVE:.1f} a prova, each "
        f"{1000 * statistics.median(readings):.0f} ms of processor time"
    )
    tell(f"  dice asked about: {asked} in {PROVE} readings of 39")
    tell(f"  the press that keeps it, with its proof: {ms(kept)}")


def mia(player: Player) -> None:
    """Two dice come to rest under a lifted box: to the verdict."""
    whole, asked = [], 0
    for _ in range(REVEALS):
        player.at("mia.answer")
        player.camera.show("empty", Way.CUT)
        accuse(player)
        player.camera.show("mia_two", Way.HAND)
        player.accept_until("mia.verdict")
        assert player.camera.still_s is not None, "told before the dice lay still"
        whole.append(player.watcher.at_s - player.camera.still_s)
        asked += player.asked
        for _ in range(2):  # the reveal and the accusation
            take_back(player)
    tell(f"mia, two dice at rest to the verdict: {ms(whole)} (asked for: 500)")
    tell(f"  dice asked about: {asked} in {REVEALS} readings")


def take_back(player: Player) -> None:
    """Hold Y until it is asked whether that is meant: the eye may change the screen."""
    while not player.is_at("undoing"):
        player.press(Button.Y, is_held=True)
    player.press(Button.A)


def accuse(player: Player) -> None:
    live = player.at("mia.answer")
    labels = {button: labels.press for button, labels in live.screen.buttons.items()}
    button = next(b for b, text in labels.items() if "accuse" in str(text))
    player.press(button)


def press(player: Player) -> None:
    """Presses in the menu, while the camera runs and dice are looked for."""
    player.at("dancing.behind")
    player.press(Button.A)
    player.camera.show("dancing_three", Way.CUT)
    player.press(Button.X, is_held=True)
    times = [player.press(Button.B) for _ in range(PRESSES)]
    tell(f"press to its screen, camera running: {tail(times)} (asked for: 99th 50)")


def tail(times: list[float]) -> str:
    """Median, 99th percentile and worst."""
    times = sorted(times)
    p99 = times[int(0.99 * len(times))]
    return (
        f"median {1000 * statistics.median(times):.0f} ms, 99th percentile "
        f"{1000 * p99:.0f}, worst {1000 * times[-1]:.0f}"
    )


def idle(player: Player) -> None:
    """Between two prove, nobody at the table."""
    player.at("dancing.behind")
    time.sleep(5.0)
    used, began_s = cpu_s(), time.monotonic()
    time.sleep(IDLE_S)
    share = (cpu_s() - used) / (time.monotonic() - began_s)
    tell(f"idle between prove: {100 * share:.1f} % of one core (asked for: 10)")


def cpu_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


PARTS: dict[str, tuple[tuple[str, ...], Callable[[Player], None]]] = {
    "prova": (DANCE, prova),
    "mia": (MIA, mia),
    "press": (DANCE, press),
    "idle": (DANCE, idle),
}


def run_part(name: str) -> None:
    if name == EVENING:
        evening.play()
        return
    lines, play = PARTS[name]
    with tempfile.TemporaryDirectory() as folder:
        at_table(Path(folder), lines, play)


def main() -> int:
    if len(sys.argv) == 3 and sys.argv[1] == "--part":
        run_part(sys.argv[2])
        return 0
    load = os.getloadavg()[0]
    tell(f"{os.cpu_count()} cores, load {load:.1f} before the start")
    status = 0
    for name in sys.argv[1:] or (*PARTS, EVENING):
        done = subprocess.run([sys.executable, __file__, "--part", name], check=False)
        status = status or done.returncode
    return status


if __name__ == "__main__":
    sys.exit(main())
