# SPDX-License-Identifier: BSD-3-Clause
# Imported targets suitesparse::NAME for distributions without CMake files of SuiteSparse; the
# components are names of libraries: klu amd colamd btf cholmod spqr ...
find_path(Suitesparse_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
mark_as_advanced(Suitesparse_INCLUDE_DIR)
foreach(lib ${Suitesparse_FIND_COMPONENTS})
  find_library(Suitesparse_${lib}_LIBRARY ${lib})
  mark_as_advanced(Suitesparse_${lib}_LIBRARY)
  if(Suitesparse_INCLUDE_DIR AND Suitesparse_${lib}_LIBRARY)
    set(Suitesparse_${lib}_FOUND TRUE)
    if(NOT TARGET suitesparse::${lib})
      add_library(suitesparse::${lib} UNKNOWN IMPORTED)
      set_target_properties(suitesparse::${lib} PROPERTIES
        IMPORTED_LOCATION ${Suitesparse_${lib}_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${Suitesparse_INCLUDE_DIR})
    endif()
  endif()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Suitesparse REQUIRED_VARS Suitesparse_INCLUDE_DIR HANDLE_COMPONENTS)
