// Pictures of the window, or of one of its panels, at any size: drawn anew at that size and not scaled, on whatever
// OpenGL context is current.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "gui/shell/interface.h"
#include "render/gl/gl_objects.h"
#include "render/image/image.h"

namespace warpscope::gui {

class OffscreenCapture {
 public:
  /// The interface has drawn at least one frame. Draws the frames that docking needs to settle; none of them answers
  /// the mouse. Error: a panel that is not in front, or a size that OpenGL does not make.
  [[nodiscard]] static Expected<OffscreenCapture> open(Interface& interface, const State& state,
                                                       const ExportPicture& picture);

  /// For pictures that are the same to the last bit, whatever was on the screen before and stands beside them. What is
  /// on the screen otherwise is not redrawn more often than it must be, and so this is not for a window that lives on.
  void settle(Interface& interface, const State& state) const;

  /// What the state looks like, width × height as was asked for. Time goes on by `seconds`, for what moves by itself.
  [[nodiscard]] Expected<render::Image> take(Interface& interface, const State& state, double seconds) const;

 private:
  OffscreenCapture(render::Framebuffer canvas, ExportPicture picture)
      : canvas_(std::move(canvas)), picture_(std::move(picture)) {}
  void draw(Interface& interface, const State& state, double seconds) const;

  render::Framebuffer canvas_;
  ExportPicture picture_;
};

/// Opens a capture and takes one picture.
[[nodiscard]] Expected<render::Image> capture(Interface& interface, const State& state, const ExportPicture& picture);

}  // namespace warpscope::gui
