// Types of C++ as a compiler describes them: the parameters of a function, and what their structures hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/names.h"

namespace lanescope {

/// A parameter of a function, or a member of a structure.
struct ValueField {
  std::string name;      ///< empty for a parameter or a member that has none
  std::string written;   ///< the type with the names that the source gave it: "const real*", "index_t", "View<float>"
  std::size_t type = 0;  ///< index into ValueTypes::types; typedefs, const and volatile are followed
  std::uint64_t offset = 0;  ///< of a member, in bytes from the start of its structure
  std::uint32_t bits = 0;    ///< of a bit-field; 0 for all others
  friend bool operator==(const ValueField&, const ValueField&) = default;
};

/// One type. What it is made of stands in the same table, so that a structure may hold pointers to itself.
struct ValueType {
  /// A union has all its members at 0. `other` is what has no values to give: void, a function, a number
  /// of 16 bytes, and a structure that is only declared: it has a name and no bytes.
  enum class Kind { number, boolean, enumeration, pointer, array, structure, union_type, other };
  /// How a number is encoded; half and float, double by their bytes (IEEE 754), and bfloat16, which has 2 bytes too.
  enum class Encoding { signed_integer, unsigned_integer, floating, brain_floating };
  struct Enumerator {
    std::string name;  ///< without its scope: "PLAIN" of Kind::PLAIN
    std::int64_t value = 0;
    friend bool operator==(const Enumerator&, const Enumerator&) = default;
  };

  Kind kind = Kind::other;
  std::string name;                              ///< of a structure, an enumeration or a number, without namespaces
  std::uint64_t bytes = 0;                       ///< 0 where it is unknown
  Encoding encoding = Encoding::signed_integer;  ///< of a number, and of what an enumeration is kept in
  std::uint32_t vector = 1;                 ///< Numbers in a vector type of CUDA: 4 of float4, 3 of dim3, 2 of half2.
  std::optional<std::size_t> target = {};   ///< what a pointer points to, or the elements of an array
  bool target_is_constant = false;          ///< of a pointer or an array: const
  std::vector<std::uint64_t> extents = {};  ///< of an array, outermost first; 0 for one without extent
  std::vector<ValueField> members = {};     ///< by offset; those of base classes among them, static ones not
  std::vector<Enumerator> enumerators = {};
  friend bool operator==(const ValueType&, const ValueType&) = default;
};
inline constexpr EnumNames<8> value_kind_names = {"number", "boolean",   "enumeration", "pointer",
                                                  "array",  "structure", "union",       "other"};
inline constexpr EnumNames<4> value_encoding_names = {"signed", "unsigned", "float", "bfloat"};
[[nodiscard]] constexpr std::string_view name_of(ValueType::Kind kind) {
  return enum_name(value_kind_names, kind);
}
[[nodiscard]] constexpr std::string_view name_of(ValueType::Encoding encoding) {
  return enum_name(value_encoding_names, encoding);
}

/// The parameters of a function, with all types that they reach. Every index is one of `types`.
struct ValueTypes {
  std::vector<ValueField> parameters;
  std::vector<ValueType> types;
  [[nodiscard]] const ValueType& of(const ValueField& field) const { return types.at(field.type); }
  friend bool operator==(const ValueTypes&, const ValueTypes&) = default;
};

}  // namespace lanescope
