"""Standard input and output, as commands meet them."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import Any, BinaryIO

from companion.console import CommandError
from companion.texts import escape_controls, reason_of

LINE_MOST = 1_000
"""Characters of one line."""
STDOUT = 1
BUFFER = 1 << 18
"""The most bytes that wait for a flush: a command whose reader goes away has its exit status by then."""


def printable(text: str) -> str:
    """The text without control characters, cut to the longest line of a message."""
    return escape_controls(text if len(text) <= LINE_MOST else f"{text[:LINE_MOST]}…")


def print_line(text: str) -> None:
    """Print one harmless line on standard output."""
    print(printable(text))


def print_error(text: str) -> None:
    """Print one line on standard error: what standard output, which may be a panel, has no place for."""
    print(text, file=sys.stderr)


def complain(text: str) -> None:
    """Print on standard error, in one harmless line, why something is not done. Never fails."""
    with suppress(OSError):  # it may be full, or closed at the other end
        print(f"companion: {printable(text)}", file=sys.stderr)


def print_fault(line: str) -> None:
    """Print on standard error what is wrong with a pad's file, in a line that is harmless already. Never fails."""
    with suppress(OSError):
        print(f"companion: {line}", file=sys.stderr)


def standard_input() -> BinaryIO:
    """The bytes of standard input; raises CommandError where it was closed before the start."""
    if sys.stdin is None:
        raise CommandError("standard input is closed; this command reads from there")
    return sys.stdin.buffer


def text_panel_streams() -> tuple[BinaryIO, BinaryIO]:
    """The bytes of standard input and output for the text panel; raises CommandError where one was closed before.

    The output has no buffer: SIGTERM can end the panel in the middle of a write, and what a buffer still held then
    would be written once more at the end.
    """
    if sys.stdin is None or sys.__stdout__ is None:
        raise CommandError("the text panel needs standard input and output, and one of them is closed")
    return sys.stdin.buffer, getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)


class OutputLost(OSError):
    """Standard output cannot be written; `reader_gone` if its reader has gone away, which is no fault."""

    def __init__(self, why: str, *, reader_gone: bool = False) -> None:
        super().__init__(why)
        self.reader_gone = reader_gone


class _Output(io.FileIO):
    """Standard output, whose failures raise OutputLost, in contrast to failures of any other file."""

    def write(self, data: Any, /) -> int:
        """Write the data; the number of its bytes that were written."""
        try:
            return super().write(data)
        except BrokenPipeError as error:
            raise OutputLost("the reader of standard output has gone away", reader_gone=True) from error
        except OSError as error:
            if error.errno == errno.EBADF:
                raise OutputLost("standard output is closed; this command writes there") from error
            raise OutputLost(f"standard output cannot be written: {reason_of(error)}") from error


def guard_output() -> None:
    """Once, before any command: standard output fails with OutputLost only, and spells out what it has no letters for.

    What is written to a standard error that was closed is dropped. A standard output that has been put in the place of
    the process's own is left alone.
    """
    if sys.stdout is not sys.__stdout__:
        return
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The next file that is opened, the record perhaps, must not take its place. To write there still fails.
            os.open(os.devnull, os.O_RDONLY)
    before = sys.stdout
    stream = io.BufferedWriter(_Output(STDOUT, "w", closefd=False), BUFFER)
    if before is None:
        sys.stdout = io.TextIOWrapper(stream, "utf-8", "backslashreplace")
    else:
        sys.stdout = io.TextIOWrapper(stream, before.encoding, "backslashreplace", line_buffering=before.isatty())
    if sys.stderr is None:
        # Else `print(…, file=sys.stderr)` would write to standard output.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - until the process ends


def drop_output() -> None:
    """Drop what standard output could not take: the interpreter would try once more at its end, and complain."""
    if isinstance(getattr(getattr(sys.stdout, "buffer", None), "raw", None), _Output):
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)
