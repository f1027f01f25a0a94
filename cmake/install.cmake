# SPDX-License-Identifier: BSD-3-Clause
# cmake --install: the public headers in include/trunnion, the library, the command and a package file for
# find_package(trunnion).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/trunnion)

install(DIRECTORY ${TRUNNION_HEADERS}/trunnion DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(TARGETS trunnion EXPORT trunnionTargets)
install(EXPORT trunnionTargets NAMESPACE trunnion:: DESTINATION ${package_dir})
if(TARGET trunnion_command)
  install(TARGETS trunnion_command)
endif()

configure_package_config_file(cmake/trunnionConfig.cmake.in
  ${PROJECT_BINARY_DIR}/trunnionConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/trunnionConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/trunnionConfig.cmake
              ${PROJECT_BINARY_DIR}/trunnionConfigVersion.cmake
              cmake/FindSuitesparse.cmake
        DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
