"""What the command line explains: the games with their options, and the protocol with an example that holds."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from installed import answer
from own_pads import small

from companion.cli import main
from companion.games import registry
from companion.games.pad.collection import SHIPPED, AllGames
from companion.games.registry import GAMES

CUT = "..."


def printed(capsys, *arguments):
    """What a command says; it ends with status 0."""
    try:
        status = main(arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    output = capsys.readouterr()
    assert (status, output.err) == (0, "")
    return output.out


# The games


def test_games_lists_every_game_and_score_pad_with_its_key_and_its_players(capsys, tmp_path):
    lines = printed(capsys, "games", "--data", str(tmp_path)).splitlines()
    titles = [line for line in lines if line and not line.startswith(" ")]
    assert titles[:5] == [
        "Praetorians (praetorians), 2 to 4 players",
        "Spartacus (spartacus), 3 to 5 players",
        "Hannibal vs Rome (hannibal), 2 players",
        "Seven Hills of Rome (seven-hills), 2 players",
        "Army Ants (army-ants), 2 players",
    ]
    assert len(titles) == len(GAMES) + len(SHIPPED)
    assert titles[len(GAMES) :][:12] == [
        "Wizard (wizard), 3 to 6 players",
        "Skull King (skull-king), 2 to 8 players",
        "Oh Hell (oh-hell), 3 to 7 players",
        "Hearts (hearts), 3 to 6 players",
        "Spades (spades), 4 players",
        "500 Rum (rummy), 2 to 8 players",
        "Canasta (canasta), 2 to 4 players",
        "Doppelkopf (doppelkopf), 4 players",
        "Skat (skat), 3 to 4 players",
        "Farkle (farkle), 2 to 8 players",
        "Mölkky (molkky), 2 to 8 players",
        "Points by round (points), 2 to 8 players",
    ]


def test_games_lists_the_sound_own_pads_of_a_record_last(capsys, tmp_path):
    (tmp_path / "pads").mkdir()
    option = '[options.mode]\nvalues = ["slow", "fast"]\n'
    (tmp_path / "pads" / "small.toml").write_bytes(small("made", option))
    (tmp_path / "pads" / "wrong.toml").write_text("format = 2\n")
    assert main(["games", "--data", str(tmp_path)]) == 0
    output = capsys.readouterr()
    assert output.err == f"companion: {tmp_path / 'pads' / 'wrong.toml'}: key: missing; it is needed\n"
    last = output.out.split("\n\n")[-1]
    assert last == ("Small (small), 2 to 4 players\n  mode: mode\n    slow: slow (the default)\n    fast: fast\n")


def test_games_says_of_every_option_and_value_what_it_means(capsys, tmp_path):
    for said in printed(capsys, "games", "--data", str(tmp_path)).split("\n\n"):
        title, *options = re.split(r"\n  (?! )", said)
        game = AllGames().game(title.rpartition("(")[2].split(")")[0])
        assert [option.split(":")[0] for option in options] == list(game.options)
        for option, values in zip(options, game.options.values(), strict=True):
            output = [line.strip() for line in option.splitlines()][-len(values) :]
            assert [line.split(": ")[0] for line in output] == [str(value).lower() for value in values]
            assert all(line.split(": ")[1] for line in output)
            assert [line.endswith("(the default)") for line in output] == [True] + [False] * (len(values) - 1)
            if game.key in GAMES:
                assert option.splitlines()[1].endswith(".")


def test_games_can_be_read_as_it_stands(capsys, tmp_path):
    text = printed(capsys, "games", "--data", str(tmp_path))
    assert (
        "Spartacus (spartacus), 3 to 5 players\n"
        "  banners: Banners\n"
        "    What the banner of each colour does: double its trick, be a joker that beats any card, or stay in the"
        " box.\n"
        "    double: double (the default)\n"
        "    joker: are jokers\n"
        "    none: are left out\n"
    ) in text
    assert text.replace("Mölkky", "").replace("Daifugō", "").isascii()


def test_games_speaks_the_language_of_the_record(capsys, tmp_path):
    (tmp_path / "settings.toml").write_text('language = "ja"\n', "utf-8")
    text = printed(capsys, "games", "--data", str(tmp_path))
    assert "スパルタクス（spartacus）、3〜5人\n  banners: 旗印\n" in text
    assert "\n    double: トリック2倍（初期値）\n" in text
    assert "\n\nスペード（spades）、4人\n" in text


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_called_by_the_name_in_its_record(key, capsys, tmp_path):
    assert f"{registry.game(key).name} ({key})" in printed(capsys, "games", "--data", str(tmp_path))


# The protocol


def example(capsys):
    """The lines of the example in the help: what is sent, and what is answered."""
    lines = printed(capsys, "referee", "--help").splitlines()
    return [(line[0], line[2:]) for line in lines if line.startswith(("> ", "< "))]


def test_the_example_of_the_protocol_goes_as_it_is_written(capsys):
    output: Any = None
    for sign, line in example(capsys):
        if sign == ">":
            output = answer(output.referee if output else None, line.encode())
        elif line.endswith(CUT):
            assert output.reply.decode().startswith(line.removesuffix(CUT))
        else:
            assert output.reply.decode() == line
    assert output.last


def test_the_example_of_the_protocol_is_a_request_and_a_reply_in_turn_and_shows_an_error_with_its_rule(capsys):
    referee = example(capsys)
    assert "".join(sign for sign, _ in referee) == "><" * (len(referee) // 2)
    assert len(referee) >= 10
    whole = [json.loads(line) for sign, line in referee if not line.endswith(CUT)]
    assert any(reply.get("error", {}).get("rule") for reply in whole)


def test_the_help_names_every_request_and_every_code(capsys):
    text = printed(capsys, "referee", "--help")
    for request in (
        "games", "new", "play", "undo", "redo", "set", "view", "quit",
        "sit", "think", "stop", "odds", "advise", "review", "know",
    ):  # fmt: skip
        assert f'{{"do": "{request}"' in text
    for code in (
        "bad-request", "unknown-game", "bad-players", "bad-option", "no-game", "unreadable", "over", "illegal",
        "inconsistent", "nothing-to-undo", "nothing-to-redo", "bad-seat", "no-mind", "not-now", "private",
        "bad-secrets",
    ):  # fmt: skip
        assert code in text.split("The codes:")[1]
    for field in json.loads(answer(None, NEW).reply)["view"]:
        assert field in text


NEW = b'{"do": "new", "game": "praetorians", "players": ["Ada", "Ben"]}'


def test_the_help_fits_a_terminal_but_for_the_example(capsys):
    text = printed(capsys, "referee", "-h")
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith(("> ", "< ")))
    assert text.isascii()
