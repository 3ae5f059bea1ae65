"""What can be chosen on every screen: named in words, no two alike, and a touch leads where OK leads."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from letters import letters_for, need_letters
from pad_tables import entered
from scenes import Scene, scenes

from companion.app.composer import LastSheet, make_wide_page
from companion.games.army_ants.deployment_screens import Arrangement, LayOut
from companion.games.army_ants.engine.field import FILES
from companion.games.army_ants.repair import Field
from companion.ports import Target, WidePage
from companion.ui import router
from companion.ui.audit import Audit
from companion.ui.boards import BoardScreen
from companion.ui.curves import Curves
from companion.ui.game_over import Over
from companion.ui.log import Change
from companion.ui.painter import Painter
from companion.ui.read_only import Past
from companion.ui.review import Review
from companion.ui.routes import ROUTES
from companion.ui.screen import Command, Intent, Screen
from companion.ui.table import Score, Table
from companion.ui.targets import path_of, table_targets
from companion.ui.tour import Tour
from companion.ui.widgets import ListScreen, NumberScreen, Pages
from companion.values import replace
from companion.words import LANGUAGES, Words

everywhere = pytest.mark.parametrize("all_scenes", LANGUAGES, indirect=True)
in_english = pytest.mark.parametrize("all_scenes", ["en"], indirect=True)


@pytest.fixture(scope="module")
def all_scenes(request: pytest.FixtureRequest) -> list[Scene]:
    """The scenes in a language."""
    need_letters(request.param)
    return list(scenes(Painter(letters_for(request.param)), Words(request.param)))


def wide_page(scene: Scene) -> WidePage:
    """A scene as it leaves the device for a phone."""
    return make_wide_page(scene.screen, None, None, scene.context, 0, LastSheet(), waits=False)


def sent(scene: Scene) -> tuple[Target, ...]:
    """The targets of a scene as they leave the device."""
    return wide_page(scene).targets


@pytest.fixture(scope="module")
def all_targets(all_scenes: list[Scene]) -> list[tuple[Scene, tuple[Target, ...]]]:
    """The scenes with their targets as they leave the device."""
    return [(scene, sent(scene)) for scene in all_scenes]


@everywhere
def test_every_target_has_a_name_in_words_and_no_two_say_the_same(
    all_targets: list[tuple[Scene, tuple[Target, ...]]],
) -> None:
    for scene, targets in all_targets:
        for target in targets:
            assert any(map(str.isalnum, target.name)), f"{scene.name}: {target}"
        names, ids = (Counter(getattr(target, field) for target in targets) for field in ("name", "id"))
        assert max(names.values(), default=1) == 1, f"{scene.name}: {names.most_common(1)}"
        del ids[""]
        assert max(ids.values(), default=1) == 1, f"{scene.name}: {ids.most_common(1)}"


@everywhere
def test_names_differ_by_words_and_not_by_a_number_behind_them(
    all_targets: list[tuple[Scene, tuple[Target, ...]]],
) -> None:
    numbered = [f"{scene.name}: {one.name}" for scene, targets in all_targets for one in targets
                if re.search(r" \(\d+\)$", one.name)]  # fmt: skip
    assert numbered == []


def test_the_values_of_a_number_rise() -> None:
    # HEA-2: two of four have taken 8 and 5 of the 26.
    table = entered("hearts", 4, "taken 0 8", "taken 1 5")
    names = [target.name for target in table_targets(table.context, ()) if target.id]
    assert names == [f"Taken: {value}" for value in range(14)]


@in_english
def test_a_key_that_only_moves_the_cursor_makes_no_name_again(all_scenes: list[Scene]) -> None:
    context = next(scene.context for scene in all_scenes if scene.name == "table")
    first, second = [Table((step,)).targets(context) for step in ("R", "stop")]
    assert all(one is other for one, other in zip(first, second, strict=True))
    first, second = [sent(Scene("", Table((step,)), context)) for step in ("R", "stop")]
    assert first is second
    assert sent(Scene("", Table(("R",)), replace(context, words=Words("ja")))) != first
    assert sent(Scene("", Table(("R",)), context.at(0))) != first


@pytest.mark.parametrize("all_scenes", ["en", pytest.param("ja", marks=pytest.mark.gate)], indirect=True)
def test_a_touch_leads_where_ok_leads_with_the_cursor_there(all_scenes: list[Scene]) -> None:
    for scene in all_scenes:
        screen, context = scene.screen, scene.context
        for target in ROUTES.sources.wide(screen, context).targets:
            if not target.id:
                continue
            answer = ROUTES.sources.touched(screen, target.id, context)
            assert answer is not None, f"{scene.name}: {target}"
            if with_cursor := with_cursor_on(screen, target.id):
                wanted = with_cursor.update(Command.OK, context)
                assert show(answer) == show(wanted), f"{scene.name}: {target}"


@in_english
def test_whatever_a_cursor_can_choose_can_be_touched(all_scenes: list[Scene]) -> None:
    """Where nothing can be touched, the keys move no cursor over choices: they turn pages, walk along a curve, or all
    do the same; OK and BACK do all that can be done there.
    """
    keys_only = set()
    for scene in all_scenes:
        page = ROUTES.sources.wide(scene.screen, replace(scene.context))
        if {*page.keys} & {*"us"} and page.field is None and not any(target.id for target in page.targets):
            screen = scene.screen.inner if isinstance(scene.screen, Past) else scene.screen
            keys_only.add(type(screen))
    assert keys_only == {Score, Tour, Curves, Review, Arrangement, LayOut, Audit}


@in_english
def test_choices_on_a_board_of_their_own_are_not_among_what_lies_on_the_table(all_scenes: list[Scene]) -> None:
    """A row and a column of the cards of a battle mean no place of the map, those of a card's pad no hill."""
    parts = {scene.name: {(one.part, bool(one.id)) for one in sent(scene)} for scene in all_scenes}
    for name in ("hannibal-battle", "hannibal-sea", "seven-hills-card", "seven-hills-turn-up"):
        assert parts[name] == {("board", True), ("places", False), ("audit", False)}, name
    for name in ("hannibal-table", "hannibal-goal", "seven-hills-table", "ants-battle"):
        assert parts[name] == {("board", True), ("board", False), ("audit", False)}, name


@in_english
def test_a_side_of_a_hill_says_what_lies_there_also_where_hills_are_corrected(all_scenes: list[Scene]) -> None:
    names = {scene.name: {one.name for one in sent(scene)} for scene in all_scenes}
    lying = {name for name in names["seven-hills-table"] if re.match(r"Hill \d, ", name)}
    assert "Hill 2, Ada: 5, 3" in lying
    assert names["seven-hills-audit-hills"] == lying


def with_cursor_on(screen: Screen, target: str) -> Screen | None:
    """The screen with the cursor on a target; None where a target is not what OK takes."""
    if isinstance(screen, Table):
        return Table(path_of(target))
    if isinstance(screen, Over):
        return replace(screen, cursor=int(target), opened=True)
    if isinstance(screen, ListScreen):
        return replace(screen, cursor=int(target))
    if isinstance(screen, BoardScreen):
        return replace(screen, at=target)
    if isinstance(screen, Field):
        return replace(screen, file=FILES.index(target[0]), rank=int(target[1]))
    if isinstance(screen, Change | Past):
        return replace(screen, inner=with_cursor_on(screen.inner, target))
    assert isinstance(screen, Pages | NumberScreen), type(screen)
    return None


def show(answer: Screen | Intent) -> str:
    """An answer, to compare: functions in it are made anew by each update, and a puzzle stands as it was before."""
    fields = {name: value for name, value in vars(answer).items() if not callable(value) or isinstance(value, Screen)}
    return type(answer).__name__ + re.sub(r"inner=Table\(path=\([^)]*\)\)", "", repr(fields))


@in_english
def test_a_target_that_is_not_on_the_page_is_refused(all_scenes: list[Scene]) -> None:
    for scene in all_scenes:
        for target in ("", "nothing", "R/99", "-1", "1000000"):
            assert ROUTES.sources.touched(scene.screen, target, scene.context) is None, scene.name


@in_english
def test_a_private_page_has_its_title_and_nothing_to_touch(all_scenes: list[Scene]) -> None:
    seen = 0
    for scene in all_scenes:
        shown = router.view(scene.screen, scene.context)
        if not shown.private:
            continue
        page = wide_page(scene)
        assert page.private, scene.name
        assert (page.title, page.text, page.targets, page.field) == (shown.title, ("Only on the device",), (), None)
        seen += 1
    assert seen > 2


@everywhere
def test_the_signs_of_a_board_and_of_a_wheel_of_letters_are_no_text_for_a_phone(all_scenes: list[Scene]) -> None:
    """`CAR:H+5'` and `R9!` mean something on the glass; here the targets say it in words."""
    seen = 0
    for scene in all_scenes:
        shown = router.view(scene.screen, scene.context)
        signs = [*shown.grid, *[[space.text for space in row] for row in shown.board]]
        assert {" ".join(row) for row in signs}.isdisjoint(wide_page(scene).text), scene.name
        seen += bool(signs)
    assert seen > 50


@in_english
def test_the_texts_of_a_page_for_a_phone_have_no_line_ends_of_the_glass(all_scenes: list[Scene]) -> None:
    pages = {scene.name: wide_page(scene) for scene in all_scenes}
    # From the texts of the pages, each a sentence or more.
    assert pages["message"].text == (
        "record damaged, lines lost: 2; everything else is kept", "OK removes this message, Back keeps it.",
    )  # fmt: skip
    assert pages["setup"].text == (
        "Shuffle the 50 number cards face down; a banner at each end.", "Pawns by turn: 0, 3.", "Ada begins.",
    )  # fmt: skip
    assert pages["tour"].text == ("Welcome! This is what the keys do. Any key shows the next page.",)
    assert pages["hannibal-handover"].text == (
        "The device had hidden cards. Show the next page only to the new player of Ben. OK shows it.",
    )  # fmt: skip
    assert pages["unset"].text == ("The corrections are not in the record yet.",)
    assert pages["name"].text == pages["new-clock-minutes"].text == ()


@in_english
def test_a_touch_on_the_one_page_of_many_does_what_ok_does_on_the_last_one(all_scenes: list[Scene]) -> None:
    for name in ("setup", "hannibal-setup-0", "message"):
        for scene in [scene for scene in all_scenes if scene.name == name]:
            screen, context = scene.screen, scene.context
            assert [(one.id, one.name) for one in sent(scene)] == [("done", "OK")]
            assert isinstance(screen, Pages)
            last = replace(screen, at=len(screen.pages(context)) - 1)
            assert show(screen.touch("done", context)) == show(last.update(Command.OK, context)), name
