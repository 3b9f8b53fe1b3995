// Measures the live loop as a lecturer feels it: the time from a move of a knob to a drawn frame with a new measured
// or predicted number, and to one with its accesses, the time of frames, and how much of a processor they use while a
// knob is dragged and a view plays. usage: bench_live_loop PROGRAM [--rounds N] [--frames N] [--rate N] [--size WxH]
//        [--views NAME,NAME] [--faulty FILE.cu]
//        with XDG_CACHE_HOME an empty folder for the times with compilation
//
// With a kernel that faults it also tells the cost for the window: the longest frame, and the time until a good kernel
// shows a number again.
//
// It draws real frames of the window offscreen, with a real worker. The first visit of a setting compiles, later ones
// take the cubin from the cache. Without a GPU the emulator answers and llvmpipe draws; --rounds 0 leaves the knob out.
#include <fmt/format.h>
#include <glad/gl.h>
#include <CLI/CLI.hpp>

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "gui/application/snapshot.h"
#include "gui/shell/session.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/playback/playback.h"
#include "gui/store/selection_commands.h"
#include "render/interop/cuda_warm_up.h"

namespace {

using namespace lanescope;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Returns the processor time of this process in all its threads, also those of llvmpipe, without the worker.
double processor_milliseconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return 1e3 * static_cast<double>(used.tv_sec) + 1e-6 * static_cast<double>(used.tv_nsec);
}

/// The cost of frames in milliseconds.
struct Cost {
  std::vector<double> wall, processor;
};

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values.at(static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5));
}

void print(const char* name, const std::vector<double>& values) {
  if (values.empty()) return;
  fmt::print("{:<44} median {:7.2f}  95 % {:7.2f}  99 % {:7.2f}  most {:7.2f} ms  ({} times)\n", name,
             quantile(values, 0.5), quantile(values, 0.95), quantile(values, 0.99), quantile(values, 1.0),
             values.size());
}

void print(const std::string& name, const Cost& cost) {
  print(name.c_str(), cost.wall);
  print("  the same in time of a processor", cost.processor);
}

struct Choice {
  std::string program;
  int rounds = 5;
  std::size_t frames = 900;  ///< for each view
  int rate = 60;             ///< frames a second at most; 0: no limit
  std::string size = "1920x1080";
  std::vector<std::string> views = {"source", "banks", "sectors", "matrices", "warps", "tree", "roofline"};
  std::filesystem::path faulty;
};

/// Returns the resident memory of a process in MiB, as Linux counts it.
double resident_mib(int process, std::string_view field = "VmRSS:") {
  auto status = read_file(fmt::format("/proc/{}/status", process));
  if (!status) return 0;
  for (std::string_view line : split(*status, '\n')) {
    if (line.substr(0, 6) != field) continue;
    return static_cast<double>(std::strtoul(line.data() + 6, nullptr, 10)) / 1024;
  }
  return 0;
}

/// Returns the processes that this one has started, which are its workers.
std::vector<int> children() {
  std::vector<int> found;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    const auto listed = read_file(thread.path() / "children");
    if (!listed) continue;
    for (std::string_view word : split(*listed, ' ')) {
      if (!word.empty()) found.push_back(std::atoi(word.data()));
    }
  }
  return found;
}

class Loop {
 public:
  Loop(const Choice& choice, const std::filesystem::path& data) {
    gui::OffscreenWindowOptions window;
    if (std::sscanf(choice.size.c_str(), "%ux%u", &window.width, &window.height) != 2) {
      throw MachineError({"no size of a window: " + choice.size, "--size", "write it as 1280x720"});
    }
    window.interface.shaders = data / "shaders";
    auto opened = gui::OffscreenWindow::open(window);
    if (!opened) throw MachineError(opened.error());
    window_ = std::move(*opened);
    gui::SessionOptions session;
    session.kernels = data / "kernels";
    session.kernel = "transpose/naive_row";
    session.continuous = false;
    session.worker.command = {choice.program, "worker"};
    session_ = std::make_unique<gui::Session>(std::move(session));
    if (choice.rate > 0) between_frames_ = std::chrono::microseconds(1'000'000 / choice.rate);
  }

  /// Draws one frame as the window does, at most so many in a second as are asked for.
  void frame() {
    std::this_thread::sleep_until(next_frame_);
    const Clock::time_point start = Clock::now();
    next_frame_ = start + between_frames_;
    const double before = processor_milliseconds();
    if (cuda_.ready() && !window_->context().info().is_software && !std::exchange(interop_, true)) {
      session_->allow_interop();
    }
    session_->update();
    for (const gui::Command& command : window_->draw(session_->state())) session_->perform(command);
    window_->interface().carry_out(session_->take_window_effects());
    for (const gui::AttachmentReceipt& receipt : window_->interface().receipts()) {
      session_->acknowledge_attachment(receipt);
    }
    glFinish();  // the frame is complete when its pixels are there
    frames_.wall.push_back(milliseconds_since(start));
    frames_.processor.push_back(processor_milliseconds() - before);
  }

  /// Draws until the shown result has reached a stage; returns false when it failed or a minute has passed.
  bool reaches(experiments::ResultStage stage) {
    const Clock::time_point start = Clock::now();
    while (milliseconds_since(start) < 60'000) {
      frame();
      const experiments::Result* result = session_->state().current();
      if (result == nullptr) continue;
      if (result->failed()) {
        for (const experiments::Fault& fault : result->faults)
          fmt::print(stderr, "{}: {}\n", name_of(fault.kind), fault.message);
        return false;
      }
      if (result->stage >= stage) return true;
    }
    return false;
  }

  /// Milliseconds from a knob to the frames that show what belongs to it.
  struct Turn {
    std::optional<double> number;   ///< a measured time, or one that is predicted
    std::optional<double> picture;  ///< the accesses in the views, where some are visible
    bool compile_cached = false;
  };

  /// Turns a knob, and returns nothing when the setting failed.
  std::optional<Turn> turn(std::int64_t block_x, std::int64_t block_y) {
    session_->perform(gui::SetKnob{"block_y", std::int64_t{1}});
    session_->perform(gui::SetKnob{"block_x", block_x});
    const Clock::time_point start = Clock::now();
    session_->perform(gui::SetKnob{"block_y", block_y});
    Turn turn;
    while (!turn.number || !turn.picture) {
      frame();
      const gui::State& state = session_->state();
      const experiments::Result* result = state.current();
      if (milliseconds_since(start) > 60'000 || (result != nullptr && result->failed())) return std::nullopt;
      const bool traced = state.playback.sequence && !gui::trace_is_stale(state);
      if (traced && !turn.picture) turn.picture = milliseconds_since(start);
      if (result == nullptr) continue;
      if (!turn.number && (result->predicted || result->stage >= experiments::ResultStage::sampled)) {
        turn.number = milliseconds_since(start);
        turn.compile_cached = result->compile_cached;
      }
      if (!state.playback.any_visible() || result->stage >= experiments::ResultStage::refined) break;
    }
    return turn;
  }

  /// Measures frames while a hand drags a knob, a new value every third frame, with the panel of that action in front.
  Cost drag(const std::string& panel, const std::string& kernel, const std::string& knob,
            const std::vector<std::int64_t>& values, std::size_t count) {
    session_->perform(gui::SelectKernel{kernel});
    session_->perform(gui::Invoke(panel));
    reaches(experiments::ResultStage::refined);
    session_->perform("toggle_playing");
    frames_ = {};
    for (std::size_t frame_number = 0; frame_number < count; ++frame_number) {
      if (frame_number % 3 == 0) session_->perform(gui::SetKnob{knob, values[frame_number / 3 % values.size()]});
      frame();
    }
    session_->perform("toggle_playing");
    return std::exchange(frames_, {});
  }

  /// Runs a kernel that ends its worker, then a good one again.
  bool survives(const std::filesystem::path& faulty) {
    const std::string good = session_->state().selection.kernel;
    frames_ = {};
    session_->open_file(faulty);
    const Clock::time_point start = Clock::now();
    while (session_->state().current() == nullptr || !session_->state().current()->failed()) {
      frame();
      if (milliseconds_since(start) > 60'000) return false;
    }
    fmt::print("{:<44} {:.0f} ms: {}\n", "fault shown after", milliseconds_since(start),
               session_->state().current()->faults.front().message);
    session_->perform(gui::SelectKernel{good});
    const Clock::time_point again = Clock::now();
    if (!reaches(experiments::ResultStage::sampled)) return false;
    fmt::print("{:<44} {:.0f} ms\n", "good kernel's number after", milliseconds_since(again));
    if (!reaches(experiments::ResultStage::refined)) return false;
    print("one frame meanwhile", frames_.wall);
    return true;
  }

  [[nodiscard]] const std::string& renderer() const { return window_->context().info().renderer; }
  [[nodiscard]] const gui::State& state() const { return session_->state(); }
  [[nodiscard]] const Cost& frames() const { return frames_; }

 private:
  render::CudaWarmUp cuda_;  // the window does the same
  bool interop_ = false;
  std::unique_ptr<gui::OffscreenWindow> window_;
  std::unique_ptr<gui::Session> session_;
  Cost frames_;
  Clock::time_point next_frame_;
  Clock::duration between_frames_{};
};

}  // namespace

int main(int argc, char** argv) {
  Choice choice;
  CLI::App app("The live loop as a lecturer feels it");
  app.add_option("program", choice.program, "lanescope")->required();
  app.add_option("--rounds", choice.rounds, "how often the knob goes through its settings");
  app.add_option("--frames", choice.frames, "how many frames of each view");
  app.add_option("--rate", choice.rate, "frames a second at most; 0: as many as there can be");
  app.add_option("--size", choice.size, "of the window, in pixels: 1280x720");
  app.add_option("--views", choice.views, "which views, with commas between")->delimiter(',');
  app.add_option("--faulty", choice.faulty, "a kernel that faults");
  CLI11_PARSE(app, argc, argv);
  auto data = data_folder();
  if (!data) throw MachineError(data.error());
  const Clock::time_point start = Clock::now();
  Loop loop(choice, *data);
  loop.frame();
  fmt::print("{:<44} {:.0f} ms, {:.0f} of a processor\n", "start to first frame, offscreen", milliseconds_since(start),
             processor_milliseconds());
  if (!loop.reaches(experiments::ResultStage::refined)) return 1;
  fmt::print("{:<44} {:.0f} ms\n", "start to first refined result", milliseconds_since(start));

  std::vector<double> compiled, cached, pictures;
  for (int round = 0; round < choice.rounds; ++round) {
    for (const std::int64_t block_x : {8, 16, 32, 64, 128}) {
      for (const std::int64_t block_y : {2, 4, 8}) {
        const auto turn = loop.turn(block_x, block_y);
        if (!turn || !turn->number) return 1;
        (turn->compile_cached ? cached : compiled).push_back(*turn->number);
        if (turn->compile_cached && turn->picture) pictures.push_back(*turn->picture);
        // While the lecturer's hand rests, the setting is verified and refined, so that the next turn starts from rest.
        if (!loop.reaches(experiments::ResultStage::refined)) return 1;
      }
    }
  }
  const experiments::Machine& machine = loop.state().current()->machine;
  fmt::print("{} on {}, drawn by {}\n", loop.state().current()->kernel,
             machine.device.empty() ? std::string("the emulator") : machine.device, loop.renderer());
  print("knob to number in a frame, with compilation", compiled);
  print("knob to number in a frame, from the cache", cached);
  print("knob to accesses in a frame, from the cache", pictures);
  print("one frame of the window at " + choice.size, loop.frames());
  for (const std::string& view : choice.views) {
    print(fmt::format("one frame while a knob is dragged, {}", view),
          loop.drag("show_" + view, "transpose/smem_tile", "tile", {8, 16, 32, 16}, choice.frames));
  }
  fmt::print("{:<44} {:.0f} MiB\n", "resident memory of the window's process",
             resident_mib(static_cast<int>(getpid())));
  for (const int worker : children()) {
    fmt::print("{:<44} {:.0f} MiB, at most {:.0f}\n", "resident memory of its worker", resident_mib(worker),
               resident_mib(worker, "VmHWM:"));
  }
  if (!choice.faulty.empty() && !loop.survives(choice.faulty)) {
    fmt::print(stderr, "the window did not recover from {}\n", choice.faulty.string());
    return 1;
  }
  return 0;
}
