#include "gui/application/application.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/crash.h"
#include "base/file.h"
#include "base/freed_memory.h"
#include "base/text.h"
#include "base/time/call_watch.h"
#include "gui/application/exporter.h"
#include "gui/application/presenter_window.h"
#include "gui/messages.h"
#include "gui/readings/connection.h"
#include "gui/settings/settings.h"
#include "gui/shell/interface.h"
#include "gui/shell/session.h"
#include "render/context/window.h"
#include "render/interop/cuda_warm_up.h"

namespace lanescope::gui {
namespace {

/// Dear ImGui needs one or two more frames to show the effect of an event, for example to open a menu or size a panel.
constexpr int frames_after_event = 3;

/// How long the window sleeps while the presenter's clock moves.
constexpr std::chrono::milliseconds presenter_idle{200};

/// Returns whether the window is large enough to show a panel. A minimised one is not.
bool is_drawable(render::PixelSize size) {
  constexpr int least = 40;
  return size.width >= least && size.height >= least;
}

/// Events of GLFW that Dear ImGui does not take.
struct WindowEvents {
  bool damaged = true;
  std::vector<std::filesystem::path> dropped;
};

WindowEvents& events_of(GLFWwindow* window) {
  return *static_cast<WindowEvents*>(glfwGetWindowUserPointer(window));
}

void install_callbacks(GLFWwindow* window, WindowEvents& events) {
  glfwSetWindowUserPointer(window, &events);
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* which) { events_of(which).damaged = true; });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* which, int, int) { events_of(which).damaged = true; });
  glfwSetDropCallback(window, [](GLFWwindow* which, int count, const char** paths) {
    for (int index = 0; index < count; ++index) events_of(which).dropped.emplace_back(paths[index]);
  });
}

/// Keeps Dear ImGui's GLFW back end until the end of the scope.
class GlfwInput {
 public:
  explicit GlfwInput(GLFWwindow* window) { ImGui_ImplGlfw_InitForOpenGL(window, true); }
  ~GlfwInput() { ImGui_ImplGlfw_Shutdown(); }
  GlfwInput(const GlfwInput&) = delete;
  GlfwInput& operator=(const GlfwInput&) = delete;
};

Expected<SessionOptions> session_options(const Options& options, const std::filesystem::path& data,
                                         const render::Window& window, const Settings& settings) {
  SessionOptions session = session_options_of(data, window.info());
  session.settings = settings;
  session.kernel = options.kernel.string();
  session.device = options.device;
  session.target = options.target;
  if (!options.interop) {
    session.interop = false;
    session.no_interop = "--no-interop";
  }
  session.worker.remote = options.remote;
  session.worker.wake = [] { glfwPostEmptyEvent(); };
  if (!options.recording.empty()) {
    TRY(auto recording, recordings::read_recording(options.recording));
    if (session.kernel.empty() && !recording.results.empty()) {
      session.kernel = recording.results.front().kernel;
      session.values = setting_of(recording.results.front());
    }
    session.recordings.push_back(std::move(recording));
  }
  return session;
}

void draw_frame(render::Window& window, Interface& interface, Session& session) {
  const render::PixelSize size = window.framebuffer_size();
  ImGui_ImplGlfw_NewFrame();
  // On some desktops the units of the window are not pixels, and already include the scale of the display.
  // Both sizes are of one moment: a window that is being sized has others a little later.
  const float pixels = ImGui::GetIO().DisplayFramebufferScale.y, units = pixels > 0 ? 1 / pixels : 1;
  const Canvas canvas{static_cast<std::uint32_t>(size.width), static_cast<std::uint32_t>(size.height),
                      window.scale() * units, nullptr, false};
  for (const Command& command : interface.draw(session.state(), canvas)) session.perform(command);
  window.swap();
  interface.carry_out(session.take_window_effects());
  for (const AttachmentReceipt& receipt : interface.receipts()) session.acknowledge_attachment(receipt);
  for (const std::string& note : interface.take_messages()) session.log_message(note);
}

Settings settings_now(const render::Window& window, const Interface& interface, const Session& session) {
  Settings settings = settings_of(session.state());
  const render::PixelSize size = window.own_size();
  if (is_drawable(size)) {
    settings.width = static_cast<int>(std::lround(static_cast<float>(size.width) / window.scale()));
    settings.height = static_cast<int>(std::lround(static_cast<float>(size.height) / window.scale()));
  }
  settings.position = window.position();
  settings.layouts = interface.layouts();
  return settings;
}

/// Checks once a second whether the settings must be saved.
void save_settings_if_due(SettingsSaver& saver, SettingsSaver::Clock::time_point& next, const render::Window& window,
                          const Interface& interface, Session& session) {
  const auto now = SettingsSaver::Clock::now();
  const render::PixelSize size = window.framebuffer_size();
  if (now < next || !is_drawable(size)) return;
  next = now + std::chrono::seconds(1);
  if (const Status kept = saver.save_if_due(settings_now(window, interface, session), now); !kept) {
    session.show_notice(failure_notice(session.state(), session.state().say("notice.settings"), kept.error()));
  }
}

/// Opens and closes the presenter's window, and draws it when something is new in it.
void follow_presenter(render::Window& window, const InterfaceOptions& options, Session& session, bool changed,
                      std::unique_ptr<PresenterWindow>& presenter) {
  const bool wanted = session.state().ui.presenter;
  if (wanted && !presenter) {
    auto opened = PresenterWindow::open(window, options);
    if (opened) {
      presenter = std::move(*opened);
    } else {
      session.report_error(opened.error());
      session.perform("toggle_presenter");
    }
  }
  if (!wanted) presenter.reset();
  if (!presenter || !(changed || presenter->is_due())) return;
  for (const Command& command : presenter->draw(session.state())) session.perform(command);
}

using FrameClock = std::chrono::steady_clock;

/// Software OpenGL does not wait for the display in a swap. Without this limit, playback would use a whole core.
constexpr FrameClock::duration between_frames = std::chrono::microseconds(16'667);

void handle_events_until(FrameClock::time_point due) {
  glfwPollEvents();
  for (auto now = FrameClock::now(); now < due; now = FrameClock::now()) {
    glfwWaitEventsTimeout(std::chrono::duration<double>(due - now).count());
  }
}

/// Lets nothing that fails in one frame end the window: it is shown. Only one that fails again and again does.
class FailedFrames {
 public:
  /// Carries out a part of a frame. It throws what that throws when it failed in too many frames without a pause.
  template <class Part>
  void watch(Session& session, Part part) {
    try {
      part();
      in_a_row_ = 0;
    } catch (const std::exception& error) {
      if (++in_a_row_ > max_failures_in_a_row) throw;
      session.show_notice(
          {Notice::Kind::failed, session.state().say("notice.internal", error.what()), "", "write_report"});
    }
  }

 private:
  static constexpr int max_failures_in_a_row = 20;
  int in_a_row_ = 0;
};

/// Of a frame, before the terminal says that the window stands still. It goes on when the driver comes back, as it does
/// when another virtual terminal had the screen.
constexpr std::chrono::seconds hang_limit{10};

void loop(render::Window& window, WindowEvents& events, Interface& interface, Session& session, SettingsSaver& saver,
          const InterfaceOptions& options, const render::CudaWarmUp* cuda,
          const std::function<bool(Session&)>& operate) {
  auto next_save = SettingsSaver::Clock::now() + std::chrono::seconds(1);
  int frames = frames_after_event;
  FrameClock::time_point next_frame{};
  bool hidden = false;  ///< nothing is drawn then
  std::string title, kernel;
  Exporter exporter(interface, session);
  std::unique_ptr<PresenterWindow> presenter;
  FailedFrames updates, frames_drawn;
  CallWatch watch(hang_limit, [](const std::string&) {
    fmt::print(stderr, "lanescope waits for the graphics driver, which has not come back from drawing for {} s.\n",
               hang_limit.count());
  });
  while (!window.close_requested() && !session.quit_requested() && (!operate || operate(session))) {
    const bool moves = (interface.needs_redraw() && !hidden) || !exporter.file().empty() || operate;
    if (frames > 0 || moves) {
      handle_events_until(next_frame);
    } else {
      const auto idle = presenter ? std::min(session.idle_time(), presenter_idle) : session.idle_time();
      glfwWaitEventsTimeout(std::chrono::duration<double>(idle).count());
    }
    for (const std::filesystem::path& file : std::exchange(events.dropped, {})) {
      session.open_file(file);
      events.damaged = true;
    }
    if (cuda != nullptr && cuda->ready()) {
      session.allow_interop();
      cuda = nullptr;
    }
    bool changed = true;
    updates.watch(session, [&] { changed = session.update(); });
    save_settings_if_due(saver, next_save, window, interface, session);
    if (moves) frames = std::max(frames, 1);
    if (changed || !ImGui::GetCurrentContext()->InputEventsQueue.empty() || std::exchange(events.damaged, false))
      frames = frames_after_event;
    follow_presenter(window, options, session, changed || frames > 0, presenter);
    const render::PixelSize size = window.framebuffer_size();
    hidden = !is_drawable(size);
    if (frames == 0 || hidden) {
      frames = 0;
      frames_drawn.watch(session, [&] { exporter.go_on(); });  // an animation needs no window
      continue;
    }
    next_frame = FrameClock::now() + (window.info().is_software ? between_frames : FrameClock::duration::zero());
    const std::string written = exporter.file();
    frames_drawn.watch(session, [&] {
      const auto drawing = watch.begin_call("drawing");
      draw_frame(window, interface, session);
      exporter.go_on();
    });
    if (exporter.file() != written) frames = frames_after_event + 1;  // what was said of its end is seen
    if (const std::string before = std::exchange(title, window_title(session.state())); before != title) {
      glfwSetWindowTitle(window.handle(), title.c_str());
    }
    // What the largest kernel took would stay with the window for ever.
    if (const std::string before = std::exchange(kernel, session.state().selection.kernel); before != kernel) {
      trim_heap();
    }
    window.fill_screen(session.state().ui.is_lecture());
    --frames;
  }
  if (const std::string written = exporter.file(); !written.empty()) {
    fmt::print(stderr, "The window was closed before the animation {} was complete; nothing of it is left.\n", written);
  }
}

}  // namespace

Expected<int> run(const Options& options) {
  // By then all is kept, and the process must not stay for a driver that does not come back.
  CallWatch closing(hang_limit, [](const std::string&) {
    fmt::print(stderr, "The graphics driver has not come back from closing the window for {} s: lanescope ends.\n",
               hang_limit.count());
    std::_Exit(0);
  });
  std::unique_ptr<CallWatch::Call> closes;  // it lasts until all that follows is destroyed
  mmap_large_blocks();
  const std::filesystem::path cache = cache_folder().value_or(std::filesystem::path());
  install_crash_handler(cache, "lanescope, the window");
  TRY(const auto data, data_folder());
  render::WindowOptions window_options;
  window_options.title = "lanescope";
  const SettingsRead remembered = read_settings(settings_file());
  window_options.width = remembered.settings.width;
  window_options.height = remembered.settings.height;
  window_options.position = remembered.settings.position;
  TRY(auto window, render::Window::open(window_options));

  InterfaceOptions interface_options;
  interface_options.loader = glfwGetProcAddress;
  interface_options.shaders = data / "shaders";
  interface_options.layouts = remembered.settings.layouts;
  TRY(auto interface, Interface::create(interface_options));

  TRY(auto settings, session_options(options, data, *window, remembered.settings));
  // Until CUDA has started in this process, pictures come as bytes, so that no frame waits for it.
  std::optional<render::CudaWarmUp> cuda;
  if (std::exchange(settings.interop, false)) {
    settings.no_interop = message<"picture.cuda_starts">();
    cuda.emplace();
  }
  Session session(std::move(settings));
  for (const std::string& complaint : remembered.complaints) session.show_notice({Notice::Kind::failed, complaint});
  if (const std::string& why = window->info().no_shader_cache; !why.empty()) {
    session.show_notice({Notice::Kind::failed, why});
  }
  if (const auto config = config_folder(); !config) {
    session.show_notice({Notice::Kind::failed, "no settings are kept: " + config.error().text()});
  }

  if (const auto crash = take_crash(cache)) {
    session.show_notice(
        {Notice::Kind::failed, session.state().say("notice.crash", crash->summary()), "", "write_report"});
  }

  WindowEvents events;
  install_callbacks(window->handle(), events);
  const GlfwInput input(window->handle());
  SettingsSaver saver(settings_file(), remembered.settings);
  loop(*window, events, *interface, session, saver, interface_options, cuda ? &*cuda : nullptr, options.operate);
  if (const Status kept = saver.save_now(settings_now(*window, *interface, session)); !kept) {
    fmt::print(stderr, "{}\n", kept.error().text());
  }
  closes.reset(
      new CallWatch::Call(closing.begin_call("closing")));  // NOLINT(modernize-make-unique): it cannot be moved
  return 0;
}

}  // namespace lanescope::gui
