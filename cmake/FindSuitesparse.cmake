# SPDX-License-Identifier: BSD-3-Clause
# Imported targets suitesparse::{klu,cholmod,spqr} for distributions without CMake files of SuiteSparse.
find_path(Suitesparse_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse REQUIRED)
set(Suitesparse_FOUND TRUE)
foreach(lib klu cholmod spqr)
  find_library(Suitesparse_${lib}_LIBRARY ${lib})
  if(Suitesparse_${lib}_LIBRARY AND NOT TARGET suitesparse::${lib})
    add_library(suitesparse::${lib} UNKNOWN IMPORTED)
    set_target_properties(suitesparse::${lib} PROPERTIES
      IMPORTED_LOCATION ${Suitesparse_${lib}_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${Suitesparse_INCLUDE_DIR})
  endif()
endforeach()
