#!/usr/bin/env bash
# Uninstall Table Companion. The records and the user who owns them stay, and so do the results of the board of a hall
# and the files of boards of your own in /etc/companion.
#
#   sudo systemd/uninstall.sh [--dry-run]
#
#   --dry-run  print every step and change nothing; needs no root
#
# Packages, groups and the display's bus stay: other programs may use them by now.
# COMPANION_ROOT is the folder under which everything is installed.
set -euo pipefail

root=${COMPANION_ROOT:-}
records=$root/var/lib/companion
etc=$root/etc/companion
dry=

warn() { printf 'uninstall.sh: %s\n' "$*" >&2; }
run() {
  printf '    %s\n' "$*"
  [ -n "$dry" ] || "$@"
}

for option in "$@"; do
  case $option in
    --dry-run) dry=yes ;;
    -h | --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *)
      warn "$(printf '%q' "$option"): not an option known here; known are --dry-run, --help"
      exit 2
      ;;
  esac
done
if [ -z "$dry" ] && [ "$(id -u)" != 0 ]; then
  warn "root is needed: run it with sudo (or look at the steps with --dry-run)"
  exit 1
fi
if [ "$(dpkg-query -W -f '${db:Status-Status}' table-companion 2>/dev/null || true)" = installed ]; then
  warn "Table Companion is a Debian package here; remove it: sudo apt remove table-companion (the records stay)"
  exit 1
fi

for service in companion companion-hall companion-board; do
  if [ -n "$dry" ] || [ -e "$root/etc/systemd/system/$service.service" ]; then
    run systemctl disable --now --quiet "$service.service" ||
      warn "the service $service could not be stopped; the rest is removed all the same"
  fi
  run rm -rf "$root/etc/systemd/system/$service.service" "$root/etc/systemd/system/$service.service.d"
done
run rm -rf "$root/etc/sysusers.d/companion-hall.conf" "$root/var/lib/companion-hall" \
  "$root/etc/polkit-1/rules.d/50-companion.rules" "$root/etc/udev/rules.d/70-companion.rules" \
  "$root/etc/modules-load.d/companion.conf" "$root/etc/sysusers.d/companion.conf" "$root/opt/companion"
if [ -d "$etc" ]; then
  run find "$etc" -mindepth 1 -maxdepth 1 '!' '(' -name '*.toml' '!' -name hall.toml ')' -exec rm -rf '{}' +
  run rmdir --ignore-fail-on-non-empty "$etc"
fi
if [ "$(readlink "$root/usr/local/bin/companion" 2>/dev/null || true)" = /opt/companion/current/bin/companion ]; then
  run rm -f "$root/usr/local/bin/companion"
fi
run systemctl daemon-reload || true
printf '%s\n' "Table Companion is gone. The records are in $records, of the user companion." \
  "To delete them: sudo rm -r $records && sudo userdel companion"
if [ -z "$dry" ] && [ -d "$etc" ]; then
  printf '%s\n' "The files of your own boards are in $etc."
fi
if [ -e "$root/var/lib/companion-board" ]; then
  printf '%s\n' "The results of the hall are in $root/var/lib/companion-board."
fi
