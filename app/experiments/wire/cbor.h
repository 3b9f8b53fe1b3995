// CBOR (RFC 8949) that can be handed to a recursive parser safely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::experiments {

inline constexpr std::size_t max_cbor_depth = 16;  ///< levels of arrays and maps; our own values need 6

/// The items in one value at most; longer lists of numbers travel as bytes. Each takes 16 to 100 bytes once it is
/// parsed.
inline constexpr std::size_t max_cbor_items = 4'000'000;

/// Whether the bytes are exactly one well-formed item of definite lengths, without tags, not nested deeper than
/// max_cbor_depth and with no more than max_cbor_items. Otherwise a few megabytes of hostile brackets would overflow
/// the stack of a recursive parser, and as many zeros take a hundred times their memory.
[[nodiscard]] bool is_plain_cbor(const std::vector<std::uint8_t>& bytes);

}  // namespace lanescope::experiments
