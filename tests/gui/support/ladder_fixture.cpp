#include "gui/support/ladder_fixture.h"
#include "gui/store/selection_commands.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "recordings/recording.h"
#include "recordings/sweep/sweep_key.h"

namespace lanescope::gui::test {

namespace {

const std::filesystem::path sources = LANESCOPE_SOURCES;

constexpr double fp32_gflop_per_s = 66908;

State selecting(const State& state, const Timed& what) {
  State other = state;
  other.selection.kernel = other.known.catalogue->kernels.contains(what.kernel) ? what.kernel : "transpose/naive_row";
  other.selection.values[other.selection.kernel] = what.values;
  settle(other);
  return other;
}

}  // namespace

experiments::Result timed(const State& state, const Timed& what) {
  experiments::Result result = refined(selecting(state, what));
  result.kernel = what.kernel;
  result.recorded = what.recorded;
  result.machine.device = what.device;
  result.sheet = model::DataSheet{"Made-up GPU", "9.0", 132, 1980, 4800, fp32_gflop_per_s, 0};
  result.best_copy = experiments::CopyRate{4400, "cudaMemcpy of 512 MiB"};
  result.work_bytes = 8 * result.sizes.at("nx") * result.sizes.at("ny");
  result.work_flops = static_cast<std::int64_t>(what.flop_per_byte * static_cast<double>(result.work_bytes));
  catalogue::Samples& time = *result.cold;
  time.median = static_cast<double>(result.work_bytes) / (what.gb_per_s * 1e6);
  time.q1 = 0.994 * time.median;
  time.q3 = 1.011 * time.median;
  return result;
}

void add_recorded(State& state, const Timed& what) {
  state.known.recordings.push_back(std::make_shared<const experiments::Result>(timed(state, what)));
}

State state_with_ladder() {
  State state = state_with_kernels();
  const std::string date = "2026-01-31T12:00:00Z";
  add_recorded(state, {"transpose/naive_row", {{"block_x", std::int64_t{64}}}, 1100, date});
  add_recorded(state, {"transpose/naive_row", {{"block_x", std::int64_t{4}}}, 2000, date});
  add_recorded(state, {"transpose/naive_row", {}, 1400, date});
  add_recorded(state, {"transpose/naive_col", {}, 2200, date});
  add_recorded(state, {"transpose/copy_row", {}, 2750, date});
  add_recorded(state, {"transpose/smem_pad", {{"block_y", std::int64_t{4}}}, 3800, date});
  add_recorded(state, {"transpose/library", {}, 4300, date});
  add_recorded(state, {"transpose/naive_row", {{"nx", std::int64_t{1024}}, {"ny", std::int64_t{1024}}}, 1700, date});
  std::vector<ArticlePoint> points;
  const catalogue::Values settings{
      {"block_x", std::int64_t{32}}, {"nx", std::int64_t{4096}}, {"ny", std::int64_t{4096}}};
  points.push_back({"transpose/naive_row", settings, 20.4, "007", "naiveRow", "Old GPU", 112, "a footnote"});
  points.push_back({"transpose/copy_row", settings, 83.4, "007", "copyRow", "Old GPU", 112, ""});
  state.known.articles = std::make_shared<const std::vector<ArticlePoint>>(points);
  return state;
}

State state_with_products() {
  State state = state_with_kernels();
  const std::string date = "2026-01-31T12:00:00Z";
  EXPECT_TRUE(perform(state, SelectKernel{"transpose/smem_tile"}, 0));
  for (const auto& [kernel, rate] : {std::pair{"transpose/naive_row", 50.0}, std::pair{"transpose/naive_col", 65.0},
                                     std::pair{"transpose/copy_row", 130.0}, std::pair{"transpose/smem_pad", 250.0},
                                     std::pair{"transpose/library", 500.0}}) {
    add_recorded(state, {kernel, {}, rate, date, "Made-up GPU", 128});
  }
  experiments::Result result = timed(state, {"transpose/smem_tile", {}, 330, "", "Made-up GPU", 128});
  // 204.8 operations a wavefront of shared memory, in one of four blocks.
  model::Metrics counted;
  counted.blocks = 1;
  counted.grid_blocks = 4;
  model::Counts counts;
  counts.wavefronts = static_cast<std::uint64_t>(static_cast<double>(result.work_flops) / 204.8 / 4);
  counted.executed.totals.push_back({trace::Space::shared, trace::Operation::load, counts});
  counted.written = counted.executed;
  result.metrics = counted;
  accept(state, result, 1);
  return state;
}

std::filesystem::path recording_file(const std::string& recording) {
  return sources / "assets" / "recordings" / recording;
}

State state_with_recording(const std::string& recording) {
  State state;
  catalogue::Catalogue catalogue(sources / "kernels");
  catalogue.refresh();
  gui::accept(state, catalogue.snapshot(), 0);
  const auto read = recordings::read_recording(recording_file(recording));
  EXPECT_TRUE(read) << read.error().text();
  if (!read) return state;
  for (const experiments::Result& result : read->results) {
    state.known.recordings.push_back(std::make_shared<const experiments::Result>(result));
  }
  const auto points = read_article_points(sources / "assets" / "articles");
  EXPECT_TRUE(points) << points.error().text();
  if (points) state.known.articles = std::make_shared<const std::vector<ArticlePoint>>(*points);
  return state;
}

}  // namespace lanescope::gui::test
