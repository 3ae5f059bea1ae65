"""Formulas: what they are worth, what may stand in them and where, and how long they may be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pads import Played, fault, pad, small


def worth(formula, **told):
    """A formula of the points of a round in which two seats entered 5 and 2, or what is given."""
    played = Played(small(points=formula, rounds='"1"'), 2)
    return played.round("made", *told.get("made", (5, 2))).scores[0]


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("7", 7),
        ("2 + 3 * 4", 14),
        ("-made", -5),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("7 // 0", 0),
        ("7 % 0", 0),
        ("not 0", 1),
        ("not 7", 0),
        ("7 and 9", 1),
        ("7 and 0", 0),
        ("0 or 9", 1),
        ("0 or 0", 0),
        ("1 < 2 < 3", 1),
        ("1 < 3 < 2", 0),
        ("1 == 1 != 2 <= 2 >= 1 > 0", 1),
        ("4 if made == 5 else 6", 4),
        ("abs(-3)", 3),
        ("min(3, 1, 2)", 1),
        ("max(3, 1, 2)", 3),
        ("sum(made)", 7),
        ("min(made)", 2),
        ("max(made)", 5),
        ("count(made > 2)", 1),
        ("team(made)", 5),
        ("rank(made)", 1),
        ("rank(-made)", 2),
        ("sum(rank(made))", 3),
        ("sum(made * sum(made))", 49),
        ("players * 100 + round * 10 + rounds", 211),
        ("starter - dealer", -1),
        ("seat + side", 0),
        ("999999 * 999999 - 999999", 1),
        ("0 - 999999 * 9 + 999999", -1),
        ("sum(999999) - 999999", 1),
    ],
)
def test_a_formula_has_this_value(formula, value):
    assert worth(formula) == value


def test_pad_5_what_is_beyond_a_million_is_a_million_and_points_stay_within_99999():
    assert worth("999999") == 99_999
    assert worth("-999999") == -99_999


def test_a_name_stands_for_its_whole_formula():
    played = Played(small(top='[names]\na = "made + 1"\nb = "a * 2"', points="b", rounds='"1"'), 2)
    assert played.round("made", 5, 2).scores == [12, 6]


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("made +", "+ has nothing after it; write a value there"),
        (" made", "a blank at an end; leave it out"),
        ("made.real", "the character . cannot stand in a formula"),
        ("made[0]", "[ means nothing in a formula; write ("),
        ("made\\n", "U+000A means nothing in a formula; write an ordinary blank"),
        ("Made", "Made means nothing in a formula; write made"),
        ("made ** 2", "** means nothing in a formula; write A * A"),
        ("made / 2", "/ means nothing in a formula; write //"),
        ("+made", "+ has nothing before it"),
        ("made << 1", "made << 1 is not allowed"),
        ("made is 1", "is means nothing in a formula; write =="),
        ("made in 1", "in means nothing in a formula; write =="),
        ("made, 1", "made, 1 is not allowed"),
        ("1e3", "1e3 is not allowed; whole numbers"),
        ("007", "007 means nothing in a formula; write 7"),
        ("0x10", "0x10 is not allowed; whole numbers"),
        ("1_000", "1_000 means nothing in a formula; write 1000"),
        ("1000000", "1000000 is not allowed; whole numbers"),
        ("'made'", "'made' is not allowed; a text stands only after"),
        ("f'made'", "f'made' is not allowed"),
        ("b'made' == 1", "is not allowed"),
        ("'x' == made", "is not allowed; a text stands only"),
        ("made == 'x' == made", "is not allowed; a text stands only"),
        ("made == 'x' 'y'", "is not allowed; a text stands only"),
        ("made == 'x'", "made has no texts"),
        ("eval(1)", "eval(1) is not allowed"),
        ("made(1)", "made(1) is not allowed"),
        ("sum()", "sum needs one formula in its brackets"),
        ("sum(made, made)", "sum needs one formula in its brackets"),
        ("min()", "min needs one formula in its brackets"),
        ("sum(made for made in made)", "means nothing in a formula"),
        ("sum(*made)", "* has nothing before it"),
        ("sum(made=1)", "= means nothing in a formula; write =="),
        ("sum(sum(sum(made)))", "two deep is the most"),
        ("mode", "mode is not known; made is the nearest; known are players, round"),
        ("value", "value is not known at this place"),
        ("sum", "sum is not known at this place"),
        ("points", "points is not known at this place"),
        ("next", "next is not known at this place"),
        ("(" * 150, "has a bracket that is not closed; write )"),
        ("-" * 299 + "1", "too long with all names put in: 300 parts; at most 200"),
        ("1" + "+1" * 100, "too long with all names put in: 201 parts; at most 200"),
        ("1" + " " * 300, "301 characters; a formula has 1 to 300"),
        ("", "0 characters; a formula has 1 to 300"),
        ("sum(sum(" + "+".join(["made"] * 9) + "))", "it costs"),
    ],
)
def test_what_is_not_in_the_grammar_is_a_fault(formula, said):
    line, place, words = fault(small(points=formula))
    assert (line, place) == (8, "points")
    assert said in words


def test_a_formula_may_have_200_parts_and_weigh_1000():
    assert pad(small(points="1" + "+1" * 99))
    # Two calls with their names; inside of two calls 15 parts weigh 64 each: 2 + 2 * 8 + 15 * 64.
    assert pad(small(points="sum(sum(" + "+".join(["made"] * 8) + "))"))


def test_the_limits_hold_with_the_names_put_in():
    doubled = "[names]\n" + "\n".join(f'n{number} = "n{number - 1} + n{number - 1}"' for number in range(1, 20))
    doubled = doubled.replace("n0 + n0", "1 + 1")
    line, place, words = fault(small(top=doubled, points="n19"))
    assert (line, place) == (16, "names.n7")  # 2 ** 8 - 1 parts
    assert "too long with all names put in" in words
    line, place, words = fault(small(top='[names]\na = "sum(sum(made))"', points="sum(a)"))
    assert place == "points"
    assert "two deep is the most" in words


def test_a_name_reads_only_names_above_it():
    line, place, words = fault(small(top='[names]\na = "b"\nb = "1"'))
    assert (line, place) == (10, "names.a")
    assert words.startswith("b is not known")


def test_no_warning_of_the_parser_is_shown(recwarn):
    fault(small(points="1if 1else 0 is 1"))
    assert worth("1if 1else 0") == 1
    assert list(recwarn) == []


def test_a_table_formula_reads_what_seats_have_only_inside_a_call():
    for end, said in [
        ("score > 5", "score differs from seat to seat"),
        ("seat > 5", "seat differs from seat to seat"),
        ("team(score) > 5", "team needs a seat or a side"),
        ("rank(score) > 5", "rank needs a seat or a side"),
    ]:
        assert said in fault(small(top=f'end = "{end}"'))[2]
    assert pad(small(top='end = "sum(team(score)) > 5 and max(score) > next"'))


SIDES = "[sides]\n4 = [[0, 2], [1, 3]]"


def test_a_formula_of_the_whole_table_is_offered_no_sum_of_a_side():
    assert fault(small(top='end = "score > 1"'))[2].endswith("put it into sum, min, max, count")


def test_with_sides_a_formula_of_a_side_reads_seats_only_inside_a_call():
    assert fault(small(top=SIDES))[2].endswith("put it into team, sum, min, max, count")
    assert "seat differs from seat to seat" in fault(small(top=SIDES, points="seat"))[2]
    played = Played(small(top=SIDES, points="team(made) * 10 + side", rounds='"1"'), 4)
    assert played.round("made", 1, 2, 3, 4).scores == [40, 61]
    # The rank of a side is that of its lowest seat: 1 of 1, 2, 3, 4 is the last, 2 the third.
    played = Played(small(top=SIDES, points="rank(made)", rounds='"1"'), 4)
    assert played.round("made", 1, 2, 3, 4).scores == [4, 3]


def test_texts_are_compared_with_keys_and_not_with_their_numbers():
    options = '[options.size]\nvalues = ["small", "7", "large"]'
    pick = 'name = "hue"\nkind = "pick"\nvalues = ["red", {key = "blue", is = 0}, "green"]'
    points = "100 * (size == 'large') + 10 * size + (hue == 'blue') + hue * 1000"
    played = Played(small(pick, top=options, points=points, rounds='"1"'), 2, size="large")
    assert played.round("made", 0, 0).round("hue", "blue", "green").scores == [121, 2120]
    played = Played(small(pick, top=options, points=points, rounds='"1"'), 2, size="7")
    assert played.round("made", 0, 0).round("hue", "red", "blue").scores == [70, 71]
    assert (
        "tiny is not a value of size; its values are small, 7, large"
        in fault(small(pick, top=options, points="size == 'tiny'"))[2]
    )


def test_what_is_not_entered_is_0_no_seat_is_minus_1_and_yes_is_1():
    seat = 'name = "who"\nkind = "seat"\nwhen = "made > 5"\nnobody = true'
    yes = 'name = "up"\nkind = "yesno"'
    played = Played(small(seat, yes, points="who * 10 + up", rounds='"1"'), 3)
    played.round("made", 9, 1, 8).round("who", 2, "nobody").round("up", "yes", "no", "yes")
    assert played.scores == [21, -10, -9]


# Random formulas, each made together with its value


def kept(value):
    return max(-1_000_000, min(1_000_000, value))


ARITHMETIC = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "//": lambda one, other: one // other if other else 0,
    "%": lambda one, other: one % other if other else 0,
    "<": lambda one, other: int(one < other),
    "==": lambda one, other: int(one == other),
    ">=": lambda one, other: int(one >= other),
    "and": lambda one, other: int(one != 0 and other != 0),
    "or": lambda one, other: int(one != 0 or other != 0),
}


def joined(parts):
    (one, first), sign, (other, second) = parts
    return f"({one} {sign} {other})", kept(ARITHMETIC[sign](first, second))


def chosen(parts):
    (one, first), (condition, holds), (other, second) = parts
    return f"({one} if {condition} else {other})", first if holds else second


LEAVES = st.integers(0, 999_999).map(lambda number: (str(number), number)) | st.sampled_from(
    [("made", 5), ("players", 2), ("seat", 0), ("sum(made)", 7), ("max(made, 6)", 6), ("rank(seat)", 2), ("abs(-3)", 3)]
)
FORMULAS = st.recursive(
    LEAVES,
    lambda inner: (
        st.tuples(inner, st.sampled_from(sorted(ARITHMETIC)), inner).map(joined)
        | st.tuples(inner, inner, inner).map(chosen)
        | inner.map(lambda part: (f"(-{part[0]})", -part[1]))
        | inner.map(lambda part: (f"(not {part[0]})", int(not part[1])))
    ),
    max_leaves=14,
).filter(lambda part: len(part[0]) <= 280)


@settings(derandomize=True, database=None, max_examples=150)
@given(made=FORMULAS)
def test_a_random_formula_has_the_value_it_was_made_with(made):
    formula, value = made
    # In two parts, because a score is kept within 99,999.
    assert worth(f"({formula}) // 1000") == value // 1000
    assert worth(f"({formula}) % 1000") == value % 1000
