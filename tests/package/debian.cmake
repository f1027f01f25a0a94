# SPDX-License-Identifier: BSD-3-Clause
# The Debian packages of the build tree BUILD: lintian finds no error in them (where it is installed), and unpacked
# elsewhere they serve the consumer SOURCE and run a model.
#   cmake -DBUILD=... -DROOT=... -DSOURCE=... -DWORK=... -DGENERATOR=... -DCOMPILER=... -DPYTHON=... -P debian.cmake
find_program(SHLIBDEPS dpkg-shlibdeps)
if(NOT SHLIBDEPS)
  message(STATUS "skipped: dpkg-dev is not installed")
  return()
endif()
set(always COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CMAKE_CPACK_COMMAND} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${WORK}
                OUTPUT_QUIET ${always})
file(GLOB packages ${WORK}/*.deb)
list(LENGTH packages count)
set(wanted 3)
if(PYTHON)
  set(wanted 4)
endif()
if(NOT count EQUAL wanted)
  message(FATAL_ERROR "${count} packages in place of ${wanted}: ${packages}")
endif()
find_program(LINTIAN lintian)
if(LINTIAN)
  execute_process(COMMAND ${LINTIAN} --fail-on error ${packages} ${always})
endif()
foreach(package ${packages})
  execute_process(COMMAND dpkg-deb --extract ${package} ${WORK}/root ${always})
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR}
                        -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${WORK}/root/usr OUTPUT_QUIET ${always})
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build --target consumer OUTPUT_QUIET ${always})
execute_process(COMMAND ${WORK}/build/consumer ${always})
if(PYTHON)  # finds the shared library of the package, which nothing has installed here
  file(GLOB library ${WORK}/root/usr/lib/*/libtrunnion.so.1)
  get_filename_component(library ${library} DIRECTORY)
  execute_process(COMMAND ${PYTHON} -c "import numpy" RESULT_VARIABLE without ERROR_QUIET)
  if(NOT without)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${WORK}/root/usr/lib/python3/dist-packages
                            LD_LIBRARY_PATH=${library} ${PYTHON} ${ROOT}/examples/python/pendulum.py OUTPUT_QUIET ${always})
  endif()
endif()
execute_process(COMMAND ${WORK}/root/usr/bin/trunnion run ${ROOT}/models/pendulum.json --quiet ${always})
