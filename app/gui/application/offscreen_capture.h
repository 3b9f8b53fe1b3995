// Pictures of the window, or of one of its panels, at any size. They are drawn at that size and not scaled, in the
// current OpenGL context.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "base/error.h"
#include "gui/application/panel_canvas.h"
#include "gui/export/animation_writer.h"
#include "gui/export/export_view_model.h"
#include "gui/shell/interface.h"
#include "gui/store/state.h"
#include "render/gl/gl_objects.h"
#include "render/image/image.h"

namespace lanescope::gui {

/// Pictures of the whole window.
class WindowCapture {
 public:
  WindowCapture(render::Framebuffer canvas, float scale) : canvas_(std::move(canvas)), scale_(scale) {}

  /// Draws the state, as large as the canvas. The interface must have drawn at least one frame. This draws the frames
  /// that docking needs to settle, and none of them reacts to the mouse.
  [[nodiscard]] render::Image take(Interface& interface, const State& state) const;

 private:
  void draw(Interface& interface, const State& state) const;

  render::Framebuffer canvas_;
  float scale_;
};

/// Takes one picture, which holds nothing private (Ui::hide_private_words). It fails when OpenGL does not support the
/// size, or when a panel shall be as large as it is, but is not in front.
[[nodiscard]] Expected<render::Image> capture(Interface& interface, const State& state, const ExportPicture& picture);

class AnimationExport {
 public:
  /// Plays a copy of the state on a canvas of its own, so that the film does not show what happens in the window
  /// meanwhile, and the window nothing of the film. It fails as PanelCanvas::open() and open_animation() do, or when
  /// nothing plays. The interface must outlive it.
  [[nodiscard]] static Expected<std::unique_ptr<AnimationExport>> begin(const Interface& interface, const State& state,
                                                                        const ExportAnimation& wanted);

  /// Takes pictures for about that long, at least one. It returns true when the file is written.
  [[nodiscard]] Expected<bool> write_for(std::chrono::milliseconds budget);

  [[nodiscard]] AnimationProgress progress() const { return {options_.file.string(), taken_, options_.frames}; }

 private:
  AnimationExport(State state, std::unique_ptr<PanelCanvas> canvas, std::unique_ptr<AnimationWriter> writer,
                  AnimationOptions options)
      : state_(std::move(state)),
        canvas_(std::move(canvas)),
        writer_(std::move(writer)),
        options_(std::move(options)) {}

  State state_;
  std::unique_ptr<PanelCanvas> canvas_;
  std::unique_ptr<AnimationWriter> writer_;
  AnimationOptions options_;
  std::uint32_t taken_ = 0;
};

}  // namespace lanescope::gui
