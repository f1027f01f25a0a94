#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Rebuilds viewer/dist/viewer.html, the page that `trunnion view` fills with data, from the sources
# in viewer/. Needs npm; building the engine does not, because the page is in the repository.
#
#   scripts/build_viewer.sh            builds, and records the hash of sources and page
#   scripts/build_viewer.sh --check    fails if the page is not that of the sources; needs no npm
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../viewer"

hashes() {
  LC_ALL=C sha256sum LICENSES.md package.json package-lock.json template.html vite.config.js src/* dist/viewer.html
}

if [ "${1:-}" = "--check" ]; then
  if ! diff <(hashes) dist/hashes.sha256 > /dev/null; then
    echo "viewer/dist/viewer.html does not belong to the sources beside it; run scripts/build_viewer.sh" >&2
    exit 1
  fi
  exit 0
fi

npm ci --no-audit --no-fund
npm run build
hashes > dist/hashes.sha256
