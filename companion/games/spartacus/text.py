"""The texts of Spartacus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.games.spartacus.arithmetic import (
    effect_parts,
    explain_cards,
    seat_of,
    sum_message,
    total_messages,
    worth_of,
)
from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.notation import (
    CARDS,
    NO_NUMBER,
    PASS,
    PLAYS,
    Drop,
    Hand,
    Play,
    Trick,
    cards_of_mask,
    hands,
)
from companion.games.spartacus.engine.position import EMPTY, Position, ScoresPosition
from companion.games.spartacus.lines import (
    BEST,
    FLAG,
    NOTED,
    TAG,
    TITLE,
    audited_cards,
    audited_entries,
    distinct_names,
    effect_with_name,
    gap,
    longest_fitting_line,
    missing_text,
    pile_effect,
    read_out,
    symbol,
)
from companion.kit.rules import DONE, Action, Done, Seat
from companion.kit.search.mind import Thought
from companion.kit.text import EFFECT_WIDTH, Figure, GameText, Item, Situation, keys
from companion.messages import Message


class SpartacusText(GameText[Position]):
    """The texts of Spartacus."""

    banners = keys("event.spartacus", "took leads last-card dropped complete won won-together")
    setbacks = keys("event.spartacus", "dropped")
    no_gains = keys("event.spartacus", "passed lowest")
    series_rules = ("SPA-12",)
    points_from_memory = True

    def action_name(self, at: Situation[Position], action: Action) -> str:
        words = at.words
        if isinstance(action, Play):
            return symbol(action.card)
        if isinstance(action, Trick):
            return read_out(at, "trick", action)
        if isinstance(action, Hand):
            return read_out(at, "hand", action)
        if isinstance(action, Drop):
            return words("spartacus.say.drop", banners=FLAG * action.banners)
        return words("spartacus.done" if isinstance(action, Done) else "spartacus.pass")

    def is_good_for(self, seat: Seat, message: Message, turn: Seat | None) -> bool:
        """A trick that is worth nothing, or less because of its jokers, is no gain."""
        points = message.params.get("points")
        if message.key == "event.spartacus.took" and isinstance(points, int) and points <= 0:
            return False
        return super().is_good_for(seat, message, turn)

    def ask(self, at: Situation[Position], thought: Thought) -> str:
        action = at.game.read(str(thought.action))
        if not isinstance(action, Play):
            return at.words("spartacus.ask.pass")
        if not action.number:
            return at.words("spartacus.ask.banner")
        return at.words("spartacus.ask.card", card=symbol(action.card))

    def advised(self, at: Situation[Position], action: str) -> str:
        """A card is called one: a number beside a name is read as a part of the name. A banner has no sign here."""
        read = at.game.read(action)
        if not isinstance(read, Play):
            return self.action_name(at, read)
        return at.words("spartacus.card", card=symbol(read.card)) if read.number else at.words("spartacus.banner")

    def setup_messages(self, at: Situation[Position]) -> tuple[Message, ...]:
        banners = at.options["banners"]
        key = {"double": "banner", "joker": "joker", "none": "numbers"}[str(banners)]
        return (
            Message(f"setup.spartacus.{key}", "SPA-16" if banners == "none" else "SPA-1"),
            Message("setup.spartacus.seats", "SPA-1", names=at.names),
            Message("setup.spartacus.scores" if at.options["entry"] == "scores" else "setup.spartacus.cards", "SPA-6"),
        )

    def figures(self, at: Situation[Position], cursor: Seat | None = None) -> tuple[Figure, ...]:
        """The points; a player who has passed is out. In scores entry the mark is at the seat under the cursor.

        Without memory they are the numbers of tricks that the players have won, until the game is over.
        """
        position = at.position
        passed = position.passed if isinstance(position, CardsPosition) else 0
        numbers = position.points
        if isinstance(position, CardsPosition) and at.outcome is None and not at.memory:
            numbers = tuple([len(piles) for piles in position.piles])
        return tuple([
            figure._replace(out=bool(passed >> seat & 1) and at.outcome is None)
            for seat, figure in enumerate(at.figures(numbers, cursor))
        ])  # fmt: skip

    def score_board(self, at: Situation[Position]) -> tuple[Figure, ...]:
        """The points, and who would take the running trick."""
        best = at.position.best if isinstance(at.position, CardsPosition) and at.outcome is None else None
        return tuple([figure._replace(leads=seat == best) for seat, figure in enumerate(self.figures(at))])

    def lines(self, at: Situation[Position]) -> tuple[str, ...]:
        """The running trick in the order played, and its points; in scores entry what is not entered yet."""
        words = at.words
        position = at.position
        if at.outcome is not None:
            return ()
        if isinstance(position, ScoresPosition):
            return (missing_text(at, position),)
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
        counting = position.counting
        worth = ("SPA-9" if counting.doubling else "SPA-15" if counting.jokers else "SPA-16", "SPA-10")
        if isinstance(position, ScoresPosition):
            return ("SPA-17", "SPA-18", *worth, *(("SPA-8",) if counting.doubling else ()), "SPA-11")
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
        listed = position.legal()
        in_hand = [PLAYS[CARDS.index(card)] for card in cards_of_mask(position.hands[position.turn])]
        return (
            *([PASS] if PASS not in listed else []),
            *[play for play in in_hand if play not in listed][:1],
            *([PLAYS[-1]] if not position.counting.banners else []),
        )

    def audit(self, at: Situation[Position], table: Mapping[str, Any]) -> list[tuple[str, Item]]:
        """The lines: a field's name and its value, `hand 0`, `won 0`, … for each seat."""
        return audited_cards(at, table) if "trick" in table else audited_entries(at, table)

    def effect(self, at: Situation[Position], action: Action, width: int = EFFECT_WIDTH) -> str:
        """The effect of an action: whom it beats, who takes the trick, how the points change."""
        position = at.position
        if isinstance(position, ScoresPosition):
            return pile_effect(at, position, action)
        key, seat, params = effect_parts(position, action)
        if seat is None:
            return at.words(f"effect.spartacus.{key}", **params)
        if width > EFFECT_WIDTH:
            return effect_with_name(at, key, seat, "", **params)
        whole = at.words(f"effect.spartacus.{key}", name=at.names[seat], **params)
        if key == "beats" and not at.fits(whole, EFFECT_WIDTH):
            key = "beats-name"  # the crown shows which card
        return effect_with_name(at, key, seat, TITLE, **params)

    def result_text(self, at: Situation[Position], action: Action) -> str:
        position = at.position
        if isinstance(position, ScoresPosition):
            return pile_effect(at, position, action)
        key, seat, params = effect_parts(position, action)
        if not at.memory and "points" in params:  # the points of a trick that is won now
            key = f"{key}-plain"
        if f"noted.spartacus.{key}" not in at.words:
            return ""
        if seat is None:
            return at.words(f"noted.spartacus.{key}", name="", **params)
        whole = at.words(f"noted.spartacus.{key}", name=at.names[seat], **params)
        if at.fits(whole, EFFECT_WIDTH):
            return whole
        return at.words(f"noted.spartacus.{key}", name=distinct_names(at.names, NOTED)[seat], **params)

    def explain(self, action: Action, after: Situation[Position], messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The effects of the last action, with the arithmetic of tricks, hands and, at the end, of all points."""
        position = after.position
        why: list[Message] = []
        for message in messages:
            explain = partial(explain_cards, message, position.counting)
            if message.key == "event.spartacus.took" and isinstance(position, CardsPosition):
                if after.memory:
                    why.append(explain("trick", position.won_tricks[seat_of(message)][-1]))
            elif message.key == "event.spartacus.hand" and isinstance(position, CardsPosition):
                why.append(explain("hand", cards_of_mask(position.hands[seat_of(message)])))
            elif message.key in ("event.spartacus.pile", "event.spartacus.hand"):
                assert isinstance(action, Trick | Hand)
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
