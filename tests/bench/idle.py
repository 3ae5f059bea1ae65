"""How often an untouched device wakes, and how fast it answers a key. Run by hand, takes about a minute:

    python tests/bench/idle.py [SECONDS]

The device is the real one on a simulated board: gpiozero's mock pins, the inbox of a board, the clock of the machine,
luma's driver on a bus that takes no time. Half a minute is watched from outside, with a game on the table: every time
one of its threads went to sleep, as the kernel counts it, and every time the inbox woke the loop. Both bars are of
wakes a second.

Then keys are pressed, and the time is taken from the edge at the pin to the last byte handed to the bus: `move` when a
key goes down that moves the cursor, `ok` when OK goes up, which often writes to the record and waits for the disk.
These are times of the wall clock: how busy the machine is shows in them. What a board adds is its debouncing and the
bytes on the bus.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from figures import note
from help_page import explain

HERE = Path(__file__).resolve()
WATCHED_S = 30.0
SETTLED_S = 10.0
"""So long after it is ready the watching begins: by then the modules that a key may need are imported, one by one."""
BAR = 0.2
PRESSES = 200
QUIET_S = 0.05
"""When nothing has gone over the bus for so long, all of an answer has."""
STARTED = b"ok\nok\nok\nok\nquit\n"
"""Words that begin a game: without one, a first start would wake for the pages of its tour."""


def device(folder: Path, presses: int) -> None:
    """Run a device until SIGTERM, or until so many keys have been pressed; at the end tell what was counted."""
    from companion.games.installed import INSTALLED
    from companion.ports import Event, Key
    from companion.record.record import Record
    from companion.services.device.loop_setup import make_loop
    from hardware.buttons import Buttons, Keys
    from hardware.clocks import SystemClock
    from hardware.key_inbox import KeyInbox
    from hardware.simulated.board import SimulatedBoard, SimulatedBus

    measured: dict[str, Any] = {"wakes": 0, "move": [], "ok": []}

    class Counted(KeyInbox):
        ready: float | None = None

        def get(self, deadline: float | None) -> Event | None:
            if self.ready is None:
                self.ready = time.monotonic()
                print("ready", flush=True)
            event = super().get(deadline)
            measured["wakes"] += time.monotonic() - self.ready > SETTLED_S
            return event

    clock = SystemClock()
    inbox = Counted(clock)
    signal.signal(signal.SIGTERM, lambda *_: inbox.stop())
    with Record(folder, INSTALLED) as journal, SimulatedBoard() as board, closing(board.oled()) as oled:
        last = [0.0]

        class Timed:
            """The chip of the display; it notes when the last bytes came."""

            def write(self, stream: bytes) -> None:
                board.chip.write(stream)
                last[0] = time.perf_counter()

        assert isinstance(board.bus, SimulatedBus)
        board.bus.chips = dict.fromkeys(board.bus.chips, Timed())  # type: ignore[arg-type]

        def answered(edge: Any, key: Key) -> float | None:
            """Milliseconds from an edge to the last byte; None for an edge that changes nothing on the glass."""
            began = time.perf_counter()
            edge(key)
            time.sleep(QUIET_S)
            while time.perf_counter() - last[0] < QUIET_S:
                time.sleep(QUIET_S / 5)
            return (last[0] - began) * 1000 if last[0] > began else None

        def press() -> None:
            time.sleep(SETTLED_S)
            for number in range(presses):
                key = (Key.DOWN, Key.OK)[number % 2]
                took = answered(board.press, key), answered(board.release, key)
                measured["move" if key is Key.DOWN else "ok"].append(took[key is Key.OK])
            inbox.stop()

        def buttons() -> Buttons:
            if presses:
                threading.Thread(target=press, daemon=True).start()
            return board.buttons(inbox.edge, clock)

        keys = Keys(buttons, inbox)
        make_loop(journal, folder, board.profile, inbox, [oled], clock, keys.attend).run()
    print(json.dumps(measured))


def slept(process: int) -> dict[str, int]:
    """How often each thread of a process has gone to sleep by itself so far."""
    found = {}
    for status in Path(f"/proc/{process}/task").glob("*/status"):
        lines = dict(line.split(":", 1) for line in status.read_text("ascii").splitlines() if ":" in line)
        found[status.parent.name] = int(lines["voluntary_ctxt_switches"])
    return found


def part(times: list[float | None], share: float) -> float:
    """The time that so many of them do not exceed."""
    known = sorted(took for took in times if took is not None)
    return known[min(int(len(known) * share), len(known) - 1)]


def main() -> None:
    """Print what was found."""
    watched_s = float(sys.argv[1]) if len(sys.argv) > 1 else WATCHED_S
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[2])}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion", "run", "--panel", "text", "--data", folder]
        subprocess.run(command, input=STARTED, env=environment, stdout=subprocess.DEVNULL, check=True)

        def started(presses: int) -> subprocess.Popen[str]:
            command = [sys.executable, str(HERE), "device", folder, str(presses)]
            process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            return process

        process = started(0)
        time.sleep(SETTLED_S)
        before = slept(process.pid)
        time.sleep(watched_s)
        after = slept(process.pid)
        process.terminate()
        measured = json.loads(process.communicate()[0])
        woken = {thread: count - before.get(thread, 0) for thread, count in after.items()}
        # The last wake of the inbox was the word to stop.
        print(f"{watched_s:.0f} s untouched, {len(woken)} threads")
        for name, count in (("all threads", sum(woken.values())), ("the loop", measured["wakes"] - 1)):
            rate = count / watched_s
            print(f"  {name:12} {count:4} wakes  {rate:5.3f} a second (bar {BAR}{'' if rate <= BAR else ', missed'})")
        measured = json.loads(started(PRESSES).communicate()[0])
        print(f"from the edge of a key to the last byte, {PRESSES} presses")
        figures: dict[str, str] = {}
        for name in ("move", "ok"):
            took = measured[name]
            figures |= {f"key-{name}-{what}": f"{part(took, of):.0f} ms" for what, of in (("p50", 0.5), ("p99", 0.99))}
            answers = sum(1 for time in took if time is not None)
            print(f"  {name:5} p50 {part(took, 0.5):6.2f} ms   p99 {part(took, 0.99):6.2f} ms   ({answers} answers)")
        note(HERE.name, figures)


if __name__ == "__main__":
    explain(__doc__)
    if sys.argv[1:2] == ["device"]:
        device(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        main()
