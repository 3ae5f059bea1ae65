"""*Copy the records to a stick*: a USB stick is mounted, gets a backup and the games, gives pads, and is unmounted.

Root finds and mounts it, and reads and writes there with the rights of the record's user. Nothing on it is read but
`pads/*.toml`, and nothing on it can be run.
"""

from __future__ import annotations

import pwd
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.games.installed import INSTALLED
from companion.messages import Message
from companion.record import RecordTrouble
from companion.record.backup import backup
from companion.record.exchange import export_text
from companion.record.lookup import RecordView
from companion.services.card.files import acting_as, write
from companion.services.card.network import RELOAD
from companion.services.card.pads import take_pads
from companion.services.card.start_files import STICK, STICK_DONE, in_all_languages, read_text, to_json
from companion.texts import reason_of
from companion.whole_file import write_whole

TO = "table-companion"
"""The folder on the stick."""
ID_DIGITS = 8
"""How many digits of the record's id are in the names: a stick can have the copies of several devices."""
WAIT_S, STEP_S = 60.0, 0.5
"""The time for which a stick is waited for, and the time between two looks."""
OPTIONS = "nosuid,nodev,noexec,noatime"
SYSTEMS = ("vfat", "exfat")
Run = Callable[[Sequence[str]], None]
"""Runs a command; raises OSError with its reason if it fails."""


def run_command(command: Sequence[str]) -> None:
    """Run a command; raises OSError with what it writes if it fails."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=60, check=False
    )
    if done.returncode:
        raise OSError(" ".join(done.stderr.split()) or f"{command[0]} failed")


def find_stick(blocks: Path = Path("/sys/class/block")) -> str | None:
    """The device of a USB stick: its largest partition, or all of it where it has none; None without one.

    A Mac puts a small partition before the one that people see. A reader without a card in it has no size.
    """
    found = sorted(entry for entry in blocks.iterdir() if "/usb" in str(entry.resolve())) if blocks.is_dir() else []
    sizes = {entry: int(read_text(entry / "size") or 0) for entry in found}
    sticks = [entry for entry in found if sizes[entry]]
    parts = [entry for entry in sticks if (entry / "partition").exists()]
    return max(parts or sticks, key=lambda entry: sizes[entry]).name if sticks else None


def copy_to_stick(
    records: Path,
    card: Path,
    request: Path,
    owner: pwd.struct_passwd | None,
    *,
    at: Path,
    find: Callable[[], str | None] = find_stick,
    run: Run = run_command,
    reload: Callable[[], object] = lambda: subprocess.run(RELOAD, check=False),
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
    today: Callable[[], str] = lambda: time.strftime("%Y-%m-%d"),
) -> bool:
    """Copy the records of a folder to the stick that is there or comes; whether that went well. Says so on the glass.

    `card` is the folder of the start, `request` the file that asked for it, and `at` where the stick is mounted.
    """
    request.unlink(missing_ok=True)
    for file in (STICK, STICK_DONE):
        (card / file).unlink(missing_ok=True)
    messages: list[Message] = []
    done: list[Message] = []
    try:
        device = _wait_for_stick(find, sleep, clock)
        if device is None:
            raise RecordTrouble("stick.none")
        _mount(device, at, owner, run)
        try:
            pads = take_pads(at, records, owner, messages, as_owner=True)
            with acting_as(owner):
                _copy(records, at / TO, today())
        finally:
            # Without this nobody may pull it out: what was written may still be in memory.
            run(("umount", str(at)))
        done.append(Message("stick.done" if not pads else "stick.done-pads", pads=pads))
    except RecordTrouble as trouble:
        messages.append(trouble.message)
    except (OSError, subprocess.SubprocessError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        messages.append(Message("stick.failed", why=reason))
    for file, said in ((STICK, messages), (STICK_DONE, done)):
        if said:
            write(card / file, to_json(map(in_all_languages, said)))
    reload()
    return bool(done)


def _wait_for_stick(
    find: Callable[[], str | None], sleep: Callable[[float], None], clock: Callable[[], float]
) -> str | None:
    """The device of a stick, once two looks have found the same: its partitions come a moment after it."""
    until, device, before = clock() + WAIT_S, find(), None
    while (device is None or device != before) and clock() < until:
        sleep(STEP_S)
        device, before = find(), device
    return device


def _mount(device: str, at: Path, owner: pwd.struct_passwd | None, run: Run) -> None:
    at.mkdir(parents=True, exist_ok=True)
    rights = f",uid={owner.pw_uid},gid={owner.pw_gid},umask=077" if owner is not None else ",umask=077"
    faults = []
    for system in SYSTEMS:
        try:
            run(("mount", "-t", system, "-o", OPTIONS + rights, f"/dev/{device}", str(at)))
        except OSError as error:
            faults.append(str(error))
        else:
            return
    raise RecordTrouble("stick.system", why="; ".join(dict.fromkeys(faults)))


def _copy(records: Path, to: Path, day: str) -> None:
    """Write a backup and the games of a record into a folder of a stick. Raises RecordTrouble and OSError.

    They replace those of the same record and day, but damaged ones replace none without damage.
    """
    to.mkdir(exist_ok=True)
    with RecordView(records, INSTALLED) as library:
        of = "-".join(filter(None, (day, library.state.id[:ID_DIGITS])))
    with TemporaryDirectory() as folder:
        # A file system of a stick has no owners and no rights: what keeps them is written elsewhere first.
        whole = Path(folder) / "backup"
        counted = backup(records, INSTALLED, whole)
        of += "-damaged" * (counted.damaged or not counted.whole)
        write_whole(to / f"records-{of}.backup", [whole.read_bytes()])
    for kind, ending in (("text", "txt"), ("json", "json"), ("csv", "csv")):
        write_whole(to / f"games-{of}.{ending}", map(str.encode, export_text(records, INSTALLED, None, kind)))
