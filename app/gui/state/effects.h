// What perform() asks others to do, once it has changed the state: the session talks to the worker and to files, the
// interface to Dear ImGui. Each effect is carried out once.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client/remote.h"
#include "gui/export/export_plots.h"
#include "gui/views/playback/access_sequence.h"

namespace warpscope::gui {

// By the session.

struct Measure {};  ///< the same experiment once more
/// Kernels run there from now on; empty: on this machine.
struct Connect {
  std::optional<client::Remote> remote;
};
struct Reconnect {};    ///< a lost connection is tried at once
struct StartDoctor {};  ///< examines the machine that kernels run on
struct OpenEditor {
  std::string file;
  int line = 0;  ///< 0: none
};
struct ExportPlot {
  Plot plot = Plot::scope;
  PlotFormat format = PlotFormat::svg;
};
struct ExportSweep {};  ///< the points of the Sweep panel as a table
struct Quit {};

// By the interface.

/// The panel comes to the front.
struct FocusPanel {
  std::string_view panel;  ///< its name: "source"
};
struct FocusSearch {};    ///< the field that searches kernels takes the keyboard
struct ScrollSource {};   ///< the source and the listings beside it scroll to the selected line
struct ArrangeLayout {};  ///< the panels go to where the layout that is chosen has them
/// The interface answers with AddLayout: where the panels are now.
struct StoreLayout {
  std::string name;
};
struct CopyText {
  std::string text;  ///< for the clipboard
};

// By whoever has both, and draws.

/// A picture of the window, or of one panel in front.
struct ExportPicture {
  std::string panel;                    ///< its name; empty: the window
  std::uint32_t width = 0, height = 0;  ///< pixels; 0: as large as it is
};
inline constexpr std::uint32_t smallest_picture = 64, largest_picture = 8192;  ///< pixels of a side

/// An animation of an animated view, which must be in front.
struct ExportAnimation {
  AnimatedView view = AnimatedView::banks;
  bool mp4 = false;  ///< else an animated PNG
};

using Effect =
    std::variant<Measure, Connect, Reconnect, StartDoctor, OpenEditor, ExportPlot, ExportSweep, Quit, FocusPanel,
                 FocusSearch, ScrollSource, ArrangeLayout, StoreLayout, CopyText, ExportPicture, ExportAnimation>;
using Effects = std::vector<Effect>;

inline void append(Effects& effects, Effects further) {
  effects.insert(effects.end(), std::move_iterator(further.begin()), std::move_iterator(further.end()));
}

/// For std::visit: one function for each alternative.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace warpscope::gui
