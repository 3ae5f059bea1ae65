"""The table in words for people who look on: whose turn, the points as large as a page has room for, the last entries.

It is made of values that never change, so any thread may make it, and nobody does before somebody looks.
"""

from __future__ import annotations

from companion.ports import Points, PublicView
from companion.session.timeline import Snapshot
from companion.words import Words

LABELS = ("lang", "title", "lost", "old", "log", "glass", "dark", "script")
"""The words around the table, by the ends of their keys."""
LOG = 12
"""So many entries, the newest ones, are read out."""


def public_view(step: Snapshot | None, words: Words) -> PublicView:
    """The table in words, at this moment of a game or without one."""
    # Imported when somebody looks: a start should not pay for it.
    from companion.games.registry import GAMES
    from companion.ui.game_screens import screens_of
    from companion.ui.history import winners
    from companion.ui.home import game_name
    from companion.ui.log import entry
    from companion.ui.page import Figure
    from companion.ui.screen import Context
    from companion.ui.table import whose

    labels = {name: words(f"web.{name}") for name in LABELS}
    if step is None:
        return PublicView(labels, says=words("web.none"))
    game, names, outcome = game_name(step.played.key, words), step.played.names, step.outcome
    if step.timeline is None or step.position is None or step.played.key not in GAMES:
        bare = tuple([Points(name, "") for name in names])
        return PublicView(labels, game, words("web.closed"), bare)
    context, look = Context(step, (), False, words, _whole), screens_of(step.played.key)
    marked = outcome.winners if outcome is not None else (step.turn,)
    # Where the glass has a board that says it all there are no figures; here the people are still to be seen.
    figures = look.figures(step) or [Figure(name, "", seat in marked) for seat, name in enumerate(names)]
    turn = whose(context) if outcome is None else ""
    if outcome is not None:
        says = winners(tuple([names[seat] for seat in outcome.winners]), words)
    else:
        says = words("web.turn", who=turn) if turn != game else ""
    last = len(step.timeline) - 1
    return PublicView(
        labels,
        game,
        says,
        tuple([Points(figure.name, str(figure.number), figure.marked, figure.out) for figure in figures]),
        look.lines(context),
        tuple([f"{place}. {entry(context, place)}" for place in range(last, max(last - LOG, 0), -1)]),
    )


def _whole(text: str, width: int = 0) -> tuple[str, ...]:
    """A line of a page is as long as it likes."""
    return (text,)
