// One frame of the window, whoever shows it: the contexts of Dear ImGui and ImPlot, typefaces, theme, layout, panels.
// Knows no GLFW: a window and an offscreen picture use it alike.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "gui/actions.h"
#include "gui/connect_dialog.h"
#include "gui/keys.h"
#include "gui/output_picture.h"
#include "gui/panels.h"

namespace warpscope::gui {

/// Finds OpenGL functions by name, as glfwGetProcAddress and eglGetProcAddress do.
using OpenGlLoader = void (*(*)(const char*))();

struct InterfaceOptions {
  OpenGlLoader loader = nullptr;
  std::vector<std::filesystem::path> fonts;  ///< folders to search; empty: font_folders()
  std::filesystem::path shaders;             ///< for the picture of the output
};

/// What is drawn into. Dear ImGui's own DisplaySize says how large it is.
struct Canvas {
  std::uint32_t width = 0, height = 0;               ///< pixels
  float scale = 1;                                   ///< of the display: the smallest text grows with it
  const render::Framebuffer* framebuffer = nullptr;  ///< null: the window
};

/// Height of normal text: a 48th of the window's height, so that a projector shows the same picture whatever its
/// resolution, never smaller than one can read.
[[nodiscard]] float text_height(float window_height, float scale, float zoom);

class Interface {
 public:
  /// An OpenGL context is current on this thread and stays so. Error: the OpenGL functions or shaders.
  [[nodiscard]] static Expected<std::unique_ptr<Interface>> create(const InterfaceOptions& options);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /// Whoever takes the input (the GLFW back end, a test) has filled Dear ImGui's events, and its time.
  /// Returns what was asked for, in order.
  [[nodiscard]] std::vector<Command> draw(const State& state, const Canvas& canvas);

  /// A picture of the output that was copied in the last draw(): the session tells the worker.
  [[nodiscard]] const std::optional<OutputPicture::Taken>& taken() const { return taken_; }
  /// Typefaces that were not found, pictures that could not be drawn: for the log. Empties the list.
  [[nodiscard]] std::vector<std::string> notes();
  [[nodiscard]] const WidgetMap& widgets() const { return widgets_; }

 private:
  explicit Interface(OutputPicture output);
  void take_picture(const State& state);

  Theme theme_;
  Fonts fonts_;
  OutputPicture output_;
  std::optional<OutputPicture::Taken> taken_;
  std::string pictured_kernel_;
  float applied_height_ = 0;
  std::optional<std::uint64_t> arranged_;  ///< State::layout_resets when the panels were last arranged
  std::uint64_t fronted_ = 0;              ///< Sweep::fronts_wanted when its panel last came to the front
  std::uint64_t source_fronted_ = 0, occupancy_fronted_ = 0;  ///< the same of SourceState
  const char* front_ = panel::source;                         ///< of Source, Occupancy and Sweep
  SourceScroll source_scroll_;
  ConnectForm connect_form_;
  KeyReader keys_;
  WidgetMap widgets_;
  std::vector<std::string> notes_;
};

}  // namespace warpscope::gui
