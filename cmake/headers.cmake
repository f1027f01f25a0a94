# SPDX-License-Identifier: BSD-3-Clause
# What a user's project compiles with. It includes <trunnion/...>, the same in the build tree and installed. The tests,
# benchmarks and examples of this repository see the sources of these headers instead.
set(TRUNNION_HEADERS ${PROJECT_BINARY_DIR}/include)
set(write_headers ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DFOLDER=${TRUNNION_HEADERS}
                  -P ${PROJECT_SOURCE_DIR}/cmake/public_headers.cmake)
execute_process(COMMAND ${write_headers} COMMAND_ERROR_IS_FATAL ANY)
add_custom_target(trunnion_headers ALL COMMAND ${write_headers} COMMENT "Public headers")
add_dependencies(trunnion trunnion_headers)
if(TRUNNION_BUILD_TESTS OR TRUNNION_BUILD_BENCH OR TRUNNION_BUILD_EXAMPLES)
  set(headers ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
else()
  set(headers ${TRUNNION_HEADERS})
endif()
foreach(library trunnion trunnion_shared)
  target_include_directories(${library} INTERFACE "$<BUILD_INTERFACE:${headers}>" $<INSTALL_INTERFACE:include>)
  target_compile_features(${library} PUBLIC cxx_std_20)
  target_link_libraries(${library} PUBLIC Eigen3::Eigen)
  target_compile_definitions(${library} PUBLIC ${TRUNNION_LAYOUT})
endforeach()
