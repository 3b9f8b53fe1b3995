// Which header a message of the compiler misses.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace lanescope {

/// The header that could not be opened, as #include names it; empty: the message is about something else.
[[nodiscard]] std::string missing_header(const Diagnostic& message);

/// Returns a remark, for whoever reads it and for missing_header(), that a header was not found.
[[nodiscard]] Diagnostic header_not_found(std::string_view name, std::string file, int line);

}  // namespace lanescope
