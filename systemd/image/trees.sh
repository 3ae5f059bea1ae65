# shellcheck shell=bash
# How the card changes Debian's device trees for a Pi. They lack what Raspberry Pi's own trees can switch on: their
# header's I²C is slow and has no number of its own, and SPI is off.
# For make-image.sh; tests/system/pi_models.py starts the card's kernel with each of them.

set_up_tree() { # TREE
  local gpio i2c=/soc/i2c@7e804000 spi=/soc/spi@7e204000 pins
  gpio=$(fdtget -t u "$1" /soc/gpio@7e200000 phandle)
  # Without these the numbers of /dev/i2c-N are the order in which the drivers came: on a Pi 4 those of HDMI come first.
  fdtput -t s "$1" /aliases i2c0 /soc/i2c@7e205000
  fdtput -t s "$1" /aliases i2c1 $i2c
  # A picture takes 25 ms at this speed, and 100 ms at the usual one.
  fdtput -t i "$1" $i2c clock-frequency 400000
  # Some trees hold pins for the time of their makers' tests: 4, 5, 7 to 11, and 6 as an output.
  if fdtget "$1" /soc/gpio@7e200000 pinctrl-0 >/dev/null 2>&1; then
    fdtput -d "$1" /soc/gpio@7e200000 pinctrl-0
    fdtput -d "$1" /soc/gpio@7e200000 pinctrl-names
  fi
  # SPI has no device to open. The driver looks for the select line only on older Pis by itself, so it is named here.
  pins=$(fdtget -t u "$1" /soc/gpio@7e200000/spi0-gpio7 phandle)
  fdtput -t s "$1" $spi status okay
  fdtput -t s "$1" $spi pinctrl-names default
  fdtput -t u "$1" $spi pinctrl-0 "$pins"
  fdtput -t u "$1" $spi cs-gpios "$gpio" 8 1 # active low
  fdtput -c "$1" $spi/spidev@0
  fdtput -t s "$1" $spi/spidev@0 compatible rohm,dh2228fv # any name that spidev knows
  fdtput -t u "$1" $spi/spidev@0 reg 0
  fdtput -t u "$1" $spi/spidev@0 spi-max-frequency 10000000
}
