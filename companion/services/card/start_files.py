"""What a start of the card leaves for device and doctor: the initrd's file `start`, and messages for the glass.

The file `start` has lines `key=value`. A file of messages is a list with one object for each message: its text in every
language, `[{"en": "…", "ja": "…"}]`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from companion.log import Log
from companion.messages import Message, Phrase
from companion.reader import Reader, Unparsed, Wrong, from_json
from companion.record.log import PLAIN
from companion.texts import find_control, harmless
from companion.values import Frozen
from companion.whole_file import read_regular
from companion.words import BREAK, LANGUAGES, Words

START = "start"
MESSAGES = "messages.json"
NETWORK, STICK, STICK_DONE = "network.json", "stick.json", "stick-done.json"
"""The messages of the services: about the Wi-Fi; what went wrong with a stick; that all went well with it."""
REACHED = "web-reached"
"""The empty file that says: phones reach the web window."""
COPY, DATE = "copy", "date"
"""The requests for a copy to a stick, and to set the clock."""
_MOST = 8 * 1024
_LINE = r"([a-z]+)=([A-Za-z0-9._-]{1,100})[A-Za-z0-9._-]*"
"""A name and a value, of which a message shows the beginning. The initrd allows the same letters."""
_WHYS = ("tries", "broken", "missing")
log = Log(__name__)


class Start(Frozen):
    """A start: the root file that runs, the data partition, the root file that should run and why it does not, and
    whether anything is kept. What the file does not say is empty. With `ask` people may still go on with the root file
    that should run.
    """

    root: str = ""
    data: str = ""
    wanted: str = ""
    why: str = ""
    kept: bool = True
    ask: bool = False

    @property
    def messages(self) -> list[Message]:
        """What people must know about it."""
        messages = []
        if self.wanted:
            key = self.why if self.why in _WHYS else "other"
            messages.append(Message(f"image.root.{key}", wanted=self.wanted, root=self.root or "?"))
        if not self.kept:
            messages.append(Message("image.unkept"))
        return messages


def read_text(file: Path) -> str:
    """The beginning of a small file; empty if there is none that can be read."""
    with suppress(OSError):
        return read_regular(file, _MOST, PLAIN).decode("utf-8", "replace")
    return ""


def parse_start(text: str) -> Start:
    """The start that a text describes. Lines that are not of this form are left out."""
    values = {match[1]: match[2] for line in text.splitlines() if (match := re.fullmatch(_LINE, line.strip()))}
    names = {name: values.get(name, "") for name in ("root", "data", "wanted", "why")}
    return Start(**names, kept=values.get("kept") != "no", ask=values.get("ask") == "yes")


def in_all_languages(message: Message) -> Phrase:
    """A message in every language, in one line each. Where a line of Japanese may be broken stays marked."""
    return Phrase(**{name: _in_one_line(Words(name, breaks=True).message(message, ())) for name in LANGUAGES})


def _in_one_line(text: str) -> str:
    return BREAK.join(part if find_control(part) is None else harmless(part) for part in text.split(BREAK))


def to_json(messages: Iterable[Phrase]) -> str:
    """The text of the file."""
    return json.dumps([message.texts for message in messages], ensure_ascii=False, indent=1) + "\n"


def read_messages(folder: Path, file: str = MESSAGES) -> list[Phrase]:
    """The messages in the folder of a start; none if there is no such file, or it is not what we write."""
    try:
        entries = Reader(from_json((folder / file).read_text("utf-8"))).entries()
        return [Phrase(**{name: text.text() for name, text in entry.members().items()}) for entry in entries]
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, Unparsed, Wrong, TypeError) as error:  # TypeError: without English
        log.warning("the messages of the start cannot be read: %r", error)
        return []
