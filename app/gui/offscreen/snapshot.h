// What the window shows, as a picture, on a machine without a display.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/library.h"
#include "client/remote.h"
#include "gui/export/animation_writer.h"
#include "gui/shell/interface.h"
#include "gui/state/ui.h"
#include "lab/experiment.h"
#include "render/context/offscreen.h"
#include "render/image/image.h"

namespace warpscope::gui {

struct OffscreenWindowOptions {
  std::uint32_t width = 1920, height = 1080;
  render::OffscreenOptions context;
  InterfaceOptions interface;  ///< its loader is chosen here
};

/// The window without a screen: an offscreen context, a picture to draw into, and the interface.
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

struct SnapshotOptions {
  lab::Experiment experiment;               ///< run, and waited for
  std::filesystem::path recording;          ///< shown instead; nothing is run then
  int width = 1920, height = 1080;          ///< pixels
  std::chrono::milliseconds limit{60'000};  ///< for the result
  std::optional<client::Remote> remote;     ///< where it runs; empty: here
  /// Or the name of a panel of the large place: that panel in the wide view.
  std::string view = "window";
  double seconds = 0;  ///< how long an animated view has played; the same seconds give the same picture
  bool alone = false;  ///< the panel without the window around it, as large as the picture
  ThemeName theme = ThemeName::dark;
  std::string language = "en";  ///< or "zh"
};

/// Error: no offscreen OpenGL, a driver that drew nothing, a recording that cannot be read, or no result within the
/// limit. A result that failed is a picture that says so.
[[nodiscard]] Expected<render::Image> snapshot(const SnapshotOptions& options);

/// The view played from `seconds` on, its panel alone. The clock is that of the animation: the same command gives the
/// same file. Error: as snapshot() and open_animation(), or nothing was recorded.
[[nodiscard]] Status animate(const SnapshotOptions& options, const AnimationOptions& animation);

}  // namespace warpscope::gui
