"""`companion referee`: the line protocol on standard input and output."""

from __future__ import annotations

import sys

from companion.commands.streams import standard_input


def referee() -> int:
    """The line protocol on standard input and output, until `quit`, the end of input or a reader that goes away."""
    from companion.referee import LINE_MOST, answer

    referee = None
    read, write = standard_input(), sys.stdout.buffer
    while line := read.readline(LINE_MOST + 1):
        request: bytes | None = line.removesuffix(b"\n")
        if len(line) > LINE_MOST and not line.endswith(b"\n"):
            request = None
            while (line := read.readline(LINE_MOST)) and not line.endswith(b"\n"):
                pass
        told = answer(referee, request)
        referee = told.referee
        write.write(told.reply + b"\n")
        write.flush()
        if told.last:
            break
    return 0
