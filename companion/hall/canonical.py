"""The canonical form of messages, and what is computed from it: hashes, signatures, the ids of people."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from unicodedata import normalize

MAC_DIGITS, PERSON_DIGITS, PASSWORD_DIGITS = 32, 16, 32
_PLAIN = {str, int, bool, type(None)}
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(value: object) -> str:
    """A JSON value in its one form: members sorted by code point, no blanks, escapes only where JSON demands them.

    Raises ValueError for a value that has no such form: a float, half a character, a name that is no text.
    """
    _check(value)
    text = _encode(value)
    text.encode()  # raises UnicodeEncodeError, a ValueError, for half a character
    return text


def _check(value: object) -> None:
    if isinstance(value, dict | list | tuple):
        if isinstance(value, dict):
            for name in value:
                if not isinstance(name, str):
                    raise ValueError(f"{name!r} is not a name; the names of members are texts")
            value = value.values()
        for member in value:
            if type(member) not in _PLAIN:
                _check(member)
    elif not (value is None or isinstance(value, str | int)):
        raise ValueError(f"{value!r} has no canonical form; only whole numbers have")


def sha256(value: object) -> str:
    """The hash of a JSON value in 64 hexadecimal digits; raises ValueError as `canonical` does."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def table_key(secret: str, club: str, table: str, revoked: int = 0) -> str:
    """The key of a table in 64 hexadecimal digits, from the secret of the board.

    `revoked` is how often it was revoked; each time gives another key.
    """
    return _hmac(secret.encode(), f"companion hall table {club}/{table}{_again(revoked)}")


def table_password(secret: str, club: str, table: str, revoked: int = 0) -> str:
    """The password of a table at the broker, from the secret of the board: nobody needs to keep it."""
    return _hmac(secret.encode(), f"companion hall password {club}/{table}{_again(revoked)}")[:PASSWORD_DIGITS]


def _again(revoked: int) -> str:
    return f" {revoked}" if revoked else ""


def mac(key: str, topic: str, message: Mapping[str, object]) -> str:
    """The signature of a message on a topic with the key of a table; its member `mac` does not count.

    Raises ValueError if the message has no canonical form, or the key is not hexadecimal.
    """
    unsigned = {name: value for name, value in message.items() if name != "mac"}
    return _hmac(bytes.fromhex(key), f"{topic}\n{canonical(unsigned)}")[:MAC_DIGITS]


def sign(key: str | None, topic: str, message: Mapping[str, object]) -> dict[str, object]:
    """The message with its signature; without a key as it is."""
    return {**message, "mac": mac(key, topic, message)} if key is not None else dict(message)


def is_signed(key: str, topic: str, message: Mapping[str, object]) -> bool:
    """Whether the message carries the right signature of this key."""
    found = message.get("mac")
    try:
        return isinstance(found, str) and hmac.compare_digest(found.encode(), mac(key, topic, message).encode())
    except ValueError:
        return False


def person_id(key: str, name: str) -> str:
    """The id of the person with this name: 16 hexadecimal digits, the same at every table with this key.

    Case, and how many blanks stand between two words, make no difference.
    """
    return _hmac(key.encode(), " ".join(normalize("NFKC", name).casefold().split()))[:PERSON_DIGITS]


def _hmac(key: bytes, text: str) -> str:
    return hmac.digest(key, text.encode(), "sha256").hex()
