#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs every model file with two builds of the command and compares the tables bit for bit:
#   scripts/compare_results.sh OLD/bin/trunnion NEW/bin/trunnion
# For changes that must not change results. Exit code 1 if any table differs.
set -u
old=$1
new=$2
cd "$(dirname "$0")/.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
same=0
different=0
for model in $(find models -name '*.json' | sort); do
  # The clock of a run is no result.
  "$old" run "$model" --quiet --output "$work/old" > "$work/old.txt" 2>&1
  old_code=$?
  "$new" run "$model" --quiet --output "$work/new" > "$work/new.txt" 2>&1
  new_code=$?
  if [ $old_code -ne $new_code ]; then
    echo "$model: exit codes $old_code and $new_code"
    different=$((different + 1))
  fi
  for file in $(cd "$work" && find old new -name '*.csv' 2> /dev/null | sed 's,^[^/]*/,,' | sort -u); do
    if cmp -s "$work/old/$file" "$work/new/$file"; then
      same=$((same + 1))
    else
      echo "$model: $file differs"
      different=$((different + 1))
    fi
  done
  rm -rf "$work/old" "$work/new"
done
echo "$same tables equal, $different different"
[ $different -eq 0 ]
