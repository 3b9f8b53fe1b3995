// Tells whether drawing disturbs measuring. For a minute, the window draws on the GPU that is measured, in turns with
// pauses. It prints the medians of what was measured in both side by side, and the frames.
// usage: bench_draw_and_measure PROGRAM [SECONDS [KERNEL [SIZE]]]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "base/file.h"
#include "gui/application/snapshot.h"
#include "gui/shell/session.h"

namespace {

using namespace lanescope;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values.at(static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5));
}

/// The activity beside the measurements.
enum Beside { nothing, sixty_hertz, as_fast_as_possible };
constexpr std::array names = {"not drawing", "drawing 60 frames a second", "drawing as fast as possible"};

struct Seen {
  std::vector<double> cold, hot;  // milliseconds, medians of refined results
  std::vector<double> frames;     // milliseconds
};

class Loop {
 public:
  Loop(const std::string& program, const std::filesystem::path& data, const std::string& kernel, std::int64_t size) {
    gui::OffscreenWindowOptions window;
    window.interface.shaders = data / "shaders";
    auto opened = gui::OffscreenWindow::open(window);
    if (!opened) throw MachineError(opened.error());
    window_ = std::move(*opened);
    gui::SessionOptions session;
    session.kernels = data / "kernels";
    session.kernel = kernel;
    session.values = {{"nx", size}, {"ny", size}};
    session.worker.command = {program, "worker"};
    session_ = std::make_unique<gui::Session>(std::move(session));
  }

  /// Returns false when something failed.
  bool run(Beside beside, milliseconds duration, Seen& seen) {
    const Clock::time_point end = Clock::now() + duration;
    bool first = true;  // the present result began beside something else
    while (Clock::now() < end) {
      const Clock::time_point start = Clock::now();
      session_->update();
      if (beside != nothing) {
        for (const gui::Command& command : window_->draw(session_->state())) session_->perform(command);
        seen.frames.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
      }
      if (const experiments::Result* const result = session_->state().current(); result != nullptr && result != last_) {
        last_ = result;
        if (result->failed()) {
          for (const experiments::Fault& fault : result->faults)
            fmt::print(stderr, "{}: {}\n", name_of(fault.kind), fault.message);
          return false;
        }
        if (result->stage == experiments::ResultStage::refined && !std::exchange(first, false) && result->cold &&
            result->hot) {
          seen.cold.push_back(result->cold->median);
          seen.hot.push_back(result->hot->median);
        }
      }
      if (beside == sixty_hertz) std::this_thread::sleep_until(start + std::chrono::microseconds(16'667));
      if (beside == nothing) std::this_thread::sleep_for(milliseconds(5));
    }
    return true;
  }

 private:
  std::unique_ptr<gui::OffscreenWindow> window_;
  std::unique_ptr<gui::Session> session_;
  const experiments::Result* last_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_draw_and_measure PROGRAM [SECONDS [KERNEL [SIZE]]]\n");
    return 2;
  }
  const int seconds = argc > 2 ? std::atoi(argv[2]) : 60;
  const std::string kernel = argc > 3 ? argv[3] : "transpose/smem_pad";
  const std::int64_t size = argc > 4 ? std::atoll(argv[4]) : 4096;
  auto data = data_folder();
  if (!data) throw MachineError(data.error());
  Loop loop(argv[1], *data, kernel, size);
  std::array<Seen, names.size()> seen;
  Seen ignored;
  if (!loop.run(sixty_hertz, milliseconds(3000), ignored)) return 1;
  constexpr int turns = 5;
  for (int turn = 0; turn < turns; ++turn) {
    for (const Beside beside : {nothing, sixty_hertz, as_fast_as_possible}) {
      if (!loop.run(beside, milliseconds(1000 * seconds / turns / 2), seen[beside])) return 1;
    }
  }
  fmt::print("{} at {} x {}, {} s of drawing\n", kernel, size, size, seconds);
  const double quiet_cold = quantile(seen[nothing].cold, 0.5), quiet_hot = quantile(seen[nothing].hot, 0.5);
  for (const Beside beside : {nothing, sixty_hertz, as_fast_as_possible}) {
    const Seen& here = seen[beside];
    fmt::print("{:<30} {:3} results  cold {:8.2f} us ({:+.2f} %)  hot {:8.2f} us ({:+.2f} %)", names[beside],
               here.cold.size(), 1e3 * quantile(here.cold, 0.5), 100 * (quantile(here.cold, 0.5) / quiet_cold - 1),
               1e3 * quantile(here.hot, 0.5), 100 * (quantile(here.hot, 0.5) / quiet_hot - 1));
    if (!here.frames.empty()) {
      fmt::print("  frames: {}, median {:.2f} ms, 99 % {:.2f} ms, most {:.2f} ms", here.frames.size(),
                 quantile(here.frames, 0.5), quantile(here.frames, 0.99), quantile(here.frames, 1));
    }
    fmt::print("\n");
  }
  return 0;
}
