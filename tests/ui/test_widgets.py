"""The kit of screens: what the keys do in a list, a question, on pages, with a number and on a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from device import Player, begin, chosen, look, pick, played, says, tell
from fixed_library import FixedLibrary
from presses import painter

from companion.ui.boards import BoardScreen
from companion.ui.choices import Place
from companion.ui.intents import Enter
from companion.ui.page import Item, Page
from companion.ui.routes import ROUTES
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.widgets import Confirm, Line, Lines, ListScreen, NumberScreen, Pages, text_pages
from companion.words import Words

SIGHT = Context(None, (), False, Words("en"), painter().wrap, ROUTES, FixedLibrary())
BACK, OK, UP, DOWN, LEFT, RIGHT = (
    Command.BACK, Command.OK, Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT,
)  # fmt: skip


class Before(Screen):
    """The screen that BACK leads to."""

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return self

    def view(self, context: Context) -> Page:
        return Page(screen="before", title="")


class Letters(ListScreen):
    """So many letters; OK on one enters it."""

    count: int

    def lines(self, context: Context) -> list[Line]:
        return [letter(at) for at in range(self.count)]

    def page(self, context: Context) -> Page:
        return Page(screen="letters", title="Letters")

    def left(self, context: Context) -> Screen:
        return Before()


class Looked(Letters):
    """The same letters, looked up five at a time."""

    def lines(self, context: Context) -> Lines:  # type: ignore[override]
        return Lines(self.count, lambda shown: [letter(at) for at in shown], 5)


class Plain(ListScreen):
    """A list that says nothing about its page and about BACK."""

    screen_name = "figures"

    back: Screen

    def lines(self, context: Context) -> list[Line]:
        return [letter(0)]


def letter(at: int) -> Line:
    return Line(Item(chr(ord("a") + at)), lambda: Enter(chr(ord("a") + at)))


def after(screen: Screen | Intent, *commands: Command) -> Screen | Intent:
    for command in commands:
        assert not isinstance(screen, Intent)
        screen = screen.update(command, SIGHT)
    return screen


def seen(screen: Screen | Intent) -> Page:
    assert not isinstance(screen, Intent)
    return screen.view(SIGHT)


def shown(screen: Screen | Intent) -> tuple[str, int | None]:
    page = seen(screen)
    return "".join([item.label for item in page.menu]), page.cursor


def test_up_and_down_move_in_a_ring_and_ok_takes_the_line_under_the_cursor() -> None:
    assert shown(after(Letters(3), UP)) == ("abc", 2)
    assert shown(after(Letters(3), UP, DOWN)) == ("abc", 0)
    assert after(Letters(3), DOWN, OK) == Enter("b")
    assert after(Letters(3), BACK) == Before()


def test_a_short_list_has_no_pages_so_left_and_right_move_by_a_line() -> None:
    assert shown(after(Letters(4), RIGHT)) == ("abcd", 1)
    assert shown(after(Letters(4), LEFT)) == ("abcd", 3)


def test_in_a_long_list_left_and_right_move_by_a_page_that_keeps_a_line_in_sight() -> None:
    assert shown(after(Letters(9), RIGHT)) == ("abcdefghi", 3)
    assert shown(after(Letters(9), RIGHT, RIGHT, RIGHT)) == ("abcdefghi", 8)
    assert shown(after(Letters(9), DOWN, LEFT)) == ("abcdefghi", 0)


def test_of_a_list_that_is_looked_up_only_the_lines_around_the_cursor_are_shown() -> None:
    assert shown(Looked(9)) == ("abcde", 0)
    assert shown(Looked(9, cursor=4)) == ("cdefg", 2)
    assert shown(after(Looked(9), UP)) == ("efghi", 4)
    assert shown(after(Looked(9), RIGHT)) == ("bcdef", 2)
    assert after(Looked(9), UP, OK) == Enter("i")


@pytest.mark.parametrize("letters", [Letters, Looked])
def test_a_cursor_behind_the_last_line_is_on_the_last_line(letters: type[Letters]) -> None:
    assert shown(letters(2, cursor=5)) == ("ab", 1)
    assert after(letters(2, cursor=5), OK) == Enter("b")
    assert shown(after(letters(2, cursor=5), UP)) == ("ab", 0)


@pytest.mark.parametrize("letters", [Letters, Looked])
def test_a_list_without_lines_has_no_cursor_and_every_choice_leads_back(letters: type[Letters]) -> None:
    assert shown(letters(0)) == ("", None)
    assert shown(after(letters(0), DOWN, RIGHT)) == ("", None)
    assert after(letters(0), OK) == Before()


def test_the_keys_that_move_are_shown_where_there_is_more_than_one_line() -> None:
    assert [Letters(count).view(SIGHT).keys for count in (0, 1, 2)] == ["ob", "ob", "uob"]
    assert [Looked(count).view(SIGHT).keys for count in (1, 2)] == ["ob", "uob"]


def test_a_question_starts_on_no_and_back_is_no() -> None:
    question = Confirm("stuck", "Sure?", Enter("yes"), Before())
    assert seen(question).text == ("Sure?",)
    assert seen(question).cursor == 1
    assert after(question, OK) == Before()
    assert after(question, BACK) == Before()
    assert after(question, UP, OK) == Enter("yes")


class Seven(Pages):
    """Seven lines on two pages, or one line on one."""

    count: int

    def pages(self, context: Context) -> list[Page]:
        return text_pages(Page("lines", "Lines"), context.reading, [str(number) for number in range(self.count)])

    def left(self, context: Context) -> Screen:
        return Before()


def test_pages_are_turned_in_a_ring_with_every_arrow_and_left_with_ok_and_back() -> None:
    assert (seen(Seven(7)).text, seen(Seven(7)).aside) == (("0", "1", "2", "3", "4"), "1/2")
    for arrow in (UP, DOWN, LEFT, RIGHT):
        assert (seen(after(Seven(7), arrow)).text, seen(after(Seven(7), arrow)).aside) == (("5", "6"), "2/2")
    assert after(Seven(7), DOWN, DOWN) == Seven(7)
    assert after(Seven(7), OK) == after(Seven(7), BACK) == Before()


def test_a_single_page_has_no_number_and_no_keys_to_turn_it() -> None:
    assert (seen(Seven(1)).aside, seen(Seven(1)).keys, seen(Seven(7)).keys) == ("", "ob", "uob")
    assert after(Seven(1), DOWN) == Seven(1)


def test_a_list_has_the_title_of_its_name_and_back_leads_to_the_screen_before() -> None:
    assert (seen(Plain(Before())).screen, seen(Plain(Before())).title) == ("figures", "Figures")
    assert after(Plain(Before()), BACK) == Before()


def enter(context: Context, number: int) -> Intent:
    return Enter(str(number))


def pawn(space: int, most: int = 98) -> NumberScreen:
    """Where a pawn is."""
    return NumberScreen(Before(), "Pawn", enter, space, most)


def test_a_pawn_comes_from_16_to_41_in_ten_presses_with_four_keys() -> None:
    assert after(pawn(16), UP, UP, UP, OK, DOWN, DOWN, DOWN, DOWN, DOWN, OK) == Enter("41")


@pytest.mark.parametrize("start", [0, 16, 50, 98])
def test_every_number_is_within_twelve_presses_with_four_keys(start: int) -> None:
    presses: dict[str, int] = {}
    reached: dict[Screen, int] = {pawn(start): 0}
    queue: list[Screen] = [pawn(start)]
    for screen in queue:  # the loop adds to the queue
        for key in (UP, DOWN, OK):
            there = after(screen, key)
            if isinstance(there, Enter):
                presses.setdefault(there.text, reached[screen] + 1)
            elif not isinstance(there, Intent) and there not in reached:
                reached[there] = reached[screen] + 1
                queue.append(there)
    assert set(presses) == {str(number) for number in range(99)}
    assert max(presses.values()) <= 12


def test_the_tens_go_in_a_ring_and_the_units_carry_on() -> None:
    assert seen(after(pawn(16), DOWN, DOWN)).big == "96"
    assert seen(after(pawn(96), UP)).big == "6"
    assert seen(after(pawn(39), OK, UP)).big == "40"
    assert seen(after(pawn(0), OK, DOWN)).big == "98"
    assert seen(after(pawn(89), UP)).big == "98"  # 99 is too much


def test_left_and_right_change_the_tens_and_lead_on_to_the_units() -> None:
    assert after(pawn(16), RIGHT, RIGHT, UP, LEFT, OK) == Enter("27")


def test_back_goes_from_the_units_to_the_tens_and_keeps_the_number() -> None:
    assert after(pawn(16), UP, OK, UP, BACK) == pawn(27)
    assert after(pawn(16), BACK) == Before()


def test_a_number_below_ten_has_no_tens() -> None:
    assert seen(pawn(3, most=7)).text == ("by one, 0 to 7",)
    assert after(pawn(3, most=7), UP, OK) == Enter("4")
    assert after(pawn(0, most=7), DOWN, OK) == Enter("7")
    assert after(pawn(3, most=7), BACK) == Before()


class Cross(BoardScreen):
    """Five spaces: one in the middle of three columns, two above each other at both ends."""

    at: str

    def places(self, context: Context) -> Mapping[str, Place]:
        return {"c": (1, 1), "a": (0, 0), "b": (2, 0), "d": (0, 2), "e": (2, 2)}

    def chosen(self, context: Context) -> Intent:
        return Enter(self.at)

    def left(self, context: Context) -> Screen:
        return Before()

    def view(self, context: Context) -> Page:
        return Page(screen="cross", title=self.at)


def test_on_a_board_up_and_down_go_through_all_spaces_and_left_and_right_sideways() -> None:
    walk = [seen(after(Cross("a"), *[DOWN] * steps)).title for steps in range(6)]
    assert walk == ["a", "b", "c", "d", "e", "a"]
    assert after(Cross("a"), UP, OK) == Enter("e")
    assert after(Cross("b"), LEFT, OK) == Enter("e")
    assert after(Cross("c"), RIGHT, OK) == Enter("d")
    assert after(Cross("c"), BACK) == Before()


# -- nothing is lost


def test_home_keeps_its_cursor_and_a_new_game_what_was_chosen(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Spartacus")
        yield from pick("Players")
        yield from pick("Player 1")
        yield from pick("Done")
        yield from pick("Begins")
        before = yield from look()
        assert before["lines"][2:4] == ["Players: Player 2", "Begins: draw lots"]
        answer = yield "back"
        assert (answer["screen"], chosen(answer)) == ("home", "Spartacus")
        answer = yield "ok"
        assert answer == before
        yield "back"
        yield from pick("Praetorians")
        answer = yield from look()
        assert answer["lines"][2] == "Players: Player 1, Player 2"

    played(tmp_path, player())


def corrected() -> Player:
    """In a game, a pawn that is corrected in the audit, and BACK from there."""
    yield "ok"
    yield from begin()
    yield from tell("flip R7", ("Player 1", "Player 2"))
    yield "back"
    yield from pick("Audit")
    yield from pick("Player 2's pawn")
    yield from says("up ok up ok back")


def test_a_correction_that_is_not_set_is_marked_in_the_menu_and_still_there_in_the_audit(tmp_path: Path) -> None:
    def player() -> Player:
        yield from corrected()
        answer = yield from look()
        assert (answer["screen"], chosen(answer)) == ("menu", "Audit: not set yet")
        yield from pick("Log")
        yield "back"
        yield from pick("Audit")
        answer = yield from look()
        assert answer["screen"] == "audit"
        assert "Player 2's pawn: 14" in answer["lines"]
        yield from pick("Set the record so")
        answer = yield from look()
        assert "Player 2 14" in answer["lines"]

    played(tmp_path, player())


@pytest.mark.parametrize("line", ["Back to the table", "Undo", "End the game", "Home"])
def test_a_correction_that_is_not_set_is_asked_for_before_it_is_lost(tmp_path: Path, line: str) -> None:
    def player() -> Player:
        yield from corrected()
        yield from pick(line)
        answer = yield from look()
        assert (answer["screen"], chosen(answer)) == ("unset", "Back to them")
        answer = yield "ok"
        assert (answer["screen"], "Player 2's pawn: 14" in answer["lines"]) == ("audit", True)
        yield "back"
        yield from pick(line)
        yield from pick("Go on without them")
        answer = yield from look()
        assert answer["screen"] == {"End the game": "end", "Home": "home"}.get(line, "table")

    answers = played(tmp_path, player())
    assert not any(action.startswith("set ") for answer in answers for action in answer["actions"])


@pytest.mark.parametrize("way", [["Audit"], ["Audit", "Player 1's pawn"], [], ["Log"]])
def test_undo_asks_before_it_drops_a_correction(tmp_path: Path, way: list[str]) -> None:
    def player() -> Player:
        yield from corrected()
        for line in way:
            yield from pick(line)
        answer = yield "hold back"
        assert (answer["screen"], chosen(answer)) == ("unset", "Back to them")
        yield "hold back"  # as people do who undo several times: it answers nothing
        if "Audit" not in way:
            answer = yield from look()
            assert (answer["screen"], "Player 2's pawn: 14" in answer["lines"]) == ("audit", True)
        yield "hold back"
        yield from pick("Go on without them")

    assert [action for answer in played(tmp_path, player()) for action in answer["actions"]][2:] == ["undo"]


def test_a_change_of_an_earlier_entry_asks_before_it_drops_a_correction(tmp_path: Path) -> None:
    def player() -> Player:
        yield from corrected()
        yield from pick("Log")
        yield from says("ok")
        yield from pick("Change")
        yield from pick("Green")
        yield "ok"
        answer = yield from look()
        assert (answer["screen"], chosen(answer)) == ("unset", "Back to them")
        yield from pick("Go on without them")

    assert played(tmp_path, player())[-1]["actions"][0].startswith("change 1 flip G")


def test_undo_asks_nothing_where_there_is_no_correction(tmp_path: Path) -> None:
    def player() -> Player:
        yield "ok"
        yield from begin()
        yield "back"
        yield from pick("Audit")
        yield from pick("Player 2's pawn")
        answer = yield "hold back"
        assert answer["actions"] == ["undo"]

    played(tmp_path, player())


def hannibal_is_still_prepared() -> Player:
    """At home the cursor is on Hannibal vs Rome, and behind it Rome is whom people have chosen."""
    answer = yield from look()
    assert chosen(answer) == "Hannibal vs Rome"
    answer = yield "ok"
    assert "Rome: Player 2" in answer["lines"]


def test_home_keeps_its_cursor_for_people_who_come_back_from_the_menu(tmp_path: Path) -> None:
    def player() -> Player:
        yield "ok"
        yield from begin()
        yield "back"
        yield from pick("Home")
        answer = yield from look()
        assert chosen(answer).startswith("Continue")  # another game is on the table: another first line
        yield from pick("Hannibal vs Rome")
        yield from says("down down ok back back back")
        yield from pick("Home")
        yield from hannibal_is_still_prepared()

    played(tmp_path, player())


def test_a_new_game_that_has_begun_is_not_prepared_any_more(tmp_path: Path) -> None:
    """The players of the game on the table, not those of an earlier draft."""

    def player() -> Player:
        yield from pick("Praetorians")
        yield from says("down down ok up up")
        yield from begin()
        yield "back"
        yield from pick("Home")
        answer = yield from look()
        assert chosen(answer).startswith("Continue")
        yield from pick("Praetorians")
        answer = yield from look()
        assert answer["lines"][2:4] == ["Players: Player 2, Player 1", "Begins: Player 2"]

    played(tmp_path, player())


def test_what_people_prepared_waits_while_they_look_at_another_game(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Hannibal vs Rome")
        yield from says("down down ok back")
        yield from pick("Praetorians")
        yield "back"
        yield from pick("Hannibal vs Rome")
        answer = yield from look()
        assert "Rome: Player 2" in answer["lines"]

    played(tmp_path, player())


@pytest.mark.parametrize("way", [(), ("down", "ok"), ("hold ok",)], ids=["new", "players", "help"])
def test_undo_on_the_screens_of_a_new_game_keeps_what_people_prepared(tmp_path: Path, way: tuple[str, ...]) -> None:
    def player() -> Player:
        yield "ok"
        yield from begin()
        yield from pick("Blue")
        yield "ok"
        yield "back"
        yield from pick("Home")
        yield from pick("Hannibal vs Rome")
        yield from says("down down ok up up", *way)
        answer = yield "hold back"
        assert (answer["screen"], answer["actions"]) == ("table", ["undo"])
        yield "back"
        yield from pick("Home")
        yield from hannibal_is_still_prepared()

    played(tmp_path, player())


def test_when_the_game_ends_home_has_another_first_line_and_starts_there(tmp_path: Path) -> None:
    """With the first game that is over History appears among the lines; a number of a line would mean another one."""

    def player() -> Player:
        yield "ok"
        yield from begin()
        yield "back"
        yield from pick("Home")
        yield from pick("Settings")
        yield from says("back back back")
        yield from pick("Home")
        answer = yield from look()
        assert chosen(answer) == "Settings"
        yield from says("back back")
        yield from pick("End the game")
        yield from pick("Abandon")
        yield from says("up ok", "wait 1")
        answer = yield "back"
        yield from pick("Home")
        answer = yield from look()
        assert "History" in answer["lines"]
        assert chosen(answer).startswith("Last game")

    played(tmp_path, player())


def in_a_game(*lines: str) -> Player:
    yield "ok"
    yield from begin()
    for line in lines:
        if line in ("back", "down", "ok"):
            yield line
        else:
            yield from pick(line)


WAYS: dict[str, Callable[[], Player]] = {
    "home": lambda: says("down down"),
    "new": lambda: says("ok down down ok down"),
    "players": lambda: says("ok down ok down"),
    "menu": lambda: in_a_game("back", "down", "down"),
    "audit": lambda: in_a_game("back", "Audit", "Player 2's pawn", "down", "ok", "ok", "down"),
    "number": lambda: in_a_game("back", "Audit", "Player 2's pawn", "down", "ok", "down"),
    "end": lambda: in_a_game("back", "End the game", "down"),
    "ending": lambda: in_a_game("back", "End the game", "ok"),
    "cards": lambda: in_a_game("Red", "down"),
}
"""Ways from home to a screen where the cursor has moved, or something is half made."""


@pytest.mark.parametrize("screen", WAYS)
def test_help_and_a_wait_change_neither_the_cursor_nor_what_is_half_made(tmp_path: Path, screen: str) -> None:
    def player() -> Player:
        yield from WAYS[screen]()
        before = yield from look()
        assert before["screen"] == screen
        for words in (["hold ok", "down", "back"], ["help", "back"], ["wait 90"], ["wait 700", "down"]):
            for word in words:
                answer = yield word
            assert answer == before

    played(tmp_path, player())


def test_with_back_on_the_menu_a_correction_is_asked_for_too(tmp_path: Path) -> None:
    def player() -> Player:
        yield from corrected()
        answer = yield "back"
        assert answer["screen"] == "unset"

    played(tmp_path, player())
