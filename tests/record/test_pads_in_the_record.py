"""The texts of score pads in the log, in exports and in backups."""

import json
from pathlib import Path

import pytest
from installed import Record, backup, check, export_text, import_games, restore
from own_pads import as_one_side, small

from companion.games.pad.adding import Added, add_pad
from companion.games.pad.collection import shipped
from companion.play.act import Act, Begin, Line, begin, damage_owners, decode, parse
from companion.record import Unfit
from companion.record.exchange import Imported
from companion.record.pads import act_of, content_of, hash_of
from companion.session.session import Session
from companion.words import Words, without_breaks
from hardware.simulated import SimulatedClock

SMALL = small()
WALL = 1_790_000_000.0
ONE_ROUND = ("made 0 5", "made 1 3")


def played(folder: Path, content: bytes = SMALL, *texts: str, names: tuple[str, ...] = ("Ada", "Ben")) -> None:
    """A game of the small pad."""
    add_pad(folder, content, replace=True)
    with Record(folder) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("small", names, {})
        for text in texts or ONE_ROUND:
            session.enter(text)


def out(folder: Path, form: str) -> str:
    return "".join(export_text(folder, None, form))


def table(folder: Path, number: int = 1) -> dict[str, object] | None:
    """The table of a game; None where it can only be read."""
    with Record(folder) as record:
        session = Session(record, SimulatedClock(WALL))
        position = session.resume(number).position
        return None if position is None else position.table()


def texts_in_log(folder: Path) -> int:
    return (folder / "record.log").read_text().count(" record - pad ")


@pytest.mark.parametrize("names", [("Ada",), ("Ada", "Ben")])
def test_who_plays_against_nobody_wins_or_loses(names: tuple[str, ...], tmp_path: Path) -> None:
    asked = (0, 1, 1, 0, 0, 1) if len(names) > 1 else (0, 0, 0)
    for texts in (
        [f"made {seat} 9" for seat in asked],
        [f"made {seat} 1" for seat in asked],
        ["concede 0"],
        ["agree draw"],
    ):
        played(tmp_path, as_one_side(), *texts, names=names)
    with Record(tmp_path) as record:
        tallies = Session(record, SimulatedClock(WALL)).person_stats("Ada")
    assert [(one.played, one.won, one.lost, one.drawn, one.streak) for one in tallies] == [(4, 1, 2, 1, 0)]


# -- lines


def test_the_text_of_a_pad_and_its_act_are_inverses() -> None:
    for content in (SMALL, SMALL.replace(b"\n", b"\r\n"), 'name = "é 小 \\ g17"\n\t# \u0085'.encode()):
        act = act_of(content)
        line = Line(7, WALL, act)
        read = decode(line.encode())
        assert read is not None
        assert parse(str(act)) == act == read.act
        assert content_of(read.act) == content


def test_the_longest_pad_has_room_in_a_line() -> None:
    content = ("\u00e9" * 8192).encode()
    assert len(content) == 16_384
    read = decode(Line(7, WALL, act_of(content)).encode())
    assert read is not None
    assert content_of(read.act) == content


def test_a_text_that_does_not_have_its_hash_is_none() -> None:
    assert content_of(Act("pad", 0, f'{hash_of(SMALL)} "another text"')) is None


def test_a_game_says_its_pad_where_it_begins() -> None:
    new = Begin("wizard", (1, 2, 3), {"hook": True, "goal_2": "x-1"}, series=4, pad="ab" * 32)
    assert str(new.act()) == f"new wizard 1,2,3 hook=true goal_2=x-1 series=4 pad={'ab' * 32}"
    assert begin(new.act()) == new


def test_what_a_pad_calls_a_number_of_a_game_makes_no_damaged_line_belong_to_that_game() -> None:
    hostile = SMALL + b"# 12 2026-11-22T20:15:03+01:00 g17 000000000000 undo\n"
    raw = Line(7, WALL, act_of(hostile)).encode()
    assert damage_owners(raw) == ["record"]
    assert content_of(act_of(hostile)) == hostile


# -- a damaged line


def damage_text(folder: Path) -> None:
    """Change a letter in the first line of the log that holds the text of a pad."""
    log = folder / "record.log"
    before, there, after = log.read_bytes().partition(b" record - pad ")
    assert there
    log.write_bytes(before + there + after.replace(b"points", b"pointz", 1))


def test_without_the_line_of_its_text_a_game_goes_on_with_the_same_file(tmp_path: Path) -> None:
    played(tmp_path)
    damage_text(tmp_path)
    (tmp_path / "index.sqlite3").unlink()
    found = table(tmp_path)
    assert found is not None
    assert found["scores"] == [5, 3]


def test_a_damaged_entry_is_told_with_the_name_of_its_pad(tmp_path: Path) -> None:
    played(tmp_path)
    log, index = tmp_path / "record.log", tmp_path / "index.sqlite3"
    log.write_bytes(log.read_bytes().replace(b"made 0 5", b"made 0 6"))
    index.unlink()
    with Record(tmp_path) as record:
        harmed = record.notices[-1]
    assert Words("en").message(harmed, ()).startswith("Small, Ada, Ben: an entry cannot be read any more")
    assert without_breaks(Words("ja").message(harmed, ())).startswith("小さい（Ada、Ben）：")


def test_without_its_text_a_game_can_only_be_read_and_others_go_on(tmp_path: Path) -> None:
    played(tmp_path)
    played(tmp_path, small("made * 2"))
    damage_text(tmp_path)
    (tmp_path / "index.sqlite3").unlink()
    assert table(tmp_path, 1) is None
    found = table(tmp_path, 2)
    assert found is not None
    assert found["scores"] == [10, 6]
    played(tmp_path)  # the text is there again
    found = table(tmp_path, 1)
    assert found is not None
    assert found["scores"] == [5, 3]


def test_check_replays_games_of_pads(tmp_path: Path) -> None:
    played(tmp_path)
    assert check(tmp_path).faults == ()


def test_whatever_byte_of_a_text_is_damaged_every_game_goes_on(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        session.enter("bank 20")
    played(tmp_path)
    log = tmp_path / "record.log"
    whole = log.read_bytes()
    ends = whole.index(b"\n", whole.index(b" record - pad "))
    begins = whole.rindex(b"\n", 0, ends) + 1
    wanted = table(tmp_path, 1), table(tmp_path, 2)
    for at in (*range(begins, begins + 60), *range(begins + 60, ends, 37)):
        log.write_bytes(whole[:at] + bytes([whole[at] ^ 0x04]) + whole[at + 1 :])
        (tmp_path / "index.sqlite3").unlink()
        assert (table(tmp_path, 1), table(tmp_path, 2)) == wanted


# -- export and import


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_pad_game_comes_back_from_a_file_once(form: str, tmp_path: Path) -> None:
    played(tmp_path / "one", SMALL, "made 0 5", "change 1 made 0 4", "made 1 3")
    content = out(tmp_path / "one", form).encode()
    assert import_games(tmp_path / "one", content, WALL) == Imported((), 1)
    if form == "text":
        add_pad(tmp_path / "two", SMALL)
    assert import_games(tmp_path / "two", content, WALL) == Imported((1,), 0)
    assert table(tmp_path / "two") == table(tmp_path / "one")
    assert texts_in_log(tmp_path / "two") == 1
    assert out(tmp_path / "two", form) == out(tmp_path / "one", form)


def test_json_has_the_text_of_the_pad_and_text_its_hash(tmp_path: Path) -> None:
    played(tmp_path)
    assert json.loads(out(tmp_path, "json"))["games"][0]["pad"] == SMALL.decode()
    assert f"\npad: {hash_of(SMALL)}\n" in out(tmp_path, "text")


def test_a_text_with_an_unknown_pad_is_refused(tmp_path: Path) -> None:
    played(tmp_path / "one")
    content = out(tmp_path / "one", "text").encode()
    with pytest.raises(Unfit) as refused:
        import_games(tmp_path / "two", content, WALL)
    assert refused.value.why.key == "import.pad-unknown"
    assert refused.value.why.params == {"pad": "small", "command": "companion pad add"}
    assert not (tmp_path / "two").exists()


def test_a_text_finds_its_pad_in_the_log_when_the_file_has_changed(tmp_path: Path) -> None:
    played(tmp_path)
    content = out(tmp_path, "text").replace("Ada", "Cleo").encode()
    add_pad(tmp_path, small("made * 2"), replace=True)
    assert import_games(tmp_path, content, WALL) == Imported((2,), 0)
    assert texts_in_log(tmp_path) == 1


@pytest.mark.parametrize(("pad", "key"), [
    (SMALL.decode().replace("least = 0", "least = 10"), "import.pad-wrong"),
    ("\ud800", "import.pad-wrong"),
    (shipped("points").content.decode(), "import.pad-other"),
    (SMALL.decode().replace('"small"', '"praetorians"'), "import.pad-wrong"),
    (SMALL.decode().replace("[[", "[names]\nx = 'x'\n[[").replace('"made"', '"x"', 1), "import.pad-wrong"),
    (7, "value.text"),
])  # fmt: skip
def test_the_text_of_an_import_is_checked_like_a_file(pad: object, key: str, tmp_path: Path) -> None:
    played(tmp_path / "one")
    tree = json.loads(out(tmp_path / "one", "json"))
    tree["games"][0]["pad"] = pad
    with pytest.raises(Unfit) as refused:
        import_games(tmp_path / "two", json.dumps(tree).encode(), WALL)
    assert refused.value.why.key == key


def test_a_game_without_a_text_is_one_of_the_pad_of_today(tmp_path: Path) -> None:
    content = b"game: wizard\nplayers: Ada, Ben, Cleo\n1 bid 0 1\n"
    assert import_games(tmp_path, content, WALL) == Imported((1,), 0)
    with Record(tmp_path) as record:
        game = record.game_state(1)
        assert game is not None
        assert game.pad == hash_of(shipped("wizard").content)


def test_games_of_different_texts_are_no_series(tmp_path: Path) -> None:
    played(tmp_path)
    tree = json.loads(out(tmp_path, "json"))
    (one,) = tree["games"]
    tree["games"] = [{**one, "series": 1}, {**one, "series": 1, "pad": small("made", rounds="4").decode()}]
    with pytest.raises(Unfit) as refused:
        import_games(tmp_path / "two", json.dumps(tree).encode(), WALL)
    assert refused.value.why.key == "import.series"


# -- backup


def test_own_pads_come_back_from_a_backup_the_wrong_ones_too(tmp_path: Path) -> None:
    played(tmp_path / "one")
    (tmp_path / "one" / "pads" / "wrong.toml").write_bytes(b"\xff\n")
    backup(tmp_path / "one", tmp_path / "file")
    assert restore(tmp_path / "two", tmp_path / "file").pads is None
    pads = tmp_path / "two" / "pads"
    assert {path.name: path.read_bytes() for path in pads.iterdir()} == {"small.toml": SMALL, "wrong.toml": b"\xff\n"}
    assert add_pad(tmp_path / "two", SMALL)[1] is Added.SAME
    assert table(tmp_path / "two") == table(tmp_path / "one")


def test_the_pads_from_before_are_kept(tmp_path: Path) -> None:
    played(tmp_path / "one")
    backup(tmp_path / "one", tmp_path / "file")
    played(tmp_path / "two", small("made * 2"))
    assert restore(tmp_path / "two", tmp_path / "file").pads == tmp_path / "two" / "pads-1"
    assert (tmp_path / "two" / "pads-1" / "small.toml").read_bytes() == small("made * 2")
    assert (tmp_path / "two" / "pads" / "small.toml").read_bytes() == SMALL


def test_a_link_to_pads_elsewhere_is_kept_as_a_link(tmp_path: Path) -> None:
    played(tmp_path / "one")
    backup(tmp_path / "one", tmp_path / "file")
    played(tmp_path / "two", small("made * 2"))
    (tmp_path / "two" / "pads").rename(tmp_path / "mine")
    (tmp_path / "two" / "pads").symlink_to(tmp_path / "mine")
    restore(tmp_path / "two", tmp_path / "file")
    assert (tmp_path / "two" / "pads-1").readlink() == tmp_path / "mine"
    assert (tmp_path / "mine" / "small.toml").read_bytes() == small("made * 2")
    assert (tmp_path / "two" / "pads" / "small.toml").read_bytes() == SMALL


def test_a_backup_without_own_pads_leaves_those_that_are_there(tmp_path: Path) -> None:
    with Record(tmp_path / "one"):
        pass
    backup(tmp_path / "one", tmp_path / "file")
    assert (tmp_path / "file").read_bytes().startswith(b"table-companion backup 1 ")
    add_pad(tmp_path / "two", SMALL)
    assert restore(tmp_path / "two", tmp_path / "file").pads is None
    assert (tmp_path / "two" / "pads" / "small.toml").read_bytes() == SMALL


# -- power cuts


def test_a_log_that_is_cut_anywhere_goes_on(tmp_path: Path) -> None:
    played(tmp_path)
    log = tmp_path / "record.log"
    whole = log.read_bytes()
    begins = whole.index(b" record - pad ")
    ends = whole.index(b"\n", begins) + 1
    for cut in (*range(begins, ends, 41), ends - 1, ends, ends + 1, whole.index(b"\n", ends), len(whole)):
        log.write_bytes(whole[:cut])
        (tmp_path / "index.sqlite3").unlink(missing_ok=True)
        with Record(tmp_path) as record:
            session = Session(record, SimulatedClock(WALL))
            begun = cut > whole.index(b"\n", ends)
            assert (session.now is not None) == begun
            session.start("small", ("Ada", "Ben"), {})
            session.enter("made 0 5")
        assert texts_in_log(tmp_path) == 1
