"""The rules for texts that somebody else wrote and that are shown: names, words of pads, messages of a hall, files, the
reasons that the system gives.

A character that nobody sees is not shown: with it two words look alike, text runs backwards, or a line breaks. Names,
whole lines of a record, and what goes to a terminal, are judged by CONTROLS: those break a line or give orders.
"""

from __future__ import annotations

import re
from unicodedata import category, normalize

CONTROLS = "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
"""Control characters, ends of lines and paragraphs, changes of the direction of writing, and halves of a character.

A text, which `re` compiles at its first use: that takes a fiftieth of a start, and hardly any text has such characters.
"""
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""The categories of characters that nobody sees: controls, formats, halves of a character, ends of lines."""
FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
"""Others that nobody sees: fillers of Hangul, blank Braille, and what chooses the form of the letter before it."""
JOINERS = "\u200c\u200d"
"""Nobody sees them either, but they choose the form of their neighbours: in Persian, Hindi, and families of emoji."""
SHOWN_MOST = 700
"""The most characters of a stranger's file that are shown."""


def find_control(text: str) -> str | None:
    """The first control character of a text; None if there is none."""
    match = None if text.isprintable() else re.search(CONTROLS, text)
    return match[0] if match is not None else None


def escape_controls(text: str) -> str:
    """A text in one line, with escapes in place of control characters: it cannot give orders to a terminal."""
    return text if text.isprintable() else re.sub(CONTROLS, lambda found: ascii(found[0])[1:-1], text)


def escape_json(text: str) -> str:
    """A text of JSON with the escapes of JSON. Its own line ends stay; those in its strings are escaped already."""
    if text.isprintable():
        return text
    return re.sub(CONTROLS, lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text)


def find_unseen(text: str) -> str | None:
    """The first character of a text that nobody sees, so that the text may not be shown; None if it may."""
    if text.isascii() and text.isprintable():
        return None
    return next((found for found in text if category(found) in UNSEEN or re.match(f"[{FILLERS}]", found)), None)


def is_shown(character: str) -> bool:
    """Whether a character of a stranger's text is shown: people see it, or it joins or parts what they see."""
    return character in JOINERS or find_unseen(character) is None


def reason_of(error: BaseException) -> str:
    """The reason of an error as part of a sentence, in the words of the system if it has some."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    text = text[:1].lower() + text[1:] if text[1:2].islower() else text
    return f"it {text}" if isinstance(error, IsADirectoryError) else text


def as_cell(text: str) -> str:
    """A text as a cell of CSV: an apostrophe before it, where a spreadsheet would take it for a formula.

    A name, for example, may begin with one of these signs, also with a wide one.
    """
    return f"'{text}" if text.startswith(tuple("=+-@＝＋－＠")) else text


def look(text: str) -> str:
    """What a text looks like, without what nobody sees: two that have the same look are alike to people."""
    seen = "".join([character for character in text if find_unseen(character) is None])
    return " ".join(normalize("NFKC", seen).split())


def harmless(text: str) -> str:
    """A text in one line without control, format and bidi characters, and not too long."""
    short = text if len(text) <= SHOWN_MOST else f"{text[: SHOWN_MOST - 1]}…"
    return "".join([character if is_shown(character) else "�" for character in short])


def sha256(content: bytes) -> bytes:
    """The hash by which a text is known again: of a pad, a tag, a page, or a seed that is not shown."""
    import hashlib  # it loads OpenSSL, and a start at home hashes nothing

    return hashlib.sha256(content).digest()
