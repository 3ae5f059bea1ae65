"""`companion pad` and `companion referee --pads`: what they print, where, and their exit status."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from own_pads import small

from companion.cli import main
from companion.games.pad.collection import SHIPPED, shipped_file
from companion.games.registry import GAMES

SMALL = small().decode().replace('["the points", "the end"]', '["one"]').replace("\n\n", "\n")


@pytest.fixture
def pad(tmp_path, capsys):
    """Run `companion pad` with arguments: the exit status, the lines of standard output, those of standard error."""

    def run(*arguments):
        status: object
        try:
            status = main(["pad", *map(str, arguments)])
        except SystemExit as end:
            status = end.code
        said = capsys.readouterr()
        return status, said.out.splitlines(), said.err.splitlines()

    return run


@pytest.fixture
def file(tmp_path):
    """Write a file of a pad."""

    def write(name, text=SMALL):
        place = tmp_path / name
        place.write_text(text, "utf-8")
        return place

    return write


def test_check_says_of_each_file_whether_it_is_sound(pad, file):
    sound, wrong = file("a.toml"), file("b.toml", SMALL.replace("most = 9", 'most = "cads"'))
    assert pad("check", sound) == (0, [f"{sound}: sound: Small (small), 2–4 players, 1 rule"], [])
    status, out, err = pad("check", sound, wrong, shipped_file("spades"))
    assert status == 1
    assert out == [
        f"{sound}: sound: Small (small), 2–4 players, 1 rule",
        f"{shipped_file('spades')}: sound: Spades (spades), 4 players, 9 rules",
    ]
    assert len(err) == 1
    assert err[0].startswith(
        f"companion: {wrong}, line 13: fields.made.most: cads is not known; cards is the nearest; known are players"
    )


def test_check_refuses_the_key_of_a_pad_that_ships_as_add_does(pad, file, tmp_path):
    changed = file("mine.toml", shipped_file("spades").read_text("utf-8").replace('en = "Spades"', 'en = "Our spades"'))
    said = [f'companion: {changed}, line 2: key: "spades" belongs to another game; choose another key']
    assert pad("check", changed) == (1, [], said)
    assert pad("add", changed, "--data", tmp_path)[2] == said


def test_a_file_whose_name_is_not_utf_8_is_named_with_replaced_letters_and_the_others_are_checked(pad, file, tmp_path):
    sound, odd = file("a.toml"), file("b\udcff.toml")
    status, out, err = pad("check", odd, sound, file("c\udcff.toml", ""))
    assert (status, len(err)) == (1, 1)
    assert out == [f"{tmp_path}/b�.toml: sound: Small (small), 2–4 players, 1 rule",
                   f"{sound}: sound: Small (small), 2–4 players, 1 rule"]  # fmt: skip
    assert err[0].startswith(f"companion: {tmp_path}/c�.toml")
    assert pad("add", odd, "--data", tmp_path / "data")[0] == 0
    assert pad("show", "b\udcff")[0] == 2, "what names no file is a text"


def test_check_needs_a_file_and_no_record(pad, tmp_path):
    assert pad("check")[0] == 2
    assert pad()[0] == 2
    assert pad("chek")[0] == 2
    assert pad("check", tmp_path / "none.toml", "--data", tmp_path / "no record") == (
        1, [], [f"companion: {tmp_path}/none.toml: cannot be read: no such file or directory"],
    )  # fmt: skip
    assert pad("check", tmp_path)[2] == [f"companion: {tmp_path}: not a regular file; a text file is needed"]
    assert not (tmp_path / "no record").exists()


def test_what_a_file_says_is_shown_in_one_line_without_orders_to_a_terminal(pad, file, tmp_path):
    rude = file("rude\x1b[31m\u202e\nname.toml", SMALL.replace('"one"', '"one ", "\\u001b[2J"'))
    status, out, err = pad("check", rude)
    assert (status, out, len(err)) == (1, [], 1)
    assert all(character.isprintable() for character in err[0])
    long = SMALL.replace("most = 9", "m" * 5000 + " = 9")
    status, out, err = pad("check", file("long.toml", long))
    assert (status, len(err)) == (1, 1)
    assert len(err[0]) < 700 + 700 + 40
    status, out, err = pad("check", "f" * 5000)
    assert (status, out) == (2, [])
    assert err[-1].endswith("the name is longer than this system allows")
    assert len(err[-1]) < 700


def test_add_copies_a_sound_pad_and_says_so_when_it_is_there(pad, file, tmp_path):
    data = ("--data", tmp_path / "record")
    there = tmp_path / "record" / "pads" / "small.toml"
    assert pad("add", file("any.toml"), *data)[:2] == (
        0, [f"{there}: Small (small) is added; it is in the next list of games"],
    )  # fmt: skip
    assert there.read_text("utf-8") == SMALL
    assert pad("add", file("any.toml"), *data)[:2] == (0, [f"{there}: the same pad is there already"])
    other = file("other.toml", SMALL.replace("most = 9", "most = 8"))
    assert pad("add", other, *data) == (
        1, [], [f"companion: another pad is in {there}; use --replace to replace it"],
    )  # fmt: skip
    assert there.read_text("utf-8") == SMALL
    assert pad("add", other, "--replace", *data)[:2] == (
        0, [f"{there}: Small (small) replaces the one that was there"],
    )  # fmt: skip
    assert there.read_text("utf-8") == other.read_text("utf-8")
    assert list(there.parent.iterdir()) == [there]


def test_add_refuses_what_would_not_count(pad, file, tmp_path):
    data = ("--data", tmp_path / "record")
    taken = file("taken.toml", SMALL.replace('"small"', '"skat"'))
    assert pad("add", taken, *data) == (
        1, [], [f'companion: {taken}, line 2: key: "skat" belongs to another game; choose another key'],
    )  # fmt: skip
    assert not (tmp_path / "record").exists()
    (tmp_path / "record" / "pads").mkdir(parents=True)
    (tmp_path / "record" / "pads" / "first.toml").write_text(SMALL, "utf-8")
    assert pad("add", file("any.toml", SMALL + "\n"), *data)[2] == [
        "companion: first.toml has the key small already; remove that file, or give the new one another key"
    ]
    for number in range(99):
        (tmp_path / "record" / "pads" / f"{number}.toml").write_text("", "utf-8")
    more = file("more.toml", SMALL.replace('"small"', '"more"'))
    assert pad("add", more, *data)[2] == [
        f"companion: there are 100 files in {tmp_path}/record/pads already; remove one that is not needed"
    ]


def test_add_replaces_a_broken_file_and_follows_no_link(pad, file, tmp_path):
    data, pads = ("--data", tmp_path / "record"), tmp_path / "record" / "pads"
    pads.mkdir(parents=True)
    (tmp_path / "elsewhere").write_text("mine", "utf-8")
    (pads / "small.toml").symlink_to(tmp_path / "elsewhere")
    assert pad("add", file("any.toml"), *data)[0] == 1
    assert pad("add", file("any.toml"), "--replace", *data)[0] == 0
    assert (tmp_path / "elsewhere").read_text("utf-8") == "mine"
    assert not (pads / "small.toml").is_symlink()


def test_list_names_the_pads_where_they_come_from_and_what_is_wrong(pad, file, tmp_path):
    data, pads = ("--data", tmp_path / "record"), tmp_path / "record" / "pads"
    assert [line.split()[0] for line in pad("list", *data)[1]] == ["key", *SHIPPED]
    pads.mkdir(parents=True)
    (pads / "b.toml").write_text(SMALL, "utf-8")
    (pads / "a.toml").write_text("x", "utf-8")
    status, out, err = pad("list", *data)
    assert (status, err) == (0, [])
    assert out[1].split() == ["wizard", "Wizard", "3–6", "ships", "with", "the", "program"]
    assert out[1 + len(SHIPPED)].split() == ["small", "Small", "2–4", str(pads / "b.toml")]
    assert out[2 + len(SHIPPED)] == ""
    assert out[3 + len(SHIPPED)].startswith(f"{pads}/a.toml, line 1: x: x has no equals sign; write NAME = VALUE")


def test_a_folder_that_cannot_be_read_is_named(pad, tmp_path, capsys):
    (tmp_path / "pads").write_text("a file")
    fault = f"{tmp_path / 'pads'}: cannot be read: not a directory"
    assert pad("list", "--data", tmp_path)[1][-1] == fault
    assert main(["games", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().err == f"companion: {fault}\n"


def test_show_prints_the_file(pad, file, tmp_path):
    data = ("--data", tmp_path / "record")
    assert pad("show", "skat")[1] == shipped_file("skat").read_text("utf-8").splitlines()
    pad("add", file("any.toml"), *data)
    assert pad("show", "small", *data)[:2] == (0, SMALL.splitlines())
    status, out, err = pad("show", "smal", *data)
    assert (status, out) == (2, [])
    assert err[0].startswith("companion: there is no pad smal; known are wizard, skull-king")
    assert err[0].endswith(f"{SHIPPED[-1]}, small")


def test_new_prints_a_file_that_is_sound(pad, file, tmp_path):
    status, out, err = pad("new")
    assert (status, err) == (0, [])
    sound = file("new.toml", "\n".join(out) + "\n")
    assert pad("check", sound)[1] == [f"{sound}: sound: My game (my-game), 2–6 players, 3 rules"]


def referee(folder, *requests, before=lambda number: None):
    """The replies to requests of a referee with the pads of a folder, and what it writes to standard error."""
    ran = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "companion", "referee", "--pads", str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    replies = []
    assert ran.stdin is not None
    assert ran.stdout is not None
    for number, request in enumerate(requests):
        before(number)
        ran.stdin.write(json.dumps(request) + "\n")
        ran.stdin.flush()
        replies.append(json.loads(ran.stdout.readline()))
    _, err = ran.communicate()
    assert ran.returncode == 0
    return replies, err.splitlines()


def test_the_referee_offers_the_pads_of_a_folder_after_all_others_and_sees_new_ones(tmp_path):
    (tmp_path / "z.toml").write_text(SMALL, "utf-8")
    (tmp_path / "a.toml").write_text(SMALL.replace('"small"', '"zebra"'), "utf-8")
    (tmp_path / "wrong.toml").write_text(SMALL + "x = 1", "utf-8")

    def before(number):
        if number == 3:
            (tmp_path / "new.toml").write_text(SMALL.replace('"small"', '"apple"'), "utf-8")

    replies, err = referee(
        tmp_path,
        {"do": "games"},
        {"do": "new", "game": "small", "players": ["Ada", "Ben"]},
        {"do": "new", "game": "apple", "players": ["Ada", "Ben"]},
        {"do": "new", "game": "apple", "players": ["Ada", "Ben"]},
        {"do": "games"},
        before=before,
    )
    games, small, none, apple, again = replies
    assert [game["key"] for game in games["games"]][len(GAMES) :] == [*SHIPPED, "small", "zebra"]
    small_one = games["games"][len(GAMES) + len(SHIPPED)]
    assert small_one == {"key": "small", "name": "Small", "players": [2, 4], "options": {}}
    assert small["view"]["legal"] == [f"made 0 {number}" for number in range(10)]
    assert none["error"]["code"] == "unknown-game"
    assert none["error"]["message"].endswith(f"{SHIPPED[-1]}, small, zebra")
    assert apple["view"]["game"] == "apple"
    assert [game["key"] for game in again["games"]][len(GAMES) + len(SHIPPED) :] == ["apple", "small", "zebra"]
    assert len(err) == 1  # once, however often the folder is read
    assert err[0].startswith(f"companion: {tmp_path}/wrong.toml, line 14: fields.made.x: not known here")


def test_the_referee_needs_a_folder_for_pads(tmp_path, capsys):
    assert main(["referee", "--pads", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == f"companion: {tmp_path}/none is not a folder; name one with pads\n"


@pytest.mark.parametrize("names", ["x = 'x'", "half = 'more'\nmore = 'half'", "made = 'made'"])
def test_names_in_a_circle_are_one_fault_at_every_door(names, pad, tmp_path, capsys):
    (tmp_path / "pads").mkdir()
    circle = tmp_path / "pads" / "circle.toml"
    used = names.split(" ")[0]
    text = SMALL.replace('points = "made"', f'points = "{used} + 1"').replace("[[", f"[names]\n{names}\n[[", 1)
    circle.write_text(text, "utf-8")
    data = ("--data", tmp_path)
    for status, out, err in (pad("check", circle), pad("add", circle, *data)):
        assert (status, out, len(err)) == (1, [], 1)
        assert err[0].startswith(f"companion: {circle}, line 1")
    assert pad("list", *data)[1][-1].startswith(f"{circle}, line 1")
    capsys.readouterr()
    assert main(["games", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().err.startswith(f"companion: {circle}, line 1")
    main(["doctor", "--data", str(tmp_path)])
    printed = capsys.readouterr()
    assert (f"[warn] score pads: {circle}, line 1" in printed.out, printed.err) == (True, "")
    replies, err = referee(tmp_path / "pads", {"do": "games"})
    assert [game["key"] for game in replies[0]["games"]][len(GAMES) :] == [*SHIPPED]
    assert len(err) == 1


def test_the_doctor_names_a_wrong_pad_and_its_cure(tmp_path, capsys):
    (tmp_path / "pads").mkdir()
    (tmp_path / "pads" / "wrong.toml").write_text(SMALL + "x = 1", "utf-8")
    main(["doctor", "--data", str(tmp_path)])
    out = capsys.readouterr().out.splitlines()
    place = next(number for number, line in enumerate(out) if "score pads" in line)
    assert out[place].startswith(
        f"[warn] score pads: {tmp_path}/pads/wrong.toml, line 14: fields.made.x: not known here"
    )
    assert out[place + 1] == "       → mend the file, or remove it; the other pads are not affected"
