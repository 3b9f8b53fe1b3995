// The messages of kernel files: front matter, expressions, plans, and references.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("buffers.inexact_fill", "{}: {} cannot represent {} exactly");
MESSAGE("buffers.inexact_fill_remedy", "use another fill or another type");
MESSAGE("buffers.known_are", "buffers are {}");
MESSAGE("buffers.no_below", "{}: 'from' stands alone");
MESSAGE("buffers.no_extent", "{}: the shape has no extent");
MESSAGE("buffers.none_declared", "declare it in [buffers]");
MESSAGE("buffers.of_random_integers", "{}: '{}' is only for integers whose fill is random");
MESSAGE("buffers.of_random_integers_remedy", "remove it, or use fill = \"random\" and an integer type");
MESSAGE("buffers.step", "{}: 'step' is only for a buffer whose fill is index");
MESSAGE("buffers.step_remedy", "remove it, or use fill = \"index\"");
MESSAGE("buffers.unknown", "{}: there is no buffer '{}'");

MESSAGE("catalogue.alias_of_other", "[alias]: another kernel has the id '{}'");
MESSAGE("catalogue.alias_of_other_remedy", "remove the alias");
MESSAGE("catalogue.empty", "no kernels were found; give a .cu file");
MESSAGE("catalogue.file_vanished", "the file disappeared while it was being read");
MESSAGE("catalogue.file_vanished_remedy", "save it again");
MESSAGE("catalogue.kernels_are", "kernels are {}");
MESSAGE("catalogue.no_file", "the file does not exist");
MESSAGE("catalogue.no_folder", "the kernels folder does not exist");
MESSAGE("catalogue.no_kernel", "there is no kernel or file '{}'");
MESSAGE("catalogue.same_id", "the id '{}' is already used by {}");
MESSAGE("catalogue.same_id_remedy", "rename one of the two files");

MESSAGE("check.another_kernel_remedy", "use another kernel: family/name");
MESSAGE("check.compare_each_other", "[check] same_as: {} is itself compared with this kernel");
MESSAGE("check.compare_each_other_remedy", "compare one of them with something else");
MESSAGE("check.compares_with_itself", "[check] same_as is the kernel itself");
MESSAGE("check.expected_file", "[check] expect: {}: {}");
MESSAGE("check.expected_file_remedy",
        "use a file of raw little-endian elements or an .npy file, with its path relative to the kernel file");
MESSAGE("check.no_comparison", "[check] does not say how to compare");
MESSAGE("check.no_comparison_remedy", "add exactly one of exact = true, wrap = true, relative = \"1e-6\"");
MESSAGE("check.no_kernel", "[check] same_as: there is no kernel '{}'");
MESSAGE("check.no_reference", "[check]: there is no reference '{}'");
MESSAGE("check.no_reference_named", "[check] needs either reference or same_as or expect");
MESSAGE("check.output_role", "output: {} has the role {}");
MESSAGE("check.output_role_remedy", "check a buffer with the role out or inout");
MESSAGE("check.promises_fault", "[check] same_as: {} is expected to fault");
MESSAGE("check.promises_fault_remedy", "use a kernel without an expected fault");
MESSAGE("check.references_are", "references are {}");
MESSAGE("check.relative_of_integer", "relative compares floating point; {} is {}");
MESSAGE("check.relative_of_integer_remedy", "use exact = true or wrap = true");
MESSAGE("check.sampled_rows",
        "[check] sampled_rows works only with reference; same_as and expect compare the whole output");
MESSAGE("check.sampled_rows_remedy", "remove sampled_rows");
MESSAGE("check.tolerance", "[check] relative is not a valid tolerance");
MESSAGE("check.tolerance_remedy", "write a decimal number between 0 and 1, or one times an expression: \"6e-8 * k\"");
MESSAGE("check.wrap_of_real", "wrap compares integers; {} is {}");
MESSAGE("check.wrap_of_real_remedy", "use exact = true or relative = \"1e-6\"");
MESSAGE("check.wrong", "[check] {}");

MESSAGE("cluster.grid", "a grid of {} blocks cannot be divided into clusters of {}");
MESSAGE("cluster.grid_remedy",
        "round each grid extent up to a multiple of the cluster extent: round_up(blocks, cluster_x)");
MESSAGE("cluster.size", "the cluster has {} blocks");
MESSAGE("cluster.size_remedy", "use 1 to {} blocks per cluster; up to {} run on every GPU that supports clusters");
MESSAGE("cluster.sizes_differ", "the launch has clusters of {} blocks, but the kernel is compiled for {}");
MESSAGE("cluster.sizes_differ_remedy", "remove cluster from [[launch]], or __cluster_dims__ from the kernel");

MESSAGE("compile.architecture", "[compile]: '{}' is not an architecture-specific target");
MESSAGE("compile.architecture_remedy",
        "write architecture = \"sm_90a\", or leave it out to compile for the target of the run");
MESSAGE("compile.no_include_folder", "[compile] include: there is no folder '{}'");
MESSAGE("compile.no_include_folder_remedy", "use a folder of headers, with its path relative to the kernel file");
MESSAGE("compile.option_of_kernel", "[compile]: the option '{}' is not allowed in a kernel file");
MESSAGE("compile.option_of_kernel_remedy",
        "write options = [\"--use_fast_math\", \"-DNAME=3\"]; folders go in include, C++20 in standard, sm_90a in "
        "architecture");

MESSAGE("expression.argument_count", "{} cannot be called with {} arguments");
MESSAGE("expression.assignment", "= is not a comparison");
MESSAGE("expression.assignment_remedy", "write == to compare");
MESSAGE("expression.at_character", "{}, at character {} of \"{}\"");
MESSAGE("expression.byte", "unexpected byte {:#04x}");
MESSAGE("expression.cannot_follow", "this cannot follow a value");
MESSAGE("expression.character", "unexpected character '{}'");
MESSAGE("expression.character_remedy", "use numbers, names, ( ) , ! * / % + - < <= > >= == != && || ?: and functions");
MESSAGE("expression.closes_nothing", "this ) has no matching (");
MESSAGE("expression.closes_nothing_remedy", "remove it, or open a ( before it");
MESSAGE("expression.colon", "this : has no matching ?");
MESSAGE("expression.comma", "unexpected comma");
MESSAGE("expression.comma_remedy", "commas separate function arguments");
MESSAGE("expression.did_you_mean", "did you mean {}?");
MESSAGE("expression.division_by_zero", "division by zero");
MESSAGE("expression.empty", "an expression is empty");
MESSAGE("expression.empty_remedy", "write a number or an expression");
MESSAGE("expression.function_without_arguments", "the function {} needs arguments");
MESSAGE("expression.function_without_arguments_remedy", "write {}(...)");
MESSAGE("expression.functions", "functions");
MESSAGE("expression.gcd", "gcd({}, {})");
MESSAGE("expression.gcd_remedy", "gcd needs integers");
MESSAGE("expression.guard_division_remedy", "guard it: b != 0 ? a / b : 0");
MESSAGE("expression.in", "{} in \"{}\"");
MESSAGE("expression.in_with", "{} in \"{}\" with {}");
MESSAGE("expression.integer_too_large", "{} does not fit in 64 bits");
MESSAGE("expression.integer_too_large_remedy", "the largest integer is 2^63 - 1");
MESSAGE("expression.is_buffer", "is a buffer, not a number");
MESSAGE("expression.known_are", "{} are {}");
MESSAGE("expression.length", "the expression has {} characters");
MESSAGE("expression.length_limit", "{}; the limit is {} characters");
MESSAGE("expression.log2", "log2({}) is not an integer");
MESSAGE("expression.log2_of_real", "log2({}) is undefined");
MESSAGE("expression.log2_of_real_remedy", "log2 needs a number above 0");
MESSAGE("expression.log2_remedy", "log2 needs a number of at least 1");
MESSAGE("expression.multiple_remedy", "the multiple must be above 0");
MESSAGE("expression.multiply_remedy", "{} is a value; write * to multiply");
MESSAGE("expression.name_is", "{} {}");
MESSAGE("expression.names", "names");
MESSAGE("expression.never_closed", "this ( has no matching )");
MESSAGE("expression.never_closed_remedy", "close it with )");
MESSAGE("expression.no_function", "there is no function {}");
MESSAGE("expression.no_integer", "{} is not an integer");
MESSAGE("expression.no_integer_remedy", "write decimal integers only, as 32 or pow2(20)");
MESSAGE("expression.no_name", "there is no {}");
MESSAGE("expression.no_number", "'{}' is not a number");
MESSAGE("expression.no_number_remedy", "write numbers as 12 or 12.5");
MESSAGE("expression.no_operator", "{} is not an operator");
MESSAGE("expression.none_known", "there are no {}");
MESSAGE("expression.number_too_large", "the number is too large");
MESSAGE("expression.number_too_large_remedy", "use smaller numbers");
MESSAGE("expression.one_argument", "{} cannot be called with 1 argument");
MESSAGE("expression.operator_missing_remedy", "write an operator between the two values");
MESSAGE("expression.overflow", "{} {} {} does not fit in 64 bits");
MESSAGE("expression.overflow_remedy", "integers range from -2^63 to 2^63 - 1; choose smaller sizes");
MESSAGE("expression.pow2", "pow2({}) does not fit in a 64-bit integer");
MESSAGE("expression.pow2_remedy", "pow2 needs a number from 0 to 62");
MESSAGE("expression.power", "^ is not an operator");
MESSAGE("expression.power_remedy", "write pow2(n) for a power of two, or multiply");
MESSAGE("expression.question_mark", "this ? has no matching :");
MESSAGE("expression.question_mark_remedy", "write condition ? value : other_value");
MESSAGE("expression.remainder_by_zero", "modulo by zero");
MESSAGE("expression.round_up", "round_up to a multiple of {}");
MESSAGE("expression.round_up_remedy", "the multiple must be 1 or more");
MESSAGE("expression.shift", "the shift by {} is undefined");
MESSAGE("expression.shift_remedy", "shift by 0 to 62 bits");
MESSAGE("expression.shorten_remedy", "shorten it");
MESSAGE("expression.split_remedy", "split it with [let]");
MESSAGE("expression.use_number_remedy", "use a number or a named value here");
MESSAGE("expression.value_missing", "a value is missing");
MESSAGE("expression.value_missing_remedy", "complete the expression");
MESSAGE("expression.write_remedy", "write {}");

MESSAGE("front_matter.choices_are", "use one of {}");
MESSAGE("front_matter.constant_defined", "line {} always defines {}, so the knob {} has no effect");
MESSAGE("front_matter.constant_defined_remedy", "write #ifndef {} before that line and #endif after it");
MESSAGE("front_matter.did_you_mean", "did you mean '{}'?");
MESSAGE("front_matter.ends_early", "a */ inside the front matter ends its comment early; the next */ is in line {}");
MESSAGE("front_matter.ends_early_remedy", "rewrite it: */ cannot appear inside a comment");
MESSAGE("front_matter.include_form", "'include' must be written as [[include]]");
MESSAGE("front_matter.include_form_remedy", "write [[include]], then file = \"NAME.toml\"");
MESSAGE("front_matter.keep_one_of_them", "keep one of them");
MESSAGE("front_matter.keep_one_remedy", "keep one of them");
MESSAGE("front_matter.key_twice", "'{}' is also set at {}");
MESSAGE("front_matter.known_keys", "the keys are {}");
MESSAGE("front_matter.name_twice", "the name '{}' is used in both {} and {}");
MESSAGE("front_matter.name_twice_remedy", "rename one of them");
MESSAGE("front_matter.never_ends", "the comment with the front matter never ends");
MESSAGE("front_matter.never_ends_remedy", "close it with */");
MESSAGE("front_matter.no_choice", "{}: '{}' is not a valid {}");
MESSAGE("front_matter.no_entry", "the entry '{}' is not in the source");
MESSAGE("front_matter.no_entry_remedy", "use a __global__ function of this file, or write one called {}");
MESSAGE("front_matter.no_include", "[[include]]: there is no file kernels/include/{}");
MESSAGE("front_matter.no_include_remedy", "use a .toml file in that folder");
MESSAGE("front_matter.no_key", "{} has no key '{}'");
MESSAGE("front_matter.no_key_remedy", "add {} = ...");
MESSAGE("front_matter.no_name", "'{}' is not a valid name");
MESSAGE("front_matter.no_name_remedy", "use letters, digits and _, starting with a letter");
MESSAGE("front_matter.no_toml", "the front matter is not TOML: {}");
MESSAGE("front_matter.no_toml_remedy", "fix the line: strings go in \"quotes\", lists in [ ]");
MESSAGE("front_matter.none", "this file has no front matter");
MESSAGE("front_matter.none_remedy",
        "start the file with a comment: /* lanescope, then TOML with at least title and [[launch]], then */");
MESSAGE("front_matter.not_first", "the front matter is not the first thing in the file");
MESSAGE("front_matter.not_first_remedy", "move the comment /* lanescope ... */ to the top");
MESSAGE("front_matter.same_constant", "the knobs {} and {} define the same constant, {}");
MESSAGE("front_matter.two_knobs", "the front matter depends on the knobs {} and {}");
MESSAGE("front_matter.two_knobs_remedy", "use at most one knob in {{ }} and [when]");
MESSAGE("front_matter.unknown_key", "{}: unknown key '{}'");
MESSAGE("front_matter.unused_buffer", "no launch uses the buffer '{}'");
MESSAGE("front_matter.unused_buffer_remedy", "add it to arguments, or remove it");
MESSAGE("front_matter.when_no_table", "[when.{}]: '{}' is not a table");
MESSAGE("front_matter.when_no_value", "[when.{}]: '{}' is not one of its values");
MESSAGE("front_matter.when_no_value_remedy", "use one of {}");
MESSAGE("front_matter.when_without_knob", "[when]: '{}' is not a knob with named values");
MESSAGE("front_matter.when_without_knob_remedy", "write [when.KNOB.VALUE.TABLE], as in [when.element.f32.check]");
MESSAGE("front_matter.with_defaults", "with the default values: {}");
MESSAGE("front_matter.wrong_type", "{}: '{}' is {}");
MESSAGE("front_matter.wrong_type_remedy", "write {}");

MESSAGE("headers.elsewhere", "headers that lie in other folders of the project are not read");
MESSAGE("headers.elsewhere_in_front_matter", "to read {}, write in [compile] of the front matter: include = [{}]");
MESSAGE("headers.elsewhere_include", "to read {}, add {}");

MESSAGE("includers.offer", "{} includes this file: lanescope run {}{}");

MESSAGE("input_changed.elements", "the kernel changed {} elements of the input {}, the first at index {}");
MESSAGE("input_changed.remedy", "do not write to inputs, or give the buffer the role inout");

MESSAGE("kernel_file.none", "give the path of an existing .cu file");
MESSAGE("kernel_file.too_large", "the file has {}, which is too large for a kernel file");
MESSAGE("kernel_file.too_large_remedy", "use a file of at most {}");

MESSAGE("launches.call_with", "[[launch]]: a call cannot have {}");
MESSAGE("launches.call_with_remedy", "remove {} or call");
MESSAGE("launches.endless_repeat", "[[launch]]: repeat_while without update never ends");
MESSAGE("launches.endless_repeat_remedy", "add update = {{ n = \"...\" }}");
MESSAGE("launches.extents", "[[launch]]: {} has {} extents");
MESSAGE("launches.extents_remedy", "write one to three: x, y, z");
MESSAGE("launches.memcpy", "[[launch]]: memcpy takes two buffers, destination and source");
MESSAGE("launches.memcpy_remedy", "give the destination first, then the source");
MESSAGE("launches.none", "the front matter has no [[launch]]");
MESSAGE("launches.none_remedy", "add one with entry, grid, block and arguments");
MESSAGE("launches.repeat_missing", "[[launch]]: update and swap require repeat_while");
MESSAGE("launches.repeat_missing_remedy", "add repeat_while = \"condition\"");
MESSAGE("launches.sgemm", "[[launch]]: cublas_sgemm takes three buffers and three sizes: C = A * B, then m, n, k");
MESSAGE("launches.sgemm_order_remedy", "give the product first, then its two factors");
MESSAGE("launches.sgemm_type", "[[launch]]: cublas_sgemm multiplies f32; {} is {}");
MESSAGE("launches.sgemm_type_remedy", "give its three buffers the type f32");
MESSAGE("launches.swap_in_pairs", "[[launch]] swap needs buffers in pairs");
MESSAGE("launches.swap_of_input", "[[launch]] swap: {} has the role in, but would be written");
MESSAGE("launches.swap_of_input_remedy", "copy it into a scratch buffer with a launch before this one");
MESSAGE("launches.swap_of_types", "[[launch]] swap: {} is {}, {} is {}");
MESSAGE("launches.swap_of_types_remedy", "give both the same type");
MESSAGE("launches.swap_of_variable", "[[launch]] swap: the buffer in the variable {} cannot be swapped");
MESSAGE("launches.swap_of_variable_remedy", "swap buffers that are arguments");
MESSAGE("launches.unused", "[[launch]]: no argument uses the {} '{}'");
MESSAGE("launches.unused_remedy", "add \"{}\" to arguments, or remove the {}");
MESSAGE("launches.update_unknown", "[[launch]] update: '{}' is neither a size nor a value of [let]");
MESSAGE("launches.update_unknown_remedy", "declare it in [let] with its first value");
MESSAGE("launches.writes_input", "[[launch]]: {} writes {}, which has the role in");

MESSAGE("let.cycle", "[let]: circular definition: {}");
MESSAGE("let.cycle_remedy", "break the cycle: compute one of them from knobs and sizes alone");

MESSAGE("method.cpu_reference", "CPU reference");
MESSAGE("method.cpu_reference_rows", "CPU reference, {} sampled rows");
MESSAGE("method.file", "file {}");
MESSAGE("method.output_of", "output of {}");
MESSAGE("method.output_of_entry", "output of the entry {}");

MESSAGE("named_file.no_plain_file", "is no plain file");
MESSAGE("named_file.no_text", "has bytes that are no text");
MESSAGE("named_file.remedy", "put the source beside the PTX file");

MESSAGE("npy.bytes", "the file has {} bytes of elements, the buffer {} has {}");
MESSAGE("npy.bytes_remedy", "use a file for these sizes, or set the sizes with -p");
MESSAGE("npy.columns", "the .npy file is in column-major order");
MESSAGE("npy.columns_remedy", "save numpy.ascontiguousarray(array)");
MESSAGE("npy.header", "the header of the .npy file is truncated");
MESSAGE("npy.header_remedy", "write the file again");
MESSAGE("npy.type", "the .npy file has type {}, but the buffer {} is {}");
MESSAGE("npy.type_remedy", "save an array with dtype '{}'");

MESSAGE("parameters.beyond_exact", "{}: {} is beyond 2^53");
MESSAGE("parameters.beyond_exact_remedy", "integers are exact up to 2^53 = 9007199254740992");
MESSAGE("parameters.choose_default_remedy", "use one of {}");
MESSAGE("parameters.default_unknown", "{}: the default is not one of its values");
MESSAGE("parameters.mixed_values", "{}: the values must be all integers or all names");
MESSAGE("parameters.mixed_values_remedy", "write values = [1, 2, 4] or values = [\"ca\", \"cg\"]");
MESSAGE("parameters.no_constant", "{}: '{}' cannot be the name of a constant");
MESSAGE("parameters.no_constant_remedy", "use letters, digits and _");
MESSAGE("parameters.no_default", "{} has no key 'default'");
MESSAGE("parameters.no_default_remedy", "add default = {}");
MESSAGE("parameters.no_values", "{} needs a list of values");
MESSAGE("parameters.value_twice", "{}: the value {} is listed twice");
MESSAGE("parameters.value_twice_remedy", "keep one of them; case does not matter");

MESSAGE("place.launch", "{}, launch of {} (line {})");
MESSAGE("place.variable", "{}, variable {} (line {})");

MESSAGE("plan.below", "buffer '{}' cannot be filled with elements of {} from {} and below {}");
MESSAGE("plan.below_remedy", "let 'below' be larger than 'from', and both be what the type can represent");
MESSAGE("plan.buffer_too_large", "buffer '{}' would have more than 2^53 elements");
MESSAGE("plan.entry_without_knob", "[[launch]] entry: {{{}}} is not a knob");
MESSAGE("plan.entry_without_knob_remedy", "use a knob of [parameters] in the braces");
MESSAGE("plan.field_inexact", "the field {} of type {} cannot represent {} exactly");
MESSAGE("plan.field_inexact_remedy", "give another value, or the field another type");
MESSAGE("plan.field_no_pointer", "the field {} is not a pointer, but \"{}\" is a buffer");
MESSAGE("plan.field_no_pointer_remedy", "write the field as a pointer: float* {}");
MESSAGE("plan.knob_values", "{} has no value number {} of '{}'");
MESSAGE("plan.launch_limit", "{}.{} \"{}\" is {}; CUDA allows 1 to {}");
MESSAGE("plan.launch_limit_remedy", "choose other knobs or a smaller problem");
MESSAGE("plan.launch_limit_zero_remedy", "skip the launch with when = \"...\" when there is nothing to do");
MESSAGE("plan.memcpy_sizes", "memcpy copies from {} with {} bytes to {} with {} bytes");
MESSAGE("plan.memcpy_sizes_remedy", "give both buffers the same size");
MESSAGE("plan.negative", "{} \"{}\" is {}");
MESSAGE("plan.negative_remedy", "it must not be negative");
MESSAGE("plan.no_value_of_knob", "{} is not a value of '{}'");
MESSAGE("plan.other_settings_remedy", "choose other knobs or sizes");
MESSAGE("plan.pointer_field", "the field {} is a pointer, but \"{}\" is not");
MESSAGE("plan.pointer_field_remedy", "use a buffer, an offset into one (in + 4), or null");
MESSAGE("plan.points_outside", "\"{}\" points to element {} of {}, which has {}");
MESSAGE("plan.points_outside_remedy", "point into the buffer");
MESSAGE("plan.requirement_now_remedy", "{} must hold; now {}");
MESSAGE("plan.requirement_remedy", "{} must hold");
MESSAGE("plan.sgemm_elements", "cublas_sgemm: {} has {} elements, {} x {} are {}");
MESSAGE("plan.sgemm_elements_remedy",
        "write arguments = [\"c\", \"a\", \"b\", \"m\", \"n\", \"k\"] for C[m, n] = A[m, k] * B[k, n]");
MESSAGE("plan.sgemm_size", "cublas_sgemm: \"{}\" is {}; the range is 0 to {}");
MESSAGE("plan.sgemm_size_remedy", "choose other sizes");
MESSAGE("plan.size_out_of_range", "'{}' cannot be {}");
MESSAGE("plan.size_out_of_range_remedy", "use an integer from {} to {}");
MESSAGE("plan.smaller_sizes_remedy", "choose smaller sizes");
MESSAGE("plan.takes", "it has {}");
MESSAGE("plan.takes_none", "it has none");
MESSAGE("plan.too_many_launches", "the plan has more than {} launches");
MESSAGE("plan.too_many_launches_remedy", "check repeat_while and update: the condition must become false");
MESSAGE("plan.too_many_threads", "the block has {} threads; CUDA allows {}");
MESSAGE("plan.too_many_threads_remedy", "choose smaller block knobs, or add a [[require]] for this limit");
MESSAGE("plan.undeclared_name", "undeclared name: {}");
MESSAGE("plan.unknown_value_name", "{} has no knob or size '{}'");

MESSAGE("problem.choose_smaller", "choose a smaller problem");

MESSAGE("proposal.array_extent", "the array {}{} has an extent that is not a literal number");
MESSAGE("proposal.array_extent_remedy", "write --argument '{}={{1, 2, 3}}'");
MESSAGE("proposal.kernels_are", "its kernels are {}");
MESSAGE("proposal.no_kernel", "the file has no kernel '{}'");
MESSAGE("proposal.launches_are", "it is launched in line {}");
MESSAGE("proposal.no_launch", "{} is not launched in line {}");
MESSAGE("proposal.no_launches", "the file does not launch it");
MESSAGE("proposal.no_number_type", "{} {} does not point to a numeric type");
MESSAGE("proposal.no_number_type_remedy",
        "write --argument {}=f32[n], with the element type and the number of elements");
MESSAGE("proposal.no_parameter", "{} has no parameter '{}'");
MESSAGE("proposal.parameters_are", "it is {}");
MESSAGE("proposal.pointer_member",
        "{} points to {}, whose pointer {} the kernel follows; what it points to cannot be filled from here");
MESSAGE("proposal.pointer_member_remedy",
        "pass the pointer as a parameter of its own, or write --argument '{}=u8[{}]' for one with null pointers");
MESSAGE("proposal.pointer_table", "{} {} points to pointers, a table that cannot be filled from here");
MESSAGE("proposal.pointer_table_remedy",
        "write --argument {}=null, or --argument '{}=u64[n]' for a table of null pointers");
MESSAGE("proposal.template", "{} is a template");
MESSAGE("proposal.template_remedy", "give its template arguments: --entry '{}<{}>' with a type or a number for each");
MESSAGE(
    "proposal.texture_object",
    "the parameter {} {} is an object of the texture unit, which is not proposed: the code does not say what it reads");
MESSAGE("proposal.texture_object_remedy",
        "write a front matter with a buffer for its elements and, in [[launch]], {} = [{{ name = \"{}\", buffer = "
        "\"image\", "
        "layout = \"array_2d\" }}]");
MESSAGE("proposal.unknown_parameter",
        "the parameter {} {} is neither a number nor a pointer, and its fields are unknown");
MESSAGE("proposal.unknown_parameter_remedy",
        "write --argument '{}={{ int n = 5; float* out = out }}' with its fields in order");

MESSAGE("reference.adds_no", "does not support {}");
MESSAGE("reference.adds_no_remedy", "use i32, u32, i64, u64, f32 or f64");
MESSAGE("reference.computes_no", "does not support {}");
MESSAGE("reference.copy_shapes", "a copy needs equal shapes: {} and {}");
MESSAGE("reference.copy_shapes_remedy", "give both buffers the same shape");
MESSAGE("reference.floating_remedy", "use f32 or f64");
MESSAGE("reference.input_bytes", "the input {} has {} bytes, not {}");
MESSAGE("reference.input_bytes_remedy", "provide every element of it");
MESSAGE("reference.needs_input", "needs an input buffer");
MESSAGE("reference.needs_input_remedy", "give a buffer the role in");
MESSAGE("reference.needs_inputs", "needs {} input buffers");
MESSAGE("reference.needs_inputs_remedy", "give the buffers that are read the role in");
MESSAGE("reference.one_element", "produces one element, but {} has {}");
MESSAGE("reference.one_element_remedy", "give the output the shape [1]");
MESSAGE("reference.one_type", "needs the same type: {} is {}, {} is {}");
MESSAGE("reference.one_type_remedy", "give all buffers the same type");
MESSAGE("reference.product_shapes", "multiplies [m, k] by [k, n] into [m, n], not {}, {} and {}");
MESSAGE("reference.product_shapes_remedy", "give the buffers matching shapes");
MESSAGE("reference.product_type_remedy", "use i32, f16, bf16, f32 or f64");
MESSAGE("reference.product_types", "cannot compute {} from {}: {} and {}");
MESSAGE("reference.product_types_remedy", "use floating point, or integers of 8 or 16 bits as inputs");
MESSAGE("reference.refused", "the reference '{}' {}");
MESSAGE("reference.transpose_shapes", "a transpose turns [a, b] into [b, a]: {} and {}");
MESSAGE("reference.transpose_shapes_remedy", "give the output the shape of the input with its two extents swapped");
MESSAGE("reference.two_rows", "needs two rows of the same length: {} and {}");
MESSAGE("reference.two_rows_remedy", "give both buffers the shape [n]");
MESSAGE("reference.unknown", "there is no reference '{}'");

MESSAGE("sizes.no_range", "{}: {} to {} with the default {} is not a valid range");
MESSAGE("sizes.no_range_remedy", "use 0 <= min <= default <= max <= 2^53");

MESSAGE("structure.array_braces", "the values of the array {} are not in braces");
MESSAGE("structure.array_braces_remedy", "write {} = {{ ... }}; omitted values are 0");
MESSAGE("structure.array_values", "{} has {} values, but {} were given");
MESSAGE("structure.array_values_remedy", "give one value for each element");
MESSAGE("structure.field_type", "the field {} has the unknown type {}");
MESSAGE("structure.field_type_remedy",
        "write a number (int, float, bool, std::size_t), a vector (float4), a pointer, or struct {{ ... }} with its "
        "fields");
MESSAGE("structure.field_without_value", "the field {} has no value");
MESSAGE("structure.field_without_value_remedy", "write {} = ...; a pointer may be null");
MESSAGE("structure.no_field", "\"{}\" is not a field");
MESSAGE("structure.no_fields", "a structure has no fields");
MESSAGE("structure.too_deep", "the structure is nested deeper than {}");
MESSAGE("structure.too_large", "the structure is larger than kernel parameters may be");

MESSAGE("surfaces.element_type", "a surface cannot hold {}");
MESSAGE("surfaces.layout", "a surface needs an array layout");
MESSAGE("surfaces.layout_remedy", "use layout = \"array_1d\" or \"array_2d\"");
MESSAGE("surfaces.name_twice", "two textures or surfaces are called '{}'");

MESSAGE("symbols.buffer_twice", "[symbols] {}: its buffer is already used by another variable");
MESSAGE("symbols.buffer_twice_remedy", "give each variable a buffer of its own");

MESSAGE("tensor_map.begins_misaligned", "it starts at byte {} of {}, which is not a multiple of {}");
MESSAGE("tensor_map.begins_misaligned_remedy", "start at another element");
MESSAGE("tensor_map.begins_outside", "it starts at element {} of {}, which has {}");
MESSAGE("tensor_map.begins_outside_remedy", "start within the buffer");
MESSAGE("tensor_map.ends_outside", "it ends {:.0f} bytes past the start of {}, which has {}");
MESSAGE("tensor_map.ends_outside_remedy", "choose sizes and strides within the buffer");
MESSAGE("tensor_map.limit", "{} \"{}\" is {}; CUDA allows 1 to {}");
MESSAGE("tensor_map.refused", "the tensor map {}: {}");
MESSAGE("tensor_map.row_of_box", "a row of its box has {} bytes, which is not a multiple of {}");
MESSAGE("tensor_map.row_of_box_remedy", "make the first extent of the box larger");
MESSAGE("tensor_map.rows_too_long", "its rows are too long");
MESSAGE("tensor_map.stride", "the stride of dimension {} is {} bytes, which is not a multiple of {}");
MESSAGE("tensor_map.stride_remedy", "pad the rows of the buffer, or copy without a tensor map");
MESSAGE("tensor_map.swizzle", "a row of its box has {} bytes, but the swizzle span is {}");
MESSAGE("tensor_map.swizzle_remedy", "make the first extent of the box smaller, or choose another swizzle");

MESSAGE("tensor_maps.box", "box has {} extents, but sizes has {}");
MESSAGE("tensor_maps.box_remedy", "give the box one extent for each size");
MESSAGE("tensor_maps.dimensions", "a tensor has 1 to 5 dimensions, not {}");
MESSAGE("tensor_maps.dimensions_remedy", "list its sizes, innermost first");
MESSAGE("tensor_maps.element_strides", "{} element_strides for {} sizes");
MESSAGE("tensor_maps.element_strides_remedy", "give one for each size");
MESSAGE("tensor_maps.fill", "out-of-bounds integers are always filled with zeros");
MESSAGE("tensor_maps.fill_remedy", "remove fill, or use a floating-point type");
MESSAGE("tensor_maps.interleave", "{}: interleaved layouts are not supported");
MESSAGE("tensor_maps.interleave_remedy", "remove interleave");
MESSAGE("tensor_maps.name_twice", "the name '{}' is used twice");
MESSAGE("tensor_maps.name_twice_remedy", "rename one");
MESSAGE("tensor_maps.no_list", "[[launch]]: 'tensor_maps' is not a list of tables");
MESSAGE("tensor_maps.strides", "{} strides for {} sizes");
MESSAGE("tensor_maps.strides_remedy", "give the stride in bytes of every dimension except the innermost one");

MESSAGE("textures.element_type", "a texture cannot hold {}");
MESSAGE("textures.element_type_remedy", "use f16, f32 or an integer of at most 32 bits");
MESSAGE("textures.filter_type", "only floating point can be filtered");
MESSAGE("textures.filter_type_remedy", "use filter = \"point\", or an f32 buffer");
MESSAGE("textures.linear_filter", "linear memory does not support filtering");
MESSAGE("textures.linear_filter_remedy", "use layout = \"array_1d\", or filter = \"point\"");
MESSAGE("textures.linear_normalized", "linear memory does not support normalized coordinates");
MESSAGE("textures.linear_normalized_remedy", "use layout = \"array_1d\", or remove normalized");
MESSAGE("textures.name_twice", "two textures are called '{}'");
MESSAGE("textures.no_list", "[[launch]]: '{}' is not a list of tables");
MESSAGE("textures.no_list_remedy", "write {} = [{{ name = \"{}\", buffer = \"in\" }}]");
MESSAGE("textures.two_extents", "array_2d needs a buffer with two extents");
MESSAGE("textures.two_extents_remedy", "shape the buffer as [rows, columns], or use array_1d");

}  // namespace lanescope
