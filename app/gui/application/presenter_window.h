// The window with what the lecturer reads, beside the one that the audience sees. It has an OpenGL context and a
// context of Dear ImGui of its own.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "base/error.h"
#include "gui/shell/interface.h"
#include "render/context/window.h"

struct GLFWwindow;
struct ImGuiContext;
struct ImPlotContext;

namespace lanescope::gui {

class PresenterWindow {
 public:
  using Clock = std::chrono::steady_clock;

  /// Opens on another screen than `audience` where there is one; on Wayland, where the compositor puts it. The contexts
  /// of `audience` are current before and after.
  [[nodiscard]] static Expected<std::unique_ptr<PresenterWindow>> open(render::Window& audience,
                                                                       const InterfaceOptions& options);
  ~PresenterWindow();
  PresenterWindow(const PresenterWindow&) = delete;
  PresenterWindow& operator=(const PresenterWindow&) = delete;

  /// Returns whether its clock has moved on, or something has happened in it.
  [[nodiscard]] bool is_due() const;
  /// Draws it and returns the commands that were given in it.
  [[nodiscard]] std::vector<Command> draw(const State& state);

 private:
  PresenterWindow(render::Window& audience, GLFWwindow* handle);
  void install_callbacks();
  /// Returns the window of the handle, in which something has happened.
  static PresenterWindow& of(GLFWwindow* handle);
  [[nodiscard]] double seconds_of_lecture() const;

  render::Window& audience_;
  GLFWwindow* handle_;
  ImGuiContext* context_;
  ImPlotContext* plots_;
  Fonts fonts_;
  bool draws_ = false;      ///< whether the OpenGL back end has begun
  int frames_to_draw_ = 3;  ///< after an event, as in the other window
  std::vector<int> keys_;   ///< of GLFW, that were pressed since the last frame
  Clock::time_point lecture_began_ = Clock::now();
  std::int64_t shown_second_ = -1;
};

}  // namespace lanescope::gui
