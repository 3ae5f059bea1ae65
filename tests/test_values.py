"""Small values that never change."""

from __future__ import annotations

import pickle

import pytest

from companion.values import Frozen, NamedTuple, by_name, replace


class Point(Frozen):
    """Where."""

    across: int
    down: int = 0


class Named(Point):
    """Where, and what is there."""

    name: str = "nothing"


class Other(Frozen):
    """Looks like a point."""

    across: int
    down: int = 0


class Listed(Frozen):
    """What all lists have: a cursor."""

    trailing = ("cursor",)

    cursor: int = by_name(default=0, kw_only=True)


class Games(Listed):
    """A list of games."""

    back: Point
    most: int = 9


def test_a_trailing_field_stands_behind_those_of_all_subclasses() -> None:
    assert [*Games.__match_args__] == ["back", "most", "cursor"]
    assert Games(Point(1), cursor=3) == replace(Games(Point(1)), cursor=3) != Games(Point(1))
    assert (Listed().cursor, Games(Point(1), 5).most) == (0, 5)


def test_fields_are_given_by_position_or_by_name_and_have_defaults() -> None:
    assert (Point(3).across, Point(3).down) == (3, 0)
    assert Point(3, 4) == Point(down=4, across=3)
    assert repr(Named(1, name="key")) == "Named(across=1, down=0, name='key')"


def test_values_are_equal_by_their_class_and_fields() -> None:
    assert Point(3) == Point(3, 0)
    assert hash(Point(3)) == hash(Point(3, 0))
    assert Point(3) != Point(4)
    assert Point(3) != Other(3)
    assert Point(3) != Named(3)


def test_a_value_never_changes() -> None:
    point = Point(3)
    with pytest.raises(AttributeError, match="across cannot be set"):
        point.across = 4  # type: ignore[misc]
    with pytest.raises(AttributeError, match="across cannot be deleted"):
        del point.across
    assert replace(point, down=7) == Point(3, 7)
    assert point == Point(3)


@pytest.mark.parametrize(
    ("values", "named", "fault"),
    [
        ((), {}, "Point needs across"),
        ((1, 2, 3), {}, "Point has 2 fields; 3 were given"),
        ((1,), {"across": 2}, "Point has no field across, or it was given twice"),
        ((1,), {"up": 2}, "Point has no field up"),
    ],
)
def test_a_field_that_is_missing_unknown_or_given_twice_is_named(values, named, fault) -> None:
    with pytest.raises(TypeError, match=fault):
        Point(*values, **named)


def test_only_fields_are_replaced() -> None:
    with pytest.raises(TypeError, match="Point has no field up"):
        replace(Point(3), up=1)


def test_a_value_is_matched_by_position() -> None:
    match Point(3, 4):
        case Point(across, down):
            assert (across, down) == (3, 4)


class Card(NamedTuple):
    """A card."""

    rank: int
    suit: str = "cups"

    @property
    def name(self) -> str:
        return f"{self.rank} of {self.suit}"

    def __repr__(self) -> str:
        return self.name


def test_a_named_tuple_has_fields_defaults_methods_and_a_place_from_which_it_is_unpickled() -> None:
    card = Card(3)
    assert (card, card.name, repr(card)) == ((3, "cups"), "3 of cups", "3 of cups")
    assert card._replace(suit="coins") == Card(3, "coins") == Card(suit="coins", rank=3)
    assert (Card.__doc__, Card._fields, Card._field_defaults) == ("A card.", ("rank", "suit"), {"suit": "cups"})
    assert type(pickle.loads(pickle.dumps(card))) is Card
    with pytest.raises(TypeError, match="rank"):
        Card()  # type: ignore[call-arg]


def test_a_named_tuple_keeps_what_makes_it_one() -> None:
    with pytest.raises(AttributeError, match="_asdict"):
        type(NamedTuple)("Wrong", (NamedTuple,), {"__module__": __name__, "_asdict": None})  # type: ignore[misc]
    with pytest.raises(TypeError, match="2 bases"):
        type(NamedTuple)("Wrong", (NamedTuple, Frozen), {"__module__": __name__})  # type: ignore[misc]
