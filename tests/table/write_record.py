"""Writes a record of the present schema for the tests to keep: `python tests/table/write_record.py`.

It is an evening with everything in it that a record can hold. Run it once for each schema, before the next one comes:
what it has written is never written again, for then it would not be what people have on their cards.
"""

from __future__ import annotations

import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from companion.table.journal import FILE, SCHEMA, Record

from companion.table.evening import Evening
from hardware.simulated.clock import SimulatedClock

RECORDS = Path(__file__).parent / "records"
WALL = 1_790_000_000.0
HEADER = f"""-- A record of schema {SCHEMA}, written by tests/table/write_record.py: nine games, seven of them over. The
-- third has a series behind it and its end was undone once; Cleo is called Clea since the fourth.
"""


def evening(journal: Record) -> None:
    """What was told."""
    clock = SimulatedClock(WALL)
    table = Evening(journal, clock, random.Random(8))

    def tell(*texts: str) -> None:
        for text in texts:
            clock.advance(20.0)
            table.tell(text)

    for name in ("Ada", "Ben", "Cleo"):
        table.add_person(name)
    scores = {"entry": "scores"}
    table.start("praetorians", ("Ada", "Ben"), scores)
    tell(*["match 10"] * 9, "bank 9")
    clock.advance(60.0)
    table.rematch()
    tell("bank 21", "concede 0")
    table.rematch()
    tell("bust", *["match 10"] * 9, "bank 6")
    table.undo()
    tell("bank 5", "bust", "bank 1")
    table.undo()
    table.redo()
    clock.advance(3 * 86400.0)
    table.start("seven-hills", ("Ben", "Cleo"), scores)
    tell(*[f"hill {hill} {int(hill not in (7, 4, 3))}" for hill in range(1, 8)], "done")
    table.rename_person("Cleo", "Clea")
    table.start("spartacus", ("Ada", "Ben", "Clea"), {})
    dice = random.Random(5)
    while table.now is not None and table.now.outcome is None:
        assert table.now.position is not None
        tell(dice.choice(table.now.position.legal()))
    table.start("army-ants", ("Ada", "Clea"), scores)
    tell("draw")
    table.start("praetorians", ("Ben", "Ada"), {"twelves": True})
    tell("flip R7", "flip R9", "abandon")
    table.start("hannibal", ("Ada", "Clea"), {"core": True})
    tell("fleet ROM-COR>SAR-CAR", "clash 2 4", "legion CAR>MAU")
    table.undo()
    table.start("praetorians", ("Clea", "Ada"), {"twelves": True})
    tell("flip R7", "flip R9", "stop", "flip B4", "back 3", "flip B5", "flip G5", "change 4 flip B6")
    table.undo()
    table.undo()


def main() -> None:
    """Write it, unless it is there."""
    file = RECORDS / f"schema-{SCHEMA}.sql"
    if file.exists():
        print(f"{file} is there, and stays as it is")
        return
    with tempfile.TemporaryDirectory() as folder:
        with Record(Path(folder), ("Player 1", "Player 2")) as journal:
            evening(journal)
        with closing(sqlite3.connect(Path(folder) / FILE)) as database:
            numbers = [
                f"PRAGMA {name} = {database.execute(f'PRAGMA {name}').fetchone()[0]};\n"
                for name in ("application_id", "user_version")
            ]
            file.write_text(HEADER + "".join(numbers) + "\n".join(database.iterdump()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
