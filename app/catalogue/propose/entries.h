// The kernels that a file declares, read from its text, for files without a front matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/value_types.h"
#include "catalogue/kernel.h"

namespace lanescope::catalogue {

/// The bytes of each of the values behind a pointer to void: most types that a kernel takes them for have four.
inline constexpr std::int64_t bytes_behind_void = 4;

/// A parameter of a kernel, as its declaration shows it.
struct EntryParameter {
  std::string type;  ///< as the file writes it: "const float*", ".u32"
  std::string name;
  bool pointer = false;
  bool constant = false;                    ///< of a pointer: the kernel only reads there
  std::optional<ElementType> element = {};  ///< of a number or behind a pointer, where it is a type of elements
  /// The elements of a vector type: 4 for float4. Behind a pointer those of each value that it points to: 64 for
  /// float (*)[64], 16 of u8 for a structure of 16 bytes.
  std::int64_t vector = 1;
  bool written = false;                     ///< of a pointer in PTX: the kernel only stores there
  std::string array = {};                   ///< "[3]" of a field that is an array
  std::vector<EntryParameter> fields = {};  ///< of a structure that the file declares, in their order
  bool opaque = false;  ///< of a pointer: what it points to is only declared, so that the kernel cannot look there
  bool table = false;   ///< of a pointer: it points to pointers
  /// Behind a pointer: the name of the structure whose bytes `element` stands for; empty for numbers of one type.
  std::string structure = {};
  std::vector<std::string> pointers = {};  ///< the members of that structure that are pointers
  bool padding = false;  ///< of a field: bytes that no member has, or one that no value can be given to
  std::vector<ValueType::Enumerator> enumerators = {};  ///< of an enumeration by value
};

struct EntryDeclaration {
  std::string name;
  std::string scope = {};                        ///< "sum::detail::" of a kernel in namespaces
  std::vector<std::string> template_parameters;  ///< their names
  std::vector<std::string> template_defaults;    ///< what each is without an argument; empty texts for none
  std::vector<bool> template_types;              ///< whether each is a type rather than a number
  std::vector<std::string> instantiations;  ///< "copy<float, 32>" of `template __global__ void copy<float, 32>(...)`
  std::vector<EntryParameter> parameters;
  std::string body;                       ///< the code between its braces, without comments
  int line = 0;                           ///< of its name
  std::string file = {};                  ///< the header in which it stands; empty means the kernel file itself
  std::optional<std::string> block = {};  ///< "128, 1, 1" of PTX, "128" of __launch_bounds__ on one axis
  std::int64_t most_threads = 1024;       ///< of a block, by __launch_bounds__ or .maxntid
  bool has_fixed_block = false;           ///< by .reqntid

  /// Returns "saxpy(float* y, const float* x, int n)".
  [[nodiscard]] std::string text() const;
};

/// Returns the __global__ functions with a body of a CUDA file, or the entries of a PTX file, in their order. A file
/// that has none may include its kernels, as host code often does: then it returns those of its headers.
[[nodiscard]] std::vector<EntryDeclaration> entries_in(const KernelSource& source);
/// Returns those of the file and those of its headers.
[[nodiscard]] std::vector<EntryDeclaration> all_entries_in(const KernelSource& source);
/// Returns the __global__ functions with a body of the headers that travel with the file, header by header.
[[nodiscard]] std::vector<EntryDeclaration> entries_in_headers(const KernelSource& source);

/// Puts the arguments of a template, as in "copy<float, 32>", into the types of the parameters. Without arguments the
/// declaration stays as it is.
[[nodiscard]] EntryDeclaration with_arguments(EntryDeclaration declaration, std::string_view entry);

/// Splits a list at its commas outside of brackets, and trims the parts. Of an empty text no part remains.
[[nodiscard]] std::vector<std::string> split_list(std::string_view text);

}  // namespace lanescope::catalogue
