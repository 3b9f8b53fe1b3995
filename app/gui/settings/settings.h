// What the window remembers from one start to the next: a plain struct with defaults, a TOML file, a range for each
// key.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "gui/state/ui.h"

namespace warpscope::gui {

struct State;

inline constexpr float smallest_zoom = 0.5F, largest_zoom = 3.0F;

struct Settings {
  // The window, in units of a display with scale 1.
  int width = 1600, height = 900;

  // How it looks.
  ThemeName theme = ThemeName::dark;
  std::string language;  ///< code; empty: that of the system
  float zoom = 1;
  bool wide = false;
  std::string layout;         ///< where the panels are, as Dear ImGui writes it; empty: the designed layout
  std::string chosen_layout;  ///< one of own_layouts; empty: none
  std::map<std::string, std::string, std::less<>> own_layouts;

  // What was looked at.
  std::string kernel;  ///< id; empty: the first
  std::map<std::string, catalogue::Values> values;
  std::string editor;  ///< command that opens a kernel's file; empty: as the environment says
  bool as_written = false, percent = false, by_excess = false, ptx = false, sass = false;

  friend bool operator==(const Settings&, const Settings&) = default;
};

/// XDG_CONFIG_HOME/warpscope/settings.toml.
[[nodiscard]] std::filesystem::path settings_file();

struct SettingsRead {
  Settings settings;
  std::vector<std::string> complaints;  ///< for the log: what in the file is not used, and what is used in its place
};
/// A key that is missing, of the wrong kind or out of its range has its default. A file that is not there is none; one
/// that is no TOML is a complaint.
[[nodiscard]] SettingsRead read_settings(const std::filesystem::path& file);
[[nodiscard]] SettingsRead parse_settings(std::string_view text, const std::string& file);

[[nodiscard]] std::string text_of(const Settings& settings);

/// All but the window's size and the arrangement of the panels, which only the window knows.
[[nodiscard]] Settings settings_of(const State& state);
/// Puts the state back to where it was left. Without a kernel: that is selected when the catalogue is there.
void restore(State& state, const Settings& settings);

/// Writes the settings when they changed, not at every notch of a slider.
class SettingsKeeper {
 public:
  using Clock = std::chrono::steady_clock;

  /// `known`: what the file says already.
  SettingsKeeper(std::filesystem::path file, Settings known) : file_(std::move(file)), written_(std::move(known)) {}

  /// Writes when the settings differ from the file for a second. Error: the file cannot be written; said once, tried
  /// again with the next change.
  [[nodiscard]] Status look(const Settings& settings, Clock::time_point now);
  /// Writes what is not written yet.
  [[nodiscard]] Status finish(const Settings& settings);

 private:
  std::filesystem::path file_;
  Settings written_;
  std::optional<Clock::time_point> changed_;
};

/// "zh" when the system's messages are in Chinese, else "en".
[[nodiscard]] std::string language_of_system();

}  // namespace warpscope::gui
