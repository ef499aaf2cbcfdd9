# `cmake --install`: the library with its public headers and a CMake package (find_package(sp), target sp::sp). Tools and
# man pages are installed where they are made.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/sp")

install(TARGETS sp EXPORT spTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY lib/include/sp DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(EXPORT spTargets NAMESPACE sp:: DESTINATION "${package_dir}")
configure_package_config_file(cmake/sp-config.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/sp-config.cmake"
                              INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/sp-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/sp-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/sp-config-version.cmake"
        DESTINATION "${package_dir}")
