"""How the pages of Dancing Dice look."""

from __future__ import annotations

from dataclasses import replace

from device.flow import changed, confirm, ending, undoing
from device.flow import dancing_judged as judged
from device.flow.dancing_choices import options
from device.flow.dancing_pages import (
    Behind,
    Got,
    Hand,
    Ladder,
    Over,
    ShowTango,
    Split,
    State,
    Summary,
    TakeBack,
    Vivacita,
    reading_of,
)
from device.flow.dancing_steps import COUNT_S
from device.flow.dancing_wanted import title_of_prova
from device.flow.screen import (
    Big,
    Block,
    Button,
    Countdown,
    DiceLine,
    Labels,
    Mark,
    Mood,
    Note,
    Picture,
    Players,
    Row,
    Screen,
    ShownDie,
    Text,
    Tone,
    say,
)
from device.flow.signs import signs
from device.translate import show
from rules.balli import Die
from rules.dancing_dice import Phase
from rules.views import view

UNDO = say("menu.undo")


def screen(state: State) -> Screen:
    """What is shown now."""
    page = state.page
    undo: Text = UNDO if state.game.before is not None else ""
    if isinstance(page, TakeBack):
        return undoing.screen(state.game)
    if state.changed is not None and state.changed.is_told:
        return changed.screen(state.changed, _title(state), undo=undo)
    reading = reading_of(page)
    if reading is not None:
        return _reading(state, confirm.screen(reading, undo=undo))
    name, mood, blocks = _shown(state)
    return Screen(f"dancing.{name}", _title(state), mood, blocks, _labels(state, undo))


def _reading(state: State, shown: Screen) -> Screen:
    """A reading; while the Tango dice are waited for, everyone's vivacita too."""
    is_due = state.dancing.phase is Phase.TANGO and state.dancing.prove > 0
    if shown.mood is Mood.WAITING and is_due:
        return replace(shown, blocks=(*shown.blocks, _standings(state)))
    return shown


def _labels(state: State, undo: Text) -> dict[Button, Labels]:
    choices = options(state)
    labels = {}
    for button in Button:
        press, hold = choices.get((button, False)), choices.get((button, True))
        texts = Labels(press.text if press else "", hold.text if hold else "")
        if button is Button.Y and undo:
            texts = replace(texts, hold=undo)
        if texts != Labels():
            labels[button] = texts
    return labels


def _title(state: State) -> Text:
    match state.page:
        case ShowTango():
            return say("dancing.tango_title")
        case Ladder(row) | Vivacita(row):
            return judged.row_text(row)
        case Behind():
            return say("dancing.behind_title", number=state.dancing.prove + 1)
        case Over():
            return ending.OVER
        case Hand(seat) | Split(_, seat):
            return say("dancing.one_title", name=state.names[seat])
    return title_of_prova(state)


def _shown(state: State) -> tuple[str, Mood, tuple[Block, ...]]:
    match state.page:
        case ShowTango():
            return "tango", Mood.READ, _tango(state)
        case Behind() as page:
            return "behind", Mood.WAITING, _behind(state, page)
        case Hand() as page:
            return "kinds", Mood.ASKING, _kinds(page)
        case Split() as page:
            return "split", Mood.ASKING, _split(page)
        case Summary() as page:
            return "summary", Mood.READ, _summary(state, page)
        case Ladder(row):
            return "ladder", Mood.READ, _ladder(state, row)
        case Vivacita(row):
            return "vivacita", Mood.READ, _vivacita(state, row)
    return "over", Mood.DONE, _over(state)


def _tango(state: State) -> tuple[Block, ...]:
    tango = state.dancing.tango or ()
    dice = DiceLine(tuple(ShownDie(value, "other", "white") for value in tango))
    return (Big(say("dancing.tango_is", tango=show(tango))), dice)


def _behind(state: State, page: Behind) -> tuple[Block, ...]:
    blocks: list[Block] = []
    if page.slip:
        blocks.append(Note(say(f"dancing.{page.slip}"), Tone.BAD))
    if page.until_s is not None:
        left_s = max(0.0, page.until_s - page.now_s)
        blocks.append(Countdown(left_s, COUNT_S))
    tango = show(state.dancing.tango or ())
    blocks.append(Note(say("dancing.behind", tango=tango)))
    rows = tuple(
        Row(
            sign=signs(state.game.setup)[seat],
            name=state.names[seat],
            left=_announced(state.announced[seat] if state.announced else None),
            is_turn=seat == state.still_in[page.cursor],
        )
        for seat in state.still_in
    )
    return (*blocks, Players(rows))


def _announced(count: int | None) -> str:
    """How many dice a player rolls again; nobody has said so yet is not 0."""
    return "…" if count is None else str(count)


def _kinds(page: Hand) -> tuple[Block, ...]:
    return (
        Big(say("dancing.which_kinds"), Tone.ASK),
        Note(say("dancing.kinds_note")),
        _by_hand(page.first, 1),
        _by_hand(page.second, 2),
    )


def _by_hand(values: tuple[int, ...], row: int) -> DiceLine:
    return DiceLine(
        tuple(ShownDie(value) for value in values), text=judged.row_text(row)
    )


def _split(page: Split) -> tuple[Block, ...]:
    at = len(page.near) + len(page.far)
    dice = page.done.dice
    told = [dice[i] for i in page.dice]
    shown = tuple(
        ShownDie(each.die.value, each.die.body, each.die.pips, is_held=i in page.near)
        for i, each in zip(page.dice, told, strict=True)
    )
    line = DiceLine(shown, at=at)
    question = Big(say("dancing.which_row"), Tone.ASK)
    if page.done.shot is None or not told[at].is_placed:
        return (question, line)
    placed = [each for each in told if each.is_placed]
    marks = tuple(Mark(each.die.corners, str(each.die.value)) for each in placed)
    focus = placed.index(told[at])
    return (question, Picture(page.done.shot, marks, focus), line)


def _summary(state: State, page: Summary) -> tuple[Block, ...]:
    return tuple(
        _rows(state, seat, got, is_at=i == page.cursor)
        for i, (seat, got) in enumerate(page.got)
    )


def _rows(state: State, seat: int, got: Got, *, is_at: bool) -> DiceLine:
    """Both rows in one line, the primo ballo first."""
    sign = signs(state.game.setup)[seat]
    dice = tuple(_die(die, sign.colour or "black") for row in got.rows for die in row)
    return DiceLine(dice, sign, state.names[seat], at=0 if is_at else None)


def _die(die: Die, colour: str) -> ShownDie:
    if die.type == "c":
        return ShownDie(die.value, "white", colour)
    return ShownDie(die.value, colour, "white")


def _ladder(state: State, row: int) -> tuple[Block, ...]:
    shown = judged.ladder(state.game, row, signs(state.game.setup))
    figures = _figures(state, row)
    return (shown,) if not figures else (shown, Note(figures, Tone.GOOD))


def _figures(state: State, row: int) -> Text:
    """Who danced a Rock or a Gala; several in few words, the ladder needs the room."""
    figures = judged.figures(state.game, row)
    if len(figures) == 1:
        ((seat, figure),) = figures
        ending = "_saves" if seat in judged.saved(state.game, row) else ""
        return say(f"dancing.{figure}{ending}", name=state.names[seat])
    of_seat = signs(state.game.setup)
    told = {
        figure: " ".join(of_seat[seat].letter for seat, of in figures if of == figure)
        for figure in ("gala", "rock")
    }
    parts = [f"{figure.capitalize()}: {who}" for figure, who in told.items() if who]
    return "  ".join(parts)


def _vivacita(state: State, row: int) -> tuple[Block, ...]:
    game, names = state.game, state.names
    notes: list[Block] = []
    gone = judged.out_after(game, row)
    if gone:
        out = say("dancing.out", names=judged.names(state, gone))
        notes.append(Note(out, Tone.BAD))
    if row == judged.rows_compared(game):
        notes += [
            Note(say("dancing.gala_gains", name=names[seat], gained=gained), Tone.GOOD)
            for seat, gained in judged.galas(game)
        ]
        if judged.is_tango_danced(game):
            notes.append(Note(say("dancing.tango_due"), Tone.ASK))
    return (*notes, _left_after(state, row))


def _left_after(state: State, row: int) -> Players:
    game = state.game
    lost, left = judged.losers(game, row), judged.vivacita_after(game, row)
    saved = judged.saved(game, row)
    spared = {s: f for s, f in judged.figures(game, row) if s in saved}
    before = judged.players_before(game, row)
    return Players(
        tuple(
            Row(
                sign=signs(game.setup)[seat],
                name=state.names[seat],
                left=str(left[seat]),
                note="−1" if seat in lost else spared.get(seat, "").capitalize(),
                is_out=left[seat] == 0,
                tone=Tone.BAD if seat in lost else Tone.PLAIN,
            )
            for seat in before
        )
    )


def _over(state: State) -> tuple[Block, ...]:
    return (Big(judged.won(state), Tone.GOOD), _standings(state))


def _standings(state: State) -> Players:
    of_seat = signs(state.game.setup)
    return Players(
        tuple(
            Row(
                sign,
                standing.name,
                str(standing.left),
                note=say("evening.won") if standing.has_won else "",
                is_out=standing.out,
                tone=Tone.GOOD if standing.has_won else Tone.PLAIN,
            )
            for sign, standing in zip(of_seat, view(state.game).standings, strict=True)
        )
    )
