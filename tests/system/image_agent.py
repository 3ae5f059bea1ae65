"""Runs commands inside the virtual machine under test, as root: JSON lines over a virtio-serial port.

`{"number": 1, "run": "a shell command"}` in, `{"number": 1, "status": 0, "output": "…"}` out. image_machine.py puts
this file into the machine, and is the other end. It runs with the Python of the image, and nothing else.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

PORT = "companion.test"


def find_port() -> Path | None:
    """The device with the name PORT, as soon as the kernel has it."""
    for name in Path("/sys/class/virtio-ports").glob("*/name"):
        if name.read_text("ascii").strip() == PORT:
            return Path("/dev", name.parent.name)
    return None


def serve(port: int) -> None:
    """Answer until the other end goes away."""
    rest = b""
    while True:
        data = os.read(port, 65536)
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            asked = json.loads(line)
            ended = subprocess.run(["/bin/sh", "-c", asked["run"]], capture_output=True, check=False)
            output = (ended.stdout + ended.stderr).decode("utf-8", "replace")
            answer = {"number": asked["number"], "status": ended.returncode, "output": output}
            written = json.dumps(answer).encode() + b"\n"
            while written:
                written = written[os.write(port, written) :]


def main() -> None:
    """For ever."""
    while True:
        if (device := find_port()) and device.exists():
            port = os.open(device, os.O_RDWR | os.O_CLOEXEC)
            serve(port)
            os.close(port)
        time.sleep(0.2)


if __name__ == "__main__":
    main()
