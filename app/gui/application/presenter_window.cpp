#include "gui/application/presenter_window.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <utility>

#include "gui/application/context_scope.h"
#include "gui/messages.h"
#include "gui/screens/lesson/presenter_view.h"
#include "gui/store/selection_commands.h"
#include "render/gl/gl_objects.h"

namespace lanescope::gui {
namespace {

constexpr int presenter_width = 900, presenter_height = 700;  // in units of a display with scale 1
constexpr float presenter_text_height = 20;                   // in pixels on a display of scale 1
constexpr int frames_after_an_event = 3;

/// Makes the contexts of the presenter's window current, and those of the other one at the end of the scope.
class PresenterScope {
 public:
  PresenterScope(render::Window& audience, GLFWwindow* handle, ImGuiContext* context, ImPlotContext* plots)
      : audience_(audience), drawing_(context, plots) {
    glfwMakeContextCurrent(handle);
  }
  ~PresenterScope() { glfwMakeContextCurrent(audience_.handle()); }
  PresenterScope(const PresenterScope&) = delete;
  PresenterScope& operator=(const PresenterScope&) = delete;

 private:
  render::Window& audience_;
  const ContextScope drawing_;
};

/// The keys of a presenter's remote, which go to the window that has the keyboard.
struct PresenterKey {
  int key;
  const char* action;
};
constexpr std::array presenter_keys{
    PresenterKey{GLFW_KEY_PAGE_DOWN, "next_step"}, PresenterKey{GLFW_KEY_PAGE_UP, "previous_step"},
    PresenterKey{GLFW_KEY_B, "blank_stage"},       PresenterKey{GLFW_KEY_PERIOD, "blank_stage"},
    PresenterKey{GLFW_KEY_F11, "lecture"},         PresenterKey{GLFW_KEY_N, "toggle_presenter"},
};

/// Moves the window to a screen that does not have most of `audience`.
void place_beside(GLFWwindow* handle, GLFWwindow* audience) {
  if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND) return;
  int x = 0, y = 0, width = 0, height = 0, count = 0;
  glfwGetWindowPos(audience, &x, &y);
  glfwGetWindowSize(audience, &width, &height);
  const int middle_x = x + width / 2, middle_y = y + height / 2;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  for (int index = 0; index < count; ++index) {
    int left = 0, top = 0, across = 0, down = 0;
    glfwGetMonitorWorkarea(monitors[index], &left, &top, &across, &down);
    const bool has_audience = middle_x >= left && middle_x < left + across && middle_y >= top && middle_y < top + down;
    if (has_audience) continue;
    constexpr int margin = 40;
    return glfwSetWindowPos(handle, left + margin, top + margin);
  }
}

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}", local.tm_hour, local.tm_min);
}

}  // namespace

PresenterWindow::PresenterWindow(render::Window& audience, GLFWwindow* handle)
    : audience_(audience), handle_(handle), context_(ImGui::CreateContext()), plots_(nullptr) {
  ImPlotContext* const plots = ImPlot::GetCurrentContext();
  plots_ = ImPlot::CreateContext();
  ImPlot::SetCurrentContext(plots);
}

Expected<std::unique_ptr<PresenterWindow>> PresenterWindow::open(render::Window& audience,
                                                                 const InterfaceOptions& options) {
  glfwWindowHint(GLFW_VISIBLE, GLFW_TRUE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);
  GLFWwindow* const handle =
      glfwCreateWindow(presenter_width, presenter_height, "Presenter - lanescope", nullptr, nullptr);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_TRUE);
  if (handle == nullptr) {
    const char* words = nullptr;
    glfwGetError(&words);
    return failure(message<"presenter.no_window">(words == nullptr ? "" : words));
  }
  place_beside(handle, audience.handle());
  std::unique_ptr<PresenterWindow> window(new PresenterWindow(audience, handle));
  const PresenterScope scope(audience, handle, window->context_, window->plots_);
  glfwSwapInterval(0);  // the other window waits for the display
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = io.LogFilename = nullptr;
  window->draws_ = ImGui_ImplOpenGL3_Init("#version 450 core");
  if (!window->draws_) return failure(message<"imgui.cannot_draw">(), "", message<"imgui.driver_remedy">());
  window->fonts_ = load_fonts(options.fonts.empty() ? font_folders() : options.fonts);
  io.FontDefault = window->fonts_.text;
  window->install_callbacks();
  return window;
}

PresenterWindow::~PresenterWindow() {
  {
    const PresenterScope scope(audience_, handle_, context_, plots_);
    if (draws_) ImGui_ImplOpenGL3_Shutdown();
  }
  ImPlot::DestroyContext(plots_);
  ImGui::DestroyContext(context_);
  glfwDestroyWindow(handle_);
}

PresenterWindow& PresenterWindow::of(GLFWwindow* handle) {
  auto& window = *static_cast<PresenterWindow*>(glfwGetWindowUserPointer(handle));
  window.frames_to_draw_ = frames_after_an_event;
  return window;
}

void PresenterWindow::install_callbacks() {
  glfwSetWindowUserPointer(handle_, this);
  glfwSetWindowRefreshCallback(handle_, [](GLFWwindow* which) { of(which); });
  glfwSetFramebufferSizeCallback(handle_, [](GLFWwindow* which, int, int) { of(which); });
  glfwSetWindowCloseCallback(handle_, [](GLFWwindow* which) { of(which).keys_.push_back(GLFW_KEY_N); });
  glfwSetCursorPosCallback(handle_, [](GLFWwindow* which, double x, double y) {
    int width = 0, height = 0, pixels = 0, rows = 0;
    glfwGetWindowSize(which, &width, &height);
    glfwGetFramebufferSize(which, &pixels, &rows);
    const float scale = width > 0 ? static_cast<float>(pixels) / static_cast<float>(width) : 1;
    of(which).context_->IO.AddMousePosEvent(scale * static_cast<float>(x), scale * static_cast<float>(y));
  });
  glfwSetMouseButtonCallback(handle_, [](GLFWwindow* which, int button, int action, int) {
    if (button != GLFW_MOUSE_BUTTON_LEFT) return;
    of(which).context_->IO.AddMouseButtonEvent(ImGuiMouseButton_Left, action == GLFW_PRESS);
  });
  glfwSetKeyCallback(handle_, [](GLFWwindow* which, int key, int, int action, int) {
    if (action != GLFW_RELEASE) of(which).keys_.push_back(key);
  });
}

double PresenterWindow::seconds_of_lecture() const {
  return std::chrono::duration<double>(Clock::now() - lecture_began_).count();
}

bool PresenterWindow::is_due() const {
  return frames_to_draw_ > 0 || !keys_.empty() || static_cast<std::int64_t>(seconds_of_lecture()) != shown_second_;
}

std::vector<Command> PresenterWindow::draw(const State& state) {
  std::vector<Command> commands;
  for (const int key : std::exchange(keys_, {})) {
    const auto known = std::ranges::find(presenter_keys, key, &PresenterKey::key);
    if (known != presenter_keys.end()) commands.emplace_back(known->action);
    if (key == GLFW_KEY_ESCAPE) commands.emplace_back(PressEscape{});
    if (key == GLFW_KEY_F5 && !state.ui.is_lecture()) commands.emplace_back("lecture");
  }
  frames_to_draw_ = std::max(0, frames_to_draw_ - 1);
  shown_second_ = static_cast<std::int64_t>(seconds_of_lecture());
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle_, &width, &height);
  if (width < 1 || height < 1) return commands;
  const PresenterScope scope(audience_, handle_, context_, plots_);
  float scale = 1, across = 1;
  glfwGetWindowContentScale(handle_, &across, &scale);
  const float em = std::round(presenter_text_height * std::max(across, scale) * state.ui.zoom);
  const Theme theme = theme_of(state.ui.shown_theme());
  apply(theme, em);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DeltaTime = 1.0F / 60;
  ImGui_ImplOpenGL3_NewFrame();
  WidgetMap widgets;
  const Readout readout;
  bool moves = false;
  const std::vector<WindowEffect> none;
  const Frame frame{state, readout, theme, fonts_, em, widgets, none, commands, moves};
  in_new_frame([&] {
    if (draw_presenter(frame, {time_of_day(), seconds_of_lecture()})) {
      lecture_began_ = Clock::now();
      frames_to_draw_ = frames_after_an_event;
    }
  });
  ImGui::Render();
  glfwMakeContextCurrent(handle_);
  render::bind_window(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(handle_);
  return commands;
}

}  // namespace lanescope::gui
