// What was asked to be taken away: files, pictures, a line on the clipboard.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/export/export_plots.h"
#include "gui/views/playback/access_sequence.h"

namespace warpscope::gui {

enum class PlotFormat { svg, csv };

struct PlotWish {
  Plot plot = Plot::scope;
  PlotFormat format = PlotFormat::svg;
};

/// A picture of the window, or of one panel in front.
struct PictureWish {
  std::string panel;                    ///< its name in the table of panels; empty: the window
  std::uint32_t width = 0, height = 0;  ///< pixels; 0: as large as it is
};
inline constexpr std::uint32_t largest_picture = 8192;  ///< pixels of a side

/// An animation of an animated view, which must be in front.
struct FilmWish {
  AnimatedView view = AnimatedView::banks;
  bool mp4 = false;  ///< else an animated PNG
};

struct Exports {
  std::vector<PlotWish> plots;        ///< to be written; the session takes them
  std::vector<PictureWish> pictures;  ///< to be taken; whoever draws the window takes them
  std::vector<FilmWish> films;        ///< likewise
  std::string clipboard;
  std::uint64_t copies_wanted = 0;  ///< rises when `clipboard` shall be on the clipboard
  bool show_dialog = false;         ///< the one that asks what of, and how large
};

}  // namespace warpscope::gui
