"""The score sheet of a game of which people enter only matches and sums: all turns, the numbers of a round together."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from companion.games.praetorians.engine.actions import BANK_MOST, VALUES, Bank, Bust, Match
from companion.games.praetorians.engine.position import ScoresPosition
from companion.kit.rules import Action, Seat
from companion.play.act import PLAY
from companion.ports import ScoreSheet, SheetCell, SheetLine, SheetRound
from companion.ui.entry_sheet import Part, SheetEntry, typed_entries
from companion.ui.game_screens import RoundTyping, running_snapshot
from companion.ui.screen import Context, Screen
from companion.values import NamedTuple


class Entered(NamedTuple):
    """An entry at a place of the timeline: who was in turn, what it was, None for an act of people, and the space of
    that pawn after it.
    """

    place: int
    text: str
    seat: Seat
    action: Action | None
    space: int


Round = tuple[Entered, ...]
"""Entries in which nobody has two turns."""


def _rounds(context: Context) -> list[Round]:
    """The rounds; none where cards are entered."""
    step = running_snapshot(context)
    timeline, game = step.plies, step.setup.rules
    rounds: list[Round] = []
    ended: set[Seat] = set()
    for place, (before, ply) in enumerate(pairwise(timeline), 1):
        if not isinstance(before.position, ScoresPosition) or not isinstance(ply.position, ScoresPosition):
            return []
        seat, action = before.position.turn, game.read(ply.text) if ply.act.kind == PLAY else None
        if not rounds or seat in ended:
            rounds.append(())
            ended = set()
        rounds[-1] = (*rounds[-1], Entered(place, ply.text, seat, action, ply.position.pawns[seat]))
        if isinstance(action, Bank | Bust):
            ended.add(seat)
    return rounds


def score_sheet(context: Context) -> ScoreSheet | None:
    """The turns by the people in turn; None where cards are entered, and before the first entry."""
    step, rounds = running_snapshot(context), _rounds(context)
    if not rounds:
        return None
    in_words = tuple([_in_words(number, one, context) for number, one in enumerate(rounds, 1)])
    return ScoreSheet(str(step.id), step.setup.names, in_words)


def _in_words(number: int, one: Round, context: Context) -> SheetRound:
    """A round: matches, how each turn ended, and the space of the pawn after it."""
    words, seats = context.words, range(len(running_snapshot(context).setup.names))
    matches, ends, spaces = [["" for _ in seats] for _ in range(3)]
    for entry in one:
        if isinstance(entry.action, Match):
            matches[entry.seat] = words.join_list(filter(None, [matches[entry.seat], str(entry.action.value)]))
        if isinstance(entry.action, Bank):
            ends[entry.seat] = str(entry.action.total)
        if isinstance(entry.action, Bust):
            ends[entry.seat] = words("praetorians.sheet.caught")
        spaces[entry.seat] = str(entry.space)
    lines = {"match": matches, "sum": ends, "space": spaces}
    return SheetRound(
        words("praetorians.sheet.round", number=number),
        tuple([SheetLine(words(f"praetorians.sheet.{key}"), tuple(map(SheetCell, texts)))
               for key, texts in lines.items() if any(texts)]),
    )  # fmt: skip


def typed_round(context: Context, place: int, typed: Mapping[str, str], back: Screen) -> RoundTyping | None:
    """A round with other matches and sums; None where it is not there. How a turn ended is changed in the log."""
    rounds, names = _rounds(context), running_snapshot(context).setup.names
    if place >= len(rounds):
        return None
    match, total = [context.words(f"praetorians.sheet.{key}") for key in ("match", "sum")]
    entries = []
    for entry in rounds[place]:
        name = names[entry.seat]
        if isinstance(entry.action, Match):
            entries.append(SheetEntry("match {}", (Part(match, name, entry.action.value, VALUES[-1], VALUES[0]),)))
        elif isinstance(entry.action, Bank):
            entries.append(SheetEntry("bank {}", (Part(total, name, entry.action.total, BANK_MOST),)))
        else:
            entries.append(SheetEntry(entry.text))
    return typed_entries(context, rounds[place][0].place, entries, typed, back, lambda new: ())
