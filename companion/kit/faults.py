"""What is wrong with a file that somebody wrote, and how people read it."""

from __future__ import annotations

from companion.messages import Message, Phrase
from companion.texts import harmless
from companion.values import NamedTuple
from companion.words import LANGUAGES, Words


class FileFault(Exception):
    """What is wrong with a file: the place in it, the line if it is known, and the text of the fault.

    `key` and `params` name a text of `companion.words`; `place` is empty where the whole file is at fault.
    """

    def __init__(self, key: str, /, place: str = "", line: int | None = None, **params: object) -> None:
        super().__init__(key, place, line, params)
        self.key = key
        self.place = place
        self.line = line
        self.params = params


class WrongFile(NamedTuple):
    """A file of a folder that is left out, and why."""

    file: str
    fault: FileFault


def fault_line(file: str, fault: FileFault, words: Words) -> str:
    """One harmless line: the file, the line where it is known, the place, what is wrong and what would be right."""
    what = words.message(Message(fault.key, **fault.params), ())
    if fault.place:
        what = words("pad.at", place=fault.place, what=what)
    shown = {"file": harmless(file), "what": harmless(what)}
    return words("pad.fault", **shown) if fault.line is None else words("pad.fault-line", line=fault.line, **shown)


def fault_message(file: str, fault: FileFault) -> Message:
    """The same line as a message, in every language."""
    return Message("pad.wrong-file", fault=Phrase(**{name: fault_line(file, fault, Words(name)) for name in LANGUAGES}))
