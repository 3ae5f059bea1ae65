"""What can be asked on every page: the answers depend on no cursor, and nothing private is in them."""

from __future__ import annotations

import pytest
from letters import letters_for, need_letters
from phone_scenes import wide_page
from scenes import scenes

from companion.ports import WidePage
from companion.ui.log import Log
from companion.ui.painter import Painter
from companion.ui.table import Menu, Table
from companion.values import replace
from companion.words import LANGUAGES, Words

everywhere = pytest.mark.parametrize("language", LANGUAGES)


def page_of(name: str, language: str = "en") -> WidePage:
    words = Words(language, breaks=True)  # as on the device
    (scene,) = [one for one in scenes(Painter(letters_for(language)), words) if one.name == name]
    return wide_page(scene)


@everywhere
@pytest.mark.gate
def test_every_page_of_a_game_says_whose_turn_it_is_the_points_and_what_lies_there(language: str) -> None:
    need_letters(language)
    for scene in scenes(Painter(letters_for(language)), Words(language)):
        page, step = wide_page(scene), scene.context.step
        keys = [one.key for one in page.answers]
        assert len(set(keys)) == len(keys)
        assert all(one.name and one.lines and all(one.lines) for one in page.answers), scene.name
        if page.private:
            assert page.answers == (), scene.name
        elif step is not None and step.position is not None:
            assert {"scores", "places"} <= set(keys), scene.name
            assert step.timeline is None or len(step.timeline) < 2 or {"happened", "last"} <= set(keys), scene.name
            assert ("clocks" in keys) == (scene.context.clock is not None), scene.name
        if any(target.id for target in page.targets):
            assert "may" in keys, scene.name


def test_the_answers_are_the_same_wherever_the_cursor_and_on_whichever_page() -> None:
    (scene,) = [one for one in scenes(Painter(letters_for("en")), Words("en")) if one.name == "table"]
    table = Table()
    known = [wide_page(scene._replace(screen=screen)).answers for screen in (table, Menu(table), Log(Menu(table)))]
    same = [[one for one in answers if one.key != "may"] for answers in known]
    assert same[0] == same[1] == same[2] != []


def test_a_question_is_asked_by_its_key_or_its_name_and_a_place_by_a_part_of_its_name() -> None:
    page = page_of("ants-deploy")
    turn = next(one for one in page.answers if one.key == "turn")
    assert page.answer(" TURN ") == page.answer("who is in turn") == list(turn.lines)
    at = page.answer("c3")
    assert at
    assert all("c3" in line.casefold() for line in at)
    assert page.answer("") == page.answer("nowhere at all") == []


def test_in_japanese_too_a_question_is_asked_by_its_name_as_it_is_seen() -> None:
    need_letters("ja")
    page = page_of("ants-deploy", "ja")
    (scores,) = [one.lines for one in page.answers if one.key == "scores"]
    assert page.answer("今の得点") == list(scores)


def test_a_clock_says_whether_it_runs() -> None:
    (scene,) = [one for one in scenes(Painter(letters_for("en")), Words("en")) if one.name == "table-clock"]
    lines = next(one.lines for one in wide_page(scene).answers if one.key == "clocks")
    face = scene.context.clock
    assert face is not None
    names = scene.context.step.setup.names if scene.context.step is not None else ()
    assert [line.endswith(", runs") for line in lines] == [seat == face.turn for seat in range(len(names))]
    stopped = replace(scene.context, clock=face._replace(goes=False))
    lines = next(one.lines for one in wide_page(scene._replace(context=stopped)).answers if one.key == "clocks")
    assert lines == tuple([f"{name}: {face._replace(goes=False).text(seat)}" for seat, name in enumerate(names)])
