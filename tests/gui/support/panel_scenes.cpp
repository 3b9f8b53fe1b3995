#include "gui/support/panel_scenes.h"
#include "gui/screens/kernels/kernels_commands.h"
#include "gui/screens/sweep/sweep_commands.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/store/pages/pages_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <utility>

#include "gui/screens/lesson/lesson_fixture.h"
#include "gui/screens/views/grid_fixture.h"
#include "gui/screens/views/tiles_fixture.h"
#include "gui/support/ladder_fixture.h"
#include "gui/support/levels_fixture.h"
#include "gui/support/matrices_fixture.h"
#include "gui/support/open_file_fixture.h"
#include "gui/support/pages_fixture.h"
#include "gui/support/playback_fixture.h"
#include "gui/support/source_fixture.h"
#include "gui/support/tree_fixture.h"
#include "gui/support/warps_fixture.h"

namespace lanescope::gui::test {
namespace {

Effects effects;  ///< of the scene that was brought about last

void act(State& state, const Command& command, double seconds = 40) {
  Outcome done = perform(state, command, seconds);
  ASSERT_TRUE(done) << done.error().text();
  append(effects, std::move(*done));
}

/// Theme and language of one state, everything else of the other.
void become(State& state, State other) {
  other.ui.theme = state.ui.theme;
  other.ui.language = state.ui.language;
  state = std::move(other);
  settle(state);
}

void measure(State& state) {
  fill_history(state);
  accept(state, measured(state), 31.5);
}

void find_it_wrong(State& state) {
  fill_history(state);
  accept(state, wrong(state), 31.5);
}

void emulate(State& state) {
  const experiments::Result result = emulated(state);
  state.known.machine = result.machine;
  accept(state, result, 1);
}

void turn_a_knob(State& state) {
  measure(state);
  act(state, SetKnob{"block_y", std::int64_t{16}});
}

void hold(State& state) {
  edit(state, museum_text("A museum kernel"), 1);
  accept(state, blocked_launch(state), 2);
}

void pin_two(State& state) {
  measure(state);
  act(state, {"pin_a"}, 31);
  act(state, SetKnob{"block_x", std::int64_t{64}}, 32);
  accept(state, measured(state, 0.87), 33);
  add_measurements(state);
  act(state, {"pin_b"}, 34);
}

void search_a_kernel(State& state) {
  hold(state);
  act(state, SearchKernels{"smem"});
  act(state, {"search_kernels"});
}

/// A laptop without a GPU. The knob was turned before.
void predict(State& state) {
  experiments::Machine laptop;
  laptop.host = "laptop";
  laptop.nvrtc = "13.0";
  state.known.machine = laptop;
  state.known.profiles = {"A100", "H100", "H200", "RTX 3060", "RTX 4090", "T4"};
  double at = 1;
  for (const double factor : {1.0, 0.8, 0.7, 0.85, 1.1}) {
    act(state, SetKnob{"block_x", std::int64_t{1} << static_cast<int>(2 + at)}, 6 * at);
    experiments::Result result = predicted(state);
    result.request = static_cast<std::uint64_t>(10 + at);
    for (double predict::PredictedTime::*part :
         {&predict::PredictedTime::ms, &predict::PredictedTime::low, &predict::PredictedTime::high}) {
      result.predicted->prediction.cold.*part *= factor;
      result.predicted->prediction.hot.*part *= factor;
    }
    accept(state, result, 6 * at + 0.1);
    ++at;
  }
}

/// Two points are recorded, the others predicted.
void sweep_predicted(State& state) {
  predict(state);
  record_sweep(state, [](experiments::Result& result) { result.machine.device = "NVIDIA H200"; });
  const recordings::ResultIndex recorded = std::exchange(state.known.recordings, {});
  std::size_t index = 0;
  for (const SweepCell& cell : sweep_grid(state).cells) {
    if (cell.setting.empty()) continue;
    if (index++ < 2) {
      if (const auto point = recorded.find(sweep_grid(state).kernel, cell.setting)) {
        state.known.recordings.push_back(point);
      }
      continue;
    }
    experiments::Result point = predicted(state);
    const double factor = 1 + 0.08 * static_cast<double>(index);
    predict::PredictedTime& cold = point.predicted->prediction.cold;
    cold = {cold.ms * factor, cold.low * factor, cold.high * factor};
    for (const auto& [name, value] : cell.values) point.parameters[name] = value;
    state.sweep.results.put(sweep_grid(state).kernel, cell.setting, std::make_shared<const experiments::Result>(point));
  }
}

/// A sweep with the best point in the middle.
void record_a_hill(State& state) {
  record_sweep(state, [](experiments::Result& result) {
    const auto steps = [&](const char* knob, double best) {
      return std::log2(static_cast<double>(std::get<std::int64_t>(result.parameters.at(knob)))) - best;
    };
    const double x = steps("block_x", 5), y = steps("block_y", 3);
    result.cold->median = static_cast<double>(result.work_bytes) / (3900e6 / (1 + 0.09 * x * x + 0.13 * y * y));
    result.cold->q1 = 0.95 * result.cold->median;
    result.cold->q3 = 1.06 * result.cold->median;
  });
}

void sweep(State& state) {
  record_a_hill(state);
  std::vector<ArticlePoint> points;
  for (const auto& [block_x, rate] : {std::pair{8, 1900.0}, std::pair{32, 2500.0}, std::pair{128, 2600.0}}) {
    const catalogue::Values values{{"block_x", std::int64_t{block_x}}};
    points.push_back({"transpose/naive_row", values, rate, "007", "naiveRow", "Old GPU", 4000, ""});
  }
  state.known.articles = std::make_shared<const std::vector<ArticlePoint>>(std::move(points));
  measure(state);
}

void sweep_map(State& state) {
  act(state, SetSweepAxis{SweepAxis::second, "block_y"});
  record_a_hill(state);
  measure(state);
}

void cost(State& state) {
  accept(state, with_costs(state), 1);
  act(state, {"worst_line"});
}

void cost_beside(State& state) {
  cost(state);
  act(state, {"toggle_ptx"});
  act(state, {"toggle_sass"});
  accept(state, with_costs(state), 2);
}

void do_not_compile(State& state) {
  accept(state, with_compile_error(state), 1);
}

void write_a_log(State& state) {
  const std::chrono::system_clock::time_point noon{std::chrono::hours(12)};
  const auto entry = [&](int seconds, LogEntry::Kind kind, const char* text) {
    log(state, kind, text, noon + std::chrono::seconds(seconds));
  };
  using Kind = LogEntry::Kind;
  entry(0, Kind::information, "the worker is ready");
  entry(7, Kind::warning, "block_x = 256 is not allowed: a block has at most 1024 threads (change another knob first)");
  entry(19, Kind::error, "identifier \"blokIdx\" is undefined (kernels/transpose/naive_row.cu:39:19)");
  entry(31, Kind::output, "block 4: 1.5 2.5 3.5");
  entry(32, Kind::information, "the picture (1280 × 720 pixels) is in lanescope-window-naive_row.png");
}

void examine(State& state) {
  measure(state);
  state.known.preview_transport = "copied as bytes: this OpenGL is software";
  state.doctor.requested = true;
  state.doctor.checks = doctor_checks();
}

void conflict(State& state) {
  act(state, {"show_banks"});
  accept(state, with_trace(state, 0), 1);
  act(state, {"next_barrier"});
  act(state, {"toggle_playing"});
  act(state, AdvancePlayback{std::chrono::microseconds(2'600'000)});
  act(state, {"toggle_playing"});
}

void pad(State& state) {
  act(state, {"show_banks"});
  accept(state, with_trace(state, 1), 1);
  act(state, {"next_barrier"});
}

/// 32 wavefronts beside one, in the midst of the tile.
void conflict_beside_none(State& state) {
  act(state, {"show_banks"});
  const auto measure_with = [&](std::uint32_t pad, double factor) {
    experiments::Result result = measured(state, factor);
    result.traced = tile_trace(state, pad);
    result.metrics = metrics();
    if (pad > 0) result.metrics->executed.totals.back().counts.wavefronts = 24;
    accept(state, result, 1);
  };
  measure_with(0, 1);
  act(state, {"pin_a"});
  act(state, SetKnob{"block_x", std::int64_t{64}});
  measure_with(1, 0.6);
  act(state, {"compare_on_stage"});
  act(state, {"next_barrier"});
  for (int wavefront = 0; wavefront < 6; ++wavefront) act(state, {"next_wavefront"});
}

/// A kernel that loads columns beside one that goes through shared memory, with more accesses.
void column_beside_tile(State& state) {
  act(state, {"show_warps"});
  accept(state, with_naive_trace(state), 1);
  act(state, {"pin_a"});
  act(state, SelectKernel{"transpose/smem_pad"});
  accept(state, with_trace(state, 1), 2);
  act(state, {"compare_on_stage"});
  act(state, {"next_barrier"});
}

void store_a_column(State& state) {
  act(state, {"show_sectors"});
  accept(state, with_naive_trace(state), 1);
  act(state, {"next_access"});
  act(state, ChooseLane{12});
}

void transpose(State& state) {
  act(state, {"show_matrices"});
  accept(state, with_naive_trace(state, true), 1);
  act(state, ChooseRecord{90});
}

void show_levels(State& state, const char* view, const experiments::Result& result) {
  act(state, {view});
  act(state, {"toggle_levels"});
  accept(state, with_levels(result), 1);
}

void meet(State& state) {
  act(state, {"show_warps"});
  accept(state, with_barrier_trace(state), 1);
  act(state, {"next_barrier"});
}

void follow_flow(State& state, const char* view, std::shared_ptr<const analysis::Traced> traced, double moment) {
  act(state, {view});
  accept(state, with_tree(state, std::move(traced)), 1);
  act(state, ScrubTo{moment});
}

void run_blocks(State& state, const experiments::Result& result, double steps) {
  act(state, {"show_grid"});
  accept(state, result, 1);
  act(state, ScrubTo{steps});
}

void climb(State& state) {
  become(state, state_with_ladder());
  act(state, {"show_ladder"});
  accept(state, measured(state, 2.2), 1);
}

void climb_to_the_peak(State& state) {
  climb(state);
  act(state, {"toggle_ladder_share"});
}

void raise_the_roof(State& state) {
  become(state, state_with_products());
  act(state, {"show_roofline"});
}

void count(State& state) {
  const experiments::Result result = with_counters(state);
  state.known.machine = result.machine;
  accept(state, result, 1);
}

void summarize(State& state) {
  count(state);
  act(state, {"show_summary"});
}

void be_refused(State& state) {
  const experiments::Result result = without_counter_permission(state);
  state.known.machine = result.machine;
  accept(state, result, 1);
  act(state, {"show_speed_of_light"});
}

void approach_the_light(State& state) {
  count(state);
  act(state, {"show_speed_of_light"});
}

void compare_the_light(State& state) {
  count(state);
  act(state, {"pin_a"}, 2);
  act(state, SetKnob{"block_x", std::int64_t{64}}, 3);
  accept(state, with_counters(state, 0.5), 4);
  act(state, {"pin_b"}, 5);
  act(state, {"show_speed_of_light"});
}

void chart(State& state) {
  count(state);
  act(state, {"show_memory_chart"});
}

void summarize_a_recording(State& state) {
  become(state, state_with_recorded_product());
  act(state, {"show_summary"});
}

void tabulate_a_recording(State& state) {
  become(state, state_with_recorded_product());
  act(state, {"show_memory_tables"});
}

void chart_before(State& state) {
  chart(state);
  act(state, SetKnob{"block_y", std::int64_t{16}});
}

void chart_predicted(State& state) {
  accept(state, explained(state), 1);
  act(state, {"show_memory_chart"});
}

void tabulate(State& state) {
  count(state);
  act(state, {"show_memory_tables"});
}

void stall(State& state) {
  count(state);
  act(state, {"show_warp_states"});
}

void schedule(State& state) {
  count(state);
  act(state, {"show_scheduler"});
}

void source_counted(State& state) {
  count(state);
  act(state, {"toggle_sass"});
  act(state, ShowTraffic{Traffic::global_store});
}

void analyse(State& state) {
  count(state);
  act(state, {"show_memory_chart"});
}

void search_a_command(State& state) {
  measure(state);
  act(state, {"toggle_palette"});
}

void lose_a_machine(State& state) {
  const client::Remote remote{"student@server", "ssh -p 2222", "lanescope"};
  state.ui.remotes = {remote, {"lecture@gpu"}};
  state.known.connection.remote = remote;
  state.known.connection.trouble = client::Trouble{};
  state.known.connection.trouble->error = {"the connection to student@server was lost", "",
                                           "see whether it is switched on"};
  act(state, {"toggle_connect"});
}

void choose_an_animation(State& state) {
  meet(state);
  state.ui.first_exports = "/home/somebody/Pictures";
  state.ui.makes_videos = true;
  act(state, {"export_animation_mp4"});
}

void give_a_lecture(State& state) {
  measure(state);
  act(state, {"lecture"});
}

void list_lessons(State& state) {
  measure(state);
  know_lesson(state);
  act(state, {"show_lessons"});
}

void begin_a_lesson(State& state) {
  list_lessons(state);
  act(state, StartLesson{"tile"});
  accept(state, with_trace(state, 0), 41);
}

void predict_rightly(State& state) {
  begin_a_lesson(state);
  answer_step(state, 32);
  act(state, Predict{{"32", {}, 0, {}}});
}

void choose_wrongly(State& state) {
  begin_a_lesson(state);
  act(state, GoToStep{1});
  answer_step(state, 0, {0});
  act(state, Predict{{"", {1}, 0, {}}});
}

void lecture_a_lesson(State& state) {
  predict_rightly(state);
  act(state, {"lecture"});
}

// Narrow panels are as wide as in a window of 1280 × 720, where text is a little higher.
constexpr std::uint32_t side = 300, broad = 560, flat = 250, tall = 390;

constexpr std::array scenes{
    Scene{"kernels", "##kernels", 800, 520,
          [](State& state) {
            hold(state);
            act(state, {"search_kernels"});
          }},
    Scene{"kernels_searched", "##kernels", 800, 520, search_a_kernel},
    Scene{"knobs", "###knobs", side, tall, measure},
    Scene{"readout", "###readout", 500, 440, measure},
    Scene{"readout_stale", "###readout", 500, 440, turn_a_knob},
    Scene{"readout_wrong", "###readout", 500, 440, find_it_wrong},
    Scene{"readout_held", "###readout", 500, 440, hold},
    Scene{"readout_emulated", "###readout", 500, 440, emulate},
    Scene{"readout_compared", "###readout", 500, 440, pin_two},
    Scene{"readout_predicted", "###readout", 500, 440, predict},
    Scene{"scope", "###scope", broad, flat, pin_two},
    Scene{"scope_predicted", "###scope", broad, flat, predict},
    Scene{"sweep", "###sweep", broad, tall, sweep},
    Scene{"sweep_predicted", "###sweep", broad, tall, sweep_predicted},
    Scene{"sweep_map", "###sweep", broad, tall, sweep_map},
    Scene{"output", "###output", 400, flat, measure},
    Scene{"source", "###source", broad, tall, cost},
    Scene{"source_beside", "###source", 800, tall, cost_beside},
    Scene{"source_error", "###source", broad, tall, do_not_compile},
    Scene{"source_compared", "###source", broad, tall, pin_two},
    Scene{"occupancy", "###occupancy", broad, tall, cost},
    Scene{"lesson_list", "###lesson", broad, flat, list_lessons},
    Scene{"lesson_asked", "###lesson", 900, flat, begin_a_lesson},
    Scene{"lesson_right", "###lesson", 900, flat, predict_rightly},
    Scene{"lesson_wrong", "###lesson", broad, tall, choose_wrongly},
    Scene{"lesson_bank", "###lesson", broad, flat,
          [](State& s) {
            begin_a_lesson(s);
            act(s, GoToStep{3});
          }},
    Scene{"lesson_covered", "###banks", broad, flat, begin_a_lesson},
    Scene{"lecture_lesson", nullptr, 960, 540, lecture_a_lesson},
    Scene{"log", "###log", broad, flat, write_a_log},
    Scene{"doctor", "###doctor", broad, flat, examine},
    Scene{"banks", "###banks", broad, tall, conflict},
    Scene{"banks_padded", "###banks", broad, tall, pad},
    Scene{"banks_levels", "###banks", broad, tall,
          [](State& state) { show_levels(state, "show_banks", with_trace(state, 0)); }},
    Scene{"sectors", "###sectors", broad, tall, store_a_column},
    Scene{"sectors_levels", "###sectors", broad, tall,
          [](State& state) { show_levels(state, "show_sectors", with_naive_trace(state)); }},
    Scene{"matrices", "###matrices", broad, tall, transpose},
    Scene{"matrices_levels", "###matrices", broad, tall,
          [](State& state) { show_levels(state, "show_matrices", with_naive_trace(state)); }},
    Scene{"warps", "###warps", broad, tall, meet},
    Scene{"tree", "###tree", broad, tall,
          [](State& state) { follow_flow(state, "show_tree", shared_tree(state), 16.5); }},
    Scene{"tiles", "###tiles", 900, 500,
          [](State& state) { follow_flow(state, "show_tiles", TiledProduct(state).traced(), 53.5); }},
    Scene{"tree_shuffles", "###tree", broad, tall,
          [](State& state) { follow_flow(state, "show_tree", shuffled_tree(state), 6.5); }},
    Scene{"grid", "###grid", broad, tall, [](State& state) { run_blocks(state, with_touching_grid(state, 268), 760); }},
    Scene{"grid_measured", "###grid", broad, tall,
          [](State& state) { run_blocks(state, with_measured_grid(state), 350); }},
    Scene{"ladder", "###ladder", broad, tall, climb},
    Scene{"ladder_share", "###ladder", broad, tall, climb_to_the_peak},
    Scene{"roofline", "###roofline", broad, tall, raise_the_roof},
    Scene{"summary", "###summary", 500, 440, summarize},
    Scene{"summary_recorded", "###summary", 500, 440, summarize_a_recording},
    Scene{"speed_of_light", "###speed_of_light", broad, tall, approach_the_light},
    Scene{"speed_of_light_compared", "###speed_of_light", broad, 560, compare_the_light},
    Scene{"speed_of_light_refused", "###speed_of_light", broad, tall, be_refused},
    Scene{"memory_chart", "###memory_chart", 640, tall, chart},
    Scene{"memory_chart_stale", "###memory_chart", broad, 300, chart_before},
    Scene{"memory_chart_predicted", "###memory_chart", broad, tall, chart_predicted},
    Scene{"memory_tables", "###memory_tables", 640, 480, tabulate},
    Scene{"memory_tables_recorded", "###memory_tables", 640, 480, tabulate_a_recording},
    Scene{"warp_states", "###warp_states", broad, tall, stall},
    Scene{"scheduler", "###scheduler", broad, tall, schedule},
    Scene{"source_counted", "###source", 900, tall, source_counted},
    Scene{"why", nullptr, 1600, 900, analyse},
    Scene{"palette", "##palette", broad, 500, search_a_command},
    Scene{"help", "###help", broad, tall, [](State& state) { act(state, {"toggle_help"}); }},
    Scene{"connect", "###connect", broad, tall, lose_a_machine},
    Scene{"open_folder", "###open_file", broad, tall, show_folder},
    Scene{"open_form", "###open_file", 900, 500, show_form},
    Scene{"open_form_wrong", "###open_file", 900, 500, show_wrong_form},
    Scene{"settings", "###settings", 900, 980,
          [](State& state) {
            measure(state);
            state.ui.first_exports = "/home/somebody/Pictures";
            state.ui.hide_private_words = true;  // the path of the file is that of this machine
            act(state, {"toggle_settings"});
          }},
    Scene{"picture", "###export", broad, 560, choose_an_animation},
    Scene{"lecture", nullptr, 960, 540, give_a_lecture},
    Scene{"window", nullptr, 1152, 648, pin_two},
    Scene{"split_banks", "###banks", 900, 420, conflict_beside_none},
    Scene{"split_warps", "###warps", 900, 420, column_beside_tile},
    Scene{"open_form_refused", "###open_file", 900, 780, show_refused_form},
};

}  // namespace

Effects effects_of_scene() {
  return std::exchange(effects, {});
}

std::span<const Scene> panel_scenes() {
  return scenes;
}

}  // namespace lanescope::gui::test
