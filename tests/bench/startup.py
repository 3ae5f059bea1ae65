"""What a start costs: processor time until the first picture and until keys work, and memory. Run by hand:

    python tests/bench/startup.py [RUNS]

The device is started on the text panel: a simulated board behind gpiozero's mock pins and luma's driver. `first` is
when the first picture that is not black has gone over the bus, `ready` when the keys are open and the loop waits for
the first. Both count from the birth of the process and are held against a process that does nothing but import
gpiozero, luma.oled.device, PIL and sqlite3. Runs of both take turns; each figure is the least of all runs.

On a card, `companion card` comes before the device: `card` is what it takes. So that people need not wait for it, the
initrd shows the picture of the last start: `card first` is what its function takes, in busybox's shell, until the last
transfer has gone to an i2ctransfer that does nothing. It is held against `first`. On a card that was just flashed the
first picture comes from the device: after `card` and `first`.

The bytecode is compiled beforehand, as it is by an installation.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from figures import note
from help_page import explain

HERE = Path(__file__).resolve()
DEVICE, CARD = [f"import sys; from started import {what}; {what}(sys.argv[1])" for what in ("device", "card")]
RUNS = 15
BARS = {"first": 0.7, "ready": 1.35}
CARD_BAR = 1.2
"""The most for the first picture of a card, in times of the device's."""
RSS_MOST_MB = 36

BASE = "import gpiozero, luma.oled.device, PIL, sqlite3"
TELL = """
import time; took_s = time.process_time()
from pathlib import Path; import json
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(json.dumps({"ready": took_s, "rss": int(status["VmRSS"].split()[0])}))
"""


def prepare_card(folder: Path) -> None:
    """A card that was started before; raises CalledProcessError."""
    for name in ("fat", "data", "run"):
        (folder / name).mkdir(parents=True)
    shutil.copy(HERE.parents[2] / "systemd/image/companion.toml", folder / "fat")
    (folder / "run/start").write_text("root=root-0.1.0.sqfs\ndata=mmcblk0p2\n", "ascii")


def initrd_splash(busybox: str, folder: Path) -> dict[str, float]:
    """The processor time of the initrd's splash, with the start of its shell."""
    script = f'i2ctransfer() {{ :; }}; . "{HERE.parents[2]}/systemd/image/card.sh"; splash "{folder}/data"'
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([busybox, "sh", "-c", script], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"card first": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def ran(environment: dict[str, str], *arguments: str) -> dict[str, float]:
    """What a process of this Python tells in its last line."""
    process = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True, cwd=HERE.parents[2]
    )
    found: dict[str, float] = json.loads(process.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "PYTHONPATH": f"{HERE.parents[2]}:{HERE.parent}",
            "PYTHONPYCACHEPREFIX": f"{folder}/bytecode",
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        least: dict[str, dict[str, float]] = {"base": {}, "device": {}, "card": {}}
        prepare_card(Path(folder, "card"))
        busybox = shutil.which("busybox")
        for number in range(runs + 1):
            measured = {
                "base": ran(environment, "-c", BASE + TELL),
                "device": ran(environment, "-c", DEVICE, f"{folder}/record"),
                "card": ran(environment, "-c", CARD, f"{folder}/card"),
            }
            if busybox:
                measured["card"].update(initrd_splash(busybox, Path(folder, "card")))
            for name in measured if number else ():  # the first run only compiles
                for key, value in measured[name].items():
                    least[name][key] = min(value, least[name].get(key, value))
    base, found = least["base"], least["device"]
    print(f"least of {runs} runs, processor time from the birth of the process")
    print(f"  {'bare import':14} {base['ready'] * 1000:6.1f} ms          {base['rss'] / 1024:5.1f} MB")
    for key, bar in BARS.items():
        times = found[key] / base["ready"]
        missed = "" if times <= bar else ", missed"
        print(f"  {key:14} {found[key] * 1000:6.1f} ms  {times:4.2f} × (bar {bar} ×{missed})")
    found = least["card"]
    print(f"  {'card':14} {found['card'] * 1000:6.1f} ms")
    if "card first" in found:
        times = found["card first"] / least["device"]["first"]
        missed = "" if times <= CARD_BAR else ", missed"
        print(
            f"  {'card first':14} {found['card first'] * 1000:6.1f} ms  {times:4.2f} × first (bar {CARD_BAR} ×{missed})"
        )
    else:
        print("  card first     needs busybox")
    memory = least["device"]["rss"] / 1024
    print(f"  {'memory':14} {memory:6.1f} MB (bar {RSS_MOST_MB} MB{'' if memory <= RSS_MOST_MB else ', missed'})")
    ready = {key: f"{least['device'][key] / base['ready']:.2f}" for key in BARS}
    note(HERE.name, {"first-picture": ready["first"], "ready": ready["ready"], "memory": f"{memory:.0f} MB"})


if __name__ == "__main__":
    explain(__doc__)
    main()
