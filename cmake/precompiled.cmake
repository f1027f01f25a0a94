# SPDX-License-Identifier: BSD-3-Clause
# Headers that many programs include, precompiled once for all of them:
#     trunnion_precompile(NAME LIBRARIES... HEADERS headers... [OPTIONS options...])
# makes the target NAME; a program takes them by target_precompile_headers(PROGRAM REUSE_FROM NAME). It has to be
# compiled with the same options.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/headers.cpp CONTENT "// Nothing but precompiled headers.\n")
function(trunnion_precompile name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;HEADERS;OPTIONS")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/headers.cpp)
  # As CMake compiles programs.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIE ${arg_OPTIONS})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()
