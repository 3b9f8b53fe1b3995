// What perform() asks others to do, once it has changed the state. The session talks to the worker and handles files,
// the interface talks to Dear ImGui, and who owns both takes pictures. Each effect is carried out once, by one of them.
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "client/remote.h"
#include "gui/store/export_state.h"
#include "gui/store/open_file_state.h"
#include "gui/store/playback/animated_views.h"
#include "lessons/lesson.h"

namespace lanescope::gui {

// The session carries these out.

struct Measure {};  ///< measures the same experiment once more
/// Lets kernels run on that machine from now on. An empty `remote` means this machine.
struct Connect {
  std::optional<client::Remote> remote;
};
struct Reconnect {};    ///< tries at once to restore a lost connection
struct StartDoctor {};  ///< examines the machine that kernels run on
struct StopDoctor {};   ///< ends that before its end
struct WriteReport {};  ///< writes one file for a bug report
struct OpenEditor {
  std::string file;
  int line = 0;  ///< 0 means none
};
/// Writes what a panel plots. A file of that name is replaced, here and below.
struct ExportPlot {
  std::string panel;
  ExportForm form = ExportForm::drawing;  ///< or a table
  std::string file = {};
};
/// Shows a folder, or opens a file.
struct ReadPath {
  std::string path;        ///< empty means the current folder
  std::string entry = {};  ///< the kernel of the file to begin with; empty means the first that it launches
};
/// Shows the source that the selected PTX file names, which lies outside of that file's folder.
struct ReadSource {
  std::string path;  ///< whole, as it was shown
};
struct ReadHeaders {};  ///< reads the headers of the shown form again, also from its further folders
/// Selects the kernel of a file with this front matter, which is written where `destination` says.
struct LaunchFile {
  std::string file;
  std::string front_matter;
  FrontMatterDestination destination = FrontMatterDestination::nowhere;
};
/// Writes the file of a lecture. It fails when that is to be new and exists.
struct SaveLecture {
  std::string file;
  std::shared_ptr<const lessons::Lesson> lecture;  ///< null removes the file
  bool is_new = false;
};
/// Shows the folder of a file on the desktop.
struct OpenFolder {
  std::string file;
};
struct Quit {};

// The interface carries these out.

/// Brings the panel to the front.
struct FocusPanel {
  std::string_view panel;  ///< its name, such as "source"
};
struct FocusSearch {};         ///< gives the keyboard focus to the field that searches kernels
struct ScrollSource {};        ///< scrolls the source and the listings beside it to the selected line
struct ArrangeLayout {};       ///< moves the panels of the workspace to where the designed layout has them
struct KeepArrangement {};     ///< keeps where the panels of all workspaces are, for RestoreArrangement
struct RestoreArrangement {};  ///< moves the panels back there
struct ShowContextMenu {};     ///< opens the menu about Ui::subject
struct ClearDrawing {};        ///< takes away what was drawn on the picture
struct CopyFocused {};         ///< asks what is meant; the interface answers with CopySubject or CopyPanel
struct CopyText {
  std::string text;  ///< for the clipboard
};

// The code that owns both and draws the frames carries these out.

/// Takes a picture of the window, or of one panel.
struct ExportPicture {
  std::string panel;  ///< its name; empty means the window
  ImageSize size = {};
  std::string file = {};
};
inline constexpr std::uint32_t min_picture_side = 64, max_picture_side = 8192;  ///< pixels per side

/// Puts a picture of the panel on the clipboard.
struct CopyPicture {
  std::string panel;  ///< its name
};

/// Writes an animation of a view from the beginning. The ending of the file says how.
struct ExportAnimation {
  AnimatedView view = AnimatedView::banks;
  ImageSize size{1280, 720};
  double seconds = 0;  ///< its length; 0 means to the end
  double speed = 0;    ///< in steps per second; 0 means that of the view
  std::string file;
};
inline constexpr std::uint32_t max_animation_side = 3840;  ///< pixels per side
struct CancelAnimation {};  ///< ends the animation that is being written, and leaves no file

// Each of these lists has one that carries out its effects, and knows all of them.
using SessionEffect =
    std::variant<Measure, Connect, Reconnect, StartDoctor, StopDoctor, WriteReport, OpenEditor, ExportPlot, ReadPath,
                 ReadSource, ReadHeaders, LaunchFile, SaveLecture, OpenFolder, Quit>;
using WindowEffect = std::variant<FocusPanel, FocusSearch, ScrollSource, ArrangeLayout, KeepArrangement,
                                  RestoreArrangement, ShowContextMenu, ClearDrawing, CopyFocused, CopyText>;
using PictureEffect = std::variant<ExportPicture, CopyPicture, ExportAnimation, CancelAnimation>;

template <class... Lists>
struct Joined;
template <class... First, class... Second, class... Third>
struct Joined<std::variant<First...>, std::variant<Second...>, std::variant<Third...>> {
  using Type = std::variant<First..., Second..., Third...>;
};
using Effect = Joined<SessionEffect, WindowEffect, PictureEffect>::Type;
using Effects = std::vector<Effect>;

inline void append(Effects& effects, Effects further) {
  effects.insert(effects.end(), std::move_iterator(further.begin()), std::move_iterator(further.end()));
}

/// Gives each effect to the one of its list: on_session, on_window or on_picture.
template <class OnSession, class OnWindow, class OnPicture>
void dispatch(const Effects& effects, const OnSession& on_session, const OnWindow& on_window,
              const OnPicture& on_picture) {
  for (const Effect& effect : effects) {
    std::visit(
        [&](const auto& one) {
          using Kind = std::remove_cvref_t<decltype(one)>;
          if constexpr (std::is_constructible_v<SessionEffect, Kind>) {
            on_session(one);
          } else if constexpr (std::is_constructible_v<WindowEffect, Kind>) {
            on_window(one);
          } else {
            on_picture(one);
          }
        },
        effect);
  }
}
/// Returns those that the interface carries out.
[[nodiscard]] inline std::vector<WindowEffect> for_window(const Effects& effects) {
  std::vector<WindowEffect> found;
  const auto ignore = [](const auto&) {};
  dispatch(
      effects, ignore, [&](const auto& one) { found.emplace_back(one); }, ignore);
  return found;
}

/// Joins one function for each alternative into a visitor for std::visit.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace lanescope::gui
