"""The turn clock in the record: on its lines, in the index and the figures, in files of games."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from installed import Record, RecordView, export_text, import_games

from companion.play.act import Act, Begin, Line, Result, begin, damage_owners, decode, parse
from companion.play.clock import OFF, ClockRule, Span, parse_clock
from companion.play.fold import State, fold
from companion.record import Unfit, figures
from companion.record.index import INDEX
from companion.record.log import LOG
from companion.record.lookup import RecordView as AnyView
from companion.session.session import Session
from hardware.simulated import SimulatedClock

WALL = 1_790_000_000.0
RULE = parse_clock("increment 15 10")
FLIP = Line(1042, 1_795_346_101.0, Act("play", 0, "flip R7"), 17, "g17", "9ac41e234567", span=Span(1, 5230))


def playing(folder: Path, *texts: str, rule: ClockRule = RULE) -> None:
    """A game of Praetorians by scores, ten seconds an entry; `pause` and `undo` are no entries."""
    clock = SimulatedClock(WALL)
    with Record(folder, ("Ada", "Ben")) as record:
        session = Session(record, clock)
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"}, clock=rule)
        for text in texts:
            clock.advance(10)
            match text:
                case "pause":
                    session.pause_clock()
                case "undo":
                    session.undo()
                case _:
                    session.enter(text)


def exported(folder: Path, form: str) -> str:
    return "".join(export_text(folder, "last", form))


# -- lines


@given(
    st.integers(0, 9), st.integers(0, 10**9 - 1), st.lists(st.integers(0, 10**12 - 1), max_size=6).map(tuple),
    st.none() | st.just(Result((0,), (99, 3))), st.sampled_from(["", "9ac41e234567", "abcdefabcdef"]),
)  # fmt: skip
def test_a_line_keeps_its_seat_its_time_and_the_times_of_all(
    seat: int, ms: int, used: tuple[int, ...], result: Result | None, digest: str
) -> None:
    line = FLIP._replace(span=Span(seat, ms), used=used, result=result, digest=digest)
    assert decode(line.encode()) == line


def test_a_line_with_a_time_is_short_and_reads_as_people_read_it() -> None:
    raw = FLIP._replace(result=Result((0,), (99, 43)), used=(83000, 91210)).encode()
    assert raw.endswith(b" g17 t:1,5230 c:83000,91210 9ac41e234567=0:99,43 flip R7\n")
    assert len(FLIP.encode()) <= 80


def test_facts_of_a_later_version_are_not_read_and_do_not_harm() -> None:
    later = FLIP._replace(act=Act("play", 0, "x")).encode()[9:].replace(b" t:", b" by:2,gamepad t:")
    raw = b"%08x %s" % (crc32(later[:-1]), later)
    assert decode(raw) == FLIP._replace(act=Act("play", 0, "x"))


@pytest.mark.parametrize(
    "facts", ["t:1 ", "t:1,2,3 ", "t:a,b ", "c:1,x ", "t:1,1000000000 ", "c:1000000000000 ", "c:-1 "]
)
def test_a_fact_in_another_form_is_damage(facts: str) -> None:
    rest = f"7 2026-11-22T20:15:03+01:00 g17 {facts}9ac41e234567 flip R7".encode()
    assert decode(b"%08x %s\n" % (crc32(rest), rest)) is None


def test_any_bit_that_flips_makes_a_line_with_a_time_unreadable() -> None:
    raw = FLIP.encode()
    for place in range(8 * len(raw)):
        damaged = bytearray(raw)
        damaged[place // 8] ^= 1 << place % 8
        assert decode(bytes(damaged)) is None, place


@pytest.mark.parametrize("rule", ["up", "budget 15", "increment 180 120", "sand 600"])
def test_a_start_says_its_clock(rule: str) -> None:
    start = Begin("wizard", (1, 2, 3), {"hook": True}, 4, pad="ab" * 32, clock=parse_clock(rule))
    assert begin(parse(str(start.act()))) == start
    assert str(start.act()).endswith(f" clock={rule.replace(' ', '-')}")


@given(st.dictionaries(st.sampled_from(["series", "import", "pad", "clock", "_clock", "__pad", "goal"]), st.booleans()))
def test_an_option_of_a_pad_can_have_the_name_of_what_stands_behind_the_options(options: dict[str, bool]) -> None:
    for start in (
        Begin("wizard", (1, 2, 3), options, pad="ab" * 32),
        Begin("wizard", (1, 2, 3), options, 12, 3, "ab" * 32, RULE),
    ):
        assert begin(start.act()) == start


@pytest.mark.parametrize("clock", ["fast", "budget-0", "increment-15", "sand"])
def test_a_start_with_an_unknown_clock_is_refused(clock: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        begin(Act("new", 0, f"praetorians 1,2 clock={clock}"))


# -- the fold


def test_the_time_since_the_last_entry_is_that_of_the_last_line_about_it() -> None:
    state, games = State(), {}  # type: ignore[var-annotated]
    spent = []
    for seq, (text, ms) in enumerate(
        [("new praetorians 1,2 clock=up", None), ("bank 20", 0), ("clock", 60_000), ("clock", 61_500), ("undo", None),
         ("redo", None), ("clock", 7), ("resume", None), ("bust", 9)],
        1,
    ):  # fmt: skip
        span = Span(0, ms) if ms is not None else None
        state, changed = fold(state, Line(seq, 100.0, parse(text), 1, "g1", span=span), seq, games.get)
        games.update((game.id, game) for game in changed)
        spent.append(games[1].spent)
    assert spent == [0, 0, 60_000, 61_500, 0, 0, 7, 7, 0]
    assert [entry.text for entry in games[1].path[1:]] == ["bank 20", "bust"]
    assert games[1].clock == parse_clock("up")


def test_a_clock_line_leaves_what_was_undone() -> None:
    state, games = State(), {}  # type: ignore[var-annotated]
    for seq, text in enumerate(["new praetorians 1,2 clock=up", "bank 20", "bust", "undo", "clock"], 1):
        line = Line(seq, 100.0, parse(text), 1, "g1", span=Span(0, 5) if text == "clock" else None)
        state, changed = fold(state, line, seq, games.get)
        games.update((game.id, game) for game in changed)
    assert [entry.text for entry in games[1].undone] == ["bust"]
    assert games[1].spent == 5


def test_rec_6_a_damaged_clock_line_costs_no_game_anything_but_its_minute(tmp_path: Path) -> None:
    playing(tmp_path, "bank 20", "pause", "pause", "bust")
    log = tmp_path / LOG
    whole = log.read_bytes()
    at = whole.index(b" - clock")
    log.write_bytes(whole[: at - 9] + b"9" + whole[at - 8 :])
    with Record(tmp_path) as record:
        now = Session(record, SimulatedClock(WALL)).now
    assert now is not None
    assert now.timeline is not None
    assert damage_owners(FLIP._replace(act=Act("clock"), digest="").encode()) == ["record"]
    assert damage_owners(FLIP.encode()[:-1] + FLIP._replace(act=Act("clock"), digest="").encode()) == ["g17", "g17"]


# -- the index and the figures


def thought(record: AnyView, name: str) -> list[float | None]:
    return [one.thought_ms for one in record.ask(lambda index: figures.person_stats(index.run, name))]


@pytest.mark.parametrize("index", ["kept", "made again"])
def test_clk_8_figures_have_the_mean_time_of_a_persons_clock_in_games_with_one(tmp_path: Path, index: str) -> None:
    playing(tmp_path, "bank 20", "bust", "bust", "concede 1")  # Ada 10 s, Ben 20 s
    playing(tmp_path, "bank 20", "concede 1", rule=OFF)
    playing(tmp_path, "bank 20", "concede 1")  # Ada 0 s, Ben 10 s
    playing(tmp_path, "bank 20", "abandon")
    if index == "made again":
        (tmp_path / INDEX).unlink()
    with Record(tmp_path) as record:
        assert (thought(record, "Ada"), thought(record, "Ben")) == ([5_000.0], [15_000.0])


def test_without_a_clock_there_is_no_mean_time(tmp_path: Path) -> None:
    playing(tmp_path, "bank 20", "concede 1", rule=OFF)
    with Record(tmp_path) as record:
        assert thought(record, "Ada") == [None]


def test_the_index_keeps_the_rule_and_the_time_of_a_game_that_waits(tmp_path: Path) -> None:
    playing(tmp_path, "bank 20", "bust", "pause")
    with RecordView(tmp_path) as view:
        game = view.game_state(1)
        assert game is not None
        assert (game.clock, game.spent) == (RULE, 10_000)
        assert view.waiting_games(0, 9).games == ()
        assert game.info.clock == RULE
    with Record(tmp_path) as record:
        Session(record, SimulatedClock(WALL)).start("praetorians", ("Ada", "Ben"), {})
    with RecordView(tmp_path) as view:
        (waiting,) = view.waiting_games(0, 9).games
        assert waiting.clock == RULE


# -- files of games


def test_clk_8_text_has_the_clock_alone(tmp_path: Path) -> None:
    playing(tmp_path, "bank 20", "bust", "pause", "concede 1")
    text = exported(tmp_path, "text")
    assert "\nclock: increment 15 10\n" in text
    assert text.count("clock") == 1
    assert "\n1 bank 20\n2 bust\n3 concede 1\n" in text


def test_clk_8_json_has_the_clock_and_the_seat_and_time_of_each_entry(tmp_path: Path) -> None:
    playing(tmp_path, "bank 20", "bust", "undo", "bust", "change 2 bank 3", "concede 0")
    (game,) = json.loads(exported(tmp_path, "json"))["games"]
    assert game["clock"] == "increment 15 10"
    assert [(entry["text"], entry["seat"], entry["ms"]) for entry in game["entries"]] == [
        ("bank 20", 0, 0), ("bust", 1, 10_000), ("change 2 bank 3", 0, 10_000), ("concede 0", 0, 10_000),
    ]  # fmt: skip


def test_without_a_clock_files_are_as_before(tmp_path: Path) -> None:
    playing(tmp_path, "bank 20", "bust", "concede 1", rule=OFF)
    assert "clock" not in exported(tmp_path, "text")
    (game,) = json.loads(exported(tmp_path, "json"))["games"]
    assert "clock" not in game
    assert {tuple(entry) for entry in game["entries"]} == {("text", "at", "digest")}


def test_in_a_pad_of_rounds_no_entry_has_a_time(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("points", ("Ada", "Ben"), {}, clock=RULE)
        session.enter("made 0 5")
    (game,) = json.loads(exported(tmp_path, "json"))["games"]
    assert (game["clock"], set(game["entries"][0])) == ("increment 15 10", {"text", "at", "digest"})


@pytest.mark.parametrize("texts", [
    ("bank 20", "bust", "bank 3", "concede 1"), ("bank 20", "bust", "bank 3", "bust", "back 2", "bust"),
    ("bank 20", "bust", "change 1 bank 19", "bust"),
])  # fmt: skip
def test_clk_8_json_comes_back_with_all_times(tmp_path: Path, texts: tuple[str, ...]) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    playing(there, *texts)
    content = exported(there, "json")
    import_games(here, content.encode(), WALL)
    assert exported(here, "json") == content
    with Record(here) as record, Record(there) as other:
        assert thought(record, "Ada") == thought(other, "Ada")
    assert import_games(here, content.encode(), WALL).known == 1


def test_clk_8_text_comes_back_with_the_clock_and_without_times(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    playing(there, "bank 20", "bust", "concede 1")
    content = exported(there, "text")
    import_games(here, content.encode(), WALL)
    assert exported(here, "text") == content
    (game,) = json.loads(exported(here, "json"))["games"]
    assert game["clock"] == "increment 15 10"
    assert not any("ms" in entry for entry in game["entries"])
    assert import_games(there, content.encode(), WALL).known == 1


def edited(folder: Path, edit: Callable[[Any], object]) -> bytes:
    """The JSON of a game, changed."""
    playing(folder, "bank 20", "bust", "concede 1")
    tree = json.loads(exported(folder, "json"))
    edit(tree["games"][0])
    return json.dumps(tree).encode()


@pytest.mark.parametrize(
    ("edit", "key"),
    [
        (lambda game: game.update(clock="increment 15"), "value.clock"),
        (lambda game: game.update(clock=15), "value.text"),
        (lambda game: game["entries"][1].update(seat=0), "import.seat"),
        (lambda game: game["entries"][1].update(seat=10), "value.seat"),
        (lambda game: game["entries"][1].update(ms=-1), "value.range"),
        (lambda game: game["entries"][1].update(ms=10**9), "value.range"),
        (lambda game: game["entries"][1].update(ms=1.5), "value.whole"),
        (lambda game: game["entries"][1].pop("seat"), "value.missing"),
        (lambda game: game["entries"][1].pop("ms"), "value.missing"),
        (lambda game: game.pop("clock"), "import.seat"),
    ],
)
def test_a_file_with_a_clock_or_a_time_that_cannot_be_is_refused(
    tmp_path: Path, edit: Callable[[Any], object], key: str
) -> None:
    with pytest.raises(Unfit) as refused:
        import_games(tmp_path / "here", edited(tmp_path / "there", edit), WALL)
    assert refused.value.why.key == key
    assert refused.value.where is not None


def test_a_text_with_a_clock_that_cannot_be_is_refused_with_its_line(tmp_path: Path) -> None:
    text = b"game: praetorians\nplayers: Ada, Ben\nclock: budget 200\n\nbank 20\n"
    with pytest.raises(Unfit) as refused:
        import_games(tmp_path, text, WALL)
    assert refused.value.where is not None
    assert (refused.value.why.key, refused.value.where.params) == ("value.clock", {"line": 3})


def test_an_entry_called_clock_is_none(tmp_path: Path) -> None:
    with pytest.raises(Unfit):
        import_games(tmp_path, b"game: praetorians\nplayers: Ada, Ben\n\nclock\n", WALL)
