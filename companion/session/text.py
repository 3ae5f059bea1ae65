"""Texts about games of the record: what an entry was, who has won, how a game and a series ended.

The glass, the report, the web window and the command line use the same texts. Those about an action or a table come
from the game itself (`companion.kit.text`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from companion.kit.game import Game
from companion.kit.levels import percent_of
from companion.kit.text import Fits, Item, always_fits, has_text, own_text, tags, with_name
from companion.messages import Message
from companion.play import act as acts
from companion.play.act import parse
from companion.play.clock import ClockRule
from companion.play.fold import GameInfo
from companion.play.timeline import Snapshot
from companion.ports import CLOCK_FROM
from companion.record.lists import WITH_DEVICE, game_key
from companion.session.series import Standing, sides_of
from companion.words import Words

LINE = 112
"""The width in pixels of a line of the log; between its parts is a little more than a blank."""
BESIDE = LINE - 12
"""The same beside a sign."""


def game_name(key: str, words: Words, game: Game | None = None) -> str:
    """The name of the games with a key, of a score pad as its text says; the key if they are not known here."""
    if key.endswith(WITH_DEVICE):
        return words("device.with", game=game_name(game_key(key), words))
    name = f"game.{game.key if game is not None else key}"
    if game is not None and has_text(game, name, words):
        return own_text(game, name, words)
    return words(name) if name in words else key


def entry(step: Snapshot, place: int, words: Words, fits: Fits = always_fits, *, memory: bool = True) -> Item:
    """The entry at a place of the timeline in words: who, the action, and its effect.

    Where the three do not fit a line, the tag of the player replaces the name. `memory` is as in `Situation`.
    """
    timeline, names = step.plies, step.setup.names
    if place >= len(timeline):  # entered under other rules, or damaged
        text = step.beyond[place - len(timeline)]
        return Item(entry_text(step, text, words, lambda text, _: fits(text, BESIDE)), words("screen.log.beyond"))
    text = timeline[place].text
    if not text:
        return Item(words("screen.log.start"))
    act = act_words(text, names, words, fits)
    if act is not None:
        return Item(act)
    before, action, texts = step.at(place - 1), step.setup.rules.read(text), step.setup.text
    at = before.situation(words, fits, memory=memory)
    label, value = texts.action_name(at, action), texts.result_text(at, action)
    _, arrow, after = value.partition("→")
    short = (f"→{after}",) if arrow and "→" not in after else ()  # half a number would be another one
    if before.turn is None:
        return Item(label, value, short=short)
    who = names[before.turn]
    fitting = who if fits(f"{who} {label} {value or '.'}", LINE) else tags(names)[before.turn]
    return Item(label, value, fitting, short=short)


def entry_text(step: Snapshot, text: str, words: Words, fits: Fits = always_fits) -> str:
    """An entry in words; in its notation if it cannot be understood any more."""
    if parse(text).kind == acts.NEW:
        return words("screen.log.new")
    try:
        return act_words(text, step.setup.names, words, fits) or text
    except (LookupError, ValueError):  # damaged
        return text


def act_words(text: str, names: Sequence[str], words: Words, fits: Fits = always_fits) -> str | None:
    """An act of the people in words; None for an action of the game."""
    act = parse(text)
    if act.kind in (acts.CONCEDE, acts.SIT, acts.STAND, acts.LEVEL):
        level = level_name(act.text, "", words) if act.kind == acts.LEVEL else ""
        name, tag = names[act.number], tags(names)[act.number]
        return with_name(lambda name: words(f"screen.log.{act.kind}", name=name, level=level), name, fits, tag=tag)
    if act.kind == acts.ADVICE:
        return words("screen.log.advice")
    key = {acts.SET: "set", acts.AGREE: "draw", acts.ABANDON: "abandon"}.get(act.kind)
    return words(f"screen.log.{key}") if key is not None else None


def explain_action(before: Snapshot, after: Snapshot, words: Words, *, memory: bool = True) -> list[str]:
    """What an action did, sentence by sentence, each with its rule. `memory` is as in `Situation`."""
    game, ply = after.setup.rules, after.plies[-1]
    action = game.read(ply.text)
    messages = game.consequences(before.plies[-1].position, action, ply.position)
    sentences = []
    for message in after.setup.text.explain(action, after.situation(words, memory=memory), messages):
        key = message.key.replace("event.", "why.", 1)
        explained = Message(key if key in words else message.key, message.rule, **message.params)
        sentences.append(words.with_rule(explained, after.setup.names))
    return sentences


def ending_text(step: Snapshot, words: Words) -> str:
    """Why a game is over, in a few words."""
    assert step.outcome is not None
    if step.plies[-1].ended is not None:
        return str(entry(step, len(step.plies) - 1, words))
    names = tuple([step.setup.names[seat] for seat in step.outcome.winners])
    key = f"over.{step.setup.key}" if not step.setup.pad else "over.pad"
    # Games that can end in several ways have a text for each.
    sides = [set(side) for side in sides_of(step.setup.game, len(step.setup.names))]
    won = sum([not side.isdisjoint(step.outcome.winners) for side in sides])
    how = step.outcome.by or ("shared" if won > 1 else "" if won else "nobody")
    particular = f"{key}-{how}"
    return words(particular if particular in words else key, name=words.join_list(names))


def clock_in_words(rule: ClockRule, words: Words) -> str:
    """The rule of a clock that counts, in a few words."""
    return words(f"clock.rule.{rule.kind}", minutes=rule.minutes, seconds=rule.seconds)


def winners(names: tuple[str, ...], words: Words, fits: Fits = always_fits) -> str:
    """Who has won a game."""
    if len(names) != 1:
        return words("screen.over.shared" if names else "screen.over.nobody", names=words.join_list(names))
    return with_name(lambda name: words("screen.over.title", names=name), names[0], fits)


def game_summary(game: GameInfo, words: Words, called: tuple[str, ...] = (), most: int | None = None) -> str:
    """Who played and how a finished game ended, in one line, the winners first, and only so many of the others that
    there are `most`. `called` are shorter names, by seat.
    """
    result, names = game.result, called or game.names
    assert result is not None
    if result.ended:
        act = act_words(result.ended, names, words) or result.ended
        return words("screen.history.act", act=act, names=words.join_list(names))
    seats = sorted(range(len(names)), key=lambda seat: seat not in result.winners)
    people = [f"{names[seat]} {result.scores[seat]}" for seat in seats]
    return words.join_list(people if most is None else [*people[:most], "…"])


def series_title(standing: Standing, words: Words, fits: Fits = always_fits) -> str:
    """Who has won a series, or a plain title while it goes on."""
    if not standing.decided:
        return words("screen.series.title")
    if not standing.winners:
        return words("screen.series.tie")
    return with_name(lambda names: words("screen.series.won", names=names), words.join_list(standing.winners), fits)


def game_text_key(words: Words, key: str, game: str) -> str:
    """The key of the text for this game if there is one, else `key` itself."""
    particular = f"{key}-{game}"
    return particular if particular in words else key


def level_name(level: str, game: str, words: Words) -> str:
    """What a level of the device is called in a game."""
    percent = percent_of(level)
    if percent is not None:
        return words("device.level-height", percent=percent)
    return words(game_text_key(words, f"device.level-{level}", game))


def when_text(at: float, words: Words, *, sure: bool) -> str:
    """A time in words, in local time, with `?` unless the clock was synchronised; empty where it was not set."""
    if at < CLOCK_FROM:
        return ""
    then = time.localtime(at)
    numbers = {"month": then.tm_mon, "day": then.tm_mday, "hour": then.tm_hour, "minute": then.tm_min}
    parts = {name: f"{number:02}" for name, number in numbers.items()}
    return words("screen.ended.when", year=then.tm_year, **parts) + "?" * (not sure)
