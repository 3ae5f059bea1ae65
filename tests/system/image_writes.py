"""Cuts of the power at every write of a card: what is on it then is rebuilt, mended, mounted and looked at.

    sudo python3 image_writes.py IMAGE --folder DIR [--boot N] [--play N] [--starts N] [--seed N]

One emulated machine starts a card as it was flashed and plays, while QEMU adds each write to a log. Then there is a
card for each cut: every write up to a flush is on it, and of the writes after the last flush before the cut

    lost       all but the last one,
    torn       all, but only the first sectors of the last one,
    reordered  any of them, and none of the others.

On each, `e2fsck -p` must succeed and the second partition be mounted; the record must begin with all that had been
shown on the glass before that write. On some the image's own program is started with the record as it is, in a
container of the image's root.

    --boot    how many cuts from power-on until the first picture and the rest of the system (300)
    --play    how many cuts in play (75)
    --starts  on how many of all these the program is started (45)
    --seed    of the choices (1)
    --folder  where all of it is kept. A folder that has the log of a machine is used again, without the machine

IMAGE is an image of make-image.sh for amd64, with its root file beside it. Needs root (it mounts), qemu-system-x86,
e2fsprogs and systemd-container. Ends with 1 if something was lost or has failed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from image_guest import PAST, acknowledged, begin, boot, press, settle
from image_machine import FAT_MB, START_MB, Machine

SECTOR = 512
DATA_AT = (START_MB + FAT_MB) * 2048
"""The first sector of the second partition."""
CARD_MB = 640
MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD = 1, 2, 4
KEYS = 25
"""How many cards are entered."""
SHOWN = "shown.json"
"""How many entries of the log are of the boot, and what was on the glass after how many."""
KINDS = ("lost", "torn", "reordered")


class Write(NamedTuple):
    """An entry of QEMU's log: where on the card, in sectors, what, and the flags. A flush writes nothing."""

    sector: int
    data: bytes
    flags: int


class Shown(NamedTuple):
    """What was on the glass after so many entries of the log: the first bytes of the record, as many and their sum."""

    entries: int
    size: int
    sum: str


def read_log(file: Path) -> list[Write]:
    """The entries of a log, in the format of dm-log-writes. Raises ValueError if it is no such log."""
    found: list[Write] = []
    with file.open("rb") as log:
        magic, _, _, size = struct.unpack("<QQQI", log.read(28))
        if magic != MAGIC:
            raise ValueError(f"{file}: it begins with {magic:x}, and a log of writes with {MAGIC:x}")
        place = size
        while True:
            log.seek(place)
            head = log.read(32)
            if len(head) < 32:
                return found
            sector, count, flags, _ = struct.unpack("<QQQQ", head)
            if not count and not flags:
                return found
            place += size
            data = b""
            if count and not flags & DISCARD:
                log.seek(place)
                data = log.read(count * size)
                if len(data) < count * size:
                    return found
                place += count * size
            elif count:
                data = bytes(count * size)
            found.append(Write(sector * size // SECTOR, data, flags))


def record(image: Path, folder: Path) -> tuple[Path, list[Write], int, list[Shown]]:
    """Start and play: the second partition as it was before, the writes, how many of them were in the boot, and what
    was on the glass when.
    """
    machine = Machine(image, "amd64", folder / "card", CARD_MB, PAST)
    before = folder / "before"
    with machine.card.open("rb") as card, before.open("wb") as data:
        card.seek(DATA_AT * SECTOR)
        shutil.copyfileobj(card, data)
    os.truncate(before, (CARD_MB << 20) - DATA_AT * SECTOR)
    machine.writes = folder / "writes"
    machine.writes.write_bytes(b"")
    os.truncate(machine.writes, 1 << 30)
    shown = []
    try:
        boot(machine)
        settle(machine)
        booted = len(read_log(machine.writes))
        begin(machine)
        for _ in range(KEYS):
            press(machine, "ok")
            size, sum_ = acknowledged(machine)
            shown.append(Shown(len(read_log(machine.writes)), size, sum_))
    finally:
        machine.pull()
    (folder / SHOWN).write_text(json.dumps([booted, shown]), "ascii")
    return read_back(folder)


def read_back(folder: Path) -> tuple[Path, list[Write], int, list[Shown]]:
    """What `record` has left in a folder."""
    booted, shown = json.loads((folder / SHOWN).read_text("ascii"))
    return folder / "before", read_log(folder / "writes"), booted, [Shown(*one) for one in shown]


# -- cuts


def apply(file: int, write: Write, sectors: int | None = None) -> None:
    """Put a write, or its first sectors, onto the second partition; what is before that is none of its."""
    data = write.data if sectors is None else write.data[: sectors * SECTOR]
    if write.sector >= DATA_AT and data:
        os.pwrite(file, data, (write.sector - DATA_AT) * SECTOR)


def kept_of(loose: Sequence[Write], kind: str, chance: random.Random) -> Iterator[tuple[Write, int | None]]:
    """Which of the writes since the last flush are on the card, and how many sectors of them."""
    if kind == "reordered":
        chosen = [write for write in loose if chance.random() < 0.5]
        yield from ((write, None) for write in chosen)
        return
    yield from ((write, None) for write in loose[:-1])
    if kind == "torn" and loose:
        yield loose[-1], chance.randrange(len(loose[-1].data) // SECTOR + 1)


def cards(
    before: Path, writes: Sequence[Write], cuts: Sequence[int], folder: Path, chance: random.Random
) -> Iterator[tuple[int, str, Path]]:
    """The second partition after each cut: the number of entries before it, its kind, and the file."""
    solid = folder / "solid"
    subprocess.run(["cp", "--sparse=always", before, solid], check=True)
    loose: list[Write] = []
    wanted = set(cuts)
    file = os.open(solid, os.O_RDWR)
    try:
        for number, write in enumerate(writes, 1):
            if write.data:
                loose.append(write)
            if number in wanted:
                kind = chance.choice(KINDS)
                # A name of its own: a loop device that is not gone yet would show the file that had the name before.
                card = folder / f"cut-{number}"
                subprocess.run(["cp", "--sparse=always", solid, card], check=True)
                cut = os.open(card, os.O_RDWR)
                for one, sectors in kept_of(loose, kind, chance):
                    apply(cut, one, sectors)
                os.close(cut)
                yield number, kind, card
                card.unlink()
            if write.flags & FLUSH:
                # What the flush itself brought is on the card only after it.
                for one in loose:
                    apply(file, one)
                loose = []
            elif write.flags & FUA:
                apply(file, write)
    finally:
        os.close(file)


# -- what is on a card


@contextmanager
def mounted(card: Path, place: Path) -> Iterator[Path]:
    """The file system of a card, for reading; raises CalledProcessError."""
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop,ro", card, place], check=True, capture_output=True, text=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


def look_at(card: Path, folder: Path, wanted: Shown | None, root: Path | None) -> str:
    """What is wrong with a card; empty if nothing is. `wanted` was on the glass before the cut.

    The program is started if `root` is a folder where a root file is mounted.
    """
    mended = subprocess.run(["e2fsck", "-p", card], capture_output=True, text=True, check=False)
    if mended.returncode >= 4:
        return f"e2fsck -p ended with {mended.returncode}: {(mended.stdout + mended.stderr).strip()[-300:]}"
    try:
        with mounted(card, folder / "mounted") as place:
            records = place / "companion"
            if wanted is not None and (lost := missing(records / "record.log", wanted)):
                return lost
            return program_fails(records, folder / "started", root) if root and records.exists() else ""
    except subprocess.CalledProcessError as error:
        return f"{error.cmd[0]}: {error.stderr}"


def missing(log: Path, wanted: Shown) -> str:
    """Whether something is missing that was on the glass."""
    if not log.exists():
        return f"LOST: there is no record, and {wanted.size} bytes were on the glass"
    found = log.read_bytes()[: wanted.size]
    sum_ = subprocess.run(["sha256sum"], input=found, capture_output=True, check=True).stdout.split()[0].decode()
    return "" if sum_ == wanted.sum else f"LOST: the record does not begin with the {wanted.size} bytes on the glass"


def program_fails(records: Path, folder: Path, root: Path) -> str:
    """Start the program of a root with a copy of the record; what is wrong, or nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(records, folder)
    command: list[str | Path] = [
        "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--read-only", "--directory", root,
        f"--bind={folder}:/mnt", "--tmpfs=/tmp", "--console=pipe",
        "/usr/bin/companion", "run", "--panel", "text", "--data", "/mnt",
    ]  # fmt: skip
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=False)
    if done.returncode or '"screen"' not in done.stdout:
        return f"the program ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}"
    return ""


def spread(count: int, first: int, last: int, chance: random.Random) -> list[int]:
    """So many cuts after the entries from first to last: each of them, or some more than once, in order."""
    places = list(range(first, last + 1))
    if not places:
        return []
    rounds, rest = divmod(count, len(places))
    return sorted([*places * rounds, *chance.sample(places, rest)])


def main(arguments: Sequence[str]) -> int:
    """Print what was found; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("image", type=Path)
    parser.add_argument("--folder", type=Path, required=True)
    for name, default in (("boot", 300), ("play", 75), ("starts", 45), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(options.seed)
    begun = (options.folder / SHOWN).exists()
    before, writes, booted, shown = read_back(options.folder) if begun else record(options.image, options.folder)
    outside = sum(1 <= write.sector < DATA_AT for write in writes)
    solid = list(accumulate(bool(write.data) for write in writes))
    in_boot = solid[booted - 1]
    print(f"{in_boot} writes in the boot, {solid[-1] - in_boot} in play, {outside} to the FAT partition", flush=True)
    faults = ["the FAT partition was written to"] if outside else []
    counts = {"boot": 0, "play": 0}
    cuts = {"boot": spread(options.boot, 1, booted, chance),
            "play": spread(options.play, booted + 1, len(writes), chance)}  # fmt: skip
    (root_file,) = options.image.parent.glob("root-*.sqfs")
    every = max(1, (options.boot + options.play) // max(1, options.starts))
    started = done = 0
    for phase, places in cuts.items():
        left = places
        while left:  # a round for each time that a place comes
            turn = sorted(set(left))
            for place in turn:
                left.remove(place)
            for number, kind, card in cards(before, writes, turn, options.folder, chance):
                wanted = max((one for one in shown if one.entries < number), default=None)
                done += 1
                start = started < options.starts and done % every == 0
                started += start
                counts[phase] += 1
                with mounted(root_file, options.folder / "root") as root:
                    fault = look_at(card, options.folder, wanted, root if start else None)
                if fault:
                    faults.append(f"{phase}, {kind} at entry {number} of {len(writes)}: {fault}")
                    kept = options.folder / f"failed-{len(faults)}.img"
                    subprocess.run(["cp", "--sparse=always", card, kept], check=True)
                    print(f"FAILED  {faults[-1]}; kept as {kept}", flush=True)
    lost = sum("LOST" in fault for fault in faults)
    where = ", ".join([f"{count} in the {phase}" for phase, count in counts.items()])
    print(f"cuts: {where}; {started} started; {lost} lost, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
