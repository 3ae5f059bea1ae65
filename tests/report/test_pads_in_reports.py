"""The report of a score pad: its name, its options, its rounds as a table, its course by rounds."""

from __future__ import annotations

import re

from report.accounts import account

from companion.report.entries import Account
from companion.report.page import page
from companion.words import Words

ROUND = ("bid 0 1", "bid 1 0", "bid 2 1", "took 0 1", "took 1 0", "took 2 0")
"""WIZ-5: Ada bids and takes 1, 30; Ben bids and takes 0, 20; Cleo bids 1 and takes 0, -10."""


def rows(game: Account, language: str = "en") -> list[list[str]]:
    """The rows of the table of rounds, without their heads; what was entered is in brackets before the score."""
    html = page(game, Words(language), language)
    table = html.partition('<div class="rounds">')[2].partition("</tbody>")[0].partition("<tbody>")[2]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in table.split("</tr>")[:-1]]
    return [[re.sub("<[^>]*>", "", re.sub('<span class="entered">(.*?)</span>', r"[\1]", cell)) for cell in row]
            for row in cells]  # fmt: skip


def test_a_row_for_each_round_says_what_was_entered_and_the_score_after_it() -> None:
    second = ("bid 1 1", "bid 2 1", "bid 0 0", "took 1 0", "took 2 2", "took 0 0")
    # WIZ-5: Ada 0 right, +20; Ben one off, -10; Cleo one off, -10.
    assert rows(account("wizard", ("Ada", "Ben", "Cleo"), *ROUND, *second, "bid 2 1")) == [
        ["1", "[1 / 1]30", "[0 / 0]20", "[1 / 0]-10"],
        ["2", "[0 / 0]50", "[1 / 0]10", "[1 / 2]-20"],
    ]


def test_what_the_table_enters_stands_beside_the_number_of_the_round() -> None:
    game = account("skat", ("Ada", "Ben", "Cleo"), "soloist 1", "game clubs", "result won", "tops 2", "steps 1")
    # SKT-2: 12 × (1 + 2 + 1) = 48 for Ben.
    assert rows(game) == [["1[Ben / clubs / won / 2 / 1]", "0", "48", "0"]]


def test_in_turns_a_row_holds_the_turns_of_a_round() -> None:
    game = account("molkky", ("Ada", "Ben"), "pins 0 12", "pins 1 3", "pins 0 5")
    assert rows(game) == [["1", "[12]12", "[3]3"], ["2", "[5]17", "–"]]


def test_the_table_of_rounds_follows_corrections() -> None:
    game = account("wizard", ("Ada", "Ben", "Cleo"), *ROUND, "change 1 bid 0 0")
    assert rows(game) == [["1", "[0 / 1]-10", "[0 / 0]20", "[1 / 0]-10"]]


def test_before_the_first_round_is_entered_there_is_no_table() -> None:
    assert rows(account("wizard", ("Ada", "Ben", "Cleo"), *ROUND[:5])) == []


def test_name_options_and_axis_are_in_the_language_of_the_report() -> None:
    game = account("hearts", ("Ada", "Ben", "Cleo"), "taken 0 26", "taken 1 0", "taken 2 0", goal="50")
    english, japanese = page(game, Words("en"), "en"), page(game, Words("ja"), "ja")
    assert '<p class="game">Hearts</p>' in english
    assert '<p class="game">ハーツ</p>' in japanese
    assert "<dt>Goal</dt><dd>50</dd>" in english
    assert "<dt>ジャック</dt><dd>なし</dd>" in japanese
    assert ">rounds</text>" in english
    assert ">ラウンド</text>" in japanese


def test_partners_have_one_column_and_one_line_in_the_chart() -> None:
    # SPD-4: Ada and Cleo bid 3 + 4 and took 7, 70; Ben bid nil and took 1, Dora bid 5 and took 5: 50 - 100 + 1.
    bids = ("bid 0 3", "bid 1 0", "bid 2 4", "bid 3 5", "took 0 3", "took 1 1", "took 2 4", "took 3 5")
    game = account("spades", ("Ada", "Ben", "Cleo", "Dora"), *bids)
    assert rows(game) == [["1", "[3 / 3, 4 / 4]70", "[0 / 1, 5 / 5]-49"]]
    html = page(game, Words("en"), "en")
    heads = html.partition('<div class="rounds">')[2].partition("</thead>")[0]
    assert re.findall("<bdi>(.*?)</bdi>", heads) == ["Ada", "Cleo", "Ben", "Dora"]
    assert html.count('class="curve ') == 2
    assert ">70 Ada + Cleo<" in html


def test_what_a_side_enters_stands_in_its_column() -> None:
    game = account("canasta", ("Ada", "Ben", "Cleo", "Dora"), "hand 0 -150", "hand 1 300")
    assert rows(game) == [["1", "[-150]-150", "[300]300"]]
