"""Every screen once, at a moment that shows what it is for. Used for pictures and to look at the screens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple

from fixed_library import FixedLibrary
from installed import GameSetup

from companion.games import registry
from companion.games.installed import INSTALLED
from companion.play.clock import ClockFace, SeatClock, parse_clock
from companion.play.timeline import Snapshot, Timeline, advance
from companion.session.game_library import Library
from companion.ui import router
from companion.ui.painter import Painter
from companion.ui.routes import ROUTES
from companion.ui.screen import Context, Screen
from companion.words import Words
from hardware.fonts import lcd

ROSTER = ("Ada", "Ben", "Cleo", "Dora", "A", "B")


class Scene(NamedTuple):
    """A screen with its context. `name` can be the name of a file."""

    name: str
    screen: Screen
    context: Context
    banner: str | None = None


class Stage:
    """Makes scenes: it has the painter that measures, the words, and makes tables with entries.

    `names` are other names for some people of the scenes; `roster` are the people of most scenes.
    """

    def __init__(self, painter: Painter, words: Words, names: Mapping[str, str]) -> None:
        self._painter = painter
        self.words = words
        self._names = names
        self.roster = self.renamed(ROSTER)

    def renamed(self, people: tuple[str, ...]) -> tuple[str, ...]:
        """People with their other names."""
        return tuple([self._names.get(name, name) for name in people])

    def context(
        self,
        step: Snapshot | None = None,
        *,
        may_redo: bool = False,
        game_library: Library | None = None,
        clock: ClockFace | None = None,
    ) -> Context:
        """The context of a screen for this table."""
        library = game_library or FixedLibrary(games=INSTALLED)
        painter = self._painter
        return Context(
            step, self.roster, may_redo, self.words, painter.wrap, ROUTES, library, clock=clock,
            pages_of_text=painter.reading,
        )  # fmt: skip

    def clocked(self, step: Snapshot, *shown: int) -> Context:
        """The context of a table with a running clock that shows each seat so many seconds."""
        seats = tuple([SeatClock(0, 1000 * seconds) for seconds in shown])
        return self.context(
            step, clock=ClockFace(parse_clock("increment 15 10"), seats, step.turn, goes=True, may_go=True)
        )

    def banner_after(self, before: Snapshot, after: Snapshot) -> str:
        """The banner for what happened between two moments."""
        return "\n".join(self.words.message(message, after.setup.names) for message in router.notices(before, after))

    def step(self, game: str, names: tuple[str, ...], *texts: str, **options: bool | str) -> Snapshot:
        """The table of a game after these entries."""
        names = self.renamed(names)
        rules = registry.game(game)
        return self.played(GameSetup(1, game, names, rules.complete(options), rules), *texts)

    def played(self, setup: GameSetup, *texts: str) -> Snapshot:
        """The table of a game with this setup after these entries."""
        timeline: Timeline = setup.begin()
        for text in texts:
            timeline = advance(setup, timeline, text)
        return Snapshot(len(texts) + 1, len(texts), texts[-1] if texts else f"new {setup.key}", setup, timeline)


def scenes(painter: Painter, words: Words, names: Mapping[str, str] | None = None) -> Iterator[Scene]:
    """All scenes, game by game, those of score pads last.

    The scenes of the first game include the screens that all games share. `names` are other names for some people.
    """
    stage = Stage(painter, words, names or {})
    for key in (*registry.GAMES, "pad"):
        yield from import_module(f"scenes.{key.replace('-', '_')}").scenes(stage)


@cache
def scenes_by_name() -> dict[str, Scene]:
    """All scenes in English, in our own letters, by their names; made once, for whoever asks first."""
    return {scene.name: scene for scene in scenes(Painter(lcd()), Words("en"))}
