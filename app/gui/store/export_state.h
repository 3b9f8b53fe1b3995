// What the export dialog says: what is written, how, and where.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"

namespace lanescope::gui {

/// Of the window there is a picture. A panel may also plot something, or play.
enum class ExportForm { picture, drawing, table, animation, video };  ///< PNG, SVG, CSV, animated PNG, MP4

struct ImageSize {
  std::uint32_t width = 0, height = 0;  ///< in pixels; 0 means as large as it is on the screen
  [[nodiscard]] bool is_that_of_screen() const { return width == 0 && height == 0; }
  friend bool operator==(const ImageSize&, const ImageSize&) = default;
};

struct ExportChoice {
  std::string panel;  ///< its name; empty means the window
  ExportForm form = ExportForm::picture;
  ImageSize picture{1920, 1080}, animation{1280, 720};
  bool whole_pass = true;              ///< the animation goes to the end
  double seconds = 10;                 ///< its length otherwise
  bool speed_of_view = true;           ///< it plays as the view does
  double speed = 16;                   ///< in steps per second otherwise
  std::string folder = {}, name = {};  ///< as typed, the name without its ending; empty means as proposed
  friend bool operator==(const ExportChoice&, const ExportChoice&) = default;
};

struct ExportState {
  bool shown = false;
  ExportChoice choice;
  Error trouble;  ///< why nothing could be written there when it was tried; its text is empty when nothing is known
};

}  // namespace lanescope::gui
