"""The process that `startup.py` measures. It imports nothing of its own before it starts the device."""

from __future__ import annotations

import sys
import time


class Words:
    """Empty standard input, and a selector that reports it as ready."""

    def __init__(self, measured: dict[str, float]) -> None:
        self.buffer = self
        self._measured = measured

    def readline(self, size: int) -> bytes:
        self._measured.setdefault("ready", time.process_time())
        if "rss" not in self._measured:
            with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123 - without pathlib
                self._measured["rss"] = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        return b""


def device(folder: str) -> None:
    """Start the device in this process, and print when it came how far."""
    from hardware.simulated.chip import Ssd1306

    measured: dict[str, float] = {}
    write = Ssd1306.write

    def timed(chip: Ssd1306, stream: bytes) -> None:
        write(chip, stream)
        if "first" not in measured and chip.on and any(chip.ram):
            measured["first"] = time.process_time()

    Ssd1306.write = timed  # type: ignore[method-assign, assignment]
    sys.stdin = Words(measured)
    from companion.cli import main

    main(["run", "--panel", "text", "--data", folder])
    print_json(measured)


def card(folder: str) -> None:
    """Prepare a start of the card in this process, and print what it took."""
    from companion.cli import main

    main(["card", *[word for name in ("fat", "data", "run", "etc") for word in (f"--{name}", f"{folder}/{name}")]])
    print_json({"card": time.process_time()})


def print_json(measured: dict[str, float]) -> None:
    """Print what was measured as the last line."""
    import json

    print(json.dumps(measured))
