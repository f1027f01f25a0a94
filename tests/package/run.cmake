# SPDX-License-Identifier: BSD-3-Clause
# Installs the build tree BUILD into a folder of its own, moves that, and builds and runs the consumer there
# with FLAGS; or, with SUBDIRECTORY, compiles the consumer with the sources of Trunnion as a part of it.
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
execute_process(COMMAND ${configure} -DCMAKE_PREFIX_PATH=${prefix} ${always})
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build --target consumer ${always})
execute_process(COMMAND ${WORK}/build/consumer ${always})
