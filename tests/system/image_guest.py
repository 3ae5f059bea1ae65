"""Boots a card in a virtual machine: does it play, is it closed, can it be updated, does it survive the plug?

    python3 image_guest.py IMAGE --arch amd64|arm64 --folder DIR [--pulls N] [--seed N] [--only-pulls]

IMAGE is the image of make-image.sh, with its root file beside it. image.sh makes both and starts this.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from image_machine import Machine, Missed, Starved, fat_sum, run

READY_S = {"amd64": 60.0, "arm64": 120.0}
"""The most that a start may take until the first picture, of the time that the machine had."""
PATIENCE_S = 240.0
"""For anything else."""
CHANGE_S = 5.0
"""From a key to the next picture."""
CARD_MB = 1024
OF_USB = "usbhid hid_generic evdev usb_storage uas sd_mod exfat"
DRIVERS = {"amd64": OF_USB, "arm64": f"{OF_USB} dwc2"}
"""What keyboards and sticks need; no machine of QEMU here has a socket for them."""
PAST = ("-rtc", "base=2001-01-01T00:00:00")
"""As on a Pi: no clock that runs without power."""
JOURNAL = "journalctl --quiet --output=cat --unit=companion.service"
PICTURE = '{"screen"'
QUESTION = '"screen": "root"'
"""The glass asks whether to go on with the root file that failed: a key would start the machine again."""
LOG = "/var/lib/companion/record.log"
KEYS = "/run/companion/keys"


class Report:
    """Numbered checks, printed as they come."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.failed = 0

    def check(self, what: str, holds: bool, why: object = "") -> None:
        """One check; `why` is printed if it failed."""
        line = f"{len(self.lines) + 1:3d}  {'ok    ' if holds else 'FAILED'}  {what}"
        self.lines.append(line)
        print(line, flush=True)
        if not holds:
            self.failed += 1
            print("             " + "\n             ".join(str(why).splitlines()[-20:]), flush=True)

    @contextmanager
    def checking(self, what: str) -> Iterator[None]:
        """A check that holds if the block ends without Missed or OSError."""
        try:
            yield
        except (Missed, OSError) as error:
            self.check(what, False, f"{type(error).__name__}: {error}")
        else:
            self.check(what, True)


# -- what is asked of a machine


def is_ready(machine: Machine) -> bool:
    return machine.get("systemctl is-active companion.service") == "active"


def boot(machine: Machine) -> float:
    """Start; returns the seconds until it was ready, of the time that the machine had. Keys ask for nothing then."""
    machine.start()
    machine.wait_until(machine.answers, "an answer", PATIENCE_S)
    seconds = machine.wait_until(lambda: is_ready(machine), "the first picture", PATIENCE_S)
    if start_file(machine).get("ask") == "yes":
        machine.wait_until(lambda: QUESTION not in shown(machine), "the end of the question", PATIENCE_S)
    return seconds


def settle(machine: Machine) -> None:
    """Wait until everything that starts has started."""
    # After its jobs there are those of the units that come with the service.
    jobs = "systemctl is-active multi-user.target | grep -vx active; systemctl list-jobs --no-legend"
    machine.wait_until(lambda: not machine.get(jobs), "the rest of the system", PATIENCE_S)


def start_file(machine: Machine) -> dict[str, str]:
    """What the initrd has said of this start."""
    lines = machine.get("cat /run/companion-card/start").splitlines()
    return dict(line.split("=", 1) for line in lines)


def messages(machine: Machine) -> str:
    return machine.get("cat /run/companion-card/messages.json")


def shown(machine: Machine) -> str:
    """The picture, in words: the last line of JSON."""
    return machine.get(f"{JOURNAL} | grep '^{PICTURE}' | tail -n 1")


marks = 0


def press(machine: Machine, *words: str) -> None:
    """Press keys, each as soon as the picture shows that the one before was taken.

    The device ignores a key that reaches it too late, as a busy machine may bring it: then it is pressed again, up to
    three times, and raises Missed.
    """
    for word in words:
        before = shown(machine)
        for attempt in range(3):
            enter(machine, word)
            try:
                machine.wait_until(lambda: shown(machine) != before, f"a picture after {word}", CHANGE_S)  # noqa: B023
            except Missed:
                if attempt == 2:
                    raise
            else:
                break


def enter(machine: Machine, word: str) -> None:
    """Press a key, and wait until it has been looked at: an unknown word gets its answer in its turn."""
    global marks
    marks += 1
    send(machine, word, f"mark{marks}")
    answer = f"{JOURNAL} -n 30 | grep -v '^{PICTURE}' | grep -w mark{marks}"
    machine.wait_until(lambda: machine.ask(answer)[0] == 0, f"the key {word}", PATIENCE_S)


def begin(machine: Machine) -> None:
    """From home to a game of Praetorians."""
    for _ in range(10):
        if '"screen": "table"' in shown(machine):
            return
        press(machine, "ok")


def send(machine: Machine, *words: str) -> None:
    """Press keys, and do not wait."""
    machine.get(f"printf '%s\\n' {' '.join(words)} >{KEYS}")


def acknowledged(machine: Machine) -> tuple[int, str]:
    """The length of the record and the hash of it."""
    size = int(machine.get(f"stat -c %s {LOG}"))
    # Of so many bytes, because an entry may come meanwhile.
    return size, machine.get(f"head -c {size} {LOG} | sha256sum").split()[0]


def kept(machine: Machine, before: tuple[int, str]) -> bool:
    """Whether the record begins with what was acknowledged before."""
    size, sum_ = before
    return size == 0 or machine.get(f"head -c {size} {LOG} | sha256sum").split()[0] == sum_


def data_sectors(machine: Machine) -> int:
    return int(machine.get("cat /sys/class/block/vda2/start")) + int(machine.get("cat /sys/class/block/vda2/size"))


def moment_of(machine: Machine, unit: str) -> float:
    """When a unit was up, in seconds since the kernel began."""
    return int(machine.get(f"systemctl show --property=ActiveEnterTimestampMonotonic --value {unit}")) / 1e6


def failed_units(machine: Machine) -> str:
    """What has failed, with what it said; a service that was started again has failed, too."""
    units = machine.get("systemctl --failed --no-legend --plain --full | cut -d' ' -f1").split()
    if machine.get("systemctl show --property=NRestarts --value companion.service") != "0":
        units.append("companion.service")
    return "\n".join(f"{unit}:\n{machine.get(f'journalctl --quiet --no-pager --unit={unit} -n 12')}" for unit in units)


# -- the checks


def first_start(machine: Machine, report: Report) -> tuple[int, str]:
    """A card as it was flashed. Returns the record when the plug was pulled."""
    seconds = boot(machine)
    report.check(
        f"a fresh card is ready after {seconds:.0f} s ({machine.waited():.0f} s more without a processor)",
        seconds <= READY_S[machine.arch],
        f"wanted: {READY_S[machine.arch]:.0f} s",
    )
    settle(machine)
    first, rest = (moment_of(machine, unit) for unit in ("companion.service", "multi-user.target"))
    report.check(f"… {rest - first:.0f} s before the rest of the system", first < rest)
    faults = failed_units(machine)
    report.check("no unit has failed, the service was started once", not faults, faults)
    tables = " ".join(f"/proc/net/{name}" for name in ("tcp", "udp", "raw", "packet", "tcp6", "udp6", "raw6"))
    sockets = machine.get(f"cat {tables} 2>/dev/null | grep -v -e address -e RefCnt")
    report.check("nothing listens", not sockets, sockets)
    links = machine.get("ls /sys/class/net")
    report.check("there is no network device but lo", links == "lo", links)
    passwords = machine.get("cut -d: -f1,2 /etc/shadow | grep -v ':!\\*$'")
    report.check("no account has a password", not passwords, passwords)
    logins = machine.get(
        "systemctl list-units --no-legend --plain '*getty*' 'debug-shell*' 'ssh*';"
        "systemctl is-active systemd-networkd wpa_supplicant | grep -x active"
    )
    report.check("nobody can log in", not logins, logins)
    mounts = machine.get("grep -E ' (/|/boot/firmware|/data|/var/lib/companion) ' /proc/mounts")
    report.check("the FAT partition is read-only", "/boot/firmware vfat ro," in mounts, mounts)
    report.check("the root is a file of it, in memory above", "overlay / overlay rw" in mounts, mounts)
    report.check("the records are on the second partition", "/dev/vda2 /var/lib/companion ext4 rw," in mounts, mounts)
    sectors = data_sectors(machine)
    report.check("the second partition ends with the card", sectors == CARD_MB * 2048, sectors)
    free = int(machine.get("df -m --output=size /data | tail -n 1"))
    report.check(f"… and so does its file system ({free} MB)", free > (CARD_MB - 516) * 0.9, free)
    owner = machine.get("stat -c '%U %a' /var/lib/companion")
    report.check("the records are the service's and its group's", owner == "companion 750", owner)
    report.check("companion.toml as it comes needs no message", messages(machine) == "[]", messages(machine))
    status, said = machine.ask(f"modprobe --all {DRIVERS[machine.arch]}")
    report.check("the drivers of keyboards and sticks load", status == 0, said)
    if machine.arch == "amd64":
        screen = "tr -d '\\000' </dev/vcs1 | fold -w 80"
        with report.checking("a screen shows what the doctor finds, without a login"):
            machine.wait_until(lambda: "Faults:" in machine.get(screen), machine.get(screen), PATIENCE_S)
    begin(machine)
    begun = acknowledged(machine)[0]
    press(machine, "ok", "ok", "ok", "ok")
    report.check("a game is begun and cards are entered", acknowledged(machine)[0] > begun, shown(machine))
    with report.checking("after a minute the start counts as a good one"):
        machine.wait_until(lambda: machine.ask("test -e /data/tries")[0] != 0, "the end of the count", PATIENCE_S)
    before = acknowledged(machine)
    report.check("the game is in the record", before[0] > 200, before)
    return before


def update(machine: Machine, report: Report, root: Path, before: tuple[int, str]) -> None:
    """A newer root file, copied onto the card; and a clock that knows nothing."""
    now = int(machine.get("date +%s"))
    machine.pull()
    machine.copy_to_card(root, "root-9.0.0.sqfs")
    machine.write_to_card("root-9.0.0.sqfs.sha256", f"{sum_of(root)} *root-9.0.0.sqfs\r\n".encode())
    boot(machine)
    report.check(
        "a newer root file is taken", start_file(machine).get("root") == "root-9.0.0.sqfs", start_file(machine)
    )
    report.check("the plug was pulled: the record is all there", kept(machine, before))
    report.check("… and the game goes on", '"screen": "table"' in shown(machine), shown(machine))
    backups = machine.get("find /data -name '*.backup' -size +0")
    report.check("before, the record was backed up", bool(backups), machine.get("find /data; ") + messages(machine))
    clock = int(machine.get("date +%s"))
    report.check(
        "the clock did not go back, though the machine's is wrong", clock >= now - 60, f"{clock}, before: {now}"
    )


def return_to_old(machine: Machine, report: Report, old: str) -> None:
    """root.txt, saved by an editor on Windows, and a companion.toml with a mistake."""
    machine.pull()
    machine.write_to_card("root.txt", b"\xef\xbb\xbf" + old.encode() + b" \r\n")
    machine.write_to_card("companion.toml", b'board = "plain"\nlanguage = "xx\n')
    boot(machine)
    report.check(
        "root.txt is obeyed",
        start_file(machine).get("root") == old and "why" not in start_file(machine),
        start_file(machine),
    )
    report.check(
        "a companion.toml with a mistake: it starts, and says so",
        "companion.toml" in messages(machine),
        messages(machine),
    )
    report.check("… and no unit has failed", not failed_units(machine), failed_units(machine))
    machine.pull()
    machine.remove_from_card("root.txt")
    machine.write_to_card("companion.toml", b"")


def fall_back(machine: Machine, report: Report, root: Path) -> None:
    """A root file without a system in it, and one that was copied badly."""
    empty = machine.folder / "empty"
    (empty / "etc").mkdir(parents=True, exist_ok=True)
    broken = machine.folder / "root-9.1.0.sqfs"
    run("mksquashfs", empty, broken, "-noappend", "-quiet")
    machine.copy_to_card(broken, broken.name)
    for attempt in ("first", "second", "third"):
        machine.start()
        with report.checking(f"a root file that cannot start: the {attempt} start ends"):
            machine.wait_until_off(PATIENCE_S)
    boot(machine)
    found = start_file(machine)
    report.check(
        "after three failed starts the one before is taken",
        (found.get("root"), found.get("wanted"), found.get("why")) == ("root-9.0.0.sqfs", broken.name, "tries"),
        found,
    )
    asked = machine.get(f"{JOURNAL} | grep -c '{QUESTION}'")
    report.check("… once the glass has asked, and nobody has pressed a key", asked not in ("", "0"), asked)
    report.check("… and the glass says so", "9.1.0" in messages(machine), messages(machine))
    machine.pull()
    torn = machine.folder / "torn"
    shutil.copy(root, torn)
    with torn.open("r+b") as file:
        file.seek(root.stat().st_size // 2)
        file.write(b"torn")
    machine.remove_from_card(broken.name)
    machine.copy_to_card(torn, "root-9.2.0.sqfs")
    machine.write_to_card("root-9.2.0.sqfs.sha256", f"{sum_of(root)}  root-9.2.0.sqfs\n".encode())
    boot(machine)
    found = start_file(machine)
    report.check(
        "a root file that is not as its sum says is not taken",
        (found.get("root"), found.get("wanted"), found.get("why")) == ("root-9.0.0.sqfs", "root-9.2.0.sqfs", "broken"),
        found,
    )


def switch_off(machine: Machine, report: Report) -> None:
    """By its own keys."""
    press(machine, "back")
    for wanted in ("Home", "Switch off"):
        for _ in range(12):
            if chosen(shown(machine)) == wanted:
                break
            press(machine, "down")
        # No answer is waited for: the machine goes down.
        send(machine, "ok")
        if wanted == "Home":
            machine.wait_until(lambda: '"screen": "home"' in shown(machine), "home", PATIENCE_S)
    with report.checking("the device switches the machine off"):
        machine.wait_until_off(PATIENCE_S)


def chosen(state: str) -> str:
    reported = json.loads(state)
    return str(reported["lines"][reported["cursor"] or 0])


def sum_of(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


# -- the plug


def pulls(machine: Machine, report: Report, count: int, seed: int) -> None:
    """Half of them while it boots, and half of these on a card that has just been flashed; half of them in play."""
    chance = random.Random(seed)
    fat = fat_sum(machine.image)
    done = {"in the boot": 0, "in play": 0, "on a fresh card": 0}
    faults: list[str] = []
    starved: list[str] = []
    starts: list[float] = []
    before, typical, booting = (0, ""), 20.0, True
    machine.insert_fresh_card()
    while sum(done[kind] for kind in ("in the boot", "in play")) < count and len(starved) < count:
        if booting:
            fresh = done["in the boot"] % 2 == 0
            if fresh:
                machine.insert_fresh_card()
                before = (0, "")
            moment = chance.uniform(0.5, typical * 1.2)
            machine.start()
            try:
                machine.wait_until(lambda: machine.had() >= moment, "the moment", PATIENCE_S)  # noqa: B023
            except Missed as error:
                faults.append(f"the machine went down in the boot: {error}")
            machine.pull()
            done["in the boot"] += 1
            done["on a fresh card"] += fresh
            print(f"     pulled {moment:5.1f} s into the boot{' of a fresh card' if fresh else ''}", flush=True)
            booting = False
            continue
        try:
            took = boot(machine)
            found = [
                *(["acknowledged entries are lost"] if not kept(machine, before) else []),
                *([f"failed: {units}"] if (units := failed_units(machine)) else []),
                *(["the partition is not whole"] if data_sectors(machine) != CARD_MB * 2048 else []),
            ]
            if found and machine.starved() and found[0].startswith("failed"):
                raise Starved("; ".join(found))
            size = acknowledged(machine)[0]
            begin(machine)
            press(machine, *["ok"] * chance.randint(3, 8))
            before = acknowledged(machine)
            send(machine, *["ok"] * 6)
            moment = machine.had() + chance.uniform(0.0, 4.0)
            machine.wait_until(lambda: machine.had() >= moment, "the moment", PATIENCE_S)  # noqa: B023
        except Starved as error:
            # Says nothing about the image: this round does not count. The card stays as it is for the next one.
            machine.pull()
            starved.append(str(error))
            print(f"     STARVED: {error}", flush=True)
            continue
        except (Missed, OSError) as error:
            found = [f"{type(error).__name__}: {error}"]
            took, size = 0.0, 0
        machine.pull()
        faults += [f"{machine.told.name}: {fault}" for fault in found]
        starts.append(took)
        typical = max(5.0, min(took, 120.0))
        done["in play"] += 1
        booting = True
        record = f"record {size} bytes found, {before[0]} acknowledged"
        print(f"     pulled in play: ready after {took:.0f} s, {record} {found or ''}", flush=True)
    kinds = ", ".join(f"{number} {kind}" for kind, number in done.items())
    took_text = f"{min(starts):.0f} to {max(starts):.0f} s" if starts else "never"
    pulled = f"{done['in the boot'] + done['in play']} plugs pulled ({kinds})"
    print(f"     {pulled}; ready after {took_text}; {len(starved)} starved rounds repeated", flush=True)
    report.check(f"{pulled}: no start failed, nothing acknowledged was lost", not faults, "\n".join(faults))
    report.check("… and the FAT partition is bit by bit what was flashed", fat_sum(machine.card) == fat)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("image", type=Path)
    parser.add_argument("--arch", choices=("amd64", "arm64"), default="amd64")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--pulls", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only-pulls", action="store_true")
    options = parser.parse_args(arguments)
    report = Report()
    [root] = options.image.parent.glob("root-*.sqfs")
    machine = Machine(options.image, options.arch, options.folder / "card", CARD_MB, PAST)
    try:
        if not options.only_pulls:
            before = first_start(machine, report)
            update(machine, report, root, before)
            return_to_old(machine, report, root.name)
            fall_back(machine, report, root)
            switch_off(machine, report)
        if options.pulls:
            pulls(machine, report, options.pulls, options.seed)
    except (Missed, OSError) as error:
        report.check("the machine answers", False, f"{type(error).__name__}: {error}")
    finally:
        machine.pull()
    print("\n" + "\n".join(report.lines))
    print(
        f"{report.failed} of {len(report.lines)} checks failed."
        if report.failed
        else f"{len(report.lines)} checks, all passed."
    )
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
