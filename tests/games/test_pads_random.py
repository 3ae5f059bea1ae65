"""Random pads: whatever a sound file describes is a game that keeps what every game keeps."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.pad.file import pad_of
from companion.games.pad.game import PadGame
from companion.kit.faults import FileFault
from companion.kit.rules import Illegal, Over, play
from companion.words import LANGUAGES, Words

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jan", "Kai", "Lea")
TABLE = ["players", "round", "rounds", "cards", "size", "2", "7"]
OF_SIDE = [*TABLE, "score", "side", "t", "sum(score)", "max(t)", "rank(score)"]
CONDITION = ["round > 1", "players < 4", "size", "1", "round % 2"]


def sums(atoms):
    """Short formulas of these parts."""
    atom = st.sampled_from(atoms)
    sign = st.sampled_from([" + ", " - ", " * ", " // ", " % ", " > ", " == ", " and ", " or "])
    return st.lists(atom, min_size=1, max_size=4).flatmap(
        lambda parts: st.tuples(*[sign] * (len(parts) - 1)).map(
            lambda signs: parts[0] + "".join(f"{one}{part}" for one, part in zip(signs, parts[1:], strict=True))
        )
    )


@st.composite
def fields(draw, place, turns, above, version):
    """The lines of a field; the names above it are `above`, of those one has which level."""
    kind = draw(st.sampled_from(["number", "number", "yesno", "pick", "seat"]))
    each = "seat" if turns else draw(st.sampled_from(["seat", "seat", "side", "table"]))
    lines = [f'name = "f{place}"', f'kind = "{kind}"', f'each = "{each}"', f"rule = {draw(st.integers(1, 3))}"]
    if kind == "number":
        lines += [f"least = {draw(st.integers(-9, 3))}", f"step = {draw(st.integers(1, 4))}"]
        lines.append(
            draw(st.integers(4, 30).map(str) | sums(TABLE).map(lambda text: f'"{text}"')).join(["most = ", ""])
        )
    if version == 2 and kind in ("number", "pick") and draw(st.booleans()):
        lines.append("once = true")
    if kind == "pick":
        lines.append('values = ["a", {key = "b", is = 5}, "c"]')
    if kind == "seat":
        lines.append(f"nobody = {str(draw(st.booleans())).lower()}")
    if place and draw(st.booleans()):
        lines.append(f'when = "{draw(st.sampled_from(CONDITION))}"')
    if kind in ("number", "yesno") and each != "table" and draw(st.booleans()):
        least = draw(st.integers(-5, 9))
        most = least + draw(st.integers(0, 9))
        total = f'["{least}", "{most}"]'.replace('"-', '"0 - ')
        lines.append(f"total = {{is = {total}, rule = 2}}")
    if draw(st.booleans()):
        allow = draw(st.sampled_from(["value != 3", "not last or value > 0", f"sum(f{place}) < 20", "value % 2 == 0"]))
        if each == "table":
            allow = allow.replace(f"sum(f{place})", "value")
        lines.append(f'allow = [{{is = "{allow}", rule = 3}}]')
    if place and draw(st.booleans()) and each != "table" and above[-1] == each:
        lines.append("join = true")
    return each, "\n".join(["[[fields]]", *lines])


@st.composite
def pads(draw):
    """The text of a pad that is sound in most cases."""
    version = draw(st.sampled_from([1, 2]))
    least = draw(st.integers(2, 5) if version == 1 else st.integers(1, 12))
    most = draw(st.integers(least, 6 if version == 1 else 12)) if least < 6 else least
    turns = draw(st.booleans())
    lines = [
        f"format = {version}", 'key = "random"', 'prefix = "RND"', 'name = "Random"', f"players = [{least}, {most}]",
        'rules = ["one", "two", "three"]', 'cards = "round * 2 - size"',
    ]  # fmt: skip
    if draw(st.booleans()):
        lines.append(f'rounds = "{draw(st.integers(1, 5))} + size"')
    if draw(st.booleans()):
        lines.append("finish = true")
    if turns:
        lines.append('play = "turns"')
        if draw(st.booleans()):
            lines.append(f'out = "{draw(st.sampled_from(["score > 9", "t == 2", "score < 0 - 5"]))}"')
    elif draw(st.booleans()):
        lines.append('deal = "none"')
    if version == 2:
        more = {
            "start": ["9", "20 - seat", "3 * players"],
            "won": ["score > 4", "t or score", "1"],
            "next": ["starter + 2", "sum(score) // 3", "par[round] + turn" if turns else "par[round]"],
            "out": ["score > 30", "t > 5"] if not turns else [],
        }
        for name, formulas in more.items():
            if formulas and draw(st.booleans()):
                lines.append(f'{name} = "{draw(st.sampled_from(formulas))}"')
    if draw(st.booleans()):
        lines.append(f'end = "{draw(st.sampled_from(["max(score) > 20", "sum(t) > 6", "count(score > 4) and next"]))}"')
    if draw(st.booleans()):
        lines.append(f'score = "{draw(st.sampled_from(["score + points", "points - score", "max(score, points)"]))}"')
    if draw(st.booleans()):
        lines.append('best = ["score // 5", "-t"]')
    written: list[str] = []
    each: list[str] = []
    for place in range(draw(st.integers(1, 4))):
        whose, text = draw(fields(place, turns, each, version))
        each.append(whose)
        written.append(text)
    # What a side reads of its seats stands in a call; without sides it may stand alone, too.
    parts = [f"sum(f{place})" if whose == "seat" else f"f{place}" for place, whose in enumerate(each)]
    if version == 2:
        parts += ["par[round]", *(["turn"] if turns else [])]
        parts += [f"count(has(f{place}))" if whose == "seat" else f"has(f{place})" for place, whose in enumerate(each)]
    lines.append(f'points = "{draw(sums([*OF_SIDE, *parts]))}"')
    if not turns and least <= 4 <= most and draw(st.booleans()):
        sides = ["[[0, 2], [1, 3]]", *(["[[0, 1, 2, 3]]"] if version == 2 else [])]
        lines += ["[sides]", f"4 = {draw(st.sampled_from(sides))}"]
    if version == 2:
        lines += ["[lists]", "par = [3, 1, -2]"]
    lines += ["[options.size]", f"values = {draw(st.sampled_from(['[false, true]', '[true, false]']))}"]
    lines += ["[tallies.t]", f'next = "{draw(sums([*OF_SIDE, "points"]))}"', f"start = {draw(st.integers(-1, 1))}"]
    return "\n".join([*lines, *written]) + "\n"


def pad_or_fault(text):
    """The pad of a text, or what is wrong with it."""
    try:
        return pad_of(text.encode(), lambda taken: False)
    except FileFault as fault:
        return fault


def seen(position):
    outcome = position.outcome
    legal = [str(action) for action in position.legal()]
    return json.dumps([position.table(), legal, list(position.to_act), outcome and outcome.as_json()])


@settings(
    derandomize=True, database=None, max_examples=120, deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)  # fmt: skip
@given(text=pads(), data=st.data())
def test_a_random_pad_is_a_game_that_keeps_what_every_game_keeps(text, data):
    pad = pad_or_fault(text)
    if isinstance(pad, FileFault):
        # Some are over before they begin, or never end; nothing else is wrong with them.
        assert pad.key in ("pad.wrong.end-at-once", "pad.wrong.endless", "pad.wrong.open"), (text, pad)
        return
    game = PadGame(pad)
    players = data.draw(st.integers(*pad.players))
    options = game.complete({"size": data.draw(st.booleans())})
    position = game.start(players, options)
    known = {str(action) for action in position.legal()}
    for choice in data.draw(st.lists(st.integers(0, 1000), min_size=10, max_size=60)):
        legal = position.legal()
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (position.outcome is None) == bool(position.to_act)
        if not legal:
            break
        known |= {str(action) for action in legal[:9]}
        table = json.loads(json.dumps(position.table()))
        if pad.out is None or not pad.turns:  # the seat that begins may be out already, which no table shows
            again = game.restore(players, options, table)
            assert seen(again) == seen(position)
            assert game.settle(players, options, table) == table
        action = legal[choice % len(legal)]
        assert game.read(str(action)) == action
        following = play(position, action)
        for message in game.consequences(position, action, following):
            assert all(Words(language).message(message, NAMES[:players]) for language in LANGUAGES)
        position = following
    for one in known:
        action = game.read(one)
        if action not in position.legal():
            with pytest.raises((Illegal, Over)) as refused:
                play(position, action)
            assert isinstance(refused.value, Illegal) == bool(position.legal())
            assert refused.value.rule is None or re.fullmatch("RND-[1-3]", refused.value.rule)
            assert all(Words(language).message(refused.value.message, NAMES) for language in LANGUAGES)
