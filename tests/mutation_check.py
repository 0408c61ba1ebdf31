"""Flip comparisons and constants of the engines, one by one: each must fail a test.

Run by hand: `python tests/mutation_check.py`, or with words that pick flips by rule
or file, such as `M-8 sei_dadi`. Works on a copy; the tests of the flipped engine are
tried first, then what all games share. Prints a line per flip; exits with 1 if any
survived, with 2 if a flip no longer fits the source.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
COPIED = ("rules", "device", "vision", "tests/rules", "pyproject.toml")
SHARED = (
    "test_by_hand",
    "test_records",
    "test_views",
    "test_golden_games",
    "test_walks",
)
OWN = {
    "balli": "test_dancing_dice",
    "dancing_dice": "test_dancing_dice",
    "mia": "test_mia",
    "mia_choices": "test_mia",
    "mia_scores": "test_mia",
    "di_da_do": "test_di_da_do",
    "di_da_do_combinations": "test_di_da_do",
    "sei_dadi": "test_sei_dadi",
    "core": "test_mia",
    "records": "test_records",
    "referee": "test_records",
    "setups": "test_records",
    "odds_mia": "test_odds",
    "odds_sei_dadi": "test_odds",
}


class Flip(NamedTuple):
    """`old`, once in the module of `rules/`, becomes `new`, which breaks `rule`."""

    module: str
    rule: str
    old: str
    new: str


FLIPS = (
    # Dancing Dice
    Flip("dancing_dice", "DD-1", "MOST_VIVACITA = 10", "MOST_VIVACITA = 9"),
    Flip("dancing_dice", "DD-2", '"DD-11" if state.prove else', '"DD-2" if 1 else'),
    Flip("dancing_dice", "DD-2", "len(action.dice), 3)", "len(action.dice), 2)"),
    Flip("dancing_dice", "DD-4", 'types.count("c") != 3', 'types.count("c") < 3'),
    Flip("dancing_dice", "DD-4", 'types.count("c") != 3', 'types.count("c") > 3'),
    Flip("dancing_dice", "DD-4", "!= [3, 3]", "== []"),
    Flip("balli", "DD-5", "= 22, 21, 20, 19", "= 21, 22, 20, 19"),
    Flip("balli", "DD-5", "= 22, 21, 20, 19", "= 22, 21, 19, 20"),
    Flip("balli", "DD-5", "3: CHA_CHA_CHA}", "3: CHA_CHA_CHA, 4: 4}"),
    Flip("balli", "DD-5", "values(ballo) == tuple(sorted(tango))",
         "sum(values(ballo)) == sum(tango)"),
    Flip("balli", "DD-6", "for die in ballo}) == 1", "for die in ballo}) != 1"),
    Flip("balli", "DD-6", "    figure: int\n    puro: bool",
         "    puro: bool\n    figure: int"),
    Flip("balli", "DD-7", "len(order) // 2", "-(-len(order) // 2)"),
    Flip("balli", "DD-7", "well = ranks[player] >= last",
         "well = player in order[:wanted]"),
    Flip("balli", "DD-7", "order[wanted - 1]", "order[wanted]"),
    Flip("dancing_dice", "DD-8", "[row - 1] for player in state.still_in}",
         "[row - 1] for player in rows}"),
    Flip("dancing_dice", "DD-8", "self.vivacita == 0", "self.vivacita == 1"),
    Flip("dancing_dice", "DD-8", "_compare_row(step.state, 2, rows)",
         "_compare_row(step.state, 1, rows)"),
    Flip("balli", "DD-9", "values(first) == values(second)",
         "sum(values(first)) == sum(values(second))"),
    Flip("balli", "DD-9", "spared = not well and player in rocks", "spared = False"),
    Flip("dancing_dice", "DD-10", "GALA_GAIN = 2", "GALA_GAIN = 1"),
    Flip("dancing_dice", "DD-10", "min(had + GALA_GAIN, MOST_VIVACITA)",
         "had + GALA_GAIN"),
    Flip("dancing_dice", "DD-10", '"DD-10" if is_gala', '"DD-9" if is_gala'),
    Flip("dancing_dice", "DD-11", "Danced) and event.tango",
         "Danced) and event.tango and event.row == 1"),
    Flip("dancing_dice", "DD-12", "return left == 1 or", "return left == 2 or"),
    Flip("balli", "DD-13", "    if shown[0] == shown[-1] and",
         "    if not is_tango(ballo, tango) and shown[0] == shown[-1] and"),
    Flip("dancing_dice", "DD-13", "shows_tango = is_tango(balli[player], state.tango)",
         "shows_tango = rank.figure == 19"),
    # Mia and Mia senza garanzia
    Flip("mia_scores", "M-1", "(11, 22, 33, 44, 55, 66)", "(66, 55, 44, 33, 22, 11)"),
    Flip("mia_scores", "M-1", "(MIA, *DOUBLES, *MIXED),  # M-1",
         "(*DOUBLES, MIA, *MIXED),  # M-1"),
    Flip("mia_scores", "M-1", "10 * high + low", "10 * low + high"),
    Flip("mia", "M-2", "START_LIVES = 6", "START_LIVES = 5"),
    Flip("mia", "M-2", "MOST_LIVES = 20", "MOST_LIVES = 21"),
    Flip("mia_scores", "M-4", ".index(score) < ladder", ".index(score) <= ladder"),
    Flip("mia", "M-4", "_end_round(state, state.to_act, 1, rule, too_low)",
         "_end_round(state, state.to_act, 2, rule, too_low)"),
    Flip("mia", "M-4", "_end_round(state, state.to_act, 1, rule, too_low)",
         "_end_round(state, state.standing.answers, 1, rule, too_low)"),
    Flip("mia", "M-5", "replace(state.standing, answers=state.to_act)",
         "state.standing"),
    Flip("mia", "M-6", "is_true = not beats(declared, shown,",
         "is_true = beats(shown, declared,"),
    Flip("mia", "M-6", "if is_true else state.standing.answers",
         "if not is_true else state.standing.answers"),
    Flip("mia", "M-6", "opens = _next_player(step.state, loser)",
         "opens = seat_after(loser, [not p.out for p in step.state.players], -1)"),
    Flip("mia", "M-7", "has_guarantee=True, false_mia_costs=2",
         "has_guarantee=True, false_mia_costs=1"),
    Flip("mia", "M-7", "TRUE_MIA_COSTS = 2", "TRUE_MIA_COSTS = 1"),
    Flip("mia_choices", "M-8", "issuperset(state.still_in)",
         "issuperset(p for p in state.still_in if p != state.turn)"),
    Flip("mia_choices", "M-8", "issuperset(state.still_in)",
         "issuperset(range(len(state.players)))"),
    Flip("mia", "M-8", "        standing=Standing(score, state.to_act),\n"
         "        guaranteed=frozenset(),",
         "        standing=Standing(score, state.to_act),"),
    Flip("mia_choices", "M-8", 'Choice("open", "M-8")', 'Choice("beat", "M-8")'),
    Flip("mia_choices", "M-8", 'return (accuse, Choice("beat", "M-4"))',
         'return (accuse, Choice("beat", "M-4"), Choice("open", "M-8"))'),
    Flip("mia", "M-9", '_end_round(state, state.to_act, 1, "M-9"',
         '_end_round(state, state.to_act, 2, "M-9"'),
    Flip("mia_choices", "M-9", 'Choice("beat", "M-9", 1)', 'Choice("beat", "M-9", 0)'),
    Flip("mia_choices", "M-9", 'return "M-9"', 'return "C-2"'),
    Flip("mia", "M-10", '_declare_higher(state, score, "M-10")',
         '_declare(state, score, "M-10")'),
    Flip("mia", "M-11", "has_guarantee=False, false_mia_costs=1",
         "has_guarantee=False, false_mia_costs=2"),
    Flip("mia", "M-11", '_end_round(state, state.to_act, 1, "M-11"',
         '_end_round(state, state.standing.answers, 1, "M-11"'),
    Flip("mia_choices", "M-11", 'Choice("surrender", "M-11", 1)',
         'Choice("surrender", "M-11", 2)'),
    Flip("mia", "M-12", "if faults % state.options.faults_per_life:",
         "if faults < state.options.faults_per_life:"),
    Flip("mia", "M-12", "faults = offender.faults + 1",
         "faults = sum(p.faults for p in state.players) + 1"),
    Flip("mia", "M-12", "return player in (state.to_act, answers)",
         "return player == state.to_act"),
    Flip("mia", "M-12", "return player in (state.to_act, answers)",
         "return player == answers"),
    Flip("mia", "M-12", ".out and _is_needed(state, action.player)", ".out"),
    Flip("mia", "M-12", 'action.lives, "M-12")\n    offender',
         '1, "M-12")\n    offender'),
    Flip("mia_choices", "M-12", "action.lives < 1", "action.lives < 2"),
    Flip("mia_choices", "M-12", "((spoils,) if state.standing else ())", "(spoils,)"),
    Flip("mia", "M-13", "min(lives, had.lives)", "lives"),
    Flip("mia_choices", "H-2", "score == standing != MIA", "score == standing"),
    # Di-Da-Do
    Flip("di_da_do", "D-1", "    if at_once:", "    if len(at_once) == 1:"),
    Flip("di_da_do", "D-2", "in reversed(ALL_VALUES)", "in (6, 5, 4, 3)"),
    Flip("di_da_do", "D-2", "in reversed(ALL_VALUES)", "in ALL_VALUES"),
    Flip("di_da_do", "D-2", "max(range(len(players)),",
         "max(reversed(range(len(players))),"),
    Flip("di_da_do", "D-3", "(state.to_act + 1) %", "(state.to_act - 1) %"),
    Flip("di_da_do", "D-6", "if not was[die] and not still[die]",
         "if not still[die]"),
    Flip("di_da_do_combinations", "D-6", "len(set(action.named)) <",
         "len(set(action.named)) + 9 <"),
    Flip("di_da_do_combinations", "D-6", "len(set(targets)) <",
         "len(set(targets)) + 9 <"),
    Flip("di_da_do", "D-7", "all(player.locked) and", "any(player.locked) and"),
    Flip("di_da_do", "D-7",
         "winners = tuple(i for i, p in enumerate(state.players) if _has_won(p))",
         "winners = tuple(i for i in (state.to_act,) if _has_won(state.players[i]))"),
    Flip("di_da_do", "D-7",
         "return all(player.locked) and sorted(player.dice) == ALL_VALUES",
         "return all(player.locked)"),
    Flip("di_da_do_combinations", "D-8", "any(touch.player == state.to_act for",
         "any(False for"),
    Flip("di_da_do_combinations", "D-9", "_entries(action, 2, 2) or",
         "_entries(action, 1, 2) or"),
    Flip("di_da_do_combinations", "D-10", "not in (0, 1, 5)", "not in (0, 1)"),
    Flip("di_da_do_combinations", "D-10", "(touch.value - before) % 6 not in (0, 1, 5)",
         "(touch.value - before) not in (0, 1, -1)"),
    Flip("di_da_do_combinations", "D-10", "action.effect[0].player != state.to_act",
         "action.effect[0].player == 99"),
    Flip("di_da_do_combinations", "D-11", "(3, 2), _quasi_full", "(3, 2), _tris"),
    Flip("di_da_do_combinations", "D-12", "not _is_locked(state, action.effect[0])",
         "_is_locked(state, action.effect[0])"),
    Flip("di_da_do_combinations", "D-13", "or other.player == state.to_act", ""),
    Flip("di_da_do_combinations", "D-13",
         "_is_locked(state, own) or _is_locked(state, other)",
         "_is_locked(state, own)"),
    Flip("di_da_do_combinations", "D-13",
         "_is_locked(state, own) or _is_locked(state, other)",
         "_is_locked(state, other)"),
    Flip("di_da_do_combinations", "D-14",
         'any one die."""\n    return _entries(action, 1, 1)',
         'any one die."""\n    return _entries(action, 0, 1)'),
    Flip("di_da_do_combinations", "D-15", "MOST_OWN = 2", "MOST_OWN = 1"),
    Flip("di_da_do_combinations", "D-15", "MOST_OWN = 2", "MOST_OWN = 3"),
    Flip("di_da_do_combinations", "D-15", "MOST_OTHERS = 1", "MOST_OTHERS = 2"),
    Flip("di_da_do_combinations", "D-15", "Counter((touch.player, touch.to) for",
         "Counter((touch.player, 0) for"),
    Flip("di_da_do_combinations", "D-15",
         'where it is."""\n    for touch in action.effect:',
         'where it is."""\n    for touch in ():'),
    Flip("di_da_do_combinations", "D-15",
         "got {count}\"\n    return _entries(action, 1, _value_of(state, action))",
         "got {count}\"\n    return _entries(action, 1, 6)"),
    Flip("di_da_do_combinations", "D-16",
         'if it likes."""\n    return _entries(action, 1, _value_of(state, action))',
         'if it likes."""\n    return _entries(action, 1, 6)'),
    Flip("di_da_do_combinations", "D-17", "not in (0, 1, 5)", "not in (1, 5)"),
    Flip("di_da_do", "D-16", 'if action.combination == "sestina" and moved:',
         "if False:"),
    Flip("di_da_do", "D-18", "and not still[die]", ""),
    Flip("di_da_do", "D-18", "and die not in moved", ""),
    Flip("di_da_do", "D-18", "if touch.player == me}", "}"),
    Flip("di_da_do_combinations", "D-11",
         'in play."""\n    return _entries(action, 1, 1)',
         'in play."""\n    return _entries(action, 1, 2)'),
    Flip("di_da_do_combinations", "D-12",
         'of anyone."""\n    wrong = _entries(action, 1, 1)',
         'of anyone."""\n    wrong = _entries(action, 1, 2)'),
    # Sei Dadi
    Flip("sei_dadi", "S-1", "START_POINTS = 36", "START_POINTS = 35"),
    Flip("sei_dadi", "S-2", "if len(after.kept) < DICE:",
         "if len(after.kept) <= DICE:"),
    Flip("sei_dadi", "S-2", "    if dice and Counter", "    if Counter"),
    Flip("sei_dadi", "S-2", "Counter(dice) <= Counter(state.loose)",
         "set(dice) <= set(state.loose)"),
    Flip("sei_dadi", "S-3", "SAFE_TOTAL = 30", "SAFE_TOTAL = 31"),
    Flip("sei_dadi", "S-3", "if total > SAFE_TOTAL:", "if total >= SAFE_TOTAL:"),
    Flip("sei_dadi", "S-4", "TO_THE_RIGHT = -1", "TO_THE_RIGHT = 1"),
    Flip("sei_dadi", "S-5", "if hits and len(kept) < DICE:", "if len(kept) < DICE:"),
    Flip("sei_dadi", "S-5", "if hits and len(kept) < DICE:", "if hits:"),
    Flip("sei_dadi", "S-5", "if face == value)", "if face >= value)"),
    Flip("sei_dadi", "S-6", "len(kept) * value,", "len(hits) * value,"),
    Flip("sei_dadi", "S-6", "_end_turn(state, target, len",
         "_end_turn(state, player, len"),
    Flip("sei_dadi", "S-7", "min(points, had.points)", "points"),
    Flip("sei_dadi", "S-7", "if len(left) == 1 or", "if len(left) == 2 or"),
    # common: dice, records, set-ups, odds
    Flip("core", "C-1", "if not 1 <= face <= 6:", "if not 1 <= face <= 7:"),
    Flip("core", "C-1", "if not 1 <= face <= 6:", "if not 0 <= face <= 6:"),
    Flip("core", "C-2", "or named == turn:", "or named != turn:"),
    Flip("records", "C-5", "start=1):", "start=0):"),
    Flip("setups", "C-5", "return least <= number and", "return least < number and"),
    Flip("setups", "C-5", "number <= most)", "number < most)"),
    Flip("setups", "C-5", "if count < rules.fewest", "if count <= rules.fewest"),
    Flip("setups", "C-5", "count > rules.most)", "count >= rules.most)"),
    Flip("setups", "M-2", "not 1 <= seat.lives", "not 0 <= seat.lives"),
    Flip("odds_mia", "M-6", "ladder.index(score) + 1]", "ladder.index(score)]"),
    Flip("odds_sei_dadi", "S-3", "if total > SAFE_TOTAL:",
         "if total > SAFE_TOTAL + 1:"),
)  # fmt: skip


def source_of(flip: Flip) -> Path:
    return Path("rules", f"{flip.module}.py")


def misfits() -> list[str]:
    """Flips whose old text is not there exactly once."""
    found = []
    for flip in FLIPS:
        count = (ROOT / source_of(flip)).read_text("utf-8").count(flip.old)
        if count != 1:
            found.append(f"{source_of(flip)}: {count} times, not once: {flip.old!r}")
    return found


def copy_to(place: Path) -> None:
    ignore = shutil.ignore_patterns("__pycache__", "demo", "*.onnx")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=ignore)
        else:
            shutil.copy(ROOT / name, place / name)


def fails(place: Path, tests: list[str]) -> bool:
    """Whether these tests fail; an error in the run itself is none of a flip's."""
    files = [f"tests/rules/{name}.py" for name in tests]
    quiet = ("-x", "-q", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *quiet, *files],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"pytest could not run:\n{done.stdout}{done.stderr}")
    return done.returncode == 1


def write(path: Path, text: str) -> None:
    """Write a module; two writes within a second are one to Python's cache."""
    path.write_text(text, "utf-8")
    for stale in path.parent.glob(f"__pycache__/{path.stem}.*"):
        stale.unlink()


def killer_of(flip: Flip, place: Path) -> str | None:
    """The test file that notices the flip."""
    path = place / source_of(flip)
    right = path.read_text("utf-8")
    write(path, right.replace(flip.old, flip.new))
    own = OWN[flip.module]
    games = [name for name in OWN.values() if name != "test_odds"]
    wider = [name for name in dict.fromkeys((*SHARED, *games)) if name != own]
    try:
        for tests in ([own], wider):
            if fails(place, tests):
                return " ".join(tests)
    finally:
        write(path, right)
    return None


def main(words: list[str]) -> int:
    if wrong := misfits():
        sys.stderr.write("\n".join(("these flips no longer fit:", *wrong, "")))
        return 2
    chosen = [f for f in FLIPS if not words or {f.rule, f.module} & set(words)]
    survived = 0
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        copy_to(place)
        if fails(place, [*dict.fromkeys((*OWN.values(), *SHARED))]):
            sys.stderr.write("the tests fail before any flip\n")
            return 2
        for flip in chosen:
            killer = killer_of(flip, place)
            survived += killer is None
            fate = f"killed by {killer}" if killer else "SURVIVED"
            old, new = (" ".join(text.split()) for text in (flip.old, flip.new))
            sys.stdout.write(f"{flip.rule} {flip.module}: {old} -> {new}: {fate}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(chosen)} flips, {survived} survived\n")
    return 1 if survived else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
