#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds the documentation site, build/docs/site/index.html: the pages with pictures that the engine
# makes on the way, the reference of model files from their schema, a gallery of all models and
# examples, and the API. Everything comes from Debian; the site needs no network.
#
#   scripts/docs.sh             installs what is missing, builds the command, the examples, the site
#
# Figures of bench/, which take an hour, are those in the repository (scripts/bench.sh makes them).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=build/docs

scripts/install_dependencies.sh
scripts/install_dependencies.sh --docs
cmake --preset release > /dev/null
targets=(trunnion_command)
for source in examples/*.cpp; do targets+=("example_$(basename "$source" .cpp)"); done
cmake --build --preset release --parallel "$(nproc)" --target "${targets[@]}"

export PATH=/usr/bin:$PATH # Debian's Sphinx is that of Debian's Python
rm -rf "$out"
python3 scripts/check_docs.py links
python3 scripts/check_docs.py messages
python3 scripts/check_docs.py run build/release/bin/trunnion "$out/work"
python3 scripts/build_docs.py build/release "$out/work" "$out/source"
sphinx-build -q -W --keep-going -c docs/site -b html "$out/source" "$out/site"
mkdir -p "$out/site/figures"
cp "$out"/source/figures/*.html "$out/site/figures/"
(cat docs/site/Doxyfile && echo "OUTPUT_DIRECTORY = $out/site/api") | doxygen -
rm -rf "$out/site/.doctrees"
python3 scripts/check_docs.py site "$out/site"
echo "the site: $out/site/index.html"
