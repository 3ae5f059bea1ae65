"""The mind of Spartacus: everything is open, so it searches; see README.md."""

from companion.games.spartacus.mind.searched import begin, quick
from companion.kit.search.open_mind import open_mind

TEMPERATURE = 0.7
"""What fits who won in games of three by people-like play (`tests/bench/shares.py`)."""

MIND = open_mind(
    4, (60, 500, 4_000, 30_000), begin, quick, review_work=18_000, review_plies=13, temperature=TEMPERATURE
)
