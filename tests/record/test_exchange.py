"""Games are exported as text and JSON and imported as they were; nothing else is imported."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from call_counts import calls
from damaged_records import flipped
from installed import GameSetup, Record, export_text, import_games
from logs import changed, lines

from companion.games import registry
from companion.games.pad.collection import AllGames
from companion.kit.game import Game
from companion.kit.rules import BadOption, Options, Refusal
from companion.play import act as acts
from companion.play import timeline
from companion.play.act import Act, Line, Result, decode, shown
from companion.play.timeline import replay_path
from companion.record import RecordTrouble, Unfit
from companion.record.exchange import MOST_REPLAYED, Imported, read_content
from companion.record.gamefiles import MOST
from companion.record.index import INDEX
from companion.record.log import LOG
from companion.record.lookup import RecordView
from companion.session.session import Session
from hardware.simulated import SimulatedClock

PLAYTHROUGHS = sorted((Path(__file__).parents[1] / "games" / "playthroughs").glob("*.txt"))
WALL = 1_790_000_000.0
BEGUN = shown(WALL)
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil")


def out(folder: Path, game: str | None = None, form: str = "text") -> str:
    return "".join(export_text(folder, game, form))


def reported(folder: Path, *texts: str, names: tuple[str, ...] = ("Ada", "Ben"), at: float = WALL) -> None:
    """A game of Praetorians by scores."""
    with Record(folder) as journal:
        clock = SimulatedClock(at)
        session = Session(journal, clock)
        session.start("praetorians", names, {"entry": "scores"})
        for text in texts:
            session.undo() if text == "undo" else session.enter(text)


def courses(folder: Path) -> dict[int, object]:
    """Of every game of a record: who played what, every moment with its table, every digest, how it ended."""
    found: dict[int, object] = {}
    with Record(folder) as record:
        for number in record.numbers():
            game = record.game_state(number)
            assert game is not None
            steps = replay_path(GameSetup.of(game, record.rules_of), game.path)
            timeline = [(moment.text, moment.position.table()) for moment in steps[-1].timeline or ()]
            digests = [(entry.text if place else "", entry.digest) for place, entry in enumerate(game.path)]
            assert timeline
            found[number] = (game.key, game.names, dict(game.options), game.series, timeline, digests, game.result)
    return found


# -- any game, any options, any actions


def option_sets(game: Game) -> Iterator[Options]:
    for values in product(*game.options.values()):
        try:
            yield game.complete(dict(zip(game.options, values, strict=True)))
        except BadOption:
            continue


def anything(session: Session, dice: random.Random) -> None:
    """Enter a legal action, sometimes an act of the people."""
    now = session.now
    assert now is not None
    assert now.timeline is not None
    kind = dice.random()
    try:
        if kind < 0.05:
            session.undo()
            session.redo() if now.first or dice.random() < 0.5 else None
        elif kind < 0.1 and len(now.timeline) > 1:
            session.enter(f"back {dice.randrange(len(now.timeline) - 1)}")
        elif kind < 0.15 and len(now.timeline) > 1:
            place = dice.randrange(1, len(now.timeline))
            session.enter(f"change {place} {dice.choice(now.timeline[place - 1].position.legal())}")
        elif kind < 0.2:
            session.enter("set " + json.dumps(now.timeline[-1].position.table()))
        elif kind < 0.22:
            session.enter(dice.choice(["concede 1", "agree draw", "abandon"]))
        elif now.outcome is None:
            session.enter(dice.choice(now.timeline[-1].position.legal()))
    except Refusal:
        pass


def random_record(folder: Path, game: Game) -> None:
    """Games by all options and with all numbers of players, some of them rematches."""
    dice = random.Random(game.key)
    with Record(folder) as journal:
        clock = SimulatedClock(WALL)
        session = Session(journal, clock, dice)
        for options in option_sets(game):
            for players in range(game.players[0], game.players[1] + 1):
                session.start(game.key, PEOPLE[:players], options, None)
                for _ in range(dice.randrange(25)):
                    clock.advance(dice.randrange(100))
                    anything(session, dice)
                if dice.random() < 0.2 and session.now is not None and session.now.first is False:
                    session.rematch()
                    anything(session, dice)


@pytest.mark.parametrize("key", [*registry.GAMES, "wizard", "spades", "molkky"])
def test_whatever_was_played_comes_back_from_text_and_from_json(key: str, tmp_path: Path) -> None:
    random_record(tmp_path / "record", AllGames().game(key))
    wanted = courses(tmp_path / "record")
    text = out(tmp_path / "record")
    for form in ("text", "json"):
        brought = import_games(tmp_path / form, out(tmp_path / "record", None, form).encode(), 0.0)
        assert brought == Imported(tuple(wanted), 0)
        assert courses(tmp_path / form) == wanted
        # Which is to say: also when it was played, and what belongs together.
        assert out(tmp_path / form) == text
        assert import_games(tmp_path / form, text.encode(), 0.0) == Imported((), len(wanted))
    assert out(tmp_path / "json", None, "json") == out(tmp_path / "record", None, "json")


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_playthrough_comes_in_as_it_is(path: Path, tmp_path: Path) -> None:
    content = path.read_bytes()
    assert import_games(tmp_path, content, WALL) == Imported((1,), 0)
    over = json.loads(content.decode().splitlines()[-1].removeprefix("over: "))
    with Record(tmp_path) as journal:
        game = journal.game_state(1)
        assert game is not None
        assert game.result == Result(tuple(over["winners"]), tuple(over["scores"]))


# -- what a file looks like


def test_a_game_as_text_can_be_read_by_people(tmp_path: Path) -> None:
    acts = ("back 2", "bank 30", "change 1 bank 21", "concede 1")
    reported(tmp_path, "bank 20", "bust", "bank 10", "undo", "bank 55", *acts)
    digest = lines(tmp_path)[-1].digest
    assert out(tmp_path, "1") == (
        "# game 1\n"
        "game: praetorians\n"
        "players: Ada, Ben\n"
        "people: 1 Ada, 2 Ben\n"
        "options: twelves=false entry=scores\n"
        f"begun: {BEGUN}\n"
        f"ended: {BEGUN}\n"
        "\n"
        "1 bank 20\n"
        "2 bust\n"
        "3 bank 55\n"
        "back 2\n"
        "3 bank 30\n"
        "change 1 bank 21\n"
        "4 concede 1\n"
        "\n"
        'over: {"winners": [0], "scores": [0, 0]}\n'
        f"digest: {digest}\n"
    )


def test_a_game_that_has_only_begun_is_a_file_of_its_head(tmp_path: Path) -> None:
    reported(tmp_path)
    assert out(tmp_path, "last").splitlines()[-2:] == ["", "digest: eb370742e823"]
    assert import_games(tmp_path / "new", out(tmp_path, "1").encode(), 0.0) == Imported((1,), 0)


def test_json_holds_every_time_and_digest(tmp_path: Path) -> None:
    reported(tmp_path, "match 10", "bank 9")
    tree = json.loads(out(tmp_path, "1", "json"))
    assert tree["format"] == "table-companion games"
    assert tree["games"] == [
        {
            "number": 1,
            "game": "praetorians",
            "players": ["Ada", "Ben"],
            "people": [{"person": 1, "name": "Ada"}, {"person": 2, "name": "Ben"}],
            "options": {"twelves": False, "entry": "scores"},
            "series": None,
            "begun": BEGUN,
            "start": "eb370742e823",
            "entries": [
                {"text": "match 10", "at": BEGUN, "digest": "f05fc12e6553"},
                {"text": "bank 9", "at": BEGUN, "digest": tree["games"][0]["entries"][1]["digest"]},
            ],
            "result": None,
        }
    ]


def test_results_as_csv_have_a_row_for_each_person_and_no_name_is_a_formula(tmp_path: Path) -> None:
    reported(tmp_path, "bank 55", "bust", "bank 50", names=('=HYPERLINK("x")', "Ben, jr."))
    reported(tmp_path, "agree draw", names=("@home", "Ben"))
    reported(tmp_path, names=("-", "+1"))
    text = out(tmp_path, None, "csv")
    assert text.count("\r\n") == text.count("\n") == 7
    assert list(csv.reader(io.StringIO(text, newline=""))) == [
        ["number", "game", "begun", "ended", "seat", "person", "points", "won", "how"],
        ["1", "praetorians", BEGUN, BEGUN, "0", '\'=HYPERLINK("x")', "99", "1", "played"],
        ["1", "praetorians", BEGUN, BEGUN, "1", "Ben, jr.", "3", "0", "played"],
        ["2", "praetorians", BEGUN, BEGUN, "0", "'@home", "0", "0", "agree draw"],
        ["2", "praetorians", BEGUN, BEGUN, "1", "Ben", "0", "0", "agree draw"],
        ["3", "praetorians", BEGUN, "", "0", "'-", "", "", ""],
        ["3", "praetorians", BEGUN, "", "1", "'+1", "", "", ""],
    ]


def test_names_with_commas_and_brackets_come_back(tmp_path: Path) -> None:
    for names in (("Ada, Countess", "Ben"), ("[Ada]", "Ben"), ('"Ada"', "# Ben"), ("アダ", "=1+1")):
        reported(tmp_path / "record", names=names)
    assert 'players: ["Ada, Countess", "Ben"]' in out(tmp_path / "record", "1")
    import_games(tmp_path / "new", out(tmp_path / "record").encode(), 0.0)
    assert courses(tmp_path / "new") == courses(tmp_path / "record")


def test_a_game_taken_back_and_one_that_is_not_there_are_no_games(tmp_path: Path) -> None:
    reported(tmp_path, "bank 5", names=("Cleo", "Dora"))
    reported(tmp_path, "undo")
    assert out(tmp_path, "last").startswith("# game 1\n")
    assert out(tmp_path).count("game:") == 1
    for name in ("2", "3", "0", "-1", "1.0", "first", "1" * 5000, "", "１"):
        with pytest.raises(RecordTrouble, match="no-game"):
            out(tmp_path, name)
    with pytest.raises(RecordTrouble, match="none"):
        out(tmp_path / "nothing")


def test_a_game_is_written_while_the_device_goes_on(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(WALL))
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        session.enter("bank 20")
        assert "1 bank 20" in out(tmp_path, "last")
        pieces = export_text(tmp_path, None, "text")
        first = next(pieces)
        session.enter("bust")
        assert [first, *pieces] == [first]
        assert "bust" not in first


def test_a_game_that_cannot_be_continued_is_written_down_all_the_same(tmp_path: Path) -> None:
    def other(line: Line) -> Line:
        if line.act.kind != acts.NEW:
            return line
        return line._replace(act=Act(acts.NEW, 0, line.act.text.replace("praetorians", "senet")))

    reported(tmp_path, "bank 20", "change 1 bank 21", "bust")
    changed(tmp_path, other)
    text = out(tmp_path)
    assert "game: senet" in text
    assert "1 bank 20\nchange 1 bank 21\n2 bust" in text


# -- coming in


HEAD = "game: praetorians\nplayers: Ada, Ben\noptions: entry=scores\n"


def test_what_somebody_wrote_by_hand_comes_in(tmp_path: Path) -> None:
    text = "\ufeff# Sunday\r\n\r\ngame: praetorians\r\nplayers: Ada ,Ben\r\noptions: entry=scores\r\nbank 55\r\n"
    text += "# Ben was unlucky\r\nbust\r\n  and said so\r\n7 bank 50"
    assert import_games(tmp_path, text.encode(), WALL) == Imported((1,), 0)
    with Record(tmp_path) as journal:
        game = journal.finished_games(0, 1).games[0]
        assert (game.names, game.result, game.begun, game.at) == (("Ada", "Ben"), Result((0,), (99, 3)), WALL, WALL)
        assert dict(game.options) == {"twelves": False, "entry": "scores"}


def test_json_needs_only_the_game_the_people_and_the_actions(tmp_path: Path) -> None:
    game = {"game": "army-ants", "players": ["Ada", "Ben"], "options": {"entry": "scores"}, "entries": ["win 1"]}
    text = json.dumps({"format": "table-companion games", "version": 1, "games": [game]})
    assert import_games(tmp_path, f"\n {text}".encode(), WALL) == Imported((1,), 0)
    assert courses(tmp_path)[1][-1] == Result((1,), (0, 1))  # type: ignore[index]


def test_an_unfinished_game_waits_and_the_table_stays_as_it_is(tmp_path: Path) -> None:
    reported(tmp_path / "record", "bank 5", names=("Cleo", "Dora"))
    file = out(tmp_path / "record").encode()
    reported(tmp_path / "mine", "bank 20", "bust", "undo")
    with Record(tmp_path / "mine") as journal:
        session = Session(journal, SimulatedClock(WALL))
        for name in ("Cleo", "Emil"):
            session.add_person(name)
        session.retire_person("Cleo")
    assert import_games(tmp_path / "mine", file, 5.0) == Imported((2,), 0)
    with Record(tmp_path / "mine") as journal:
        session = Session(journal, SimulatedClock(WALL))
        assert session.now is not None
        assert (session.now.setup.id, session.now.text, session.may_redo) == (1, "bank 20", True)
        assert session.redo().text == "bust"
        assert session.roster == ("Ada", "Ben", "Emil", "Dora")
        assert [game.id for game in session.waiting_games(0, 9).games] == [2]
        assert session.resume(2).text == "bank 5"
        session.enter("bust")
        for _ in range(3):
            session.undo()
        assert session.now is None


def test_what_was_undone_on_an_empty_table_can_still_be_redone(tmp_path: Path) -> None:
    reported(tmp_path / "record", "bank 5", names=("Cleo", "Dora"))
    reported(tmp_path / "mine", "undo")
    import_games(tmp_path / "mine", out(tmp_path / "record").encode(), 5.0)
    with Record(tmp_path / "mine") as journal:
        session = Session(journal, SimulatedClock(WALL))
        assert session.now is None
        assert session.redo().setup.names == ("Ada", "Ben")


def test_the_same_game_comes_in_once(tmp_path: Path) -> None:
    reported(tmp_path / "record", "bank 5")
    early = out(tmp_path / "record").encode()
    with Record(tmp_path / "record") as journal:
        Session(journal, SimulatedClock(WALL)).enter("bust")
    late = out(tmp_path / "record").encode()
    assert import_games(tmp_path / "record", early, 0.0) == Imported((), 1)
    assert import_games(tmp_path / "new", early, 0.0) == Imported((1,), 0)
    # What waits here and has gone on elsewhere goes on here.
    assert import_games(tmp_path / "new", late, 0.0) == Imported((), 0, (), (1,))
    assert out(tmp_path / "new").encode() == late
    assert import_games(tmp_path / "new", early, 0.0) == Imported((), 1)
    assert import_games(tmp_path / "new", late, 0.0) == Imported((), 1)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("key", ["praetorians", "seven-hills", "wizard"])
def test_games_that_wait_and_are_played_on_elsewhere_are_the_same_games(tmp_path: Path, key: str, form: str) -> None:
    here, there, dice = tmp_path / "here", tmp_path / "there", random.Random(f"{key} {form}")
    game = AllGames().game(key)
    clock = SimulatedClock(WALL)
    with Record(here) as record:
        session = Session(record, clock, dice)
        for options in list(option_sets(game))[:4]:
            session.start(key, PEOPLE[: game.players[1]], options, None)
            for _ in range(dice.randrange(12)):
                clock.advance(5.0)
                anything(session, dice)
    import_games(there, out(here, form=form).encode(), WALL)
    with Record(there) as record:
        session, waiting = Session(record, clock, dice), record.waiting_games(0, 99).games
        before = record.state.games
        for info in waiting:
            session.resume(info.id)
            for _ in range(dice.randrange(1, 8)):
                clock.advance(5.0)
                now = session.now
                if now is not None and now.timeline and now.outcome is None:
                    session.enter(dice.choice([*now.timeline[-1].position.legal(), "agree draw"]))
    played_on = out(there, form=form).encode()
    assert import_games(here, played_on, WALL).continued == tuple(sorted(info.id for info in waiting))
    assert courses(here) == courses(there)
    assert len(courses(here)) == before
    log = (here / LOG).read_bytes()
    assert import_games(here, played_on, WALL) == Imported((), before)
    assert (here / LOG).read_bytes() == log


def test_a_game_that_went_on_here_and_elsewhere_is_two_games(tmp_path: Path) -> None:
    reported(tmp_path / "record", "bank 5")
    import_games(tmp_path / "new", out(tmp_path / "record").encode(), 0.0)
    for place, text in (("record", "bust"), ("new", "bank 7")):
        with Record(tmp_path / place) as record:
            session = Session(record, SimulatedClock(WALL))
            session.resume(1)
            session.enter(text)
    assert import_games(tmp_path / "new", out(tmp_path / "record").encode(), 0.0) == Imported((2,), 0)


def test_a_game_that_is_over_is_not_reopened_by_a_file(tmp_path: Path) -> None:
    reported(tmp_path / "record", "bank 5", "agree draw")
    with Record(tmp_path / "record") as record:
        Session(record, SimulatedClock(WALL)).enter("back 1")
    text = out(tmp_path / "record")
    reported(tmp_path / "new", "bank 5", "agree draw")
    assert import_games(tmp_path / "new", text.encode(), 0.0) == Imported((2,), 0)


def test_two_games_that_look_alike_in_one_file_are_two(tmp_path: Path) -> None:
    twins = (HEAD + "bank 20\nbust\n") * 2
    assert import_games(tmp_path, twins.encode(), 0.0) == Imported((1, 2), 0)
    assert import_games(tmp_path, twins.encode(), 9.0) == Imported((), 2)
    assert import_games(tmp_path, (twins + HEAD + "bank 20\n").encode(), 9.0) == Imported((3,), 2)
    assert import_games(tmp_path / "one", (HEAD + "bank 20\nbust\n").encode(), 0.0) == Imported((1,), 0)
    assert import_games(tmp_path / "one", twins.encode(), 9.0) == Imported((2,), 1)
    # Without a date, what another game begins with is a game of its own.
    assert import_games(tmp_path / "one", (HEAD + "bank 20\n").encode(), 9.0) == Imported((3,), 0)
    # Another option, another game.
    other = twins.replace("entry=scores", "entry=scores twelves=true")
    assert import_games(tmp_path, other.encode(), 9.0) == Imported((4, 5), 0)


def test_a_series_stays_one_also_where_its_first_game_is_there_already(tmp_path: Path) -> None:
    with Record(tmp_path / "record") as journal:
        session = Session(journal, SimulatedClock(WALL))
        session.start("praetorians", ("Cleo", "Dora"), {"entry": "scores"})
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        session.enter("concede 0")
        session.rematch()
    text = out(tmp_path / "record")
    assert text.count("series: 2\n") == text.count("series:") == 2
    reported(tmp_path / "new", at=WALL - 60.0)
    first = out(tmp_path / "record", "2")
    assert import_games(tmp_path / "new", first.encode(), 0.0) == Imported((2,), 0)
    assert import_games(tmp_path / "new", text.encode(), 0.0) == Imported((3, 4), 1)
    with Record(tmp_path / "new") as journal:
        assert [game.id for game in journal.series(2)] == [2, 4]
        assert [game.id for game in journal.series(3)] == [3]


def test_nothing_comes_in_while_the_device_has_the_record_open(tmp_path: Path) -> None:
    reported(tmp_path)
    with Record(tmp_path), pytest.raises(RecordTrouble, match="locked"):
        import_games(tmp_path, (HEAD + "bank 7\n").encode(), 0.0)


HOLDS = """
import sys
from pathlib import Path
from companion.games.installed import INSTALLED
from companion.record.record import Record
with Record(Path(sys.argv[1]), INSTALLED):
    print("open", flush=True)
    sys.stdin.read()
"""


def test_nothing_comes_in_while_another_process_has_the_record_open(tmp_path: Path) -> None:
    reported(tmp_path)
    before = (tmp_path / LOG).read_bytes()
    command = [sys.executable, "-c", HOLDS, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with pytest.raises(RecordTrouble) as trouble:
            import_games(tmp_path, (HEAD + "bank 7\n").encode(), 0.0)
        other.stdin.close()
    assert trouble.value.message.params["process"] == str(other.pid)
    assert (tmp_path / LOG).read_bytes() == before
    assert import_games(tmp_path, (HEAD + "bank 7\n").encode(), 0.0) == Imported((2,), 0)


def test_rec_3_a_file_that_was_torn_in_mid_writing_counts_not_at_all(tmp_path: Path) -> None:
    reported(tmp_path, "bank 5")
    begin = len((tmp_path / LOG).read_bytes())
    content = (HEAD + "bank 20\n" + HEAD.replace("Ada", "Cleo") + "bust\n").encode()
    assert import_games(tmp_path, content, WALL) == Imported((2, 3), 0)
    whole = (tmp_path / LOG).read_bytes()
    last = whole.rindex(b"\n", 0, -1)
    for length in (begin + 1, whole.index(b"\n", begin) + 1, whole.index(b" bank 20", begin), last + 1, len(whole) - 1):
        (tmp_path / LOG).write_bytes(whole[:length])
        assert list(courses(tmp_path)) == [1]
        with Record(tmp_path) as record:
            assert record.roster == ("Ada", "Ben")
        assert import_games(tmp_path, content, WALL) == Imported((2, 3), 0)


@pytest.mark.parametrize(("part", "known"), [(b"4", [1, 3, 4]), (b"mport", [1, 3, 4]), (b"\n", [1, 4])])
def test_rec_6_games_stay_imported_if_the_first_line_of_their_import_is_damaged(
    tmp_path: Path, part: bytes, known: list[int]
) -> None:
    reported(tmp_path, "bank 5", names=("Ada", "Ben"))
    with Record(tmp_path) as record:
        Session(record, SimulatedClock(WALL)).start("praetorians", ("Cleo", "Dora"), {})
        Session(record, SimulatedClock(WALL)).undo()
    assert import_games(tmp_path, (HEAD + "bank 20\n" + HEAD + "bust\n").encode(), WALL) == Imported((3, 4), 0)
    log = tmp_path / LOG
    flipped(log, log.read_bytes().index(part, log.read_bytes().index(b" import 4\n")))
    (tmp_path / INDEX).unlink()
    with Record(tmp_path) as record:
        assert list(record.numbers()) == known
        assert record.table is not None
        assert record.table.id == 1
        assert record.next_redo is not None  # nothing was cleared
        assert record.roster == ("Cleo", "Dora", "Ada", "Ben")


def moments_played(do: Callable[[], object]) -> int:
    """How many moments of games were played while something was done."""
    return calls(timeline.advance.__code__, do)


def test_of_the_games_of_a_record_only_those_that_began_at_the_same_time_are_read(tmp_path: Path) -> None:
    def games(count: int, year: int) -> bytes:
        text = HEAD + "begun: {}-01-01T20:{:02}:00+00:00\nbank 20\nbust\n"
        return "".join([text.format(year, minute) for minute in range(count)]).encode()

    for count in (10, 40):
        folder = tmp_path / str(count)
        import_games(folder, games(count, 2025), WALL)
        # The lines of the first import, and all lines as they are written.
        again = partial(import_games, folder, games(count, 2026), WALL)
        assert calls(decode.__code__, again) < 20 * count


def test_a_series_is_read_once_for_the_file_of_all_its_games(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        for _ in range(5):
            session.enter("agree draw")
            session.rematch()
    assert calls(RecordView.series.__code__, lambda: out(tmp_path)) == 1
    assert out(tmp_path).count("series: 1\n") == 6


def test_a_thousand_changes_are_played_once_and_cost_nothing_at_a_start(tmp_path: Path) -> None:
    content = (HEAD + "bank 20\n" + "change 1 bank 21\n" * 1000).encode()
    # The first moment, and for each change the change itself and the one moment behind the start.
    assert moments_played(lambda: import_games(tmp_path, content, WALL)) == 1 + 1000 * 2
    assert moments_played(lambda: started(tmp_path)) == 0
    with Record(tmp_path) as record:
        game = record.game_state(1)
        assert game is not None
        assert len(game.path) == 1002


def started(folder: Path) -> None:
    """The device starts, and shows what waits."""
    with Record(folder) as record:
        session = Session(record, SimulatedClock(WALL))
        assert session.waiting_games(0, 9).total == 1
        assert session.now is None


def test_a_game_of_too_many_changes_is_refused_with_the_line_at_which_it_is_too_much(tmp_path: Path) -> None:
    busts = 60
    whole = HEAD + "bust\n" * busts + "change 1 bank 3\n" * 1000
    # Each change plays 60 moments again, so the 834th is the first beyond 50,000.
    assert (MOST_REPLAYED, 833 * busts, 834 * busts) == (50_000, 49_980, 50_040)
    assert refused(tmp_path, whole.encode()) == (f"{3 + busts + 834}", "import.changes", None)
    text = "".join(whole.splitlines(keepends=True)[: 3 + busts + 833])
    assert import_games(tmp_path / "fits", text.encode(), WALL) == Imported((1,), 0)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path / "pipe", tmp_path, tmp_path / "nothing", Path("/dev/zero")):
        with pytest.raises(OSError, match=r"not a file|directory"):
            read_content(name)
    (tmp_path / "games").write_text(HEAD)
    (tmp_path / "link").symlink_to(tmp_path / "games")
    assert read_content(tmp_path / "link") == HEAD.encode()


# -- what does not come in


def refused(folder: Path, content: bytes) -> tuple[str, str, str | None]:
    """Where and why a file is refused, and by which rule; the record is as it was, and none is made."""
    reported(folder / "mine", "bank 5")
    before = (folder / "mine" / LOG).read_bytes()
    with pytest.raises(Unfit) as fault:
        import_games(folder / "mine", content, 0.0)
    assert (folder / "mine" / LOG).read_bytes() == before
    with pytest.raises(Unfit):
        import_games(folder / "new", content, 0.0)
    assert not (folder / "new").exists()
    where, why = fault.value.where, fault.value.why
    place = "" if where is None else " ".join(map(str, where.params.values()))
    return place, why.key, why.rule


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", "", "import.empty"),
        ("# nothing\n\n", "", "import.empty"),
        ("bank 20\n" + HEAD, "1", "import.no-game"),
        ("number,game,begun\r\n1,praetorians\r\n", "1", "import.no-game"),
        ("game: praetorians\nbank 20\n", "1", "value.missing"),
        ("game: senet\nplayers: Ada, Ben\n", "1", "refused.unknown-game"),
        ("game: praetorians\nplayers: Ada\n", "2", "refused.players-count"),
        ("game: praetorians\nplayers: Ada, Ada\n", "2", "refused.name-twice"),
        ("game: praetorians\nplayers: Ada, \n", "2", "refused.name-empty"),
        ('game: praetorians\nplayers: ["Ada", "\u200d"]\n', "2", "refused.name-empty"),
        ("game: praetorians\nplayers: Ada, " + "B" * 25, "2", "refused.name-long"),
        ('game: praetorians\nplayers: ["Ada", "B\\u001b[2J"]\n', "2", "refused.name-character"),
        ('game: praetorians\nplayers: ["Ada"\n', "2", "import.wrong"),
        ('game: praetorians\nplayers: ["Ada", 7]\n', "2", "value.text"),
        (f"game: praetorians\nplayers: {'[' * 9000}\n", "2", "import.wrong"),
        (HEAD.replace("entry", "entries"), "3", "refused.option-unknown"),
        (HEAD.replace("scores", "points"), "3", "refused.option-value"),
        (HEAD.replace("entry=scores", "entry"), "3", "import.wrong"),
        (HEAD.replace("entry=scores", "entry=scores entry=cards"), "3", "import.wrong"),
        (HEAD + "players: Cleo, Dora\n", "4", "import.twice"),
        (HEAD + "colour: red\n", "4", "import.unknown"),
        (HEAD + "begun: last Sunday\n", "4", "value.time"),
        (HEAD + "begun: 9999-01-01\n", "4", "value.time"),
        (HEAD + "ended: 0001-01-01T00:00:00+14:00\n", "4", "value.time"),
        (HEAD + "series: one\n", "4", "import.wrong"),
        (HEAD + "series: 1234567890\n", "4", "value.range"),
        (HEAD + "over: nobody\n", "4", "import.wrong"),
        (HEAD + 'over: {"winners": [0]}\n', "4", "value.missing"),
        (HEAD + 'over: {"winners": "A", "scores": [[]]}\n', "4", "value.list"),
        (HEAD + f"over: {'[' * 60_000}\n", "4", "import.wrong"),
        (HEAD + "bank 20\nflip R7\n", "5", "refused.entry-scores"),
        (HEAD + "bank 20\nhello\n", "5", "refused.unreadable"),
        (HEAD + "bank 20\nundo\n", "5", "refused.unreadable"),
        (HEAD + "concede 0\nbank 20\n", "5", "refused.over"),
        (HEAD + "concede 2\n", "4", "refused.unreadable"),
        (HEAD + "back 1\n", "4", "refused.unreadable"),
        (HEAD + "change 1 bank 20\n", "4", "refused.unreadable"),
        (HEAD + "set 5\n", "4", "refused.unreadable"),
        (HEAD + "set {\n", "4", "refused.unreadable"),
        (HEAD + "set {5}\n", "4", "import.table"),
        (HEAD + "bank 20\nchange 1 set {5}\n", "5", "import.table"),
        (HEAD + "set " + '{"a":' * 9000 + "}" * 9000 + "\n", "4", "import.table"),
        (HEAD + "bank 20\nbust\nchange 2 change 1 bank 21\n", "6", "refused.unreadable"),
        (HEAD + "bank 20\nbust\nchange 2 back 1\n", "6", "refused.unreadable"),
        (HEAD + "bank 20\n" + "change 1 " * 7000 + "bust\n", "5", "refused.unreadable"),
        (HEAD + 'set {"a": ' + "9" * 5000 + "}\n", "4", "import.table"),
        (HEAD + "set {}\n", "4", "value.missing"),
        (HEAD + "bank 20\ndigest: 0123456789ab\n", "4", "import.digest"),
        (HEAD + "digest: 0123456789ab\n", "1", "import.digest"),
        (HEAD + 'bank 20\nover: {"winners": [0], "scores": [99, 3]}\n', "5", "import.result"),
        (HEAD + 'concede 1\nover: {"winners": [1], "scores": [0, 0]}\n', "5", "import.result"),
        (HEAD + "bank 20\n\x1b[2J\n", "5", "import.character"),
        (HEAD + "bank 20\nbank\x0021\n", "5", "import.character"),
        (HEAD + "bank 20\n\u202ebank 21\n", "5", "import.character"),
        (HEAD + "x" * 70_000 + "\n", "4", "import.long"),
        (HEAD + "series: 7\n" + HEAD.replace("Ben", "Cleo") + "series: 7\n", "5", "import.series"),
        (HEAD + "number: -1\n", "4", "value.range"),
        (HEAD + "number: 99999999999999999999\n", "4", "value.range"),
        (HEAD + "bank 20\n" + HEAD + "bank 99\n", "8", "refused.praetorians.bank-most"),
    ],
)
def test_a_text_is_refused_with_its_line_and_the_reason(tmp_path: Path, text: str, line: str, why: str) -> None:
    place, key, _ = refused(tmp_path, text.encode())
    assert (place, key) == (line, why)


def test_a_game_keeps_its_number_in_a_record_without_games_whether_its_people_have_numbers_or_not(
    tmp_path: Path,
) -> None:
    assert import_games(tmp_path, f"{HEAD}number: 7\n".encode(), WALL).numbers == (7,)


def test_a_refusal_names_its_rule(tmp_path: Path) -> None:
    content = b"game: praetorians\nplayers: Ada, Ben\nflip R7\nflip R7\n"
    assert refused(tmp_path, content) == ("4", "refused.praetorians.kept", "PRA-2")


GAME = {"game": "praetorians", "players": ["Ada", "Ben"], "options": {"entry": "scores"}, "entries": []}
TOP = {"format": "table-companion games", "version": 1, "games": [GAME]}


def as_json(**other: object) -> object:
    """A file whose second game is otherwise."""
    return {**TOP, "games": [GAME, {**GAME, **other}]}


@pytest.mark.parametrize(
    ("tree", "place", "why"),
    [
        ({}, "", "import.format"),
        ({**TOP, "version": 2}, "", "import.version"),
        ({**TOP, "games": []}, "", "import.empty"),
        ({**TOP, "games": {}}, "", "value.list"),
        ({**TOP, "more": 1}, "", "value.unknown"),
        ({**TOP, "games": [7]}, "1", "value.object"),
        (as_json(game=7), "2", "value.text"),
        (as_json(game=None), "2", "value.text"),
        ({**TOP, "games": [{}]}, "1", "value.missing"),
        (as_json(game="x\x1b[2J"), "2", "refused.unknown-game"),
        (as_json(players="Ada, Ben"), "2", "value.list"),
        (as_json(players=["Ada", ["Ben"]]), "2", "value.text"),
        (as_json(players=["Ada", "B\x1b[2J"]), "2", "refused.name-character"),
        (as_json(players=["Ada", "\ud800"]), "2", "refused.name-character"),
        (as_json(options=[]), "2", "value.object"),
        (as_json(options={"entry": ["scores"]}), "2", "value.chosen"),
        (as_json(options={"twelves": 1}), "2", "value.chosen"),
        (as_json(option={}), "2", "value.unknown"),
        (as_json(series="1"), "2", "value.whole"),
        (as_json(series=-1), "2", "value.range"),
        (as_json(series=True), "2", "value.whole"),
        (as_json(begun=5), "2", "value.text"),
        (as_json(begun="soon"), "2", "value.time"),
        (as_json(start=5), "2", "value.text"),
        (as_json(start="0123456789ab"), "2", "import.digest"),
        (as_json(entries="bank 20"), "2", "value.list"),
        (as_json(entries=["bank 20", 7]), "2 2", "value.object"),
        (as_json(entries=["bank 20", {"txt": "bust"}]), "2 2", "value.unknown"),
        (as_json(entries=["bank 20", {"at": BEGUN}]), "2 2", "value.missing"),
        (as_json(entries=["bank 20", {"text": "bust", "at": "x"}]), "2 2", "value.time"),
        (as_json(entries=[{"text": "bank 20", "digest": "0123456789ab"}]), "2 1", "import.digest"),
        (as_json(entries=["bank 20", "bust\n"]), "2 2", "import.character"),
        (as_json(entries=["set {\n}"]), "2 1", "import.character"),
        (as_json(entries=["x" * 70_000]), "2 1", "import.long"),
        (as_json(entries=["bank 20", "flip R7"]), "2 2", "refused.entry-scores"),
        (as_json(entries=["7 bank 20"]), "2 1", "refused.unreadable"),
        (as_json(result=7), "2", "value.object"),
        (as_json(result={"winners": [0], "scores": ["99"]}), "2", "value.whole"),
        (as_json(result={"winners": [0], "scores": [99, 3]}), "2", "import.result"),
        (as_json(entries=["abandon"], result={"winners": [], "scores": [0, 0], "ended": "agree draw"}), "2",
         "import.result"),
    ],
)  # fmt: skip
def test_json_is_refused_with_the_game_the_entry_and_the_reason(
    tmp_path: Path, tree: object, place: str, why: str
) -> None:
    found, key, _ = refused(tmp_path, json.dumps(tree).encode())
    assert (found, key) == (place, why)


@pytest.mark.parametrize(
    ("content", "place", "why"),
    [
        (b'{"format":\n nothing}', "2", "import.json"),
        (b'{"a":' * 100_000, "", "import.json"),
        (b'{"format": NaN}', "", "import.json"),
        (b'{"version": ' + b"9" * 6000 + b"}", "", "import.json"),
        (HEAD.encode() + b"bank 20\nb\xffnk 21\n", "5", "import.utf8"),
        (b"SQLite format 3\0" + bytes(5000), "", "import.backup"),
        (b"# " + b"x" * MOST, "", "import.large"),
    ],
    ids=lambda part: part[:20] if isinstance(part, bytes) else part,
)
def test_what_is_no_file_of_games_is_refused(tmp_path: Path, content: bytes, place: str, why: str) -> None:
    found, key, _ = refused(tmp_path, content)
    assert (found, key) == (place, why)
