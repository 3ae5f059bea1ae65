"""Letters as drawings, looked at."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.fonts import Typeface, lcd

RUSSIAN = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"
LATIN = "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßœŒłŁšŠžŽčČřŘěĚőŐűŰąĄęĘńŃśŚźŹżŻğĞışŞțșđĐ"
PUNCTUATION = "’‘“”„–—…→←↑↓×·✓•▲▼○↩␣«»¿¡°€£"


@pytest.fixture(scope="module")
def typeface() -> Typeface:
    return lcd().small


def drawn(columns: tuple[int, ...]) -> list[str]:
    return ["".join("#" if column >> y & 1 else "." for column in columns) for y in range(8)]


def test_letters_are_eight_rows_high(typeface):
    assert typeface.height == 8


def test_a_letter_is_as_it_is_drawn_in_the_file(typeface):
    assert drawn(typeface.columns("h")) == ["#....", "#....", "#.##.", "##..#", "#...#", "#...#", "#...#", "....."]
    assert drawn(typeface.columns("i")) == ["#", ".", "#", "#", "#", "#", "#", "."]
    assert drawn(typeface.columns("!")) == ["#", "#", "#", "#", "#", ".", "#", "."]


def test_letters_that_hang_below_the_line_use_the_eighth_row_and_capitals_do_not(typeface):
    for character in "gjpqyруцщд":
        assert "#" in drawn(typeface.columns(character))[7], character
    for character in string.ascii_uppercase + string.digits + "abcdefhiklmnorstuvwxz":
        assert "#" not in drawn(typeface.columns(character))[7], character


def test_capitals_and_digits_are_seven_pixels_high(typeface):
    for character in string.ascii_uppercase + string.digits + RUSSIAN[:32]:
        rows = drawn(typeface.columns(character))
        assert "#" in rows[0], character
        assert "#" in rows[6], character


def test_every_letter_is_distinct_from_every_other(typeface):
    """Cyrillic letters that look like Latin ones in every typeface, and signs that do, share a drawing."""
    alike = "АВЕКМНОРСТХІЈЅаеорсухіјѕ"
    known: dict[tuple[int, ...], str] = {}
    for character in string.ascii_letters + string.digits + string.punctuation + RUSSIAN + LATIN + PUNCTUATION:
        if character not in alike:
            columns = typeface.columns(character)
            assert known.setdefault(columns, character) == character, f"{character} is drawn as {known[columns]}"


def test_ascii_and_russian_are_there(typeface):
    for character in string.ascii_letters + string.digits + string.punctuation + RUSSIAN:
        columns = typeface.columns(character)
        assert columns, character
        assert 1 <= len(columns) <= 5, character
        assert all(0 <= column <= 0xFF for column in columns), character


def test_european_letters_and_our_own_signs_are_there(typeface):
    for character in LATIN + PUNCTUATION + "ёЁїЇіІєЄґҐўЎйЙ":
        columns = typeface.columns(character)
        assert columns, character
        assert len(columns) <= (6 if character == "⚑" else 5), character


def test_digits_are_of_equal_width(typeface):
    assert [len(typeface.columns(digit)) for digit in string.digits] == [5] * 10


def test_a_blank_is_three_empty_columns(typeface):
    assert typeface.columns(" ") == typeface.columns("\u00a0") == (0, 0, 0)


def test_no_letter_has_empty_sides(typeface):
    for character in string.ascii_letters + string.punctuation + RUSSIAN + LATIN + PUNCTUATION:
        columns = typeface.columns(character)
        assert columns[0], character
        assert columns[-1], character


def test_what_the_font_lacks_is_none(typeface):
    for character in "漢あア한αא\U0001f600\u0301\ue000\x00\n\ud800½":
        assert typeface.columns(character) is None, ascii(character)


@given(st.characters(codec=None))
def test_no_character_whatever_is_an_error(character):
    columns = lcd().columns(character)
    assert columns is None or columns


def test_every_russian_letter_looks_different(typeface):
    assert len({typeface.columns(character) for character in RUSSIAN}) == 64


def test_a_mark_stands_above_a_small_letter(typeface):
    assert drawn(typeface.columns("é"))[:2] == ["..#..", ".#..."]
    assert drawn(typeface.columns("ü"))[:2] == [".#.#.", "....."]
    assert drawn(typeface.columns("ñ"))[:2] == [".#.#.", "#.#.."]


def test_below_its_mark_a_letter_is_itself(typeface):
    for character, base in zip("àéõüñýčěÿёй", "aeounyceyеи", strict=True):
        assert drawn(typeface.columns(character))[2:] == drawn(typeface.columns(base))[2:], character


def test_a_capital_and_a_tall_letter_are_lower_below_a_mark(typeface):
    assert drawn(typeface.columns("É")) == ["..#..", ".#...", "#####", "#....", "####.", "#....", "#####", "....."]
    assert drawn(typeface.columns("Ñ"))[:4] == [".#.#.", "#.#..", "#...#", "##..#"]
    assert drawn(typeface.columns("Ğ"))[2:] == [".####", "#....", "#..##", "#...#", ".####", "....."]
    assert drawn(typeface.columns("ľ")) == ["#.#", ".#.", "#..", "#..", "#..", "#..", ".#.", "..."]


def test_a_mark_takes_the_place_of_a_dot(typeface):
    assert drawn(typeface.columns("í")) == [".#", "#.", "#.", "#.", "#.", "#.", "#.", ".."]
    assert drawn(typeface.columns("ï"))[:3] == ["#.#", "...", ".#."]


def test_the_comma_of_a_letter_that_hangs_below_the_line_is_above_it(typeface):
    assert drawn(typeface.columns("ģ"))[:3] == ["..#..", "..#..", ".####"]
    assert drawn(typeface.columns("ģ"))[2:] == drawn(typeface.columns("g"))[2:]


def test_a_mark_below_is_in_the_last_row(typeface):
    for character, base in zip("çÇşąị", "cCsai", strict=True):
        rows, plain = drawn(typeface.columns(character)), drawn(typeface.columns(base))
        assert rows[:7] == plain[:7], character
        assert "#" in rows[7], character
        assert "#" not in plain[7], character


def test_two_marks_are_both_drawn_where_there_is_room(typeface):
    rows = drawn(typeface.columns("ộ"))
    assert rows[:2] == drawn(typeface.columns("ô"))[:2]
    assert rows[7] == drawn(typeface.columns("ọ"))[7]


def test_dashes_grow_and_arrows_mirror(typeface):
    assert [len(typeface.columns(dash)) for dash in "-–—"] == [3, 4, 5]
    assert typeface.columns("←") == typeface.columns("→")[::-1]
    assert drawn(typeface.columns("↑"))[1:7] == drawn(typeface.columns("↓"))[6:0:-1]


def test_a_sign_that_is_another_in_unicode_looks_like_it(typeface):
    assert typeface.columns("\N{KELVIN SIGN}") == typeface.columns("K")


def test_nothing_is_read_before_the_first_letter_is_wanted():
    read = []

    def load():
        read.append(1)
        return b"A a\n" + b"# .\n" * 7 + b". #"

    typeface = Typeface(load, 7, 8)
    assert read == []
    assert typeface.columns("A") == (0x7F,)
    assert typeface.columns("a") == (0x80,)
    assert read == [1]


# -- the other sizes

ALIKE = "АВЕКМНОРСТХІЈЅаеорсухіјѕкđĐ"
"""Letters that look like others in a typeface, here or everywhere."""
EVERY = sorted({*string.ascii_letters, *string.digits, *string.punctuation, *RUSSIAN, *LATIN, *PUNCTUATION})
SIZES = {"text": (9, 11), "large": (16, 19)}


@pytest.fixture(scope="module", params=SIZES)
def size(request: pytest.FixtureRequest) -> tuple[Typeface, int, int]:
    return getattr(lcd(), request.param), *SIZES[request.param]


def test_capitals_and_digits_fill_their_rows_and_what_hangs_below_the_line_the_others(size):
    typeface, capitals, height = size
    assert typeface.height == height
    for character in string.ascii_uppercase + string.digits + RUSSIAN[:32]:
        columns = typeface.columns(character)
        assert any(column & 1 for column in columns), character
        assert any(column >> capitals - 1 & 1 for column in columns), character
    for character in string.ascii_uppercase + string.digits + "abcdefhiklmnorstuvwxz":
        assert not any(column >> capitals for column in typeface.columns(character)), character
    for character in "gjpqyру":
        assert any(column >> height - 1 & 1 for column in typeface.columns(character)), character


def test_the_sizes_have_every_letter_and_each_looks_different(size):
    typeface, _, height = size
    known: dict[tuple[int, ...], str] = {}
    for character in EVERY:
        columns = typeface.columns(character)
        assert columns, character
        assert columns[0], character
        assert columns[-1], character
        assert all(0 <= column < 1 << height for column in columns), character
        if character not in ALIKE:
            assert known.setdefault(columns, character) == character, f"{character} is drawn as {known[columns]}"


def test_the_digits_of_each_size_are_equally_wide(size):
    assert len({len(size[0].columns(digit)) for digit in string.digits}) == 1


def test_lines_of_nine_rows_are_as_narrow_as_those_of_seven_and_large_ones_a_quarter_wider():
    """Lists lose no letters by the larger ones."""
    letters = lcd()

    def width(typeface, text):
        return sum(len(typeface.columns(character) or ()) + 1 for character in text) - 1

    for text in (
        "Seven Hills of Rome",
        "Praetorians",
        "Hannibal vs Rome",
        "Continue",
        "Charlotte",
        "Players 3",
        "+120",
    ):
        small = width(letters.small, text)
        assert width(letters.text, text) <= 1.08 * small, text
        assert width(letters.large, text) <= 1.25 * small, text


def test_strokes_of_the_largest_letters_are_two_pixels_wide():
    def columns(character):
        return lcd().large.columns(character) or ()

    rows = ["".join("#" if column >> y & 1 else "." for column in columns("H")) for y in range(19)]
    assert rows[0] == rows[15] == "##..##"
    assert rows[16:] == ["......"] * 3
    rows = ["".join("#" if column >> y & 1 else "." for column in columns("É")) for y in range(19)]
    assert rows[:6] == ["...##.", "...##.", ".##...", ".##...", "......", "######"]


def test_a_line_is_a_text_one_row_lower():
    letters = lcd()
    assert letters.line.height == 12
    assert letters.line.columns("g") == tuple(column << 1 for column in letters.text.columns("g") or ())
    assert letters.line.columns("漢") is None
