#include "render/context/window.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "render/context/context.h"
#include "render/context/shader_cache.h"

namespace lanescope::render {

namespace {

std::string last_words() {
  const char* words = nullptr;
  const int code = glfwGetError(&words);
  return code == GLFW_NO_ERROR || words == nullptr ? "no reason given" : words;
}

const char* platform_name() {
  const int platform = glfwGetPlatform();
  return platform == GLFW_PLATFORM_WAYLAND ? "Wayland window" : platform == GLFW_PLATFORM_X11 ? "X11 window" : "window";
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

}  // namespace

Expected<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
  constexpr const char* driver_remedy =
      "install the GPU's current driver, or use Mesa's software renderer: LIBGL_ALWAYS_SOFTWARE=1";
  const std::string no_shader_cache = spare_full_disk();
  std::string reasons;
  for (const int platform : {GLFW_ANY_PLATFORM, GLFW_PLATFORM_X11}) {
    glfwInitHint(GLFW_PLATFORM, platform);
    if (glfwInit() != GLFW_TRUE) {
      if (!reasons.empty()) return failure(reasons, "", driver_remedy);  // Wayland had a display but no OpenGL
      return failure("there is no display to open a window on: " + last_words(), "",
                     "start from a desktop session (DISPLAY or WAYLAND_DISPLAY must be set; over ssh, use ssh -X), or "
                     "use the command line, which needs no display: lanescope --help");
    }
    const bool x11_is_left = glfwGetPlatform() == GLFW_PLATFORM_WAYLAND;
    auto window = open_on_platform(options);
    if (window) {
      (*window)->info_.no_shader_cache = no_shader_cache;
      return std::move(*window);
    }
    if (!reasons.empty()) reasons += "; ";
    reasons += window.error();
    if (!x11_is_left) break;
  }
  return failure(reasons, "", driver_remedy);
}

// GLFW is running here; a failure ends it.
tl::expected<std::unique_ptr<Window>, std::string> Window::open_on_platform(const WindowOptions& options) {
  const std::string platform = platform_name();
  GLFWwindow* handle = create(options);
  if (handle == nullptr) {
    const std::string words = last_words();
    glfwTerminate();
    return tl::unexpected(fmt::format("no OpenGL 4.5 in a {}: {}", platform, words));
  }
  std::unique_ptr<Window> window(new Window(handle));
  glfwMakeContextCurrent(handle);
  auto info = load_opengl(glfwGetProcAddress, platform);
  if (!info) return tl::unexpected(info.error().what);
  window->info_ = std::move(*info);
  glfwSwapInterval(options.vertical_sync ? 1 : 0);
  set_icons(handle, options.icons);
  return window;
}

Window::~Window() {
  glfwDestroyWindow(handle_);
  glfwTerminate();
}

void Window::make_current() {
  glfwMakeContextCurrent(handle_);
  if (glfwGetCurrentContext() != handle_) {
    throw MachineError({"the window's OpenGL context cannot be made current: " + last_words(), info_.platform, ""});
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

float Window::scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(handle_, &x, &y);
  return std::max(x, y);
}

}  // namespace lanescope::render
