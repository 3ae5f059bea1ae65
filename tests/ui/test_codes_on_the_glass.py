"""QR codes on the glass, read by a decoder from the frame: the result of a game, and where the web window is."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
import zxingcpp
from device import WALL, Answer, Player, begin, look, pick, played, says
from PIL import Image, ImageOps

from companion.ports import DeviceState
from companion.ui.game_over import Over
from companion.ui.home import Home
from companion.ui.intents import Say
from companion.ui.painter import Painter
from companion.ui.qr import modules
from companion.ui.qr_screen import Address, Code, open_code
from companion.ui.screen import Capabilities, Command, Context
from companion.ui.settings import Settings
from companion.values import replace
from companion.words import Words
from hardware.typeface import lcd

PAINTER, WORDS = Painter(lcd()), Words("en")
SIGHT = Context(None, (), False, WORDS, PAINTER.wrap)
TODAY = time.strftime("%Y-%m-%d", time.localtime(WALL))


class Camera:
    """A phone in front of the glass: black around it, and every pixel seen as several."""

    def __init__(self) -> None:
        self.frames: list[Image.Image] = []

    def show(self, shown: DeviceState) -> None:
        self.frames.append(shown.frame)

    def close(self) -> None: ...

    def read(self) -> list[str]:
        return scanned(self.frames[-1])


def scanned(frame: Image.Image) -> list[str]:
    large = frame.convert("L").resize((frame.width * 4, frame.height * 4), Image.Resampling.NEAREST)
    return [found.text for found in zxingcpp.read_barcodes(ImageOps.expand(large, 60, 0))]


def module(text: str) -> int:
    """How many pixels a module of a code has."""
    found = modules(text)
    assert found is not None
    return found.pixels


def to_the_end() -> Player:
    """A game of Praetorians by scores, from home to its end: Player 1 matches ten times."""
    yield from pick("Praetorians")
    yield from pick("Entry")
    yield from begin()
    answer: Answer = yield from look()
    while answer["screen"] != "over":
        yield from pick("Match 6–10")
        answer = yield from look()
        while answer["lines"][2] != "10":
            answer = yield "down"
        answer = yield "ok"
        while answer["banner"]:
            answer = yield "wait 3"


def test_a_phone_takes_the_result_along(tmp_path: Path) -> None:
    camera = Camera()

    def player() -> Player:
        yield from to_the_end()
        yield from pick("QR code")
        answer = yield from look()
        assert answer["screen"] == "code"
        said = f"Praetorians {TODAY}: Player 1 wins. Player 1 99 / Player 2 3"
        assert camera.read() == [said.upper()]
        assert answer["lines"][-1] == said
        answer = yield "back"
        assert answer["screen"] == "over"
        yield from pick("Home")
        yield from pick("History")
        yield "ok"
        yield from pick("QR code")
        assert camera.read() == [said.upper()]

    played(tmp_path, player(), panels=(camera,))


@pytest.mark.parametrize(
    "text",
    [
        "http://192.168.178.123:8000/",
        "http://raspberrypi.local:8000/",
        "Praetorians 2026-07-04: Ada wins. Ada 99, Ben 62",
        "Spartacus 2026-07-04: Zoë wins. Zoë 74, Maximilian 38, Ben -20, Dora 3, Ada 1",
        "スパルタクス 2026-07-04: クレオの勝ち。クレオ 74 / アダ 38",
        "x" * 271,
    ],
)
def test_what_is_on_the_glass_is_what_was_meant(text: str) -> None:
    assert scanned(PAINTER.page(Code(Home(), text).view(SIGHT))) == [text]


def test_a_module_has_two_pixels_where_they_fit_also_by_capitals() -> None:
    assert module("http://192.168.178.123:8000/") == 2
    natural = "Praetorians 2026-07-04: Dora wins. Dora 99 / Cleo 88 / Ada 71 / Ben 64"
    assert module(natural) == 2
    assert scanned(PAINTER.page(Code(Home(), natural).view(SIGHT))) == [natural.upper()]
    assert module(natural.replace("Ada", "Zoë")) == 1


def test_there_is_light_around_a_code() -> None:
    for text in ("http://192.168.178.123:8000/", "A" * 77, "x" * 271):
        square = PAINTER.page(Code(Home(), text).view(SIGHT)).crop((0, 0, 64, 64))
        left, top, right, bottom = square.convert("L").point(lambda light: 255 - light).getbbox() or (0, 0, 64, 64)
        assert min(left, top, 64 - right, 64 - bottom) >= 3


def test_what_is_too_long_for_the_glass_is_said() -> None:
    over = Over()
    assert open_code(over, "x," * 136) == Say("screen.code.long", {}, over)
    assert open_code(over, "x" * 271) == Code(over, "x" * 271)


def test_settings_lead_to_the_address_of_the_web_window_while_there_is_one() -> None:
    address = "http://192.168.178.123:8000/"
    there = replace(SIGHT, capabilities=lambda: Capabilities(web=address))
    settings = Settings(Home())
    lines = [str(item) for item in settings.view(there).menu]
    assert lines.index("Web window: on") == len(lines) - 2
    assert not any(str(item).startswith("Web") for item in settings.view(SIGHT).menu)
    at_web = replace(settings, cursor=len(lines) - 2)
    screen = at_web.update(Command.OK, there)
    assert isinstance(screen, Address)
    assert screen == Address(at_web)
    page = screen.view(there)
    assert page.text == ("192.168.", "178.123", ":8000")
    assert scanned(PAINTER.page(page)) == [address]
    assert screen.update(Command.OK, there) == at_web


def test_a_long_name_of_the_machine_can_be_read_and_scanned() -> None:
    address = "http://the-companion-in-the-parlour.local:8000/"
    page = Address(Home()).view(replace(SIGHT, capabilities=lambda: Capabilities(web=address)))
    assert "".join(page.text) == "the-companion-in-the-parlour.local:8000"
    assert [text.lower() for text in scanned(PAINTER.page(page))] == [address]


def test_without_the_library_no_code_is_offered_and_the_address_can_still_be_read() -> None:
    script = """
import sys
sys.modules["segno"] = None
sys.path.insert(0, "tests")
from companion.ui.qr import can
assert not can()
from test_codes_on_the_glass import SIGHT, Address, Capabilities, Home, Over, replace
page = Address(Home()).view(replace(SIGHT, capabilities=lambda: Capabilities(web="http://192.168.1.5:8000/")))
assert page.text == ("Open this page with a", "phone:", "192.168.1.5:8000"), page.text
assert not page.code
assert "QR code" not in [line.item.label for line in Over().lines(SIGHT)]
"""
    root = Path(__file__).parents[2]
    paths = ["-c", f"import sys; sys.path[:0] = [{str(root)!r}, {str(root / 'tests' / 'ui')!r}]\n{script}"]
    subprocess.run([sys.executable, *paths], check=True, cwd=root)


def test_a_device_without_a_web_window_has_no_line_for_it(tmp_path: Path) -> None:
    answer = played(tmp_path, says("up ok"))[-1]
    assert answer["screen"] == "settings"
    assert not any(line.startswith("Web") for line in answer["lines"])
