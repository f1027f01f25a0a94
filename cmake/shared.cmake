# SPDX-License-Identifier: BSD-3-Clause
# libtrunnion.so.N from the objects of the static library. Programs see the namespace trunnion of it and nothing
# of what it is made with (Eigen, TBB, JSON, ...); N changes when the interface does.
set(TRUNNION_ABI_VERSION 1)
add_library(trunnion_shared SHARED $<TARGET_OBJECTS:trunnion>)
add_library(trunnion::trunnion_shared ALIAS trunnion_shared)
set_target_properties(trunnion_shared PROPERTIES
  OUTPUT_NAME trunnion
  LINKER_LANGUAGE CXX
  VERSION ${TRUNNION_ABI_VERSION}.${PROJECT_VERSION}
  SOVERSION ${TRUNNION_ABI_VERSION}
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/trunnion.map)
target_link_options(trunnion_shared PRIVATE
  LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/trunnion.map LINKER:-z,defs)
target_link_libraries(trunnion_shared
  PUBLIC Eigen3::Eigen
  PRIVATE ${TRUNNION_LIBRARIES})
foreach(property COMPILE_DEFINITIONS INCLUDE_DIRECTORIES COMPILE_FEATURES)
  set_property(TARGET trunnion_shared PROPERTY INTERFACE_${property}
               $<TARGET_PROPERTY:trunnion,INTERFACE_${property}>)
endforeach()
