"""The lamps and the buzzer, by the four keys: whose lamp is lit, and which sound a key makes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from device import Player, pick, played, says, tell
from installed import GameSetup

from companion.app.composer import lit_lamps, place_at_table, sound_after
from companion.games import registry
from companion.games.registry import GAMES
from companion.games.registry import game as engine
from companion.play.timeline import Snapshot, advance
from companion.ports import DeviceState, Light, PortError, Sound
from companion.ui.intents import Enter, Redo, Rematch, Say, Undo
from companion.ui.table import Table
from companion.values import replace
from companion.words import Words
from hardware.boards import ALL_KEYS
from hardware.simulated.board import SimulatedBoard

WHOLE = replace(ALL_KEYS, lights=(20, 21), buzzer=22)
"""A board with everything."""
TWO = ("Player 1", "Player 2")
CLICKS = 'sounds = "keys"\n'


class Signals:
    """A panel that keeps the lamps of every picture and all sounds."""

    def __init__(self) -> None:
        self.lamps: list[set[int]] = []
        self.sounds: list[Sound] = []
        self.dark: set[int] | None = None

    def show(self, shown: DeviceState) -> None:
        self.lamps.append(set(shown.lamps))
        self.sounds += [shown.sound] if shown.sound is not None else []
        if shown.light is Light.DARK:
            self.dark = set(shown.lamps)

    def close(self) -> None: ...


def after(folder: Path, player: Player, board: SimulatedBoard | None = None, **more: Any) -> Signals:
    """The states of lamps and buzzer while somebody played on a board with everything."""
    panel = Signals()
    played(folder, player, panels=(panel,), board=board or SimulatedBoard(WHOLE), **more)
    return panel


def heard(folder: Path, *lines: str) -> list[str]:
    """The sounds of the last line's keys, after those of the others."""
    before = after(folder / "before", says(*lines[:-1])).sounds
    sounds = after(folder / "all", says(*lines)).sounds
    assert sounds[: len(before)] == before
    return [sound.value for sound in sounds[len(before) :]]


def game_with(*actions: str) -> Player:
    """A game of Praetorians by cards with these entries."""
    yield from says("ok", "ok", "ok")
    for action in actions:
        yield from tell(action, TWO)


# -- sounds


def test_by_default_keys_that_move_make_no_sound(tmp_path: Path) -> None:
    assert heard(tmp_path, "down up ok back down ok") == []


def test_who_wants_it_hears_a_click_for_every_key_that_does_something(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(CLICKS)
    assert after(tmp_path, says("down up", "ok back", "hold ok", "back")).sounds == [Sound.KEY] * 6


def test_a_key_that_does_nothing_is_refused(tmp_path: Path) -> None:
    assert heard(tmp_path, "back") == ["refused"]


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    assert heard(tmp_path, "hold back") == ["refused"]


def test_a_key_that_ends_a_banner_has_done_something(tmp_path: Path) -> None:
    """On home BACK does nothing else."""
    assert heard(tmp_path, "hold back", "back") == []


def test_a_start_an_action_undo_and_redo_are_done(tmp_path: Path) -> None:
    assert heard(tmp_path, "ok", "ok") == ["done"]
    assert after(tmp_path / "game", game_with("flip R7")).sounds == [Sound.DONE, Sound.DONE]
    assert after(tmp_path / "game", says("hold back")).sounds == [Sound.DONE]


def test_a_caught_player_has_a_sound_of_its_own(tmp_path: Path) -> None:
    """PRA-5: red and blue are of different camps."""
    sounds = after(tmp_path, game_with("flip R7", "flip B3")).sounds
    assert sounds[-1] is Sound.BUST
    # Undo is only done; what comes back is as bad as it was.
    undone = after(tmp_path, redone()).sounds
    assert undone == [Sound.DONE, Sound.BUST]


def redone() -> Player:
    yield "hold back"
    yield from says("back")
    yield from pick("Redo")


def test_a_game_that_is_won_has_a_sound_of_its_own(tmp_path: Path) -> None:
    def ended(how: str) -> Player:
        yield from game_with()
        yield from says("back")
        yield from pick("End the game")
        yield from pick(how)
        yield from pick("End it")

    assert after(tmp_path / "won", ended("Player 1 concedes")).sounds[-1] is Sound.WIN
    assert after(tmp_path / "draw", ended("Agreed draw")).sounds[-1] is Sound.DONE


def test_a_setting_is_done_and_its_sound_is_the_first_or_the_last(tmp_path: Path) -> None:
    def switched(times: int) -> Player:
        yield from pick("Settings")
        yield from pick("Sounds")
        yield from says(*["ok"] * (times - 1))

    assert after(tmp_path / "1", switched(1)).sounds == [Sound.DONE]
    # Then with clicks; then off, which is silent; then on again.
    assert after(tmp_path / "3", switched(3)).sounds == [Sound.DONE, Sound.DONE]


def test_a_sound_that_is_switched_off_is_not_played(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("sounds = false\n")
    assert after(tmp_path, says("back", "ok ok ok", "hold back")).sounds == []


def test_a_board_without_a_buzzer_gets_no_sound(tmp_path: Path) -> None:
    board = SimulatedBoard(replace(ALL_KEYS, lights=(20, 21)))
    assert after(tmp_path, says("back", "ok ok ok", "hold back"), board).sounds == []


def test_a_first_press_on_dark_glass_makes_no_sound(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(CLICKS)
    assert after(tmp_path, says("ok back", "wait 700", "back")).sounds == [Sound.KEY] * 2


def test_a_sound_is_played_once_even_if_its_port_fails_at_that_moment(tmp_path: Path) -> None:
    class Loose(Signals):
        """A buzzer whose wire is loose while the first sound comes."""

        def show(self, shown: DeviceState) -> None:
            if shown.sound is not None and not self.tried:
                self.tried.append(shown.sound)
                raise PortError("the buzzer is not there")
            super().show(shown)

        tried: list[Sound]

    loose = Loose()
    loose.tried = []
    whole = Signals()
    played(tmp_path, says("back", "wait 60", "back"), panels=(loose, whole), board=SimulatedBoard(WHOLE))
    assert whole.sounds == [Sound.REFUSED, Sound.REFUSED]
    assert loose.tried == [Sound.REFUSED]
    assert loose.sounds == [Sound.REFUSED]


GAME = engine("praetorians")


def moments(options: dict[str, object], *texts: str, names: Iterable[str] = ("Ada", "Ben")) -> list[Snapshot]:
    """The moments of a game of Praetorians."""
    game = GameSetup(1, "praetorians", tuple(names), GAME.complete(options))
    steps = [Snapshot(1, 0, "new praetorians", game, game.begin())]
    for number, text in enumerate(texts, 2):
        timeline = steps[-1].timeline
        assert timeline is not None
        steps.append(Snapshot(number, number - 1, text, game, advance(game, timeline, text)))
    return steps


def test_who_is_sent_back_by_a_12_has_had_a_setback() -> None:
    before, now = moments({"twelves": True, "entry": "cards"}, "flip 12>1")
    assert sound_after(Enter("flip 12>1"), before, now) is Sound.BUST


def test_a_caught_player_by_scores_is_a_setback_and_a_bank_is_not() -> None:
    start, caught, banked = moments({"entry": "scores"}, "bust", "bank 21")
    assert sound_after(Enter("bust"), start, caught) is Sound.BUST
    assert sound_after(Enter("bank 21"), caught, banked) is Sound.DONE
    assert sound_after(Undo(), caught, start) is Sound.DONE
    assert sound_after(Redo(), start, caught) is Sound.BUST


def test_entries_after_the_end_do_not_win_the_game_again() -> None:
    *_, won, changed = moments({"entry": "scores"}, "concede 0", "change 1 concede 1")
    assert sound_after(Enter("change 1 concede 1"), won, changed) is Sound.DONE


def test_only_to_say_why_not_is_a_refusal_and_a_new_game_is_done() -> None:
    assert sound_after(Say("settings.no-letters", {}, Table()), None, None) is Sound.REFUSED
    (begun,) = moments({})
    assert sound_after(Rematch(), None, begun) is Sound.DONE


@pytest.mark.parametrize("game", GAMES)
def test_setbacks_interrupt_and_are_said_in_words(game: str) -> None:
    look, words = registry.game(game).text, Words("en")
    assert look.setbacks <= look.banners
    assert all(key in words for key in look.setbacks)


# -- lamps


def test_the_lamp_of_the_player_in_turn_is_lit_and_moves_on_with_the_turn(tmp_path: Path) -> None:
    panel = after(tmp_path, game_with("flip R7", "stop"))
    assert panel.lamps[0] == set()
    assert [lit for before, lit in pairwise(panel.lamps) if lit != before] == [{0}, {1}]


def test_a_restart_lights_the_lamp_again_with_the_first_picture(tmp_path: Path) -> None:
    after(tmp_path, game_with("flip R7", "stop"))
    assert after(tmp_path, says()).lamps == [{1}]


def conceded() -> Player:
    """A game that is given up at once."""
    yield from game_with()
    yield from says("back")
    yield from pick("End the game")
    yield from pick("Player 1 concedes")
    yield from pick("End it")


def test_after_the_end_of_a_game_no_lamp_is_lit(tmp_path: Path) -> None:
    assert after(tmp_path, conceded()).lamps[-1] == set()


def test_in_a_rematch_everybody_keeps_the_lamp_although_the_seats_move(tmp_path: Path) -> None:
    """Player 2 begins the rematch, and is seat 0 in it."""

    def twice() -> Player:
        yield from conceded()
        yield from says("ok ok")  # past the results

    assert after(tmp_path, twice()).lamps[-1] == {1}


@pytest.mark.parametrize("shift", range(4))
def test_places_are_counted_around_the_table_and_do_not_depend_on_who_begins(shift: int) -> None:
    around = ("Ben", "ada", "Dora", "Cleo")
    names = around[shift:] + around[:shift]
    assert {name: place_at_table(names, seat) for seat, name in enumerate(names)} == {
        "ada": 0,
        "Dora": 1,
        "Cleo": 2,
        "Ben": 3,
    }


def test_where_everybody_may_tell_something_no_lamp_is_lit() -> None:
    """Spartacus by scores: the pile of any player."""
    game = GameSetup(1, "spartacus", ("Ada", "Ben", "Cleo"), engine("spartacus").complete({"entry": "scores"}))
    step = Snapshot(1, 0, "new spartacus", game, game.begin())
    assert step.position is not None
    assert len(step.position.to_act) == 3
    assert lit_lamps(step) == frozenset()


def test_without_a_game_or_with_one_that_cannot_be_continued_no_lamp_is_lit() -> None:
    (step,) = moments({})
    assert lit_lamps(None) == frozenset()
    assert lit_lamps(Snapshot(1, 0, "new praetorians", step.setup, None)) == frozenset()
    assert lit_lamps(step) == frozenset({0})


def test_lamps_stay_while_the_glass_is_dimmed_go_out_with_it_and_come_back(tmp_path: Path) -> None:
    panel = after(tmp_path, says("ok ok ok", "wait 700", "down"))
    assert panel.dark == set()
    assert panel.lamps.count(set()) == panel.lamps.index({0}) + 1
    assert panel.lamps[-1] == {0}


def test_lamps_that_are_switched_off_go_out_at_once_and_on_again_come_back(tmp_path: Path) -> None:
    def switched() -> Player:
        yield from says("ok ok ok", "back")
        yield from pick("Home")
        yield from pick("Settings")
        yield from pick("Seat lights")
        yield "ok"

    lamps = after(tmp_path, switched()).lamps
    changes = [lit for before, lit in pairwise(lamps) if lit != before]
    assert changes == [{0}, set(), {0}]
