"""Forged, replayed, stale, foreign and broken requests against the page for phones: what they change.

    python tests/bench/forged.py [--requests N]

They come from many addresses of this machine. Prints how many of each kind were answered how, and whether anything
changed on the glass or in the record.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]
sys.path.append(str(ROOT / "tests"))

from device import begun  # noqa: E402
from phones import Device, Phone, paired, running  # noqa: E402

from companion.ports import Key  # noqa: E402

WORKERS = 8
TARGETS = ("@ok", "@back", "@undo", "@help", "@field", "R7", "stop", "0", "../", "")


def request(place: int, port: int, phone: Phone, heard: tuple[bytes, dict[str, str]], page: str) -> tuple[str, str]:
    """One request of a kind, and what became of it."""
    rng = random.Random(place)
    kind = ("forged", "replayed", "stale", "foreign", "broken", "late")[place % 6]
    one = Phone(port, source=f"127.{rng.randrange(1, 250)}.{rng.randrange(250)}.{1 + rng.randrange(250)}")
    one.key, one.number, one.tab = phone.key, phone.number, phone.tab
    target = rng.choice(TARGETS)
    body, headers = one.signed(page, target, place=10**9 + place)
    if kind == "forged":
        headers["X-Proof"] = f"{rng.getrandbits(256):064x}"
        headers["X-Phone"] = rng.choice(["1", "1", "2", "0", "x", "9" * 30])
    elif kind == "replayed":
        body, headers = heard
        if rng.random() < 0.5:
            body = body.replace(b"@", b"#") if rng.random() < 0.5 else body + b" "
    elif kind == "stale":
        body, headers = one.signed(f"{rng.getrandbits(48):012x}", target, place=1 + rng.randrange(1000))
    elif kind == "foreign":
        name = rng.choice(["Origin", "Host", "X-Companion", "Content-Type", "Sec-Fetch-Site"])
        headers[name] = rng.choice(["http://evil.example", "evil.example", "cross-site", ""])
    elif kind == "broken":
        body = rng.choice([b"", b"{", rng.randbytes(rng.randrange(2000)), json.dumps(rng.getrandbits(900)).encode()])
    else:  # a path that has gone, from the phone itself
        body, headers = one.signed("0" * 12, target, place=10**12 + place)
    try:
        status, answer = one.post("press", body, headers)
        return kind, f"{status} {answer['result'].strip()[:30]}"
    except OSError as error:
        return kind, type(error).__name__


def attack(device: Device, count: int, folder: Path) -> None:
    phone = paired(device)
    heard = phone.signed(phone.page()["number"], "@back")
    phone.post("press", *heard)
    for _ in range(3):
        if device.screen != "table":
            phone.press("@back")
    device.wait(lambda: len(device.lines) > 1)
    before, record, page = device.lines, (folder / "record.log").read_bytes(), phone.page()["number"]
    results: Counter[tuple[str, str]] = Counter()
    with ThreadPoolExecutor(WORKERS) as pool:
        work = (pool.submit(request, place, device.port, phone, heard, page) for place in range(count))
        for done in list(work):
            results[done.result()] += 1
    for (kind, result), number in sorted(results.items()):
        print(f"{number:7} {kind:9} {result}")
    changed = (before != device.lines) + (record != (folder / "record.log").read_bytes())
    phone.place = 10**13
    print(f"{results.total()} requests; changed: {changed}; the phone itself may still press: {phone.press('@help')}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    count = parser.parse_args().requests
    logging.basicConfig(level=logging.ERROR)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "device"
        begun(folder, "praetorians", ("Ada", "Ben"), "flip R1")
        with running(folder, 'score = "never"\ndark = "never"\n') as device:
            device.tap(Key.BACK)
            device.wait(lambda: device.screen == "menu")
            attack(device, count, folder)


if __name__ == "__main__":
    main()
