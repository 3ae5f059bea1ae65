"""The screens of Hannibal vs Rome: a piece and its destination; the cards of a battle; turns and results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from companion.games.hannibal import map_board
from companion.games.hannibal import table_map as map_
from companion.games.hannibal.battle import Pairs, clash_page, field_page, pair_screen
from companion.games.hannibal.engine.actions import Clash, EndTurn, Field, Move
from companion.games.hannibal.engine.board import ROUTES
from companion.games.hannibal.engine.cards import CARTHAGE, CardsPosition
from companion.games.hannibal.engine.position import Position, ScoresPosition
from companion.games.hannibal.map_board import board_of, board_of_draft
from companion.games.hannibal.map_picture import MAP
from companion.games.hannibal.text import TEXT, map_label, place_name, side_name
from companion.kit.rules import Action
from companion.kit.text import tags
from companion.play.timeline import Snapshot
from companion.ui.choices import Path, Place
from companion.ui.game_screens import (
    GameScreens,
    action_at,
    choices,
    ring,
    running_position,
    running_snapshot,
    with_effect,
)
from companion.ui.intents import Enter
from companion.ui.odds import with_odds
from companion.ui.page import Item, Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Menu, Table
from companion.ui.wheel_picture import Column, Wheel
from companion.ui.widgets import Line, ListScreen, named
from companion.values import replace

WITH_CLOCK = 114
"""The pixels of the title of the map for a place, a clock and what is beside them."""


class Round(ListScreen):
    """First the person lays a card face down; then people turn it up and tell which it is.

    Only with that does the glass show the card of the device: who knew it before could answer it.
    """

    laid: bool = False

    @property
    def may_rest(self) -> bool:
        return not self.laid

    def lines(self, context: Context) -> Sequence[Line]:
        if not self.laid:
            ways = {
                "laid": lambda: replace(self, laid=True),
                "instead": lambda: Table(Table().path_under_cursor(context)),
            }
            return named(context, "round", ways)
        position: CardsPosition = running_position(context)
        device = context.device
        if device is None or device.thought is None:
            return []
        person, own = 1 - device.seat, device.thought.card
        lines = []
        for card in position.hands[person]:
            cards = (own, card) if person else (card, own)
            lines.append(Line(Item(str(card)), partial(Enter, "clash {} {}".format(*cards))))
        return lines

    def page(self, context: Context) -> Page:
        words = context.words
        title = words("screen.round.which" if self.laid else "screen.round.title")
        text = () if self.laid else context.wrap(words("screen.round.text"))[:3]
        return with_odds(Page(screen="round", title=title, text=text, loud=True), context, line=False)

    def left(self, context: Context) -> Screen | Intent:
        return replace(self, laid=False, cursor=0) if self.laid else Menu(self)


def _sort_key(position: CardsPosition, name: str) -> tuple[int, int]:
    """A sort key: legions move more often than fleets; others go to the enemy, fleets to where legions need them."""
    table, seat = position.table(), position.turn
    kind, _, place = name.rpartition(" ")
    ahead = map_board.distance_from_capital(place, seat)
    if kind:
        return int(kind == "fleet"), -ahead
    needed = place in ROUTES and not map_.count(table, seat, place)
    legions = any(map_.count(table, seat, shore) for shore in place.split("-"))
    return int(not (needed and legions)), -ahead


def _map(context: Context, position: CardsPosition, path: Path) -> Page:
    """First the cursor chooses the piece, then its destination; its origin has a frame. The title names the place."""
    kind, _, origin = path[0].partition(" ")
    at = path[-1] if len(path) > 1 else origin
    title, aside = _title(context, position, path, kind, at)
    return Page(
        screen="map" if len(path) == 1 else "goal",
        title=title,
        aside=aside,
        board=map_board.board(
            context.words, position.table(), core=position.core, kind=kind if len(path) == 1 else "", at=at
        ),
        drawing=MAP,
        space=map_.AT[at],
        also=(map_.AT[origin],) if len(path) > 1 else (),
    )


def _title(context: Context, position: CardsPosition, path: Path, kind: str, at: str) -> tuple[str, str]:
    """The place, and beside it the effect of the move that OK enters; else the player in turn, or which piece it is if
    Hannibal and legions stand there.

    If the name of the place leaves no room for that and for the clock, it is named as on the map. The player in turn is
    never dropped: without room even for a tag the mark stands alone.
    """
    action, words = action_at(context, path), context.words
    place, on_map = place_name(words, at), map_label(words, at)
    aside = TEXT.effect(context.situation, action) if action is not None else ""
    origin, table = path[0].partition(" ")[2], position.table()
    if not aside and origin == table["hannibal"] and map_.count(table, CARTHAGE, origin):
        aside = words(f"hannibal.at-{kind}")
    ways = [(place, aside), (on_map, aside)]
    if not aside:
        names, seat = context.situation.names, position.turn
        name, tag = [f"▶{called[seat]}" for called in (names, tags(names))]
        ways = [(place, name), (place, tag), (on_map, tag), (on_map, "▶")]
    face = context.clock
    if face is not None and face.turn is not None:  # digits of one width: nothing changes from second to second
        clock = "".join(["0" if letter.isdecimal() else letter for letter in face.text(face.turn)])
        shown = next((way for way in ways if context.fits(f"{way[0]}{clock}{way[1]}", WITH_CLOCK)), None)
        if shown is not None:
            return shown
    return next((way for way in ways if context.fit(*way)), ways[-1])


def _menu(context: Context, position: ScoresPosition, path: Path) -> Page:
    """Turns with or without a chip; behind the last line the results."""
    words, at = context.words, context.situation
    steps, _ = ring(running_snapshot(context), path[:-1])
    action = action_at(context, path)
    ending = len(path) > 1
    page = Page(
        screen="winner" if ending else "table",
        title=words("hannibal.ended") if ending else TEXT.turn_text(at),
        aside="" if ending or action is None else TEXT.effect(at, action),
        figures=() if ending else TEXT.figures(at),
        menu=tuple(_item(context, name, core=position.core) for name in steps),
        cursor=steps.index(path[-1]),
    )
    if not page.figures:
        return page
    # The player in turn is marked above the chips: the side is in the title where it has room.
    side = side_name(words, position.turn)
    title, aside = (side, page.aside) if context.fit(side, page.aside) else (page.aside, "")
    columns, labels = (Column(),) * len(page.figures), tuple([item.label for item in page.menu])
    place = steps.index(path[-1])
    return replace(page, keys="sob", drawing=Wheel(columns, labels, place, labels[place], title=title, aside=aside))


def _item(context: Context, name: str, *, core: bool) -> Item:
    """A line of the menu. Without chips there is only one way to end a turn."""
    words = context.words
    kind, _, seat = name.partition(" ")
    if kind == "win":
        return Item(
            words("hannibal.say.win", side=side_name(words, int(seat))),
            running_snapshot(context).setup.names[int(seat)],
            keep=True,
        )
    key = {"turn": "turn-chips" if core else "end-turn", "turn core": "turn-core"}.get(name, name)
    return Item(words(f"hannibal.{key}"))


_CODES = {"field hannibal": "h", "field legion": "l", "turn": "t", "turn core": "c", "end": "e"}
_RESULTS = {"win 0": "r", "win 1": "c", "draw": "d"}


class HannibalScreens(GameScreens[Position]):
    """The screens that enter and draw Hannibal vs Rome."""

    own = (Pairs, Round)
    board = staticmethod(board_of)
    drawing = MAP
    audit_board = staticmethod(board_of_draft)

    def screen_of_device(self, context: Context) -> Screen:
        """The round, where the device has chosen a card and both have a choice; else what it asks for."""
        position: CardsPosition = running_position(context)
        device = context.device
        chosen = device is not None and device.thought is not None and device.thought.card is not None
        if chosen and len(position.legal()) > 1:
            return Round()
        return context.routes.asked()

    def path(self, action: Action) -> Path:
        """A move has two steps, piece and destination; a round has both cards, Rome's first; a result follows `end`."""
        if isinstance(action, Move):  # its notation is `legion ROM>GAL`
            piece, goal = action.split(">")
            return (piece, goal)
        if isinstance(action, Clash):
            rome, carthage = action.cards
            return (str(rome), str(carthage))
        if isinstance(action, Field | EndTurn):
            return (str(action),)
        return ("end", str(action))

    def places(self, step: Snapshot, prefix: Path) -> Mapping[str, Place] | None:
        """Pieces and destinations are on the map, Hannibal just below the legions in his place. Hands are columns."""
        position = step.position
        if not isinstance(position, CardsPosition) or position.must_choose_fighter:
            return None
        steps = choices(step).below(prefix)
        if position.battle is not None:
            return {card: (int(card), len(prefix)) for card in steps}
        if prefix:
            return {goal: map_board.AT_SEA.get(goal) or map_board.walk_position(goal) for goal in steps}
        return {
            piece: map_board.walk_position(piece.partition(" ")[2], below=piece.startswith("hannibal"))
            for piece in steps
        }

    def likeliest_step(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> str | None:
        """The place with the shortest walks; of several, the likeliest destination. With scores the end of a turn."""
        position = step.position
        if not isinstance(position, CardsPosition):
            return "turn" if not prefix else None
        if position.battle is not None:
            return steps[len(steps) // 2] if not position.must_choose_fighter else None
        standing = self.places(step, prefix)
        assert standing is not None
        walks = map_board.walk_lengths(standing, choices(step).below(prefix))
        return min(steps, key=lambda name: (walks[name], *_sort_key(position, name)))

    def page(self, context: Context, path: Path) -> Page:
        """The map, or the battle; in scores entry a menu."""
        position: Position = running_position(context)
        if isinstance(position, ScoresPosition):
            return _menu(context, position, path)
        if position.must_choose_fighter:
            return field_page(context, path)
        return clash_page(context, path) if position.battle is not None else _map(context, position, path)

    def side_screen(self, context: Context, path: Path, command: Command) -> Screen | None:
        """LEFT and RIGHT go from hand to hand in a battle; on the map they stay in the lane if possible."""
        step = running_snapshot(context)
        position = step.position
        if not isinstance(position, CardsPosition) or position.must_choose_fighter:
            return None
        if position.battle is not None:
            return pair_screen(context, path, command)
        standing = self.places(step, path[:-1])
        assert standing is not None
        return Table((*path[:-1], map_board.step_beside(standing, path[-1], 1 if command is Command.RIGHT else -1)))

    def saves_presses(self, step: Snapshot, prefix: Path, name: str) -> bool:
        """Whether a finger saves presses on the side screen: in a battle it sees all pairs of cards there at once."""
        position = step.position
        fights = (
            isinstance(position, CardsPosition) and position.battle is not None and not position.must_choose_fighter
        )
        return fights and not prefix

    def codes(self, step: Snapshot, prefix: Path, name: str) -> tuple[str, ...]:
        """`romgal`, `rom-corcor-sar`, `hcar`, in a battle `35`, `h` or `l`; with scores `t`, `c`, `e`, who won."""
        if not isinstance(step.position, CardsPosition) or step.position.must_choose_fighter:
            return ((_RESULTS if prefix else _CODES)[name],)
        kind, _, place = name.rpartition(" ")
        return ("h" if kind == "hannibal" else place.lower(),)

    def choice_name(self, context: Context, path: Path, action: Action | None) -> str:
        """A piece and where it stands, a move, or both cards of a round and who wins it."""
        position = running_position(context)
        if isinstance(action, Clash):
            return context.words.message(context.situation.consequences(action)[0], context.situation.names)
        if not isinstance(position, CardsPosition):
            return str(_item(context, path[-1], core=position.core))
        if position.must_choose_fighter:
            assert action is not None
            return with_effect(context, action)
        kind, _, place = path[0].rpartition(" ")
        piece = context.words(
            "hannibal.choice.piece", piece=context.words(f"hannibal.at-{kind}"), place=place_name(context.words, place)
        )
        if len(path) == 1:
            return piece
        goal = context.words("hannibal.choice.goal", place=place_name(context.words, path[1]))
        return with_effect(context, action, goal) if action is not None else goal

    def has_own_board(self, step: Snapshot, prefix: Path) -> bool:
        """The cards of a round of a battle are not on the map."""
        return isinstance(step.position, CardsPosition) and step.position.battle is not None

    def places_in_words(self, context: Context) -> Iterator[tuple[Place, str]]:
        """The pieces of both sides in each place."""
        position = running_position(context)
        if not isinstance(position, CardsPosition):
            return
        words, table = context.words, position.table()
        for name, place in map_.AT.items():
            counts = [map_.count(table, seat, name) for seat in (0, 1)]
            pieces = [f"{side_name(words, seat)} {count}" for seat, count in enumerate(counts) if count]
            pieces += [words("hannibal.at-hannibal")] if table["hannibal"] == name else []
            pieces_text = words.join_list(pieces) if pieces else words("hannibal.choice.empty")
            yield place, words("hannibal.choice.place", place=place_name(words, name), pieces=pieces_text)


SCREENS = HannibalScreens()
