"""A virtual machine with the card in it: starts it, runs commands in it, pulls its plug.

The image stays, bit by bit, what is shipped. What the tests need in there (image_agent.py, and simulated keys) comes
as a second archive behind the initrd, from which init copies /extra over the root.

The processors here may have other work. Time limits are therefore in seconds that the machine had: the time on the
clock less the time that it waited for a processor.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).parent
START_MB, FAT_MB = 4, 512
"""Where the FAT partition is, as make-image.sh makes it."""
AGENT_UNIT = """[Unit]
Description=Commands of the test
DefaultDependencies=no
[Service]
ExecStart=/usr/bin/python3 /usr/local/sbin/image_agent.py
Restart=always
"""
SIMULATED = """[Service]
ExecStart=
ExecStart=/usr/bin/companion run --panel simulated --board ${COMPANION_BOARD}
"""
STARVED = 0.4
"""A machine that waited for a processor for more than this share of the time says nothing about the image."""
SILENCE_S = 1800.0
"""On the clock, however little of it the machine had."""


class Missed(Exception):
    """What was waited for did not come in the time that the machine had."""


class Starved(Missed):
    """… but the machine had too little of the time to tell."""


def run(*command: str | Path) -> str:
    """What a command writes; raises CalledProcessError."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def on_card(image: Path) -> str:
    """The FAT partition of an image, for mtools."""
    return f"{image}@@{START_MB}M"


def fat_sum(image: Path) -> str:
    """The SHA-256 of the FAT partition."""
    sum_ = hashlib.sha256()
    with image.open("rb") as file:
        file.seek(START_MB << 20)
        for _ in range(FAT_MB):
            sum_.update(file.read(1 << 20))
    return sum_.hexdigest()


class Machine:
    """One card in one machine. `start` begins to boot; the folder holds the card, the console and the sockets."""

    def __init__(self, image: Path, arch: str, folder: Path, card_mb: int = 1024, extra: Sequence[str] = ()) -> None:
        self.image, self.arch, self.folder, self.card_mb, self.extra = image, arch, folder, card_mb, extra
        folder.mkdir(parents=True, exist_ok=True)
        self.card = folder / "card.img"
        self.qemu: subprocess.Popen[bytes] | None = None
        self.socket: socket.socket | None = None
        self.number, self.rest = 0, b""
        self.began = 0.0
        self.starts = 0
        self.writes: Path | None = None
        """If set, the file to which each write of the next start to the card is added; image_writes.py reads it."""
        self.told = folder
        """Where the console, QEMU's words and status, and the journal of the last start are kept."""
        self.insert_fresh_card()
        for name in ("vmlinuz", "initrd.img", "cmdline.txt"):
            run("mcopy", "-o", "-i", on_card(image), f"::{name}", folder / name)
        self._add_extra()

    def insert_fresh_card(self) -> None:
        """A card as it is after flashing: larger than the image."""
        run("cp", "--sparse=always", self.image, self.card)
        os.truncate(self.card, self.card_mb << 20)

    def copy_to_card(self, file: Path, name: str) -> None:
        """As any computer does it."""
        run("mcopy", "-o", "-i", on_card(self.card), file, f"::{name}")

    def write_to_card(self, name: str, text: bytes) -> None:
        """A file of the FAT partition."""
        file = self.folder / "written"
        file.write_bytes(text)
        self.copy_to_card(file, name)

    def remove_from_card(self, name: str) -> None:
        """A file of the FAT partition."""
        run("mdel", "-i", on_card(self.card), f"::{name}")

    def _add_extra(self) -> None:
        extra = self.folder / "extra-root" / "extra"
        shutil.rmtree(extra.parent, ignore_errors=True)
        units = extra / "etc/systemd/system"
        (units / "sysinit.target.wants").mkdir(parents=True)
        (units / "companion.service.d").mkdir()
        (extra / "usr/local/sbin").mkdir(parents=True)
        shutil.copy(HERE / "image_agent.py", extra / "usr/local/sbin")
        (units / "image-agent.service").write_text(AGENT_UNIT, "ascii")
        (units / "sysinit.target.wants/image-agent.service").symlink_to("../image-agent.service")
        (units / "companion.service.d/simulated.conf").write_text(SIMULATED, "ascii")
        names = run("find", extra.parent, "-mindepth", "1", "-printf", "%P\n")
        archive = subprocess.run(
            ["cpio", "--create", "--format=newc", "--quiet", "--owner=0:0", "--directory", extra.parent],
            input=names.encode(), check=True, capture_output=True,
        ).stdout  # fmt: skip
        initrd = (self.folder / "initrd.img").read_bytes()
        # The kernel looks for the next archive at a multiple of four.
        (self.folder / "initrd.test").write_bytes(initrd + b"\0" * (-len(initrd) % 512) + archive)

    # -- power

    def start(self) -> None:
        """Switch on; it boots."""
        self.pull()
        (self.folder / "agent").unlink(missing_ok=True)
        self.starts += 1
        self.told = self.folder / f"start-{self.starts:03d}"
        self.told.mkdir()
        command = (self.folder / "cmdline.txt").read_text("ascii").strip()
        # What the kernel, the initrd and every unit say goes to the console, and so is there whatever comes.
        command = command.replace("quiet ", "").replace("loglevel=3", "loglevel=6")
        command += " systemd.journald.forward_to_console=1 systemd.journald.max_level_console=info"
        if self.arch == "amd64":
            qemu = ["qemu-system-x86_64", "-M", "pc,usb=off,vmport=off", "-cpu", "Nehalem", "-vga", "std"]
            # What makes an emulated processor slow, and is of no use there.
            command += " console=ttyS0 mitigations=off nokaslr tsc=reliable no_timer_check"
        else:
            qemu = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53"]
            command += " console=ttyAMA0"
        self.qemu = subprocess.Popen(
            [
                *qemu, *("-accel", "tcg,thread=multi", "-smp", "2", "-m", "512", "-nic", "none"),
                *("-nodefaults", "-display", "none", "-no-reboot"),
                *self._drive(),
                *("-device", "virtio-blk-pci,drive=card", "-device", "virtio-rng-pci"),
                *("-chardev", f"socket,id=agent,path={self.folder}/agent,server=on,wait=off"),
                *("-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent,name=companion.test"),
                *("-serial", f"file:{self.told}/console"),
                *("-kernel", str(self.folder / "vmlinuz"), "-initrd", str(self.folder / "initrd.test")),
                *("-append", command), *self.extra,
            ],
            stdin=subprocess.DEVNULL, stdout=(self.told / "qemu").open("wb"), stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.began = time.monotonic()

    def _drive(self) -> tuple[str, ...]:
        if self.writes is None:
            return ("-drive", f"file={self.card},format=raw,if=none,id=card,cache=none,aio=threads")
        nodes = {"whole": self.card, "writes": self.writes}
        files = [f"driver=raw,node-name={name},file.driver=file,file.filename={file}" for name, file in nodes.items()]
        logged = "driver=blklogwrites,node-name=card,file=whole,log=writes"
        return tuple([word for node in (*files, logged) for word in ("-blockdev", node)])

    def pull(self) -> None:
        """Pull the plug: nothing in there has time for anything."""
        if self.socket:
            self.socket.close()
            self.socket = None
        if self.qemu:
            ended = self.qemu.poll()
            self.qemu.kill()
            self.qemu.wait()
            self.qemu = None
            how = "the test pulled the plug" if ended is None else f"QEMU ended by itself with {ended}"
            (self.told / "status").write_text(f"{how} after {time.monotonic() - self.began:.0f} s\n", "ascii")

    def is_off(self) -> bool:
        """Whether it has switched itself off."""
        return self.qemu is None or self.qemu.poll() is not None

    # -- time

    def waited(self) -> float:
        """Seconds for which the thread that had to wait longest waited for a processor, since the start."""
        delays = [0.0]
        if self.qemu:
            for file in Path(f"/proc/{self.qemu.pid}/task").glob("*/schedstat"):
                try:
                    delays.append(int(file.read_text("ascii").split()[1]) / 1e9)
                except OSError:
                    continue  # a thread that has just ended
        return max(delays)

    def had(self) -> float:
        """Seconds since the start that the machine had."""
        return time.monotonic() - self.began - self.waited()

    def starved(self) -> bool:
        """Whether the machine had too little of the time since its start."""
        return self.waited() > STARVED * (time.monotonic() - self.began)

    def wait_until(self, holds: Callable[[], bool], what: str, seconds: float) -> float:
        """Wait; returns the seconds since the start that the machine had. Raises Missed, or Starved."""
        begun, clock = self.had(), time.monotonic()
        while not holds():
            if self.is_off():
                raise Missed(self._explain(f"the machine went down before {what}"))
            if self.had() - begun > seconds or time.monotonic() - clock > SILENCE_S:
                if self.starved():
                    raise Starved(self._explain(f"{what}: it waited {self.waited():.0f} s for a processor"))
                raise Missed(self._explain(f"{what}: not within {seconds:.0f} s"))
            time.sleep(0.2)
        return self.had()

    def wait_until_off(self, seconds: float) -> None:
        """Wait until it has switched itself off. Raises Missed, or Starved."""
        begun = self.had()
        while not self.is_off():
            if self.had() - begun > seconds:
                why = self._explain(f"it does not go down within {seconds:.0f} s")
                raise Starved(why) if self.starved() else Missed(why)
            time.sleep(0.2)

    def _explain(self, what: str) -> str:
        """What was missed, with the place of all that is known of this start, and the end of its console."""
        with suppress(OSError):
            journal = self.ask("journalctl --quiet --no-pager --output=short-monotonic; systemctl list-jobs", 60.0)[1]
            (self.told / "journal").write_text(journal, "utf-8")
        console = (self.told / "console").read_text("utf-8", "replace") if (self.told / "console").exists() else ""
        words = (self.told / "qemu").read_text("utf-8", "replace")
        end = "\n".join([*console.splitlines()[-12:], *words.splitlines()[-3:]])
        return f"{what}; all of this start is in {self.told}; its console ends:\n{end}"

    # -- commands

    def answers(self) -> bool:
        """Whether the agent is up."""
        try:
            return self.ask("true", patience=2.0)[0] == 0
        except OSError:
            return False

    def ask(self, command: str, patience: float = 300.0) -> tuple[int, str]:
        """The status of a shell command, and what it wrote. Raises OSError without an answer."""
        if self.socket is None:
            self.socket = socket.socket(socket.AF_UNIX)
            self.rest = b""
            try:
                self.socket.connect(str(self.folder / "agent"))
            except OSError:
                self.socket.close()
                self.socket = None
                raise
        self.number += 1
        self.socket.settimeout(patience)
        self.socket.sendall(json.dumps({"number": self.number, "run": command}).encode() + b"\n")
        while True:
            while b"\n" not in self.rest:
                data = self.socket.recv(65536)
                if not data:
                    raise OSError("the machine is gone")
                self.rest += data
            line, self.rest = self.rest.split(b"\n", 1)
            answer = json.loads(line)
            # Answers to what was asked before the agent was there are passed over.
            if answer["number"] == self.number:
                return int(answer["status"]), str(answer["output"])

    def get(self, command: str) -> str:
        """What a shell command wrote, without spaces around it, whatever its status."""
        return self.ask(command)[1].strip()
