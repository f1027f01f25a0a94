#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs a double-wishbone suspension corner on rubber bushings over a 50 mm bump, from nothing:
# installs what is missing, builds the command, simulates 3 s and says where the results are.
#
#   scripts/demo.sh [OUTPUT_FOLDER]        default: results/suspension_corner
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
output=${1:-results/suspension_corner}

scripts/install_dependencies.sh
cmake --preset release
cmake --build --preset release --parallel "$(nproc)" --target trunnion_command

build/release/bin/trunnion run models/suspension_corner.json --output "$output"

echo
echo "results in $output (columns and units: docs/results.md)"
for file in bodies joints forces signals energy; do echo "  $file.csv"; done
echo "  results.h5    the same tables"
echo "  plots.svg     wheel travel, camber and toe, forces of bushings, spring, damper and tyre"
