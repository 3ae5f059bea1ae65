#!/usr/bin/env bash
# Make the image of an SD card that plays: Debian, this program, and nothing that listens or lets anybody in.
#
#   sudo systemd/make-image.sh DEB OUT.img [--arch arm64|amd64] [--suite SUITE] [--mirror URL] [--base TAR]
#   systemd/make-image.sh --boot DIR [--arch arm64|amd64] [--suite SUITE] [--mirror URL]
#
#   DEB       the package of make-deb.sh
#   OUT.img   the image; beside it come root-VERSION.sqfs, the file for an update, and its sum
#   --arch    arm64, for a Raspberry Pi; or amd64, for tests in a virtual machine
#   --suite   the Debian (trixie)
#   --mirror  where Debian's packages are (https://deb.debian.org/debian); for a release, a snapshot of one day
#   --base    a userland that was made before, in place of the one in the cache
#   --boot    only what starts, into a folder: kernel, modules, initrd, device trees; in seconds, and without root
#
# The first partition (FAT) has the kernel, the root as one file that is never written, and companion.toml; the second
# one (ext4) has the data. The same package, packages of Debian and script make the same bytes.
#
# Debian's packages are installed once for each state of the mirror: some seconds for amd64, up to a quarter of an hour
# for arm64 on another processor. The result stays in ~/.cache/table-companion (or where XDG_CACHE_HOME says).
#
# Needs root and a network, and on Debian: mmdebstrap qemu-user-static binfmt-support squashfs-tools mtools dosfstools
# fdisk e2fsprogs cpio zstd xz-utils kmod device-tree-compiler. Nothing is mounted.
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC

readonly SIGNATURE=c0ffee01 # of the partition table; the initrd finds the card by it
readonly FAT_MB=512         # two root files and two kernels
readonly DATA_MB=32         # grows at the first start
readonly START_MB=4
readonly KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
# What the card needs beside the packages that the DEB names. Wi-Fi works only if companion.toml asks for it.
readonly PACKAGES=(systemd-sysv udev dbus kmod e2fsprogs wpasupplicant wireless-regdb systemd-timesyncd systemd-resolved)

here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/table-companion
arch=arm64
suite=trixie
mirror=https://deb.debian.org/debian
base=
boot=
files=()

die() {
  printf 'make-image.sh: %s\n' "$*" >&2
  exit 1
}
usage() {
  printf 'make-image.sh: %s; known are DEB, OUT.img, --arch, --suite, --mirror, --base, --boot, --help\n' "$*" >&2
  exit 2
}
step() { printf '%4d s  %s\n' "$SECONDS" "$*"; }
megabytes() { echo "$((($(stat -c %s "$1") + 524288) / 1048576)) MB"; }

while [ $# -gt 0 ]; do
  case $1 in
    --arch | --suite | --mirror | --base | --boot)
      [ -n "${2:-}" ] || usage "$1: a value is missing"
      case $1 in
        --arch) arch=$2 ;;
        --suite) suite=$2 ;;
        --mirror) mirror=$2 ;;
        --base) base=$2 ;;
        --boot) boot=$2 ;;
      esac
      shift
      ;;
    -h | --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    -*) usage "$(printf '%q' "$1"): not an option known here" ;;
    *) files+=("$1") ;;
  esac
  shift
done
[ ${#files[@]} = 2 ] || { [ -n "$boot" ] && [ ${#files[@]} = 0 ]; } ||
  usage "${#files[@]} files; two are needed, DEB and OUT.img, and none with --boot"
[[ $arch =~ ^(arm64|amd64)$ ]] || usage "--arch $(printf '%q' "$arch"): arm64 or amd64 is needed"
[ -z "$base" ] || [ -f "$base" ] || die "$base: no such file; a tar file of a userland is needed"
PATH=$PATH:/usr/sbin:/sbin
programs=(mksquashfs cpio zstd xz depmod fdtput)
if [ -z "$boot" ]; then
  [ -f "${files[0]}" ] || die "${files[0]}: no such file; a package of make-deb.sh is needed"
  [ "$(id -u)" = 0 ] || die "root is needed: the files of the root belong to root"
  programs+=(mmdebstrap mcopy mkfs.vfat sfdisk mke2fs)
fi
for program in "${programs[@]}"; do
  command -v "$program" >/dev/null || die "$program is missing; the head of this script names Debian's packages"
done
[ -f "$KEYRING" ] || die "$KEYRING is missing; it is in the package debian-archive-keyring"
if [ -z "$boot" ]; then
  deb=$(realpath "${files[0]}")
  image=$(realpath "${files[1]}")
  version=$(dpkg-deb -f "$deb" Version | tr '~+' '--')
  [[ $version =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] ||
    die "$deb: version $version; one of letters, digits, dots and dashes is needed"
fi
# shellcheck source=systemd/image/trees.sh
. "$here/image/trees.sh"

work=$(mktemp -d "${TMPDIR:-/var/tmp}/companion-image.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir -p "$cache"

# -- Debian's packages

# An apt of its own: for another processor, with other sources, and without this machine's settings.
own_apt() {
  local apt=$work/apt
  mkdir -p "$apt"/{state/lists/partial,cache/archives/partial,etc/apt.conf.d,etc/preferences.d}
  : >"$apt/status"
  echo "deb [signed-by=$KEYRING] $mirror $suite main non-free-firmware" >"$apt/etc/sources.list"
  cat >"$apt/conf" <<END
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Sandbox::User "root";
Acquire::Languages "none";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc "$apt/etc";
END
  with_apt apt-get update -qq || die "$mirror: the packages of $suite cannot be listed"
  release=$(echo "$apt"/state/lists/*_InRelease)
}

with_apt() { APT_CONFIG=$work/apt/conf "$@"; }

# What is only unpacked: the kernel, what the initrd runs, and the firmware of the Pi. Their scripts would take longest.
unpack_kernel() {
  local kernel packages package folder
  kernel=$(with_apt apt-cache depends "linux-image-$arch" | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p')
  [ -n "$kernel" ] || die "$suite has no linux-image-$arch"
  packages=("$kernel" busybox-static e2fsck-static)
  [ "$arch" != arm64 ] || packages+=(raspi-firmware firmware-brcm80211)
  folder=$cache/packages-$suite-$arch-$(sha256sum <"$release" | cut -c1-16)
  mkdir -p "$folder" "$work/unpacked"
  (cd "$folder" && with_apt apt-get download -qq "${packages[@]}") || die "$mirror: ${packages[*]} cannot be fetched"
  for package in "$folder"/*.deb; do
    dpkg-deb -x "$package" "$work/unpacked"
    # shellcheck disable=SC2016 # dpkg-deb fills them in
    dpkg-deb -W --showformat='${Package} ${Version} ${Architecture}\n' "$package" >>"$work/unpacked.txt"
  done
  kernel=${kernel#linux-image-}
  uname=$kernel
  step "kernel $uname"
}

# Sets `base`, the tar file of Debian's packages, installed.
userland() {
  local packages options=() name
  packages=$({
    printf '%s\n' "${PACKAGES[@]}"
    dpkg-deb -f "$deb" Depends Recommends | sed 's/^[A-Za-z]*://' | tr ',' '\n' |
      sed 's/|.*//;s/(.*//;s/[[:space:]]//g;s/:any$//;/^$/d'
  } | sort -u | paste -sd,)
  # Nobody reads them there. The copyright stays: it is a condition of the licences.
  for name in man locale info lintian bash-completion doc; do
    options+=(--dpkgopt="path-exclude=/usr/share/$name/*")
  done
  options+=(--dpkgopt='path-include=/usr/share/doc/*/copyright')
  [ -z "$base" ] || return 0
  base=$cache/userland-$suite-$arch-$({
    echo "$packages" "${options[@]}"
    cat "$release"
  } | sha256sum | cut -c1-16).tar
  [ ! -f "$base" ] || return 0
  # The kernel runs programs of another processor only with this.
  if [ "$arch" != "$(dpkg --print-architecture)" ] && [ ! -e /proc/sys/fs/binfmt_misc/register ]; then
    { mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc && update-binfmts --enable; } ||
      die "programs for $arch cannot run here: this kernel has no binfmt_misc"
  fi
  step "installing Debian's packages for $arch"
  SOURCE_DATE_EPOCH=$(released) mmdebstrap --quiet --arch="$arch" --variant=essential --include="$packages" \
    --keyring="$KEYRING" "${options[@]}" "$suite" "$work/userland.tar" "$mirror" ||
    die "Debian's packages could not be installed"
  mv "$work/userland.tar" "$base.new"
  mv "$base.new" "$base"
  step "kept in $base, $(megabytes "$base")"
}

released() { date -d "$(sed -n 's/^Date: //p' "$release" | head -n 1)" +%s; }

# The time of all that is made here: that of the package, and never before Debian's packages. Python reads compiled
# files only while their sources have the time that they had.
set_time() {
  local made
  made=$(date -d "$(dpkg-deb --ctrl-tarfile "$deb" | tar -t -v --full-time ./control | awk '{ print $4, $5 }')" +%s)
  SOURCE_DATE_EPOCH=$(released)
  [ "$made" -le "$SOURCE_DATE_EPOCH" ] || SOURCE_DATE_EPOCH=$made
  export SOURCE_DATE_EPOCH
}

# -- the root

make_root() {
  local root=$work/root unit
  mkdir "$root"
  tar -C "$root" -xf "$base" --exclude='./dev/*'
  cp "$deb" "$root/tmp/companion.deb"
  # Without the variable: with it Python would read every source at every start, to compare it with what is compiled.
  env -u SOURCE_DATE_EPOCH PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" \
    dpkg -i /tmp/companion.deb >"$work/dpkg.log" 2>&1 || {
    cat "$work/dpkg.log" >&2
    die "$deb could not be installed"
  }
  rm "$root/tmp/companion.deb"
  step "the package is installed"

  cp -RT "$here/image/root" "$root"
  install -D -m 644 "$here/image/card.sh" "$root/usr/lib/companion-card/card.sh"
  : >"$root/etc/fstab"
  # Empty, and not missing: systemd makes a number for this start, and does not take it for the first one.
  : >"$root/etc/machine-id"
  touch "$root/usr/lib/clock-epoch" # systemd sets no clock before it
  mkdir -p "$root/data" "$root/boot/firmware" "$root/var/lib/companion"
  rm -rf "$root/usr/lib/modules"
  mkdir "$root/usr/lib/modules"
  passwords_off "$root"
  for unit in "$here"/image/root/usr/lib/systemd/system/*; do
    [ ! -f "$unit" ] || ! grep -q '^\[Install\]' "$unit" ||
      systemctl --root="$root" --quiet enable "$(basename "$unit")"
  done
  # No login, no network before it is asked for, nothing that writes into the memory only to be forgotten.
  systemctl --root="$root" --quiet disable systemd-networkd.service systemd-networkd.socket wpa_supplicant.service \
    systemd-resolved.service systemd-timesyncd.service \
    2>/dev/null || true
  systemctl --root="$root" --quiet mask getty@.service serial-getty@.service autovt@.service console-getty.service \
    container-getty@.service getty.target debug-shell.service systemd-firstboot.service systemd-userdbd.socket \
    systemd-networkd-wait-online.service wpa_supplicant.service \
    systemd-machine-id-commit.service systemd-hwdb-update.service systemd-journal-catalog-update.service \
    systemd-update-done.service ldconfig.service systemd-random-seed.service systemd-pcrphase.service \
    proc-sys-fs-binfmt_misc.automount proc-sys-fs-binfmt_misc.mount systemd-binfmt.service \
    apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer
  mkdir -p "$root/etc/systemd/system-generators"
  for unit in systemd-ssh-generator systemd-getty-generator systemd-debug-generator systemd-gpt-auto-generator; do
    ln -s /dev/null "$root/etc/systemd/system-generators/$unit"
  done
  [ "$arch" != arm64 ] || wifi_firmware "$root"

  # shellcheck disable=SC2016 # dpkg-query fills them in
  chroot "$root" dpkg-query -W -f '${Package} ${Version} ${Architecture}\n' |
    sort - "$work/unpacked.txt" >"$root/usr/share/packages.txt"
  (cd "$work/unpacked" && cp --parents usr/share/doc/*/copyright "$root")
  # What differs from time to time, and what nobody uses.
  # shellcheck disable=SC2115 # it is never empty
  rm -rf "$root"/{boot,tmp,run,var/tmp,var/cache,var/log,var/lib/apt}/* \
    "$root"/etc/{ld.so.cache~,resolv.conf,.pwd.lock} \
    "$root"/etc/{passwd,group,shadow,gshadow,subuid,subgid}- "$root"/var/lib/dpkg/{*-old,lock*} \
    "$root"/usr/share/{info,locale,bash-completion,zsh,pixmaps,icons} \
    "$root"/usr/lib/python3*/{idlelib,tkinter,turtledemo,ensurepip,pydoc_data,lib2to3}
  mkdir -p "$root/boot/firmware"
  ln -s ../run/systemd/resolve/resolv.conf "$root/etc/resolv.conf" # where systemd-resolved writes, with Wi-Fi
  squash "$root" "$work/root-$version.sqfs"
  (cd "$work" && sha256sum "root-$version.sqfs" >"root-$version.sqfs.sha256")
  step "root: $(du -sm "$root" | cut -f1) MB, as a file $(megabytes "$work/root-$version.sqfs")"
}

passwords_off() { # ROOT
  sed -i 's/^\([^:]*\):[^:]*:/\1:!*:/' "$1/etc/shadow"
}

wifi_firmware() { # ROOT
  local from=$work/unpacked/usr/lib/firmware to=$1/usr/lib/firmware file
  mkdir -p "$to/brcm" "$to/cypress"
  # The chips of some Zero 2 W, 3, 3+ and 4: Debian has no firmware for the 400 and the other Zero 2 W. The files of the
  # boards are links to one another.
  for file in "$from"/brcm/brcmfmac434{30,55}-sdio.{bin,clm_blob} \
    "$from"/brcm/brcmfmac434*-sdio.raspberrypi,*.txt "$from"/cypress/cyfmac434{30,55}-sdio.*; do
    [ ! -e "$file" ] || cp -a "$file" "$to/${file#"$from"/}"
  done
}

squash() { # FOLDER FILE
  mksquashfs "$1" "$2" -noappend -quiet -no-progress -no-xattrs -comp zstd -Xcompression-level 15 -b 256K >/dev/null
}

# -- kernel, modules, initrd

# Modules for what a table has, and what these need. Networks, graphics and sound are most of all modules, and are left out
# but for what Wi-Fi and the HDMI screen of a Pi need.
make_modules() {
  local from=$work/unpacked/usr/lib/modules/$uname to=$work/modules/lib/modules/$uname folder file
  mkdir -p "$to/kernel" "$work/modules/usr"
  ln -s ../lib "$work/modules/usr/lib"
  for folder in arch crypto lib \
    drivers/{base,block,char,clk,cpufreq,firmware,gpio,hwmon,i2c,leds,mfd,mmc,mux,nvmem,power,pwm,regulator,reset} \
    drivers/{rtc,spi,thermal,virtio,watchdog} \
    drivers/usb/{common,core,dwc2,host,phy,storage} drivers/scsi/{scsi_common,scsi_mod,sd_mod}.ko.xz \
    drivers/pci/controller/pcie-brcmstb.ko.xz \
    drivers/hid drivers/input/{evdev,ff-memless,joystick/xpad}.ko.xz \
    fs/{autofs,configfs,exfat,ext4,fat,fuse,jbd2,nls,overlayfs,squashfs} fs/mbcache.ko.xz; do
    copy_module "$folder"
  done
  if [ "$arch" = arm64 ]; then
    for folder in drivers/net/wireless/broadcom/brcm80211/brcmfmac drivers/gpu/drm/vc4; do copy_module $folder; done
  fi
  find "$to" -name '*.ko*' -printf '%f\n' | sed 's/\.ko.*//' | with_needs "$from" | while read -r file; do
    [ -e "$to/kernel/$file" ] || copy_module "$file"
  done
  cp "$from"/modules.{order,builtin,builtin.modinfo} "$to/"
  depmod -b "$work/modules" "$uname"
  squash "$to" "$work/modules-$uname.sqfs"
  step "modules: $(megabytes "$work/modules-$uname.sqfs")"
}

copy_module() { # FILE or folder of modules
  local from=$work/unpacked/usr/lib/modules/$uname/kernel to=$work/modules/lib/modules/$uname/kernel
  [ -e "$from/$1" ] || return 0
  mkdir -p "$(dirname "$to/$1")"
  cp -RT "$from/$1" "$to/$1"
}

# Modules, a line each, and those that they need, as paths below `kernel`.
with_needs() { # MODULES-FOLDER
  [ -e "$1/modules.dep" ] || depmod -b "$work/unpacked/usr" "$uname" 2>/dev/null || depmod -b "$work/unpacked" "$uname"
  xargs modprobe -d "$work/unpacked/usr" -S "$uname" --all --show-depends | sed -n "s|^insmod .*/$uname/kernel/||p" | sort -u
}

make_initrd() {
  local root=$work/initrd module file name
  mkdir -p "$root"/{bin,proc,sys,dev,run,card,data,lower,over,root,modules,etc}
  cp "$work/unpacked/usr/bin/busybox" "$root/bin/busybox"
  cp "$work/unpacked/usr/sbin/e2fsck.static" "$root/bin/e2fsck"
  for name in basename blockdev cat cp date dd dirname grep head hexdump i2ctransfer insmod ls mkdir mount mv printf \
    readlink reboot sed sh sha256sum sleep sort stat switch_root sync tail tr umount uname; do
    ln -s busybox "$root/bin/$name"
  done
  cp "$here/image/card.sh" "$root/card.sh"
  install -m 755 "$here/image/init" "$root/init"
  # The card (of a virtual machine, of the Pis; the 4 needs its regulators), what the script mounts, and the display.
  for module in virtio_pci virtio_mmio virtio_blk fixed gpio_regulator bcm2835 sdhci_iproc mmc_block \
    nls_cp437 nls_ascii vfat loop squashfs overlay crc32c_generic ext4 i2c_dev i2c_bcm2835; do
    modprobe -d "$work/modules" -S "$uname" --show-depends "$module" 2>/dev/null || true
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
    name=$(basename "$file" .xz)
    xz -dc "$file" >"$root/modules/$name"
    echo "$name"
  done >"$root/modules.list"
  find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
  (cd "$root" && find . -print0 | sort -z | cpio -0 -o -H newc --quiet --reproducible -R 0:0) |
    zstd -q -19 -T1 -c >"$work/initrd.img"
  step "initrd: $(($(stat -c %s "$work/initrd.img") / 1024)) kB"
}

# -- the card

# What Raspberry Pi's firmware reads. dtparam= would do nothing: Debian's device trees have no such parameters, so the
# buses are set up here.
pi_files() { # FOLDER
  local tree
  cp "$work"/unpacked/usr/lib/raspi-firmware/{bootcode.bin,start.elf,start4.elf,fixup.dat,fixup4.dat} "$1/"
  cp "$work/unpacked/usr/lib/linux-image-$uname"/broadcom/bcm2{711,837}-rpi-*.dtb "$1/"
  for tree in "$1"/*.dtb; do set_up_tree "$tree"; done
  cat >"$1/config.txt" <<END
# Read by the firmware of the Pi. Its device trees are Debian's: dtparam= and dtoverlay= do nothing here.
arm_64bit=1
upstream_kernel=1
disable_splash=1
boot_delay=0
kernel=vmlinuz
initramfs initrd.img
END
}

# What starts, but for the root.
boot_files() { # FOLDER
  local command="companion.disk=$SIGNATURE quiet loglevel=3 panic=10 net.ifnames=0 ipv6.disable=1"
  command="$command vt.global_cursor_default=0 systemd.show_status=0 systemd.gpt_auto=0 systemd.getty_auto=0"
  command="$command systemd.condition_needs_update=0"
  mkdir -p "$1"
  cp "$work/unpacked/boot/vmlinuz-$uname" "$1/vmlinuz"
  cp "$work/initrd.img" "$work/modules-$uname.sqfs" "$1/"
  echo "$command" >"$1/cmdline.txt"
  [ "$arch" != arm64 ] || {
    pi_files "$1"
    echo "console=tty1 $command" >"$1/cmdline.txt"
  }
}

make_card() {
  local folder=$work/card file options
  boot_files "$folder"
  cp "$work/root-$version.sqfs" "$work/root-$version.sqfs.sha256" "$here/image/companion.toml" "$folder/"
  find "$folder" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
  truncate -s "${FAT_MB}M" "$work/fat"
  mkfs.vfat -F 32 -n COMPANION -i "$SIGNATURE" --invariant "$work/fat" >/dev/null
  for file in "$folder"/*; do mcopy -m -i "$work/fat" "$file" "::$(basename "$file")"; done

  # Empty, because files that mke2fs copied would have the time of today. It can grow to 512 GB. Without checksums: the
  # superblock is two sectors, and a cut between them would leave a sum that is wrong, on a partition that is too small
  # for a second copy. It could never be mounted again. The record has sums of its own.
  truncate -s "${DATA_MB}M" "$work/data"
  options=hash_seed=$SIGNATURE-0000-4000-8000-000000000003,lazy_itable_init=0,root_owner=0:0,resize=134217728
  E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH mke2fs -q -F -t ext4 -O ^metadata_csum -b 4096 -L companion-data \
    -U "$SIGNATURE-0000-4000-8000-000000000002" -E "$options" "$work/data"

  # The boot code of the Zero 2 W and the 3 wants a partition table of the old kind.
  truncate -s "$((START_MB + FAT_MB + DATA_MB))M" "$work/image"
  sfdisk --quiet "$work/image" <<END
label: dos
label-id: 0x$SIGNATURE
start=$((START_MB * 2048)), size=$((FAT_MB * 2048)), type=c, bootable
start=$(((START_MB + FAT_MB) * 2048)), size=$((DATA_MB * 2048)), type=83
END
  dd if="$work/fat" of="$work/image" bs=1M seek=$START_MB conv=notrunc,sparse status=none
  dd if="$work/data" of="$work/image" bs=1M seek=$((START_MB + FAT_MB)) conv=notrunc,sparse status=none
  for file in "root-$version.sqfs" "root-$version.sqfs.sha256"; do mv "$work/$file" "$(dirname "$image")/$file"; done
  cp --sparse=always "$work/image" "$image"
  step "$image: $(megabytes "$image"), sha256 $(sha256sum "$image" | cut -d' ' -f1)"
}

own_apt
unpack_kernel
if [ -n "$boot" ]; then
  SOURCE_DATE_EPOCH=$(released)
  export SOURCE_DATE_EPOCH
  make_modules
  make_initrd
  boot_files "$boot"
  exit
fi
userland
set_time
make_root
make_modules
make_initrd
make_card
