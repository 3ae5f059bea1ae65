#!/usr/bin/env bash
# The service on a real Debian: installs it there, plays, stops, kills, updates, and looks whether the game goes on.
#
#   sudo tests/system/run.sh [--suite bookworm|trixie] [--keep]
#
#   --suite  the Debian (bookworm)
#   --keep   leave the machine's folder behind to be looked at
#
# It makes a Debian by mmdebstrap (kept in /var/cache/companion-system, or where COMPANION_SYSTEM_CACHE says), boots a
# copy of it by systemd-nspawn, and installs this project there by systemd/install.sh: from a wheel made here, with
# packages from Debian and wheels that this machine's pip fetches. The keys are simulated, everything else is as on a Pi.
# Needs root, Linux, a network, python3 (3.11 or newer) with pip, mmdebstrap and systemd-container. This machine itself
# is not touched, and need not be run by systemd. Takes some minutes, and ends with 1 if a check has failed.
set -euo pipefail

suite=bookworm
keep=
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
PIP=(python3 -m pip --quiet --disable-pip-version-check)

while [ $# -gt 0 ]; do
  case $1 in
    --suite)
      suite=${2:-}
      shift
      ;;
    --keep) keep=yes ;;
    -h | --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *) suite='' ;;
  esac
  shift || true
done
case $suite in
  bookworm) python=3.11 ;;
  trixie) python=3.13 ;;
  *)
    echo "run.sh: known are --suite bookworm, --suite trixie, --keep, --help" >&2
    exit 2
    ;;
esac
# shellcheck source=tests/system/machine.sh
. "$here/machine.sh"

current() { inside readlink /opt/companion/current; }

installs() { # VERSION OPTION…: as somebody with sudo would, who stands in a private home
  local version=$1
  shift
  # shellcheck disable=SC2016 # it is the shell in there that fills them in
  inside env PIP_NO_INDEX=1 PIP_FIND_LINKS=/srv/wheels sh -c 'cd "$0" && exec systemd/install.sh "$@"' \
    "/home/pi/$version" "$@" >"$work/install" 2>&1
}

# -- what is put in there

prepare() {
  local version
  make_root "$suite"
  mkdir -p "$root/home/pi"
  touch "$root/home/pi/secret" "$root/root/secret"
  install -m 755 "$here/probe.py" "$root/usr/local/bin/companion-probe"

  say "Wheels: this project, a version after it, one that does not stay up, and what they need"
  mkdir "$work/srv/wheels"
  for version in 1 2 3; do
    mkdir "$work/$version"
    cp -R "$project"/{pyproject.toml,README.md,companion,hardware,systemd} "$work/$version"
    sed -i "s/^__version__ = .*/__version__ = \"9.$version\"/" "$work/$version/companion/__init__.py"
  done
  sed -i 's/^    crashes.start()$/    raise SystemExit("broken on purpose")/' "$work/3/companion/services/device/board_front.py"
  grep -q 'broken on purpose' "$work/3/companion/services/device/board_front.py"
  for version in 1 2 3; do
    mkdir -p "$root/home/pi/9.$version"
    cp -R "$project/systemd" "$root/home/pi/9.$version"
    "${PIP[@]}" wheel --no-deps --wheel-dir "$root/home/pi/9.$version/systemd" "$work/$version"
  done
  chmod 700 "$root/home/pi"
  requirements >"$work/requirements"
  "${PIP[@]}" download --only-binary=:all: --python-version "$python" --dest "$work/srv/wheels" \
    --requirement "$work/requirements" 2>"$work/pip" || { cat "$work/pip"; exit 1; }
}

# What the project needs under the other machine's Python, which is not always this one's.
requirements() {
  python3 - "$project/pyproject.toml" "$python" <<'END'
import sys
import tomllib
from pip._vendor.packaging.requirements import Requirement

with open(sys.argv[1], "rb") as file:
    project = tomllib.load(file)["project"]
extras = project["optional-dependencies"]
for text in (*project["dependencies"], *extras["pi"], *extras["web"], *extras["mqtt"], *extras["hall"]):
    needed = Requirement(text)
    if needed.marker is None or needed.marker.evaluate({"python_version": sys.argv[2]}):
        print(f"{needed.name}{needed.specifier}")
END
}

# From its next start on the service presses simulated keys.
simulate() {
  inside sh <<'END'
mkdir -p /etc/systemd/system/companion.service.d
cat >/etc/systemd/system/companion.service.d/simulated.conf <<'DROP-IN'
[Service]
ExecStart=
ExecStart=/opt/companion/current/bin/companion run --panel simulated --board ${COMPANION_BOARD}
DROP-IN
systemctl daemon-reload
END
}

# The page of the web window.
page() {
  inside python3 -c 'from urllib.request import urlopen; assert b"<html" in urlopen("http://127.0.0.1:8000/", timeout=5).read()'
}

# Something of what the board of a hall answers: PATH, and an expression of Python.
board_says() {
  inside python3 -c '
import json, sys
from urllib.request import urlopen
print(eval(sys.argv[2], {"found": json.load(urlopen(f"http://127.0.0.1:8100/{sys.argv[1]}", timeout=5))}))' "$1" "$2" 2>&1
}
board_has() { [ "$(board_says "$1" "$2")" = "$3" ]; } # PATH EXPRESSION VALUE
has_status() { [ "$(show StatusText "$1")" = "$2" ]; } # SERVICE TEXT

# The process in which the device thinks: its number.
thinker() {
  # shellcheck disable=SC2016 # it is the shell in there that fills them in
  inside sh -c 'cd /sys/fs/cgroup"$(systemctl show -P ControlGroup companion.service)" &&
    for pid in $(cat cgroup.procs); do ! grep -qz mind_worker /proc/$pid/cmdline || echo "$pid"; done'
}
# The memory of the device and of the process in which it thinks, in KiB.
# shellcheck disable=SC2016 # it is the shell in there that fills them in
used() { inside sh -c 'cat /proc/$0/smaps_rollup /proc/$1/smaps_rollup' "$(show MainPID)" "$(thinker)" | awk '/^Pss:/ { kib += $2 } END { print kib }'; }
thinks() { [ -n "$(thinker)" ]; }
thinks_anew() { [ -n "$(thinker)" ] && [ "$(thinker)" != "$1" ]; } # than the process of this NUMBER
thoughts() { inside grep -c ' chose ' /var/lib/companion/record.log; }
more_thoughts() { [ "$(thoughts)" -gt "$1" ]; }

# The service's own settings for another program: what it may and may not do.
probed() {
  inside sh <<'END'
sed -e 's/^Type=.*/Type=oneshot/' -e 's/^RuntimeDirectoryPreserve=.*/RuntimeDirectoryPreserve=yes/' \
  -e '/^ExecReload=/d' -e '/^Restart/d' -e '/^WatchdogSec=/d' -e '/^NotifyAccess=/d' -e '/^\[Install\]/,$d' \
  -e 's,^ExecStart=.*,ExecStart=/usr/bin/python3 /usr/local/bin/companion-probe,' \
  /etc/systemd/system/companion.service >/run/systemd/system/companion-probe.service
echo 'StandardOutput=truncate:/run/probed' >>/run/systemd/system/companion-probe.service
touch /tmp/of-others
systemctl daemon-reload
systemctl start companion-probe.service
cat /run/probed
END
}

# The same for the publisher of a hall.
hall_probed() {
  inside sh <<'END'
sed -e 's/^Type=.*/Type=oneshot/' -e '/^Restart/d' -e '/^NotifyAccess=/d' -e '/^\[Install\]/,$d' \
  -e 's,^ExecStart=.*,ExecStart=/usr/bin/python3 /usr/local/bin/companion-probe hall,' \
  /etc/systemd/system/companion-hall.service >/run/systemd/system/companion-probe.service
touch /tmp/of-others
echo 'StandardOutput=truncate:/run/probed' >>/run/systemd/system/companion-probe.service
systemctl daemon-reload
systemctl start companion-probe.service
cat /run/probed
END
}

# -- the checks

prepare
say "The machine"
boot
systemd=$(inside systemctl --version | head -n 1 | cut -d' ' -f2)
echo "systemd $systemd, Python $(inside python3 -c 'import platform; print(platform.python_version())')"

say "Install"
check "install.sh --dry-run changes nothing" installs 9.1 --dry-run --board ssd1306-7
check "… and has made no folder" inside test ! -e /opt/companion
check "install.sh --board ssd1306-7 installs the wheel and starts the service" installs 9.1 --board ssd1306-7
cp "$work/install" "$work/first-install"
check "… and ends with what the doctor says" has "$(cat "$work/first-install")" "doctor"
check "the doctor looks at the pins from a private home" inside sh -c 'cd /home/pi && exec runuser -u companion -- \
  /opt/companion/current/bin/python -c "
from companion.services.checks.findings import in_empty_folder
with in_empty_folder():
    pass
"'
check "without display and pins the service is ready all the same" runs
check "… and says what is wrong" until_it 10 tells "bus 1 for the display is missing"
check "systemd-analyze verify has nothing to say" is "$(inside systemd-analyze verify /etc/systemd/system/companion.service 2>&1)" ""
check "the exposure is 1.5 or less" inside systemd-analyze security --no-pager --threshold=15 companion.service
check "the service waits for no network" hasnt "$(show After) $(show Wants) $(show Requires)" network
check "it will be started with the machine" is "$(inside systemctl is-enabled companion.service)" enabled

say "Play on simulated hardware"
simulate
check "systemctl restart returns when the service is ready" inside systemctl restart companion.service
check "… with the first picture" until_it 10 shows "home "
check "the journal says which version runs, and on which record" until_it 10 tells \
  "Table Companion 9.1; the record /var/lib/companion; the board SSD1306 OLED on I2C, seven buttons; no game is on the table"
check "the process runs as companion" is "$(inside stat -c %U "/proc/$(show MainPID)")" companion
check "the group may look into the folder of the records" is "$(inside stat -c '%U %G %a' /var/lib/companion)" "companion companion 750"
check "… read the log, and hold neither lock nor index" is "$(modes record.log lock index.sqlite3)" "640 600 600"
press ok ok ok down ok ok
check "a game is begun and a card entered, key by key" until_it 10 shows "table A|G5 = 5"
check "the journal tells the game in its notation" until_it 10 tells "game 1: flip G5"
check "systemd knows what the glass says" until_it 10 has_status companion "A"
table=$(shown)

say "The sandbox"
probed >"$work/probed"
cat "$work/probed"
for need in "write the record" "write where it runs" "read its program" "read its board" "read what the Pi is" "switch off"; do
  check "it may $need" grep -qx "may $need" "$work/probed"
done
while read -r barred; do
  check "it may not $barred" grep -q "^may not $barred: " "$work/probed"
done < <(sed -n '/# what it does not/,/^}/s/^    "\(.*\)": .*/\1/p' "$here/probe.py")
check "it has no capability, cannot get one, and its system calls are filtered" \
  grep -qx "is CapEff=0000000000000000 CapBnd=0000000000000000 NoNewPrivs=1 Seccomp=2" "$work/probed"
check "its files are its own, its folder is memory, it leaves no core" \
  grep -qx "is umask=027 cwd=/run/companion core=0" "$work/probed"
inside sh -c 'cd /run/companion && /usr/bin/python3 /usr/local/bin/companion-probe' >"$work/unboxed"
check "without the sandbox root gets through, so the probes are true" \
  at_most "$(grep -c '^may not ' "$work/unboxed")" 4
grep '^may not' "$work/unboxed" || true

say "Settings, watchdog, crash, stop"
inside sh -c 'echo "language = \"ja\"" >/var/lib/companion/settings.toml && chown companion: /var/lib/companion/settings.toml'
inside systemctl reload companion.service
check "SIGHUP: the settings are read again, the font is there" until_it 10 shows "table A|緑5=5"
inside rm /var/lib/companion/settings.toml
inside systemctl reload companion.service
check "… and back" until_it 10 shows "$table"
restarts=$(show NRestarts)
signal STOP
check "a process that hangs is noticed by the watchdog and started again" until_it 60 restarted "$restarts"
check "… and the game goes on" until_it 10 shows "$table"
check "the journal says why" has "$(inside journalctl -q -u companion.service)" "Watchdog timeout"
restarts=$(show NRestarts)
signal KILL
check "a process that is killed is started again" until_it 30 restarted "$restarts"
check "… and the game goes on" until_it 10 shows "$table"
for _ in 1 2 3 4 5 6 7; do
  restarts=$(show NRestarts)
  signal KILL
  until_it 30 restarted "$restarts" || break
done
check "… however often" runs
# The least of five: on a busy machine the others say how busy it is.
least=
for _ in 1 2 3 4 5; do
  inside systemctl start companion.service
  begun=$(now_ms)
  inside systemctl stop companion.service
  took=$(($(now_ms) - begun))
  [ -n "$least" ] && [ "$least" -le "$took" ] || least=$took
done
check "systemctl stop takes a second and a half at most (the least of five: $least ms)" at_most "$least" 1500
check "… and is no failure" is "$(show Result) $(show ExecMainStatus)" "success 0"
check "nothing is left where it ran" inside test ! -e /run/companion
inside systemctl start companion.service
check "started again, the game goes on" until_it 10 shows "$table"
check "… and the journal says which" until_it 10 tells "game 1 (praetorians: A, B) goes on"
inside sh -c 'cp -p /etc/companion/board /run/board && echo COMPANION_BOARD=/etc/companion/mine.toml >/etc/companion/board &&
  printf "name = \"mine\"\nchip = 3\n" >/etc/companion/mine.toml'
check "with a wrong file of a board the service does not start" eval '! inside systemctl restart companion.service'
check "… says where it is wrong" tells "/etc/companion/mine.toml, line 2: "
check "… and is not started again and again" is "$(show ActiveState) $(show ExecMainStatus)" "failed 2"
inside sh -c '/opt/companion/current/bin/companion boards ssd1306-7 >/etc/companion/mine.toml && chmod 600 /etc/companion/mine.toml'
check "nor with one that only root may read" eval '! inside systemctl restart companion.service'
check "… of which the doctor tells root" has "$(inside /opt/companion/current/bin/companion doctor --json)" \
  "/etc/companion/mine.toml cannot be read by companion"
inside sh -c 'chmod 644 /etc/companion/mine.toml && systemctl restart companion.service'
check "one that everybody may read is the board" until_it 10 shows "$table"
inside sh -c 'echo COMPANION_BOARD= >/etc/companion/board && systemctl restart companion.service'
check "an empty one is plain" runs
inside sh -c 'rm /etc/companion/mine.toml && mv /run/board /etc/companion/board && systemctl restart companion.service'
check "with the board as it was, the game goes on" until_it 10 shows "$table"

say "The plug"
press ok ok
until_it 10 shows "table A|G5 = 5 38%|A 5"
table=$(shown)
pull_the_plug
boot
check "killed with everything, the machine comes up with the service" until_it 60 runs
check "… and with the game as it was" until_it 10 shows "$table"

say "Update, back"
# As the versions before left them.
inside sh -c 'chmod 700 /var/lib/companion && chmod 600 /var/lib/companion/record.log'
check "install.sh with the next version updates" installs 9.2
check "… which runs" has "$(current)" "versions/9.2-"
check "… with the log open to the group" is "$(modes . record.log lock)" "750 640 600"
check "… with the board as it was" is "$(inside cat /etc/companion/board)" "COMPANION_BOARD=ssd1306-7"
check "… and with the game as it was" until_it 10 shows "$table"
if inside /opt/companion/current/bin/companion backup --help >/dev/null 2>&1; then
  check "the records were backed up before" inside sh -c 'test -s /var/lib/companion/backups/*-before-9.2-*.backup'
fi
check "a version that does not stay up ends with an error" eval '! installs 9.3'
check "… that says so" has "$(cat "$work/install")" "version 9.3 does not stay up"
check "… and the version before runs" has "$(current) $(show ActiveState)" "versions/9.2-"
check "… with the game as it was" until_it 10 shows "$table"
check "… and nothing of the other is left" is "$(inside sh -c 'ls /opt/companion/versions | cut -d- -f1 | xargs')" "9.1 9.2"
check "--back returns to the first version" inside /opt/companion/current/systemd/install.sh --back
check "… which runs" has "$(current) $(show ActiveState)" "versions/9.1-"
check "… with the game as it was" until_it 10 shows "$table"

say "Off"
press back
check "BACK leads to the menu" until_it 10 shows menu
choose Home
check "… and from there to home" until_it 10 shows home
choose "Switch off"
check "the device switches the machine off" until_it 60 is_down
pull_the_plug
boot
check "switched on again, the game goes on" until_it 60 shows "$table"
check "… and the journal knows of a clean end before" has "$(inside journalctl -q -o cat -u companion.service -b -1)" \
  "companion.service: Deactivated successfully."

say "The web window"
check "install.sh --web opens a window for phones" installs 9.2 --web
check "… which shows its page" until_it 20 page
check "… and keeps the rest of the sandbox" eval '! inside systemctl show -p ProtectHome companion.service | grep -qv yes'
check "install.sh without a word about it keeps the window" installs 9.1
check "… which shows its page" until_it 20 page
check "install.sh --no-web closes it" installs 9.2 --no-web
check "… and nobody answers there any more" eval '! page'
check "… and the game is as it was" until_it 10 shows "$table"

say "The hall: a board and a table on one machine, with the mosquitto of Debian"
inside sh <<'END'
env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends mosquitto >/dev/null 2>&1
systemctl start mosquitto.service
mkdir -p /home/pi/hall
cd /home/pi/hall
printf 'club = "club"\nbroker = "mqtt://127.0.0.1"\n\n[people]\nnames = "full"\nkey = "people"\n' >hall.toml
printf '\n[board]\nsecret_file = "secret"\n' >>hall.toml
echo 'the secret of the hall' >secret
END
check "install.sh --board-hall adds the board of a hall" installs 9.1 --board-hall /home/pi/hall/hall.toml
check "… which runs" runs companion-board
check "… and shows its wall" until_it 20 board_has health.json 'found["connected"]' True
inside sh -c 'companion hall table table-1 --config /etc/companion/board-hall/hall.toml >/home/pi/hall/table-1.toml'
check "install.sh --hall makes the device a table of it" installs 9.2 --hall /home/pi/hall/table-1.toml
check "… whose publisher runs" runs companion-hall
check "… as a user of its own" is "$(inside stat -c %U "/proc/$(show MainPID companion-hall)")" companion-hall
check "… with the game as it was" until_it 10 shows "$table"
for unit in companion-hall companion-board; do
  check "systemd-analyze verify has nothing to say to $unit" is "$(inside systemd-analyze verify "/etc/systemd/system/$unit.service" 2>&1)" ""
  check "the exposure of $unit is 1.5 or less" inside systemd-analyze security --no-pager --threshold=15 "$unit.service"
  inside systemd-analyze security --no-pager "$unit.service" | tail -n 1
  check "$unit waits for no network" hasnt "$(show After "$unit") $(show Wants "$unit") $(show Requires "$unit")" network
done
check "the exposure of the device is 1.0 or less, with the publisher beside it" \
  inside systemd-analyze security --no-pager --threshold=10 companion.service
inside systemd-analyze security --no-pager companion.service | tail -n 1
check "the board shows the table, live and signed" until_it 30 board_has tables.json \
  '[(one["table"], one["live"], one["signed"], one["phase"]) for one in found["tables"]]' "[('table-1', True, True, 'playing')]"
check "nobody but root can read the secrets" is "$(inside stat -c '%U %G %a' /etc/companion/board-hall/secret)" "root root 640"
check "… and the key of the table nobody but the publisher" is "$(inside stat -c '%U %G %a' /etc/companion/hall.toml)" "root companion-hall 640"

say "The sandbox of the publisher"
hall_probed >"$work/hall-probed"
cat "$work/hall-probed"
for need in "read the log" "read its hall.toml" "write its cursor" "reach the broker"; do
  check "it may $need" grep -qx "may $need" "$work/hall-probed"
done
while read -r barred; do
  check "it may not $barred" grep -q "^may not $barred: " "$work/hall-probed"
done < <(sed -n 's/^may not \([^:]*\): .*/\1/p; s/^may \(.*\)/\1/p' "$work/hall-probed" | tail -n +5)
check "it has no capability, cannot get one, and its system calls are filtered" \
  grep -qx "is CapEff=0000000000000000 CapBnd=0000000000000000 NoNewPrivs=1 Seccomp=2" "$work/hall-probed"
inside /usr/bin/python3 /usr/local/bin/companion-probe hall >"$work/hall-unboxed"
check "without the sandbox root gets through, so the probes are true" \
  at_most "$(grep -c '^may not ' "$work/hall-unboxed")" 3
grep '^may not' "$work/hall-unboxed" || true

say "Results"
end_game() {
  press back
  choose "End the game"
  choose "A concedes"
  choose "End it"
}
device=$(show MainPID)
restarts=$(show NRestarts)
end_game
check "a game ends at the table" until_it 10 shows "results B wins"
check "its result is on the board" until_it 30 board_has health.json 'found["games"]' 1
check "… signed, with the winner" is "$(board_says results.json \
  '[(one["table"], one["state"], one["signed"], [player["name"] for player in one["players"]], one["places"]) for one in found["results"]]')" \
  "[('table-1', 'final', True, ['A', 'B'], [2, 1])]"
check "… which has confirmed it" until_it 20 has_status companion-hall "1 results, 0 not confirmed"
check "the wall counts it" until_it 20 board_has standings.json '[(one["name"], one["won"]) for one in found["lines"]]' "[('B', 1), ('A', 0)]"
inside systemctl stop companion-hall.service
check "the publisher stops in order" is "$(show Result companion-hall) $(show ExecMainStatus companion-hall)" "success 0"
check "… and the table is not live any more" until_it 20 board_has tables.json '[one["live"] for one in found["tables"]]' "[False]"
choose Rematch
check "without the publisher the next game begins" until_it 10 shows "table B"
end_game
check "… and ends" until_it 10 shows "results B wins"
inside systemctl start companion-hall.service
check "with the publisher its result is on the board, too" until_it 30 board_has health.json 'found["games"]' 2
starts=$(show NRestarts companion-hall)
inside sh -c "kill -KILL $(show MainPID companion-hall)"
killed() { [ "$(show NRestarts companion-hall)" != "$starts" ] && runs companion-hall; }
check "a publisher that is killed is started again" until_it 40 killed
check "… and tells nothing twice" is "$(board_says health.json 'found["games"]')" 2
inside systemctl restart companion-board.service mosquitto.service
check "board and broker started again, the table comes back with everything confirmed" \
  until_it 60 has_status companion-hall "2 results, 0 not confirmed"
inside sh -c 'cp -p /etc/companion/hall.toml /run/hall.toml && sed -i s/table/tabel/ /etc/companion/hall.toml'
check "with a wrong hall.toml the publisher does not start" eval '! inside systemctl restart companion-hall.service'
check "… says where it is wrong" has "$(inside journalctl -q -o cat -u companion-hall.service)" "/etc/companion/hall.toml:2"
check "… and is not started again and again" is "$(show ActiveState companion-hall) $(show ExecMainStatus companion-hall)" "failed 2"
inside sh -c 'cp -p /run/hall.toml /etc/companion/hall.toml && systemctl start companion-hall.service'
check "all that time the device was one process" is "$(show MainPID) $(show NRestarts)" "$device $restarts"

say "The device plays"
choose Home
check "home" until_it 10 shows home
choose Praetorians
choose Device
press ok # as strong as the page proposes
for _ in 1 2 3; do
  [[ $(shown) != *"Begins: Device"* ]] || break
  choose Begins
done
choose Start
press ok ok
check "a game with the device as a player: it thinks, and says what it does" until_it 30 shows "table Device: "
check "… in a process of its own" thinks
check "… that takes only what is left of the processor" is \
  "$(inside python3 -c 'import os, sys; pid = int(sys.argv[1]); print(os.getpriority(os.PRIO_PROCESS, pid), os.sched_getscheduler(pid))' "$(thinker)")" "19 5"
memory=$(used)
check "… with room in the 416 MiB of the unit (both use $((memory >> 10)) MiB)" at_most "$memory" $((200 << 10))
before=$(thoughts)
press ok ok
check "its card entered, it thinks again" until_it 30 more_thoughts "$before"
worker=$(thinker)
before=$(thoughts)
inside sh -c "kill -KILL $worker"
press ok ok
check "the process killed, it thinks in another one" until_it 60 more_thoughts "$before"
check "… which is a new one" thinks_anew "$worker"
check "… and the device is the same process" is "$(show MainPID) $(show NRestarts)" "$device $restarts"
check "the state of the game is on the board" until_it 30 board_has tables.json '[(one["live"], one["phase"], len(one["players"])) for one in found["tables"]]' "[(True, 'playing', 3)]"
table=$(shown)

say "Back, and without the hall"
check "--back returns to the version that is only the board" inside /opt/companion/current/systemd/install.sh --back
check "… without a publisher" is "$(show LoadState companion-hall)" not-found
check "… and with the game as it was" until_it 10 shows "$table"
check "--back once more" inside /opt/companion/current/systemd/install.sh --back
check "… and the publisher runs" runs companion-hall
check "install.sh without a word about it keeps both" installs 9.1
check "… which run" eval 'runs companion-hall && runs companion-board'
check "install.sh --no-hall takes the table out of the hall" installs 9.1 --no-hall
check "… with its key" inside test ! -e /etc/companion/hall.toml -a ! -e /etc/systemd/system/companion-hall.service
check "… and the game is as it was" until_it 10 shows "$table"

say "Uninstall"
check "uninstall.sh --dry-run changes nothing" inside /opt/companion/current/systemd/uninstall.sh --dry-run
check "… and the service still runs" runs
inside systemctl stop companion.service # which closes the record
record_files >"$work/before"
check "there is a record" grep -q ' \./record\.log$' "$work/before"
inside /opt/companion/current/systemd/uninstall.sh >"$work/uninstall" 2>&1
check "uninstall.sh says where the records are" has "$(cat "$work/uninstall")" "The records are in /var/lib/companion"
check "the services are gone" is "$(show LoadState) $(show LoadState companion-board)" "not-found not-found"
check "the results of the hall are there" inside test -s /var/lib/companion-board/board.sqlite3
check "the program is gone" inside test ! -e /opt/companion -a ! -e /etc/companion -a ! -e /usr/local/bin/companion
check "the records are there, and their owner" is "$(inside stat -c %U /var/lib/companion)" companion
check "… and every file of them is as it was" is "$(record_files)" "$(cat "$work/before")"
check "install.sh --board-hall alone installs only the board" installs 9.1 --board-hall /home/pi/hall/hall.toml
check "… which runs, without the device" is "$(show ActiveState companion-board) $(show LoadState)" "active not-found"
check "… with the results that it had" until_it 20 board_has health.json 'found["games"]' 2
check "an update of it leaves it alone" installs 9.2
check "… on the machine" is "$(show ActiveState companion-board) $(show LoadState)" "active not-found"
check "uninstall.sh removes it" inside /opt/companion/current/systemd/uninstall.sh
simulate
check "installed again, it is as new" installs 9.1
check "… with the plain board" is "$(inside cat /etc/companion/board)" "COMPANION_BOARD=plain"
check "… and the game goes on" until_it 10 shows "$table"

summarize "Debian $suite, systemd $systemd, Python $python"
