#include "gui/snapshot.h"

#include <condition_variable>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "gui/offscreen_window.h"
#include "gui/session.h"
#include "lab/recording.h"

namespace warpscope::gui {

namespace {

/// Docking and automatic sizes need a few frames to settle.
constexpr int frames_to_settle = 4;

/// Lets one thread sleep until another calls ring().
class Bell {
 public:
  void ring() {
    const std::lock_guard lock(mutex_);
    rung_ = true;
    changed_.notify_one();
  }
  void wait(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, limit, [this] { return rung_; });
    rung_ = false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool rung_ = false;
};

Expected<std::unique_ptr<OffscreenWindow>> open_canvas(const SnapshotOptions& options,
                                                       const std::filesystem::path& data) {
  OffscreenWindowOptions window;
  window.width = static_cast<std::uint32_t>(options.width);
  window.height = static_cast<std::uint32_t>(options.height);
  window.interface.shaders = data / "shaders";
  return OffscreenWindow::open(window);
}

/// A window is never of one colour. After a fault of a kernel some drivers let new contexts of the same GPU draw
/// nothing.
Expected<render::Image> drawn(render::Image image) {
  if (!render::is_uniform(image)) return image;
  return failure("the OpenGL driver drew nothing", "",
                 "try again; after a fault of a kernel on this GPU its contexts may stall for a while");
}

bool has_ended(const State& state) {
  const lab::Result* result = state.current();
  const bool ended = result != nullptr && (result->stage == lab::Stage::refined || result->failed());
  return ended && state.worker != client::State::working;
}

/// The actions that bring a view about.
std::vector<Command> commands_of(const std::string& view) {
  if (view == "window") return {};
  return {{"toggle_wide"}, {"show_" + view}};
}

/// Nothing is run: what the recording's first result is about, from the file.
Expected<render::Image> show_recording(const SnapshotOptions& options, const std::filesystem::path& data) {
  const auto recording = lab::read_recording(options.recording);
  if (!recording) return failure(recording.error());
  if (recording->results.empty()) {
    return failure("the recording holds no result", options.recording.string(),
                   "record one with `warpscope run KERNEL --record FILE.json`");
  }
  auto window = open_canvas(options, data);
  if (!window) return failure(std::move(window.error()));
  State state;
  catalogue::Catalogue catalogue(data / "kernels");
  catalogue.refresh();
  for (const lab::Result& result : recording->results) {
    state.recordings.push_back(std::make_shared<const lab::Result>(result));
  }
  state.machine = recording->machine;
  state.kernel = recording->results.front().kernel;
  state.values[state.kernel] = setting_of(recording->results.front());
  accept(state, catalogue.snapshot(), 0);
  static_cast<void>((*window)->draw(state));
  for (const Command& command : commands_of(options.view)) {
    if (auto done = perform(state, command, 0); !done) return failure(done.error());
  }
  for (int frame = 0; frame < frames_to_settle; ++frame) static_cast<void>((*window)->draw(state));
  return drawn((*window)->image());
}

}  // namespace

Expected<render::Image> snapshot(const SnapshotOptions& options) {
  const auto data = data_folder();
  if (!data) return failure(data.error());
  if (!options.recording.empty()) return show_recording(options, *data);
  auto window = open_canvas(options, *data);
  if (!window) return failure(std::move(window.error()));

  Bell bell;
  SessionOptions session_options;
  session_options.kernels = *data / "kernels";
  session_options.recorded = *data / "assets" / "recordings";
  session_options.kernel = options.experiment.kernel.path;
  session_options.values = options.experiment.values;
  session_options.seed = options.experiment.seed;
  session_options.device = options.experiment.device;
  session_options.target = options.experiment.target;
  session_options.timeout = options.experiment.timeout;
  session_options.continuous = false;
  session_options.worker.remote = options.remote;
  session_options.worker.wake = [&bell] { bell.ring(); };
  Session session(std::move(session_options));

  const auto end = std::chrono::steady_clock::now() + options.limit;
  session.update();
  while (!has_ended(session.state())) {
    if (const auto& trouble = session.state().connection.trouble; trouble && !trouble->next_attempt) {
      return failure(trouble->error.what, "", trouble->error.remedy);
    }
    if (std::chrono::steady_clock::now() >= end) {
      return failure(fmt::format("there was no result of {} within {} s", options.experiment.kernel.id,
                                 std::chrono::duration_cast<std::chrono::seconds>(options.limit).count()),
                     "", "see what `warpscope doctor` says of this machine");
    }
    bell.wait(session.idle_time());
    session.update();
  }
  static_cast<void>((*window)->draw(session.state()));
  for (const Command& command : commands_of(options.view)) session.perform(command);
  for (int frame = 0; frame < frames_to_settle; ++frame) {
    static_cast<void>((*window)->draw(session.state()));
    if (const auto& taken = (*window)->interface().taken()) {
      session.picture_taken(taken->generation, taken->path, taken->refused);
    }
  }
  return drawn((*window)->image());
}

}  // namespace warpscope::gui
