# SPDX-License-Identifier: BSD-3-Clause
# cmake --install, in components: runtime (the shared library), development (public headers, both libraries, files
# for find_package(trunnion) and pkg-config), command (the program, its manual page and completion), python (the
# Python package, by python/CMakeLists.txt).
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/trunnion)

install(DIRECTORY ${TRUNNION_HEADERS}/trunnion DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
set_target_properties(trunnion PROPERTIES EXPORT_NAME trunnion_static)
install(TARGETS trunnion EXPORT trunnion_static ARCHIVE COMPONENT development)
install(TARGETS trunnion_shared EXPORT trunnion_shared
  LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
foreach(kind static shared)
  install(EXPORT trunnion_${kind} NAMESPACE trunnion:: DESTINATION ${package_dir} COMPONENT development)
endforeach()

configure_package_config_file(cmake/trunnionConfig.cmake.in
  ${PROJECT_BINARY_DIR}/trunnionConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/trunnionConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/trunnionConfig.cmake
              ${PROJECT_BINARY_DIR}/trunnionConfigVersion.cmake
              cmake/FindSuitesparse.cmake cmake/FindScotch.cmake cmake/FindSerialHdf5.cmake
              cmake/FindMinizip.cmake
        DESTINATION ${package_dir} COMPONENT development)

list(TRANSFORM TRUNNION_SUITESPARSE PREPEND -l OUTPUT_VARIABLE TRUNNION_PRIVATE_LIBRARIES)
string(JOIN " " TRUNNION_PRIVATE_LIBRARIES ${TRUNNION_PRIVATE_LIBRARIES} -lscotch -lscotcherr -ltbb -lhdf5_serial
  -lz -lpugixml -lminizip)
file(RELATIVE_PATH TRUNNION_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/trunnion.pc.in ${PROJECT_BINARY_DIR}/trunnion.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/trunnion.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(TARGET trunnion_fmi)
  install(DIRECTORY ${TRUNNION_FMU_KIT}/ DESTINATION ${CMAKE_INSTALL_LIBDIR}/trunnion/fmu COMPONENT command)
endif()
if(TARGET trunnion_command)
  install(TARGETS trunnion_command RUNTIME COMPONENT command)
  execute_process(COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/docs/trunnion.1
                  OUTPUT_FILE ${PROJECT_BINARY_DIR}/trunnion.1.gz COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${PROJECT_BINARY_DIR}/trunnion.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
  install(FILES scripts/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME trunnion COMPONENT command)
endif()

# The licences of all that the files of a component contain, in a folder for each.
set(package_runtime libtrunnion${TRUNNION_ABI_VERSION})
set(package_development libtrunnion-dev)
set(package_command trunnion)
set(package_python python3-trunnion)
set(TRUNNION_COMPONENTS runtime development command)
if(TARGET trunnion_python)
  list(APPEND TRUNNION_COMPONENTS python)
endif()
foreach(component ${TRUNNION_COMPONENTS})
  install(FILES LICENSE THIRD_PARTY.md
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package_${component}} COMPONENT ${component})
endforeach()
if(PROJECT_IS_TOP_LEVEL AND EXISTS /etc/debian_version)
  include(cmake/debian.cmake)
endif()
