#!/bin/busybox sh
# shellcheck shell=dash
# The first program in a Pi of pi_models.py: says what the card's kernel makes of a device tree, a fact a line, and stops.
busybox mount -t proc proc /proc
busybox mount -t sysfs sysfs /sys
busybox mount -t devtmpfs devtmpfs /dev
busybox mount -t debugfs debugfs /sys/kernel/debug

tell() { busybox echo "pi_models: $*" >/dev/kmsg; }

load() { while read -r module; do busybox insmod "/modules/$module" || tell "no module $module"; done <"/$1.list"; }
# A device comes within a moment. What is not there after five seconds does not come.
wait_for() {
  waited=0
  until [ -e "$1" ] || [ $waited = 50 ]; do
    busybox sleep 0.1
    waited=$((waited + 1))
  done
}

load i2c
wait_for /dev/i2c-1
for bus in /sys/class/i2c-dev/i2c-*; do
  tell "bus ${bus##*/i2c-} $(busybox readlink "$bus/device/of_node" | busybox sed 's|.*/base||')"
done
tell "speed $(busybox hexdump -v -e '4/1 "%02x"' /sys/class/i2c-dev/i2c-1/device/of_node/clock-frequency)"
if busybox grep -q pi_models.talk /proc/cmdline; then
  busybox i2cget -y 1 0x3c >/dev/null 2>&1 && tell "answers 1"
  # shellcheck source=systemd/image/card.sh
  . /card.sh
  splash / && tell "splash shown"
fi
for chip in /sys/class/gpio/gpiochip*; do
  case $(busybox cat "$chip/label") in
    pinctrl-bcm*) base=$(busybox cat "$chip/base") ;;
  esac
done
for line in $(busybox seq 4 27); do
  (busybox echo $((base + line)) >/sys/class/gpio/export) 2>/dev/null && tell "line $line"
  (busybox echo $((base + line)) >/sys/class/gpio/unexport) 2>/dev/null
done

load spi
wait_for /dev/spidev0.0
for device in /dev/spidev*; do [ ! -c "$device" ] || tell "spi ${device#/dev/spidev}"; done
busybox cat /sys/kernel/debug/devices_deferred | while read -r device; do tell "deferred $device"; done
tell end
busybox sleep 1000
