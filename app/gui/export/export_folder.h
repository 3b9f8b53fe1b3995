// Where exported files go as long as the user has not chosen another folder.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace lanescope::gui {

/// Returns the user's folder of pictures, else of documents, as the desktop has them (user-dirs.dirs), else the home
/// folder, else that of temporary files: the first of them that is there.
[[nodiscard]] std::filesystem::path export_folder_of_user();
/// The same with another environment than the program's.
[[nodiscard]] std::filesystem::path export_folder_of(const std::function<std::string(const char* name)>& variable);

}  // namespace lanescope::gui
