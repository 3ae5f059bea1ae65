"""Army Ants with four keys: entering every kind of turn, dealing, the log, the audit, the end."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from device import Player, actions, begin, begun, chosen, look, pick, played, says
from glass import MeasuringPainter
from letters import letters_for
from PIL import Image, ImageChops
from presses import FOUR, JOYSTICK, Shadow, Way, painter, way_to, ways
from scenes import scenes
from scenes.army_ants import DEALT, FIGHT, LATE, RALLY
from variants import first

from companion.games import registry
from companion.games.army_ants.deployment_screens import Dealt, LayOut
from companion.games.army_ants.drawing import Attacker
from companion.games.army_ants.field_picture import FieldPicture
from companion.games.army_ants.repair import Field
from companion.games.army_ants.screens import Squares
from companion.play.timeline import advance
from companion.ui import router
from companion.ui.audit import Audit
from companion.ui.help import Help
from companion.ui.intents import Say
from companion.ui.log import Log, Then
from companion.ui.page import Item
from companion.ui.screen import Command, Context, Screen
from companion.ui.table import Menu, Score, Table
from companion.ui.widgets import NumberScreen
from companion.values import replace
from companion.words import Words

GAME = "army-ants"
NAMES = ("Player 1", "Player 2")
LAST = "set " + json.dumps(LATE)


def pressed(way: Way) -> Player:
    for command in way:
        yield command.value


def start(*turns: str) -> Player:
    """From home into the game; an option is switched each time it is named."""
    yield from pick("Army Ants")
    for option in turns:
        answer = yield from look()
        while not chosen(answer).startswith(option):
            answer = yield "down"
        yield "ok"
    yield from begin()


class Ants(Shadow):
    """The game beside the device that finds the keys to everything."""

    def __init__(self, **options: bool | str) -> None:
        super().__init__(GAME, NAMES, **options)

    def after(self, *texts: str) -> Ants:
        """The game after these entries."""
        self.done(*texts)
        return self

    def enter_actions(self, *texts: str) -> Player:
        """Tell these things by the shortest way."""
        for text in texts:
            way = way_to(text, self.context, FOUR)
            self.timeline = advance(self.setup, self.timeline, text)
            yield from pressed(way)

    def done(self, *texts: str) -> Context:
        """The screen after these entries."""
        for text in texts:
            self.timeline = advance(self.setup, self.timeline, text)
        return self.context


def rally() -> Context:
    return Ants().done(*DEALT)


def battle() -> Context:
    return Ants().done(*DEALT, *RALLY, *FIGHT)


def late() -> Context:
    return Ants().done(LAST)


# -- deployment


def test_the_first_square_is_marked_on_the_field_and_named_with_the_card_under_the_cursor(tmp_path: Path) -> None:
    answer = played(tmp_path, start())[-1]
    assert answer["lines"] == [
        "Player 1",
        "R5 on a4",
        "8 · · · · ·",
        "7 · · · · ·",
        "6 · · · · ·",
        "5 · · · · ·",
        "4 ? · · · · | 1×2 5×2 9×2",
        "3 · · · · · | 2×2 6×2 Q×1",
        "2 · · · · · | 3×2 7×2 deal",
        "1 · · · · · | 4×2 8×2 –",
    ]
    assert chosen(answer) == "5×2"


def test_entered_cards_are_on_the_field_and_the_others_are_counted(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from Ants().enter_actions("deploy 5", "deploy 5", "deploy Q", "deploy 9")

    answer = played(tmp_path, player())[-1]
    assert answer["lines"][6:] == [
        "4 R5 R5 RQ R9 ? | 1×2 – 9×1",
        "3 · · · · · | 2×2 6×2 –",
        "2 · · · · · | 3×2 7×2 deal",
        "1 · · · · · | 4×2 8×2 –",
    ]
    assert answer["lines"][1].endswith(" on e4")


def test_the_last_card_of_an_army_costs_a_single_ok_and_black_goes_on_at_a5(tmp_path: Path) -> None:
    table = Ants()
    table.done(*DEALT[:18])
    assert way_to(DEALT[18], table.context, FOUR) == (Command.OK,)
    page = Table().view(table.done(DEALT[18]))
    assert page.title == "Player 2"
    assert page.aside.endswith(" on a5")
    assert [space.text for space in page.board[3]] == ["5", "?", "·", "·", "·", "·"]


def test_a_nine_beside_the_queen_is_not_offered_and_help_says_why() -> None:
    """ANT-14: the queen lies on a4, so b4 and a3 take no nine."""
    context = Ants(deployment="free").done("deploy Q")
    assert "deploy 9" not in ways(context, FOUR)
    pages = [Help(Table(), at=number).view(context) for number in range(4)]
    why = next(page for page in pages if page.title == "Why not?")
    assert " ".join(why.text).startswith("R9 on b4: with R9 on b4 a 9 ends up beside the queen")


# -- dealing


def deal() -> Player:
    """To the offer and through it."""
    yield from pick("deal")
    yield "ok"


def test_the_device_deals_only_after_it_has_asked(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from pick("deal")
        answer = yield from look()
        assert answer["lines"] == [
            "Deal for you?", "The device deals the", "38 cards left. Lay them", "out as it shows.", "Deal", "Back",
        ]  # fmt: skip
        answer = yield "back"
        assert chosen(answer) == "deal"

    assert actions(played(tmp_path, player())) == ["new army-ants"]


def test_a_deal_is_entered_card_by_card_and_shown_rank_by_rank_for_laying_out(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from deal()
        ranks = []
        while (answer := (yield from look()))["screen"] == "ants-lay":
            ranks.append(answer["lines"])
            yield "ok"
        whose = ["Player 1"] * 4 + ["Player 2"] * 4
        assert [lines[:2] for lines in ranks] == [
            [name, f"rank {rank}, {page}/8"]
            for page, (name, rank) in enumerate(zip(whose, (4, 3, 2, 1, 5, 6, 7, 8), strict=True), start=1)
        ]
        assert ranks[3][4] == "c1 -"
        shown = {line for lines in ranks for line in lines[2:]}
        assert chosen(answer) == "Begin the rally"
        answer = yield "ok"
        assert answer["lines"][2:4] == ["5", "rally turns"]
        there = {
            f"{file}{row[0]} {card[1:] or '-'}"
            for row in answer["lines"][4:]
            for file, card in zip("abcde", row.split()[1:], strict=True)
        }
        assert shown == there

    answers = played(tmp_path, player(), dice=random.Random(4))
    assert len(actions(answers)) == 1 + 38
    assert all(text.startswith("deploy ") for text in actions(answers)[1:])


def test_only_what_is_left_is_dealt_and_only_its_ranks_are_shown(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from Ants().enter_actions(*DEALT[:29])
        yield from deal()

    answers = played(tmp_path, player())
    assert actions(answers)[1:30] == list(DEALT[:29])
    assert len(actions(answers)) == 1 + 38
    assert answers[-1]["lines"][1] == "rank 7, 1/2"


def test_a_whole_deal_is_taken_back_by_one_choice_and_one_card_by_an_undo(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from Ants().enter_actions(*DEALT[:2])
        yield from deal()
        yield "back"
        yield from pick("Take the deal back")
        answer = yield from look()
        assert answer["lines"][1].endswith(" on c4")
        yield from deal()
        answer = yield "hold back"
        assert answer["lines"][1].endswith(" on e8")

    answers = played(tmp_path, player())
    enter_next = actions(answers)
    assert enter_next[1 + 38] == "back 2"
    assert enter_next[-1] == "undo"


def test_a_past_entry_is_changed_without_the_offer_to_deal(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from Ants().enter_actions(*DEALT[:2])
        yield "back"
        yield from pick("Log")
        yield "ok"
        yield from pick("Change")
        yield from deal()

    answers = played(tmp_path, player())
    assert answers[-1]["banner"] == "only one entry is changed here"
    assert actions(answers)[1:] == list(DEALT[:2])


# -- rally and battle


def test_rank_then_ant_then_where_and_the_title_names_each(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from Ants().enter_actions(*DEALT)
        answer = yield from look()
        assert (answer["screen"], answer["lines"][:4]) == ("ants-rank", ["Player 1", "rank 3", "5", "rally turns"])
        assert chosen(answer) == "3 R8 R8 R3 R6 R1"
        answer = yield "down"
        assert answer["lines"][1] == "rank 2"
        answer = yield "ok"
        assert (answer["screen"], answer["lines"][1]) == ("ants-ant", "c2 R4")
        answer = yield "ok"
        assert (answer["screen"], answer["lines"][1]) == ("ants-where", "swap b2 c2")
        answer = yield "up"
        assert answer["lines"][1] == "swap c2 c3"
        for action in ("swap b2 c2", "swap c2 d2", "R4 c2→c1"):
            answer = yield "down"
            assert answer["lines"][1] == action
        answer = yield "back"
        assert answer["lines"][1] == "c2 R4"
        for key in ("ok", "down", "down", "ok"):
            answer = yield key

    answers = played(tmp_path, player())
    assert actions(answers)[-1] == "march c2 d1"
    assert answers[-1]["lines"][0] == "Player 2"


@pytest.mark.parametrize(
    ("context", "path", "title", "action"),
    [
        (rally, ("2", "c2", "c1"), "R4 c2→c1", "march c2 d1"),
        (rally, ("1", "a1", "c1"), "a1–b1→b1–c1", "march a1-b1 r1"),
        (rally, ("4", "d4", "c1"), "Queen's favor", "favor"),
        (rally, ("3", "d3", "d4"), "swap d3 d4", "swap d3 d4"),
        (late, ("2", "b2", "5", "b5"), "R7 b2→b5", "moveout b2>b5"),
        (late, ("2", "a2", "8", "a8"), "takes B1", "attack a2>a8"),
        (late, ("4", "c4", "7", "c7"), "takes BQ, wins!", "attack c4>c7"),
        (late, ("2", "a2", "2", "c2", "a3"), "a2–c2→a3–c3", "march a2-c2 u1"),
        (late, ("2", "c2", "2", "a2", "c1"), "a2–c2→a1–c1", "march a2-c2 d1"),
        (late, ("2", "b2", "2", "a2", "b2"), "swap a2 b2", "swap a2 b2"),
    ],
)
def test_what_a_choice_would_do_is_said_before_it_counts(
    context: object, path: tuple[str, ...], title: str, action: str
) -> None:
    assert callable(context)
    seen: Context = context()
    assert Table(path).view(seen).aside == title
    answer = Table(path).update(Command.OK, seen)
    assert getattr(answer, "text", None) == action


def test_equal_cards_both_fall() -> None:
    context = Ants().done(*DEALT, *RALLY)
    assert Table(("4", "b4", "b5")).view(context).aside == "both fall"


def test_where_the_queen_can_march_to_the_empty_square_or_use_the_favor_both_are_offered() -> None:
    """ANT-5: the queen stands on d4 above the empty square d3."""
    turns = ("march a1-b1 r1", "swap a5 a6", "march a2-a3 d1", "swap a5 a6", "march b3-d3 l1", "swap a5 a6")
    context = Ants().done(*DEALT, *turns)
    page = Table(("4", "d4", "d3", "march")).view(context)
    assert page.screen == "ants-how"
    assert [item.label for item in page.menu] == ["d4→d3", "Queen's favor"]
    assert {"march d4 d1", "favor"} <= set(ways(context, FOUR))


def test_a_queen_in_reach_is_under_the_cursor_at_once() -> None:
    """Rank, attacker and target are likeliest: three times OK, of which those without a choice are skipped."""
    assert way_to("attack c4>c7", late(), FOUR) == (Command.OK,) * 3


def test_a_card_that_can_be_beaten_is_under_the_cursor_once_the_attacker_is_chosen() -> None:
    answer = Table(("2", "a2")).update(Command.OK, late())
    assert isinstance(answer, Table)
    assert answer.path == ("2", "a2", "8")


def test_of_two_neighbors_a_swap_is_under_the_cursor_before_their_marches() -> None:
    answer = Table(("2", "a2", "2", "b2")).update(Command.OK, late())
    assert answer == Table(("2", "a2", "2", "b2", "a2"))


@pytest.mark.parametrize(
    ("before", "text", "banner"),
    [
        (DEALT[:-1], DEALT[-1], "All cards entered: Player 1 begins the rally, 5 turns each"),
        ((*DEALT, *RALLY[:4]), "favor", "Favor: RQ goes to a2; Player 1 has no rally turns left"),
        ((*DEALT, *RALLY[:-1]), RALLY[-1], "The battle begins: Player 1 is first"),
        ((*DEALT, *RALLY), "attack a4>a5", "R5 beats B2: take B2 off a5; R5 stands there now"),
        ((*DEALT, *RALLY), "attack b4>b5", "R2 and B2 fall: take both off b4 and b5"),
    ],
)
def test_what_people_must_notice_is_a_banner(tmp_path: Path, before: tuple[str, ...], text: str, banner: str) -> None:
    begun(tmp_path, GAME, NAMES, *before)
    answers = played(tmp_path, Ants().after(*before).enter_actions(text))
    assert answers[-1]["banner"].startswith(banner)
    assert actions(answers) == [text]


def test_undo_tells_what_to_put_back_on_the_field(tmp_path: Path) -> None:
    begun(tmp_path, GAME, NAMES, *DEALT, *RALLY, "attack a4>a5")
    answer = played(tmp_path, says("hold back"))[-1]
    assert answer["banner"] == "Taken back: a4→a5\nMove R5 from a5 to a4\nPut B2 on a5\nPlayer 1's turn"


def test_a_player_who_cannot_move_passes_with_a_single_ok() -> None:
    """ANT-12: the red queen stands in a corner, shut in by nines that she never attacks."""
    board = {"a1": "RQ", "a2": "B9", "b1": "B9", "e8": "BQ", "e1": "R9", "e2": "B8", "d1": "B8", "d2": "R9"}
    context = Ants().done("set " + json.dumps({"phase": "battle", "turn": 0, "rally": [0, 0], "board": board}))
    assert "pass" not in ways(context, FOUR)
    board = {"a1": "RQ", "a2": "B1", "b1": "B1", "e8": "BQ"}
    context = Ants().done("set " + json.dumps({"phase": "battle", "turn": 0, "rally": [0, 0], "board": board}))
    assert ways(context, FOUR) == {"pass": (Command.OK,)}
    page = Table().view(context)
    assert (page.aside, page.space) == ("Pass", None)
    assert "ANT-12" in [Help(Table(), at=number).view(context).title for number in range(6)]


# -- the field on the glass


def pixels(picture: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many pixels of a part of a picture are lit."""
    return picture.crop(box).convert("L").histogram()[255]


def lit(context: Context, square: str, screen: Screen | None = None) -> int:
    """How many pixels are lit on the square: 10 columns and 8 rows, and beside it the mark of one that can attack."""
    picture = painter().page((screen or Table()).view(context))
    left, top = 6 + 10 * "abcde".index(square[0]), 8 * (8 - int(square[1]))
    return pixels(picture, (left + 2, top, left + 12, top + 8))


def test_every_rank_is_a_strip_of_eight_rows_and_a_move_changes_only_its_strips() -> None:
    """A display chip takes strips of eight rows. An ant goes from b2 to b5: of the left half two strips change."""
    before = Then(Log(Menu(Table())), 1).view(late())
    after = Then(Log(Menu(Table())), 2).view(Ants().done(LAST, "moveout b2>b5"))
    pictures = [painter().page(page).crop((0, 0, 58, 64)) for page in (before, after)]
    strips = [[picture.crop((0, top, 58, top + 8)).tobytes() for top in range(0, 64, 8)] for picture in pictures]
    changed = [8 - row for row in range(8) if strips[0][row] != strips[1][row]]
    assert changed == [5, 2]


def test_black_ants_are_lit_tiles_and_red_ones_plain() -> None:
    """A tile has 7 × 8 pixels without its corners; the figure of an 8 has 15 pixels."""
    board = {"a1": "RQ", "e8": "BQ", "b3": "R8", "d6": "B8"}
    context = Ants().done("set " + json.dumps({"phase": "battle", "turn": 0, "rally": [0, 0], "board": board}))
    assert (lit(context, "b3", Audit(Menu(Table()))), lit(context, "d6", Audit(Menu(Table())))) == (15, 52 - 15)


def test_up_is_up_where_a_rank_and_where_a_square_is_chosen() -> None:
    context = late()
    ranks = Table(("2",)).update(Command.UP, context)
    assert isinstance(ranks, Table)
    assert ranks.path == ("3",)
    higher = Table(("4", "c4", "6")).update(Command.UP, context)
    assert higher == Table(("4", "c4", "7"))
    field = Field(Audit(Menu(Table())), 4)
    assert field.update(Command.UP, context) == Field(Audit(Menu(Table())), 5)


def test_left_and_right_lead_from_ant_to_ant_in_all_directions() -> None:
    """Red has R7 on a2 and b2, R4 on c2, R8 on c4 and the queen on d3."""
    context = late()
    walk = Table(("2", "b2")).update(Command.RIGHT, context)
    assert isinstance(walk, Squares)
    seen = [walk.at]
    for command in (Command.UP, Command.UP, Command.LEFT, Command.DOWN, Command.RIGHT):
        walk = walk.update(command, context)
        assert isinstance(walk, Squares)
        seen.append(walk.at)
    assert seen == ["c2", "d3", "c4", "c4", "d3", "d3"]
    assert walk.view(context).screen == "ants-ant"
    assert walk.update(Command.BACK, context) == Table(("3",))
    assert walk.update(Command.OK, context) == Table(("3", "d3")).update(Command.OK, context)


def test_the_legend_shows_where_up_and_down_go_sideways() -> None:
    context, audit = late(), Audit(Menu(Table()))
    along: list[Screen] = [Table(("2", "b2")), Field(audit, 4, 2)]
    up: list[Screen] = [
        Table(("2",)),
        Squares((), "b2"),
        Table(("2", "a2", "2", "c2", "a3")),
        Field(audit, 4),
        Field(audit, 4, 2, free=True),
    ]
    assert {screen.view(context).keys for screen in along} == {"sob"}
    assert {screen.view(context).keys for screen in up} == {"uob"}


def test_ants_that_can_attack_are_marked_while_one_is_chosen() -> None:
    """From a2 the way to a8 is free, from c4 to the queen on c7; b2 and c2 reach no enemy, and d3 is a queen."""
    context = late()

    def marked(*path: str) -> list[str]:
        return sorted(
            space.text for row in Table(path).view(context).board for space in row if isinstance(space, Attacker)
        )

    assert marked("2") == marked("2", "c2") == ["R7!", "R8!"]
    assert lit(context, "a2", Table(("4", "c4"))) == lit(context, "b2", Table(("4", "c4"))) + 4
    assert marked("2", "c2", "3", "b3") == []


def test_the_taken_ants_are_shown_beside_the_field_in_the_battle() -> None:
    board = Table().view(battle()).board
    assert [space.text for row in board[5:] for space in row[7:]] == ["taken:", "R2,B2,B2"]
    assert [space.name for space in board[-1][7:]] == ["1 R, 2 B"]
    assert all(len(row) == 6 for row in Table().view(Ants().done(*DEALT, *RALLY)).board)


def test_the_cursor_fills_its_square_and_a_lit_tile_there_is_dark_in_a_frame() -> None:
    """A square has 9 × 8 pixels, and its frame 30. The figure of a 7 has 10, the crown of a queen 19."""
    context = late()
    assert pixels(painter().page(Table(("2", "b2")).view(context)), (17, 48, 26, 56)) == 72 - 10
    queen = painter().page(Table(("4", "c4", "7", "c7")).view(context))
    assert pixels(queen, (27, 8, 36, 16)) == 30 + 19


def test_the_goal_stands_in_16_rows_beside_the_field_and_above_it_where_the_ant_comes_from() -> None:
    def shown(*path: str) -> tuple[str, str, str]:
        drawing = Table(path).view(late()).drawing
        assert isinstance(drawing, FieldPicture)
        return drawing.way, drawing.goal, drawing.effect

    assert shown("2") == ("", "rank 2", "")
    assert shown("2", "b2") == ("", "b2 R7", "")
    assert shown("2", "b2", "6") == ("b2 →", "rank 6", "")
    assert shown("2", "b2", "5", "b5") == ("R7 b2 →", "b5", "free")
    assert shown("2", "a2", "2", "c2", "a3") == ("a2–c2 →", "a3–c3", "free")
    assert shown("2", "a2", "2", "b2", "a2") == ("a2 and", "b2", "swap")
    assert shown("4", "c4", "7", "c7") == ("R8 c4 →", "c7", "wins!")
    painted = painter().page(Table(("2", "b2")).view(late())).crop((61, 27, 110, 43))
    assert painted.convert("L").point(lambda pixel: 255 - pixel).getbbox() == (1, 0, 33, 16)


def test_a_name_of_24_letters_leaves_room_for_what_a_choice_would_do() -> None:
    """Only the two lines of the name differ: below them is the same as with a short one."""
    page = Table(("2", "b2")).view(late())
    long = painter().page(replace(page, title="Maximiliana Theodora von"))
    below = (61, 16, 118, 64)
    assert long.crop(below).tobytes() == painter().page(replace(page, title="Maximiliana Theo")).crop(below).tobytes()
    assert long.crop((0, 0, 58, 64)).tobytes() == painter().page(page).crop((0, 0, 58, 64)).tobytes()


# -- after the battle, log, audit


def test_the_end_says_who_has_won_and_why_and_how_many_ants_everybody_captured() -> None:
    context = Ants().done(LAST, "attack c4>c7")
    page = router.screen_of_table(context).view(context)
    assert (page.title, page.text) == ("Player 1 wins", ("queen taken",))
    assert [str(figure.number) for figure in page.figures] == ["16", "14"]
    drawn = {"phase": "battle", "turn": 0, "rally": [0, 0], "board": {"a1": "RQ", "e8": "BQ", "c3": "R5", "c4": "B5"}}
    context = Ants().done("set " + json.dumps(drawn), "attack c3>c4")
    page = router.screen_of_table(context).view(context)
    assert (page.title, page.text) == ("Nobody wins", ("no ants",))


def test_in_scores_entry_the_winner_is_one_of_three_lines(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start("Entry")
        answer = yield from look()
        assert answer["lines"] == ["Army Ants", "Player 1: wins", "Player 2: wins", "Nobody wins"]
        yield from pick("Player 2")
        yield from pick("End it")
        yield "hold back"
        yield from pick("Nobody wins")
        yield from pick("End it")

    answers = played(tmp_path, player())
    assert actions(answers) == ["new army-ants", "win 1", "undo", "draw"]
    assert answers[-1]["lines"][:2] == ["Nobody wins", "no ants"]


def test_in_scores_entry_a_result_is_asked_for_and_no_tap_of_ok_starts_a_rematch(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start("Entry")
        answer = yield "ok"
        assert answer["lines"] == [
            "End the game?", "Player 1 wins. Then the", "game is over.", "End it", "Go on playing"
        ]  # fmt: skip
        answer = yield "ok"
        assert (answer["screen"], chosen(answer)) == ("table", "Player 1: wins")
        yield from says("ok ok")

    assert actions(played(tmp_path, player())) == ["new army-ants"]


def test_a_conceded_game_shows_who_gave_it_up(tmp_path: Path) -> None:
    def player() -> Player:
        yield "back"
        yield from pick("End the game")
        yield from pick("Player 2 concedes")
        yield from pick("End it")

    begun(tmp_path, GAME, NAMES, *DEALT)
    answers = played(tmp_path, player())
    assert actions(answers)[-1] == "concede 1"
    assert answers[-1]["lines"][:2] == ["Player 1 wins", "Player 2 concedes"]


def test_the_log_speaks_of_squares_and_shows_the_field_as_it_was() -> None:
    context = battle()
    log = Log(Menu(Table()))
    assert [str(item) for item in log.view(context).menu[:4]] == [
        "Player 2: swap d7 e7",
        "Player 1: a3→a4",
        "P2: b5→b4: both fall",
        "P1: a4→a5: takes B2",
    ]
    then = Then(log, len(DEALT) + len(RALLY) + 1).view(context)
    assert [space.text for space in then.board[3]] == ["5", "R5", "B2", "B9", "B4", "B5"]
    why = Then(log, len(DEALT) + len(RALLY) + 1).update(Command.OK, context)
    assert not isinstance(why, Say)
    assert " ".join(why.view(context).text) == (  # type: ignore[union-attr]
        "R5 is higher than B2: B2 leaves the field, R5 takes its place on a5 (ANT-9)"
    )


def test_a_past_entry_is_changed_and_the_rest_follows(tmp_path: Path) -> None:
    def player() -> Player:
        yield "back"
        yield from pick("Log")
        yield "ok"
        yield from pick("Change")
        way = way_to("swap e5 e6", Ants().done(*DEALT, *RALLY[:-1]), FOUR)
        yield from pressed(way)

    begun(tmp_path, GAME, NAMES, *DEALT, *RALLY)
    assert actions(played(tmp_path, player()))[-1] == "change 46 swap e5 e6"


def test_the_audit_shows_the_field_and_what_each_army_has_lost() -> None:
    context = battle()
    page = Audit(Menu(Table())).view(context)
    assert [space.text for space in page.board[5]] == ["3", "·", "R8", "R3", "R6", "R1"]
    assert [str(item) for item in page.menu] == [
        "Ants on the field: 35", "Player 1: 18 (−2)", "Player 2: 17 (−2 2)", "Turn: Player 1", "Phase: battle",
    ]  # fmt: skip
    page = Audit(Menu(Table())).view(Ants().done(*DEALT, *RALLY[:1]))
    assert [str(item) for item in page.menu][-2:] == ["Rally turns of Player 1: 4", "Rally turns of Player 2: 5"]


def test_a_wrong_card_is_corrected_on_its_square(tmp_path: Path) -> None:
    """On c4 lies a 9 and on b4 a 2; on the table it is the other way round."""

    def player() -> Player:
        yield "back"
        yield from pick("Audit")
        answer = yield "ok"
        assert (answer["screen"], answer["lines"][1]) == ("ants-field", "rank 4")
        answer = yield "ok"
        assert answer["lines"][1] == "c4 R9"
        for key in ("ok", *["up"] * 7, "ok"):
            answer = yield key
        assert answer["lines"][1] == "c4 R2"
        answer = yield "up"
        assert answer["lines"][1] == "b4 R2"
        for key in ("ok", *["down"] * 7, "ok"):
            yield key
        yield "back"
        yield "back"
        yield from pick("Set the record so")

    begun(tmp_path, GAME, NAMES, *DEALT)
    answers = played(tmp_path, player())
    assert actions(answers)[-1].startswith("set ")
    row = next(line for line in answers[-1]["lines"] if line.startswith("4 "))
    assert row.split()[2:4] == ["R9", "R2"]


def test_an_impossible_correction_is_refused_in_words_and_changes_nothing(tmp_path: Path) -> None:
    def player() -> Player:
        yield "back"
        yield from pick("Audit")
        yield from (word for word in "ok ok ok up ok back back".split())
        yield from pick("Set the record so")

    begun(tmp_path, GAME, NAMES, *DEALT)
    answers = played(tmp_path, player())
    assert answers[-1]["banner"] == "R8 lies on the field 3 times; 2 exist"
    assert actions(answers) == []


def test_turn_phase_and_rally_turns_are_corrected_line_by_line() -> None:
    context = Ants().done(*DEALT)
    audit = Audit(Menu(Table()))
    look_of = registry.game(GAME)
    moved = look_of.repair(audit, "turn", context)
    assert isinstance(moved, Audit)
    assert moved.table(context)["turn"] == 0  # ANT-2: with five rally turns left for both, red begins
    moved = look_of.repair(audit, "phase", context)
    assert isinstance(moved, Audit)
    assert (moved.table(context)["phase"], moved.table(context)["rally"]) == ("battle", [0, 0])
    number = look_of.repair(audit, "rally 1", context).update(Command.DOWN, context)
    assert not isinstance(number, Say)
    assert isinstance(number, NumberScreen)
    corrected = number.update(Command.OK, context)
    assert isinstance(corrected, Audit)
    assert corrected.table(context)["rally"] == [5, 4]


# -- whole games


@pytest.mark.parametrize(
    "options",
    [
        {},
        pytest.param({"deployment": "rows"}, marks=pytest.mark.thorough),
        pytest.param({"deployment": "free"}, marks=pytest.mark.thorough),
        {"entry": "scores"},
    ],
    ids=str,
)
def test_a_whole_game_pressed_key_by_key_is_recorded_as_it_was_played(tmp_path: Path, options: dict[str, str]) -> None:
    dice = random.Random(11)
    switched = {"rows": ("Set-up",), "free": ("Set-up", "Set-up")}.get(options.get("deployment", ""), ())
    meant: list[str] = []

    def player() -> Player:
        table = Ants(**options)
        yield from start(*switched, *(("Entry",) if "entry" in options else ()))
        while not table.over and len(meant) < 120:
            action = dice.choice(table.legal)
            meant.append(str(action))
            yield from table.enter_actions(str(action))

    assert actions(played(tmp_path, player()))[1:] == meant


def positions(seed: int, **options: str) -> Iterator[Context]:
    """The moments of a random game."""
    dice, table = random.Random(seed), Ants(**options)
    yield table.context
    while not table.over and len(table.timeline) < 160:
        table.enter(dice.choice(table.legal))
        yield table.context


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("seed", range(3))
def test_everything_allowed_is_within_reach_of_four_keys_and_of_a_joystick(seed: int, every: int) -> None:
    for context in islice(positions(seed, deployment=("dealt", "rows", "free")[seed]), 0, None, every):
        assert context.step is not None
        assert context.step.position is not None
        legal = set(context.step.position.legal())
        if legal:
            assert set(ways(context, FOUR)) == legal
            assert set(ways(context, JOYSTICK)) == legal


@pytest.mark.parametrize("options", first([{}, {"entry": "scores"}, {"deployment": "free"}], 2), ids=str)
def test_every_moment_can_be_looked_at_from_every_side(options: dict[str, str]) -> None:
    text = registry.game(GAME).text
    for place, context in enumerate(positions(5, **options)):
        assert context.step is not None
        screen = router.screen_of_table(context)
        pages = [screen.view(context), Audit(Menu(screen)).view(context), Log(Menu(screen)).view(context)]
        if place % 9 == 0:
            count = int(Help(screen).view(context).aside.split("/")[1])
            pages += [Help(screen, at=number).view(context) for number in range(count)]
        if context.step.outcome is None:
            pages.append(Score().view(context))
        if place:
            pages.append(Then(Log(Menu(screen)), place).view(context))
        assert text.setup_messages(context.situation)
        for page in pages:
            painter().page(page)
            assert page.read(None).lines


def test_a_fixed_game_takes_so_many_presses() -> None:
    counts = {}
    for keys in (FOUR, JOYSTICK):
        table = Ants()
        presses = 0
        for text in (*DEALT, *RALLY, *FIGHT):
            presses += len(way_to(text, table.context, keys))
            table.done(text)
        counts[len(keys)] = presses
    assert counts == {4: 184, 6: 139}  # 38 cards, 9 turns of the rally, 4 of the battle


def test_the_ranks_shown_after_a_deal_keep_still_at_both_ends() -> None:
    context = rally()
    lay = LayOut(0, (4, 3))
    assert lay.update(Command.UP, context) == lay
    assert lay.update(Command.BACK, context) == Dealt(lay)
    assert Dealt(lay).update(Command.BACK, context) == LayOut(0, (4, 3), 1)


def test_words_of_the_offer_are_not_cut_off() -> None:
    words = Words("en")
    assert len(painter().wrap(words("screen.ants-offer.text", count=38))) <= 4


def test_the_line_under_the_cursor_breaks_no_word_where_smaller_letters_have_room() -> None:
    painter = MeasuringPainter(letters_for("ja"))
    then = next(scene for scene in scenes(painter, Words("ja", breaks=True)) if scene.name == "ants-then")
    assert isinstance(then.screen, Then)
    places = {item.label: place for place, item in enumerate(router.view(then.screen, then.context).menu)}
    cursor = places[Words("ja", breaks=True)("screen.then.continue")]
    painter.start()
    painter.page(router.view(replace(then.screen, cursor=cursor), then.context))
    assert painter.written[-3:] == ("ここから", "再開", "戻る")


@pytest.mark.parametrize("lines", [1, 3])
def test_the_line_under_the_cursor_beside_the_field_is_whole_and_has_a_lit_row_above_it(lines: int) -> None:
    scene = next(scene for scene in scenes(painter(), Words("en")) if scene.name == "ants-then")
    page = router.view(scene.screen, scene.context)
    with_parts_below, without = [
        painter().page(replace(page, menu=(Item(word), *page.menu[1:])[:lines])) for word in ("Ygy", "Yoo")
    ]
    right = 116  # the last column of the box: no letter is there
    box = [y for y in range(64) if with_parts_below.getpixel((right, y)) and y > 17]
    assert with_parts_below.crop((61, box[0], right, box[0] + 1)).getextrema() == (255, 255)
    changed = ImageChops.logical_xor(with_parts_below, without).getbbox()
    assert changed is not None
    assert box[0] < changed[1]
    assert changed[3] <= box[-1] + 1
