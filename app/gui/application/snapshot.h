// Pictures of the window on a machine without a display.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/library.h"
#include "base/time/call_watch.h"
#include "client/remote.h"
#include "experiments/experiment.h"
#include "gui/export/animation_writer.h"
#include "gui/shell/interface.h"
#include "gui/store/ui.h"
#include "render/context/offscreen.h"
#include "render/image/image.h"

namespace lanescope::gui {

struct OffscreenWindowOptions {
  std::uint32_t width = 1920, height = 1080;
  render::OffscreenOptions context;
  InterfaceOptions interface;  ///< its loader is set here
  /// Called, in another thread, when a call of OpenGL or CUDA has not returned within `limit`; may be empty.
  CallWatch::Late late;
  std::chrono::milliseconds limit{60'000};
};

/// The window without a screen, which is an offscreen context, a framebuffer, and the interface.
class OffscreenWindow {
 public:
  /// It fails without offscreen OpenGL or without shaders.
  [[nodiscard]] static Expected<std::unique_ptr<OffscreenWindow>> open(const OffscreenWindowOptions& options);
  ~OffscreenWindow();
  OffscreenWindow(const OffscreenWindow&) = delete;
  OffscreenWindow& operator=(const OffscreenWindow&) = delete;

  /// Draws one frame, a 60th of a second after the previous one.
  [[nodiscard]] std::vector<Command> draw(const State& state);
  [[nodiscard]] render::Image image() const;
  /// Watches a call of OpenGL or CUDA that may hang, as long as the returned object lives.
  [[nodiscard]] CallWatch::Call watch_call(std::string activity) const;

  [[nodiscard]] Interface& interface() { return *interface_; }
  [[nodiscard]] const render::Offscreen& context() const { return *context_; }

 private:
  OffscreenWindow(std::unique_ptr<CallWatch> watch, SharedLibrary egl, std::unique_ptr<render::Offscreen> context,
                  render::Framebuffer canvas, std::unique_ptr<Interface> interface);
  // The members are in the order of dependence, so that the last is destroyed first.
  std::unique_ptr<CallWatch> watch_;  ///< null when nobody asked
  SharedLibrary egl_;
  std::unique_ptr<render::Offscreen> context_;
  std::optional<render::Framebuffer> canvas_;
  std::unique_ptr<Interface> interface_;
};

struct SnapshotOptions {
  experiments::Experiment experiment;       ///< it is run, and its result is waited for
  std::filesystem::path recording;          ///< it is shown instead, and nothing is run then
  int width = 1920, height = 1080;          ///< in pixels
  std::chrono::milliseconds limit{60'000};  ///< for a lost connection, and for what follows the result
  std::optional<client::Remote> remote;     ///< where the experiment runs; empty means this machine
  /// It may also name a panel, which is then shown in its workspace.
  std::string view = "window";
  double seconds = 0;         ///< how long an animated view has played; the same seconds give the same picture
  int line = 0;               ///< of the source, which is selected; 0 means none
  catalogue::Values against;  ///< all values of the setting that is shown as B beside the experiment's, A; empty: none
  /// The n-th access of that line that the animated view shows, from 0, from which it plays; empty means none. It is
  /// counted as by lessons::nth_access().
  std::optional<std::uint32_t> access;
  std::optional<std::uint32_t> lane, bank;  ///< they are marked
  bool levels = false;                      ///< accesses are coloured by the level of memory that answers them
  bool alone = false;                       ///< draws the panel without the window around it, as large as the picture
  bool names = false;                       ///< shows names of machines and paths of files, which it leaves out
  ThemeName theme = ThemeName::dark;
  std::string language = "en";  ///< it may also be "zh"
  CallWatch::Late late = {};    ///< as in OffscreenWindowOptions
  /// Called with the Result that the picture shows, when it was run for it; may be empty.
  std::function<void(const std::shared_ptr<const experiments::Result>&)> shown = {};
  /// Called with what the panel says below the picture, where it is drawn alone; may be empty.
  std::function<void(std::string)> captioned = {};
};

/// It fails without offscreen OpenGL, when the driver drew nothing, when a recording cannot be read, or when the
/// connection stays away. A failed result gives a picture that says so.
[[nodiscard]] Expected<render::Image> snapshot(const SnapshotOptions& options);

/// Writes the panel of the view alone, played from `seconds` on. The clock is that of the animation, so that the same
/// command gives the same file. It fails as snapshot() and open_animation() do, or when nothing was recorded.
[[nodiscard]] Status animate(const SnapshotOptions& options, const AnimationOptions& animation);

}  // namespace lanescope::gui
