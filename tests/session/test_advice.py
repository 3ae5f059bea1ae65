"""Advice in words: a reason, and what is as good as far as it can be told."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from installed import GameSetup

from companion.games import registry
from companion.games.army_ants.engine.field import CARDS
from companion.games.hannibal.engine.cards import CARTHAGE
from companion.games.hannibal.mind.search import threats_by
from companion.kit.rules import play
from companion.kit.search.mind import Choice, Sight, Thought
from companion.kit.search.stages import Stages
from companion.kit.text import Situation
from companion.messages import Message
from companion.session.advice import expected, noise, reason, split_by_noise, told_ahead, what_it_brings
from companion.words import LANGUAGES, Words

NAMES = ("Ada", "Benedikta", "Cleo", "Dora", "Emil")


def advice(best: str, *choices: tuple[str, float], work: int = 2_500, **others: Any) -> dict[str, Any]:
    """An advice for seat 0, whose share is that of the first choice."""
    share = choices[0][1]
    thought = Thought(0, best, (share, 1.0 - share), choices=tuple([Choice(*one) for one in choices]), work=work)
    return thought._replace(**others).as_json()


def test_a_difference_below_two_standard_errors_is_none() -> None:
    # sqrt((.5 * .5 + .5 * .5) / 1250) = .02, so that .04 can just not be measured
    assert noise(advice("a", ("a", 0.5)), 0.5, 0.5) == pytest.approx(0.04)
    near = advice("a", ("a", 0.5), ("b", 0.47), ("c", 0.40))
    assert split_by_noise(near) == (["a", "b"], [("c", 0.40)])
    more = advice("a", ("a", 0.5), ("b", 0.47), ("c", 0.40), work=250_000)
    assert split_by_noise(more) == (["a"], [("b", 0.47), ("c", 0.40)])


def test_an_estimate_is_no_better_than_one_per_cent_and_what_is_proven_is_exact() -> None:
    assert split_by_noise(advice("a", ("a", 0.5), ("b", 0.492), depth=3))[0] == ["a", "b"]
    assert split_by_noise(advice("a", ("a", 0.5), ("b", 0.48), depth=3))[0] == ["a"]
    assert split_by_noise(advice("a", ("a", 1.0), ("b", 0.999), exact=True))[0] == ["a"]
    assert split_by_noise(advice("a", ("a", 1.0), ("b", 1.0), exact=True))[0] == ["a", "b"]
    assert split_by_noise(advice("a", ("a", 0.5), ("b", 0.496), work=1))[0] == ["a", "b"], "equal per cents"


def why(at: Situation[Any], said: dict[str, Any]) -> str:
    return reason(registry.game(str(at.game.key)).text, at, said)


def situation(key: str, *texts: str, language: str = "en", count: int = 2, **options: bool | str) -> Situation[Any]:
    rules = registry.game(key)
    whole = rules.complete(options)
    position = rules.start(count, whole)
    for text in texts:
        position = play(position, rules.read(text))
    setup = GameSetup(1, key, NAMES[:count], whole, rules)
    return Situation(rules, position, setup.names, whole, Words(language))


def test_praetorians_says_what_one_more_card_brings_on_average() -> None:
    at = situation("praetorians", "flip R10", "flip R9")
    said = why(at, advice("stop", ("stop", 0.6), ("another", 0.5)))
    assert said.startswith("One more card costs ")
    at = situation("praetorians", "flip R1")
    assert why(at, advice("another", ("another", 0.6))).startswith("One more card gains ")
    assert (
        why(at, advice("stop", ("stop", 0.6), ("another", 0.5)))
        == "What follows is worth 10% more than after Another card."
    )
    at = situation("praetorians")
    assert why(at, advice("another", ("another", 0.6))) == "The first card must come."


def test_the_reason_is_the_first_event_on_the_expected_line() -> None:
    at = situation("spartacus", count=3)
    said = advice("play 1", ("play 1", 0.5), line=("play 1", "pass", "pass"))
    assert why(at, said) == "It leads to: Ada takes the trick: 1"
    assert expected(registry.game("spartacus").text, at, said) == ["Benedikta: Pass", "Cleo: Pass"]


@pytest.mark.parametrize(("scoring", "points"), [("none", 8), ("minus10", -2), ("worthless", 0)])
def test_a_trick_that_brings_nothing_is_no_reason(scoring: str, points: int) -> None:
    at = situation("spartacus", "play 8", count=3, banners="joker", joker_scoring=scoring)
    line = ("play banner", "pass", "pass")
    said = {"seat": 1, "action": "play banner", "line": line}
    assert {one.params["points"] for one in took(at, line)} == {points}
    trick = f"It leads to: Benedikta takes the trick: {points}"
    assert (what_it_brings(registry.game("spartacus").text, at, said) == trick) == (points > 0)


def took(at: Situation[Any], line: Sequence[str]) -> list[Message]:
    """The messages about the tricks that are taken on a line."""
    found = list[Message]()
    for text in line:
        action = at.game.read(text)
        found += [one for one in at.consequences(action) if one.key == "event.spartacus.took"]
        at = at._replace(position=play(at.position, action))
    return found


def test_what_an_action_does_at_once_is_a_sentence_and_not_the_words_of_a_title() -> None:
    at = situation("seven-hills", open=True)
    said = advice("place 6 6", ("place 6 6", 0.5), line=("place 6 6",))
    assert why(at, said) == "Then: Hill 6 is Ada's now: the other tribe is not there"


def test_the_line_that_is_expected_calls_cards_as_the_advice_does() -> None:
    at = situation("spartacus", count=3)
    said = advice("play 8", ("play 8", 0.5), line=("play 8", "play 7", "play banner"))
    assert expected(registry.game("spartacus").text, at, said) == ["Benedikta: Card 7", "Cleo: Banner"]


def test_the_odds_of_hills_leave_out_those_where_nothing_is_open() -> None:
    at = situation("seven-hills", "place 1", "place 2", "place 1")
    odds = {"win": [0.5, 0.5], "hills": [[0.6, 0.3, 0.1], [0.0, 1.0, 0.0], *[[0.0, 0.0, 1.0]] * 5]}
    assert registry.game("seven-hills").text.odds_lines(at, odds) == ["Hill 1: 60% : 30%"]


def test_a_forced_end_is_said_first() -> None:
    at = situation("spartacus", count=3)
    assert why(at, advice("play 1", ("play 1", 1.0), exact=True)) == "It wins by force."
    assert why(at, advice("play 1", ("play 1", 0.0), exact=True)) == "Nothing saves the game any more."


def test_the_only_action_is_proven_to_be_the_only_one_and_no_more() -> None:
    at = situation("spartacus", "play 1", count=3, banners="none")
    for share in (0.0, 1.0):
        alone = Thought(1, "pass", (1.0 - share, share, 0.0), exact=True, work=120).as_json()
        assert why(at, alone) == "Nothing else is possible."
    assert noise(alone, 0.5, 0.5) > 0


def test_hannibal_says_which_capital_a_move_threatens_or_guards() -> None:
    """The threat of the side in turn is a move into the enemy capital: that wins at once (HAN-11)."""
    said = set[str]()
    for seed in range(20):
        dice, at = Random(seed), situation("hannibal")
        position = at.position
        while position.outcome is None and len(said) < 3:
            legal = position.legal()
            if position.battle is None:
                enters = [one for one in legal if str(one).endswith((">ROM", ">CAR")[1 - position.turn])]
                assert threats_by(position, position.turn) == bool(enters)
                action = str(dice.choice(legal))
                sentence = why(at._replace(position=position), advice_of(position.turn, action))
                said |= {sentence} if "Rome" in sentence or "Carthage" in sentence else set()
            position = play(position, dice.choice(legal))
    assert any(sentence.startswith("It threatens ") for sentence in said), said


LOSSES = {
    "event.army_ants.stuck",
    "event.hannibal.remove-legion",
    "event.hannibal.remove-fleet",
    "event.hannibal.chips-back",
    "event.praetorians.caught",
    "event.praetorians.bust",
    "event.praetorians.twelve",
    "event.seven_hills.voided",
    "event.seven_hills.repeated",
}
"""What the seat that a message names has lost; what other messages say with a seat, that seat has gained."""


def has_lost(seat: int, message: Message, turn: int | None) -> bool:
    """Whether a message says that a seat has lost something, or that another has gained something."""
    if message.key == "event.army_ants.beaten":
        return turn != seat
    if message.key in ("event.army_ants.equal", "event.spartacus.dropped"):
        return True
    if message.key == "event.hannibal.remove-hannibal":
        return seat == CARTHAGE
    named = message.params.get("seat", turn)
    return named == seat if message.key in LOSSES else named != seat


@pytest.mark.parametrize("key", registry.GAMES)
def test_no_reason_for_an_action_is_a_loss_of_its_player(key: str) -> None:
    rules, dice, leads, found = registry.game(key), Random(key), set[str](), 0
    for count in range(rules.players[0], rules.players[1] + 1):
        at = situation(key, count=count)
        position = at.position
        while position.outcome is None:
            seat, now, line, events = position.to_act[0], at._replace(position=position), list[str](), list[Any]()
            ahead = position
            for _ in range(6):
                if ahead.outcome is not None:
                    break
                there, action = at._replace(position=ahead), dice.choice(ahead.legal())
                events += [(has_lost(seat, one, there.turn), one) for one in there.consequences(action)]
                line, ahead = [*line, str(action)], play(ahead, action)
            said = what_it_brings(rules.text, now, {"seat": seat, "action": line[0], "line": line})
            told = [(is_lost, told_ahead(at, one)) for is_lost, one in events]
            good, bad = [{one for is_lost, one in told if is_lost is which} for which in (False, True)]
            assert not [one for one in bad - good if said.endswith(f": {one}")], (seat, line, said)
            leads |= {said}
            found += bool(bad)
            position = play(position, dice.choice(position.legal()))
    assert found
    assert len(leads) > 1


@pytest.mark.parametrize("key", [key for key in registry.GAMES if registry.game(key).mind is not None])
def test_what_may_come_is_no_order_to_hands(key: str) -> None:
    """Nobody has played it: who did what a reason says would change the table."""
    text, words = registry.game(key).text, situation(key).words
    orders = text.orders - text.no_gains
    assert {one for one in orders if one.replace("event.", "ahead.", 1) in words} == orders


def test_a_piece_that_would_be_taken_is_not_to_be_taken_off() -> None:
    beaten = Message("event.army_ants.beaten", "ANT-17", card=CARDS[1][5], beaten=CARDS[0][3], to="a1")
    assert told_ahead(situation("army-ants"), beaten) == "B5 takes R3 on a1"
    assert told_ahead(situation("army-ants", language="ja"), beaten) == "黒5がa1の赤3を取る"


def test_a_card_that_the_other_takes_is_no_reason() -> None:
    """Whoever's card it is, the one who beats it has the turn, and the message names no seat."""
    rules = registry.game("army-ants")
    beaten = Message("event.army_ants.beaten", card=CARDS[1][5], beaten=CARDS[0][3], to="a1")
    assert not rules.text.is_good_for(0, beaten, 1)
    assert rules.text.is_good_for(1, beaten, 1)


def advice_of(seat: int, action: str) -> dict[str, Any]:
    """An advice with one action."""
    return Thought(seat, action, (0.5, 0.5), choices=(Choice(action, 0.5),), work=64, depth=2).as_json()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", registry.GAMES)
def test_every_advice_has_a_reason_in_every_game(key: str, language: str) -> None:
    rules, dice, found = registry.game(key), Random(key), 0
    mind = rules.mind
    if mind is None:
        return
    for count in range(rules.players[0], rules.players[1] + 1):
        options: dict[str, bool | str] = {"open": True} if key == "seven-hills" else {}
        at, position = situation(key, language=language, count=count, **options), None
        position = at.position
        for number in range(60):
            if position.outcome is not None:
                break
            seat = position.to_act[0]
            if number % 6 == 1 and mind.may_think(position, seat):
                thought = mind.think(Sight(position, seat), 2, Random(1), Stages(64))
                if thought.mix is None:
                    now, said = at._replace(position=position), thought.as_json()
                    assert reason(rules.text, now, said)
                    equal, others = split_by_noise(said)
                    assert equal[0] == thought.action
                    assert len(equal) + len(others) <= 3
                    found += 1
            position = play(position, dice.choice(position.legal()))
    assert found > 0
