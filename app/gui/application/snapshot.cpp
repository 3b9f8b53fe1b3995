#include "gui/application/snapshot.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/pages/pages_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <semaphore>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "base/file.h"
#include "gui/application/offscreen_capture.h"
#include "gui/messages.h"
#include "gui/shell/session.h"
#include "lessons/nth_access.h"
#include "recordings/recording.h"

namespace lanescope::gui {
namespace {

/// Docking and automatic sizes need a few frames to settle.
constexpr int frames_to_settle = 4;

Expected<std::unique_ptr<OffscreenWindow>> open_canvas(const SnapshotOptions& options,
                                                       const std::filesystem::path& data) {
  OffscreenWindowOptions window;
  window.width = static_cast<std::uint32_t>(options.width);
  window.height = static_cast<std::uint32_t>(options.height);
  window.interface.shaders = data / "shaders";
  window.late = options.late;
  return OffscreenWindow::open(window);
}

/// Returns the image, or an error when it has one colour only, which a window never has. After a fault of a kernel,
/// some drivers let new contexts of the same GPU draw nothing.
Expected<render::Image> drawn(render::Image image) {
  if (!render::is_uniform(image)) return image;
  return failure(message<"snapshot.nothing_drawn">(), "", message<"snapshot.nothing_drawn_remedy">());
}

/// Returns the view whose accesses the picture shows. The window has Banks on its stage, or Matrices, whose accesses
/// include those of the other.
std::optional<AnimatedView> shown_view(const SnapshotOptions& options) {
  return options.view == "window" ? AnimatedView::matrices : animated_view_named(options.view);
}

/// Returns whether a view still waits for the accesses of a result that has ended.
bool waits_for_accesses(const State& state) {
  if (state.current() == nullptr || state.current()->failed()) return false;
  if (!why_no_trace(state).empty()) return false;
  return !state.playback.sequence || trace_is_stale(state);
}

/// Returns the actions that open the view, and set theme and language.
std::vector<Command> commands_of(const SnapshotOptions& options) {
  std::vector<Command> commands{Invoke(fmt::format("use_{}_theme", name_of(options.theme))),
                                options.language == "zh" ? "use_chinese" : "use_english"};
  if (options.levels) commands.emplace_back("toggle_levels");
  if (options.view != "window") commands.push_back(Invoke("show_" + options.view));
  if (!options.against.empty() && animated_view_named(options.view)) commands.emplace_back("compare_on_stage");
  return commands;
}

/// Returns what sets the knobs and sizes that differ from these values.
std::vector<Command> changes_to(const catalogue::Values& values, const State& state) {
  std::vector<Command> commands;
  for (const auto& [name, value] : values) {
    const auto is_size = std::ranges::find(state.sizes(), name, &SizeField::name);
    const auto* const number = std::get_if<std::int64_t>(&value);
    if (is_size != state.sizes().end() && number != nullptr) {
      if (is_size->value != *number) commands.emplace_back(SetSize{name, *number});
    } else {
      commands.emplace_back(SetKnob{name, value});
    }
  }
  return commands;
}

/// Returns what selects the line, the access, the lane and the bank.
std::vector<Command> selection_of(const SnapshotOptions& options, const State& state) {
  std::vector<Command> commands;
  if (options.line > 0) commands.emplace_back(SelectLine{options.line});
  const auto view = animated_view_named(options.view);
  if (view && options.access && state.playback.traced() != nullptr) {
    const auto record = lessons::nth_access(
        *state.playback.traced(), state.selection.kernel, options.line,
        [view](trace::Space space) { return shows(*view, space); }, *options.access);
    if (record) commands.emplace_back(ChooseRecord{*record});
  }
  if (options.lane) commands.emplace_back(ChooseLane{options.lane});
  if (options.bank) commands.emplace_back(ChooseBank{options.bank});
  return commands;
}

/// Opens a canvas of the panel alone, whose pictures are the same to the last bit.
Expected<std::unique_ptr<PanelCanvas>> settled_canvas(OffscreenWindow& window, const State& state,
                                                      const SnapshotOptions& options) {
  const auto width = static_cast<std::uint32_t>(options.width), height = static_cast<std::uint32_t>(options.height);
  const auto drawing = window.watch_call("drawing the panel alone");
  TRY(auto canvas, PanelCanvas::open(window.interface(), state, options.view, width, height,
                                     PanelCanvas::text_height_in(width, height)));
  canvas->make_reproducible(state);
  return canvas;
}

/// Returns the picture of the whole window, or of the panel alone where the options say so.
Expected<render::Image> picture_of(OffscreenWindow& window, const State& state, const SnapshotOptions& options) {
  if (!options.alone || options.view == "window") return drawn(window.image());
  TRY(const auto canvas, settled_canvas(window, state, options));
  const auto taking = window.watch_call("reading the picture back");
  render::Image image = canvas->take(state, 1.0 / 60);
  if (options.captioned) options.captioned(canvas->caption(state));
  return drawn(std::move(image));
}

/// Shows the first result of the recording from its file. Nothing runs.
Expected<render::Image> show_recording(const SnapshotOptions& options) {
  TRY(const std::filesystem::path data, data_folder());
  TRY(recordings::Recording recording, recordings::read_recording(options.recording));
  if (recording.results.empty()) {
    return failure(message<"snapshot.no_result">(), options.recording.string(), message<"snapshot.no_result_remedy">());
  }
  TRY(const auto window, open_canvas(options, data));
  State state;
  state.ui.hide_private_words = !options.names;
  pause_at_default_speeds(state.playback);
  catalogue::Catalogue catalogue(data / "kernels");
  catalogue.refresh();
  for (experiments::Result& result : recording.results) {
    catalogue.snapshot()->follow_alias(result.kernel, result.parameters);
    state.known.recordings.push_back(std::make_shared<const experiments::Result>(result));
  }
  if (auto points = read_article_points(data / "assets" / "articles")) {
    state.known.articles = std::make_shared<const std::vector<ArticlePoint>>(std::move(*points));
  }
  state.known.machine = recording.machine;
  state.selection.kernel = recording.results.front().kernel;
  state.selection.values[state.selection.kernel] = setting_of(recording.results.front());
  accept(state, catalogue.snapshot(), 0);
  static_cast<void>(window->draw(state));
  std::vector<Command> commands = commands_of(options);
  std::ranges::move(selection_of(options, state), std::back_inserter(commands));
  for (const Command& command : commands) {
    TRY(const Effects effects, perform(state, command, 0));
    window->interface().carry_out(for_window(effects));
    static_cast<void>(window->draw(state));  // a panel comes to the front of the arrangement that is there
  }
  for (int frame = 0; frame < frames_to_settle; ++frame) static_cast<void>(window->draw(state));
  return picture_of(*window, state, options);
}

/// What is done with the window when it shows the result.
using Visit = std::function<Status(OffscreenWindow& window, Session& session)>;

Status show(const SnapshotOptions& options, const Visit& visit) {
  TRY(const std::filesystem::path data, data_folder());
  TRY(const auto window, open_canvas(options, data));

  std::counting_semaphore<> wakes(0);
  SessionOptions session_options = session_options_of(data, window->context().info());
  session_options.kernel = options.experiment.kernel.path;
  session_options.values = options.experiment.values;
  session_options.seed = options.experiment.seed;
  session_options.device = options.experiment.device;
  session_options.target = options.experiment.target;
  session_options.timeout = options.experiment.timeout;
  session_options.continuous = false;
  session_options.hide_private_words = !options.names;
  session_options.deterministic = true;
  session_options.worker.remote = options.remote;
  session_options.worker.reconnect_limit = options.limit;
  session_options.worker.wake = [&wakes] { wakes.release(); };
  Session session(std::move(session_options));

  // Accesses are recorded, and pages are counted, only while their panel is visible.
  const auto view = shown_view(options);
  if (view) session.perform(SetViewVisible{*view});
  if (const auto page = counter_page_named(options.view)) session.perform(SetPageVisible{*page});
  session.update();
  const auto wait = [&](std::uint64_t overtaken) -> Status {
    while (!has_ended(session.state()) || session.state().known.result->request == overtaken) {
      if (const auto& trouble = session.state().known.connection.trouble; trouble && !trouble->next_attempt) {
        return failure(trouble->error.what, "", trouble->error.remedy);
      }
      static_cast<void>(wakes.try_acquire_for(session.idle_time()));
      session.update();
    }
    // The accesses follow the result. What is missing of them at the end the view says itself.
    const auto end = std::chrono::steady_clock::now() + options.limit;
    while (view && waits_for_accesses(session.state()) && std::chrono::steady_clock::now() < end) {
      static_cast<void>(wakes.try_acquire_for(session.idle_time()));
      session.update();
    }
    return {};
  };
  // This draws a frame and returns whether CUDA IPC failed for an attachment, which another run then sends as bytes.
  const auto draw = [&] {
    window->interface().carry_out(session.take_window_effects());
    static_cast<void>(window->draw(session.state()));
    const std::vector<AttachmentReceipt>& receipts = window->interface().receipts();
    for (const AttachmentReceipt& receipt : receipts) session.acknowledge_attachment(receipt);
    return std::ranges::any_of(receipts, &AttachmentReceipt::refused);
  };
  TRY_STATUS(wait(0));
  if (draw()) {
    TRY_STATUS(wait(session.state().known.result->request));
    static_cast<void>(draw());
  }
  if (options.shown) options.shown(session.state().known.result);
  if (!options.against.empty()) {
    session.perform({"pin_a"});
    for (const Command& command : changes_to(options.against, session.state())) session.perform(command);
    TRY_STATUS(wait(0));
    session.perform({"pin_b"});
  }
  for (const Command& command : commands_of(options)) {
    session.perform(command);
    static_cast<void>(draw());  // a panel comes to the front of the arrangement that is there
  }
  for (const Command& command : selection_of(options, session.state())) session.perform(command);
  if (animated_view_named(options.view) && options.seconds > 0) {
    const AdvancePlayback played{std::chrono::microseconds(std::llround(options.seconds * 1e6))};
    for (const Command& command : {Command("toggle_playing"), Command(played), Command("toggle_playing")}) {
      session.perform(command);
    }
  }
  for (int frame = 0; frame < frames_to_settle; ++frame) static_cast<void>(draw());
  return visit(*window, session);
}

}  // namespace

Expected<render::Image> snapshot(const SnapshotOptions& options) {
  if (!options.recording.empty()) return show_recording(options);
  render::Image image;
  TRY_STATUS(show(options, [&](OffscreenWindow& window, Session& session) -> Status {
    TRY(image, picture_of(window, session.state(), options));
    return {};
  }));
  return image;
}

Status animate(const SnapshotOptions& options, const AnimationOptions& animation) {
  if (!options.recording.empty()) {
    return failure(message<"snapshot.no_accesses_in_recording">(), options.recording.string(),
                   message<"snapshot.no_accesses_in_recording_remedy">());
  }
  TRY(const auto writer, open_animation(animation));
  return show(options, [&](OffscreenWindow& window, Session& session) -> Status {
    constexpr std::int64_t second = 1'000'000;  // in microseconds
    if (playable_steps(session.state().playback) <= 0) {
      return failure(message<"snapshot.nothing_to_play">(), options.experiment.kernel.id,
                     message<"snapshot.nothing_to_play_remedy">());
    }
    // All of a large picture is played in the same time, however few accesses it has.
    if (const auto view = animated_view_named(options.view); view && !traits_of(*view).is_close_up)
      session.perform({"automatic_speed"});
    session.perform({"toggle_playing"});
    // A panel is drawn alone, because what is beside it (times, the log) differs from run to run.
    std::unique_ptr<PanelCanvas> canvas;
    if (options.view != "window") {
      TRY(canvas, settled_canvas(window, session.state(), options));
    }
    const auto picture_now = [&] {
      if (canvas) return canvas->take(session.state(), 1.0 / animation.fps);
      static_cast<void>(window.draw(session.state()));
      return window.image();
    };
    for (std::uint32_t frame = 0; frame < animation.frames; ++frame) {
      const auto taking = window.watch_call("reading a picture back");
      render::Image image = picture_now();
      if (frame == 0) {
        TRY(image, drawn(std::move(image)));
      }
      TRY_STATUS(writer->add(image));
      // The time is in whole microseconds, so that the rounding errors of frames do not add up.
      const std::int64_t before = frame * second / animation.fps, now = (frame + 1) * second / animation.fps;
      session.perform(AdvancePlayback{std::chrono::microseconds(now - before)});
    }
    return writer->finish();
  });
}

namespace {

CallWatch::Call watch_call(CallWatch* watch, std::string activity) {
  return watch == nullptr ? CallWatch::Call(nullptr) : watch->begin_call(std::move(activity));
}

}  // namespace

Expected<std::unique_ptr<OffscreenWindow>> OffscreenWindow::open(const OffscreenWindowOptions& options) {
  auto watch = options.late ? std::make_unique<CallWatch>(options.limit, options.late) : nullptr;
  const auto opening = gui::watch_call(watch.get(), "opening OpenGL without a display");
  TRY(auto context, render::Offscreen::open(options.context));
  TRY(auto egl, SharedLibrary::open({"libEGL.so.1", "libEGL.so"}));
  InterfaceOptions interface_options = options.interface;
  if (!egl.load(interface_options.loader, "eglGetProcAddress")) {
    return failure(message<"egl.no_proc_address">(), egl.file(), message<"egl.no_proc_address_remedy">());
  }
  TRY(auto canvas, render::Framebuffer::create(options.width, options.height));
  TRY(auto interface, Interface::create(interface_options));
  return std::unique_ptr<OffscreenWindow>(new OffscreenWindow(std::move(watch), std::move(egl), std::move(context),
                                                              std::move(canvas), std::move(interface)));
}

OffscreenWindow::OffscreenWindow(std::unique_ptr<CallWatch> watch, SharedLibrary egl,
                                 std::unique_ptr<render::Offscreen> context, render::Framebuffer canvas,
                                 std::unique_ptr<Interface> interface)
    : watch_(std::move(watch)),
      egl_(std::move(egl)),
      context_(std::move(context)),
      canvas_(std::move(canvas)),
      interface_(std::move(interface)) {}

OffscreenWindow::~OffscreenWindow() {
  const auto closing = watch_call("closing OpenGL");
  interface_.reset();
  canvas_.reset();
  context_.reset();
}

CallWatch::Call OffscreenWindow::watch_call(std::string activity) const {
  return gui::watch_call(watch_.get(), std::move(activity));
}

render::Image OffscreenWindow::image() const {
  const auto reading = watch_call("reading the picture back");
  return canvas_->read();
}

std::vector<Command> OffscreenWindow::draw(const State& state) {
  const auto drawing = watch_call("drawing a frame");
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(canvas_->width()), static_cast<float>(canvas_->height())};
  io.DeltaTime = 1.0F / 60.0F;
  return interface_->draw(state, Canvas{canvas_->width(), canvas_->height(), 1.0F, &*canvas_, true});
}

}  // namespace lanescope::gui
