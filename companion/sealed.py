"""The chance of a seat of the device, and the seal of its seed: shown before the game, it proves the seed afterwards.

All chance of a game follows from one seed, a text, and from the word that people may have added after they had seen the
seal. Who knows both can make every choice again. A choice that nobody sees yet leaves a commitment: it shows afterwards
that the choice was made then, and as the seed is a part of it, nobody can try out which one it was.
"""

from __future__ import annotations

from random import Random

from companion.texts import sha256

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Base 32 after Crockford: no letter is mistaken for a digit or another letter."""
_BITS = 80
_GROUP = 20
OLD_SEAL = 9
"""How many letters of a seal the first records have, which knew no commitments: 40 bits."""
COMMITMENT = 16
"""The number of hexadecimal digits of a commitment."""


def chance_of(seed: str, ply: int | str, seat: int) -> Random:
    """The chance of a seat's thought at a ply, counted as steps in force; an arrangement has "deploy" for the ply."""
    return Random(_hash_of(f"{seed}|{ply}|{seat}").hex())


def seed_with_word(seed: str, word: str) -> str:
    """The seed of all chance of a game to which people have added a word; the seed itself without one."""
    return _hash_of(f"{seed}|{word}").hex() if word else seed


def seal_of(seed: str) -> str:
    """The first 80 bits of the seed's SHA-256 as text, `k7m2-p9xq-4tn8-r2wa`."""
    number = int.from_bytes(_hash_of(seed)[: _BITS // 8], "big")
    groups = [number >> shift for shift in range(_BITS - _GROUP, -1, -_GROUP)]
    return "-".join(["".join([_LETTERS[group >> shift & 31] for shift in (15, 10, 5, 0)]) for group in groups])


def fits(seed: str, seal: str) -> bool:
    """Whether a seal belongs to a seed; of an older record it is the beginning of today's."""
    return seal in (seal_of(seed), seal_of(seed)[:OLD_SEAL])


def commitment_of(seed: str, ply: int, seat: int, choice: object) -> str:
    """What a hidden choice leaves in the record: the first 16 digits of a SHA-256, salted by the seed."""
    return _hash_of(f"{seed}|{ply}|{seat}|{choice}").hex()[:COMMITMENT]


def _hash_of(text: str) -> bytes:
    return sha256(text.encode())
