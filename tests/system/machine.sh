# shellcheck shell=bash
# A machine in which a real Debian runs, what is done in there, and the checks; for run.sh, deb.sh and readme.sh.
#
# The Debian is made by mmdebstrap and kept in /var/cache/companion-system, or where COMPANION_SYSTEM_CACHE says. A copy
# of it boots by systemd-nspawn. In there, /srv is the folder srv of `work`. `keep` leaves the copy behind at the
# end; with `offline` it has no network, and else that of this machine: so one of them at a time, and nothing here on the
# ports 1883 (a broker), 8000 and 8100 (pages). The folders of `binds` can be read in there, too, under their own names.

me=$(basename "$0")
[ "$(id -u)" = 0 ] || { echo "$me: root is needed: it boots a machine" >&2; exit 1; }
for program in mmdebstrap systemd-nspawn nsenter python3; do
  command -v "$program" >/dev/null ||
    { echo "$me: $program is missing: apt install mmdebstrap systemd-container util-linux python3-pip" >&2; exit 1; }
done

cache=${COMPANION_SYSTEM_CACHE:-/var/cache/companion-system}
work=$(mktemp -d "${TMPDIR:-/var/tmp}/companion-system.XXXXXX")
root=$work/root
binds=()
outer= # the process of systemd-nspawn
inner= # process 1 in there
failed=0
number=0
summary=()

# -- the machine

boot() {
  local how=() group=$work/cgroup
  # Control groups of its own: two machines in one group would share what systemd keeps their services from.
  mountpoint -q "$group" || { mkdir -p "$group" && mount -t cgroup2 none "$group"; }
  group=$group/companion-$$
  mkdir -p "$group"
  # Where systemd does not run this machine, nobody could register the other one.
  [ -d /run/systemd/system ] || how+=(--register=no --keep-unit)
  [ -z "${offline:-}" ] || how+=(--private-network)
  # Control groups of the second version, in which systemd keeps a service from devices by bpf, wherever the host is.
  # shellcheck disable=SC2016 # it is the other shell that fills them in
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 setsid sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" \
    systemd-nspawn --quiet ${how[@]+"${how[@]}"} --machine="companion-$$" --directory="$root" \
    --bind-ro="$work/srv:/srv" ${binds[@]+"${binds[@]/#/--bind-ro=}"} --system-call-filter=bpf --console=pipe --boot >>"$work/console" 2>&1 </dev/null &
  outer=$!
  until_it 120 up || { cat "$work/console"; echo "$me: the machine does not boot" >&2; exit 1; }
}

up() {
  inner=$(tr ' ' '\n' <"/proc/$outer/task/$outer/children" | head -n 1) && [ -n "$inner" ] &&
    [ "$(cat "/proc/$inner/comm" 2>/dev/null)" = systemd ] &&
    inside systemctl is-active --quiet multi-user.target 2>/dev/null
}

# A command in there.
inside() {
  nsenter -t "$inner" -m -u -i -n -p -C env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"
}

is_down() { ! kill -0 "$outer" 2>/dev/null; }

pull_the_plug() {
  [ -z "$outer" ] || is_down || {
    # Process 1 takes everything else in there along.
    kill -KILL "$inner" 2>/dev/null || true
    kill -KILL "$outer" 2>/dev/null || true
  }
  wait "$outer" 2>/dev/null || true
  outer=
}

end() {
  local status=$?
  trap - EXIT
  pull_the_plug
  if mountpoint -q "$work/cgroup"; then
    find "$work/cgroup/companion-$$" -depth -type d -exec rmdir {} + 2>/dev/null || true
    umount "$work/cgroup"
  fi
  if [ -n "${keep:-}" ]; then
    echo "The machine's folder is $work"
  else
    rm -rf "$work"
  fi
  exit "$status"
}
trap end EXIT
trap 'exit 130' INT TERM HUP

# until_it SECONDS COMMAND…: as soon as it is so, or not at all. SECONDS are those of a machine without other work; a busy
# one gets ten times as long.
until_it() {
  local until=$((SECONDS + 10 * $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $until ] || return 1
    sleep 0.1
  done
}

# -- entering actions

say() { printf '\n%s\n' "$*"; }

check() { # WHAT is so, if the COMMAND after it says so
  local what=$1 line
  shift
  number=$((number + 1))
  if "$@" >"$work/check" 2>&1; then
    line=$(printf '%3d  ok      %s' "$number" "$what")
  else
    failed=$((failed + 1))
    line=$(printf '%3d  FAILED  %s' "$number" "$what")
    sed 's/^/             /' "$work/check" | tail -n 20
  fi
  summary+=("$line")
  echo "$line"
}

is() { # GOT WANTED
  echo "got: $1"
  echo "wanted: $2"
  [ "$1" = "$2" ]
}

has() { # TEXT PART
  printf '%s\nwanted in there: %s\n' "$1" "$2"
  [[ $1 == *"$2"* ]]
}

hasnt() { # TEXT PART
  printf '%s\nnot wanted in there: %s\n' "$1" "$2"
  [[ $1 != *"$2"* ]]
}

at_most() { # NUMBER MOST
  echo "got: $1, at most: $2"
  [ "$1" -le "$2" ]
}

# -- the service in there

show() { inside systemctl show --property="$1" --value "${2:-companion}.service"; } # PROPERTY [SERVICE]
runs() { [ "$(show ActiveState "${1:-companion}")" = active ]; }
signal() { inside sh -c "kill -$1 $(show MainPID)"; } # the program kill is not everywhere
restarted() { [ "$(show NRestarts)" != "$1" ] && runs companion; }
now_ms() { date +%s%3N; }

said() { inside journalctl --quiet --output=cat --unit=companion.service; }
tells() { has "$(said)" "$1"; } # TEXT: some lines of the journal come after the picture
last() { said | grep '^{"screen"' | tail -n 1; } # picture, in words
shown() { last | python3 -c 'import json, sys; reported = json.load(sys.stdin); print(reported["screen"], "|".join(reported["lines"]))'; }
shows() { [[ $(shown) == "$1"* ]]; }

# Presses keys, each as soon as the picture shows that the one before was taken. The device ignores a key that reaches it
# too late, as a busy machine may bring it: then it is pressed again.
press() {
  local word before _
  for word in "$@"; do
    before=$(last)
    for _ in 1 2 3; do
      send "$word"
      until_it 1 changed "$before" && break
    done
  done
}
changed() { [ "$(last)" != "$1" ]; } # from a picture

# A key, and the wait until it has been looked at: an unknown word gets its answer in its turn.
send() {
  printf '%s\n' "$1" | inside tee /run/companion/keys >/dev/null
  mark=$((mark + 1))
  printf 'mark %s\n' "$mark" | inside tee /run/companion/keys >/dev/null
  until_it 30 marked
}
mark=0
marked() { [[ $(said) == *"\"mark $mark: "* ]]; }

# Down to a line of a list, and OK.
choose() {
  local _
  for _ in {1..20}; do
    [[ $(chosen) != "$1"* ]] || break
    press down
  done
  press ok
}
chosen() { last | python3 -c 'import json, sys; reported = json.load(sys.stdin); print(reported["lines"][reported["cursor"] or 0])'; }

modes() { inside sh -c 'cd /var/lib/companion && stat -c %a "$@" | xargs' sh "$@"; } # of FILES of the records

# Every file of the records, with a hash of it.
record_files() {
  inside sh -c 'cd /var/lib/companion && find . -type f -exec sha256sum {} +' | sort -k 2
}

# How this machine's apt reaches its packages, as lines of a configuration: proxies, and what is not checked.
apt_ways() {
  ! command -v apt-config >/dev/null ||
    apt-config dump | grep -E '^Acquire::(http|https|ftp|Check-[A-Za-z-]+|Retries)[: ]' | grep -v ' "";$' || true
}

# Lets pip in there find packages as this machine's pip does: its settings, whether they stand in files or in the
# environment, become those of the machine; local folders that they name can be read there (`binds`), files are copied.
pip_ways() {
  local folder
  while read -r folder; do
    binds+=("$folder")
  done < <(python3 -m pip config list | python3 -c '
import ast, configparser, pathlib, shutil, sys
settings, root, folders = configparser.RawConfigParser(), pathlib.Path(sys.argv[1]), set()
for line in sys.stdin:
    key, _, value = line.strip().partition("=")
    section, _, name = key.replace(":env:.", "global.").partition(".")
    values = ast.literal_eval(value).split()
    for at, word in enumerate(values):
        place = pathlib.Path(word.removeprefix("file://"))
        if place.is_absolute() and place.is_file():
            values[at] = f"/etc/pip-{place.name}"
            shutil.copy(place, root / values[at][1:])
        elif place.is_absolute() and place.is_dir():
            # An index names its files beside itself.
            folders.add(place.parent if place.name == "simple" else place)
    if name != "config-file":
        settings.has_section(section) or settings.add_section(section)
        settings.set(section, name, " ".join(values))
with (root / "etc/pip.conf").open("w") as file:
    settings.write(file)
print(*sorted(folders), sep="\n", end="\n" if folders else "")
' "$root")
}

# Its files, from the Debian SUITE, with these PACKAGES; without any, with those that an installation of the service needs.
make_root() {
  local suite=$1 packages base=$cache/$1
  shift
  packages=systemd,systemd-sysv,dbus,udev,kmod,python3,ca-certificates
  [ $# = 0 ] || { packages=$(IFS=, && echo "$*") && base=$base-with-$(IFS=- && echo "$*"); }
  if [ ! -e "$base.done" ]; then
    say "A Debian, $suite (once; some minutes)"
    rm -rf "$base"
    mkdir -p "$cache"
    apt_ways >"$work/apt.conf"
    # Its lists of packages stay, as on a machine that somebody has just installed.
    mmdebstrap --quiet --variant=minbase --include="$packages" --skip=cleanup/apt --aptopt="$work/apt.conf" \
      "$suite" "$base" >"$work/mmdebstrap" 2>&1 || { tail "$work/mmdebstrap"; exit 1; }
    touch "$base.done"
  fi
  cp -a --reflink=auto "$base" "$root"
  # Nobody is there to answer what a first start asks.
  ln -sf /dev/null "$root/etc/systemd/system/systemd-firstboot.service"
  mkdir -p "$root/var/log/journal" "$work/srv"
}

summarize() { # WHAT was checked; ends with 1 if a check has failed. The last line is what tests/README.md quotes.
  local what
  what="$1, $(date -u +%F), load $(cut -d' ' -f2 /proc/loadavg)"
  say "Summary"
  printf '%s\n' "${summary[@]}"
  echo
  if [ "$failed" = 0 ]; then
    echo "$what: $number checks, all passed"
  else
    echo "$what: $failed of $number checks failed"
    exit 1
  fi
}
