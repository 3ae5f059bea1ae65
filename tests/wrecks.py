"""A small record as an evening leaves it, and what may be left of it after damage."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.record.record import Record
from companion.table.evening import Evening
from companion.table.moments import Step
from hardware.simulated.clock import SimulatedClock


def evening(journal: Record) -> Evening:
    """Four games: one that is over, one with branches that waits, one by other rules, one on the table with a redo."""
    clock = SimulatedClock(1_770_000_000.0)
    table = Evening(journal, clock)
    table.add_person("Cleo")
    table.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
    for text in (*["match 10"] * 9, "bank 9"):
        clock.advance(60.0)
        table.tell(text)
    table.rematch()
    for text in ("match 4", "bust", "match 9"):
        table.tell(text)
    table.undo()
    table.undo()
    table.tell("match 6")
    table.undo()
    table.redo()
    table.rename_person("Cleo", "Cléo")
    table.start("hannibal", ("Cléo", "Ada"), {"entry": "cards"})
    table.tell("legion ROM>GAL")
    table.start("seven-hills", ("Ben", "Ada"), {})
    table.start("praetorians", ("Ben", "Ada"), {"twelves": True})
    for text in ("flip R7", "flip 12>1", "stop", "flip B4"):
        table.tell(text)
    table.resume(3)
    table.resume(5)
    table.undo()
    return table


def killed(folder: Path, into: Path) -> Path:
    """The files of a record as a pulled plug leaves them: copied while they are open."""
    into.mkdir(parents=True)
    for end in ("", "-wal"):
        source = folder / f"{FILE}{end}"
        if source.exists():
            shutil.copy(source, into / source.name)
    return into


def moments(journal: Record) -> set[tuple[object, ...]]:
    """Every moment that was ever told. What a game was begun after is a matter of where undo leads."""
    query = "SELECT id, game, text, iif(text LIKE 'new %', 0, parent), digest FROM entries WHERE id = head"
    return set(journal._database.execute(query))


def stands(step: Step | None) -> tuple[object, ...]:
    """Where the table stands."""
    return (step.played.id, step.id, step.text, [m.text for m in step.course or ()]) if step is not None else ()


CLOCK = SimulatedClock(1_780_000_000.0)


class Before:
    """A record as it was before anything befell it: closed in good order, or as a plug that is pulled leaves it."""

    def __init__(self, folder: Path) -> None:
        with Record(folder / "open", ("Player 1", "Player 2")) as journal:
            # The first part is in the database, the end in the log beside it.
            table = evening(journal)
            journal._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            table.add_person("Dora")
            table.resume(3)
            table.resume(5)
            table.tell("flip G5")
            table.tell("stop")
            table.undo()
            self.stands = stands(table.now)
            self.people = journal.people()
            self.moments = moments(journal)
            self.texts = journal.texts()
            self.pulled = killed(folder / "open", folder / "pulled")
        self.closed = folder / "open"
        (self.closed / "journal.lock").unlink()


class After:
    """What a start has found in a folder."""

    def __init__(self, journal: Record, table: Evening, before: Before) -> None:
        self.told = tuple(journal.told)
        self.stands = stands(table.now)
        self.people = journal.people()
        self.texts = journal.texts()
        self.games = len([*table.waiting(0, 9).games, *table.finished(0, 9).games]) + (table.now is not None)
        self.moments = moments(journal)
        self.all = (
            self.moments == before.moments
            and self.stands == before.stands
            and self.texts == before.texts
            and self.people == before.people
        )


def opened(folder: Path, before: Before, *, bits: bool = False) -> After:
    """A start, and one more word told; nothing is there that was not told, but where `bits` were changed in a row."""
    with Record(folder, ("Player 1", "Player 2")) as journal:
        if bits:
            journal._database.text_factory = lambda text: text.decode("utf-8", "replace")
        after = After(journal, Evening(journal, CLOCK), before)
        assert bits or after.moments <= before.moments
        journal.add_person("Zora")
    with Record(folder) as journal:
        assert journal.told == []
        assert "Zora" in journal.people()
        assert journal.rename_person("Zora", "Zorah")
    return after


def kept(folder: Path) -> list[str]:
    """What was set aside."""
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("journal-"))


def flipped(file: Path, at: int, mask: int) -> None:
    """Some bits of a byte turned over."""
    data = bytearray(file.read_bytes())
    data[at] ^= mask
    file.write_bytes(data)
