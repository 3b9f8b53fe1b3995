// JSON that comes from outside: recordings and sweeps. What travels between processes is CBOR
// (experiments/wire/cbor.h), with the same limits.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::experiments {

/// Deep enough for a Result, and far below the depth at which a recursive function overflows its stack.
inline constexpr std::size_t max_json_depth = 32;
/// The values in one text at most: each takes some 20 to 100 bytes of memory, whatever it takes in the text.
inline constexpr std::size_t max_json_values = 2'000'000;

/// Parses one value. It fails, before it takes memory for values, when the text is nested deeper or holds more values,
/// and on whatever is no JSON, which includes numbers beyond the range of a double. The error has `where` and `remedy`.
[[nodiscard]] Expected<nlohmann::json> read_json(std::string_view text, const Place& where, const Message& remedy);

/// The lines of a text of JSON Lines, without their line ends; at least one.
struct JsonLines {
  std::vector<std::string_view> texts;
  std::size_t bytes = 0;  ///< Behind them the text holds a line that was only half written.
};
/// Splits a text into its lines. A last one without its line end is a line when it is whole JSON.
[[nodiscard]] JsonLines complete_json_lines(std::string_view text);

/// Returns about how many bytes of memory the value takes.
[[nodiscard]] std::size_t memory_of(const nlohmann::json& value);

}  // namespace lanescope::experiments
