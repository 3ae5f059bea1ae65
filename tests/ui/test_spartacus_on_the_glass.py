"""Spartacus on the glass: entered by cards and by piles, the log, Why?, corrections. Worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Generator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from device import Answer, Player, actions, chosen, look, menu, pick, played, says
from glass import MeasuringPainter
from letters import letters_for
from presses import FOUR, JOYSTICK, Shadow, painter, random_game, seated, way_to, ways
from test_every_game_on_the_glass import PEOPLE

from companion.games import registry
from companion.games.installed import INSTALLED
from companion.games.spartacus.lines import distinct_names
from companion.games.spartacus.repair import Cards, Place, Where, move_card, targets
from companion.games.spartacus.text import TEXT
from companion.games.spartacus.trick_picture import TrickPicture, TrickSeat
from companion.kit.zones import Fields
from companion.session.settings import Settings
from companion.session.text import explain_action
from companion.ui.audit import Audit
from companion.ui.game_over import Over
from companion.ui.help import Help
from companion.ui.letters import RIGHT
from companion.ui.log import Log, Then, Why
from companion.ui.new_game import New
from companion.ui.page import Figure, Page
from companion.ui.painter import Painter
from companion.ui.screen import Command
from companion.ui.table import Menu, Table
from companion.values import replace
from companion.words import LANGUAGES, Words

THREE = PEOPLE[:3]
FULL = {"banners": "double", "joker_scoring": "none", "entry": "cards"}


def game(*texts: str, players: int = 3, **options: str) -> Player:
    """A game with these options in which these actions are entered, each by the shortest way with four keys."""
    chosen = {**FULL, **options}
    table = Shadow("spartacus", PEOPLE[:players], **chosen)
    yield from seated(table)
    for text in texts:
        for command in way_to(text, table.context, FOUR):
            yield command.value
        table.enter(registry.game("spartacus").read(text))


def device(tmp_path: Path, player: Player) -> list[Answer]:
    return played(tmp_path, player, people=PEOPLE)


def test_on_done_the_points_of_all_are_on_the_whole_glass_in_22_rows_with_who_would_win() -> None:
    table = Shadow("spartacus", (*PEOPLE, "Emma")[:5], entry="scores")
    for text in (
        "trick 0 55 1",
        "trick 1 55 2",
        "trick 2 55 0",
        "hand 3 55 1",
        "hand 4 55 1",
        "hand 0 0 0",
        "hand 1 0 0",
    ):
        table.enter(table.read(text))
    page = Table().view(table.context)
    assert (page.far, [figure.won for figure in page.figures]) == (True, [False, True, False, False, False])
    found = MeasuringPainter(letters_for("en")).measures(page)
    assert (found.argued, found.inverted, found.clipped) == (22, 1, 0)


def walk_to(line: str) -> Generator[str, Answer, Answer]:
    """Down a menu to the line that reads so, without taking it; answers with the screen there."""
    answer = yield from look()
    for _ in range(60):
        if chosen(answer) == line:
            return answer
        answer = yield "down"
    raise AssertionError(f"{line} is not in {answer}")
    raise AssertionError(f"{line} is not there: {answer['lines']}")


def after(*texts: str, players: int = 3, **options: Any) -> Shadow:
    """The table after these actions."""
    table = Shadow("spartacus", PEOPLE[:players], **{**FULL, **options})
    for text in texts:
        assert text in table.legal
        table.enter(registry.game("spartacus").read(text))
    return table


def page(table: Shadow, *path: str) -> Page:
    return Table(path).view(table.context)


def trick_seats(page: Page) -> tuple[TrickSeat, ...]:
    assert isinstance(page.drawing, TrickPicture)
    return page.drawing.seats


def seats(table: Shadow) -> tuple[TrickSeat, ...]:
    return trick_seats(page(table))


TRICK = ("play 8", "play 6", "play banner", "play 3", "pass")
"""Ada 8, Ben 6, Cleo a banner, Ada 3; Ben is out. Worth (8 + 6 + 3) × 2 = 34, Ada's so far."""
TAKEN = (*TRICK, "pass")


# -- cards


def test_the_table_shows_the_trick_by_seats_the_points_the_cards_still_held_and_the_hand(tmp_path: Path) -> None:
    table = device(tmp_path, game(*TRICK))[-1]
    # Of 11 cards Ada has played two, the others one each.
    assert table["lines"] == [
        "Cleo", "trick = 34", "beats Ada's 3",
        "Ada 0: 8 3* ·········", "(Ben) 0: 6 ··········", "Cleo 0: ⚑ ··········",
        "1", "2", "Pass",
    ]  # fmt: skip
    assert chosen(table) == "2"


def test_the_player_in_turn_is_marked_who_has_passed_is_out_and_the_lowest_number_has_the_crown() -> None:
    assert seats(after(*TRICK)) == (
        TrickSeat(Figure("Ada", 0), "Ad", ("8", "3"), 9, crown=True),
        TrickSeat(Figure("Ben", 0, out=True), "Be", ("6",), 10),
        TrickSeat(Figure("Cleo", 0, marked=True), "Cl", ("⚑",), 10),
    )
    assert not any(seat.figure.out or seat.crown for seat in seats(after(*TAKEN)))


def test_the_state_of_the_trick_is_behind_the_player_in_turn() -> None:
    assert page(after()).aside == "new trick"
    assert page(after("play banner")).aside == "any card"
    assert page(after("play 8", "play 6")).aside == "trick = 14"


def test_right_goes_to_the_choice_on_the_right_and_after_the_last_to_the_first() -> None:
    table = after(*TRICK)
    screen = Table(("2",)).update(Command.RIGHT, table.context)
    assert screen == Table(("pass",))
    assert Table(("pass",)).update(Command.RIGHT, table.context) == Table(("play 1",))


def test_without_memory_the_tricks_that_are_won_are_shown_and_not_their_points() -> None:
    table = after(*TAKEN)
    hidden = replace(table.context, settings=Settings(risk=False))
    assert [seat.figure.number for seat in seats(table)] == [34, 0, 0]
    assert [seat.figure.number for seat in trick_seats(Table().view(hidden))] == [1, 0, 0]
    over = after(*END)
    assert [figure.number for figure in TEXT.figures(over.context.situation._replace(memory=False))] == [38, -20, 74]


def test_without_memory_log_audit_why_and_chart_do_not_say_the_points_of_won_tricks() -> None:
    table = after(*TAKEN)
    for risk, log, won in [
        (True, ["Cleo: Pass: Ada +34", "Cleo: ⚑: 14→28"], "1: 4 = 34"),
        (False, ["Cleo: Pass: → Ada", "Cleo: ⚑"], "1: 4"),
    ]:
        context = replace(table.context, settings=Settings(risk=risk))
        entries = Log(Table()).view(context).menu
        assert [str(entry) for entry in (entries[0], entries[3])] == log
        then = Then(Log(Table()), len(TAKEN))
        assert ("34" in f"{then.view(context).aside} {Why(then).view(context).text}") == risk
        assert won in [line.value for line in Audit(Table()).view(context).menu]
        assert ("Chart" in [line.label for line in Menu(Table()).view(context).menu]) == risk


def test_when_the_game_is_over_the_points_are_shown_without_memory_too() -> None:
    context = replace(after(*END).context, settings=Settings(risk=False))
    assert [str(entry) for entry in Log(Over(opened=True)).view(context).menu[:1]] == ["Ada: 6: +23"]
    assert "Chart" in [line.label for line in Menu(Over(opened=True)).view(context).menu]


@pytest.mark.parametrize(
    ("reported", "choice", "effect"),
    [
        (TRICK, "play 2", "beats Ada's 3"),
        (TRICK, "pass", "Ada takes it: 34"),
        (TRICK[:4], "pass", "is out"),
        (TRICK[:2], "play banner", "doubles 14→28"),
        ((), "middle", "leads"),
        (("play banner",), "play 9", "is the lowest"),
        (("play banner",), "play banner", "doubles"),
    ],
)
def test_what_a_step_would_do_is_said_before_it_counts(reported: tuple[str, ...], choice: str, effect: str) -> None:
    assert page(after(*reported), choice).text == (effect,)


def test_jokers_beat_and_are_beaten() -> None:
    table = after("play 8", "play banner", banners="joker")
    assert page(table, "play 7").text == ("beats the joker",)
    assert page(table, "play banner").text == ("beats the joker",)
    assert page(after("play 8", banners="joker"), "play banner").text == ("beats Ada's 8",)
    assert [seat.crown for seat in seats(table)] == [False, True, False]
    assert page(table).aside == "trick = 8"
    assert [item.label for item in page(table).menu][-2:] == ["Joker", "Pass"]


def test_a_trick_of_banners_only_asks_for_any_card() -> None:
    table = page(after("play banner"))
    assert table.aside == "any card"
    assert not any(seat.crown for seat in trick_seats(table))
    assert "Pass" not in [item.label for item in table.menu]


def test_a_long_hand_is_all_in_sight_and_the_numbers_in_its_middle_one_step_behind(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game()
        answer = yield from look()
        assert answer["lines"][-7:] == ["1", "2", "3", "4–8", "9", "10", "Banner"]
        assert chosen(answer) == "4–8"
        answer = yield "ok"
        assert answer["lines"][-5:] == ["4", "5", "6", "7", "8"]
        assert (answer["lines"][2], chosen(answer)) == ("leads", "6")
        answer = yield "back"
        assert chosen(answer) == "4–8"
        yield "ok"
        yield "up"
        yield "ok"

    assert actions(device(tmp_path, player())) == ["new spartacus", "play 5"]


@pytest.mark.parametrize(
    ("reported", "row", "start"),
    [
        (("play 7",), "1 2 3–5 6 Banner Pass", "3–5"),
        (("play 6",), "1 2 3–5 Banner Pass", "3–5"),
        (("play 5",), "1 2 3 4 Banner Pass", "4"),  # of 3 and 4, the two in the middle, the higher
        (("play 4",), "1 2 3 Banner Pass", "3"),
        (("play 2",), "1 Banner Pass", "Banner"),
    ],
)
def test_the_cursor_starts_in_the_middle_of_the_hand(reported: tuple[str, ...], row: str, start: str) -> None:
    shown = page(after(*reported))
    assert [item.label for item in shown.menu] == row.split()
    assert shown.cursor == row.split().index(start)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("banners", ["double", "joker", "none"])
def test_every_choice_of_a_hand_is_whole_on_the_glass(language: str, banners: str) -> None:
    letters = Painter(letters_for(language))
    for reported in [(), *((f"play {card}",) for card in range(2, 11))]:
        context = replace(after(*reported, banners=banners).context, words=Words(language), wrap=letters.wrap)
        # Each choice has two pixels at least between it and its neighbours.
        assert sum(letters.width(item.label) + 2 for item in Table().view(context).menu) <= RIGHT


def test_a_forced_card_is_one_ok(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("play 1", "pass", banners="none")
        answer = yield from look()
        assert answer["lines"][2] == "Ada takes it: 1"
        yield "ok"

    assert actions(device(tmp_path, player()))[1:] == ["play 1", "pass", "pass"]


def test_a_trick_taken_interrupts_and_says_who_leads(tmp_path: Path) -> None:
    taken = device(tmp_path, game(*TAKEN))[-1]
    assert taken["banner"] == "Ada takes the trick: 34\nBen leads the next trick"
    # Ada has played two of her cards, Ben one.
    assert taken["lines"][:5] == ["Ben", "new trick", "leads", "Ada 34: ·········", "Ben 0: ··········"]


def test_undo_says_what_goes_back_to_where(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TAKEN)
        answer = yield "hold back"
        assert answer["banner"] == "Taken back: Pass\nOpen Ada's won trick 1\n▼"
        answer = yield "down"
        assert answer["banner"] == (
            "To the end of the running trick, in this order: Ada's 8, Ben's 6, Cleo's banner, Ada's 3\nCleo's turn"
        )
        assert answer["lines"][3] == "Ada 0: 8 3* ·········"
        answer = yield "hold back"
        assert answer["lines"][0] == "Ben"

    assert actions(device(tmp_path, player()))[-2:] == ["undo", "undo"]


SHORT = {"-": "pass", "b": "play banner"}
END = tuple(
    SHORT.get(card, f"play {card}")
    for card in "3 b b 2 - 1 - 4 3 2 1 - - 10 4 3 1 b - 8 7 2 - - 10 - 9 7 6 5 4 - 9 8 - 6".split()
)
"""Ada plays out. Ada: 3⚑⚑ = 12, 2 1 = 3, 9 8 6 = 23: 38. Ben: 4 3 2 1 = 10, less 5 + 6 + 9 + 10 = 30: -20.
Cleo: 10 4 3 1⚑ = 36, 8 7 2 = 17, 10 9 7 6 5 4 = 41: 94, less 5 + 7 + 8 = 20: 74."""


def test_the_last_card_ends_the_game_and_hands_are_counted(tmp_path: Path) -> None:
    assert page(after(*END[:-1])).text == ("ends it, takes 23",)
    over = device(tmp_path, game(*END))[-1]
    assert over["screen"] == "results"
    assert over["lines"][:5] == ["Cleo wins", "most points", "Ada 38", "Ben -20", "Cleo 74"]
    banner = over["banner"] or ""
    assert "Ada takes the trick: 23\nAda's last card: the game is over\nCleo wins with 74!" in banner


def test_the_log_notes_what_came_of_an_entry_and_shows_the_trick_of_then(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TAKEN)
        yield from menu("Log")
        answer = yield from look()
        assert answer["lines"][2:] == [
            "Cleo: Pass: Ada +34", "Ben: Pass", "Ada: 3", "Cleo: ⚑: 14→28", "Ben: 6", "Ada: 8", "Start",
        ][:6]  # fmt: skip
        yield "down"
        yield "down"
        answer = yield "ok"
        held = "·" * 10
        assert answer["lines"][:4] == ["4 Ada: 3", f"Ada 0: 8 3* {held[1:]}", f"Ben 0: 6 {held}", f"Cleo 0: ⚑ {held}"]

    device(tmp_path, player())


def test_why_a_trick_is_worth_so_much(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TAKEN)
        yield from menu("Log")
        yield "ok"
        yield "ok"

    why = device(tmp_path, player())[-1]
    assert why["screen"] == "why"
    assert "Ada's trick: 8 + 6 + 3 = 17, × 2 = 34 (SPA-9)" in " ".join(why["lines"])


def test_why_everybody_has_so_many_points_at_the_end(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*END)
        yield "back"
        yield from menu("Log")
        yield "ok"
        answer = yield "ok"
        text = " ".join(answer["lines"][2:])
        for _ in range(3):
            answer = yield "down"
            text += " " + " ".join(answer["lines"][2:])
        assert "Ben's hand: 5 + 6 + 9 + 10 = 30 (SPA-10)" in text
        assert "Ada: 12 + 3 + 23 = 38 (SPA-10)" in text
        assert "Ben: 10 - 30 = -20 (SPA-10)" in text
        assert "Cleo: 36 + 17 + 41 - 20 = 74 (SPA-10)" in text

    device(tmp_path, player())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"banners": "double"}, "Ada: 33, × 8 = 264"),
        ({"banners": "joker"}, "Ada: 33"),
        ({"banners": "joker", "joker_scoring": "minus10"}, "Ada: 33, - 30 for jokers = 3"),
        ({"banners": "joker", "joker_scoring": "worthless"}, "Ada's trick holds a joker: 0"),
    ],
)
def test_why_a_pile_read_out_with_three_banners_counts_as_it_does(options: dict[str, Any], said: str) -> None:
    table = after("trick 0 33 3", entry="scores", **options)
    step = table.context.step
    assert step is not None
    (line,) = explain_action(step.at(0), step, table.context.words)
    assert line.replace("Ada's trick: 33", "Ada: 33").startswith(said)


def test_a_changed_entry_is_shown_with_the_trick_of_that_time(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("play 8", "play 6", "play banner")
        yield from menu("Log")
        yield "down"
        yield "ok"
        yield from pick("Change")
        answer = yield from look()
        assert answer["lines"][:4] == ["2: Ben", "trick = 8", "beats Ada's 8", "Ada 0: 8* ··········"]
        yield from pick("3–6")
        yield from pick("5")
        answer = yield "wait 0"
        # (8 + 5) × 2
        assert answer["lines"][1] == "trick = 26"
        assert answer["lines"][4] == "Ben 0: 5* ··········"

    assert actions(device(tmp_path, player()))[-1] == "change 2 play 5"


def help_pages(title: str, table: Shadow) -> str:
    """What help on the table says under a title."""
    pages = Help(Table()).pages(table.context)
    return " ".join(" ".join(page.text) for page in pages if page.title == title)


def test_help_says_that_won_tricks_may_be_looked_up_by_a_ruling() -> None:
    assert "won tricks may be looked up (ruling)" in help_pages("Spartacus", after())
    assert help_pages("Spartacus", after(entry="scores")) == ""


def test_help_says_why_there_is_no_pass_and_why_a_number_is_too_high(tmp_path: Path) -> None:
    def player(*texts: str) -> Player:
        yield from game(*texts)
        answer = yield "help"
        while answer["lines"][0] != "Why not?":
            answer = yield "down"

    lead = device(tmp_path / "lead", player())[-1]
    assert " ".join(lead["lines"]).endswith("Pass: a lead cannot be passed; Ada plays any card (SPA-2).")
    high = device(tmp_path / "high", player(*TRICK))[-1]
    assert " ".join(high["lines"]).endswith("3: 3 is not lower than the 3 on the table (SPA-4).")


def test_a_player_concedes(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TAKEN)
        yield from menu("End the game", "Ben concedes", "End it")

    over = device(tmp_path, player())
    assert actions(over)[-1] == "concede 1"
    assert over[-1]["lines"][:2] == ["Winners: Ada, Cleo", "Ben concedes"]


def test_names_in_the_trick_are_as_long_as_fit_and_never_alike() -> None:
    assert distinct_names(["Ada", "Cleopatra"], 5) == ["Ada", "Cleo…"]
    assert distinct_names(["Alexandra", "Alexandros"], 6) == ["Alexaa", "Alexas"]
    assert distinct_names(["Alexandra", "Alexandria", "Ben"], 6) == ["Aa", "Ai", "Be"]
    assert distinct_names(["Player 1", "Player 2"], 2) == ["P1", "P2"]
    assert distinct_names(["Anna", "Aida"], 2) == ["An", "Ai"]
    table = Shadow("spartacus", ("Player 1", "Player 2", "Player 3"))
    for text in TRICK:
        table.enter(registry.game("spartacus").read(text))
    assert TEXT.lines(table.context.situation) == ("…P2:6 P3:⚑ P1:3* = 34",)


def test_the_longest_trick_loses_its_beginning_and_not_its_end() -> None:
    table = after(*[f"play {card}" for card in range(10, 1, -1)], players=5)
    (line,) = TEXT.lines(table.context.situation)
    assert line.startswith("…")
    assert line.endswith("Do2* = 54")
    assert painter().width(line) <= 116


# -- scores


def test_a_pile_is_entered_by_player_tens_units_and_banners(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("trick 0 22 1", entry="scores")
        answer = yield from look()
        assert answer["lines"] == [
            "Ada", "tricks: 1", "Left: 143 + 2⚑", "Ada 44", "Ben 0", "Cleo 0", "Trick", "Hand", "Unclaimed",
        ]  # fmt: skip
        assert chosen(answer) == "Trick"
        yield "down"
        answer = yield "down"
        assert (answer["lines"][0], chosen(answer)) == ("Ben", "Trick")
        answer = yield "ok"
        points = ["Ada 44", "Ben 0", "Cleo 0"]
        assert answer["lines"] == ["Ben", "Trick", "2_", "Left: 143 + 2⚑", *points, "Hand", "Unclaimed"]
        answer = yield "ok"
        assert answer["lines"] == ["Ben", "Trick 0→24", "24", "Left: 119 + 2⚑", *points, "Hand", "Unclaimed"]
        for _ in range(3):
            answer = yield "up"
        assert answer["lines"][1:3] == ["Trick 0→21", "21"]
        answer = yield "ok"
        assert answer["lines"] == [
            "Ben", "Trick 21 + ⚑?", "Left: 122 + 2⚑", *points, "0⚑: →21", "1⚑: →42", "2⚑: →84",
        ]  # fmt: skip
        answer = yield "down"
        assert answer["lines"][2] == "Left: 122 + 1⚑"
        yield "ok"

    answers = device(tmp_path, player())
    assert actions(answers)[1:] == ["trick 0 22 1", "trick 1 21 1"]
    assert answers[-1]["lines"][:2] == ["Ben", "tricks: 1"]


def test_after_a_hand_the_next_player_reads_out(tmp_path: Path) -> None:
    table = device(tmp_path, game("trick 0 22 1", "hand 0 8 0", entry="scores"))[-1]
    assert table["lines"][:2] == ["Ben", "tricks: 0"]
    assert "Ada 36" in table["lines"]


def test_back_keeps_what_was_chosen(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(entry="scores")
        for word in ("down", "ok", "down", "ok", "back"):
            answer = yield word
        assert answer["lines"][:3] == ["Ada", "Hand", "3_"]
        answer = yield "back"
        assert (answer["lines"][0], chosen(answer)) == ("Ada", "Hand")

    device(tmp_path, player())


READ = ("trick 0 55 1", "trick 1 55 2", "hand 2 55 0")


def test_done_is_offered_when_nothing_is_missing_and_says_who_wins(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*READ, entry="scores")
        answer = yield from look()
        assert answer["banner"] == "Every card is accounted for"
        assert answer["lines"][:3] == ["Done", "Ben wins 220", "All cards entered"]
        assert chosen(answer) == "Done"
        yield "ok"

    over = device(tmp_path, player())
    assert actions(over)[-1] == "done"
    assert over[-1]["lines"][:5] == ["Ben wins", "most points", "Ada 110", "Ben 220", "Cleo -55"]


def test_until_then_help_says_what_is_missing(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*READ[:2], entry="scores")
        yield "help"
        yield "down"

    said = " ".join(device(tmp_path, player())[-1]["lines"])
    assert said.endswith("Done: numbers adding to 55 are not accounted for (SPA-17).")


def test_banners_that_nobody_took_are_entered_by_their_number(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("trick 0 22 0", entry="scores")
        yield "up"
        answer = yield "ok"
        assert answer["lines"][:3] == ["Unclaimed", "1", "Left: 143 + 2⚑"]
        yield "down"
        yield "ok"

    answers = device(tmp_path, player())
    assert actions(answers)[-1] == "drop 2"
    assert answers[-1]["banner"] == "Banners that go to nobody: 2"


def test_the_log_of_piles_says_whose_and_what_they_brought(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("trick 0 22 1", "hand 1 8 1", entry="scores")
        yield from menu("Log")

    log = device(tmp_path, player())[-1]
    # With whole names 65 + 4 + 45 and 66 + 4 + 43 pixels, and a list has room for 112.
    assert log["lines"][2:] == ["Be: hand 8⚑: -16 → -16", "Ad: trick 22⚑: +44 → 44", "Start"]


# -- audit


def test_the_audit_says_what_lies_where(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TAKEN, "play 9")
        yield from menu("Audit")

    audit = device(tmp_path, player())[-1]
    assert audit["lines"][1:] == [
        "Turn: Cleo", "Trick: Ben 9", "Passed: –",
        "Ada: 1-2 4-7 9-10⚑", "Ben: 1-5 7-8 10⚑", "Cleo: 1-10",
        "Ada: tricks: 1: 4 = 34", "Ben: tricks: –", "Cleo: tricks: –",
    ]  # fmt: skip


def test_a_card_played_by_mistake_is_put_back_by_hand(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("play 8", "play 6")
        yield from menu("Audit", "Trick")
        yield from walk_to("6: of Ben")
        answer = yield "ok"
        assert answer["lines"][0] == "6: where?"
        assert chosen(answer) == "Ben's hand"
        yield "ok"
        yield "back"
        answer = yield from walk_to("Ben: 1-10⚑")
        assert "Turn: Ben" in answer["lines"]
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["lines"][:4] == ["Ben", "trick = 8", "beats Ada's 8", "Ada 0: 8* ··········"]
        answer = yield "hold back"
        assert answer["lines"][1] == "trick = 14"
        assert answer["lines"][4] == "Ben 0: 6* ··········"

    reported = actions(device(tmp_path, player()))
    assert reported[-2].startswith("set {")
    assert reported[-1] == "undo"


def test_a_trick_is_given_to_who_really_took_it(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TAKEN)
        yield from menu("Audit")
        yield from walk_to("Ada: tricks: 1: 4 = 34")
        yield "ok"
        yield from pick("All of trick 1")
        yield from pick("New trick of Cleo")
        yield "back"
        yield from pick("Set the record so")
        answer = yield from look()
        # SPA-7: after Cleo's trick Ada leads.
        assert answer["lines"][0] == "Ada"
        # Cleo has played one of her eleven cards.
        assert "Cleo 34: ··········" in answer["lines"]

    device(tmp_path, player())


def test_who_has_passed_decides_whose_turn_it_is(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("play 8", "play 6")
        yield from menu("Audit", "Passed")
        yield "down"
        yield "down"
        answer = yield "ok"
        assert "Cleo: passed" in answer["lines"]
        answer = yield "back"
        assert "Turn: Ada" in answer["lines"]
        assert "Passed: Cleo" in answer["lines"]
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["lines"][0] == "Ada"
        assert "(Cleo) 0: ···········" in answer["lines"]

    device(tmp_path, player())


def test_the_keys_that_move_are_shown_where_there_is_more_than_one_choice() -> None:
    first = "play 1", "play banner", "play banner", "play 2", "play 1"
    two, one = page(after(*first)), page(after(*first, "play banner"))
    assert ([item.label for item in two.menu], two.keys) == (["Banner", "Pass"], "sob")
    assert ([item.label for item in one.menu], one.keys) == (["Pass"], "ob")


def test_that_the_player_whose_card_takes_the_trick_has_passed_is_refused_with_a_reason(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("play 8", "play 6")
        yield from menu("Audit", "Passed")
        yield "down"
        answer = yield "ok"
        assert chosen(answer) == "Ben: plays on"
        assert answer["banner"].startswith("Ben cannot have passed: ")

    device(tmp_path, player())


def test_a_pile_read_out_wrongly_is_corrected(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("trick 0 22 1", "trick 1 15 0", entry="scores")
        yield from menu("Audit")
        yield from walk_to("Ada: tricks: 22⚑")
        yield "ok"
        yield from pick("22⚑")
        yield from pick("Sum")
        yield "ok"
        yield "up"
        answer = yield "ok"
        assert answer["lines"][:3] == ["Ada", "tricks", "Sum: 23"]
        yield "back"
        answer = yield "back"
        assert "Ada: tricks: 23⚑" in answer["lines"]
        assert "Left: 127 + 2⚑" in answer["lines"]
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["lines"][2:4] == ["Left: 127 + 2⚑", "Ada 46"]

    device(tmp_path, player())


def test_a_hand_is_taken_out_and_a_trick_is_added(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("trick 0 55 0", "trick 1 55 0", "hand 2 50 0", entry="scores")
        yield from menu("Audit")
        yield from walk_to("Cleo: hand: 50")
        yield "ok"
        yield from pick("Take it out")
        answer = yield from look()
        assert "Cleo: hand: –" in answer["lines"]
        yield from walk_to("Cleo: tricks: –")
        yield "ok"
        yield from pick("Add a trick")
        yield from pick("Banners")
        yield from says("down ok back back")
        yield from pick("Set the record so")
        answer = yield from look()
        # DOWN from 0 turns round to 3 banners: no more are to be had.
        assert answer["lines"][2] == "Left: 55 + 0⚑"

    device(tmp_path, player())


def test_the_running_trick_goes_to_who_took_it_and_the_next_player_leads(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("play 8", "play 6")
        yield from menu("Audit", "Trick", "Whole trick", "New trick of Ben")
        answer = yield "back"
        assert "Turn: Cleo" in answer["lines"]
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["lines"][0] == "Cleo"
        assert "Ben 14: ··········" in answer["lines"]

    device(tmp_path, player())


def test_what_follows_from_a_moved_card_follows_by_itself() -> None:
    def settled(fields: Fields) -> Fields:
        game = registry.game("spartacus")
        return game.settle(3, game.complete({}), fields)

    fields = after("play 8", "play 6", "pass").timeline[-1].position.table()
    # Without Ben's 6 Ada's 8 is best; Cleo's pass stays, and Ben, after Ada, is in turn.
    once = settled(move_card(fields, 6, Place("trick", 1), Place("hand", 1)))
    assert (once["best"], once["turn"], once["passed"]) == (0, 1, [2])
    # Laid again by Cleo it lies behind the 8; SPA-3: without any number nobody has passed.
    laid = move_card(once, 6, Place("hand", 2), Place("trick", 2))
    assert laid["trick"] == [[0, 8], [2, 6]]
    higher = move_card(laid, 10, Place("hand", 1), Place("trick", 1))
    assert higher["trick"] == [[1, 10], [0, 8], [2, 6]]
    none = settled(move_card(once, 8, Place("trick", 0), Place("hand", 0)))
    assert (none["trick"], none["best"], none["passed"]) == ([], None, [])


def test_a_hand_that_is_corrected_costs_its_points_and_dropped_banners_are_not_missing(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("trick 0 22 0", "hand 1 8 0", "drop 1", entry="scores")
        yield from menu("Audit")
        yield from walk_to("Ben: hand: 8")
        yield "ok"
        yield from pick("Banners")
        yield from says("up ok")
        answer = yield "back"
        assert "Left: 135 + 1⚑" in answer["lines"]
        yield from pick("Set the record so")
        answer = yield from look()
        # SPA-10: 8 doubled by the banner in hand.
        assert answer["lines"][2:5] == ["Left: 135 + 1⚑", "Ada 22", "Ben -16"]
        yield from menu("Audit")
        yield from walk_to("Unclaimed banners: 1")
        yield "ok"
        yield from pick("Take it out")
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["lines"][2] == "Left: 135 + 2⚑"

    device(tmp_path, player())


def test_help_says_that_the_last_hand_must_be_empty(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("hand 0 8 0", "hand 1 8 0", entry="scores")
        yield "help"
        answer = yield "down"
        assert " ".join(answer["lines"][2:]).startswith("Cleo: hand 1: Cleo's hand must be empty")

    device(tmp_path, player())


def test_many_won_tricks_are_counted_in_the_audit() -> None:
    won = [[10, 9], [8], [7], [6], [5]]
    (line,) = [
        item
        for field, item in TEXT.audit(
            after().context.situation, {**after().timeline[-1].position.table(), "tricks": [won, [], []]}
        )
        if field == "won 0"
    ]
    assert line.value == "5: 6 cards = 45"


def test_a_corrected_draft_by_moves_keeps_every_card_somewhere() -> None:
    chance = random.Random(5)
    table = after(*TAKEN, "play 9", "play 5")
    fields = table.timeline[-1].position.table()
    for _ in range(300):
        field, seat = chance.choice(("hand", "trick", "won")), chance.randrange(3)
        lying = [(place, card) for place, card in Cards(Audit(Menu(Table())), field, seat).cards_here(fields) if card]
        if lying:
            place, card = chance.choice(lying)
            fields = move_card(fields, card, place, chance.choice(targets(fields, card, place)))
        cards = [card for hand in fields["hands"] for card in hand] + [card for _, card in fields["trick"]]
        cards += [card for piles in fields["tricks"] for pile in piles for card in pile]
        assert sorted(map(str, cards)) == sorted([str(card) for card in (*range(1, 11), "banner")] * 3)


# -- presses


@pytest.mark.parametrize(("keys", "presses"), [(FOUR, 62), (JOYSTICK, 62)], ids=["four", "joystick"])
def test_presses_of_a_fixed_game_by_cards(keys, presses) -> None:
    table, count = after(), 0
    for text in END:
        count += len(way_to(text, table.context, keys))
        table.enter(registry.game("spartacus").read(text))
    assert count == presses


def test_who_does_not_know_that_a_hand_is_a_ring_needs_on_average_at_most_one_and_eight_tenths_presses() -> None:
    dice, presses = random.Random(7), []
    for _ in range(5):
        for context, _ in random_game(after(), dice, 100):
            found = ways(context, FOUR, rings=False).values()
            presses.append(sum(map(len, found)) / len(found))
    assert sum(presses) <= 1.8 * len(presses)


@pytest.mark.parametrize(("keys", "presses"), [(FOUR, 73), (JOYSTICK, 62)], ids=["four", "joystick"])
def test_presses_of_a_fixed_game_by_piles(keys, presses) -> None:
    reported = (
        "trick 0 3 2", "trick 0 3 0", "trick 0 23 0", "trick 1 10 0", "hand 1 30 0",
        "trick 2 18 1", "trick 2 17 0", "trick 2 41 0", "hand 2 20 0", "done",
    )  # fmt: skip
    table, count = after(entry="scores"), 0
    for text in reported:
        count += len(way_to(text, table.context, keys))
        table.enter(registry.game("spartacus").read(text))
    assert table.over
    assert count == presses


# -- the options of a new game


def new_game(**options: str) -> New:
    """The screen of a new game with these options."""
    return New(INSTALLED.game("spartacus"), THREE, registry.game("spartacus").complete(options))


def lines(new: New) -> list[str]:
    """The lines of the options: those below who begins. Games by scores have no clock."""
    shown = [str(item) for item in new.view(after().context).menu[3:]]
    return list(takewhile(lambda line: not line.startswith(("Clock: ", "Odds: ", "Device")), shown))


def next_value(new: New, line: str) -> New:
    """The screen after OK on the line of an option."""
    at = 3 + [text.partition(":")[0] for text in lines(new)].index(line)
    changed = replace(new, cursor=at).update(Command.OK, after().context)
    assert isinstance(changed, New)
    assert changed.cursor == at
    return changed


def test_what_a_joker_counts_is_offered_only_with_banners_as_jokers() -> None:
    assert lines(new_game()) == ["Banners: double", "Entry: cards"]
    assert lines(new_game(banners="none")) == ["Banners: are left out", "Entry: cards"]
    assert lines(new_game(banners="joker")) == ["Banners: are jokers", "A joker: no points", "Entry: cards"]


def test_with_banners_that_are_no_jokers_any_more_a_joker_counts_nothing() -> None:
    new = next_value(next_value(new_game(), "Banners"), "A joker")
    assert lines(new) == ["Banners: are jokers", "A joker: costs 10", "Entry: cards"]
    new = next_value(new, "Banners")
    assert new.options == {"banners": "none", "joker_scoring": "none", "entry": "cards"}
    assert lines(next_value(new, "Entry")) == ["Banners: are left out", "Entry: scores"]


def test_help_on_an_option_is_about_the_one_under_the_cursor() -> None:
    assert replace(new_game(), cursor=4).option == "entry"
    assert replace(new_game(banners="joker"), cursor=4).option == "joker_scoring"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_that_asks_where_a_card_is_names_it_whole(language: str) -> None:
    table, glass = Shadow("spartacus", THREE, language), MeasuringPainter(letters_for(language))
    for text in ("play 8", "play 7", "pass", "pass", "play 9", "play banner"):
        table.enter(table.read(text))
    context, asked = replace(table.context, wrap=glass.wrap, pages_of_text=glass.reading), 0
    for cards in (Cards(Audit(Menu(Table())), field, seat) for field in ("trick", "hand", "won") for seat in range(3)):
        for cursor in range(len(cards.lines(context))):
            where = replace(cards, cursor=cursor).update(Command.OK, context)
            if isinstance(where, Where):
                assert not glass.measures(where.view(context)).cut
                asked += 1
    assert asked > 30
