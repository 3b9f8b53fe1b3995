# What a kind of package needs of the machine that packs it; without dpkg-shlibdeps a .deb would install where it cannot run.
if(CPACK_GENERATOR STREQUAL DEB)
  foreach(needed "dpkg-shlibdeps dpkg-dev" "file file")
    separate_arguments(needed)
    list(GET needed 0 tool)
    list(GET needed 1 package)
    find_program(${tool}_found ${tool})
    if(NOT ${tool}_found)
      message(FATAL_ERROR "A .deb needs ${tool}: install the package ${package}, or make the tarball alone: "
                          "(cd build && cpack -G TGZ)")
    endif()
  endforeach()
endif()
