"""Each line of the log has its own checksum: it is read as it was written, or not at all."""

from __future__ import annotations

import random
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from installed import Record
from record.random_evening import clock

from companion.games.praetorians.engine.cards import CardsPosition
from companion.play.act import MOST, Act, Line, Result, damage_owners, decode, parse
from companion.record.log import LOG
from companion.session.session import Session

TEXT = st.text(st.characters(min_codepoint=0x20, exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cf")), min_size=1)
RESULT = st.builds(
    Result, st.lists(st.integers(0, 9), max_size=4).map(tuple), st.lists(st.integers(-99, 999), min_size=1).map(tuple),
    st.sampled_from(["", "agree draw", "abandon", "concede 0", "concede 9"]),
)  # fmt: skip
IN_A_GAME = st.builds(
    lambda number, seq, at, act, digest, result, sure: Line(seq, at, act, number, f"g{number}", digest, result, sure),
    st.integers(1, 999_999_999), st.integers(0, 10**15 - 1), st.integers(-(10**9), 10**10).map(float), TEXT.map(parse),
    st.sampled_from(["", "9ac41e234567"]), st.none() | RESULT, st.booleans(),
)  # fmt: skip
IN_NO_GAME = st.builds(
    lambda seq, about, text, sure: Line(seq, 5.0, parse(text), 0, about, "", None, sure),
    st.integers(0, 99), st.sampled_from(["people", "record"]), TEXT, st.booleans(),
)  # fmt: skip
FLIP = Line(1042, 1_795_346_101.0, Act("play", 0, "flip R7"), 17, "g17", "9ac41e234567")


def whole(text: str) -> bytes:
    """A line with a sum that fits."""
    return b"%08x %s\n" % (crc32(text.encode()), text.encode())


@given(st.one_of(IN_A_GAME, IN_NO_GAME))
def test_rec_1_a_line_is_read_as_it_was_written(line: Line) -> None:
    raw = line.encode()
    assert raw.count(b"\n") == 1
    assert decode(raw) == line
    assert decode(raw[:-1]) is None


def test_rec_1_a_line_reads_as_people_read_it() -> None:
    assert decode(whole("1042 2026-11-22T20:15:01+01:00 g17 9ac41e234567 flip R7")) == Line(
        1042, 1_795_374_901.0, Act("play", 0, "flip R7"), 17, "g17", "9ac41e234567"
    )
    ended = whole("7 1970-01-01T00:00:05+00:00? g2 1f00d2c4aa01=0,2:99,-4:concede1 concede 1")
    assert decode(ended) == Line(
        7, 5.0, Act("concede", 1), 2, "g2", "1f00d2c4aa01", Result((0, 2), (99, -4), "concede 1"), False
    )
    assert Result((0,), (1, 0), "concede 1").conceding_seat == 1


@pytest.mark.parametrize("at", [float("nan"), float("inf"), 1e18, -1e18])
def test_a_clock_that_is_out_of_all_bounds_is_written_as_1970(at: float) -> None:
    line = decode(FLIP._replace(at=at).encode())
    assert line is not None
    assert line.at == 0.0


def test_rec_1_any_single_bit_that_flips_makes_a_line_unreadable() -> None:
    over = Result((0,), (99, 3), "concede 1")
    for line in (FLIP, FLIP._replace(act=Act("rename", 3, "カエサル"), game=0, about="people", digest="", result=over)):
        raw = line.encode()
        for place in range(8 * len(raw)):
            damaged = bytearray(raw)
            damaged[place // 8] ^= 1 << place % 8
            assert decode(bytes(damaged)) is None, place


@given(st.one_of(st.binary(), st.text().map(whole)))
def test_hostile_bytes_are_no_line_and_raise_nothing(raw: bytes) -> None:
    decode(raw)
    assert damage_owners(raw)


DIGITS = st.text("0123456789", max_size=20)


@given(
    st.builds(
        "{} {} {} {}{} {}".format,
        st.one_of(DIGITS, st.just("-1")),
        st.one_of(st.text("0123456789T:+-.?", max_size=40), st.sampled_from(
            ["0000-00-00T00:00:00+00:00", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "2026-13-01T0:0:0"]
        )),
        st.one_of(st.sampled_from(["people", "record", "g", "g-1"]), DIGITS.map("g{}".format)),
        st.sampled_from(["-", "9ac41e234567", "9ac41e23456x"]),
        st.one_of(st.text("0123456789,:-=", max_size=12).map("={}".format), st.just("=0:1:lose0"), st.just("")),
        st.one_of(st.text(), st.sampled_from(["undo", "new x", "name 1", "import 99999999999"])),
    ).map(whole)
)  # fmt: skip
def test_a_line_with_a_sum_that_fits_and_wild_contents_is_read_or_not_and_raises_nothing(raw: bytes) -> None:
    line = decode(raw)
    if line is not None:
        hash(line.act)
        assert line.seq >= 0


@pytest.mark.parametrize("text", ["a\nb", "a\x1b[2J", "\u2028", "a\u202eb"])
def test_a_text_that_would_disturb_the_line_cannot_be_written(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        FLIP._replace(act=Act("play", 0, text)).encode()


@pytest.mark.parametrize(
    "line",
    [
        FLIP._replace(game=10**9, about="g1000000000"),
        FLIP._replace(act=Act("play", 0, "x" * MOST)),
        FLIP._replace(act=Act("play", 0, "")),
        FLIP._replace(digest="no digest"),
    ],
)
def test_what_could_not_be_read_again_cannot_be_written(line: Line) -> None:
    with pytest.raises(ValueError, match=r".*"):
        line.encode()


def test_a_damaged_line_still_says_what_it_belongs_to_if_that_is_whole() -> None:
    raw = FLIP.encode()
    assert damage_owners(raw.replace(b"R7", b"R8")) == ["g17"]
    assert damage_owners(raw.replace(b"g17", b"k17")) == ["?"]


def test_two_lines_without_the_lf_between_them_say_what_each_of_them_belongs_to() -> None:
    raw = FLIP.encode() + FLIP._replace(seq=1043, game=3, about="g3", sure=False).encode()
    assert damage_owners(raw.replace(b"\n", b"\x0b", 1)) == ["g17", "g3"]


def test_the_mean_line_of_an_evening_of_cards_has_at_most_100_bytes(tmp_path: Path) -> None:
    chance = random.Random(7)
    with Record(tmp_path) as record:
        session = Session(record, clock())
        for _ in range(3):
            step = session.start("praetorians", ("Ada", "Benedikt", "カエサル"), {"twelves": True})
            while step.outcome is None:
                assert isinstance(step.position, CardsPosition)
                step = session.enter(chance.choice(step.position.legal()))
                if not chance.randrange(20):
                    session.undo()
                    step = session.redo()
    raws = (tmp_path / LOG).read_bytes().splitlines(keepends=True)
    assert len(raws) > 100
    assert sum(map(len, raws)) / len(raws) <= 100
