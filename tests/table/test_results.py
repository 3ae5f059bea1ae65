"""Who has won how often: counted when a game ends, taken back with its end, along an index however many games."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.record import figures as results
from companion.record.lists import Lengths, Meetings, Tally
from companion.record.record import Record
from companion.record.trouble import RecordTrouble
from companion.table.evening import Evening
from companion.table.moments import Entry, Result
from hardware.simulated.clock import SimulatedClock

SCORES = {"entry": "scores"}
WON_BY_ADA = ("match 10",) * 9 + ("bank 9",)


def over(
    journal: Record,
    names: tuple[str, ...],
    result: Result,
    *,
    game: str = "praetorians",
    at: tuple[float, ...] = (0.0, 9.0),
) -> Entry:
    """A game that began, went on and ended at these times; the entry that ended it."""
    entry = journal.add_game(game, names, {}, 0, "d", at[0])
    for place, moment in enumerate(at[1:-1]):
        entry = journal.add(entry.game, f"told {place}", entry.id, "d", moment)
    return journal.add(entry.game, "end", entry.id, "d", at[-1], result)


def ada(journal: Record) -> tuple[Tally, ...]:
    return journal.ask(lambda run: results.tallies(run, "Ada"))


def rows(journal: Record) -> list[tuple[object, ...]]:
    run = journal._database.execute
    return run("SELECT * FROM results").fetchall() + run("SELECT id, told, seconds FROM games").fetchall()


def test_a_record_is_games_played_won_and_drawn_with_points_and_streaks(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        for winners, scores in (
            ((0,), (99, 40)), ((0,), (99, 80)), ((1,), (12, 99)), ((0, 1), (50, 50)), ((), (0, 0)), ((0,), (99, 3)),
        ):  # fmt: skip
            over(journal, ("Ada", "Ben"), Result(winners, scores))
        (tally,) = ada(journal)
        assert tally == Tally("praetorians", 6, 3, 2, 1, 2, 99, 0, pytest.approx(359 / 6))
        assert tally.lost == 1
        assert tally.by_points


def test_a_shared_win_is_a_win_unless_everybody_shares_it(tmp_path: Path) -> None:
    three = ("Ada", "Ben", "Cleo")
    with Record(tmp_path) as journal:
        over(journal, three, Result((0, 1), (45, 45, 17)), game="spartacus")
        over(journal, three, Result((0, 1, 2), (30, 30, 30)), game="spartacus")
        assert ada(journal)[0][:4] == ("spartacus", 2, 1, 1)


def test_what_people_end_themselves_brings_no_points_and_abandoned_games_do_not_count(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        over(journal, ("Ada", "Ben"), Result((1,), (0, 0), "concede 0"))
        over(journal, ("Ada", "Ben"), Result((), (0, 0), "agree draw"))
        over(journal, ("Ada", "Ben"), Result((), (0, 0), "abandon"))
        (tally,) = ada(journal)
        assert tally == Tally("praetorians", 2, 0, 1, 0, 0, None, None, None)
        assert not tally.by_points
        (length,) = journal.ask(results.lengths)
        assert length.games == 2


def test_points_that_only_repeat_who_has_won_are_none_to_speak_of(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        over(journal, ("Ada", "Ben"), Result((0,), (1, 0)), game="army-ants")
        over(journal, ("Ada", "Ben"), Result((1,), (-5, 31)), game="spartacus")
        by_points = {tally.kind: tally.by_points for tally in ada(journal)}
        assert by_points == {"army-ants": False, "spartacus": True}


def test_a_streak_that_goes_on_is_told_apart_from_the_longest(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        for won in (True, True, True, False, True, True):
            over(journal, ("Ada", "Ben"), Result((0,) if won else (1,), (9, 9)))
        assert (ada(journal)[0].streak, ada(journal)[0].longest) == (2, 3)
        over(journal, ("Ada", "Ben"), Result((1,), (9, 9)))
        assert (ada(journal)[0].streak, ada(journal)[0].longest) == (0, 3)


def test_two_people_are_compared_by_the_games_in_which_both_sat(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        over(journal, ("Ada", "Ben"), Result((0,), (99, 3)))
        over(journal, ("Ben", "Ada"), Result((0,), (99, 3)))
        over(journal, ("Ben", "Ada"), Result((1,), (3, 99)))
        over(journal, ("Cleo", "Ben", "Ada"), Result((0,), (99, 3, 4)))
        over(journal, ("Ada", "Cleo"), Result((0,), (99, 3)))
        over(journal, ("Cleo", "Ben", "Ada"), Result((1, 2), (3, 99, 99)))
        (meeting,) = journal.ask(lambda run: results.meetings(run, "Ada", "Ben"))
        assert meeting == Meetings("praetorians", 5, 2, 1)
        assert meeting.even == 2
        assert journal.ask(lambda run: results.meetings(run, "Ada", "Nobody")) == ()


def test_a_game_is_as_long_as_its_entries_without_the_pauses(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        # One minute, a pause of a day, a quarter of an hour to the second, then the clock is put back: 60 + 900.
        over(journal, ("Ada", "Ben"), Result((0,), (99, 3)), at=(1000.0, 1060.0, 87460.0, 88360.0, 500.0))
        over(journal, ("Ada", "Ben"), Result((0,), (99, 3)), at=(2000.0, 2100.0))
        assert journal.ask(results.lengths) == (Lengths("praetorians", 2, (1, 2.5, 4), (100, 530.0, 960)),)


def test_lengths_are_those_of_the_last_games(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        for seconds in (10.0, 20.0, 30.0):
            over(journal, ("Ada", "Ben"), Result((0,), (99, 3)), at=(0.0, seconds))
        (length,) = journal.ask(lambda run: results.lengths(run, 2))
        assert (length.games, length.seconds) == (2, (20, 25.0, 30))


def test_an_end_taken_back_takes_its_result_along_and_redo_brings_it_again(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        evening.start("praetorians", ("Ada", "Ben"), SCORES)
        for text in WON_BY_ADA:
            evening.tell(text)
        counted = rows(journal)
        assert ada(journal)[0][:3] == ("praetorians", 1, 1)
        evening.undo()
        assert ada(journal) == ()
        assert journal.ask(results.lengths) == ()
        evening.redo()
        assert rows(journal) == counted
        evening.undo()
        evening.undo()
        for text in ("bust", "match 9"):  # another way on from there, which the game does not end with
            evening.tell(text)
        assert ada(journal) == ()


def test_a_game_whose_end_is_told_anew_counts_as_it_ended_last(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        evening.start("praetorians", ("Ada", "Ben"), SCORES)
        evening.tell("concede 0")
        assert ada(journal)[0][:4] == ("praetorians", 1, 0, 0)
        evening.tell("change 1 concede 1")
        assert ada(journal)[0][:4] == ("praetorians", 1, 1, 0)
        evening.tell("back 0")
        assert ada(journal) == ()
        evening.undo()
        assert ada(journal)[0][:4] == ("praetorians", 1, 1, 0)


def test_a_start_taken_back_after_the_end_leaves_nothing(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        evening.start("praetorians", ("Ada", "Ben"), SCORES)
        evening.tell("concede 1")
        evening.rematch()
        evening.tell("concede 0")
        while evening.now is not None:
            evening.undo()
        assert ada(journal) == ()
        for _ in range(4):
            evening.redo()
        assert ada(journal)[0][:4] == ("praetorians", 2, 2, 0)


def test_a_record_stays_with_a_person_who_is_called_otherwise(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        evening.start("praetorians", ("Bne", "Ada"), SCORES)
        evening.tell("concede 1")
        evening.rename_person("Bne", "Ben")
        (tally,) = journal.ask(lambda run: results.tallies(run, "Ben"))
        assert (tally.played, tally.won) == (1, 1)
        assert journal.ask(lambda run: results.tallies(run, "Bne")) == ()
        # The game itself says what was said then.
        assert evening.finished(0, 1).games[0].names == ("Bne", "Ada")


def test_a_game_that_ends_after_a_new_name_belongs_to_whoever_sat_there(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        evening.start("praetorians", ("Bne", "Ada"), SCORES)
        evening.rename_person("Bne", "Ben")
        evening.add_person("Bne")  # somebody else, who has this name from now on
        evening.tell("concede 1")
        assert journal.ask(lambda run: results.tallies(run, "Bne")) == ()
        assert journal.ask(lambda run: results.tallies(run, "Ben"))[0].won == 1


def test_a_record_waits_for_a_person_who_leaves_the_roster(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        evening.start("praetorians", ("Ada", "Ben"), SCORES)
        evening.tell("concede 1")
        counted = ada(journal)
        evening.retire_person("Ada")
        evening.add_person("Ada")
        assert ada(journal) == counted != ()


def test_nothing_is_written_about_results_before_a_game_ends(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        asked: list[str] = []
        evening.start("praetorians", ("Ada", "Ben"), SCORES)
        journal._database.set_trace_callback(asked.append)
        for text in WON_BY_ADA[:-1]:
            evening.tell(text)
        evening.undo()
        evening.redo()
        assert not any("results" in statement or "seconds" in statement for statement in asked)
        evening.tell(WON_BY_ADA[-1])
        assert sum("INSERT INTO results" in statement for statement in asked) == 2


def test_a_result_is_written_together_with_the_end_or_not_at_all(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        new = journal.add_game("praetorians", ("Ada", "Ben"), {}, 0, "d", 0.0)
        journal._database.execute(
            "CREATE TRIGGER full BEFORE INSERT ON results BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
        with pytest.raises(RecordTrouble, match="write"):
            journal.add(new.game, "end", new.id, "d", 1.0, Result((0,), (99, 3)))
        assert journal.head() == new.id
        assert journal.finished(0, 9).total == 0


def plans(journal: Record, asked: list[str]) -> str:
    return "\n".join(
        str(row[3]) for query in asked for row in journal._database.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()
    )


def test_what_the_glass_shows_is_found_along_an_index_in_a_few_questions(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        for game in ("praetorians", "spartacus"):
            over(journal, ("Ada", "Ben"), Result((0,), (99, 3)), game=game)
        asked: list[str] = []
        journal._database.set_trace_callback(asked.append)
        journal.ask(lambda run: results.tallies(run, "Ada"))
        assert len(asked) == 3
        journal.ask(lambda run: results.meetings(run, "Ada", "Ben"))
        assert len(asked) == 3 + 3
        journal.ask(results.lengths)
        assert len(asked) == 6 + 1
        journal._database.set_trace_callback(None)
        found = plans(journal, asked)
        for table in ("results", "r", "one", "other", "people"):
            assert f"SCAN {table}\n" not in f"{found}\n"
            assert f"SCAN {table} " not in found
        assert "SEARCH results USING PRIMARY KEY (person=?)" in found
        assert "SEARCH other USING PRIMARY KEY (person=? AND kind=? AND ended=?)" in found
        # No more of it than the last games.
        assert "games USING COVERING INDEX finished" in found
        assert f"LIMIT {results.LATELY}" in asked[-1]


def test_a_long_history_is_passed_over_in_the_index_and_counted_once(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        for _ in range(9):
            over(journal, ("Ada", "Ben"), Result((0,), (99, 3)))
        asked: list[str] = []
        journal._database.set_trace_callback(asked.append)
        assert [game.id for game in journal.finished(6, 2).games] == [3, 2]
        assert journal.finished(0, 1).total == 9
        journal._database.set_trace_callback(None)
        assert sum("count(*)" in query for query in asked) == 1
        assert "COVERING INDEX finished" in plans(journal, asked)
        over(journal, ("Ada", "Ben"), Result((0,), (99, 3)))
        assert journal.finished(0, 1).total == 10


def test_a_record_that_cannot_be_read_is_told_and_nobody_has_figures(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        other = sqlite3.connect(tmp_path / "journal.sqlite3")
        other.execute("DROP TABLE results")
        other.close()
        assert evening.tallies("Ada") == ()
        assert evening.trouble is not None
        assert evening.trouble.message.key == "journal.read"
