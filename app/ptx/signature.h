// The parameters of the entry points in a PTX text, and how a value is laid down as one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ptx/module.h"

namespace warpscope::ptx {

struct Parameter {
  enum class Kind { signed_integer, unsigned_integer, bits, floating };
  std::string name;
  Kind kind = Kind::bits;
  std::uint32_t bytes = 0;                 ///< of one element: 1, 2, 4, 8 (16 for .b128)
  std::uint32_t count = 1;                 ///< elements; more than 1 for structures, which PTX declares as .b8 arrays
  std::uint32_t alignment = 0;             ///< bytes, of the parameter itself (not of what a pointer points to)
  [[nodiscard]] std::string text() const;  ///< ".u32 transpose_param_2", ".b8 transpose_param_3[16]"

  friend bool operator==(const Parameter&, const Parameter&) = default;
};

struct Signature {
  std::string entry;
  std::vector<Parameter> parameters;
  int line = 0;  ///< of the .entry in the PTX text, from 1

  friend bool operator==(const Signature&, const Signature&) = default;
};

/// A parameter of a kernel that parse() has read.
[[nodiscard]] Parameter parameter_of(const Variable& variable);

/// Every .entry that has a body, in the order of the text. Functions and prototypes are skipped. Error: the text is no
/// PTX, ends too early, or a parameter is not understood; names line and token.
[[nodiscard]] Expected<std::vector<Signature>> read_signatures(std::string_view ptx);

/// The exact integer as the bytes of the parameter, little-endian. Error: it does not fit, naming parameter, type and
/// value. What fits: .s the signed range; .u and .b the signed and the unsigned range together, because NVRTC declares
/// int and unsigned alike as .u32; floating point what is exactly representable; a structure nothing.
[[nodiscard]] Expected<std::vector<std::byte>> encode_integer(const Parameter& parameter, std::int64_t value);
/// A device address. Error: the parameter is not 8 bytes wide of an integer kind.
[[nodiscard]] Expected<std::vector<std::byte>> encode_address(const Parameter& parameter, std::uint64_t address);

}  // namespace warpscope::ptx
