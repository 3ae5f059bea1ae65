"""Praetorians on the glass: the state of a turn, the risk of the next card, what a stop would bring. By hand."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from presses import Shadow, painter
from test_every_game_on_the_glass import PEOPLE

from companion.games import registry
from companion.games.praetorians.engine.actions import CARDS
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.screens import Grid
from companion.games.praetorians.text import risk, would_catch
from companion.play.timeline import advance
from companion.session.settings import Settings
from companion.ui.help import Help
from companion.ui.page import Page
from companion.ui.table import Table
from companion.values import replace

GAME = registry.game("praetorians")


def after(*texts: str, players: int = 2, **options: Any) -> Shadow:
    """The table after these actions."""
    table = Shadow("praetorians", PEOPLE[:players], **options)
    for text in texts:
        assert text in table.legal
        table.enter(GAME.read(text))
    return table


def page(table: Shadow, *path: str) -> Page:
    return Table(path).view(table.context)


def menu(table: Shadow) -> list[str]:
    return [str(item) for item in page(table).menu]


def turn(kept: str, facedown: str, discards: str = "") -> CardsPosition:
    """A table on which these cards are kept and face down; all others are discards."""
    lying = kept.split(), facedown.split()
    others = [str(card) for card in CARDS if card not in lying[0] and card not in lying[1]]
    table = {
        "turn": 0, "pawns": [0, 3], "kept": lying[0], "flips": len(lying[0]), "matched": 0,
        "facedown": lying[1], "discards": others,
    }  # fmt: skip
    return cast(CardsPosition, GAME.restore(2, GAME.complete({}), table))


TURN = ("flip B9", "flip G5", "flip B3")


def test_the_kept_cards_their_sum_and_the_risk_are_behind_the_player_in_turn() -> None:
    # Of 47 cards face down red and purple would catch: 20, but for the nines, fives and threes among them: 14 of 47.
    assert (page(after(*TURN)).title, page(after(*TURN)).aside) == ("Ada", "B9 G5 B3 = 17 30%")
    assert page(after()).aside == ""


def test_they_stay_in_sight_while_the_cursor_is_on_stop() -> None:
    assert page(after(*TURN), "stop").aside == "B9 G5 B3 = 17 30%"


def test_a_colour_that_would_catch_is_marked_and_stop_says_where_the_pawn_would_be() -> None:
    assert menu(after(*TURN)) == ["×Red: 10", "×Purple: 10", "Blue: 8", "Green: 9", "Yellow: 10", "Stop: →17"]
    assert menu(after()) == ["Red: 10", "Purple: 10", "Blue: 10", "Green: 10", "Yellow: 10"]
    assert menu(after("flip Y7"))[:2] == ["Red: 10", "Purple: 10"]


def test_a_match_brings_its_points_at_once_so_a_stop_brings_the_sum_behind_them() -> None:
    # The match of 9 has moved the pawn from 0 to 9.
    assert menu(after("flip B9", "flip R9"))[-1] == "Stop: →18"
    assert page(after("flip B9", "flip R9")).aside.startswith("B9 = 9 ")


@pytest.mark.parametrize(
    ("kept", "facedown", "catching", "percent"),
    [
        ("R7", "R1 B2 G3 Y4", "B2 G3", 50),  # both of the other camp, of four
        ("R7", "B7 G7 Y1", "", 0),  # both match
        ("R7 P2", "B2 B3 B7", "B3", 33),
        ("Y7", "R1 B1", "", 0),  # a neutral card alone is of no camp
        ("Y7 G1", "R1 R7 P3 P4 B5 Y2", "P3 P4", 33),
    ],
)
def test_the_risk_is_the_share_of_the_cards_face_down_that_are_of_the_other_camp_and_match_no_kept_card(
    kept: str, facedown: str, catching: str, percent: int
) -> None:
    position = turn(kept, facedown)
    assert (" ".join(would_catch(position)), risk(position)) == (catching, percent)


def test_when_no_card_is_face_down_the_risk_is_that_of_the_discards_which_are_shuffled_first() -> None:
    # 49 discards. Blue and green would catch, 20 cards, but for the two sevens: 18 of 49.
    assert risk(turn("R7", "")) == 37


def test_of_many_kept_cards_the_last_ones_are_shown() -> None:
    # R and P catch blue and green, 20 cards, but for the values 1, 2, 3, 4 and 10 of both: 10 of 45.
    aside = page(after("flip R1", "flip R2", "flip R3", "flip R4", "flip R10")).aside
    assert aside == "…R4 R10 = 20 22%"
    assert painter().width(aside) <= 94


@pytest.mark.parametrize("colour", "RPBGY")
def test_that_a_match_wins_is_never_cut(colour: str) -> None:
    table = after()
    nearly = {**table.timeline[-1].position.table(), "pawns": [95, 3]}
    for text in (f"set {json.dumps(nearly)}", f"flip {'Y4' if colour == 'G' else 'G4'}"):
        table.timeline = advance(table.setup, table.timeline, text)
    for shown in (page(table, colour, "4"), Grid(f"{colour}4").view(table.context)):
        assert shown.aside.endswith("wins!")
        assert table.context.fit(shown.title, shown.aside)


def test_without_memory_the_risk_is_not_shown() -> None:
    table = after(*TURN)
    hidden = replace(table.context, settings=Settings(risk=False))
    assert Table().view(hidden).aside == "B9 G5 B3 = 17"
    # Of each colour so many cards are left as the discards do not hold.
    assert [item.value for item in Table().view(table.context).menu][:5] == ["10", "10", "8", "9", "10"]
    assert [item.value for item in Table().view(hidden).menu][:5] == [""] * 5


def test_help_says_that_discards_may_be_looked_up_by_a_ruling() -> None:
    table = after(*TURN)
    pages = [page for page in Help(Table()).pages(table.context) if page.title == "Praetorians"]
    text = " ".join(" ".join(page.text) for page in pages)
    assert "the discards, which everybody may look up (ruling)" in text


def test_scores_name_the_ranges_of_matches_and_sums() -> None:
    assert menu(after(entry="scores")) == [
        "Match 1–5", "Match 6–10", "Stop 1–9", "Stop 10–19", "Stop 20–29", "Stop 30–39", "Stop 40–49", "Stop 50–55",
        "Caught",
    ]  # fmt: skip
