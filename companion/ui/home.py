"""Home: games to continue, games to begin, the history, the people and the settings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.kit.game import Game
from companion.kit.text import tags, with_name
from companion.play.fold import GameInfo
from companion.record.lists import GamePage
from companion.session.text import game_name
from companion.ui.intents import Abandon, Redo, Resume, SwitchOff
from companion.ui.page import Item, Page
from companion.ui.router import screen_of_table
from companion.ui.screen import Context, Screen
from companion.ui.widgets import Confirm, Line, ListScreen, message_lines, named, with_bell

WAITING = 3
"""The most waiting games on the home screen itself, the ones touched last; `more` opens the others."""


LATELY = 20
"""The kinds of this number of waiting games, and of this number of ended games, count as played lately."""
NAMED = 20
"""The most wrong files that are named: as many messages are kept."""


class Home(ListScreen):
    """The game on the table, the waiting games, the games to begin, and the rest. BACK leads to the table.

    `begun` are new games that people have left before they started, one of each game: their people and options wait.
    """

    looks_back = True

    begun: tuple[Screen, ...] = ()

    @property
    def home(self) -> Screen:
        return self

    def lines(self, context: Context) -> list[Line]:
        words, library = context.words, context.game_library
        lately = games_lately(context)
        waiting, finished = lately
        lines = [waiting_line(game, self, context) for game in waiting.games[:WAITING]]
        more = waiting.total - len(lines)
        if context.step is not None:
            step, over = context.step, context.step.outcome is not None
            label = words("screen.home.look" if over or step.position is None else "screen.home.continue")
            name = game_name(step.setup.key, words, step.setup.game)
            end = None if over else partial(ask_before_abandoning, step.setup.id, name, step.setup.names, self, context)
            what = words.join_list((name, *step.setup.names))
            short = words.join_list((name, " ".join(tags(step.setup.names)))), name
            lines.insert(0, Line(Item(label, what, keep=True, short=short), partial(self.left, context), end))
        elif context.may_redo:  # the start of the only game was taken back: no menu of a table offers it
            lines[:0] = named(context, "menu", {"redo": Redo})
        if more:
            more_item = Item(words("screen.home.more"), str(more))
            lines.append(Line(more_item, partial(context.routes.waiting, self, WAITING)))
        lines += [game_line(key, rules, self, context) for key, rules in games_at_home(context, lately).items()]
        lines += named(context, "home", {"games": partial(context.routes.games, self, context)})
        lines += named(context, "home", message_lines(self, context))
        routes = context.routes
        rest = {"people": partial(routes.people, self), "settings": partial(routes.settings, self)}
        puzzle = library.puzzle()
        if puzzle is not None:
            to_move = puzzle.game.names[puzzle.seat]
            label = with_name(lambda name: words("screen.home.puzzle", name=name), to_move, context.fits_list)
            lines.append(Line(Item(label), partial(routes.puzzle, self, puzzle, context)))
        if finished.total:
            rest = {"history": partial(routes.history, self), **rest}
        lines += named(context, "home", rest)
        return [*lines, *named(context, "home", {"off": SwitchOff})] if context.may_switch_off else lines

    def left(self, context: Context) -> Screen:
        return screen_of_table(context)

    def page(self, context: Context) -> Page:
        keys = "uob" if context.step is not None else "uo"
        return with_bell(Page(screen="home", title=context.words("screen.home.title"), keys=keys), context)


def games_lately(context: Context) -> tuple[GamePage, GamePage]:
    """The waiting games and the ended ones that were played last."""
    library = context.game_library
    return library.waiting_games(0, LATELY), library.finished_games(0, LATELY)


def games_at_home(context: Context, lately: Sequence[GamePage]) -> dict[str, Game | None]:
    """The keys of as many games as there are besides score pads: first those played lately, the last one at the top.

    Of a score pad with its rules; one whose file is gone is not among them: it cannot begin. The other games are
    without, because to import them takes long.
    """
    library = context.game_library
    games = library.present.keys
    at_home: dict[str, Game | None] = {}
    for key in dict.fromkeys([*games_played(context, lately), *games]):
        rules = None if key in games else library.present.game(key)
        if key in games or rules is not None:
            at_home[key] = rules
        if len(at_home) == len(games):
            break
    return at_home


def games_played(context: Context, lately: Sequence[GamePage]) -> list[str]:
    """The keys of the games played lately, the last one first."""
    step = context.step
    infos = sorted([info for page in lately for info in page.games], key=lambda info: info.head, reverse=True)
    return list(dict.fromkeys([*([step.setup.key] if step is not None else []), *[info.key for info in infos]]))


def game_line(key: str, rules: Game | None, home: Screen, context: Context) -> Line:
    """A line with a game that people can begin."""
    return Line(Item(game_name(key, context.words, rules)), partial(context.routes.new, key, context, home))


def waiting_line(game: GameInfo, back: Screen, context: Context) -> Line:
    """A waiting game as a line of a menu. Its mark distinguishes it from the line that begins such a game."""
    words = context.words
    name, names = game_name(game.key, words, context.game_library.rules_of(game)), words.join_list(game.names)
    short = (" ".join(tags(game.names)),)
    item = Item(words("screen.home.waits", game=name), names, keep=True, short=short)
    ask = partial(ask_before_abandoning, game.id, name, game.names, back, context)
    return Line(item, partial(Resume, game.id), ask)


def ask_before_abandoning(number: int, name: str, names: tuple[str, ...], back: Screen, context: Context) -> Screen:
    """The question before a game is abandoned that is not looked at; both answers lead to the screen `back`."""
    some = tags(names)
    text, *shorter = [
        context.words("screen.abandon.text", game=name, names=people)
        for people in (context.words.join_list(names), " ".join(some), f"{' '.join(some[:3])} …")
    ]
    return Confirm("abandon", text, Abandon(number, back), back, shorter=tuple(shorter))
