"""The examples of a file are played, and what does not come out is named; what `companion pad try` asks and says."""

from __future__ import annotations

import io
import sys
import time

import pytest
from pads import SMALL, fault, pad, small

from companion.cli import main
from companion.games.pad.collection import SHIPPED, recorded_game, shipped_file, taken_by_games
from companion.games.pad.file import pad_of
from companion.kit.faults import FileFault, fault_line
from companion.words import LANGUAGES, Words

EXAMPLE = """\
[[example]]
players = 2
rounds = [["made 0 3", "made 1 6"], ["made 1 4", "made 0 5"], ["made 0 0", "made 1 0"]]
scores = [[3, 6], [8, 10], [8, 10]]
winners = [1]
"""
TEXT = SMALL.replace("format = 1", "format = 2") + EXAMPLE
OPTION = "[options.goal]\nvalues = ['5', '10']\n"


def test_an_example_that_comes_out_is_sound():
    assert pad(TEXT).examples == 1
    assert pad(TEXT + EXAMPLE.replace("winners = [1]\n", "")).examples == 2
    assert pad(TEXT.replace("[[example]]", OPTION + "[[example]]\noptions = {goal = '10'}"))


@pytest.mark.parametrize(
    ("old", "new", "line", "place", "said"),
    [
        ("[8, 10], [", "[8, 11], [", 17, "example[1].scores[2][2]", "after round 2 the score of seat 1 is 10, and 11"),
        ("0 3", "0 10", 16, "example[1].rounds[1][1]", "round 1, made 0 10: 10: made goes from 0 to 9"),
        ("0 3", "1 3", 16, "example[1].rounds[1][1]", "seat 0 enters made now"),
        ("made 0 3", "mad 0 3", 16, "example[1].rounds[1][1]", "mad 0 3 is no entry of this pad; in round 1 made 0 is"),
        ("made 0 3", "made 0 +3", 16, "example[1].rounds[1][1]", "+3 cannot be entered; the values of made 0 in"),
        ("made 0 3", "made  0 ３", 16, "example[1].rounds[1][1]", '"made  0 ３" cannot be read; write "made 0 3"'),
        ('made 0 3", "', "made 0 3, ", 16, "example[1].rounds[1][1]", 'write "made 0 3", "made 1 6"'),
        ("made 0 3", "", 16, "example[1].rounds[1][1]", "in round 1 made 0 is entered next"),
        ("[[3, 6], [8, 10], [8, 10]]", "[3, 6]", 17, "example[1].scores[1]", "3 is not a list; a list of 2 entries"),
        ("made 0 3", "finish", 16, "example[1].rounds[1][1]", "finish is no entry of this pad; in round 1 made 0"),
        (', "made 1 6"', "", 16, "example[1].rounds[1]", "round 1 is not complete; made 1 is entered next"),
        ("winners = [1]", "winners = [0, 1]", 18, "example[1].winners", "[0, 1] are written, and the winners are [1]"),
        ("winners = [1]", "winners = [7]", 18, "example[1].winners[1]", "a whole number from 0 to 1"),
        (', ["made 0 0", "made 1 0"]]', "]", 17, "example[1].scores", "3 lists of scores for 2 rounds"),
        ("[[3, 6],", "[[3, 6, 9],", 17, "example[1].scores[1]", "3 entries; 2 are needed"),
        ("players = 2\n", "players = 5\n", 15, "example[1].players", "a whole number from 2 to 4 is needed"),
        ("players = 2\n", "", 14, "example[1].players", "missing; it is needed"),
        ("players = 2\n", "players = 2\noptions = {goal = 1}\n", 16, "example[1].options.goal", "not known here"),
        ("winners", "winner", 18, "example[1].winner", "known are players, options, rounds"),
        ("[[example]]", "[example]", 14, "example", "only one table; write [[example]] above"),
        (']]\nscores = [[3, 6], [8, 10], [8, 10]]', '], ["made 0 1"]]\nscores = [[3, 6], [8, 10], [8, 10], [1, 1]]',
         16, "example[1].rounds[4][1]", "the game is over before this entry of round 4"),
        ('], ["made 0 0", "made 1 0"]]\nscores = [[3, 6], [8, 10], [8, 10]]', ']]\nscores = [[3, 6], [8, 10]]',
         18, "example[1].winners", "the game is not over after the last round"),
    ],
)  # fmt: skip
def test_an_example_that_does_not_come_out_is_a_fault_with_its_place(old, new, line, place, said):
    at, _, tail = TEXT.partition("[[example]]")
    tail = "[[example]]" + tail
    assert old in tail
    text = at + tail.replace(old, new, 1)
    found = fault(text)
    assert found[:2] == (line, place)
    assert said in found[2]
    with pytest.raises(FileFault) as wrong:
        pad_of(text.encode(), taken_by_games)
    for language in LANGUAGES:
        assert "{" not in fault_line("x.toml", wrong.value, Words(language))


def test_a_game_that_was_begun_goes_on_whatever_the_examples_are():
    assert recorded_game(TEXT.replace("[8, 11]", "[9, 9]").encode()) is not None


def test_examples_are_of_format_2():
    assert "goes only with format = 2" in fault(SMALL + EXAMPLE)[2]


@pytest.mark.parametrize("key", SHIPPED)
def test_the_examples_of_a_pad_that_ships_come_out(key):
    assert pad_of(shipped_file(key).read_bytes(), taken_by_games).examples >= 2


def test_examples_that_would_take_long_are_refused_early():
    # Twelve people enter one number; 15 further fields are never asked, which costs much to know each time.
    when = "sum(sum(made + made + made)) < 0 - sum(sum(made))"
    more = [f"name = 'f{number}'\nkind = 'yesno'\nwhen = '{when}'" for number in range(15)]
    text = small(*more, players="[12, 12]", rounds='"99"').replace("format = 1", "format = 2")
    rounds, scores = [], []
    for at in range(40):
        order = [*range(at % 12, 12), *range(at % 12)]
        rounds.append("[" + ", ".join([f"'made {seat} 0'" for seat in order]) + "]")
        scores.append("[" + ", ".join(["0"] * 12) + "]")
    text += f"[[example]]\nplayers = 12\nrounds = [{', '.join(rounds)}]\nscores = [{', '.join(scores)}]\n"
    began = time.process_time()
    found = fault(text)
    cost = time.process_time() - began
    assert "the examples take too long to compute" in found[2]
    assert found[1].startswith("example[1].rounds[1]")
    assert cost < 5  # the page allows half a second


@pytest.fixture
def trying(tmp_path, capsys):
    """Run `companion pad try` with a file and lines of input: the exit status, standard output, standard error."""

    def run(text, said, *arguments):
        file = tmp_path / "x.toml"
        file.write_text(text, "utf-8")
        stdin = sys.stdin
        sys.stdin = io.TextIOWrapper(io.BytesIO(said.encode()))
        status: object
        try:
            status = main(["pad", "try", str(file), "--data", str(tmp_path), *arguments])
        except SystemExit as end:
            status = end.code
        finally:
            sys.stdin = stdin
        heard = capsys.readouterr()
        return status, heard.out, heard.err

    return run


def test_try_shows_the_arithmetic_and_prints_an_example_that_holds(trying):
    text = shipped_file("wizard").read_text("utf-8")
    bids = "0\n1\n1\n1\n0\n0\n"
    status, out, err = trying(text, f"{bids}0\n7\n", "--players", "3", "--option", "hook=false")
    assert status == 0
    assert "A: Bid (0–1): " in err
    assert "B: 20 + 10 × 0 = 20 points" not in err
    assert "A: -10 × 1 = -10 points, now -10" in err.replace("-10 × |0 - 1|", "-10 × 1") or "-10" in err
    assert "7: Bid goes from 0 to 2" in err
    assert out.startswith('[[example]]\nplayers = 3\noptions = {hook = false}\nrounds = [\n  ["bid 0 0", "bid 1 1"')
    assert pad_of(f"{text}\n{out}".encode(), taken_by_games).examples == pad(text).examples + 1


def test_try_takes_words_as_people_say_them_and_whole_actions(trying):
    text = TEXT.partition("[[example]]")[0] + (
        "[[fields]]\nname = 'who'\nkind = 'seat'\neach = 'table'\nnobody = true\n"
        "[[fields]]\nname = 'hue'\nkind = 'pick'\neach = 'table'\nvalues = [{key = 'r', label = 'Red'}, 'b']\n"
        "[[fields]]\nname = 'up'\nkind = 'yesno'\neach = 'table'\n"
    )
    _, out, err = trying(text, "made 0 4\n3\nB\nred\ny\nmade 0 1\nmade 1 1\n\n")
    assert '["made 0 4", "made 1 3", "who 1", "hue r", "up yes"]' in out
    assert "scores = [[4, 3]]" in out
    assert "seat 1" in err or "B: made" in err  # it was not A's turn to enter


def test_try_takes_a_sum_for_a_number_as_the_glass_does(trying):
    _, out, err = trying(TEXT, "x\n3+1+\n1+9\n1+2\n\n")
    assert '["made 0 4", "made 1 3"]' in out
    assert "x is not a value of made; enter one of 0–9" in err
    assert "10: made goes from 0 to 9" in err


def test_try_takes_the_wide_letters_of_japanese_keyboards(trying):
    text = TEXT.partition("[[example]]")[0] + (
        "[[fields]]\nname = 'hue'\nkind = 'pick'\neach = 'table'\nvalues = [{key = 'r', label = 'Ｒｅｄ'}, 'b']\n"
    )
    _, out, _ = trying(text, "４\n１＋２\nＲｅｄ\n\n")
    assert '["made 0 4", "made 1 3", "hue r"]' in out


def test_try_takes_back_what_was_entered_last_also_beyond_a_round(trying):
    _, out, err = trying(TEXT, "undo\n4\n3\n7\nUndo\nundo\n5\n\n")
    assert "nothing to undo" in err
    assert "taken back: B: made 7" in err
    assert "taken back: B: made 3" in err
    assert '["made 0 4", "made 1 5"],\n]\nscores = [[4, 5]]' in out


def test_a_value_that_is_called_undo_is_entered(trying):
    text = TEXT.partition("[[example]]")[0] + "[[fields]]\nname = 'way'\nkind = 'pick'\nvalues = ['undo', 'redo']\n"
    assert '"way 0 undo"' in trying(text, "4\n3\nundo\nredo\n\n")[1]


def test_try_refuses_what_it_cannot_do(trying):
    assert trying(TEXT, "", "--players", "9")[0] == 2
    assert trying(TEXT, "", "--option", "x=1")[0] == 2
    assert trying(TEXT, "", "--option", "x")[0] == 2
    status, out, err = trying(TEXT.replace("most = 9", ""), "")
    assert (status, out) == (1, "")
    assert "line 9: fields.made.most: missing" in err
    assert trying(TEXT, "")[:2] == (0, "")
