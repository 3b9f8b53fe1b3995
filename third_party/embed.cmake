# Joins FILES into the text that FUNCTION() of ROOM returns, as HEADER declares it. LINES: a #line before each file.
# cmake -DFILES=a.cu;b.cu -DFUNCTION=device_source -DROOM=gpu -DHEADER=gpu/session.h -DLINES=ON -DOUTPUT=out.cpp -P embed.cmake
set(text "")
foreach(file IN LISTS FILES)
  file(READ ${file} content)
  get_filename_component(name ${file} NAME)
  if(LINES)
    string(APPEND text "#line 1 \"lanescope/${name}\"\n")
  endif()
  string(APPEND text "${content}")
endforeach()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

std::string_view lanescope::${ROOM}::${FUNCTION}() {
  return R\"embedded(${text})embedded\";
}
")
