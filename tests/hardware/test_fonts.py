"""Kana and kanji from a font file, looked at; and files that are no such font."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from letters import japanese, larger
from PIL import ImageFont

from hardware.fonts import (
    FOLDER_VARIABLE,
    PLACES,
    VARIABLE,
    Font,
    FontTrouble,
    Letters,
    find_installed_font,
    find_larger_fonts,
    lcd,
    letters,
)

KANA = "".join(map(chr, [*range(0x3041, 0x3094), *range(0x30A1, 0x30F7)]))
HALF = "".join(map(chr, range(0xFF61, 0xFFA0)))
KANJI = "日本語赤紫青緑黄札数合計得点山札捨場手番勝負引分軍団艦隊戦闘属州首都丘王女蟻列反則"
SIGNS = "、。「」『』（）！？：；・ー～〜…％＋－×→←↑↓★☆○●◎△▲"


@pytest.fixture(scope="module")
def font() -> Letters:
    return japanese()


def drawn(columns: tuple[int, ...] | None) -> list[str]:
    assert columns is not None
    return ["".join("#" if column >> y & 1 else "." for column in columns) for y in range(8)]


def bdf(height: int, *letters: tuple[int, list[int]]) -> str:
    """A font of our own with these letters, each so wide as high; the first is its sign for what it lacks."""
    lines = [
        f"STARTFONT 2.1\nFONT -own-box-medium-r-normal--{height}-{height}0-75-75-c-{height}0-iso10646-1\n"
        f"SIZE {height} 75 75\nFONTBOUNDINGBOX {height} {height} 0 -1\nSTARTPROPERTIES 2\n"
        f"FONT_ASCENT {height - 1}\nFONT_DESCENT 1\nENDPROPERTIES\nCHARS {len(letters)}\n"
    ]
    for code, rows in letters:
        bits = "".join(f"{row:02X}\n" for row in rows)
        lines.append(
            f"STARTCHAR u{code}\nENCODING {code}\nSWIDTH 1000 0\nDWIDTH {height} 0\n"
            f"BBX 8 {len(rows)} 0 -1\nBITMAP\n{bits}ENDCHAR\n"
        )
    return "".join([*lines, "ENDFONT\n"])


NONE = (0, [0xFE, 0x82, 0x82, 0x82, 0x82, 0x82, 0xFE, 0x00])
CORNER = (0x3042, [0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x40])
"""A letter with a pixel in the last column, one at the left, one in the last row."""


def test_a_kanji_is_what_the_font_has(font: Letters) -> None:
    assert drawn(font.columns("日")) == [
        ".######",
        ".#....#",
        ".#....#",
        ".######",
        ".#....#",
        ".#....#",
        ".######",
        ".......",
    ]


def test_what_japanese_is_written_with_is_there(font: Letters) -> None:
    for character in KANA + HALF + KANJI + SIGNS:
        columns = font.columns(character)
        assert columns, character
        assert any(columns), character
        assert all(0 <= column <= 0xFF for column in columns), character


def test_kana_and_kanji_stand_in_cells_of_eight_pixels_with_the_blank_between_letters(font: Letters) -> None:
    for character in KANA + KANJI:
        assert len(font.columns(character) or ()) == 7, character


def test_kana_and_kanji_leave_the_last_row_free_so_that_lines_do_not_touch(font: Letters) -> None:
    for character in KANA + KANJI + HALF:
        assert drawn(font.columns(character))[7].count("#") == 0, character


def test_half_width_katakana_take_half_a_cell(font: Letters) -> None:
    assert {len(font.columns(character) or ()) for character in HALF} == {3}


def test_what_the_built_in_typeface_has_comes_from_it(font: Letters) -> None:
    for character in "Aé→Я·…- ":
        assert font.columns(character) == lcd().columns(character), character


def test_what_neither_has_is_none(font: Letters) -> None:
    for character in "☀\U0001f600א한\ue000\x00\n\ud800\uffff":
        assert font.columns(character) is None, ascii(character)


@given(st.characters(codec=None))
def test_no_character_whatever_is_an_error(character: str) -> None:
    columns = _FONT.columns(character)
    assert columns is None or columns


_FONT = letters()


def test_who_writes_latin_and_cyrillic_never_looks_for_a_font(tmp_path: Path) -> None:
    class Unlooked(Letters):
        @property
        def _loaded(self):
            raise AssertionError("a font was looked for")

    found = Unlooked(lcd(), str(tmp_path))
    for character in "Ada Ünal é Юлия 12…\x00\x7f":
        found.columns(character)
    with pytest.raises(AssertionError):
        found.columns("あ")


# -- files


def test_a_font_of_ones_own_is_used_when_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "my own.bdf"
    file.write_text(bdf(8, NONE, CORNER))
    found = letters(str(file))
    assert (found.font, found.trouble) == (str(file), None)
    assert drawn(found.columns("あ")) == [
        ".......#",
        *["........"] * 5,
        "#.......",
        ".#......",
    ]
    assert found.columns("い") is None


def test_home_in_a_path_is_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "my.bdf").write_text(bdf(8, NONE, CORNER))
    assert Font("~/my.bdf").columns("あ")


@pytest.mark.parametrize("place", [".fonts", "Library/Fonts", ".local/share/fonts/misaki"])
def test_a_font_in_a_folder_of_the_user_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    mine = [place for place in PLACES if place.startswith("~")]
    assert find_installed_font(mine) == ""
    folder = tmp_path / place
    folder.mkdir(parents=True)
    (folder / "misaki_gothic.ttf").write_text("")
    assert find_installed_font(mine) == str(folder / "misaki_gothic.ttf")


def test_the_environment_names_a_font_where_none_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "my.bdf"
    file.write_text(bdf(8, NONE, CORNER))
    monkeypatch.setenv(VARIABLE, str(file))
    assert letters().font == str(file)
    monkeypatch.setenv(VARIABLE, "/nowhere/my.ttf")
    found = letters()
    assert (found.font, found.trouble, found.named) == (find_installed_font(), "unreadable", "/nowhere/my.ttf")
    assert letters(str(file)).font == str(file)


def test_a_font_of_twelve_pixels_is_too_high(tmp_path: Path) -> None:
    file = tmp_path / "twelve.bdf"
    file.write_text(bdf(12, NONE, CORNER))
    with pytest.raises(FontTrouble) as trouble:
        Font(str(file))
    assert trouble.value.why == "high"


@pytest.mark.parametrize("content", [None, b"", b"not a font", b"\x00\x01\x00\x00" + bytes(60)])
def test_what_is_no_font_is_unreadable(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "my.ttf"
    if content is not None:
        file.write_bytes(content)
    for path in (file, tmp_path):
        with pytest.raises(FontTrouble) as trouble:
            Font(str(path))
        assert trouble.value.why == "unreadable"


def test_a_font_that_is_drawn_off_the_grid_is_refused(tmp_path: Path) -> None:
    """Pillow's own font: outlines for books."""
    file = tmp_path / "outlines.ttf"
    file.write_bytes(ImageFont.load_default(12).font_bytes)  # type: ignore[union-attr]
    with pytest.raises(FontTrouble) as trouble:
        Font(str(file))
    assert trouble.value.why == "grey"


# -- the other sizes


def rows_of(columns: tuple[int, ...] | None, height: int) -> list[str]:
    assert columns is not None
    return ["".join("#" if column >> y & 1 else "." for column in columns) for y in range(height)]


@pytest.mark.parametrize(("name", "rows"), [("text", 10), ("line", 12), ("large", 16)])
def test_kana_and_kanji_of_each_size_fill_its_cells_and_no_two_kanji_look_alike(name: str, rows: int) -> None:
    size = getattr(larger(), name)
    assert size.height >= rows
    for character in KANA + KANJI:
        columns = size.columns(character)
        assert len(columns) in (rows - 1, rows), character
        assert all(0 < column + 1 <= 1 << rows for column in columns), character
    alike = {*KANJI, *"吉菜"}  # with eight rows 青 reads as 吉
    assert len({size.columns(character) for character in alike}) == len(alike)
    assert size.columns("A") == getattr(lcd(), name).columns("A")
    assert size.columns("\ue000") is None


def test_without_the_larger_fonts_letters_of_eight_rows_stand_in_their_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_larger_fonts([str(tmp_path)]) == ""
    for name in ("b10.pcf.gz", "b12.pcf.gz", "b16.pcf.gz"):
        (tmp_path / name).write_bytes(b"no font")
    assert find_larger_fonts([str(tmp_path)]) == str(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    file = tmp_path / "my.bdf"
    file.write_text(bdf(8, NONE, CORNER))
    found = letters(str(file))
    small = drawn(found.columns("あ"))
    assert rows_of(found.text.columns("あ"), 10) == ["." * 8, *small, "." * 8]
    assert rows_of(found.line.columns("あ"), 12)[2:10] == small
    assert rows_of(found.large.columns("あ"), 16) == [row for row in small for _ in range(2)]
    assert found.large.columns("い") is None
