"""What people type on a screen: numbers, sums, codes, labels of lists; and that nothing is entered without Enter."""

from __future__ import annotations

import random

import pytest
from presses import Shadow, random_game
from typed import clashes, fewest_keys, positions, touches
from variants import every_entry, options_of, up_to_three

from companion.ui.game_screens import running_snapshot
from companion.ui.intents import Enter, Say, Undo
from companion.ui.routes import ROUTES
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Menu, Table
from companion.ui.typing import Typing
from companion.ui.widgets import NumberScreen, label_text, place_of

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


def context_of(game: str, *texts: str, **options: str | bool) -> Context:
    table = Shadow(game, PEOPLE[: 3 if game in ("spartacus", "wizard") else 2], "en", **options)
    for text in texts:
        table.enter(table.read(text))
    return table.context


def typed(context: Context, text: str, screen: Screen | None = None) -> Screen | Intent:
    """The answer to letters one by one; `⏎` is OK, `⌫` is BACK."""
    shown: Screen | Intent = screen or Table()
    for letter in text:
        assert isinstance(shown, Screen), shown
        command = {"⏎": Command.OK, "⌫": Command.BACK}.get(letter)
        answer = shown.update(command, context) if command else ROUTES.sources.typed(shown, letter, context)
        shown = answer.then if isinstance(answer, Say) else answer
    return shown


@pytest.mark.parametrize(
    ("game", "before", "options", "text", "entered"),
    [
        ("praetorians", "", {}, "r7", "flip R7"),
        ("praetorians", "", {}, "R10", "flip R10"),
        ("praetorians", "", {}, "17", "flip R7"),
        ("praetorians", "", {}, "ｒ７", "flip R7"),
        ("praetorians", "", {"twelves": True}, "t2", "flip 12>1"),
        ("praetorians", "flip R1", {}, "s", "stop"),
        ("praetorians", "", {"entry": "scores"}, "27", "bank 27"),
        ("praetorians", "", {"entry": "scores"}, "3+6+2", "bank 11"),
        ("praetorians", "", {"entry": "scores"}, "m7", "match 7"),
        ("spartacus", "", {}, "7", "play 7"),
        ("spartacus", "", {}, "b", "play banner"),
        ("spartacus", "", {"entry": "scores"}, "t2⏎13⏎1", "trick 1 13 1"),
        ("spartacus", "", {"entry": "scores"}, "t2⏎5+8⏎1", "trick 1 13 1"),
        ("hannibal", "", {}, "romgal", "legion ROM>GAL"),
        ("hannibal", "", {}, "rom-corcor-sar", "fleet ROM-COR>COR-SAR"),
        ("seven-hills", "", {}, "3", "place 3"),
        ("seven-hills", "", {"open": True, "scoring": "strongest"}, "38", "place 3 8"),
        ("seven-hills", "", {"entry": "scores"}, "32", "hill 3 1"),
        ("seven-hills", "", {"entry": "scores"}, "30", "hill 3 -"),
        ("army-ants", "", {}, "7", "deploy 7"),
        ("army-ants", "", {}, "0", "deploy Q"),
        ("wizard", "", {}, "1", "bid 0 1"),
        ("phase-10", "", {}, "y", "done 0 yes"),
        ("phase-10", "", {}, "1", "done 0 no"),
        ("yahtzee", "", {}, "12", "box 0 five"),
    ],
)  # fmt: skip
def test_a_code_and_enter_is_the_action(
    game: str, before: str, options: dict[str, bool | str], text: str, entered: str
) -> None:
    context = context_of(game, *filter(None, [before]), **options)
    assert typed(context, text + "⏎") == Enter(entered)


def test_nothing_typed_is_entered_without_enter() -> None:
    context = context_of("praetorians")
    assert isinstance(typed(context, "r7"), Typing)


def test_what_is_typed_stands_in_the_title_until_it_is_used_or_taken_back() -> None:
    context = context_of("praetorians")
    shown = typed(context, "r7")
    assert isinstance(shown, Typing)
    assert shown.view(context).title == "r7_"
    assert typed(context, "⌫⌫", shown) == Table()


def test_a_digit_after_which_no_number_remains_changes_nothing_and_names_what_is_possible() -> None:
    context = context_of("praetorians", entry="scores")
    shown = typed(context, "9")
    assert isinstance(shown, Screen)
    answer = ROUTES.sources.typed(shown, "9", context)
    assert isinstance(answer, Say)
    assert (answer.key, answer.params) == ("refused.number", {"number": "99", "possible": "1 to 55"})
    assert answer.then.view(context).title == "9_"


@pytest.mark.parametrize(
    ("game", "before", "text", "entered"),
    [
        ("spartacus", "play 5", "10", "play 1"),  # the 1 stands, and is entered only by an Enter of its own
        ("spartacus", "play 5", "7", "play 4"),  # nothing stands; the cursor is on the highest card
        ("wizard", "", "5", "bid 0 0"),
    ],
)
def test_enter_behind_a_refused_letter_says_so_once_more_and_enters_nothing(
    game: str, before: str, text: str, entered: str
) -> None:
    context = context_of(game, *filter(None, [before]))
    shown = typed(context, text)
    assert isinstance(shown, Typing)
    again = shown.update(Command.OK, context)
    assert isinstance(again, Say)
    assert text in again.params.values()
    assert typed(context, text + "⏎⏎") == Enter(entered)


def test_a_refused_letter_changes_nothing_for_other_keys_and_for_what_is_typed_next() -> None:
    context = context_of("spartacus", "play 5")
    refused = typed(context, "9")
    assert isinstance(refused, Typing)
    assert refused.view(context) == Table().view(context)
    assert refused.update(Command.DOWN, context) == Table().update(Command.DOWN, context)
    assert refused.update(Command.BACK, context) == Table().update(Command.BACK, context)
    assert typed(context, "+", refused) == Table().update(Command.DOWN, context)
    assert typed(context, "92⏎") == Enter("play 2")
    assert typed(context, "19⌫") == Table()


@pytest.mark.parametrize(
    ("game", "before", "text", "possible"),
    [
        ("canasta", (), "601", "-4000 to 6000 by 5"),
        ("skull-king", ("bid 0 1", "bid 1 0", "took 0 1"), "35", "0 to 400 by 10"),
        ("cribbage", ("pegged 0 3", "pegged 1 5"), "19", "0 to 29, not 19 (CRI-3)"),
        ("cribbage", ("pegged 0 3", "pegged 1 5"), "30", "0 to 29"),
        ("farkle", (), "450", "0 to 10000 by 50, not 450 (FAR-3)"),
        ("farkle", (), "475", "0 to 10000 by 50"),
    ],
)
def test_typ_1_a_refused_number_is_not_among_what_is_possible(
    game: str, before: tuple[str, ...], text: str, possible: str
) -> None:
    context = context_of(game, *before)
    shown = typed(context, text)
    assert isinstance(shown, Typing)
    answer = shown.update(Command.OK, context)
    assert isinstance(answer, Say)
    assert answer.params == {"number": text, "possible": possible}


def test_enter_on_the_beginning_of_a_number_names_what_is_possible() -> None:
    screen = NumberScreen(Menu(Table()), "minutes", lambda context, number: Table((str(number),)), 15, 45, 15)
    context = context_of("praetorians")
    shown = typed(context, "2", screen)
    assert isinstance(shown, Typing)
    answer = shown.update(Command.OK, context)
    assert isinstance(answer, Say)
    assert answer.params == {"number": "2", "possible": "15 to 45"}
    assert typed(context, "27⏎", screen) == Table(("27",))


def test_cursor_keys_move_on_from_what_is_typed() -> None:
    context = context_of("praetorians")
    shown = typed(context, "r7")
    assert isinstance(shown, Screen)
    assert shown.update(Command.DOWN, context) == Table(("R", "8"))


def test_letters_go_to_the_next_label_that_begins_so_and_digits_to_a_line() -> None:
    context = context_of("praetorians", "flip R1")
    labels = [str(item) for item in Menu(Table()).view(context).menu]
    for text, label in (("lo", "Log"), ("h", "Home"), ("2", labels[1])):
        shown = typed(context, text, Menu(Table()))
        assert isinstance(shown, Typing)
        page = shown.view(context)
        assert page.cursor is not None
        assert str(page.menu[page.cursor]).startswith(label)


def test_accents_need_not_be_typed_and_kana_keep_their_marks() -> None:
    labels = [label_text(label) for label in ("Ämter", "Mölkky", "Моя", "がっこう", "かき", "ガス")]
    for text, place in (("amt", 0), ("mol", 1), ("möl", 1), ("моя", 2), ("か", 4), ("が", 3), ("ｶﾞ", 5)):
        assert place_of(label_text(text), labels, 5) == place, text


def test_a_label_is_the_entry_also_where_text_stands() -> None:
    """On a busy machine the beginning of a label may have been taken for typed text."""
    context = context_of("praetorians")
    shown = typed(context, "r")
    assert isinstance(shown, Typing)
    assert ROUTES.sources.read(shown, "TC1 pra R7", context) == Enter("flip R7")


def test_u_is_a_letter_behind_a_text_that_goes_on_with_it_and_else_undo() -> None:
    """As a keyboard types them, letter by letter: Mauretania, and the audit in the menu. No number goes on with u."""
    hannibal = context_of("hannibal", "legion ROM>GAL")
    assert typed(hannibal, "carmau⏎") == Enter("legion CAR>MAU")
    shown = typed(hannibal, "car")
    assert isinstance(shown, Screen)
    assert ROUTES.sources.typed(shown, "u", hannibal) == Undo()
    menu = typed(hannibal, "au", Menu(Table()))  # the audit
    assert isinstance(menu, Typing)
    assert menu.view(hannibal).title == "au_"
    assert typed(context_of("wizard"), "1u") == Undo()
    assert typed(hannibal, "u") == Undo()


def test_plus_and_minus_move_where_no_number_is_asked() -> None:
    context = context_of("spartacus")
    assert typed(context, "+") == Table().update(Command.DOWN, context)
    assert typed(context, "-") == Table().update(Command.UP, context)


@every_entry
def test_no_two_actions_have_one_code_and_every_action_is_typed_and_touched(game: str, entry: str | None) -> None:
    table = Shadow(game, up_to_three(game, PEOPLE), **options_of(entry))
    for context, action in random_game(table, random.Random(3), 40):
        assert clashes(running_snapshot(context)) == []
        assert fewest_keys(action, context) < 12
        assert touches(action, context) < 4


@pytest.mark.gate
@every_entry
def test_no_two_actions_have_one_code_whatever_the_options_and_however_many_play(game: str, entry: str | None) -> None:
    """A sample; `typed_codes.py` in `tests/bench` takes a hundred thousand positions."""
    assert {step.id: found for step in positions(game, entry, 100) if (found := clashes(step))} == {}
