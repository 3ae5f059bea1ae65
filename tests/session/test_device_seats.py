"""The seats of the device in the record: who sits, with which level, and what nobody is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from installed import Record, export_text, import_games

from companion.cli import main
from companion.games import registry
from companion.kit.rules import BadPlayers, BadSeat
from companion.kit.search.mind import Thought
from companion.play import act as acts
from companion.play.act import Seats, begin, decode, named, parse
from companion.record import Unfit, figures
from companion.record.log import LOG
from companion.sealed import commitment_of, seal_of, seed_with_word
from companion.session.device import Chosen, Hidden, Sitting, Turn, mind_in, mind_of, requests, seal_in
from companion.session.session import Session
from hardware.simulated import SimulatedClock

WALL = 1_790_000_000.0
FAIR = Sitting({"Device": "2"})


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        yield Session(record, SimulatedClock(WALL), Random(7))


def against_device(session: Session, *texts: str, sitting: Sitting = FAIR) -> Session:
    """Ada and the device have begun Praetorians and entered these."""
    session.start("praetorians", ("Ada", *sitting.devices), {}, 0, sitting=sitting)
    for text in texts:
        session.enter(text)
    return session


def hidden_lines(folder: Path) -> list[str]:
    """The lines of the log that only the device reads."""
    lines = [decode(raw) for raw in (folder / LOG).read_bytes().splitlines(keepends=True)]
    return [line.text for line in lines if line is not None and line.act.kind in acts.HIDDEN]


def printed(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_who_sits_where_and_how_strong_is_in_the_line_of_the_start() -> None:
    line = "spartacus 3,d1,d2 banners=plain entry=cards sit1=2 sit2=4 seal=k7m2-p9xq mind=1 odds=true"
    said = begin(parse(f"new {line}"))
    assert said.people == (3, -1, -2)
    assert said.options == {"banners": "plain", "entry": "cards"}
    assert said.seats == Seats(("", "2", "4"), "k7m2-p9xq", 1, odds=True)
    assert said.act().text == line


@pytest.mark.parametrize("words", ["sit2=3", "sit1=6", "sit1=h", "sit1=h51", "sit1=true"])
def test_a_seat_that_is_not_there_and_a_level_that_is_none_are_no_start(words: str) -> None:
    with pytest.raises(ValueError, match="sit"):
        begin(parse(f"new praetorians 1,d1 {words}"))


def test_a_person_may_be_called_device() -> None:
    assert named((1, -1), {1: "Ada"}) == ("Ada", "Device")
    assert named((-2, 1, -1), {1: "Ada"}) == ("Device 2", "Ada", "Device")
    assert named((1, -1), {1: "Device"}) == ("Device", "Device 2")


def test_the_device_is_on_no_roster_and_has_no_figures_and_people_have_a_line_of_their_own(
    session: Session,
) -> None:
    against_device(session, "concede 1")
    assert session.roster == ("Ada", "Ben")
    ((kind, played, won, *_),) = session.person_stats("Ada")
    assert (kind, played, won) == ("praetorians+device", 1, 1)
    assert session.person_stats("Device") == ()


def test_a_game_that_the_device_joined_later_is_a_game_with_the_device(session: Session) -> None:
    session.start("praetorians", ("Ada", "Ben"), {})
    session.enter("sit 1 3")
    session.enter("concede 1")
    assert [stats.kind for stats in session.person_stats("Ada")] == ["praetorians+device"]


def test_mnd_4_the_seed_is_sealed_when_the_game_begins_and_comes_before_it(session: Session, tmp_path: Path) -> None:
    against_device(session)
    seed = session.secrets.hidden.seed
    assert len(seed) == 32
    assert session.now is not None
    assert session.now.setup.seats.seal == seal_of(seed)
    texts = [raw.split(b" ", 5)[-1][:4] for raw in (tmp_path / LOG).read_bytes().splitlines()]
    assert texts[-2:] == [b"seed", b"new "]


def test_a_power_cut_between_seed_and_start_leaves_a_record_in_which_nothing_has_begun(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        against_device(Session(record, SimulatedClock(WALL)))
    log = (tmp_path / LOG).read_bytes()
    (tmp_path / LOG).write_bytes(b"".join(log.splitlines(keepends=True)[:-1]))
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        assert session.now is None
        against_device(session)
        assert session.now is not None
        assert session.now.setup.seats.seal == seal_of(session.secrets.hidden.seed)


def test_the_seed_and_the_choices_are_there_after_a_restart_and_from_the_index(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        session = against_device(Session(record, SimulatedClock(WALL)), "flip R7", "stop")
        chosen = choice(session, "another")
        session.secrets.choose(chosen)
        kept = session.secrets.hidden
    for _ in range(2):  # from the log, then from the index that the first one wrote
        with Record(tmp_path) as record:
            session = Session(record, SimulatedClock(WALL))
            assert session.secrets.hidden == kept
            turn = session.device_turn()
            assert turn is not None
            assert session.secrets.hidden.at(turn) == chosen


def choice(session: Session, action: str, card: int | None = None) -> Chosen:
    turn = session.device_turn()
    assert turn is not None
    return Chosen(turn, Thought(turn.seat, action, (0.25, 0.75), card, work=12))


def test_it_is_the_turn_of_the_device_where_its_seat_acts(session: Session) -> None:
    against_device(session)
    assert session.device_turn() is None
    session.enter("flip R7")
    session.enter("stop")
    turn = session.device_turn()
    assert turn is not None
    assert turn[:4] == (1, 2, 1, "2")
    session.enter("level 1 3")
    turn = session.device_turn()
    assert turn is not None
    assert turn[:4] == (1, 2, 1, "3"), "a level is no entry that changes the position"
    session.enter("stand 1")
    assert session.device_turn() is None
    session.undo()
    assert session.device_turn() == turn


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("sit 1 3", "refused.seat-device"),
        ("sit 0 3", "refused.seat-last"),
        ("stand 0", "refused.seat-person"),
        ("level 0 2", "refused.seat-person"),
        ("level 7 2", "refused.seat-unknown"),
    ],
)
def test_who_cannot_sit_down_or_get_up_is_refused(session: Session, text: str, key: str) -> None:
    against_device(session)
    with pytest.raises(BadSeat) as refused:
        session.enter(text)
    assert refused.value.message.key == key


def test_without_a_person_no_game_begins(session: Session) -> None:
    with pytest.raises(BadSeat):
        session.start("praetorians", ("Device", "Device 2"), {}, 0, sitting=Sitting({"Device": "1", "Device 2": "1"}))


def test_no_device_plays_where_people_enter_scores(session: Session) -> None:
    with pytest.raises(BadSeat):
        session.start("praetorians", ("Ada", "Device"), {"entry": "scores"}, 0, sitting=FAIR)


def test_a_device_that_takes_over_draws_a_seed_and_its_line_has_the_seal(session: Session) -> None:
    session.start("praetorians", ("Ada", "Ben"), {})
    session.enter("sit 1 3")
    assert session.now is not None
    mind = mind_of(session.now.setup)
    assert mind is not None
    assert session.now.text == f"sit 1 3 {seal_of(session.secrets.hidden.seed)} mind={mind.version}"
    assert (seal_in(session.now), mind_in(session.now)) == (seal_of(session.secrets.hidden.seed), mind.version)
    assert session.now.levels == ("", "3")


@pytest.mark.parametrize("back", [Session.undo, lambda session: session.enter("back 0")])
def test_a_device_that_sits_down_again_has_the_seal_of_the_seed_that_it_drew(
    session: Session, back: Callable[[Session], object]
) -> None:
    session.start("praetorians", ("Ada", "Ben"), {})
    session.enter("sit 1 3")
    seed = session.secrets.hidden.seed
    back(session)
    session.enter("sit 1 2")
    assert session.now is not None
    assert (session.secrets.hidden.seed, seal_in(session.now)) == (seed, seal_of(seed))
    session.enter("stand 1")
    assert session.enter("sit 1 4").text == "sit 1 4"


def test_a_rematch_keeps_seats_and_levels_and_draws_another_seed(session: Session) -> None:
    against_device(session, "level 1 4", "concede 0")
    first = session.secrets.hidden.seed
    session.rematch()
    assert session.now is not None
    assert session.now.setup.names == ("Device", "Ada")
    assert session.now.levels == ("4", "")
    assert session.secrets.hidden.seed != first


def test_going_back_over_a_choice_finds_the_same_choice(session: Session) -> None:
    against_device(session, "flip R7", "stop")
    chosen = choice(session, "another")
    session.secrets.choose(chosen)
    session.enter("flip B3")
    assert session.secrets.hidden.at(chosen.turn) == chosen
    session.undo()
    turn = session.device_turn()
    assert turn is not None
    assert session.secrets.hidden.at(turn) == chosen
    session.undo()
    session.undo()
    session.enter("flip G7")
    session.enter("stop")
    turn = session.device_turn()
    assert turn is not None
    assert session.secrets.hidden.at(turn) is None, "another table"


def test_a_card_that_was_chosen_stays_with_another_level() -> None:
    turn = Turn(1, 5, 1, "2", "00ff00ff00ff")
    card, action = (Chosen(turn, Thought(1, None, (0.5, 0.5), card)) for card in (3, None))
    stronger = turn._replace(level="4")
    assert Hidden("", (card,)).at(stronger) == card
    assert Hidden("", (action,)).at(stronger) is None


def test_the_way_to_the_table_is_asked_for_in_the_protocol_without_names(session: Session) -> None:
    against_device(session, "flip R7", "level 1 4", "stop")
    assert session.now is not None
    assert [request.get("action", request["do"]) for request in requests(session.now)] == ["new", "flip R7", "stop"]
    assert requests(session.now)[0]["players"] == ["Seat 0", "Seat 1"]


def test_mnd_3_no_log_and_no_file_shows_what_the_device_hides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        session = against_device(Session(record, SimulatedClock(WALL)), "flip R7", "stop")
        session.secrets.choose(choice(session, "another"))
        seed, seal = session.secrets.hidden.seed, seal_of(session.secrets.hidden.seed)
    assert len(hidden_lines(tmp_path)) == 2
    shown = [printed("log", *more, "--data", str(tmp_path), capsys=capsys) for more in ((), ("--raw",))]
    shown += ["".join(export_text(tmp_path, None, form)) for form in ("text", "json", "csv")]
    for text in shown:
        assert seed not in text
        assert "another" not in text
    assert all(seal in text for text in shown[:4])


def test_a_finished_game_is_exported_with_its_seed_and_comes_back_with_its_seats(tmp_path: Path) -> None:
    with Record(tmp_path / "one", ("Ada", "Ben")) as record:
        session = against_device(Session(record, SimulatedClock(WALL)), "flip R7", "level 1 4", "concede 0")
        seed = session.secrets.hidden.seed
    mind = registry.game("praetorians").mind
    assert mind is not None
    for form in ("text", "json"):
        text = "".join(export_text(tmp_path / "one", "last", form))
        assert seed in text
        imported = import_games(tmp_path / form, text.encode(), WALL)
        assert imported.numbers == (1,)
        with Record(tmp_path / form) as record:
            game = record.game_state(1)
            assert game is not None
            assert game.names == ("Ada", "Device")
            assert game.seats == Seats(("", "2"), seal_of(seed), mind.version)
            assert record.ask(lambda index: figures.person_stats(index.run, "Ada"))[0].kind == "praetorians+device"
            assert "Device" not in record.roster
            assert [line.act.text for line in record.lines_of_chance(game)] == [seed]


def test_a_seed_that_does_not_belong_to_its_seal_is_not_imported(tmp_path: Path) -> None:
    text = "game: praetorians\nplayers: Ada, Device\nseats: sit1=2 seal=0000-0000 mind=1\n"
    with pytest.raises(Unfit) as refused:
        import_games(tmp_path, f"{text}seed: {'0' * 32}\n".encode(), WALL)
    assert refused.value.why.key == "import.seed"


def sealed_lines(folder: Path) -> list[tuple[str, str]]:
    """The kinds of acts and the commitments of the lines that have one."""
    lines = [decode(raw) for raw in (folder / LOG).read_bytes().splitlines(keepends=True)]
    return [(line.act.kind, line.commitment) for line in lines if line is not None and line.commitment]


def test_a_hidden_card_leaves_its_commitment_when_it_is_chosen_and_on_the_entry_that_lays_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        session = Session(record, SimulatedClock(WALL), Random(7))
        session.start("seven-hills", ("Device", "Ada"), {}, 0, sitting=FAIR)
        session.secrets.choose(choice(session, "place 3", 7))
        due = commitment_of(session.secrets.hidden.seed, 0, 0, 7)
        assert sealed_lines(tmp_path) == [("chose", due)]
        assert f"the device has chosen a card; the commitment {due}" in printed(
            "log", "--data", str(tmp_path), capsys=capsys
        )
        session.enter("place 3")
        session.enter("place 1")
        session.enter("level 0 3")
        assert sealed_lines(tmp_path) == [("chose", due), ("play", due)]
        session.undo()
        session.undo()
        session.undo()
        session.redo()
        assert sealed_lines(tmp_path) == [("chose", due), ("play", due)]


def test_only_the_entry_of_a_hidden_card_carries_its_commitment(session: Session, tmp_path: Path) -> None:
    session.start("seven-hills", ("Device", "Ada"), {}, 0, sitting=FAIR)
    session.secrets.choose(choice(session, "place 3", 7))
    session.enter("level 0 3")
    session.enter("advice")
    assert [kind for kind, _ in sealed_lines(tmp_path)] == ["chose"]


def test_an_open_choice_leaves_no_commitment(session: Session, tmp_path: Path) -> None:
    against_device(session, "flip R7", "stop")
    session.secrets.choose(choice(session, "another"))
    session.enter("flip B3")
    assert sealed_lines(tmp_path) == []


def test_people_add_a_word_after_the_seal_once_and_before_anything_else(session: Session, tmp_path: Path) -> None:
    against_device(session)
    seed, whole = session.secrets.hidden.seed, session.secrets.hidden.whole_seed
    assert whole == seed
    session.add_word("たろう's plum")
    assert session.secrets.hidden.word == "たろう's plum"
    assert session.secrets.hidden.seed == seed
    assert session.secrets.hidden.whole_seed == seed_with_word(seed, "たろう's plum")
    with pytest.raises(BadSeat):
        session.add_word("pear")
    with Record(tmp_path / "other", ("Ada",)) as record:
        other = against_device(Session(record, SimulatedClock(WALL), Random(7)), "flip R7")
        with pytest.raises(BadSeat):
            other.add_word("late")
        other.undo()
        other.undo()
        other.start("praetorians", ("Ada", "Device"), {}, 0, sitting=FAIR)
        with pytest.raises(BadPlayers):
            other.add_word(" ")
        with pytest.raises(BadPlayers):
            other.add_word("x" * 25)
        assert other.secrets.hidden.word == ""
        other.start("praetorians", ("Ada", "Ben"), {}, 0)
        with pytest.raises(BadSeat):
            other.add_word("for people alone there is no seal")


def test_a_word_is_there_after_a_restart_and_takes_back_nothing(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        session = against_device(Session(record, SimulatedClock(WALL), Random(7)))
        session.add_word("plum")
        kept, now = session.secrets.hidden, session.now
        assert session.now is now, "no entry"
    for _ in range(2):  # from the log, then from the index that the first one wrote
        with Record(tmp_path) as record:
            assert Session(record, SimulatedClock(WALL)).secrets.hidden == kept
