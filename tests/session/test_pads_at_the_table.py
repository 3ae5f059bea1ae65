"""Games of score pads at the table: begun, played, taken back, continued, in series."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from installed import Record
from own_pads import small

from companion.games.pad.adding import add_pad
from companion.kit.rules import NoGame, UnknownGame
from companion.record.log import Disk
from companion.record.pads import hash_of
from companion.session.session import Session
from companion.words import Words
from hardware.simulated import SimulatedClock

SMALL = small()


class Counting(Disk):
    """A disk that counts what is written at once."""

    written = 0

    def write(self, descriptor: int, raw: bytes) -> int:
        self.written += 1
        return super().write(descriptor, raw)


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record(tmp_path) as opened:
        yield opened


@pytest.fixture
def session(record: Record) -> Session:
    return Session(record, SimulatedClock(1_000_000.0))


def log(folder: Path) -> list[str]:
    """The acts in the log, without what is in front of them; of texts of pads only the first word."""
    acts = [line.split(" ", 5)[5] for line in (folder / "record.log").read_text("utf-8").splitlines()[1:]]
    return ["pad" if act.startswith("pad ") else act for act in acts]


def enter(session: Session, *texts: str) -> None:
    for text in texts:
        session.enter(text)


def scores(session: Session) -> list[int]:
    assert session.now is not None
    assert session.now.position is not None
    found: list[int] = session.now.position.table()["scores"]
    return found


def test_a_pad_game_names_its_text_which_is_in_the_log_once(tmp_path: Path, session: Session) -> None:
    add_pad(tmp_path, SMALL)
    session.start("small", ("Ada", "Ben"), {})
    enter(session, "made 0 5", "made 1 3")
    session.start("small", ("Ada", "Ben"), {})
    named = f"pad={hash_of(SMALL)}"
    assert log(tmp_path) == [
        "name 1 Ada", "name 2 Ben", "pad", f"new small 1,2 {named}", "made 0 5", "made 1 3", f"new small 1,2 {named}",
    ]  # fmt: skip


def test_a_pad_game_counts_and_its_entries_come_back(tmp_path: Path, session: Session) -> None:
    session.start("wizard", ("Ada", "Ben", "Cleo"), {})
    # WIZ-5: Ada bids 1 and takes it, 20 + 10; Ben bids 0 and takes 0, 20; Cleo bids 1 and takes 0, -10.
    enter(session, "bid 0 1", "bid 1 0", "bid 2 1", "took 0 1", "took 1 0", "took 2 0")
    assert scores(session) == [30, 20, -10]
    session.undo()
    assert scores(session) == [0, 0, 0]
    session.redo()
    assert scores(session) == [30, 20, -10]
    session.enter("change 1 bid 0 0")  # Ada said nothing and took one: -10
    assert scores(session) == [-10, 20, -10]


def test_a_pad_game_goes_on_after_a_restart_and_without_its_file(tmp_path: Path) -> None:
    add_pad(tmp_path, SMALL)
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(1_000_000.0))
        session.start("small", ("Ada", "Ben"), {})
        enter(session, "made 0 5", "made 1 3")
    (tmp_path / "pads" / "small.toml").write_bytes(small(points="made * 2"))
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(1_000_000.0))
        assert scores(session) == [5, 3]
        session.enter("made 1 4")  # in the second round Ben begins
    (tmp_path / "pads" / "small.toml").unlink()
    (tmp_path / "index.sqlite3").unlink()
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(1_000_000.0))
        session.enter("made 0 1")
        assert scores(session) == [6, 7]


def test_a_pad_that_is_not_there_cannot_begin(session: Session) -> None:
    with pytest.raises(UnknownGame):
        session.start("small", ("Ada", "Ben"), {})


def test_a_rematch_needs_the_file(tmp_path: Path, session: Session) -> None:
    add_pad(tmp_path, SMALL)
    session.start("small", ("Ada", "Ben"), {})
    session.enter("abandon")
    (tmp_path / "pads" / "small.toml").unlink()
    before = log(tmp_path)
    with pytest.raises(NoGame) as refused:
        session.rematch()
    said = Words("en").message(refused.value.message, ())
    assert said == "there is no score pad Small any more; a rematch needs its file"
    assert log(tmp_path) == before


def test_a_rematch_is_the_next_game_of_the_series_and_the_next_person_begins(session: Session) -> None:
    session.start("hearts", ("Ada", "Ben", "Cleo"), {"goal": "50"})
    session.enter("concede 1")
    step = session.rematch()
    assert (step.setup.names, step.setup.options["goal"]) == (("Ben", "Cleo", "Ada"), "50")
    standing = session.standing()
    assert standing is not None
    assert (standing.people, standing.totals) == (("Ada", "Ben", "Cleo"), (1, 0, 1))


def test_under_another_text_a_rematch_begins_another_series_with_the_options_that_are_left(
    tmp_path: Path, session: Session, record: Record
) -> None:
    options = "[options.way]\nvalues = [{}]\n[options.double]\nvalues = [false, true]\n"
    add_pad(tmp_path, small(top=options.format('"up", "down"')))
    session.start("small", ("Ada", "Ben"), {"way": "down", "double": True})
    session.enter("abandon")
    assert session.rematch().setup.options == {"way": "down", "double": True}
    session.enter("abandon")
    add_pad(tmp_path, small(top=options.format('"up", "round"')), replace=True)
    assert session.rematch().setup.options == {"way": "up", "double": True}
    games = [record.game_state(number) for number in record.numbers()]
    assert [game.series for game in games if game is not None] == [1, 1, 3]


def test_with_sides_a_rematch_keeps_partners_together(session: Session) -> None:
    session.start("spades", ("Ada", "Ben", "Cleo", "Dora"), {})
    session.enter("abandon")
    # Sides are seats 0 and 2, 1 and 3: one place on Ben and Dora are one side, Cleo and Ada the other.
    assert session.rematch().setup.names == ("Ben", "Cleo", "Dora", "Ada")


@pytest.mark.parametrize(("sides", "names"), [
    ("4 = [[0, 1], [2, 3]]", ("Cleo", "Dora", "Ada", "Ben")),
    ("4 = [[0, 1, 2], [3]]", ("Ada", "Ben", "Cleo", "Dora")),
])  # fmt: skip
def test_a_rematch_moves_by_the_fewest_places_that_keep_the_sides(
    sides: str, names: tuple[str, ...], tmp_path: Path, session: Session
) -> None:
    add_pad(tmp_path, small("team(made)", top=f"[sides]\n{sides}\n"))
    session.start("small", ("Ada", "Ben", "Cleo", "Dora"), {})
    session.enter("abandon")
    assert session.rematch().setup.names == names


def test_who_concedes_does_so_for_the_side(session: Session) -> None:
    step = session.start("spades", ("Ada", "Ben", "Cleo", "Dora"), {})
    step = session.enter("concede 2")
    assert step.result is not None
    assert (step.result.winners, step.result.ended) == ((1, 3), "concede 2")


def test_where_points_count_a_series_adds_them_up(session: Session) -> None:
    session.start("doppelkopf", ("Ada", "Ben", "Cleo", "Dora"), {})
    # Ada and Ben win 3 points each: +3 +3 -3 -3.
    enter(session, "won 0 yes", "won 1 yes", "won 2 no", "won 3 no", "worth 3", "finish")
    step = session.rematch()
    assert step.setup.names == ("Ben", "Cleo", "Dora", "Ada")
    # Ben alone wins 2 points: +6 -2 -2 -2.
    enter(session, "won 0 yes", "won 1 no", "won 2 no", "won 3 no", "worth 2", "finish")
    standing = session.standing()
    assert standing is not None
    assert (standing.people, standing.totals) == (("Ada", "Ben", "Cleo", "Dora"), (1, 9, -5, -5))


def test_an_abandoned_game_of_points_counts_for_nobody_and_the_same_person_begins(session: Session) -> None:
    session.start("doppelkopf", ("Ada", "Ben", "Cleo", "Dora"), {})
    session.enter("abandon")
    assert session.rematch().setup.names == ("Ada", "Ben", "Cleo", "Dora")


def test_several_games_wait_and_each_goes_on_under_its_own_text(tmp_path: Path, session: Session) -> None:
    add_pad(tmp_path, small())
    session.start("small", ("Ada", "Ben"), {})
    session.enter("made 0 5")
    add_pad(tmp_path, small("made * 2"), replace=True)
    session.start("small", ("Ada", "Ben"), {})
    session.start("molkky", ("Ada", "Ben"), {})
    assert sorted(game.id for game in session.waiting_games(0, 9).games) == [1, 2]
    session.resume(1)
    session.enter("made 1 3")
    assert scores(session) == [5, 3]
    session.resume(2)
    enter(session, "made 0 5", "made 1 3")
    assert scores(session) == [10, 6]


def test_the_start_of_a_pad_game_can_be_taken_back_and_comes_again(tmp_path: Path, session: Session) -> None:
    session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
    session.start("wizard", ("Ada", "Ben", "Cleo"), {})
    session.undo()
    assert session.now is not None
    assert session.now.setup.key == "praetorians"
    session.redo()
    assert (session.now.setup.key, scores(session)) == ("wizard", [0, 0, 0])


def test_the_text_and_the_start_are_one_write(tmp_path: Path) -> None:
    disk = Counting()
    with Record(tmp_path, ("Ada", "Ben", "Cleo"), disk=disk) as record:
        session = Session(record, SimulatedClock(1_000_000.0))
        before = disk.written
        session.start("wizard", ("Ada", "Ben", "Cleo"), {})
        assert disk.written == before + 1
