"""Acts: the notation and the value are inverses, for every kind of act."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.play import act as acts
from companion.play.act import Act, Begin, begin, parse

NUMBER = st.integers(0, 999_999)
TEXT = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), min_size=1)


def made(kind: str, number: int = 0, text: str = "", last: int = 0) -> Act:
    """An act; hypothesis would make up the fields that are left out."""
    return Act(kind, number, text, last)


ACTS = st.one_of(
    st.sampled_from([acts.AGREE, acts.ABANDON, acts.UNDO, acts.REDO, acts.RESUME, acts.LOST]).map(Act),
    st.integers(0, 9).map(lambda seat: Act(acts.CONCEDE, seat)),
    st.builds(made, st.sampled_from([acts.BACK, acts.RETIRE, acts.IMPORT]), NUMBER),
    st.builds(made, st.sampled_from([acts.CHANGE, acts.NAME, acts.RENAME, acts.LOG]), NUMBER, TEXT),
    st.builds(made, st.just(acts.CHANGE), NUMBER, TEXT, st.integers(1, 999_999)),
    st.builds(made, st.just(acts.NEW), st.just(0), TEXT),
    st.builds(made, st.just(acts.PAD), st.just(0), TEXT.map(lambda text: f'{"0f" * 32} "{text}"')),
    st.builds(made, st.just(acts.SET), st.just(0), TEXT.map(lambda text: f"{{{text}}}")),
    st.builds(made, st.just(acts.PLAY), st.just(0), st.sampled_from(["flip R7", "legion ROM>GAL", "stop", "undone"])),
)  # fmt: skip
ALMOST = st.builds(
    "{} {}".format, st.sampled_from("set new back change concede agree abandon undo name log import lost".split()),
    st.one_of(TEXT, st.sampled_from("007;-1;1 ;+5;draw;{};٣;1000000;10;0 Ada; 3 Ada;3  Ada".split(";"))),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("flip R7", Act("play", 0, "flip R7")),
        ('set {"a":[1]}', Act("set", 0, '{"a":[1]}')),
        ("concede 1", Act("concede", 1)),
        ("agree draw", Act("agree")),
        ("abandon", Act("abandon")),
        ("back 12", Act("back", 12)),
        ("change 5 flip R7", Act("change", 5, "flip R7")),
        ("change 5-7 took 1 2; took 2 1", Act("change", 5, "took 1 2; took 2 1", 7)),
        ("change 5-05 took 1 2", Act("play", 0, "change 5-05 took 1 2")),
        ("new praetorians 1,2 entry=scores", Act("new", 0, "praetorians 1,2 entry=scores")),
        ("undo", Act("undo")),
        ("redo", Act("redo")),
        ("resume", Act("resume")),
        ("name 3 Ada L", Act("name", 3, "Ada L")),
        ("rename 3 Ada", Act("rename", 3, "Ada")),
        ("retire 3", Act("retire", 3)),
        ("log 1 9f ab", Act("log", 1, "9f ab")),
        ("import 57", Act("import", 57)),
        (f'pad {"ab" * 32} "format = 1"', Act("pad", 0, f'{"ab" * 32} "format = 1"')),
        ("pad 0 5", Act("play", 0, "pad 0 5")),
        ("sit 1 3", Act("sit", 1, "3")),
        ("sit 1 3 k7m2-p9xq", Act("sit", 1, "3 k7m2-p9xq")),
        ("sit 1 3 k7m2-p9xq-4tn8-r2wa mind=5", Act("sit", 1, "3 k7m2-p9xq-4tn8-r2wa mind=5")),
        ("stand 1", Act("stand", 1)),
        ("level 1 4", Act("level", 1, "4")),
        ("level 1 h12", Act("level", 1, "h12")),
        ("level 1 h51", Act("play", 0, "level 1 h51")),
        ("level 1 h", Act("play", 0, "level 1 h")),
        ("level 1 6", Act("play", 0, "level 1 6")),
        ("advice", Act("advice")),
        (f"seed {'0f' * 16}", Act("seed", 0, "0f" * 16)),
        ('chose {"ply":3}', Act("chose", 0, '{"ply":3}')),
    ],
)
def test_each_kind_of_act_has_its_notation(text: str, act: Act) -> None:
    assert parse(text) == act
    assert str(act) == text


@given(ACTS)
def test_an_act_is_read_as_it_was_written(act: Act) -> None:
    assert parse(str(act)) == act


@given(st.one_of(TEXT, ALMOST))
def test_any_text_is_an_act_that_is_written_as_the_same_text(text: str) -> None:
    assert str(parse(text)) == text


@pytest.mark.parametrize("text", ["back 007", "concede 12", "back -1", "undo 1", "agree", "abandon ", "set 5", "Undo"])
def test_what_only_begins_like_an_act_is_an_action_for_the_game_to_judge(text: str) -> None:
    assert parse(text) == Act("play", 0, text)


@given(
    st.from_regex(r"[a-z][a-z-]{0,20}", fullmatch=True),
    st.lists(st.integers(1, 999_999_999), min_size=1, max_size=6).map(tuple),
    st.dictionaries(
        st.from_regex(r"[a-z_-][a-z0-9_-]{0,12}", fullmatch=True).filter(lambda name: name not in ("series", "pad")),
        st.one_of(st.booleans(), st.sampled_from(["cards", "scores", "free", "strongest"])), max_size=4,
    ),
    st.none() | st.integers(1, 999_999_999),
)  # fmt: skip
def test_a_start_says_game_people_options_and_series(
    key: str, people: tuple[int, ...], options: dict[str, bool | str], series: int | None
) -> None:
    begun = Begin(key, people, options, series)
    for start in (begun, begun._replace(imported=0), begun._replace(imported=40), begun._replace(pad="0f" * 32)):
        assert begin(start.act()) == start
        assert begin(parse(str(start.act()))) == start


def test_a_start_reads_as_people_read_it() -> None:
    begun = Begin("praetorians", (3, 1), {"entry": "scores", "twelves": True}, 12)
    assert str(begun.act()) == "new praetorians 3,1 entry=scores twelves=true series=12"
    assert str(begun._replace(imported=0).act()) == "new praetorians 3,1 entry=scores twelves=true series=12 import=0"


@pytest.mark.parametrize("text", ["praetorians", "praetorians x", "Praetorians 1", "a 1 entry", "a 1 series=x"])
def test_a_start_that_says_something_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        begin(Act(acts.NEW, 0, text))


TEXTS = st.lists(st.sampled_from(["took 0 1", "took 1 1", "took 2 0", "bonus 1 30", "bid 0 0"]), min_size=1, max_size=6)


@given(TEXTS, TEXTS, st.integers(1, 40))
def test_a_change_of_several_entries_puts_the_new_ones_in_the_place_of_the_old(
    old: list[str], new: list[str], first: int
) -> None:
    changed = acts.change(first, old, new)
    if changed is None:
        assert old == new
        return
    assert parse(str(changed)) == changed
    begin, end = changed.number - first, max(changed.number, changed.last) - first + 1
    assert [*old[:begin], *changed.entries, *old[end:]] == new
    assert old[begin:end]


def test_a_change_names_as_few_entries_as_possible() -> None:
    four = ["bid 0 1", "bid 1 1", "took 0 2", "took 1 0"]
    assert str(acts.change(1, four, ["bid 0 1", "bid 1 0", "took 0 2", "took 1 0"])) == "change 2 bid 1 0"
    assert str(acts.change(1, four, ["bid 0 1", "bid 1 1", "took 0 1", "took 1 1"])) == "change 3-4 took 0 1; took 1 1"
    assert str(acts.change(1, four, four[:3])) == "change 3-4 took 0 2"
    assert str(acts.change(1, four[2:], four)) == "change 1-1 bid 0 1; bid 1 1; took 0 2"
    assert acts.change(1, four, four) is None
