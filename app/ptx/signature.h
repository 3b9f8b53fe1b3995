// The parameters of the entry points in a PTX text, and the bytes of a value as such a parameter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ptx/module.h"

namespace lanescope::ptx {

struct Parameter {
  enum class Kind { signed_integer, unsigned_integer, bits, floating };
  std::string name;
  Kind kind = Kind::bits;
  std::uint32_t bytes = 0;      ///< of one element: 1, 2, 4, 8 (16 for .b128)
  std::uint32_t count = 1;      ///< elements; more than 1 for structures, which PTX declares as .b8 arrays
  std::uint32_t alignment = 0;  ///< bytes, of the parameter itself (not of what a pointer points to)
  [[nodiscard]] bool is_address() const { return count == 1 && bytes == 8 && kind != Kind::floating; }
  [[nodiscard]] std::string text() const;  ///< ".u32 transpose_param_2", ".b8 transpose_param_3[16]"

  friend bool operator==(const Parameter&, const Parameter&) = default;
};

struct Signature {
  std::string entry;
  std::vector<Parameter> parameters;
  std::optional<ClusterSize> cluster = {};  ///< of .reqnctapercluster
  int line = 0;                             ///< of the .entry in the PTX text, from 1

  friend bool operator==(const Signature&, const Signature&) = default;
};

/// Returns a parameter of a kernel that parse() has read.
[[nodiscard]] Parameter parameter_of(const Variable& variable);

/// Reads every .entry with a body, in the order of the text, and skips functions and prototypes. It fails when the text
/// is not PTX, ends too early, or has a parameter that is not understood; the error names line and token.
[[nodiscard]] Expected<std::vector<Signature>> read_signatures(std::string_view ptx);

/// Reads the .global and .const variables of the module, in the order of the text, and skips all functions. It fails as
/// read_signatures() does.
[[nodiscard]] Expected<std::vector<Variable>> read_variables(std::string_view ptx);

/// Returns the exact integer as little-endian bytes of the parameter. These values fit: for .s the signed range; for .u
/// and .b the signed and the unsigned range, because NVRTC declares int and unsigned alike as .u32; for floating point
/// exactly representable values; for a structure none. Other values are an error that names parameter, type, value.
[[nodiscard]] Expected<std::vector<std::byte>> encode_integer(const Parameter& parameter, std::int64_t value);
/// Returns a decimal number as little-endian bytes of the parameter, rounded to it. It fails when the parameter is no
/// floating-point number of 4 or 8 bytes.
[[nodiscard]] Expected<std::vector<std::byte>> encode_real(const Parameter& parameter, double value);
/// Returns the bytes of a structure, with the padding that its alignment needs at its end. It fails when the parameter
/// has another size; the error then shows `layout`, what lies where in the structure.
[[nodiscard]] Expected<std::vector<std::byte>> encode_structure(const Parameter& parameter,
                                                                std::vector<std::byte> bytes, std::string_view layout);
/// Returns the bytes of a CUtensorMap. It fails when the parameter is no structure of this size.
[[nodiscard]] Expected<std::vector<std::byte>> encode_tensor_map(const Parameter& parameter,
                                                                 std::span<const std::byte> bytes);
/// Returns the bytes of a device address. It fails when the parameter is not an integer of 8 bytes.
[[nodiscard]] Expected<std::vector<std::byte>> encode_address(const Parameter& parameter, std::uint64_t address);

}  // namespace lanescope::ptx
