"""Slips of people in the files of pads: what stands there, where, and what would be right, before TOML is asked."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from pad_slips import is_told_well, mutated, slips, sources, told
from pads import SMALL, fault

from companion.games.pad.file import pad_of
from companion.kit.faults import FileFault
from companion.words import LANGUAGES, Words, files, parse_toml

PAD = SMALL.replace(
    "[[fields]]\n",
    '[options.hook]\nvalues = [true, false]\nlabel = {en = "Hook", ja = "フック"}\n[[fields]]\n',
)
"""Line 2 is `key = "small"`, 5 `players = [2, 4]`, 7 the rules, 8 the points, 9 the option, 12 the field."""

OTHER_KIND = "for quotation marks inside a text write the other kind, or leave it out"
A_BLANK = "is not the blank of TOML; write an ordinary blank there, or leave it out"
AT_THE_TOP = "it stands at the top of the file, above the first line that begins with ["
SLIPS = [
    # -- texts
    ('"small"', "small", 2, "key", 'small stands without quotation marks; write "small"'),
    ('"made"', 'made if made == "x"', 8, "points", "write 'made if made == \"x\"'"),
    ('"made"', "20 + 10 * made", 8, "points", '20 + 10 * made stands without quotation marks; write "20 + 10 * made"'),
    ('"made"', "60 // players", 8, "points", '60 // players stands without quotation marks; write "60 // players"'),
    ('"small"', "“small”", 2, "key", '“ is not a straight quotation mark; write " instead'),
    ('"small"', '"small”', 2, "key", '” is not a straight quotation mark; write " instead'),
    ('"small"', "「small」", 2, "key", '「 is not a straight quotation mark; write " instead'),
    ('"small"', '"small', 2, "key", '"small is a text without an end; write " after it'),
    ('"small"', "'small", 2, "key", "'small is a text without an end; write ' after it"),
    ('"small"', '"sm"all"', 2, "key", f'all" stands after the end of a text; {OTHER_KIND}'),
    ('"small"', '"sm\\all"', 2, "key", "\\a means nothing in a text; leave the backslash out, or write two of them"),
    ('"one"', "one", 7, "rules[1]", 'one stands without quotation marks; write "one"'),
    ('"Hook"', "Hook", 11, "options.hook.label.en", 'Hook stands without quotation marks; write "Hook"'),
    # -- values
    ("true", "True", 10, "options.hook.values[1]", "True cannot be read; write true"),
    ("[2, 4]", "2, 4", 5, "players", "2, 4 cannot be read; write [2, 4]"),
    ("[2, 4]", "(2, 4)", 5, "players", "(2, 4) cannot be read; write [2, 4]"),
    ("[2, 4]", "2-4", 5, "players", "2-4 cannot be read; write [2, 4]"),
    ("[2, 4]", "[２, 4]", 5, "players[1]", "２ cannot be read; write 2"),
    ("[2, 4]", "[2，4]", 5, "players[1]", "， stands between two entries; write a comma"),
    ("[true, false]", "[true、 false]", 10, "options.hook.values[1]", "、 stands between two entries; write a comma"),
    ("most = 9", f"most = {'9' * 5000}", 16, "fields.made.most", "9… has too many digits for a number; write one of"),
    ("most = 9", "most = 9 000", 16, "fields.made.most", "9 000 cannot be read; write 9000"),
    ("most = 9", "most = 9'000", 16, "fields.made.most", "9'000 cannot be read; write 9000"),
    ('"small"', '"sm\u200ball"', 2, "key", "the character U+200B cannot be shown; leave it out"),
    ("key =", "\ufeffkey =", 2, "", "U+FEFF cannot stand where a name begins or ends"),
    ("least = 0", "least = 00", 15, "fields.made.least", "00 cannot be read; write 0"),
    (
        "least = 0",
        "least = 0,5",
        15,
        "fields.made.least",
        "0,5 is not a whole number; write one without a point or a comma",
    ),
    ("most = 9", "most = 10,5", 16, "fields.made.most", "10,5 is not a whole number"),
    (
        "least = 0",
        "least = 0,",
        15,
        "fields.made.least",
        ", stands after a complete entry; begin a new line with it, or",
    ),
    ("[true, false]", "true // the hook", 10, "options.hook.values", "// begins no remark; write # instead"),
    ("least = 0", "least = 0.5", 15, "fields.made.least", "0.5 is not a whole number; write one without a point"),
    ("least = 0", "least = - 1", 15, "fields.made.least", "- 1 cannot be read; write -1"),
    ("least = 0", "least = −5", 15, "fields.made.least", "−5 cannot be read; write -5"),
    ("least = 0", "least = －５", 15, "fields.made.least", "－５ cannot be read; write -5"),
    ("least = 0", "least =", 15, "fields.made.least", "nothing stands after the equals sign; write a value there"),
    ("[2, 4]", "[2, 4", 5, "players", "the list has no end; write ] after its last entry"),
    ("[2, 4]", "[2 4]", 5, "players[1]", "a comma is missing before 4; write one there"),
    ("[2, 4]", "[2; 4]", 5, "players[1]", "; stands between two entries; write a comma"),
    (
        "[2, 4]",
        "[2,, 4]",
        5,
        "players[1]",
        ", stands after a comma, where an entry is needed; leave one of the two out",
    ),
    ("[2, 4]", "[2, 4)", 5, "players[2]", ") does not fit the bracket that was opened; write ]"),
    ("[2, 4]", "[2, 4]]", 5, "players", "] closes nothing; leave it out"),
    ("[2, 4]", "[2, *]", 5, "players[2]", '* stands without quotation marks; write "*"'),
    ("[2, 4]", ",", 5, "players", ", stands where a value is needed; write one before it, or leave it out"),
    ("[2, 4]", "[]2", 5, "players", "2 stands after a complete entry; begin a new line with it, or leave it out"),
    (
        '["one", "two", "three"]',
        '[1. "one", 2. "two"]',
        7,
        "rules[1]",
        "1. stands before an entry of a list; leave it out",
    ),
    ('["one", "two", "three"]', '[\n1 = "one"\n]', 8, "rules[1]", "1 = stands before an entry of a list; leave it out"),
    (
        '["one", "two", "three"]',
        '[\n"one",\n- "two"]',
        9,
        "rules[2]",
        "- stands before an entry of a list; leave it out",
    ),
    (
        '["one", "two", "three"]',
        '["one"]\n"two",',
        8,
        "",
        '"two", stands in no list; write it between [ and ] of its list',
    ),
    (
        '["one", "two", "three"]',
        '["one"]\n{en = "two", ja = "二"},',
        8,
        "",
        '{en = "two", ja = "二"}, stands in no list; write it between [ and ] of its list',
    ),
    (
        "most = 9",
        'most = 9\n["made 0 1", "made 1 2"],',
        17,
        "",
        '["made 0 1", "made 1 2"], stands in no list; write it between [ and ] of its list',
    ),
    ('["one", "two", "three"]', '{"one", "two"}', 7, "rules", "{ cannot be read; write ["),
    (
        'rules = ["one", "two", "three"]',
        '[[rules]]\n"one"\n"two"',
        7,
        "rules",
        "[[rules]] begins no list; write rules = [ in place of it, and ] after the last entry",
    ),
    (
        "values = [true, false]\n",
        '[options.hook.values] # two\n"one"\n',
        10,
        "options.hook.values",
        "[options.hook.values] begins no list; write values = [ in place of it, and ] after the last entry",
    ),
    ('"made"', '{"made", rule = 1}', 8, "points.made", '"made", rule = 1} has no equals sign; write NAME = VALUE'),
    ("[2, 4]", '{"", 4', 5, "players.", '"", 4 has no equals sign; write NAME = VALUE, or # before a remark'),
    ("key =", '"remark"\nkey =', 2, "remark", '"remark" has no equals sign; write NAME = VALUE, or # before a remark'),
    ('["one", "two", "three"]', '"one", "two"', 7, "rules", "write [ before its first entry and ] after the last one"),
    ('"Hook", ja', '"Hook" ja', 11, "options.hook.label", 'a comma is missing before ja = "フック"}; write one there'),
    (
        'ja = "フック"}',
        'ja = "フック"',
        11,
        "options.hook.label",
        "write its entries and its closing brace in that one line",
    ),
    (
        '["one", "two", "three"]',
        '[\n"one",\nen = "two", ja = "二"},\n]',
        9,
        "rules[2]",
        'en = "two", ja = "二"}, cannot be read; write {en = "two"',
    ),
    ("{en =", "{, en =", 11, "options.hook.label", ", stands after a comma, where an entry is needed"),
    (
        "[true, false]",
        "[true, }]",
        10,
        "options.hook.values[2]",
        "} stands where a value is needed; write one before it",
    ),
    ("least = 0", "least = 0\nrule = SML-2", 16, "fields.made.rule", "SML-2 cannot be read; write 2"),
    ("least = 0", 'least = 0\nrule = "SML-2"', 16, "fields.made.rule", '"SML-2" cannot be read; write 2'),
    ('"made"', '{is = "made", rule = SML-3}', 8, "points.rule", "SML-3 cannot be read; write 3"),
    # -- names
    ("key =", "key:", 2, "key", ": stands after a name; write = and then the value"),
    ("key =", "key ==", 2, "key", "== stands after a name; write = and then the value"),
    ("key =", "key", 2, "key", '"small" stands after a name; write = and then the value'),
    ('key = "small"', "key", 2, "key", "key has no equals sign; write NAME = VALUE, or # before a remark"),
    ("key =", "my key =", 2, "my", "my key is not one name; write my_key"),
    ("key =", "=", 2, "", '= "small" has no name; write one before the equals sign'),
    ("key =", "kéy =", 2, "k", "é cannot stand where a name begins or ends; a name has letters a–z, digits, - and _"),
    ("key =", "// the key\nkey =", 2, "", "// begins no remark; write # instead"),
    ("format = 1", "```toml\nformat = 1", 1, "", "```toml is of the page that this was copied from; leave the line"),
    ("most = 9", "most = 9\n```", 17, "", "``` is of the page that this was copied from; leave the line out"),
    ("key =", 'key = "a"\nkey =', 3, "key", "key is there twice, first in line 2; leave one of the two out"),
    (
        "least =",
        "least = 1\nleast =",
        16,
        "fields.made.least",
        "least is there twice, first in line 15; leave one of the two out, or write [[fields]] above a new field",
    ),
    ("key =", "key\u00a0=", 2, "key", f"U+00A0 {A_BLANK}"),
    ("key =", "key\u3000=", 2, "key", f"U+3000 {A_BLANK}"),
    ("key = ", "key =\u3000", 2, "key", f"U+3000 {A_BLANK}"),
    ("key =", "\u00a0key =", 2, "", f"U+00A0 {A_BLANK}"),
    ('"small"', '"small"\u3000', 2, "key", f"U+3000 {A_BLANK}"),
    ("[2, 4]", "[2,\u30004]", 5, "players[2]", f"U+3000 {A_BLANK}"),
    # -- headers
    ("[[fields]]", "[fields]", 12, "fields", "[fields] is only one table; write [[fields]] above each one"),
    ("[[fields]]", "[[fields]", 12, "", "[[fields] is not the name of a table; write [[fields]]"),
    ("[options.hook]", "[options hook]", 9, "", "[options hook] is not the name of a table; write [options.hook]"),
    (
        "[options.hook]",
        "[options.the hook]",
        9,
        "",
        "[options.the hook] is not the name of a table; write [options.the_hook]",
    ),
    ("[options.hook]", "[options the hook]", 9, "", "write [options.the_hook]"),
    ("[[fields]]", "［［fields］］", 12, "", "［［fields］］ is not the name of a table; write [[fields]]"),
    ("[options.hook]", "［options.hook］", 9, "", "write [options.hook]"),
    ("[2, 4]", "［2, 4］", 5, "players", "［2, 4］ cannot be read; write [2, 4]"),
    (
        "[options.hook]",
        "[]",
        9,
        "",
        "write one of [sides], [options.NAME], [names], [lists], [tallies.NAME], [[fields]], [[example]]",
    ),
    (
        "[options.hook]",
        "[options.hook]\n[options.hook]",
        10,
        "options.hook",
        "[options.hook] is there twice, first in line 9",
    ),
    ("[options.hook]", "[name]", 9, "name", "name has a value in line 4 already; give this table another name"),
    (
        "[options.hook]",
        "[[options.hook]]",
        9,
        "options.hook",
        "write [options.hook] with single brackets above its entries",
    ),
    # -- letters and signs of Japanese keyboards
    ("key =", "ｋｅｙ =", 2, "", "ｋｅｙ cannot be read; write key"),
    ('"small"', '"ｓｍａｌｌ－２"', 2, "key", '"ｓｍａｌｌ－２" cannot be read; write "small-2"'),
    (
        'kind = "number"',
        'kind = "ｎｕｍｂｅｒ"',
        14,
        "fields.made.kind",
        '"ｎｕｍｂｅｒ" cannot be read; write "number"',
    ),
    ('name = "made"', 'name = "ｍａｄｅ"', 13, "fields[1].name", '"ｍａｄｅ" cannot be read; write "made"'),
    ("[true, false]", "[ｔｒｕｅ, false]", 10, "options.hook.values[1]", "ｔｒｕｅ cannot be read; write true"),
    ("[options.hook]", "[ｏｐｔｉｏｎｓ.hook]", 9, "", "write [options.hook]"),
    ('{en = "Hook"', '｛en = "Hook"', 11, "options.hook.label", 'write {en = "Hook"'),
    ('"フック"}', '"フック"｝', 11, "options.hook.label", "｝ does not fit the bracket that was opened; write }"),
    ('"one", "two"', '"one"、"two"', 7, "rules", "、 stands between two entries; write a comma"),
    ('["one", "two", "three"]', '"one"、"two"', 7, "rules", "write [ before its first entry and ] after the last one"),
    ('["one", "two", "three"]', '("one", "two", "three")', 7, "rules", "( cannot be read; write ["),
    ('"made"', '"ｍａｄｅ * 2"', 8, "points", "ｍａｄｅ means nothing in a formula; write made"),
    # -- what TOML accepts
    ('"3"', "3", 6, "rounds", '3 is not a formula; write "3" with quotation marks'),
    ('"3"', "9" * 4000, 6, "rounds", "… is not a formula; a text, or a table with is and rule, is needed"),
    ('"Small"', "7", 4, "name", '7 is not a text; write "7" with quotation marks'),
    ("[2, 4]", '["2", 4]', 5, "players[1]", '"2" is a text; write 2 without quotation marks'),
    # -- entries of the whole pad below a table
    ("[[fields]]", "finish = true\n[[fields]]", 12, "options.hook.finish", f"an entry of the whole pad; {AT_THE_TOP}"),
    (
        'kind = "number"',
        'kind = "number"\npoints = "1"',
        15,
        "fields.made.points",
        f"an entry of the whole pad; {AT_THE_TOP}",
    ),
    ('name = "made"', 'names = "made"', 13, "fields[1].names", "not known here; name is the nearest"),
    (
        'kind = "number"',
        'kind = "number"\n[fields.label]\nen = "Made"',
        17,
        "fields.made.label.least",
        "not known here; known are en, ja",
    ),
    ("[[fields]]", "fields = []\n[[fields]]", 12, "options.hook.fields", f"an entry of the whole pad; {AT_THE_TOP}"),
    (
        'rules = ["one", "two", "three"]',
        '[[rules]]\nen = "one"',
        9,
        "rules[1].points",
        f"an entry of the whole pad; {AT_THE_TOP}",
    ),
    ("[options.hook]", '[names]\ncards = "5"\n[options.hook]', 10, "names.cards", f"cards {AT_THE_TOP[3:]}"),
    ("[options.hook]", 'end = "hook"\n[hook]', 10, "hook", "[hook] is not the name of a table; write [options.hook]"),
    ("[options.hook]", '[misses]\nnext = "1"\n[options.hook]', 9, "misses", "write [tallies.misses]"),
    ("[options.hook]", "[options]", 10, "options.values", "write [options.NAME] above the entries"),
    ("[options.hook]", '[tallies]\nnext = "1"\n[options.hook]', 10, "tallies.next", "write [tallies.NAME] above the"),
    ('"3"', '"3"\nsides = [[0, 2], [1, 3]]', 7, "sides", "sides = cannot be read; write sides.4 ="),
    (
        "[options.hook]",
        'end = "round == 7"\n[options.hook]',
        9,
        "end",
        'rounds = "10" at the top says how many there are',
    ),
    # -- formulas
    ('"made"', '"1 if made = 2 else 0"', 8, "points", "= means nothing in a formula; write =="),
    ('"made"', '"made => 2"', 8, "points", "=> means nothing in a formula; write >="),
    ('"made"', '"made && hook"', 8, "points", "&& means nothing in a formula; write and"),
    ('"made"', '"made x 2"', 8, "points", "x means nothing in a formula; write *"),
    ('"made"', '"10 X made"', 8, "points", "X means nothing in a formula; write *"),
    ('"made"', '"made × 2"', 8, "points", "× means nothing in a formula; write *"),
    ('"made"', '"2x3"', 8, "points", "2x3: a sign is missing between two values; write 2 * 3"),
    ('"made"', '"made / 2"', 8, "points", "/ means nothing in a formula; write //"),
    ('"made"', '"made * 0.5"', 8, "points", "0.5 is not a whole number; formulas are of whole numbers"),
    ('"made"', '"made^2"', 8, "points", "^ means nothing in a formula; write A * A for a square"),
    ('"made"', '"if made then 1"', 8, "points", "if does not stand so in a formula; write A if C else B"),
    ('"made"', '"(made"', 8, "points", '"(made" has a bracket that is not closed; write ) where it ends'),
    ('"made"', '"made)"', 8, "points", '"made)" has a closing bracket too many; leave one ) out'),
    ('"made"', '"made == \'a"', 8, "points", "has a text that is not closed; write ' before and after it"),
    ('"made"', '"made -"', 8, "points", "- has nothing after it; write a value there, or leave it out"),
    ('"made"', '"* made"', 8, "points", "* has nothing before it; write a value there, or leave it out"),
    ('"made"', '"+made"', 8, "points", "+ has nothing before it; write a value there, or leave it out"),
    ('"made"', '"=made"', 8, "points", "= has nothing before it; write a value there, or leave it out"),
    ('"made"', '"sum made"', 8, "points", "sum made means nothing in a formula; write sum(made)"),
    ('"made"', '"1,5"', 8, "points", "1,5 is not a whole number; formulas are of whole numbers: for a half write // 2"),
    (
        '"made"',
        '"10 if made else 5 if made"',
        8,
        "points",
        "10 if made else 5 if mad does not stand so in a formula; write A if",
    ),
    ('"made"', '"made and > 2"', 8, "points", "> has nothing before it; write a value there, or leave it out"),
    ('"made"', '"made += 2"', 8, "points", "+= means nothing in a formula; write +"),
    ('"made"', '"2 + |made - 3|"', 8, "points", "|made - 3| means nothing in a formula; write abs(made - 3)"),
    ('"made"', '"made | 3 | 4"', 8, "points", "| means nothing in a formula; write or"),
    ('"made"', '"made;"', 8, "points", "; has nothing after it; write a value there, or leave it out"),
    ('"made"', '"2 * options.hook"', 8, "points", "options.hook means nothing in a formula; write hook"),
    (
        '"made"',
        '"made in (2, 3)"',
        8,
        "points",
        "made in (2, 3) means nothing in a formula; write made == 2 or made == 3",
    ),
    (
        '"made"',
        '"ma\u200bde"',
        8,
        "points",
        "U+200B means nothing in a formula; write an ordinary blank there, or leave it out",
    ),
    ('"made"', '"made made"', 8, "points", "made made: a sign is missing between two values; write + - * //"),
    (
        '"made"',
        '"made + * 2"',
        8,
        "points",
        "something is missing or too much at * 2: between two values stands one sign",
    ),
    ('"made"', '"MADE"', 8, "points", "MADE means nothing in a formula; write made"),
    ('"made"', '"true"', 8, "points", "true means nothing in a formula; write 1"),
    ('"made"', '"1,000"', 8, "points", "1,000 means nothing in a formula; write 1000"),
    (
        '"made"',
        '"made　+ 1"',
        8,
        "points",
        "U+3000 means nothing in a formula; write an ordinary blank there, or leave it out",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "line", "place", "said"), SLIPS, ids=range(len(SLIPS)))
def test_a_slip_is_named_with_its_place_and_what_would_be_right(right, wrong, line, place, said):
    assert PAD.count(right) >= 1
    found = fault(PAD.replace(right, wrong, 1))
    assert found[:2] == (line, place)
    assert said in found[2]


def test_a_mark_at_the_beginning_and_texts_are_named():
    assert fault("\ufeff" + PAD) == (
        1, "", "the file begins with a byte order mark; save it as UTF-8 without one",
    )  # fmt: skip
    nul = "the character U+0000 cannot be shown; leave it out"
    assert fault(PAD.replace('"small"', '"small\0"')) == (2, "key", nul)
    assert fault(PAD.replace("key =", "\x0bkey =")) == (2, "", "the character U+000B cannot be shown; leave it out")
    for end in "\r\x85\u2028":
        ends = f"the lines end with U+{ord(end):04X}, and not with line feeds; save the file with these"
        assert fault(PAD.replace("\n", end))[2] == ends


def test_a_slip_is_found_in_files_with_the_line_ends_of_windows():
    assert fault(PAD.replace('"small"', "small").replace("\n", "\r\n"))[:2] == (2, "key")


def test_every_slip_has_a_test_and_words_in_every_language():
    due = {
        key for file in files("en") for key in parse_toml(file.read_text("utf-8")) if key.startswith("pad.wrong.slip-")
    }
    seen = {"pad.wrong.slip-mark"}
    for right, wrong, *_ in SLIPS:
        with pytest.raises(FileFault) as found:
            pad_of(PAD.replace(right, wrong, 1).encode(), lambda _: False)
        seen.add(found.value.key)
        for language in LANGUAGES:
            assert Words(language)(found.value.key, **found.value.params)
    assert due <= seen


def test_a_slip_is_named_in_the_language_of_the_device():
    with pytest.raises(FileFault) as found:
        pad_of(PAD.replace('"small"', "small").encode(), lambda _: False)
    assert Words("ja")(found.value.key, **found.value.params) == 'smallに引用符がありません。"small"と書いてください'


# Every slip at every place


@pytest.mark.parametrize(
    "step", [599, pytest.param(74, marks=pytest.mark.gate), pytest.param(1, marks=pytest.mark.thorough)]
)
def test_slips_at_every_place_of_every_pad_are_told_with_their_place_and_cure(step):
    wrong, badly = 0, []
    for text in sources().values():
        assert told(text) is None
        for slipped in islice(slips(text), 0, None, step):
            found = told(slipped.text)
            if found is not None:
                assert found.key != "pad.wrong.unforeseen", slipped.text
                wrong += 1
                if not is_told_well(slipped, found):
                    badly.append((slipped.kind, found))
    assert wrong > 18_500 // step
    assert len(badly) <= wrong * 0.05, badly


@pytest.mark.parametrize("count", [600, pytest.param(20_000, marks=pytest.mark.thorough)])
def test_what_chance_changes_is_told_with_a_place_and_a_cure(count):
    dice, texts = random.Random(count), list(sources().values())
    wrong, badly = 0, []
    for _ in range(count):
        content = mutated(dice.choice(texts), dice)
        found = told(content)
        if found is not None:
            assert found.key != "pad.wrong.unforeseen", content
            assert "\n" not in found.words
            wrong += 1
            if found.key == "pad.wrong.toml" or (found.line is None and not found.place):
                badly.append(found)
    assert wrong > count // 2
    assert len(badly) <= wrong * 0.05, badly
