# How each dependency is found. Nothing is vendored: Debian packages, and wheels pinned in wheels.txt.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)

set(LANESCOPE_DEPS ${PROJECT_BINARY_DIR}/deps CACHE PATH "Where the unpacked wheels lie")

function(lanescope_fetch set)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/third_party/fetch ${set} ${LANESCOPE_DEPS}/${set} RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "The wheels of the set '${set}' could not be prepared; the reason stands above.")
  endif()
endfunction()

# A header-only Debian package: lanescope_headers(NAME header-that-must-exist debian-package)
function(lanescope_headers name header package)
  find_path(${name}_INCLUDE ${header} PATH_SUFFIXES ${ARGN})
  if(NOT ${name}_INCLUDE)
    message(FATAL_ERROR "${header} was not found; install the package ${package}.")
  endif()
  add_library(third_party_${name} INTERFACE)
  add_library(third_party::${name} ALIAS third_party_${name})
  target_include_directories(third_party_${name} SYSTEM INTERFACE ${${name}_INCLUDE})
endfunction()

lanescope_headers(expected tl/expected.hpp libexpected-dev)
find_path(tomlplusplus_INCLUDE toml++/toml.h)
if(NOT tomlplusplus_INCLUDE)
  message(STATUS "The system has no toml++: that of the set toml serves")
  lanescope_fetch(toml)
  file(GLOB toml_archive ${LANESCOPE_DEPS}/toml/pytomlpp-*/third_party/tomlplusplus/include)
  set(tomlplusplus_INCLUDE ${toml_archive} CACHE PATH "Where toml++/toml.h lies" FORCE)
endif()
lanescope_headers(tomlplusplus toml++/toml.h libtomlplusplus-dev)
# Its parser is compiled once: that takes eight seconds, and took five in each of the files that include it.
add_library(third_party_toml_parser STATIC ${PROJECT_SOURCE_DIR}/third_party/toml_parser.cpp)
target_include_directories(third_party_toml_parser SYSTEM PRIVATE ${tomlplusplus_INCLUDE})
target_compile_definitions(third_party_toml_parser PUBLIC TOML_HEADER_ONLY=0)
# GCC's check of virtual calls takes a class of an unnamed namespace of toml++ for another one than it is.
if(LANESCOPE_SANITIZE MATCHES undefined)
  target_compile_options(third_party_toml_parser PRIVATE -fno-sanitize=vptr)
endif()
target_link_libraries(third_party_tomlplusplus INTERFACE third_party_toml_parser)
lanescope_headers(xxhash xxhash.h libxxhash-dev)

# Headers of the CUDA driver API, NVRTC, nvJitLink and the occupancy calculator: from an installed toolkit, else from the
# wheels. Only headers: NVIDIA's libraries are opened at run time. HIDE_TOOLKIT pretends that none is installed.
option(LANESCOPE_HIDE_TOOLKIT "Build as on a machine without a CUDA Toolkit" OFF)
set(LANESCOPE_CUDA_MAJOR 13 CACHE STRING "CUDA major version of the wheels that stand in for a toolkit (12 or 13)")
if(NOT LANESCOPE_HIDE_TOOLKIT)
  find_path(cuda_headers_INCLUDE cuda.h
    HINTS $ENV{CUDA_PATH}/include $ENV{CUDA_HOME}/include /usr/local/cuda/include /usr/local/cuda/targets/x86_64-linux/include)
endif()
if(cuda_headers_INCLUDE AND NOT EXISTS ${cuda_headers_INCLUDE}/cuda_occupancy.h)
  message(STATUS "No cuda_occupancy.h in ${cuda_headers_INCLUDE} (it belongs to cuda-cudart-dev): the wheels' headers serve")
  set(cuda_headers_INCLUDE "")
endif()
add_library(third_party_cuda_headers INTERFACE)
add_library(third_party::cuda_headers ALIAS third_party_cuda_headers)
if(cuda_headers_INCLUDE)
  target_include_directories(third_party_cuda_headers SYSTEM INTERFACE ${cuda_headers_INCLUDE})
  # CUPTI's headers lie beside the others or in a folder of their own. Without them hardware counters are not read.
  find_path(cupti_headers_INCLUDE cupti_range_profiler.h NO_DEFAULT_PATH
    HINTS ${cuda_headers_INCLUDE} ${cuda_headers_INCLUDE}/../extras/CUPTI/include
          ${cuda_headers_INCLUDE}/../../../extras/CUPTI/include)
  if(cupti_headers_INCLUDE)
    target_include_directories(third_party_cuda_headers SYSTEM INTERFACE ${cupti_headers_INCLUDE})
  else()
    message(STATUS "No CUPTI headers of CUDA 12.6 update 2 or later: built without hardware counters (cuda-cupti-dev)")
  endif()
  message(STATUS "CUDA headers: ${cuda_headers_INCLUDE}")
else()
  lanescope_fetch(cuda${LANESCOPE_CUDA_MAJOR})
  file(GLOB cuda_wheel_includes ${LANESCOPE_DEPS}/cuda${LANESCOPE_CUDA_MAJOR}/nvidia/*/include)
  target_include_directories(third_party_cuda_headers SYSTEM INTERFACE ${cuda_wheel_includes})
  message(STATUS "CUDA headers: the wheels of set cuda${LANESCOPE_CUDA_MAJOR}")
endif()

# All else is for the program itself.
if(LANESCOPE_ONLY_SIMULATOR)
  return()
endif()
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
lanescope_headers(stb stb_image.h libstb-dev stb)

# Dear ImGui (docking) with its GLFW and OpenGL 3 back ends, ImPlot, and GLFW as a static library.
lanescope_fetch(interface)
file(GLOB interface_folder ${LANESCOPE_DEPS}/interface/comma_deps_imgui-*.data/purelib/imgui/install)
add_library(third_party_glfw INTERFACE)
add_library(third_party::glfw ALIAS third_party_glfw)
target_include_directories(third_party_glfw SYSTEM INTERFACE ${interface_folder}/include)
target_compile_definitions(third_party_glfw INTERFACE GLFW_INCLUDE_NONE)
target_link_libraries(third_party_glfw INTERFACE ${interface_folder}/lib/libglfw3.a Threads::Threads ${CMAKE_DL_LIBS} m)
add_library(third_party_imgui INTERFACE)
add_library(third_party::imgui ALIAS third_party_imgui)
target_include_directories(third_party_imgui SYSTEM INTERFACE ${interface_folder}/include)
target_link_libraries(third_party_imgui INTERFACE ${interface_folder}/lib/libimgui.a third_party::glfw)

# The OpenGL and EGL loaders, generated; they load at run time, so that nothing links to a libGL.
set(glad_folder ${PROJECT_BINARY_DIR}/glad)
set(glad_sources ${glad_folder}/src/gl.c ${glad_folder}/src/egl.c)
find_program(SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT SYSTEM_PYTHON)
  find_program(SYSTEM_PYTHON python3 REQUIRED)
endif()
add_custom_command(
  OUTPUT ${glad_sources}
  COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${LANESCOPE_DEPS}/interface ${SYSTEM_PYTHON} -m glad --quiet --reproducible
          --out-path ${glad_folder} --api gl:core=4.5,egl=1.5
          --extensions EGL_EXT_platform_base,EGL_EXT_platform_device,EGL_EXT_device_enumeration,EGL_EXT_device_query,EGL_NV_device_cuda,EGL_MESA_platform_surfaceless,EGL_KHR_surfaceless_context,EGL_EXT_device_base,EGL_EXT_device_drm
          c
  DEPENDS ${PROJECT_SOURCE_DIR}/third_party/wheels.txt
  COMMENT "Generating the OpenGL loader"
  VERBATIM)
add_library(third_party_glad STATIC ${glad_sources})
add_library(third_party::glad ALIAS third_party_glad)
target_include_directories(third_party_glad SYSTEM PUBLIC ${glad_folder}/include)
