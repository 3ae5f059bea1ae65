"""`companion check`: is the record sound; with --repair a torn tail is cut and the index made again."""

from __future__ import annotations

from pathlib import Path

from companion.commands import named
from companion.commands.streams import complain, harmless
from companion.commands.tables import as_json as print_json
from companion.games.refusals import Message
from companion.record.check import Checked, check, repair
from companion.record.log import LOG
from companion.record.trouble import RecordTrouble

SOUND, REPAIRED, TROUBLE = 0, 1, 2
"""The exit status."""
_WORDS = ("sound", "repaired", "trouble")


def run(data: Path | None, *, mend: bool, as_json: bool) -> int:
    """Print what is wrong with the record; 0 if nothing is, 1 if it has been repaired, else 2."""
    folder = named.folder(data)
    words = named.words_of(folder)
    try:
        found = check(folder)
        status, last = _judged(folder, found, mend=mend)
    except RecordTrouble as trouble:
        said = [words.message(trouble.message, ())]
        if trouble.message.key == "journal.locked":
            said.append(words("restore.stop"))
        if as_json:
            print_json({"status": _WORDS[TROUBLE], "trouble": said[0]})
        else:
            complain("; ".join(said))
        return TROUBLE
    faults = [{"text": words.message(fault.message, ()), "heals": fault.heals} for fault in found.faults]
    lines = [str(fault["text"]) for fault in faults] + [words.message(message, ()) for message in last]
    report = {
        "status": _WORDS[status], "people": found.people, "games": found.games, "entries": found.entries,
        "faults": faults,
    }  # fmt: skip
    if as_json:
        print_json(report)
    else:
        print("\n".join(map(harmless, lines)))
    return status


def _judged(folder: Path, found: Checked, *, mend: bool) -> tuple[int, list[Message]]:
    """The status, and what else is to be said."""
    heals = any(fault.heals for fault in found.faults)
    if not found.faults:
        params = {"file": folder / LOG, "games": found.games, "entries": found.entries, "people": found.people}
        return SOUND, [Message("check.sound", **params)]
    if not (mend and heals):
        return TROUBLE, [Message("check.repair" if heals else "check.beyond")]
    repair(folder)
    left = [fault.message for fault in check(folder).faults]
    return (TROUBLE, left) if left else (REPAIRED, [Message("check.repaired")])
