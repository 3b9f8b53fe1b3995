// The window without a screen: an offscreen context, a picture to draw into, and the interface. For snapshots and
// tests.
#pragma once

#include <memory>
#include <vector>

#include "base/error.h"
#include "base/library.h"
#include "gui/shell/interface.h"
#include "render/context/offscreen.h"

namespace warpscope::gui {

struct OffscreenWindowOptions {
  std::uint32_t width = 1920, height = 1080;
  render::OffscreenOptions context;
  InterfaceOptions interface;  ///< its loader is chosen here
};

class OffscreenWindow {
 public:
  /// Error: no offscreen OpenGL, or no shaders.
  [[nodiscard]] static Expected<std::unique_ptr<OffscreenWindow>> open(const OffscreenWindowOptions& options);

  /// Draws one frame, a 60th of a second after the one before.
  [[nodiscard]] std::vector<Command> draw(const State& state);
  [[nodiscard]] render::Image image() const { return canvas_.read(); }

  [[nodiscard]] Interface& interface() { return *interface_; }
  [[nodiscard]] const render::Offscreen& context() const { return *context_; }

 private:
  OffscreenWindow(SharedLibrary egl, std::unique_ptr<render::Offscreen> context, render::Framebuffer canvas,
                  std::unique_ptr<Interface> interface);
  // In the order of dependence: the last is destroyed first.
  SharedLibrary egl_;
  std::unique_ptr<render::Offscreen> context_;
  render::Framebuffer canvas_;
  std::unique_ptr<Interface> interface_;
};

}  // namespace warpscope::gui
