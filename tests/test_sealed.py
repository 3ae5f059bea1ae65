"""The chance of a device's seat and the seal of its seed, against values worked out by other means."""

from __future__ import annotations

from random import Random

from companion.sealed import chance_of, commitment_of, fits, seal_of, seed_with_word


def test_the_seal_is_the_first_eighty_bits_of_the_hash_in_base_32():
    # printf 0 | sha256sum begins 5feceb66ff c86f38d952:
    # 01011 11111 10110 01110 10110 11001 10111 11111 11001 00001 10111 10011 10001 10110 01010 10010
    assert seal_of("0") == "bzpe-psqz-s1qk-hpaj"
    # printf a | sha256sum begins ca978112ca 1bbdcafac2:
    # 11001 01010 01011 11000 00010 00100 10110 01010 00011 01110 11110 11100 10101 11110 10110 00010
    assert seal_of("a") == "sabr-24pa-3eyw-nyp2"


def test_a_seal_of_the_first_records_has_forty_bits_and_still_fits():
    assert fits("0", "bzpe-psqz-s1qk-hpaj")
    assert fits("0", "bzpe-psqz")
    assert not fits("0", "bzpe-psqz-s1qk-hpak")
    assert not fits("0", "bzpe")
    assert not fits("a", "bzpe-psqz")


def test_a_commitment_is_salted_by_the_seed_and_can_be_made_with_other_tools():
    # printf '7|12|1|5' | sha256sum | cut -c-16
    assert commitment_of("7", 12, 1, 5) == "451641e6fb3824d8"
    others = [commitment_of(*of) for of in (("8", 12, 1, 5), ("7", 13, 1, 5), ("7", 12, 0, 5), ("7", 12, 1, 4))]
    assert len({commitment_of("7", 12, 1, 5), *others}) == 5


def test_a_word_goes_into_the_whole_chance():
    # printf '7|plum' | sha256sum
    assert seed_with_word("7", "plum") == "7cac2179d595e428784fdfed56ba8f870aa04218e947f2917fb923f39ace501c"
    assert seed_with_word("7", "") == "7"


def test_the_chance_follows_from_seed_ply_and_seat():
    # printf '7|12|1' | sha256sum
    digest = "25457ba17c2be320d8b9b0b6d7954bbf238521a8691fcbadb160153382e1e43e"
    assert chance_of("7", 12, 1).random() == Random(digest).random()
    others = [chance_of(seed, ply, seat).random() for seed in "78" for ply in (1, 2, "deploy") for seat in (0, 1)]
    assert len(set(others)) == 12
