"""The log of an evening cut at every byte, and every bit of it flipped: it starts, and no undamaged line is lost.

    python tests/bench/damaged_records.py [STRIDE]

`record/test_log_file.py` and `record/test_damage.py` do so for small logs. Every start is that of the device, without
an index. After a cut all lines before it count. After a flip all lines count but the one it is in, and its neighbour if
it was the LF; what is lost at the end is kept as a torn tail; every game that the line does not belong to stands as
before, with its result. Prints how many starts there were; any start that fails, or that finds something
else, is printed with its place, and ends with status 1.
"""

from __future__ import annotations

import logging
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from help_page import explain

sys.path.insert(0, str(Path(__file__).parent.parent))

from damaged_records import games_of, outcome, session
from installed import Record

from companion.play.act import decode
from companion.record.log import LOG, Scan


def started(folder: Path, log: bytes) -> bytes:
    """What a start makes of a log."""
    for file in folder.iterdir():
        file.unlink()
    (folder / LOG).write_bytes(log)
    Record(folder).close()
    return (folder / LOG).read_bytes()


def whole(log: bytes) -> set[object]:
    """The lines of a log that count."""
    return {line for _, line in Scan(BytesIO(log)) if line.act.kind != "lost"}


def main(stride: int) -> int:
    """Print what was found; whether anything was lost."""
    logging.disable(logging.CRITICAL)
    starts, wrong = 0, 0
    with TemporaryDirectory() as place:
        with Record(Path(place) / "evening", ("Player 1", "Player 2")) as record:
            session(record)
        log = (Path(place) / "evening" / LOG).read_bytes()
        raws, work = log.splitlines(keepends=True), Path(place) / "work"
        ends = [sum(map(len, raws[: number + 1])) for number in range(len(raws))]
        owners = [line.game if line is not None else 0 for line in map(decode, raws)]
        games = {number: outcome(game) for number, game in games_of(log).items()}
        work.mkdir()
        for at in range(0, 9 * len(log), stride):
            bit, damaged = at - len(log), bytearray(log[:at])
            where = f"bit {bit} flipped" if bit >= 0 else f"cut at {at}"
            lines = sum(end <= at for end in ends)
            lost = set(range(lines, len(raws)))
            if bit >= 0:
                damaged = bytearray(log)
                damaged[bit // 8] ^= 1 << bit % 8
                lines = sum(end <= bit // 8 for end in ends)
                lost = {lines, lines + 1} if bit // 8 == ends[lines] - 1 else {lines}
            starts += 1
            expected = {decode(raw) for number, raw in enumerate(raws) if number not in lost}
            try:
                left = started(work, bytes(damaged))
                found = whole(left)
            except Exception as error:  # whatever it is, it is what is looked for
                wrong += 1
                print(f"{where}: {error!r}")
                continue
            if not expected <= found or len(found - expected) > 1 + 2 * (0 in lost):  # a record without an id takes one
                wrong += 1
                print(f"{where}: {len(expected - found)} lines lost, {len(found - expected)} that nobody wrote")
            there = games_of(left)
            others = (
                games.keys() - {owner for number, owner in enumerate(owners) if number in lost} if bit >= 0 else set()
            )
            if any(number not in there or outcome(there[number]) != games[number] for number in others):
                wrong += 1
                print(f"{where}: another game than that of the damaged line has changed")
    print(f"{len(log)} bytes, {starts} starts, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    explain(__doc__)
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
