#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Formats all C++ sources in place; with --check changes nothing and fails if a file would change.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mode=(-i)
[ "${1:-}" = "--check" ] && mode=(--dry-run -Werror)

git ls-files -z --cached --others --exclude-standard -- '*.hpp' '*.cpp' |
  xargs -0 --no-run-if-empty clang-format "${mode[@]}"
