"""Messages about the device itself, kept until people have read and dismissed them.

What is wrong with a file, the record or the network often happens while nobody looks. So a message is in the file
`messages.json` in the folder of the record from the moment it is posted, in every language, and is there after a
restart and after a power cut. To keep a message must never stop a game: what cannot be written is kept in memory.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

from companion.messages import Message, Phrase
from companion.reader import Reader, Unparsed, Wrong, from_json
from companion.texts import harmless
from companion.values import NamedTuple
from companion.whole_file import write_whole
from companion.words import LANGUAGES, Words
from companion.words.phrases import BREAK

FILE = "messages.json"
MOST = 20
"""The most messages that are kept, the newest ones."""
_MOST_BYTES = 256 * 1024

log = logging.getLogger(__name__)


class Kept(NamedTuple):
    """A message as text; `seen`: somebody pressed a key while it stood on the glass."""

    text: Phrase
    seen: bool = False


def in_every_language(message: Message) -> Phrase:
    """A message as text in every language, without control characters. Where Japanese may be broken stays marked."""
    return Phrase(**{name: _harmless(Words(name, breaks=True).message(message, ())) for name in LANGUAGES})


def _harmless(text: str) -> str:
    """A text in which lines may end, and be broken, and nothing else is unusual."""
    return "\n".join([BREAK.join(map(harmless, line.split(BREAK))) for line in text.split("\n")])


class MessageBox:
    """The messages of a folder, the oldest first; without a folder they are lost with this object."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder / FILE if folder is not None else None
        self._kept = self._read()

    @property
    def texts(self) -> tuple[Phrase, ...]:
        """All messages, the newest first."""
        return tuple([kept.text for kept in reversed(self._kept)])

    @property
    def unseen(self) -> tuple[Phrase, ...]:
        """The messages during which nobody has pressed a key yet, the oldest first."""
        return tuple([kept.text for kept in self._kept if not kept.seen])

    def post(self, message: Message) -> Phrase:
        """Keep a message, as one that nobody has seen; its text. The same text is kept once, as the newest."""
        text = in_every_language(message)
        self._change([*self._without(text), Kept(text)])
        return text

    def mark_seen(self, text: Phrase) -> None:
        """Somebody has seen a message: it is not shown by itself again."""
        self._change([kept._replace(seen=True) if kept.text == text else kept for kept in self._kept])

    def dismiss(self, text: Phrase) -> None:
        """Somebody has read a message: it is not kept any longer."""
        self._change(self._without(text))

    def _without(self, text: Phrase) -> list[Kept]:
        return [kept for kept in self._kept if kept.text != text]

    def _change(self, kept: list[Kept]) -> None:
        if kept != self._kept:
            self._kept = kept[-MOST:]
            try:
                self._write()
            except OSError as error:
                log.warning("the messages are kept until the device stops: %s", error)

    def _read(self) -> list[Kept]:
        """What is in the file; nothing if it is not what we write."""
        try:
            if self._path is None or not self._path.is_file():  # opening a pipe would wait for ever
                return []
            with self._path.open("rb") as file:
                entries = Reader(from_json(file.read(_MOST_BYTES).decode())).entries()
            return [_read_kept(entry) for entry in entries][-MOST:]
        except (OSError, UnicodeDecodeError, Unparsed, Wrong) as error:
            log.warning("the messages cannot be read: %r", error)
            return []

    def _write(self) -> None:
        """Replace the file, on the disk when this returns; an empty one goes."""
        if self._path is None:
            return
        if not self._kept:
            self._path.unlink(missing_ok=True)
            return
        kept = [{"seen": kept.seen, "text": kept.text.texts} for kept in self._kept]
        write_whole(self._path, [json.dumps(kept, ensure_ascii=False).encode()])


def _read_kept(entry: Reader) -> Kept:
    seen, text = entry.fields("seen", "text")
    english = text.member("en").text()
    others = {name: _harmless(part.text()) for name, part in text.members().items() if name != "en"}
    return Kept(Phrase(_harmless(english), **others), seen.boolean())
