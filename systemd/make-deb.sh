#!/usr/bin/env bash
# Make the Debian package of Table Companion: for Debian 13 and Raspberry Pi OS (Trixie), for all processors.
#
#   DEB_MAINTAINER='A Name <address>' systemd/make-deb.sh [FOLDER]
#
#   FOLDER  where table-companion_VERSION_all.deb is written (the project's folder dist)
#
# DEB_MAINTAINER is who answers for the package; Debian demands a name and a mail address. The libraries that Debian
# lacks are part of the package; vendor.txt lists them with their hashes. The same commit makes the same bytes: the files
# have the time of the commit, or the one that SOURCE_DATE_EPOCH gives.
#
# Needs dpkg-deb and Python 3.11 or newer with pip (PYTHON names another one), and a network. Or, without a network,
# PIP_NO_INDEX=1 and PIP_FIND_LINKS with a folder of wheels: those of vendor.txt, and setuptools.
set -euo pipefail
umask 022
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
project=$(dirname "$here")
debian=$here/debian
python=${PYTHON:-python3}
pip=("$python" -m pip --quiet --disable-pip-version-check)

die() {
  printf 'make-deb.sh: %s\n' "$*" >&2
  exit 1
}

case ${1:-} in
  -h | --help)
    sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
  -*)
    printf 'make-deb.sh: %q: not an option known here; known are FOLDER, --help\n' "$1" >&2
    exit 2
    ;;
esac
[ $# -le 1 ] || { echo "make-deb.sh: $# arguments; one is needed, the folder" >&2 && exit 2; }
out=${1:-$project/dist}

[[ ${DEB_MAINTAINER:-} =~ ^[^\<\>]+\ \<[^\<\>@\ ]+@[^\<\>@\ ]+\.[^\<\>@\ ]+\>$ ]] ||
  die "DEB_MAINTAINER: who answers for the package is needed, as in: DEB_MAINTAINER='A Name <address>' $0"
command -v dpkg-deb >/dev/null || die "dpkg-deb is missing; it is in the package dpkg"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || die "$python is missing or older than 3.11"
"$python" -m pip --version >/dev/null 2>&1 || die "$python has no pip; it is in the package python3-pip"

# A pre-release, 0.2.0rc1, is older than 0.2.0: Debian writes 0.2.0~rc1.
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$project/companion/__init__.py" | sed -E 's/\.?(a|b|rc|dev)/~\1/')
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git -C "$project" log -1 --format=%ct 2>/dev/null) ||
    SOURCE_DATE_EPOCH=$(stat -c %Y "$project/companion/__init__.py") # a copy without its history
fi
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
root=$work/root
lib=$root/usr/lib/table-companion
doc=$root/usr/share/doc/table-companion

# -- the program and the libraries

mkdir -p "$work/wheels" "$work/project" "$lib"
"${pip[@]}" download --no-deps --only-binary=:all: --require-hashes --requirement "$debian/vendor.txt" \
  --dest "$work/wheels" || die "pip could not download the libraries of $debian/vendor.txt; see above"
# A build leaves files behind: do it in a copy, not in the user's project.
cp -R "$project"/{pyproject.toml,README.md,companion,hardware} "$work/project"
"${pip[@]}" wheel --no-deps --wheel-dir "$work/wheels" "$work/project" || die "pip could not build the project; see above"
for wheel in "$work"/wheels/*.whl; do
  [[ $wheel == *-none-any.whl ]] || die "$(basename "$wheel"): not for all processors; a pure wheel is needed"
  "$python" -m zipfile -e "$wheel" "$lib"
done
# What only pip reads. It names the tool that built the wheel, and its version.
rm -f "$lib"/*.dist-info/{RECORD,WHEEL}

# -- files of the system

as() { install -D -m "$1" "$2" "$root/$3"; }
# Those of systemd/ are for install.sh; here the program is in another place.
adapted() {
  as 644 "$1" "$2"
  sed -i 's|/opt/companion/current/bin/companion|/usr/bin/companion|' "$root/$2"
  ! grep -q /opt/ "$root/$2" || die "$1: a path of /opt that this script does not know"
}

units=()
sysusers=()
for file in "$here"/*; do
  name=$(basename "$file")
  case $name in
    *.service) adapted "$file" "usr/lib/systemd/system/$name" && units+=("$name") ;;
    *.sysusers) adapted "$file" "usr/lib/sysusers.d/${name%.*}.conf" && sysusers+=("${name%.*}.conf") ;;
    *.preset) adapted "$file" "usr/lib/systemd/system-preset/80-table-$name" ;;
    *.udev) adapted "$file" "usr/lib/udev/rules.d/70-${name%.*}.rules" ;;
    *.rules) adapted "$file" "usr/share/polkit-1/rules.d/50-$name" ;;
    *.conf) adapted "$file" "usr/share/table-companion/$name" ;;
  esac
done
as 755 "$debian/companion" usr/bin/companion
as 644 "$debian/board" etc/companion/board

# -- what Debian wants

as 644 "$debian/copyright" usr/share/doc/table-companion/copyright
mkdir -p "$root/usr/share/man/man1"
gzip -9n <"$lib/companion/commands/shell/companion.1" >"$root/usr/share/man/man1/companion.1.gz"
as 644 "$lib/companion/commands/shell/companion.bash" usr/share/bash-completion/completions/companion
as 644 "$lib/companion/commands/shell/companion.zsh" usr/share/zsh/vendor-completions/_companion
as 644 "$lib/companion/commands/shell/companion.fish" usr/share/fish/vendor_completions.d/companion.fish
gzip -9n >"$doc/changelog.gz" <<END
table-companion ($version) trixie; urgency=medium

  * Release $version; companion/CHANGELOG.md in /usr/lib/table-companion says
    what has changed.

 -- $DEB_MAINTAINER  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
chmod -R u=rwX,go=rX "$root"

mkdir "$root/DEBIAN"
echo /etc/companion/board >"$root/DEBIAN/conffiles"
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$work/md5sums"
mv "$work/md5sums" "$root/DEBIAN"
# As Debian's own tools count it, so that the file system here does not matter: kilobytes, each file rounded up.
size=$(find "$root" -path "$root/DEBIAN" -prune -o -type f -printf '%s\n' -o -printf '1\n' |
  awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
for file in control preinst postinst prerm postrm; do
  # A name may have signs that mean something to sed.
  maintainer=$(printf '%s' "$DEB_MAINTAINER" | sed 's/[&|\\]/\\&/g')
  sed -e "s|@VERSION@|$version|" -e "s|@MAINTAINER@|$maintainer|" -e "s|@SIZE@|$size|" \
    -e "s|@UNITS@|${units[*]}|" -e "s|@SYSUSERS@|${sysusers[*]}|" "$debian/$file" >"$root/DEBIAN/$file"
done
chmod 755 "$root"/DEBIAN/{preinst,postinst,prerm,postrm}
chmod 644 "$root"/DEBIAN/{control,conffiles,md5sums}
find "$root" -print0 | xargs -0 touch -hd "@$SOURCE_DATE_EPOCH"

mkdir -p "$out"
deb=$out/table-companion_${version}_all.deb
# With one thread, because the number of threads changes the bytes.
dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$root" "$work/deb" >/dev/null
mv "$work/deb" "$deb"
printf '%s: %s bytes, sha256 %s\n' "$deb" "$(stat -c %s "$deb")" "$(sha256sum "$deb" | cut -d' ' -f1)"
