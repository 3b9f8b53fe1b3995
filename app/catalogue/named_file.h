// A file that an opened file names, as PTX names the source that it was made from. The opened file may be anybody's, so
// what it names is no permission to read it: only what lies in its own folder is read unasked.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace lanescope::catalogue {

/// Returns the plain file in the folder of `opened`, or below it, that a name or a path leads to: by itself, or by its
/// last part. Nothing is returned for what a symbolic link leads to, what is no plain file, and hidden files; no place
/// outside of the folder is looked at.
[[nodiscard]] std::optional<std::filesystem::path> named_file_beside(const std::filesystem::path& opened,
                                                                     std::string_view named);

/// Returns the text of such a file, or of one that the user chose by its whole path. It fails on what is no plain file,
/// is larger than a source, or is no text.
[[nodiscard]] Expected<std::string> read_named_file(const std::filesystem::path& file);

}  // namespace lanescope::catalogue
