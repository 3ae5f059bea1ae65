"""The score board for the far side of the table, measured on its pictures."""

from __future__ import annotations

import random
from functools import cache

import pytest
from glass import MeasuringPainter
from letters import japanese
from PIL import Image, ImageChops
from pixels import heights
from presses import Shadow
from scenes.army_ants import DEALT, FIGHT, RALLY

from companion.app.active_settings import SHIFTS
from companion.games import registry
from companion.kit.rules import NAME_MOST
from companion.ports import HEIGHT, WIDTH
from companion.ui.page import Figure, Page
from companion.ui.painter import Painter
from companion.ui.table import Score

LEAST = 22
PAINTERS = {"usual": Painter(japanese()), "small": Painter(japanese(), small=True)}
sizes = pytest.mark.parametrize("painter", PAINTERS.values(), ids=PAINTERS)
SHORT = ("Ada", "Ben", "Cleo", "Dora", "Emil")
LATIN = tuple(f"Maximilian Konstantinow{letter}" for letter in "ABCDE")
KANJI = tuple("山田花子" * 5 + "一二三" + letter for letter in "東西南北中")


def board(*figures: Figure) -> Page:
    return Page(screen="score", title="Ada", figures=figures, far=True)


def plain(page: Page) -> Page:
    """The same score board with nobody in turn."""
    return board(*[figure._replace(marked=False) for figure in page.figures])


def digits_on(page: Page) -> int:
    return sum(text.isdigit() for figure in page.figures for number, _ in figure.numbers for text in number)


def large_digits(painter: Painter, page: Page) -> int:
    """How many pieces are as high as a digit must be; no letter is."""
    return sum(height >= LEAST for height in heights(painter.page(plain(page))))


@sizes
@pytest.mark.parametrize("names", [SHORT, LATIN, KANJI], ids=["short", "latin", "kanji"])
@pytest.mark.parametrize("numbers", [(43, 38, 7, 12, 9), (-110, 128, -9, 0, 44)], ids=str)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_every_digit_is_22_pixels_high_for_one_to_five_people(
    painter: Painter, names: tuple[str, ...], numbers: tuple[int, ...], count: int
) -> None:
    page = board(*[Figure(name, number) for name, number in zip(names[:count], numbers, strict=False)])
    assert large_digits(painter, page) == digits_on(page)


@sizes
@pytest.mark.parametrize(
    ("count", "numbers", "least"),
    [(8, (100, 5), 12), (8, (-1234, 9999), 11), (9, (99999, -99999), 11), (12, (-100, 1000), 11), (12, (99999, 5), 9)],
)
@pytest.mark.parametrize("clock", ["", "12:34"])
def test_up_to_twelve_people_all_have_a_number_that_can_be_read(
    painter: Painter, count: int, numbers: tuple[int, int], least: int, clock: str
) -> None:
    page = board(*[Figure("i", numbers[place % 2], clock=clock) for place in range(count)])
    picture = painter.page(page)
    # No letter is as high as a digit.
    assert sum(height >= least for height in heights(picture)) == digits_on(page)


@pytest.mark.parametrize("count", [8, 10, 11, 12])
@pytest.mark.parametrize("number", [7, 1234])
def test_the_standing_of_twelve_people_has_nothing_over_anything_else(count: int, number: int) -> None:
    figures = tuple([Figure(f"{place}{LATIN[0]}"[:24], number, won=not place) for place in range(count)])
    measured = MeasuringPainter(japanese()).measures(Page(screen="series", title="Ada leads", figures=figures))
    assert (measured.covered, measured.clipped) == (0, 0)


@cache
def boards(key: str, language: str, names: tuple[str, ...]) -> list[Page]:
    """Score boards of a game by each entry, at its beginning and later."""
    pages = []
    game, chance = registry.game(key), random.Random(key)
    for entry in game.options.get("entry", (None,)):
        table = Shadow(key, names[: game.players[1]], language, **({"entry": entry} if entry else {}))
        for step in range(41):
            if step % 20 == 0:
                pages.append(Score().view(table.context))
            action = chance.choice(table.legal)
            if table.timeline[-1].position.after(action).outcome is None:
                table.enter(action)
    return pages


@sizes
@pytest.mark.parametrize("names", [LATIN, KANJI], ids=["latin", "kanji"])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("key", registry.GAMES)
def test_every_game_has_a_score_board_with_digits_of_22_pixels_for_the_most_players(
    key: str, language: str, names: tuple[str, ...], painter: Painter
) -> None:
    assert {len(name) for name in names} == {NAME_MOST}
    for page in boards(key, language, names):
        assert page.far
        assert page.figures
        assert large_digits(painter, page) == digits_on(page)


@sizes
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_the_whole_cell_of_the_player_in_turn_is_inverted_and_no_other(painter: Painter, count: int) -> None:
    figures = [Figure(name, 10 + seat) for seat, name in enumerate(SHORT[:count])]
    cells = []
    for turn in range(count):
        marked = [figure._replace(marked=seat == turn) for seat, figure in enumerate(figures)]
        changed = ImageChops.logical_xor(painter.page(board(*marked)), painter.page(board(*figures)))
        box = changed.getbbox()
        assert box is not None
        cell = changed.crop(box)
        dark = sum(cell.getpixel((x, y)) == 0 for x in range(cell.width) for y in range(cell.height))
        # Only the dots of the line between two cells are lit in both.
        assert dark <= HEIGHT // 2
        cells.append(box)
    assert min(left for left, _, _, _ in cells) == min(top for _, top, _, _ in cells) == 0
    assert max(right for _, _, right, _ in cells) == WIDTH
    assert max(bottom for _, _, _, bottom in cells) == HEIGHT
    areas = [(right - left) * (bottom - top) for left, top, right, bottom in cells]
    assert min(areas) >= WIDTH * HEIGHT // {3: 4, 5: 6}.get(count, count) - HEIGHT


def test_a_winner_has_a_laurel_and_is_not_inverted() -> None:
    winner, loser = Figure("Ada", 41, marked=True, won=True), Figure("Ben", 38)
    picture, without = [PAINTERS["usual"].page(board(first, loser)) for first in (winner, Figure("Ada", 41))]
    assert picture.tobytes() == PAINTERS["usual"].page(plain(board(winner, loser))).tobytes()
    assert len(heights(picture)) > len(heights(without))


class Noting(Painter):
    """A painter that remembers every line that it has written."""

    written: tuple[str, ...] = ()

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int) -> int:
        self.written = (*self.written, text)
        return super().text(picture, x, y, text, width)


def written(page: Page, *, small: bool = False) -> str:
    """What is written on a score board, without blanks."""
    painter = Noting(japanese(), small=small)
    painter.page(page)
    return "".join(painter.written).replace(" ", "")


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("number", [43, -110])
def test_names_of_24_latin_letters_are_whole_for_two_people(number: int, small: bool) -> None:
    shown = written(board(*[Figure(name, number) for name in LATIN[:2]]), small=small)
    assert shown == "".join(LATIN[:2]).replace(" ", "")


@pytest.mark.parametrize(("people", "names"), [(2, LATIN), (2, KANJI), (3, LATIN), (3, KANJI)])
def test_two_and_three_people_have_digits_of_32_rows_before_names_of_24_letters_are_whole(
    people: int, names: tuple[str, ...]
) -> None:
    found = MeasuringPainter(japanese()).measures(board(*[Figure(name, 43) for name in names[:people]]))
    assert found.argued is not None
    assert found.argued >= 32
    assert len(set(found.cut)) == len(found.cut)  # those that are shortened are not alike


def test_names_of_16_letters_are_whole_for_four_people() -> None:
    sixteen = [f"Maximilian Konst{letter}" for letter in "ABCD"]
    assert written(board(*[Figure(name, 43) for name in sixteen])) == "".join(sixteen).replace(" ", "")


@pytest.mark.parametrize("count", [4, 5])
def test_names_that_are_cut_off_are_never_alike(count: int) -> None:
    for names in (LATIN, KANJI, tuple(f"Maximilian {letter} Konstantin" for letter in "ABCDE")):
        painter = Noting(japanese())
        painter.page(board(*[Figure(name, 43) for name in names[:count]]))
        lines = len(painter.written) // count
        shown = {painter.written[at : at + lines] for at in range(0, len(painter.written), lines)}
        assert len(shown) == count


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@sizes
def test_the_board_moves_by_a_pixel_without_losing_one(painter: Painter, count: int) -> None:
    page = board(*[Figure(name, -110, leads=name == "Ben") for name in SHORT[:count]])
    drawn = painter.page(page)
    assert drawn.getbbox()[2] < WIDTH  # type: ignore[index]
    assert drawn.getbbox()[3] < HEIGHT  # type: ignore[index]
    pictures = {painter.page(page, shift=shift).tobytes() for shift in SHIFTS}
    assert len(pictures) == len(SHIFTS)
    counts = {sum(painter.page(page, shift=shift).histogram()[1:]) for shift in SHIFTS}
    assert len(counts) == 1


@pytest.mark.parametrize("legend", ["left", "right", "none"])
def test_the_board_is_the_same_wherever_the_legend_is(legend: str) -> None:
    page = board(Figure("Ada", 43), Figure("Ben", 12, marked=True))
    shown = Painter(japanese(), legend=legend).page(page)
    assert shown.tobytes() == PAINTERS["usual"].page(page).tobytes()


def test_the_player_who_takes_the_trick_has_a_crown_and_one_who_has_passed_is_in_brackets() -> None:
    table = Shadow("spartacus", SHORT[:3])
    for text in ("play 8", "play 6", "pass", "play 3"):
        table.enter(table.read(text))
    view = Score().view(table.context)
    assert [str(figure) for figure in view.figures] == ["Ada 0 *", "Ben 0", "(Cleo) 0"]
    assert written(view) == "AdaBen(Cleo)"


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_the_crown_of_the_trick_is_on_the_glass_and_twice_as_large_where_there_is_room(count: int) -> None:
    figures = [Figure(name, 10) for name in SHORT[:count]]
    led = [figure._replace(leads=figure.name == "Ada") for figure in figures]
    high = 10 if count < 4 else 5
    without, pieces = [heights(PAINTERS["usual"].page(board(*shown))) for shown in (figures, led)]
    assert pieces.count(high) == without.count(high) + 1


def test_hannibal_shows_the_pieces_left_and_the_chips() -> None:
    core = Score().view(Shadow("hannibal", SHORT[:2], core=True).context)
    assert [str(figure) for figure in core.figures] == ["Ada 10 pieces 0 chips", "Ben 9 pieces 0 chips"]
    without = Score().view(Shadow("hannibal", SHORT[:2]).context)
    assert [str(figure) for figure in without.figures] == ["Ada 10 pieces", "Ben 9 pieces"]
    turns = Score().view(Shadow("hannibal", SHORT[:2], core=True, entry="scores").context)
    assert [str(figure) for figure in turns.figures] == ["Ada 0 chips", "Ben 0 chips"]
    only_turns = Score().view(Shadow("hannibal", SHORT[:2], entry="scores").context)
    assert only_turns.figures == (Figure("Ada", "", marked=True), Figure("Ben", ""))


def test_army_ants_shows_what_is_laid_out_then_the_turns_of_the_rally_then_the_ants_taken() -> None:
    def numbers(*texts: str) -> list[str]:
        table = Shadow("army-ants", SHORT[:2])
        for text in texts:
            table.enter(table.read(text))
        return [str(figure) for figure in Score().view(table.context).figures]

    assert numbers(*DEALT[:12]) == ["Ada 7 to lay out", "Ben 19 to lay out"]
    assert numbers(*DEALT, *RALLY[:3]) == ["Ada 3 turns left", "Ben 4 turns left"]
    # The 5 takes a 2; then two 2s take each other.
    assert numbers(*DEALT, *RALLY, *FIGHT[:1]) == ["Ada 1 taken", "Ben 0 taken"]
    assert numbers(*DEALT, *RALLY, *FIGHT[:2]) == ["Ada 2 taken", "Ben 1 taken"]
    scores = Score().view(Shadow("army-ants", SHORT[:2], entry="scores").context)
    assert scores.figures == (Figure("Ada", ""), Figure("Ben", ""))


def test_without_numbers_the_names_are_as_large_as_possible() -> None:
    def highest(*names: str) -> int:
        return max(heights(PAINTERS["usual"].page(board(*[Figure(name, "") for name in names]))))

    assert highest("Ada", "Ben") == 2 * 16
    assert highest("Maximilian", "Marcellina") == 16
    assert highest(*LATIN[:2]) == 9
    painter = MeasuringPainter(japanese())
    painter.measures(board(*[Figure(name, "") for name in LATIN[:2]]))
    assert painter.written_plain == "".join(LATIN[:2]).replace(" ", "")


def test_partners_are_divided_behind_the_plus_and_a_long_word_leaves_no_letter_alone() -> None:
    def lines(*names: str) -> list[str]:
        painter = Noting(japanese())
        painter.page(board(*[Figure(name, 43) for name in names]))
        return [text for text in painter.written if text]

    assert lines("Susannah+Humphrey", "Ben+Dora") == ["Susannah+", "Humphrey", "Ben+Dora"]
    assert lines("Maximilian Konstantinow", "Ben") == ["Maximilian", "Konstanti", "now", "Ben"]


def test_a_label_below_a_number_does_not_touch_it() -> None:
    page = board(*[Figure(name, 10, counts="pieces", second=(8, "chips")) for name in SHORT[:2]])
    assert large_digits(PAINTERS["usual"], page) == digits_on(page) == 6
    assert max(height for height in heights(PAINTERS["usual"].page(page)) if height < LEAST) < 10


@sizes
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("score", [7, -99999])
def test_a_second_number_without_room_beside_large_digits_gives_way(painter: Painter, players: int, score: int) -> None:
    names = (*SHORT, "Fay", "Gus", "Hal")[:players]
    first = board(*[Figure(name, score) for name in names])
    both = board(*[Figure(name, score, second=(3, "Misses")) for name in names])
    if players == 2 and score == 7:
        assert large_digits(painter, both) == 4
    else:
        assert painter.page(both).tobytes() == painter.page(first).tobytes()


@sizes
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_win_share_is_a_bar_below_the_number_as_long_as_its_part_of_the_cell(painter: Painter, count: int) -> None:
    shares = (1, 99, 50, 25)[:count]
    page = board(*[Figure(name, 12, share=share) for name, share in zip(SHORT, shares, strict=False)])
    picture = painter.page(page)
    columns, rows = {2: (2, 1), 3: (3, 1), 4: (2, 2)}[count]
    wide, high = WIDTH // columns, HEIGHT // rows
    for place, share in enumerate(shares):
        row, column = divmod(place, columns)
        y = (row + 1) * high - 2
        lit = [
            x for x in range(WIDTH * column // columns + 1, WIDTH * (column + 1) // columns) if picture.getpixel((x, y))
        ]
        assert len(lit) == max(round((wide - 4) * share / 100), 1), f"{share} per cent"
    assert large_digits(painter, page) == digits_on(page)


def test_why_it_is_over_has_all_the_room_behind_the_last_player() -> None:
    painter = MeasuringPainter(japanese())
    people = [Figure(f"P{seat}", 100 + seat) for seat in range(10)]
    painter.start()
    painter.page(Page("results", "", text=("shared",), figures=tuple(people), far=True))
    assert "shared" in painter.written
