"""Names: added with the letter wheel, renamed, retired; the roster in the order of last use."""

from __future__ import annotations

from pathlib import Path

import pytest
from device import WALL, Player, actions, begin, chosen, homeward, look, pick, played
from fixed_library import FixedLibrary
from installed import Record
from presses import painter
from variants import first

from companion.kit.rules import NAME_MOST
from companion.ports import Key
from companion.services.device import PEOPLE
from companion.session.session import Session
from companion.ui.home import Home
from companion.ui.intents import Say
from companion.ui.people import Name, People, newcomers
from companion.ui.routes import ROUTES
from companion.ui.screen import Command, Context
from companion.ui.tour import Tour
from companion.values import replace
from companion.words import LANGUAGES, Words
from hardware.simulated import SimulatedClock

FOUR_KEYS = frozenset((Key.UP, Key.DOWN, Key.OK, Key.BACK))


def spelled(name: str) -> Player:
    for letter in (*name, "✓"):
        yield from turned_to(letter.replace(" ", "␣"))
        yield "ok"


def turned_to(letter: str) -> Player:
    answer = yield from look()
    for _ in range(120):
        if answer["lines"][1] == letter:
            return
        answer = yield "down"
    raise AssertionError(f"{letter} is not on the wheel")


def wheel() -> Player:
    yield from pick("People")
    yield from pick("New name")


def waiting() -> Player:
    """A game of the two people of a first start is begun and left waiting at home."""
    yield "ok"
    yield "ok"
    yield "ok"
    yield "back"
    yield from pick("Home")


@pytest.mark.parametrize("name", first(["Mary Jane", "Zoë", "R2-D2", "Ada", "O'Neil", "Jörg-Åke", "x.y"], 3))
def test_a_name_is_spelled_with_the_wheel(tmp_path: Path, name: str) -> None:
    def player() -> Player:
        yield from wheel()
        yield from spelled(name)

    answers = played(tmp_path, player())
    assert actions(answers) == [f"name {name}"]
    assert answers[-1]["lines"][-2:] == [name, "New name"]


def test_the_wheel_reaches_kana_and_comes_back(tmp_path: Path) -> None:
    def player() -> Player:
        yield from wheel()
        yield from turned_to("kana")
        yield "ok"
        for letter in ("は", "な", "カナ", "コ", "abc"):
            yield from turned_to(letter)
            yield "ok"
        yield from spelled("o")

    assert actions(played(tmp_path, player())) == ["name はなコo"]


def test_joiners_of_a_keyboard_go_into_a_name_and_what_else_nobody_sees_does_not() -> None:
    context = Context(None, (), False, Words("en"), painter().wrap, ROUTES, FixedLibrary())
    typed = Name(People(Home())).type_text("عا\u200c\u200b\u202eجن\n", context)
    assert isinstance(typed, Name)
    assert typed.written == "عا\u200cجن"


def test_in_japanese_the_wheel_starts_with_hiragana_and_leads_to_katakana_and_letters() -> None:
    context = Context(None, (), False, Words("ja"), painter().wrap, ROUTES, FixedLibrary())
    start = Name(People(Home()))
    assert start.view(context).big == "あ"

    def turned(screen: Name, letter: str) -> Name:
        command = Command.DOWN
        for _ in range(100):
            if screen.view(context).big == letter:
                command = Command.OK
            after = screen.update(command, context)
            assert isinstance(after, Name)
            if command is Command.OK:
                return after
            screen = after
        raise AssertionError(f"{letter} is not on the wheel")

    written = start
    for letter in "がっこ":
        written = turned(written, letter)
    assert written.view(context).text[0] == "がっこ_"
    assert turned(written, "カナ").view(context).big == "ア"
    assert turned(turned(written, "カナ"), "かな").view(context).big == "あ"
    assert turned(turned(written, "abc"), "かな").view(context).big == "あ"


def test_the_end_of_a_name_is_one_step_up_after_every_letter(tmp_path: Path) -> None:
    def player() -> Player:
        yield from wheel()
        for letter in "Ada":
            yield from turned_to(letter)
            yield "ok"
        yield "up"
        yield "ok"

    answers = played(tmp_path, player())
    assert actions(answers) == ["name Ada"]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("Ben", 6),  # B is one step from A, e and n are where the wheel starts, the end mark is one step up
        *[pytest.param(*case, marks=pytest.mark.thorough) for case in (("Ada", 21), ("Cleo", 16), ("Anna", 20))],
    ],
)
def test_a_plain_name_costs_few_presses(tmp_path: Path, name: str, count: int) -> None:
    """By the shorter way round the wheel, the presses OK and the end mark included."""

    def presses(name: str) -> int:
        count = 0

        def player() -> Player:
            nonlocal count
            yield from wheel()
            for letter in (*name, "✓"):
                steps = {}
                for word in ("down", "up"):
                    steps[word] = 0
                    answer = yield from look()
                    while answer["lines"][1] != letter:
                        steps[word] += 1
                        answer = yield word
                    for _ in range(steps[word]):
                        answer = yield "up" if word == "down" else "down"
                best = min(steps, key=lambda word: steps[word])
                for _ in range(steps[best]):
                    yield best
                yield "ok"
                count += steps[best] + 1

        assert actions(played(tmp_path / name, player())) == [f"name {name}"]
        return count

    assert presses(name) == count


def test_back_takes_letters_back_and_then_leaves(tmp_path: Path) -> None:
    def player() -> Player:
        yield from wheel()
        yield "ok"
        yield "ok"
        answer = yield from look()
        assert answer["lines"][2] == "An_"
        answer = yield "back"
        assert answer["lines"][2] == "A_"
        yield "back"
        answer = yield "back"
        assert answer["screen"] == "people"

    assert actions(played(tmp_path, player())) == []


def test_a_name_of_the_longest_length_takes_no_further_letter(tmp_path: Path) -> None:
    def player() -> Player:
        yield from wheel()
        for _ in range(NAME_MOST):
            yield "ok"
        answer = yield "ok"
        assert "at most 24" in answer["banner"]
        yield "up"
        yield "ok"

    (text,) = actions(played(tmp_path, player()))
    assert len(text.removeprefix("name ")) == NAME_MOST


def test_a_name_that_comes_in_one_piece_and_is_too_long_is_named_in_the_refusal() -> None:
    long = "あ" * (NAME_MOST + 1)
    context = Context(None, (), False, Words("en"), painter().wrap, ROUTES, FixedLibrary())
    refused = Name(People(Home())).type_text(long, context)
    assert isinstance(refused, Say)
    assert refused.params == {"name": long, "most": NAME_MOST, "count": NAME_MOST + 1}


def test_renaming_changes_the_roster_the_table_and_the_games_that_wait(tmp_path: Path) -> None:
    def player() -> Player:
        yield from waiting()
        yield from pick("People")
        yield from pick("Player 1")
        yield from pick("Rename")
        answer = yield from look()
        assert answer["lines"][2] == "Player 1_"
        for _ in "Player 1":
            yield "back"
        yield from spelled("Ada")
        answer = yield from look()
        assert answer["lines"][1:3] == ["Ada", "Player 2"]
        yield "back"
        yield from pick("Continue")
        answer = yield from look()
        assert answer["lines"][0] == "Ada"
        yield from homeward()
        yield from pick("Hannibal vs Rome")
        yield from pick("Start")
        yield from homeward()
        answer = yield from look()
        assert "» Praetorians: Ada, Player 2" in answer["lines"]
        yield from pick("» Praetorians")
        answer = yield from look()
        assert answer["lines"][0] == "Ada"

    answers = played(tmp_path, player())
    assert actions(answers) == ["new praetorians", "rename Player 1 → Ada", "new hannibal", "resume 1"]


def test_a_name_that_somebody_else_has_is_refused(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("People")
        yield from pick("Player 1")
        yield from pick("Take off the list")
        yield from pick("Player 2")
        yield from pick("Rename")
        yield "back"
        yield from spelled("1")
        answer = yield from look()
        assert answer["banner"] == "Player 1 is somebody's name already"
        assert answer["screen"] == "name"

    assert actions(played(tmp_path, player())) == ["retire Player 1"]


def test_who_is_retired_comes_back_when_added_again(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("People")
        yield from pick("Player 2")
        yield from pick("Take off the list")
        answer = yield from look()
        assert answer["lines"] == ["People", "Player 1", "New name"]
        yield from pick("New name")
        yield from spelled("Player 2")

    answers = played(tmp_path, player())
    assert answers[-1]["lines"] == ["People", "Player 1", "Player 2", "New name"]
    assert actions(answers) == ["retire Player 2", "name Player 2"]


def test_who_played_last_stands_first(tmp_path: Path) -> None:
    def player() -> Player:
        yield "ok"
        yield from pick("Players")
        yield from pick("Player 1")
        yield from pick("Player 1")
        yield "back"
        yield from begin()
        yield "back"
        yield from pick("Home")
        yield from pick("People")

    assert played(tmp_path, player())[-1]["lines"][1:3] == ["Player 2", "Player 1"]


def test_home_offers_people_below_the_games(tmp_path: Path) -> None:
    def player() -> Player:
        yield "up"  # round the end of the ring: below all games stand the people and the settings
        answer = yield "up"
        assert chosen(answer) == "People"

    played(tmp_path, player())


def test_a_renamed_person_plays_on_under_the_new_name_only(tmp_path: Path) -> None:
    def player() -> Player:
        yield from waiting()
        yield from pick("People")
        yield from pick("Player 2")
        yield from pick("Rename")
        for _ in "Player 2":
            yield "back"
        yield from spelled("Ben")
        yield "back"
        yield from pick("Praetorians")
        answer = yield from look()
        assert "Players: Player 1, Ben" in answer["lines"]
        yield from pick("Players")
        answer = yield from look()
        assert answer["lines"][1:4] == ["Done: 2", "Player 1: 1", "Ben: 2"]

    played(tmp_path, player())


def test_who_is_renamed_after_a_game_has_the_new_name_in_its_series_in_the_rematch_and_after_an_undo(
    tmp_path: Path,
) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("hannibal", ("Ada", "Beb"), {})
        session.enter("agree draw")
        session.rematch()
        session.enter("concede 1")

    def player() -> Player:
        yield from homeward()
        yield from pick("People")
        yield from pick("Beb")
        yield from pick("Rename")
        yield "back"
        yield from spelled("n")
        yield "back"
        yield from pick("Last game")
        answer = yield "down"
        assert answer["lines"][:3] == ["Ben wins", "Ada concedes", "In a row: Ben 1, Ada 0"]
        answer = yield "ok"
        assert answer["actions"] == ["new hannibal"]
        yield "hold back"
        yield "hold back"
        answer = yield from look()
        assert "Ben" in " ".join(answer["lines"])

    answers = played(tmp_path, player())
    assert actions(answers) == ["rename Beb → Ben", "new hannibal", "undo", "undo"]


def test_a_rematch_with_somebody_who_left_the_list_asks_who_plays(tmp_path: Path) -> None:
    def player() -> Player:
        yield "ok"
        yield from begin()
        yield "back"
        yield from pick("End the game")
        yield from pick("Abandon")
        yield from pick("End it")
        yield "back"
        yield from pick("Home")
        yield from pick("People")
        yield from pick("Player 2")
        yield from pick("Take off the list")
        yield "back"
        yield from pick("Last game")
        yield from pick("Rematch")
        answer = yield from look()
        assert (answer["screen"], answer["lines"][2]) == ("new", "Players: Player 1")
        for _ in range(3):
            yield "down"
        changed = yield "ok"  # an option
        assert changed["lines"] != answer["lines"]
        answer = yield "back"
        assert answer["screen"] == "over"
        yield from pick("Rematch")
        answer = yield from look()
        assert answer["lines"] == changed["lines"]

    assert actions(played(tmp_path, player()))[-1] == "retire Player 2"


def test_holding_back_in_the_wheel_clears_the_name_and_undoes_no_game(tmp_path: Path) -> None:
    def player() -> Player:
        yield from waiting()
        yield from wheel()
        yield "ok"
        yield "ok"
        answer = yield "hold back"
        assert (answer["screen"], answer["lines"][2]) == ("name", "_")

    assert actions(played(tmp_path, player())) == ["new praetorians"]


# -- people whose names nobody has entered


def test_where_a_game_needs_more_people_each_is_one_press_away(tmp_path: Path) -> None:
    """Spartacus is for three to five."""

    def player() -> Player:
        yield from pick("Spartacus")
        answer = yield "ok"
        assert (answer["screen"], chosen(answer)) == ("players", "C: new")
        answer = yield "ok"
        assert chosen(answer) == "Done: 3"
        assert answer["lines"][2:7] == ["A: 1", "B: 2", "C: 3", "D: new", "Device"]
        yield from pick("D")
        yield from pick("E")
        answer = yield from look()
        assert answer["lines"][1:] == ["Done: 5", "A: 1", "B: 2", "C: 3", "D: 4", "E: 5", "Device", "New name"]

    assert actions(played(tmp_path, player(), people=("A", "B"))) == ["name C", "name D", "name E"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_record_has_the_first_of_the_short_names(language: str) -> None:
    assert tuple(newcomers(Words(language))[:2]) == PEOPLE


# -- the tour


def test_help_leads_to_the_tour_of_the_keys_and_back(tmp_path: Path) -> None:
    def player() -> Player:
        yield "hold ok"
        answer = yield "up"
        assert "OK on this page shows the keys one by one." in " ".join(answer["lines"])
        answer = yield "ok"
        for page in range(1, 7):
            assert (answer["screen"], answer["lines"][1]) == ("tour", f"{page}/6")
            answer = yield "back"
        assert answer["screen"] == "help"
        answer = yield "back"
        assert answer["screen"] == "home"

    played(tmp_path, player())


@pytest.mark.parametrize("keys", [FOUR_KEYS, FOUR_KEYS - {Key.BACK}])
@pytest.mark.parametrize("language", LANGUAGES)
def test_at_a_keyboard_the_tour_names_its_keys_and_not_the_pictures_of_a_board(
    language: str, keys: frozenset[Key]
) -> None:
    context = Context(None, (), False, Words(language), painter().wrap, ROUTES, FixedLibrary(), keys=keys)
    told = [" ".join(seen) for seen in (walked(context), walked(replace(context, keyboard=True)))]
    assert len(walked(context)) == len(walked(replace(context, keyboard=True)))
    assert [bool(set(text) & set("▲▼○↩")) for text in told] == [True, False]
    assert ["Enter" in text for text in told] == [False, True]


def walked(context: Context) -> list[str]:
    """The text of each page of the tour."""
    pages, screen = list[str](), Tour(Home())
    while isinstance(screen, Tour):
        pages.append("".join(screen.view(context).text))
        screen = screen.update(Command.OK, context)  # type: ignore[assignment]
    return pages
