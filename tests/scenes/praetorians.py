"""Example screens: all that belong to no other game, with a table of Praetorians."""

from __future__ import annotations

import time
from collections.abc import Iterator

from fixed_library import FixedLibrary
from installed import GameSetup

from companion.app.banners import in_every_language
from companion.games import registry
from companion.games.installed import INSTALLED
from companion.games.praetorians.repair import Cards
from companion.games.praetorians.screens import Grid
from companion.kit.search.mind import Thought
from companion.kit.search.review import LookedAt
from companion.messages import Message
from companion.play.act import Result, Seats
from companion.play.clock import parse_clock
from companion.play.fold import GameInfo
from companion.play.timeline import Snapshot
from companion.ports import Key
from companion.record.lists import Durations, HeadToHead, PersonStats, RatedGame
from companion.session.device import Sitting
from companion.session.game_library import OfferedPuzzle
from companion.session.ratings import RatingLine
from companion.session.review import Reviewed, places_of
from companion.session.series import Round, standing
from companion.session.settings import DEFAULTS
from companion.ui import home, router, shutdown
from companion.ui.audit import Audit
from companion.ui.curves import Curves
from companion.ui.device_seats import DeviceMenu, Levels
from companion.ui.game_over import Over, Series
from companion.ui.help import Help
from companion.ui.history import Ended, History, Waiting
from companion.ui.hold_menu import HoldMenu
from companion.ui.log import Change, Log, Stuck, Then, Together, Why
from companion.ui.messages import Messages, OneMessage
from companion.ui.new_game import New
from companion.ui.odds import Advice, Odds
from companion.ui.page import Page
from companion.ui.people import Name, People, Person, Players
from companion.ui.qr_screen import Address, Code, result_text
from companion.ui.ratings import Kinds, Rated, Rating
from companion.ui.read_only import Past, ReadOnly
from companion.ui.review import Better, Explained, Puzzle, Review, Tried, Turning
from companion.ui.screen import Answers, Capabilities, Command, Context, DeviceTurn, Screen
from companion.ui.settings import Settings
from companion.ui.setup_pages import Seal, SetUp, Word
from companion.ui.stats import Figures, Long, Stats, Versus, Who
from companion.ui.table import End, Menu, Score, Table
from companion.ui.tour import Tour
from companion.ui.widgets import Confirm, NumberScreen
from companion.values import replace
from scenes import ROSTER, Scene, Stage

LONG_NAMES = ("Maximilian Konstantinow", "Bartholomew Constantine")


_RATED = ((31, 30.6, 1.9, 1), (24, 26.7, 2.2, 2), (9, 25.4, 4.4, 3), (12, 21.1, 2.8, 4), (2, None, None, None))
"""Games, mu, sigma and place of some people."""
_SAID = (
    Message("record.lost", count=2),
    Message("settings.wrong.brightness", value=5),
    Message("power.weak"),
)
"""Messages that are kept."""


class Still(Screen):
    """A page on which no key does anything."""

    page: Page

    def update(self, command: Command, context: Context) -> Screen:
        return self

    def view(self, context: Context) -> Page:
        return self.page


def scenes(stage: Stage) -> Iterator[Scene]:
    """The screens that all games share, in the order in which people meet them, with a table of Praetorians."""
    words = stage.words
    context, say, roster = stage.context, stage.banner_after, stage.roster
    kept = _kept(roster)

    def step(names: tuple[str, ...], *texts: str, **options: bool | str) -> Snapshot:
        return stage.step("praetorians", names, *texts, **options)

    nothing = context()
    yield Scene("home", home.Home(), nothing)
    puzzled = FixedLibrary(games=INSTALLED, offered=OfferedPuzzle(_game_info(6, "army-ants", roster[1:3]), 31, 0))
    yield Scene("home-puzzle", home.Home(cursor=6), context(game_library=puzzled))
    new = New(registry.game("praetorians"), roster[:3], {"twelves": True, "entry": "cards"})
    yield Scene("new", new, nothing)
    clocked = replace(new, clock=parse_clock("increment 15 10"), cursor=5)
    yield Scene("new-clock", clocked, nothing)
    minutes = replace(clocked, cursor=6).update(Command.OK, nothing)
    assert isinstance(minutes, NumberScreen)
    yield Scene("new-clock-minutes", minutes, nothing)
    yield Scene("players", Players(new, cursor=4), nothing)
    yield Scene("people", People(home.Home(), cursor=1), nothing)
    yield Scene("person", Person(People(home.Home()), roster[1]), nothing)
    yield Scene("name", Name(Players(new), "Cle", at=1), nothing)
    capabilities = Capabilities(
        ("en", "ja"), ("en",), font="misaki_gothic_2nd.ttf", parts=frozenset({"sounds", "lights"})
    )
    yield Scene("settings", Settings(home.Home(), cursor=5), replace(nothing, capabilities=lambda: capabilities))
    bare = replace(nothing, capabilities=lambda: Capabilities(("en", "ja")))
    yield Scene("settings-no-font", Settings(home.Home()), bare, words("settings.no-letters"))

    web = replace(nothing, capabilities=lambda: Capabilities(web="http://192.168.178.123:8000/"))
    yield Scene("address", Address(Settings(home.Home())), web)
    said = tuple(map(in_every_language, _SAID))
    told = replace(nothing, messages=said)
    yield Scene("home-messages", home.Home(cursor=6), told)
    yield Scene("menu-messages", Menu(Table(), cursor=6), replace(context(step(roster[:2])), messages=said))
    yield Scene("messages", Messages(home.Home()), told)
    yield Scene("message", OneMessage(Messages(home.Home()), said[0]), told)

    begun = step(roster[:2])
    yield Scene("setup", SetUp(), context(begun))
    yield Scene("table-start", Table(), context(begun))
    turn = step(roster[:3], *_TURNS, twelves=True)
    yield Scene("table", Table(("stop",)), context(turn))
    yield Scene("table-clock", Table(("stop",)), stage.clocked(turn, 752, 691, -5))
    yield Scene("cards-clock", Table(("B", "4")), stage.clocked(turn, 752, 691, 30))
    yield Scene("table-four", Table(), context(step(roster[:4], "flip R7", "flip R9", "stop", "flip B4")))
    yield Scene("cards", Table(("B", "4")), context(turn))
    yield Scene("cards-caught", Table(("R", "8")), context(turn))
    yield Scene("cards-grid", Grid("B4"), context(turn))
    yield Scene("give", Table(("twelve", "1")), context(turn))
    after = step(roster[:3], *_TURNS, "flip R8", twelves=True)
    yield Scene("caught", Table(), context(after), say(turn, after))
    after = step(roster[:3], *_TURNS, "flip P9", twelves=True)
    yield Scene("match", Table(), context(after), say(turn, after))
    after = step(roster[:3], *_TURNS, "flip 12>0", twelves=True)
    yield Scene("twelve", Table(), context(after), say(turn, after))
    yield Scene("menu", Menu(Table(), cursor=1), context(turn, may_redo=True))
    three = replace(context(turn), keys=frozenset({Key.UP, Key.DOWN, Key.OK}))
    yield Scene("menu-three", Menu(Table(), cursor=2), three)
    yield Scene("hold-menu", HoldMenu(Table(("R", "7"))), three)
    stopped = step(roster[:3], *_TURNS, "stop", twelves=True)
    hands = [
        Message("screen.undone", text=router.describe(stopped, context(turn))),
        *router.undo_instructions(stopped, turn),
    ]
    yield Scene("undo", Table(), context(turn), "\n".join(words.message(hand, turn.setup.names) for hand in hands))
    log = Log(Menu(Table()), cursor=1)
    yield Scene("log", log, context(turn))
    yield Scene("then", Then(log, 4), context(turn))
    yield Scene("why", Why(Then(log, 4)), context(turn))
    change = Change(Then(log, 9), 9, Table(("stop",)))
    yield Scene("change", change, context(turn))
    stuck = Change(Then(log, 8), 8, Grid("B3")).update(Command.OK, context(turn))
    assert isinstance(stuck, Stuck)
    yield Scene("stuck", stuck, context(turn))
    yield Scene("together", Together(stuck, cursor=2), context(turn))
    audit = Audit(Menu(Table()), cursor=3)
    yield Scene("audit", audit, context(turn))
    number = audit.update(Command.OK, context(turn))
    assert isinstance(number, NumberScreen)
    yield Scene("audit-number", number, context(turn))
    units = number.update(Command.OK, context(turn))
    assert isinstance(units, NumberScreen)
    yield Scene("audit-number-units", units, context(turn))
    yield Scene("audit-cards", Cards(audit, "B3"), context(turn))
    yield Scene("audit-set", audit.correct(context(turn), pawns=[26, 9, 7]), context(turn))
    pending = audit.correct(context(turn), pawns=[26, 9, 7]).left(context(turn))
    assert isinstance(pending, Menu)
    yield Scene("menu-unset", replace(pending, cursor=3), context(turn))
    unset = pending.left(context(turn))
    assert isinstance(unset, Confirm)
    yield Scene("unset", unset, context(turn))
    end = End(Menu(Table()))
    yield Scene("end", end, context(turn))
    ending = end.update(Command.OK, context(turn))
    assert isinstance(ending, Confirm)
    yield Scene("ending", ending, context(turn))
    yield Scene("score", Score(), context(turn))
    yield Scene("score-clock", Score(), stage.clocked(turn, 752, 691, -5))
    hurry = stage.clocked(turn, 752, 691, 9)
    yield Scene("score-last-seconds", Score(), hurry)
    yield Scene("table-last-seconds", Table(("stop",)), hurry)
    yield Scene("score-long-names-clock", Score(), stage.clocked(step(LONG_NAMES), 752, 10800))
    yield Scene("menu-clock", Menu(Table(), cursor=2), stage.clocked(turn, 752, 691, 30))
    yield Scene("score-long-names", Score(), context(step(LONG_NAMES)))
    yield Scene("help", Help(Table()), context(turn))
    yield Scene("tour", Tour(home.Home()), nothing)
    yield Scene("tour-undo", Tour(home.Home(), 4), nothing)
    yield Scene("help-rule", Help(Table(), at=1), context(turn))

    scores = step(roster[:2], "match 7", entry="scores")
    yield Scene("scores", Table(("bank 20",)), context(scores))
    yield Scene("amount", Table(("bank 20", "27")), context(scores))
    won = step(roster[:2], *["match 10"] * 9, "bank 9", entry="scores")
    yield Scene("over", Over(opened=True), context(won))
    yield Scene("results", Over(), context(won))
    yield Scene("results-long-names", Over(), context(step(LONG_NAMES, *["match 10"] * 9, "bank 9", entry="scores")))
    yield Scene("results-four", Over(), context(step(roster[:4], *["match 10"] * 9, "bank 9", entry="scores")))
    games = FixedLibrary(
        kept[:4],
        kept[4:],
        standing(registry.game("praetorians").series, [Round(game.names, game.result) for game in kept[4:6]]),
        games=INSTALLED,
    )
    yield Scene("over-series", Over(cursor=1, opened=True), context(won, game_library=games))
    two = standing(registry.game("seven-hills").series, [Round(game.names, game.result) for game in kept[4:6]])
    decided = context(won, game_library=FixedLibrary(series=two, games=INSTALLED))
    yield Scene("over-decided", Over(opened=True), decided, "\n".join(router.series_won(decided)))
    yield Scene("code", Code(Over(), result_text(context(won, game_library=games))), context(won))
    yield Scene("series", Series(Over()), context(won, game_library=games))
    yield Scene("home-waiting", home.Home(), context(turn))
    yield Scene("home-off", home.Home(cursor=len(registry.GAMES) + 4), replace(context(turn), may_switch_off=True))
    for name, page in (
        ("off", shutdown.count(3, words)),
        ("root", shutdown.root_page(nothing.wrap(words("image.ask.question", wanted="root-0.3.0")), 10, words)),
        ("saving", shutdown.saving_page(words)),
        ("safe", shutdown.safe_page(words)),
        ("stopped", shutdown.stopped_page(words, nothing.reading, nothing.wrap)),
    ):
        yield Scene(name, Still(page), nothing)
    yield Scene("home-several", home.Home(cursor=1), context(turn, game_library=games))
    several = context(turn, game_library=games)
    yield Scene("waiting", Waiting(home.Home(), home.WAITING), several)
    question = home.Home(cursor=1).end(several)
    assert question is not None
    yield Scene("abandon", question, several)
    history = History(home.Home())
    yield Scene("history", history, context(turn, game_library=games))
    yield Scene("ended", Ended(history, kept[4]), context(turn, game_library=games))
    yield Scene("ended-four", Ended(history, kept[7]), context(turn, game_library=games))
    yield Scene("ended-conceded", Ended(history, kept[6]), context(turn, game_library=games))
    yield Scene("history-figures", replace(history, cursor=0), context(turn, game_library=games))
    yield from _stats_scenes(stage, history)
    yield from _with_device(stage)
    beyond = ("flip R7", "concede 1", "flip B4")
    yield Scene("read-only", ReadOnly(), context(Snapshot(9, 8, beyond[-1], turn.setup, None, None, beyond)))
    closed = context(Snapshot(9, 8, beyond[-1], turn.setup, None, turn.timeline, beyond))
    yield Scene("read-only-after", ReadOnly(), closed)
    yield Scene("read-only-log", Past(Log(ReadOnly())), closed)
    yield Scene("read-only-then", Past(Then(Log(ReadOnly()), 2)), closed)
    yield Scene("read-only-audit", Past(Audit(ReadOnly())), closed)


def _stats_scenes(stage: Stage, history: History) -> Iterator[Scene]:
    """The statistics of all games, and one of them."""
    race = stage.step("praetorians", stage.roster[:4], *_RACE, twelves=True, entry="scores")
    tallies = (
        PersonStats("praetorians", 31, 14, 0, 3, 5, 99, 12, 81.4),
        PersonStats("hannibal", 12, 5, 1, 0, 2, 1, 0, 0.4),
        PersonStats("spartacus", 9, 3, 0, 1, 1, 74, -12, 33.6),
    )
    met = (HeadToHead("praetorians", 24, 11, 9), HeadToHead("hannibal", 12, 5, 6))
    long = (Durations("praetorians", 58, (21, 64.2, 131), (420, 1130.0, 2900)),)
    library = FixedLibrary(counted=((stage.roster[0], tallies),), met=met, long=long, games=INSTALLED)
    context = stage.context(race, game_library=library)
    curves = Curves.from_snapshot(race, history)
    assert curves is not None
    yield Scene("curves", curves, context)
    yield Scene("curves-walked", replace(curves, at=5), context)
    figures = Figures(history)
    yield Scene("figures", figures, context)
    who = Who(figures, versus=False)
    yield Scene("who", who, context)
    yield Scene("who-against", Who(figures, versus=True, first=stage.roster[0]), context)
    stats = who.update(Command.OK, context)
    assert isinstance(stats, Stats)
    for name, at in (("person-figures-all", 0), ("person-figures", 1), ("person-figures-won", 2)):
        yield Scene(name, replace(stats, at=at), context)
    yield Scene("versus", Versus(who, stage.roster[0], stage.roster[1], met), context)
    yield Scene("durations", Long(figures, long), context)
    yield from _rating_scenes(stage, figures)


def _rating_scenes(stage: Stage, figures: Figures) -> Iterator[Scene]:
    """Ratings: switched on, of which game, all people of one, one person, somebody who is new."""
    lines = tuple([
        RatingLine(name, name, games, mu, sigma, None, mu is None, place)
        for name, (games, mu, sigma, place) in zip(stage.roster, _RATED, strict=False)
    ])  # fmt: skip
    game = RatedGame("praetorians", ("2026-11-22", "", 1), (), None, (), 9)
    context = replace(stage.context(), settings=DEFAULTS.with_value("ratings", True))
    yield Scene("figures-ratings", replace(figures, cursor=3), context)
    yield Scene("ratings", Kinds(figures, (("praetorians", (game,) * 31), ("spartacus", (game,) * 9))), context)
    rated = Rated(figures, "praetorians", lines)
    yield Scene("rated", rated, context)
    for name, at in (("rating", 0), ("rating-provisional", 2), ("rating-new", 4)):
        yield Scene(name, Rating(rated, "praetorians", lines, at=at), context)


def _with_device(stage: Stage) -> Iterator[Scene]:
    """The device sits at the table; odds, advice and a review."""
    device, rules = stage.words("device.name"), registry.game("praetorians")
    names = stage.renamed((ROSTER[0], device))
    seats = Seats(("", "2"), "k7m2-p9xq-4tn8-r2wa", 1, odds=True, advice=True)
    setup = GameSetup(1, "praetorians", names, rules.complete({}), rules, seats=seats)
    new = New(registry.game("praetorians"), names, setup.options, sitting=Sitting({device: "2"}))
    players = Players(new, cursor=7)
    yield Scene("players-device", players, stage.context())
    yield Scene("levels", Levels(players, "spartacus", lambda level: players), stage.context())
    begun = stage.played(setup, "flip R7", "stop")
    plain = stage.context(begun)
    yield Scene("setup-sealed", Seal(), plain)
    yield Scene("setup-word", Word(Seal(), "Plum", at=-1), plain)
    yield Scene("device", DeviceMenu(Menu(Table())), plain)
    thought = Thought(1, "another", (0.4, 0.6))
    yield Scene("device-thinks", Table(), replace(plain, device=DeviceTurn(1, "2", None, 1)))
    yield Scene("device-another", Table(), replace(plain, device=DeviceTurn(1, "2", thought)))
    later = stage.context(stage.played(setup, "flip R7", "stop", "flip B10", "flip B9", "flip B8"))
    asked = replace(later, device=DeviceTurn(1, "2", thought._replace(action="stop")))
    yield Scene("device-stop", Table(), asked)
    odds = {
        "win": [0.38, 0.62], "exact": False, "now": 0.012,
        "card": {"caught": "4/9", "match": "2/15", "twelve": "0", "gain": "-3/4"},
    }  # fmt: skip
    people = replace(stage.context(stage.played(setup, "flip R7")), answers=Answers(odds))
    yield Scene("odds-table", Table(), people)
    yield Scene("odds-score", Score(), people)
    yield Scene("odds", Odds(Menu(Table())), people)
    advice = {
        "action": "stop", "seat": 0, "win": [0.41, 0.59], "mix": None, "exact": False, "depth": None, "work": 1,
        "line": ["stop"],
        "choices": [{"action": "stop", "win": 0.41}, {"action": "another", "win": 0.38}],
    }  # fmt: skip
    yield Scene("advice", Advice(Table()), replace(people, answers=Answers(odds, advice)))
    shares = [(0.5, 0.5), (0.55, 0.45), (0.7, 0.3), (0.45, 0.55), (0.8, 0.2), (1.0, 0.0)]
    over = stage.played(setup, "flip R1", "flip R2", "stop", "flip B8", "stop")
    changes = [(0.0, 0.05), (-0.13, 0.28), (-0.4, 0.15), (0.0, 0.35), (0.0, 0.2)]
    better = (None, "stop", "another", None, None)
    plies = tuple([
        LookedAt(
            at + 1, "any", "choice", at // 3, shares[at], choice=(fault, -fault), luck=(luck, -luck), drift=(0.0, 0.0),
            after=shares[at + 1], faults=((0, fault),), better=better[at],
        )
        for at, (fault, luck) in enumerate(changes)
    ])  # fmt: skip
    found = Reviewed(over, plies, places_of(over), close=5)
    context = replace(stage.context(over), answers=Answers(review=found))
    review = Review(Over(), over)
    yield Scene("review", review, context)
    turning = Turning(review, over)
    yield Scene("turning", turning, context)
    looking = replace(context, answers=Answers(review=found._replace(close=2)))
    yield Scene("turning-closer", Turning(review, over, cursor=6), looking)
    assert found.moment is not None
    explained = Explained(turning, over, found.moment)
    yield Scene("moment", explained, context)
    yield Scene("better", Better(explained), context)
    puzzle = turning.puzzle(found, 1)
    assert isinstance(puzzle, Puzzle)
    yield Scene("puzzle", puzzle, context)
    yield Scene("tried", Tried(puzzle, "flip R2"), context)
    yield Scene("tried-solved", Tried(puzzle, "stop"), context)


def _game_info(number: int, game: str, names: tuple[str, ...], result: Result | None = None) -> GameInfo:
    """An entry of the library, dated to a summer evening."""
    at = time.mktime((2026, 7, 4, 20, number, 0, 0, 0, -1))
    return GameInfo(number, game, (), names, {}, number, at, at, result)


def _kept(roster: tuple[str, ...]) -> tuple[GameInfo, ...]:
    """Games that are not finished, and games that are."""
    return (
        _game_info(8, "seven-hills", roster[1:3]),
        _game_info(7, "praetorians", roster[:3]),
        _game_info(6, "army-ants", roster[:2]),
        _game_info(5, "hannibal", roster[:2]),
        _game_info(4, "praetorians", roster[:2], Result((0,), (99, 62))),
        _game_info(3, "praetorians", roster[1::-1], Result((1,), (38, 99))),
        _game_info(2, "hannibal", roster[:2], Result((0,), (0, 0), "concede 1")),
        _game_info(1, "praetorians", roster[:4], Result((3,), (71, 64, 88, 99))),
    )


_RACE = (
    "bank 16", "bank 13", "bust", "match 9", "bank 11", "twelve 3", "bank 19", "match 8", "bank 14", "bank 21", "bust",
    "bank 24", "bank 9", "bank 28", "twelve 1", "bank 12", "match 7", "bust", "bank 15", "bank 30", "twelve 0", "bust",
    "bank 17", "bank 26", "match 10", "bank 18",
)  # fmt: skip
"""A game of four, in which the third player leads."""

_TURNS = ("flip R7", "flip R9", "flip Y10", "stop", "flip G2", "flip Y4", "stop", "flip B9", "flip G5", "flip B3")
"""Three people have turned up cards; the third is in the middle of a turn."""
