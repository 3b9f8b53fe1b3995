# What the program finds beside itself: share/lanescope. In the build folder it links to the sources, so that an edited
# kernel or shader is the one that runs; an installation holds copies and runs without the sources.

set(share ${PROJECT_BINARY_DIR}/share/lanescope)
file(MAKE_DIRECTORY ${share}/fonts)
foreach(folder kernels shaders assets)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${share}/${folder} SYMBOLIC)
endforeach()

# One interface face, one monospaced, one Chinese. Packages put them into different folders on different systems.
function(lanescope_font pattern package)
  file(GLOB_RECURSE found /usr/share/fonts/*/${pattern})
  if(NOT found)
    message(FATAL_ERROR "The font ${pattern} was not found below /usr/share/fonts; install the package ${package}.")
  endif()
  list(GET found 0 first)
  file(COPY ${first} DESTINATION ${share}/fonts)
endfunction()
lanescope_font("Inter-Regular.[ot]tf" fonts-inter)
lanescope_font("Inter-SemiBold.[ot]tf" fonts-inter)
lanescope_font("JetBrainsMono-Regular.ttf" fonts-jetbrains-mono)
lanescope_font("NotoSansCJK-Regular.ttc" fonts-noto-cjk)

include(GNUInstallDirs)
install(TARGETS lanescope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# {fmt} has another binary interface in each release of Debian and Ubuntu: it goes along, so that one package serves all.
get_target_property(fmt_library fmt::fmt LOCATION)
get_filename_component(fmt_library "${fmt_library}" REALPATH)
if(fmt_library MATCHES "\\.so")
  get_target_property(fmt_soname fmt::fmt IMPORTED_SONAME_NONE)
  if(NOT fmt_soname)
    get_filename_component(fmt_soname "${fmt_library}" NAME)
  endif()
  install(FILES ${fmt_library} DESTINATION lib/lanescope RENAME ${fmt_soname})
endif()
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
install(FILES ${packaging}/lanescope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${packaging}/lanescope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${packaging}/lanescope.1 DESTINATION ${CMAKE_INSTALL_DATADIR}/man/man1)
install(FILES ${packaging}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME lanescope)
install(FILES ${packaging}/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _lanescope)
install(FILES ${packaging}/completion.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        RENAME lanescope.fish)
install(DIRECTORY kernels shaders assets DESTINATION ${CMAKE_INSTALL_DATADIR}/lanescope)
install(DIRECTORY ${share}/fonts DESTINATION ${CMAKE_INSTALL_DATADIR}/lanescope)
install(FILES LICENSE NOTICES.md README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lanescope)
if(NOT cuda_headers_INCLUDE)
  # No toolkit here: the one from the wheels goes along, so that the installed program compiles kernels too.
  install(DIRECTORY ${LANESCOPE_DEPS}/cuda${LANESCOPE_CUDA_MAJOR}/nvidia
          DESTINATION lib/lanescope/cuda${LANESCOPE_CUDA_MAJOR})  # where the program looks, on every system
  # The program believes a folder of wheels when this names them, so it is installed last.
  install(FILES ${LANESCOPE_DEPS}/cuda${LANESCOPE_CUDA_MAJOR}/.wheels
          DESTINATION lib/lanescope/cuda${LANESCOPE_CUDA_MAJOR})
endif()

# cmake --build build --target package: a .deb for Debian 12, Ubuntu 22.04 and later, and a tarball for other systems.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME lanescope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR lanescope)
set(CPACK_PACKAGE_CONTACT "the authors of lanescope <lanescope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "oscilloscope for CUDA memory")
set(CPACK_PACKAGE_DESCRIPTION "Pick a kernel, turn its knobs, and watch bandwidth, warps, sectors and banks respond.
Without an NVIDIA GPU kernels run in an emulator that verifies outputs and counts every access.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME lanescope_${PROJECT_VERSION}_linux_${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What the loader links, and what GLFW and the OpenGL loader open by name. The oldest C and C++ libraries are those of
# Ubuntu 22.04.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.35), libstdc++6 (>= 12), libgcc-s1, libegl1, libgl1, libx11-6, libxcursor1, \
libxi6, libxinerama1, libxrandr2, libxxf86vm1, libxkbcommon0")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1-mesa-dri, openssh-client, xdg-utils")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nvidia-cuda-toolkit (>= 11.8), ffmpeg")
include(CPack)
