# What the program finds beside itself: share/lanescope. In the build folder it links to the sources, so that an edited
# kernel or shader is the one that runs; an installation holds copies and runs without the sources.

set(share ${PROJECT_BINARY_DIR}/share/lanescope)
file(MAKE_DIRECTORY ${share}/fonts)
foreach(folder kernels shaders assets docs)
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
  # Its licence asks that its text goes along.
  if(EXISTS /usr/share/doc/${package}/copyright)
    configure_file(/usr/share/doc/${package}/copyright ${share}/fonts/${package}.txt COPYONLY)
  endif()
endfunction()
lanescope_font("Inter-Regular.[ot]tf" fonts-inter)
lanescope_font("Inter-SemiBold.[ot]tf" fonts-inter)
lanescope_font("JetBrainsMono-Regular.ttf" fonts-jetbrains-mono)
lanescope_font("NotoSansCJK-Regular.ttc" fonts-noto-cjk)

include(GNUInstallDirs)
install(TARGETS lanescope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# {fmt} has another binary interface in each release of Debian and Ubuntu: it goes along, so that one package serves all.
# In a folder of its own: CPack takes what lies higher for a library of the system, and calls ldconfig at each installation.
get_target_property(fmt_library fmt::fmt LOCATION)
get_filename_component(fmt_library "${fmt_library}" REALPATH)
if(fmt_library MATCHES "\\.so")
  get_target_property(fmt_soname fmt::fmt IMPORTED_SONAME_NONE)
  if(NOT fmt_soname)
    get_filename_component(fmt_soname "${fmt_library}" NAME)
  endif()
  install(FILES ${fmt_library} DESTINATION lib/lanescope/libraries RENAME ${fmt_soname})
endif()
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
install(FILES ${packaging}/lanescope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${packaging}/lanescope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${packaging}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME lanescope)
install(FILES ${packaging}/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _lanescope)
install(FILES ${packaging}/completion.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        RENAME lanescope.fish)
# The pages lie where their links to kernels and pictures lead somewhere, and where --help names them.
install(DIRECTORY kernels shaders assets docs DESTINATION ${CMAKE_INSTALL_DATADIR}/lanescope)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/lanescope)
install(DIRECTORY ${share}/fonts DESTINATION ${CMAKE_INSTALL_DATADIR}/lanescope)
set(documents ${CMAKE_INSTALL_DATADIR}/doc/lanescope)
install(FILES LICENSE NOTICES.md CHANGELOG.md DESTINATION ${documents})

# No toolkit here: what the program opens of the wheels goes along, so that the installed program compiles kernels too.
# NVIDIA's licence allows that for what is made for Linux and left as it is, but not for its developer tools: nvdisasm stays
# behind (1.1.2, 2.3 and attachment A of its License.txt). So does what the program never opens.
set(nvidia_files "")
if(NOT cuda_headers_INCLUDE)
  set(wheels ${LANESCOPE_DEPS}/cuda${LANESCOPE_CUDA_MAJOR})
  set(installed_wheels lib/lanescope/cuda${LANESCOPE_CUDA_MAJOR})  # where the program looks, on every system
  file(GLOB folders RELATIVE ${wheels} ${wheels}/nvidia/*/include ${wheels}/nvidia/*/lib)
  foreach(folder ${folders})
    install(DIRECTORY ${wheels}/${folder}/ DESTINATION ${installed_wheels}/${folder} FILES_MATCHING
            REGEX "/lib/cmake$" EXCLUDE REGEX "/nvidia/[^/]+/include/" REGEX "/lib(nvrtc|nvrtc-builtins|nvJitLink|cupti|nvperf_host|nvperf_target)\\.so[.0-9]*$")
  endforeach()
  file(GLOB_RECURSE licences ${wheels}/nvidia_cuda_nvrtc*.dist-info/License.txt)
  list(GET licences 0 licence)
  install(FILES ${licence} DESTINATION ${documents} RENAME NVIDIA-CUDA-License.txt)
  # The program believes a folder of wheels when this names them, so it is installed last.
  install(FILES ${wheels}/.wheels DESTINATION ${installed_wheels})
  set(nvidia_files "
Files: usr/${installed_wheels}/*
Copyright: 2007-2026 NVIDIA Corporation and affiliates
License: NVIDIA-CUDA

License: NVIDIA-CUDA
 The License Agreement for NVIDIA Software Development Kits with the CUDA Toolkit Supplement, whose text is in
 /usr/share/doc/lanescope/NVIDIA-CUDA-License.txt. The files are NVIDIA's own, unmodified; each header names its own terms.
")
endif()

# What Debian asks of a package: copyright, changelog and manual in its forms. The maintainer is who packs it.
set(LANESCOPE_MAINTAINER "lanescope developers <lanescope@example.org>" CACHE STRING "Name and address in the .deb")
set(forms ${PROJECT_BINARY_DIR}/packaging)
file(READ LICENSE mit)
string(REGEX REPLACE "^.*\n\n(Permission)" "\\1" mit "${mit}")
string(STRIP "${mit}" mit)
string(REGEX REPLACE "\n\n" "\n.\n" mit "${mit}")
string(REGEX REPLACE "\n" "\n " mit "${mit}")
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${packaging}/copyright.in ${forms}/copyright @ONLY)
configure_file(${packaging}/changelog.in ${forms}/changelog @ONLY)
configure_file(${packaging}/lanescope.1 ${forms}/lanescope.1 COPYONLY)
find_program(gzip gzip REQUIRED)
foreach(file changelog lanescope.1)
  execute_process(COMMAND ${gzip} -9nf ${forms}/${file} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
install(FILES ${forms}/copyright ${forms}/changelog.gz DESTINATION ${documents})
install(FILES ${forms}/lanescope.1.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/man/man1)

# cmake --build build --target package: a .deb for this release of Debian or Ubuntu and later ones, and a tarball for other
# systems.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME lanescope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR lanescope)
set(CPACK_PACKAGE_CONTACT "${LANESCOPE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "oscilloscope for CUDA memory")
set(CPACK_PACKAGE_DESCRIPTION "Pick a kernel, turn its knobs, and watch bandwidth, warps, sectors and
banks respond. Without an NVIDIA GPU kernels run in an emulator that
verifies outputs and counts every access.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME lanescope_${PROJECT_VERSION}_linux_${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What the program links is found out by dpkg-shlibdeps, with the oldest version that serves. What GLFW and the OpenGL loader
# open by name is named here.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PROJECT_CONFIG_FILE ${packaging}/needs.cmake)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1, libx11-6, libxcursor1, libxi6, libxinerama1, libxrandr2, libxxf86vm1, \
libxkbcommon0")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1-mesa-dri, openssh-client, xdg-utils")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nvidia-cuda-toolkit (>= 11.8), ffmpeg")
include(CPack)
