// toml++ with its assertions off. They fail on what a file can hold ("[=]" as a table's name). In a release build they
// become assumptions, so the same file is undefined behaviour; without them the parser reports such files.
#pragma once

#include <string_view>

#if !defined(TOML_HEADER_ONLY) || TOML_HEADER_ONLY
#error "what includes this links the room base, whose parser it shares; else it gets a second one"
#endif

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace lanescope {

/// The parts of the longest key or header that is read, a.b.c having three. Each part is a table in another one, and
/// toml++ frees tables by recursion, so that one line of dots would overflow the stack.
inline constexpr int max_key_parts = 32;

/// Parses TOML as toml::parse() does. It throws toml::parse_error, also for a key of more parts than that.
[[nodiscard]] toml::table read_toml(std::string_view text, std::string_view file = {});

}  // namespace lanescope
