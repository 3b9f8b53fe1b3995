#include "render/context/window.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/file.h"
#include "base/library.h"
#include "base/text.h"
#include "render/context/context.h"
#include "render/context/shader_cache.h"
#include "render/messages.h"

namespace lanescope::render {

namespace {

std::string glfw_error() {
  const char* words = nullptr;
  const int code = glfwGetError(&words);
  return code == GLFW_NO_ERROR || words == nullptr ? "no reason given" : words;
}

/// Libraries one of which GLFW opens by name, and Debian's package of them.
struct NeededLibrary {
  std::vector<std::string> names;
  const char* package;
};

/// Returns why the first of them that this system lacks cannot be opened; nothing when it has them all.
std::optional<Error> first_missing_library(const std::vector<NeededLibrary>& libraries) {
  for (const NeededLibrary& library : libraries) {
    if (const auto opened = SharedLibrary::open(library.names); !opened) {
      return Error{message<"window.library">(opened.error().what), "",
                   message<"window.library_remedy">(library.package)};
    }
  }
  return std::nullopt;
}

/// What GLFW opens to reach the display of this session.
std::vector<NeededLibrary> libraries_of_display() {
  std::vector<NeededLibrary> libraries;
  if (!environment("WAYLAND_DISPLAY").empty()) {
    libraries = {{{"libwayland-client.so.0"}, "libwayland-client0"}, {{"libxkbcommon.so.0"}, "libxkbcommon0"}};
  }
  if (!environment("DISPLAY").empty()) libraries.push_back({{"libX11.so.6"}, "libx11-6"});
  return libraries;
}

/// What GLFW opens to draw on the platform that it has chosen.
std::vector<NeededLibrary> libraries_of_opengl() {
  if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND) return {{{"libEGL.so.1"}, "libegl1"}};
  return {{{"libGLX.so.0", "libGL.so.1"}, "libgl1"}};
}

Message driver_remedy() {
  return message<"opengl.too_old_remedy">();
}

const char* platform_name() {
  const int platform = glfwGetPlatform();
  return platform == GLFW_PLATFORM_WAYLAND ? "Wayland window" : platform == GLFW_PLATFORM_X11 ? "X11 window" : "window";
}

/// Returns whether a screen has the place, with some room to the right and below, so that the window can be grasped.
bool is_on_a_screen(int x, int y) {
  constexpr int room = 100;
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  for (int index = 0; index < count; ++index) {
    int left = 0, top = 0;
    glfwGetMonitorPos(monitors[index], &left, &top);
    const GLFWvidmode* const mode = glfwGetVideoMode(monitors[index]);
    if (mode == nullptr || x < left || y < top) continue;
    if (x + room <= left + mode->width && y + room <= top + mode->height) return true;
  }
  return false;
}

GLFWwindow* create(const WindowOptions& options) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_API);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);  // everything is drawn flat
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);  // a lecture stays while its notes are read on another screen
  glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
  // By these names the desktop finds the program's entry and its icon.
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, "lanescope");
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "lanescope");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "lanescope");
  return glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
}

void set_icons(GLFWwindow* window, const std::vector<Image>& icons) {
  if (icons.empty() || glfwGetPlatform() == GLFW_PLATFORM_WAYLAND) return;
  std::vector<std::vector<std::uint8_t>> pixels;  // GLFW takes them as non-const
  std::vector<GLFWimage> images;
  for (const Image& icon : icons) {
    pixels.push_back(icon.pixels);
    images.push_back({static_cast<int>(icon.width), static_cast<int>(icon.height), pixels.back().data()});
  }
  glfwSetWindowIcon(window, static_cast<int>(images.size()), images.data());
}

/// Returns the monitor that has most of a rectangle of the screen, or null when there is none.
GLFWmonitor* monitor_below(int left, int top, int width, int height) {
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  GLFWmonitor* best = nullptr;
  int most = -1;
  for (int index = 0; index < count; ++index) {
    int x = 0, y = 0;
    glfwGetMonitorPos(monitors[index], &x, &y);
    const GLFWvidmode* const mode = glfwGetVideoMode(monitors[index]);
    if (mode == nullptr) continue;
    const int columns = std::max(0, std::min(left + width, x + mode->width) - std::max(left, x));
    const int rows = std::max(0, std::min(top + height, y + mode->height) - std::max(top, y));
    if (columns * rows > most) best = monitors[index];
    most = std::max(most, columns * rows);
  }
  return best;
}

}  // namespace

Expected<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
  const std::string no_shader_cache = disable_shader_cache_if_disk_full();
  std::optional<Error> error;
  for (const int platform : {GLFW_ANY_PLATFORM, GLFW_PLATFORM_X11}) {
    glfwInitHint(GLFW_PLATFORM, platform);
    if (glfwInit() != GLFW_TRUE) {
      if (error) break;  // Wayland had a display but no OpenGL
      const std::string words = glfw_error();
      if (const auto lack = first_missing_library(libraries_of_display())) return failure(*lack);
      return failure(message<"window.no_display">(words), "", message<"window.no_display_remedy">());
    }
    const bool x11_is_left = glfwGetPlatform() == GLFW_PLATFORM_WAYLAND;
    auto window = open_on_platform(options);
    if (window) {
      (*window)->info_.no_shader_cache = no_shader_cache;
      return std::move(*window);
    }
    if (error) window.error().what = message<"window.on_both_platforms">(error->what, window.error().what);
    error = window.error();
    if (!x11_is_left) break;
  }
  return failure(*error);
}

// GLFW is running here; a failure ends it.
Expected<std::unique_ptr<Window>> Window::open_on_platform(const WindowOptions& options) {
  const std::string platform = platform_name();
  GLFWwindow* handle = create(options);
  if (handle == nullptr) {
    const std::string words = glfw_error();
    const auto lack = first_missing_library(libraries_of_opengl());
    glfwTerminate();
    if (lack) return failure(*lack);
    return failure(message<"window.no_opengl">(platform, words), "", driver_remedy());
  }
  std::unique_ptr<Window> window(new Window(handle));
  glfwMakeContextCurrent(handle);
  TRY(window->info_, load_opengl(glfwGetProcAddress, platform));
  glfwSwapInterval(options.vertical_sync ? 1 : 0);
  set_icons(handle, options.icons);
  const bool can_be_placed = options.position && glfwGetPlatform() != GLFW_PLATFORM_WAYLAND;
  if (can_be_placed && is_on_a_screen(options.position->first, options.position->second)) {
    glfwSetWindowPos(handle, options.position->first, options.position->second);
  }
  return window;
}

Window::~Window() {
  glfwDestroyWindow(handle_);
  glfwTerminate();
}

void Window::make_current() {
  glfwMakeContextCurrent(handle_);
  if (glfwGetCurrentContext() != handle_) {
    throw MachineError({message<"window.context_lost">(glfw_error()), info_.platform, ""});
  }
}

void Window::swap() {
  glfwSwapBuffers(handle_);
}

bool Window::close_requested() const {
  return glfwWindowShouldClose(handle_) == GLFW_TRUE;
}

PixelSize Window::framebuffer_size() const {
  PixelSize size;
  glfwGetFramebufferSize(handle_, &size.width, &size.height);
  return size;
}

PixelSize Window::own_size() const {
  return fills_screen() ? before_.pixels : framebuffer_size();
}

std::optional<std::pair<int, int>> Window::position() const {
  if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND) return std::nullopt;
  if (fills_screen()) return std::pair(before_.x, before_.y);
  int x = 0, y = 0;
  glfwGetWindowPos(handle_, &x, &y);
  return std::pair(x, y);
}

bool Window::fills_screen() const {
  return glfwGetWindowMonitor(handle_) != nullptr;
}

void Window::fill_screen(bool fills) {
  if (fills == fills_screen()) return;
  if (!fills) return glfwSetWindowMonitor(handle_, nullptr, before_.x, before_.y, before_.width, before_.height, 0);
  before_.pixels = framebuffer_size();
  glfwGetWindowPos(handle_, &before_.x, &before_.y);
  glfwGetWindowSize(handle_, &before_.width, &before_.height);
  GLFWmonitor* const monitor = monitor_below(before_.x, before_.y, before_.width, before_.height);
  const GLFWvidmode* const mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (mode != nullptr) glfwSetWindowMonitor(handle_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

float Window::scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(handle_, &x, &y);
  return std::max(x, y);
}

}  // namespace lanescope::render
