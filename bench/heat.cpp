// Measures a frame of the Matrices view, binned by the processor and by the compute shader: the records of a naive
// transpose in a picture of 1920 × 1080 pixels. With "forward" time runs and each frame adds a 600th of the records;
// with "anew" time jumps and each frame bins all records. It prints median and 99th percentile.
// usage: bench_heat RECORDS [FRAMES [gpu|cpu|both]]
#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "base/file.h"
#include "render/context/offscreen.h"
#include "render/renderers/heat_renderer.h"

namespace {

using namespace lanescope;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t width = 1920, height = 1080;

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values.at(static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5));
}

/// Returns records that read rows and write columns, in tiles of 32 × 32; there are as many warps as records for them.
std::vector<model::HeatRecord> transpose(std::uint32_t count, std::uint32_t size) {
  std::vector<model::HeatRecord> records(count);
  for (std::uint32_t n = 0; n < count; ++n) {
    const std::uint32_t warp = n / 2 % (size / 32 * size);
    const std::uint32_t column = warp / 32 % (size / 32) * 32, row = warp / 32 / (size / 32) * 32 + warp % 32;
    model::HeatRecord& record = records[n];
    record.site = static_cast<std::uint16_t>(n % 2);
    record.buffer = n % 2 == 0 ? 1 : 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t x = column + lane, y = row;
      record.offsets[lane] = 4 * (n % 2 == 0 ? y * size + x : x * size + y);
    }
  }
  return records;
}

/// `processor` is the mean time of all its cores for a frame in milliseconds, which matters on a machine that does
/// other things too.
void report(const char* how, const char* time, const std::vector<double>& frames, double processor) {
  fmt::print(
      "{:<10} {:<8} {} frames  median {:.2f} ms  99 % {:.2f} ms  most {:.2f} ms  ({:.0f} frames a second), "
      "{:.1f} ms of the processor's cores\n",
      how, time, frames.size(), quantile(frames, 0.5), quantile(frames, 0.99), quantile(frames, 1),
      1000 / quantile(frames, 0.5), processor);
  std::fflush(stdout);
}

class Bench {
 public:
  Bench(std::vector<model::HeatRecord> records, std::uint32_t size, int frames, render::HeatRenderer picture)
      : records_(std::move(records)),
        sites_({{model::TouchSite::reads, 4}, {model::TouchSite::writes, 4}}),
        grid_(model::element_grid(std::array<std::int64_t, 2>{size, size}, 4).value()),
        frames_(frames),
        picture_(std::move(picture)) {
    // Each of the two matrices gets half of the picture.
    part_ = {0, 0, static_cast<double>(size), static_cast<double>(size)};
    window_ = model::heat_window(grid_, part_, width / 2.0, height);
  }

  void on_processor() {
    std::array<model::Heat, 2> heats{model::Heat(0, grid_, window_), model::Heat(1, grid_, window_)};
    std::array<render::HeatBins, 2> bins{make_bins(0), make_bins(1)};
    const auto bring = [&](std::uint32_t end) {
      for (std::size_t n = 0; n < 2; ++n) {
        heats[n].run_to(records_, sites_, end);
        bins[n].copy(heats[n]);
      }
    };
    const auto forget = [&] {
      for (std::size_t n = 0; n < 2; ++n) heats[n].run_to(records_, sites_, 0);
    };
    measure("processor", bins, bring, forget);
  }

  void on_gpu() {
    render::HeatRecords records = render::HeatRecords::create().value();
    if (auto sent = records.update(records_, sites_); !sent) throw MachineError(sent.error());
    std::array<render::HeatBins, 2> bins{make_bins(0), make_bins(1)};
    const auto bring = [&](std::uint32_t end) {
      for (render::HeatBins& one : bins) must(picture_.run_to(one, records, end));
    };
    const auto forget = [&] {
      for (render::HeatBins& one : bins) must(picture_.run_to(one, records, 0));
    };
    measure("shader", bins, bring, forget);
  }

 private:
  render::HeatBins make_bins(std::uint32_t buffer) { return render::HeatBins::create(buffer, grid_, window_).value(); }

  void measure(const char* how, const std::array<render::HeatBins, 2>& bins,
               const std::function<void(std::uint32_t)>& bring, const std::function<void()>& forget) {
    const auto all = static_cast<std::uint32_t>(records_.size());
    for (const bool anew : {false, true}) {
      std::vector<double> frames;
      std::clock_t busy = 0;
      for (int frame = 0; frame <= frames_; ++frame) {
        const Clock::time_point start = Clock::now();
        if (anew) forget();
        const auto share = static_cast<double>(frame % 600 + 1) / 600;
        const std::uint32_t end = anew ? all : static_cast<std::uint32_t>(share * all);
        bring(end);
        draw(bins, end);
        // The first frame compiles and allocates.
        if (frame == 0) busy = std::clock();
        if (frame > 0) frames.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
      }
      const double spent = static_cast<double>(std::clock() - busy) / CLOCKS_PER_SEC;
      report(how, anew ? "anew" : "forward", frames, 1000 * spent / static_cast<double>(frames.size()));
    }
  }

  void draw(const std::array<render::HeatBins, 2>& bins, std::uint32_t end) {
    render::HeatStyle style;
    style.position = end;
    style.half_life = 0.02 * static_cast<double>(records_.size());
    target_.clear({24, 25, 30, 255});
    for (int n = 0; n < 2; ++n) {
      const int half = static_cast<int>(width) / 2;
      must(picture_.draw(target_, {n * half, 0, half, static_cast<int>(height)}, bins[static_cast<std::size_t>(n)],
                         part_, style));
    }
    glFinish();  // the frame is complete when its pixels are there
  }

  static void must(const Status& done) {
    if (!done) throw MachineError(done.error());
  }

  std::vector<model::HeatRecord> records_;
  std::vector<model::TouchSite> sites_;
  model::ElementGrid grid_;
  int frames_;
  render::HeatRenderer picture_;
  model::GridPart part_;
  model::HeatWindow window_;
  render::Framebuffer target_ = render::Framebuffer::create(width, height).value();
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_heat RECORDS [FRAMES [gpu|cpu|both]]\n");
    return 2;
  }
  const auto records = static_cast<std::uint32_t>(std::atoll(argv[1]));
  const int frames = argc > 2 ? std::atoi(argv[2]) : 600;
  const std::string which = argc > 3 ? argv[3] : "both";
  auto context = render::Offscreen::open();
  if (!context) throw MachineError(context.error());
  auto data = data_folder();
  if (!data) throw MachineError(data.error());
  constexpr std::uint32_t size = 8192;
  fmt::print("{} records of a transpose of {} x {}, {} x {} pixels, {}\n", records, size, size, width, height,
             (*context)->info().renderer);
  Bench bench(transpose(records, size), size, frames, render::HeatRenderer(*data / "shaders"));
  if (which != "gpu") bench.on_processor();
  if (which != "cpu") bench.on_gpu();
  return 0;
}
