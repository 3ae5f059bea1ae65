"""Pixels: what stands where, that everything paints, and the pictures of every screen."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from letters import japanese
from PIL import Image, ImageChops

from companion.games.game import NAME_MOST, check_name
from companion.games.refusals import BadPlayers
from companion.ports import HEIGHT, WIDTH
from companion.ui import digits, paint_figures, router
from companion.ui.catalogue import scenes
from companion.ui.page import Figure, Item, Page
from companion.ui.painter import RIGHT, Painter
from companion.words import Words
from hardware.frames import enlarge
from hardware.typeface import lcd

PAINTER = Painter(lcd())
JAPANESE = Painter(japanese())
SCENES = {scene.name: scene for scene in scenes(PAINTER, Words("en"))}
FRAMES = Path(__file__).parent.parent / "frames"


def possible(name: str) -> bool:
    try:
        check_name(name)
    except BadPlayers:
        return False
    return True


names = st.text(min_size=1, max_size=NAME_MOST).filter(possible)


@pytest.mark.parametrize("name", SCENES)
def test_every_screen_looks_as_it_did(name: str) -> None:
    """`companion screens tests/frames` writes the pictures anew; look at them before they go in."""
    scene = SCENES[name]
    picture = enlarge(PAINTER.page(router.view(scene.screen, scene.context), scene.banner))
    known = Image.open(FRAMES / f"{name}.png")
    assert ImageChops.logical_xor(picture, known.convert("1")).getbbox() is None


def test_no_picture_is_left_over_from_a_screen_that_is_gone() -> None:
    assert {file.stem for file in FRAMES.glob("*.png")} == set(SCENES)


@given(st.lists(names, min_size=2, max_size=4, unique=True), st.integers(0, 99), st.booleans())
def test_every_possible_name_paints_wherever_a_name_stands(people: list[str], number: int, banner: bool) -> None:
    page = Page(
        screen="table",
        title=people[0],
        aside=people[1],
        text=PAINTER.wrap(" ".join(people)),
        figures=tuple(Figure(name, number, name == people[0]) for name in people),
        menu=tuple(Item(name, name) for name in people),
        cursor=1,
    )
    picture = PAINTER.page(page, people[-1] if banner else None)
    assert (picture.mode, picture.size) == ("1", (WIDTH, HEIGHT))
    PAINTER.page(Page(screen="new", title=people[0], menu=page.menu, cursor=0))
    PAINTER.page(Page(screen="name", title="?", big=people[0][:1], text=(people[0],)))
    assert page.read(None).lines[0] == people[0]


@given(st.text(max_size=200))
def test_wrapped_lines_fit_and_hold_every_character_but_the_white_space(text: str) -> None:
    lines = PAINTER.wrap(text)
    assert all(PAINTER.width(line) <= RIGHT - 2 for line in lines)
    assert "".join("".join(lines).split()) == "".join(normalize("NFC", text).split())


def test_japanese_is_broken_between_letters() -> None:
    assert JAPANESE.wrap("起きたことを入力します", 8 * 5) == ("起きたこと", "を入力しま", "す")


def test_a_word_of_latin_letters_stays_whole_among_kana() -> None:
    assert JAPANESE.wrap("次はPlayerの番です", 8 * 6) == ("次は", "Playerの", "番です")


def test_what_closes_never_begins_a_line() -> None:
    for closing in "、。」』）！？：・ーっゃゅょッャュョァ々％ｰﾞ":
        assert JAPANESE.wrap(f"赤青緑黄{closing}紫", 8 * 4) == ("赤青緑", f"黄{closing}紫")


def test_what_opens_never_ends_a_line() -> None:
    for opening in "「『（【":
        assert JAPANESE.wrap(f"赤青緑{opening}黄」紫", 8 * 4) == ("赤青緑", f"{opening}黄」紫")


def test_blanks_between_japanese_words_break_first_and_are_kept_inside_a_line() -> None:
    assert JAPANESE.wrap("マッチ！ 赤7 次", 8 * 7) == ("マッチ！ 赤7", "次")


def test_fourteen_letters_fit_a_line_of_a_menu_and_none_touches_the_next() -> None:
    text = "記録と場が違うときの直し方"
    assert len(text) + 1 == 14
    assert JAPANESE.width(text + "。") <= RIGHT - 4
    line = JAPANESE.page(Page(screen="x", title="", menu=(Item(text),), cursor=None)).crop((2, 10, RIGHT, 19))
    for place in range(1, len(text)):
        assert line.crop((8 * place - 1, 0, 8 * place, 9)).getbbox() is None


@given(st.text("赤青「」。、っーAb 7", max_size=60))
def test_japanese_lines_fit_and_lose_nothing(text: str) -> None:
    lines = JAPANESE.wrap(text, 40)
    assert all(JAPANESE.width(line) <= 40 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text(max_size=60), st.integers(0, 140))
def test_a_shortened_line_fits_and_is_whole_when_it_can_be(text: str, width: int) -> None:
    line = PAINTER.shortened(text, width)
    assert PAINTER.width(line) <= width
    assert line == normalize("NFC", text) or PAINTER.width(text) > width


def test_a_letter_and_a_loose_mark_are_drawn_as_one() -> None:
    assert PAINTER.width("Zoe\u0308") == PAINTER.width("Zoë")


def test_what_the_typeface_lacks_is_a_box_of_its_own_width() -> None:
    assert PAINTER.width("軍") == 5
    page = PAINTER.page(Page(screen="x", title="", text=("軍",)))
    box = page.crop((0, 16, 5, 23))
    assert box.getpixel((0, 0))
    assert box.getpixel((4, 6))
    assert not box.getpixel((2, 3))


def test_digits_are_at_least_sixteen_pixels_high_for_two_three_and_four_players() -> None:
    for count in (2, 3, 4):
        rows = (count + 1) // 2
        _, high = digits.fits("99", 31 - 4, (HEIGHT - 10) // rows - 10)
        assert high >= 16


@pytest.mark.parametrize("text", ["0", "99", "100", "-110", "2_"])
@pytest.mark.parametrize(("width", "height"), [(27, 17), (27, 44), (60, 44), (118, 24)])
def test_a_number_fits_where_it_is_to_stand(text: str, width: int, height: int) -> None:
    drawn = digits.number(text, *digits.fits(text, width, height))
    assert drawn.width <= width
    assert drawn.height <= height


def test_every_digit_is_told_from_every_other() -> None:
    drawn = [digits.digit(character, 10, 17).tobytes() for character in "0123456789-_ "]
    assert len(set(drawn)) == len(drawn)


def test_a_list_that_goes_on_shows_that_it_goes_on() -> None:
    items = tuple(Item(str(number)) for number in range(20))

    def gutter(cursor: int) -> tuple[bool, bool]:
        picture = PAINTER.page(Page(screen="x", title="", menu=items, cursor=cursor))
        strip = picture.crop((RIGHT, 0, RIGHT + 3, HEIGHT))
        return bool(strip.crop((0, 0, 3, 32)).getbbox()), bool(strip.crop((0, 32, 3, 64)).getbbox())

    assert gutter(0) == (False, True)
    assert gutter(10) == (True, True)
    assert gutter(19) == (True, False)


def test_a_cursor_far_down_is_on_the_glass() -> None:
    items = tuple(Item("") for _ in range(40))
    for cursor in range(40):
        picture = PAINTER.page(Page(screen="x", title="", menu=items, cursor=cursor))
        bar = picture.crop((0, 8, RIGHT, HEIGHT)).getbbox()
        assert bar is not None
        assert bar[3] - bar[1] >= 7


@given(st.lists(st.text("abc W\n", min_size=1, max_size=60), min_size=1, max_size=12))
def test_banners_lose_no_line_of_a_message(sentences: list[str]) -> None:
    text = "\n".join(sentences)
    pages = PAINTER.banners(text)
    assert "\n".join(pages) == text
    assert all(sum(len(PAINTER.wrap(part, RIGHT - 12)) for part in page.split("\n")) <= 7 for page in pages)


def test_names_that_begin_alike_are_told_apart_when_shortened() -> None:
    assert PAINTER.told_apart(["Player 1", "Player 2", "Ada"], 27) == ["Pla…1", "Pla…2", "Ada"]
    assert PAINTER.told_apart(["Alexander", "Bartholomew"], 27) == [
        PAINTER.shortened("Alexander", 27),
        PAINTER.shortened("Bartholomew", 27),
    ]


def test_in_a_line_of_the_log_the_name_gives_way_to_what_happened() -> None:
    def line(who: str) -> bytes:
        page = Page(screen="log", title="", menu=(Item("G10", "match 3→13", who),), cursor=None)
        return PAINTER.page(page).crop((RIGHT - 60, 10, RIGHT, 20)).tobytes()

    assert line("Constantinople the Greatest") == line("Bo")


@pytest.mark.parametrize("name", ["over", "then", "table-four", "score"])
def test_figures_of_every_screen_are_at_least_sixteen_pixels_high(name: str) -> None:
    shown = SCENES[name].screen.view(SCENES[name].context)
    four = tuple(Figure(f"Player {seat}", 99) for seat in range(4))
    width = RIGHT if not shown.menu else 66 - 3
    assert not shown.text
    arranged = [paint_figures.arranged(four, columns, width, HEIGHT - 10) for columns in (2, 4)]
    assert max(size[1] for _, _, _, size in arranged) >= 16
