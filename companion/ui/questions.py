"""What can be asked on every page without moving its cursor, with the answers, for people who do not look (PHN-6)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.ports import Answer, Field, PublicView, Target
from companion.session.public_view import public_view
from companion.session.text import act_words
from companion.ui import router
from companion.ui.game_screens import screens_of
from companion.ui.screen import Context
from companion.ui.targets import read_only


def answers(context: Context, targets: Sequence[Target], field: Field | None) -> tuple[Answer, ...]:
    """The questions that have an answer now; `targets` and `field` are those of the page that is shown."""
    view = public_view(context.step, context.words.plain, memory=context.memory)
    may = [target.name for target in targets if target.id] + ([field.possible] if field and field.possible else [])
    points = [": ".join(filter(None, (one.name, one.number))) for one in view.points]
    found: dict[str, Sequence[str]] = {
        "happened": _happened(context, view),
        "last": view.log[:1],
        "turn": [view.says] if view.says else [],
        "scores": [*points, *view.lines],
        "clocks": _clocks(context),
        "places": _places(context),
        "may": may,
    }
    return tuple([Answer(key, context.words(f"question.{key}"), tuple(said)) for key, said in found.items() if said])


def _happened(context: Context, view: PublicView) -> Sequence[str]:
    """What the last entry has led to, as the banner said it; else the entry itself."""
    step, words = context.step, context.words
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


def _places(context: Context) -> Sequence[str]:
    step = context.step
    if step is None or step.position is None:
        return ()
    return [target.name for target in read_only(context, step, screens_of(step.setup))]
