"""`companion doctor`: everything the device needs, looked at, with a cure for what is wrong."""

from __future__ import annotations

from pathlib import Path

from companion.commands import named
from companion.commands.checks import FAULT, LEVELS, OK, WARNING, Case, Line, lines
from companion.commands.machine import Machine, this
from companion.commands.streams import harmless
from companion.commands.tables import json_text
from companion.games.refusals import Message
from companion.words import Words


def doctor(data: Path | None, name: str | None, *, as_json: bool, machine: Machine | None = None) -> int:
    """Print the report; 0 when all is well, 1 with a warning, 2 with a fault. Raises Unusable for a wrong board."""
    from companion.session.settings_file import SettingsFile
    from hardware.boards import PLAIN
    from hardware.fonts import letters

    folder = named.folder(data)
    words = named.words_of(folder)
    board = PLAIN if name is None else named.board(name, words)
    file = SettingsFile(folder)
    settings = file.settings
    cut = letters(settings.font)
    case = Case(machine or this(), board, folder, settings.language, cut.named, cut.font, cut.trouble)
    found = list(lines(case))
    troubles = [words.message(message, ()) for message in file.troubles]
    print(told(found, troubles, words, as_json=as_json))
    worst = max([LEVELS.index(line.level) for line in found], default=0)
    return max(worst, LEVELS.index(WARNING)) if troubles else worst


def told(found: list[Line], troubles: list[str], words: Words, *, as_json: bool) -> str:
    """The report as text: for people, or as one JSON object. `troubles` are those of the settings, in words."""
    rows = [(line.check, line.level, *said(line, words)) for line in found]
    rows += [("settings", WARNING, trouble, words("doctor.cure.settings")) for trouble in troubles]
    levels = [level for _, level, _, _ in rows]
    worst = max(levels, key=LEVELS.index, default=OK)
    if as_json:
        checks = [
            {"check": check, "level": level, "text": text, "cure": cure or None} for check, level, text, cure in rows
        ]
        return json_text({"status": worst, "checks": checks})
    report = []
    for check, level, text, cure in rows:
        report.append(f"{_SIGNS[level]} {words(f'doctor.check.{check}')}: {text}")
        if cure:
            report.append(f"       → {cure}")
    counts = {"warnings": levels.count(WARNING), "faults": levels.count(FAULT)}
    report += ["", words("doctor.well") if worst == OK else words("doctor.ill", **counts)]
    return "\n".join(map(harmless, report))


_SIGNS = {OK: "[ ok ]", WARNING: "[warn]", FAULT: "[FAIL]"}


def said(line: Line, words: Words) -> tuple[str, str]:
    """What a line says, and its cure, in words."""
    params = {name: words.message(value, ()) if isinstance(value, Message) else value
              for name, value in line.params.items()}
    cure = words(f"doctor.cure.{line.cure}", **params) if line.cure else ""
    return words(f"doctor.{line.said}", **params), cure
