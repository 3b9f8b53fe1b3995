#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "base/rounding.h"
#include "ptx/messages.h"
#include "ptx/signature.h"

namespace lanescope::ptx {
namespace {

std::vector<std::byte> little_endian(std::uint64_t pattern, std::uint32_t bytes) {
  std::vector<std::byte> result(bytes);
  for (std::uint32_t i = 0; i < bytes && i < 8; ++i) result[i] = static_cast<std::byte>(pattern >> (8 * i) & 0xff);
  return result;
}

/// Layout of an IEEE 754 format: bits of the stored fraction and of the exponent.
struct Format {
  int fraction_bits;
  int exponent_bits;
};

/// Returns the bit pattern of an integer in a floating-point format; nothing when it is not exactly representable.
std::optional<std::uint64_t> exact_pattern(std::int64_t value, Format format) {
  if (value == 0) return 0;
  const bool negative = value < 0;
  const std::uint64_t magnitude = negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  const int exponent = 63 - std::countl_zero(magnitude);
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  if (exponent - std::countr_zero(magnitude) > format.fraction_bits || exponent > bias) return std::nullopt;
  const std::uint64_t significand = exponent <= format.fraction_bits ? magnitude << (format.fraction_bits - exponent)
                                                                     : magnitude >> (exponent - format.fraction_bits);
  const std::uint64_t fraction = significand & ((std::uint64_t{1} << format.fraction_bits) - 1);
  const auto biased = std::uint64_t{static_cast<std::uint32_t>(exponent + bias)};
  const std::uint64_t sign = negative ? 1 : 0;
  return sign << (format.fraction_bits + format.exponent_bits) | biased << format.fraction_bits | fraction;
}

bool integer_fits(std::int64_t value, Parameter::Kind kind, std::uint32_t bytes) {
  if (bytes >= 8) return true;
  const int bits = static_cast<int>(8 * bytes);
  const std::int64_t lowest = -(std::int64_t{1} << (bits - 1));
  const std::int64_t highest = kind == Parameter::Kind::signed_integer ? -(lowest + 1) : (std::int64_t{1} << bits) - 1;
  return value >= lowest && value <= highest;
}

}  // namespace

Expected<std::vector<std::byte>> encode_integer(const Parameter& parameter, std::int64_t value) {
  if (parameter.count != 1) {
    return failure(message<"arguments.number_for_structure">(value, parameter.text()), "",
                   message<"arguments.number_for_structure_remedy">());
  }
  if (parameter.kind == Parameter::Kind::floating) {
    const Format format = parameter.bytes == 2 ? Format{10, 5} : parameter.bytes == 4 ? Format{23, 8} : Format{52, 11};
    const std::optional<std::uint64_t> pattern = exact_pattern(value, format);
    if (!pattern) {
      return failure(message<"arguments.inexact_number">(value, parameter.text()), "",
                     message<"arguments.inexact_number_remedy">());
    }
    return little_endian(*pattern, parameter.bytes);
  }
  if (!integer_fits(value, parameter.kind, parameter.bytes)) {
    return failure(message<"arguments.number_too_large">(value, 8 * parameter.bytes, parameter.text()), "",
                   message<"arguments.number_too_large_remedy">());
  }
  std::vector<std::byte> bytes = little_endian(static_cast<std::uint64_t>(value), parameter.bytes);
  for (std::size_t i = 8; i < bytes.size() && value < 0; ++i) bytes[i] = std::byte{0xff};
  return bytes;
}

Expected<std::vector<std::byte>> encode_real(const Parameter& parameter, double value) {
  if (parameter.count != 1 || parameter.kind != Parameter::Kind::floating || parameter.bytes < 4) {
    return failure(message<"arguments.real_for_integer">(value, parameter.text()), "",
                   message<"arguments.real_for_integer_remedy">());
  }
  if (parameter.bytes == 4) return little_endian(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
  return little_endian(std::bit_cast<std::uint64_t>(value), 8);
}

Expected<std::vector<std::byte>> encode_structure(const Parameter& parameter, std::vector<std::byte> bytes,
                                                  std::string_view layout) {
  const std::size_t wanted = std::size_t{parameter.bytes} * parameter.count;
  // A structure with alignas() is longer than its fields need.
  const std::size_t padded = round_up(bytes.size(), std::max(parameter.alignment, 1u));
  if (bytes.size() != wanted && padded != wanted) {
    return failure(message<"arguments.fields_do_not_fill">(layout, parameter.text(), wanted), "",
                   message<"arguments.fields_do_not_fill_remedy">());
  }
  bytes.resize(wanted);
  return bytes;
}

Expected<std::vector<std::byte>> encode_tensor_map(const Parameter& parameter, std::span<const std::byte> bytes) {
  if (std::uint64_t{parameter.count} * parameter.bytes != bytes.size() || parameter.count == 1) {
    return failure(message<"arguments.no_tensor_map">(parameter.text(), bytes.size()), "",
                   message<"arguments.no_tensor_map_remedy">());
  }
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

Expected<std::vector<std::byte>> encode_address(const Parameter& parameter, std::uint64_t address) {
  if (!parameter.is_address()) {
    return failure(message<"arguments.buffer_for_number">(parameter.text()), "",
                   message<"arguments.buffer_for_number_remedy">());
  }
  return little_endian(address, parameter.bytes);
}

}  // namespace lanescope::ptx
