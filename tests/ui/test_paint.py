"""Pixels: where everything is, that every page can be painted, and the pictures of every screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path

import pytest
from fixed_library import FixedLibrary
from glass import MeasuringPainter
from hypothesis import example, given
from hypothesis import strategies as st
from letters import larger
from names import names
from PIL import Image, ImageChops
from pixels import heights
from presses import Shadow
from scenes import scenes_by_name

from companion.games.army_ants import deployment_screens
from companion.games.hannibal import pictures as hannibal_pictures
from companion.games.hannibal.map_picture import MAP
from companion.games.seven_hills import pictures as seven_hills_pictures
from companion.games.spartacus.trick_picture import TrickPicture, TrickSeat
from companion.kit.text import tags
from companion.ports import HEIGHT, WIDTH
from companion.session.text import entry
from companion.ui import digits, paint_figures, router
from companion.ui.letters import ELLIPSIS_LEAST, LEFT, RIGHT, composed, distinct
from companion.ui.page import Figure, Item, Page, Picture, Space, Token
from companion.ui.painter import GUTTER, HOLD_STEPS, MORE, Painter, draw_banner
from companion.ui.routes import ROUTES
from companion.ui.screen import Context
from companion.values import replace
from companion.words import BREAK, SOFT, Words
from hardware.fonts import lcd
from hardware.frame_files import enlarge

PAINTER = Painter(lcd())
SMALL = Painter(lcd(), small=True)
JAPANESE = Painter(larger())
FRAMES = Path(__file__).parent.parent / "frames"


def test_every_screen_looks_as_it_did() -> None:
    """`python tests/write_frames.py tests/frames` writes the pictures again; look at them before you commit them."""
    changed = []
    for name, scene in scenes_by_name().items():
        picture = enlarge(PAINTER.page(router.view(scene.screen, scene.context), scene.banner))
        known = Image.open(FRAMES / f"{name}.png")
        if ImageChops.logical_xor(picture, known.convert("1")).getbbox() is not None:
            changed.append(name)
    assert changed == []


def test_no_picture_is_left_over_from_a_screen_that_is_gone() -> None:
    assert {file.stem for file in FRAMES.glob("*.png")} == set(scenes_by_name())


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


@example(BREAK)
@example(f"a{BREAK}b")
@given(st.text(max_size=200))
def test_wrapped_lines_fit_and_hold_every_character_but_the_white_space(text: str) -> None:
    lines = PAINTER.wrap(text)
    assert all(PAINTER.width(line) <= RIGHT - 2 for line in lines)
    # The mark between the words of a Japanese text is where a line may end; it is never drawn.
    assert "".join("".join(lines).split()) == "".join(composed(text).replace(BREAK, "").split())


def test_japanese_is_broken_between_letters() -> None:
    assert JAPANESE.wrap("起きたことを入力します", 8 * 5) == ("起きたこと", "を入力しま", "す")


def test_a_word_of_latin_letters_stays_whole_among_kana() -> None:
    assert JAPANESE.wrap("次はPlayerの番です", 46) == ("次は", "Playerの", "番です")


@pytest.mark.parametrize("painter", [PAINTER, JAPANESE])
def test_a_digit_stays_behind_the_letter_of_a_name(painter: Painter) -> None:
    width = painter.width("赤青緑") + 1
    assert painter.wrap("赤青緑2が", width) == ("赤青", "緑2が")


def test_what_closes_never_begins_a_line() -> None:
    for closing in "、。」』）！？：・ーっゃゅょッャュョァ々％ｰﾞ":
        assert JAPANESE.wrap(f"赤青緑黄{closing}紫", 8 * 4) == ("赤青緑", f"黄{closing}紫")


def test_what_opens_never_ends_a_line() -> None:
    for opening in "「『（【":
        assert JAPANESE.wrap(f"赤青緑{opening}黄」紫", 8 * 4) == ("赤青緑", f"{opening}黄」紫")


@pytest.mark.parametrize(("lines", "goes_on"), [(7, False), (4, True)])
def test_below_the_highest_message_no_row_of_the_page_is_left(lines: int, *, goes_on: bool) -> None:
    lit = Image.new("1", (WIDTH, HEIGHT), 1)
    draw_banner(PAINTER, lit, "\n".join("ABCDEFG"[:lines]))
    assert (lit.crop((0, HEIGHT - 1, RIGHT, HEIGHT)).getbbox() is not None) is goes_on


def test_katakana_are_broken_between_two_names_and_not_within_one() -> None:
    """Ten letters of eight columns: サルディニア・カルタゴ has eleven."""
    assert JAPANESE.wrap("サルディニア・カルタゴ間", 8 * 10) == ("サルディニア・", "カルタゴ間")
    moved = f"艦隊を{BREAK}コルシカ・サルディニア間から{BREAK}カンネー・シシリア間へ"
    assert JAPANESE.wrap(moved, 8 * 13) == ("艦隊をコルシカ・", "サルディニア間から", "カンネー・シシリア間へ")
    undone = f"元に戻した：{BREAK}サルディニア・カルタゴ間→シシリア・ザマ間"
    assert JAPANESE.wrap(undone, 8 * 13 + 1) == ("元に戻した：", "サルディニア・カルタゴ間→", "シシリア・ザマ間")


def test_a_move_without_room_is_broken_behind_its_arrow_and_not_within_a_place() -> None:
    move = "Sardinia–Carthage→Corsica–Sardinia"
    assert PAINTER.wrap(f"For me: {move}", 112) == ("For me:", "Sardinia–Carthage→", "Corsica–Sardinia")
    assert PAINTER.wrap("36→41", 112) == ("36→41",)


def test_in_japanese_a_card_stays_with_the_name_of_its_player() -> None:
    words = Words("ja", breaks=True)
    cards = [words("card.of", seat=name, card=card) for name, card in (("佐々木", 6), ("健太郎", 5), ("美咲", 4))]
    assert JAPANESE.wrap(words("put.spartacus.trick", cards=words.join_list(cards)), 8 * 13) == (
        "次を、この順に今の", "トリックの最後へ", "置いてください：", "佐々木の6、健太郎の5、", "美咲の4"
    )  # fmt: skip


def test_neither_side_of_an_arrow_between_numbers_is_alone_and_no_line_begins_with_one() -> None:
    assert PAINTER.wrap("Match! Bernhard: 46 → 54", 112) == ("Match! Bernhard:", "46 → 54")
    assert PAINTER.wrap("Fleet: Cannae-Sicily → Corsica", 112) == ("Fleet: Cannae-Sicily →", "Corsica")
    assert PAINTER.wrap("points -110 → -8.", 60) == ("points", "-110 → -8.")
    assert PAINTER.wrap("46 → 54", 30) == ("46 →", "54")
    long = f"Abcdefgh{SOFT}ijklmnop → 54"
    assert PAINTER.wrap(long, 112) == ("Abcdefghijklmnop → 54",)
    assert PAINTER.wrap(long, 80) == ("Abcdefgh", "ijklmnop → 54")
    assert PAINTER.wrap(long, 60) == ("Abcdefgh", "ijklmnop →", "54")


def test_blanks_between_japanese_words_break_first_and_are_kept_inside_a_line() -> None:
    assert JAPANESE.wrap("マッチ！ 赤7 次", 8 * 7) == ("マッチ！ 赤7", "次")


def test_nine_kanji_fit_a_line_of_a_menu_and_four_lines_the_glass() -> None:
    text = "記録と場が違うときの"
    assert JAPANESE.lines.width(text[:9]) <= RIGHT - 6 < JAPANESE.lines.width(text)
    items = (Item(text[:9]),) * 4
    picture = JAPANESE.page(Page(screen="x", title="", menu=items, cursor=None))
    lines = [picture.crop((0, 10 + 12 * place, RIGHT, 22 + 12 * place)).tobytes() for place in range(4)]
    assert len(set(lines)) == 1


@given(st.text("赤青「」。、っーAb 7", max_size=60))
def test_japanese_lines_fit_and_lose_nothing(text: str) -> None:
    lines = JAPANESE.wrap(text, 40)
    assert all(JAPANESE.width(line) <= 40 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text(max_size=60), st.integers(0, 140))
def test_a_shortened_line_fits_and_is_whole_when_it_can_be(text: str, width: int) -> None:
    line = PAINTER.shortened(text, width)
    assert PAINTER.width(line) <= width
    assert line == composed(text) or PAINTER.width(text) > width


def test_a_letter_and_a_loose_mark_are_drawn_as_one() -> None:
    assert PAINTER.width("Zoe\u0308") == PAINTER.width("Zoë")


def test_joiners_take_no_room_and_are_not_what_is_left_out() -> None:
    for letters in (PAINTER, PAINTER.texts, PAINTER.lines, PAINTER.large):
        assert letters.width("Zo\u200de\u200c\u0308") == letters.width("Zoë")
        assert letters.shortened("A\u200d\u200cb", letters.width("Ab")) == "Ab"


def test_what_the_typeface_lacks_is_a_box_of_its_own_width() -> None:
    for letters, high in ((PAINTER, 7), (PAINTER.texts, 9), (PAINTER.lines, 10), (PAINTER.large, 16)):
        assert letters.width("軍") == 5
        box = Image.new("1", (5, high))
        letters.text(box, 0, 0, "軍", 5)
        assert box.getbbox() == (0, 0, 5, high)
        assert not box.getpixel((2, high // 2))


def test_digits_are_at_least_sixteen_pixels_high_for_two_three_and_four_players() -> None:
    for count in (2, 3, 4):
        rows = (count + 1) // 2
        _, high = digits.digit_size("99", 31 - 4, (HEIGHT - 10) // rows - 10)
        assert high >= 16


@pytest.mark.parametrize("text", ["0", "99", "100", "-110", "2_"])
@pytest.mark.parametrize(("width", "height"), [(27, 17), (27, 44), (60, 44), (118, 24)])
def test_a_number_fits_where_it_is_to_stand(text: str, width: int, height: int) -> None:
    drawn = digits.number(text, *digits.digit_size(text, width, height))
    assert drawn.width <= width
    assert drawn.height <= height


def test_every_digit_differs_from_every_other() -> None:
    drawn = [digits.digit(character, 10, 17).tobytes() for character in "0123456789-_ "]
    assert len(set(drawn)) == len(drawn)


def small_pictures() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The marks, and the pictures of all games, by their names."""
    yield from digits.MARKS.items()
    for module in (digits, deployment_screens, hannibal_pictures, seven_hills_pictures):
        for name, picture in vars(module).items():
            if isinstance(picture, Picture):
                yield name, picture.rows
                if picture.small:
                    yield f"{name}-small", picture.small


PICTURES = dict(small_pictures())


def test_at_least_a_quarter_of_the_pixels_of_two_pictures_differ() -> None:
    lit = {
        name: {(x, y) for y, row in enumerate(picture) for x, pixel in enumerate(row) if pixel == "#"}
        for name, picture in PICTURES.items()
    }
    for one, other in combinations(PICTURES, 2):
        assert 4 * len(lit[one] ^ lit[other]) >= len(lit[one] | lit[other]), (one, other)


def rows(picture: Image.Image) -> list[str]:
    """The pixels of a picture as text, row by row."""
    return [
        "".join("#" if picture.getpixel((x, y)) else "." for x in range(picture.width)) for y in range(picture.height)
    ]


# -- one inverted thing


def test_a_title_is_not_inverted() -> None:
    """On the map the line of a menu under the cursor is at the right end of the title."""
    for name, scene in scenes_by_name().items():
        page = router.view(scene.screen, scene.context)
        end = RIGHT // 3 if page.drawing is MAP and page.menu else RIGHT
        title = PAINTER.page(page).crop((0, 0, end, 7))
        assert page.code or page.far or sum(row.count("#") for row in rows(title)) < end * 7 // 2, name


def test_the_rule_below_a_title_is_dotted_and_leaves_room_for_what_hangs_below_the_line() -> None:
    rule = rows(PAINTER.page(Page(screen="x", title="I g")).crop((0, 7, 24, 8)))[0]
    # The lowest row of g is lit from 11 to 13; the pixels beside it are dark.
    assert rule == "#.#.#.#.#..###..#.#.#.#."


def test_the_line_under_the_cursor_is_inverted_in_large_letters_and_the_others_are_not() -> None:
    items = (Item("Ag"), Item("Ag"), Item("Ag"))
    picture = PAINTER.page(Page(screen="x", title="", menu=items, cursor=1))
    line = Image.new("1", (11, 11))
    PAINTER.texts.text(line, 0, 0, "Ag", 20)
    for y in (10, 41):  # a line of 11 rows, a box of 20
        assert rows(picture.crop((LEFT, y, LEFT + 11, y + 11))) == rows(line)
    chosen = Image.new("1", (RIGHT, 20))
    PAINTER.large.text(chosen, LEFT, 1, "Ag", RIGHT)
    PAINTER.invert(chosen, (0, 0, RIGHT, 20))
    assert rows(picture.crop((0, 21, RIGHT, 41))) == rows(chosen)


@pytest.mark.parametrize(
    ("item", "upper", "lower"),
    [
        (Item("→Sardinia–Carthage", "battle", "Ad"), "Ad →Sardinia–Carthage", ("", "battle")),
        (Item("Hannibal Carthage→Zama", who="Be"), "Be Hannibal Carthage", ("→Zama", "")),
        (Item("Hill 1: Bartholomew", "12 points"), "Hill 1: Bartholomew", ("", "12 points")),
        (Item("Hannibal Sardinia–Carthage→Zama", "battle"), "Hannibal Sardinia–", ("Carthage→Zama", "battle")),
    ],
)
def test_a_line_under_the_cursor_that_is_too_long_goes_on_in_a_second_row(
    item: Item, upper: str, lower: tuple[str, str]
) -> None:
    other = Item("other")
    shown = PAINTER.page(Page(screen="x", title="", menu=(item, other, other), cursor=0))
    expected, letters = Image.new("1", (RIGHT, 29)), PAINTER.lines
    letters.text(expected, LEFT, 2, upper, RIGHT)
    letters.text(expected, LEFT, 14, lower[0], RIGHT)
    letters.text(expected, RIGHT - 4 - letters.width(lower[1]), 14, lower[1], RIGHT)
    PAINTER.invert(expected, (0, 0, RIGHT, 29))
    assert rows(shown.crop((0, 10, RIGHT, 39))) == rows(expected)
    assert shown.crop((0, 39, RIGHT, 50)).getbbox() is not None


@pytest.mark.parametrize(
    ("item", "large"),
    [
        (Item("Undo"), "Undo"),
        (Item("Yellow", "8"), "Yellow"),
    ],
)
def test_the_label_under_the_cursor_is_large_where_it_fits_and_whole_where_it_does_not(item: Item, large: str) -> None:
    shown = PAINTER.page(Page(screen="x", title="", menu=(item, Item("other")), cursor=0))
    expected = Image.new("1", (RIGHT, 15))
    PAINTER.large.text(expected, LEFT, 1, large, RIGHT)
    wide = PAINTER.large.width(large)
    inverted = shown.crop((LEFT, 10, LEFT + wide, 25)).point(lambda pixel: 0 if pixel else 255)
    assert rows(inverted)[2:] == rows(expected.crop((LEFT, 0, LEFT + wide, 15)))[2:]


def test_below_many_lines_of_text_the_line_under_the_cursor_is_still_large() -> None:
    page = Page(screen="x", title="", text=("a",) * 4, menu=(Item("Log"), Item("Home")), cursor=0)
    picture = PAINTER.page(page)
    assert rows(picture.crop((0, 42, 2, 62))) == ["##"] * 20
    assert picture.crop((RIGHT, 10, RIGHT + 2, HEIGHT)).getbbox() is not None  # the other line is below the glass


def test_below_a_board_the_line_has_two_rows_unless_that_would_hide_a_name() -> None:
    def top(name: str) -> int:
        board = ((Space("x", (Token("1"),), name),),) * 3
        picture = PAINTER.page(Page(screen="x", title="", board=board, menu=(Item("Why?"), Item("Back")), cursor=0))
        return next(
            y for y in range(8, HEIGHT) if picture.crop((0, y, 2, HEIGHT)).convert("L").getextrema() == (255, 255)
        )

    assert top("") == 48
    assert top("ROM") == 56


def bar(items: int, cursor: int, window: tuple[int, int] | None = None) -> str:
    page = Page(screen="x", title="", menu=(Item(""),) * items, cursor=cursor, window=window)
    return "".join(rows(PAINTER.page(page).crop((RIGHT, 10, RIGHT + 1, HEIGHT))))


def test_a_list_that_goes_on_has_a_scroll_bar_whose_thumb_is_as_long_as_the_share_that_is_shown() -> None:
    # Four of twelve lines are shown: the thumb is 18 of 54 pixels long.
    assert bar(12, 0) == "#" * 18 + "." * 36
    assert bar(12, 6) == "." * 18 + "#" * 18 + "." * 18  # the lines from the fifth on
    assert bar(12, 11) == "." * 36 + "#" * 18
    assert bar(4, 3) == "." * 54


def test_of_a_list_that_is_shown_in_part_the_thumb_says_where_the_part_is() -> None:
    assert bar(6, 3, (0, 60)).index("#") == 0
    assert bar(6, 5, (54, 60)) == "." * 50 + "#" * 4
    assert bar(4, 3, (0, 4)) == "." * 54


def test_a_cursor_far_down_is_on_the_glass() -> None:
    items = tuple(Item("") for _ in range(40))
    for cursor in range(40):
        picture = PAINTER.page(Page(screen="x", title="", menu=items, cursor=cursor))
        bar = picture.crop((0, 10, RIGHT, HEIGHT)).getbbox()
        assert bar is not None
        assert bar[3] - bar[1] == 20


@given(st.integers(1, 30), st.data())
def test_the_lines_beside_the_cursor_are_in_sight(count: int, data: st.DataObject) -> None:
    cursor = data.draw(st.integers(0, count - 1))
    items = tuple(Item(f"{place:02}") for place in range(count))
    shown = PAINTER.page(Page(screen="x", title="", menu=items, cursor=cursor))
    for beside in {max(cursor - 1, 0), min(cursor + 1, count - 1)} - {cursor}:
        line = PAINTER.page(Page(screen="x", title="", menu=(Item(f"{beside:02}"),))).crop((LEFT, 10, LEFT + 11, 19))
        strips = [shown.crop((LEFT, y, LEFT + 11, y + 9)).tobytes() for y in range(10, HEIGHT - 8)]
        assert line.tobytes() in strips


def test_the_player_in_turn_has_a_mark_and_a_line_and_a_winner_a_laurel() -> None:
    def name(figure: Figure) -> list[str]:
        page = Page(screen="x", title="", figures=(figure, Figure("Ben", 1)))
        return [row[:22] for row in rows(PAINTER.page(page).crop((0, 8, RIGHT, 16)))]

    plain = name(Figure("Ada", 1))
    turn, won = name(Figure("Ada", 1, marked=True)), name(Figure("Ada", 1, marked=True, won=True))
    assert [row[4:21] for row in turn[:7]] == [row[:17] for row in plain[:7]]
    assert [row[:3] for row in turn[:7]] == ["...", "#..", "##.", "###", "##.", "#..", "..."]
    assert turn[7] == "#" * 21 + "."
    assert [row[6:22] for row in won] == [row[:16] for row in plain]
    assert [row[:5] for row in won[:6]] == ["##.##", "#...#", "##.##", "#...#", "##.##", ".###."]


def test_a_title_with_the_player_in_turn_has_the_mark_unless_the_name_needs_its_room() -> None:
    def mark(name: str, aside: str) -> bool:
        page = Page(screen="x", title=name, aside=aside, turn=True)
        return PAINTER.page(page).crop((0, 0, 2, 7)).getbbox() is not None

    assert mark("Cleo", "")
    assert mark("W" * 14, "W" * 4)  # 83 and 23 pixels, and 2 at each side, 3 for the mark, 4 between
    assert not mark("W" * 14 + "i", "W" * 4)
    assert mark("W" * 14, "W" * 19)  # the name is shortened anyway


# -- large letters, the legend, keys that are held


def test_small_letters_show_a_title_and_six_lines() -> None:
    picture = SMALL.page(Page(screen="x", title="A", menu=(Item("A"),) * 8, cursor=7))
    first = rows(picture.crop((LEFT, 8, LEFT + 5, 16)))
    for y in (0, 16, 24, 32, 40):
        assert rows(picture.crop((LEFT, y, LEFT + 5, y + 7))) == first[:7]
    chosen = rows(picture.crop((LEFT, 48, LEFT + 5, HEIGHT)).point(lambda pixel: 0 if pixel else 255))
    assert chosen[1:15] == [row for row in first[:7] for _ in range(2)]


@pytest.mark.parametrize(("count", "high"), [(1, 9), (4, 9), (5, 7), (7, 7)])
def test_a_banner_of_four_lines_is_in_letters_of_nine_rows_a_longer_one_in_small_ones(count: int, high: int) -> None:
    picture = PAINTER.page(Page(screen="x", title=""), "\n".join(["HH"] * count))
    assert heights(picture.crop((40, 0, 80, HEIGHT))).count(high) == 2 * count


def test_the_choice_under_the_cursor_has_sixteen_rows_and_the_others_nine() -> None:
    page = trick_page((("8",), (), ()), THREE, menu=(Item("1"), Item("2"), Item("3")), cursor=1)
    picture = PAINTER.page(page).crop((0, 44, 12, HEIGHT))
    assert len([row for row in rows(picture) if "#" in row]) == 9
    chosen = PAINTER.page(page).crop((13, 48, 27, HEIGHT)).point(lambda pixel: 0 if pixel else 255)
    assert len([row for row in rows(chosen) if "#" in row]) == 16


def test_every_screen_paints_in_small_letters() -> None:
    for name, scene in scenes_by_name().items():
        assert SMALL.page(router.view(scene.screen, scene.context)).getbbox() is not None, name


def test_each_sideways_arrow_of_the_legend_is_on_one_page_of_the_display() -> None:
    legend = PAINTER.page(Page(screen="x", title="x", keys="s")).crop((GUTTER, 0, WIDTH, HEIGHT))
    for top, arrows in ((0, [7]), (8, [7]), (16, [])):
        assert heights(legend.crop((0, top, legend.width, top + 8))) == arrows


def test_the_legend_is_at_the_right_at_the_left_or_nowhere() -> None:
    page = Page(screen="x", title="Game", menu=(Item("Undo"), Item("Log")), cursor=0)
    right = PAINTER.page(page)
    left, none = (Painter(lcd(), legend=legend).page(page) for legend in ("left", "none"))
    keys, body = right.crop((GUTTER, 0, WIDTH, HEIGHT)), right.crop((0, 0, RIGHT + 2, HEIGHT))
    assert left.crop((0, 0, WIDTH - GUTTER, HEIGHT)).tobytes() == keys.tobytes()
    assert left.crop((8, 0, WIDTH, HEIGHT)).tobytes() == body.tobytes()
    assert none.crop((4, 0, 124, HEIGHT)).tobytes() == body.tobytes()


def test_the_mark_below_a_key_fills_while_the_key_is_held_and_nothing_else_changes() -> None:
    page = Page(screen="x", title="Game", menu=(Item("Undo"), Item("Log")), cursor=0)

    def mark(step: int) -> list[str]:
        return rows(PAINTER.page(page, held=("b", step)).crop((GUTTER, 56, WIDTH, 59)))

    assert [mark(step) for step in (0, 2, HOLD_STEPS)] == [["#.....#"] * 3, ["###...#"] * 3, ["#" * 7] * 3]
    changed = ImageChops.logical_xor(PAINTER.page(page), PAINTER.page(page, held=("b", HOLD_STEPS))).getbbox()
    assert changed == (GUTTER + 1, 56, WIDTH - 1, 59)


def test_for_the_left_hand_ok_and_back_are_above_the_arrows_each_on_one_page_of_the_display() -> None:
    painter = PAINTER.in_style(swapped=True)
    for keys, arrow in (("uob", 4), ("sob", 7)):
        legend = painter.page(Page(screen="x", title="x", keys=keys)).crop((GUTTER, 0, WIDTH, HEIGHT))
        strips = [heights(legend.crop((0, top, legend.width, top + 8))) for top in range(0, HEIGHT, 8)]
        assert strips == [[6], [3, 3], [6], [3, 3], [], [arrow], [arrow], []]


def test_an_inverted_page_is_dark_where_the_usual_one_is_lit_but_codes_and_the_test_card_are_not() -> None:
    page = Page(screen="x", title="Game", menu=(Item("Undo"), Item("Log")), cursor=0)
    painter = PAINTER.in_style(inverted=True)
    for shown in (page, replace(page, far=True, menu=(), figures=(Figure("Ada", 7, marked=True), Figure("Ben", 8)))):
        both = ImageChops.logical_xor(PAINTER.page(shown, "Saved"), painter.page(shown, "Saved"))
        assert both.convert("L").getextrema() == (255, 255)
    for shown in (Page(screen="qr", title="QR", code="http://192.168.178.123"), replace(page, framed=True)):
        assert painter.page(shown).tobytes() == PAINTER.page(shown).tobytes()


def test_an_arrow_in_the_frame_of_a_banner_says_that_a_key_shows_the_next_page() -> None:
    page = Page(screen="x", title="Game", menu=(Item("Undo"), Item("Log")), cursor=0)
    text = "R7: face down\nB4: face down"
    last, early = PAINTER.page(page, text), PAINTER.page(page, text + MORE)
    changed = ImageChops.logical_xor(last, early).getbbox()
    # Two lines of 12 rows and the frame are 29 rows: from row 17 to row 45, and the arrow is one row longer.
    arrow = (RIGHT // 2 - 6, 44, RIGHT // 2 + 7, 48)
    assert changed == arrow
    assert rows(early.crop(arrow)) == ["..#########..", "...#######...", ".....###.....", "......#......"]


def test_a_banner_of_one_line_leaves_the_figures_in_sight() -> None:
    page = Page(screen="x", title="Game", figures=(Figure("Ada", 12), Figure("Ben", 7)))
    without, under = PAINTER.page(page), PAINTER.page(page, "Ben's turn")
    assert under.crop((0, 0, WIDTH, HEIGHT - 18)).tobytes() == without.crop((0, 0, WIDTH, HEIGHT - 18)).tobytes()
    assert rows(under.crop((0, HEIGHT - 17, 3, HEIGHT - 15))) == [".##", ".#."]


@given(st.lists(st.text("abc W\n", min_size=1, max_size=60), min_size=1, max_size=12))
def test_banners_lose_no_line_of_a_message(sentences: list[str]) -> None:
    text = "\n".join(sentences)
    pages = PAINTER.banners(text)
    assert "\n".join(pages) == text
    assert all(sum(len(PAINTER.wrap(part, RIGHT - 12)) for part in page.split("\n")) <= 7 for page in pages)


def test_names_with_the_same_beginning_stay_distinct_when_shortened() -> None:
    def short(*names: str) -> list[str]:
        return distinct(names, lambda place, text: PAINTER.width(text) <= 27, ELLIPSIS_LEAST)

    assert short("Player 1", "Player 2", "Ada") == ["Pla…1", "Pla…2", "Ada"]
    assert short("Maximilian Ernst", "Maximilian Forst") == ["M…ME", "M…MF"]
    assert short("Alexander", "Bartholomew") == [
        PAINTER.shortened("Alexander", 27),
        PAINTER.shortened("Bartholomew", 27),
    ]


@pytest.mark.parametrize(
    ("names", "rooms", "shown"),
    [
        (("Ada", "Device", "Device 2"), (40, 27, 33), ["Ada", "De…e", "De…2"]),
        (("Christopher", "Christopher B", "Christopher C"), (40, 33, 40), ["Chri…r", "Chri…B", "Chri…C"]),
        (("Charlotte", "Charlottenburg"), (40, 33), ["Cha…e", "Cha…g"]),
        (("Bartholomew", "Bart"), (28, 28), ["Barth", "Bart"]),
        (("Maria", "Marie", "Marta", "Martin"), (23,) * 4, ["M…Ma", "Ma…e", "M…Mr", "Ma…n"]),
        (("Anna", "Annabel", "Annabelle", "Anna-Lena", "Anne"), (17,) * 5, ["An", "Aa", "Al", "Ae", "A1"]),
        (("Anna", "Jo", "Annabel"), (14, 14, 14), ["An", "Jo", "Ab"]),
    ],
)
def test_what_is_left_of_a_name_in_a_narrow_cell_does_not_begin_another_one(
    names: Sequence[str], rooms: Sequence[int], shown: Sequence[str]
) -> None:
    assert distinct(names, lambda place, text: PAINTER.width(text) <= rooms[place], ELLIPSIS_LEAST - 1) == shown


@pytest.mark.parametrize(
    ("names", "who"),
    [
        (("Ada", "Ben"), "Ada"),
        (("Maximilian Konstantinow", "Maximilian Konstantin"), "Mo"),
        (("山田花子" * 6, "太郎"), "山田"),
    ],
)
def test_a_name_that_does_not_fit_a_line_of_the_log_becomes_a_tag(names: tuple[str, ...], who: str) -> None:
    table = Shadow("praetorians", names, "ja")
    table.enter(table.read("flip B10"))
    step = table.context.step
    assert step is not None
    found = entry(
        step, 1, table.words, Context(step, names, False, table.words, JAPANESE.wrap, ROUTES, FixedLibrary()).fits
    )
    assert found.who == who
    assert entry(step, 1, table.words).who == names[0]


def test_in_a_line_of_the_log_the_name_gives_way_to_what_happened() -> None:
    painter = MeasuringPainter(lcd())
    page = Page(screen="log", title="", menu=(Item("G10", "match 3→13", "Constantinople the Greatest"),), cursor=None)
    cut = painter.measures(page).cut
    assert len(cut) == 1
    assert cut[0].startswith("Cons")


LEFT_OF_A_MENU = {lines: (63, HEIGHT - 8 * (1 + lines)) for lines in (0, 1, 2)}
"""The boxes for figures beside a menu, by the lines of text above them."""
ALONE = {lines: (RIGHT, HEIGHT - 8 * (1 + lines) - 1) for lines in (0, 1)}
BELOW_A_BOARD = (RIGHT, 28)


@pytest.mark.parametrize(
    "people", [("Ada", "Ben", "Cleopatra", "Dora", "Maximilian"), ("花子", "太郎", "次郎", "三郎", "四郎")]
)
@pytest.mark.parametrize(
    ("box", "most"),
    [
        (LEFT_OF_A_MENU[0], 5),
        (LEFT_OF_A_MENU[1], 4),
        (LEFT_OF_A_MENU[2], 4),
        (ALONE[0], 5),
        (ALONE[1], 5),
        (BELOW_A_BOARD, 5),
    ],
)  # fmt: skip
@pytest.mark.parametrize("rows", [False, True])
def test_digits_are_at_least_sixteen_pixels_high_wherever_figures_are(
    box: tuple[int, int], most: int, people: tuple[str, ...], rows: bool
) -> None:
    for count in range(2, most + 1):
        picture = Image.new("1", box)
        shown = [Figure(name, 43) for name in people[:count]]
        paint_figures.draw(JAPANESE, picture, shown, (0, 0, *box), rows=rows)
        assert sum(height >= 16 for height in heights(picture)) == 2 * count


def test_five_people_beside_a_menu_below_a_line_have_digits_of_fifteen_pixels() -> None:
    five = [Figure(name, 43) for name in ("Ada", "Ben", "Cleo", "Dora", "Emil")]
    assert paint_figures.best_grid(PAINTER, five, *LEFT_OF_A_MENU[1]).digit[1] == 15


def test_three_digits_and_a_sign_are_large_beside_a_menu_for_two_and_three_people() -> None:
    for count in (2, 3):
        shown = [Figure(name, -110) for name in ("Ada", "Ben", "Cleo")[:count]]
        picture = PAINTER.page(Page(screen="x", title="", figures=tuple(shown), menu=(Item("x"),), cursor=0))
        assert sum(height >= 16 for height in heights(picture.crop((0, 0, 63, HEIGHT)))) == 3 * count


TWELVE = ("Ada", "Ann", "Ben", "Bob", "Cy", "Cleo", "Dee", "Dan", "Eve", "Eli", "Fay", "Flo")


@pytest.mark.parametrize("number", [7, 43, 131, 2227, -1999])
@pytest.mark.parametrize("wide", [51, 63, 69])
def test_beside_a_menu_no_number_stands_where_a_name_should(number: int, wide: int) -> None:
    """So that nobody reads the number of a seat as points: with too little room an ellipsis stands for the others."""
    for count, high in product(range(2, 13), (24, 40, 48)):
        painter, in_turn = MeasuringPainter(lcd()), count - 1
        shown = [Figure(name, number, marked=seat == in_turn) for seat, name in enumerate(TWELVE[:count])]
        paint_figures.draw(painter, Image.new("1", (wide, high)), shown, (0, 0, wide, high), rows=True)
        said = [text for text in painter.written if text != str(number)]
        assert not any(text.isdigit() for text in said)
        assert len(said) == count or said[0] == "…"
        assert any(TWELVE[in_turn].startswith(text[:1]) for text in said)


def test_between_two_columns_of_small_numbers_is_a_column_of_dots() -> None:
    shown = [Figure(name, 131) for name in TWELVE[:10]]
    picture = Image.new("1", (69, 48))
    paint_figures.draw(PAINTER, picture, shown, (0, 0, *picture.size), rows=True)
    before, dots, after = [rows(picture.crop((x, 0, x + 1, 44))) for x in (31, 32, 33)]
    assert (before, dots, after) == (["."] * 44, ["#", "."] * 22, ["."] * 44)


@pytest.mark.parametrize("number", [0, -5, 43, -20, -110, -260])
def test_figures_are_painted_in_any_box_with_any_number(number: int) -> None:
    for high, count in product(range(3, 57, 3), (1, 2, 3, 4, 5)):
        shown = [Figure(f"Player {seat}", number) for seat in range(count)]
        picture = Image.new("1", (63, high))
        paint_figures.draw(PAINTER, picture, shown, (0, 0, *picture.size), rows=bool(number % 2))
        assert (picture.getbbox() is not None) == (high >= 8), (high, count)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_winner_has_a_laurel_and_who_is_in_turn_a_mark_in_the_narrowest_place(count: int) -> None:
    plain = [Figure(name, 43) for name in ("Ada", "Ben", "Cleo", "Dora", "Emil")[:count]]

    def painted(*shown: Figure) -> Image.Image:
        picture = Image.new("1", LEFT_OF_A_MENU[1])
        paint_figures.draw(PAINTER, picture, shown, (0, 0, *picture.size))
        return picture

    for won, mark in ((True, "winner"), (False, "turn")):
        lit = painted(plain[0]._replace(marked=True, won=won), *plain[1:])
        mask = digits.mark(mark)
        found = [
            (x, y)
            for x in range(lit.width - mask.width)
            for y in range(lit.height - mask.height)
            if lit.crop((x, y, x + mask.width, y + mask.height)).tobytes() == mask.tobytes()
        ]
        assert len(found) == 1


def test_where_names_have_no_room_they_become_tags_of_two_letters_or_of_one() -> None:
    def shown(*people: str) -> list[str]:
        return paint_figures.names(JAPANESE, [Figure(name, 7) for name in people], 11)

    assert shown("Ada", "Anna", "Andreas", "Bo") == ["Ad", "An", "Ar", "Bo"]
    assert shown("花子", "太郎") == ["花", "太"]
    assert shown("山田花子", "山田太郎") == ["花", "太"]


# -- a trick


def trick_page(
    cards: tuple[tuple[str, ...], ...], names: tuple[str, ...], *, points: int = 220, held: int = 11, **changes: object
) -> Page:
    seats = tuple(
        TrickSeat(Figure(name, points, seat == 1), tag, cards[seat], held, crown=seat == 0)
        for seat, (name, tag) in enumerate(zip(names, tags(names), strict=True))
    )
    return Page(screen="table", title="", drawing=TrickPicture(seats), keys="", **changes)  # type: ignore[arg-type]


THREE, FIVE = ("Ada", "Ben", "Cleo"), ("Ada", "Anna", "W" * 24, "M" * 24, "M" * 23 + "N")


CELLS = ((2, 59, 18, 24), (3, 39, 18, 24), (4, 29, 18, 24), (5, 23, 17, 17))
"""How many players, how wide the cell of each is, and the top row and the height of the cards."""


@pytest.mark.parametrize("card", ["1", "8", "10", "⚑"])
@pytest.mark.parametrize(("count", "wide", "top", "high"), CELLS)
def test_the_last_card_of_everybody_in_a_trick_has_24_pixels_and_with_five_players_17(
    card: str, count: int, wide: int, top: int, high: int
) -> None:
    cards = ((card,),) * count
    picture = PAINTER.page(trick_page(cards, FIVE[:count], points=0, held=0))
    for seat in range(count):
        box = picture.crop((seat * wide, top, seat * wide + 12, top + high)).getbbox()
        assert box is not None
        assert (box[1], box[3]) == (0, high)


@pytest.mark.parametrize("cards", [("⚑", "10"), ("9", "7"), ("10", "9", "⚑", "8"), tuple("987654321")])
@pytest.mark.parametrize(("count", "wide", "top", "high"), CELLS)
def test_earlier_cards_are_small_before_the_last_one_and_no_card_leaves_its_cell(
    cards: tuple[str, ...], count: int, wide: int, top: int, high: int
) -> None:
    def row(*played: tuple[str, ...]) -> Image.Image:
        every = (*played, *[()] * (count - len(played)))
        return PAINTER.page(trick_page(every, FIVE[:count], points=0, held=0)).crop((0, top, RIGHT, top + high))

    # The frame of the second player, who is in turn, is not there if that player has a card.
    alone, without = row((), ("1",)), row(cards, ("1",))
    box = ImageChops.logical_xor(alone, without).getbbox()
    assert box is not None
    assert box[0] == 0
    assert box[2] < wide
    assert without.crop((0, high - 2, box[2], high)).getbbox() is not None


@pytest.mark.parametrize("held", [0, 1, 6, 10, 11])
@pytest.mark.parametrize("number", [0, 82, 128, -110])
@pytest.mark.parametrize(("count", "wide", "top", "high"), CELLS)
def test_there_is_a_pip_for_each_card_that_is_held_in_the_cell_of_the_player(
    held: int, number: int, count: int, wide: int, top: int, high: int
) -> None:
    def cell(pips: int) -> Image.Image:
        page = trick_page((("8", "3"), *[()] * (count - 1)), FIVE[:count], points=number, held=pips)
        return PAINTER.page(page)

    def lit(pips: int) -> int:
        changed = ImageChops.logical_xor(cell(pips), cell(0))
        box = changed.crop((0, 0, wide, HEIGHT)).getbbox()
        assert box is None or box[2] < wide
        return "".join(rows(changed.crop((0, 0, wide, HEIGHT)))).count("#")

    assert lit(held) == held * lit(1)
    assert lit(1) in (1, 2, 4)


@pytest.mark.parametrize(("count", "wide", "top", "high"), CELLS[:3])
def test_between_the_points_of_a_player_and_the_card_of_the_next_one_are_dots(
    count: int, wide: int, top: int, high: int
) -> None:
    picture = PAINTER.page(trick_page((("8",),) * count, ("Ada", "Ben", "Cleo", "Dora")[:count], points=42, held=8))
    for end in range(wide - 1, wide * (count - 1), wide):
        before, dots = [rows(picture.crop((x, top, x + 1, top + high))) for x in (end - 1, end)]
        assert (before, dots) == (["."] * high, ["#", "."] * (high // 2))


def test_a_player_who_has_passed_is_in_brackets_and_the_mark_of_the_turn_is_never_left_out() -> None:
    mark = digits.mark("turn")
    for count, wide, _, _ in CELLS:
        for people in (FIVE[:count], tuple("健太郎 美咲 大輔 陽子 葵".split()[:count]), ("W" * 24,) * count):
            picture = JAPANESE.page(trick_page(((),) * count, people))
            found = picture.crop((wide, 10, wide + mark.width, 10 + mark.height))
            assert rows(found) == rows(mark)
    passed = tuple([
        TrickSeat(Figure(name, 0, out=True), tag, (), 0) for name, tag in zip(FIVE, tags(FIVE), strict=True)
    ])  # fmt: skip
    painter = MeasuringPainter(lcd())
    painter.page(Page(screen="table", title="", drawing=TrickPicture(passed), keys=""))
    assert "(Ad)(An)" in painter.written_plain


def test_players_whose_tags_have_no_room_in_a_trick_keep_one_sign_that_nobody_else_has() -> None:
    people = ("さくらこさん", "さとしさん", "さやかさん", "はるかさん", "ひろしさん")
    passed = tuple([
        TrickSeat(Figure(name, 0, out=True), tag, (), 0) for name, tag in zip(people, tags(people), strict=True)
    ])  # fmt: skip
    painter = MeasuringPainter(larger())
    painter.page(Page(screen="table", title="", drawing=TrickPicture(passed), keys=""))
    signs = [part[0] for part in painter.written_plain.split("(")[1:]]
    assert len(set(signs)) == 5, painter.written_plain


@pytest.mark.parametrize(
    ("would", "clock", "title"),
    [
        ("leads", "", "leads|trick = 34"),
        ("beats Cleopa's 3", "", "beats Cleopa's 3|= 34"),
        ("beats Cleopatra's 37", "", "beats Cleopatra's 37|"),
        ("leads", "1:00", "leads|1:00 trick = 34"),
        ("beats Cleopa's 3", "1:00", "beats Cleopa's 3|1:00"),
    ],
)
def test_the_state_of_a_trick_is_short_or_gives_way_where_the_effect_and_the_clock_need_the_room(
    would: str, clock: str, title: str
) -> None:
    painter = MeasuringPainter(lcd())
    drawing = TrickPicture((TrickSeat(Figure("Ada", 0, True), "Ad", (), 11),) * 2, "= 34")
    page = Page(screen="table", title="Ada", turn=True, aside="trick = 34", text=(would,), drawing=drawing)
    painter.page(replace(page, clock=clock))
    assert painter.written_plain.startswith(title.replace("|", "").replace(" ", "") + "00Ada")


def test_the_choices_of_a_hand_are_side_by_side_and_the_one_under_the_cursor_is_inverted() -> None:
    menu = tuple(Item(label) for label in ("1–5", "6", "7", "8", "9", "10", "Banner"))
    page = trick_page(((),) * 3, THREE, menu=menu, cursor=1, text=("leads",))
    picture = PAINTER.page(page).crop((0, 47, RIGHT, HEIGHT))
    lit = [x for x in range(RIGHT) if picture.getpixel((x, 0))]
    plain = PAINTER.page(replace(page, cursor=None)).crop((0, 48, RIGHT, HEIGHT))
    # "1–5" is 16 pixels wide and the large "6" 6. Between choices are 4 pixels: half of them belong to each.
    start, end = 16 + 4, 16 + 4 + 6 + 4
    assert {start, end - 1} <= set(lit)
    assert all(picture.crop((x, 0, x + 1, 17)).getbbox() is not None for x in range(start, end))
    box = plain.getbbox()
    assert box is not None
    assert box[2] <= RIGHT
    assert box[3] - box[1] == 9


def test_a_name_that_does_not_fit_its_column_is_the_tag_if_less_than_three_letters_would_be_left() -> None:
    assert trick_page((("3",),) * 5, FIVE).read(None).lines[1] == f"Ada 220: 3* {'·' * 11}"
    assert tags(FIVE)[2:] == ("WW", "MM", "MN")
