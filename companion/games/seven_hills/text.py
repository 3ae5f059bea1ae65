"""The texts of Seven Hills of Rome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from companion.games.seven_hills.draft import removed_cards
from companion.games.seven_hills.engine.actions import (
    BANNER,
    FACE_DOWN,
    HILLS,
    LAY_DOWN,
    SAID,
    Award,
    LayDown,
    LayUp,
    Reveal,
    cards_of,
    lays_up,
    reveals,
)
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.hills import Hill, Row, Variant, owner
from companion.games.seven_hills.engine.position import Position
from companion.games.seven_hills.engine.scores import UNNAMED, ScoresPosition
from companion.kit.rules import DONE, Action
from companion.kit.search.mind import Past, Thought
from companion.kit.text import Figure, GameText, Item, Situation, keys
from companion.messages import Message

TAKES = "takes-sum takes-equal takes-strongest takes-all-equal takes-alone"
"""The last words of the messages that another player would win a hill now."""
STANDING = keys("event.seven_hills", f"sum strongest alone nobody {TAKES}")
"""The messages that say who would win a hill."""


def is_standing(message: Message) -> bool:
    """Whether a message says who would win a hill."""
    return message.key in STANDING


def hill_sum(number: int, hill: Hill, agreed: Variant) -> Message:
    """The message about who wins a hill, and by what."""
    seat = owner(hill, agreed)
    if seat is None:
        return Message("why.seven_hills.hill-nobody", "HIL-7", hill=number)
    mine, other = [
        sorted([card for card in hill.cards[side] if card != BANNER], reverse=True) for side in (seat, 1 - seat)
    ]
    if not other:
        return Message("why.seven_hills.hill-alone", "HIL-7", hill=number, seat=seat)
    if agreed.strongest:
        key = "hill-equal-cards" if mine == other else "hill-strongest"
        return Message(f"why.seven_hills.{key}", "HIL-17", hill=number, seat=seat, mine=mine, theirs=other)
    key = "hill-equal-sums" if sum(mine) == sum(other) else "hill-sum"
    return Message(
        f"why.seven_hills.{key}",
        "HIL-6",
        hill=number,
        seat=seat,
        mine=_sum_text(mine[::-1]),
        theirs=_sum_text(other[::-1]),
    )


def _sum_text(numbers: Sequence[int]) -> str:
    """A sum with its terms: `5+7=12`; a single number alone."""
    total = str(sum(numbers))
    return f"{'+'.join(map(str, numbers))}={total}" if len(numbers) > 1 else total


def total_messages(owners: Sequence[int | str | None]) -> tuple[Message, ...]:
    """The hills that each player has won, added up."""
    won = [[hill for hill, owner in zip(HILLS, owners, strict=True) if owner == seat] for seat in (0, 1)]
    return tuple(
        Message("why.seven_hills.total", "HIL-8", seat=seat, sum=_sum_text(hills) if hills else "0")
        for seat, hills in enumerate(won)
    )


def card_text(at: Situation[Position], card: int | str) -> str:
    """A card of a table view in words."""
    return at.words("seven_hills.banner") if card == "banner" else str(card)


def side_text(at: Situation[Position], hill: int, seat: int, row: Row) -> str:
    """What lies on a player's side of a hill: `Hill 2, Ada: 5, 3, face down: 1`."""
    hidden = row.count(FACE_DOWN)
    cards = [card_text(at, SAID[card]) for card in row if card != FACE_DOWN]
    cards += [at.words("seven_hills.face-down", count=hidden)] if hidden else []
    cards_text = at.words.join_list(cards) if cards else at.words("seven_hills.empty")
    return at.words("seven_hills.choice.side", hill=hill, name=at.names[seat], cards=cards_text)


def _owners(at: Situation[Position], fields: Mapping[str, Any]) -> list[tuple[str, Item]]:
    words, names = at.words, at.names
    labels = {None: "?", "-": words("seven_hills.nobody"), 0: names[0], 1: names[1]}
    lines = [
        (f"hill {hill}", Item(words("seven_hills.hill", hill=hill), labels[owner]))
        for hill, owner in zip(HILLS, fields["hills"], strict=True)
    ]
    for seat, name in enumerate(names):
        lines.append(("points", Item(words("seven_hills.audit.points"), str(fields["points"][seat]), name)))
    return lines


class SevenHillsText(GameText[Position]):
    """The texts of Seven Hills of Rome."""

    series_rules = ("HIL-9",)
    banners = keys("event.seven_hills", f"voided repeated turn-up all-laid next-hill won tie {TAKES}")
    setbacks = keys("event.seven_hills", "voided repeated")
    orders = keys("event.seven_hills", "voided repeated turn-up all-laid next-hill")
    no_gains = keys("event.seven_hills", "turn-up all-laid next-hill")
    plain = keys("effect.seven_hills", f"alone nobody strongest sum {TAKES}")

    def action_name(self, at: Situation[Position], action: Action) -> str:
        words, names = at.words, at.names
        if isinstance(action, LayDown):
            return words("seven_hills.say.place", hill=action.hill)
        if isinstance(action, LayUp):
            return words("seven_hills.say.place-card", hill=action.hill, card=card_text(at, SAID[action.card]))
        if isinstance(action, Reveal):
            return words("seven_hills.say.reveal", card=card_text(at, SAID[action.card]))
        if isinstance(action, Award):
            name = words("seven_hills.nobody") if action.owner is None else names[action.owner]
            return words("seven_hills.say.hill", hill=action.hill, name=name)
        return words("seven_hills.done")

    def result_text(self, at: Situation[Position], action: Action) -> str:
        """The result of an action; empty where the action itself says that a hill is nobody's."""
        return "" if isinstance(action, Award) and action.owner is None else self.effect(at, action)

    def ask(self, at: Situation[Position], thought: Thought) -> str:
        """What the device asks people to lay or to turn up for it.

        Its face-down cards are place-holders: only when a hill is turned up does it say which cards these are.
        """
        action = at.game.read(str(thought.action))
        if isinstance(action, LayDown):
            return at.words("seven_hills.ask.place", hill=action.hill)
        if isinstance(action, LayUp):
            return at.words("seven_hills.ask.place-card", hill=action.hill, card=card_text(at, SAID[action.card]))
        assert isinstance(action, Reveal)
        return at.words("seven_hills.ask.reveal", card=card_text(at, SAID[action.card]))

    def looked_back(self, at: Situation[Position], past: Past[Position], ply: int) -> str:
        """A card that was laid face down is named, where it was turned up later."""
        action, cards = past.actions[ply], [one for one in past.positions if isinstance(one, CardsPosition)]
        if not isinstance(action, LayDown) or len(cards) < len(past.positions):
            return super().looked_back(at, past, ply)
        from companion.games.seven_hills.mind.review import laid

        return self.advised(at, laid(Past(cards, past.actions), ply) or str(action))

    def odds_lines(self, at: Situation[Position], odds: Mapping[str, Any]) -> list[str]:
        """Who is how likely to win each hill, over all cards that may lie there; not of those where nothing is open."""
        return [
            at.words("seven_hills.odds.hill", hill=number, one=round(100 * one), other=round(100 * other))
            for number, shares in enumerate(odds.get("hills", ()), 1) if max(shares) < 1.0
            for one, other, _ in [shares]
        ]  # fmt: skip

    def hidden_lines(self, at: Situation[Position], shown: Any) -> list[str]:
        """Which cards the face-down ones stand for, hill by hill, the oldest first."""
        return [
            at.words("seven_hills.ask.hidden", hill=number, cards=" ".join([card_text(at, card) for card in cards]))
            for number, cards in enumerate(shown["hills"], 1) if cards
        ]  # fmt: skip

    def setup_messages(self, at: Situation[Position]) -> tuple[Message, ...]:
        options = at.options
        banners = options["barricades"] is True
        return (
            Message("setup.seven_hills.cards-banner" if banners else "setup.seven_hills.cards"),
            Message("setup.seven_hills.hills", seat=0, seat_above=1),
            *((Message("setup.seven_hills.open", "HIL-18"),) if options["open"] is True else ()),
            *((Message("setup.seven_hills.scores"),) if options["entry"] == "scores" else ()),
        )

    def figures(self, at: Situation[Position]) -> tuple[Figure, ...]:
        """The points of the hills as they are now; in scores entry the points of the named hills."""
        return at.figures(at.position.points)

    def rules(self, position: Position) -> tuple[str, ...]:
        if isinstance(position, ScoresPosition):
            return ("HIL-6", "HIL-7", "HIL-8")
        agreed = position.variant
        first: tuple[str, ...]
        if position.outcome is not None:
            first = ("HIL-5",)
        elif position.pending is not None:
            first = ("HIL-4" if position.turn is not None else "HIL-5", "HIL-20")
        else:
            first = ("HIL-2", "HIL-1", *(("HIL-18",) if agreed.open else ("HIL-3", "HIL-4")))
        variants = (
            *(("HIL-10",) if agreed.exclusive else ()),
            *(("HIL-11",) if agreed.removes_repeats else ()),
            *(("HIL-12", "HIL-13") if agreed.barricades else ()),
            *(("HIL-14",) if agreed.barricades and not agreed.open else ()),
            *(("HIL-15",) if agreed.barricades and agreed.removes_repeats else ()),
        )
        sums = "HIL-17" if agreed.strongest else "HIL-6"
        scoring = (sums, "HIL-7", *(("HIL-16",) if agreed.barricades else ()), "HIL-8")
        return (*first, *variants, *scoring)

    def ends_long_turn(self, before: Position, after: Position) -> bool:
        """Whether the hill that the turn was about has been turned up; its cards are entered one by one."""
        if not (isinstance(before, CardsPosition) and isinstance(after, CardsPosition)):
            return False
        return before.pending is not None and after.pending is None and before.turn != after.turn

    def unavailable_actions(self, position: Position) -> tuple[Action, ...]:
        """The barred hill, numbers that are taken, cards that were shown before."""
        if isinstance(position, ScoresPosition):
            return (DONE,) if UNNAMED in position.owners else ()
        if position.pending is not None:  # one card that was shown is enough to explain all
            shown = cards_of(position.seen[position.pending.seat])[:1]
            return (*reveals(sum(1 << which for which in shown)), LAY_DOWN[position.pending.hill])
        if position.turn is None:
            return ()
        turn, legal = position.turn, set(position.legal())
        missing: list[Action] = []
        if position.barred is not None:  # HIL-2
            missing.append(LAY_DOWN[position.barred])
        for number, hill in zip(HILLS, position.hills, strict=True):
            if number != position.barred and hill.open and position.variant.exclusive:  # HIL-10
                taken = hill.numbers(1 - turn) & ~position.seen[turn]
                missing += [action for action in lays_up(number, taken) if action not in legal]
        shown = cards_of(position.seen[turn])[:1]
        opened = [number for number in HILLS if position.hills[number - 1].open and number != position.barred]
        if shown and opened:  # HIL-19
            missing += lays_up(opened[0], 1 << shown[0])
        return tuple(missing)

    def audit(self, at: Situation[Position], table: Mapping[str, Any]) -> list[tuple[str, Item]]:
        words, names = at.words, at.names
        if "left" not in table:
            return [*_owners(at, table)]
        turn, barred, reveal = table["turn"], table["barred"], table["reveal"]
        lines = [
            ("hills", Item(words("seven_hills.audit.hills"))),
            ("turn", Item(words("seven_hills.audit.turn"), names[turn] if turn is not None else "–")),
        ]
        for seat, name in enumerate(names):
            lines.append(("hills", Item(words("seven_hills.audit.left"), str(table["left"][seat]), name)))
        agreed = Variant(at.options)
        if agreed.barricades or agreed.exclusive:
            for seat, name in enumerate(names):
                gone = [card_text(at, card) for card in removed_cards(table, seat)]
                lines.append((f"removed {seat}", Item(words("seven_hills.audit.removed"), " ".join(gone) or "–", name)))
        lines.append(("barred", Item(words("seven_hills.audit.barred"), str(barred) if barred is not None else "–")))
        if reveal is not None:
            where = words("seven_hills.audit.next", hill=reveal["hill"], at=reveal["index"] + 1)
            lines.append(("hills", Item(words("seven_hills.audit.reveal"), where, names[reveal["seat"]])))
        return lines

    def explain(self, action: Action, after: Situation[Position], messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The sums of a hill that somebody leads; at the end of the game all hills, and the sum of the hills won."""
        position = after.position
        if isinstance(position, ScoresPosition):
            return (*total_messages(position.owners), *messages) if position.outcome is not None else messages
        agreed = position.variant
        if position.outcome is None:
            return tuple([
                hill_sum(number := cast(int, message.params["hill"]), position.hills[number - 1], agreed)
                if is_standing(message) else message
                for message in messages
            ])  # fmt: skip
        hills = [hill_sum(number, hill, agreed) for number, hill in zip(HILLS, position.hills, strict=True)]
        removed = [message for message in messages[:-1] if not is_standing(message)]
        return (*removed, *hills, *total_messages([owner(hill, agreed) for hill in position.hills]), messages[-1])


TEXT = SevenHillsText()
