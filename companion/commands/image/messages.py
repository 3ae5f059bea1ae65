"""The messages of a start of the card: `companion card` writes them, the device and the doctor read them.

The file is a list with one object for each message: its text in every language, `[{"en": "…", "ja": "…"}]`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.kit.refusals import Phrase
from companion.reader import Reader, Unparsed, Wrong, from_json
from companion.texts import find_control, harmless
from companion.words import LANGUAGES, Words
from companion.words.phrases import BREAK

FILE = "messages.json"
Saying = Callable[[Words], str]
"""A message, given the words of a language."""

log = logging.getLogger(__name__)


def in_all_languages(saying: Saying) -> Phrase:
    """A message in every language, in one line each. Where a line of Japanese may be broken stays marked."""
    return Phrase(**{language: _in_one_line(saying(Words(language, breaks=True))) for language in LANGUAGES})


def _in_one_line(text: str) -> str:
    return BREAK.join(part if find_control(part) is None else harmless(part) for part in text.split(BREAK))


def to_json(messages: Iterable[Phrase]) -> str:
    """The text of the file."""
    return json.dumps([message.texts for message in messages], ensure_ascii=False, indent=1) + "\n"


def read_messages(folder: Path, file: str = FILE) -> list[Phrase]:
    """The messages in the folder of a start; none if there is no such file, or it is not what we write."""
    try:
        entries = Reader(from_json((folder / file).read_text("utf-8"))).entries()
        return [Phrase(**{name: text.text() for name, text in entry.members().items()}) for entry in entries]
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, Unparsed, Wrong, TypeError) as error:  # TypeError: without English
        log.warning("the messages of the start cannot be read: %r", error)
        return []
