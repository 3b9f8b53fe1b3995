// Names of exported files: what is in them, and never one that is there already.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/error.h"

namespace warpscope::gui {

/// "FOLDER/warpscope-WHAT-KERNEL.EXTENSION", or with -2, -3, ... behind it where that is taken. What file names cannot
/// hold becomes a hyphen. Absolute.
[[nodiscard]] std::filesystem::path free_file(const std::filesystem::path& folder, std::string_view what,
                                              std::string_view kernel, std::string_view extension);

/// Writes a file that was not there. Error: the reason, with what to do.
[[nodiscard]] Expected<std::filesystem::path> write_export(const std::filesystem::path& folder, std::string_view what,
                                                           std::string_view kernel, std::string_view extension,
                                                           std::string_view bytes);

}  // namespace warpscope::gui
