"""The line protocol, clause by clause: every request, every error, the order of checks, what a line may be."""

from __future__ import annotations

import json
import re
from typing import Any
from unicodedata import category

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from installed import answer

from companion.games.pad.collection import SHIPPED
from companion.games.registry import GAMES
from companion.texts import harmless

LINE_MOST = 65_536
CODES = {
    "bad-request", "unknown-game", "bad-players", "bad-option", "no-game", "unreadable", "over", "illegal",
    "nothing-to-undo", "nothing-to-redo", "inconsistent",
}  # fmt: skip
DECK = [f"{colour}{value}" for colour in "RPBGY" for value in range(1, 11)]


class Referee:
    """A referee at the other end of a line."""

    def __init__(self, *requests):
        self.referee = None
        self.last = False
        for request in requests:
            assert self.ask(**request)["ok"]

    def line(self, line):
        answered = answer(self.referee, line)
        self.referee, self.last = answered.referee, answered.last
        assert b"\n" not in answered.reply
        assert b"\r" not in answered.reply
        return json.loads(answered.reply)

    def ask(self, do, **fields):
        return self.line(json.dumps({"do": do, **fields}).encode())

    def view(self, do, **fields):
        reply = self.ask(do, **fields)
        assert list(reply) == ["ok", "view"]
        assert reply["ok"] is True
        return reply["view"]

    def error(self, do, **fields):
        return check_error(self.ask(do, **fields))

    def play(self, *actions):
        for action in actions:
            view = self.view("play", action=action)
        return view


def check_error(reply):
    assert set(reply) == {"ok", "error"}
    assert reply["ok"] is False
    assert set(reply["error"]) == {"code", "rule", "message"}
    assert reply["error"]["code"] in CODES
    assert reply["error"]["message"]
    if reply["error"]["code"] != "illegal":
        assert reply["error"]["rule"] is None
    return reply["error"]


def begin(*names, **options):
    return {"do": "new", "game": "praetorians", "players": list(names or ("Ada", "Ben")), "options": options}


def started(*names, **options):
    return Referee(begin(*names, **options))


def finished():
    referee = started(entry="scores")
    referee.play("bank 55", "bust", "bank 55")
    return referee


def table_of_scores(**fields):
    return {"turn": 0, "pawns": [0, 3], "matched": 0, **fields}


# Requests


def test_games_are_listed_with_players_and_options_the_default_first():
    reply = Referee().ask("games")
    assert list(reply) == ["ok", "games"]
    assert [game["key"] for game in reply["games"]] == [*GAMES, *SHIPPED]
    assert reply["games"][0] == {
        "key": "praetorians",
        "name": "Praetorians",
        "players": [2, 4],
        "options": {"twelves": [False, True], "entry": ["cards", "scores"]},
    }
    known = ["praetorians", "spartacus", "hannibal", "seven-hills", "army-ants"]
    assert [key for key in GAMES if key in known] == known


def test_new_shows_everything_that_can_be_known():
    assert Referee().view("new", game="praetorians", players=["Ada", "Ben", "Cleo"], options={"twelves": True}) == {
        "game": "praetorians",
        "players": ["Ada", "Ben", "Cleo"],
        "options": {"twelves": True, "entry": "cards"},
        "to_act": [0],
        "legal": [*(f"flip {card}" for card in DECK), "flip 12>1", "flip 12>2"],
        "over": False,
        "outcome": None,
        "ply": 0,
        "table": {
            "turn": 0, "pawns": [0, 3, 6], "kept": [], "flips": 0, "matched": 0,
            "facedown": [*DECK, "12", "12", "12", "12", "12"], "discards": [],
        },
    }  # fmt: skip


def test_new_without_options_takes_the_defaults():
    view = Referee().view("new", game="praetorians", players=["Ada", "Ben"])
    assert view["options"] == {"twelves": False, "entry": "cards"}
    assert view == started().view("view")


def test_new_replaces_a_running_game_and_its_undo_and_redo():
    referee = started()
    referee.play("flip R1", "flip R2")
    referee.view("undo")
    view = referee.view(**begin("Cleo", "Dora", "Emil"))
    assert (view["players"], view["ply"]) == (["Cleo", "Dora", "Emil"], 0)
    assert referee.error("undo")["code"] == "nothing-to-undo"
    assert referee.error("redo")["code"] == "nothing-to-redo"


def test_play_shows_the_next_position():
    referee = started()
    view = referee.play("flip R7", "flip B7", "flip Y2")
    assert view["ply"] == 3
    assert view["table"]["pawns"] == [7, 3]
    assert view["table"]["kept"] == ["R7", "Y2"]
    assert view["legal"][-1] == "stop"
    assert "flip R7" not in view["legal"]


def test_view_shows_the_same_as_the_last_reply_and_changes_nothing():
    referee = started()
    last = referee.play("flip R7")
    assert referee.view("view") == last
    assert referee.view("view") == last


def test_undo_and_redo_walk_along_the_game():
    referee = started()
    views = [referee.view("view")] + [referee.play(action) for action in ("flip R7", "flip B7", "stop", "flip G1")]
    for view in reversed(views[:-1]):
        assert referee.view("undo") == view
    assert referee.error("undo")["code"] == "nothing-to-undo"
    assert referee.view("view") == views[0]
    for view in views[1:]:
        assert referee.view("redo") == view
    assert referee.error("redo")["code"] == "nothing-to-redo"
    assert referee.view("view") == views[-1]


def test_undo_works_after_the_end_of_the_game():
    referee = finished()
    over = referee.view("view")
    assert over["over"] is True
    assert over["outcome"] == {"winners": [0], "scores": [99, 3]}
    assert (over["to_act"], over["legal"], over["table"]["turn"]) == ([], [], None)
    view = referee.view("undo")
    assert (view["over"], view["outcome"], view["ply"]) == (False, None, 2)
    assert referee.view("redo") == over


def test_set_is_a_step_like_an_action():
    referee = started(entry="scores")
    before = referee.play("match 7")
    view = referee.view("set", table=table_of_scores(turn=1, pawns=[50, 60], matched=10))
    assert view["table"] == {"turn": 1, "pawns": [50, 60], "matched": 10}
    assert (view["ply"], view["to_act"]) == (2, [1])
    assert referee.view("undo") == before
    assert referee.view("redo") == view
    assert referee.play("bank 5")["table"]["pawns"] == [50, 65]


def test_set_takes_what_view_shows():
    referee = started(twelves=True)
    view = referee.play("flip 12>1", "flip R7", "flip B7")
    again = started(twelves=True).view("set", table=view["table"])
    assert again == {**view, "ply": 1}


def test_ply_counts_the_steps_in_force():
    referee = started()
    assert referee.view("view")["ply"] == 0
    assert referee.play("flip R1")["ply"] == 1
    assert referee.play("flip R2")["ply"] == 2
    assert referee.error("play", action="flip R2")["code"] == "illegal"
    assert referee.view("view")["ply"] == 2
    assert referee.view("undo")["ply"] == 1
    assert referee.play("flip R3")["ply"] == 2
    assert referee.view("undo")["ply"] == 1
    assert referee.view("redo")["ply"] == 2


def test_quit_is_answered_and_is_the_last_reply():
    referee = Referee()
    assert referee.ask("quit") == {"ok": True}
    assert referee.last
    assert started().ask("quit") == {"ok": True}


@pytest.mark.parametrize("do", ["games", "view", "undo", "play", "nothing"])
def test_only_quit_is_the_last(do):
    referee = started()
    referee.ask(do)
    assert not referee.last


# The redo list


def undone():
    referee = started()
    referee.play("flip R7", "flip Y2")
    referee.view("undo")
    return referee


def test_an_accepted_play_empties_the_redo_list():
    referee = undone()
    referee.play("flip Y2")
    assert referee.error("redo")["code"] == "nothing-to-redo"


def test_an_accepted_set_empties_the_redo_list():
    referee = undone()
    referee.view("set", table=referee.view("view")["table"])
    assert referee.error("redo")["code"] == "nothing-to-redo"


def test_an_accepted_new_empties_the_redo_list():
    referee = undone()
    referee.view(**begin())
    assert referee.error("redo")["code"] == "nothing-to-redo"


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "view"},
        {"do": "games"},
        {"do": "nothing"},
        {"do": "play"},
        {"do": "play", "action": "jump"},
        {"do": "play", "action": "flip R7"},
        {"do": "play", "action": "bust"},
        {"do": "set", "table": {}},
        {"do": "set", "table": None},
        {"do": "new", "game": "chess", "players": ["Ada", "Ben"]},
        {"do": "new", "game": "praetorians", "players": ["Ada"]},
        {"do": "new", "game": "praetorians", "players": ["Ada", "Ben"], "options": {"twelves": 1}},
        {"do": "new"},
    ],
    ids=str,
)
def test_errors_and_questions_keep_the_game_with_undo_and_redo(request_):
    referee, twin = undone(), undone()
    assert referee.ask(**request_)["ok"] == (request_["do"] in ("view", "games"))
    assert referee.view("view") == twin.view("view")
    assert referee.view("redo") == twin.view("redo")
    assert referee.view("undo") == twin.view("undo")
    assert referee.view("undo") == twin.view("undo")


# Errors: code and words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "not JSON"),
        (b" ", "not JSON"),
        (b"\r", "not JSON"),
        (b"view", "not JSON"),
        (b'{"do": "view"', "not JSON"),
        (b"{'do': 'view'}", "not JSON"),
        (b'{"do": "view",}', "not JSON"),
        (b'{"do": "view"} x', "not JSON"),
        (b'{"do": "view"}{"do": "view"}', "not JSON"),
        (b'{"do": "view"} // comment', "not JSON"),
        (b'{"do": "games", "x": NaN}', "not JSON"),
        (b'{"do": "games", "x": Infinity}', "not JSON"),
        (b'{"do": "games", "x": -Infinity}', "not JSON"),
        (b'{"do": "games", "x": [1, NaN]}', "not JSON"),
        (b'{"do": "games", "x": 01}', "not JSON"),
        (b'{"do": "games", "x": +1}', "not JSON"),
        (b'{"do": "games", "x": 1.}', "not JSON"),
        (b'{"do": "games", "x": .5}', "not JSON"),
        (b'{"do": "games", "x": 0x1}', "not JSON"),
        (b'{"do": "games", "x": "\t"}', "not JSON"),
        (b'{"do": "games", "x": "\x00"}', "not JSON"),
        (b'{"do": "games", "x": "\\x41"}', "not JSON"),
        (b'{"do": "games", "x": "\\u12"}', "not JSON"),
        (b'{"do": "games", "x": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'{"do": "games", "x": ' + b"[" * 30000 + b"]" * 30000 + b"}", "not JSON"),
        (b'{"do": "games", "x": ' + b'{"":' * 10000 + b"1" + b"}" * 10000 + b"}", "not JSON"),
        (b"\xef\xbb\xbf" + b'{"do": "games"}', "not JSON"),
        (b'\xa0{"do": "games"}', "UTF-8"),
        ('\u00a0{"do": "games"}'.encode(), "not JSON"),
        (b'\x0c{"do": "games"}', "not JSON"),
        (b'\x0b{"do": "games"}', "not JSON"),
        (b'{"do": "games\xff"}', "UTF-8"),
        (b'{"do": "games", "x": "\xed\xa0\x80"}', "UTF-8"),
        (b'{"do": "games", "x": "\xc0\xaf"}', "UTF-8"),
        (b'{"do": "games", "x": "\xf4\x90\x80\x80"}', "UTF-8"),
        (b'{"do": "games", "x": "\xe2\x82"}', "UTF-8"),
        ('{"do": "games"}'.encode("utf-16"), "UTF-8"),
        ('{"do": "games"}'.encode("utf-16-le"), "not JSON"),
        ('{"do": "games"}'.encode("utf-32-be"), "not JSON"),
        (b"null", "request is not an object"),
        (b"true", "object"),
        (b"1", "object"),
        (b'"games"', "object"),
        (b'[{"do": "games"}]', "object"),
        (b"NaN", "not JSON"),
        (b"{}", "do is missing"),
        (b'{"DO": "games"}', "do is missing"),
        (b'{"do": null}', "do is"),
        (b'{"do": 1}', "do is 1, not a text"),
        (b'{"do": ["games"]}', "do is"),
        (b'{"do": {"games": 1}}', "do is"),
        (b'{"do": "Games"}', "Games"),
        (b'{"do": "games "}', "games "),
        (b'{"do": ""}', "known"),
        (b'{"do": "save"}', "save"),
        (b'{"do": "\\ud800"}', "known"),
        (b'{"do": "{x}"}', "{x}"),
        (b'{"do": "play"}', "action"),
        (b'{"do": "play", "action": null}', "action"),
        (b'{"do": "play", "action": 7}', "action"),
        (b'{"do": "play", "action": ["stop"]}', "action"),
        (b'{"do": "play", "Action": "stop"}', "action"),
        (b'{"do": "set"}', "table is missing"),
        (b'{"do": "set", "table": null}', "table"),
        (b'{"do": "set", "table": []}', "table is not an object"),
        (b'{"do": "set", "table": "{}"}', "table"),
        (b'{"do": "set", "table": 0}', "table"),
        (b'{"do": "new", "players": ["Ada", "Ben"]}', "game"),
        (b'{"do": "new", "game": 1, "players": ["Ada", "Ben"]}', "game"),
        (b'{"do": "new", "game": null, "players": ["Ada", "Ben"]}', "game"),
        (b'{"do": "new", "game": "praetorians"}', "players"),
        (b'{"do": "new", "game": "praetorians", "players": null}', "players"),
        (b'{"do": "new", "game": "praetorians", "players": "AB"}', "players"),
        (b'{"do": "new", "game": "praetorians", "players": 2}', "players"),
        (b'{"do": "new", "game": "praetorians", "players": {"Ada": 0, "Ben": 1}}', "players"),
        (b'{"do": "new", "game": "praetorians", "players": ["Ada", 1]}', "players[1] is 1, not a text"),
        (b'{"do": "new", "game": "praetorians", "players": ["Ada", null]}', "players"),
        (b'{"do": "new", "game": "praetorians", "players": ["Ada", ["Ben"]]}', "players"),
        (b'{"do": "new", "game": "praetorians", "players": ["Ada", "Ben"], "options": null}', "options"),
        (b'{"do": "new", "game": "praetorians", "players": ["Ada", "Ben"], "options": []}', "options"),
        (b'{"do": "new", "game": "praetorians", "players": ["Ada", "Ben"], "options": "twelves"}', "options"),
        (b'{"do": "new", "game": "praetorians", "players": ["Ada", "Ben"], "options": false}', "options"),
        (None, "65536"),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_bad_requests_are_refused_with_or_without_a_game(line, words):
    for referee in (Referee(), started()):
        before = referee.referee
        error = check_error(referee.line(line))
        assert error["code"] == "bad-request"
        assert words in error["message"]
        assert referee.referee is before


def test_a_line_has_at_most_65536_bytes():
    def padded(length):
        line = b'{"do": "games", "x": ""}'
        return line.replace(b'""', b'"' + b"x" * (length - len(line)) + b'"')

    assert len(padded(LINE_MOST)) == LINE_MOST
    assert Referee().line(padded(LINE_MOST))["ok"] is True
    error = check_error(Referee().line(padded(LINE_MOST + 1)))
    assert error["code"] == "bad-request"
    assert "65536" in error["message"]


def test_the_length_of_a_line_is_counted_in_bytes():
    line = '{"do": "games", "x": "…"}'.encode()
    fits = line.replace("…".encode(), "…".encode() * ((LINE_MOST - len(line)) // 3 + 1))
    assert LINE_MOST - 3 < len(fits) <= LINE_MOST
    assert Referee().line(fits)["ok"] is True
    assert check_error(Referee().line(fits.replace(b"}", b"   }")))["code"] == "bad-request"


def test_white_space_around_the_object_is_no_fault():
    for line in (b' {"do": "games"} ', b'\t{"do":\r"games"}\r', b'{"do"\t:"games"}\r\r'):
        assert Referee().line(line)["ok"] is True


def test_unknown_fields_are_ignored():
    view = Referee().view("new", **{k: v for k, v in begin().items() if k != "do"}, table=[], action=1, seat=None)
    assert view == started().view("view")


@pytest.mark.parametrize(
    "extra", ["1e400", "-1e400", "1e-400", "123456789012345678901234567890", "1.0", '"\\ud800"', "{}"]
)
def test_unknown_fields_may_hold_anything_that_is_json(extra):
    assert Referee().line(b'{"do": "games", "x": %s}' % extra.encode())["ok"] is True


def test_of_a_repeated_field_the_last_counts():
    assert Referee().line(b'{"do": "save", "do": "games"}')["ok"] is True
    assert check_error(Referee().line(b'{"do": "games", "do": "save"}'))["code"] == "bad-request"
    referee = started()
    view = referee.line(b'{"do": "play", "action": "flip R1", "action": "flip R2"}')["view"]
    assert view["table"]["kept"] == ["R2"]
    table = b'{"turn": 9, "pawns": [0, 3], "matched": 0, "turn": 1}'
    assert started(entry="scores").line(b'{"do": "set", "table": %s}' % table)["view"]["to_act"] == [1]


def test_fields_may_be_written_with_escapes():
    assert Referee().line(b'{"\\u0064o": "g\\u0061mes"}')["ok"] is True


@pytest.mark.parametrize(
    "game", ["chess", "", "Praetorians", "PRAETORIANS", "praetorians ", "\ud800", "__class__", "en"]
)
def test_an_unknown_game_is_reported_with_its_name(game):
    error = Referee().error("new", game=game, players=["Ada", "Ben"])
    assert error["code"] == "unknown-game"
    assert harmless(game) in error["message"]
    assert "praetorians" in error["message"]


# Players

A24 = "Abcdefghijklmnopqrstuvwx"
BIDI = [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]
CONTROLS = [*range(0x20), *range(0x7F, 0xA0)]


@pytest.mark.parametrize(
    "names",
    [
        [], ["Ada"], ["Ada", "Ben", "Cleo", "Dora", "Emil"], ["Ada", "Ada"], ["Ada", "Ben", "Ada"],
        ["", "Ben"], ["Ada", " "], ["Ada", "\u3000"], ["Ada", "\u00a0\u2003"],
        [" Ada", "Ben"], ["Ada ", "Ben"], ["Ada\u3000", "Ben"], ["\u00a0Ada", "Ben"], ["\u2003Ada", "Ben"],
        [A24 + "y", "Ben"], ["Ben", "\U0001f41c" * 25],
    ],
    ids=ascii,
)  # fmt: skip
def test_bad_players_are_refused(names):
    assert Referee().error("new", game="praetorians", players=names)["code"] == "bad-players"


def test_a_name_holds_no_control_separator_surrogate_or_change_of_direction():
    for point in (
        *CONTROLS,
        0x2028,
        0x2029,
        *BIDI,
        0xD800,
        0xDBFF,
        0xDC00,
        0xDFFF,
    ):
        for name in (f"A{chr(point)}a", f"{chr(point)}Aa", f"Aa{chr(point)}", chr(point)):
            error = Referee().error("new", game="praetorians", players=["Ben", name])
            assert error["code"] == "bad-players", ascii(name)


def test_the_wrong_character_is_named_by_its_number():
    assert "U+202E" in Referee().error("new", game="praetorians", players=["Ben", "A\u202ea"])["message"]


@pytest.mark.parametrize(
    "names",
    [
        ["A", "B"], [A24, A24.upper()], ["\U0001f41c" * 24, "Ben"], ["ada", "Ada"], ["Ada Lovelace", "Ada  Lovelace"],
        ["アダ", "ベン"], ["A\u00a0B", "A B"],
        ["A\u202f1", "B"], ["A\u2027", "B\u2065"], ["\u00e9", "e\u0301"], ["{seat}", "%s"],
        ["\ue000", "\ufdd0"], ["0", "1"], ["A\u200db", "A\u200cb"], ["Ab", "A\u200bb"], ["\ufeffA", "\u00ad"],
    ],
    ids=ascii,
)  # fmt: skip
def test_names_are_compared_code_point_by_code_point_and_otherwise_free(names):
    assert Referee().view("new", game="praetorians", players=names)["players"] == names


def test_names_may_be_written_as_surrogate_pairs_but_not_as_halves():
    line = b'{"do": "new", "game": "praetorians", "players": ["\\ud83d\\udc1c", "%s"]}'
    assert Referee().line(line % b"Ben")["view"]["players"] == ["\U0001f41c", "Ben"]
    assert check_error(Referee().line(line % b"\\ud83dBen"))["code"] == "bad-players"
    assert check_error(Referee().line(line % b"\\udc1c\\ud83d"))["code"] == "bad-players"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_two_to_four_play(count):
    view = Referee().view("new", game="praetorians", players=["A", "B", "C", "D"][:count])
    assert len(view["table"]["pawns"]) == count


def test_a_score_pad_is_called_by_its_name():
    error = Referee().error("new", game="wizard", players=["Ada", "Ben"])
    assert error["message"] == "Wizard is for 3 to 6 players, not 2"


# Options


@pytest.mark.parametrize(
    "options",
    [
        {"twelves": 0}, {"twelves": 1}, {"twelves": 1.0}, {"twelves": "true"}, {"twelves": None}, {"twelves": []},
        {"twelves": [True]}, {"twelves": {}}, {"entry": "Cards"}, {"entry": ""}, {"entry": None}, {"entry": 0},
        {"entry": True}, {"entry": ["cards"]}, {"colour": "red"}, {"": False}, {"Twelves": True}, {"\ud800": 1},
        {"entry": "\ud800"}, {"twelves": True, "banners": "joker"}, {"twelves": {"{x}": "{y}"}},
    ],
    ids=ascii,
)  # fmt: skip
def test_bad_options_are_refused(options):
    error = Referee().error("new", game="praetorians", players=["Ada", "Ben"], options=options)
    assert error["code"] == "bad-option"
    assert harmless(next(iter(reversed(options)))) in error["message"]


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("twelves", "true", '"true" is not a value of twelves; known are false, true'),
        ("twelves", 1, "1 is not a value of twelves; known are false, true"),
        ("entry", ["cards"], '["cards"] is not a value of entry; known are "cards", "scores"'),
        ("", True, "“” is not an option of this game; known are twelves, entry"),
    ],
)
def test_a_bad_option_is_named_as_it_is_written_in_json(option, value, said):
    error = Referee().error("new", game="praetorians", players=["Ada", "Ben"], options={option: value})
    assert error["message"] == said


def test_a_game_without_options_says_that_there_are_none():
    error = Referee().error("new", game="wingspan", players=["Ada"], options={"birds": True})
    assert error["message"] == "birds is not an option of this game; known are –"


def test_options_are_listed_with_all_keys():
    view = Referee().view("new", game="praetorians", players=["Ada", "Ben"], options={"entry": "scores"})
    assert view["options"] == {"twelves": False, "entry": "scores"}
    assert view["options"]["twelves"] is False


# Actions


@pytest.mark.parametrize(
    "action",
    [
        "",
        "jump",
        "flip R11",
        "flip 12",
        "Stop",
        "stop ",
        " stop",
        "stop\n",
        "pass",
        "flip  R1",
        "\ud800",
        "{x}",
        "bank 10000",
    ],
)
def test_an_unreadable_action_is_refused_with_its_text(action):
    for referee in (started(), finished()):
        error = referee.error("play", action=action)
        assert error["code"] == "unreadable"
        assert harmless(action) in error["message"]


@pytest.mark.parametrize(("action", "shown"), [("", "“”"), (" ", "“ ”")])
def test_a_blank_text_that_is_refused_can_be_seen(action, shown):
    assert started().error("play", action=action)["message"] == f"{shown}: not in this game's notation"


@pytest.mark.parametrize(
    "request_fields",
    [
        {"do": "play", "action": "{}"},
        {"do": "{}"},
        {"do": "new", "game": "{}", "players": ["Ada", "Ben"]},
        {"do": "new", "game": "praetorians", "players": ["Ada", "Ben"], "options": {"{}": True}},
        {"do": "new", "game": "praetorians", "players": ["Ada", "Ben"], "options": {"twelves": "{}"}},
        {"do": "new", "game": "praetorians", "players": ["Ada", "{}"]},
        {"do": "sit", "seat": 0, "level": "{}", "seed": "{}"},
    ],
    ids=lambda fields: ascii(fields),
)
def test_what_is_refused_is_quoted_cut_and_without_texts(request_fields):
    foreign = "a\x1b[2J\x07\u202eb\u2028\u200b\ud800" + "y" * 5000
    text = json.dumps(request_fields).replace("{}", json.dumps(foreign)[1:-1])
    message = started().line(text.encode())["error"]["message"]
    assert {category(letter) for letter in message} & {"Cc", "Cf", "Cs", "Zl", "Zp"} == set()
    assert len(message) < 1500


@pytest.mark.parametrize(
    ("options", "before", "action", "rule"),
    [
        ({}, [], "stop", "PRA-3"),
        ({}, ["flip R7"], "flip R7", "PRA-2"),
        ({"twelves": True}, [], "flip 12>0", "PRA-10"),
        ({"twelves": True}, [], "flip 12>3", None),
        ({}, [], "flip 12>1", None),
        ({}, [], "bank 3", None),
        ({"entry": "scores"}, [], "bank 0", "PRA-3"),
        ({"entry": "scores"}, [], "flip R1", None),
        ({"entry": "scores", "twelves": True}, [], "twelve 0", "PRA-10"),
        ({"entry": "scores", "twelves": True}, [], "twelve 2", None),
        ({"entry": "scores"}, [], "twelve 1", None),
    ],
)
def test_an_illegal_action_is_refused_with_its_rule(options, before, action, rule):
    referee = started(**options)
    for step in before:
        referee.play(step)
    view = referee.view("view")
    error = referee.error("play", action=action)
    assert (error["code"], error["rule"]) == ("illegal", rule)
    assert referee.view("view") == view


def test_messages_call_people_by_their_names():
    assert "Ada" in started().error("play", action="stop")["message"]
    referee = started("Åsa {0}", "Ben")
    assert "Åsa {0}" in referee.error("play", action="stop")["message"]


def test_messages_are_lower_case_english_without_a_full_stop():
    said = [
        Referee().error("view"), Referee().error("jump"), started().error("undo"), started().error("redo"),
        started().error("set", table={}), finished().error("play", action="stop"),
    ]  # fmt: skip
    for error in said:
        assert re.fullmatch(r"[a-z].*[^.]", error["message"])


@pytest.mark.parametrize("action", ["stop", "bust", "bank 7", "match 99", "flip R1", "flip 12>3"])
def test_every_readable_action_meets_the_end_of_the_game(action):
    referee = finished()
    assert referee.error("play", action=action) == {"code": "over", "rule": None, "message": "the game is over"}


# set


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"turn": True}, "turn"),
        ({"turn": 1.0}, "turn"),
        ({"turn": "1"}, "turn"),
        ({"turn": None}, "turn"),
        ({"turn": 2}, "turn"),
        ({"turn": -1}, "turn"),
        ({"turn": [0]}, "turn"),
        ({"turn": 10**30}, "turn"),
        ({"pawns": [0, 3.0]}, "pawns"),
        ({"pawns": [False, 3]}, "pawns"),
        ({"pawns": [0, 99]}, "99"),
        ({"pawns": "03"}, "pawns"),
        ({"pawns": [0, 3, 6]}, "pawns"),
        ({"matched": 1}, "matche"),
        ({"matched": 0.0}, "matched"),
        ({"ply": 3}, "ply"),
        ({"Turn": 0}, "Turn"),
    ],
    ids=str,
)
def test_an_inconsistent_table_is_refused_in_words_and_without_a_rule(fields, words):
    referee = started(entry="scores")
    before = referee.view("view")
    error = referee.error("set", table=table_of_scores(**fields))
    assert (error["code"], error["rule"]) == ("inconsistent", None)
    assert words in error["message"]
    assert referee.view("view") == before


@pytest.mark.parametrize("number", ["0.0", "0e0", "1e0", "0E1", "1.0", "1e400", "-1e400", "-1", "9" * 4000, "1E-1"])
def test_an_integer_is_written_without_fraction_or_exponent(number):
    line = b'{"do": "set", "table": {"turn": %s, "pawns": [0, 3], "matched": 0}}' % number.encode()
    assert check_error(started(entry="scores").line(line))["code"] == "inconsistent"


@pytest.mark.parametrize(
    ("kept", "flips"), [(["R7", "P7"], 2), (["R7", "B1"], 2), (["12"], 1), ([], 1), ([], 0)], ids=str
)
def test_an_inconsistent_table_of_cards_is_refused_without_a_rule(kept, flips):
    twelves = "12" in kept
    deck = [*DECK, *["12"] * 5] if twelves else list(DECK)
    for card in kept:
        deck.remove(card)
    piles = {"facedown": deck, "discards": []} if flips else {"facedown": [], "discards": deck}
    table = {"turn": 0, "pawns": [0, 3], "kept": kept, "flips": flips, "matched": 0, **piles}
    error = started(twelves=twelves).error("set", table=table)
    assert (error["code"], error["rule"]) == ("inconsistent", None)


def test_set_needs_every_field_of_the_table():
    for name in table_of_scores():
        table = table_of_scores()
        del table[name]
        error = started(entry="scores").error("set", table=table)
        assert error["code"] == "inconsistent"
        assert name in error["message"]


def test_set_in_a_finished_game_is_over_whatever_the_table():
    tables: list[dict[str, Any]] = [table_of_scores(), {}, table_of_scores(turn=1.0)]
    for table in tables:
        referee = finished()
        assert referee.error("set", table=table)["code"] == "over"
    assert finished().error("set", table=[])["code"] == "bad-request"


def test_set_takes_no_table_in_which_the_game_would_be_over():
    over = finished().view("view")["table"]
    assert started(entry="scores").error("set", table=over)["code"] == "inconsistent"


@pytest.mark.parametrize("brackets", [(b"[", b"]", b""), (b'{"":', b"}", b"0")], ids=["lists", "objects"])
def test_a_deep_value_is_refused_at_any_depth(brackets):
    opened, closed, core = brackets
    for depth in (1, 10, 100, 300, 600, 900, 940, 960, 970, 980, 985, 990, 995, 1000, 1100, 5000):
        deep = opened * depth + core + closed * depth
        referee = started(entry="scores")
        for line in (
            b'{"do": "set", "table": {"turn": %s, "pawns": [0, 3], "matched": 0}}' % deep,
            b'{"do": "set", "table": {"turn": 0, "pawns": [0, %s], "matched": 0}}' % deep,
            b'{"do": "new", "game": "praetorians", "players": ["A", "B"], "options": {"twelves": %s}}' % deep,
        ):
            assert check_error(referee.line(line))["code"] in ("bad-request", "inconsistent", "bad-option"), depth


# The order of checks


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"do": "new", "game": "chess", "players": "Ada", "options": {"x": 1}}, "bad-request"),
        ({"do": "new", "game": "chess", "players": ["Ada"], "options": []}, "bad-request"),
        ({"do": "new", "game": 7, "players": ["Ada"], "options": {"x": 1}}, "bad-request"),
        ({"do": "new", "game": "chess", "players": ["Ada"], "options": {"x": 1}}, "unknown-game"),
        ({"do": "new", "game": "praetorians", "players": ["Ada"], "options": {"x": 1}}, "bad-players"),
        ({"do": "new", "game": "praetorians", "players": ["Ada", "Ada"], "options": {"twelves": 1}}, "bad-players"),
        ({"do": "new", "game": "praetorians", "players": ["Ada", "Ben"], "options": {"twelves": 1}}, "bad-option"),
    ],
    ids=str,
)
def test_new_checks_request_then_game_then_players_then_options(request_, code):
    for referee in (Referee(), started(), finished()):
        assert referee.error(**request_)["code"] == code


@pytest.mark.parametrize(
    ("request_", "without", "running", "over"),
    [
        ({"do": "play", "action": 1}, "bad-request", "bad-request", "bad-request"),
        ({"do": "play", "action": "jump"}, "no-game", "unreadable", "unreadable"),
        ({"do": "play", "action": "match 0"}, "no-game", "illegal", "over"),
        ({"do": "play", "action": "flip R1"}, "no-game", "illegal", "over"),
        ({"do": "set", "table": 1}, "bad-request", "bad-request", "bad-request"),
        ({"do": "set", "table": {}}, "no-game", "inconsistent", "over"),
        ({"do": "undo"}, "no-game", "nothing-to-undo", None),
        ({"do": "redo"}, "no-game", "nothing-to-redo", "nothing-to-redo"),
        ({"do": "view"}, "no-game", None, None),
        ({"do": "jump"}, "bad-request", "bad-request", "bad-request"),
    ],
    ids=str,
)
def test_the_others_check_request_then_game_then_notation_then_end_then_law(request_, without, running, over):
    for referee, code in ((Referee(), without), (started(entry="scores"), running), (finished(), over)):
        if code is None:
            assert referee.ask(**request_)["ok"] is True
        else:
            assert referee.error(**request_)["code"] == code


@pytest.mark.parametrize("do", ["play", "undo", "redo", "set", "view"])
def test_without_a_game_there_is_nothing_to_do(do):
    referee = Referee()
    error = referee.error(do, action="stop", table={})
    assert error == {"code": "no-game", "rule": None, "message": "no game has been started"}
    assert referee.referee is None


def test_a_refused_first_new_starts_nothing():
    referee = Referee()
    assert referee.error("new", game="praetorians", players=["Ada"])["code"] == "bad-players"
    assert referee.error("view")["code"] == "no-game"


# Whatever comes


fuzzed = settings(derandomize=True, database=None)
KEYS = st.sampled_from(
    ["do", "game", "players", "options", "action", "table", "twelves", "entry", "turn", "pawns", "matched"]
)
WORDS = st.sampled_from(
    [
        "games",
        "new",
        "play",
        "undo",
        "redo",
        "set",
        "view",
        "praetorians",
        "scores",
        "cards",
        "stop",
        "bust",
        "bank 7",
        "flip R1",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5),
    max_leaves=12,
)
REQUESTS = st.fixed_dictionaries(
    {"do": WORDS},
    optional={
        "action": WORDS | JSON,
        "table": JSON,
        "game": st.just("praetorians") | JSON,
        "players": st.just(["Ada", "Ben"]) | st.lists(st.text(max_size=3), max_size=5) | JSON,
        "options": st.just({"entry": "scores"}) | st.dictionaries(KEYS, JSON, max_size=2) | JSON,
    },
)


def one_reply(referee, line):
    reply = referee.line(line)
    if reply["ok"] is not True:
        check_error(reply)
    return reply


@fuzzed
@given(lines=st.lists(st.binary(max_size=60), max_size=4))
@example(lines=[b"\x00", b"\xff\xfe", b"{", b"\r\r"])
def test_any_bytes_get_one_reply_and_change_nothing(lines):
    referee, untouched = started(), started().view("view")
    for line in lines:
        assert one_reply(referee, line)["ok"] is False
    assert referee.view("view") == untouched


@fuzzed
@given(requests=st.lists(REQUESTS | JSON, max_size=6))
def test_any_json_gets_one_reply_and_a_refused_one_changes_nothing(requests):
    referee = started(entry="scores")
    for request_ in requests:
        before = referee.referee
        reply = one_reply(referee, json.dumps(request_).encode())
        if not reply["ok"]:
            assert referee.referee is before
        elif "view" in reply:
            view = reply["view"]
            assert view["over"] == (view["outcome"] is not None) == (not view["legal"])


@fuzzed
@given(cut=st.integers(0, 200), spoilt=st.binary(max_size=3), data=st.data())
def test_a_spoilt_request_gets_one_reply(cut, spoilt, data):
    good = json.dumps(begin() | {"table": table_of_scores(), "action": "flip R1"}).encode()
    line = good[:cut] + spoilt + good[cut + data.draw(st.integers(0, 5)) :]
    one_reply(started(), line)
