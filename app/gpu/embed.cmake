# Joins FILES into the text that device_source() returns: cmake -DFILES=a.cu;b.cu -DOUTPUT=out.cpp -P embed.cmake
set(text "")
foreach(file IN LISTS FILES)
  file(READ ${file} content)
  get_filename_component(name ${file} NAME)
  string(APPEND text "#line 1 \"warpscope/${name}\"\n${content}")
endforeach()
file(WRITE ${OUTPUT} "#include \"gpu/session.h\"

std::string_view warpscope::gpu::device_source() {
  return R\"device(${text})device\";
}
")
