# SPDX-License-Identifier: BSD-3-Clause
# libtrunnion.so.N from the objects of the static library. Programs see the namespace trunnion of it and nothing
# of what it is made with (Eigen, TBB, JSON, ...); N changes when the interface does.
set(TRUNNION_ABI_VERSION 1)
add_library(trunnion_shared SHARED $<TARGET_OBJECTS:trunnion> $<TARGET_OBJECTS:trunnion_kernels>)
add_library(trunnion::trunnion_shared ALIAS trunnion_shared)
set_target_properties(trunnion_shared PROPERTIES
  OUTPUT_NAME trunnion
  LINKER_LANGUAGE CXX
  VERSION ${TRUNNION_ABI_VERSION}.${PROJECT_VERSION}
  SOVERSION ${TRUNNION_ABI_VERSION}
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/trunnion.map)
target_link_options(trunnion_shared PRIVATE
  LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/trunnion.map LINKER:-z,defs)
# As files: who links to this library need not find them.
list(TRANSFORM TRUNNION_LIBRARIES REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
target_link_libraries(trunnion_shared PRIVATE ${files})
