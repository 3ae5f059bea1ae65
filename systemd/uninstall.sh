#!/usr/bin/env bash
# Uninstall Table Companion. The records and the user who owns them stay.
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

if [ -n "$dry" ] || [ -e "$root/etc/systemd/system/companion.service" ]; then
  run systemctl disable --now --quiet companion.service ||
    warn "the service could not be stopped; the rest is removed all the same"
fi
run rm -rf "$root/etc/systemd/system/companion.service" "$root/etc/systemd/system/companion.service.d" \
  "$root/etc/polkit-1/rules.d/50-companion.rules" "$root/etc/udev/rules.d/70-companion.rules" \
  "$root/etc/modules-load.d/companion.conf" "$root/etc/sysusers.d/companion.conf" "$root/etc/companion" \
  "$root/opt/companion"
if [ "$(readlink "$root/usr/local/bin/companion" 2>/dev/null || true)" = /opt/companion/current/bin/companion ]; then
  run rm -f "$root/usr/local/bin/companion"
fi
run systemctl daemon-reload || true
printf '%s\n' "Table Companion is gone. The records are in $records, of the user companion." \
  "To delete them: sudo rm -r $records && sudo userdel companion"
