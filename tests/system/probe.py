"""What the service may do and what not, tried from inside: a line for each, `may NAME` or `may not NAME: why`.

run.sh starts it once with the settings of a service and once without, to see that the sandbox makes the difference.
With the argument `hall` it is the publisher of a hall. It runs with any Python 3.11, and nothing else.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

STATE, RUNTIME, CURSOR = Path("/var/lib/companion"), Path("/run/companion"), Path("/var/lib/companion-hall")
CLONE_NEWUSER = 0x10000000
PERSONALITY_READ_IMPLIES_EXEC = 0x0400000
libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> None:
    """A function of the C library; raises OSError."""
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def writes(folder: str | Path) -> None:
    """A file in a folder."""
    file = Path(folder, ".probe")
    file.write_text("x", "ascii")
    file.unlink()


def reads(file: str) -> None:
    """A file, or a folder."""
    path = Path(file)
    if path.is_dir():
        if not list(path.iterdir()):
            raise OSError("empty")
    else:
        # Without waiting: the kernel's log has no end.
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))


def opens(file: str) -> None:
    """A device, to read and write."""
    os.close(os.open(file, os.O_RDWR | os.O_NONBLOCK))


def connects(host: str, port: int) -> None:
    """To somewhere; nobody has to be there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        wire.connect((host, port))


def listens() -> None:
    """To somebody."""
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as wire:
        wire.bind(("::", 0))


def sends(host: str) -> None:
    """To somewhere; nobody has to be there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        wire.sendto(b"x", (host, 9))


def hears_the_kernel() -> None:
    """By netlink."""
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close()


def runs_what_it_wrote() -> None:
    """Memory that is written and run."""
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()


def lends_its_rights() -> None:
    """A program that runs as its owner."""
    file = STATE / ".probe"
    file.touch()
    try:
        file.chmod(0o4755)
    finally:
        file.unlink()


def hurries() -> None:
    """Before everybody else."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def sees_others() -> None:
    """The first process."""
    Path("/proc/1/comm").read_text("ascii")


def asks_to(what: str) -> None:
    """Whether logind would do it without another word."""
    command = ["busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"]
    reported = subprocess.run([*command, what], capture_output=True, text=True, timeout=30, check=False)
    if reported.stdout.split() != ["s", '"yes"']:
        raise OSError((reported.stdout + reported.stderr).strip())


PROBES: dict[str, Callable[[], object]] = {
    # what it needs
    "write the record": lambda: writes(STATE),
    "write where it runs": lambda: writes(RUNTIME),
    "read its program": lambda: reads("/opt/companion/current/bin"),
    "read its board": lambda: reads("/etc/companion/board"),
    "read what the Pi is": lambda: reads("/proc/cpuinfo"),
    "switch off": lambda: asks_to("CanPowerOff"),
    # what it does not
    "start anew": lambda: asks_to("CanReboot"),
    "write /etc": lambda: writes("/etc"),
    "write its program": lambda: writes("/opt/companion"),
    "write /usr": lambda: writes("/usr/bin"),
    "write /var/lib": lambda: writes("/var/lib"),
    "write /boot": lambda: writes("/boot"),
    "see anything of /home": lambda: reads("/home"),
    "see anything of /root": lambda: reads("/root"),
    "read passwords": lambda: reads("/etc/shadow"),
    "see other processes": sees_others,
    "see what others put into /tmp": lambda: reads("/tmp/of-others"),
    "use IPv4": lambda: connects("192.0.2.1", 9),
    "use IPv6": listens,
    "use netlink": hears_the_kernel,
    "use a device that is none of its own": lambda: opens("/dev/net/tun"),
    "read the kernel's log": lambda: reads("/proc/kmsg"),
    "set a kernel's value": lambda: Path("/proc/sys/kernel/printk_delay").write_text("0", "ascii"),
    "set the clock": lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
    "set the name of the machine": lambda: socket.sethostname(socket.gethostname()),
    "mount": lambda: call("mount", b"none", b"/mnt", b"tmpfs", 0, None),
    "make a namespace": lambda: call("unshare", CLONE_NEWUSER),
    "run memory that it wrote": runs_what_it_wrote,
    "make programs that run as their owner": lends_its_rights,
    "run before everybody else": hurries,
    "change the kind of machine": lambda: call("personality", PERSONALITY_READ_IMPLIES_EXEC),
    "be another user": lambda: os.setuid(0 if os.getuid() else 65534),
}


HALL: dict[str, Callable[[], object]] = {
    # what the publisher needs
    "read the log": lambda: reads(f"{STATE}/record.log"),
    "read its hall.toml": lambda: reads("/etc/companion/hall.toml"),
    "write its cursor": lambda: writes(CURSOR),
    "reach the broker": lambda: socket.create_connection(("127.0.0.1", 1883), 5).close(),
    # what the publisher does not
    "write beside the log": lambda: writes(STATE),
    "change the log": lambda: opens(f"{STATE}/record.log"),
    "hold the lock of the record": lambda: reads(f"{STATE}/lock"),
    "hold the index of the record": lambda: reads(f"{STATE}/index.sqlite3"),
    "read the backups": lambda: reads(f"{STATE}/backups"),
    "see where the device runs": lambda: reads(str(RUNTIME)),
    "read the secret of the board": lambda: reads("/etc/companion/board-hall/secret"),
    "read the results of the board": lambda: reads("/var/lib/companion-board/board.sqlite3"),
    "reach an address outside the house": lambda: sends("192.0.2.1"),
    "read what the Pi is": lambda: reads("/proc/cpuinfo"),
    **{
        name: PROBES[name]
        for name in (
            "write /etc", "write its program", "write /var/lib", "see anything of /home", "read passwords",
            "see other processes", "see what others put into /tmp", "use netlink",
            "use a device that is none of its own", "read the kernel's log", "set the clock", "mount",
            "make a namespace", "run memory that it wrote", "run before everybody else", "be another user",
        )
    },
}  # fmt: skip


def main() -> None:
    """All of them, and what the process is."""
    for name, probe in (HALL if sys.argv[1:] == ["hall"] else PROBES).items():
        if os.fork() == 0:  # each by itself: some change what they are
            try:
                probe()
                print(f"may {name}", flush=True)
            except Exception as error:  # whatever it is, it did not work
                print(f"may not {name}: {error}", flush=True)
            os._exit(0)
        os.wait()
    status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text("ascii").splitlines())
    print("is", " ".join(f"{key}={status[key]}" for key in ("CapEff", "CapBnd", "NoNewPrivs", "Seccomp")))
    print(f"is umask={os.umask(0):03o} cwd={Path.cwd()} core={__import__('resource').getrlimit(4)[0]}")


if __name__ == "__main__":
    main()
