#include "catalogue/front_matter/fields.h"

#include <fmt/format.h>

#include "catalogue/front_matter/front_matter.h"
#include "catalogue/reference/reference.h"

namespace lanescope::catalogue {
namespace {

/// What is written after the =.
namespace written {
constexpr const char *expression = "expression", *expressions = "list of expressions", *text = "text",
                     *texts = "list of texts", *integer = "integer", *truth = "`true` or `false`";
}

constexpr const char* required = "required";

/// Returns the words that may be written, as code.
template <class Words>
std::string one_of(const Words& words) {
  std::string list;
  for (const auto& word : words) list += fmt::format("{}`{}`", list.empty() ? "" : ", ", word);
  return list;
}

std::string reference_names() {
  std::vector<std::string_view> names;
  for (const Reference& reference : references()) names.push_back(reference.name);
  return one_of(names);
}

FieldTable top_fields() {
  return {"",
          "The keys above all tables.",
          {{"title", written::text, required, "the name that lists show"},
           {"summary", written::text, "", "what the kernel teaches, in one sentence"},
           {"claims", written::texts, "", "statements that a reader can test with this kernel"},
           {"article", written::text, "", "the article that the kernel comes from"},
           {"section", written::text, "", "the part of the article"}}};
}

FieldTable translations_fields() {
  return {"[translations] LANGUAGE",
          "Texts in another language, by its code (`zh`).",
          {{"title", written::text, "as above", "the translated title"},
           {"summary", written::text, "as above", "the translated summary"},
           {"claims", written::texts, "as above", "the translated claims"}}};
}

FieldTable parameters_fields() {
  return {"[parameters] NAME",
          "A knob: a compile-time constant. The compiler gets its name in upper case (`block_x` as `-DBLOCK_X=4`); a "
          "name with capitals is used as it is.",
          {{"values", "list of integers or of names", required,
            "the allowed values; a name becomes a number: 0 for the first, 1 for the second"},
           {"default", "one of the values", required, "the initial value"}}};
}

FieldTable problem_fields() {
  return {
      "[problem] NAME",
      "A size: an integer that is passed at run time, with `0 <= min <= default <= max <= 2^53`.",
      {{"min", written::integer, required, "the smallest value"},
       {"max", written::integer, required, "the largest value"},
       {"default", written::integer, required, "the initial value"},
       {"guessed", "`true` or `false`", "`false`",
        "whether the initial value is a guess: where it leads the kernel out of its memory, it is halved until it does "
        "not"}}};
}

FieldTable alias_fields() {
  return {"[alias] \"FAMILY/NAME\"",
          "A former id of the kernel. It opens this kernel with these knobs.",
          {{"KNOB", "a value of the knob", "the knob's default", "the value that the knob gets"}}};
}

FieldTable let_fields() {
  return {"[let]",
          "Values that are computed from knobs, sizes and each other, in any order.",
          {{"NAME", written::expression, "", "the value"}}};
}

FieldTable require_fields() {
  return {
      "[[require]]",
      "A condition on knobs and sizes. Settings that do not meet it are rejected; the window greys out such values.",
      {{"that", written::expression, required, "the condition; 0 means that it is not met"},
       {"else", written::text, required, "the error message for such settings"}}};
}

FieldTable buffers_fields() {
  return {
      "[buffers] NAME",
      "An array in global memory.",
      {{"role", one_of(role_names), required,
        "`in` is read, `out` is written, `inout` both; `scratch` is working memory whose content is ignored"},
       {"type", one_of(element_type_names), required, "the type of an element"},
       {"shape", written::expressions, required, "its extents in elements, slowest first; an extent may be 0"},
       {"fill", "`random`, `poison`, `zero`, `index`, or an integer", "`random` for `in` and `inout`, else `poison`",
        "its content before the run; `poison` is a NaN that no kernel writes, `index` is the element's index"},
       {"from", written::expression, "0", "of random integers: the smallest; it needs `below`"},
       {"below", written::expression, "the range of the type",
        "of random integers: they are `from` or more and below it, such as indices into another buffer"},
       {"step", written::expression, "1", "of an index: its factor, such as the bytes of an element"},
       {"reset", one_of(std::vector{"always", "never"}), "`always`",
        "`always` fills it again before each run, `never` only once"},
       {"grows", "`true` or `false`", "`false`",
        "whether `shape` is a guess: where the kernel reaches further, the buffer is made as large, up to 1 GiB"},
       {"guessed", "`true` or `false`", "`false`",
        "whether random elements are a guess: where they lead the kernel out of its memory, they are all zero"}}};
}

FieldTable symbols_fields() {
  return {"[symbols]",
          "`__constant__` and `__device__` variables of the source. They are written before each run.",
          {{"NAME", "what an argument may be, or a table", "",
            "the value of the variable; namespaces may be left out of its name"}}};
}

FieldTable symbol_buffers_fields() {
  return {"[symbols] NAME",
          "A variable that holds a buffer or a structure. A buffer in it is filled, dumped and checked as any other.",
          {{"buffer", "name of a buffer", "", "the buffer of `[buffers]` in it; it excludes the other keys"},
           {"fields", written::texts, "", "of a structure: as in `[[launch]] arguments`"},
           {"role", one_of(role_names), "`in`", "as in `[buffers]`"},
           {"type", one_of(element_type_names), required, "as in `[buffers]`"},
           {"shape", written::expressions, "one element", "as in `[buffers]`"},
           {"fill", "as in `[buffers]`", "`random` for `in` and `inout`, else `zero`", "as in `[buffers]`"},
           {"from", "as in `[buffers]`", "0", "as in `[buffers]`"},
           {"below", "as in `[buffers]`", "the range of the type", "as in `[buffers]`"},
           {"step", "as in `[buffers]`", "1", "as in `[buffers]`"},
           {"reset", "as in `[buffers]`", "`always`", "as in `[buffers]`"}}};
}

FieldTable launch_fields() {
  return {"[[launch]]",
          "One launch. A kernel has one or more; they run in order.",
          {{"entry", written::text, "required, unless there is `call`",
            "the `__global__` function, as C++ names it, or as the PTX does"},
           {"grid", written::expressions, "required, unless there is `call`",
            "one to three extents of at least 1, in blocks: x, y, z"},
           {"block", written::expressions, "required, unless there is `call`",
            "one to three extents of at least 1, in threads: x, y, z"},
           {"arguments", "list of values", required,
            "buffers, offsets into them (`\"in + nx\"`, in elements), expressions, decimal numbers, `true`, `false`, "
            "`\"null\"`, textures, surfaces and tensor maps by name, structures and vectors by value"},
           {"shared_bytes", written::expression, "0", "the dynamic shared memory per block, in bytes"},
           {"shared_grows", "`true` or `false`", "`false`",
            "whether `shared_bytes` is a guess: where the kernel reaches further, there are as many"},
           {"cluster", written::expressions, "`__cluster_dims__` of the source, else none",
            "one to three extents of a thread block cluster, in blocks: at most 16 in total; each must divide the "
            "extent of the grid"},
           {"cooperative", "`true`, `false` or an expression", "`false`",
            "whether it is a cooperative launch, for a grid that synchronises"},
           {"when", written::expression, "1", "0 skips the launch"},
           {"textures", "list of tables", "", "see `[[launch]] textures`"},
           {"surfaces", "list of tables", "", "see `[[launch]] surfaces`"},
           {"tensor_maps", "list of tables", "", "see `[[launch]] tensor_maps`"},
           {"repeat_while", written::expression, "", "while it is not 0: launch, then `update`, then `swap`"},
           {"update", "table of expressions", "", "the next values of sizes and of values of `[let]`"},
           {"swap", "list of buffers, in pairs", "", "buffers that are swapped after each repetition"},
           {"call", one_of(std::vector{"memcpy", "cublas_sgemm"}), "", "what runs instead of a kernel of the source"}}};
}

FieldTable structures_fields() {
  return {
      "[[launch]] arguments",
      "A structure that is passed by value. It may also be one string: `\"{ TYPE NAME = VALUE; TYPE NAME = VALUE }\"`.",
      {{"fields", written::texts, required, "its fields in order, each as `\"TYPE NAME = VALUE\"`"}}};
}

FieldTable textures_fields() {
  return {"[[launch]] textures",
          "A `cudaTextureObject_t`, used in `arguments` by its name.",
          {{"name", written::text, required, "its name"},
           {"buffer", "name of a buffer", required,
            "the buffer with its elements: `f16`, `f32`, or integers of at most 32 bits; two extents for `array_2d`"},
           {"layout", one_of(layout_names), "`linear`", "linear memory, or a CUDA array of one or two dimensions"},
           {"filter", one_of(filter_names), "`point`",
            "the nearest element, or linear interpolation, which needs an array of floating-point elements"},
           {"address", one_of(address_names), "`clamp`", "what coordinates outside the extents mean"},
           {"normalized", written::truth, "`false`", "whether coordinates go from 0 to 1; not for `linear` memory"}}};
}

FieldTable surfaces_fields() {
  return {"[[launch]] surfaces",
          "A `cudaSurfaceObject_t`, used in `arguments` by its name.",
          {{"name", written::text, required, "its name"},
           {"buffer", "name of a buffer", required,
            "the buffer with its elements: `f16`, `f32`, or integers of at most 32 bits; two extents for `array_2d`"},
           {"layout", one_of(std::vector{layout_names[1], layout_names[2]}), "`array_2d`",
            "a CUDA array of one or two dimensions"}}};
}

FieldTable tensor_maps_fields() {
  return {"[[launch]] tensor_maps",
          "A `CUtensorMap`, encoded by `cuTensorMapEncodeTiled` and used in `arguments` by its name.",
          {{"name", written::text, required, "its name"},
           {"buffer", "name of a buffer", required, "the buffer that contains the tensor"},
           {"sizes", written::expressions, required,
            "1 to 5 extents, in elements, **innermost first** (the reverse of `shape`)"},
           {"box", written::expressions, required,
            "the extents of the box that one copy moves, in elements, innermost first"},
           {"strides", written::expressions, "no gaps", "stride in bytes of every dimension except the innermost"},
           {"element_strides", written::expressions, "1", "steps within a box, in elements, 1 to 8 for each dimension"},
           {"offset", written::expression, "0", "the element of the buffer where the tensor starts"},
           {"type", one_of(tensor_type_names), "that of the buffer", "the type of an element"},
           {"swizzle", one_of(swizzle_names), "`none`", "the swizzle of the box in shared memory"},
           {"fill", one_of(tensor_fill_names), "`zero`",
            "the value of elements outside the tensor; `nan` only for floating point"},
           {"l2_promotion", one_of(promotion_names), "`none`",
            "how much the L2 cache fetches at once; it changes no result"},
           {"interleave", "`none`", "`none`", "interleaved layouts are not supported"}}};
}

FieldTable check_fields() {
  return {"[check]",
          "How the output is verified: with exactly one of `reference`, `same_as` and `expect`, and exactly one of "
          "`exact`, `wrap` and `relative`. Without this table nothing is verified.",
          {{"output", "name of a buffer", required, "the buffer that is compared; its role is `out` or `inout`"},
           {"reference", reference_names(), "", "the reference that is computed on the CPU"},
           {"same_as", "id of a kernel, or an entry of this file", "",
            "the kernel whose output must be the same, for example `\"family/name\"` or `\"naive\"`"},
           {"expect", "name of a file", "",
            "what the output must be: raw little-endian elements or `.npy`; the name is relative to this file"},
           {"exact", written::truth, "`false`", "all bits are the same"},
           {"wrap", written::truth, "`false`", "integers are the same modulo 2^32"},
           {"relative", "number, or `\"NUMBER * EXPRESSION\"`", "",
            "the largest relative error, between 0 and 1, of floating-point numbers"},
           {"sampled_rows", written::expression, "all rows",
            "how many rows are compared, for a `reference` that takes minutes on a CPU"}}};
}

FieldTable work_fields() {
  return {"[work]",
          "The useful work of all launches together, from which bandwidth and arithmetic rate are computed.",
          {{"bytes", written::expression, required, "the bytes that must be read and written, each once"},
           {"flops", written::expression, "0", "the arithmetic operations"}}};
}

FieldTable timing_fields() {
  return {"[timing]",
          "How the kernel is timed.",
          {{"scope", one_of(scope_names), "`plan`", "all launches together, or each by itself"},
           {"repeatable", written::truth, "`true`",
            "`false` if a second run on the same buffers computes something else; they are then refilled before each "
            "timed run"}}};
}

FieldTable compile_fields() {
  return {
      "[compile]",
      "How the source is compiled.",
      {{"include", written::texts, "", "folders of headers, relative to the file"},
       {"options", written::texts, "",
        "options of NVRTC that only affect the code, such as `--use_fast_math` and `-DTILE=32`; others are refused"},
       {"standard", "`c++03` to `c++23`", "`c++20`; `c++17` with CUDA 11", "the standard of C++"},
       {"architecture", "such as `sm_90a`", "the target of the run",
        "an architecture-specific target: `wgmma` and `setmaxnreg` need `sm_90a`, which runs only on compute "
        "capability 9.0"}}};
}

FieldTable expect_fields() {
  std::vector<std::string_view> faults;
  for (const FaultKind kind : expected_faults) faults.push_back(name_of(kind));
  return {
      "[expect]",
      "For a kernel that is wrong on purpose, like those in `kernels/museum`. It passes if exactly this fault occurs.",
      {{"fault", one_of(faults), required, "the fault"}}};
}

FieldTable include_fields() {
  return {"[[include]]",
          "Another front matter whose tables are merged with those of the kernel; its `[[launch]]` and `[[require]]` "
          "follow the kernel's.",
          {{"file", written::text, required, "a `.toml` file of `include/`: a front matter without its comment"},
           {"NAME", written::text, "", "replaces `{NAME}` in the texts of that file"}}};
}

FieldTable when_fields() {
  return {"[when.KNOB.VALUE]",
          "Tables that hold where the knob has this value. One knob of names may have them.",
          {{"let", "table", "", "as above"},
           {"buffers", "table", "", "as above"},
           {"launch", "list of tables", "", "as above"},
           {"check", "table", "", "as above"},
           {"work", "table", "", "as above"},
           {"timing", "table", "", "as above"}}};
}

/// A | would end the cell.
std::string in_cell(std::string cell) {
  for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2) cell.insert(at, 1, '\\');
  return cell;
}

}  // namespace

std::vector<FieldTable> front_matter_fields() {
  return {top_fields(),     translations_fields(), parameters_fields(), problem_fields(),  alias_fields(),
          let_fields(),     require_fields(),      buffers_fields(),    symbols_fields(),  symbol_buffers_fields(),
          launch_fields(),  structures_fields(),   textures_fields(),   surfaces_fields(), tensor_maps_fields(),
          check_fields(),   work_fields(),         timing_fields(),     compile_fields(),  expect_fields(),
          include_fields(), when_fields()};
}

std::string field_tables() {
  std::string page;
  for (const FieldTable& table : front_matter_fields()) {
    if (!table.heading.empty()) page += fmt::format("\n### `{}`\n\n", table.heading);
    page += fmt::format("{}\n\n| Field | Type | Default | Meaning |\n|---|---|---|---|\n", table.meaning);
    for (const Field& field : table.fields) {
      page += fmt::format("| `{}` | {} | {} | {} |\n", field.name, in_cell(field.type), in_cell(field.default_value),
                          in_cell(field.meaning));
    }
  }
  return page;
}

}  // namespace lanescope::catalogue
