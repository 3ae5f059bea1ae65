"""Many clubs, one federation: a broker for each club, bridged to that of the federation, whose board is one board more.

And the arithmetic of the page about it.
"""

from __future__ import annotations

import selectors
from contextlib import closing
from pathlib import Path

from hall.broker import broker
from hall.many_tables import SECRET, Table
from hall.test_hall_faults import Evening, Hall, play, told

BRIDGED = ("topic companion/v1/arena/+/result out 1", "topic companion/v1/arena/board/# in 1")
"""The lines of SCALE.md, for the club of these tests."""
PAGE = Path(__file__).parents[2] / "companion" / "hall" / "SCALE.md"


def test_the_board_of_a_federation_gets_the_results_of_every_club_and_confirms_them(tmp_path: Path) -> None:
    secret = f'[board]\nsecret = "{SECRET}"\n'
    with broker(tmp_path) as top, selectors.DefaultSelector() as selector:
        to_top = ("connection federation", f"address 127.0.0.1:{top.port}", "restart_timeout 1", *BRIDGED)
        with broker(tmp_path, *to_top, "remote_clientid one") as one, broker(tmp_path, *to_top) as other:
            boards = [Hall(tmp_path / name, at, more=secret) for name, at in (("top", top), ("one", one))]
            tables = [Table(f"t{number}", f"{number}" * 32, selector, at.port) for number, at in ((1, one), (2, other))]
            with closing(Evening(selector, *tables)) as evening:
                for table in tables:
                    play(table, 1, 2)
                evening.until(lambda: not any(table.missing([boards[0].id]) for table in tables))
                evening.until(lambda: not tables[0].missing([board.id for board in boards]))
                assert boards[0].held() == told(*tables)
                assert boards[1].held() == told(tables[0])
            for board in boards:
                board.stop()


def test_the_page_has_these_lines_and_its_figures_follow_from_each_other() -> None:
    text = PAGE.read_text()
    for line in BRIDGED:
        assert line.replace("arena", "CLUB") in text
    tables, clubs = 10_000, 40
    beats, plays = tables / 15, tables / 6
    assert tables / clubs == 250
    for figure in (
        f"{beats:.0f} a second", f"{plays:,.0f} a second", f"{beats + plays:,.0f} a second",
        f"{(beats + plays) * 1000 / 1e6:.1f} MB a second", f"{4 * tables:,} results an evening",
        f"{tables / 60:.0f} a second", f"{4 * tables * 1000 / 1e6:.0f} MB an evening",
        f"{(beats + plays) / clubs:.0f} a second",
    ):  # fmt: skip
        assert figure in text, figure
