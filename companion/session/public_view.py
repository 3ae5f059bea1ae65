"""The table in words for spectators: whose turn, the points, the last entries.

It is made of values that never change, so any thread may make it. It is made only when somebody looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kit.text import Figure
from companion.play.timeline import Snapshot
from companion.ports import Points, PublicView
from companion.record.lists import Play
from companion.session.bgstats import link
from companion.session.text import entry, game_name, winners
from companion.words import Words

if TYPE_CHECKING:  # only looked at after a game, and a start must not pay for it
    from companion.session.review import Reviewed

LABELS = (
    "lang", "title", "lost", "old", "log", "glass", "dark", "script", "bgstats", "code", "review", "unpressed",
    "allow", "watch", "refused-400", "refused-403", "refused-404", "refused-405", "refused-431",
)  # fmt: skip
"""The labels around the table, by the ends of their keys."""
LOG = 12
"""The most entries that are shown, the newest ones."""


def public_view(
    step: Snapshot | None,
    words: Words,
    *,
    memory: bool = True,
    play: Play | None = None,
    review: Reviewed | None = None,
) -> PublicView:
    """The table in words after this snapshot; None stands for a table without a game.

    `memory` is as in `Situation`; after the end of a game everything is shown. With `play`, which is of this game,
    there is a link once the game is over. `review` is the whole review of this game, if there is one.
    """

    labels = {name: words(f"web.{name}") for name in LABELS}
    if step is None:
        return PublicView(labels, says=words("web.none"))
    game, names, outcome = game_name(step.setup.key, words, step.setup.game), step.setup.names, step.outcome
    if step.timeline is None or step.position is None:
        bare = tuple([Points(name, "") for name in names])
        return PublicView(labels, game, words("web.closed"), bare)
    memory = memory or outcome is not None
    at, text = step.situation(words, memory=memory), step.setup.text
    marked = outcome.winners if outcome is not None else (step.turn,)
    # If the board on the glass shows everything, there are no figures; here the people must still be visible.
    figures = text.figures(at) or [Figure(name, "", seat in marked) for seat, name in enumerate(names)]
    if outcome is not None:
        says = winners(tuple([names[seat] for seat in outcome.winners]), words)
    else:
        says = text.turn_sentence(at)
    last = len(step.timeline) - 1
    shown = range(last, max(last - LOG, 0), -1)
    return PublicView(
        labels,
        game,
        says,
        tuple([Points(figure.name, str(figure.number), figure.marked, figure.out) for figure in figures]),
        text.lines(at),
        tuple([f"{place}. {_line(step, place, words, memory=memory)}" for place in shown]),
        link(play, step, words) if play is not None else "",
        tuple(review.sentences(words)) if review is not None else (),
    )


def _line(step: Snapshot, place: int, words: Words, *, memory: bool) -> str:
    """An entry as people say it: `Ada: blue 5, sum 5`."""
    item = entry(step, place, words.spoken, memory=memory)
    what = words("web.said", what=item.label, result=item.value) if item.value else item.label
    return f"{item.who}: {what}" if item.who else what
