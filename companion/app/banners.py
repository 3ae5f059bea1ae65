"""The messages over a screen, one after the other; those about the device are kept until people have dismissed them.

A message stands for as long as it takes to read it, and a key that ends it also acts. What people must do with their
hands stays until a key: they put the device down, do it, and come back. While pages of that follow, a key shows the
next one and does not act. The last page of a message that is kept stays until a key, too; a key ends such a message
with all its pages, and acts.

What is wrong with a file, the record or the network often happens while nobody looks. So a message about it is in the
file `messages.json` in the folder of the record from the moment it is posted, in every language, and is there after a
restart and after a power cut. To keep a message must never stop a game: what cannot be written is kept in memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from companion.app.timers import IdleTimer
from companion.log import Log
from companion.messages import Message, Phrase
from companion.ports import Clock
from companion.reader import Reader, Unparsed, Wrong, from_json
from companion.record.log import open_folder, put_file
from companion.texts import harmless
from companion.ui.letters import has_no_blanks
from companion.ui.painter import MORE
from companion.values import Frozen, NamedTuple, replace
from companion.words import BREAK, LANGUAGES, Words, without_breaks

FILE = "messages.json"
MOST = 20
"""The most messages that are kept, the newest ones."""
_MOST_BYTES = 256 * 1024


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
    """The messages of a folder, the oldest first."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
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
            if not self._path.is_file():  # opening a pipe would wait for ever
                return []
            with self._path.open("rb") as file:
                entries = Reader(from_json(file.read(_MOST_BYTES).decode())).entries()
            return [_read_kept(entry) for entry in entries][-MOST:]
        except (OSError, UnicodeDecodeError, Unparsed, Wrong) as error:
            log.warning("the messages cannot be read: %r", error)
            return []

    def _write(self) -> None:
        """Replace the file, on the disk when this returns; an empty one goes."""
        if not self._kept:
            self._path.unlink(missing_ok=True)
            return
        kept = [{"seen": kept.seen, "text": kept.text.texts} for kept in self._kept]
        with open_folder(self._path.parent) as directory:
            put_file(directory, FILE, json.dumps(kept, ensure_ascii=False).encode())


def _read_kept(entry: Reader) -> Kept:
    seen, text = entry.fields("seen", "text")
    english = text.member("en").text()
    others = {name: _harmless(part.text()) for name, part in text.members().items() if name != "en"}
    return Kept(Phrase(_harmless(english), **others), seen.boolean())


WORD_S, LEAST_S = 0.35, 1.2
"""How long a banner stands for each of its words, and at least."""
LETTERS_A_WORD = 2.5
"""The kana and kanji, without blanks between words, that take as long to read as a word of other letters."""

log = Log(__name__)


def reading_s(text: str) -> float:
    """How many seconds a banner with this text stands."""
    others = "".join(" " if has_no_blanks(letter) else letter for letter in text).split()
    words = sum(any(map(str.isalnum, word)) for word in others)
    return max(WORD_S * (words + sum(map(has_no_blanks, text)) / LETTERS_A_WORD), LEAST_S)


class _Banner(Frozen):
    """A page; with `stays` only a key ends it. `notice` is the number of the notice that it belongs to, 0 for none.

    `end` is called when a key ends a page of a message that is kept.
    """

    page: str
    stays: bool = False
    notice: int = 0
    end: Callable[[], None] | None = None


class Banners:
    """The banner that stands `now`, or None, and those that follow. The first one stands once `show_next` is called.

    A page that stays has MORE behind it if a key shows another such page and does not act.

    `paginate` divides a text into pages, each of which fits one banner.
    """

    def __init__(self, clock: Clock, paginate: Callable[[str], Iterable[str]]) -> None:
        self._clock = clock
        self._paginate = paginate
        self._current: _Banner | None = None
        self._queue: list[_Banner] = []
        self._notices = 0
        self._since = 0.0

    @property
    def now(self) -> str | None:
        if self._current is None:
            return None
        goes_on = self._current.stays and self._queue and self._queue[0].stays
        return self._current.page + MORE if goes_on else self._current.page

    @property
    def stays(self) -> bool:
        """Whether the banner that stands says what people must do with their hands: only a key ends it."""
        return self._current is not None and self._current.stays

    @property
    def waits(self) -> bool:
        """Whether only a key ends the banner that stands: also the last page of a message that is kept."""
        if self._current is None or self._current.end is None:
            return self.stays
        return not self._queue or self._queue[0].notice != self._current.notice

    @property
    def deadline(self) -> float | None:
        """When the banner that stands ends; None without one, and while it waits for a key."""
        if self._current is None or self.waits:
            return None
        return self._since + reading_s(self._current.page)

    def show(self, text: str, *, stays: bool = False) -> None:
        """Show a text instead of all other banners but the notices, which follow; with `stays` until a key."""
        standing = [self._current] if self._current is not None and self._current.end is not None else []
        notices = [banner for banner in standing + self._queue if banner.notice]
        self._queue = [*self._pages(text, stays=stays), *notices]
        self.show_next()

    def append_notice(self, text: str) -> None:
        """Show a text after all others; a key that ends one of those does not end it."""
        self._queue += self._notice(text)

    def append_kept(self, text: str, end: Callable[[], None]) -> None:
        """Show a text after all others until a key is pressed while it stands, which calls `end`."""
        self._queue += self._notice(text, end)

    def interrupt_kept(self, text: str, end: Callable[[], None]) -> None:
        """Show a text before all others, as in `append_kept`."""
        current = [self._current] if self._current is not None else []
        self._queue = [*self._notice(text, end), *current, *self._queue]
        self.show_next()

    def interrupt(self, text: str, obsolete: str = "") -> None:
        """Show a text before all others, which follow for their full time. `obsolete` is a text that is dropped."""
        dropped = set(self._paginate(obsolete)) if obsolete else ()
        current = [self._current] if self._current is not None else []
        rest = [banner for banner in current + self._queue if banner.page not in dropped]
        self._queue = [*self._pages(text), *rest]
        self.show_next()

    def dismiss(self) -> bool:
        """End the banner that stands, and all that people need not see; whether one stood.

        Pages that stay and notices follow. If `stays` is true afterwards, the key has shown a page and must not act.
        """
        ended, self._current = self._current, None
        notice = ended.notice if ended is not None else 0
        if ended is not None and ended.end is not None:
            ended.end()
        self._queue = [one for one in self._queue if one.stays or (one.notice and one.notice != notice)]
        self.show_next()
        return ended is not None

    def expire(self) -> None:
        """End the banner that stands if its time is over."""
        if self.deadline is not None and self._clock.monotonic() >= self.deadline:
            self._current = None
            self.show_next()

    def show_next(self) -> None:
        """Show the next banner, if there is one."""
        if self._queue:
            self._current = self._queue.pop(0)
            self._since = self._clock.monotonic()

    def _pages(self, text: str, *, stays: bool = False) -> list[_Banner]:
        return [_Banner(page, stays) for page in self._paginate(text)]

    def _notice(self, text: str, end: Callable[[], None] | None = None) -> list[_Banner]:
        self._notices += 1
        return [replace(banner, notice=self._notices, end=end) for banner in self._pages(text)]


class Reporter:
    """Reports what happens to the device itself, in a banner on a lit display.

    What people must know is posted: it is kept in the `box` and stays on the glass until a key. What is only good to
    know, or cannot be missed, is reported: it stands for as long as it takes to read it.
    """

    def __init__(self, banners: Banners, idle: IdleTimer, box: MessageBox, words: Callable[[], Words]) -> None:
        self._banners = banners
        self._idle = idle
        self._box = box
        self._words = words

    def post(self, message: Message) -> None:
        """Log a message as a warning, and `show` it."""
        log.warning("%s", without_breaks(self._in_words(self.show(message))))

    def show(self, message: Message) -> Phrase:
        """Keep a message whose cause is logged, and show it before all others until a key; its text."""
        text = self._box.post(message)
        self._banners.interrupt_kept(self._in_words(text), partial(self._box.mark_seen, text))
        self._idle.restart()
        return text

    def keep(self, message: Message) -> bool:
        """Keep a message that a page shows in its own way, and light the display; False if it is kept already."""
        known, text = self._box.texts, self._box.post(message)
        self._box.mark_seen(text)
        if text in known:
            return False
        log.info("%s", without_breaks(self._in_words(text)))
        self._idle.restart()
        return True

    def greet(self, messages: Iterable[Message]) -> None:
        """Log and keep the messages of the start, and show them after those that nobody has seen yet."""
        for message in messages:
            log.warning("%s", without_breaks(self._in_words(self._box.post(message))))
        for text in self._box.unseen:
            self._banners.append_kept(self._in_words(text), partial(self._box.mark_seen, text))

    def report(self, text: str, obsolete: str = "") -> None:
        """Show a text at once and light the display. `obsolete` is a text that is not true any more."""
        self._banners.interrupt(text, obsolete)
        self._idle.restart()

    def remind(self, text: str) -> bool:
        """Show a text again, unless a banner stands that ends by itself; whether it is shown.

        A dark display stays dark.
        """
        if self._banners.deadline is not None:
            return False
        self._banners.interrupt(text)
        return True

    def dismiss(self, text: Phrase) -> None:
        """Keep a message no longer: somebody has read it."""
        self._box.dismiss(text)

    def _in_words(self, text: Phrase) -> str:
        """A message in the language of the glass."""
        return text.of(self._words().language)
