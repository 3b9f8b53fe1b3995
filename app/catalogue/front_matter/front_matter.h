// The front matter of a kernel file as it was written: tables of text and lines, checked for keys and types, with every
// expression compiled. resolve() evaluates it. docs/kernels.md describes the format to those who write kernels. Where
// texts depend on a named knob ("{element}", [when.element.f32]) there is one FrontMatter for each of its values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/names.h"
#include "catalogue/c_types.h"
#include "catalogue/expression/expression.h"
#include "catalogue/expression/expression_tree.h"
#include "catalogue/kernel.h"

namespace lanescope::catalogue {

// The words of the front matter for enumerations, in the order of their values.
inline constexpr EnumNames<12> element_type_names = {"i8",  "u8",  "i16", "u16",  "i32", "u32",
                                                     "i64", "u64", "f16", "bf16", "f32", "f64"};
inline constexpr EnumNames<4> role_names = {"in", "out", "inout", "scratch"};
inline constexpr EnumNames<5> fill_names = {"random", "poison", "zero", "index", "value"};
inline constexpr EnumNames<2> scope_names = {"plan", "launch"};
inline constexpr EnumNames<3> layout_names = {"linear", "array_1d", "array_2d"};
inline constexpr EnumNames<2> filter_names = {"point", "linear"};
inline constexpr EnumNames<4> address_names = {"wrap", "clamp", "mirror", "border"};

/// The faults that [expect] may name.
inline constexpr std::array expected_faults = {
    FaultKind::out_of_bounds, FaultKind::race,      FaultKind::uninitialised, FaultKind::divergent_barrier,
    FaultKind::shuffle,       FaultKind::unwritten, FaultKind::mismatch,      FaultKind::endless};

inline constexpr EnumNames<13> tensor_type_names = {"u8",  "u16", "u32",  "i32",     "u64",  "i64",     "f16",
                                                    "f32", "f64", "bf16", "f32_ftz", "tf32", "tf32_ftz"};
inline constexpr EnumNames<4> swizzle_names = {"none", "32b", "64b", "128b"};
inline constexpr EnumNames<2> tensor_fill_names = {"zero", "nan"};
inline constexpr EnumNames<4> promotion_names = {"none", "64b", "128b", "256b"};

/// An expression and its line, in the kernel file or in a file that it includes.
struct Formula {
  std::string text;
  Place line;
  Expression compiled = {};
};

/// The layout of a structure by the rules of C++.
struct StructureLayout {
  struct Field {
    std::string name;  ///< "size.x", "weights[2]"
    CType type;
    std::uint32_t offset = 0;  ///< in bytes
  };
  std::vector<Field> fields;  ///< each number and each pointer; no padding
  std::uint32_t bytes = 0, alignment = 1;
};

struct BufferText {
  Buffer without_shape;  ///< everything but the shape
  std::vector<Formula> shape;
  std::optional<Formula> from, below;  ///< of random integers: the smallest, and the first that is too large
  std::optional<Formula> step;         ///< of an index fill
  Place line;
};

/// A value as it was written: of an argument, of a field of a structure, or of a variable.
struct ArgumentText {
  Argument argument;                      ///< its kind, its name, and the index of the buffer, texture or tensor map
  Formula value = {};                     ///< of an integer, or the element to which it points; empty for neither
  StructureLayout structure = {};         ///< of a structure: its layout
  std::vector<ArgumentText> fields = {};  ///< of a structure: the values, parallel to structure.fields
  [[nodiscard]] bool has_formula() const { return !value.text.empty(); }
};

/// A variable of [symbols].
struct SymbolText {
  std::string name;
  std::optional<std::size_t> buffer = {};  ///< The buffer that lies in it.
  ArgumentText value = {};                 ///< what is written into it, where no buffer lies in it
  Place line;
  int kernel_line = 0;
};

struct TensorMapText {
  TensorMap map;  ///< everything but the numbers
  std::vector<Formula> sizes, strides, box, element_strides;
  std::optional<Formula> offset;
  Place line;
};

struct LaunchText {
  Launch::Call call = Launch::Call::kernel;
  std::string entry;
  std::vector<Formula> grid, block;  ///< one to three extents
  std::vector<Formula> cluster;      ///< likewise; empty where the launch does not say it
  std::optional<Formula> shared_bytes, cooperative, when, repeat_while;
  bool shared_grows = false;
  std::vector<std::pair<std::string, Formula>> update;    ///< name = expression, assigned after each repetition
  std::vector<std::pair<std::size_t, std::size_t>> swap;  ///< These buffers change places after each repetition.
  std::vector<ArgumentText> arguments;
  std::vector<Texture> textures;
  std::vector<TensorMapText> tensor_maps;
  Place line;
  int kernel_line = 0;  ///< The line of itself, or of the [[include]] that brought it, in the kernel file.
};

struct FrontMatter {
  std::vector<std::pair<std::string, Formula>> derived;  ///< [let]; each follows those that it uses
  std::vector<Formula> requirements;                     ///< parallel to Kernel::requirements
  std::vector<BufferText> buffers;                       ///< in the order of the file, then those of [symbols]
  std::vector<SymbolText> symbols;
  std::vector<LaunchText> launches;
  std::vector<std::string> compile_options;  ///< of [compile], with its standard
  Formula bytes, flops;
  Check check;                              ///< Its names are resolved to indices; the tolerance is as written.
  std::optional<Formula> tolerance_factor;  ///< The tolerance is multiplied by it.
  std::optional<Formula> sampled_rows;
  TimingRule timing;
  FaultKind expect = FaultKind::none;

  Names names;                                                ///< The names in expressions; values are by their slots.
  std::vector<std::pair<std::size_t, std::int64_t>> choices;  ///< slots of load_op_ca, load_op_cg ... and their values
  /// For each requirement, the slots of all names on which it depends, also through [let].
  std::vector<std::set<std::size_t>> requirement_names;
};

}  // namespace lanescope::catalogue
