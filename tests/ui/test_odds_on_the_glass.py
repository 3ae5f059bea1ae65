"""Odds, advice and the review of a game on the glass: only where people switched them on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from device import WALL, Player, begin, chosen, homeward, look, pick, played, says
from installed import Record
from thinkers import Direct, Held

from companion.app.thinking import Request, Thinking
from companion.games.registry import game
from companion.ports import Answered, Event
from companion.session.device import Sitting
from companion.session.kept_reviews import Looks, kept_looks
from companion.session.public_view import public_view
from companion.session.session import Session
from companion.ui.odds import percent
from companion.words import Words
from hardware.simulated import SimulatedClock

ADA_BEN = ("Ada", "Ben")


def begun(folder: Path, key: str, sitting: Sitting, *texts: str, **options: bool | str) -> None:
    with Record(folder, ADA_BEN) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start(key, (*ADA_BEN, "Cleo")[: 3 if key == "spartacus" else 2], options, 0, sitting=sitting)
        for text in texts:
            session.enter(text)


ODDS, ADVICE = Sitting(odds=True), Sitting(advice=True)


def test_a_share_is_shown_in_whole_per_cents_and_nothing_is_certain_before_the_end() -> None:
    assert [percent(share) for share in (0.0, 0.004, 0.505, 0.999, 1.0)] == [1, 1, 50, 99, 99]


def test_odds_are_off_until_people_switch_them_on_before_the_game(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Praetorians")
        yield from pick("Odds")
        yield from begin()
        yield "wait 0"

    answers = played(tmp_path, player(), people=ADA_BEN, worker=Direct)
    line = answers[-1]["lines"][1]
    assert line.startswith("Odds ")
    one, two = (int(part.rstrip("%")) for part in line.removeprefix("Odds ").split(" : "))
    assert one + two == 100
    begun(tmp_path / "off", "praetorians", Sitting())
    assert "Odds" not in " ".join(played(tmp_path / "off", says("wait 0"), worker=Direct)[-1]["lines"])


def test_where_people_enter_only_scores_praetorians_still_has_win_shares_and_no_advice(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Praetorians")
        yield from pick("Entry")
        answer = yield from look()
        assert "Odds: off" in answer["lines"]
        assert "Advice: off" not in answer["lines"]
        yield from pick("Odds")
        yield from begin()
        yield "wait 0"

    line = played(tmp_path, player(), people=ADA_BEN, worker=Direct)[-1]["lines"][1]
    assert line.startswith("Odds ")


def test_the_menu_shows_what_the_next_card_may_do(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", ODDS, "flip R10", "flip R9")

    def player() -> Player:
        yield "back"
        yield from pick("Odds")

    lines = played(tmp_path, player(), worker=Direct)[-1]["lines"]
    assert any(line.startswith("Caught: ") for line in lines)


def test_the_score_board_has_the_shares_too(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", ODDS)
    answers = played(tmp_path, says("wait 31"), worker=Direct)
    assert answers[-1]["screen"] == "score"
    assert all(line.endswith("%") for line in answers[-1]["lines"][1:])


def test_who_asks_for_advice_is_in_the_log_and_gets_the_best_action_and_others(tmp_path: Path) -> None:
    begun(tmp_path, "spartacus", ADVICE, "play 5")

    def player() -> Player:
        yield "back"
        yield from pick("Ask")
        yield "down"
        yield "back"

    answers = played(tmp_path, player(), worker=Direct)
    advice = answers[-3]
    assert advice["screen"] == "advice"
    assert advice["lines"][0] == "Advice"
    assert len(advice["lines"]) == 4, "the two best, each with its share"
    assert all(line.endswith("%") for line in advice["lines"][2:])
    said = " ".join(answers[-2]["lines"][2:])
    assert "takes the trick" in said, "the reason"
    assert advice["actions"] == ["advice"]
    assert (answers[-1]["screen"], chosen(answers[-1])) == ("menu", "Ask"), "as behind the odds and the log"


@pytest.mark.parametrize("alone", [False, True])
def test_the_odds_of_a_table_are_what_an_advice_has_proven(tmp_path: Path, alone: bool) -> None:
    """That only one action is possible proves no shares."""
    begun(tmp_path, "spartacus", Sitting(odds=True, advice=True), "play 5")

    class Proves(Direct):
        def reply(self, requests: Sequence[Request]) -> dict[str, Any]:
            found: dict[str, Any] = super().reply(requests)
            known: dict[str, dict[str, Any]] = {
                "odds": {"win": [0.3, 0.4, 0.3]},
                "advice": {"win": [0.0, 1.0, 0.0], "exact": True, **({"choices": []} if alone else {})},
            }
            return {key: {**value, **known[key]} if key in known else value for key, value in found.items()}

    def player() -> Player:
        answer = yield from look()
        assert "Odds ~30% : 40% : 30%" in answer["lines"]
        yield "back"
        yield from pick("Ask")
        yield from says("back back")

    odds = "Odds ~30% : 40% : 30%" if alone else "Odds 1% : 99% : 1%"
    assert odds in played(tmp_path, player(), worker=Proves)[-1]["lines"]


@pytest.mark.parametrize("exact", [False, True])
def test_odds_that_are_proven_are_not_called_rough(tmp_path: Path, exact: bool) -> None:
    begun(tmp_path, "spartacus", ODDS, "play 5")

    class Proves(Direct):
        def reply(self, requests: Sequence[Request]) -> dict[str, Any]:
            found: dict[str, Any] = super().reply(requests)
            return {**found, "odds": {**found["odds"], "win": [0.0, 1.0, 0.0], "exact": exact}}

    def player() -> Player:
        answer = yield from look()
        assert ("Odds 1% : 99% : 1%" in answer["lines"], "Odds ~1% : 99% : 1%" in answer["lines"]) == (exact, not exact)
        yield "back"
        yield from pick("Odds")
        yield "down"

    pages = [answer["lines"] for answer in played(tmp_path, player(), worker=Proves) if answer["screen"] == "odds"]
    assert any("rough" in line for lines in pages for line in lines) != exact


def test_while_advice_is_thought_about_ok_is_enough(tmp_path: Path) -> None:
    begun(tmp_path, "spartacus", ADVICE, "play 5")

    class Stopped(Held):
        stops = True

    def player() -> Player:
        yield "back"
        yield from pick("Ask")
        yield "wait 1"
        yield "ok"

    answers = played(tmp_path, player(), worker=Stopped)
    assert answers[-2]["lines"] == ["Advice", "··"]
    said = " ".join(answers[-1]["lines"])
    assert "Best: " in said or "no difference" in said


def test_in_a_round_of_hannibal_advice_is_the_mix_and_never_a_card(tmp_path: Path) -> None:
    begun(tmp_path, "hannibal", ADVICE, "fleet ROM-COR>SAR-CAR")

    def player() -> Player:
        yield "back"
        yield from pick("Ask")
        yield "down"

    first, second = [answer["lines"] for answer in played(tmp_path, player(), worker=Direct)[-2:]]
    lines = [*first[2:], *second[2:]]
    assert lines[0] == "Ada, at random:"
    cards = [line for line in lines[1:] if line.startswith("Card ")]
    assert sum([int(line.split(": ")[1].removesuffix("%")) for line in cards]) in range(98, 103)
    assert " ".join(line for line in lines[1:] if ": " not in line) == "Knowing these odds helps no opponent."


def test_no_advice_is_offered_in_closed_seven_hills_nor_where_it_is_off_nor_at_a_turn_of_the_device(
    tmp_path: Path,
) -> None:
    begun(tmp_path / "closed", "seven-hills", ADVICE, "place 1", "place 2")
    begun(tmp_path / "off", "spartacus", Sitting())
    with Record(tmp_path / "device", ("Ada",)) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("praetorians", ("Device", "Ada"), {}, 0, sitting=Sitting({"Device": "1"}, advice=True))
    for folder in ("closed", "off", "device"):
        answers = played(tmp_path / folder, says("wait 0 back"), worker=Direct)
        assert "Ask" not in answers[-1]["lines"]


def test_a_finished_game_is_looked_at_again_and_its_turning_points_lead_to_the_table_of_then(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", Sitting(), *_game())

    class Fifth(Direct):
        """Holds the fifth entry for a blunder."""

        def reply(self, requests: Sequence[Request]) -> dict[str, Any]:
            found: dict[str, Any] = super().reply(requests)
            for ply in found["review"]["plies"]:
                if ply["ply"] == 5:
                    ply["faults"], ply["better"] = [[0, -0.5]], "stop"
            return found

    def player() -> Player:
        yield from pick("Review")
        yield from says("ok", "ok")
        yield from pick("Why Stop?")
        yield from says("ok")
        yield from pick("The table after it")
        yield "back"

    *answers, back = played(tmp_path, player(), worker=Fifth)
    assert back["screen"] == "moment"
    chart = next(answer for answer in answers if answer["screen"] == "review" and len(answer["lines"]) > 2)
    assert chart["lines"][-2].startswith("Ada: ")
    assert chart["lines"][-2].split()[-1] == "100"
    turning = next(answer for answer in answers if answer["screen"] == "turning")
    assert turning["lines"][1].endswith("blunder −50")
    assert turning["lines"][2].startswith(("Ada: luck ", "Ad: luck "))
    told = next(answer for answer in answers if answer["screen"] == "moment")
    assert told["lines"][0] == "Moment: blunder −50"
    assert " ".join(told["lines"][1:]).startswith("Entry 5: Ada: ")
    assert "better: Stop" in " ".join(told["lines"][1:])
    why = next(answer for answer in answers if answer["screen"] == "better")
    assert why["lines"][0] == "Why Stop?"
    assert len(why["lines"]) > 1
    assert answers[-1]["screen"] == "then"
    assert answers[-1]["lines"][0].startswith("5 ")


def test_a_mistake_is_a_puzzle_and_what_people_enter_there_changes_nothing(tmp_path: Path) -> None:
    texts = _game()
    begun(tmp_path, "praetorians", Sitting(), *texts)
    at = texts.index("stop") + 1

    class First(Direct):
        """It says that the first stop was a mistake, and another card better."""

        def reply(self, requests: Sequence[Request]) -> dict[str, Any]:
            found: dict[str, Any] = super().reply(requests)
            for ply in found["review"]["plies"]:
                wrong = ply["ply"] == at
                ply["faults"], ply["better"] = ([[0, -0.2]], "another") if wrong else ([], None)
            return found

    def player() -> Player:
        yield from pick("Review")
        yield "ok"
        yield from pick("Puzzles")
        seen.append((yield from look()))
        yield "help"
        helped.append((yield from look()))
        yield "back"
        yield from pick("Stop")
        seen.append((yield from look()))
        yield from pick("Try again")
        while chosen((yield from look())) == "Stop":
            yield "down"
        yield from says("ok", "ok")  # a colour and a value
        seen.append((yield from look()))
        yield from pick("Show the best")
        seen.append((yield from look()))

    seen: list[dict[str, Any]] = []
    helped: list[dict[str, Any]] = []
    played(tmp_path, player(), worker=First)
    asked, wrong, solved, told = seen
    with Record(tmp_path, ADA_BEN) as record:
        step = Session(record, SimulatedClock(WALL)).now
    assert asked["lines"][0] == "Ada?"
    assert "Enter what you would have done" in " ".join(helped[0]["lines"]), "nothing has happened here"
    assert "Stop: →6" in asked["lines"]
    assert wrong["lines"] == [
        "Not the best",
        "Played then: Stop,",
        "30%. The best: 50%.",
        "Try again",
        "Show the best",
        "Back",
    ]
    assert solved["lines"] == ["Solved", "Another card: 50%.", "Played then: 30%.", "Show the best", "Back"]
    assert told["screen"] == "moment"
    assert "better: Another card" in " ".join(told["lines"])
    assert step is not None
    assert [ply.text for ply in step.timeline or ()][1:] == texts


def test_from_the_moment_of_a_game_people_play_on_against_the_device(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", Sitting(), *_game())

    def player() -> Player:
        yield from pick("Review")
        yield from says("ok", "ok")
        yield from pick("Play on from here")
        yield "ok"
        answer = yield "up"  # the banner ends with a key
        assert answer["screen"] == "seal"
        yield from pick("Add a word")
        yield from says("ok", "up", "ok")  # the first letter of the wheel, then the mark that ends the word

    answers = played(tmp_path, player(), worker=Direct)
    assert [entry for answer in answers for entry in answer["actions"]][:2] == ["new praetorians", "sit 0 2"]
    told = next(answer for answer in answers if answer["screen"] == "moment")
    place = told["lines"][1].removeprefix("Entry ").split(":")[0]
    assert any(f"before entry {place}:" in (answer["banner"] or "").replace("\n", " ") for answer in answers)
    assert answers[-1]["screen"] == "table"
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        now, hidden = session.now, session.secrets.hidden
    assert now is not None
    assert now.setup.seats.again == 1
    assert hidden.word == "A"


def test_a_review_is_kept_and_goes_on_after_a_restart_where_it_ended(tmp_path: Path) -> None:
    texts = _game()
    begun(tmp_path, "praetorians", Sitting(), *texts)
    made: list[Direct] = []

    class Breaks(Direct):
        """Dies at its 25th question, and whenever it is started once more."""

        def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
            if len(self.asked) >= 24:
                self.asked.append(then)
                self.put(Answered(number, None))
            else:
                super().ask(number, way, then)

    def make(put: Callable[[Event], None]) -> Direct:
        made.append(Direct(put) if made else Breaks(put))
        return made[-1]

    def player() -> Player:
        yield from pick("Review")
        for _ in range(len(texts)):
            yield "wait 0"

    def last() -> Player:
        yield from player()
        yield "ok"

    first = played(tmp_path, player(), worker=make)[-1]
    assert first["screen"] == "review"
    assert first["lines"][1] == f"{len(texts)}/{len(texts)}"
    file = tmp_path / "reviews" / "1.jsonl"
    assert len(file.read_text().splitlines()) == 1 + 20
    turning = played(tmp_path, last(), worker=make)[-1]
    assert turning["screen"] == "turning"
    assert [asked[-1]["ply"] for asked in made[1].asked] == list(range(len(texts) - 20, 0, -1))


def test_who_watches_after_a_restart_sees_the_review_that_was_kept_without_a_press(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", Sitting(), *_game())

    def seen() -> tuple[str, ...]:
        """What the web window says of the review, as after a start."""
        with Record(tmp_path) as record:
            session = Session(record, SimulatedClock(WALL))
            thinking = Thinking(session, SimulatedClock(WALL), None, lambda: 10.0, lambda message: None)
            return public_view(session.now, Words("en"), review=thinking.reviewed).review

    def player() -> Player:
        yield from pick("Review")
        for _ in range(len(_game())):
            yield "wait 0"

    assert seen() == ()
    played(tmp_path, player(), worker=Direct)
    assert seen()[0].startswith("Moment of the game: ")


def test_what_is_kept_of_a_review_must_fit_the_game_as_it_is_now(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", Sitting(), *_game())
    file = tmp_path / "reviews" / "1.jsonl"

    def player() -> Player:
        yield from pick("Review")
        for _ in range(200):
            yield "wait 0"

    with Record(tmp_path) as record:
        step = Session(record, SimulatedClock(WALL)).now
    assert step is not None
    answer = played(tmp_path, player(), worker=Direct)[-1]
    looks = kept_looks(tmp_path, step)
    assert (len(looks.plies), looks.close) == (len(_game()), len(_game())), (
        "Praetorians is seen whole by the first look"
    )
    file.write_text(file.read_text()[:-9])
    assert kept_looks(tmp_path, step) == Looks(looks.plies[:-1], looks.close - 1), "the last line is torn"
    assert played(tmp_path, player(), worker=Direct)[-1]["lines"] == answer["lines"]
    assert kept_looks(tmp_path, step) == looks
    for wrong in ("", "{}", "[]\n[]", file.read_text().replace('"version": ', '"version": 9')):
        file.write_text(wrong)
        assert kept_looks(tmp_path, step) == Looks()
    file.unlink()
    file.mkdir()
    assert kept_looks(tmp_path, step) == Looks()


def test_a_game_in_the_history_is_looked_at_again_without_going_on_with_it(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", Sitting(), *_game())
    begun(tmp_path, "praetorians", Sitting(), "flip R7", "concede 1")
    begun(tmp_path, "praetorians", Sitting(), "flip R7")
    seen = []

    def player() -> Player:
        yield from homeward()
        yield from pick("History")
        yield "ok"
        seen.append((yield from look()))
        yield "back"
        yield "down"
        yield "ok"
        yield from pick("Review")
        for _ in range(200):
            yield "wait 0"
        seen.append((yield from look()))
        yield "ok"
        seen.append((yield "up"))  # the puzzles are the last line, below the entries
        seen.append((yield "ok"))
        yield from says("back", "up")
        seen.append((yield "ok"))

    answers = played(tmp_path, player(), worker=Direct)
    ended, chart, turning, puzzle, told = seen
    assert (puzzle["screen"], puzzle["actions"]) == ("table", [])
    assert ended["screen"] == "ended"
    assert "Review" not in ended["lines"], "somebody conceded"
    assert chart["screen"] == "review"
    assert (turning["screen"], told["screen"]) == ("turning", "moment")
    assert "The table after it" not in told["lines"], "the game is not on the table"
    assert [entry for answer in answers for entry in answer["actions"]] == []


def test_a_game_that_people_ended_by_conceding_has_no_review(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", Sitting(), "flip R7", "concede 1")
    answers = played(tmp_path, says("wait 0"), worker=Direct)
    assert "Review" not in answers[-1]["lines"]


def _game() -> list[str]:
    """A whole game of two people who stop as soon as they may."""
    rules, dice = game("praetorians"), Random(3)
    now, texts = rules.start(2, rules.complete({})), list[str]()
    while now.outcome is None:
        legal = now.legal()
        action = next((one for one in legal if one == "stop"), None) or dice.choice(legal)
        texts.append(str(action))
        now = now.after(action)
    return texts
