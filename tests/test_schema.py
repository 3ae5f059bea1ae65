"""`companion referee --schema`: what it says of requests and replies is true."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from variants import first
from write_schema import FILE, NAMES, Traffic, text

from companion.cli import main
from companion.games.pad.collection import SHIPPED, AllGames
from companion.games.registry import GAMES
from companion.referee import answer

SCHEMA = json.loads(FILE.read_text("utf-8"))
ALL = AllGames()
KNOWN = [game for game in ALL.all() if game.key in SHIPPED or f"table-{game.key}" in SCHEMA["$defs"]]
"""The games that were there when the file was written."""
QUICK = ("hearts", "skat", "wizard", "yahtzee")
"""The pads of the quick run: all pads are one engine."""


def validator(name: str) -> Draft202012Validator:
    """What checks one definition of the schema."""
    return Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"}]})


REQUEST, REPLY = validator("request"), validator("reply")


@pytest.mark.gate
def test_the_file_is_what_the_readers_declare() -> None:
    assert FILE.read_text("utf-8") == text(), "python tests/write_schema.py writes it"


def test_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["referee", "--schema"])
    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.key, marks=pytest.mark.gate if game.key in SHIPPED and game.key not in QUICK else ())
        for game in KNOWN
    ],
)
def test_random_games_are_as_it_says(game: Any) -> None:
    chance, referee = Random(game.key), None
    players = chance.randint(*game.players)
    names = list(NAMES[:players])
    options = {name: chance.choice(values) for name, values in game.options.items() if game.allows({name: values[0]})}
    if not game.allows(options):
        options = {}
    requests: list[dict[str, Any]] = [{"do": "new", "game": game.key, "players": names, "options": options}]
    for _ in range(40):
        for request in requests:
            assert list(REQUEST.iter_errors(request)) == []
            answered = answer(referee, json.dumps(request).encode(), ALL)
            referee, reply = answered.referee, json.loads(answered.reply)
            assert reply["ok"]
            assert [error.message for error in REPLY.iter_errors(reply)] == []
        assert referee is not None
        if referee.position.outcome is not None:
            break
        requests = [
            {"do": "set", "table": referee.position.table()},
            {"do": "undo"},
            {"do": "play", "action": str(chance.choice(referee.position.legal()))},
        ]


@pytest.mark.parametrize("game", first([game for game in KNOWN if game.key in GAMES], 1), ids=lambda game: game.key)
def test_thoughts_of_random_games_are_as_it_says(game: Any) -> None:
    """Also the refusals on the way: who has nothing to choose, who knows nothing that is hidden, what is not over."""
    chance, referee, codes = Random(game.key), None, set[str]()
    requests: list[dict[str, Any]] = [
        {"do": "new", "game": game.key, "players": list(NAMES[: game.players[0]])},
        {"do": "think", "seat": 11, "work": 1},
        {"do": "sit", "seat": 1, "level": 1, "seed": "z"}, {"do": "know", "seat": 0, "secrets": {"x": 1}},
        {"do": "stop"}, {"do": "review", "work": 3},
    ]  # fmt: skip
    for _ in range(25):
        for request in requests:
            assert list(REQUEST.iter_errors(request)) == [], request
            answered = answer(referee, json.dumps(request).encode(), ALL)
            referee, reply = answered.referee, json.loads(answered.reply)
            assert [error.message for error in REPLY.iter_errors(reply)] == [], request
            if not reply["ok"]:
                codes.add(reply["error"]["code"])
        assert referee is not None
        if referee.position.outcome is not None:
            break
        seats = range(game.players[0])
        requests = [
            *[{"do": "think", "seat": seat, "work": chance.randint(1, 5)} for seat in seats],
            {"do": "odds", "level": 1}, {"do": "advise", "work": 2, "seed": "y"},
            {"do": "play", "action": str(chance.choice(referee.position.legal()))},
        ]  # fmt: skip
    assert {"bad-seat", "not-now"} <= codes


def test_every_code_stands_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["referee", "--help"])
    page = capsys.readouterr().out
    listed = page.split("The codes:")[1].split("\n\n")[0]
    error = SCHEMA["$defs"]["reply-error"]["properties"]["error"]
    assert [code for code in error["properties"]["code"]["enum"] if not re.search(rf"\b{code}\b", listed)] == []


WRONG: list[dict[str, Any]] = [
    {}, {"do": "sing"}, {"do": "play"}, {"do": "play", "action": 7}, {"do": "new", "game": "hearts"},
    {"do": "new", "game": 1, "players": ["Ada"]}, {"do": "new", "game": "hearts", "players": "Ada"}, {"do": "set"},
    {"do": "set", "table": 3}, {"do": "think"}, {"do": "think", "seat": "0"}, {"do": "think", "seat": 0, "work": 0},
    {"do": "sit", "seat": 0, "level": 9}, {"do": "know", "seat": 0},
]  # fmt: skip


@pytest.mark.parametrize("request_", WRONG, ids=json.dumps)
def test_what_is_no_request_is_none_there_either(request_: dict[str, Any]) -> None:
    assert list(REQUEST.iter_errors(request_)) != []
    traffic = Traffic()
    traffic.ask("new", game="praetorians", players=["Ada", "Ben"])
    said = json.loads(answer(traffic.referee, json.dumps(request_).encode(), ALL).reply)
    assert said["error"]["code"] == "bad-request"
    assert list(REPLY.iter_errors(said)) == []


def test_a_reply_that_lacks_something_is_none() -> None:
    traffic = Traffic()
    reply = traffic.ask("new", game="hannibal", players=["Ada", "Ben"])
    assert list(REPLY.iter_errors(reply)) == []
    for name in reply["view"]:
        lacking = {**reply, "view": {key: value for key, value in reply["view"].items() if key != name}}
        assert list(REPLY.iter_errors(lacking)) != [], name
    del reply["view"]["table"]["chips"]
    assert list(REPLY.iter_errors(reply)) != []
