"""Levels that give something away: the child, and the height of the people."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from small_minds import mind as small_mind

from companion.games import registry
from companion.kit.levels import (
    FIRST_HEIGHT,
    HEIGHTS,
    PATTERN,
    PastGame,
    as_request,
    next_height,
    percent_of,
    percent_without_look,
)
from companion.kit.rules import Position
from companion.kit.search.mind import Choice, Sight, Thought, Way, until
from companion.kit.search.stages import Stages
from companion.kit.search.weaker import careless, softened, think_at, work_at

THREE = (Way("a", (0.7, 0.3)), Way("b", (0.6, 0.4)), Way("c", (0.2, 0.8)))
"""Of seat 0 the first is best; the second gives away 10 %, the third 50 %."""


def thought(*every: Way, exact: bool = False, mix: dict[str, float] | None = None) -> Thought:
    return Thought(0, "a", (0.7, 0.3), exact=exact, every=every, line=("a", "x"), mix=mix)


def chosen(most: float, every: tuple[Way, ...] = THREE) -> Counter[str | None]:
    """The actions for a thousand dice."""
    return Counter([softened(thought(*every), most, (n + 0.5) / 1000).action for n in range(1000)])


def test_an_action_is_the_likelier_the_less_it_gives_away_and_none_gives_away_more() -> None:
    assert chosen(0.0) == {"a": 1000}
    assert chosen(0.1) == {"a": 1000}
    # weights 0.2 and 0.1
    assert chosen(0.2) == {"a": 667, "b": 333}
    # weights 0.6, 0.5, 0.1
    assert chosen(0.6) == {"a": 500, "b": 417, "c": 83}


def test_the_win_and_the_line_are_those_of_the_choice() -> None:
    other = softened(thought(*THREE), 0.2, 0.9)
    assert (other.action, other.win, other.line) == ("b", (0.6, 0.4), ("b",))
    assert softened(thought(*THREE), 0.2, 0.1).line == ("a", "x")


def test_a_mix_has_the_probabilities_with_which_the_card_was_drawn() -> None:
    cards = (Way(None, (0.7, 0.3), 5), Way(None, (0.6, 0.4), 2))
    drawn = softened(thought(*cards, mix={"5": 1.0, "2": 0.0}), 0.2, 0.9)
    assert drawn.card == 2
    assert drawn.mix == pytest.approx({"5": 2 / 3, "2": 1 / 3})


def test_mnd_6_what_is_proven_is_not_given_away() -> None:
    assert softened(thought(*THREE, exact=True), 0.5, 0.99).action == "a"


def test_a_choice_without_a_look_is_any_way_as_likely_also_where_a_win_lies_there() -> None:
    won = thought(*THREE, exact=True)
    found = [careless(won, (n + 0.5) / 900) for n in range(900)]
    assert Counter([one.action for one in found]) == {"a": 300, "b": 300, "c": 300}
    assert {(one.exact, one.choices) for one in found} == {(False, ())}, "nothing is known of them"
    assert careless(found[0]._replace(every=()), 0.9).action == "a", "there is no other way"


def test_a_card_without_a_look_has_an_even_mix() -> None:
    cards = (Way(None, (0.7, 0.3), 5), Way(None, (0.6, 0.4), 2))
    assert careless(thought(*cards, mix={"5": 1.0, "2": 0.0}), 0.9).mix == {"5": 0.5, "2": 0.5}


def test_the_child_looks_at_one_choice_in_twenty() -> None:
    mind = small_mind(think=lambda sight, *_: thought(*THREE)._replace(choices=(Choice("a", 0.7),)))
    game = registry.game("praetorians")
    sight = Sight(game.start(2, game.complete({})), 0)
    found = [think_at(mind, sight, "0", Random(seed), lambda done: True) for seed in range(1000)]
    assert sum([bool(one.choices) for one in found]) == pytest.approx(50, abs=21)  # three standard deviations


# -- in the games


@pytest.mark.parametrize("seed", range(2))
def test_mnd_6_also_without_a_look_the_child_leaves_no_queen_and_takes_one(seed: int) -> None:
    """Army Ants: whole games of two children; a turn that leaves the queen is made only where all do."""
    game, chance = registry.game("army-ants"), Random(seed)
    mind, position = game.mind, game.start(2, game.complete({}))
    assert mind is not None
    for action in game.deal(position, chance):
        position = position.after(game.read(action))
    for _ in range(40):
        if position.outcome is not None:
            break
        (seat,) = position.to_act
        legal = position.legal()
        winning = [one for one in legal if (after := position.after(one)).outcome and seat in after.outcome.winners]
        child = think_at(mind, Sight(position, seat), "0", chance, until(50, lambda: False))
        taken = game.read(str(child.action))
        assert not winning or taken in winning
        if not winning and not _loses_at_once(position.after(taken), seat):
            position = position.after(taken)
            continue
        assert winning or all(_loses_at_once(position.after(one), seat) for one in legal)
        position = position.after(taken)


def _loses_at_once(position: Position, seat: int) -> bool:
    """Whether the other can win with one turn."""
    if position.outcome is not None or seat in position.to_act:
        return False
    afters = [position.after(one) for one in position.legal()]
    return any(after.outcome is not None and seat not in after.outcome.winners for after in afters)


def first_thought(key: str, seats: int, level: str, seed: int, **options: object) -> Thought:
    game = registry.game(key)
    mind = game.mind
    assert mind is not None
    position: Position = game.start(seats, game.complete(options))
    if key == "army-ants":
        for action in game.deal(position, Random(1)):
            position = position.after(game.read(action))
    seat = position.to_act[0]
    sight = Sight(position, seat, mind.hidden(position, seat))
    return think_at(mind, sight, level, Random(seed), until(min(60, work_at(mind, level)), lambda: False))


@pytest.mark.parametrize(
    ("key", "seats"), [("praetorians", 2), ("spartacus", 3), ("hannibal", 2), ("seven-hills", 2), ("army-ants", 2)]
)
def test_the_child_and_a_height_choose_what_is_allowed_by_their_seed(key: str, seats: int) -> None:
    for level in ("0", "h12"):
        once, again = (first_thought(key, seats, level, 3) for _ in "ab")
        assert once == again
        assert once.action is not None
    if key != "praetorians":  # the first card must be turned up
        assert len({first_thought(key, seats, "0", seed).action for seed in range(8)}) > 1


def test_of_praetorians_the_height_0_does_what_the_exact_level_does() -> None:
    game = registry.game("praetorians")
    mind, position = game.mind, game.start(2, game.complete({}))
    assert mind is not None
    for text in ("flip R1", "flip R2", "flip R3"):
        position = position.after(game.read(text))
        sight = Sight(position, 0)
        for level in ("h0", "3"):
            assert think_at(mind, sight, level, Random(1), until(1, lambda: False)).action == "another", level


def test_a_stopped_thought_of_the_child_is_softened_too() -> None:
    game = registry.game("spartacus")
    position, mind = game.start(3, game.complete({})), game.mind
    assert mind is not None
    stages = Stages(60, every=True)
    think_at(mind, Sight(position, 0), "h16", Random(4), stages)
    every = [one for one in stages.by_stage.values() if one.every]
    dice = Random(4).random()
    assert every
    for one in every:
        assert softened(one._replace(action=one.every[0].action), 0.16, dice).action == one.action


def test_thoughts_show_other_programs_nothing_of_every_way() -> None:
    assert "every" not in first_thought("spartacus", 3, "0", 1).as_json()


# -- the height of the people


def after(*results: float, seats: int = 2, percent: int = FIRST_HEIGHT) -> int:
    """The height after these parts of the win, each game at the height that followed from those before."""
    games: list[PastGame] = []
    for part in results:
        games.append(PastGame(percent, part, seats))
        percent = next_height(games)
    return percent


def test_the_height_goes_up_with_a_win_of_the_device_and_down_with_a_defeat() -> None:
    assert after() == next_height([]) == 12
    assert after(1.0) == 16
    assert after(0.0) == 8
    assert after(0.5) == 12
    assert after(1.0, 0.0) == 12, "as many of both"


def test_a_height_for_people_at_random_makes_a_part_of_its_choices_without_a_look() -> None:
    levels = ("0", "1", "h0", "h12", "h30", "h40", "h50")
    assert [percent_without_look(level) for level in levels] == [95, 0, 0, 0, 33, 66, 100]
    mind = small_mind(think=lambda sight, *_: thought(*THREE)._replace(choices=(Choice("a", 0.7),)))
    game = registry.game("praetorians")
    sight = Sight(game.start(2, game.complete({})), 0)
    found = [think_at(mind, sight, "h50", Random(seed), lambda done: True) for seed in range(300)]
    assert {one.choices for one in found} == {()}
    assert Counter([one.action for one in found])["c"] > 60, "it gives away more than half of a win"


def test_after_three_alike_it_takes_two_steps_so_ten_games_lead_to_either_end() -> None:
    assert [after(*[0.0] * count) for count in range(1, 6)] == [8, 6, 3, 1, 0]
    assert after(*[1.0] * 10) == HEIGHTS[-1]
    assert after(*[0.0] * 10) == HEIGHTS[0]


def test_one_game_does_not_lead_away_from_where_the_last_ten_lead() -> None:
    assert after(1.0, 1.0, 0.0) == after(1.0, 1.0) == 22
    assert after(0.0, 0.0, 1.0) == after(0.0, 0.0) == 6
    assert after(*[1.0] * 5, *[0.0] * 5) == 45, "50, four times the same, and a step down as soon as both are as many"
    assert after(1.0, *[0.0] * 10) < after(0.0) == 8, "only ten games are looked at"


def test_of_three_the_device_stays_where_it_wins_one_game_in_three() -> None:
    assert after(1.0, seats=3) == 22
    assert after(1.0, 0.0, 0.0, seats=3) == 16, "the second defeat makes it one in three"
    assert {after(*[1.0, 0.0, 0.0] * rounds, seats=3) for rounds in range(3, 9)} == {30}


def test_levels_in_the_protocol_and_their_per_cents() -> None:
    assert as_request("3") == {"level": 3}
    assert as_request("h7") == {"height": 0.07}
    assert (percent_of("h"), percent_of("4"), percent_of("h50")) == (None, None, 50)
    assert [text for text in ("0", "5", "6", "h", "h0", "h50", "h51", "h07") if re.fullmatch(PATTERN, text)] == [
        "0", "5", "h0", "h50",
    ]  # fmt: skip
