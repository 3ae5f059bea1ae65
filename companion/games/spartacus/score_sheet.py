"""The score sheet of a game of which people enter only the piles at the end: all piles, corrected together (SPA-17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from companion.games.spartacus.engine.notation import NUMBERS_SUM, Drop, Hand, Trick, read
from companion.games.spartacus.engine.position import EMPTY, ScoresPosition
from companion.games.spartacus.lines import pile_words
from companion.kit.rules import DONE
from companion.play.act import PLAY, SET
from companion.ports import ScoreSheet, SheetCell, SheetLine, SheetRound
from companion.ui.entry_sheet import Part, SheetEntry, Sums, typed_entries
from companion.ui.game_screens import RoundTyping, running_snapshot, running_timeline
from companion.ui.screen import Context, Screen


def score_sheet(context: Context) -> ScoreSheet | None:
    """The piles by the people who won them. None where cards are entered, or people did something else between."""
    step = running_snapshot(context)
    position, words = step.position, context.words
    if not isinstance(position, ScoresPosition) or not _entered(context)[0]:
        return None
    rows = zip_longest(*position.piles)
    lines = [
        SheetLine(words("spartacus.sheet.trick", number=number), _cells(row)) for number, row in enumerate(rows, 1)
    ]
    if any(hand is not None for hand in position.hands):
        lines.append(SheetLine(words("spartacus.sheet.hand"), _cells(position.hands)))
    points = tuple([SheetCell(str(number)) for number in position.points])
    lines.append(SheetLine(words("spartacus.sheet.points"), points))
    return ScoreSheet(str(step.id), step.setup.names, (SheetRound(words("spartacus.sheet.piles"), tuple(lines)),))


def _cells(piles: Sequence[tuple[int, int] | None]) -> tuple[SheetCell, ...]:
    return tuple([SheetCell("" if pile is None else pile_words(*pile)) for pile in piles])


def _entered(context: Context) -> tuple[int, list[str]]:
    """The place of the first pile and the entries from it to the last one; 0 and none where there are none."""
    timeline = running_timeline(context)
    piles = [place for place, ply in enumerate(timeline) if place and ply.act.kind == PLAY and ply.text != DONE]
    between = timeline[piles[0] : piles[-1] + 1] if piles else ()
    if any(ply.act.kind == SET for ply in timeline[1:]) or any(ply.act.kind != PLAY for ply in between):
        return 0, []
    return (piles[0], [ply.text for ply in between]) if piles else (0, [])


def typed_round(context: Context, place: int, typed: Mapping[str, str], back: Screen) -> RoundTyping | None:
    """The piles with other sums and banners; None where there is no sheet."""
    first, texts = _entered(context)
    if place or not texts or score_sheet(context) is None:
        return None
    return typed_entries(context, first, _entries(texts, context), typed, back, lambda new: _sums(new, context))


def _entries(texts: Sequence[str], context: Context) -> list[SheetEntry]:
    """The entries with their numbers: the sum of a pile, and its banners where the game has them."""
    step, words = running_snapshot(context), context.words
    position = step.position
    assert isinstance(position, ScoresPosition)
    names, has_banners = step.setup.names, position.counting.banners
    won = dict.fromkeys(range(len(names)), 0)
    entries = []
    for text in texts:
        action = read(text)
        if isinstance(action, Trick | Hand):
            if isinstance(action, Trick):
                won[action.seat] += 1
                heading = words("spartacus.sheet.trick", number=won[action.seat])
            else:
                heading = words("spartacus.sheet.hand")
            name = names[action.seat]
            parts = [Part(heading, name, action.total, NUMBERS_SUM)]
            most = len(names) if isinstance(action, Trick) else 1
            if has_banners:
                parts.append(Part(heading, words("spartacus.sheet.banners", name=name), action.banners, most))
            kind = text.partition(" ")[0]
            form = f"{kind} {action.seat} {{}} {'{}' if has_banners else action.banners}"
            entries.append(SheetEntry(form, tuple(parts)))
        elif isinstance(action, Drop):
            heading = words("spartacus.audit.dropped")
            entries.append(SheetEntry("drop {}", (Part(heading, heading, action.banners, len(names)),)))
    return entries


def _sums(texts: Sequence[str], context: Context) -> Sums:
    """What the piles add up to, and what they must: numbers, and banners where the game has them (SPA-17)."""
    step, words = running_snapshot(context), context.words
    position = step.position
    assert isinstance(position, ScoresPosition)
    piles = [action for action in map(read, texts) if isinstance(action, Trick | Hand | Drop)]
    people, whole = len(step.setup.names), step.outcome is not None or position.missing == EMPTY
    sums = [("numbers", sum([pile.total for pile in piles if not isinstance(pile, Drop)]), NUMBERS_SUM * people)]
    if position.counting.banners:
        sums.append(("all-banners", sum([pile.banners for pile in piles]), people))
    return tuple([
        (words(f"spartacus.sheet.{key}", now=now, whole=most), now == most if whole else now <= most)
        for key, now, most in sums
    ])  # fmt: skip
