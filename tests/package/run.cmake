# SPDX-License-Identifier: BSD-3-Clause
# Installs the build tree BUILD into a folder of its own, moves that, and builds and runs the consumer SOURCE there
# with FLAGS and the library of COMPONENT (shared, static, or pkg-config for a compiler without CMake); or, with
# SUBDIRECTORY, compiles the consumer with the sources of Trunnion as a part of it.
#   cmake -DBUILD=... -DROOT=... -DSOURCE=... -DWORK=... -DFLAGS=... -P run.cmake
set(prefix ${WORK}/moved)
file(REMOVE_RECURSE ${WORK})
set(always COMMAND_ERROR_IS_FATAL ANY)
set(configure ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
              "-DCMAKE_CXX_FLAGS=${FLAGS}")
if(SUBDIRECTORY)
  execute_process(COMMAND ${configure} -DTRUNNION_SOURCES=${ROOT} OUTPUT_QUIET ${always})
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build --target trunnion_headers ${always})
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build
                          --target CMakeFiles/consumer_code.dir/consumer.cpp.o ${always})
  return()
endif()

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed OUTPUT_QUIET ${always})
file(RENAME ${WORK}/installed ${prefix})
foreach(name engine forces joints bodies solvers)
  if(EXISTS ${prefix}/include/${name})
    message(FATAL_ERROR "the install claims the folder include/${name}")
  endif()
endforeach()
file(GLOB_RECURSE files ${prefix}/*/trunnion_*.cmake)
foreach(file ${files})
  file(STRINGS ${file} absolute REGEX "[;:\"(]/(usr|opt|home|root|work|tmp)/")
  if(absolute)
    message(FATAL_ERROR "${file} holds a path of this machine: ${absolute}")
  endif()
endforeach()
file(GLOB_RECURSE library ${prefix}/*/libtrunnion.so)
get_filename_component(folder ${library} DIRECTORY)

if(COMPONENT STREQUAL pkg-config)
  find_program(PKG_CONFIG pkg-config)
  if(NOT PKG_CONFIG)
    message(STATUS "skipped: pkg-config is not installed")
    return()
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${folder}/pkgconfig
                          ${PKG_CONFIG} --cflags --libs trunnion
                  OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ${always})
  separate_arguments(found)
  file(MAKE_DIRECTORY ${WORK}/build)
  execute_process(COMMAND ${COMPILER} -std=c++20 ${SOURCE}/consumer.cpp -o ${WORK}/build/consumer ${found}
                          -Wl,-rpath,${folder} ${always})
else()
  execute_process(COMMAND ${configure} -DCMAKE_PREFIX_PATH=${prefix} -DTRUNNION_COMPONENTS=${COMPONENT} ${always})
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build --target consumer ${always})
endif()
execute_process(COMMAND ${WORK}/build/consumer ${always})

find_program(READELF readelf)
if(READELF)  # what the program itself asks for
  execute_process(COMMAND ${READELF} -d ${WORK}/build/consumer OUTPUT_VARIABLE needed ${always})
  if(COMPONENT STREQUAL static)
    set(unwanted "lib(trunnion|curl|crypto|gssapi|ldap)")
  else()
    set(unwanted "lib(tbb|klu|cholmod|spqr|hdf5|curl|z)[._-]")
  endif()
  if(needed MATCHES "NEEDED[^\n]*${unwanted}[^\n]*")
    message(FATAL_ERROR "the program is linked to what it does not use: ${CMAKE_MATCH_0}")
  endif()
endif()
