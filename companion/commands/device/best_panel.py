"""Which panel fits the machine."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from companion.commands import CommandError
from companion.commands.console.standard_streams import complain
from companion.installation import install_command


def best_panel() -> str:
    """The board on a Pi, else the terminal, in which plain text goes where Textual does not; raises CommandError."""
    try:
        model = Path("/proc/device-tree/model").read_text("utf-8")
    except OSError:
        model = ""
    if model.startswith("Raspberry Pi"):
        return "board"
    # A stream that was closed before the start is None.
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty():
        why = _why_no_pictures()
        if not why:
            return "terminal"
        complain(f"{why}, so there are no pictures here: type a word a line, such as ok, down or back; quit ends it")
        return "text"
    raise CommandError(
        "no board and no terminal here; start it at a terminal, or with --panel text and words on standard input"
    )


def _why_no_pictures() -> str:
    """Why this terminal cannot show pictures; empty where it can."""
    if not find_spec("textual"):
        return f"textual is not installed ({install_command('desktop')})"
    from hardware.simulated import terminal  # with asyncio, for which a board would wait

    if terminal.is_usable():
        return ""
    dumb = sys.__stderr__ is not None and sys.__stderr__.isatty()
    return "TERM is dumb" if dumb else "standard error is not the terminal"
