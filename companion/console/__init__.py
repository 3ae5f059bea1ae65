"""What programs at a terminal need: arguments, standard streams, tables, the record that a command is called with."""

from __future__ import annotations


class CommandError(Exception):
    """The command cannot do what it is asked to do: what is the case and what would be needed, line by line.

    `status` is the exit status: 2 where the request is at fault, 1 where the record or a file is.
    """

    def __init__(self, *lines: str, status: int = 2) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
        self.status = status
