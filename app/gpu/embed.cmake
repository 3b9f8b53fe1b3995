# Joins FILES into the text that FUNCTION() of HEADER returns. Usage:
# cmake -DFILES=a.cu;b.cu -DFUNCTION=device_source -DHEADER=gpu/session.h -DOUTPUT=out.cpp -P embed.cmake
set(text "")
foreach(file IN LISTS FILES)
  file(READ ${file} content)
  get_filename_component(name ${file} NAME)
  string(APPEND text "#line 1 \"warpscope/${name}\"\n${content}")
endforeach()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

std::string_view warpscope::gpu::${FUNCTION}() {
  return R\"device(${text})device\";
}
")
