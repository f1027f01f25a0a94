# SPDX-License-Identifier: BSD-3-Clause
# Imported target SerialHdf5::hdf5: the C library of HDF5 without MPI, and without what a static HDF5 would need.
find_path(SerialHdf5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(SerialHdf5_LIBRARY NAMES hdf5_serial hdf5)
mark_as_advanced(SerialHdf5_INCLUDE_DIR SerialHdf5_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SerialHdf5 REQUIRED_VARS SerialHdf5_LIBRARY SerialHdf5_INCLUDE_DIR)
if(SerialHdf5_FOUND AND NOT TARGET SerialHdf5::hdf5)
  add_library(SerialHdf5::hdf5 UNKNOWN IMPORTED)
  set_target_properties(SerialHdf5::hdf5 PROPERTIES
    IMPORTED_LOCATION ${SerialHdf5_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${SerialHdf5_INCLUDE_DIR})
endif()
