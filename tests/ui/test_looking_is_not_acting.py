"""Looking is not acting: odds, advice, help, log and audit start no clock, and undo takes back no question."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from device import WALL, Answer, Player, look, pick, played
from fixed_library import FixedLibrary
from installed import Record
from letters import need_letters
from thinkers import Direct

from companion.games.pad.collection import SHIPPED, AllGames
from companion.games.registry import GAMES, game
from companion.kit.game import Game
from companion.play.clock import OFF, parse_clock
from companion.session.device import Sitting
from companion.session.session import Session
from companion.ui.intents import Start
from companion.ui.new_game import New
from companion.ui.routes import ROUTES
from companion.ui.screen import Command, Context
from companion.words import LANGUAGES, Words
from hardware.simulated import SimulatedClock

everywhere = pytest.mark.parametrize("language", LANGUAGES)
NAMES = ("Ada", "Ben", "Cleo")


def begin(folder: Path, language: str = "en", *texts: str) -> None:
    """Spartacus with a clock, odds and advice, after these entries."""
    folder.mkdir(exist_ok=True)
    (folder / "settings.toml").write_text(f'language = "{language}"\n', "ascii")
    with Record(folder, NAMES) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("spartacus", NAMES, {}, 0, parse_clock("up"), Sitting(odds=True, advice=True))
        for text in texts:
            session.enter(text)


def clock(answer: Answer) -> str:
    """The clock behind the name, in brackets while it stands."""
    assert answer["screen"] == "table", answer
    return next(str(line) for line in answer["lines"] if line.strip("(⚑)-").replace(":", "").isdigit())


def back_on_table() -> Player:
    for _ in range(8):
        answer = yield from look()
        if answer["screen"] == "table":
            return
        yield "back"
    raise AssertionError(answer)


def menu_line(name: str, words: Words) -> Player:
    yield "back"
    yield from pick(words(f"screen.menu.{name}"))
    yield "wait 2"


@everywhere
def test_odds_advice_help_log_and_audit_leave_a_paused_clock_paused(tmp_path: Path, language: str) -> None:
    need_letters(language)
    begin(tmp_path, language, "play 5")
    words, seen = Words(language), []

    def player() -> Player:
        yield "wait 5"  # a start pauses the clock
        for name in ("odds", "ask", "log", "audit"):
            yield from menu_line(name, words)
            yield from back_on_table()
            seen.append(clock((yield "wait 3")))
        yield "help"
        yield from back_on_table()
        seen.append(clock((yield "wait 3")))

    answers = played(tmp_path, player(), worker=Direct)
    assert seen == ["(0:00)"] * 5
    assert [entry for answer in answers for entry in answer["actions"]] == ["advice"]


def test_odds_advice_and_help_leave_a_running_clock_running(tmp_path: Path) -> None:
    begin(tmp_path, "en", "play 5")
    words, seen = Words("en"), []

    def player() -> Player:
        yield "back"
        yield from pick("Clock")
        for name in ("odds", "ask"):
            yield from menu_line(name, words)
            yield from back_on_table()
            seen.append(clock((yield from look())))
        yield "help"
        yield from back_on_table()
        seen.append(clock((yield from look())))

    played(tmp_path, player(), worker=Direct)
    assert not any(shown.startswith("(") for shown in seen)
    assert sorted(seen) == seen
    assert len(set(seen)) == 3


@everywhere
def test_undo_takes_back_the_entry_before_the_question_and_redo_brings_both_back(tmp_path: Path, language: str) -> None:
    need_letters(language)
    begin(tmp_path, language, "play 5")
    words = Words(language)

    def player() -> Player:
        for _ in range(2):
            yield from menu_line("ask", words)
            yield from back_on_table()
        undone = yield "hold back"
        assert undone["actions"] == ["undo"]
        assert undone["lines"][0].endswith("Ada")
        yield "down"
        yield from menu_line("redo", words)

    played(tmp_path, player(), worker=Direct)
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        now = session.now
        assert now is not None
        assert now.timeline is not None
        assert [ply.text for ply in now.timeline] == ["", "play 5", "advice", "advice"]
        assert not session.may_redo
        session.undo()
        session.undo()  # the start
        assert session.now is None
        assert session.redo().first
        assert session.redo().text == "play 5"
        assert not session.may_redo


def test_a_question_before_the_first_entry_goes_with_the_start(tmp_path: Path) -> None:
    begin(tmp_path, "en", "advice")
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        assert session.undo().first
        assert session.now is None
        session.redo()
        assert session.now is not None
        assert session.now.text == "advice"


# -- the clock is offered where it runs


def rules() -> list[tuple[Game, dict[str, bool | str]]]:
    """Every game and pad that ships, with each value of each option."""
    pads = AllGames()
    found = []
    for one in [*map(game, GAMES), *map(pads.game, SHIPPED)]:
        assert one is not None
        chosen: list[dict[str, bool | str]] = [{}]
        chosen += [
            {name: value} for name, values in one.options.items() for value in values if one.allows({name: value})
        ]
        found += [(one, dict(one.complete(options))) for options in chosen]
    return found


def ever_in_turn(one: Game, options: dict[str, bool | str]) -> bool:
    """Whether one player alone is in turn at any moment of a random game."""
    position, dice = one.start(max(one.players[0], 2), options), Random(3)
    for _ in range(60):
        if len(position.to_act) == 1:
            return True
        legal = position.legal()
        if not legal:
            return False
        position = position.after(one.read(str(dice.choice(legal))))
    return False


def test_the_clock_is_offered_for_exactly_the_games_in_which_it_runs() -> None:
    words = Words("en")
    context = Context(None, NAMES, False, words, lambda text, *_: (text,), ROUTES, FixedLibrary())
    offered = set()
    for one, options in rules():
        players = max(one.players[0], 2)
        screen = New(one, ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay")[:players], options)
        labels = [line.item.label for line in screen.lines(context)]
        assert (words("screen.new.clock") in labels) == ever_in_turn(one, options), (one.key, options)
        offered.add(words("screen.new.clock") in labels)
    assert offered == {True, False}


def test_a_clock_that_was_chosen_before_the_option_is_not_begun_where_nobody_is_in_turn() -> None:
    context = Context(None, NAMES, False, Words("en"), lambda text, *_: (text,), ROUTES, FixedLibrary())
    for entry, kept in (("cards", parse_clock("up")), ("scores", OFF)):
        options = dict(game("spartacus").complete({"entry": entry}))
        start = New(game("spartacus"), NAMES, options, clock=parse_clock("up")).update(Command.OK, context)
        assert isinstance(start, Start)
        assert start.clock == kept
