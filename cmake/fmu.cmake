# SPDX-License-Identifier: BSD-3-Clause
# The shared library of FMUs, in the folder fmu of the build with all that goes into an FMU: it holds the engine
# without what is under the GPL, and needs nothing of the system but libc, libm, libgcc_s and libstdc++. The command
# writes FMUs with it.
set(TRUNNION_FMU_KIT ${PROJECT_BINARY_DIR}/fmu)
file(GLOB TRUNNION_FMU CONFIGURE_DEPENDS fmu/*.cpp)
set(TRUNNION_FMU_WRITER ${TRUNNION_FMU})
list(FILTER TRUNNION_FMU_WRITER INCLUDE REGEX "/(package|gather|zip|description|variables)\\.cpp$")
list(FILTER TRUNNION_FMU EXCLUDE REGEX "/(package|gather|zip|description)\\.cpp$")
add_library(trunnion_fmu_writer STATIC ${TRUNNION_FMU_WRITER})
target_link_libraries(trunnion_fmu_writer PUBLIC trunnion::trunnion trunnion_options PRIVATE ZLIB::ZLIB)

set(static_parts klu btf amd colamd suitesparseconfig scotch scotcherr z)
set(TRUNNION_STATIC_PARTS)
foreach(part ${static_parts})
  find_library(TRUNNION_STATIC_${part} lib${part}.a)
  mark_as_advanced(TRUNNION_STATIC_${part})
  list(APPEND TRUNNION_STATIC_PARTS ${TRUNNION_STATIC_${part}})
endforeach()
if(TRUNNION_STATIC_PARTS MATCHES "NOTFOUND" OR NOT CMAKE_SYSTEM_NAME STREQUAL Linux)
  message(STATUS "No FMU export: static libraries are missing, of ${static_parts}")
  return()
endif()

# Solvers of Eigen stand in for those of the archive that have the same functions.
set(TRUNNION_EIGEN_SOLVERS)
if(TRUNNION_WITH_CHOLMOD)
  file(GLOB TRUNNION_EIGEN_SOLVERS CONFIGURE_DEPENDS solvers/linear/eigen_*.cpp)
endif()
add_library(trunnion_eigen_solvers OBJECT ${TRUNNION_EIGEN_SOLVERS})
target_link_libraries(trunnion_eigen_solvers PRIVATE Eigen3::Eigen trunnion_options)
target_compile_definitions(trunnion_eigen_solvers PRIVATE ${TRUNNION_LAYOUT})
target_compile_options(trunnion_eigen_solvers PRIVATE $<$<CONFIG:Release>:-O3> -fno-semantic-interposition)

add_library(trunnion_fmi MODULE ${TRUNNION_FMU} $<TARGET_OBJECTS:trunnion_eigen_solvers>)
set_target_properties(trunnion_fmi PROPERTIES
  PREFIX "" UNITY_BUILD OFF LIBRARY_OUTPUT_DIRECTORY ${TRUNNION_FMU_KIT}
  BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN"
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/fmi.map)
add_dependencies(trunnion_fmi trunnion)
target_compile_definitions(trunnion_fmi PRIVATE ${TRUNNION_LAYOUT})
target_compile_options(trunnion_fmi PRIVATE -fno-semantic-interposition -ffunction-sections -fdata-sections)
target_link_libraries(trunnion_fmi PRIVATE
  Eigen3::Eigen trunnion_options $<TARGET_FILE:trunnion> ${TRUNNION_STATIC_PARTS})
target_precompile_headers(trunnion_fmi PRIVATE ${PROJECT_SOURCE_DIR}/fmu/instance.hpp)
target_compile_options(trunnion_fmi PRIVATE ${TRUNNION_JOINED_STRINGS})
# Threads may still be waiting when the host unloads the library: it stays.
target_link_options(trunnion_fmi PRIVATE
  LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/fmi.map LINKER:-z,defs LINKER:-z,nodelete
  LINKER:--gc-sections LINKER:-Bsymbolic LINKER:--exclude-libs,ALL $<$<CONFIG:Release>:-s>)
add_custom_command(TARGET trunnion_fmi POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:TBB::tbb> ${TRUNNION_FMU_KIT}/$<TARGET_SONAME_FILE_NAME:TBB::tbb>)

# The licences of all that it holds; license.txt is where readers begin.
set(licenses ${TRUNNION_FMU_KIT}/licenses)
file(READ LICENSE own)
file(READ THIRD_PARTY.md others)
file(READ cmake/fmu_license.txt head)
file(CONFIGURE OUTPUT ${licenses}/license.txt CONTENT "@head@\n@own@" @ONLY)
file(CONFIGURE OUTPUT ${licenses}/THIRD_PARTY.md CONTENT "@others@" @ONLY)
foreach(package libtbb12 libsuitesparse-dev libscotch-dev zlib1g-dev libeigen3-dev nlohmann-json3-dev libspectra-dev)
  if(EXISTS /usr/share/doc/${package}/copyright)
    configure_file(/usr/share/doc/${package}/copyright ${licenses}/${package}.txt COPYONLY)
  endif()
endforeach()
if(EXISTS /usr/share/doc/libscotch-dev/CeCILL-C_V1-en.txt.gz)
  execute_process(COMMAND gzip -dc /usr/share/doc/libscotch-dev/CeCILL-C_V1-en.txt.gz
                  OUTPUT_FILE ${licenses}/CeCILL-C.txt COMMAND_ERROR_IS_FATAL ANY)
endif()
foreach(text Apache-2.0 LGPL-2.1 MPL-2.0)
  if(EXISTS /usr/share/common-licenses/${text})
    configure_file(/usr/share/common-licenses/${text} ${licenses}/${text}.txt COPYONLY)
  endif()
endforeach()
