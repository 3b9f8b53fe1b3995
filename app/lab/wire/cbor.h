// CBOR (RFC 8949) that can be handed to a recursive parser safely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::lab {

inline constexpr std::size_t deepest_cbor = 16;  ///< levels of arrays and maps; our own values need 6

/// Whether the bytes are exactly one well-formed item of definite lengths, without tags and not nested deeper than
/// deepest_cbor. Otherwise a few megabytes of hostile brackets would overflow the stack of a recursive parser.
[[nodiscard]] bool is_plain_cbor(const std::vector<std::uint8_t>& bytes);

}  // namespace warpscope::lab
