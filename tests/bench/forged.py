"""Forged, replayed, stale, foreign and broken requests against the page for phones: what they change.

    python tests/bench/forged.py [--requests N]

Presses, rounds of the score sheet and score pads, from many addresses of this machine; what is cut off because all
places are taken is sent again. Prints how many of each kind were answered how, and whether anything changed on the
glass, in the record or among the pads.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]
sys.path.append(str(ROOT / "tests"))

from device import begun  # noqa: E402
from phones import HOST, Device, Phone, paired, running  # noqa: E402

from companion.ports import Key  # noqa: E402
from hardware.web.pairing import proof_of  # noqa: E402

WORKERS = 8
TARGETS = ("@ok", "@back", "@undo", "@help", "@field", "5", "0", "../", "")
TRIES, TRY_S = 200, 0.1
WHAT = ("press", "sheet", "pad")
KINDS = ("forged", "replayed", "stale", "foreign", "broken", "late")
PAD = files("companion.games.pad").joinpath("new.toml").read_bytes()
WRONG_PAD = PAD.replace(b"players = [2, 6]", b"players = [2, 60]")
HEARTS = ("taken 0 5", "taken 1 20", "taken 2 0", "taken 3 1")
Signed = tuple[bytes, dict[str, str]]


def sign(one: Phone, what: str, number: str, rng: random.Random, place: int) -> Signed:
    """A request with this number of a page or a sheet. If it counted, it would change something."""
    one.place = place - 1
    if what == "press":
        return one.signed(number, rng.choice(TARGETS))
    if what == "sheet":
        return one.signed_round(number, 0, {"taken 0": "6", "taken 1": "19"}, put=True)
    return one.signed_pad(PAD)


def request(place: int, port: int, phone: Phone, heard: dict[str, Signed], now: dict[str, str]) -> tuple[str, str, str]:
    """One request of a kind, and what became of it. `now` are the numbers of the page and the sheet."""
    rng = random.Random(place)
    kind, what = KINDS[place % 6], WHAT[place // 6 % 3]
    near = what == "pad" and rng.random() < 0.05  # the address of the phone, which has ten a second
    source = HOST if near else f"127.{rng.randrange(1, 250)}.{rng.randrange(250)}.{1 + rng.randrange(250)}"
    one = Phone(port, source=source)
    one.key, one.number, one.tab = phone.key, phone.number, phone.tab
    body, headers = sign(one, what, now[what], rng, 10**9 + place)
    if kind == "forged":
        headers["X-Proof"] = f"{rng.getrandbits(256):064x}"
        headers["X-Phone"] = rng.choice(["1", "1", "2", "0", "x", "9" * 30])
    elif kind == "replayed":
        body, headers = heard[what]
        if rng.random() < 0.5:
            body = body.replace(b"@", b"#") if rng.random() < 0.5 else body + b" "
    elif kind == "stale":
        body, headers = sign(one, what, f"{rng.getrandbits(48):012x}", rng, 1 + rng.randrange(1000))
    elif kind == "foreign":
        name = rng.choice(["Origin", "Host", "X-Companion", "Content-Type", "Sec-Fetch-Site"])
        headers[name] = rng.choice(["http://evil.example", "evil.example", "cross-site", ""])
    elif kind == "broken":
        body = rng.choice([b"", b"{", rng.randbytes(rng.randrange(2000)), json.dumps(rng.getrandbits(900)).encode()])
        if rng.random() < 0.5:
            headers["X-Proof"] = proof_of(one.key, what, body)
    elif what == "pad":  # from the phone itself: a pad with a fault
        one.place = 10**12 + place
        body, headers = one.signed_pad(WRONG_PAD)
    else:  # from the phone itself: a path, or a round, that has gone
        body, headers = sign(one, what, "0" * 12, rng, 10**12 + place)
    for _ in range(TRIES):
        try:
            status, answer = one.post(what, body, headers)
        except OSError:  # all places are taken: the window serves 300 connections a second
            time.sleep(TRY_S)
        else:
            return kind, what, f"{status} {answer['result'].strip()[:30]}"
    return kind, what, "cut off"


def attack(device: Device, count: int, folder: Path) -> None:
    phone = paired(device)
    heard = {"press": phone.signed(phone.page()["number"], "@back")}
    phone.post("press", *heard["press"])
    for _ in range(3):
        if device.screen != "table":
            phone.press("@back")
    device.wait(lambda: len(device.lines) > 1)
    sheet = phone.sheet()["number"]
    heard["sheet"] = phone.signed_round(sheet, 0, {"taken 0": "6", "taken 1": "20"}, put=True)
    heard["pad"] = phone.signed_pad(WRONG_PAD)
    for what in ("sheet", "pad"):  # the sums are wrong, and so is the pad
        phone.post(what, *heard[what])
    phone.press("@help")
    phone.press("@back")
    device.wait(lambda: device.screen == "table")
    page = phone.page()["number"]

    def seen() -> tuple[object, ...]:
        pads = folder / "pads"
        return device.screen, device.lines, (folder / "record.log").read_bytes(), pads.exists()

    before, results = seen(), Counter[tuple[str, str, str]]()
    with ThreadPoolExecutor(WORKERS) as pool:
        now = {"press": page, "sheet": sheet, "pad": ""}
        work = (pool.submit(request, place, device.port, phone, heard, now) for place in range(count))
        for done in list(work):
            results[done.result()] += 1
    for (kind, what, result), number in sorted(results.items()):
        print(f"{number:7} {kind:9} {what:6} {result}")
    phone.place = 10**13
    print(f"{results.total()} requests; changed: {before != seen()}; the phone itself may still press: "
          f"{phone.press('@help')}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    count = parser.parse_args().requests
    logging.basicConfig(level=logging.ERROR)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "device"
        begun(folder, "hearts", ("Ada", "Ben", "Cleo", "Dora"), *HEARTS)
        with running(folder, 'score = "never"\ndark = "never"\n') as device:
            device.tap(Key.BACK)
            device.wait(lambda: device.screen == "menu")
            attack(device, count, folder)


if __name__ == "__main__":
    main()
