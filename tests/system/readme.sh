#!/usr/bin/env bash
# The READMEs on a fresh machine: runs the commands of every README, as they stand, in an empty Debian.
#
#   sudo tests/system/readme.sh [--suite bookworm|trixie] [--user pi|root] [--without-tests] [--keep]
#
#   --suite          the Debian (bookworm)
#   --user           who types them: pi, who may use sudo, or root (pi)
#   --without-tests  leave out the command that runs all tests
#   --keep           leave the machine's folder behind to be looked at
#
# The Debian has systemd and sudo and nothing else. apt and pip reach their packages there as they do on this machine:
# proxies, indexes and folders of wheels are taken over. tests/readme_commands.py says which commands are not run, and why.
# Needs root, Linux, a network, python3 with pip, mmdebstrap and systemd-container. This machine itself is not touched.
# Ends with 1 if a command has failed.
set -euo pipefail

suite=bookworm
user=pi
tests=yes
keep=
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)

while [ $# -gt 0 ]; do
  case $1 in
    --suite)
      suite=${2:-}
      shift
      ;;
    --user)
      user=${2:-}
      shift
      ;;
    --without-tests) tests= ;;
    --keep) keep=yes ;;
    -h | --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *) suite='' ;;
  esac
  shift || true
done
case $suite/$user in
  bookworm/pi | bookworm/root | trixie/pi | trixie/root) ;;
  *)
    echo "readme.sh: known are --suite bookworm, --suite trixie, --user pi, --user root, --without-tests, --keep, --help" >&2
    exit 2
    ;;
esac
# shellcheck source=tests/system/machine.sh
. "$here/machine.sh"

readonly PAGE_MOST=3h # longer than the commands of any page take
home=/home/pi
[ "$user" = pi ] || home=/root
copy=$home/table-companion

of_readmes() { python3 "$project/tests/readme_commands.py" "$@"; } # WHAT [PAGE]

# A person answers yes where apt asks.
prepare() {
  make_root "$suite" systemd systemd-sysv dbus udev sudo
  apt_ways >"$root/etc/apt/apt.conf.d/90-as-outside"
  echo 'APT::Get::Assume-Yes "true";' >"$root/etc/apt/apt.conf.d/91-yes"
  chroot "$root" apt-get update -qq
  pip_ways
  if [ "$user" = pi ]; then
    chroot "$root" useradd --create-home --shell /bin/bash pi
    echo 'pi ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/pi"
  fi
  mkdir -p "$root$copy"
  (cd "$project" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$root$copy")
  chroot "$root" chown -R "$user:" "$copy"
}

# The commands of a PAGE, in one shell, in the folder of the project.
type_in() {
  {
    echo "COPY=$copy"
    echo "cd $copy"
    # README.md says so; from there on, `companion` is typed without its folder.
    [ "$1" = README.md ] || echo '. .venv/bin/activate'
    of_readmes script "$1"
  } >"$work/srv/script"
  [ -n "$tests" ] || sed -i 's/ && \.venv\/bin\/python -m pytest -n auto/ \&\& true/' "$work/srv/script"
  rm -f "$root$home/results"
  timeout "$PAGE_MOST" nsenter -t "$inner" -m -u -i -n -p -C runuser -u "$user" -- env -i \
    PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME="$home" USER="$user" TERM=xterm-256color \
    RESULTS="$home/results" bash /srv/script >"$work/typed" 2>&1 </dev/null || true
}

# A command of the page, by its NUMBER, has ended with status 0.
went_well() {
  grep -E "^$1 " "$root$home/results" || echo "it did not end"
  grep -qx "$1 0" "$root$home/results" || {
    sed -n "/^+ $1 /,/^+ $(($1 + 1)) /p" "$work/typed"
    return 1
  }
}

prepare
say "The machine"
boot
for page in $(of_readmes pages); do
  say "$page"
  type_in "$page"
  at=0
  while IFS= read -r command; do
    at=$((at + 1))
    check "$command" went_well "$at"
  done < <(of_readmes list "$page")
  # What the runs of the tests said last.
  grep -aE '(passed|failed).* in [0-9.]+s|skipped for want of' "$work/typed" || true
done

say "Not run"
of_readmes left
say "Debian $suite, as $user: $((number - failed)) of $number commands of the READMEs ended well, as they stand; $(of_readmes left | wc -l) are not run."
[ "$failed" = 0 ]
