// The messages of the reader and of the writer of PTX.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("arguments.buffer_for_number", "a buffer was given for the parameter {}, which is not a pointer");
MESSAGE("arguments.buffer_for_number_remedy", "give the arguments in the order of the kernel's parameters");
MESSAGE("arguments.fields_do_not_fill", "the fields ({}) do not fill the parameter {}, which has {} bytes");
MESSAGE("arguments.fields_do_not_fill_remedy", "list every field of the structure, in its order and with its type");
MESSAGE("arguments.inexact_number", "{} has no exact value as the floating-point parameter {}");
MESSAGE("arguments.inexact_number_remedy",
        "give a number with fewer significant bits, or let the kernel take a wider type");
MESSAGE("arguments.no_tensor_map", "the parameter {} cannot hold a tensor map, which has {} bytes");
MESSAGE("arguments.no_tensor_map_remedy", "let the kernel take it by value: const __grid_constant__ CUtensorMap");
MESSAGE("arguments.number_for_structure", "the number {} was given for the parameter {}, which is a structure");
MESSAGE("arguments.number_for_structure_remedy", "give its fields: \"{{ int n = 5; float scale = 1.5 }}\"");
MESSAGE("arguments.number_too_large", "{} does not fit into the {} bits of the parameter {}");
MESSAGE("arguments.number_too_large_remedy", "give a smaller number, or let the kernel take a wider type");
MESSAGE("arguments.real_for_integer",
        "the number {} was given for the parameter {}, which is neither float nor double");
MESSAGE("arguments.real_for_integer_remedy", "give an integer");

MESSAGE("place.ptx_line", "PTX line {}");
MESSAGE("place.ptx_line_of_function", "PTX line {}, function {}");
MESSAGE("place.ptx_line_of_kernel", "PTX line {}, kernel {}");

MESSAGE("ptx.address", "an address starts with neither a register, a name nor an integer");
MESSAGE("ptx.address_size", "addresses of {} bits are not supported, only of 64");
MESSAGE("ptx.alignment", "the alignment {} is not a power of 2");
MESSAGE("ptx.array_dimensions", "an array has more than 8 dimensions");
MESSAGE("ptx.array_empty_dimension", "only the first dimension of an array may be empty");
MESSAGE("ptx.array_too_large", "an array is too large");
MESSAGE("ptx.call_argument",
        "the type of an argument of this call is not known: declare the function before it, with a .param");
MESSAGE("ptx.call_target", "the target of a call is neither a function nor a register");
MESSAGE("ptx.constant_division_by_zero", "a constant is divided by zero");
MESSAGE("ptx.constant_nested_too_deeply", "a constant expression is nested deeper than {}");
MESSAGE("ptx.constant_operands",
        "a constant expression has an integer where it takes a floating-point number, or the other way round");
MESSAGE("ptx.declared_twice", "'{}' is declared twice");
MESSAGE("ptx.directive", "'{}' is not a known directive");
MESSAGE("ptx.directive_of_body", "'{}' is not a known directive of a function body");
MESSAGE("ptx.directive_of_function", "'{}' is not a known directive of a function");
MESSAGE("ptx.division_of_constants",
        "a constant is divided by something other than a positive number; write the quotient");
MESSAGE("ptx.empty_register_range", "the register range {} is empty");
MESSAGE("ptx.expected", "{} where {} was expected");
MESSAGE("ptx.file_twice", "two files have the number {}");
MESSAGE("ptx.guard", "the guard of an instruction is not a predicate register");
MESSAGE("ptx.initialiser_braces", "an initialiser has more braces than the variable has dimensions");
MESSAGE("ptx.initialiser_list", "a list in an initialiser is longer than its dimension");
MESSAGE("ptx.initialiser_mask", "the mask of an address is not a positive integer");
MESSAGE("ptx.initialiser_padding", "an initialiser needs too much padding");
MESSAGE("ptx.initialiser_real", "a floating-point value initialises an integer variable");
MESSAGE("ptx.initialiser_values", "an initialiser has more values than the variable");
MESSAGE("ptx.instruction", "'{}' is not a known instruction");
MESSAGE("ptx.label_name", "'{}' is not a valid label name");
MESSAGE("ptx.label_twice", "the label {} is defined twice in one block");
MESSAGE("ptx.minus", "a '-' is followed by neither a number nor a numeric register");
MESSAGE("ptx.negation", "a '!' is not followed by a predicate register");
MESSAGE("ptx.nested_too_deeply", "blocks are nested deeper than {}");
MESSAGE("ptx.no_end", "a comment or string does not end");
MESSAGE("ptx.no_label", "there is no label {}");
MESSAGE("ptx.not_a_target", "{} is not {}");
MESSAGE("ptx.not_declared", "'{}' is not declared");
MESSAGE("ptx.number", "'{}' is not a number of at most 64 bits");
MESSAGE("ptx.register_not_declared", "the register {} is not declared");
MESSAGE("ptx.remedy", "the text must be complete PTX, as NVRTC writes it");
MESSAGE("ptx.string_stands", "found \"{}\"");
MESSAGE("ptx.suffix", "'.{}' of '{}' is not a known suffix");
MESSAGE("ptx.text_ends", "the text ends");
MESSAGE("ptx.token_stands", "found '{}'");
MESSAGE("ptx.too_large", "{} is too large for {}");
MESSAGE("ptx.too_many_threads", "{} asks for blocks of more threads than any GPU has");

MESSAGE("record.function_ends_threads", "a function exits its threads itself, so the ends of blocks are not known");
MESSAGE("record.function_ends_threads_remedy", "let the function return to the kernel");
MESSAGE("record.instruction_not_on_gpu", "{} cannot be recorded on a GPU");
MESSAGE("record.instruction_not_on_gpu_remedy",
        "record it in the emulator; a GPU records loads, stores, atomics, ldmatrix, stmatrix, cp.async and texture "
        "fetches");
MESSAGE("record.instrumented_already", "the module is already instrumented");
MESSAGE("record.instrumented_already_remedy", "instrument the original");
MESSAGE("record.two_accesses_in_line", "one line of PTX has two accesses");
MESSAGE("record.two_accesses_in_line_remedy", "write one in each line");

}  // namespace lanescope
