# What the start of the card decides: which root file it takes, how large the data are, what time it is at least, and
# which machine it is.
# For init, the initrd's script, for the units that end the count of a start, and for the tests: plain functions on plain
# folders, in busybox's shell and in Debian's.

# Failed starts, after which another root file is taken. A start has failed if the program never became ready, and nobody
# switched the machine off before it could.
TRIES=3
ASKED=4 # in their place: people were asked whether to go on with this root file

# The root files of a CARD, newest first. 0.10 is newer than 0.9, 0.3.0.1 than 0.3.0, and 0.3.0 than 0.3.0-rc1: with the
# dot at their ends versions are sorted so.
roots() { # CARD
  # shellcheck disable=SC2012 # sed lets only names of plain letters through
  ls "$1" | sed -n 's/^root-\([A-Za-z0-9._-]*\.\)sqfs$/\1/p' | sort -rV | sed 's/.*/root-&sqfs/'
}

# The name in root.txt, however an editor has saved it: with a byte order mark, spaces, ends of lines as on Windows, and
# an ending more, which Windows hides. A name is of letters, digits, dots and dashes.
named() { # CARD
  local file
  for file in root.txt root.txt.txt; do
    [ ! -f "$1/$file" ] || { head -c 1000 "$1/$file" | tr -cd 'A-Za-z0-9._\n-' | grep -m 1 . && return; }
  done
}

# One line that changes when a root file is copied again, or root.txt is saved again.
identity() { # CARD ROOT
  (cd "$1" && stat -c '%n %s %Y' "$2" "$2.sha256" root.txt root.txt.txt 2>/dev/null | tr '\n' ' ')
}

# Whether a root file is as its sum says. That takes seconds, so the answer is kept on the data.
whole() { # CARD DATA ROOT
  local is sum
  [ "$(head -c 4 "$1/$3" 2>/dev/null)" = hsqs ] || return 1
  [ -f "$1/$3.sha256" ] || return 0
  is=$(identity "$1" "$3")
  grep -qsxF "whole $is" "$2/checked" && return 0
  grep -qsxF "broken $is" "$2/checked" && return 1
  sum=$(sha256sum <"$1/$3")
  if [ "${sum%% *}" = "$(head -c 64 "$1/$3.sha256" | tr A-F a-f)" ]; then
    remember "$2" "whole $is"
    return 0
  fi
  remember "$2" "broken $is"
  return 1
}

# If it cannot be written, the sum is computed at the next start, too.
remember() { # DATA LINE
  [ -d "$1" ] || return 0
  { tail -n 7 "$1/checked" 2>/dev/null; echo "$2"; } >"$1/checked.new" && mv "$1/checked.new" "$1/checked"
}

# How many starts of the root file with this identity have failed, ASKED at most.
tries() { # DATA IDENTITY
  local line
  line=$(cat "$1/tries" 2>/dev/null)
  case $line in
    [0-9]" $2") echo "${line%% *}" ;;
    *) echo 0 ;;
  esac
}

# Sets `root`, the file to start; `wanted`, the file that root.txt names, or the newest; and `why` it is another one:
# missing, tries or broken.
choose() { # CARD DATA
  local candidate others
  root='' why='' wanted=$(named "$1") others=$(roots "$1")
  [ -n "$wanted" ] || wanted=$(echo "$others" | head -n 1)
  others=$(echo "$others" | grep -vxF "$wanted")
  if [ ! -f "$1/$wanted" ]; then
    why=missing
  elif [ "$(tries "$2" "$(identity "$1" "$wanted")")" -ge $TRIES ]; then
    why=tries
  elif whole "$1" "$2" "$wanted"; then
    root=$wanted
    return
  else
    why=broken
  fi
  for candidate in $others; do
    if whole "$1" "$2" "$candidate"; then
      root=$candidate
      return
    fi
  done
  # There is no other. A root file that was started in vain may do better today, and a broken one is better than none.
  root=$wanted
  [ "$why" != missing ] || root=$(echo "$others" | head -n 1)
}

# Counts this start as failed, until `ready` or `stopped` say otherwise. Where another root file is taken for the first
# time, sets `ask`: the glass asks whether to go on with the wanted one.
count() { # CARD DATA
  local is failed
  is=$(identity "$1" "$wanted") ask=''
  failed=$(tries "$2" "$is")
  if [ "$root" = "$wanted" ]; then
    [ "$failed" -ge $TRIES ] || keep_tries "$2" $((failed + 1)) "$is"
  elif [ "$why" = tries ] && [ "$failed" = $TRIES ]; then
    # shellcheck disable=SC2034 # init reads it
    ask=yes
    keep_tries "$2" $ASKED "$is"
  fi
}

# On the disk before anything can fail: a kernel that stops writes no more.
keep_tries() { # DATA FAILED IDENTITY
  echo "$2 $3" >"$1/tries.new" && mv "$1/tries.new" "$1/tries" && sync
}

# The program is ready: no start has failed. START is what init has written. Not where another root file was taken: then
# the count is that of the wanted one, and stays.
ready() { # DATA START
  grep -qs '^wanted=' "$2" && return 0
  rm -f "$1/tries" && sync
}

# The machine is switched off in good order: this start has not failed.
stopped() { # DATA START
  local line
  grep -qs '^wanted=' "$2" && return 0
  line=$(cat "$1/tries" 2>/dev/null)
  case $line in [1-9]" "*) keep_tries "$1" $((${line%% *} - 1)) "${line#* }" ;; esac
}

# The second partition ends where the disk does. It is done by writing four bytes within one sector, which is written
# whole or not at all; systemd grows the file system later.
grow() { # DISK SECTORS
  local start size most
  start=$(entry "$1" 470) size=$(entry "$1" 474)
  most=$(($2 - start))
  [ $most -le 4294967295 ] || most=4294967295
  [ $((most - size)) -gt 8192 ] || return 1
  # shellcheck disable=SC2059 # the inner one makes the format: four bytes
  printf "$(printf '\\%03o' $((most & 255)) $((most >> 8 & 255)) $((most >> 16 & 255)) $((most >> 24 & 255)))" |
    dd of="$1" bs=1 seek=474 conv=notrunc,fsync 2>/dev/null
}

# A number of four bytes in the partition table.
entry() { # DISK OFFSET
  printf '%d' "0x$(dd if="$1" bs=1 skip="$2" count=4 2>/dev/null | hexdump -e '1/4 "%08x"')"
}

# The last moment that the data know, in seconds: hourly and at the end companion-clock.service touches a file, and
# every entry touches the record.
last_moment() { # DATA
  stat -c %Y "$1"/clock "$1"/companion/* 2>/dev/null | sort -n | tail -n 1
}

# Shows the splash on the display of the last start. companion card has left it: lines with the bus, the address and the
# bytes of a transfer. Ends at the first one without an answer.
splash() { # DATA
  local bus address bytes
  head -c 65536 "$1/splash" 2>/dev/null | grep -xE '[0-9]{1,2} 0x3[cd]( 0x[0-9a-f]{2})+' |
    while read -r bus address bytes; do
      # shellcheck disable=SC2086 # each byte is a word
      set -- $bytes
      i2ctransfer -y "$bus" "w$#@$address" "$@" >/dev/null 2>&1 || return
    done
}

# The number of this system, 32 digits. It is made once and stays with the data: a record knows by it that it is still on
# the same machine, where there is no serial number.
system_id() { # DATA
  grep -qxE '[0-9a-f]{32}' "$1/machine-id" 2>/dev/null || {
    tr -d - </proc/sys/kernel/random/uuid >"$1/machine-id.new" && sync && mv "$1/machine-id.new" "$1/machine-id"
  }
  cat "$1/machine-id"
}
