"""The texts of Spartacus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from companion.games.game import Action, Position, Seat
from companion.games.refusals import Message
from companion.games.spartacus.arithmetic import (
    effect_parts,
    explain_cards,
    seat_of,
    sum_message,
    total_messages,
    with_sign,
    worth_of,
)
from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import Counting, count_cards
from companion.games.spartacus.engine.notation import (
    BANNER,
    CARDS,
    DONE,
    NO_NUMBER,
    PASS,
    PLAYS,
    Card,
    Done,
    Drop,
    Hand,
    Play,
    Trick,
    cards_of_mask,
    hands,
)
from companion.games.spartacus.engine.scores import EMPTY, ScoresPosition
from companion.games.text import EFFECT_WIDTH, Figure, GameText, Item, Situation, tags, with_name

FLAG = "⚑"
"""A banner, where there is no room for the word."""
TAG = 2
"""The length of names if those of three letters are too long for the running trick."""
NOTHING = "–"
LISTED_MOST = 4
"""Up to so many piles are listed with their sizes; for more the line shows only the number of cards."""
NOTED = 6
"""The longest name in a line of the log."""
READ_OUT = 76
"""The width in pixels for the name of a pile in a line of the log."""
_TITLE = "MMMM"
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


def _cards(at: Situation, fields: Mapping[str, Any]) -> list[tuple[str, Item]]:
    words, names = at.words, at.names
    counting = counting_of(at)
    turn = fields["turn"]
    out = words.join_list(names[seat] for seat in fields["passed"])
    lines = [
        ("turn", Item(words("spartacus.audit.turn"), names[turn] if turn is not None else NOTHING)),
        ("trick", Item(words("spartacus.audit.trick"), _trick_line(at, fields["trick"]))),
        ("passed", Item(words("spartacus.audit.passed"), out or NOTHING)),
    ]
    for seat, hand in enumerate(fields["hands"]):
        lines.append((f"hand {seat}", Item("", hand_ranges(hand) or NOTHING, names[seat])))
    for seat, piles in enumerate(fields["tricks"]):
        lines.append((f"won {seat}", Item(words("spartacus.audit.won"), _won_text(at, counting, piles), names[seat])))
    return lines


def _trick_line(at: Situation, trick: Sequence[tuple[int, Card]]) -> str:
    """The running trick, with the longest names that fit beside the label."""
    label = at.words("spartacus.audit.trick") + "MMM "

    def line(names: Sequence[str], length: int, skipped: int) -> str:
        laid = [f"{names[seat]}{gap(names[seat], length)}{symbol(card)}" for seat, card in trick[skipped:]]
        return label + " ".join(["…"] * (skipped > 0) + laid)

    return longest_fitting_line(at, at.names, line, len(trick)).removeprefix(label) or NOTHING


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
    """How many tricks, how many cards in each, and their points."""
    if not piles:
        return NOTHING
    points = counting.points(map(count_cards, piles))
    if len(piles) > LISTED_MOST:
        return at.words("spartacus.audit.many", count=len(piles), cards=sum(map(len, piles)), points=points)
    return at.words(
        "spartacus.audit.sizes", count=len(piles), sizes="+".join(str(len(pile)) for pile in piles), points=points
    )


def _entries(at: Situation, fields: Mapping[str, Any]) -> list[tuple[str, Item]]:
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


def _pile_effect(at: Situation, position: ScoresPosition, action: Action) -> str:
    words, after = at.words, position.after(action)
    if isinstance(action, Trick | Hand):
        return words(
            "effect.spartacus.points",
            change=with_sign(after.points[action.seat] - position.points[action.seat]),
            points=after.points[action.seat],
        )
    if isinstance(action, Drop):
        return words("effect.spartacus.dropped")
    assert after.outcome is not None
    if len(after.outcome.winners) > 1:
        return words("effect.spartacus.shared", points=max(after.points))
    return _effect_with_name(at, "won", after.outcome.winners[0], points=max(after.points))


def _effect_with_name(at: Situation, key: str, seat: Seat, beside: str = _TITLE, /, **params: object) -> str:
    """An effect that contains a name; the name is cut if there is no room for the line with the text `beside` it."""

    def line(names: Sequence[str], length: int, skipped: int) -> str:
        return at.words(f"effect.spartacus.{key}", name=names[seat], **params) + " " + beside

    return longest_fitting_line(at, at.names, line).removesuffix(" " + beside)


def _read_out(at: Situation, what: str, action: Trick | Hand) -> str:
    """A pile that was read out, and whose; in the log its points stand behind it."""
    pile = pile_words(action.total, action.banners)
    return with_name(
        lambda name: at.words(f"spartacus.say.{what}", name=name, pile=pile), at.names[action.seat], at.fits, READ_OUT
    )


class SpartacusText(GameText):
    """The texts of Spartacus."""

    banners = frozenset(
        f"event.spartacus.{what}"
        for what in ("took", "leads", "last-card", "dropped", "complete", "won", "won-together")
    )
    setbacks = frozenset({"event.spartacus.dropped"})
    series_rules = ("SPA-12",)

    def action_name(self, at: Situation, action: Action) -> str:
        """The name of an action."""
        words = at.words
        if isinstance(action, Play):
            return symbol(action.card)
        if isinstance(action, Trick):
            return _read_out(at, "trick", action)
        if isinstance(action, Hand):
            return _read_out(at, "hand", action)
        if isinstance(action, Drop):
            return words("spartacus.say.drop", banners=FLAG * action.banners)
        return words("spartacus.done" if isinstance(action, Done) else "spartacus.pass")

    def setup_messages(self, at: Situation) -> tuple[Message, ...]:
        """What to lay out before the first card."""
        banners = at.options["banners"]
        key = {"double": "banner", "joker": "joker", "none": "numbers"}[str(banners)]
        return (
            Message(f"setup.spartacus.{key}", "SPA-16" if banners == "none" else "SPA-1"),
            Message("setup.spartacus.seats", "SPA-1", names=at.names),
            Message("setup.spartacus.scores" if at.options["entry"] == "scores" else "setup.spartacus.cards", "SPA-6"),
        )

    def figures(self, at: Situation, cursor: Seat | None = None) -> tuple[Figure, ...]:
        """The points; a player who has passed is out. In scores entry the mark is at the seat under the cursor.

        Without memory they are the numbers of tricks that the players have won, until the game is over.
        """
        position = cast(CardsPosition | ScoresPosition, at.position)
        passed = position.passed if isinstance(position, CardsPosition) else 0
        numbers = position.points
        if isinstance(position, CardsPosition) and at.outcome is None and not at.memory:
            numbers = tuple([len(piles) for piles in position.piles])
        marked = at.outcome.winners if at.outcome is not None else (at.turn if cursor is None else cursor,)
        return tuple(
            Figure(
                name,
                points,
                seat in marked,
                out=bool(passed >> seat & 1) and at.outcome is None,
                won=seat in marked and at.outcome is not None,
            )
            for seat, (name, points) in enumerate(zip(at.names, numbers, strict=True))
        )

    def score_board(self, at: Situation) -> tuple[Figure, ...]:
        """The points, and who would take the running trick."""
        best = at.position.best if isinstance(at.position, CardsPosition) and at.outcome is None else None
        return tuple([figure._replace(leads=seat == best) for seat, figure in enumerate(self.figures(at))])

    def lines(self, at: Situation) -> tuple[str, ...]:
        """The running trick in the order played, and its points; in scores entry what is not entered yet."""
        words = at.words
        position = at.position
        if at.outcome is not None:
            return ()
        if isinstance(position, ScoresPosition):
            return (missing_text(at, position),)
        assert isinstance(position, CardsPosition)
        if not position.trick:
            return (words("spartacus.lead"),)
        last = max([place for place, (seat, _) in enumerate(position.trick) if seat == position.best], default=-1)
        plays = [(seat, symbol(card) + BEST * (place == last)) for place, (seat, card) in enumerate(position.trick)]
        only_banners = position.lowest == NO_NUMBER  # SPA-3
        worth = worth_of(position)

        def line(names: Sequence[str], length: int, skipped: int) -> str:
            laid = [f"{names[seat]}{gap(names[seat], length)}{card}" for seat, card in plays[skipped:]]
            trick = "…" * (skipped > 0) + (", " if length > TAG else " ").join(laid)
            return words("spartacus.any" if only_banners else "spartacus.worth", trick=trick, points=worth)

        return (longest_fitting_line(at, at.names, line, len(plays)),)

    def rules(self, position: Position) -> tuple[str, ...]:
        """The rules for the moment, the most important first."""
        counting = cast(CardsPosition | ScoresPosition, position).counting
        worth = ("SPA-9" if counting.doubling else "SPA-15" if counting.jokers else "SPA-16", "SPA-10")
        if isinstance(position, ScoresPosition):
            return ("SPA-17", "SPA-18", *worth, *(("SPA-8",) if counting.doubling else ()), "SPA-11")
        assert isinstance(position, CardsPosition)
        if not position.trick:
            first = ("SPA-7", "SPA-2") if any(position.won_tricks) else ("SPA-2",)
        elif position.lowest == NO_NUMBER:
            first = ("SPA-3",)
        else:
            first = ("SPA-4", "SPA-5")
        jokers = ("SPA-13", "SPA-14") if counting.jokers else ()
        return (*first, *jokers, *worth, "SPA-6", "SPA-8", "SPA-1", "SPA-11")

    def unavailable_actions(self, position: Position) -> tuple[Action, ...]:
        """A pass, the lowest number that is not low enough; in scores entry `done`."""
        if isinstance(position, ScoresPosition):
            full = [seat for seat, hand in enumerate(position.hands) if hand != EMPTY and hand is not None]
            unread = [seat for seat, hand in enumerate(position.hands) if hand is None]
            last = hands(unread[0], 1, 0)[1:] if len(unread) == 1 and len(full) == len(position.hands) - 1 else ()
            return (*last, *([DONE] if position.missing != (0, 0) else []))
        assert isinstance(position, CardsPosition)
        listed = position.legal()
        in_hand = [PLAYS[CARDS.index(card)] for card in cards_of_mask(position.hands[position.turn])]
        return (
            *([PASS] if PASS not in listed else []),
            *[play for play in in_hand if play not in listed][:1],
            *([PLAYS[-1]] if not position.counting.banners else []),
        )

    def audit(self, at: Situation, table: Mapping[str, object]) -> list[tuple[str, Item]]:
        """The lines: a field's name and its value, `hand 0`, `won 0`, … for each seat."""
        fields = cast(Mapping[str, Any], table)
        return _cards(at, fields) if "trick" in fields else _entries(at, fields)

    def effect(self, at: Situation, action: Action, width: int = EFFECT_WIDTH) -> str:
        """The effect of an action: whom it beats, who takes the trick, how the points change."""
        position = at.position
        if isinstance(position, ScoresPosition):
            return _pile_effect(at, position, action)
        assert isinstance(position, CardsPosition)
        key, seat, params = effect_parts(position, action)
        if seat is None:
            return at.words(f"effect.spartacus.{key}", **params)
        return _effect_with_name(at, key, seat, "" if width > EFFECT_WIDTH else _TITLE, **params)

    def result_text(self, at: Situation, action: Action) -> str:
        """The result of an action, for a line of the log, without what the action itself says."""
        position = at.position
        if isinstance(position, ScoresPosition):
            return _pile_effect(at, position, action)
        assert isinstance(position, CardsPosition)
        key, seat, params = effect_parts(position, action)
        if f"noted.spartacus.{key}" not in at.words:
            return ""
        name = distinct_names(at.names, NOTED)[seat] if seat is not None else ""
        return at.words(f"noted.spartacus.{key}", name=name, **params)

    def explain(self, action: Action, after: Situation, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The effects of the last action, with the arithmetic of tricks, hands and, at the end, of all points."""
        position = after.position
        why: list[Message] = []
        for message in messages:
            explain = partial(explain_cards, message, position)
            if message.key == "event.spartacus.took":
                assert isinstance(position, CardsPosition)
                why.append(explain("trick", position.won_tricks[seat_of(message)][-1]))
            elif message.key == "event.spartacus.hand" and isinstance(position, CardsPosition):
                why.append(explain("hand", cards_of_mask(position.hands[seat_of(message)])))
            elif message.key in ("event.spartacus.pile", "event.spartacus.hand"):
                assert isinstance(action, Trick | Hand)
                assert isinstance(position, ScoresPosition)
                kind = "trick" if isinstance(action, Trick) else "hand"
                why.append(
                    sum_message(message, position.counting, kind, str(action.total), action.total, action.banners)
                )
            elif message.key in ("event.spartacus.won", "event.spartacus.won-together"):
                why += (
                    []
                    if any(other.key.startswith("why.spartacus.total") for other in why)
                    else total_messages(position)
                )
                why.append(message)
            else:
                why.append(message)
        return tuple(why)


TEXT = SpartacusText()
