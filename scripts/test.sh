#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs what is missing, builds and runs the whole suite. Ends with the summary of ctest; the
# exit code is not 0 if anything failed.
#
#   scripts/test.sh [PRESET]        PRESET: release (default), debug, asan-ubsan, tsan
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=${1:-release}
jobs=$(nproc)

scripts/install_dependencies.sh
cmake --preset "$preset"
cmake --build --preset "$preset" --parallel "$jobs"
ctest --preset "$preset" --parallel "$jobs"
