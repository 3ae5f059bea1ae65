"""From allowed actions to key presses."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from presses import FOUR, JOYSTICK, Shadow, random_game, way_to
from variants import up_to_three

from companion.games.praetorians.screens import SCREENS
from companion.games.registry import game
from companion.ui.choices import Choices, middle
from companion.ui.screen import Command

read = game("praetorians").read


def choices(*texts: str) -> Choices:
    return Choices([(SCREENS.path(read(text)), read(text)) for text in texts])


def test_the_first_steps_are_colours_twelves_and_stop_with_what_lies_behind_them() -> None:
    known = choices("flip R7", "flip R9", "flip B7", "flip 12>1", "flip 12>2", "stop")
    assert known.below(()) == {"R": 2, "B": 1, "twelve": 2, "stop": 1}
    assert known.below(("R",)) == {"7": 1, "9": 1}
    assert known.below(("R", "7")) == {}


def test_a_step_without_choice_is_taken() -> None:
    known = choices("flip R7", "flip R9", "flip B7", "flip 12>1")
    assert known.with_forced_steps(("B",)) == ("B", "7")
    assert known.with_forced_steps(("twelve",)) == ("twelve", "1")
    assert known.with_forced_steps(("R",)) == ("R",)
    assert choices("stop").with_forced_steps(()) == ("stop",)


def test_the_end_of_a_path_is_an_action_and_its_beginning_is_none() -> None:
    known = choices("flip R7", "stop")
    assert known.action(("R", "7")) == "flip R7"
    assert known.action(("R",)) is None
    assert known.action(("G", "7")) is None


def test_sums_are_entered_by_tens_and_units() -> None:
    known = choices("bank 9", "bank 10", "bank 27", "match 4", "bust")
    assert known.below(()) == {"bank 0": 1, "bank 10": 1, "bank 20": 1, "match 1": 1, "bust": 1}
    assert known.action(("bank 20", "27")) == "bank 27"


def test_a_cursor_starts_where_the_walk_is_shortest() -> None:
    assert middle([10, 10, 10, 10, 10, 1]) == 2
    assert middle([1, 0, 0, 0, 1]) == 0  # from every line as far: then from the ends, which are neighbors in the ring
    assert middle([0, 0, 0, 9]) == 3
    assert middle([1]) == 0
    assert middle([]) == 0


def test_a_cursor_in_a_short_menu_starts_on_the_first_of_equal_lines() -> None:
    assert middle([1, 1, 1]) == 0
    assert middle([1, 1, 1, 1]) == 1


@given(st.lists(st.integers(0, 12), min_size=4, max_size=9))
def test_no_other_start_is_nearer_to_a_random_action(counts: list[int]) -> None:
    def presses(start: int) -> int:
        return sum(count * abs(place - start) for place, count in enumerate(counts))

    assert presses(middle(counts)) == min(map(presses, range(len(counts))))


def presses(entry: str, keys: tuple[Command, ...], *texts: str) -> list[int]:
    table = Shadow("praetorians", ("Ada", "Ben"), entry=entry)
    counts = []
    for text in texts:
        action = table.read(text)
        counts.append(len(way_to(action, table.context, keys)))
        table.enter(action)
    return counts


def test_the_presses_of_fixed_turns_stay_as_they_are() -> None:
    # The cursor starts on blue, the middle colour, and in a row on the middle card: red is two lines up, 5 is there.
    turns = ("flip R5", "flip R7", "flip Y4", "stop", "flip B3")
    assert presses("cards", FOUR, *turns) == [4, 5, 5, 4, 4]
    assert presses("cards", JOYSTICK, *turns) == [4, 4, 4, 4, 3]
    assert presses("scores", FOUR, "match 3", "bank 24", "bust", "bank 7") == [6, 2, 5, 6]


@pytest.mark.parametrize(
    ("game", "entry", "games", "most"),
    [
        ("praetorians", "cards", 1, 40),
        ("praetorians", "scores", 2, 12),
        ("spartacus", "cards", 4, 60),
        ("spartacus", "scores", 1, 6),
        ("hannibal", "cards", 1, 40),
        ("hannibal", "scores", 4, 10),
        ("seven-hills", "cards", 2, 40),
        ("seven-hills", "scores", 2, 40),
        ("army-ants", "cards", 1, 60),
        ("army-ants", "scores", 1, 1),
    ],
)
def test_who_does_not_know_that_lists_are_rings_presses_at_most_a_fifth_more(
    game: str, entry: str, games: int, most: int
) -> None:
    dice, shortest, person = random.Random(7), 0, 0
    for _ in range(games):
        names = up_to_three(game, ("Ada", "Ben", "Cleo"))
        for context, action in random_game(Shadow(game, names, entry=entry), dice, most):
            shortest += len(way_to(action, context, FOUR))
            person += len(way_to(action, context, FOUR, rings=False))
    assert shortest <= person <= 1.2 * shortest
