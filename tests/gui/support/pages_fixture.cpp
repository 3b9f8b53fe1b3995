#include "gui/support/pages_fixture.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "gui/support/source_fixture.h"
#include "recordings/recording.h"

namespace lanescope::gui::test {
namespace {

constexpr auto made_up = std::to_array<std::pair<std::string_view, double>>({
    {"sol.compute", 41.2},
    {"sol.memory", 83.6},
    {"sol.l1", 88.1},
    {"sol.l2", 62.4},
    {"sol.dram", 58.9},
    {"sol.compute.issue_slots", 31.0},
    {"sol.compute.alu", 22.4},
    {"sol.compute.fma", 12.1},
    {"sol.compute.lsu", 41.2},
    {"sol.memory.lsu_requests", 18.5},
    {"sol.memory.lsu_wavefronts", 83.6},
    {"sol.memory.l1_tags", 40.2},
    {"sol.memory.l1_data", 71.7},
    {"sol.memory.l1_from_l2", 22.8},
    {"sol.memory.l2_sectors", 62.4},
    {"sol.memory.l2_tags", 33.3},
    {"sol.memory.dram", 58.9},
    {"time.duration", 0.04675},
    {"time.elapsed", 79'940},
    {"time.sm_active", 74'310},
    {"clock.sm", 1.71e9},
    {"clock.dram", 3.2e9},
    {"global.load.instructions", 524'288},
    {"global.store.instructions", 524'288},
    {"shared.load.instructions", 524'288},
    {"shared.store.instructions", 0},
    {"global.load.requests", 524'288},
    {"global.load.tag_wavefronts", 524'288},
    {"global.load.sectors", 2'097'152},
    {"global.load.sectors_ideal", 2'097'152},
    {"global.load.sectors_per_request", 4},
    {"global.load.sectors_hit", 98'304},
    {"global.load.sectors_miss", 1'998'848},
    {"global.load.hit_rate", 4.7},
    {"global.load.share", 18.5},
    {"global.store.requests", 524'288},
    {"global.store.tag_wavefronts", 4'194'304},
    {"global.store.sectors", 16'777'216},
    {"global.store.sectors_ideal", 2'097'152},
    {"global.store.sectors_per_request", 32},
    {"global.store.hit_rate", 0},
    {"global.store.share", 74.2},
    {"l1.hit_rate", 12.6},
    {"shared.read.wavefronts", 1'060'000},
    {"shared.write.wavefronts", 0},
    {"shared.read.share", 37.5},
    {"shared.write.share", 0},
    {"shared.load.wavefronts", 1'060'000},
    {"shared.load.wavefronts_ideal", 524'288},
    {"shared.load.conflicts", 524'288},
    {"shared.load.share", 37.5},
    {"shared.arbitration", 11'424},
    {"l2_to_l1.bytes", 63'963'136},
    {"l2_to_l1.share", 22.8},
    {"l1_to_l2.bytes", 536'870'912},
    {"l1_to_l2.share", 91.4},
    {"l2.hit_rate", 71.3},
    {"l2.read.requests", 524'288},
    {"l2.read.sectors", 1'998'848},
    {"l2.read.sectors_hit", 102'400},
    {"l2.read.sectors_miss", 1'896'448},
    {"l2.read.hit_rate", 5.1},
    {"l2.write.requests", 4'194'304},
    {"l2.write.sectors", 16'777'216},
    {"l2.write.sectors_hit", 16'000'000},
    {"l2.write.sectors_miss", 777'216},
    {"l2.write.hit_rate", 95.4},
    {"memory.read.bytes", 67'200'000},
    {"memory.read.share", 29.9},
    {"memory.read.sectors", 2'100'000},
    {"memory.read.rate", 1.437e12},
    {"memory.write.bytes", 66'800'000},
    {"memory.write.share", 29.0},
    {"memory.write.sectors", 2'087'500},
    {"memory.write.rate", 1.429e12},
    {"warps.maximum", 16},
    {"warps.theoretical", 10},
    {"warps.active", 9.31},
    {"warps.eligible", 0.62},
    {"warps.issued", 0.31},
    {"issue.no_eligible", 69},
    {"issue.one_or_more", 31},
    {"occupancy.theoretical", 62.5},
    {"occupancy.achieved", 58.2},
    {"instructions.executed", 9'437'184},
    {"instructions.per_cycle", 1.24},
    {"instructions.threads", 31.2},
    {"warp.cycles_per_instruction", 30.0},
    {"stall.long_scoreboard", 9.2},
    {"stall.lg_throttle", 11.8},
    {"stall.mio_throttle", 3.1},
    {"stall.wait", 2.4},
    {"stall.selected", 1.0},
    {"stall.not_selected", 1.1},
    {"stall.barrier", 0.9},
    {"stall.short_scoreboard", 0.5},
});

counters::CountedInstruction instruction(const State& state, std::uint32_t offset, int line) {
  counters::CountedInstruction made;
  made.function = "transpose";
  made.pc_offset = offset;
  made.file = state.definition()->source.path;
  made.line = line;
  made.executed = 524'288;
  made.threads_executed = 32 * 524'288;
  return made;
}

}  // namespace

experiments::Result explained(const State& state) {
  experiments::Result result = with_costs(state);
  const experiments::Result with_prediction = predicted(state);
  result.sheet = with_prediction.sheet;
  result.predicted = with_prediction.predicted;
  predict::Prediction& prediction = result.predicted->prediction;
  prediction.l1_hit_rate = 0.1;
  prediction.l1_bytes = 67e6;
  prediction.l2_bytes = 600e6;
  prediction.memory_read_bytes = 67.1e6;
  prediction.memory_write_bytes = 67.1e6;
  // The counts of three blocks stand for all, as if there were no others.
  result.metrics->blocks = result.metrics->grid_blocks = result.launches.front().grid.count();
  for (model::ViewMetrics* view : {&result.metrics->executed, &result.metrics->written}) {
    const auto grow = [](model::Counts& counts) {
      constexpr std::uint64_t factor = 16384;
      for (std::uint64_t* count : {&counts.requests, &counts.lanes, &counts.sectors, &counts.sectors_ideal,
                                   &counts.wavefronts, &counts.wavefronts_ideal, &counts.bank_conflicts}) {
        *count *= factor;
      }
    };
    for (auto& site : view->sites) grow(site.counts);
    for (auto& line : view->lines) grow(line.counts);
    for (auto& total : view->totals) grow(total.counts);
  }
  return result;
}

experiments::Result with_counters(const State& state, double stores) {
  experiments::Result result = explained(state);
  const experiments::Result timed = measured(state, 0.6 + 0.4 * stores);
  result.backend = timed.backend;
  result.machine = timed.machine;
  result.cold = timed.cold;
  result.hot = timed.hot;
  result.work_bytes = timed.work_bytes;
  result.best_copy = timed.best_copy;
  result.notes.clear();
  counters::Counted counted;
  for (const auto& [id, value] : made_up) {
    const bool of_stores = id.starts_with("global.store.sec") || id.starts_with("l1_to_l2") || id == "sol.memory" ||
                           id == "sol.memory.lsu_wavefronts" || id == "stall.lg_throttle";
    counted.values.by_id[std::string(id)] = of_stores ? value * stores : value;
  }
  counted.device = "Made-up GPU";
  counted.chip = "GH100";
  using counters::Page;
  for (const auto& [page, passes] : {std::pair{Page::scheduler, 1},
                                     {Page::shared_table, 2},
                                     {Page::device_table, 2},
                                     {Page::l1_table, 4},
                                     {Page::l2_table, 3},
                                     {Page::warp_states, 6},
                                     {Page::memory_chart, 8},
                                     {Page::speed_of_light, 9}}) {
    counted.pages.push_back({page, passes, 9.5 * passes, std::nullopt});
  }
  const int guard = line_of(state, "if (x < nx"), access = line_of(state, "out[static_cast");
  counters::CountedInstruction load = instruction(state, 0x10, access), store = instruction(state, 0x20, access);
  counters::CountedInstruction shared = instruction(state, 0x00, guard);
  shared.wavefronts = 1'048'576;
  shared.wavefronts_ideal = 524'288;
  shared.stall_samples = {{"mio_throttle", 310}, {"short_scoreboard", 42}};
  load.sectors = load.sectors_ideal = 1'572'864;
  load.stall_samples = {{"long_scoreboard", 920}};
  store.sectors = static_cast<std::uint64_t>(12'582'912 * stores);
  store.sectors_ideal = 1'572'864;
  store.stall_samples = {{"lg_throttle", static_cast<std::uint64_t>(1180 * stores)}, {"drain", 75}};
  counted.instructions = {shared, load, store};
  result.counted = std::move(counted);
  return result;
}

experiments::Result without_counter_permission(const State& state) {
  experiments::Result result = with_counters(state);
  result.counted->values = {};
  result.counted->instructions.clear();
  result.counted->pages.clear();
  result.counted->absent = Error{"only the administrator may read the hardware counters of this machine", "",
                                 "let everybody read them: echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' "
                                 "| sudo tee /etc/modprobe.d/nvidia-profiling.conf, then restart the machine"};
  return result;
}

State state_with_recorded_product() {
  State state;
  auto snapshot = std::make_shared<catalogue::Snapshot>();
  const auto text = read_file(LANESCOPE_SOURCES "/kernels/matmul/v10.cu");
  const auto recording =
      recordings::read_recording(LANESCOPE_SOURCES "/assets/recordings/counters/h100-article-004.jsonl");
  if (!text || !recording) {
    ADD_FAILURE() << (text ? recording.error().text() : text.error().text());
    return state;
  }
  snapshot->kernels["matmul/v10"] = kernel("matmul/v10", *text);
  state.known.connected = true;
  state.known.worker = client::State::ready;
  accept(state, std::shared_ptr<const catalogue::Snapshot>(std::move(snapshot)), 0);
  EXPECT_TRUE(perform(state, SelectKernel{"matmul/v10"}, 0));
  for (const char* size : {"m", "n", "k"}) EXPECT_TRUE(perform(state, SetSize{size, 4096}, 0));
  const auto found = std::ranges::find_if(recording->results, [](const experiments::Result& result) {
    return result.sizes.at("n") == 4096 && catalogue::to_text(result.parameters.at("tile_col")) == "8";
  });
  if (found == recording->results.end()) {
    ADD_FAILURE() << "the recording has no such product";
    return state;
  }
  accept(state, *found, 1);
  return state;
}

}  // namespace lanescope::gui::test
