"""The screens of Army Ants: in rally and battle an ant, and the square it goes to.

First the rank, then the ant in it, then the target: an empty square is a move out, an enemy an attack, the own
neighbor a swap. UP and DOWN choose a rank, then go along it; LEFT and RIGHT lead to all ants or targets at once.
Another own card in line is the other end of a line that marches, and the last square is the target of the first end; a
swap is there too, on the first card's own square. In the rally the target is always the one empty square: the ant that
goes there takes along all cards between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.games.army_ants.deployment_screens import (
    DEAL,
    DEPLOYING_PLACES,
    FACES,
    Arrangement,
    Dealt,
    LayOut,
    Offer,
    deploying,
    screen_after,
    screen_of_device,
)
from companion.games.army_ants.drawing import beaten, board, cards, field, place, row
from companion.games.army_ants.engine.actions import FAVOR, Attack, Deploy, March, MoveOut, Swap
from companion.games.army_ants.engine.battle import Battle
from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import CARDS, FILES, QUEEN, SQUARES, STEP, copies, face
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.engine.position import Position, ScoresPosition
from companion.games.army_ants.engine.rally import Rally
from companion.games.army_ants.field_picture import FIELD, FieldPicture
from companion.games.army_ants.repair import Ant, Field, audit_board
from companion.games.army_ants.text import TEXT, line
from companion.kit.rules import Action, Win
from companion.play.timeline import Snapshot
from companion.ui.boards import GridScreen
from companion.ui.choices import Path, Place, Way, middle
from companion.ui.game_screens import GameScreens, choices, effect, ring, running_snapshot, with_effect
from companion.ui.odds import with_odds
from companion.ui.page import Item, Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Table, choose, in_turn, turn_text
from companion.values import replace
from companion.words import Words

BOX = 60
"""The width of an effect in the two lines of its box, in pixels."""
MANY = 8
"""With more target squares than this, the rank is chosen first: that needs fewer presses."""


def _targets(position: CardsPosition, action: Action) -> Iterator[tuple[str, str, Path, Action]]:
    """An ant, its target, the steps after these, and the action."""
    rally = isinstance(position, Rally)
    if isinstance(action, MoveOut | Attack):
        yield SQUARES[action.square], SQUARES[action.to], (), action
    elif isinstance(action, Swap):
        first, second = SQUARES[action.first], SQUARES[action.second]
        for square, other in ((first, second), (second, first)):
            yield square, other, () if rally else (square,), action
    elif isinstance(action, March):
        shift = STEP[action.towards] * action.distance
        if rally:
            ends = SQUARES[action.first], SQUARES[action.last]
            tail, head = ends if shift > 0 else ends[::-1]
            yield tail, SQUARES[SQUARES.index(head) + shift], ("march",), action
        else:
            for near, far in ((action.first, action.last), (action.last, action.first)):
                yield SQUARES[near], SQUARES[far], (SQUARES[near + shift],), action
    elif action == FAVOR:
        assert isinstance(position, Rally)
        queen = position.board.index(CARDS[position.turn][QUEEN])
        yield SQUARES[queen], SQUARES[position.gap], ("favor",), action


def _is_rank(step: str) -> bool:
    return len(step) == 1 and step.isdecimal()


def _is_square(step: str) -> bool:
    return len(step) == 2


class Squares(GridScreen):
    """All ants, or all targets of one, for boards with LEFT and RIGHT.

    Boards with four keys do not need it: there people choose the rank first. `before` are the steps before the rank.
    """

    plays = True

    before: Path
    at: str

    @property
    def path(self) -> Path:
        """The steps with the square under the cursor."""
        return (*self.before, self.at[1], self.at)

    def places(self, context: Context) -> Mapping[str, Place]:
        paths = choices(running_snapshot(context))
        squares = [square for rank in paths.below(self.before) for square in paths.below((*self.before, rank))]
        return {square: place(square) for square in sorted(squares, key=place)}

    def chosen(self, context: Context) -> Screen | Intent:
        return choose(context, self.path)

    def left(self, context: Context) -> Screen:
        return Table((*self.before, self.at[1]))

    def view(self, context: Context) -> Page:
        shown = replace(SCREENS.page(context, self.path), turn=in_turn(context), keys="uob")
        return with_odds(shown, context, line=False)


def _attackers(position: CardsPosition, path: Path) -> frozenset[str]:
    """The squares of the ants that can attack, while people choose one."""
    if not isinstance(position, Battle) or sum(map(_is_square, path)) > 1:
        return frozenset()
    return frozenset([SQUARES[action.square] for action in position.legal() if isinstance(action, Attack)])


def _screen(path: Path) -> str:
    squares = sum(map(_is_square, path))
    if _is_rank(path[-1]):
        return "ants-rank" if not squares else "ants-where"
    return ("table", "ants-ant", "ants-where", "ants-line")[squares]


def _chosen_squares(path: Path, action: Action | None) -> list[str]:
    """The chosen squares; for a march the whole line."""
    if isinstance(action, March) and sum(map(_is_square, path)) > 1:
        return [SQUARES[square] for square in action.squares if SQUARES[square] != path[-1]]
    return [square for square in path[:-1] if _is_square(square) and square != path[-1]]


def _named(words: Words, position: CardsPosition) -> dict[str, str]:
    """The cards on the field, by their squares, as people speak of them."""
    return {square: words.card("army_ants", card) for square, card in cards(position).items()}


def _aside_text(context: Context, position: CardsPosition, path: Path, action: Action | None) -> str:
    """The action that OK would enter, else what is under the cursor."""
    words = context.words
    if isinstance(action, Attack):
        return effect(context, action)
    lying = _named(words, position)
    if isinstance(action, MoveOut):
        return f"{lying[SQUARES[action.square]]} {TEXT.action_name(context.situation, action)}"
    if isinstance(action, March) and action.first == action.last:
        return f"{lying[SQUARES[action.first]]} {TEXT.action_name(context.situation, action)}"
    if action is not None:
        return TEXT.action_name(context.situation, action)
    squares = [name for name in path if _is_square(name)]
    if not squares:
        return words("army_ants.rank", rank=path[-1])
    if _is_rank(path[-1]):
        return words("army_ants.to-rank", square=squares[0], rank=path[-1])
    if len(squares) == 1:
        return f"{squares[0]} {lying[squares[0]]}"
    return words("army_ants.with", square=squares[0], other=squares[1])


def _drawing(context: Context, position: CardsPosition, path: Path, action: Action | None) -> FieldPicture:
    """The field with the goal under the cursor beside it, where the ant comes from, and what happens there."""
    words, lying = context.words, _named(context.words, position)
    squares = [name for name in path if _is_square(name)]
    if _is_rank(path[-1]):
        way = words("army_ants.from", square=squares[0]) if squares else ""
        return FieldPicture(way, words("army_ants.rank", rank=path[-1]))
    if isinstance(action, Attack | MoveOut):
        start = SQUARES[action.square]
        way = words("army_ants.from", square=f"{lying[start]} {start}")
        return FieldPicture(way, SQUARES[action.to], effect(context, action, BOX) or words("army_ants.free"))
    if isinstance(action, March):
        ends = line(action), line(action, STEP[action.towards] * action.distance)
        return FieldPicture(words("army_ants.from", square=ends[0]), ends[1], words("army_ants.free"))
    if isinstance(action, Swap):
        both = SQUARES[action.first], SQUARES[action.second]
        first, other = both if squares[0] == both[0] else both[::-1]
        return FieldPicture(words("army_ants.and", square=first), other, words("army_ants.swap"))
    if action == FAVOR:
        assert isinstance(position, Rally)
        way = words("army_ants.from", square=squares[0])
        return FieldPicture(way, SQUARES[position.gap], words("army_ants.say.favor"))
    if action is not None or not squares:
        return FieldPicture(goal=_aside_text(context, position, path, action))
    if len(squares) == 1:
        return FieldPicture(goal=f"{squares[0]} {lying[squares[0]]}")
    return FieldPicture(words("army_ants.and", square=squares[0]), squares[1])


def _menu(context: Context, path: Path, screen: str) -> Page:
    """The actions as lines: who won; whether the queen marches or uses the favor."""
    step = running_snapshot(context)
    steps, _ = ring(step, path[:-1])
    items = []
    for name in steps:
        action = choices(step).action((*path[:-1], name))
        assert action is not None
        # The name is a separate part of the line: a long one is shortened, and the effect stays.
        items.append(
            Item(step.setup.names[action.seat], context.words("army_ants.wins"))
            if isinstance(action, Win)
            else Item(TEXT.action_name(context.situation, action))
        )
    return Page(
        screen=screen,
        title=turn_text(context),
        aside=context.words("army_ants.how", square=path[-2]) if len(path) > 1 else "",
        menu=tuple(items),
        cursor=steps.index(path[-1]),
    )


def _face(context: Context, value: int) -> str:
    """An ant in words, without its army."""
    return context.words("army_ants.choice.queen") if value == QUEEN else face(value)


class ArmyAntsScreens(GameScreens[Position]):
    """The screens that enter and draw Army Ants."""

    screen_after = staticmethod(screen_after)
    own = (Arrangement, Squares, Offer, LayOut, Dealt, Field, Ant)
    board = staticmethod(board)
    drawing = FIELD
    audit_board = staticmethod(audit_board)
    screen_of_device = staticmethod(screen_of_device)

    def ways(self, position: Position) -> Iterable[Way]:
        legal = position.legal()
        if isinstance(position, Deployment):
            deploys: list[Way] = [((face(action.value),), action) for action in legal if isinstance(action, Deploy)]
            return [*deploys, ((DEAL,), None)]
        if len(legal) == 1 or isinstance(position, ScoresPosition):
            return [((str(action),), action) for action in legal]
        pairs = [pair for action in legal for pair in _targets(position, action)]
        targets: dict[str, set[str]] = {}
        for start, target, _, _ in pairs:
            targets.setdefault(start, set()).add(target)

        def rank(start: str, target: str) -> Path:
            return (target[1],) if len(targets[start]) > MANY else ()

        return [
            ((start[1], start, *rank(start, target), target, *rest), action) for start, target, rest, action in pairs
        ]

    def places(self, step: Snapshot, prefix: Path) -> dict[str, Place] | None:
        """The places of ranks and squares; None for the lines of a menu."""
        if isinstance(step.position, Deployment):
            return DEPLOYING_PLACES
        steps = list(choices(step).below(prefix))
        if all(_is_rank(name) for name in steps):
            return {rank: (row(int(rank)), 0) for rank in steps}
        return {square: place(square) for square in steps} if all(map(_is_square, steps)) else None

    def order(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Squares from the upper left to the lower right: UP is up, and within a rank it is left."""
        return tuple(sorted(steps, key=place)) if all(map(_is_square, steps)) else steps

    def likeliest_step(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> str | None:
        """A queen that can be taken; a card that can be beaten, after the attacker is chosen; a swap before a march."""
        position, paths = step.position, choices(step)
        if isinstance(position, Deployment):
            army = CARDS[position.turn]
            left = [
                copies(card.value) - position.board.count(card)
                for card in (army[FACES[name]] for name in steps if name != DEAL)
            ]
            return steps[middle([*left, 0])]
        if not isinstance(position, CardsPosition):
            return steps[0]
        squares = [name for name in prefix if _is_square(name)]
        if len(squares) == 2 and squares[0] in steps:
            return squares[0]
        best, best_action = 0, None
        for action in paths.actions(prefix):
            if isinstance(action, Attack):
                attacker, beaten = position.board[action.square], position.board[action.to]
                assert attacker is not None
                assert beaten is not None
                worth = 10 if beaten.value == QUEEN else beaten.value * (beaten.value < attacker.value)
                if worth > best and (worth == 10 or squares):
                    best, best_action = worth, action
        if best_action is None:
            return None
        return next(name for name in steps if best_action in paths.actions((*prefix, name)))

    def side_screen(self, context: Context, path: Path, command: Command) -> Screen | None:
        """LEFT and RIGHT on a rank, or on a square in it, lead to all squares, left or right of the cursor."""
        step = running_snapshot(context)
        if isinstance(step.position, Deployment):
            return None
        if _is_rank(path[-1]):
            before, square = path[:-1], ring(step, path)[1]
        elif len(path) > 1 and _is_square(path[-1]) and _is_rank(path[-2]):
            before, square = path[:-2], path[-1]
        else:
            return None
        walk = Squares(before, square)
        return replace(walk, at=walk.moved(command, context))

    def page(self, context: Context, path: Path) -> Page:
        """The field with the cursor on it; a menu in scores entry, and where a square has two actions."""
        step = running_snapshot(context)
        position = step.position
        if isinstance(position, Deployment):
            return deploying(context, position, path)
        if not isinstance(position, CardsPosition):
            return _menu(context, path, "table")
        action = choices(step).action(choices(step).with_forced_steps(path))
        asked = Page(
            screen=_screen(path),
            title=turn_text(context),
            aside=_aside_text(context, position, path, action),
            board=field(cards(position), _attackers(position, path), beaten(position, context.words)),
            drawing=_drawing(context, position, path, action),
            also=tuple(place(square) for square in _chosen_squares(path, action)),
        )
        if path[-1] in ("march", "favor"):
            return replace(_menu(context, path, "ants-how"), board=asked.board, drawing=FIELD, also=asked.also)
        if isinstance(position, Rally):
            left = position.rally[position.turn]
            asked = replace(asked, big=str(left), text=(context.words("army_ants.rally"),))
        at = path[-1]
        along = len(path) > 1 and _is_square(at) and _is_rank(path[-2])
        asked = replace(asked, keys="sob" if along else "uob")
        return replace(asked, space=(row(int(at)), None) if _is_rank(at) else place(at) if _is_square(at) else None)

    def saves_presses(self, step: Snapshot, prefix: Path, name: str) -> bool:
        """A rank leads to its squares."""
        return isinstance(step.position, Rally | Battle) and _is_rank(name)

    def codes(self, step: Snapshot, prefix: Path, name: str) -> tuple[str, ...]:
        """`c4d5`, on a number pad `3445`; `7` or `0` for the queen is laid; `1` and `2` win, `d`: nobody."""
        if isinstance(step.position, Deployment) and name in FACES:
            return (str(FACES[name]),)
        if _is_square(name):
            return name, f"{FILES.index(name[0]) + 1}{name[1]}"
        if name.startswith("win "):
            return (str(int(name[-1]) + 1),)
        return () if self.saves_presses(step, prefix, name) else (name[0].lower(),)

    def choice_name(self, context: Context, path: Path, action: Action | None) -> str:
        """An own ant on its square, where it may go, or what it would do there."""
        words, position = context.words, running_snapshot(context).position
        if not isinstance(position, Rally | Battle):
            return words("army_ants.deal-aside") if action is None else with_effect(context, action)
        squares = [name for name in path if _is_square(name)]
        if action is not None and (len(squares) > 1 or not squares):
            return with_effect(context, action)
        if len(squares) > 1:
            return words("army_ants.with", square=squares[0], other=squares[1])
        key = "army_ants.choice.attacks" if squares[0] in _attackers(position, path) else "army_ants.choice.ant"
        ant = position.board[SQUARES.index(squares[0])]
        assert ant is not None
        return words(key, square=squares[0], card=_face(context, ant.value))

    def places_in_words(self, context: Context) -> Iterator[tuple[Place, str]]:
        """Whose ant lies on each square."""
        position = running_snapshot(context).position
        if isinstance(position, ScoresPosition) or not isinstance(position, Deployment | Rally | Battle):
            return
        for square, card in zip(SQUARES, position.board, strict=True):
            if card is not None:
                name = context.situation.names[card.seat]
                words = context.words(
                    "army_ants.choice.lies", square=square, name=name, card=_face(context, card.value)
                )
                yield place(square), words


SCREENS = ArmyAntsScreens()
