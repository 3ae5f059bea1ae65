"""What people write who do not know TOML is understood where it can mean one thing, and costs its line at most."""

from __future__ import annotations

import pytest
from call_counts import calls
from hypothesis import given
from hypothesis import strategies as st

from companion.reader import from_toml
from companion.toml_slips import Slip, mend


@pytest.mark.parametrize(
    ("line", "value", "slip", "cure"),
    [
        ("board = plain", "plain", "quotes", 'board = "plain"'),
        ("board = plain  # mine", "plain", "quotes", 'board = "plain"'),
        ("- board = plain", "plain", "quotes", 'board = "plain"'),
        ("board = “plain”", "plain", "straight", 'board = "plain"'),
        ("board = „plain“", "plain", "straight", 'board = "plain"'),
        ("board = «plain»", "plain", "straight", 'board = "plain"'),
        ("board = ‘plain’", "plain", "straight", 'board = "plain"'),
        ("board = `plain`", "plain", "straight", 'board = "plain"'),
        ("board＝「plain」", "plain", "straight", 'board = "plain"'),
        ("ｂｏａｒｄ = ＂plain＂", "plain", "straight", 'board = "plain"'),
        ('board = "plain”', "plain", "straight", 'board = "plain"'),
        ('board = "plain', "plain", "end", 'board = "plain"'),
        ("board = 'plain\"", "plain", "end", 'board = "plain"'),
        ('board = plain"', "plain", "quotes", 'board = "plain"'),
        ('board = ""plain""', "plain", "escape", 'board = "plain"'),
        ('board: "plain"', "plain", "equals", 'board = "plain"'),
        ("board: plain", "plain", "equals", 'board = "plain"'),
        ('board := "plain"', "plain", "equals", 'board = "plain"'),
        ('board == "plain"', "plain", "equals", 'board = "plain"'),
        ('board "plain"', "plain", "equals", 'board = "plain"'),
        ('board = "plain";', "plain", "behind", 'board = "plain"'),
        ('board = "plain", # mine', "plain", "behind", 'board = "plain"'),
        ('board = "plain" // mine', "plain", "behind", 'board = "plain"'),
        ('board = "plain" (mine)', "plain", "behind", 'board = "plain"'),
        ('board = "plain" language = "en"', "plain", "alone", 'board = "plain"'),
        ('board\N{NO-BREAK SPACE}= "plain"', "plain", "name", 'board = "plain"'),
        ('\N{ZERO WIDTH SPACE}board = "plain"', "plain", "name", 'board = "plain"'),
        ("board = True", True, "switch", "board = true"),
        ("board = Yes # please", True, "switch", "board = true"),
        ("board = OFF", False, "switch", "board = false"),
        ("board = true,", True, "behind", "board = true"),
        ("board = 23.11.2026", "23.11.2026", "quotes", 'board = "23.11.2026"'),
        ("board = 0123", "0123", "quotes", 'board = "0123"'),
        ('board = "a\\sb"', "a\\sb", "escape", "board = 'a\\sb'"),
        ("board = 'Ben's'", "Ben's", "escape", 'board = "Ben\'s"'),
        ('board = “Ben’s”', "Ben’s", "straight", 'board = "Ben’s"'),
    ],
)  # fmt: skip
def test_a_line_is_understood_and_its_cure_is_toml(line: str, value: object, slip: str, cure: str) -> None:
    found = mend(f"first = 1\n{line}\nlast = 2\n")
    assert found.tree == {"first": 1, "board": value, "last": 2}
    assert [(one.line, one.key, one.cure) for one in found.slips] == [(2, f"toml.{slip}", cure)]
    assert from_toml(cure) == {"board": value}


@pytest.mark.parametrize("line", ["[wifi", "wifi]", "(wifi)", "[wifi]:", "【wifi】", "{wifi}"])
def test_a_table_in_other_brackets_or_in_one_is_a_table(line: str) -> None:
    found = mend(f"{line}\nname = 'x'")
    assert found.tree == {"wifi": {"name": "x"}}
    assert [(slip.line, slip.cure) for slip in found.slips] == [(1, "[wifi]")]


@pytest.mark.parametrize("line", ["// mine", "; mine", "-- mine", "＃ mine", "/* mine", "* mine"])
def test_a_remark_with_another_sign_is_a_remark(line: str) -> None:
    found = mend(line)
    assert (found.tree, [(slip.key, slip.cure) for slip in found.slips]) == ({}, [("toml.remark", "# mine")])


@pytest.mark.parametrize("line", ["this is my board", "=", "board =", "= 7", '"', "[", "board"])
def test_a_line_that_nobody_understands_costs_only_itself(line: str) -> None:
    found = mend(f'board = "sh1106"\n{line}\n[wifi]\nname = "x"\n')
    assert found.tree == {"board": "sh1106", "wifi": {"name": "x"}}
    assert found.slips == (Slip(2, "toml.line"),)


def test_the_same_name_twice_counts_as_it_stands_later_or_as_somebody_has_written_it() -> None:
    text = 'board = "a"\nboard = "b"\n[wifi]\nboard = "c"'
    assert mend(text).tree == {"board": "b", "wifi": {"board": "c"}}
    assert [(slip.line, slip.other) for slip in mend(text).slips] == [(1, 2)]
    found = mend(text, usual={"board": "b"})
    assert found.tree == {"board": "a", "wifi": {"board": "c"}}
    assert [(slip.line, slip.other) for slip in found.slips] == [(2, 1)]


def test_a_table_that_begins_twice_goes_on_and_lists_of_tables_stay() -> None:
    assert mend("[a]\nb = 1\n[a]\nc = x").tree == {"a": {"b": 1, "c": "x"}}
    assert mend("[[a]]\nb = 1\n[[a]]\nb = x").tree == {"a": [{"b": 1}, {"b": "x"}]}


def test_values_over_several_lines_stay_and_lines_keep_their_numbers() -> None:
    found = mend('a = [\n  1,\n  2,\n]\nb = """\nx = y\n"""\nboard = plain\nc = {d = 1}\n')
    assert found.tree == {"a": [1, 2], "b": "x = y\n", "board": "plain", "c": {"d": 1}}
    assert [slip.line for slip in found.slips] == [8]


def test_tables_in_a_list_over_several_lines_stay() -> None:
    found = mend("a = [\n  # b = 1\n  {b = [1]},\n  {b = [2]},\n]\nboard = plain\n")
    assert found.tree == {"a": [{"b": [1]}, {"b": [2]}], "board": "plain"}
    assert [slip.line for slip in found.slips] == [6]


@pytest.mark.parametrize("line", ["a = [", "a = {b = [", "a = [ ]]", "a = '''x", 'a = """x'])
def test_a_value_that_does_not_end_is_not_looked_for_to_the_end_of_the_text(line: str) -> None:
    assert calls(from_toml.__code__, lambda: mend(f"{line}\n" * 100)) < 100 * 10


def test_no_slip_shows_a_secret() -> None:
    text = "board = my board\npassword = correct horse\nmy horse = x\n"
    found = mend(text, lambda name, value: name == "board" and value == "my board")
    assert [slip.cure for slip in found.slips] == ['board = "my board"', 'password = "…"', 'my … = "…"']


def test_empty_tables_with_the_same_name_are_told() -> None:
    assert mend("board = {}\nboard = {}\n", usual={"board": "b"}).slips == (Slip(1, "toml.twice", other=2),)


def test_a_text_that_is_toml_is_left_as_it_is() -> None:
    text = "a = 'True' # “x”\n[b]\nc = 2026-11-23\n"
    assert (mend(text).text, mend(text).slips) == (text, ())


PIECES = [
    "board",
    "a",
    "=",
    ":",
    '"',
    "“",
    "'",
    "[",
    "]",
    "{",
    "}",
    "\n",
    "#",
    "//",
    "true",
    "1",
    ".",
    "\\",
    "\r",
    "ä",
    '"""',
]


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join)))
def test_any_text_becomes_toml_with_as_many_lines(text: str) -> None:
    found = mend(text)
    assert from_toml(found.text) == found.tree
    assert found.text.count("\n") == text.count("\n")
    assert all(1 <= slip.line <= text.count("\n") + 1 for slip in found.slips)
