"""The session: one timeline over all its games, the same in memory and on the disk."""

import errno
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from damaged_records import Balking, rewritten
from installed import Record
from record.random_evening import lines
from record.random_evening import texts as written
from variants import first

from companion.kit.rules import Action, BadPlayers, Illegal, NoGame, NothingToRedo, NothingToUndo, Over
from companion.play.act import Line, parse
from companion.play.timeline import ReadOnly, Snapshot
from companion.record import RecordTrouble
from companion.record.index import INDEX
from companion.session.session import Session
from hardware.simulated import SimulatedClock

CLOCK = SimulatedClock(1_000_000.0)


@pytest.fixture
def disk() -> Balking:
    return Balking()


@pytest.fixture
def journal(tmp_path: Path, disk: Balking) -> Iterator[Record]:
    with Record(tmp_path, ("Player 1", "Player 2"), disk=disk) as opened:
        yield opened


def seen(step: Snapshot | None) -> object:
    """Everything about a moment that people could see."""
    if step is None:
        return None
    assert step.position is not None
    return step.setup.names, step.text, step.position.table()


def enter(session: Session, *texts: str) -> None:
    for text in texts:
        session.enter(text)


def evening_of_two_games(journal: Record) -> Session:
    """Ada wins the first game with matches on R10; in the second, three actions are entered."""
    session = Session(journal, CLOCK)
    session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
    enter(session, *["match 10"] * 9, "bank 9")
    assert session.now is not None
    assert session.now.outcome is not None
    session.start("praetorians", ("Ben", "Ada"), {"twelves": True})
    enter(session, "flip R7", "flip 12>1", "stop")
    return session


def test_an_evening_begins_with_nothing(journal: Record) -> None:
    session = Session(journal, CLOCK)
    assert session.now is None
    with pytest.raises(NoGame):
        session.enter("stop")
    with pytest.raises(NothingToUndo):
        session.undo()
    with pytest.raises(NothingToRedo):
        session.redo()


def test_entries_are_there_after_a_restart(journal: Record) -> None:
    session = evening_of_two_games(journal)
    assert seen(Session(journal, CLOCK).now) == seen(session.now)


def test_undo_walks_back_over_the_end_of_a_game_to_nothing_and_redo_all_the_way_forward(journal: Record) -> None:
    session = evening_of_two_games(journal)
    moments = []
    while session.now is not None:
        moments.append(seen(session.now))
        session.undo()
    assert len(moments) == 15  # two starts, ten and three actions
    for moment in reversed(moments):
        session.redo()
        assert seen(session.now) == moment
    with pytest.raises(NothingToRedo):
        session.redo()


def test_every_place_of_the_walk_survives_a_restart(journal: Record) -> None:
    session = evening_of_two_games(journal)
    moments = []
    while session.now is not None:
        moments.append(seen(session.now))
        session.undo()
        session = Session(journal, CLOCK)
    for moment in reversed(moments):
        session.redo()
        session = Session(journal, CLOCK)
        assert seen(session.now) == moment


def test_a_new_entry_makes_redo_impossible_also_after_a_restart(journal: Record) -> None:
    session = evening_of_two_games(journal)
    session.undo()
    enter(session, "flip B1")
    for same in (session, Session(journal, CLOCK)):
        assert not same.may_redo


def test_undo_is_an_entry_and_erases_nothing(journal: Record, tmp_path: Path) -> None:
    session = Session(journal, CLOCK)
    session.start("praetorians", ("Ada", "Ben"), {})
    enter(session, "flip R7")
    session.undo()
    enter(session, "flip R8")
    assert written(tmp_path) == ["new praetorians 3,4 twelves=false entry=cards", "flip R7", "undo", "flip R8"]
    assert session.recorded == ["new praetorians", "flip R7", "undo", "flip R8"]


def test_every_line_of_the_record_names_its_game(journal: Record, tmp_path: Path) -> None:
    session = evening_of_two_games(journal)
    for _ in range(4):
        session.undo()
    games = [line.game for line in lines(tmp_path) if line.game]
    assert games == [1] * 11 + [2] * 4 + [2] * 4


def test_a_refused_action_changes_neither_memory_nor_disk(journal: Record, tmp_path: Path) -> None:
    session = evening_of_two_games(journal)
    before, texts = seen(session.now), written(tmp_path)
    with pytest.raises(Illegal):
        enter(session, "stop")
    assert (seen(session.now), written(tmp_path)) == (before, texts)


def test_a_finished_game_takes_no_action(journal: Record) -> None:
    session = Session(journal, CLOCK)
    session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
    enter(session, *["match 10"] * 9, "bank 9")
    with pytest.raises(Over):
        enter(session, "bust")


def test_a_failing_disk_leaves_the_table_as_it_was(journal: Record, disk: Balking) -> None:
    session = evening_of_two_games(journal)
    disk.error = errno.EIO
    before = seen(session.now)
    with pytest.raises(RecordTrouble):
        enter(session, "flip B3")
    with pytest.raises(RecordTrouble):
        session.undo()
    with pytest.raises(RecordTrouble):
        session.start("praetorians", ("Ada", "Ben"), {})
    with pytest.raises(RecordTrouble):
        session.add_person("Cleo")
    assert seen(session.now) == before
    disk.error = 0
    enter(session, "flip B3")
    assert seen(Session(journal, CLOCK).now) == seen(session.now)


def test_names_that_cannot_be_are_refused_and_not_kept(journal: Record) -> None:
    session = Session(journal, CLOCK)
    for name in ("", " Ada", "x" * 25, "a\u202eb", "tab\t"):
        with pytest.raises(BadPlayers):
            session.add_person(name)
    session.add_person("カエサル")
    assert session.roster == ("Player 1", "Player 2", "カエサル")


def tampered(folder: Path, text: str, *, to: str | None = None, digest: str | None = None) -> None:
    """The last line with this text says something else."""

    def change(line: Line) -> Line:
        if str(line.act) != text or line.seq != last:
            return line
        return line._replace(act=parse(text if to is None else to), digest=line.digest if digest is None else digest)

    last = max(line.seq for line in lines(folder) if str(line.act) == text)
    rewritten(folder, change)
    (folder / INDEX).unlink()


NEW = "new praetorians 2,1 twelves=true entry=cards"


@pytest.mark.parametrize(
    ("text", "to", "digest"),
    [
        ("flip R7", None, "ffffffffffff"),
        ("flip R7", "flip R8", None),
        ("flip R7", "stop", None),
        ("flip R7", "conjure R7", None),
        (NEW, "new praetorians 2,1 thirteens=true", None),
        (NEW, "new tic-tac-toe 2,1 twelves=true entry=cards", None),
        (NEW, "new praetorians 2 twelves=true entry=cards", None),
    ],
)
def test_a_game_that_would_continue_differently_opens_read_only(
    tmp_path: Path, text: str, to: str | None, digest: str | None
) -> None:
    with Record(tmp_path) as journal:
        evening_of_two_games(journal)
    tampered(tmp_path, text, to=to, digest=digest)
    with Record(tmp_path) as journal:
        session, texts = Session(journal, CLOCK), written(tmp_path)
        assert session.now is not None
        assert session.now.position is None
        with pytest.raises(ReadOnly):
            enter(session, "flip B1")
        with pytest.raises(ReadOnly):
            session.undo()
        assert written(tmp_path) == texts
        # The evening goes on with another game, and undo leads back to the one that can only be read.
        session.start("praetorians", ("Ada", "Ben"), {})
        enter(session, "flip B1")
        session.undo()
        session.undo()
        assert session.now is not None
        assert session.now.position is None


# -- several games side by side


def texts(step: Snapshot | None) -> list[str]:
    """The current entries of the game on the table."""
    if step is None:
        return []
    assert step.timeline is not None
    return [moment.text for moment in step.timeline[1:]]


def two_waiting(journal: Record) -> Session:
    """Three games have been begun: Ada and Ben entered two cards, Cleo and Dora one; Ed and Fay are at the table."""
    session = Session(journal, CLOCK)
    session.start("praetorians", ("Ada", "Ben"), {})
    enter(session, "flip R1", "flip R2")
    session.start("praetorians", ("Cleo", "Dora"), {})
    enter(session, "flip B1")
    session.start("praetorians", ("Ed", "Fay"), {})
    enter(session, "flip G1")
    return session


def waiting(session: Session) -> list[int]:
    return [game.id for game in session.waiting_games(0, 9).games]


def test_starting_another_game_leaves_the_running_one_waiting(journal: Record) -> None:
    session = two_waiting(journal)
    assert waiting(session) == [2, 1]
    assert [game.names for game in session.waiting_games(0, 9).games] == [("Cleo", "Dora"), ("Ada", "Ben")]
    assert session.waiting_games(1, 1).games[0].id == 1


def test_a_waiting_game_comes_back_as_it_stood_and_the_other_one_waits(journal: Record, tmp_path: Path) -> None:
    session = two_waiting(journal)
    session.resume(1)
    for same in (session, Session(journal, CLOCK)):
        assert texts(same.now) == ["flip R1", "flip R2"]
        assert waiting(same) == [3, 2]
    assert lines(tmp_path)[-1].game == 1
    assert written(tmp_path)[-1] == "resume"
    assert session.recorded[-1] == "resume 1"
    enter(session, "flip R3")
    session.resume(3)
    session.resume(1)
    assert texts(session.now) == ["flip R1", "flip R2", "flip R3"]


def test_undo_after_resuming_takes_back_the_last_action_of_that_game(journal: Record) -> None:
    session = two_waiting(journal)
    session.resume(1)
    assert [session.undo().text for _ in range(2)] == ["flip R2", "flip R1"]
    session.resume(3)
    assert texts(session.now) == ["flip G1"]


def test_undoing_the_start_brings_the_game_before_as_it_stands_now(journal: Record) -> None:
    session = two_waiting(journal)
    session.resume(1)
    enter(session, "flip R3")
    session.resume(2)
    for _ in range(2):
        session.undo()
    for same in (session, Session(journal, CLOCK)):
        # The third card was entered after the second game had begun: it is not lost.
        assert texts(same.now) == ["flip R1", "flip R2", "flip R3"]
        assert waiting(same) == [3]
    assert [session.redo().text for _ in range(2)] == ["new praetorians", "flip B1"]
    assert waiting(session) == [1, 3]


def test_undo_goes_past_a_game_before_that_has_been_taken_back(journal: Record) -> None:
    session = two_waiting(journal)
    session.resume(2)
    for _ in range(2):
        session.undo()
    session.resume(3)
    for _ in range(2):
        session.undo()
    assert session.now is not None
    assert session.now.setup.id == 1


def test_with_every_start_taken_back_in_any_order_redo_brings_all_games_again(journal: Record) -> None:
    session = two_waiting(journal)
    session.resume(1)
    for _ in range(3):
        session.undo()
    assert session.now is None
    with pytest.raises(NothingToUndo):
        session.undo()
    assert waiting(session) == [3, 2]
    again = Session(journal, CLOCK)
    assert [again.redo().text for _ in range(3)] == ["new praetorians", "flip R1", "flip R2"]
    assert not again.may_redo


def test_what_was_undone_comes_again_after_another_game_was_on_the_table(journal: Record) -> None:
    session = two_waiting(journal)
    session.undo()
    session.resume(1)
    session.undo()
    enter(session, "flip R9")
    assert not session.may_redo
    session.resume(3)
    session = Session(journal, CLOCK)
    assert session.may_redo
    assert session.redo().text == "flip G1"


def test_resuming_the_game_on_the_table_is_nothing(journal: Record, tmp_path: Path) -> None:
    session = two_waiting(journal)
    before = written(tmp_path)
    session.undo()
    session.resume(3)
    assert session.may_redo
    assert written(tmp_path) == [*before, "undo"]


@pytest.mark.parametrize("number", [0, 4, 99])
def test_a_game_that_is_not_there_or_was_taken_back_cannot_be_resumed(
    journal: Record, tmp_path: Path, number: int
) -> None:
    session = two_waiting(journal)
    session.start("praetorians", ("Gil", "Hal"), {})
    session.undo()
    before = written(tmp_path)
    with pytest.raises(NoGame):
        session.resume(number)
    assert written(tmp_path) == before
    assert texts(session.now) == ["flip G1"]


def test_a_finished_game_comes_back_to_be_not_over_after_all(journal: Record) -> None:
    session = two_waiting(journal)
    enter(session, "concede 1")
    assert [game.id for game in session.finished_games(0, 9).games] == [3]
    session.resume(1)
    session.resume(3)
    assert session.now is not None
    assert session.now.outcome is not None
    session.undo()
    assert session.finished_games(0, 9).total == 0
    enter(session, "flip G2")
    session.resume(1)
    assert waiting(session) == [3, 2]


def test_a_disk_that_fails_while_resuming_leaves_the_table_as_it_was(journal: Record, disk: Balking) -> None:
    session = two_waiting(journal)
    disk.error = errno.EIO
    with pytest.raises(RecordTrouble):
        session.resume(1)
    assert texts(session.now) == ["flip G1"]
    disk.error = 0
    assert texts(Session(journal, CLOCK).now) == ["flip G1"]


def test_the_chosen_person_begins_and_the_others_follow_in_the_order_of_the_table(journal: Record) -> None:
    session = Session(journal, CLOCK)
    step = session.start("praetorians", ("Ada", "Ben", "Cleo"), {}, 1)
    assert step.setup.names == ("Ben", "Cleo", "Ada")


def test_lots_are_drawn_among_all_and_only_the_seats_are_recorded(journal: Record, tmp_path: Path) -> None:
    chance = random.Random(4)
    session = Session(journal, CLOCK, chance)
    drawn = random.Random(4)
    for _ in range(20):
        step = session.start("praetorians", ("Ada", "Ben", "Cleo"), {}, None)
        first = drawn.randrange(3)
        assert step.setup.names == ("Ada", "Ben", "Cleo", "Ada", "Ben")[first : first + 3]
        kept = journal.game_state(step.setup.id)
        assert kept is not None
        assert kept.names == step.setup.names
    assert {text.split(" ")[0] for text in written(tmp_path)} == {"new"}


@pytest.mark.parametrize("names", [(), ("Ada",), ("Ada", "Ada")])
def test_lots_are_drawn_only_among_people_who_can_sit_down(journal: Record, names: tuple[str, ...]) -> None:
    with pytest.raises(BadPlayers):
        Session(journal, CLOCK).start("praetorians", names, {}, None)


def test_a_rematch_needs_a_game(journal: Record) -> None:
    with pytest.raises(NoGame):
        Session(journal, CLOCK).rematch()


def test_a_game_that_can_only_be_read_waits_and_comes_back_as_such(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        two_waiting(journal)
    tampered(tmp_path, "flip R1", digest="ffffffffffff")
    with Record(tmp_path) as journal:
        session = Session(journal, CLOCK)
        assert session.resume(1).position is None
        with pytest.raises(ReadOnly):
            session.undo()
        assert Session(journal, CLOCK).now is not None
        assert texts(session.resume(3)) == ["flip G1"]
        assert waiting(session) == [1, 2]


class Law:
    """A naive model of the session: a list of texts for every game, and its undone entries."""

    def __init__(self) -> None:
        self.lines: dict[int, list[str]] = {}
        self.came_from: dict[int, int] = {}
        self.undone: dict[int, list[tuple[int, str]]] = {0: []}
        self.table = 0

    def start(self) -> None:
        self.undone[self.table] = []
        number = len(self.lines) + 1
        self.lines[number], self.undone[number] = ["new"], []
        self.came_from[number] = self.table
        self.table = number

    def enter(self, text: str) -> None:
        self.undone[self.table] = []
        self.lines[self.table].append(text)

    def undo(self) -> None:
        game = self.table
        text = self.lines[game].pop()
        while self.table and not self.lines[self.table]:
            self.table = self.came_from[self.table]
        self.undone[self.table].append((game, text))

    def redo(self) -> None:
        self.table, text = self.undone[self.table].pop()
        self.lines[self.table].append(text)


@pytest.mark.parametrize("seed", first(range(4), 2))
def test_random_evenings_of_several_games_keep_the_law_also_over_restarts(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    law = Law()
    with Record(tmp_path) as journal:
        session = Session(journal, CLOCK)
        for _ in range(400):
            what = chance.choice(["undo"] * 8 + ["redo"] * 5 + ["tell"] * 9 + ["resume"] * 4 + ["start", "restart"])
            now = session.now
            if what == "undo" and now is not None:
                session.undo()
                law.undo()
            elif what == "redo" and session.may_redo:
                session.redo()
                law.redo()
            elif what == "tell" and now is not None and now.position is not None and now.outcome is None:
                text = str(chance.choice([*now.position.legal()[:4], "abandon"]))
                session.enter(text)
                law.enter(text)
            elif what == "resume" and any(law.lines.values()):
                law.table = chance.choice([game for game, line in law.lines.items() if line])
                session.resume(law.table)
            elif what == "start":
                session.start("praetorians", ("Ada", "Ben"), {})
                law.start()
            elif what == "restart":
                session = Session(journal, CLOCK)
            now = session.now
            assert (now.setup.id if now is not None else 0) == law.table
            assert texts(now) == (law.lines[law.table][1:] if law.table else [])
            assert session.may_redo == bool(law.undone[law.table])
            over = {game for game, line in law.lines.items() if line[-1:] == ["abandon"]}
            assert {game.id for game in session.finished_games(0, 999).games} == over
            begun = {game for game, line in law.lines.items() if line}
            assert set(waiting_all(session)) == begun - over - {law.table}


def waiting_all(session: Session) -> list[int]:
    return [game.id for game in session.waiting_games(0, 999).games]


def test_random_walks_through_an_evening_agree_with_the_disk(tmp_path: Path) -> None:
    chance = random.Random(20)
    with Record(tmp_path) as journal:
        session = Session(journal, CLOCK)
        for step in range(300):
            what = chance.random()
            legal: tuple[Action, ...] = ()
            if session.now is not None and session.now.position is not None:
                legal = session.now.position.legal()
            if what < 0.35 and session.now is not None:
                session.undo()
            elif what < 0.55 and session.may_redo:
                session.redo()
            elif legal and what < 0.97:
                session.enter(str(chance.choice(legal)))
            else:
                session.start("praetorians", ("Ada", "Ben", "Cleo"), {"entry": "scores", "twelves": True})
            if step % 10 == 0:
                again = Session(journal, CLOCK)
                assert seen(again.now) == seen(session.now)
                assert again.may_redo == session.may_redo
