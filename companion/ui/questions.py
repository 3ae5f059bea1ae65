"""What can be asked on every page without moving its cursor, with the answers, for people who do not look (PHN-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from companion.ports import Answer, Field, PublicView, Target
from companion.session.public_view import public_view
from companion.session.text import act_words
from companion.ui import router
from companion.ui.screen import Context
from companion.ui.targets import only_table, read_only

KEYS = ("happened", "last", "turn", "scores", "clocks", "places", "may")
"""The questions in their order, by the ends of the keys of their texts."""


def answers(context: Context, targets: Sequence[Target], field: Field | None) -> tuple[Answer, ...]:
    """The questions that have an answer now; `targets` and `field` are those of the page that is shown."""
    may = [target.name for target in targets if target.id] + ([field.possible] if field and field.possible else [])
    of_table = _answers_of_table(only_table(context))
    found = {**of_table, "clocks": _clocks(context), "may": may}
    names = context.words.plain  # people type them as they see them
    return tuple([Answer(key, names(f"question.{key}"), tuple(found[key])) for key in KEYS if found[key]])


# Most keys only move the cursor, and the table stays as it was.
@lru_cache(maxsize=4)
def _answers_of_table(table: Context) -> Mapping[str, Sequence[str]]:
    """What is answered from the table alone, by the keys of the questions."""
    view = public_view(table.step, table.words.plain, memory=table.memory)
    points = [": ".join(filter(None, (one.name, one.number))) for one in view.points]
    return {
        "happened": _happened(table, view),
        "last": view.log[:1],
        "turn": [view.says] if view.says else [],
        "scores": [*points, *view.lines],
        "places": _places(table),
    }


def _happened(table: Context, view: PublicView) -> Sequence[str]:
    """What the last entry has led to, as the banner said it; else the entry itself."""
    step, words = table.step, table.words
    if step is None or step.timeline is None:
        return ()
    names = step.setup.names
    notices = router.notices(step.at(len(step.timeline) - 2), step) if len(step.timeline) > 1 else ()
    act = act_words(step.text, names, words)
    return [words.message(message, names) for message in notices] or ([act] if act is not None else view.log[:1])


def _clocks(context: Context) -> Sequence[str]:
    step, face, words = context.step, context.clock, context.words
    if step is None or face is None:
        return ()
    running = face.turn if face.goes else None
    return [
        words(f"question.clock{'-runs' * (seat == running)}", name=name, time=face.text(seat))
        for seat, name in enumerate(step.setup.names)
    ]


def _places(table: Context) -> Sequence[str]:
    if table.step is None or table.step.position is None:
        return ()
    return [target.name for target in read_only(table)]
