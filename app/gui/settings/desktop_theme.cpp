#include "gui/settings/desktop_theme.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace lanescope::gui {
namespace {

std::string lower(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return small;
}

/// The values of a file of desktops by "section/key", both in small letters. What is no such line is skipped.
std::map<std::string, std::string> values_of(const std::filesystem::path& file) {
  std::map<std::string, std::string> values;
  const auto text = read_file(file);
  if (!text) return values;
  std::string section;
  for (const std::string_view whole : split(*text, '\n')) {
    const std::string_view line = trim(whole);
    const std::size_t equals = line.find('=');
    if (line.starts_with('[') && line.ends_with(']')) {
      section = lower(line.substr(1, line.size() - 2));
    } else if (equals != std::string_view::npos && !line.starts_with('#')) {
      values[section + "/" + lower(trim(line.substr(0, equals)))] = trim(line.substr(equals + 1));
    }
  }
  return values;
}

/// Returns what the name of a theme says: "Adwaita-dark", "Adwaita:dark", "Yaru-light", "BreezeDark".
std::optional<ThemeName> of_name(std::string_view name) {
  const std::string small = lower(name);
  if (small.empty()) return std::nullopt;
  if (small.ends_with("dark") || small.find("-dark-") != std::string::npos) return ThemeName::dark;
  // That of a desktop is light where its name does not say dark.
  return ThemeName::light;
}

std::optional<ThemeName> of_gtk(const std::filesystem::path& file) {
  const auto values = values_of(file);
  const auto find = [&](const char* key) {
    const auto found = values.find(std::string("settings/") + key);
    return found == values.end() ? std::string() : lower(found->second);
  };
  const std::string prefers = find("gtk-application-prefer-dark-theme"), name = find("gtk-theme-name");
  if (prefers == "1" || prefers == "true") return ThemeName::dark;
  if (const auto theme = of_name(name)) return theme;
  if (prefers == "0" || prefers == "false") return ThemeName::light;
  return std::nullopt;
}

/// Returns what the ground of windows says, which is "red,green,blue".
std::optional<ThemeName> of_ground(std::string_view colour) {
  const std::vector<std::string_view> parts = split(colour, ',');
  if (parts.size() < 3) return std::nullopt;
  int sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string_view part = trim(parts[i]);
    int value = 0;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), value);
    if (read.ec != std::errc() || read.ptr != part.data() + part.size() || value < 0 || value > 255)
      return std::nullopt;
    sum += value;
  }
  return sum < 3 * 128 ? ThemeName::dark : ThemeName::light;
}

std::optional<ThemeName> of_kde(const std::filesystem::path& file) {
  const auto values = values_of(file);
  const auto ground = values.find("colors:window/backgroundnormal");
  if (ground != values.end()) {
    if (const auto theme = of_ground(ground->second)) return theme;
  }
  const auto scheme = values.find("general/colorscheme");
  return scheme == values.end() ? std::nullopt : of_name(scheme->second);
}

}  // namespace

ThemeName desktop_theme(const Environment& value_of) {
  if (const auto theme = of_name(value_of("GTK_THEME"))) return *theme;
  const std::string home = value_of("HOME"), own = value_of("XDG_CONFIG_HOME");
  if (home.empty() && own.empty()) return ThemeName::dark;
  const std::filesystem::path folder =
      own.empty() ? std::filesystem::path(home) / ".config" : std::filesystem::path(own);
  const bool is_kde = lower(value_of("XDG_CURRENT_DESKTOP")).find("kde") != std::string::npos;
  std::optional<ThemeName> theme;
  if (is_kde) theme = of_kde(folder / "kdeglobals");
  for (const char* gtk : {"gtk-4.0", "gtk-3.0"}) {
    if (!theme) theme = of_gtk(folder / gtk / "settings.ini");
  }
  if (!theme) theme = of_kde(folder / "kdeglobals");
  return theme.value_or(ThemeName::dark);
}

}  // namespace lanescope::gui
