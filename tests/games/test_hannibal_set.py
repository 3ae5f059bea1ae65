"""Hannibal vs Rome: which tables can be set, and the first fault of those that cannot, in words."""

from __future__ import annotations

from typing import Any

import pytest
from hannibal_board import FULL, GAME, after, begin, english, lay, seated

from companion.kit.rules import Inconsistent

START = lay("ROM*7 ROM-COR*3", "CAR*5 SAR-CAR*3", "CAR")
MIDDLE = lay("GAL*2 COR ROM-COR", "MAU ZAM SIC-ZAM", "MAU", turn=1, hands=([1, 3], [2, 5]))
LAND = lay("NHI ROM", "NHI CAR", "NHI", battle="NHI", hands=([1], [4]))


def without(table, name):
    return {field: value for field, value in table.items() if field != name}


def fault(table, **options):
    with pytest.raises(Inconsistent) as refused:
        GAME.restore(2, GAME.complete(options), table)
    return english(refused.value.message)


def fought(table, **fields):
    """The table with some fields of its battle exchanged."""
    return {**table, "battle": {**table["battle"], **fields}}


TYPES = {
    "turn-null": ({**MIDDLE, "turn": None}, "turn is null, not a whole number"),
    "turn-true": ({**MIDDLE, "turn": True}, "turn is true, not a whole number"),
    "turn-fraction": ({**MIDDLE, "turn": 1.0}, "turn is 1.0, not a whole number"),
    "turn-2": ({**MIDDLE, "turn": 2}, "turn is 2; seats go from 0 to 1"),
    "legions-object": ({**MIDDLE, "legions": {}}, "legions is not a list"),
    "legions-three": ({**MIDDLE, "legions": [{}, {}, {}]}, "legions has 3 entries; 2 are needed"),
    "legions-list": ({**MIDDLE, "legions": [[], {}]}, "legions[0] is not an object"),
    "legions-route": (
        {**MIDDLE, "legions": [{"ROM-COR": 1}, {}]},
        "Rome–Corsica in legions is no place for these pieces",
    ),
    "legions-unknown": ({**MIDDLE, "legions": [{"ALP": 1}, {}]}, "ALP in legions is no place for these pieces"),
    "legions-true": ({**MIDDLE, "legions": [{"GAL": True}, {}]}, "legions[0].GAL is true, not a whole number"),
    "legions-fraction": ({**MIDDLE, "legions": [{}, {"GAL": 2.0}]}, "legions[1].GAL is 2.0, not a whole number"),
    "legions-empty-place": ({**MIDDLE, "legions": [{"GAL": 0}, {}]}, "legions[0].GAL is 0; it goes from 1 to 7"),
    "legions-negative": ({**MIDDLE, "legions": [{"GAL": -1}, {}]}, "legions[0].GAL is -1; it goes from 1 to 7"),
    "fleets-null": ({**MIDDLE, "fleets": None}, "fleets is not a list"),
    "fleets-one": ({**MIDDLE, "fleets": [{}]}, "fleets has 1 entry; 2 are needed"),
    "fleets-text": ({**MIDDLE, "fleets": [{}, "SIC-ZAM"]}, "fleets[1] is not an object"),
    "fleets-region": ({**MIDDLE, "fleets": [{"ROM": 1}, {}]}, "Rome in fleets is no place for these pieces"),
    "fleets-reversed": ({**MIDDLE, "fleets": [{"COR-ROM": 1}, {}]}, "COR-ROM in fleets is no place for these pieces"),
    "fleets-true": ({**MIDDLE, "fleets": [{"ROM-COR": True}, {}]}, "fleets[0].ROM-COR is true, not a whole number"),
    "fleets-empty-place": ({**MIDDLE, "fleets": [{"ROM-COR": 0}, {}]}, "fleets[0].ROM-COR is 0; it goes from 1 to 3"),
    "hannibal-number": ({**MIDDLE, "hannibal": 5}, "hannibal is 5, not a text"),
    "hannibal-list": ({**MIDDLE, "hannibal": ["MAU"]}, 'hannibal is ["MAU"], not a text'),
    "hannibal-nowhere": ({**MIDDLE, "hannibal": "ALP"}, "ALP in hannibal is no place for these pieces"),
    "hannibal-route": ({**MIDDLE, "hannibal": "SIC-ZAM"}, "Sicily–Zama in hannibal is no place for these pieces"),
    "hands-three": ({**MIDDLE, "hands": [[1], [2], [3]]}, "hands has 3 entries; 2 are needed"),
    "hands-flat": ({**MIDDLE, "hands": [1, 2]}, "hands[0] is not a list"),
    "hands-text": ({**MIDDLE, "hands": [["1"], [2]]}, 'hands[0][0] is "1", not a whole number'),
    "hands-true": ({**MIDDLE, "hands": [[2], [True]]}, "hands[1][0] is true, not a whole number"),
    "hands-0": ({**MIDDLE, "hands": [[0], [2]]}, "hands[0][0] is 0; it goes from 1 to 5"),
    "hands-6": ({**MIDDLE, "hands": [[1], [6]]}, "hands[1][0] is 6; it goes from 1 to 5"),
    "hands-unsorted": ({**MIDDLE, "hands": [[1, 3], [5, 2]]}, "hands[1] must be in this order: [2, 5]"),
    "hands-twice": ({**MIDDLE, "hands": [[3, 3], [2, 5]]}, "hands[0] has the 3 twice"),
    "battle-list": ({**MIDDLE, "battle": []}, "battle is not an object"),
    "battle-false": ({**MIDDLE, "battle": False}, "battle is not an object"),
    "battle-empty": ({**MIDDLE, "battle": {}}, "battle.at is missing"),
    "battle-no-attacker": ({**LAND, "battle": {"at": "NHI", "fielded": None}}, "battle.attacker is missing"),
    "battle-no-fielded": ({**LAND, "battle": {"at": "NHI", "attacker": 0}}, "battle.fielded is missing"),
    "battle-unknown": (fought(LAND, defender=1), "battle.defender is not known here; known are at, attacker, fielded"),
    "battle-at-null": (fought(LAND, at=None), "battle.at is null, not a text"),
    "battle-at-nowhere": (fought(LAND, at="ALP"), "ALP in battle is no place for these pieces"),
    "battle-attacker-false": (
        fought(LAND, attacker=False),
        "battle.attacker is false; 0 would fit the rest of the table",
    ),
    "battle-attacker-2": (fought(LAND, attacker=2), "battle.attacker is 2; 0 would fit the rest of the table"),
    "battle-fielded-fleet": (fought(LAND, fielded="fleet"), "fielded is fleet; it is hannibal, legion or null"),
    "battle-fielded-number": (fought(LAND, fielded=0), "battle.fielded is 0, not a text"),
    "chips-three": ({**MIDDLE, "chips": [0, 0, 0]}, "chips has 3 entries; 2 are needed"),
    "chips-true": ({**MIDDLE, "chips": [0, False]}, "chips[1] is false, not a whole number"),
    "chips-negative": ({**MIDDLE, "chips": [-1, 0]}, "chips[0] is -1; it goes from 0 to 7"),
}


def test_set_accepts_the_tables_that_the_faults_are_made_from():
    for table in (START, MIDDLE, LAND):
        assert seated(table).table() == table


@pytest.mark.parametrize("name", TYPES)
def test_set_refuses_a_field_of_the_wrong_kind(name):
    table, words = TYPES[name]
    assert fault(table) == words


@pytest.mark.parametrize("field", MIDDLE)
def test_set_needs_every_field_and_no_other(field):
    assert fault(without(MIDDLE, field)) == f"{field} is missing"
    assert fault({**MIDDLE, "winner": 0}) == f"winner is not known here; known are {', '.join(MIDDLE)}"


@pytest.mark.parametrize("field", MIDDLE)
def test_set_takes_no_field_of_another_type(field):
    values: tuple[Any, ...] = (
        True,
        1.5,
        "x",
        {},
        [None],
        [[]],
        [{}],
        [True],
        ["x"],
        [[], []],
        [{}, 1],
        -1,
        10**40,
        1e300,
    )
    for value in values:
        assert fault({**MIDDLE, field: value}), value


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (lay("ROM*6 GAL*2", "CAR"), "legions: Ada has 8; 7 are all there are"),
        (lay("ROM*8", "CAR"), "legions[0].ROM is 8; it goes from 1 to 7"),
        (lay("ROM", "CAR*6"), "legions[1].CAR is 6; it goes from 1 to 5"),
        (lay("ROM", "CAR*4 MAU*2", "CAR"), "legions: Ben has 6; 5 are all there are"),
        (lay("ROM ROM-COR*2 SIC-ZAM*2", "CAR"), "fleets: Ada has 4; 3 are all there are"),
        (lay("ROM", "CAR SIC-ZAM*4"), "fleets[1].SIC-ZAM is 4; it goes from 1 to 3"),
    ],
)
def test_han_1_set_knows_no_more_pieces_than_there_are(table, words):
    assert fault(table) == words


@pytest.mark.parametrize("island", ["COR", "SAR", "SIC"])
def test_han_4_set_puts_hannibal_on_no_island(island):
    name = {"COR": "Corsica", "SAR": "Sardinia", "SIC": "Sicily"}[island]
    words = f"Hannibal cannot be in {name}; no land border leads there"
    assert fault(lay("ROM", f"CAR {island}", island)) == words


def test_han_6_set_has_both_sides_in_no_place_but_a_battle_s():
    for table, battle in (
        (lay("ROM NHI", "CAR NHI"), '{"at": "NHI", "attacker": 0, "fielded": "legion"}'),
        (lay("ROM NHI", "CAR", "NHI"), '{"at": "NHI", "attacker": 0, "fielded": "hannibal"}'),
        (lay("ROM SIC-ZAM", "CAR SIC-ZAM"), '{"at": "SIC-ZAM", "attacker": 0, "fielded": null}'),
    ):
        assert fault(table) == f"battle is null; {battle} would fit the rest of the table"
    for battle, other in (("NHI", "S. Hispania"), ("SHI", "N. Hispania")):
        elsewhere = lay("ROM NHI SHI", "CAR NHI SHI", battle=battle, fielded="legion")
        assert fault(elsewhere) == f"both sides are in {other}; they would have fought"
    at_sea = lay("ROM CAN-SIC SIC-ZAM", "CAR CAN-SIC SIC-ZAM", battle="SIC-ZAM")
    assert fault(at_sea) == "both sides are in Cannae–Sicily; they would have fought"


def test_han_6_set_makes_the_seat_in_turn_the_attacker():
    assert fault(fought(LAND, attacker=1)) == "battle.attacker is 1; 0 would fit the rest of the table"
    assert fault({**LAND, "turn": 1}) == "Ben attacks N. Hispania with 2 pieces; exactly one has entered"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (lay("ROM NHI*2", "CAR NHI", battle="NHI", fielded="legion"), "Ada attacks N. Hispania with 2 pieces"),
        (
            lay("ROM NHI", "CAR NHI", "NHI", turn=1, battle="NHI", fielded="legion"),
            "Ben attacks N. Hispania with 2 pieces",
        ),
        (lay("ROM SIC-ZAM*3", "CAR SIC-ZAM", battle="SIC-ZAM"), "Ada attacks Sicily–Zama with 3 pieces"),
    ],
)
def test_han_6_set_has_exactly_one_attacking_piece(table, words):
    assert fault(table) == f"{words}; exactly one has entered"


@pytest.mark.parametrize(
    "table",
    [
        lay("ROM", "CAR NHI", battle="NHI", fielded="legion"),
        lay("ROM NHI", "CAR", battle="NHI", fielded="legion"),
        lay("ROM", "CAR SIC-ZAM", turn=1, battle="SIC-ZAM"),
    ],
)
def test_han_6_set_has_a_battle_only_where_both_sides_are(table):
    assert fault(table) == "battle is {…}; null would fit the rest of the table"


def test_han_7_set_has_hands_of_the_same_size():
    words = "cards in hand: Rome 3, Carthage 2; both must hold equally many"
    assert fault({**MIDDLE, "hands": [[1, 2, 3], [1, 2]]}) == words


def test_han_8_set_has_no_empty_hand():
    assert fault({**MIDDLE, "hands": [[], []]}) == "hands[0] is empty; after the fifth card all are taken back"
    assert fault({**MIDDLE, "hands": [[1], []]}) == "hands[1] is empty; after the fifth card all are taken back"


def test_han_9_set_fields_nobody_at_sea():
    for fielded in ("legion", "hannibal"):
        table = lay("ROM SIC-ZAM", "CAR SIC-ZAM*2", battle="SIC-ZAM", fielded=fielded)
        assert fault(table) == f'battle.fielded is "{fielded}"; null would fit the rest of the table'


@pytest.mark.parametrize(
    ("carthage", "hannibal", "fielded", "only"),
    [
        ("NHI CAR", None, None, "legion"),
        ("NHI CAR", "CAR", None, "legion"),
        ("NHI CAR", "CAR", "hannibal", "legion"),
        ("CAR", "NHI", None, "hannibal"),
        ("CAR", "NHI", "legion", "hannibal"),
    ],
)
def test_han_9_set_fields_the_only_kind_there_is(carthage, hannibal, fielded, only):
    said = f'"{fielded}"' if fielded else "null"
    words = f'battle.fielded is {said}; "{only}" would fit the rest of the table'
    assert fault(lay("ROM NHI", carthage, hannibal, battle="NHI", fielded=fielded)) == words


@pytest.mark.parametrize("fielded", [None, "hannibal", "legion"])
def test_han_9_set_takes_all_three_where_both_kinds_are(fielded):
    table = lay("ROM NHI", "CAR NHI*2", "NHI", battle="NHI", fielded=fielded)
    position = seated(table)
    assert position.table() == table
    assert position.to_act == ((1,) if fielded is None else (0, 1))


@pytest.mark.parametrize(
    ("table", "seat", "capital"),
    [
        (lay("ROM CAR", "MAU"), "Ada", "CAR"),
        (lay("GAL", "ROM CAR"), "Ben", "ROM"),
        (lay("GAL", "CAR", "ROM"), "Ben", "ROM"),
        (lay("GAL CAR", "CAR", battle="CAR", fielded="legion"), "Ada", "CAR"),
        (lay("GAL CAR", "CAR", turn=1, battle="CAR", fielded="legion"), "Ada", "CAR"),
        (lay("GAL ROM", "ROM CAR", battle="ROM", fielded="legion"), "Ben", "ROM"),
        (lay("GAL ROM", "ROM CAR", turn=1, battle="ROM", fielded="legion"), "Ben", "ROM"),
    ],
)
def test_han_11_set_has_nobody_in_the_enemy_capital_and_no_battle_in_any(table, seat, capital):
    name = {"ROM": "Rome", "CAR": "Carthage"}[capital]
    assert fault(table) == f"{seat} has a legion in {name} and would have won"


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(
    ("rome", "carthage", "hannibal", "seat"),
    [
        ("SAR NHI SIC", "CAR", None, "Ada"),
        ("SAR MAU ZAM", "CAR", None, "Ada"),
        ("ROM", "COR NHI SIC", None, "Ben"),
        ("ROM", "COR CAN", "GAL", "Ben"),
    ],
)
def test_han_12_set_has_nobody_controlling_the_mediterranean(rome, carthage, hannibal, seat, turn):
    words = f"{seat} controls the Mediterranean and would have won"
    assert fault(lay(rome, carthage, hannibal, turn=turn)) == words


def test_han_12_set_knows_the_option_west():
    north, south = lay("SAR NHI SIC", "CAR"), lay("SAR SHI SIC", "CAR")
    assert fault(north)
    assert seated(south).outcome is None
    assert fault(south, west="symmetric") == "Ada controls the Mediterranean and would have won"
    assert seated(north, west="symmetric").outcome is None


def test_han_12_set_leaves_out_the_attacking_piece():
    entered = lay("NHI SAR SIC", "NHI CAR", battle="NHI", fielded="legion")
    assert seated(entered).table() == entered
    hannibal = lay("GAL ROM", "COR SIC", "GAL", turn=1, battle="GAL", fielded="hannibal")
    assert seated(hannibal).table() == hannibal


def test_han_12_set_counts_the_pieces_that_are_attacked_or_elsewhere():
    words = "Ben controls the Mediterranean and would have won"
    assert fault(lay("NHI ROM", "NHI COR SIC", battle="NHI", fielded="legion")) == words
    words = "Ada controls the Mediterranean and would have won"
    assert fault(lay("MAU SAR SIC ROM-COR", "CAR ROM-COR", battle="ROM-COR")) == words
    assert fault(lay("NHI MAU SAR SIC", "NHI CAR", battle="NHI", fielded="legion")) == words


@pytest.mark.parametrize("turn", [0, 1])
def test_han_13_set_has_a_legion_on_each_side(turn):
    assert fault(lay("ROM-COR", "CAR", turn=turn)) == "Ada has no legion left and would have lost"
    assert fault(lay("ROM", "SAR-CAR", turn=turn)) == "Ben has no legion left and would have lost"
    assert seated(lay("ROM", "SAR-CAR", "CAR", turn=turn)).outcome is None


@pytest.mark.parametrize(
    ("table", "seat"),
    [(lay("COR SIC", "CAR"), "Ada"), (lay("ROM", "SAR", turn=1), "Ben"), (lay("SIC", "SAR", turn=1), "Ben")],
)
def test_han_14_set_lets_the_seat_in_turn_move(table, seat):
    assert fault(table) == f"{seat} cannot move any piece and would have lost"


def test_han_14_set_asks_only_the_seat_in_turn_and_only_before_its_move():
    for table in (
        lay("COR SIC", "CAR", turn=1),
        lay("ROM", "SAR"),
        lay("SIC", "SAR SAR-CAR", turn=1),
        lay("COR", "COR CAR", battle="COR", fielded="legion"),
    ):
        assert seated(table).table() == table


def test_han_17_set_has_chips_on_one_side_alone():
    words = "chips: Rome 1, Carthage 2; only one side can have any"
    assert fault({**MIDDLE, "chips": [1, 2]}, core=True) == words
    assert fault({"turn": 0, "chips": [1, 2]}, core=True, entry="scores") == words
    for chips in ([0, 0], [7, 0], [0, 7]):
        assert seated({**MIDDLE, "chips": chips}, core=True).table()["chips"] == chips
        assert seated({"turn": 0, "chips": chips}, core=True, entry="scores").table()["chips"] == chips


def test_han_17_set_has_no_chips_without_the_option():
    words = "chips are taken only in core control; this game is played without it"
    for chips in ([1, 0], [0, 7]):
        assert fault({**MIDDLE, "chips": chips}) == words
        assert fault({"turn": 0, "chips": chips}, entry="scores") == words


@pytest.mark.parametrize("chips", [[8, 0], [0, 8]])
def test_han_18_set_has_no_eighth_chip(chips):
    words = f"chips[{chips.index(8)}] is 8; it goes from 0 to 7"
    assert fault({**MIDDLE, "chips": chips}, core=True) == words
    assert fault({"turn": 0, "chips": chips}, core=True, entry="scores") == words


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"turn": 0}, "chips is missing"),
        ({"chips": [0, 0]}, "turn is missing"),
        ({"turn": 0, "chips": [0, 0], "battle": None}, "battle is not known here; known are turn, chips"),
        ({"turn": None, "chips": [0, 0]}, "turn is null, not a whole number"),
        ({"turn": True, "chips": [0, 0]}, "turn is true, not a whole number"),
        ({"turn": 2, "chips": [0, 0]}, "turn is 2; seats go from 0 to 1"),
        ({"turn": 0, "chips": [0]}, "chips has 1 entry; 2 are needed"),
        ({"turn": 0, "chips": [0, 1.0]}, "chips[1] is 1.0, not a whole number"),
        ({"turn": 0, "chips": {"0": 1}}, "chips is not a list"),
    ],
)
@pytest.mark.parametrize("core", [False, True])
def test_set_refuses_an_inconsistent_table_of_scores_in_words(table, words, core):
    assert fault(table, entry="scores", core=core) == words


@pytest.mark.parametrize(
    "table",
    [
        START,
        lay("ROM*7 CAN-SIC*3", "CAR*5 ROM-COR*2 SIC-ZAM", "ZAM", turn=1),
        lay("ROM", "", "CAR", hands=([5], [1])),
        lay("GAL MAU ZAM COR", "NHI SHI CAN SAR", "SHI", turn=1),  # the lanes have been walked past each other
        lay("SIC ROM-COR", "SAR SAR-CAR", hands=(FULL, FULL)),  # only fleets move
        lay("NHI", "NHI*5", "NHI", battle="NHI", fielded="legion"),
        lay("ROM ROM-COR", "CAR ROM-COR*3", battle="ROM-COR"),
        lay("ROM*6 SIC", "CAR SIC", turn=1, battle="SIC", fielded="legion"),
    ],
)
def test_set_takes_every_consistent_table(table):
    position = seated(table)
    assert position.table() == table
    assert position.outcome is None
    assert position.legal()


def test_set_shows_places_in_the_order_of_the_board():
    table = seated({**START, "legions": [{"ZAM": 1, "ROM": 1, "COR": 2}, {"CAR": 1, "MAU": 1}]}).table()
    assert [list(side) for side in table["legions"]] == [["ROM", "COR", "ZAM"], ["MAU", "CAR"]]


def test_set_goes_on_where_the_table_stands():
    position = after(seated(LAND), "field legion", "clash 1 4")
    assert position.table() == {
        **lay("ROM", "NHI CAR", "NHI", turn=1),
        "hands": [FULL, FULL],
    }


def test_set_takes_no_finished_game():
    over = after(seated(lay("MAU ROM", "CAR")), "legion MAU>CAR").table()
    assert fault(over) == "turn is null, not a whole number"
    assert fault({**over, "turn": 0}) == "Ada has a legion in Carthage and would have won"


def test_set_takes_the_first_table_of_a_game_with_every_option():
    for core in (False, True):
        for west in ("printed", "symmetric"):
            assert seated(begin(core=core, west=west).table(), core=core, west=west).table() == START
