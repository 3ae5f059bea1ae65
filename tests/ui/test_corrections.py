"""When record and table differ: the log, Why?, changing an entry, going on from there, the audit, ending a game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from device import Answer, Player, actions, begin, chosen, look, menu, pick, played, tell
from glass import MeasuringPainter
from installed import GameSetup
from letters import letters_for
from presses import FOUR, Shadow, random_game, screens
from variants import ENTRIES, first, options_of

from companion.games import registry
from companion.games.pad.collection import AllGames
from companion.play.timeline import Snapshot, advance
from companion.ui.audit import Audit
from companion.ui.log import Change, Log, Then
from companion.ui.screen import Command
from companion.ui.table import Menu, Table
from companion.values import replace
from companion.words import LANGUAGES, Words

NAMES = ("Player 1", "Player 2")
NAMED = ("Ada", "Ben", "Cleo", "Dora")


def game(*texts: str, options: tuple[str, ...] = ()) -> Player:
    yield "ok"
    for option in options:
        yield from pick(option)
    yield from begin()
    for text in texts:
        yield from tell(text, NAMES)


def pawns(answer: Answer) -> list[str]:
    return [line for line in answer["lines"] if line.startswith("Player ") and line[-1].isdigit()][1:]


TURN = ("flip R7", "flip B7", "flip Y2", "stop", "flip B3")


def logged(back: int, label: str) -> Player:
    """After TURN into the log, so many entries back, and take this line there."""
    yield from game(*TURN)
    yield from menu("Log")
    for _ in range(back):
        yield "down"
    yield "ok"
    yield from pick(label)


def test_the_log_tells_every_entry_newest_first_and_what_came_of_it(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURN)
        yield from menu("Log")

    log = played(tmp_path, player())[-1]
    assert log["screen"] == "log"
    assert log["lines"] == [
        "Log",
        "5/5",
        "Player 2: ●B3: sum 3",
        "Player 1: Stop: 7→16",
        "Player 1: ◆Y2: sum 9",
        "P1: ●B7: match 0→7",
        "Player 1: ▲R7: sum 7",
        "Start",
    ]


def test_a_line_of_the_log_shows_the_table_as_it_was_then(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURN)
        yield from menu("Log")
        yield "down"
        yield "down"
        yield "down"
        yield "ok"

    then = played(tmp_path, player())[-1]
    assert then["lines"] == [
        "2 P1: ●B7", "match 0→7", "Player 1 7", "Player 2 3",
        "Why?", "Change", "Go on", "Back",
    ]  # fmt: skip


def test_going_on_from_there_is_one_entry_and_one_undo(tmp_path: Path) -> None:
    def player() -> Player:
        yield from logged(3, "Go on")
        answer = yield from look()
        assert answer["screen"] == "table"
        assert answer["banner"] == (
            "Correct the table:\nR7: in front of Player 1\nB3 Y2: face down\nPlayer 1's pawn: 16 → 7\nPlayer 1's turn"
        )
        assert "Player 1 7" in answer["lines"]
        yield from tell("flip P1", NAMES)
        yield "hold back"
        answer = yield "hold back"
        assert "Player 1 16" in answer["lines"]

    assert actions(played(tmp_path, player()))[6:] == ["back 2", "flip P1", "undo", "undo"]


def test_a_changed_entry_is_followed_by_the_later_ones(tmp_path: Path) -> None:
    def player() -> Player:
        yield from logged(2, "Change")
        answer = yield from look()
        assert answer["lines"][0] == "3: Player 1"
        yield from tell("flip Y5", NAMES)
        answer = yield from look()
        assert "Player 1 19" in answer["lines"]
        yield from menu("Log")
        answer = yield from look()
        assert "Player 1: ◆Y5: sum 12" in answer["lines"]
        yield "back"
        yield "back"
        answer = yield "hold back"
        assert "Player 1 16" in answer["lines"]

    assert actions(played(tmp_path, player()))[6:] == ["change 3 flip Y5", "undo"]


def test_where_a_later_entry_is_not_allowed_any_more_the_rule_is_shown(tmp_path: Path) -> None:
    def player(keep: bool) -> Player:
        yield from logged(4, "Change")
        yield from tell("flip Y2", NAMES)
        answer = yield from look()
        assert answer["screen"] == "stuck"
        assert " ".join(answer["lines"]).startswith(
            "Not possible then 3: Y2 lies in front of the player; only face-down cards can be turned up (PRA-2)"
        )
        assert chosen(answer) == "Change another too"
        if keep:
            yield from pick("Keep up to there")
            answer = yield from look()
            # Y2 and B7 are kept. Of 48 cards face down red and purple would catch, but for sevens and twos: 16.
            assert answer["lines"][1] == "Y2 B7 = 9 33%"
        else:
            yield from pick("Leave all as it is")

    kept = played(tmp_path / "keep", player(keep=True))
    assert actions(kept)[6:] == ["change 1 flip Y2"]
    left = played(tmp_path / "leave", player(keep=False))
    assert actions(left)[6:] == []
    assert left[-1]["screen"] == "then"


def test_the_changed_course_is_there_after_a_restart(tmp_path: Path) -> None:
    def player() -> Player:
        yield from logged(2, "Change")
        yield from tell("flip Y5", NAMES)

    last = played(tmp_path, player())[-1]

    def nobody() -> Player:
        yield "wait 0"

    assert played(tmp_path, nobody())[0]["lines"] == last["lines"]


def test_why_shows_the_arithmetic_with_its_rules(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURN)
        yield from menu("Log")
        yield "down"
        yield "ok"
        yield from pick("Why?")

    why = played(tmp_path, player())[-1]
    assert why["screen"] == "why"
    assert " ".join(why["lines"][1:]) == "R7 Y2 add to 9. 7 + 9 → 16 (PRA-4)"


def test_the_audit_says_what_must_lie_on_the_table(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("flip R7", "flip B7", "flip 12>1", "flip Y2", options=("12s",))
        yield from menu("Audit")

    audit = played(tmp_path, player())[-1]
    assert audit["lines"] == [
        "On the table now", "Turn: Player 1", "Player 1's pawn: 7", "Player 2's pawn: 0", "Kept: ▲R7 ◆Y2",
        "Face down: 47", "Discards: 1", "12s face down: 4", "Turned up: 4", "Matches: 7",
    ]  # fmt: skip


def test_a_pawn_that_really_stands_elsewhere_is_set_from_the_table(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("flip R7")
        yield from menu("Audit")
        yield from pick("Player 2's pawn")
        answer = yield "up"
        assert answer["lines"] == ["Player 2's pawn", "13", "by ten, 0 to 98"]
        yield "ok"
        answer = yield "up"
        assert answer["lines"] == ["Player 2's pawn", "14", "by one, 0 to 98"]
        yield "ok"
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["screen"] == "table"
        assert "Player 2 14" in answer["lines"]
        answer = yield "hold back"
        assert "Player 2 3" in answer["lines"]

    reported = actions(played(tmp_path, player()))
    assert reported[2].startswith('set {"turn": 0, "pawns": [0, 14], "kept": ["R7"]')
    assert reported[3:] == ["undo"]


def test_an_impossible_table_is_refused_in_words_and_not_recorded(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("flip R7", "flip B7")
        yield from menu("Audit")
        yield from pick("Player 1's pawn")
        yield "ok"
        yield "down"
        yield "ok"
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["banner"] == "Player 1's pawn is on 6, but this turn's matches alone brought 7"
        assert answer["screen"] == "audit"

    assert len(actions(played(tmp_path, player()))) == 3


def test_a_card_is_moved_to_where_it_really_lies(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("flip R7")
        yield from menu("Audit")
        yield from pick("Kept")
        answer = yield from look()
        assert answer["lines"][:3] == ["R1", "face down", "▲R 1 2 3 4 5 6 * 8 9 10"]
        answer = yield "ok"
        assert answer["lines"][:3] == ["R1", "kept", "▲R * 2 3 4 5 6 * 8 9 10"]
        yield "back"
        answer = yield from look()
        assert "Kept: ▲R7 ▲R1" in answer["lines"]
        assert "Turned up: 2" in answer["lines"]
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["lines"][1] == "R7 R1 = 8 33%"

    assert actions(played(tmp_path, player()))[2].startswith("set ")


@pytest.mark.parametrize(
    ("label", "entry", "title"),
    [
        ("Player 1 concedes", "concede 0", "Player 2 wins"),
        ("Agreed draw", "agree draw", "Nobody wins"),
        ("Abandon", "abandon", "Nobody wins"),
    ],
)
def test_the_people_can_end_a_game_themselves_and_take_it_back(
    tmp_path: Path, label: str, entry: str, title: str
) -> None:
    def player() -> Player:
        yield from game("flip R7")
        yield from menu("End the game", label, "End it")
        answer = yield from look()
        assert answer["screen"] == "results"
        assert answer["lines"][0] == title
        answer = yield "hold back"
        assert answer["screen"] == "table"

    assert actions(played(tmp_path, player()))[2:] == [entry, "undo"]


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("Player 1 concedes", "Player 1 concedes. Then the game is over."),
        ("Agreed draw", "Agreed draw. Then the game is over."),
        ("Abandon", "Abandoned. Then the game is over."),
    ],
)
def test_before_people_end_a_game_it_asks_with_the_cursor_on_no(tmp_path: Path, label: str, text: str) -> None:
    def player() -> Player:
        yield from game("flip R7")
        yield from menu("End the game", label)
        answer = yield from look()
        assert (answer["screen"], chosen(answer)) == ("ending", "Go on playing")
        assert " ".join(answer["lines"][1:-2]) == text
        for key in ("ok", "back"):
            answer = yield key
            assert (answer["screen"], chosen(answer)) == ("end", label)
            answer = yield "ok"
            assert chosen(answer) == "Go on playing"

    assert actions(played(tmp_path, player())) == ["new praetorians", "flip R7"]


def test_the_risk_is_what_everybody_has_seen(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("flip R7")

    # 49 cards are face down. Blue and green would catch, 20 cards, but for the two sevens: 18 of 49.
    assert played(tmp_path, player())[-1]["lines"][1] == "R7 = 7 37%"


def test_yellow_alone_risks_nothing(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("flip Y7")

    assert played(tmp_path, player())[-1]["lines"][1] == "Y7 = 7 0%"


def test_taking_back_a_correction_says_what_it_was(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("flip R7")
        yield from menu("Audit")
        yield from pick("Player 2's pawn")
        yield "ok"
        yield "up"
        yield "ok"
        yield from pick("Set the record so")
        answer = yield "hold back"
        assert answer["banner"] == "Taken back: Set from table\nPlayer 2's pawn: 4 → 3"
        yield from menu("Redo")
        answer = yield from look()
        assert answer["banner"] == "Again: Set from table\nPlayer 2's pawn: 3 → 4"

    played(tmp_path, player())


def test_help_over_a_change_answers_for_the_table_as_it_was(tmp_path: Path) -> None:
    def player() -> Player:
        yield from logged(4, "Change")
        answer = yield "hold ok"
        assert "Stop" not in " ".join(answer["lines"])
        answer = yield "down"
        assert "Player 1 has turned up no card" in " ".join(answer["lines"])

    played(tmp_path, player())


@pytest.mark.parametrize("language", first(LANGUAGES, 1))
@pytest.mark.parametrize(("key", "entry"), [*ENTRIES, ("wizard", None), ("yahtzee", None), ("schieber", None)])
def test_the_title_on_the_glass_has_the_number_of_the_entry_that_is_changed_and_what_is_typed(
    key: str, entry: str | None, language: str
) -> None:
    table = Shadow(key, NAMED[: AllGames().game(key).players[1]], language, **options_of(entry))
    chance, glass = Random(key), MeasuringPainter(letters_for(language))
    entered = len(list(random_game(table, chance, 6)))
    for place in range(1, entered + 1):
        walked = screens(table.context.at(place - 1), FOUR)
        for inner in chance.sample(walked, min(3, len(walked))):
            page = Change(Then(Log(Menu(Table())), place), place, inner).view(table.context)
            if page.far:  # the results of a game that would be over have no title
                continue
            glass.measures(page)
            number = table.words("screen.change.title", place=place, title="")
            assert any(text.startswith(number) for text in glass.written), page.title
            glass.measures(replace(page, title="r7_", turn=False, typed=True))
            assert "r7_" in glass.written, page.title


def test_a_change_left_alone_does_not_become_the_score_board_of_today(tmp_path: Path) -> None:
    def player() -> Player:
        yield from logged(4, "Change")
        answer = yield "wait 60"
        assert (answer["screen"], answer["lines"][0]) == ("table", "1: Player 1")

    played(tmp_path, player())


def test_the_audit_of_a_finished_game_says_what_to_do_first(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("flip R7")
        yield from menu("End the game", "Abandon", "End it")
        yield "back"
        yield from menu("Audit")
        answer = yield "ok"
        assert answer["banner"] == "the game is over; undo first"

    played(tmp_path, player())


@pytest.mark.parametrize("entry", ["cards", "scores"])
@pytest.mark.parametrize("key", registry.GAMES)
def test_ok_on_every_line_of_the_audit_leads_on_or_says_why_it_does_not(key: str, entry: str) -> None:
    game = registry.game(key)
    options = {"entry": entry} if "entry" in game.options else {}
    table = Shadow(key, ("Ada", "Ben", "Cleo")[: game.players[0]], **options)
    for context, _ in random_game(table, Random(1), 20):
        audit = context.routes.audit(Menu(Table()))
        assert isinstance(audit, Audit)
        for cursor in range(len(audit.lines(context))):
            here = replace(audit, cursor=cursor)
            assert here.update(Command.OK, context) != here


def test_after_a_concession_the_winner_is_marked() -> None:
    setup = GameSetup(1, "praetorians", ("Ada", "Ben", "Cleo"), {"twelves": False, "entry": "cards"})
    timeline = advance(setup, advance(setup, setup.begin(), "flip R7"), "concede 0")
    at = Snapshot(1, 0, "concede 0", setup, timeline).situation(Words("en"))
    marked = [figure.name for figure in registry.game("praetorians").text.figures(at) if figure.marked]
    assert marked == ["Ben", "Cleo"]
