"""`companion check`: is the record sound, and if it is not, what is whole of it; with --repair that goes on."""

from __future__ import annotations

from pathlib import Path

from companion.commands import named
from companion.commands.streams import complain, harmless
from companion.commands.tables import as_json as print_json
from companion.engines.refusals import Message
from companion.table.checked import Checked, Fault, checked, quiet
from companion.table.place import FILE, LOCK, JournalTrouble, locked, unusable
from companion.table.salvage import salvage

SOUND, REPAIRED, TROUBLE = 0, 1, 2
"""The exit status."""
_WORDS = ("sound", "repaired", "trouble")


def check(data: Path | None, *, repair: bool, as_json: bool) -> int:
    """Print what is wrong with the record; 0 if nothing is, 1 if it has been repaired, else 2."""
    folder = named.folder(data)
    words = named.words_of(folder)
    try:
        status, found, said = _done(folder, repair=repair)
    except JournalTrouble as trouble:
        told = [words.message(trouble.message, ())]
        if trouble.message.key == "journal.locked":
            told.append(words("restore.stop"))
        if as_json:
            print_json({"status": _WORDS[TROUBLE], "trouble": told[0]})
        else:
            complain("; ".join(told))
        return TROUBLE
    faults = [{"text": words.message(fault.message, ()), "heals": fault.heals} for fault in found.faults]
    lines = [str(fault["text"]) for fault in faults] + [words.message(message, ()) for message in said]
    report = {
        "status": _WORDS[status], "people": found.people, "games": found.games, "entries": found.entries,
        "faults": faults,
    }  # fmt: skip
    if as_json:
        print_json(report)
    else:
        print("\n".join(map(harmless, lines)))
    return status


def _done(folder: Path, *, repair: bool) -> tuple[int, Checked, list[Message]]:
    """Status, what was found, and what else is to be said."""
    if not repair:
        with quiet():
            found = checked(folder)
        return (TROUBLE, found, [_way_out(found.faults)]) if found.faults else (SOUND, found, [_sound(folder, found)])
    try:
        held = locked(folder / LOCK)
    except FileNotFoundError as error:
        raise JournalTrouble("journal.none", folder=folder) from error
    except OSError as error:
        raise unusable(folder, error) from error
    with held, quiet():
        found = checked(folder, held=True)
        if not any(fault.heals for fault in found.faults):
            return (TROUBLE, found, []) if found.faults else (SOUND, found, [_sound(folder, found)])
        told = salvage(folder, anew=True)
        after = checked(folder, held=True)
        left = [fault.message for fault in after.faults]
    return TROUBLE if left else REPAIRED, found, [told.message, *left]


def _sound(folder: Path, found: Checked) -> Message:
    return Message(
        "check.sound", file=folder / FILE, games=found.games, entries=found.entries, people=found.people
    )


def _way_out(faults: tuple[Fault, ...]) -> Message:
    return Message("check.repair" if any(fault.heals for fault in faults) else "check.beyond")
