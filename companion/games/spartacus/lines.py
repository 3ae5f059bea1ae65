"""Cards, piles and the trick of Spartacus in a line of the glass or of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import Counting, count_cards
from companion.games.spartacus.engine.notation import BANNER, Card, Drop, Hand, Trick
from companion.games.spartacus.engine.position import ScoresPosition
from companion.kit.rules import Action, Seat
from companion.kit.text import Item, Situation, tags, with_name

FLAG = "⚑"
"""A banner, where there is no room for the word."""
TAG = 2
"""The length of names if names of three letters are too long for the running trick."""
NOTHING = "–"
LISTED_MOST = 4
"""The most piles that are listed with their sizes; for more the line shows only the number of cards."""
NOTED = 8
"""The longest name in a line of the log."""
READ_OUT = 109
"""The width in pixels for a pile that was read out and its points in a line of the log, without their gap."""
TITLE = "MMMM"
"""A text as wide as the least room for the name before an effect."""
BEST = "*"
"""The mark behind the card that would take the trick now."""


def gap(name: str, length: int) -> str:
    """The text between a name and a card: a space; after a tag nothing, or `:` after a digit."""
    return " " if length > TAG else ":" if name[-1].isdigit() else ""


def longest_fitting_line(
    at: Situation, names: Sequence[str], line: Callable[[Sequence[str], int, int], str], parts: int = 1
) -> str:
    """The line with the longest names that fit; if no length fits, without its first parts."""
    for length in (*range(max(map(len, names)), 2, -1), TAG):
        text = line(distinct_names(names, length), length, 0)
        if at.fits(text, 0):
            return text
    for skipped in range(1, parts):
        text = line(distinct_names(names, TAG), TAG, skipped)
        if at.fits(text, 0):
            break
    return text


def distinct_names(names: Sequence[str], length: int) -> list[str]:
    """The names cut to a length, no two alike: equal ones get their last letter, or else all become tags."""
    if length > TAG:
        cut = [
            name if len(name) <= length else name[: length - 1] + "…" if length > 3 else name[:length] for name in names
        ]
        cut = [
            names[seat][: length - 1] + names[seat][-1] if cut.count(name) > 1 and len(names[seat]) > length else name
            for seat, name in enumerate(cut)
        ]
        if len(set(cut)) == len(names):
            return cut
    return [*tags(names)]


def symbol(card: Card) -> str:
    """The shortest text of a card."""
    return FLAG if card == BANNER else str(card)


def counting_of(at: Situation) -> Counting:
    """The counting of tricks and hands in this game."""
    return cast(CardsPosition | ScoresPosition, at.position).counting


def missing_text(at: Situation, position: ScoresPosition) -> str:
    """The text about what is not entered yet."""
    words, (total, banners) = at.words, position.missing
    if not total and not banners:
        return words("spartacus.nothing-missing")
    key = "spartacus.missing-banners" if position.counting.banners else "spartacus.missing"
    return words(key, numbers=total, banners=banners)


def cards_word(at: Situation, card: Card) -> str:
    """The name of a card; the name of a banner depends on its effect."""
    if card != BANNER:
        return str(card)
    return at.words("spartacus.joker" if counting_of(at).jokers else "spartacus.banner")


def pile_words(total: int, banners: int) -> str:
    """A pile as people enter it."""
    return f"{total}{FLAG * banners}" if total or not banners else FLAG * banners


def audited_cards(at: Situation, fields: Mapping[str, Any]) -> list[tuple[str, Item]]:
    """The lines of the audit when cards are entered, each with its key."""
    words, names = at.words, at.names
    counting = counting_of(at)
    turn = fields["turn"]
    out = words.join_list(names[seat] for seat in fields["passed"])
    out_short = " ".join([tags(names)[seat] for seat in fields["passed"]])
    trick = _trick_line(at, fields["trick"])
    lines = [
        ("turn", Item(words("spartacus.audit.turn"), names[turn] if turn is not None else NOTHING)),
        ("trick", Item(words("spartacus.audit.trick"), trick, short=(trick.replace(" ", ""),))),
        ("passed", Item(words("spartacus.audit.passed"), out or NOTHING, short=(out_short,) if out else ())),
    ]
    for seat, hand in enumerate(fields["hands"]):
        lines.append((f"hand {seat}", Item("", hand_ranges(hand) or NOTHING, names[seat])))
    for seat, piles in enumerate(fields["tricks"]):
        lines.append((f"won {seat}", Item(words("spartacus.audit.won"), _won_text(at, counting, piles), names[seat])))
    return lines


def _trick_line(at: Situation, trick: Sequence[tuple[int, Card]]) -> str:
    """The running trick, with the longest names that fit beside the label. All its cards are there: under the cursor
    they have a row of their own.
    """
    label = at.words("spartacus.audit.trick") + "MMM "

    def line(names: Sequence[str], length: int, _: int) -> str:
        return label + " ".join(f"{names[seat]}{gap(names[seat], length)}{symbol(card)}" for seat, card in trick)

    return longest_fitting_line(at, at.names, line).removeprefix(label) or NOTHING


def hand_ranges(hand: Sequence[Card]) -> str:
    """A hand as a short text: `1-4 7 9-10⚑`."""
    runs: list[list[int]] = []
    for card in hand:
        if isinstance(card, int):
            if runs and runs[-1][-1] == card - 1:
                runs[-1].append(card)
            else:
                runs.append([card])
    parts = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return " ".join(parts) + FLAG * (BANNER in hand)


def _won_text(at: Situation, counting: Counting, piles: Sequence[Sequence[Card]]) -> str:
    """How many tricks, how many cards in each, and their points; without memory no points."""
    if not piles:
        return NOTHING
    if len(piles) > LISTED_MOST:
        tricks = at.words("spartacus.audit.many", count=len(piles), cards=sum(map(len, piles)))
    else:
        tricks = at.words("spartacus.audit.sizes", count=len(piles), sizes="+".join(str(len(pile)) for pile in piles))
    if not at.memory:
        return tricks
    return at.words("spartacus.audit.worth", tricks=tricks, points=counting.points(map(count_cards, piles)))


def audited_entries(at: Situation, fields: Mapping[str, Any]) -> list[tuple[str, Item]]:
    """The lines of the audit when scores are entered, each with its key."""
    words, names = at.words, at.names
    counting = counting_of(at)
    lines = []
    for seat, piles in enumerate(fields["piles"]):
        value = " ".join(pile_words(*pile) for pile in piles) or NOTHING
        lines.append((f"piles {seat}", Item(words("spartacus.audit.won"), value, names[seat])))
        hand = fields["hands"][seat]
        value = NOTHING if hand is None else pile_words(*hand)
        lines.append((f"hands {seat}", Item(words("spartacus.audit.hand"), value, names[seat])))
    if counting.doubling:
        lines.append(("dropped", Item(words("spartacus.audit.dropped"), str(fields["dropped"] or NOTHING))))
    missing = fields["missing"]
    value = str(missing["numbers"]) + (f" + {missing['banners']}{FLAG}" if counting.banners else "")
    lines.append(("missing", Item(words("spartacus.audit.missing"), value)))
    return lines


def pile_effect(at: Situation, position: ScoresPosition, action: Action) -> str:
    """What an entry of scores would do, in a few words."""
    words, after = at.words, position.after(action)
    if isinstance(action, Trick | Hand):
        return words(
            "effect.spartacus.points",
            change=f"{after.points[action.seat] - position.points[action.seat]:+}",
            points=after.points[action.seat],
        )
    if isinstance(action, Drop):
        return words("effect.spartacus.dropped")
    assert after.outcome is not None
    if len(after.outcome.winners) > 1:
        return words("effect.spartacus.shared", points=max(after.points))
    return effect_with_name(at, "won", after.outcome.winners[0], points=max(after.points))


def effect_with_name(at: Situation, key: str, seat: Seat, beside: str = TITLE, /, **params: object) -> str:
    """An effect that contains a name; the name is cut if there is no room for the line with the text `beside` it."""

    def line(names: Sequence[str], length: int, skipped: int) -> str:
        return at.words(f"effect.spartacus.{key}", name=names[seat], **params) + " " + beside

    return longest_fitting_line(at, at.names, line).removesuffix(" " + beside)


def read_out(at: Situation, what: str, action: Trick | Hand) -> str:
    """A pile that was read out, and whose; in the log its points stand behind it, seldom wider than these."""
    pile = pile_words(action.total, action.banners)
    change, points = ("-16", -16) if isinstance(action, Hand) else ("+42", 88)
    beside = at.words("effect.spartacus.points", change=change, points=points)
    return with_name(
        lambda name: at.words(f"spartacus.say.{what}", name=name, pile=pile),
        at.names[action.seat],
        lambda text, width: at.fits(text + beside, width),
        READ_OUT,
        tag=tags(at.names)[action.seat],
    )
