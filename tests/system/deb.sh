#!/usr/bin/env bash
# The Debian package on a real Debian 13: made, installed without a network, played with, upgraded, downgraded, removed
# and purged. After each of these the records are looked at. At last, whether anything else is left behind.
#
#   sudo tests/system/deb.sh [--keep]
#
#   --keep   leave the machine's folder behind to be looked at
#
# The machine is that of run.sh (machine.sh). What the package depends on comes from Debian; the keys are simulated.
# Needs what run.sh needs, and lintian. Takes some minutes, and ends with 1 if a check has failed.
set -euo pipefail

keep=
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
export DEB_MAINTAINER=${DEB_MAINTAINER:-Table Companion <companion@example.org>}

for option in "$@"; do
  case $option in
    --keep) keep=yes ;;
    -h | --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *)
      echo "deb.sh: known are --keep, --help" >&2
      exit 2
      ;;
  esac
done
command -v lintian >/dev/null || { echo "deb.sh: lintian is missing: apt install lintian" >&2; exit 1; }

# shellcheck source=tests/system/machine.sh
. "$here/machine.sh"

# -- what is done in there

# The package of a VERSION, by dpkg, which has nobody to ask.
installs() { inside dpkg -i "/srv/table-companion_$1_all.deb" </dev/null >"$work/install" 2>&1; }

not() { ! "$@"; }
refused() { not inside "$@" >"$work/install" 2>&1; } # the COMMAND in there fails

apt() { inside env DEBIAN_FRONTEND=noninteractive apt-get -y -qq "$@"; }
# shellcheck disable=SC2016 # dpkg fills it in
state() { inside dpkg-query -W -f '${db:Status-Status} ${Version}' table-companion 2>/dev/null || true; }
backups() { inside sh -c 'ls /var/lib/companion/backups | sed "s/-[0-9T]*\.backup$//" | sort -n | xargs'; }
enabled() { inside systemctl is-enabled companion.service 2>/dev/null || true; }

# Every path there, but for what runs, for dpkg's own and apt's files, and for the records.
paths() {
  inside find / -xdev '(' -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /srv \
    -o -path /var/lib/companion -o -path /var/lib/dpkg/info -o -path /var/log -o -path /var/cache \
    -o -path /var/lib/apt -o -path /var/tmp ')' -prune -o -print | sort
}

# From its next start on the service presses simulated keys.
simulate() {
  inside sh <<'END'
mkdir -p /run/systemd/system/companion.service.d
cat >/run/systemd/system/companion.service.d/simulated.conf <<'DROP-IN'
[Service]
ExecStart=
ExecStart=/usr/bin/companion run --panel simulated --board ${COMPANION_BOARD}
DROP-IN
systemctl daemon-reload
END
}

page() {
  inside python3 -c 'from urllib.request import urlopen; assert b"<html" in urlopen("http://127.0.0.1:8000/", timeout=5).read()'
}

# -- what is put in there

# The project under another VERSION.
copy_project() {
  mkdir -p "$work/$1"
  cp -R "$project"/{pyproject.toml,README.md,companion,hardware,systemd} "$work/$1"
  sed -i "s/^__version__ = .*/__version__ = \"$1\"/" "$work/$1/companion/__init__.py"
}

make_root trixie
say "The package: a version, and one after it"
SOURCE_DATE_EPOCH=$(git -C "$project" log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
for version in 9.1 9.2; do
  copy_project "$version"
  begun=$(now_ms)
  "$work/$version/systemd/make-deb.sh" "$work/srv" | sed "s,$work/srv/,,"
  echo "made in $(($(now_ms) - begun)) ms"
done
check "lintian finds no error and no warning" \
  is "$(lintian --allow-root --fail-on error,warning --display-level '>=warning' "$work"/srv/*_9.1_all.deb 2>&1)" ""
mkdir "$work/again"
mv "$work/9.1" "$work/elsewhere"
(cd / && umask 077 && TMPDIR=/dev/shm "$work/elsewhere/systemd/make-deb.sh" "$work/again" >/dev/null)
check "made again, from another folder, it has the same bytes" \
  cmp "$work/srv/table-companion_9.1_all.deb" "$work/again/table-companion_9.1_all.deb"
mkdir "$root/root/project"
cp -R "$project"/{pyproject.toml,README.md,companion,hardware,systemd} "$root/root/project"

say "The machine"
boot
systemd=$(inside systemctl --version | head -n 1 | cut -d' ' -f2)
python=$(inside python3 -c 'import platform; print(platform.python_version())')
echo "systemd $systemd, Python $python"
wanted=$(dpkg-deb -f "$work/srv/table-companion_9.1_all.deb" Depends Recommends | cut -d: -f2- | paste -sd,)
apt update >/dev/null
apt satisfy --no-install-recommends "$wanted" >"$work/apt" 2>&1 || { tail "$work/apt"; exit 1; }
echo "There are: $wanted"
# From here on there is no network.
offline=yes
pull_the_plug
boot
paths >"$work/paths-before"

say "Beside install.sh"
inside mkdir -p /opt/companion/versions/1
inside ln -s versions/1 /opt/companion/current
check "where install.sh has installed, the package is refused" not installs 9.1
check "… and says how that is removed" has "$(cat "$work/install")" "sudo /opt/companion/current/systemd/uninstall.sh"
check "… and nothing of it is there" inside test ! -e /usr/bin/companion -a ! -e /etc/companion
check "… not even for dpkg" hasnt "$(state)" "installed 9.1"
inside rm -r /opt/companion

say "Install"
begun=$(now_ms)
check "it is installed without a network" installs 9.1
echo "in $(($(now_ms) - begun)) ms"
check "without display and pins the service is ready all the same" until_it 20 runs
check "… and says what is wrong" until_it 10 tells "bus 1 for the display is missing"
check "it starts with the machine" is "$(enabled)" enabled
for unit in "$project"/systemd/*.service; do
  unit=$(basename "$unit")
  check "systemd-analyze verify has nothing to say about $unit" is "$(inside systemd-analyze verify "/usr/lib/systemd/system/$unit" 2>&1)" ""
  [ "$unit" = companion.service ] ||
    check "$unit is there and not enabled" is "$(inside systemctl is-enabled "$unit" 2>&1)" disabled
done
check "the exposure is 1.5 or less" inside systemd-analyze security --no-pager --threshold=15 companion.service
inside systemd-analyze security --no-pager companion.service | tail -n 1
check "companion --version says which" is "$(inside companion --version)" "companion 9.1"
check "every module has bytecode" is \
  "$(inside sh -c 'cd /usr/lib/table-companion && find . -name "*.py" | wc -l')" \
  "$(inside sh -c 'cd /usr/lib/table-companion && find . -name "*.pyc" | wc -l')"
check "a game by the text panel" eval \
  "printf '%s\n' ok ok quit | inside companion run --panel text --data /tmp/text | grep -q '\"actions\": \[\"new praetorians\"\]'"
check "… and its report" inside sh -c 'companion report -o /tmp/text.html --data /tmp/text && grep -q "<title>Praetorians: " /tmp/text.html'
check "nothing of a user gets in: neither PYTHONPATH nor the folder" inside sh -c 'mkdir -p /tmp/mine/companion &&
  echo "raise SystemExit(9)" >/tmp/mine/companion/__init__.py && cd /tmp/mine && PYTHONPATH=/tmp/mine companion --version'
check "the doctor, on a machine that is no Pi, finds no fault" inside sh -c 'companion doctor; [ $? -le 1 ]'

say "Play on simulated hardware"
simulate
inside systemctl restart companion.service
check "the first picture" until_it 10 shows "home "
check "the process runs as companion" is "$(inside stat -c %U "/proc/$(show MainPID)")" companion
press ok ok ok down ok ok
check "a game is begun and a card entered, key by key" until_it 10 shows "table A|G5 = 5"
table=$(shown)

say "Over itself, upgrade, downgrade"
check "installed over itself" installs 9.1
check "… the game goes on" until_it 20 shows "$table"
check "… and the records were backed up before" is "$(backups)" "1-before-9.1"
inside sed -i 's/^COMPANION_BOARD=.*/COMPANION_BOARD=ssd1306-7/' /etc/companion/board
check "an upgrade" installs 9.2
check "… is the later version" until_it 10 tells "Table Companion 9.2; the record /var/lib/companion; the board SSD1306 OLED on I2C, seven buttons"
check "… with the game as it was" until_it 20 shows "$table"
check "… and a backup" is "$(backups)" "1-before-9.1 2-before-9.2"
check "the backups are the user's alone" is \
  "$(inside sh -c 'stat -c "%U %a" /var/lib/companion/backups /var/lib/companion/backups/*' | sort -u | xargs)" \
  "companion 600 companion 700"
check "a downgrade" installs 9.1
check "… is the earlier version" is "$(state) $(inside companion --version)" "installed 9.1 companion 9.1"
check "… with the game as it was" until_it 20 shows "$table"
check "… and the board, which nobody was asked about" has "$(inside cat /etc/companion/board)" "COMPANION_BOARD=ssd1306-7"
installs 9.2
check "three backups are kept" is "$(backups)" "2-before-9.2 3-before-9.1 4-before-9.2"
inside sh -c 'cd /var/lib/companion && mv backups /root/kept && touch backups && chown companion: backups'
check "if the records cannot be backed up, nothing is upgraded" not installs 9.1
check "… and it says why, and what to do" has "$(cat "$work/install")" "the records could not be backed up; nothing was changed"
check "… the version before runs" is "$(state)" "installed 9.2"
check "… with the game as it was" until_it 20 shows "$table"
inside sh -c 'cd /var/lib/companion && rm backups && mv /root/kept backups'
inside systemctl disable --now --quiet companion.service
installs 9.1
check "somebody has disabled the service: an upgrade leaves it so" is "$(enabled) $(show ActiveState)" "disabled inactive"
inside systemctl enable --now --quiet companion.service
check "… and enabled, the game goes on" until_it 20 shows "$table"
pull_the_plug
boot
simulate
inside systemctl restart companion.service
check "the plug pulled, it starts with the machine, and the game goes on" until_it 60 shows "$table"

say "The web window"
inside sh <<'END'
mkdir -p /etc/systemd/system/companion.service.d
ln -s /usr/share/table-companion/companion-web.conf /etc/systemd/system/companion.service.d/web.conf
rm /run/systemd/system/companion.service.d/simulated.conf
systemctl daemon-reload
systemctl restart companion.service
END
check "a link opens it" until_it 20 page
check "… an upgrade keeps it" installs 9.2
check "… and its page" until_it 20 page
check "… the exposure is 1.5 or less" inside systemd-analyze security --no-pager --threshold=15 companion.service
inside systemd-analyze security --no-pager companion.service | tail -n 1

say "install.sh beside the package"
check "install.sh refuses" refused /root/project/systemd/install.sh
check "… and says how the package is removed" has "$(cat "$work/install")" "sudo apt purge table-companion (the records stay)"
check "uninstall.sh refuses" refused /root/project/systemd/uninstall.sh
check "… and says how the package is removed" has "$(cat "$work/install")" "sudo apt remove table-companion (the records stay)"
check "… and the service runs" runs

say "Remove, install again, purge"
inside systemctl stop companion.service # which closes the record
record_files | grep -v ' \./backups/' >"$work/before"
check "there is a record" grep -q ' \./record\.log$' "$work/before"
check "apt removes it" apt remove table-companion
check "… the service is gone" is "$(show LoadState)" not-found
check "… and the program" inside test ! -e /usr/lib/table-companion -a ! -e /usr/bin/companion
check "… the records are there, every file as it was" is "$(record_files | grep -v ' \./backups/')" "$(cat "$work/before")"
check "… and a backup of them" has "$(backups)" "-after-9.2"
check "install.sh still refuses, as settings of the package are left" refused /root/project/systemd/install.sh
check "installed again" installs 9.1
check "… with the board and the web window as before" until_it 20 page
inside rm /etc/systemd/system/companion.service.d/web.conf
simulate
inside systemctl restart companion.service
check "… the game goes on" until_it 20 shows "$table"
inside ln -s /usr/share/table-companion/companion-web.conf /etc/systemd/system/companion.service.d/web.conf
inside systemctl stop companion.service
record_files | grep -v ' \./backups/' >"$work/before"
inside touch /etc/companion/mine.toml
check "apt purges it" apt purge table-companion
check "… the file of an own board is there, and no other setting" is "$(inside ls /etc/companion)" mine.toml
inside rm -r /etc/companion
check "… the records are there, every file as it was" is "$(record_files | grep -v ' \./backups/')" "$(cat "$work/before")"
check "… and their owner" is "$(inside stat -c %U /var/lib/companion)" companion
paths >"$work/paths-after"
check "… and nothing else is left" is "$(diff "$work/paths-before" "$work/paths-after")" ""
check "now install.sh does not refuse any more" inside /root/project/systemd/install.sh --dry-run
simulate
check "installed once more" installs 9.2
check "… the game goes on" until_it 20 shows "$table"

summarize "the package on Debian trixie, systemd $systemd, Python $python"
