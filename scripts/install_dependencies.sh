#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Installs what Trunnion is built from (Debian 12 names) and is not there yet.
#
#   scripts/install_dependencies.sh            compiler, CMake, libraries, test tools,
#                                              SUNDIALS (what bench/scale compares with)
#   scripts/install_dependencies.sh --dev      and ccache, clang-format, clang-tidy
#   scripts/install_dependencies.sh --browser  and Chromium, for the tests of the viewer
#   scripts/install_dependencies.sh --docs     and Sphinx, Doxygen, Chromium, for scripts/docs.sh
#   scripts/install_dependencies.sh --peers    and Simbody, for bench/scale --peer simbody
#
# Needs root or sudo only if something is missing. On a system without apt-get it prints the list.
set -eu

packages="g++ cmake ninja-build python3 python3-jsonschema
  libeigen3-dev libsuitesparse-dev libscotch-dev libtbb-dev nlohmann-json3-dev libhdf5-dev zlib1g-dev libpugixml-dev
  libminizip-dev libspectra-dev
  pybind11-dev python3-dev python3-numpy libcli11-dev libfmt-dev libgtest-dev libbenchmark-dev libsundials-dev
  libxml2-utils"
if [ "${1:-}" = "--dev" ]; then
  packages="$packages ccache clang-format clang-tidy"
elif [ "${1:-}" = "--browser" ]; then
  packages="$packages chromium chromium-driver python3-selenium"
elif [ "${1:-}" = "--docs" ]; then
  packages="$packages python3-sphinx python3-myst-parser furo doxygen python3-h5py chromium"
elif [ "${1:-}" = "--peers" ]; then
  packages="$packages libsimbody-dev"
fi

if ! command -v apt-get > /dev/null || ! command -v dpkg-query > /dev/null; then
  echo "install_dependencies: no apt-get here; please install the equivalents of:" $packages >&2
  exit 0
fi

missing=""
for package in $packages; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2> /dev/null || true)
  [ "$status" = "installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "install_dependencies: run as root, or install yourself:$missing" >&2
    exit 1
  fi
  as_root="sudo"
fi

run_apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes LC_ALL=C apt-get \
    -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@"
}

echo "installing:$missing"
# A first try with the package lists at hand; fetch them if there are none or they are too old.
if ! run_apt install -y -qq --no-install-recommends $missing > /dev/null 2>&1; then
  run_apt update -qq
  run_apt install -y -qq --no-install-recommends $missing > /dev/null
fi
