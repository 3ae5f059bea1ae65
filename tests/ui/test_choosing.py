"""From allowed actions to key presses."""

from hypothesis import given
from hypothesis import strategies as st
from presses import FOUR, JOYSTICK, Shadow, way_to

from companion.games.praetorians.entry import path
from companion.games.registry import game
from companion.ui.choices import Choices, middle
from companion.ui.screen import Command

read = game("praetorians").read


def choices(*texts: str) -> Choices:
    return Choices([(path(read(text)), read(text)) for text in texts])


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
    assert middle([0, 0, 0, 9]) == 3
    assert middle([1]) == 0
    assert middle([]) == 0


@given(st.lists(st.integers(0, 12), min_size=1, max_size=9))
def test_no_other_start_is_nearer_to_a_random_action(counts: list[int]) -> None:
    def presses(start: int) -> int:
        size, total = len(counts), 0
        for place, count in enumerate(counts):
            there = 0
            while (start + there) % size != place and (start - there) % size != place:
                there += 1
            total += count * there
        return total

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
    # Red 1 is under the cursor: OK leads to the row, four steps to the 5, and OK. Two lines up from yellow, on 1, …
    turns = ("flip R5", "flip R7", "flip Y4", "stop", "flip B3")
    assert presses("cards", FOUR, *turns) == [6, 8, 7, 4, 4]
    assert presses("cards", JOYSTICK, *turns) == [5, 7, 6, 4, 3]
    assert presses("scores", FOUR, "match 3", "bank 24", "bust", "bank 7") == [8, 6, 5, 7]
