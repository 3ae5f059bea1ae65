"""The device in each game: what it asks people to do with their hands, and what nobody sees too early."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from device import WALL, Answer, Player, begun, chosen, look, pick, played, says
from installed import Record
from thinkers import Direct, asked, random_action

from companion.app.thinking import Thinking
from companion.games import registry
from companion.games.registry import GAMES, game
from companion.play.act import device_names
from companion.session.device import Sitting
from companion.session.secrets import drawn_seats, secrets_of
from companion.session.session import Session
from companion.ui import router
from hardware.simulated import SimulatedClock

GENTLE = {"Device": "1"}


def shown(answer: Answer) -> str:
    """Everything on the glass, as one text."""
    return " ".join([*answer["lines"], answer["banner"] or ""])


def entered(answers: list[Answer]) -> list[str]:
    return [entry for answer in answers for entry in answer["actions"]]


# -- Spartacus


def test_spartacus_says_which_card_to_play_and_one_press_enters_it(tmp_path: Path) -> None:
    devices = {"Device": "1", "Device 2": "1"}
    begun(tmp_path, "spartacus", ("Ada", "Device", "Device 2"), "play 1", devices=devices)
    answers = played(tmp_path, says("wait 0", "ok", "ok"), worker=Direct)
    first, second = answers[1], answers[2]
    assert first["screen"] == "asked"
    assert first["lines"][:2] == ["Device", "gentle"]
    assert chosen(first) == "Done"
    assert "I pass" in first["lines"] or "Play my banner" in first["lines"]
    assert second["lines"][0] == "Device 2"
    assert len(entered(answers)) == 2


def test_instead_is_the_usual_way_to_enter_what_really_happened(tmp_path: Path) -> None:
    begun(tmp_path, "spartacus", ("Ada", "Device", "Ben"), "play 5", devices=GENTLE)
    answers = played(tmp_path, says("wait 0", "down ok"), worker=Direct)
    assert answers[-1]["screen"] == "table"
    assert entered(answers) == []


# -- Hannibal vs Rome

SEA = "fleet ROM-COR>SAR-CAR"


def test_in_a_round_the_person_lays_first_and_only_then_is_the_card_of_the_device_seen(tmp_path: Path) -> None:
    begun(tmp_path, "hannibal", ("Ada", "Device"), SEA, devices=GENTLE)
    seen = []

    def player() -> Player:
        seen.append((yield from look()))
        yield "ok"
        seen.append((yield from look()))
        yield from pick("3")

    answers = played(tmp_path, player(), worker=Direct)
    lay, which = seen
    assert (lay["screen"], lay["lines"][1]) == ("round", "I have chosen. Lay")
    assert chosen(lay) == "It lies there"
    assert (which["screen"], which["lines"]) == ("round", ["Turn it up: which?", "1", "2", "3", "4", "5"])
    with Record(tmp_path) as record:
        card = Session(record, SimulatedClock(WALL)).secrets.hidden.chosen[0].thought.card
    assert entered(answers) == [f"clash 3 {card}"]
    banner = (answers[-1]["banner"] or "").replace("\n", " ")
    assert f"Rome 3, Carthage {card}. Take Device's {card} out of the hand" in banner


@pytest.mark.parametrize("less", [0, 1])
@pytest.mark.parametrize("person", ["Ada", "Maximiliana-Bartholomäus"])
def test_both_cards_of_a_round_are_named_before_a_key_enters_what_follows(
    tmp_path: Path, person: str, less: int
) -> None:
    begun(tmp_path, "hannibal", (person, "Device"), SEA, devices=GENTLE)
    played(tmp_path, says("wait 0"), worker=Direct)
    with Record(tmp_path) as record:
        card = Session(record, SimulatedClock(WALL)).secrets.hidden.chosen[0].thought.card
    assert isinstance(card, int)
    assert card > less, "the attacker loses its only fleet, so the device is next"
    told: list[str] = []

    def player() -> Player:
        yield "ok"
        yield from pick(str(card - less))
        answer = yield from look()
        told.append(answer["banner"])
        while answer["banner"].endswith("▼"):
            answer = yield "ok"
            told.append(answer["banner"])
        after = yield "ok"
        assert "Device's turn" not in (after["banner"] or ""), "that was over with this key"

    answers = played(tmp_path, player(), worker=Direct)
    assert len(entered(answers)) == 2
    said = " ".join(told).replace("\n", " ")
    assert f"Rome {card - less}, Carthage {card}. Take Device's {card} out of the hand" in said
    for seat in (person, *["Device"][less:]):
        assert f"Take a fleet of {seat} off Sardinia–Carthage" in said


def test_after_each_round_people_are_told_both_cards_and_what_leaves_the_hand_of_the_device(tmp_path: Path) -> None:
    rounds = backs = 0
    for seed in range(12):
        dice = Random(seed)
        with Record(tmp_path / str(seed), ("Ada",)) as record:
            session = Session(record, SimulatedClock(WALL), Random(1))
            now = session.start("hannibal", ("Device", "Ada"), {}, 0, sitting=Sitting(GENTLE))
            for _ in range(60):
                assert now.position is not None
                if now.outcome is not None:
                    break
                legal = now.position.legal()
                clashes = [action for action in legal if str(action).startswith("clash")]
                before, now = now, session.enter(str(dice.choice(clashes or legal)))
                first = next(iter(router.notices(before, now)), None)
                if not clashes:
                    assert first is None or first.key not in ("event.hannibal.card-out", "event.hannibal.hand-back")
                    continue
                rounds += 1
                assert before.position is not None
                assert first is not None
                rome, carthage = map(int, now.text.split()[1:])
                assert first.params == {"rome": rome, "carthage": carthage, "seat": 0, "card": rome}
                last = len(before.position.table()["hands"][0]) == 1
                assert first.key == ("event.hannibal.hand-back" if last else "event.hannibal.card-out")
                backs += last
    assert rounds > 20
    assert backs > 0


def test_mnd_2_the_card_of_a_round_is_in_the_record_before_people_are_asked_and_stays_after_an_undo(
    tmp_path: Path,
) -> None:
    begun(tmp_path, "hannibal", ("Ada", "Device"), SEA, devices=GENTLE)
    played(tmp_path, says("wait 0"), worker=Direct)
    with Record(tmp_path) as record:
        first = Session(record, SimulatedClock(WALL)).secrets.hidden.chosen
    assert len(first) == 1
    answers = played(tmp_path, says("ok ok", "hold back", "ok ok ok"), worker=Direct)
    clash, undo, again = entered(answers)
    assert undo == "undo"
    assert clash == again
    with Record(tmp_path) as record:
        hidden = Session(record, SimulatedClock(WALL)).secrets.hidden
        assert hidden.chosen[:1] == first
        assert hidden.looked, "the game is marked: people went back after a look"


def test_going_back_over_a_card_that_was_only_laid_face_down_is_no_look(tmp_path: Path) -> None:
    begun(tmp_path, "seven-hills", ("Ada", "Device"), "place 1", devices=GENTLE)
    played(tmp_path, says("ok", "hold back"), worker=Direct)
    with Record(tmp_path) as record:
        hidden = Session(record, SimulatedClock(WALL)).secrets.hidden
        assert len(hidden.chosen) == 1
        assert not hidden.looked


@pytest.mark.parametrize("end", ["concede 0", "abandon"])
@pytest.mark.parametrize("back", ["undo", "back 1", "change 1 place 2"])
def test_going_back_over_the_end_is_a_look_for_behind_it_the_seed_is_open(tmp_path: Path, end: str, back: str) -> None:
    begun(tmp_path, "seven-hills", ("Ada", "Device"), "place 1", devices=GENTLE)
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        session.enter(end)
        assert session.secrets.open_seed.seed
        if back == "undo":
            session.undo()
        else:
            session.enter(back)
        assert session.now is not None
        assert session.secrets.hidden.looked == (session.now.outcome is None)


def test_who_takes_over_in_a_round_is_shown_the_card_that_was_chosen(tmp_path: Path) -> None:
    begun(tmp_path, "hannibal", ("Ada", "Device"), SEA, devices=GENTLE)

    def player() -> Player:
        yield "back"
        yield from pick("Device")
        yield from pick("Device gets up")
        yield from says("ok", "ok", "hold back")

    whom, card, table, undo = played(tmp_path, player(), worker=Direct)[-4:]
    with Record(tmp_path) as record:
        hidden = Session(record, SimulatedClock(WALL)).secrets.hidden
    assert whom["screen"] == "handover"
    assert str(hidden.chosen[0].thought.card) not in shown(whom)
    assert " ".join(card["lines"][1:]) == f"For this round: {hidden.chosen[0].thought.card}"
    assert table["screen"] == "battle"
    assert undo["actions"] == ["undo"]
    assert hidden.looked


def test_on_the_map_of_hannibal_there_is_nothing_to_hand_over(tmp_path: Path) -> None:
    begun(tmp_path, "hannibal", ("Ada", "Device"), devices=GENTLE)

    def player() -> Player:
        yield from says("ok", "back")  # past the seal, to the menu
        yield from pick("Device")
        yield from pick("Device gets up")

    assert played(tmp_path, player(), worker=Direct)[-1]["screen"] == "map"


# -- Seven Hills of Rome


def test_its_face_down_cards_are_place_holders_and_no_page_says_which_it_means(tmp_path: Path) -> None:
    begun(tmp_path, "seven-hills", ("Ada", "Device"), "place 1", devices=GENTLE)
    asked, after = played(tmp_path, says("wait 0", "ok"), worker=Direct)[1:]
    with Record(tmp_path) as record:
        thought = Session(record, SimulatedClock(WALL)).secrets.hidden.chosen[0].thought
    assert thought.card is not None
    assert "Lay any of my cards" in shown(asked)
    hill = str(thought.action).split()[1]
    assert {word.strip(".:") for word in shown(asked).split() if word[0].isdigit()} == {hill}
    assert after["actions"] == [f"place {hill}"]


def test_a_card_that_people_laid_elsewhere_is_the_one_that_it_had_chosen(tmp_path: Path) -> None:
    begun(tmp_path, "seven-hills", ("Ada", "Device"), "place 1", devices=GENTLE)
    played(tmp_path, says("wait 0"), worker=Direct)
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        thought = session.secrets.hidden.chosen[0].thought
        hill = 5 if thought.action != "place 5" else 6
        now = session.enter(f"place {hill}")
        assert now.timeline is not None
        secrets = secrets_of(now.setup, now.timeline, 1, session.secrets.hidden)
        assert [len(row) for row in secrets] == [int(number == hill) for number in range(1, 8)]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_card_that_it_had_chosen_stays_where_an_earlier_entry_is_changed(tmp_path: Path, elsewhere: bool) -> None:
    begun(tmp_path, "seven-hills", ("Ada", "Device"), "place 1", devices=GENTLE)
    played(tmp_path, says("wait 0"), worker=Direct)
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        thought = session.secrets.hidden.chosen[0].thought
        hills = [hill for hill in range(2, 8) if thought.action != f"place {hill}"]
        session.enter(f"place {hills[0]}" if elsewhere else str(thought.action))
        now = session.enter(f"change 1 place {hills[1]}")
        assert now.timeline is not None
        assert len(now.timeline) == 3
        secrets = secrets_of(now.setup, now.timeline, 1, session.secrets.hidden)
        assert [card for hill in secrets for card in hill] == [thought.card]


def test_a_table_that_people_set_keeps_what_still_fits_it_and_the_device_draws_the_rest(tmp_path: Path) -> None:
    begun(tmp_path, "seven-hills", ("Ada", "Device"), "place 1", devices=GENTLE)
    played(tmp_path, says("ok"), worker=Direct)
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        now = session.now
        assert now is not None
        assert now.timeline is not None
        assert now.position is not None
        before = secrets_of(now.setup, now.timeline, 1, session.secrets.hidden)
        table = now.position.table()
        now = session.enter("set " + json.dumps(table))
        assert now.timeline is not None
        assert secrets_of(now.setup, now.timeline, 1, session.secrets.hidden) == before
        assert drawn_seats(now, session.secrets.hidden) == ()
        here = next(place for place, hill in enumerate(table["hills"]) if hill["cards"][1])
        other = next(place for place, hill in enumerate(table["hills"]) if not any(hill["cards"]))
        table["hills"][other]["cards"][1] = table["hills"][here]["cards"][1]
        table["hills"][here]["cards"][1] = []
        table["barred"] = other + 1
        now = session.enter("set " + json.dumps(table))
        assert now.timeline is not None
        secrets = secrets_of(now.setup, now.timeline, 1, session.secrets.hidden)
        assert [len(row) for row in secrets] == [int(place == other) for place in range(7)]
        assert secrets_of(now.setup, now.timeline, 1, session.secrets.hidden) == secrets
        assert drawn_seats(now, session.secrets.hidden) == (1,)
        session.enter("place 7")
    answer = played(tmp_path, says("wait 0"), worker=Direct)[-1]
    assert answer["screen"] == "asked"
    assert chosen(answer) == "Done"


# -- Army Ants


def test_its_army_is_shown_rank_by_rank_after_the_other_lies_there_and_enters_itself(tmp_path: Path) -> None:
    begun(tmp_path, "army-ants", ("Device", "Ada"), devices=GENTLE, deployment="free")
    answers = played(tmp_path, says("ok wait 0", "ok", "ok ok ok", "ok"), worker=Direct)  # past the seal first
    lay, front = answers[2], answers[3]
    assert lay["screen"] == front["screen"] == "arrangement"
    assert "Lay your army face down" in shown(lay)
    assert not any(character.isdigit() for character in shown(lay))
    assert front["lines"][0] == "Rank 4"
    texts = entered(answers)
    assert len(texts) == 19
    assert [text.split()[1] for text in texts[:5]] == [line.split()[-1] for line in front["lines"][-5:]]
    assert answers[-1]["lines"][0] != "Rank 1"


def test_what_is_dealt_for_a_person_is_not_the_army_that_the_device_has_chosen(tmp_path: Path) -> None:
    begun(tmp_path, "army-ants", ("Ada", "Device"), "deploy 5", devices=GENTLE, deployment="free")
    seen = []

    def player() -> Player:
        yield from pick("deal")
        seen.append((yield from look()))
        yield "ok"
        for _ in range(4):  # the four ranks of Ada, then whether they are laid out
            yield "ok"
        seen.append((yield from look()))
        yield "ok"
        seen.append((yield from look()))

    answers = played(tmp_path, player(), worker=Direct)
    offer, laid, table = seen
    assert "18 cards left" in shown(offer)
    assert len(entered(answers)) == 18
    assert laid["screen"] == "ants-dealt"
    assert chosen(laid) == "Device lays out"
    assert table["screen"] == "arrangement"


def test_after_a_deal_of_both_armies_the_rally_begins_also_with_the_device(tmp_path: Path) -> None:
    begun(tmp_path, "army-ants", ("Device", "Ada"), devices=GENTLE)

    def player() -> Player:
        yield "ok"  # past the seal
        yield from pick("deal")
        yield from says(*["ok"] * 9)  # the offer, and the eight ranks

    answers = played(tmp_path, player(), worker=Direct)
    assert (answers[-1]["screen"], chosen(answers[-1])) == ("ants-dealt", "Begin the rally")


def test_the_device_is_not_offered_where_people_would_have_to_look_at_its_cards() -> None:
    mind, ants = registry.game("army-ants").mind, game("army-ants")
    assert mind is not None
    assert mind.sits(ants.complete({"deployment": "free"}))
    assert not mind.sits(ants.complete({"deployment": "rows"}))


# -- whole games


def choices(key: str) -> list[dict[str, bool | str]]:
    """Each option of a game with each of its values, the others as they are by default; games of cards only."""
    rules = game(key)
    found: list[dict[str, bool | str]] = [{}]
    for name, values in rules.options.items():
        found += [{name: value} for value in values[1:] if rules.allows({name: value}) and value != "scores"]
    return [chosen for chosen in found if chosen.get("deployment") != "rows"]


def people_and_device(key: str, count: int) -> tuple[tuple[str, ...], dict[str, str]]:
    free = device_names(())
    devices = [next(free) for _ in range(count - 1)]
    return ("Ada", *devices), dict.fromkeys(devices, "1")


@pytest.mark.parametrize(
    ("key", "options"),
    [  # the quick run takes the first choice of each game and the last
        pytest.param(key, options, marks=() if options in (choices(key)[0], choices(key)[-1]) else pytest.mark.gate)
        for key in GAMES
        if game(key).mind is not None
        for options in choices(key)
    ],
)
def test_the_device_always_knows_what_it_has_hidden_and_asks_for_what_is_allowed(
    tmp_path: Path, key: str, options: dict[str, bool | str]
) -> None:
    rules, dice = game(key), Random(4)
    names, devices = people_and_device(key, rules.players[0])
    with Record(tmp_path, ("Ada",)) as record:
        clock = SimulatedClock(WALL)
        session, answers = Session(record, clock, Random(5)), list[Any]()
        thinking = Thinking(session, clock, Direct(answers.append), lambda: 10.0, answers.append)
        session.start(key, names, options, 0, sitting=Sitting(devices))
        for _ in range(45):
            now = session.now
            assert now is not None
            assert now.position is not None
            if now.outcome is not None:
                break
            thinking.attend()
            while answers:
                thinking.take(answers.pop())
            turn = thinking.turn
            action = random_action(now.position, dice)
            if turn is not None:
                assert turn.thought is not None
                action = asked(now.position, turn.seat, turn.thought, dice) or action
            now = session.enter(action)
            for seat, level in enumerate(now.levels):
                if level:
                    assert now.timeline is not None
                    assert secrets_of(now.setup, now.timeline, seat, session.secrets.hidden) is not None
        assert not any(one.quick for one in session.secrets.hidden.chosen)
        thinking.close()


def test_a_person_who_takes_over_is_shown_the_hidden_cards_once(tmp_path: Path) -> None:
    begun(tmp_path, "seven-hills", ("Ada", "Device"), "place 1", devices=GENTLE)

    def player() -> Player:
        yield from says("ok", "back")
        yield from pick("Device")
        yield from pick("Device gets up")
        yield from says("ok", "ok", "hold back")

    answers = played(tmp_path, player(), worker=Direct)
    whom, cards, table, undo = answers[-4:]
    with Record(tmp_path) as record:
        hidden = Session(record, SimulatedClock(WALL)).secrets.hidden
    thought = hidden.chosen[0].thought
    assert whom["screen"] == "handover"
    assert "only to the new player of Device" in " ".join(whom["lines"])
    assert cards["lines"][1:] == [f"Hill {str(thought.action).split()[1]}: {thought.card}"]
    assert table["screen"] == "hills"
    assert undo["actions"] == ["undo"]
    assert hidden.looked


def test_the_device_takes_over_no_seat_whose_face_down_cards_only_a_person_knows(tmp_path: Path) -> None:
    begun(tmp_path, "seven-hills", ("Ada", "Ben"), "place 1")

    def player() -> Player:
        yield "back"
        yield from pick("Device")

    lines = played(tmp_path, player(), worker=Direct)[-1]["lines"]
    assert lines == ["Device", "Device plays for Ben"]


def test_where_the_device_may_take_over_no_seat_the_menu_does_not_offer_it(tmp_path: Path) -> None:
    begun(tmp_path, "seven-hills", ("Ada", "Ben"), "place 1", "place 2")
    menu = played(tmp_path, says("back"), worker=Direct)[-1]
    assert menu["screen"] == "menu"
    assert "Device" not in menu["lines"]
