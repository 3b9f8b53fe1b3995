// How the window looks, and which workspace it shows. The designed layouts are in shell/layout.h.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/names.h"
#include "client/remote.h"
#include "gui/store/first_steps.h"
#include "gui/store/jobs.h"
#include "gui/store/notice.h"
#include "gui/store/subject.h"
#include "gui/store/words/language.h"
#include "gui/store/workspaces.h"

namespace lanescope::gui {

/// The themes by name. Their colours are in theme.h.
enum class ThemeName {
  dark,
  light,
  projector,     ///< black on white with thick strokes, for a weak lamp and a bright hall
  colour_blind,  ///< uses only the axis from blue to orange for meaning, which nearly everybody sees
  high_contrast_dark,
  high_contrast_light,
  system,  ///< dark or light, as the desktop was set when the program began; it has no colours of its own
};

/// Those with colours of their own.
inline constexpr std::array theme_names{ThemeName::dark,
                                        ThemeName::light,
                                        ThemeName::projector,
                                        ThemeName::colour_blind,
                                        ThemeName::high_contrast_dark,
                                        ThemeName::high_contrast_light};

inline constexpr EnumNames<7> theme_words{
    "dark",  "light", "projector", "colour_blind", "high_contrast_dark", "high_contrast_light",
    "system"};  ///< as stored
[[nodiscard]] constexpr std::string_view name_of(ThemeName theme) {
  return enum_name(theme_words, theme);
}
/// Returns nothing when no theme has that name.
[[nodiscard]] constexpr std::optional<ThemeName> theme_named(std::string_view name) {
  return enum_cast<ThemeName>(theme_words, name);
}

/// What the user has done with the banner that says what is wrong with the kernel; each is the text of one, or empty.
struct BannerChoice {
  std::string closed, followed;  ///< followed: its line was shown
};

/// An animation that is being written.
struct AnimationProgress {
  std::string file;  ///< with its whole path
  std::uint32_t taken = 0, frames = 0;
  double began = 0;  ///< in seconds since the session began
  friend bool operator==(const AnimationProgress&, const AnimationProgress&) = default;
};

/// What the user has set once for all, in the settings window.
struct Preferences {
  std::string editor;         ///< command that opens a kernel's file; empty means as the environment says
  int run_seconds = 10;       ///< as experiments::Experiment::timeout
  int worker_mib = 0;         ///< memory that the worker may take; 0 means as it decides
  bool keeps_session = true;  ///< whether the next start brings back what was chosen last
  friend bool operator==(const Preferences&, const Preferences&) = default;
};
inline constexpr int max_run_seconds = 3600, min_worker_mib = 512, max_worker_mib = 1 << 20;

/// How the window looks, and which of its small windows are open.
struct Ui {
  std::shared_ptr<const Language> language = english();
  ThemeName theme = ThemeName::dark;         ///< as chosen
  ThemeName system_theme = ThemeName::dark;  ///< what `system` means here
  /// Returns the one whose colours are shown.
  [[nodiscard]] ThemeName shown_theme() const { return theme == ThemeName::system ? system_theme : theme; }
  float zoom = 1;
  Workspace workspace = Workspace::watch;
  Workspace before = Workspace::watch;  ///< the one that was shown before it
  std::string stage;                    ///< name of the large panel that was looked at last; empty before a frame
  [[nodiscard]] bool is_lecture() const { return workspace == Workspace::lecture; }
  bool blank = false;                      ///< whether everything is hidden, so that everybody looks at the lecturer
  bool presenter = false;                  ///< whether the presenter's window is open
  bool pen = false;                        ///< whether the mouse draws on the picture of a lecture
  FirstStep first_step = FirstStep::done;  ///< the one whose sentence is shown
  bool show_help = false, show_settings = false;
  std::string documentation;  ///< the folder of the pages about the program, which the help names; empty means none
  bool show_palette = false;
  /// Command::text() of what was done last, among what the palette lists, the newest first.
  std::vector<std::string> recent_commands;
  bool show_connect = false;
  std::vector<client::Remote> remotes;  ///< those asked for in this session, the newest first
  std::vector<Notice> notices;          ///< what was done and what failed, the newest last; show_notice() adds to them
  std::optional<AnimationProgress> animation;
  std::vector<Job> jobs;           ///< that are shown; the session follows them
  std::optional<Subject> subject;  ///< what the context menu is about that was opened last
  BannerChoice banner;
  bool opens_folders = false;             ///< whether the desktop can show a folder
  bool makes_videos = false;              ///< whether ffmpeg is installed
  std::vector<std::string> recent_files;  ///< kernel files that were opened, the newest first
  std::string exports;                    ///< the folder that was exported to last; empty means none yet
  std::string first_exports;              ///< the folder for the first export
  [[nodiscard]] const std::string& export_folder() const { return exports.empty() ? first_exports : exports; }
  /// Whether a picture is made for others to see: names of machines, paths of the user's files and notices are left
  /// out.
  bool hide_private_words = false;
  Preferences preferences;
  bool live = true;  ///< whether measuring goes on and on from the start
};

}  // namespace lanescope::gui
