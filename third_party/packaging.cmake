# What the program finds beside itself: share/warpscope. In the build folder it links to the sources, so that an edited
# kernel or shader is the one that runs; an installation holds copies and runs without the sources.

set(share ${PROJECT_BINARY_DIR}/share/warpscope)
file(MAKE_DIRECTORY ${share}/fonts)
foreach(folder kernels shaders assets)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${share}/${folder} SYMBOLIC)
endforeach()

# One interface face, one monospaced, one Chinese. Packages put them into different folders on different systems.
function(warpscope_font pattern package)
  file(GLOB_RECURSE found /usr/share/fonts/*/${pattern})
  if(NOT found)
    message(FATAL_ERROR "The font ${pattern} was not found below /usr/share/fonts; install the package ${package}.")
  endif()
  list(GET found 0 first)
  file(COPY ${first} DESTINATION ${share}/fonts)
endfunction()
warpscope_font("Inter-Regular.[ot]tf" fonts-inter)
warpscope_font("Inter-SemiBold.[ot]tf" fonts-inter)
warpscope_font("JetBrainsMono-Regular.ttf" fonts-jetbrains-mono)
warpscope_font("NotoSansCJK-Regular.ttc" fonts-noto-cjk)

include(GNUInstallDirs)
install(TARGETS warpscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY kernels shaders assets DESTINATION ${CMAKE_INSTALL_DATADIR}/warpscope)
install(DIRECTORY ${share}/fonts DESTINATION ${CMAKE_INSTALL_DATADIR}/warpscope)
install(FILES LICENSE NOTICES.md README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/warpscope)
if(NOT cuda_headers_INCLUDE)
  # No toolkit here: the one from the wheels goes along, so that the installed program compiles kernels too.
  install(DIRECTORY ${WARPSCOPE_DEPS}/cuda${WARPSCOPE_CUDA_MAJOR}/nvidia
          DESTINATION lib/warpscope/cuda${WARPSCOPE_CUDA_MAJOR})  # where the program looks, on every system
  # The program believes a folder of wheels when this names them, so it is installed last.
  install(FILES ${WARPSCOPE_DEPS}/cuda${WARPSCOPE_CUDA_MAJOR}/.wheels
          DESTINATION lib/warpscope/cuda${WARPSCOPE_CUDA_MAJOR})
endif()
