"""The device sits at the table: by keys, from home to its turns, while it thinks and when it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from damaged_records import damaged
from device import WALL, Player, begin, begun, chosen, look, pick, played, says, tell
from installed import Record
from letters import need_letters
from thinkers import Dead, Direct, Held

from companion.app.thinking import Request
from companion.play.timeline import Snapshot
from companion.record.index import INDEX
from companion.record.log import LOG
from companion.session.device import Hidden, Sitting
from companion.session.session import Session
from hardware.simulated import SimulatedClock

ADA = ("Ada", "Ben")
VERSUS = ("Ada", "Device")
FAIR = {"Device": "2"}


def recorded(folder: Path) -> tuple[Snapshot, Hidden]:
    """How the table stands in the record, and what the device hides there."""
    with Record(folder) as record:
        session = Session(record, SimulatedClock(WALL))
        assert session.now is not None
        return session.now, session.secrets.hidden


def without_ben() -> Player:
    """From home to who plays, with Ada alone."""
    yield from pick("Praetorians")
    yield from pick("Players")
    yield from pick("Ben")


def test_the_device_takes_a_seat_like_a_person_and_a_list_asks_how_strong(tmp_path: Path) -> None:
    seen = []

    def player() -> Player:
        yield from without_ben()
        yield from pick("Device")
        seen.append((yield from look()))
        yield "ok"
        seen.append((yield from look()))
        yield from pick("Device")
        seen.append((yield from look()))
        yield from pick("Device")
        yield "ok"
        yield from pick("Done")
        yield from begin()

    played(tmp_path, player(), people=ADA, worker=Direct)
    levels, players, empty = seen
    assert (levels["screen"], chosen(levels)) == ("levels", "bold")
    assert chosen(players) == "Device: 2 bold"
    assert chosen(empty) == "Device", "OK on it lets it get up"
    now, _ = recorded(tmp_path)
    assert (now.setup.names, now.levels) == (VERSUS, ("", "2"))


def test_the_device_is_called_as_its_language_does_and_the_record_keeps_its_number(tmp_path: Path) -> None:
    need_letters("ja")
    begun(tmp_path, "praetorians", ("Ada", "Device"), "concede 1", devices=FAIR)
    with Record(tmp_path) as record:
        Session(record, SimulatedClock(WALL)).start(
            "spartacus", ("Device", "Ada", "Device 2"), {}, sitting=Sitting({"Device": "1", "Device 2": "1"})
        )
    (tmp_path / "settings.toml").write_text('language = "ja"\n')
    said = []

    def player() -> Player:
        yield from says("ok", "wait 0")  # past the seal
        yield "back"
        yield from pick("ホーム")
        yield from pick("履歴")
        said.append((yield from look()))
        yield "back"
        yield from pick("近衛兵")
        yield from pick("遊ぶ人")
        yield from pick("デバイス")
        yield "ok"  # its level
        yield from pick("決定")
        yield from pick("開始")
        yield "back"

    answers = played(tmp_path, player(), people=ADA, worker=Direct)
    shown = "\n".join("\n".join([*answer["lines"], answer["banner"] or ""]) for answer in [*answers, *said])
    assert "デバイス 2" in shown
    assert "Device" not in shown
    assert recorded(tmp_path)[0].setup.names == VERSUS
    assert "デバイス" not in (tmp_path / LOG).read_text()


def test_from_home_against_the_device_takes_at_most_four_presses_more(tmp_path: Path) -> None:
    answers = played(tmp_path, says("ok up ok ok ok"), people=("Ada",), worker=Direct)
    assert answers[-1]["actions"] == ["new praetorians", "sit 1 2"]
    now, _ = recorded(tmp_path)
    assert now.setup.names == VERSUS


def test_where_all_seats_are_taken_the_device_takes_that_of_the_last_person(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Spartacus")
        yield from pick("Players")
        for name in ("Dora", "Eva", "Device"):
            yield from pick(name)
        yield "ok"
        yield from pick("Device 2")
        yield "ok"
        yield from pick("Done")
        yield from begin()

    played(tmp_path, player(), people=("Ada", "Ben", "Cleo", "Dora", "Eva"), worker=Direct)
    now, _ = recorded(tmp_path)
    assert now.setup.names == ("Ada", "Ben", "Cleo", "Device", "Device 2")


def test_a_duel_with_the_device_needs_nobody_to_be_taken_from_the_table_first(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Praetorians")
        yield from pick("Players")
        yield from pick("Duel with the device")
        yield "ok"
        yield "ok"
        yield from begin()

    played(tmp_path, player(), people=(*ADA, "Cleo"), worker=Direct)
    now, _ = recorded(tmp_path)
    assert (now.setup.names, now.levels) == (VERSUS, ("", "2"))


def test_without_a_person_no_game_begins(tmp_path: Path) -> None:
    def player() -> Player:
        yield from without_ben()
        yield from pick("Device")
        yield "ok"
        yield from pick("Device 2")
        yield "ok"
        yield from pick("Ada")
        yield from pick("Done")
        yield from pick("Start")

    answer = played(tmp_path, player(), people=ADA, worker=Direct)[-1]
    assert answer["banner"] == "one person at least must sit at the table"


def test_no_device_is_offered_where_people_enter_scores(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Praetorians")
        yield from pick("Entry")
        yield from look()

    lines = played(tmp_path, player(), people=ADA, worker=Direct)[-1]["lines"]
    assert not [line for line in lines if line.startswith("Device")]


def test_the_device_wants_another_card_and_then_stops_with_one_press(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", VERSUS, "flip R7", "stop", devices=FAIR)
    seen = []

    def player() -> Player:
        seen.append((yield from look()))
        yield from tell("flip B10", VERSUS)
        yield from tell("flip B9", VERSUS)
        yield from tell("flip B8", VERSUS)
        seen.append((yield from look()))
        yield "ok"
        seen.append((yield from look()))

    answers = played(tmp_path, player(), worker=Direct)
    another, stop, after = seen
    assert (another["screen"], another["lines"][0]) == ("table", "Device: another")
    assert stop["lines"][0] == "Device: stop"
    assert chosen(stop) == "Stop: →30"
    assert after["lines"][0] == "Ada"
    assert [entry for answer in answers for entry in answer["actions"]] == ["flip B10", "flip B9", "flip B8", "stop"]


def test_who_gets_a_12_from_the_device_stands_in_the_title_and_is_under_the_cursor(tmp_path: Path) -> None:
    """A 12 goes to who is ahead, to Ben."""
    people = ("Ada", "Ben", "Device")
    begun(tmp_path, "praetorians", people, "flip R7", "stop", "flip R8", "stop", devices=FAIR, twelves=True)

    def player() -> Player:
        answer = yield from look()
        assert answer["lines"][0] == "Device: another"  # who gets a 12 has no room beside it
        for _ in range(3):
            answer = yield "down"
        assert chosen(answer) == "12"
        assert answer["lines"][0] == "Device: 12 to Ben"
        answer = yield "ok"
        assert (answer["screen"], answer["lines"][0], chosen(answer)) == ("give", "Device: 12 to Ben", "Ben: 11→0")
        answer = yield "ok"
        assert answer["actions"] == ["flip 12>1"]

    played(tmp_path, player(), worker=Direct)


def test_ok_while_it_thinks_is_enough_and_every_other_key_acts(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", VERSUS, "flip R7", "stop", "flip B10", "flip B9", "flip B8", devices=FAIR)
    answers = played(tmp_path, says("wait 0 back back ok ok"), worker=Held)
    thinking, menu, table, enough, done = [(answer["screen"], answer["lines"][0]) for answer in answers[1:]]
    assert thinking == ("table", "Device ·")
    assert menu == ("menu", "Game")
    assert table[1].startswith("Device ·")
    assert enough == ("table", "Device: stop")
    assert done == ("table", "Ada")


def test_a_mark_moves_once_a_second_while_it_thinks_and_a_long_thought_ends_by_itself(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", VERSUS, "flip R7", "stop", devices=FAIR)
    answers = played(tmp_path, says("wait 0 wait 1 wait 1 wait 1 wait 8"), worker=Held)
    assert [answer["lines"][0] for answer in answers[1:]] == [
        "Device ·", "Device ··", "Device ···", "Device ·", "Device: another",
    ]  # fmt: skip


def test_the_device_never_concedes_and_is_not_offered_to(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", VERSUS, "flip R7", devices=FAIR)

    def player() -> Player:
        yield "back"
        yield from pick("End the game")
        yield from look()

    lines = played(tmp_path, player(), worker=Direct)[-1]["lines"]
    assert lines == ["End the game", "Ada concedes", "Agreed draw", "Abandon"]


FOUR = ("Device", "Device 2", "Device 3", "Device 4")


@pytest.mark.parametrize("worker", [Dead, None])
def test_without_a_worker_the_turn_is_chosen_by_the_quick_rule_and_people_are_told(
    tmp_path: Path, worker: type[Dead] | None
) -> None:
    begun(tmp_path, "praetorians", VERSUS, "flip R7", "stop", "flip B10", "flip B9", "flip B8", devices=FAIR)
    made: list[Dead] = []

    def make(put: object) -> Dead:
        made.append(Dead(put))  # type: ignore[arg-type]
        return made[-1]

    answers = played(tmp_path, says("wait 0"), worker=make if worker is not None else None)
    assert answers[-1]["banner"] == "The device cannot think now; until it can it plays by a simple rule"
    assert answers[-1]["lines"][0] == "Device: stop"
    assert worker is None or len(made[0].asked) == 2, "it is started once more, and no oftener"
    assert [chosen.quick for chosen in recorded(tmp_path)[1].chosen] == [True]


def test_that_the_device_cannot_think_is_said_once_until_it_can(tmp_path: Path) -> None:
    class DiesAtTimes(Direct):
        def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
            (Direct if len(self.asked) == 4 else Dead).ask(self, number, way, then)

    begun(tmp_path, "spartacus", ("Ada", *FOUR), "play 1", devices=dict.fromkeys(FOUR, "1"))
    answers = played(tmp_path, says("wait 0", *["ok"] * 4), worker=DiesAtTimes)[1:]
    assert [one.quick for one in recorded(tmp_path)[1].chosen] == [True, True, False, True, True]
    says_so = "The device cannot think now; until it can it plays by a simple rule"
    assert [answer["banner"] == says_so for answer in answers] == [True, False, False, True, False]


def test_a_worker_that_died_is_started_once_more_and_then_thinks(tmp_path: Path) -> None:
    class DiesOnce(Direct):
        def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
            if self.asked:
                super().ask(number, way, then)
            else:
                Dead.ask(self, number, way, then)  # type: ignore[arg-type]

    begun(tmp_path, "praetorians", VERSUS, "flip R7", "stop", devices=FAIR)
    answers = played(tmp_path, says("wait 0"), worker=DiesOnce)
    assert (answers[-1]["banner"], answers[-1]["lines"][0]) == (None, "Device: another")
    assert [chosen.quick for chosen in recorded(tmp_path)[1].chosen] == [False]


@pytest.mark.parametrize("key", ["hannibal", "seven-hills", "army-ants", "spartacus"])
@pytest.mark.parametrize("kind", ["seed", "chose"])
def test_rec_13_a_damaged_line_of_what_the_device_hides_stops_nothing(tmp_path: Path, key: str, kind: str) -> None:
    names = ("Device", "Ada", "Ben")[: 3 if key == "spartacus" else 2]
    free = {"deployment": "free"} if key == "army-ants" else {}
    begun(tmp_path, key, names, devices={"Device": "1"}, **free)
    played(tmp_path, says("ok wait 0"), worker=Direct)  # past the seal
    before = recorded(tmp_path)[1]
    assert before.seed
    assert before.chosen
    damaged(tmp_path / LOG, f" {kind} ".encode())
    (tmp_path / INDEX).unlink()
    answers = played(tmp_path, says("wait 0" if kind == "seed" else "ok wait 0"), worker=Direct)
    asks = [line for line in answers[-1]["lines"] if line]
    assert answers[-1]["screen"] in ("asked", "round", "arrangement"), answers[-1]
    assert asks
    now, after = recorded(tmp_path)
    assert len(now.levels) == len(names)
    assert (after.seed == "") == (kind == "seed")
    assert after.chosen
    assert not any(one.quick for one in after.chosen)


def test_a_worker_that_does_not_answer_is_ended_and_the_game_goes_on(tmp_path: Path) -> None:
    class Deaf(Held):
        deaf = True

    begun(tmp_path, "praetorians", VERSUS, "flip R7", "stop", devices=FAIR)
    answers = played(tmp_path, says("wait 0 ok wait 2"), worker=Deaf)
    assert answers[-1]["lines"][0] == "Device: another"


def test_an_undo_in_the_middle_of_a_thought_ends_it_and_nothing_is_chosen(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", VERSUS, "flip R7", "stop", devices=FAIR)
    workers = []

    def make(put: object) -> Held:
        workers.append(Held(put))  # type: ignore[arg-type]
        return workers[-1]

    answers = played(tmp_path, says("wait 0", "hold back", "wait 1"), worker=make)
    assert answers[-1]["lines"][0] == "Ada"
    assert recorded(tmp_path)[1].chosen == ()
    assert len(workers[0].asked) == 1


def test_after_a_restart_in_the_middle_of_a_thought_it_thinks_again_and_a_choice_stays(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", VERSUS, "flip R7", "stop", devices=FAIR)
    assert played(tmp_path, says("wait 0"), worker=Held)[-1]["lines"][0] == "Device ·"
    assert played(tmp_path, says("wait 0"), worker=Direct)[-1]["lines"][0] == "Device: another"
    assert len(recorded(tmp_path)[1].chosen) == 1
    # It has chosen: nothing is asked any more, so also a dead worker changes nothing.
    assert played(tmp_path, says("wait 0"), worker=Dead)[-1]["lines"][0] == "Device: another"


def test_level_and_seat_of_the_device_are_changed_in_the_menu_and_undone_like_anything(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", ("Ada", "Ben", "Device"), devices=FAIR)

    def player() -> Player:
        yield from says("ok", "back")  # past the seal, to the menu
        yield from pick("Device")
        yield from pick("Device plays")
        yield from pick("exact")
        yield from says("back")
        yield from pick("Device")
        yield from pick("Device plays for Ben")
        yield "ok"
        yield from says("back")
        yield from pick("Device")
        yield from pick("Device gets up")
        yield "hold back"

    answers = played(tmp_path, player(), worker=Direct)
    entries = [entry for answer in answers for entry in answer["actions"]]
    assert entries[0] == "level 2 3"
    assert entries[1] == "sit 1 2"
    assert entries[2:] == ["stand 2", "undo"]
    now, _ = recorded(tmp_path)
    assert now.levels == ("", "2", "3")


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Device", "Device plays for Wilh…", "Device plays for Ben"]),
        ("ja", ["デバイス", "Wilhelmi…をデバイスに任せる", "Benをデバイスに任せる"]),
    ],
)
def test_a_long_name_gives_way_to_what_the_device_would_do(tmp_path: Path, language: str, lines: list[str]) -> None:
    need_letters(language)
    begun(tmp_path, "praetorians", ("Wilhelmina Kapellmeister", "Ben"), "flip R7")
    (tmp_path / "settings.toml").write_text(f'language = "{language}"\n')
    assert played(tmp_path, says("back", *["down"] * 4, "ok"))[-1]["lines"] == lines


def test_what_is_left_of_a_long_name_belongs_to_one_person_only(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", ("Christian", "Christina", "Ben"), "flip R7")
    answers = played(tmp_path, says("back", *["down"] * 4, "ok"))
    assert answers[-1]["lines"][1:] == ["Device plays for Ca", "Device plays for Cn", "Device plays for Ben"]


def test_a_rematch_sits_the_device_down_again(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", VERSUS, "concede 1", devices=FAIR)
    answers = played(tmp_path, says("ok ok"), people=ADA, worker=Direct)  # past the results
    assert answers[-1]["actions"] == ["new praetorians", "sit 0 2"]
    now, _ = recorded(tmp_path)
    assert (now.setup.names, now.levels) == (("Device", "Ada"), ("2", ""))


def test_the_seal_is_on_the_pages_before_the_game_and_its_seed_on_the_series_page_behind_its_end(
    tmp_path: Path,
) -> None:
    def player() -> Player:
        yield from pick("Praetorians")
        yield from says("up ok ok ok ok", "down")
        yield from says("ok")
        yield "wait 0"

    shown = played(tmp_path, player(), people=("Ada",), worker=Direct)
    now, hidden = recorded(tmp_path)
    seal = now.setup.seats.seal
    assert len(seal) == 19
    assert any(seal in answer["lines"] for answer in shown if answer["screen"] == "seal")
    assert not any(hidden.seed[:8] in " ".join(answer["lines"]) for answer in shown)

    def ending() -> Player:
        yield from says("back", "back")  # past the seal, to the menu
        yield from pick("End the game")
        yield from pick("Abandon")
        yield "up ok".split()[0]
        yield "ok"
        yield from pick("Series")
        yield from says("down down")

    *_, seal_page, seed_page = played(tmp_path, ending(), worker=Direct)
    assert {seal_page["screen"], seed_page["screen"]} == {"series"}
    assert (seal_page["lines"][1], seed_page["lines"][1]) == ("2/3", "3/3")
    assert "".join([*seal_page["lines"][2:], *seed_page["lines"][2:]]).replace(" ", "").endswith(hidden.seed)


def test_people_add_a_word_after_the_seal_and_until_then_the_device_chooses_nothing(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", VERSUS, "concede 1", devices=FAIR)
    workers = []

    def make(put: object) -> Direct:
        workers.append(Direct(put))  # type: ignore[arg-type]
        return workers[-1]

    def player() -> Player:
        yield "ok"  # past the results
        answer = yield "ok"  # a rematch, in which the device begins
        assert answer["screen"] == "seal"
        yield from says("hold ok", "back")  # the help, and back
        yield from pick("Add a word")
        yield from says("ok", "up")  # the first letter of the wheel, then the mark that ends the word
        assert workers[0].asked == []
        answer = yield "ok"
        assert "A is part of the device's chance now" in (answer["banner"] or "").replace("\n", " ")
        assert len(workers[0].asked) == 1
        assert (yield "wait 3")["lines"][0] == "Device: another"

    played(tmp_path, player(), people=ADA, worker=make)
    now, hidden = recorded(tmp_path)
    assert hidden.word == "A"
    assert len(hidden.chosen) == 1
    assert now.first


@pytest.mark.parametrize("way", ["restart", "home"])
def test_who_comes_to_a_game_before_its_first_entry_can_add_a_word(tmp_path: Path, way: str) -> None:
    begun(tmp_path, "praetorians", VERSUS, devices=FAIR)
    if way == "home":
        with Record(tmp_path) as record:
            Session(record, SimulatedClock(WALL)).start("hannibal", ADA, {})

    def player() -> Player:
        if way == "home":
            yield "back"
            yield from pick("Home")
            yield from pick("» Praetorians")
        answer = yield from look()
        assert answer["screen"] == "seal"
        yield from pick("Add a word")
        yield from says("ok", "up", "ok")

    played(tmp_path, player(), people=("Ada", "Ben", "Cleo"), worker=Direct)
    assert recorded(tmp_path)[1].word == "A"
    assert played(tmp_path, says("wait 0"), worker=Direct)[-1]["screen"] == "table", "one word"


def test_back_on_the_pages_before_the_seal_does_not_skip_it(tmp_path: Path) -> None:
    def player() -> Player:
        yield from without_ben()
        yield from pick("Device")
        yield "ok"  # its level
        yield from pick("Done")
        yield from pick("Start")
        assert (yield from look())["screen"] == "setup"
        yield "back"

    assert played(tmp_path, player(), people=ADA, worker=Direct)[-1]["screen"] == "seal"


def test_after_the_first_entry_a_restart_shows_the_table(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", VERSUS, "flip R7", devices=FAIR)
    assert played(tmp_path, says("wait 0"), worker=Direct)[-1]["screen"] == "table"


@pytest.mark.parametrize(
    ("key", "screen"),
    [("spartacus", "asked"), ("seven-hills", "asked"), ("hannibal", "asked"), ("army-ants", "arrangement")],
)
@pytest.mark.parametrize("leave", ["ok", "back"])
def test_behind_the_seal_is_what_the_device_asks_for(tmp_path: Path, key: str, screen: str, leave: str) -> None:
    names = ("Device", "Ada", "Ben")[: 3 if key == "spartacus" else 2]
    free = {"deployment": "free"} if key == "army-ants" else {}
    begun(tmp_path, key, names, devices={"Device": "1"}, **free)
    first, *_, last = played(tmp_path, says(leave, "wait 0"), worker=Direct)
    assert (first["screen"], last["screen"]) == ("seal", screen)


def test_an_idle_worker_ends_after_a_minute(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", VERSUS, "flip R7", "stop", devices=FAIR)
    workers = []

    def make(put: object) -> Direct:
        workers.append(Direct(put))  # type: ignore[arg-type]
        return workers[-1]

    def player() -> Player:
        yield "wait 59"
        assert workers[0].closed == 0
        yield "wait 2"
        assert workers[0].closed == 1

    played(tmp_path, player(), worker=make)


def test_my_height_gives_away_more_after_each_win_of_the_device_against_the_same_people(tmp_path: Path) -> None:
    with Record(tmp_path, ADA) as record:
        session = Session(record, SimulatedClock(WALL))

        def level(name: str) -> str:
            session.start("praetorians", (name, "Device"), {}, sitting=Sitting({"Device": "h"}))
            assert session.now is not None
            return session.now.levels[1]

        assert level("Ada") == "h12"
        session.enter("concede 0")
        assert level("Ben") == "h12", "nobody else's games count"
        session.enter("concede 1")
        assert level("Ada") == "h16"
        session.enter("concede 0")
        session.rematch()
        assert session.now is not None
        assert "h22" in session.now.levels
        assert level("Ben") == "h8"
        session.enter("level 1 4")
        session.enter("level 1 h")
        assert session.now.levels == ("", "h8")


def test_people_choose_my_height_and_read_what_it_gives_away(tmp_path: Path) -> None:
    read = []

    def player() -> Player:
        yield from without_ben()
        yield from pick("Device")
        yield from pick("my height")
        yield from pick("Done")
        yield from pick("Start")
        answer = yield from look()
        while answer["screen"] == "setup":
            read.extend(answer["lines"])
            answer = yield "ok"

    played(tmp_path, player(), people=ADA, worker=Direct)
    assert recorded(tmp_path)[0].levels == ("", "h12")
    assert "Device gives away up to 12% of a win with each choice." in " ".join(read)
