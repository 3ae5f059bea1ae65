"""What lies on the table of Spartacus, line by line, and the way to the screens that correct it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from companion.games.spartacus.draft import fields_of
from companion.games.spartacus.engine.counting import Counting, read_out
from companion.games.spartacus.engine.notation import BANNER, Card
from companion.games.spartacus.entries import Entries, Entry, counted
from companion.games.spartacus.moving import Cards, Passed
from companion.games.spartacus.text import FLAG, as_long_as_fits, counting_of, gap, pile_words, symbol
from companion.ui.audit import Audit
from companion.ui.game_screens import running
from companion.ui.page import Item
from companion.ui.screen import Context, Screen

NOTHING = "–"
LISTED_MOST = 4
"""So many piles are listed with their sizes; of more only how many cards they hold."""


def audit(context: Context, table: Mapping[str, object]) -> list[tuple[str, Item]]:
    """The lines: a field's name and how it stands, `hand 0`, `won 0`, … for each seat."""
    fields = cast(Mapping[str, Any], table)
    return _cards(context, fields) if "trick" in fields else _entries(context, fields)


def _cards(context: Context, fields: Mapping[str, Any]) -> list[tuple[str, Item]]:
    words, names = context.words, running(context).played.names
    counting = counting_of(running(context))
    turn = fields["turn"]
    out = ", ".join(names[seat] for seat in fields["passed"])
    lines = [
        ("turn", Item(words("spartacus.audit.turn"), names[turn] if turn is not None else NOTHING)),
        ("trick", Item(words("spartacus.audit.trick"), _laid(context, fields["trick"]))),
        ("passed", Item(words("spartacus.audit.passed"), out or NOTHING)),
    ]
    for seat, hand in enumerate(fields["hands"]):
        lines.append((f"hand {seat}", Item("", ranges(hand) or NOTHING, names[seat])))
    for seat, piles in enumerate(fields["tricks"]):
        lines.append((f"won {seat}", Item(words("spartacus.audit.won"), _won(context, counting, piles), names[seat])))
    return lines


def _laid(context: Context, trick: Sequence[tuple[int, Card]]) -> str:
    """The running trick, with names as long as fit beside the label."""
    label = context.words("spartacus.audit.trick") + "MMM "

    def line(names: Sequence[str], length: int, skipped: int) -> str:
        laid = [f"{names[seat]}{gap(names[seat], length)}{symbol(card)}" for seat, card in trick[skipped:]]
        return label + " ".join(["…"] * (skipped > 0) + laid)

    return as_long_as_fits(context, running(context).played.names, line, len(trick)).removeprefix(label) or NOTHING


def ranges(hand: Sequence[Card]) -> str:
    """A hand in little room: `1-4 7 9-10⚑`."""
    runs: list[list[int]] = []
    for card in hand:
        if isinstance(card, int):
            if runs and runs[-1][-1] == card - 1:
                runs[-1].append(card)
            else:
                runs.append([card])
    said = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return " ".join(said) + FLAG * (BANNER in hand)


def _won(context: Context, counting: Counting, piles: Sequence[Sequence[Card]]) -> str:
    """How many tricks, how many cards in each, and their points."""
    if not piles:
        return NOTHING
    points = counting.points(map(read_out, piles))
    if len(piles) > LISTED_MOST:
        return context.words("spartacus.audit.many", count=len(piles), cards=sum(map(len, piles)), points=points)
    return context.words(
        "spartacus.audit.sizes", count=len(piles), sizes="+".join(str(len(pile)) for pile in piles), points=points
    )


def _entries(context: Context, fields: Mapping[str, Any]) -> list[tuple[str, Item]]:
    words, names = context.words, running(context).played.names
    counting = counting_of(running(context))
    lines = []
    for seat, piles in enumerate(fields["piles"]):
        said = " ".join(pile_words(*pile) for pile in piles) or NOTHING
        lines.append((f"piles {seat}", Item(words("spartacus.audit.won"), said, names[seat])))
        hand = fields["hands"][seat]
        said = NOTHING if hand is None else pile_words(*hand)
        lines.append((f"hands {seat}", Item(words("spartacus.audit.hand"), said, names[seat])))
    if counting.doubling:
        lines.append(("dropped", Item(words("spartacus.audit.dropped"), str(fields["dropped"] or NOTHING))))
    missing = fields["missing"]
    said = str(missing["numbers"]) + (f" {FLAG}{missing['banners']}" if counting.banners else "")
    lines.append(("missing", Item(words("spartacus.audit.missing"), said)))
    return lines


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line. While a trick lies, who has passed decides whose turn it is."""
    step = running(context)
    fields = fields_of(audit.table(context))
    field, _, seat = line.partition(" ")
    if field == "turn" and not fields["trick"]:
        return audit.corrected(context, turn=(fields["turn"] + 1) % len(step.played.names))
    if field in ("turn", "passed"):
        return Passed(audit)
    if field in ("trick", "hand", "won"):
        return Cards(audit, field, int(seat or 0))
    if field == "piles":
        return Entries(audit, int(seat))
    if field == "hands":
        total, banners = fields["hands"][int(seat)] or (0, 0)
        return Entry(audit, int(seat), None, total, banners)
    if field == "dropped":
        return Entry(audit, None, None, 0, fields["dropped"] or 0)
    # What is missing follows from the rest.
    return counted(audit, fields, context)
