// The text of one file for a bug report, with nothing private in it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lanescope::cli {

/// What is private about a machine and its user.
struct Identity {
  std::string home, user, host;  ///< the home folder, the user's name, the machine's name; empty means not known
};
[[nodiscard]] Identity identity_of_this_machine();

/// Returns the text without the home folder (~), the user's name (USER), the machine's name (HOST), the machine of the
/// display, and all paths that are not the same everywhere.
[[nodiscard]] std::string without_private(std::string_view text, const Identity& identity);

/// Joins what is known: the examination of the machine, the system, what the last crash left, and the settings, which
/// hold nothing private.
[[nodiscard]] std::string report_text(std::string_view examination, std::string_view settings);

/// Returns a file of the current folder that does not exist yet.
[[nodiscard]] std::filesystem::path free_report_file();

}  // namespace lanescope::cli
