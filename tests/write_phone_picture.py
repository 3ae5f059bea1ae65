"""The picture of the page for phones in the READMEs: `python tests/write_phone_picture.py` writes it again.

A paired phone in a real Chromium, at the table of a game of Hearts, with its score sheet.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # before tests/hardware

from browser import PHONE, chromium
from device import begun
from phones import running
from PIL import Image
from selenium.webdriver.support.ui import WebDriverWait

from companion.ports import Key

FILE = Path(__file__).parent / "pictures/phone.png"
NAMES = ("Ada", "Ben", "Cleo", "Dora")
TAKEN = ("0 5", "1 20", "2 0", "3 1", "1 13", "2 0", "3 13", "0 0")
HIGH = 1020


def main() -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "device"
        begun(folder, "hearts", NAMES, *[f"taken {taken}" for taken in TAKEN])
        with running(folder) as device, chromium(Path(name) / "profile") as browser:
            device.tap(Key.BACK)
            device.wait(lambda: device.screen == "menu")
            key = device.open_pairing()
            browser.open(f"{device.address}p#{key}", PHONE, high=HIGH)
            WebDriverWait(browser.driver, 10).until(lambda _: device.book.seen().numbers)
            device.wait(lambda: device.lines[0].startswith("Phone 1 "))
            device.tap(Key.DOWN)  # BACK on this banner would remove the phone
            while device.screen != "table":
                before = device.screen
                device.tap(Key.BACK)
                device.wait(lambda before=before: device.screen != before)  # type: ignore[misc]
            WebDriverWait(browser.driver, 10).until(lambda _: ": Taken" in browser.text().splitlines()[0])
            Image.open(io.BytesIO(browser.picture())).resize((PHONE, HIGH), Image.Resampling.LANCZOS).convert(
                "P", palette=Image.Palette.ADAPTIVE, colors=64
            ).save(FILE, optimize=True)


if __name__ == "__main__":
    main()
