"""The chance of a seat of the device, and the seal of its seed: shown before the game, it proves the seed afterwards.

All chance of a game follows from one seed, a text. Who knows the seed can make every choice again.
"""

from __future__ import annotations

from random import Random

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Base 32 after Crockford: no letter is mistaken for a digit or another letter."""


def chance_of(seed: str, ply: int | str, seat: int) -> Random:
    """The chance of a seat's thought at a ply, counted as steps in force; an arrangement has "deploy" for the ply."""
    return Random(_sha256(f"{seed}|{ply}|{seat}").hex())


def seal_of(seed: str) -> str:
    """The first 40 bits of the seed's SHA-256 as text, `k7m2-p9xq`."""
    number = int.from_bytes(_sha256(seed)[:5], "big")
    letters = "".join([_LETTERS[number >> shift & 31] for shift in range(35, -1, -5)])
    return f"{letters[:4]}-{letters[4:]}"


def _sha256(text: str) -> bytes:
    import hashlib  # it loads OpenSSL, and a start at home hashes nothing

    return hashlib.sha256(text.encode()).digest()
