"""The referee as a process: what stands on standard output, when, and how it ends."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from patience import PATIENCE_S

ROOT = Path(__file__).parents[1]
LINE_MOST = 65_536
NEW = b'{"do": "new", "game": "praetorians", "players": ["Ada", "Ben"]}\n'
GAMES = b'{"do": "games"}\n'
QUIT = b'{"do": "quit"}\n'


@contextmanager
def referee(command=(sys.executable, "-W", "error", "-m", "companion", "referee"), surroundings=None):
    """The process; it is stopped at the end whatever happened."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **(surroundings or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE_S)
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream is not None
            stream.close()


def reply(process):
    """The next line of standard output, which must come without anything more being written or closed."""
    line = b""
    while not line.endswith(b"\n"):
        assert select.select([process.stdout], [], [], PATIENCE_S)[0], f"no reply; so far {line!r}"
        byte = process.stdout.read(1)
        assert byte, f"the output ended; so far {line!r}"
        line += byte
    return json.loads(line)


def converse(requests):
    """Status, replies and standard error of a process that is handed all requests at once."""
    with referee() as process:
        out, err = process.communicate(requests, timeout=PATIENCE_S)
        assert out == b"" or out.endswith(b"\n")
        return process.returncode, [json.loads(line) for line in out.split(b"\n")[:-1]], err


def test_every_request_is_answered_at_once_with_one_line():
    with referee() as process:
        process.stdin.write(NEW)
        assert reply(process)["view"]["ply"] == 0
        process.stdin.write(b'{"do": "play", "action": "flip R7"}\n')
        assert reply(process)["view"]["table"]["kept"] == ["R7"]
        process.stdin.write(b'{"do": "play", "action": "flip R7"}\n')
        assert reply(process)["error"]["rule"] == "PRA-2"
        process.stdin.write(b"\n")
        assert reply(process)["error"]["code"] == "bad-request"
        process.stdin.write(b'{"do": ')
        process.stdin.write(b'"undo"}\n')
        assert reply(process)["view"]["ply"] == 0
        out, err = process.communicate(b"", timeout=PATIENCE_S)
        assert (out, err, process.returncode) == (b"", b"", 0)


def test_quit_is_answered_and_ends_with_status_0():
    assert converse(NEW + QUIT) == (0, converse(NEW)[1] + [{"ok": True}], b"")


def test_what_follows_quit_is_not_read():
    with referee() as process:
        process.stdin.write(QUIT + GAMES + b"{" * 100)
        assert reply(process) == {"ok": True}
        assert process.wait(PATIENCE_S) == 0
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""


@pytest.mark.parametrize("requests", [b"", GAMES, NEW, b"\n", b"{"])
def test_the_end_of_input_ends_with_status_0_and_without_a_reply(requests):
    status, replies, err = converse(requests)
    assert (status, err) == (0, b"")
    assert len(replies) == (1 if requests else 0)


def test_a_last_line_without_line_feed_counts():
    assert converse(GAMES + GAMES[:-1])[1] == converse(GAMES + GAMES)[1]
    assert converse(QUIT[:-1]) == (0, [{"ok": True}], b"")


def test_only_line_feeds_end_a_line():
    requests = b'{"do":\r"games"}\r\n' + '{"do": "games", "x": "\u2028\u0085"}\n'.encode() + b'{"do": "games"}\x0c\n'
    oks = [reported["ok"] for reported in converse(requests + b"\r\n")[1]]
    assert oks == [True, True, False, False]
    one_line = b'{"do": "games"}\r{"do": "games"}\r\n'
    assert [reported["ok"] for reported in converse(one_line)[1]] == [False]


def padded(length):
    return b'{"do": "games", "x": "%s"}' % (b"x" * (length - len(b'{"do": "games", "x": ""}')))


LENGTHS = {
    LINE_MOST - 1: True,
    LINE_MOST: True,
    LINE_MOST + 1: False,
    LINE_MOST + 2: False,
    2 * LINE_MOST: False,
    2 * LINE_MOST + 1: False,
    2 * LINE_MOST + 2: False,
    300_000: False,
}
"""Lengths of lines, and whether they are read."""


def check_reply(reply, length):
    assert reply["ok"] is LENGTHS[length]
    if not LENGTHS[length]:
        assert reply["error"]["code"] == "bad-request"
        assert str(LINE_MOST) in reply["error"]["message"]


def test_an_over_long_line_is_read_to_its_end_and_gets_one_bad_request():
    status, replies, err = converse(b"".join(padded(length) + b"\n" + GAMES for length in LENGTHS))
    assert (status, err, len(replies)) == (0, b"", 2 * len(LENGTHS))
    for length, reply, after in zip(LENGTHS, replies[::2], replies[1::2], strict=True):
        check_reply(reply, length)
        assert after["ok"]


@pytest.mark.parametrize(
    "length",
    [pytest.param(length, marks=() if abs(length - LINE_MOST) < 2 else pytest.mark.gate) for length in LENGTHS],
)
def test_so_does_one_that_the_end_of_input_ends(length):
    line = padded(length)
    assert len(line) == length
    status, replies, err = converse(GAMES + line)
    assert (status, err, len(replies)) == (0, b"", 2)
    check_reply(replies[1], length)


def test_an_over_long_line_of_requests_is_not_carried_out():
    line = QUIT[:-1] * (LINE_MOST // 10)
    replies = converse(NEW + line + b"\n" + b'{"do": "view"}\n')[1]
    assert [reported["ok"] for reported in replies] == [True, False, True]
    assert replies[2]["view"] == replies[0]["view"]


def test_a_reader_that_goes_away_ends_it_silently_with_status_0():
    with referee() as process:
        process.stdin.write(NEW)
        assert reply(process)["ok"] is True
        process.stdout.close()
        process.stdin.write(GAMES)
        assert process.wait(PATIENCE_S) == 0
        assert process.stderr.read() == b""


def test_a_reader_that_was_never_there_ends_it_silently_with_status_0():
    with referee() as process:
        process.stdout.close()
        process.stdin.write(QUIT)
        assert process.wait(PATIENCE_S) == 0
        assert process.stderr.read() == b""


def test_nothing_that_comes_down_the_line_ends_it_or_makes_it_talk():
    lines = [
        b"", b"\x00", b"\xff\xfe\x00", b"{", b"[" * 60_000, b'{"do": "quit", "x": NaN}', b'{"do": "new"}',
        b'{"do": "set", "table": ' + b"[" * 900 + b"]" * 900 + b"}", b'{"do": "view"}',
        b'{"do": "new", "game": "\\ud800", "players": ["\\ud800", "\\u202e"]}', b'{"do": "play", "action": "\\ud800"}',
        b'{"do": ' + b"9" * 10_000 + b"}",
    ]  # fmt: skip
    status, replies, err = converse(b"\n".join(lines) + b"\n" + GAMES)
    assert (status, err) == (0, b"")
    assert [reported["ok"] for reported in replies] == [False] * len(lines) + [True]


def test_a_whole_game_over_the_line():
    actions = ["bank 55", "bust", "match 10", "bank 55"]
    requests = [{"do": "new", "game": "praetorians", "players": ["Åsa", "本"], "options": {"entry": "scores"}}]
    requests += [{"do": "play", "action": action} for action in actions]
    status, replies, err = converse("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in requests).encode())
    assert (status, err) == (0, b"")
    assert replies[-1]["view"]["players"] == ["Åsa", "本"]
    assert replies[-1]["view"]["outcome"] == {"winners": [0], "scores": [99, 3]}
    assert [reported["view"]["ply"] for reported in replies] == [0, 1, 2, 3, 4]


# Thinking

THINKER = """
import sys
from companion.commands.referee import serve
from companion.games.pad.collection import AllGames
from small_minds import mind
sys.exit(serve(AllGames(), lambda key: mind()))
"""
THINK = b'{"do": "think", "seat": 0, "work": 10000000, "seconds": 600}\n'
STOP = b'{"do": "stop"}\n'


def thinker():
    """A referee whose mind counts to its work: ten million takes minutes, with a question to the input at each."""
    return referee([sys.executable, "-W", "error", "-c", THINKER], {"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"})


def test_stop_ends_a_thought_whose_reply_comes_first():
    with thinker() as process:
        process.stdin.write(NEW)
        reply(process)
        process.stdin.write(THINK)
        process.stdin.write(b'{"do": ')
        process.stdin.write(b'"stop"}\n')
        thought = reply(process)["thought"]
        assert thought["stopped"] is True
        assert thought["work"] < 10_000_000
        assert reply(process) == {"ok": True}
        process.stdin.write(b'{"do": "think", "seat": 0, "work": 3}\n')
        assert reply(process)["thought"]["work"] == 3


def test_a_thought_that_is_stopped_at_once_has_done_nothing():
    with thinker() as process:
        out, err = process.communicate(NEW + THINK + STOP, timeout=PATIENCE_S)
        _, thought, stopped = [json.loads(line) for line in out.splitlines()]
        assert (thought["thought"]["work"], thought["thought"]["stopped"]) == (0, True)
        assert (stopped, err, process.returncode) == ({"ok": True}, b"", 0)


def test_other_lines_wait_until_the_thought_is_done():
    lines = b'{"do": "think", "seat": 0, "work": 300}\n' + b"x" * (LINE_MOST + 1) + b'\n{"do": "view"}\n' + STOP + QUIT
    with thinker() as process:
        out, err = process.communicate(NEW + lines, timeout=PATIENCE_S)
        _, thought, long, view, stopped, ended = [json.loads(line) for line in out.splitlines()]
        assert (thought["thought"]["work"], thought["thought"]["stopped"]) == (300, False)
        assert [long["ok"], view["ok"], stopped["ok"], ended["ok"]] == [False, True, True, True]
        assert (err, process.returncode) == (b"", 0)


def test_the_end_of_input_while_it_thinks_ends_it_silently():
    with thinker() as process:
        process.stdin.write(NEW)
        reply(process)
        process.stdin.write(THINK)
        out, err = process.communicate(b"", timeout=PATIENCE_S)
        assert json.loads(out)["thought"]["stopped"] is True
        assert (err, process.returncode) == (b"", 0)


@pytest.mark.parametrize("ends", [True, False])
@pytest.mark.parametrize("behind", [b'{"do": "view"}\n', b'{"do": "vie', b"\n", b""])
def test_a_thought_ends_when_nobody_reads_its_answer_whatever_comes_behind_it(behind, ends):
    with referee() as process:
        process.stdin.write(b'{"do": "new", "game": "spartacus", "players": ["A", "B", "C"]}\n')
        assert reply(process)["ok"]
        process.stdin.write(b'{"do": "think", "seat": 0, "work": 10000000}\n' + behind)
        if ends:
            process.stdin.close()
        process.stdout.close()
        process.wait(PATIENCE_S)  # ten million would take minutes
