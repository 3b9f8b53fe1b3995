// The window on the screen, with its OpenGL context.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "render/context/context.h"
#include "render/image/image.h"

struct GLFWwindow;

namespace lanescope::render {

struct WindowOptions {
  std::string title = "lanescope";
  int width = 1280, height = 800;               ///< in units of a display with scale 1; grows with the display's scale
  std::optional<std::pair<int, int>> position;  ///< of its upper left corner; it is used where a screen has that place
  bool vertical_sync = true;                    ///< swap() waits for the display
  bool visible = true;                          ///< false is for tests, which get a context all the same
  std::vector<Image> icons;  ///< square, several sizes; ignored where the desktop takes them from a file (Wayland)
};

struct PixelSize {
  int width = 0, height = 0;
  friend bool operator==(const PixelSize&, const PixelSize&) = default;
};

/// A GLFW window. Only one lives at a time, on the main thread: opening starts GLFW, destroying ends it.
class Window final : public Context {
 public:
  /// Tries the desktop's own platform, then X11. An error says why each try failed, and the remedy (no display; a
  /// driver without OpenGL 4.5).
  [[nodiscard]] static Expected<std::unique_ptr<Window>> open(const WindowOptions& options);
  ~Window() override;

  void make_current() override;
  /// Shows what was drawn; with vertical_sync it waits for the display. It draws no frame and handles no events.
  void swap();

  /// It serves Dear ImGui's GLFW back end, events and the clipboard. The window owns it.
  [[nodiscard]] GLFWwindow* handle() const noexcept { return handle_; }
  [[nodiscard]] bool close_requested() const;
  [[nodiscard]] PixelSize framebuffer_size() const;  ///< pixels to draw; 0 × 0 while minimised
  /// Returns where its upper left corner is, or was before it filled the screen; nothing where the desktop does not
  /// say.
  [[nodiscard]] std::optional<std::pair<int, int>> position() const;
  [[nodiscard]] PixelSize own_size() const;  ///< the same, but what it was before the window began to fill the screen

  /// Fills the screen that most of the window is on, or puts the window back to where it was. It needs no window
  /// manager.
  void fill_screen(bool fills);
  [[nodiscard]] bool fills_screen() const;
  [[nodiscard]] float scale() const;  ///< The scale of the display, 1, 1.5, 2 ...; fonts grow by it.

 private:
  [[nodiscard]] static Expected<std::unique_ptr<Window>> open_on_platform(const WindowOptions& options);
  explicit Window(GLFWwindow* handle) noexcept : handle_(handle) {}
  GLFWwindow* handle_;

  // Before it began to fill the screen.
  struct Place {
    int x = 0, y = 0, width = 0, height = 0;  ///< in units of the screen
    PixelSize pixels;
  };
  Place before_;
};

}  // namespace lanescope::render
