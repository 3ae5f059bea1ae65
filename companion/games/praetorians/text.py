"""The texts of Praetorians."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.games.praetorians.engine.actions import STOP, TWELVE, Bank, Card, Flip, Give, Match, Twelve
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.position import Position
from companion.games.praetorians.engine.track import GOAL, STARTS
from companion.kit.rules import Action, Seat
from companion.kit.search.mind import Thought
from companion.kit.text import BESIDE_NUMBER, LINE_WIDTH, Figure, GameText, Item, Situation, keys, with_name_of
from companion.messages import Message
from companion.words import Words


def space_after_stop(position: CardsPosition) -> int:
    """The space of the pawn if the player stopped now."""
    return min(position.pawns[position.turn] + position.kept_sum, GOAL)


def _pile(position: CardsPosition) -> tuple[Card, ...]:
    """The cards of which the next one is turned up: when none is face down, the discards are shuffled first (PRA-9)."""
    return position.facedown or position.discards


def would_catch(position: CardsPosition) -> tuple[Card, ...]:
    """The cards that would end the turn if they were turned up next: cards of the other camp that do not match (PRA-5,
    PRA-6).
    """
    camps, values = {card.camp for card in position.kept}, {card.value for card in position.kept}
    return tuple([card for card in _pile(position) if card.camp and -card.camp in camps and card.value not in values])


def mean_gain(position: CardsPosition) -> float:
    """What one more card and stopping then brings in points on average, against stopping now."""
    pile, caught = _pile(position), would_catch(position)
    brought = sum([card.value for card in pile if card is not TWELVE and card not in caught])
    return (brought - len(caught) * position.kept_sum) / len(pile)


def _gain(words: Words, gain: float) -> str:
    """What one more card brings on average, in words."""
    return words(f"praetorians.advice.{'gains' if gain > 0 else 'costs'}", value=f"{abs(gain):.1f}")


def risk(position: CardsPosition) -> int:
    """The chance in per cent, rounded, that the next card catches. Every card still face down is as likely as any
    other: everybody has seen the others.
    """
    pile = _pile(position)
    return round(100 * len(would_catch(position)) / len(pile)) if pile else 0


def pawn_label(at: Situation[Position], seat: Seat, width: int = LINE_WIDTH) -> str:
    """Whose pawn it is, in a line of this width."""
    return with_name_of(lambda name: at.words("praetorians.audit.pawn", name=name), at.names, seat, at.fits, width)


def signed(words: Words, card: Card) -> str:
    """A card behind the sign of its camp (PRA-5); the table has these signs as shapes."""
    return words.sign("praetorians", card) + words.card("praetorians", card)


WORTH_SAYING = 0.5
"""A mean of fewer points is no reason for another card, nor for a stop."""


class PraetoriansText(GameText[Position]):
    """The texts of Praetorians."""

    banners = keys("event.praetorians", "caught bust match twelve shuffle last-card won")
    setbacks = keys("event.praetorians", "caught bust twelve")
    orders = keys("event.praetorians", "shuffle")
    no_gains = keys("event.praetorians", "shuffle last-card")

    def action_name(self, at: Situation[Position], action: Action) -> str:
        words, names = at.words, at.names
        if isinstance(action, Flip):
            return signed(words, action.card)
        if isinstance(action, Give | Twelve):
            return words("praetorians.say.twelve", name=names[action.seat])
        if isinstance(action, Match):
            return words("praetorians.say.match", value=action.value)
        if isinstance(action, Bank):
            return words("praetorians.say.bank", total=action.total)
        return words(f"praetorians.say.{action}")

    def ask(self, at: Situation[Position], thought: Thought) -> str:
        """Another card or stop."""
        return at.words(f"praetorians.ask.{'stop' if thought.action == 'stop' else 'another'}")

    def gives(self, at: Situation[Position], thought: Thought) -> str:
        """Who would get a 12 from the device; empty if it wants no card, or there are no 12s."""
        twelve = thought.extra.get("twelve")
        if thought.action == "stop" or not isinstance(twelve, int):
            return ""
        return at.words("praetorians.say.twelve", name=at.names[twelve])

    def advised(self, at: Situation[Position], action: str) -> str:
        """Also another card, which is no action."""
        return at.words("praetorians.another") if action == "another" else super().advised(at, action)

    def advice_reason(self, at: Situation[Position], advice: Mapping[str, Any]) -> str:
        """That a stop wins, else what one more card brings on average, where that speaks for the advice; the first card
        must come.

        Behind in the game, a card may be right that costs points on average; and where it brings next to nothing, the
        reason is another one.
        """
        if not isinstance(at.position, CardsPosition) or not at.position.flips:
            return at.words("praetorians.advice.first")
        if advice["action"] == "stop" and at.position.after(at.game.read("stop")).outcome is not None:
            return at.words("praetorians.advice.reaches")
        gain = mean_gain(at.position)
        reasons = {"another": gain >= WORTH_SAYING, "stop": gain <= -WORTH_SAYING}
        return _gain(at.words, gain) if reasons.get(advice["action"]) else ""

    def odds_lines(self, at: Situation[Position], odds: Mapping[str, Any]) -> list[str]:
        """The next card: what it does, and what one more card would gain on average; then 99 in this turn."""
        card, now = odds.get("card"), odds.get("now")
        lines = [] if card is None else [
            *[
                at.words(f"praetorians.odds.{name}", value=card[name], share=round(100 * Fraction(card[name])))
                for name in ("caught", "match", "twelve") if name != "twelve" or at.options["twelves"]
            ],
            _gain(at.words, float(Fraction(card["gain"]))),
        ]  # fmt: skip
        return lines + ([at.words("praetorians.odds.now", share=f"{100 * now:.1f}")] if now is not None else [])

    def setup_messages(self, at: Situation[Position]) -> tuple[Message, ...]:
        twelves = at.options["twelves"] is True
        starts = STARTS[: len(at.names)]
        return (
            Message("setup.praetorians.cards-twelves" if twelves else "setup.praetorians.cards", "PRA-2"),
            Message("setup.praetorians.pawns", "PRA-1", starts=starts),
            *((Message("setup.praetorians.scores"),) if at.options["entry"] == "scores" else ()),
        )

    def figures(self, at: Situation[Position]) -> tuple[Figure, ...]:
        """The spaces of the pawns."""
        return at.figures(at.position.pawns)

    def rules(self, position: Position) -> tuple[str, ...]:
        if isinstance(position, CardsPosition):
            first = ("PRA-3", "PRA-2", "PRA-5") if not position.flips else ("PRA-4", "PRA-7", "PRA-5", "PRA-6")
            shuffle = ("PRA-9",) if not position.facedown else ()
            return shuffle + first + (("PRA-10",) if position.twelves else ()) + ("PRA-8",)
        return ("PRA-6", "PRA-4", "PRA-7", "PRA-5", *(("PRA-10",) if position.twelves else ()), "PRA-8")

    def ends_long_turn(self, before: Position, after: Position) -> bool:
        """Whether it is another player's turn: a turn has several cards."""
        return before.to_act != after.to_act

    def unavailable_actions(self, position: Position) -> tuple[Action, ...]:
        if isinstance(position, CardsPosition):
            return () if position.flips else STOP
        return ()

    def audit(self, at: Situation[Position], table: Mapping[str, Any]) -> list[tuple[str, Item]]:
        """The lines: a field's name and its value. Pawns are `pawns 0`, `pawns 1`, …"""
        words, names = at.words, at.names
        turn = table["turn"]
        lines = [("turn", Item(words("praetorians.audit.turn"), names[turn] if turn is not None else "–"))]
        for seat, space in enumerate(table["pawns"]):
            label = pawn_label(at, seat, BESIDE_NUMBER)
            lines.append((f"pawns {seat}", Item(label, str(space))))
        if "kept" in table:
            numbers = {
                place: [card for card in table[place] if card != "12"] for place in ("facedown", "kept", "discards")
            }
            kept = " ".join(signed(words, card) for card in numbers["kept"]) or "–"
            lines += [
                ("cards", Item(words("praetorians.audit.kept"), kept)),
                ("cards", Item(words("praetorians.audit.facedown"), str(len(numbers["facedown"])))),
                ("cards", Item(words("praetorians.audit.discards"), str(len(numbers["discards"])))),
            ]
            if at.options["twelves"]:
                lines.append(("twelves", Item(words("praetorians.audit.twelves"), str(table["facedown"].count("12")))))
            lines.append(("flips", Item(words("praetorians.audit.flips"), str(table["flips"]))))
        lines.append(("matched", Item(words("praetorians.audit.matched"), str(table["matched"]))))
        return lines


TEXT = PraetoriansText()
