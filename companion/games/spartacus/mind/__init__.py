"""The mind of Spartacus: everything is open, so it searches; see README.md."""

from companion.games.spartacus.mind.review import judge
from companion.games.spartacus.mind.think import odds, quick, think
from companion.kit.search.mind import Mind

MIND = Mind(1, (60, 500, 4_000, 30_000), think=think, quick=quick, odds=odds, judge=judge, review_work=2_000)
