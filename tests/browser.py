"""A real headless Chromium for the tests of pages.

One Chromium serves all tests of a run, each test with an empty page and nothing left of the one before. It has a
profile of its own, empty, and fetches nothing but what a test opens.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import needs
from patience import PATIENCE_S
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

PHONE, DESKTOP = 360, 1280
"""Widths of a window, in pixels of a page."""
HIGH = 800


class Browser:
    """One window of a Chromium. `driver` is the whole of it, to click and to type."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def open(self, address: str | Path, width: int = DESKTOP, *, dark: bool = False, high: int = HIGH) -> None:
        """Open a page or a file in a window as wide as that, for people who like it light or dark."""
        if isinstance(address, Path):
            address = address.absolute().as_uri()
        self.see(width, dark=dark, high=high)
        self.driver.get(address)

    def see(self, width: int, *, dark: bool = False, high: int = HIGH, forced: bool = False) -> None:
        """Let the window be as wide as that, light or dark; up to 500 pixels it is a phone.

        Phones and desks have two pixels for one of the page; what is wider is a screen on a wall and has one.
        `forced`: the colours are those of the system, and nothing should move, as people set it who see little.
        """
        pixels = 2 if width <= DESKTOP else 1
        size = {"width": width, "height": high, "deviceScaleFactor": pixels, "mobile": width <= 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        features = {
            "prefers-color-scheme": "dark" if dark else "light",
            "forced-colors": "active" if forced else "none",
            "prefers-reduced-motion": "reduce" if forced else "no-preference",
        }
        named = [{"name": name, "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": named})

    def run(self, script: str, *arguments: object) -> Any:
        """What the body of a function of JavaScript returns. It runs outside of what the page allows itself."""
        return self.driver.execute_script(script, *arguments)

    def run_all(self, *scripts: str) -> list[Any]:
        """The lists that the bodies of some functions return, one behind the other, by one question to the browser.

        To ask costs more than most answers.
        """
        return list(self.run(f"return [{','.join(f'...(function () {{{script}}})()' for script in scripts)}]"))

    def text(self) -> str:
        """All that can be read."""
        return str(self.run("return document.body.innerText"))

    def said(self) -> list[str]:
        """What stands on the console since this was last asked: errors of scripts, whatever the page forbids itself."""
        return [str(line["message"]) for line in self.driver.get_log("browser")]

    def requested(self) -> list[str]:
        """The addresses of everything that pages have asked for since this was last asked, in order."""
        events = [json.loads(line["message"])["message"] for line in self.driver.get_log("performance")]
        return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]

    def too_wide(self) -> list[str]:
        """What reaches beyond the window to the right or to the left, and the page itself if it can be moved sideways.

        What scrolls within a part of the page that lets it is left out.
        """
        return list(self.run(_TOO_WIDE))

    def torn(self) -> list[str]:
        """Every number, and every word of up to a dozen Latin, Cyrillic or Greek letters, that stands on two lines, and
        every button that lies over another one. A word stands between blanks or punctuation: what else is joined to it
        makes it longer.
        """
        return list(self.run(TORN))

    def faults(self, *, contrast: bool = True) -> list[str]:
        """What axe-core, whose script has been run in the page, finds wrong with it. How texts stand out takes it more
        time than all its other rules; without `contrast` that is left out, for a test that asks `faint` instead.
        """
        return list(self.driver.execute_async_script(_AXE, contrast))

    def faint(self) -> list[str]:
        """Every text that stands out less from what is behind it than WCAG 2 asks for at AA, with its ratio.

        Backgrounds are plain colours here, those of the elements around the text; in a drawing that of its last shape
        below the text that fills the place.
        """
        return list(self.run(_FAINT))

    def pdf(self) -> bytes:
        """The page as it is printed, on A4.

        Chromium prints in a process of its own, which may not come up in time on a busy machine. It then says `Printing
        failed`, and starts it once more for the next attempt.
        """
        for _ in range(2):
            with suppress(WebDriverException):
                return self._print()
        return self._print()

    def _print(self) -> bytes:
        paper = {"paperWidth": 8.27, "paperHeight": 11.69, "preferCSSPageSize": True, "printBackground": False}
        return base64.b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", paper)["data"])

    def picture(self, *, whole: bool = False) -> bytes:
        """What can be seen as a PNG; the whole page, if that is asked for."""
        how = {"format": "png", "captureBeyondViewport": whole}
        if whole:
            size = self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
            how["clip"] = {**size, "scale": 1}
        return base64.b64decode(self.driver.execute_cdp_cmd("Page.captureScreenshot", how)["data"])

    def clear(self) -> None:
        """An empty page, and nothing said or asked for."""
        first, *others = self.driver.window_handles
        for other in others:
            self.driver.switch_to.window(other)
            self.driver.close()
        self.driver.switch_to.window(first)
        self.driver.get("about:blank")
        self.driver.delete_all_cookies()
        self.see(DESKTOP)
        self.said()
        self.requested()


@contextmanager
def chromium(profile: Path, more: Sequence[str] = ()) -> Iterator[Browser]:
    """A Chromium with an empty folder for its profile, ended when this is left."""
    options = ChromeOptions()
    options.binary_location = needs.program("chromium")
    driver = needs.program("chromedriver")
    quiet = ("disable-background-networking", "disable-component-update", "disable-sync", "no-first-run")
    # Its sandbox needs what root and containers have not, and it opens nothing but what we have written.
    for word in ("headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", *quiet, *more):
        options.add_argument(f"--{word}")
    options.add_argument(f"--user-data-dir={profile}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # Chromium writes reports of crashes into the home of the user, wherever its profile is; and it ends at once if the
    # folder for temporary files lies too deep for the path of a socket.
    environment = {"PATH": os.environ["PATH"], "HOME": str(profile)}
    # With a given path of the driver, Selenium does not search for one, and downloads none.
    window = Chrome(options=options, service=Service(driver, env=environment))
    window.set_script_timeout(PATIENCE_S)
    try:
        yield Browser(window)
    finally:
        window.quit()


_AXE = """
const [contrast, done] = arguments;
const said = (found) => `${found.id}: ${found.nodes.map((node) => node.html).slice(0, 3).join(" ")}`;
axe.run(document, {resultTypes: ["violations"], rules: {"color-contrast": {enabled: contrast}}})
  .then((all) => done(all.violations.map(said)), (fault) => done([String(fault)]));
"""
_TOO_WIDE = """
const wide = document.documentElement.clientWidth, found = [];
const whole = document.documentElement.scrollWidth;
if (whole > wide) found.push(`the page is ${whole} wide in ${wide}`);
const scrolls = (e) => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
for (const e of document.body.querySelectorAll('*')) {
  if (e.ownerSVGElement && !e.getBBox) continue;
  const box = e.getBoundingClientRect();
  if (!box.width || !box.height) continue;
  if ((box.right > wide + 0.5 || box.left < -0.5) && !scrolls(e.parentElement))
    found.push(`${e.tagName} ${e.className.baseVal ?? e.className}: ${box.left} to ${box.right} in ${wide}`);
}
return found;
"""

TORN = r"""
const words = new RegExp([
  /(?<!\d)[-+−]?\d+/, /(?<![^\s("'“‘\u2068])[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]{2,12}(?![^\s.,:;!?)"'”’\u2069])/u,
].map((one) => one.source).join('|'), 'gu');
const found = [], range = document.createRange(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const text = walk.currentNode, e = text.parentElement;
  if (!e.checkVisibility() || e.closest('script, style, noscript')) continue;
  for (const word of text.data.matchAll(words)) {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const lines = new Set(Array.from(range.getClientRects(), (box) => Math.round(box.top)));
    if (lines.size > 1) found.push(`${word[0]} of ${text.data.trim().slice(0, 40)}`);
  }
}
const boxes = Array.from(document.querySelectorAll('main button')).filter((e) => e.checkVisibility())
  .map((e) => [e.textContent, e.getBoundingClientRect()]);
for (const [place, [name, box]] of boxes.entries()) {
  for (const [other, beside] of boxes.slice(place + 1)) {
    const across = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
    const down = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
    if (across > 0.5 && down > 0.5) found.push(`${name} over ${other}`);
  }
}
return found;
"""

_FAINT = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const colours = new Map(), grounds = new Map(), shapes = new Map();
const rgba = (colour) => {
  if (!colours.has(colour)) {  // reading a pixel is slow, and a page has few colours
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    colours.set(colour, [r, g, b, a / 255]);
  }
  return [...colours.get(colour)];
};
const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const light = (c) => {
  const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const paper = getComputedStyle(document.documentElement).colorScheme.includes('dark')
  && matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#fff';
const behind = (e) => {
  if (!e) return rgba(paper);
  if (!grounds.has(e)) {
    const below = behind(e.parentElement);
    grounds.set(e, e.ownerSVGElement ? below : over(rgba(getComputedStyle(e).backgroundColor), below));
  }
  return grounds.get(e);
};
const filled = (svg) => {
  if (!shapes.has(svg)) shapes.set(svg, [...svg.querySelectorAll('rect, circle, ellipse, path, polygon')]
    .filter(shape => !shape.closest('defs') && getComputedStyle(shape).fill !== 'none')
    .map(shape => {
      const style = getComputedStyle(shape), fill = rgba(style.fill);
      fill[3] *= style.fillOpacity * style.opacity;
      return {shape, fill, inverse: shape.getScreenCTM().inverse()};
    }));
  return shapes.get(svg);
};
const drawn = (text) => {
  let ground = behind(text.ownerSVGElement);
  const box = text.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
  for (const {shape, fill, inverse} of filled(text.ownerSVGElement)) {
    if (text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) break;
    if (shape.isPointInFill(new DOMPoint(x, y).matrixTransform(inverse))) ground = over(fill, ground);
  }
  return ground;
};
const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const said = walk.currentNode.data.trim(), e = walk.currentNode.parentElement;
  if (!said || !e.checkVisibility({visibilityProperty: true}) || e.closest('title, desc, script, style')) continue;
  const style = getComputedStyle(e), svg = e.ownerSVGElement;
  const ground = svg ? drawn(e.closest('text')) : behind(e);
  const colour = rgba(svg ? style.fill : style.color);
  for (let at = e; at; at = at.parentElement) colour[3] *= getComputedStyle(at).opacity;
  const [low, high] = [light(ground), light(over(colour, ground))].sort((a, b) => a - b);
  const scale = svg ? Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b) : 1;
  const size = parseFloat(style.fontSize) * scale, bold = style.fontWeight >= 700;
  const ratio = (high + 0.05) / (low + 0.05), least = size >= 24 || bold && size >= 18.66 ? 3 : 4.5;
  if (ratio < least) found.push(`${ratio.toFixed(2)}: ${said.slice(0, 40)}`);
}
return found;
"""
