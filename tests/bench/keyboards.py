"""Keyboards of the kernel's own uinput: what is lost, doubled or torn. As root, on a machine that has /dev/uinput.

    python tests/bench/keyboards.py [--busy N] [--work MS] [--nice N] [--readings]

It needs no library. `--busy` keeps N processes computing meanwhile.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from companion.ports import Gesture, Key, KeyPress, Reading, Typed  # noqa: E402
from hardware.clocks import SystemClock  # noqa: E402
from hardware.key_inbox import KeyInbox  # noqa: E402
from hardware.keyboards.codes import ENTERS, EV_KEY, EV_SYN, KEYS, READ, SYN_DROPPED  # noqa: E402
from hardware.keyboards.decode import EVENT, READING_S  # noqa: E402
from hardware.keyboards.devices import FOLDER, Keyboards, open_event_device  # noqa: E402

SET_KIND, SET_KEY, CREATE, DESTROY = 0x40045564, 0x40045565, 0x5501, 0x5502
USER_DEVICE = 1116
"""The size of `struct uinput_user_dev`."""
TAPS, READINGS, UNPLUGS = 10_000, 1_000, 50
FULL = "!"
"""Stands for a full buffer among the characters of a device. No text has one."""
READERS = 2
NEXT_S = 0.3
"""Nobody lays the next card on a reader sooner."""
ENTER, SHIFT, NUMLOCK = 28, 42, 69
CODES = {pair[shift]: (code, shift) for shift in (1, 0) for code, pair in READ.items()}
MOVES = (103, 108, 105, 106)


def events(*keys: tuple[int, int]) -> bytes:
    """Codes that go down (1) or up (0), each in a report of its own."""
    report = EVENT.pack(0, 0, EV_SYN, 0, 0)
    return b"".join([EVENT.pack(0, 0, EV_KEY, code, down) + report for code, down in keys])


def tap(code: int) -> bytes:
    return events((code, 1), (code, 0))


def stroke(character: str) -> bytes:
    code, shifted = CODES[character]
    return events((SHIFT, 1), (code, 1), (code, 0), (SHIFT, 0)) if shifted else tap(code)


class Device:
    """A keyboard of uinput."""

    def __init__(self, name: str) -> None:
        self.file = os.open("/dev/uinput", os.O_WRONLY)
        fcntl.ioctl(self.file, SET_KIND, EV_KEY)
        for code in (*KEYS, *READ, SHIFT, NUMLOCK):
            fcntl.ioctl(self.file, SET_KEY, code)
        os.write(self.file, name.encode().ljust(80, b"\0") + bytes(USER_DEVICE - 80))
        fcntl.ioctl(self.file, CREATE)

    def tap(self, code: int) -> None:
        os.write(self.file, tap(code))

    def write(self, character: str) -> None:
        os.write(self.file, stroke(character))

    def close(self) -> None:
        fcntl.ioctl(self.file, DESTROY)
        os.close(self.file)


class Inbox(KeyInbox):
    """Counts how often the kernel's buffer of a device was full, or the device gone."""

    losses = 0

    def keyboard_lost(self, device: object) -> None:
        self.losses += 1
        super().keyboard_lost(device)


class Noting(Keyboards):
    """Notes the bytes of each device, so that the kernel's times are known."""

    def __init__(self, inbox: KeyInbox) -> None:
        self.taken: defaultdict[int, bytearray] = defaultdict(bytearray)
        super().__init__(inbox)

    def _decode(self, descriptor: int, data: bytes) -> None:
        self.taken[descriptor] += data
        super()._decode(descriptor, data)

    def pauses(self) -> dict[str, float]:
        """The longest pause of each line of which nothing is lost, by its characters without Shift."""
        found = {}
        for data in self.taken.values():
            line: list[tuple[str, float]] = []
            for seconds, micros, kind, code, value in EVENT.iter_unpack(data):
                if kind == EV_SYN and code == SYN_DROPPED:
                    line.append((FULL, 0.0))
                elif kind == EV_KEY and value == 1 and (code in READ or code in ENTERS):
                    line.append((READ[code][0] if code in READ else "", seconds + micros / 1_000_000))
                    if code in ENTERS:
                        text = "".join([character for character, _ in line])
                        found[text] = max([now - before for (_, before), (_, now) in pairwise(line)], default=0.0)
                        line = []
        return found


class Heard:
    """What the inbox gave, in a thread that does what the loop would: it computes for some seconds after each event."""

    def __init__(self, inbox: KeyInbox, work_s: float) -> None:
        self.inbox = inbox
        self.work_s = work_s
        self.presses: Counter[Key] = Counter()
        self.readings: Counter[str] = Counter()
        self.typed = ""
        self.count = 0
        threading.Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        while True:
            event = self.inbox.get(None)
            if isinstance(event, KeyPress) and event.gesture is Gesture.PRESS:
                self.presses[event.key] += 1
            elif isinstance(event, Reading):
                self.readings[event.text] += 1
            elif isinstance(event, Typed):
                self.typed += event.text
            self.count += 1
            until = time.thread_time() + self.work_s
            while time.thread_time() < until:
                pass

    def settle(self) -> None:
        """Wait until nothing comes any more."""
        before = -1
        while before != self.count:
            before = self.count
            time.sleep(1.0)


def at_once() -> None:
    """The writers stand for hardware, which nothing delays."""
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))


def taps(devices: list[Device], heard: Heard) -> None:
    sent: Counter[Key] = Counter()
    digits = 0

    def type_on(device: Device, place: int) -> None:
        nonlocal digits
        rng = random.Random(place)
        for _ in range(TAPS // len(devices)):
            if place < len(MOVES):
                device.tap(MOVES[place])
                sent[KEYS[MOVES[place]]] += 1
            else:
                device.write("7")
                digits += 1
            time.sleep(rng.uniform(0.02, 0.06))

    threads = [threading.Thread(target=type_on, args=(device, place)) for place, device in enumerate(devices)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    heard.settle()
    got = heard.presses.total() + len(heard.typed)
    wrong = sum(((sent - heard.presses) + (heard.presses - sent)).values()) + abs(digits - heard.typed.count("7"))
    print(f"{sent.total() + digits} taps from {len(devices)} devices: {got} heard, {wrong} lost or doubled")


def send_readings(place: int, count: int) -> None:
    """Be a reader in a process of its own. Then print each text, and how long a pause in it can have been at most.

    A reader takes next to nothing of the processor, so all is made before the first of it is sent.
    """
    device, rng, sendings = Device(f"reader {place}"), random.Random(place), []
    for number in range(count):
        text = f"TC1 pra {place}{number:03}"  # 60 events with its Enter, as the longest labels
        strokes = [*map(stroke, text), tap(ENTER)]
        sendings.append((text, [(data, rng.uniform(0.001, 0.004)) for data in strokes]))
    at_once()
    time.sleep(3.0)
    pauses = []
    for _, sending in sendings:
        slowest, before = 0.0, time.monotonic()
        for data, pause in sending:
            began = time.monotonic()
            os.write(device.file, data)
            # The kernel's time of this key lies between the two, so this is the longest that the pause can have been.
            slowest, before = max(slowest, time.monotonic() - before), began
            time.sleep(pause)
        pauses.append(slowest)
        time.sleep(NEXT_S)
    for (text, _), slowest in zip(sendings, pauses, strict=True):
        print(slowest, text)
    time.sleep(2.0)
    device.close()


def readings(heard: Heard, keyboards: Noting) -> None:
    """Count the readings that are torn although they came fast enough by the kernel's times.

    Where its buffer was full nobody knows them; then the writer says how long a pause can have been at most.
    """
    command = [sys.executable, __file__, "--count", str(READINGS // READERS), "--reader"]
    writers = [subprocess.Popen([*command, str(place)], stdout=subprocess.PIPE, text=True) for place in range(READERS)]
    lines = [line for writer in writers for line in writer.communicate()[0].splitlines()]
    heard.settle()
    known = keyboards.pauses()
    slow, in_time, whole, full, doubled = 0, 0, 0, 0, 0
    for slowest, text in [line.split(" ", 1) for line in lines]:
        plain = "".join([READ[CODES[character][0]][0] for character in text])
        pause = known.get(plain, float(slowest))
        if pause > READING_S:
            slow += 1
            continue
        in_time += 1
        doubled += max(heard.readings[text] - 1, 0)
        if not heard.readings[text]:
            whole, full = whole + (plain in known), full + (plain not in known)
            state = "whole" if plain in known else "the kernel's buffer was full"
            print(f"torn: {text}, {state}, pauses of {1000 * pause:.1f} ms at most")
    print(f"{in_time} readings: {whole} torn that came whole, {full} torn by a full buffer, {doubled} doubled")
    print(f"{slow} more, in which this bench itself paused for more than {1000 * READING_S:.0f} ms")


def unplugging(heard: Heard) -> None:
    before, ok, waits = heard.readings.total(), heard.presses[Key.OK], []
    for _ in range(UNPLUGS):
        device = Device("leaving")
        began, count = time.monotonic(), heard.presses[Key.UP]
        while heard.presses[Key.UP] == count and time.monotonic() - began < 10:
            device.tap(103)
            time.sleep(0.02)
        waits.append(time.monotonic() - began)
        for character in "TC1 pra R1":
            device.write(character)
        device.close()
    heard.settle()
    entered = heard.readings.total() - before + heard.presses[Key.OK] - ok
    print(f"{UNPLUGS} unplugged in mid-word: {entered} entered; a new one is heard after {max(waits):.2f} s at most")


def killed() -> None:
    """A process that holds the devices is killed; then they can be grabbed again."""
    device = Device("kept")
    program = "; ".join([
        "import time", "from hardware.clocks import SystemClock", "from hardware.key_inbox import KeyInbox",
        "from hardware.keyboards.devices import Keyboards", "Keyboards(KeyInbox(SystemClock()))",
        "print('up', flush=True)", "time.sleep(99)",
    ])  # fmt: skip
    child = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    node = max(FOLDER.glob("event*"), key=lambda path: int(path.name[5:]))
    held = False
    for _ in range(20):
        time.sleep(1.0)
        try:
            opened = open_event_device(node)
        except OSError:
            held = True
            break
        assert opened is not None
        os.close(opened.descriptor)
    child.send_signal(signal.SIGKILL)
    child.wait()
    opened = open_event_device(node)
    assert opened is not None
    os.close(opened.descriptor)
    device.close()
    print(f"grabbed by the process: {held}; free again after SIGKILL: True")


def wakes() -> int:
    """How often the thread of the keyboards has slept so far."""
    for task in Path("/proc/self/task").iterdir():
        status = (task / "status").read_text("ascii")
        if int(task.name) != os.getpid() and "voluntary_ctxt_switches" in status:
            for thread in threading.enumerate():
                if thread.name == "keyboards" and thread.native_id == int(task.name):
                    return int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])
    raise LookupError("there is no thread of keyboards")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--work", type=int, default=0, help="milliseconds that the loop computes after each event")
    parser.add_argument("--readings", action="store_true", help="no taps")
    parser.add_argument("--nice", type=int, default=0, help="the priority of the device, as nice counts")
    parser.add_argument("--reader", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.reader is not None:
        send_readings(arguments.reader, arguments.count)
        return
    busy = [subprocess.Popen([sys.executable, "-c", "while 1: pass"]) for _ in range(arguments.busy)]
    os.setpriority(os.PRIO_PROCESS, 0, arguments.nice)  # as the service does; the threads of later inherit it
    try:
        killed()
        inbox = Inbox(SystemClock())
        inbox.repeat(None)
        heard = Heard(inbox, arguments.work / 1000)
        with closing(Noting(inbox)) as keyboards:
            devices = [Device(f"bench {number}") for number in range(5)]
            time.sleep(3.0)
            before = wakes()
            time.sleep(10.0)
            print(f"idle for 10 s: {wakes() - before} wakes of the thread")
            if not arguments.readings:
                taps(devices, heard)
                print(f"the kernel's buffer was full {inbox.losses} times")
            readings(heard, keyboards)
            print(f"the kernel's buffer was full {inbox.losses - READERS} times, since the start")
            unplugging(heard)
            for device in devices:
                device.close()
    finally:
        for process in busy:
            process.kill()


if __name__ == "__main__":
    main()
