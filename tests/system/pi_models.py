"""The card's kernel, modules and device trees on QEMU's Pi machines: is the header where the program looks for it?

    python3 tests/system/pi_models.py [--image IMG] [--keep DIR]

Each tree of the card is started with the card's own kernel and modules and a first program of a few lines, on the
machine of QEMU that is nearest: a 3B or a 4B. Wanted are /dev/i2c-1 as the header's bus, at 400 kHz; the lines 4 to 27
free; /dev/spidev0.0; and no driver of these that waits for another one. On the 3B a chip answers at 0x3C of that bus,
and takes the splash from the card's own function; QEMU's 4B has no interrupts for I2C. The root is not started, so that
this takes a minute.

    --image  the trees of an image of make-image.sh, in place of those that its option --boot makes
    --keep   where consoles, trees and QEMU's words are kept; else they are only shown where something is missing

Needs a network, QEMU 9.1 or newer for arm (an older Debian gets Debian 13's, unpacked beside it), and what the head of
make-image.sh names for --boot. Exit status: 0, all is well; 1, something is missing; 77, it cannot run here.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
MAKE_IMAGE = PROJECT / "systemd/make-image.sh"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "table-companion"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
MIRROR = "https://deb.debian.org/debian"
QEMU = "qemu-system-aarch64"
OLDEST = (9, 1)
"""The first QEMU whose Pi machines have I²C and a 4B."""
CANNOT_RUN = 77
TREE_S = 300.0
"""The most that one start may take on the clock: it takes 20 s on a machine without other work."""
HEADER = "/soc/i2c@7e804000"
SPLASH = """
from companion.services.card.prepare import splash_lines
from hardware.boards import PLAIN
print(*splash_lines(PLAIN), sep="\\n")
"""
MODULES = {"i2c": ("i2c-brcmstb", "i2c-dev", "i2c-bcm2835", "i2c-mux-pinctrl"), "spi": ("spi-bcm2835",)}
"""HDMI's buses come first: that is the order which takes most numbers from the header. The card loads the driver of SPI
only for a display there, as it holds pins; so it comes after the lines."""
LINES = range(4, 28)
CONSOLES = {"raspi3b": "0x3f201000", "raspi4b": "0xfe201000"}
"""Where each machine has its first serial port."""
TALKS = ("raspi3b",)
"""The machines whose I2C has interrupts: on the others a transfer never ends."""
SPEED = 400_000


class CannotRun(Exception):
    """Something that is needed here is missing."""


def run(*command: str | Path, folder: Path | None = None, environment: Mapping[str, str] | None = None) -> str:
    """What a command writes. Raises CannotRun with its last words."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder, env=environment)
    except FileNotFoundError as error:
        raise CannotRun(f"{error.filename} is missing") from error
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()[-5:]
        raise CannotRun(f"{Path(command[0]).name} has failed:\n" + "\n".join(words))
    return done.stdout


# -- QEMU


def find_qemu() -> list[str]:
    """The command of a QEMU that is new enough."""
    try:
        have = re.search(r"version (\d+)\.(\d+)", run(QEMU, "--version"))
        if have and (int(have[1]), int(have[2])) >= OLDEST:
            return [QEMU]
    except CannotRun:
        pass  # the next one is fetched
    return fetch_qemu(CACHE / "qemu-trixie")


def fetch_qemu(folder: Path) -> list[str]:
    """The command of Debian 13's QEMU, unpacked into a folder; it runs with its own libraries on any Linux."""
    libraries = {"x86_64": ("amd64", "lib64/ld-linux-x86-64.so.2"), "aarch64": ("arm64", "lib/ld-linux-aarch64.so.1")}
    machine = os.uname().machine
    if machine not in libraries:
        raise CannotRun(f"QEMU is older than {OLDEST[0]}.{OLDEST[1]}, and is not fetched for {machine}")
    arch, loader = libraries[machine]
    if not (folder / "usr/bin" / QEMU).exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            unpacked = Path(place, "unpacked")
            for package in download(Path(place), arch, "qemu-system-arm"):
                run("dpkg-deb", "-x", package, unpacked)
            shutil.rmtree(folder, ignore_errors=True)
            unpacked.rename(folder)
    found = folder / "usr" / loader
    path = f"{folder}/usr/lib/{machine}-linux-gnu"
    return [str(found), "--library-path", path, f"{folder}/usr/bin/{QEMU}", "-L", f"{folder}/usr/share/qemu"]


def download(folder: Path, arch: str, *packages: str) -> list[Path]:
    """Debian 13's packages and all that they depend on, by an apt of its own."""
    if not Path(KEYRING).exists():
        raise CannotRun(f"{KEYRING} is missing; it is in the package debian-archive-keyring")
    for name in ("state/lists/partial", "cache/archives/partial", "etc/apt.conf.d", "etc/preferences.d"):
        (folder / name).mkdir(parents=True)
    (folder / "status").touch()
    (folder / "etc/sources.list").write_text(f"deb [signed-by={KEYRING}] {MIRROR} trixie main\n", "ascii")
    (folder / "conf").write_text(
        f'APT::Architecture "{arch}";\nAPT::Architectures {{ "{arch}"; }};\nAPT::Sandbox::User "root";\n'
        f'Acquire::Languages "none";\nDir::State "{folder}/state";\nDir::State::status "{folder}/status";\n'
        f'Dir::Cache "{folder}/cache";\nDir::Etc "{folder}/etc";\nDebug::NoLocking "true";\n',
        "ascii",
    )
    own = {**os.environ, "APT_CONFIG": str(folder / "conf")}
    run("apt-get", "update", "-qq", environment=own)
    run(
        "apt-get",
        "install",
        "-y",
        "-qq",
        "--no-install-recommends",
        "--download-only",
        *packages,
        environment=own,
    )
    return sorted((folder / "cache/archives").glob("*.deb"))


# -- what is started


def take_from(image: Path, folder: Path) -> None:
    """The files of an image's first partition that start it."""
    folder.mkdir()
    for name in ("vmlinuz", "initrd.img", "*.dtb", "modules-*.sqfs"):
        run("mcopy", "-n", "-i", f"{image}@@4M", f"::{name}", folder)


def make_initrd(boot: Path, work: Path) -> Path:
    """An initrd of the card's busybox and modules, whose first program is pi_init.sh."""
    root, modules = work / "root", work / "modules"
    (root / "modules").mkdir(parents=True)
    for name in ("bin", "proc", "sys", "dev"):
        (root / name).mkdir()
    shell = f"zstd -dc {boot}/initrd.img | cpio --quiet --extract --to-stdout bin/busybox >{root}/bin/busybox"
    run("sh", "-c", shell)
    (root / "bin/busybox").chmod(0o755)
    shutil.copy(HERE / "pi_init.sh", root / "init")
    (root / "init").chmod(0o755)
    shutil.copy(PROJECT / "systemd/image/card.sh", root)
    (root / "splash").write_text(run(sys.executable, "-c", SPLASH, folder=PROJECT), "ascii")
    (packed,) = boot.glob("modules-*.sqfs")
    kernel = packed.name.removeprefix("modules-").removesuffix(".sqfs")
    (modules / "lib/modules").mkdir(parents=True)
    run("unsquashfs", "-quiet", "-no-progress", "-dest", modules / "lib/modules" / kernel, packed)
    own = {**os.environ, "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"}
    for step, wanted in MODULES.items():
        names = []
        for module in wanted:
            # What is part of the kernel, or left out of the card, has no file.
            command = f"modprobe -d {modules} -S {kernel} --show-depends {module} 2>/dev/null || true"
            for file in re.findall(r"^insmod (\S+)", run("sh", "-c", command, environment=own), re.MULTILINE):
                name = Path(file).name.removesuffix(".xz")
                run("sh", "-c", f"xz -dc {file} >{root}/modules/{name}")
                names.append(name)
        (root / f"{step}.list").write_text("".join([f"{name}\n" for name in dict.fromkeys(names)]), "ascii")
    run("sh", "-c", f"find . | cpio --quiet --create --format=newc >{work}/initrd", folder=root, environment=own)
    return work / "initrd"


def without_hdmi(tree: Path, copy: Path) -> None:
    """A copy of the tree for QEMU's 4B. It lacks the two buses of HDMI, and a read of them would stop the kernel: they
    are put where there is memory.
    """
    shutil.copy(tree, copy)
    ranges = run("fdtget", "-t", "x", copy, "/soc", "ranges").split()
    run("fdtput", "-t", "x", copy, "/soc", "ranges", "7ef00000", "0", "30000000", "10000", *ranges)
    kept = "/reserved-memory/hdmi@30000000"
    run("fdtput", "-c", copy, kept)
    run("fdtput", "-t", "x", copy, kept, "reg", "0", "30000000", "10000")
    run("fdtput", copy, kept, "no-map")


# -- a start


class Start(NamedTuple):
    """What came of a tree: what is wrong with it, the seconds that it took, and the end of the console."""

    tree: str
    faults: list[str]
    seconds: float
    console: str


def start(tree: Path, qemu: Sequence[str], boot: Path, initrd: Path, folder: Path) -> Start:
    """Start the card's kernel with a tree, and look at what it says."""
    folder.mkdir()
    machine = "raspi4b" if tree.name.startswith("bcm2711") else "raspi3b"
    used = folder / tree.name
    if machine == "raspi4b":
        without_hdmi(tree, used)
    else:
        shutil.copy(tree, used)
    console, words = folder / "console", folder / "qemu"
    console.touch()
    line = f"console=ttyAMA0,115200 earlycon=pl011,mmio32,{CONSOLES[machine]} keep_bootcon loglevel=7 panic=3"
    line += " printk.devkmsg=on" + " pi_models.talk" * (machine in TALKS)
    # With any sound QEMU loads the modules of whichever QEMU is installed, and ends where that is another one.
    command: list[str | Path] = [
        *qemu, "-M", machine, "-kernel", boot / "vmlinuz", "-dtb", used, "-initrd", initrd,
        "-append", line, "-display", "none", "-audio", "none", "-monitor", "none", "-no-reboot",
        "-serial", f"file:{console}", "-serial", "null", "-device", "ssd0303,bus=i2c-bus.1,address=0x3c",
    ]  # fmt: skip
    begun = time.monotonic()
    with words.open("wb") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        try:
            while True:
                # Read after the question whether it runs, so that its last words are there.
                ended = process.poll() is not None
                text = console.read_text("utf-8", "replace")
                if ended or "pi_models: end" in text or time.monotonic() - begun > TREE_S:
                    break
                time.sleep(0.2)
        finally:
            process.kill()
            process.wait()
    seconds = time.monotonic() - begun
    said = re.findall(r"pi_models: (\w+) ?([^\r\n]*)", text)
    faults = find_faults(said, talks=machine in TALKS)
    if ("end", "") not in said:
        status = f"QEMU ended with {process.returncode}" if ended else f"not within {TREE_S:.0f} s"
        faults = [f"it did not come to the end: {status}; QEMU said: {words.read_text('utf-8', 'replace')[-300:]}"]
    return Start(tree.name, faults, seconds, text)


def find_faults(said: Sequence[tuple[str, str]], *, talks: bool) -> list[str]:
    """What is missing from the facts that a start has told, as pairs of a word and the rest; `talks` as in TALKS."""
    facts = set(said)
    buses = {number: node for word, rest in said if word == "bus" for number, _, node in [rest.partition(" ")]}
    faults = []
    if buses.get("1") != HEADER:
        where = [number for number, node in buses.items() if node == HEADER]
        header = f"the header is i2c-{where[0]}" if where else "the header has none"
        faults.append(f"i2c-1 is {buses.get('1', 'missing')}, {header}")
    if talks and ("answers", "1") not in facts:
        faults.append("nothing answers at 0x3C on i2c-1")
    if talks and ("splash", "shown") not in facts:
        faults.append("the initrd cannot show the splash")
    if ("speed", f"{SPEED:08x}") not in facts:
        faults.append(f"i2c-1 does not have {SPEED // 1000} kHz")
    if ("spi", "0.0") not in facts:
        faults.append("spidev0.0 is missing")
    held = [line for line in LINES if ("line", str(line)) not in facts]
    if held:
        faults.append(f"not free are the lines {', '.join(map(str, held))}")
    # The SD card, USB and the rest of a Pi are not what is tested.
    faults += [f"waits: {rest}" for word, rest in facts if word == "deferred" and re.match(r"\S*(i2c|spi|gpio)", rest)]
    faults += [f"no {rest}" for word, rest in facts if word == "no"]
    return faults


def end_of(console: str) -> list[str]:
    """The last lines but for those of the lines; each comes twice, from two drivers of the same port."""
    lines = [line for line in console.splitlines() if "pi_models: line" not in line]
    return list(dict.fromkeys(lines))[-15:]


def main(arguments: Sequence[str]) -> int:
    """Start every tree; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--image", type=Path)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="companion-pi.") as place:
        work = Path(place)
        boot = work / "boot"
        try:
            qemu = find_qemu()
            if options.image:
                take_from(options.image, boot)
            else:
                run(MAKE_IMAGE, "--boot", boot)
            initrd = make_initrd(boot, work)
        except CannotRun as missing:
            print(f"pi_models.py cannot run here: {missing}", file=sys.stderr)
            return CANNOT_RUN
        trees = sorted(boot.glob("*.dtb"))
        consoles = options.keep or work / "consoles"
        consoles.mkdir(parents=True, exist_ok=True)
        wrong = 0 if trees else 1
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            for done in pool.map(lambda tree: start(tree, qemu, boot, initrd, consoles / tree.stem), trees):
                print(f"{'FAILED' if done.faults else 'ok':6}  {done.tree:28} {done.seconds:4.0f} s", flush=True)
                for fault in done.faults:
                    print(f"          {fault}")
                if done.faults:
                    wrong += 1
                    print("          … the end of its console:", *end_of(done.console), sep="\n            ")
    print(f"{len(trees)} device trees of the card on QEMU's Pi machines: {wrong or 'none'} failed.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
