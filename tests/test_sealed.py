"""The chance of a device's seat and the seal of its seed, against values worked out by other means."""

from __future__ import annotations

from random import Random

from companion.sealed import chance_of, seal_of


def test_the_seal_is_the_first_forty_bits_of_the_hash_in_base_32():
    # printf 0 | sha256sum begins 5feceb66ff: 01011 11111 10110 01110 10110 11001 10111 11111
    assert seal_of("0") == "bzpe-psqz"
    # printf a | sha256sum begins ca978112ca: 11001 01010 01011 11000 00010 00100 10110 01010
    assert seal_of("a") == "sabr-24pa"


def test_the_chance_follows_from_seed_ply_and_seat():
    # printf '7|12|1' | sha256sum
    digest = "25457ba17c2be320d8b9b0b6d7954bbf238521a8691fcbadb160153382e1e43e"
    assert chance_of("7", 12, 1).random() == Random(digest).random()
    others = [chance_of(seed, ply, seat).random() for seed in "78" for ply in (1, 2, "deploy") for seat in (0, 1)]
    assert len(set(others)) == 12
