"""Hannibal vs Rome on the glass: what people see and press, through the whole device; positions worked out by hand."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from device import Answer, Player, actions, begin, chosen, look, menu, pick, played
from glass import MeasuringPainter
from letters import letters_for
from PIL import ImageChops
from presses import FOUR, JOYSTICK, Shadow, leafed, painter, way_to, ways
from scenes import Stage
from variants import features, option_sets, params

from companion.games import registry
from companion.games.hannibal import pictures
from companion.games.hannibal.engine.board import ROUTES
from companion.games.hannibal.map_picture import MAP
from companion.games.hannibal.repair import Pieces
from companion.games.hannibal.text import TEXT, place_name
from companion.kit.text import Situation, tags
from companion.ui import router
from companion.ui.audit import Audit
from companion.ui.game_screens import choices
from companion.ui.help import Help
from companion.ui.painter import Painter
from companion.ui.screen import Command
from companion.ui.table import Menu, Table
from companion.values import replace
from companion.words import LANGUAGES, Words, without_breaks

NAMES = ("Player 1", "Player 2")


def start(*options: str) -> Player:
    """From home into a new game; `options` are switched once each."""
    yield from pick("Hannibal vs Rome")
    for option in options:
        yield from pick(option)
    yield from begin()


def enter_actions(*texts: str, **options: bool | str) -> Player:
    """From the start of the game these actions, each by the shortest way of four keys."""
    table = Shadow("hannibal", NAMES, **options)
    for text in texts:
        for command in way_to(text, table.context, FOUR):
            yield command.value
        table.enter(table.read(text))


def game(*texts: str) -> Player:
    yield from start()
    yield from enter_actions(*texts)


def core_game(*texts: str) -> Player:
    yield from start("Core")
    yield from enter_actions(*texts, core=True)


def scores_game(*texts: str) -> Player:
    yield from start("Entry")
    yield from enter_actions(*texts, entry="scores")


def point(text: str) -> Player:
    """Walk to a place of the map."""
    answer = yield from look()
    for _ in range(20):
        if chosen(answer).split(":")[0] == text:
            return
        answer = yield "down"
    raise AssertionError(f"{text} is not offered: {answer['lines']}")


def shown(folder: Path, player: Player) -> Answer:
    """What the glass shows at the end."""
    return played(folder, player)[-1]


# The map


def test_the_map_has_three_lanes_between_the_capitals_and_the_title_names_the_place(tmp_path: Path) -> None:
    answer = shown(tmp_path, game())
    assert answer["lines"][:2] == ["Rome–Corsica", "▶P1"]
    assert answer["lines"][2:] == [
        "GAL NHI SHI MAU",
        "ROM:7 ROM-COR:3 COR COR-SAR SAR SAR-CAR:3' CAR:H+5'",
        "CAN CAN-SIC SIC SIC-ZAM ZAM",
    ]


def test_the_piece_comes_first_and_then_its_goal_with_what_the_move_would_do(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game()
        yield from point("ROM")
        answer = yield from look()
        assert answer["lines"][:2] == ["Rome", "▶Player 1"]
        yield "ok"
        yield from point("GAL")
        answer = yield from look()
        assert (answer["screen"], answer["lines"][:2]) == ("goal", ["Gaul", "▶Player 1"])
        yield "ok"

    answers = played(tmp_path, player())
    assert actions(answers)[1:] == ["legion ROM>GAL"]
    assert answers[-1]["lines"][0] == "Sardinia–Carthage"


def test_back_keeps_the_piece_that_was_chosen(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game()
        yield from point("ROM")
        yield "ok"
        yield "back"

    answer = shown(tmp_path, player())
    assert (answer["screen"], chosen(answer)) == ("map", "ROM:7")


def test_where_hannibal_and_legions_stand_together_both_are_choices(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("legion ROM>GAL")
        said = set()
        for _ in range(3):
            answer = yield "down"
            said.add((chosen(answer), *answer["lines"][:2]))
        # The long name of the route leaves no room for the piece.
        assert said == {
            ("SAR-CAR:3'", "Sardinia–Carthage", "▶P2"),
            ("CAR:H+5'", "Carthage", "legion"),
            ("CAR:H+5'", "Carthage", "Hannibal"),
        }

    played(tmp_path, player())


def test_han_4_hannibal_is_not_offered_the_sea_and_help_says_why(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("legion ROM>GAL")
        answer = yield from look()
        while answer["lines"][1] != "Hannibal":
            answer = yield "down"
        answer = yield "ok"
        goals = set()
        for _ in range(4):
            answer = yield "down"
            goals.add(chosen(answer))
        assert goals == {"MAU", "ZAM"}
        text = ""
        answer = yield "hold ok"
        for _ in range(8):
            text += " ".join(answer["lines"][2:]) + " "
            answer = yield "down"
        why = "Hannibal cannot cross the sea; Carthage to Sardinia is by sea (HAN-4)."
        assert f"Hannibal Carthage→Sardinia: {why}" in text

    played(tmp_path, player())


def test_help_says_why_a_legion_cannot_cross_without_a_fleet(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("legion ROM>CAN", "legion CAR>MAU")
        text = ""
        answer = yield "hold ok"
        for _ in range(4):
            text += " ".join(answer["lines"][2:]) + " "
            answer = yield "down"
        assert "Cannae→Sicily: Sicily is across the sea from Cannae; Player 1 needs a fleet on Cannae–Sicily" in text

    played(tmp_path, player())


def test_a_fleet_goes_to_any_other_route(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game()
        yield from point("ROM-COR")
        yield "ok"
        goals = set()
        for _ in range(5):
            answer = yield "down"
            goals.add(tuple(answer["lines"][:2]))
        assert goals == {
            ("Corsica–Sardinia", "▶P1"), ("SAR–CAR", "battle"), ("Cannae–Sicily", "▶P1"), ("Sicily–Zama", "▶Player 1"),
        }  # fmt: skip

    played(tmp_path, player())


def test_entering_the_capital_says_that_it_wins_and_the_end_says_why(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*_TO_GAUL)
        yield from point("MAU")
        yield "ok"
        yield from point("CAR")
        answer = yield from look()
        assert answer["lines"][1] == "wins!"
        answer = yield "ok"
        assert answer["banner"] == "Player 1 enters the enemy capital and wins!"
        assert (answer["screen"], answer["lines"][:2]) == ("results", ["Player 1 wins", "capital entered"])
        answer = yield "hold back"
        assert answer["banner"] == (
            "Taken back: Mauretania→Carthage\nLegions of Player 1, 1: Carthage → Mauretania\nPlayer 1's turn"
        )

    played(tmp_path, player())


_TO_GAUL = (
    "legion ROM>GAL", "fleet SAR-CAR>COR-SAR", "legion GAL>NHI", "fleet COR-SAR>SAR-CAR", "legion NHI>SHI",
    "fleet SAR-CAR>COR-SAR", "legion SHI>MAU", "fleet COR-SAR>SAR-CAR",
)  # fmt: skip


def test_the_origin_of_a_move_is_in_a_line_that_is_open_at_its_name_and_the_goal_is_inverted() -> None:
    table = Shadow("hannibal", NAMES)
    page = Table(("legion ROM", "GAL")).view(table.context)
    assert (page.space, page.also) == ((0, 0), ((1, 0),))
    origin, plain = [painter().page(shown).crop((0, 11, 19, 39)) for shown in (page, replace(page, also=()))]
    edges = [origin.crop(edge) for edge in ((0, 27, 19, 28), (0, 0, 1, 28), (18, 0, 19, 28))]
    assert all(sum(edge.histogram()[1:]) == edge.width * edge.height for edge in edges)
    inside = 1, 0, 18, 27
    assert origin.crop(inside).tobytes() == plain.crop(inside).tobytes()  # nothing within the line has changed


def test_a_capital_is_at_the_end_of_the_upper_lanes_and_the_cursor_on_it_is_as_high_as_what_is_in_it() -> None:
    table = Shadow("hannibal", NAMES)
    there, away = (painter().page(Table((step,)).view(table.context)) for step in ("legion ROM", "fleet ROM-COR"))
    assert away.crop((0, 11, 19, 18)).getbbox() is not None  # ROM beside GAL
    assert away.crop((0, 39, 19, 64)).getbbox() is None
    changed = ImageChops.logical_xor(there, away).crop((0, 11, 19, 64)).getbbox()
    assert changed == (0, 0, 19, 28)


def test_a_capital_with_chips_needs_the_whole_height() -> None:
    table = Shadow("hannibal", NAMES, core=True)
    picture = painter().page(Table(("fleet ROM-COR",)).view(table.context))
    assert picture.crop((0, 9, 19, 16)).getbbox() is not None  # ROM


def test_the_capital_of_the_side_in_turn_is_marked() -> None:
    table = Shadow("hannibal", NAMES)

    def marked() -> list[str]:
        return [space.name for row in Table().view(table.context).board for space in row if space.turn]

    assert marked() == ["ROM"]
    table.enter(table.read("legion ROM>GAL"))
    assert marked() == ["CAR"]


def test_pieces_have_digits_of_nine_rows_below_the_name_of_their_place() -> None:
    table = Shadow("hannibal", NAMES)
    table.enter(table.read("legion ROM>GAL"))
    picture = painter().page(Table(("fleet SAR-CAR",)).view(table.context))
    gaul = picture.crop((20, 18, 38, 29)).getbbox()  # below the letters GAL
    assert gaul is not None
    assert gaul[3] - gaul[1] == 9
    rome = picture.crop((0, 19, 19, 63)).getbbox()
    assert rome is not None
    assert rome[3] - rome[1] == 16


@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.gate)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_on_the_map_no_piece_covers_a_name_and_nothing_is_cut_off(language: str, games: int) -> None:
    """Whole random games, on the table and in the audit."""
    glass, chance = MeasuringPainter(letters_for(language)), random.Random(8)
    for _ in range(games):
        table = Shadow("hannibal", NAMES, language, core=True)
        while not table.over and len(table.timeline) < 60:
            table.enter(chance.choice(table.legal))
            context = table.context
            for screen in () if table.over else (Table(), Audit(Menu(Table()))):
                page = replace(screen.view(context), space=None)
                if page.drawing is MAP:
                    measured = glass.measures(page)
                    assert (measured.clipped, measured.covered) == (0, 0), table.timeline[-1].position.table()


def test_a_battle_at_sea_says_what_happens_where_the_name_of_the_route_leaves_no_room() -> None:
    page = Table(("fleet ROM-COR", "SAR-CAR")).view(Shadow("hannibal", NAMES).context)
    assert (page.title, page.aside) == ("SAR–CAR", "battle")


# Battles. Before `MEETING` is entered, Hannibal and two legions wait in MAU and a Roman legion stands in SHI.

MEETING = (
    "legion ROM>GAL", "hannibal CAR>MAU", "legion GAL>NHI", "legion CAR>MAU", "legion NHI>SHI", "legion CAR>MAU",
    "legion SHI>MAU",
)  # fmt: skip


def test_han_9_carthage_says_who_fights(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*MEETING)
        answer = yield from look()
        assert answer["banner"] == "Battle at Mauretania! Rome 1, Carthage 3"
        assert (answer["screen"], answer["lines"][:2]) == ("field", ["Mauretania", "Hannibal"])
        answer = yield "down"
        assert answer["lines"][1] == "a legion"
        yield "ok"

    answers = played(tmp_path, player())
    assert actions(answers)[-1] == "field legion"
    assert answers[-1]["lines"][:2] == ["Mauretania", "Rome?"]


def test_han_7_the_result_is_in_sight_before_it_counts(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("fleet ROM-COR>SAR-CAR")
        answer = yield from look()
        # Rome attacks with one fleet against three.
        assert answer["lines"][2] == "Rome1× 1 1 Carthage3"
        assert chosen(answer) == "3"
        yield "up"
        answer = yield "up"
        assert answer["cursor"] == [2, 1]  # Rome's 1, beside the name
        yield "down"
        yield "down"
        answer = yield "ok"
        assert chosen(answer) == "3"
        assert answer["lines"][:3] == ["Battle", "both −1", "Rome1→0× 1 1 Carthage3→2"]
        answer = yield "down"
        assert answer["lines"][:3] == ["Battle", "Rome −1", "Rome1→0× 1 1 Carthage3"]
        yield "up"
        answer = yield "up"
        assert answer["lines"][:3] == ["Battle", "Carthage −1", "Rome1× 1 1 Carthage3→2"]
        answer = yield "ok"
        assert answer["banner"] == "Take a fleet of Player 2 off Sardinia–Carthage"
        # The battle goes on with the cards that are left; what was shown is a dot.
        assert answer["lines"][2:] == ["Rome1× 1 1 Carthage2", "2 ·", "· 3", "4 4", "5 5"]

    assert actions(played(tmp_path, player()))[-1] == "clash 3 2"


def test_han_10_hannibal_counts_one_more_and_falls_at_a_tie(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*MEETING, "field hannibal")
        answer = yield "ok"
        # 3 against 3 and one more: Rome loses its only legion.
        assert answer["lines"][1:3] == ["Rome −1", "Rome1→0× 1 1 Carthage3H+1"]
        answer = yield "up"
        assert answer["lines"][1:3] == ["both, Hannibal", "Rome1→0× 1 1 Carthage3→2H+1"]
        answer = yield "up"
        assert answer["lines"][1:3] == ["Hannibal falls", "Rome1× 1 1 Carthage3→2H+1"]
        yield "down"
        answer = yield "ok"
        assert answer["banner"] == (
            "Take a legion of Player 1 off Mauretania\nHannibal has fallen: take him off Mauretania"
        )
        assert "MAU:2'" in answer["lines"][-3]

    assert actions(played(tmp_path, player()))[-1] == "clash 3 2"


def test_han_8_forced_cards_cost_one_press_and_all_five_come_back(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(
            "fleet ROM-COR>SAR-CAR", "clash 1 2", "legion CAR>ZAM", "fleet ROM-COR>SAR-CAR", "clash 2 3",
            "legion CAR>ZAM", "fleet ROM-COR>SAR-CAR", "clash 3 1", "clash 5 4",
        )  # fmt: skip
        answer = yield from look()
        # Rome has only the 4 left, Carthage only the 5.
        assert answer["lines"][1:] == ["Rome −1", "Rome1→0× · · Carthage1", "· ·", "· ·", "4 ·", "· 5"]
        answer = yield "ok"
        assert answer["banner"] == (
            "Take a fleet of Player 1 off Sardinia–Carthage\nAll cards are used. Take your five cards back"
        )
        # The rest follows on a page of its own, while the key acts.
        before = answer["cursor"]
        answer = yield "down"
        assert answer["banner"] == "Player 2 wins the battle at Sardinia–Carthage\nPlayer 2's turn"
        assert answer["cursor"] != before

    assert actions(played(tmp_path, player()))[-1] == "clash 4 5"


def test_with_a_joystick_both_cards_are_chosen_at_once_and_all_results_are_in_sight(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*MEETING, "field hannibal")
        answer = yield "right"
        assert (answer["screen"], answer["lines"][:2]) == ("pairs", ["3 : 4", "Rome −1"])
        # Hannibal makes one more of Carthage's card: the same card wins, one less is a tie.
        assert answer["lines"][2:] == [
            "× 1 2 3 4 5",
            "1 ▶ ▶ ▶ ▶ ▶",
            "2 = ▶ ▶ ▶ ▶",
            "3 ◀ = ▶ ▶ ▶",
            "4 ◀ ◀ = ▶ ▶",
            "5 ◀ ◀ ◀ = ▶",
        ]
        assert answer["cursor"] == [5, 4]
        yield "down"
        answer = yield "left"
        assert answer["lines"][:2] == ["4 : 3", "both, Hannibal"]
        answer = yield "back"
        assert (answer["screen"], answer["lines"][1]) == ("battle", "Rome?")
        assert chosen(answer) == "4"
        yield "left"
        yield "ok"

    assert actions(played(tmp_path, player()))[-1] == "clash 4 2"


def test_left_and_right_go_along_the_lane(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(
            "legion ROM>GAL", "legion CAR>MAU", "legion GAL>NHI", "legion CAR>ZAM", "legion ROM>CAN", "legion CAR>ZAM"
        )
        yield from point("NHI")
        answer = yield "left"
        assert chosen(answer) == "ROM:5"
        answer = yield "right"
        assert chosen(answer) == "ROM-COR:3"
        answer = yield "down"
        assert chosen(answer) == "CAN:1"

    played(tmp_path, player())


# Chips


CHIPS = (
    "legion ROM>COR",
    "legion CAR>ZAM",
    "fleet ROM-COR>COR-SAR",
    "legion CAR>ZAM",
    "legion ROM>GAL",
    "fleet SAR-CAR>SIC-ZAM",
)


def test_han_17_a_chip_is_announced_before_it_counts_and_shown_in_the_capital(tmp_path: Path) -> None:
    def player() -> Player:
        yield from core_game(*CHIPS)
        answer = yield from look()
        # In the core Rome has COR.
        assert "ROM:5+chips=0+core=1" in answer["lines"][-2]
        yield from point("GAL")
        yield "ok"
        yield from point("NHI")
        answer = yield from look()
        assert answer["lines"][:2] == ["N. Hispania", "▶Player 1"]  # COR and NHI are two
        yield "ok"
        yield from enter_after((*CHIPS, "legion GAL>NHI"), "legion CAR>ZAM")
        yield from point("NHI")
        yield "ok"
        yield from point("SHI")
        answer = yield from look()
        assert answer["lines"][1] == "chip 1"  # COR, NHI and SHI
        answer = yield "ok"
        assert answer["banner"] == "Three core regions: Player 1 takes a chip and has 1"
        assert "ROM:5+chips=1+core=3" in answer["lines"][-2]
        answer = yield "wait 60"
        assert answer["screen"] == "score"
        assert answer["lines"] == [
            "Carthage: Player 2", "Player 1 10 pieces 1 chip", "Player 2 9 pieces 0 chips",
        ]  # fmt: skip

    played(tmp_path, player())


def enter_after(before: tuple[str, ...], *texts: str) -> Player:
    """These actions with four keys, after others in a game with chips."""
    table = Shadow("hannibal", NAMES, core=True)
    for text in before:
        table.enter(table.read(text))
    for text in texts:
        for command in way_to(text, table.context, FOUR):
            yield command.value
        table.enter(table.read(text))


def test_chips_are_pips_in_the_capital_eight_a_side() -> None:
    table = Shadow("hannibal", NAMES, core=True)
    for text in (*CHIPS, "legion GAL>NHI", "legion CAR>ZAM", "legion NHI>SHI"):
        table.enter(table.read(text))
    rome, carthage = [row[at] for row in Table().view(table.context).board for at in (0, -1) if row[at].tall]
    # One chip, and three regions of the core: COR, NHI and SHI.
    assert [token.picture for token in rome.tokens] == [None, pictures.core(3), pictures.chips(1)]
    assert [token.picture for token in carthage.tokens][-2:] == [pictures.core(0), pictures.chips(0)]
    # A chip is a block of 3 × 3; of each of the other seven there is a dot.
    assert "".join(pictures.chips(1).rows).count("#") == 9 + 7


# Scores entry


def test_turns_are_entered_with_one_press_and_the_end_with_its_winner(tmp_path: Path) -> None:
    def player() -> Player:
        yield from scores_game()
        answer = yield from look()
        assert answer["lines"] == ["Rome: Player 1", "Turn over", "Ended"]
        yield "ok"
        answer = yield "down"
        assert answer["lines"][0] == "Carthage: Player 2"
        answer = yield "ok"
        assert answer["lines"] == ["How did it end?", "Rome wins: Player 1", "Carthage wins: Player 2", "Nobody wins"]
        yield "ok"
        yield from pick("End it")
        answer = yield from look()
        assert answer["lines"][:2] == ["Player 1 wins", "as entered"]

    assert actions(played(tmp_path, player()))[1:] == ["turn", "win 0"]


def test_han_17_chips_are_counted_and_given_back_and_the_eighth_wins(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start("Core", "Entry")
        answer = yield from look()
        assert answer["lines"][1:] == ["Player 1 0", "Player 2 0", "Chip", "No chip", "Ended"]
        yield from pick("Chip")
        answer = yield from look()
        assert chosen(answer) == "No chip"
        answer = yield "up"
        assert answer["lines"][1] == "chip 1, 1 back"
        answer = yield "ok"
        assert answer["banner"].startswith("Three core regions: Player 2 takes a chip and has 1")
        assert answer["lines"][1:3] == ["Player 1 0", "Player 2 1"]
        for _ in range(7):
            yield from pick("No chip")
            yield from pick("Chip")
        answer = yield from look()
        assert (answer["screen"], answer["lines"][:2]) == ("results", ["Player 2 wins", "eight chips"])

    played(tmp_path, player())


# Corrections


def test_undo_tells_the_hands_what_to_put_back(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*MEETING, "field legion", "clash 4 3")
        answer = yield "hold back"
        assert answer["banner"] == (
            "Taken back: 4 : 3\nLegions of Player 2, 1: back to Mauretania\nPlayer 1 takes into hand: 4\n▼"
        )

    played(tmp_path, player())


def test_redo_tells_the_hands_once_which_piece_to_take_off(tmp_path: Path) -> None:
    """The round itself says "Take a legion of Player 2 off MAU"; with that two would be taken off."""

    def player() -> Player:
        yield from game(*MEETING, "field legion", "clash 4 3")
        yield "hold back"
        yield "up"  # the second page of what to put back
        yield from menu("Redo")
        answer = yield "wait 0"
        assert answer["banner"] == (
            "Again: 4 : 3\nLegions of Player 2, 1: off Mauretania\nPlayer 1 lays aside: 4\nPlayer 2 lays aside: 3"
        )

    played(tmp_path, player())


def test_the_log_tells_moves_and_rounds_and_shows_the_map_as_it_was(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*MEETING, "field legion", "clash 4 3")
        # The battle goes on, and Carthage chooses again who fights.
        answer = yield from look()
        assert answer["screen"] == "field"
        yield from menu("Log")
        answer = yield from look()
        assert answer["lines"][2:6] == [
            "4 : 3: Carthage −1", "P2: A legion fights", "P1: SHI→MAU: battle", "Player 2: CAR→MAU",
        ]  # fmt: skip
        yield "ok"
        yield from pick("Why?")
        answer = yield from look()
        assert " ".join(answer["lines"][1:]).startswith(
            "1/3 4 against 3: the lower card costs its side a piece. Player 1 wins the round (HAN-7)"
        )
        yield "ok"
        yield from pick("Back")
        yield "down"
        yield "down"
        answer = yield "ok"
        assert "GAL NHI SHI MAU:1+H+2'" in answer["lines"]

    played(tmp_path, player())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_that_is_told_names_both_places_whole_or_as_the_map_does(language: str) -> None:
    words, wide = Words(language), letters_for(language)
    table = registry.game("hannibal")
    position = table.start(2, table.complete({}))
    at = Situation(
        table, position, ("Ada", "Ben"), {}, words, fits=lambda text, width: Painter(wide).width(text) <= width
    )
    for action in position.legal():
        origin, to = str(action).partition(" ")[2].split(">")
        assert TEXT.action_name(at.in_full, action).endswith(f"{place_name(words, origin)}→{place_name(words, to)}")
        short = TEXT.action_name(at, action)
        for end in (origin, to):
            labels = [words(f"hannibal.map.{region}") for region in end.split("-")]
            assert place_name(words, end) in short or all(label in short for label in labels), short


def test_an_entry_is_changed_and_the_later_ones_follow(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("legion ROM>GAL", "legion CAR>MAU", "legion GAL>NHI")
        yield from menu("Log")
        yield "down"
        yield "ok"
        yield from pick("Change")
        yield from point("CAR")
        answer = yield from look()
        while answer["lines"][1] != "legion":
            answer = yield "down"
        yield "ok"
        yield from point("ZAM")
        yield "ok"
        answer = yield from look()
        assert answer["screen"] == "map"
        assert answer["lines"][-3::2] == ["GAL NHI:1 SHI MAU", "CAN CAN-SIC SIC SIC-ZAM ZAM:1'"]

    assert actions(played(tmp_path, player()))[-1] == "change 2 legion CAR>ZAM"


def test_the_audit_counts_pieces_and_hands_and_says_where_the_battle_is(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*MEETING, "field legion", "clash 3 5")
        yield from menu("Audit")

    assert shown(tmp_path / "over", player())["lines"] == [
        "On the table now", "Turn: Carthage: Player 2", "Rome: legions: 6", "Carthage: legions: 5",
        "Hannibal: Mauretania",
        "Rome: fleets: 3", "Carthage: fleets: 3", "Rome: 1 2 4 5", "Carthage: 1 2 3 4",
        "GAL NHI SHI MAU:H+2'", "ROM:6 ROM-COR:3 COR COR-SAR SAR SAR-CAR:3' CAR:3'", "CAN CAN-SIC SIC SIC-ZAM ZAM",
    ]  # fmt: skip

    def fighting() -> Player:
        yield from game(*MEETING)
        yield from menu("Audit")

    assert shown(tmp_path / "on", fighting())["lines"][-5:-3] == ["Battle: Mauretania", "Fights now: not chosen"]


def test_the_audit_with_chips_says_who_controls_what_of_the_core(tmp_path: Path) -> None:
    def player() -> Player:
        yield from core_game(*CHIPS)
        yield from menu("Audit")

    assert shown(tmp_path, player())["lines"][-7:-3] == [
        "Rome: chips: 0", "Rome: core: Corsica", "Carthage: chips: 0", "Carthage: core: –",
    ]  # fmt: skip


def test_a_legion_that_really_stands_elsewhere_is_set_on_the_map(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("legion ROM>GAL")
        yield from menu("Audit")
        yield from pick("Rome")  # its legions
        answer = yield from look()
        assert (answer["screen"], answer["lines"][:2], chosen(answer)) == ("audit-map", ["Rome", "Rome 6"], "ROM:6")
        yield from point("GAL")
        answer = yield "ok"  # all seven are on the map, so after one comes none
        assert (answer["lines"][:2], chosen(answer)) == (["Gaul", "Rome 0"], "GAL")
        answer = yield "right"
        assert chosen(answer) == "NHI"
        answer = yield "ok"
        assert (answer["lines"][:2], chosen(answer)) == (["N. Hispania", "Rome 1"], "NHI:1")
        yield "back"
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["lines"][-3] == "GAL NHI:1 SHI MAU"
        answer = yield "hold back"
        assert answer["banner"] == "Taken back: Set from table\nLegions of Player 1, 1: N. Hispania → Gaul"

    put = json.loads(actions(played(tmp_path, player()))[2].removeprefix("set "))
    assert put["legions"] == [{"ROM": 6, "NHI": 1}, {"CAR": 5}]


def test_where_all_pieces_are_on_the_map_one_more_is_refused(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("legion ROM>GAL")
        yield from menu("Audit")
        yield from pick("Rome")
        yield from point("NHI")
        answer = yield "ok"
        assert (answer["lines"][:2], chosen(answer)) == (["N. Hispania", "Rome 0"], "NHI")
        assert answer["banner"] == "no such piece is left: first take one off another place"

    shown(tmp_path, player())


def test_a_battle_follows_the_pieces(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("legion ROM>GAL", "hannibal CAR>MAU", "legion GAL>NHI", "hannibal MAU>SHI")
        yield from menu("Audit")
        yield from pick("Hannibal")
        yield from point("NHI")
        yield "ok"
        yield "back"
        answer = yield from look()
        assert answer["lines"][-4] == "Battle: N. Hispania"
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["lines"][:3] == ["N. Hispania", "Rome?", "Rome1× 1 1 Carthage1H+1"]

    put = json.loads(actions(played(tmp_path, player()))[-1].removeprefix("set "))
    assert put["battle"] == {"at": "NHI", "attacker": 0, "fielded": "hannibal"}


def test_an_impossible_table_is_refused_in_words(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("legion ROM>GAL")
        yield from menu("Audit")
        answer = yield from look()
        while chosen(answer) != "Rome: 1 2 3 4 5":
            answer = yield "down"
        answer = yield "ok"
        assert (answer["screen"], answer["lines"][:3]) == (
            "audit-hands",
            ["Hands", "1 in hand", "Rome5 1 1 Carthage5"],
        )
        answer = yield "ok"
        assert answer["lines"][:3] == ["Hands", "1 aside", "Rome4 · 1 Carthage5"]
        yield "back"
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["banner"] == "cards in hand: Rome 4, Carthage 5; both must hold equally many"
        answer = yield from look()
        while not chosen(answer).startswith("Carthage: 1"):
            answer = yield "down"
        yield "ok"
        answer = yield "right"
        assert answer["lines"][1] == "1 in hand"
        yield "down"
        yield "ok"
        yield "back"
        yield from pick("Set the record so")

    put = json.loads(actions(played(tmp_path, player()))[-1].removeprefix("set "))
    assert put["hands"] == [[2, 3, 4, 5], [1, 3, 4, 5]]


def test_han_17_who_is_given_chips_takes_them_from_the_other(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start("Core", "Entry")
        yield from pick("Chip")
        yield from menu("Audit")
        yield from pick("Carthage")
        yield "up"
        answer = yield "up"
        assert answer["lines"] == ["Carthage: chips", "2", "by one, 0 to 7"]
        yield "ok"
        yield from pick("Turn")
        yield from pick("Set the record so")

    put = json.loads(actions(played(tmp_path, player()))[-1].removeprefix("set "))
    assert put == {"turn": 0, "chips": [0, 2]}


def test_the_elephant_cannot_be_put_on_an_island(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("legion ROM>GAL")
        yield from menu("Audit", "Hannibal")
        walked = set()
        for _ in range(12):
            walked.add(chosen((yield "down")).split(":")[0])
        assert walked == {"ROM", "GAL", "NHI", "SHI", "MAU", "CAR", "CAN", "ZAM"}

    played(tmp_path, player())


def test_the_setup_says_who_is_who_and_what_to_lay_out(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Hannibal vs Rome")
        yield from pick("West")
        yield from pick("Start")
        text = ""
        for _ in range(8):
            answer = yield from look()
            text += " ".join(answer["lines"][2:]) + " "
            yield "down"
        assert "Player 1 is Rome, blue. Player 2 is Carthage, red." in text
        assert "Carthage: 5 legions, Hannibal (2 counters stacked). Sardinia–Carthage: 3 fleets." in text
        assert "Rome wants Sardinia, southern Hispania or Mauretania, and Zama or Sicily." in text
        assert "Chips" not in text

    played(tmp_path, player())


# Presses


def presses(table: Shadow, texts: tuple[str, ...], keys: tuple[Command, ...]) -> list[int]:
    counts = []
    for text in texts:
        counts.append(len(way_to(text, table.context, keys)))
        table.enter(table.read(text))
    return counts


def test_how_many_presses_a_game_takes() -> None:
    texts = (*MEETING, "field hannibal", "clash 4 3")
    assert presses(Shadow("hannibal", NAMES), texts, FOUR) == [4, 3, 3, 4, 3, 4, 3, 1, 3]
    assert presses(Shadow("hannibal", NAMES), texts, JOYSTICK) == [4, 3, 3, 4, 3, 4, 3, 1, 3]


every_table = pytest.mark.parametrize(
    "options",
    params(
        [(dict(options),) for options in option_sets(registry.game("hannibal"))],
        lambda options: features("hannibal", options),
        lambda options: " ".join(map(str, options.values())),
    ),
)


@every_table
def test_a_random_game_pressed_key_by_key_is_recorded_as_it_was_meant(
    options: dict[str, bool | str], tmp_path: Path
) -> None:
    dice, table = random.Random(str(options)), Shadow("hannibal", NAMES, **options)
    meant: list[str] = []

    def player() -> Player:
        yield from start(
            *(("Core",) if options["core"] else ()),
            *(("West",) if options["west"] == "symmetric" else ()),
            *(("Entry",) if options["entry"] == "scores" else ()),
        )
        while not table.over and len(meant) < 60:
            action = dice.choice(table.legal)
            found = ways(table.context, JOYSTICK if dice.random() < 0.5 else FOUR)
            assert set(found) == set(table.legal)
            for command in found[action]:
                yield command.value
            table.enter(action)
            meant.append(action)

    answers = played(tmp_path, player())
    assert actions(answers) == ["new hannibal", *meant]


@pytest.mark.parametrize("most", [20, pytest.param(80, marks=pytest.mark.thorough)])
@every_table
def test_at_any_moment_everything_can_be_asked_and_corrected(options: dict[str, bool | str], most: int) -> None:
    dice, table = random.Random(str(options)), Shadow("hannibal", NAMES, **options)
    for moment in range(most):
        context = table.context
        if table.over:
            break
        back = Table()
        if moment % 4 == 0:
            for page in leafed(Help(back), context):
                assert page.view(context).text
        audit = Audit(Menu(back))
        for place in range(len(registry.game("hannibal").text.audit(context.situation, audit.table(context)))):
            there = Audit(Menu(back), cursor=place).update(Command.OK, context)
            assert there.view(context).title  # type: ignore[union-attr]
        table.enter(dice.choice(table.legal))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_of_the_audit_under_the_cursor_is_whole_and_so_are_the_places_of_the_fleets(language: str) -> None:
    painter = MeasuringPainter(letters_for(language))
    stage = Stage(painter, Words(language, breaks=True), {})
    context = stage.context(stage.step("hannibal", NAMES, "legion ROM>CAN", core=True))
    audit = Audit(Menu(Table()), cursor=1)
    audit = audit.correct(context, turn=0)
    assert audit.unset
    for cursor, line in enumerate(audit.lines(context)):
        painter.measures(replace(audit, cursor=cursor).view(context))
        whole = "".join(without_breaks(line.item.label + line.item.value).split())
        assert painter.written_plain.endswith(whole), line.item
    for route in ROUTES:
        for seat in (0, 1):
            assert painter.measures(Pieces(audit, "fleets", seat, route).view(context)).cut == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [("佐々木健太郎", "翔"), ("Ian", "Bartholomew")])
def test_the_map_says_whose_turn_it_is_and_shows_the_clock_beside_every_place(
    language: str, names: tuple[str, str]
) -> None:
    painter, words = MeasuringPainter(letters_for("ja")), Words(language, breaks=True)
    stage = Stage(painter, words, {})
    others = {words("effect.hannibal.battle"), words("hannibal.at-legion"), words("hannibal.at-hannibal")}
    for entered in ((), ("legion ROM>GAL",), ("legion ROM>GAL", "fleet SAR-CAR>COR-SAR")):
        step = stage.step("hannibal", names, *entered)
        assert step.position is not None
        pieces, tag = choices(step).below(()), tags(names)[step.position.to_act[0]]
        goals = [(piece, goal) for piece in pieces for goal in choices(step).below((piece,))]
        for context in (stage.context(step), stage.clocked(step, 723, 723)):
            for path in (*[(piece,) for piece in pieces], *goals):
                page = router.view(Table(path), context)
                painter.start()
                painter.page(page)
                assert {page.title, page.aside, page.clock} <= {"", *painter.written}
                assert page.aside in others or page.aside.startswith(f"▶{tag}"), page.title
