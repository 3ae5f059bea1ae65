"""Banners: how long they stand, and which keys end them."""

from __future__ import annotations

import pytest
from letters import letters_for
from presses import Shadow

from companion.app.banners import Banners, reading_s
from companion.ui import router
from companion.ui.painter import BANNER_LINES, MORE, Painter
from hardware.simulated import SimulatedClock

PAINTER = Painter(letters_for("en"))


def lines(count: int) -> str:
    """A text of so many sentences, each of which takes a line: `BANNER_LINES` of them fill a page."""
    return "\n".join(f"{number}: face down" for number in range(1, count + 1))


FIRST, SECOND = lines(BANNER_LINES + 1).rsplit("\n", 1)
"""The pages of a text that is one line too long for a page."""


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Match!", 1.2),
        ("Ben's turn", 1.2),
        ("Ada takes the trick: 34\nBen leads the next trick", 10 * 0.35),
        ("Ada: 12 → 43 ▲", 1.2),  # signs are no words: three of them
        ("Ada: 12 → 43, Ben: 7", 5 * 0.35),
        ("青の7", 1.2),
        ("先に表にしたカードを戻してください", 17 / 2.5 * 0.35),
        ("Benの手番、青の7を戻す", (9 / 2.5 + 2) * 0.35),
        ("先に\u200b表にした\u200bカードを\u200b戻してください", 17 / 2.5 * 0.35),
    ],
)
def test_a_banner_stands_for_0_35_s_a_word_and_at_least_1_2_s(text: str, seconds: float) -> None:
    assert reading_s(text) == pytest.approx(seconds)


class Shown:
    """Banners with a clock, for a test."""

    def __init__(self) -> None:
        self.clock = SimulatedClock(0.0)
        self.banners = Banners(self.clock, PAINTER.banners)

    def after(self, seconds: float) -> str | None:
        """The banner after so many seconds."""
        self.clock.advance(seconds)
        self.banners.expire()
        return self.banners.now


def test_each_page_of_a_long_message_stands_for_its_own_words() -> None:
    shown = Shown()
    shown.banners.show(lines(BANNER_LINES + 1))
    assert [shown.banners.now, shown.after(3 * 7 * 0.35 - 0.1), shown.after(0.1)] == [FIRST, FIRST, SECOND]
    assert shown.after(1.2) is None


def test_what_hands_must_do_stays_until_a_key_and_wakes_nobody() -> None:
    shown = Shown()
    shown.banners.show("R7: face down", stays=True)
    assert shown.banners.deadline is None
    assert shown.after(86_400.0) == "R7: face down"
    assert shown.banners.dismiss()
    assert (shown.banners.now, shown.banners.stays) == (None, False)


def test_a_key_ends_one_page_of_what_hands_must_do_and_all_pages_of_anything_else() -> None:
    shown = Shown()
    shown.banners.show(lines(BANNER_LINES + 1), stays=True)
    assert shown.banners.now == FIRST + MORE
    shown.banners.dismiss()
    assert (shown.banners.now, shown.banners.stays) == (SECOND, True)
    shown.banners.dismiss()
    assert shown.banners.now is None
    shown.banners.show(lines(BANNER_LINES + 1))
    shown.banners.dismiss()
    assert shown.banners.now is None


def test_a_report_about_the_device_does_not_lose_what_hands_must_do() -> None:
    shown = Shown()
    shown.banners.show(lines(BANNER_LINES + 1), stays=True)
    shown.banners.interrupt("works again")
    assert shown.banners.now == "works again"
    assert shown.after(1.2) == FIRST + MORE
    shown.banners.interrupt("works again")
    shown.banners.dismiss()
    assert (shown.banners.now, shown.banners.stays) == (FIRST + MORE, True)


# -- a turn that ends


def announced(table: Shadow, action: str) -> tuple[str, ...]:
    """What people must notice after an action."""
    before = table.context.step
    table.enter(table.read(action))
    after = table.context.step
    assert before is not None
    assert after is not None
    return router.announcements(before, after, table.context).sentences


def test_pra_7_whose_turn_it_is_now_is_said_when_a_turn_of_several_cards_ends() -> None:
    table = Shadow("praetorians", ("Ada", "Ben"))
    said = [announced(table, action) for action in ("flip R7", "flip Y3", "stop", "flip B4", "flip P5")]
    assert said == [(), (), ("Ben's turn",), (), ("▲P5: Ben is caught between the camps!", "Ada's turn")]


def test_nobodys_turn_is_said_when_the_game_is_over() -> None:
    table = Shadow("praetorians", ("Ada", "Ben"), entry="scores")
    for _ in range(5):
        assert announced(table, "bank 20") in ((), ("Ben's turn",), ("Ada reaches 99 and wins!",))
        if not table.over:
            announced(table, "bust")
    assert table.over


def test_han_6_whose_turn_it_is_now_is_said_after_a_battle_and_not_after_a_move_alone() -> None:
    table = Shadow("hannibal", ("Ada", "Ben"))
    assert announced(table, "fleet ROM-COR>SAR-CAR") == ("Battle at Sardinia–Carthage! Rome 1, Carthage 3",)
    assert announced(table, "clash 1 2") == (
        "Take a fleet of Ada off Sardinia–Carthage", "Ben wins the battle at Sardinia–Carthage", "Ben's turn",
    )  # fmt: skip
    assert announced(table, "legion CAR>ZAM") == ()


def test_hil_20_whose_turn_it_is_now_is_said_when_a_hill_has_been_turned_up_and_not_after_a_card_alone() -> None:
    table = Shadow("seven-hills", ("Ada", "Ben"))
    assert announced(table, "place 4") == ()
    assert announced(table, "place 5") == ()
    assert announced(table, "place 5") == ("Both tribes are at hill 5: turn it up, Ben's cards first",)
    assert announced(table, "reveal 7") == ()
    assert announced(table, "reveal 3") == ("Hill 5 is Ben's now: 7 to 3", "Ben's turn")


def test_where_players_alternate_card_by_card_nobodys_turn_is_said() -> None:
    table = Shadow("spartacus", ("Ada", "Ben", "Cleo"))
    assert [announced(table, action) for action in ("play 7", "play 5", "pass")] == [(), (), ()]
