// What the window remembers from one start to the next, as a plain struct with defaults, a TOML file and a range for
// each key.
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
#include "gui/store/ui.h"

namespace lanescope::gui {

struct State;

inline constexpr float min_zoom = 0.5F, max_zoom = 3.0F;

struct Settings {
  // The size of the window, in units of a display with scale 1.
  int width = 1600, height = 900;
  std::optional<std::pair<int, int>> position;  ///< of its upper left corner on the desktop, where that is known

  // These set how it looks.
  ThemeName theme = ThemeName::dark;
  std::string language;  ///< its code; empty means that of the system
  float zoom = 1;
  Workspace workspace = Workspace::watch;  ///< the one that is shown; never the lecture
  /// Where the panels are in workspaces that the user has arranged, by their names, as Dear ImGui writes it.
  std::map<std::string, std::string, std::less<>> layouts;

  // These are what the user last looked at.
  FirstStep first_step = FirstStep::pad;  ///< which of the sentences for new users comes next
  std::string kernel;                     ///< its id; empty means the first
  std::string file;  ///< the path of that kernel's file, when it is none of the program's; empty means none
  std::vector<std::string> recent_files;          ///< as Ui::recent_files
  std::map<std::string, catalogue::Values> pins;  ///< by letter and kernel: "A transpose/smem_pad"
  bool compare_on_stage = false;                  ///< as Pins::on_stage
  std::map<std::string, catalogue::Values> values;
  std::string target;  ///< name of the GPU whose times are shown; empty means the machine's
  Preferences preferences;
  bool live = true;     ///< as in Ui
  std::string exports;  ///< the folder that was exported to last; empty means none yet
  bool as_written = false, percent = false, by_excess = false, ptx = false, sass = false;

  friend bool operator==(const Settings&, const Settings&) = default;
};

/// Returns XDG_CONFIG_HOME/lanescope/settings.toml.
[[nodiscard]] std::filesystem::path settings_file();

/// What may become of the file that settings were read from.
enum class SettingsOriginal {
  replaceable,  ///< Everything in it was understood.
  copied,       ///< It holds values that are not used: it is copied once before it is written over.
  untouched,    ///< It is no TOML or cannot be read: only the user writes it, and changes go beside it.
};

struct SettingsRead {
  Settings settings;
  std::vector<std::string> complaints;  ///< for the user; each names a value that is not used, and what is used instead
  SettingsOriginal original = SettingsOriginal::replaceable;
};
/// A key that is missing, of the wrong kind or out of its range has its default. A missing file means defaults. If the
/// file is no TOML, its good lines are used, and each bad one is a complaint; changes that were saved since then are
/// read from recovered_file().
[[nodiscard]] SettingsRead read_settings(const std::filesystem::path& file);
/// The same for the text of one file.
[[nodiscard]] SettingsRead parse_settings(std::string_view text, const std::string& file);
[[nodiscard]] std::string text_of(const Settings& settings);
/// The same text for others to see: how the window looks, without what the user has named (kernels, commands).
[[nodiscard]] std::string shareable_text(const Settings& settings);

/// The files beside that of the settings: the first is written while that one may not be, the second is a copy of it
/// from before its unused values were dropped.
[[nodiscard]] std::filesystem::path recovered_file(const std::filesystem::path& file);
[[nodiscard]] std::filesystem::path copied_file(const std::filesystem::path& file);

/// Returns all settings but the window's size and where the panels are, which only the window knows.
[[nodiscard]] Settings settings_of(const State& state);
/// Restores the state. The kernel is not selected here, because the catalogue must be there first.
void restore(State& state, const Settings& settings);

/// Writes the settings after a change, but not at every step of a slider. What other windows and the user have written
/// to the file meanwhile stays: only the keys that changed here are replaced.
class SettingsSaver {
 public:
  using Clock = std::chrono::steady_clock;

  /// `known` is what the file already holds; without a file nothing is kept.
  SettingsSaver(std::filesystem::path file, Settings known) : file_(std::move(file)), written_(std::move(known)) {}

  /// Writes when the settings have differed from the file for a second. It fails when the file cannot be written. It
  /// then tries again only after the next change.
  [[nodiscard]] Status save_if_due(const Settings& settings, Clock::time_point now);
  /// Writes what is not written yet.
  [[nodiscard]] Status save_now(const Settings& settings);

 private:
  std::filesystem::path file_;
  Settings written_;
  std::optional<Clock::time_point> changed_;
};

/// Returns "zh" when the system's messages are in Chinese, and "en" otherwise.
[[nodiscard]] std::string language_of_system();

}  // namespace lanescope::gui
