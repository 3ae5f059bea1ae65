"""The reader of what somebody else wrote: what it accepts, and how it names what it refuses."""

from __future__ import annotations

import pytest

from companion.reader import Reader, Unparsed, Wrong, as_short_json, from_json, from_toml
from companion.toml_places import line_of

TREE = {"name": "Ada", "on": True, "seat": 1, "rows": [[1, 2], [3, 4]], "nothing": None}


def fault(reading):
    """The field, the key and the parameters of what is wrong."""
    with pytest.raises(Wrong) as wrong:
        reading(Reader(TREE))
    return wrong.value.field, wrong.value.key, wrong.value.params


def test_what_fits_is_read():
    top = Reader(TREE).only("name", "on", "seat", "rows", "nothing")
    name, on, seat, rows, nothing = top.fields("name", "on", "seat", "rows", "nothing")
    assert (name.text(), on.boolean(), seat.seat(2), seat.integer(1, 1), nothing.is_null) == ("Ada", True, 1, 1, True)
    assert [[number.integer(1, 4) for number in row.entries(2)] for row in rows.entries()] == [[1, 2], [3, 4]]
    assert top.get("seat", 0).one_of((0, 1)) == 1
    assert top.get("later", 7).integer(0, 9) == 7
    assert top.get("later").is_null
    assert list(top.members()) == list(TREE)
    assert name.read(len, "x") == 3


FAULTS = [
    (lambda top: top.entries(), ("", "value.list", {"value": "{…}"})),
    (lambda top: top.member("age"), ("age", "value.missing", {})),
    (lambda top: top.only("name", "on"), ("seat", "value.unknown", {"known": "name, on"})),
    (lambda top: top.fields(), ("name", "value.unknown", {"known": "–"})),
    (lambda top: top.member("on").integer(0, 1), ("on", "value.whole", {"value": "true"})),
    (lambda top: top.member("on").one_of((0, 1)), ("on", "value.one-of", {"value": "true", "known": "0, 1"})),
    (lambda top: top.member("seat").seat(1), ("seat", "value.seat", {"value": "1", "least": 0, "most": 0})),
    (lambda top: top.member("seat").boolean(), ("seat", "value.switch", {"value": "1"})),
    (lambda top: top.member("nothing").members(), ("nothing", "value.object", {"value": "null"})),
    (lambda top: top.member("rows").entries(3),
     ("rows", "value.length", {"value": "[…, …]", "count": 2, "length": 3})),
    (lambda top: top.member("rows").entries()[1].entries()[0].integer(0, 2),
     ("rows[1][0]", "value.range", {"value": "3", "least": 0, "most": 2})),
    (lambda top: top.member("rows").entries()[1].entries()[0].text(), ("rows[1][0]", "value.text", {"value": "3"})),
    (lambda top: top.member("name").read(int, "x.y"), ("name", "x.y", {"value": '"Ada"'})),
]  # fmt: skip


@pytest.mark.parametrize(("reading", "said"), FAULTS, ids=[f"{said[0]} {said[1]}" for _, said in FAULTS])
def test_what_does_not_fit_is_named_with_its_place_and_what_would_be_right(reading, said):
    assert fault(reading) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("x" * 99, f'"{"x" * 24}…"'),
        (-(10**400), "-1" + "0" * 22 + "…"),
        (-(16**9000), "-0x1" + "0" * 20 + "…"),
        (float("nan"), "nan"),
        ([1, [2], {"a": 1}, None], "[1, …, …, null]"),
        ([0] * 99, "[0, 0, 0, 0, 0, 0, 0, 0,…"),
        ("\ud800", '"\ud800"'),
    ],
    ids=["a long text", "a long number", "a very long number", "no number", "a list", "a long list", "half a pair"],
)
def test_a_wrong_value_is_shown_in_few_characters(value, said):
    assert as_short_json(value) == said


def test_a_name_that_is_long_or_empty_still_makes_a_place():
    for name, said in (("x" * 99, "x" * 24 + "…"), ("", "“”")):
        with pytest.raises(Wrong) as wrong:
            Reader({name: 1}).only()
        assert wrong.value.field == said


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "[" * 10_000, "9" * 5000, "", "{'a': 1}", "1 2", "\ufeff1"])
def test_what_is_not_json_is_one_kind_of_fault(text):
    with pytest.raises(Unparsed):
        from_json(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb =\n", 2), ("a = [1,\n2,\n", 2), ("a = 1\na = 2", 2), ("a = " + "[" * 10_000, None),
     ("a = " + "9" * 5000, None)],
    ids=["no value", "no end", "twice", "deep", "long"],
)  # fmt: skip
def test_what_is_not_toml_is_reported_with_its_line(text, line):
    with pytest.raises(Unparsed) as fault:
        from_toml(text)
    assert fault.value.line == line


# -- the lines of entries

TOML = """\
# board = 1
board = 2
long = [
  "board = 3",
  4]
dotted.wifi = 1
inline = { wifi = 2 }

[wifi]   # wifi
name = "wifi"
"password" = '''
name = 1
'''
"c\\u006funtry" = "DE"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("board",), 2),
        (("long",), 3),
        (("long", 1), 5),
        (("dotted", "wifi"), 6),
        (("inline", "wifi"), 7),
        (("wifi",), 9),
        (("wifi", "name"), 10),
        (("wifi", "password"), 11),
        (("wifi", "missing"), 9),
        (("wifi", "country"), 14),
        (("missing",), None),
        ((), None),
    ],
)
def test_an_entry_is_on_the_line_where_it_begins(path, line):
    assert line_of(TOML, path) == line


def test_a_place_in_a_file_of_remarks_is_found_without_parsing_it_for_every_line():
    assert line_of("# a remark\n" * 20_000 + "board = 1\n", ("board",)) == 20_001
