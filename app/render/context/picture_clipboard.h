// Pictures on the clipboard, for which GLFW has no function: an X11 selection of our own, or `wl-copy` on Wayland.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"

namespace lanescope::render {

/// Other programs ask for the picture as long as this object lives and nothing else was copied.
class PictureClipboard {
 public:
  PictureClipboard();
  ~PictureClipboard();
  PictureClipboard(const PictureClipboard&) = delete;
  PictureClipboard& operator=(const PictureClipboard&) = delete;

  /// Puts a PNG on the clipboard of the desktop that the window is on. It fails where the desktop has none for
  /// pictures, or when the picture is larger than the X server takes at once.
  [[nodiscard]] Status offer(std::string png);

 private:
  class Selection;
  std::unique_ptr<Selection> selection_;  ///< null until the first picture on X11
};

}  // namespace lanescope::render
