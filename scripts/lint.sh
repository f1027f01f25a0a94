#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs clang-tidy; any finding is an error.
#
#   scripts/lint.sh             sources that differ from main (committed or not)
#   scripts/lint.sh --all       every source
#   scripts/lint.sh FILE...     the files given
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1:-}" in
  "") files=$( (git diff --name-only --diff-filter=d "$(git merge-base HEAD main)" -- '*.cpp'
                git ls-files --others --exclude-standard -- '*.cpp') | sort -u) ;;
  --all) files=$(git ls-files --cached --others --exclude-standard -- '*.cpp') ;;
  *) files=$(printf '%s\n' "$@") ;;
esac
files=$(echo "$files" | grep -v '^tests/package/' || true)  # a project of its own
[ -n "$files" ] || { echo "lint: nothing to check"; exit 0; }

# A compilation database without precompiled headers, which clang cannot read from g++.
cmake --preset lint > /dev/null
echo "$files" | xargs -n 1 -P "$(nproc)" clang-tidy -p build/lint --quiet
