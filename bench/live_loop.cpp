// The live loop as a lecturer feels it: a knob moves; how long until a new measured number stands in a drawn frame?
// usage: bench_live_loop PROGRAM [ROUNDS [FAULTY.cu]]   with XDG_CACHE_HOME an empty folder for the times with
// compilation
//
// With a kernel that faults it also tells what that costs the window: the longest frame, and the time until a good
// kernel shows a number again. And how long frames take while a knob is dragged and a view plays.
//
// Draws real frames of the window offscreen, with a real worker. The first visit of a setting compiles, later ones take
// the cubin from the cache. Needs a GPU.
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "gui/offscreen_window.h"
#include "gui/session.h"
#include "render/cuda_warm_up.h"

namespace {

using namespace warpscope;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

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

/// Resident memory of a process in MiB, from the kernel's own count.
double resident_mib(int process) {
  auto status = read_file(fmt::format("/proc/{}/status", process));
  if (!status) return 0;
  for (std::string_view line : split(*status, '\n')) {
    if (line.substr(0, 6) != "VmRSS:") continue;
    return static_cast<double>(std::strtoul(line.data() + 6, nullptr, 10)) / 1024;
  }
  return 0;
}

class Loop {
 public:
  Loop(const std::string& program, const std::filesystem::path& data) {
    gui::OffscreenWindowOptions window;
    window.interface.shaders = data / "shaders";
    auto opened = gui::OffscreenWindow::open(window);
    if (!opened) throw MachineError(opened.error());
    window_ = std::move(*opened);
    gui::SessionOptions session;
    session.kernels = data / "kernels";
    session.kernel = "transpose/naive_row";
    session.continuous = false;
    session.worker.command = {program, "worker"};
    session_ = std::make_unique<gui::Session>(std::move(session));
  }

  /// One frame as the window draws it.
  void frame() {
    const Clock::time_point start = Clock::now();
    if (cuda_.ready() && !window_->context().info().is_software && !std::exchange(interop_, true)) {
      session_->allow_interop();
    }
    session_->update();
    for (const gui::Command& command : window_->draw(session_->state())) session_->perform(command);
    if (const auto& taken = window_->interface().taken()) {
      session_->picture_taken(taken->generation, taken->path, taken->refused);
    }
    frames_.push_back(milliseconds_since(start));
  }

  /// Draws until the shown result has reached a stage; false when it failed or a minute went by.
  bool reaches(lab::Stage stage) {
    const Clock::time_point start = Clock::now();
    while (milliseconds_since(start) < 60'000) {
      frame();
      const lab::Result* result = session_->state().current();
      if (result == nullptr) continue;
      if (result->failed()) {
        for (const lab::Fault& fault : result->faults) fmt::print(stderr, "{}: {}\n", fault.kind, fault.message);
        return false;
      }
      if (result->stage >= stage) return true;
    }
    return false;
  }

  /// Milliseconds from the knob to the frame that shows its number.
  std::optional<double> turn(std::int64_t block_x, std::int64_t block_y) {
    session_->perform({"set_knob", "block_y", std::int64_t{1}});
    session_->perform({"set_knob", "block_x", block_x});
    const Clock::time_point start = Clock::now();
    session_->perform({"set_knob", "block_y", block_y});
    if (!reaches(lab::Stage::sampled)) return std::nullopt;
    return milliseconds_since(start);
  }

  /// Frames while a hand drags a knob to and fro, a value every third frame, with the panel of that action in front.
  std::vector<double> drag(const std::string& panel, const std::string& kernel, const std::string& knob,
                           const std::vector<std::int64_t>& values) {
    session_->perform({"select_kernel", kernel});
    session_->perform({panel});
    reaches(lab::Stage::refined);
    session_->perform({"toggle_playing"});
    frames_.clear();
    for (std::size_t frame_number = 0; frame_number < 900; ++frame_number) {
      if (frame_number % 3 == 0) session_->perform({"set_knob", knob, values[frame_number / 3 % values.size()]});
      frame();
    }
    session_->perform({"toggle_playing"});
    return std::exchange(frames_, {});
  }

  /// Runs a kernel that takes its worker down, then a good one again.
  bool survives(const std::filesystem::path& faulty) {
    const std::string good = session_->state().kernel;
    frames_.clear();
    session_->open_file(faulty);
    const Clock::time_point start = Clock::now();
    while (session_->state().current() == nullptr || !session_->state().current()->failed()) {
      frame();
      if (milliseconds_since(start) > 60'000) return false;
    }
    fmt::print("{:<44} {:.0f} ms: {}\n", "fault shown after", milliseconds_since(start),
               session_->state().current()->faults.front().message);
    session_->perform({"select_kernel", good});
    const Clock::time_point again = Clock::now();
    if (!reaches(lab::Stage::sampled)) return false;
    fmt::print("{:<44} {:.0f} ms\n", "good kernel's number after", milliseconds_since(again));
    if (!reaches(lab::Stage::refined)) return false;
    print("one frame meanwhile", frames_);
    return true;
  }

  [[nodiscard]] const gui::State& state() const { return session_->state(); }
  [[nodiscard]] const std::vector<double>& frames() const { return frames_; }

 private:
  render::CudaWarmUp cuda_;  // as the window does
  bool interop_ = false;
  std::unique_ptr<gui::OffscreenWindow> window_;
  std::unique_ptr<gui::Session> session_;
  std::vector<double> frames_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_live_loop PROGRAM [ROUNDS [FAULTY.cu]]\n");
    return 2;
  }
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  auto data = data_folder();
  if (!data) throw MachineError(data.error());
  const Clock::time_point start = Clock::now();
  Loop loop(argv[1], *data);
  loop.frame();
  fmt::print("{:<44} {:.0f} ms\n", "start to first frame, offscreen", milliseconds_since(start));
  if (!loop.reaches(lab::Stage::refined)) return 1;
  fmt::print("{:<44} {:.0f} ms\n", "start to first refined result", milliseconds_since(start));

  std::vector<double> compiled, cached;
  for (int round = 0; round < rounds; ++round) {
    for (const std::int64_t block_x : {8, 16, 32, 64, 128}) {
      for (const std::int64_t block_y : {2, 4, 8}) {
        const auto time = loop.turn(block_x, block_y);
        if (!time) return 1;
        (loop.state().current()->compile_cached ? cached : compiled).push_back(*time);
        // The lecturer's hand rests: the setting is verified and refined, so that the next turn starts from rest.
        if (!loop.reaches(lab::Stage::refined)) return 1;
      }
    }
  }
  fmt::print("{} on {}\n", loop.state().current()->kernel, loop.state().current()->machine.device);
  print("knob to number in a frame, with compilation", compiled);
  print("knob to number in a frame, from the cache", cached);
  print("one frame of the window at 1920x1080", loop.frames());
  for (const char* panel : {"show_source", "show_banks", "show_sectors", "show_matrices", "show_warps"}) {
    const std::string name = fmt::format("one frame while a knob is dragged, {}", panel);
    print(name.c_str(), loop.drag(panel, "transpose/smem_tile", "tile", {8, 16, 32, 16}));
  }
  fmt::print("{:<44} {:.0f} MiB\n", "resident memory of the window's process",
             resident_mib(static_cast<int>(getpid())));
  if (argc > 3 && !loop.survives(argv[3])) {
    fmt::print(stderr, "the window did not recover from {}\n", argv[3]);
    return 1;
  }
  return 0;
}
