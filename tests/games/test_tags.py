"""What all texts of games share: the tags of people, and the figures of the score board in text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from names import names

from companion.kit.text import Figure, tags


@pytest.mark.parametrize(
    ("people", "found"),
    [
        (("Ada", "Ben", "Cleo"), ("Ad", "Be", "Cl")),
        (("Ada", "Anna", "Andreas"), ("Ad", "An", "Ar")),
        (("Andreas", "Anna", "Ada"), ("Ar", "An", "Ad")),
        (("Player 1", "Player 2", "Ada"), ("P1", "P2", "Ad")),
        (("Ann", "Anna", "Anne"), ("An", "Aa", "Ae")),
        (("Anna", "An"), ("Aa", "An")),
        (("Ann", "An"), ("A1", "An")),
        (("A", "B", "a"), ("A", "B", "a1")),
        (("花子", "花", "太郎"), ("花子", "花", "太郎")),
        (("さくら", "さとし", "さくや"), ("さら", "さと", "さや")),
        (("Иван", "Ирина"), ("Ив", "Ир")),
        (("Zoe\u0308", "Zo\u00eb!"), ("Zo", "Zë")),
        (("Jean-Luc", "Jean-Marc"), ("JL", "JM")),
        (("!!", "!?"), ("!!", "!?")),
        ((), ()),
    ],
)
def test_a_tag_is_two_letters_that_nobody_else_at_the_table_has(
    people: tuple[str, ...], found: tuple[str, ...]
) -> None:
    assert tags(people) == found


@given(st.lists(names, min_size=1, max_size=5, unique=True))
def test_tags_of_possible_names_are_distinct_in_any_script(people: list[str]) -> None:
    found = tags(people)
    assert len({tag.casefold() for tag in found}) == len(people)
    assert all(found)


def test_24_equal_letters_but_for_the_last_make_tags_of_that_letter() -> None:
    assert tags([f"{'Maximilian' * 2}der{end}" for end in "ABCDE"]) == ("MA", "MB", "MC", "MD", "ME")


def test_a_figure_in_text_says_what_it_counts_and_who_takes_the_trick() -> None:
    assert str(Figure("Ada", 12, counts="pieces", second=(3, "chips"))) == "Ada 12 pieces 3 chips"
    assert str(Figure("Ada", 44, leads=True)) == "Ada 44 *"
    assert str(Figure("Ada", -5, out=True)) == "(Ada) -5"
    assert str(Figure("Ada", "")) == "Ada"
