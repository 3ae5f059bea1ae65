# shellcheck shell=bash
# Backups of the records, for install.sh and for the Debian package. The caller has the functions `as_companion` and
# `warn`, and sets `dry` if nothing may be changed.
#
# Backups have numbers, because clocks jump: 4-before-9.2-20261122T201503.backup. Their folder belongs to the user
# companion, so any name is possible there, and root removes nothing.

readonly BACKUPS=3 # how many are kept

# The three values of a backup: the RECORDS, the PROGRAM that reads them, the NAME of the file. Fails if there is none
# afterwards.
back_up_records() {
  local records=$1 program=$2 number file
  # As the owner of the records, who may read them.
  as_companion mkdir -p -m 700 "$records/backups" || return 1
  next_backup
  file=$records/backups/$number-$3.backup
  as_companion env STATE_DIRECTORY="$records" "$program" backup "$file" || return 1
  [ -n "${dry:-}" ] || prune_backups "$file"
}

number_of() { # FILE: sets `number`; a file without a number is older than all others
  number=0
  [[ ${1##*/} =~ ^([0-9]{1,9})- ]] && number=$((10#${BASH_REMATCH[1]}))
  return 0
}

next_backup() { # sets `number`
  local file most=0
  for file in "$records"/backups/*.backup; do
    number_of "$file"
    [ "$number" -le "$most" ] || most=$number
  done
  number=$((most + 1))
}

prune_backups() { # the FILE just made, which stays
  local file kept=("$1") newest most number
  while [ ${#kept[@]} -lt "$BACKUPS" ]; do
    newest=
    most=-1
    for file in "$records"/backups/*.backup; do
      number_of "$file"
      if [ -f "$file" ] && [ "$number" -ge "$most" ] && ! is_one_of "$file" "${kept[@]}"; then
        newest=$file
        most=$number
      fi
    done
    [ -n "$newest" ] || return 0
    kept+=("$newest")
  done
  for file in "$records"/backups/*.backup; do
    [ ! -f "$file" ] || is_one_of "$file" "${kept[@]}" || runuser -u companion -- rm -f -- "$file" ||
      warn "$(printf '%q' "$file"): this old backup could not be removed"
  done
}

is_one_of() { # TEXT TEXT…
  local text=$1 other
  shift
  for other in "$@"; do
    [ "$text" != "$other" ] || return 0
  done
  return 1
}
