// The messages of the reader of cubins.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("cubin.code_length", "the code of {} is {} bytes long, not a multiple of {}");
MESSAGE("cubin.code_overlaps", "the cubin's code overlaps");
MESSAGE("cubin.ends_in_section", "the cubin ends within section {}");
MESSAGE("cubin.ends_in_sections", "the cubin ends within its section table");
MESSAGE("cubin.no_section_names", "the cubin's sections have no names");
MESSAGE("cubin.not_one", "this is not a cubin (a 64-bit ELF file for CUDA)");
MESSAGE("cubin.not_one_remedy", "give the output of NVRTC, nvcc or ptxas");
MESSAGE("cubin.unknown_capability", "the cubin is for compute capability {}.{}, whose instructions are not supported");
MESSAGE("cubin.unknown_capability_remedy", "compile for 7.5 or newer");

MESSAGE("line_table.address_of_no_function", "an address is outside all functions");
MESSAGE("line_table.address_size", "an address does not have 8 bytes");
MESSAGE("line_table.addresses_backwards", "the addresses of a line table go backwards");
MESSAGE("line_table.ends_in_instruction", "a line program ends within an instruction");
MESSAGE("line_table.file_name_without_end", "a file name is not terminated");
MESSAGE("line_table.files_without_end", "the file list of a unit is not terminated");
MESSAGE("line_table.inlined_call", "inlined code refers to a call that does not exist");
MESSAGE("line_table.no_program", "the header of a unit does not describe a line program");
MESSAGE("line_table.sequence_without_end", "the last sequence of a line program is not terminated");
MESSAGE("line_table.unit_head_ends", "a unit ends within its header");
MESSAGE("line_table.unit_head_too_long", "the header of a unit is longer than the unit");
MESSAGE("line_table.unit_too_long", "a unit is longer than the section");
MESSAGE("line_table.version", "DWARF version {} is not supported");

MESSAGE("sass.nvdisasm_failed", "nvdisasm failed: {}");
MESSAGE("sass.nvdisasm_failed_remedy", "install an nvdisasm that is at least as new as the compiler");

}  // namespace lanescope
