#include "gui/export/export_folder.h"

#include <array>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/file.h"
#include "base/text.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

/// Returns what the desktop's file says, as in XDG_PICTURES_DIR="$HOME/Pictures"; empty when it says nothing.
fs::path desktop_folder(std::string_view text, std::string_view name, const fs::path& home) {
  for (const std::string_view line : split(text, '\n')) {
    std::string_view rest = trim(line);
    if (!rest.starts_with(name)) continue;
    rest = trim(rest.substr(name.size()));
    if (!rest.starts_with("=\"") || !rest.ends_with('"') || rest.size() < 3) continue;
    rest = rest.substr(2, rest.size() - 3);
    constexpr std::string_view of_home = "$HOME/";
    if (rest.starts_with(of_home)) return home / rest.substr(of_home.size());
    if (rest.starts_with('/')) return rest;
  }
  return {};
}

}  // namespace

fs::path export_folder_of(const std::function<std::string(const char* name)>& variable) {
  const fs::path home = variable("HOME");
  const std::string config = variable("XDG_CONFIG_HOME");
  std::vector<fs::path> folders;
  if (home.is_absolute()) {
    const auto text = read_file((config.empty() ? home / ".config" : fs::path(config)) / "user-dirs.dirs");
    for (const auto& [name, usual] : std::array<std::pair<const char*, const char*>, 2>{
             {{"XDG_PICTURES_DIR", "Pictures"}, {"XDG_DOCUMENTS_DIR", "Documents"}}}) {
      if (text) folders.push_back(desktop_folder(*text, name, home));
      folders.push_back(home / usual);
    }
    folders.push_back(home);
  }
  std::error_code ignored;
  for (const fs::path& folder : folders) {
    if (!folder.empty() && fs::is_directory(folder, ignored)) return folder;
  }
  return fs::temp_directory_path(ignored);
}

fs::path export_folder_of_user() {
  return export_folder_of([](const char* name) { return environment(name); });
}

}  // namespace lanescope::gui
