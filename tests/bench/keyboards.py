"""Keyboards of the kernel's own uinput: what is lost, doubled or torn. As root, on a machine that has /dev/uinput.

    python tests/bench/keyboards.py [--busy N] [--readings]

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
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from companion.ports import Gesture, Key, KeyPress, Reading, Typed  # noqa: E402
from hardware.clocks import SystemClock  # noqa: E402
from hardware.key_inbox import KeyInbox  # noqa: E402
from hardware.keyboards.codes import EV_KEY, EV_SYN, KEYS, READ  # noqa: E402
from hardware.keyboards.decode import EVENT, READING_S  # noqa: E402
from hardware.keyboards.devices import FOLDER, Keyboards, open_event_device  # noqa: E402

SET_KIND, SET_KEY, CREATE, DESTROY = 0x40045564, 0x40045565, 0x5501, 0x5502
USER_DEVICE = 1116
"""The size of `struct uinput_user_dev`."""
TAPS, READINGS, UNPLUGS = 10_000, 1_000, 50
READERS = 2
CODES = {pair[shift]: (code, shift) for shift in (1, 0) for code, pair in READ.items()}
MOVES = (103, 108, 105, 106)


class Device:
    """A keyboard of uinput."""

    def __init__(self, name: str) -> None:
        self.file = os.open("/dev/uinput", os.O_WRONLY)
        fcntl.ioctl(self.file, SET_KIND, EV_KEY)
        for code in (*KEYS, *READ, 42, 69):
            fcntl.ioctl(self.file, SET_KEY, code)
        os.write(self.file, name.encode().ljust(80, b"\0") + bytes(USER_DEVICE - 80))
        fcntl.ioctl(self.file, CREATE)

    def send(self, *keys: tuple[int, int]) -> None:
        """Codes that go down (1) or up (0), each in a report of its own, at once."""
        report = EVENT.pack(0, 0, EV_SYN, 0, 0)
        os.write(self.file, b"".join([EVENT.pack(0, 0, EV_KEY, code, down) + report for code, down in keys]))

    def tap(self, code: int) -> None:
        self.send((code, 1), (code, 0))

    def write(self, character: str) -> None:
        code, shifted = CODES[character]
        self.send((42, 1), (code, 1), (code, 0), (42, 0)) if shifted else self.tap(code)

    def close(self) -> None:
        fcntl.ioctl(self.file, DESTROY)
        os.close(self.file)


class Inbox(KeyInbox):
    """Counts how often the kernel's buffer of a device was full, or the device gone."""

    losses = 0

    def keyboard_lost(self, device: object) -> None:
        self.losses += 1
        super().keyboard_lost(device)


class Heard:
    """What the inbox gave, in a thread that does what the loop would."""

    def __init__(self, inbox: KeyInbox) -> None:
        self.inbox = inbox
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
    """Be a reader in a process of its own; print each text that went out as fast as a reader sends it."""
    at_once()
    device, rng = Device(f"reader {place}"), random.Random(place)
    time.sleep(3.0)
    for number in range(count):
        text = f"TC1 pra R{rng.randint(1, 12)}#{place}-{number}."
        slowest, before = 0.0, time.monotonic()
        for character in [*text, ""]:
            began = time.monotonic()
            device.write(character) if character else device.tap(28)
            # The kernel's time of this key lies between the two, so this is the longest that the pause can have been.
            slowest, before = max(slowest, time.monotonic() - before), began
            time.sleep(rng.uniform(0.001, 0.004))
        if slowest < READING_S:
            print(text, flush=True)
        time.sleep(0.05)
    time.sleep(2.0)
    device.close()


def readings(heard: Heard) -> None:
    command = [sys.executable, __file__, "--count", str(READINGS // READERS), "--reader"]
    writers = [subprocess.Popen([*command, str(place)], stdout=subprocess.PIPE, text=True) for place in range(READERS)]
    sent = [text for writer in writers for text in writer.communicate()[0].splitlines()]
    heard.settle()
    torn = sum(1 for text in sent if not heard.readings[text])
    doubled = sum(heard.readings[text] - 1 for text in sent if heard.readings[text])
    print(f"{len(sent)} readings: {torn} torn, {doubled} doubled")
    print(f"{READINGS - len(sent)} more, in which this bench itself may have paused for {1000 * READING_S:.0f} ms")


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
        heard = Heard(inbox)
        with closing(Keyboards(inbox)):
            devices = [Device(f"bench {number}") for number in range(5)]
            time.sleep(3.0)
            before = wakes()
            time.sleep(10.0)
            print(f"idle for 10 s: {wakes() - before} wakes of the thread")
            if not arguments.readings:
                taps(devices, heard)
                print(f"the kernel's buffer was full {inbox.losses} times")
            readings(heard)
            print(f"the kernel's buffer was full {inbox.losses - READERS} times, since the start")
            unplugging(heard)
            for device in devices:
                device.close()
    finally:
        for process in busy:
            process.kill()


if __name__ == "__main__":
    main()
