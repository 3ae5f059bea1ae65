"""The texts of Hannibal vs Rome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.hannibal import table_map as map_
from companion.games.hannibal.engine.actions import FIELDS, TURN_CORE, Clash, EndTurn, Field, Move, MoveHannibal, read
from companion.games.hannibal.engine.board import CAPITALS, PLACES, SHORES
from companion.games.hannibal.engine.cards import CARTHAGE, ROME, CardsPosition
from companion.games.hannibal.engine.position import Position, ScoresPosition
from companion.kit.rules import Action, Seat, Win
from companion.kit.text import EFFECT_WIDTH, Figure, GameText, Item, Situation, keys
from companion.messages import Message
from companion.words import Words

NOTHING = "–"
MOVE_WIDTH = 94
"""The width in pixels up to which a move names its places whole, so that the name of the player has room."""
CORE_WIDTH = 112
"""The width in pixels of a line of core regions."""


def side_name(words: Words, seat: Seat) -> str:
    """Rome or Carthage."""
    return words("hannibal.carthage" if seat == CARTHAGE else "hannibal.rome")


def place_name(words: Words, name: str) -> str:
    """The name of a region or a sea route."""
    return words(f"hannibal.place.{name}")


def map_label(words: Words, name: str) -> str:
    """A region as the map names it; of a sea route both."""
    labels = [words(f"hannibal.map.{region}") for region in name.split("-")]
    return labels[0] if len(labels) == 1 else words("hannibal.say.route", one=labels[0], other=labels[1])


def _round(at: Situation[Position], position: CardsPosition, clash: Clash) -> str:
    """The winner of the game, else who loses a piece; empty if somebody takes a chip."""
    words, after = at.words, position.after(clash)
    if after.outcome is not None:
        if not after.outcome.winners:
            return words("hannibal.nobody")
        return words("hannibal.wins", side=side_name(words, after.outcome.winners[0]))
    if after.chips != position.chips:
        return ""
    losers = [seat for seat in (ROME, CARTHAGE) if loses(position, clash, seat)]
    if CARTHAGE in losers and position.fielded == "hannibal":
        return words("hannibal.both-fall" if len(losers) == 2 else "hannibal.falls")
    return (
        words("hannibal.both-lose") if len(losers) == 2 else words("hannibal.loses", side=side_name(words, losers[0]))
    )


def loses(position: CardsPosition, clash: Clash, seat: Seat) -> bool:
    """Whether a seat would lose a piece."""
    return sum(position.after(clash).camps[seat]) < sum(position.camps[seat])


ABSENT_MOST = 3
"""The most actions that are not legal and that the help explains; nobody reads more."""


def _battle(at: Situation[Position], fields: Mapping[str, Any]) -> list[tuple[str, Item]]:
    """The place of the battle, and who fights it for Carthage if there is a choice."""
    words, battle = at.words, fields["battle"]
    if battle is None:
        return []
    lines = [(f"battle {battle['at']}", Item(words("hannibal.audit.battle"), place_name(words, battle["at"])))]
    if fields["hannibal"] == battle["at"] and map_.count(fields, CARTHAGE, battle["at"]) > 0:  # HAN-9: both can fight
        fielded = words(f"hannibal.audit.field-{battle['fielded'] or 'open'}")
        lines.append(("fielded", Item(words("hannibal.audit.fielded"), fielded)))
    return lines


def _core(at: Situation[Position], seat: Seat, held: Sequence[str]) -> list[Item]:
    """The core regions that a side controls, in as many lines as they need."""
    lines = [at.words("hannibal.audit.core", side=side_name(at.words, seat))]
    for place, name in enumerate(place_name(at.words, region) for region in held):
        longer = at.words.join_list([lines[-1], name]) if place else f"{lines[-1]}: {name}"
        if at.fits(longer, CORE_WIDTH):
            lines[-1] = longer
        else:
            lines.append(name)
    return [Item(line) for line in lines] if held else [Item(lines[0], NOTHING)]


class HannibalText(GameText[Position]):
    """The texts of Hannibal vs Rome."""

    series_rules = ("HAN-15",)
    banners = keys(
        "event.hannibal",
        "battle remove-legion remove-fleet remove-hannibal cards-back battle-won battle-empty chip chips-back"
        " won-capital won-mediterranean won-legions won-stuck won-chips won draw-legions draw",
    )
    setbacks = keys("event.hannibal", "remove-legion remove-fleet remove-hannibal chips-back")
    orders = keys("event.hannibal", "remove-legion remove-fleet remove-hannibal cards-back")
    no_gains = keys("event.hannibal", "battle cards-back")

    def is_good_for(self, seat: Seat, message: Message, turn: Seat | None) -> bool:
        """Hannibal was Carthage's."""
        fallen = message.key == "event.hannibal.remove-hannibal"
        return seat != CARTHAGE if fallen else super().is_good_for(seat, message, turn)

    def action_name(self, at: Situation[Position], action: Action) -> str:
        words = at.words
        if isinstance(action, Move):
            ends = [PLACES[place] for place in (action.origin, action.to)]
            moves = ["→".join([name(words, end) for end in ends]) for name in (place_name, map_label)]
            move = moves[not at.fits(moves[0], MOVE_WIDTH)]
            return words("hannibal.say.hannibal", move=move) if isinstance(action, MoveHannibal) else move
        if isinstance(action, Clash):
            rome, carthage = action.cards
            return words("hannibal.say.clash", rome=rome, carthage=carthage)
        if isinstance(action, Field):
            return words(f"hannibal.say.field-{action.fighter}")
        if isinstance(action, EndTurn):
            return words("hannibal.say.turn-core" if action.core else "hannibal.say.turn")
        if isinstance(action, Win):
            return words("hannibal.say.win", side=side_name(words, action.seat))
        return words("hannibal.say.draw")

    def advised(self, at: Situation[Position], action: str) -> str:
        """The cards of a round with their sides, where there is room: beside a name nobody knows which is whose."""
        cards = read(action)
        if isinstance(cards, Clash):
            rome, carthage = cards.cards
            named = at.words("hannibal.advice.clash", rome=rome, carthage=carthage)
            return named if at.fits(named, MOVE_WIDTH) else self.action_name(at, cards)
        return super().advised(at, action)

    def effect(self, at: Situation[Position], action: Action, width: int = EFFECT_WIDTH) -> str:
        position = at.position
        if isinstance(action, Clash) and isinstance(position, CardsPosition):
            return _round(at, position, action) or super().effect(at, action, width)
        return super().effect(at, action, width)

    def advice_reason(self, at: Situation[Position], advice: Mapping[str, Any]) -> str:
        """Whether a move takes a threat to a capital away, or makes one."""
        position, seat = at.position, advice["seat"]
        if not isinstance(position, CardsPosition) or position.battle is not None:
            return ""
        from companion.games.hannibal.mind.search import threats_by

        after = position.after(read(advice["action"]))
        if after.outcome is not None or not isinstance(after, CardsPosition):
            return ""
        capitals = [place_name(at.words, PLACES[place]) for place in CAPITALS]
        if threats_by(position, 1 - seat) and not threats_by(after, 1 - seat):
            return at.words("hannibal.advice.guards", place=capitals[seat])
        if threats_by(after, seat) and not threats_by(position, seat):
            return at.words("hannibal.advice.threatens", place=capitals[1 - seat])
        return ""

    def device_order(self, seat: Seat, before: Position, action: Action, after: Position) -> Message | None:
        """After a round both cards, and which one leaves the hand of the device."""
        if not isinstance(action, Clash) or not isinstance(after, CardsPosition):
            return None
        (rome, carthage), card = action.cards, action.cards[seat]
        key = "event.hannibal.hand-back" if card in after.hands[seat] else "event.hannibal.card-out"
        return Message(key, "HAN-7", rome=rome, carthage=carthage, seat=seat, card=card)

    def hidden_lines(self, at: Situation[Position], shown: Any) -> list[str]:
        """Which card the device has chosen for the round that is fought."""
        return [at.words("hannibal.chosen", card=shown["card"])]

    def setup_messages(self, at: Situation[Position]) -> tuple[Message, ...]:
        """The side of each player, and what to lay out."""
        return (
            Message("setup.hannibal.sides", "HAN-1", seat=ROME, seat_other=CARTHAGE),
            Message("setup.hannibal.rome", "HAN-1"),
            Message("setup.hannibal.carthage", "HAN-1"),
            Message("setup.hannibal.lanes"),
            Message(f"setup.hannibal.goal-{at.options['west']}", "HAN-12"),
            *((Message("setup.hannibal.core", "HAN-17"),) if at.options["core"] else ()),
            *((Message("setup.hannibal.scores"),) if at.options["entry"] == "scores" else ()),
        )

    def figures(self, at: Situation[Position]) -> tuple[Figure, ...]:
        """The chips, if the game is played with them."""
        position = at.position
        return at.figures(position.chips, position.turn) if position.core else ()

    def score_board(self, at: Situation[Position]) -> tuple[Figure, ...]:
        """The pieces that are left, Hannibal among them, and the chips; in scores entry without chips only the turn."""
        position, counted = at.position, list[tuple[str, Sequence[int]]]()
        if isinstance(position, CardsPosition):
            counted.append(("piece", tuple(map(sum, position.camps))))
        if position.core:
            counted.append(("chip", position.chips))
        figures = []
        for seat, figure in enumerate(at.figures(["", ""], position.turn)):
            numbers = [(of[seat], at.words(f"hannibal.board.{one}{'s' * (of[seat] != 1)}")) for one, of in counted]
            first, second = [*numbers, None, None][:2]
            number, counts = first or ("", "")
            figures.append(figure._replace(number=number, counts=counts, second=second))
        return tuple(figures)

    def turn_text(self, at: Situation[Position]) -> str:
        """The player in turn with the side; also while both choose cards, and in scores entry."""
        words = at.words
        turn = at.position.turn
        return words("hannibal.turn", side=side_name(words, turn), name=at.names[turn])

    def rules(self, position: Position) -> tuple[str, ...]:
        core = ("HAN-17", "HAN-16", "HAN-18") if position.core else ()
        if isinstance(position, ScoresPosition):
            return (*core, "HAN-12", "HAN-11", "HAN-13", "HAN-14")
        if position.battle is not None:
            led = position.hannibal == position.battle
            return (*(("HAN-9", "HAN-10") if led else ()), "HAN-7", "HAN-8", "HAN-6")
        hannibal = ("HAN-4",) if position.turn == CARTHAGE and position.hannibal is not None else ()
        return ("HAN-2", "HAN-3", *hannibal, "HAN-5", "HAN-12", *core, "HAN-11", "HAN-6", "HAN-13", "HAN-14")

    def ends_long_turn(self, before: Position, after: Position) -> bool:
        """Whether a battle is over, and with it the turn. After a move alone everybody sees whose turn it is."""
        if not (isinstance(before, CardsPosition) and isinstance(after, CardsPosition)):
            return False
        return before.battle is not None and before.turn != after.turn

    def unavailable_actions(self, position: Position) -> tuple[Action, ...]:
        """Elephants at sea, a crossing without a fleet, a choice of who fights."""
        if isinstance(position, ScoresPosition):
            return () if position.core else TURN_CORE
        if position.outcome is not None or position.must_choose_fighter:
            return ()
        if position.battle is not None:
            return FIELDS[1:] if position.fielded == "hannibal" else FIELDS[:1]
        actions: list[Action] = []
        legal = set(position.legal())
        own = position.pieces(position.turn)
        for one, other in SHORES:
            for origin, to in ((one, other), (other, one)):
                if position.turn == CARTHAGE and position.hannibal == origin:
                    actions.insert(0, read(f"hannibal {PLACES[origin]}>{PLACES[to]}"))
                crossing = f"legion {PLACES[origin]}>{PLACES[to]}"
                if own[origin] and crossing not in legal:
                    actions.append(read(crossing))
        return tuple(actions[:ABSENT_MOST])

    def audit(self, at: Situation[Position], table: Mapping[str, Any]) -> list[tuple[str, Item]]:
        """The lines: a field's name and its value. Pieces are `legions 0`, …; the map shows their places."""
        words = at.words
        turn, core = table["turn"], at.options["core"] is True
        mover = NOTHING
        if turn is not None:
            mover = words("hannibal.turn", side=side_name(words, turn), name=at.names[turn])
        lines = [("turn", Item(words("hannibal.audit.turn"), mover))]
        if "legions" in table:
            for seat in (ROME, CARTHAGE):
                standing = str(sum(table["legions"][seat].values()))
                lines.append(
                    (f"legions {seat}", Item(words("hannibal.audit.legions", side=side_name(words, seat)), standing))
                )
            leader = table["hannibal"]
            leader_place = place_name(words, leader) if leader is not None else NOTHING
            lines.append(("hannibal", Item(words("hannibal.audit.hannibal"), leader_place)))
            for seat in (ROME, CARTHAGE):
                count = str(sum(table["fleets"][seat].values()))
                lines.append(
                    (f"fleets {seat}", Item(words("hannibal.audit.fleets", side=side_name(words, seat)), count))
                )
            for seat in (ROME, CARTHAGE):
                hand = " ".join(map(str, table["hands"][seat]))
                lines.append(("hands", Item(side_name(words, seat), hand)))
            lines += _battle(at, table)
        if core:
            for seat in (ROME, CARTHAGE):
                chips = str(table["chips"][seat])
                lines.append((f"chips {seat}", Item(words("hannibal.audit.chips", side=side_name(words, seat)), chips)))
                if "legions" in table:
                    lines += [(f"legions {seat}", item) for item in _core(at, seat, map_.core_regions(table, seat))]
        return lines


TEXT = HannibalText()
