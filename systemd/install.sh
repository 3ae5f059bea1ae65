#!/usr/bin/env bash
# Install Table Companion as a service, or update it, on Raspberry Pi OS or Debian (Bookworm, Trixie).
#
#   sudo systemd/install.sh [--board BOARD] [--web | --no-web] [--keyboards | --no-keyboards] [--hall FILE | --no-hall]
#                           [--dry-run]
#   sudo systemd/install.sh --board-hall [FILE] | --no-board-hall [--dry-run]
#   sudo systemd/install.sh --back [--dry-run]
#
#   --board BOARD      the board, by its name (see: companion boards) or the file of your own; an update keeps the last one
#   --web              with the window for phones in the local network; an update keeps it
#   --no-web           without it: then the service has no network at all
#   --keyboards        keyboards, number pads, remotes, game pads and readers are keys of the device, and of nothing
#                      else on this machine; an update keeps it
#   --no-keyboards     without them
#   --hall FILE        as a table of a hall: a second service sends the results; FILE is the table's hall.toml (see:
#                      companion hall table); an update keeps it
#   --no-hall          without that service
#   --board-hall FILE  as the board of a hall; FILE is its hall.toml (see: companion hall init), without FILE
#                      /etc/companion/hall.toml; an update keeps it
#   --no-board-hall    without the board; its results stay
#   --back             return to the version before; a second --back returns to the newer one
#   --dry-run          print every step and change nothing; needs no root and no Raspberry Pi
#
# With --board-hall alone, on a machine where the device is not installed, only the board is installed. Any Debian will
# do, and --board BOARD adds the device later.
#
# It installs the wheel table_companion-*.whl beside this script, else the project that contains this script.
# It works without a network if the packages are installed already and pip gets a folder of wheels:
#   sudo PIP_NO_INDEX=1 PIP_FIND_LINKS=/home/pi/wheels systemd/install.sh
#
# Each version has a virtual environment of its own in /opt/companion/versions, and /opt/companion/current is the one
# that runs. If a version cannot be installed, or does not stay up, the version before runs again.
# COMPANION_ROOT puts everything under another folder.
set -euo pipefail
umask 022
PATH=$PATH:/usr/sbin:/sbin # after su without - they are missing, and dpkg and runuser need them

readonly LASTS=5 # seconds that a version must stay up before it is trusted
root=${COMPANION_ROOT:-}
opt=$root/opt/companion
etc=$root/etc/companion
units=$root/etc/systemd/system
unit=$units/companion.service
dropin=$units/companion.service.d/web.conf
typing=$units/companion.service.d/keyboards.conf
rules=$root/etc/polkit-1/rules.d/50-companion.rules
records=$root/var/lib/companion
here=$(cd "$(dirname "$0")" && pwd)
me="install.sh"
dry=
back=
board=
web=
keyboards=
hall=      # yes: a table of a hall
hall_file= # its hall.toml
wall=      # yes: the board of a hall
wall_file= # its hall.toml
device=yes # the device itself; empty on a machine that is only the board of a hall
unwell=()  # services of the hall that did not start
new=     # the new version, as long as a failure must delete it
old=     # the version to return to, from the beginning of the switch on
tmp=
reboot=
step= # the last one that was printed
told= # yes: it was said why this ends

# -- messages and steps

say() { printf '%s\n' "$*"; }
note() { printf '    # %s\n' "$*"; }
warn() { printf '%s: %s\n' "$me" "$*" >&2; }
die() {
  told=yes
  warn "$*"
  exit 1
}
usage() {
  warn "$*; known are --board BOARD, --web, --no-web, --keyboards, --no-keyboards, --hall FILE, --no-hall, --board-hall [FILE], --no-board-hall, --back, --dry-run, --help"
  exit 2
}

step() {
  step=$*
  printf '    %s\n' "$*"
}

run() {
  step "$*"
  [ -n "$dry" ] || "$@"
}

# A file appears whole or not at all, and so does a link.
copy() { # FILE AS
  step "cp $1 $2"
  [ -n "$dry" ] || { install -D -m 644 "$1" "$2.new" && mv -f "$2.new" "$2"; }
}

write() { # TEXT FILE
  step "write to $2: $1"
  [ -n "$dry" ] || { mkdir -p "$(dirname "$2")" && printf '%s\n' "$1" >"$2.new" && mv -f "$2.new" "$2"; }
}

# A file that may hold secrets: nobody but root and the group can read it, from the first byte on.
copy_secret() { # FILE AS GROUP
  step "cp $1 $2, for root and the group $3"
  [ -n "$dry" ] ||
    { install -D -m 600 "$1" "$2.new" && chgrp "$3" "$2.new" && chmod 640 "$2.new" && mv -f "$2.new" "$2"; }
}

link() { # TARGET LINK
  step "ln -sfn $1 $2"
  [ -n "$dry" ] || { ln -sfn "$1" "$2.new" && mv -fT "$2.new" "$2"; }
}

as_companion() { run runuser -u companion -- "$@"; }


# -- options

while [ $# -gt 0 ]; do
  case $1 in
    --board)
      [ -n "${2:-}" ] || usage "--board: no board is named"
      board=$2
      shift
      ;;
    --web) web=yes ;;
    --no-web) web=no ;;
    --keyboards) keyboards=yes ;;
    --no-keyboards) keyboards=no ;;
    --hall)
      [ -n "${2:-}" ] || usage "--hall: no file is named"
      hall=yes hall_file=$2
      shift
      ;;
    --no-hall) hall=no ;;
    --board-hall)
      wall=yes
      case ${2:-} in
        '' | --*) ;;
        *)
          wall_file=$2
          shift
          ;;
      esac
      ;;
    --no-board-hall) wall=no ;;
    --back) back=yes ;;
    --dry-run) dry=yes ;;
    -h | --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *) usage "$(printf '%q' "$1"): not an option known here" ;;
  esac
  shift
done
[ -z "$back" ] || [ -z "$board$web$keyboards$hall$wall" ] || usage "--back goes with no other option but --dry-run"

# -- the machine and the source

look() {
  if [ -z "$dry" ]; then
    [ "$(id -u)" = 0 ] || die "root is needed: run it with sudo (or look at the steps with --dry-run)"
    [ -d "$root/run/systemd/system" ] || die "systemd does not run this machine; the service needs it"
  fi
  [ -z "$(state_of table-companion)" ] ||
    die "the Debian package table-companion is there; remove it first: sudo apt purge table-companion (the records stay)"
  if [ -z "$dry" ]; then
    command -v flock >/dev/null || die "flock is missing; it is in the package util-linux"
    mkdir -p "$opt"
    exec 9>"$opt/.lock"
    flock -n 9 || die "another install.sh is at work"
  fi
  tmp=$(mktemp -d)
  minor=$(python3 -c 'import sys; print(sys.version_info[1] if sys.version_info[0] == 3 else 0)' 2>/dev/null || echo 0)
}

current() { # the version that runs, if any
  [ ! -L "$opt/current" ] || readlink "$opt/current"
}

# Sets `what`, the wheel or folder to install, and its `version`.
source_of() {
  local wheels=("$here"/table_companion-*.whl)
  if [ -f "${wheels[0]}" ]; then
    [ ${#wheels[@]} = 1 ] || die "${#wheels[@]} wheels in $here; one is needed"
    what=${wheels[0]}
    version=$(basename "$what" | cut -d- -f2)
  elif grep -qs '^name = "table-companion"' "$here/../pyproject.toml"; then
    what=$(cd "$here/.." && pwd)
    version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$what/companion/__init__.py")
  else
    die "no table_companion-*.whl beside this script, and no project around it; one of them is needed"
  fi
}

# Runs the companion of the source, not installed, with the system's Python, for commands that need no library.
unbuilt() {
  local project=$what
  if [ -f "$what" ]; then
    project=$tmp/wheel
    [ -d "$project" ] || python3 -m zipfile -e "$what" "$project"
  fi
  (cd / && PYTHONPATH=$project PYTHONDONTWRITEBYTECODE=1 STATE_DIRECTORY=/nonexistent python3 -m companion "$@")
}

python_is() { # at least 3.MINOR
  [ "$minor" -ge "$1" ]
}

board_before() { # the board that the service has, if any, as systemd reads it: the last line counts, and quotes do not
  [ ! -f "$etc/board" ] ||
    sed -n 's/^COMPANION_BOARD=//p' "$etc/board" | tail -n 1 |
    sed -E "s/^[[:space:]]+|[[:space:]]+\$//g; s/^\"(.*)\"\$|^'(.*)'\$/\1\2/"
}

# Checks the board. Sets `named`, the board as the service gets it; `file`, the user's own board file, if it is one; and
# `bus`, the bus of its display.
choose_board() {
  local looked_at
  named=${board:-$(board_before)}
  named=${named:-plain}
  looked_at=$named
  file=''
  bus=''
  case $named in
    */* | *.*)
      if [ -n "$board" ]; then
        file=$(cd "$(dirname "$board")" 2>/dev/null && pwd)/$(basename "$board")
        looked_at=$file
        named=/etc/companion/$(basename "$board")
      else
        looked_at=$root$named
      fi
      case $(basename "$named") in
        *[!A-Za-z0-9._-]*) die "board $(printf '%q' "$named"): a name of letters, digits, dots and dashes is needed" ;;
      esac
      ;;
  esac
  if ! python_is 11; then
    note "the board cannot be looked at: python3 is missing or older than 3.11"
    return
  fi
  bus=$(unbuilt boards "$looked_at" | sed -n 's/^bus *= *"\([a-z0-9]*\)".*/\1/p' | head -n 1) ||
    die "board $(printf '%q' "${board:-$named}") cannot be used; name another one with --board"
}

# What is installed: the device, a table of a hall, the board of a hall. Without an option everything stays as it is.
choose_parts() {
  if [ -z "$board$web$keyboards" ] && [ "$hall" != yes ] && [ ! -e "$unit" ]; then
    if [ "$wall" = yes ] || [ -e "$units/companion-board.service" ]; then
      device=
      [ "$wall" != no ] || die "--no-board-hall: nothing but the board is installed here; uninstall.sh removes it"
    fi
  fi
  [ -n "$web" ] || [ ! -e "$dropin" ] || web=yes
  [ -n "$keyboards" ] || [ ! -e "$typing" ] || keyboards=yes
  [ -n "$hall" ] || [ ! -e "$units/companion-hall.service" ] || hall=yes
  [ -n "$wall" ] || [ ! -e "$units/companion-board.service" ] || wall=yes
  if [ "$wall" = yes ] && [ -z "$wall_file" ] && [ ! -e "$etc/board-hall/hall.toml" ]; then
    wall_file=$etc/hall.toml
    [ -e "$wall_file" ] || die "--board-hall: the board's hall.toml is needed; companion hall init makes it"
  fi
  [ -z "$hall_file" ] || look_at "$hall_file"
  [ -z "$wall_file" ] || look_at "$wall_file"
  if [ -n "$hall_file" ] && ! grep -Eq '^[[:space:]]*table[[:space:]]*=' "$hall_file"; then
    die "$(printf '%q' "$hall_file"): it names no table; companion hall table makes the file of one"
  fi
}

look_at() { # the hall.toml FILE, and those that it names
  local name
  if [ ! -f "$1" ] || [ ! -r "$1" ]; then
    die "$(printf '%q' "$1"): there is no such file that can be read"
  fi
  for name in $(named_in "$1"); do
    [ -f "$(dirname "$1")/$name" ] || die "$(printf '%q' "$1"): it names the file $name, which is not beside it"
  done
}

named_in() { # the hall.toml FILE: prints the names of the files that belong beside it
  sed -nE 's/^[[:space:]]*(ca|cert|cert_key|password_file|key_file|secret_file)[[:space:]]*=[[:space:]]*"([A-Za-z0-9_][A-Za-z0-9._-]*)".*/\2/p' "$1"
}

# -- the steps

packages() {
  local wanted=(python3-venv) missing=() package
  if [ -n "$device" ]; then
    wanted+=(polkitd)
    # Newer Pythons have no wheel of lgpio, but such a system has libgpiod in the required version.
    ! python_is 13 || wanted+=(python3-libgpiod)
  fi
  # The evenings of a hall begin by the time of the club.
  case $hall$wall in *yes*) wanted+=(tzdata) ;; esac
  # Pillow's wheel for 32 bits uses the library of the system.
  [ "$(dpkg --print-architecture 2>/dev/null || true)" != armhf ] || wanted+=(libopenjp2-7)
  for package in "${wanted[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
  say "packages"
  if [ ${#missing[@]} = 0 ]; then
    note "there already: ${wanted[*]}"
  else
    apt_install "${missing[@]}" ||
      die "${missing[*]}: apt-get could not install it; a network is needed, once"
  fi
  if [ -n "$device" ] && ! is_installed fonts-misaki; then
    apt_install fonts-misaki || warn "fonts-misaki could not be installed; without it the glass stays English"
  fi
  if [ -n "$device" ] && ! is_installed xfonts-efont-unicode; then
    apt_install xfonts-efont-unicode || warn "xfonts-efont-unicode could not be installed; without it Japanese is small"
  fi
}

is_installed() { [ "$(state_of "$1")" = installed ]; }

# Of a package: installed; config-files, if it was removed but not purged; and others. Nothing, if it is not there.
state_of() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | sed 's/^not-installed$//' || true; }

apt_install() {
  run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" && return
  # A fresh system has no lists of packages yet.
  run apt-get update -qq && run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

enable_bus() {
  local parameter module config
  case $bus in
    i2c) parameter=i2c_arm module=i2c-dev ;;
    spi) parameter=spi module=spidev ;;
    *) return ;;
  esac
  say "the bus of the display: $bus"
  if command -v raspi-config >/dev/null; then
    [ "$(raspi-config nonint "get_$bus" 2>/dev/null || true)" = 0 ] || run raspi-config nonint "do_$bus" 0 ||
      warn "the bus could not be switched on; the doctor below says whether it is there"
    return
  fi
  for config in "$root/boot/firmware/config.txt" "$root/boot/config.txt" ""; do
    [ -n "$config" ] || { note "no config.txt here: not a Raspberry Pi, the bus is left as it is" && return; }
    [ ! -f "$config" ] || break
  done
  if ! grep -Eq "^[[:space:]]*dtparam=([^#]*,)?$parameter(=on)?(,|[[:space:]]|\$)" "$config"; then
    # Under [all], because the file may end with a section for one model.
    write "$(cat "$config" && printf '\n[all]\ndtparam=%s=on' "$parameter")" "$config"
    reboot=yes
  fi
  write "$module" "$root/etc/modules-load.d/companion.conf"
}

user_and_groups() {
  local group own=
  say "the user companion and the groups of pins and buses"
  copy "$here/companion.sysusers" "$root/etc/sysusers.d/companion.conf"
  run systemd-sysusers ${root:+--root="$root"} "$root/etc/sysusers.d/companion.conf"
  for group in gpio i2c spi; do
    grep -rqs --include='*.rules' --exclude=70-companion.rules "GROUP=\"$group\"" \
      "$root/usr/lib/udev/rules.d" "$root/lib/udev/rules.d" "$root/etc/udev/rules.d" || own=yes
  done
  [ -n "$own" ] || return 0
  copy "$here/companion.udev" "$root/etc/udev/rules.d/70-companion.rules"
  run udevadm control --reload || true
  run udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=spidev || true
}

hall_user() {
  say "the user companion-hall"
  copy "$here/companion-hall.sysusers" "$root/etc/sysusers.d/companion-hall.conf"
  run systemd-sysusers ${root:+--root="$root"} "$root/etc/sysusers.d/companion-hall.conf"
}

build() {
  local source=$what options=() extras=()
  say "version $version in a virtual environment of its own"
  new=$opt/versions/$version-$(date -u +%Y%m%dT%H%M%S)
  while [ -e "$new" ]; do new=$new+; done
  ! python_is 13 || options+=(--system-site-packages)
  run mkdir -p "$opt/versions"
  run python3 -m venv ${options[@]+"${options[@]}"} "$new"
  if [ -z "$dry" ] && [ -d "$what" ]; then
    # A build leaves files behind: do it in a copy, not in the user's project.
    source=$tmp/project
    mkdir "$source"
    cp -R "$what"/pyproject.toml "$what"/README.md "$what"/companion "$what"/hardware "$source"
  fi
  [ -z "$device" ] || extras+=(pi)
  [ "$web" != yes ] || extras+=(web)
  [ "$hall" != yes ] || extras+=(mqtt)
  [ "$wall" != yes ] || extras+=(hall)
  run "$new/bin/python" -m pip install --quiet --disable-pip-version-check "${source}[$(IFS=, && echo "${extras[*]}")]" ||
    die "pip could not install $what; a network is needed, or PIP_NO_INDEX=1 and PIP_FIND_LINKS with a folder of wheels"
  run "$new/bin/python" -m compileall -q "$new/lib" || true # the service cannot write bytecode, and is slow without it
  run cp -R "$here" "$new/systemd"
  run rm -f "$new"/systemd/table_companion-*.whl
  say "a try of it, on simulated hardware"
  printf '    %s\n' "echo quit | $new/bin/companion run --panel text"
  [ -n "$dry" ] || try_it "$new" || die "version $version does not start; nothing was changed"
  [ -z "$hall_file" ] || try_file "$hall_file"
  [ -z "$wall_file" ] || try_file "$wall_file"
  # The version must be on the disk before a link points to it: the power may fail.
  run sync
}

try_it() { # the folder of the VERSION
  "$1/bin/companion" run --panel text --data "$tmp/data" <<<quit >"$tmp/tried"
}

try_file() { # the hall.toml FILE: this command reads all of it, and changes nothing
  printf '    %s\n' "$new/bin/companion hall table any --config $1"
  [ -n "$dry" ] || "$new/bin/companion" hall table any --config "$1" >"$tmp/tried" ||
    die "$(printf '%q' "$1") cannot be used; nothing was changed"
}

back_up() { # the folder of the VERSION that does it, the NAME of the file
  [ -n "$dry" ] || [ -n "$(ls -A "$records" 2>/dev/null || true)" ] || return 0
  [ -n "$dry" ] || "$1/bin/companion" backup --help >/dev/null 2>&1 || return 0
  say "a backup of the records"
  # As the owner of the records, who may read them.
  as_companion env STATE_DIRECTORY="$records" "$1/bin/companion" backup --numbered "$2" ||
    die "the records could not be backed up; nothing was changed"
}

# The publisher of a hall is in the group of the records. Log and settings that an earlier version wrote get the mode
# that this one gives them. As their owner, so that nothing of anybody else can be meant.
share_record() {
  [ -d "$records" ] || return 0
  as_companion env --chdir=/ find "$records" -maxdepth 1 -type f '(' -name record.log -o -name settings.toml ')' \
    -exec chmod g+r '{}' + || warn "$records: the group could not be given the right to read the log"
}

write_board() {
  [ -z "$file" ] || copy "$file" "$root$named"
  write "COMPANION_BOARD=$named" "$etc/board"
}

# Let a version run: its units, its rules, the link, and a start that lasts. A version that was installed without the web
# window or the hall runs without it, because it lacks the libraries.
use() { # the folder of the VERSION
  unwell=()
  if [ -n "$device" ]; then
    copy "$1/systemd/companion.service" "$unit" &&
      window "$1" &&
      keys "$1" &&
      copy "$1/systemd/companion.rules" "$rules" || return 1
  fi
  link "versions/$(basename "$1")" "$opt/current" && run systemctl daemon-reload || return 1
  if [ -n "$device" ]; then
    run systemctl enable --quiet companion.service &&
      run systemctl restart companion.service &&
      stays || return 1
  fi
  part_of_hall "$1" companion-hall "$hall" "$etc"
  part_of_hall "$1" companion-board "$wall" "$etc/board-hall"
  # A table goes on without its publisher.
  [ -n "$device" ] || { [ ${#unwell[@]} = 0 ] && stays; }
}

# A service of the hall, as the version has it.
part_of_hall() { # the folder of the VERSION, the SERVICE, whether the new version has it, the FOLDER of its hall.toml
  local has=$3
  [ "$1" = "$new" ] || has=$([ ! -e "$1/$2" ] || [ ! -e "$4/hall.toml" ] || echo yes)
  if [ "$has" = yes ]; then
    write "with $2" "$1/$2" &&
      { [ "$1" != "$new" ] || files_of_hall "$2"; } &&
      copy "$1/systemd/$2.service" "$units/$2.service" &&
      run systemctl daemon-reload &&
      run systemctl enable --quiet "$2.service" &&
      run systemctl restart "$2.service" || unwell+=("$2")
  elif [ -e "$units/$2.service" ]; then
    run systemctl disable --now --quiet "$2.service" || true
    run rm -f "$units/$2.service"
    run systemctl daemon-reload || true
    [ "$3" != no ] || forget_files "$2"
  fi
}

files_of_hall() { # SERVICE
  if [ "$1" = companion-hall ]; then
    [ -z "$hall_file" ] || hall_files "$hall_file" "$etc" companion-hall
  elif [ -n "$wall_file" ]; then
    hall_files "$wall_file" "$etc/board-hall" root && credentials
  fi
}

hall_files() { # the hall.toml FILE, the FOLDER for it, the GROUP that may read it
  local name
  for name in $(named_in "$1"); do
    copy_secret "$(dirname "$1")/$name" "$2/$name" "$3" || return 1
  done
  copy_secret "$1" "$2/hall.toml" "$3"
}

# The board has no user to whom its files could belong: systemd gives it a copy of each.
credentials() {
  local name text='[Service]' file=$units/companion-board.service.d/files.conf
  for name in $(named_in "$wall_file"); do
    text+=$'\n'"LoadCredential=$name:/etc/companion/board-hall/$name"
  done
  if [ "$text" != '[Service]' ]; then
    write "$text" "$file"
  elif [ -e "$file" ]; then
    run rm -f "$file"
  fi
}

forget_files() { # SERVICE: what install.sh has put there for it
  local name
  if [ "$1" = companion-board ]; then
    run rm -rf "$etc/board-hall" "$units/companion-board.service.d/files.conf"
    return
  fi
  for name in $(named_in "$etc/hall.toml" 2>/dev/null); do run rm -f "$etc/$name"; done
  run rm -rf "$etc/hall.toml" "$root/etc/sysusers.d/companion-hall.conf" "$root/var/lib/companion-hall"
}

window() { # the folder of the VERSION
  local has=$web
  [ "$1" = "$new" ] || has=$([ ! -e "$1/web" ] || echo yes)
  if [ "$has" = yes ]; then
    copy "$1/systemd/companion-web.conf" "$dropin" && write "with the web window" "$1/web"
  elif [ -e "$dropin" ]; then
    run rm -f "$dropin"
  fi
}

keys() { # the folder of the VERSION
  if [ "$keyboards" = yes ] && [ -e "$1/systemd/companion-keyboards.conf" ]; then
    copy "$1/systemd/companion-keyboards.conf" "$typing"
  elif [ "$keyboards" != yes ] && [ -e "$typing" ]; then
    run rm -f "$typing"
  fi
}

main() { # prints the service by which a version is trusted
  if [ -n "$device" ]; then echo companion; else echo companion-board; fi
}

stays() {
  local second before service
  [ -z "$dry" ] || { note "watch it for $LASTS seconds" && return; }
  service=$(main)
  before=$(restarts "$service")
  for second in $(seq "$LASTS"); do
    sleep 1
    if ! systemctl is-active --quiet "$service.service" || [ "$(restarts "$service")" != "$before" ]; then
      warn "the service went down within $second s"
      return 1
    fi
  done
}

restarts() { systemctl show --property=NRestarts --value "$1.service"; } # SERVICE

prune() {
  local version
  for version in "$opt"/versions/*; do
    case versions/$(basename "$version") in
      "$(current)" | "$(readlink "$opt/previous" 2>/dev/null || true)" | 'versions/*') ;;
      *) run rm -rf "$version" ;;
    esac
  done
}

# After every kind of end: remove a half-made version, and after a failure run the version before again.
finish() {
  local status=$?
  set +e
  trap '' INT TERM HUP
  if [ "$status" != 0 ] && [ -z "$told" ]; then
    if [ "$status" = 130 ]; then warn "interrupted"; else warn "this step failed: $step"; fi
  fi
  if [ "$status" != 0 ] && [ -z "$dry" ]; then
    if [ -n "$old" ]; then
      warn "back to $(basename "$old")"
      if [ -e "$tmp/board" ]; then cp "$tmp/board" "$etc/board"; fi
      use "$opt/$old" >/dev/null || warn "it does not come up either; see: journalctl -u $(main)"
    fi
    if [ -n "$new" ] && [ "$(current)" != "versions/$(basename "$new")" ]; then rm -rf "$new"; fi
  fi
  [ -z "$tmp" ] || rm -rf "$tmp"
  exit "$status"
}

doctor() {
  say "doctor"
  as_companion env STATE_DIRECTORY="$records" "$opt/current/bin/companion" doctor --board "$named" ||
    say "The doctor found a fault; see above."
}

make_current() {
  source_of
  [ -n "$dry" ] || python_is 11 || die "python3 is missing or older than 3.11; Raspberry Pi OS Bookworm has it"
  [ -n "$dry" ] || command -v apt-get >/dev/null || die "apt-get is missing; this is for Raspberry Pi OS and Debian"
  choose_parts
  [ -z "$device" ] || choose_board
  packages
  if [ -n "$device" ]; then
    enable_bus
    user_and_groups
  fi
  [ "$hall" != yes ] || hall_user
  build
  local had
  had=$(current)
  if [ -n "$device" ]; then
    back_up "$new" "before-$(basename "$new")"
    share_record
  fi
  say "the service"
  if [ -e "$etc/board" ] && [ -z "$dry" ]; then cp "$etc/board" "$tmp/board"; fi
  old=$had
  [ -z "$device" ] || write_board
  # Without a version before, the new one stays, and systemd starts it again and again.
  use "$new" || die "version $version does not stay up; see: journalctl -u $(main)"
  old=
  new=
  if [ -n "$had" ]; then link "$had" "$opt/previous"; fi
  if [ ! -e "$root/usr/local/bin/companion" ] || [ -L "$root/usr/local/bin/companion" ]; then
    run mkdir -p "$root/usr/local/bin"
    link /opt/companion/current/bin/companion "$root/usr/local/bin/companion"
  fi
  prune
  [ -z "$device" ] || doctor
  all_well
  is_dry_run && return
  if [ -n "$device" ]; then
    say "Table Companion $version runs, with the board $named."
  else
    say "Table Companion $version runs, as the board of a hall and nothing else."
  fi
  [ -z "$reboot" ] || say "The display's bus is there after the next start of the Pi: sudo reboot"
}

all_well() {
  [ ${#unwell[@]} = 0 ] || die "${unwell[*]} does not start; everything else runs. See: journalctl -u ${unwell[0]}"
}

is_dry_run() {
  [ -n "$dry" ] && say "These were the steps; nothing was changed."
}

go_back() {
  local had before
  had=$(current)
  before=$(readlink "$opt/previous" 2>/dev/null || true)
  if [ -z "$had" ] || [ -z "$before" ] || [ ! -d "$opt/$before" ]; then
    die "no version before this one is kept in $opt"
  fi
  [ -e "$unit" ] || device=
  [ -z "$device" ] || back_up "$opt/$had" "after-$(basename "$had")"
  say "back to $(basename "$before")"
  old=$had
  use "$opt/$before" || die "$(basename "$before") does not stay up"
  old=
  link "$had" "$opt/previous"
  all_well
  is_dry_run && return
  say "Table Companion $(basename "$before") runs. Once more --back returns to $(basename "$had")."
}

trap finish EXIT
trap 'exit 130' INT TERM HUP
look
if [ -n "$back" ]; then go_back; else make_current; fi
