"""`companion check`: look at the whole record; status 0 sound, 1 repaired, 2 trouble."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.console import add_data, add_json, complain, print_line, record_folder
from companion.console.record_access import explain_trouble, words_of
from companion.console.tables import print_json
from companion.games.installed import INSTALLED
from companion.messages import Message
from companion.record import RecordTrouble
from companion.record.check import HEALS, Checked, check, repair
from companion.record.log import LOG

STATUS = {"sound": 0, "repaired": 1, "trouble": 2}


def add(parser: ArgumentParser) -> None:
    """Arguments: which record, whether to repair it, and for whom the answer is."""
    add_data(parser)
    parser.add_argument("--repair", action="store_true", help="cut an incomplete end off, rebuild the index")
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Print what is wrong with the record; the exit status is one of STATUS."""
    folder = record_folder(arguments.data)
    words = words_of(folder)
    try:
        checked = check(folder, INSTALLED)
        status, messages = _judge(folder, checked, mend=arguments.repair)
    except RecordTrouble as trouble:
        lines = explain_trouble(trouble, words)
        if arguments.json:
            print_json({"status": "trouble", "trouble": lines[0]})
        else:
            complain("; ".join(lines))
        return STATUS["trouble"]
    faults_and_notes = (*checked.faults, *checked.notes)
    faults = [{"text": words.message(fault, ()), "heals": fault.key in HEALS} for fault in faults_and_notes]
    if arguments.json:
        counts = {"people": checked.people, "games": checked.games, "entries": checked.entries}
        print_json({"status": status, **counts, "faults": faults})
    else:
        for line in [str(fault["text"]) for fault in faults] + [words.message(message, ()) for message in messages]:
            print_line(line)
    return STATUS[status]


def _judge(folder: Path, checked: Checked, *, mend: bool) -> tuple[str, list[Message]]:
    """The status after a repair, if one is asked for, and what else is to be said."""
    repairable = any(fault.key in HEALS for fault in (*checked.faults, *checked.notes))
    if not checked.faults and not (mend and repairable):
        params = {"file": folder / LOG, "games": checked.games, "entries": checked.entries, "people": checked.people}
        return "sound", [Message("check.sound", **params)]
    if not (mend and repairable):
        return "trouble", [Message("check.repair" if repairable else "check.beyond")]
    repair(folder, INSTALLED)
    left = check(folder, INSTALLED).faults
    return ("trouble", list(left)) if left else ("repaired", [Message("check.repaired")])
