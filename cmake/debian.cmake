# SPDX-License-Identifier: BSD-3-Clause
# Debian packages: cpack -G DEB in the build folder. A build without CHOLMOD makes packages without GPL parts; their
# version ends in +nogpl.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "the Trunnion developers")
set(TRUNNION_MAINTAINER "The Trunnion developers <trunnion@packages.debian.org>" CACHE STRING "Of Debian packages")
set(CPACK_PACKAGE_CONTACT "${TRUNNION_MAINTAINER}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
if(NOT TRUNNION_WITH_CHOLMOD)
  string(APPEND CPACK_PACKAGE_VERSION +nogpl)
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL ${TRUNNION_COMPONENTS})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # what is packed has been built
set(about "Trunnion simulates systems of rigid and flexible bodies, joints, bushings
and other forces: vehicle suspensions, mechanisms with loops, structures
from finite elements.

This package contains")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ${package_runtime})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "flexible multibody dynamics - shared library
${about} the shared library.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME ${package_development})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${package_runtime} (= ${CPACK_PACKAGE_VERSION}-1), libeigen3-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libsuitesparse-dev, libscotch-dev, libtbb-dev, libhdf5-dev, zlib1g-dev, libpugixml-dev, libminizip-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "flexible multibody dynamics - development files
${about} the headers, the static library, and files for CMake
and pkg-config. Programs with the static library need the suggested packages.")
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME ${package_command})
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "flexible multibody dynamics - command
${about} the program, which runs models from JSON files and shows
their results.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME ${package_python})
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
# dpkg-shlibdeps knows nothing of a library that no package has installed: what it would find is given here.
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
# The extension is of one version of Python: its file name holds it.
string(REGEX REPLACE ".*\\." "" next_python "0.${TRUNNION_PYTHON_VERSION}")
math(EXPR next_python "${next_python} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${package_runtime} (= ${CPACK_PACKAGE_VERSION}-1), libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 12), python3-numpy, python3 (>= ${TRUNNION_PYTHON_VERSION}), python3 (<< 3.${next_python})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-matplotlib")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "flexible multibody dynamics - Python package
${about} the Python package: models, simulations and results
as numpy arrays.")

# What Debian wants besides.
set(documents ${PROJECT_BINARY_DIR}/debian)
file(WRITE ${documents}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${documents}/triggers)
file(WRITE ${documents}/changelog "trunnion (${CPACK_PACKAGE_VERSION}-1) bookworm; urgency=medium

  * Release ${PROJECT_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  Sun, 29 Nov 2026 12:00:00 +0000
")
execute_process(COMMAND gzip -9nf ${documents}/changelog COMMAND_ERROR_IS_FATAL ANY)
file(READ LICENSE licence)
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n" "\n " licence "${licence}")
file(WRITE ${documents}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: trunnion
Comment: what the binaries contain besides is listed in THIRD_PARTY.md.

Files: *
Copyright: 2026, the Trunnion developers
License: BSD-3-clause
 ${licence}
")
foreach(component ${TRUNNION_COMPONENTS})
  set(folder ${CMAKE_INSTALL_DATADIR}/doc/${package_${component}})
  install(FILES ${documents}/copyright DESTINATION ${folder} COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${documents}/changelog.gz RENAME changelog.Debian.gz
          DESTINATION ${folder} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
