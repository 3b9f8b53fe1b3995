// Finds the opening comment of a kernel file that holds the front matter.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace warpscope::catalogue {

/// The TOML text of `/* warpscope ... */`, with everything before it blanked so that its lines are the file's lines.
/// Error: the file does not open with that comment; the comment never ends; a `*/` inside ended it early.
[[nodiscard]] Expected<std::string> front_matter_text(std::string_view file, const std::string& path);

}  // namespace warpscope::catalogue
