"""How the modules of the product hang together: no circles, imports at the top, no module that is too long."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from companion.games.registry import GAMES
from companion.kit.game import PARTS

ROOT = Path(__file__).resolve().parents[1]
MODULE_MOST = 600
"""The most lines of a module. The measure is one idea a module; a longer one is asked whether it is two."""

FIRST_PICTURE = "the first picture does not wait for it"
OPTIONAL = "an optional library; where it is missing, only what needs it fails"
CTRL_C = "Ctrl-C during this import ends the process without a traceback"
RARE = "it costs a start, and few starts need it"
MIND = "a game with a mind of its own needs no other"
SCREEN = "a start pays for the screen that it shows; people come to the others later"
DOCTOR = "the doctor says what is not installed"


INSIDE = {
    "companion/__main__.py": {"companion.cli.main": CTRL_C},
    "companion/console/__init__.py": {
        "difflib.get_close_matches": RARE,
        "platformdirs.user_data_path": FIRST_PICTURE,
    },
    "companion/commands/card.py": {
        "companion.services.card.network.watch": RARE,
        "companion.services.card.stick.copy_to_stick": RARE,
    },
    "companion/services/device/loop_setup.py": {
        "companion.console.record_access.words_of": RARE,
        "companion.games.pad.collection": RARE,
        "companion.services.device.on_card": RARE,
        "companion.services.pad_process.PadProcess": RARE,
    },
    "companion/services/device/__init__.py": {
        "companion.installation.install_command": RARE,
        "hardware.frame_files.Frames": RARE,
        "hardware.simulated.terminal": RARE,
        "hardware.web.Window": RARE,
        "hardware.web.pairing.Phones": RARE,
    },
    "companion/services/device/board_front.py": {
        "companion.services.device.loop_setup.painter_and_words": FIRST_PICTURE,
        "companion.services.device.loop_setup.make_loop": FIRST_PICTURE,
        "companion.services.device.loop_setup.make_worker": FIRST_PICTURE,
        "hardware.keyboards.devices.Keyboards": RARE,
        "hardware.lamps.make_parts": RARE,
    },
    "companion/services/device/text_front.py": {
        "companion.services.device.loop_setup.make_loop": FIRST_PICTURE,
        "companion.services.device.loop_setup.make_worker": FIRST_PICTURE,
    },
    "companion/services/checks/findings.py": {"hardware.pin_base.CONSUMER": DOCTOR, "smbus2.SMBus": DOCTOR},
    "companion/services/card/prepare.py": {
        "companion.services.card.pads.take_pads": RARE,
        "companion.record.backup.back_up": RARE,
    },
    "companion/commands/run.py": {
        "companion.services.boards.board_by_name": FIRST_PICTURE,
        "companion.console.log_lines.log_to_stderr": FIRST_PICTURE,
        "companion.console.record_access.words_of": FIRST_PICTURE,
        "companion.console.record_access.explain_trouble": FIRST_PICTURE,
    },
    "companion/games/hannibal/text.py": {"companion.games.hannibal.mind.search.threats_by": MIND},
    "companion/games/seven_hills/text.py": {"companion.games.seven_hills.mind.review.laid": MIND},
    "companion/kit/game.py": {"companion.kit.search.engine_mind.engine_mind": MIND},
    "companion/games/installed.py": {"companion.games.pad.collection.PADS": RARE},
    "companion/guard.py": {"traceback.extract_tb": FIRST_PICTURE},
    "companion/log.py": {"logging": FIRST_PICTURE},
    "companion/reader.py": {"tomllib": RARE},
    "companion/report/page.py": {"segno": OPTIONAL},
    "companion/report/label_sheet.py": {"segno": OPTIONAL},
    "companion/session/device.py": {
        "companion.kit.search.mind.Choice": RARE,
        "companion.kit.search.mind.Thought": RARE,
    },
    "companion/session/roster.py": {"companion.record.figures": RARE, "companion.record.rated": RARE},
    "companion/session/secret_keeper.py": {
        "companion.session.secrets.drawn_seats": RARE,
        "companion.session.secrets.left_behind": RARE,
        "companion.session.secrets.shows_hidden": RARE,
    },
    "companion/session/session.py": {
        "companion.session.heights.height_now": RARE,
        "companion.session.review.review": RARE,
    },
    "companion/app/active_settings.py": {"companion.session.ratings": RARE},
    "companion/app/thinking.py": {
        "companion.app.reviewing.Reviewing": RARE,
        "companion.kit.search.mind.Thought": RARE,
        "companion.kit.search.mind.even": RARE,
        "companion.session.advice.is_proven": RARE,
        "companion.session.secrets.seat_requests": RARE,
        "companion.session.secrets.sight_of": RARE,
    },
    "companion/app/composer.py": {"companion.ui.motion.pages_between": SCREEN},
    "companion/app/questions.py": {"companion.ui.test_card.ROOM": SCREEN},
    "companion/session/settings_file.py": {"companion.kit.labels.is_label": RARE},
    "companion/record/lookup.py": {"companion.play.results.is_one_side": RARE},
    "companion/play/timeline.py": {"hashlib": RARE},
    "companion/texts.py": {"hashlib": RARE},
    "companion/session/ratings.py": {"openskill.models.PlackettLuce": OPTIONAL},
    "companion/ui/paint_list.py": {"companion.ui.paint_board.spaces": SCREEN},
    "companion/ui/painter.py": {
        "companion.ui.paint_board": SCREEN,
        "companion.ui.paint_chart": SCREEN,
        "companion.ui.paint_clocks": SCREEN,
        "companion.ui.paint_figures": SCREEN,
        "companion.ui.paint_score": SCREEN,
        "companion.ui.qr": SCREEN,
        "companion.ui.test_card": SCREEN,
    },
    "companion/ui/qr.py": {"segno": OPTIONAL},
    "companion/ui/screen.py": {"companion.session.public_view.public_view": RARE},
    "companion/ui/shutdown.py": {"companion.ui.safe_picture.SafePicture": FIRST_PICTURE},
    "companion/ui/routes.py": dict.fromkeys(
        (
            f"companion.ui.{name}"
            for name in (
                "asked.Asked",
                "audit.Audit",
                "audit.ask_first",
                "game_over.Over",
                "game_screens.running_snapshot",
                "game_screens.screens_of",
                "handover.Handover",
                "help.help_on",
                "history.History",
                "history.Waiting",
                "hold_menu.open_hold_menu",
                "home.Home",
                "more_games.MoreGames",
                "labels.labelled_on_table",
                "log.Log",
                "messages.Messages",
                "new_game.New",
                "people.People",
                "people.players_of",
                "phones.Phones",
                "questions.answers",
                "qr_screen.Address",
                "read_only.ReadOnly",
                "review.own_puzzle",
                "settings.Settings",
                "setup_pages.Seal",
                "setup_pages.SetUp",
                "sources.SOURCES",
                "table.Score",
                "table.Table",
                "tour.Tour",
            )
        ),
        SCREEN,
    ),
    "hardware/web/app.py": {"segno": OPTIONAL},
    "hardware/boards/profile.py": dict.fromkeys(
        ("companion.toml_slips.first_slip", "companion.toml_slips.mend"), FIRST_PICTURE
    ),
    "hardware/buttons.py": {"gpiozero.InputDevice": FIRST_PICTURE},
    "hardware/lamps.py": {"gpiozero.DigitalOutputDevice": FIRST_PICTURE},
    "hardware/oled.py": {
        "PIL.Image": FIRST_PICTURE,
        "hardware.spi.SpiWire": RARE,
        "luma.core.error.DeviceNotFoundError": FIRST_PICTURE,
        "luma.core.error.DevicePermissionError": FIRST_PICTURE,
        "luma.core.interface.serial.i2c": FIRST_PICTURE,
        "luma.oled.device": FIRST_PICTURE,
    },
    "hardware/pins.py": {
        "companion.installation.install_command": RARE,
        "gpiozero.Device": FIRST_PICTURE,
        "hardware.gpiod_pins.GpiodFactory": OPTIONAL,
        "hardware.lgpio_pins.LgpioFactory": OPTIONAL,
    },
    "hardware/simulated/board.py": {
        "gpiozero.pins.mock.MockFactory": FIRST_PICTURE,
        "gpiozero.pins.mock.MockPin": FIRST_PICTURE,
        "hardware.lamps.make_parts": RARE,
        "hardware.simulated.spi.SimulatedSpi": RARE,
        "hardware.spi.SpiWire": RARE,
        "luma.core.interface.serial.i2c": FIRST_PICTURE,
    },
    "hardware/simulated/chip.py": {"PIL.Image": FIRST_PICTURE, "PIL.ImageChops": FIRST_PICTURE},
    "hardware/simulated/terminal/__init__.py": {"hardware.simulated.terminal.app.TerminalApp": OPTIONAL},
    "hardware/simulated/window/__init__.py": {"hardware.simulated.window.app.WindowApp": OPTIONAL},
    "hardware/spi.py": {"gpiozero.OutputDevice": FIRST_PICTURE, "luma.core.interface.serial.spi": FIRST_PICTURE},
    "hardware/web/__init__.py": {"hardware.web.server.ServerThread": OPTIONAL},
}
"""The only imports inside functions, with the reason of each. `tests/bench/startup.py` measures a start."""


def modules() -> dict[str, Path]:
    """The files of the product by the names of their modules."""
    files = sorted(file for package in ("companion", "hardware") for file in (ROOT / package).rglob("*.py"))
    return {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


@cache
def trees() -> Mapping[str, ast.AST]:
    """The syntax trees of the product by the names of their modules; parsing them takes a second."""
    return {module: ast.parse(file.read_text("utf-8")) for module, file in modules().items()}


def imported(tree: ast.AST) -> Iterator[str]:
    """The names that a tree imports, with the module of each; also for types only, and constants of `import_module`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif (
            isinstance(node, ast.Call)
            and "import_module" in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
            and isinstance(node.args[0], ast.Constant)
        ):
            yield str(node.args[0].value)


def inside_functions(tree: ast.AST) -> set[str]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {name for function in functions for name in imported(function)}


def is_game(module: str) -> bool:
    """Whether the class of a game stands in this module."""
    return module == "companion.games.pad.game" or module.removeprefix("companion.games.").replace("_", "-") in GAMES


def folder_of(module: str) -> str:
    return module.removesuffix(".game")


def circle(trees: Mapping[str, ast.AST]) -> list[str]:
    """Modules that import each other in a circle, also where an import is only for types; empty if there is none."""
    graph = {}
    for module, tree in trees.items():
        names = [name if name in trees else name.rpartition(".")[0] for name in imported(tree)]
        graph[module] = {name for name in names if name in trees and name != module}
    for module in filter(is_game, trees):
        graph[module] |= {f"{folder_of(module)}.{part}" for part in PARTS} & trees.keys()
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_a_circle_is_found_also_where_it_is_only_for_types() -> None:
    one = ast.parse("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.two import Two")
    assert circle({"house.one": one, "house.two": ast.parse("def f():\n    from house import one")}) != []
    assert circle({"house.one": one, "house.two": ast.parse("import math")}) == []


def test_a_constant_in_import_module_is_an_import() -> None:
    one = ast.parse('def f():\n    return import_module("house.two").g()')
    assert circle({"house.one": one, "house.two": ast.parse("from house.one import f")}) != []


def test_a_game_imports_the_parts_that_it_looks_up_by_their_names() -> None:
    game, text = ast.parse("import math"), ast.parse("from companion.games.spartacus import GAME")
    assert circle({"companion.games.spartacus": game, "companion.games.spartacus.text": text}) != []
    assert circle({"companion.games.spartacus": game, "companion.games.spartacus.lines": text}) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle(trees()) == []


def test_an_import_inside_a_method_is_found() -> None:
    assert inside_functions(ast.parse("import re\nclass A:\n    def f(self):\n        from os import path")) == {
        "os.path"
    }


def test_imports_stand_at_the_top_but_for_those_with_a_reason() -> None:
    found = {}
    for module, file in modules().items():
        names = inside_functions(trees()[module])
        if names:
            found[str(file.relative_to(ROOT))] = names
    assert found == {file: set(reasons) for file, reasons in INSIDE.items()}


def test_no_module_is_too_long() -> None:
    lengths = {module: len(file.read_text("utf-8").splitlines()) for module, file in modules().items()}
    assert {module: length for module, length in lengths.items() if length > MODULE_MOST} == {}
