"""`companion doctor`: look at everything the device needs; status 0, 1 or 2."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from companion.console import CommandError, add_board, add_data, add_json, board_of, print_line, record_folder
from companion.console.record_access import words_of
from companion.console.tables import print_hanging, print_json
from companion.games.pad.collection import own_pads
from companion.installation import install_command, keyboards_command
from companion.kit.faults import fault_line
from companion.messages import Message
from companion.record.pads import FOLDER
from companion.services.boards import board_by_name, board_of_service
from companion.services.checks.card import check_on_card, find_card
from companion.services.checks.findings import (
    FAULT,
    LEVELS,
    OK,
    WARNING,
    Finding,
    Machine,
    Subject,
    in_empty_folder,
    seen,
    this_machine,
)
from companion.services.checks.health import BOARD, check_all
from companion.services.device import with_chosen_chip
from companion.session.settings_file import SettingsFile
from companion.words import Words, without_breaks
from hardware.boards import PLAIN, Board
from hardware.fonts import letters

_SIGNS = {OK: "[ ok ]", WARNING: "[warn]", FAULT: "[FAIL]"}


def add(parser: ArgumentParser) -> None:
    """Arguments: which board, which record, and for whom the report is."""
    add_board(parser)
    add_data(parser)
    add_json(parser)


def run(arguments: Namespace, machine: Machine | None = None) -> int:
    """Print the report on a machine, by default this one; 0 when all is well, 1 with a warning, 2 with a fault."""
    machine = machine or this_machine()
    folder = record_folder(arguments.data)
    words = Words("en") if _on_the_console() else words_of(folder)
    card = find_card(machine)
    board, not_read = _board(arguments, machine, words)
    board = with_chosen_chip(board, folder)
    file = SettingsFile(folder)
    settings = file.settings
    font = letters(settings.font)
    subject = Subject(
        machine, board, folder, settings.language, font.named, font.font, font.trouble, font.has_larger,
        settings.keyboards or board.keyboards,
    )  # fmt: skip
    wrong = [fault_line(str(folder / FOLDER / file), fault, words) for file, fault in own_pads(folder / FOLDER).wrong]
    checked = check_all(subject) if card is None else check_on_card(subject, card)
    findings = [*not_read, *checked, *[Finding("pads", WARNING, "pad-wrong", {"fault": line}, "pad") for line in wrong]]
    unseen = any(finding.text == "data.owned" for finding in findings)
    troubles = [] if unseen else [words.message(message, ()) for message in file.troubles]
    print_report(findings, troubles, words, as_json=arguments.json)
    worst = max([LEVELS.index(finding.level) for finding in findings], default=0)
    return max(worst, LEVELS.index(WARNING)) if troubles else worst


def _board(arguments: Namespace, machine: Machine, words: Words) -> tuple[Board, list[Finding]]:
    """The board that is named, else the board of the service, and what is wrong with it. Raises CommandError."""
    named = board_of(arguments)
    if named is not None:
        return board_by_name(named, words), []
    chosen = board_of_service(machine.root)
    if chosen is None:
        return PLAIN, []
    try:
        with in_empty_folder():  # as the service, which looks for the file of a relative path in no folder of the user
            return board_by_name(chosen, words), list(BOARD.findings(machine, chosen))
    except CommandError as error:
        return PLAIN, [BOARD.finding(seen("wrong", fault=str(error)))]


def print_report(findings: Sequence[Finding], troubles: Sequence[str], words: Words, *, as_json: bool) -> None:
    """Print the findings for people, or as one JSON object. `troubles` says what is wrong in the settings."""
    rows = [(finding.check, finding.level, *describe_finding(finding, words)) for finding in findings]
    rows += [("settings", WARNING, trouble, words("doctor.cure.settings")) for trouble in troubles]
    levels = [level for _, level, _, _ in rows]
    worst = max(levels, key=LEVELS.index, default=OK)
    if as_json:
        checks = [
            {"check": check, "level": level, "text": text, "cure": cure or None} for check, level, text, cure in rows
        ]
        print_json({"status": worst, "checks": checks})
        return
    for check, level, text, cure in rows:
        print_hanging(f"{_SIGNS[level]} ", f"{words(f'doctor.check.{check}')}: {text}")
        if cure:
            print_hanging("       → ", cure)
    print_line("")
    counts = {"warnings": levels.count(WARNING), "faults": levels.count(FAULT)}
    print_line(words("doctor.well") if worst == OK else words("doctor.ill", **counts))


def describe_finding(finding: Finding, words: Words) -> tuple[str, str]:
    """What has been found, and its cure or an empty text, in words."""
    commands = {"how": install_command("pi"), "again": install_command(""), "keyboards": keyboards_command()}
    cure = Message(f"doctor.cure.{finding.cure}", **commands, **finding.params)
    text = words.message(Message(f"doctor.{finding.text}", **finding.params), ())
    return without_breaks(text), without_breaks(words.message(cure, ())) if finding.cure else ""


def _on_the_console() -> bool:
    """Whether the report goes to the screen of a machine without windows, which has no Japanese letters."""
    return os.environ.get("TERM") == "linux" and sys.stdout.isatty()
