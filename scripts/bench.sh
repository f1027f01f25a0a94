#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Measures Trunnion beside SUNDIALS IDA on the benchmark models, each side at its cheapest tolerance
# that meets the error, and writes the tables and work-precision plots of docs/performance.md (docs/performance_method.md).
#
#   scripts/bench.sh            all sizes: about an hour, and 8 GiB for the largest net
#   scripts/bench.sh --quick    the small ones, two minutes; figures and page go to build/bench-quick
#
# Let the machine be idle. Results by row stay in build/release/bench-results.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

quick=no
case "${1:-}" in
  --quick) quick=yes ;;
  "") ;;
  *) echo "bench: unknown argument '$1'; the only one is --quick" >&2; exit 2 ;;
esac

scripts/install_dependencies.sh
cmake --preset release > /dev/null
cmake --build --preset release --parallel "$(nproc)" --target bench_scale

scale=build/release/bench/scale
results=build/release/bench-results
pages=docs
# model:n:error:peer
rows="B1:100:1e-3:ida B1:100:1e-5:ida B2:100:1e-3:ida B2:100:1e-5:ida"
if [ "$quick" = yes ]; then
  results=build/bench-quick/results
  pages=build/bench-quick
  rows="$rows B3:1:1e-3:ida B5:10:1e-3:ida B5:10:1e-5:ida"
else
  rows="$rows B1:1000:1e-3:ida B1:1000:1e-5:ida B2:1000:1e-3:ida B2:1000:1e-5:ida B3:40:1e-3:ida
    B3:1000:1e-3:none B5:30:1e-3:ida B5:30:1e-5:ida B1:10000:1e-3:ida B1:10000:1e-5:ida
    B2:10000:1e-3:ida B2:10000:1e-5:ida B5:100:1e-3:none B5:300:1e-3:none"
fi
rm -rf "$results"
mkdir -p "$results" "$pages"
[ "$pages" = docs ] || cp docs/performance.md "$pages/"

for row in $rows; do
  IFS=: read -r model n error peer <<< "$row"
  name=$results/${model}_${n}_${error}
  arguments=(--model "$model" --n "$n" --error "$error" --json "$name.json" --runs "$name.csv")
  [ "$peer" = none ] || arguments+=(--peer "$peer")
  echo "== $model, n = $n, error $error"
  if ! "$scale" "${arguments[@]}" 2> "$name.err"; then
    echo "   $(cat "$name.err")"
    sed 's/^scale: //; s/|/ /g' "$name.err" > "$name.txt"
  fi
  rm -f "$name.err"
done

for csv in "$results"/*_1e-5.csv; do
  base=$(basename "$csv" _1e-5.csv)
  python3 scripts/plot_work_precision.py "$csv" --curves code --work cpu_seconds > "$pages/performance_$base.svg"
done
python3 scripts/performance_tables.py "$results" "$pages/performance.md"
echo "tables and plots: $pages/performance.md"
