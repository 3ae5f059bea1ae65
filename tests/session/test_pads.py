"""Games of score pads at the table: begun, played, taken back, continued, in series."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from own_pads import small

from companion.games.refusals import NoGame, UnknownGame
from companion.record.pads import add_pad, hash_of
from companion.record.record import Record
from companion.session.session import Session
from hardware.simulated.clock import SimulatedClock

SMALL = small()


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
    with pytest.raises(NoGame):
        session.rematch()
