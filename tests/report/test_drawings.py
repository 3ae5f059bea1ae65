"""The drawings: where everything is, worked out by hand; and every possible table can be drawn."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from typing import Any

import pytest
from report.accounts import account, whole

from companion.games import registry
from companion.games.army_ants import report as army_ants
from companion.games.hannibal import report as hannibal
from companion.games.praetorians import report as praetorians
from companion.games.seven_hills import report as seven_hills
from companion.games.spartacus import report as spartacus
from companion.kit.rules import Options, Refusal
from companion.play.timeline import Timeline
from companion.report.charts import chart, scale, ticks
from companion.report.drawing import shorten_name
from companion.report.entries import Account
from companion.report.page import page
from companion.session.curves import Curve
from companion.words import LANGUAGES, Words

WORDS = Words("en")


def timeline(of: Account) -> Timeline:
    assert of.timeline is not None
    return of.timeline


def texts(markup: str) -> list[str]:
    """What is written in a drawing, piece by piece."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", markup)


def about(markup: str) -> str:
    found = re.search(r"<desc>([^<]*)</desc>", markup)
    return found[1] if found else ""


# -- charts


@pytest.mark.parametrize(
    ("least", "most", "found"),
    [(0, 99, (0, 100, 20)), (0, 1, (0, 1, 1)), (-10, 61, (-20, 80, 20)), (0, 8, (0, 8, 2)), (0, 151, (0, 200, 50)),
     (0, 5, (0, 5, 1)), (-240, 910, (-500, 1000, 500))],
)  # fmt: skip
def test_a_scale_has_round_numbers_and_holds_all(least: int, most: int, found: tuple[int, int, int]) -> None:
    assert scale(least, most) == found


def test_turns_are_counted_in_round_numbers() -> None:
    assert ticks(24) == [0, 5, 10, 15, 20]
    assert ticks(1) == [0, 1]


def test_a_chart_says_where_everybody_begins_and_ends() -> None:
    curve = Curve("curve.pawns", ((0, 20, 40), (3, 3, 18)), (0, 1, 2))
    drawn = chart(curve, "praetorians", ("Ada", "Ben"), WORDS)
    assert drawn.title == "Pawns"
    assert about(drawn.markup) == "Ada from 0 to 40, Ben from 3 to 18"
    assert texts(drawn.markup)[-2:] == ["40 Ada", "18 Ben"]
    # 118 units across for two turns: the second number of Ada stands halfway, and 20 of 40 halfway up.
    assert 'points="34.0,164.0 165.0,88.0 296.0,12.0"' in drawn.markup


def test_names_that_would_lie_over_each_other_are_moved_apart() -> None:
    curve = Curve("curve.points", ((0, 10), (0, 10), (0, 10), (0, 0)), (0, 1))
    drawn = chart(curve, "spartacus", ("Ada", "Ben", "Cleo", "Dora"), WORDS)
    heights = [float(y) for y in re.findall(r'<text x="308" y="([0-9.]+)"', drawn.markup)]
    assert len(heights) == 4
    assert all(later - before >= 14 for before, later in pairwise(heights))


def test_a_long_name_is_whole_beside_a_chart() -> None:
    """Sixteen letters and the number: more than the least margin has room for."""
    curve = Curve("curve.pawns", ((0, 20, 40), (3, 3, 18)), (0, 1, 2))
    drawn = chart(curve, "praetorians", ("Maximiliane Anna", "Ben"), WORDS)
    assert texts(drawn.markup)[-2:] == ["40 Maximiliane Anna", "18 Ben"]


def test_a_name_too_long_for_its_place_ends_in_an_ellipsis() -> None:
    assert shorten_name("Ada", 90) == "Ada"
    assert shorten_name("Maximiliane", 60) == "Maxi…"
    assert shorten_name("名前の長い人", 60) == "名前の…"


# -- the boards


def test_the_track_goes_up_in_rows_there_and_back() -> None:
    assert praetorians.middle(0) == (29.0, 371.0)
    assert praetorians.middle(9) == (371.0, 371.0)
    assert praetorians.middle(10) == (371.0, 333.0)
    assert praetorians.middle(99) == (29.0, 29.0)


def test_pawns_stand_on_the_track_and_leave_a_mark_where_they_were() -> None:
    game = account("praetorians", ("Ada", "Ben"), "bank 21", "bank 18", entry="scores")
    (track,) = praetorians.draw(game.setup, timeline(game), WORDS)
    assert about(track.markup) == "Ada 21, Ben 21"
    # Both on 21, in the third row: side by side around x 67.
    assert '<circle cx="59.5" cy="295" r="8" class="seat s0 pawn">' in track.markup
    assert track.markup.count('class="seat s0"') == 2  # on 0 and on 21
    assert "21" not in texts(track.markup)


def test_the_map_shows_pieces_routes_and_the_battle() -> None:
    game = account("hannibal", ("Ada", "Ben"), "legion ROM>GAL", "legion CAR>MAU", "fleet ROM-COR>SAR-CAR")
    (drawn,) = hannibal.draw(game.setup, timeline(game), WORDS)
    assert "Rome: 6" in about(drawn.markup)
    assert "Sardinia–Carthage: 1+3&#x27;" in about(drawn.markup)
    assert drawn.markup.count('class="sea"') == 5
    assert drawn.markup.count('class="road"') == 7
    names = ["Gaul", "N. Hispania", "S. Hispania", "Mauretania", "Rome", "Corsica", "Sardinia", "Carthage"]
    names += ["Cannae", "Sicily", "Zama"]
    assert [text for text in texts(drawn.markup) if text in names] == names
    legend = re.sub(r"<[^>]*>", "", drawn.markup[drawn.markup.index("<p ") :])
    assert legend.startswith("Rome: Ada Carthage: Ben H is Hannibal")


def test_the_row_of_hills_shows_cards_and_owners() -> None:
    game = whole("seven-hills-cards-barricades")
    (row,) = seven_hills.draw(game.setup, timeline(game), WORDS)
    # As in the last lines of the playthrough: 1, 3 and 6 are Ada's, 4 and 7 Ben's, 2 and 5 nobody's.
    assert about(row.markup) == "hill 1: Ada, hill 3: Ada, hill 4: Ben, hill 6: Ada, hill 7: Ben"
    assert row.markup.count('class="card k0') == 4 + 3 + 1 + 1
    assert row.markup.count('class="card k1') == 2 + 3 + 1 + 3


def test_face_down_cards_show_their_backs() -> None:
    game = account("seven-hills", ("Ada", "Ben"), "place 3", "place 4")
    (row,) = seven_hills.draw(game.setup, timeline(game), WORDS)
    assert row.markup.count(' back"') == 2
    assert about(row.markup) == ""


def test_the_field_is_shown_as_the_battle_began_and_as_it_stands() -> None:
    game = whole("army-ants-cards-free")
    began, now = army_ants.draw(game.setup, timeline(game), WORDS)
    assert about(began.markup).count(" ") == 38 * 2 - 1
    assert about(now.markup).count(" ") == 20 * 2 - 1
    assert "b7 R6" in about(now.markup)
    dealing = whole("army-ants-cards-free", until=5)
    (field,) = army_ants.draw(dealing.setup, timeline(dealing), WORDS)
    assert about(field.markup) == "a4 R5, b4 R9, c4 R3, d4 R7, e4 R8"


def test_the_tricks_say_who_laid_what_and_who_took_them() -> None:
    game = whole("spartacus-cards-double-three")
    first, *_, last = spartacus.tricks(game.setup, timeline(game))
    assert first == spartacus.Trick(((0, 10), (1, 1), (2, "banner"), (0, "banner")), 1)
    assert last == spartacus.Trick(((0, 5),), 0)
    running = whole("spartacus-cards-double-three", until=6)
    last = spartacus.tricks(running.setup, timeline(running))[-1]
    assert last == spartacus.Trick(((2, 6), (0, 4)), None, ended=False)


def test_a_last_trick_that_goes_to_nobody_is_there_too() -> None:
    game = whole("spartacus-cards-double-four")
    assert spartacus.tricks(game.setup, timeline(game))[-1] == spartacus.Trick(((0, "banner"),), None)


def test_after_a_correction_the_piles_are_named_as_far_as_known() -> None:
    game = whole("spartacus-cards-double-three", until=10)
    table = dict(timeline(game)[-1].position.table())

    table["tricks"] = [[], [], [[6, 4, "banner", 1], [10, 1, "banner", "banner"]]]
    table["points"] = [0, 0, 66]
    set_ = account("spartacus", ("Ada", "Ben", "Cleo"), *[s.text for s in game.steps[1:]], f"set {json.dumps(table)}")
    (piles,) = spartacus.draw(set_.setup, timeline(set_), WORDS)
    assert "6 4 banner 1" in piles.markup
    assert ">22<" in piles.markup
    assert ">44<" in piles.markup


def every_options() -> list[tuple[str, Options]]:
    found = []
    for key in registry.GAMES:
        game = registry.game(key)
        for name, values in game.options.items():
            for value in values:
                try:
                    found.append((key, game.complete({name: value})))
                except Refusal:
                    continue
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "options"), every_options())
def test_every_moment_of_a_random_game_has_a_report(key: str, options: Options, language: str) -> None:
    dice = random.Random(f"{key} {options}")
    game = registry.game(key)
    names = ("Ada", "Ben", "Cleo", "Dora", "Emil")[: dice.randint(*game.players)]
    position, actions = game.start(len(names), options), []
    words = Words(language)
    for _ in range(120):
        legal = position.legal()
        if not legal:
            break
        actions.append(dice.choice(legal))
        position = position.after(actions[-1])
    for until in {0, 1, len(actions) // 3, 2 * len(actions) // 3, len(actions)}:
        reported = account(key, names, *actions[:until], **dict[str, Any](options))
        html = page(reported, words, language)
        assert html.count('class="number"') == until
        assert "nan" not in html
