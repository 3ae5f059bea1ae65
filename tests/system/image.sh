#!/usr/bin/env bash
# The card in a virtual machine: makes its image, boots it, plays, updates, falls back, and pulls the plug.
#
#   sudo tests/system/image.sh [--arch amd64|arm64] [--cuts N] [--pulls N] [--seed N] [--deb DEB] [--image IMG] [--keep]
#
#   --arch   the processor (amd64: by the same script, and much quicker on a PC; arm64: that of the Pi)
#   --cuts   how many cuts are rebuilt from the writes of one start and a game, on amd64 (375; image_writes.py)
#   --pulls  how often the plug is pulled (10)
#   --seed   of the moments of both (1)
#   --deb    a package of make-deb.sh, in place of one that is made of this project
#   --image  an image of make-image.sh with its root file beside it, in place of one that is made here
#   --keep   leave the folder behind to be looked at
#
# The processor is emulated, so that any machine will do. The image that is booted is the one that is shipped: an archive
# behind its initrd brings what the test needs in there. It has no Pi: firmware, pins and glass are not tested.
# Needs root, a network, what make-deb.sh and make-image.sh need, systemd-container, and qemu-system-x86 or
# qemu-system-arm. Two processors without other work are best; without them the test waits, and says so. Ends with 1 if a
# check has failed; then consoles, journals and QEMU's words of all starts are kept.
set -euo pipefail

arch=amd64
cuts=375
pulls=10
seed=1
deb=
image=
keep=
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)

while [ $# -gt 0 ]; do
  case $1 in
    --arch | --cuts | --pulls | --seed | --deb | --image)
      [ -n "${2:-}" ] || { echo "image.sh: $1: a value is missing" >&2; exit 2; }
      printf -v "${1#--}" '%s' "$2"
      shift
      ;;
    --keep) keep=yes ;;
    -h | --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *)
      echo "image.sh: known are --arch, --cuts, --pulls, --seed, --deb, --image, --keep, --help" >&2
      exit 2
      ;;
  esac
  shift
done
case $arch in
  amd64) qemu="qemu-system-x86_64" ;;
  arm64) qemu="qemu-system-aarch64" ;;
  *) echo "image.sh: --arch $arch: amd64 or arm64 is needed" >&2 && exit 2 ;;
esac
[ "$(id -u)" = 0 ] || { echo "image.sh: root is needed: it makes an image" >&2; exit 1; }
command -v "$qemu" >/dev/null ||
  { echo "image.sh: $qemu is missing: apt install qemu-system-x86 qemu-system-arm" >&2; exit 1; }

work=$(mktemp -d "${TMPDIR:-/var/tmp}/companion-card.XXXXXX")
end() {
  local status=$?
  if [ -n "$keep" ]; then
    echo "The folder is $work"
  elif [ "$status" = 0 ] || ! compgen -G "$work/machine/*/start-*" >/dev/null; then
    rm -rf "$work"
  else
    find "$work" -type f -size +8M -delete
    echo "Consoles, journals and QEMU's words of all starts are in $work"
  fi
  exit "$status"
}
trap end EXIT
trap 'exit 130' INT TERM HUP

if [ -z "$image" ]; then
  if [ -z "$deb" ]; then
    echo "The package"
    DEB_MAINTAINER=${DEB_MAINTAINER:-Table Companion <companion@debian.org>} "$project/systemd/make-deb.sh" "$work"
    deb=$(echo "$work"/*.deb)
  fi
  mkdir "$work/first" "$work/second"
  for folder in first second; do
    echo "The $folder image"
    "$project/systemd/make-image.sh" "$deb" "$work/$folder/card.img" --arch "$arch"
  done
  cmp "$work"/{first,second}/card.img
  echo "Both are alike."
  rm -rf "$work/second"
  image=$work/first/card.img
  echo "Packed by xz -6: $((($(xz -6 -T0 -c "$image" | wc -c) + 524288) / 1048576)) MB"
fi
failed=0
if [ "$arch" = amd64 ] && [ "$cuts" != 0 ]; then
  echo "Cuts of the power, by the writes of one start and a game"
  python3 "$here/image_writes.py" "$image" --folder "$work/machine/cuts" --boot "$((cuts * 4 / 5))" \
    --play "$((cuts - cuts * 4 / 5))" --starts "$(((cuts + 7) / 8))" --seed "$seed" || failed=1
fi
python3 "$here/image_guest.py" "$image" --arch "$arch" --folder "$work/machine" --pulls "$pulls" --seed "$seed" ||
  failed=1
[ $failed = 0 ]
