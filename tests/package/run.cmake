# SPDX-License-Identifier: BSD-3-Clause
# Installs the build tree BUILD into a folder of its own, moves that, and builds and runs the
# consumer there: cmake -DBUILD=... -DSOURCE=... -DWORK=... -P run.cmake
set(prefix ${WORK}/moved)
file(REMOVE_RECURSE ${WORK})
set(always COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed
                OUTPUT_QUIET ${always})
file(RENAME ${WORK}/installed ${prefix})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR}
                        -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER}
                        "-DCMAKE_CXX_FLAGS=${FLAGS}" ${always})
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build ${always})
execute_process(COMMAND ${WORK}/build/consumer ${always})
