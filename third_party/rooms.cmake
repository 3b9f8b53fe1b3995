# A room is one folder of app/, one library target, and exactly the links of the architecture's table.

set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Wold-style-cast
             -Wcast-align -Woverloaded-virtual -Wformat=2)
option(LANESCOPE_WERROR "Warnings are errors: for developers and continuous integration" OFF)
if(LANESCOPE_WERROR)
  list(APPEND warnings -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  # It takes the library's own copying of a std::string inside an Expected for an overflow (GCC bug 105651 and its kin).
  list(APPEND warnings -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(LANESCOPE_SANITIZE)
  # GCC's own manual: under sanitizers this warning has many false positives (here inside the library's <regex>).
  list(APPEND warnings -Wno-maybe-uninitialized)
endif()

# What nearly every file includes is parsed once: headers of the standard library and of the two libraries of the room
# base. It changes no meaning: each file still names what it uses, which the debug preset holds it to.
option(LANESCOPE_PRECOMPILE "Parse the most common libraries' headers once" ON)
set(common_headers <algorithm> <array> <chrono> <cmath> <cstdint> <cstring> <filesystem> <fstream> <functional> <map>
                   <memory> <mutex> <optional> <set> <span> <sstream> <string> <string_view> <tuple> <utility> <variant>
                   <vector> <fmt/format.h> <tl/expected.hpp>)

# Files of a room are compiled 24 at a time, of a test program 32, in the order of their names: that more than halves
# their time from nothing. So neighbours may not give different things the same name, not in an anonymous namespace
# either. The debug preset compiles each file alone.
option(LANESCOPE_UNITY "Compile several files of a room or a test program at once" ON)
function(lanescope_several_at_once target files)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${LANESCOPE_UNITY} UNITY_BUILD_BATCH_SIZE ${files})
  if(LANESCOPE_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # It takes the .cpp files of a batch for headers, whose types should not hold those of an anonymous namespace; and a
    # local name is not hidden from a neighbour's.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage -Wno-shadow -Wshadow=local)
  endif()
endfunction()

# lanescope_room(NAME LINKS room... LIBRARIES target... PRIVATE_LIBRARIES target... PRECOMPILE header...)
# Without sources a room is an interface target, so that the arrows of the table exist from the start.
function(lanescope_room name)
  cmake_parse_arguments(ROOM "" "" "LINKS;LIBRARIES;PRIVATE_LIBRARIES;PRECOMPILE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(rooms ${ROOM_LINKS})
  list(TRANSFORM rooms PREPEND lanescope_)
  if(sources)
    add_library(lanescope_${name} STATIC ${sources})
    target_include_directories(lanescope_${name} PUBLIC ${PROJECT_SOURCE_DIR}/app)
    target_link_libraries(lanescope_${name} PUBLIC ${rooms} ${ROOM_LIBRARIES} PRIVATE ${ROOM_PRIVATE_LIBRARIES})
    target_compile_options(lanescope_${name} PRIVATE ${warnings})
    lanescope_several_at_once(lanescope_${name} 24)
    if(NOT LANESCOPE_PRECOMPILE)
    elseif(name MATCHES "^(base|emulator)$" OR ROOM_PRECOMPILE)  # emulator: at an optimisation level of its own
      target_precompile_headers(lanescope_${name} PRIVATE ${common_headers} ${ROOM_PRECOMPILE})
    else()
      target_precompile_headers(lanescope_${name} REUSE_FROM lanescope_base)
    endif()
  else()
    add_library(lanescope_${name} INTERFACE)
    target_include_directories(lanescope_${name} INTERFACE ${PROJECT_SOURCE_DIR}/app)
    target_link_libraries(lanescope_${name} INTERFACE ${rooms} ${ROOM_LIBRARIES})
  endif()
endfunction()

# lanescope_embed(ROOM FUNCTION HEADER [LINES] file...): the files, one behind the other, travel inside the room's library
# as the text that FUNCTION() returns. LINES: each behind a #line with its name.
set(embed_script ${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
function(lanescope_embed room function header)
  cmake_parse_arguments(EMBED "LINES" "" "" ${ARGN})
  list(TRANSFORM EMBED_UNPARSED_ARGUMENTS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" -DFUNCTION=${function} -DROOM=${room} -DHEADER=${header}
      -DLINES=${EMBED_LINES} -DOUTPUT=${source} -P ${embed_script}
    DEPENDS ${files} ${embed_script}
    COMMENT "Embedding ${function} of app/${room}"
    VERBATIM)
  target_sources(lanescope_${room} PRIVATE ${source})
endfunction()
