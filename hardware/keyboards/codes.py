"""The codes of `linux/input-event-codes.h` that mean something here. A code is a place on a keyboard, not a letter."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.ports import Key

EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_LED = 0x00, 0x01, 0x02, 0x03, 0x04, 0x11
SYN_REPORT, SYN_DROPPED = 0, 3

BACKSPACE = 14
ENTERS = frozenset({28, 96})
"""Enter, and Enter of the number pad."""
SHIFTS = frozenset({42, 54})
CHORDS = frozenset({29, 97, 56, 100, 125, 126})
"""Ctrl, Alt and the system keys, left and right: what is pressed with one of them is no character."""

KEYS: Mapping[int, Key] = MappingProxyType(
    {
        **dict.fromkeys((103, 104, 115, 0x220), Key.UP),  # UP, PAGEUP, VOLUMEUP, the cross of a game pad
        **dict.fromkeys((108, 109, 114, 0x221), Key.DOWN),
        **dict.fromkeys((105, 0x222), Key.LEFT),
        **dict.fromkeys((106, 0x223), Key.RIGHT),
        # ENTER, KPENTER, PLAYPAUSE, PLAYCD, PLAY, OK and SELECT of a remote, A of a game pad, the second button of an
        # old one
        **dict.fromkeys((*ENTERS, 164, 200, 207, 0x160, 0x161, 0x130, 0x121), Key.OK),
        # ESC, * of a number pad, which has no other key for it, BACK and EXIT of a remote, B
        **dict.fromkeys((1, 55, 158, 174, 0x131, 0x122), Key.BACK),
        # F1, / of a number pad, HELP, X
        **dict.fromkeys((59, 98, 138, 0x133, 0x120), Key.HELP),
    }
)
"""The logical keys of codes that are no characters."""

_ROWS = (
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (16, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (57, " ", " "),
    (71, "789-456+1230.", "789-456+1230."),
)
"""The code of the first key of a row, and the characters of the row, alone and with Shift."""
READ: Mapping[int, tuple[str, str]] = MappingProxyType(
    {first + place: pair for first, *row in _ROWS for place, pair in enumerate(zip(*row, strict=True))}
)
"""The characters that a reader means by a code, alone and with Shift: readers are made for US keyboards."""

_DIGITS = {code: (plain, plain) for code, (plain, _) in READ.items() if plain.isdigit()}
_QWERTY = {**READ, **_DIGITS}  # digits need no layout: the digit of the key counts with Shift, too
_LETTERS = {plain: code for code, (plain, _) in READ.items() if plain.isalpha()}


def _moved(letters: Mapping[str, str]) -> dict[int, tuple[str, str]]:
    """The keys of letters that stand at the place of another one on US keyboards."""
    return {_LETTERS[place]: (letter, letter.upper()) for place, letter in letters.items()}


LAYOUTS: Mapping[str, Mapping[int, tuple[str, str]]] = MappingProxyType(
    {
        "qwerty": _QWERTY,
        "qwertz": {
            **_QWERTY,
            **_moved({"y": "z", "z": "y"}),
            12: ("ß", "?"),
            26: ("ü", "Ü"),
            27: ("+", "*"),
            39: ("ö", "Ö"),
            40: ("ä", "Ä"),
            43: ("#", "'"),
            53: ("-", "_"),
        },
        "azerty": {
            **_QWERTY,
            **_moved({"q": "a", "a": "q", "w": "z", "z": "w", "m": ","}),
            7: ("-", "6"),  # the only minus beside the number pad
            39: ("m", "M"),
            50: (",", "?"),
            51: (";", "."),
            52: (":", "/"),
            53: ("!", "§"),
        },
        "jis": {
            **_QWERTY,
            12: ("-", "="),
            13: ("^", "~"),
            26: ("@", "`"),
            27: ("[", "{"),
            39: (";", "+"),
            40: (":", "*"),
            43: ("]", "}"),
        },
    }
)
"""The characters that people type by a code, alone and with Shift, by the name of their keyboard."""

HAT_X, HAT_Y, STICK_X, STICK_Y = 0x10, 0x11, 0x00, 0x01
AXES: Mapping[int, tuple[Key, Key]] = MappingProxyType(
    {
        HAT_X: (Key.LEFT, Key.RIGHT),
        HAT_Y: (Key.UP, Key.DOWN),
        STICK_X: (Key.LEFT, Key.RIGHT),
        STICK_Y: (Key.UP, Key.DOWN),
    }
)
"""The keys of the two ends of an axis of a game pad. Old ones report their cross as a stick."""


def is_of_use(keys: frozenset[int]) -> bool:
    """Whether a device with these codes has a key for us. A mouse or a power button has none."""
    return not keys.isdisjoint(KEYS) or not keys.isdisjoint(READ)
