"""The mind of Praetorians: stop, or another card."""

from __future__ import annotations

from companion.games.praetorians.mind.thinking import judge, odds, quick, shares_of_scores, think
from companion.kit.search.mind import Mind

MIND = Mind(
    3, (1, 1, 1, 1),
    think=think, quick=quick, odds=odds, judge=judge, review_work=1, shares_of_scores=shares_of_scores,
    forced=lambda position: False,  # a card comes to light, also the only one that is left
)  # fmt: skip
