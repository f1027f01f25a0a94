#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds the documentation site, build/docs/site/index.html: the pages with pictures that the engine
# makes on the way, the reference of model files from their schema, a gallery of all models and
# examples, and the API. Everything comes from Debian; the site needs no network.
#
#   scripts/docs.sh              installs what is missing, builds the programs, the figures, the site;
#                                those of performance.md, an hour on an idle machine, are as in docs/
#   scripts/docs.sh --figures    makes all figures anew, in docs/, then the site
#   scripts/docs.sh --of BUILD   the site alone, BUILD/docs/site, from a build tree that is there, with
#                                the figures as in docs/; 77 if Sphinx or Doxygen is missing
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Those of bench/ that take a minute, into the folder $1.
make_figures() {
  mkdir -p "$1/papers"
  "$build/bench/paper_tables" --svg "$1/papers" > /dev/null
  "$build/bench/formulations" work tests/data/test_problems.json > "$out/formulations.csv" 2> /dev/null
  python3 scripts/plot_work_precision.py "$out/formulations.csv" --curves formulation --of Andrews > "$1/formulations.svg"
  "$build/bench/work_precision" tests/data/test_problems.json > "$out/work_precision.csv"
  python3 scripts/plot_work_precision.py "$out/work_precision.csv" > "$1/work_precision.svg"
}

# All, in docs/.
renew_figures() {
  make_figures docs
  scripts/bench.sh
  scripts/install_dependencies.sh --browser
  ctest --preset release -R '^browser$'
  for name in suspension_corner four_bar_ladder; do
    cp "build/release/browser/$name.png" "docs/viewer_$name.png"
  done
}

build=build/release out=build/docs
case "${1:-}" in
  --of)
    build=$2 out=$2/docs
    export PATH=/usr/bin:$PATH # Debian's Sphinx is that of Debian's Python
    if ! python3 -c 'import sphinx, myst_parser, furo' 2> /dev/null || ! command -v doxygen > /dev/null; then
      echo "docs: skipped, Sphinx, MyST, Furo or Doxygen is missing: scripts/install_dependencies.sh --docs"
      exit 77
    fi
    ;;
  "" | --figures)
    scripts/install_dependencies.sh
    scripts/install_dependencies.sh --docs
    cmake --preset release > /dev/null
    targets=(trunnion_command bench_paper_tables bench_formulations bench_work_precision)
    for source in examples/*.cpp; do targets+=("example_$(basename "$source" .cpp)"); done
    cmake --build --preset release --parallel "$(nproc)" --target "${targets[@]}"
    export PATH=/usr/bin:$PATH
    ;;
  *) echo "docs: unknown argument '$1'; see the head of this script" >&2; exit 2 ;;
esac

rm -rf "$out"
mkdir -p "$out"
case "${1:-}" in
  "") make_figures "$out/figures" ;;
  --figures) renew_figures ;;
esac
python3 scripts/check_docs.py links
python3 scripts/check_docs.py messages
python3 scripts/check_docs.py run "$build/bin/trunnion" "$out/work"
python3 scripts/build_docs.py "$build" "$out/work" "$out/source" "$out/figures"
sphinx-build -q -W --keep-going -c docs/site -b html -d "$out/doctrees" "$out/source" "$out/site"
mkdir -p "$out/site/figures"
cp "$out"/source/figures/*.html "$out/site/figures/"
(cat docs/site/Doxyfile && echo "OUTPUT_DIRECTORY = $out/site/api") | doxygen -
python3 scripts/check_docs.py site "$out/site"
echo "the site: $out/site/index.html"
