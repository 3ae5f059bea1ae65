"""QR codes on the glass, read by a decoder from the frame: the result of a game, and where the web window is."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
import zxingcpp
from device import WALL, Answer, Player, begin, look, pick, played, says
from fixed_library import FixedLibrary
from PIL import Image, ImageFilter, ImageOps

from companion.play.act import Result
from companion.play.fold import GameInfo
from companion.ports import DeviceState
from companion.ui.home import Home
from companion.ui.painter import Painter
from companion.ui.qr import fits, modules
from companion.ui.qr_screen import Address, Code, result
from companion.ui.routes import ROUTES
from companion.ui.screen import Capabilities, Command, Context
from companion.ui.settings import Settings
from companion.values import replace
from companion.words import Words
from hardware.fonts import lcd

PAINTER, WORDS = Painter(lcd()), Words("en")
SIGHT = Context(None, (), False, WORDS, PAINTER.wrap, ROUTES, FixedLibrary())
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
    """What a phone reads in a picture of the glass: enlarged, held a little askew, out of focus, black around it."""
    large = frame.convert("L").resize((frame.width * 6, frame.height * 6), Image.Resampling.NEAREST)
    photo = ImageOps.expand(large, 90, 0).rotate(4, Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(4))
    return [found.text for found in zxingcpp.read_barcodes(photo)]


def game(names: tuple[str, ...], scores: tuple[int, ...], key: str = "praetorians") -> GameInfo:
    """A finished game of the record; the one with the highest score has won."""
    won = (scores.index(max(scores)),)
    return GameInfo(1, key, (), names, {}, 0, 0.0, WALL, Result(won, scores))


def to_the_end() -> Player:
    """A game of Praetorians by scores, from home to its end: Player 1 matches ten times."""
    yield from pick("Praetorians")
    yield from pick("Entry")
    yield from begin()
    answer: Answer = yield from look()
    while answer["screen"] != "results":
        yield from pick("Match 6–10")
        answer = yield from look()
        while answer["lines"][2] != "10":
            answer = yield "down"
        answer = yield "ok"
        while answer["banner"]:
            answer = yield "wait 3"
    yield "down"


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
        "Praetorians 2026-07-04: Dora wins. Dora 99 / Cleo 88 / Ada 71 / Ben 64",
        "Spartacus 2026-07-04: Zoë wins. Zoë 74 / Ben -20",
        "近衛兵 2026-07-04: Adaの勝ち。Ada 99 / Ben 62",
        "x" * 53,
        "A" * 77,
    ],
)
def test_a_phone_that_is_held_askew_and_out_of_focus_reads_what_was_meant(text: str) -> None:
    read = scanned(PAINTER.page(Code(Home(), text).view(SIGHT)))
    assert [found.lower() for found in read] == [text.lower()]


def test_a_module_has_two_pixels_and_four_modules_of_white_where_the_glass_has_room() -> None:
    for text, high, above in (("http://192.168.178.123:8000/", 50, 7), ("A" * 77, 58, 3), ("x" * 53, 58, 3)):
        assert len(modules(text)) * 2 == high
        picture = PAINTER.page(Code(Home(), text).view(SIGHT)).crop((0, 0, 74, 64))
        left, top, right, bottom = picture.convert("L").point(lambda light: 255 - light).getbbox() or (0, 0, 0, 0)
        assert (right - left, bottom - top) == (high, high)
        assert min(left, 74 - right) >= 8
        assert min(top, 64 - bottom) == above


def test_what_needs_smaller_modules_is_not_offered() -> None:
    assert [fits(text) for text in ("x" * 53, "x," * 27, "A" * 77, "A" * 78, "あ" * 18)] == [
        True, False, True, False, False
    ]  # fmt: skip


def test_a_long_result_leaves_out_the_date_or_the_sentence_and_at_last_the_code() -> None:
    ja = Words("ja", breaks=True)
    assert result(game(("Ada", "Ben"), (99, 62)), ja) == f"近衛兵 {TODAY}: Adaの勝ち。Ada 99 / Ben 62"
    assert result(game(("Zoë", "Ben", "Cleopatra"), (99, 62, 3)), WORDS) == "Praetorians: Zoë 99 / Ben 62 / Cleopatra 3"
    assert result(game(("さくら", "たろう"), (99, 62)), ja) == f"近衛兵 {TODAY}: さくら 99 / たろう 62"
    assert result(game(("あ" * 12, "い" * 12), (99, 62)), ja) == ""
    conceded = game(("Ada", "Ben"), (0, 1), "hannibal")._replace(result=Result((0,), (1, 0), "concede 1"))
    assert result(conceded, ja) == f"ハンニバル対ローマ {TODAY}: Benが投了"


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
from companion.ui.qr import is_available
assert not is_available()
from companion.ui.game_over import Over
from test_codes_on_the_glass import SIGHT, Address, Capabilities, Home, replace
page = Address(Home()).view(replace(SIGHT, capabilities=lambda: Capabilities(web="http://192.168.1.5:8000/")))
assert page.text == ("Open this page with a", "phone:", "192.168.1.5:8000"), page.text
assert not page.code
assert "QR code" not in [line.item.label for line in Over(opened=True).lines(SIGHT)]
"""
    root = Path(__file__).parents[2]
    paths = ["-c", f"import sys; sys.path[:0] = [{str(root)!r}, {str(root / 'tests' / 'ui')!r}]\n{script}"]
    subprocess.run([sys.executable, *paths], check=True, cwd=root)


def test_a_device_without_a_web_window_has_no_line_for_it(tmp_path: Path) -> None:
    answer = played(tmp_path, says("up ok"))[-1]
    assert answer["screen"] == "settings"
    assert not any(line.startswith("Web") for line in answer["lines"])
