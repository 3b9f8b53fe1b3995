// No action of the table is without a test that does it by name; here are those that no other test is about.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "gui/export/export_plots.h"
#include "gui/panels/scope/scope_view_model.h"
#include "gui/panels/sweep/sweep_view_model.h"
#include "gui/support/playback_fixture.h"
#include "gui/support/source_fixture.h"

namespace warpscope::gui {
namespace {

class EveryAction : public testing::Test {
 protected:
  void act(const Command& command, double seconds = 1) {
    const Status done = perform(state_, command, seconds);
    ASSERT_TRUE(done) << done.error().text();
  }
  [[nodiscard]] std::int64_t size_of(const std::string& name) const {
    for (const SizeField& size : state_.selection.sizes) {
      if (size.name == name) return size.value;
    }
    return -1;
  }
  State state_ = test::state_with_kernels();
};

TEST_F(EveryAction, IsDoneByNameInATest) {
  std::string tests;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(WARPSCOPE_SOURCES) / "tests/gui")) {
    if (entry.path().extension() != ".cpp") continue;
    const auto text = read_file(entry.path());
    ASSERT_TRUE(text) << text.error().text();
    tests += *text;
  }
  for (const Action& action : actions()) {
    const std::string name(action.name);
    const bool done = tests.find("{\"" + name + "\"") != std::string::npos ||
                      tests.find("\"action/" + name + "\"") != std::string::npos;
    EXPECT_TRUE(done) << name << " is done by no test";
  }
}

TEST_F(EveryAction, OfAPlotAsksForItsFile) {
  EXPECT_FALSE(perform(state_, {"export_sweep_svg"}, 0)) << "no point is known";
  EXPECT_FALSE(perform(state_, {"export_occupancy_csv"}, 0));
  EXPECT_FALSE(perform(state_, {"export_warps_csv"}, 0));
  test::record_sweep(state_);
  lab::Result result = test::with_costs(state_);
  result.traced = test::tile_trace(state_, 0);
  test::accept(state_, result, 1);
  for (const Command& command :
       {Command{"export_sweep_svg"}, Command{"export_occupancy_svg"}, Command{"export_occupancy_csv"},
        Command{"export_warps_svg"}, Command{"export_warps_csv"}}) {
    act(command);
  }
  const std::vector<PlotWish>& wishes = state_.exports.plots;
  ASSERT_EQ(wishes.size(), 5U);
  constexpr std::array plots{Plot::sweep, Plot::occupancy, Plot::occupancy, Plot::warps, Plot::warps};
  constexpr std::array formats{PlotFormat::svg, PlotFormat::svg, PlotFormat::csv, PlotFormat::svg, PlotFormat::csv};
  for (std::size_t i = 0; i < plots.size(); ++i) {
    EXPECT_EQ(wishes[i].plot, plots[i]) << i;
    EXPECT_EQ(wishes[i].format, formats[i]) << i;
  }
}

TEST_F(EveryAction, OfAFilmAsksForIt) {
  act({"show_banks"});
  test::accept(state_, test::with_trace(state_, 0), 1);
  act({"export_animation_mp4"});
  ASSERT_EQ(state_.exports.films.size(), 1U);
  EXPECT_TRUE(state_.exports.films.front().mp4);
  EXPECT_EQ(state_.exports.films.front().view, AnimatedView::banks);
}

TEST_F(EveryAction, OfTheScopeMovesItInTime) {
  test::fill_history(state_);
  act({"scope_zoom_in"}, 40);
  act({"scope_earlier"}, 40);
  const double before = state_.scope.last.value();
  act({"scope_later"}, 40);
  EXPECT_GT(state_.scope.last.value_or(newest_event(state_.known.history)), before);
}

TEST_F(EveryAction, OfOneKnobTypesItOrPutsItBack) {
  act({"set_knob", "block_y", std::int64_t{4}});
  act({"type_knob", "block_y"});
  EXPECT_EQ(state_.selection.typed_knob, "block_y");
  act({"stop_typing"});
  EXPECT_EQ(state_.selection.typed_knob, "");
  act({"reset_knob", "block_y"});
  EXPECT_EQ(test::knob_value(state_, "block_y"), "8");
}

TEST_F(EveryAction, OfTheSearchBeginsItWithoutACandidate) {
  state_.kernel_search.candidate = "transpose/smem_pad";
  act({"search_kernels"});
  EXPECT_EQ(state_.kernel_search.candidate, "");
  EXPECT_EQ(state_.kernel_search.focuses_wanted, 1U);
}

TEST_F(EveryAction, OfAllSizesGoesByPowersOfTwo) {
  act({"set_size", "nx", std::int64_t{1000}});
  act({"double_sizes"});
  EXPECT_EQ(size_of("nx"), 1024);
  EXPECT_EQ(size_of("ny"), 8192);
  act({"halve_sizes"});
  EXPECT_EQ(size_of("nx"), 512);
  EXPECT_EQ(size_of("ny"), 4096);
}

TEST_F(EveryAction, OfTheSecondPinGoesToItAndLetsItGo) {
  act({"set_knob", "block_x", std::int64_t{64}});
  act({"pin_b"});
  act({"set_knob", "block_x", std::int64_t{16}});
  act({"go_to_pin_b"});
  EXPECT_EQ(test::knob_value(state_, "block_x"), "64");
  act({"unpin_b"});
  EXPECT_FALSE(state_.pins.any());
  EXPECT_FALSE(perform(state_, {"go_to_pin_b"}, 2));
}

TEST_F(EveryAction, OfTheTransportChangesSpeedAndLoop) {
  const double speed = state_.playback.speed();
  act({"faster"});
  EXPECT_EQ(state_.playback.speed(), 2 * speed);
  act({"slower"});
  act({"slower"});
  EXPECT_EQ(state_.playback.speed(), speed / 2);
  const bool loops = state_.playback.loop;
  act({"toggle_loop"});
  EXPECT_NE(state_.playback.loop, loops);
}

TEST_F(EveryAction, OfAMarkIsUndoneByDoingItAgain) {
  act({"show_banks"});
  test::accept(state_, test::with_trace(state_, 0), 1);
  act({"choose_bank", "", std::int64_t{7}});
  EXPECT_EQ(state_.playback.bank, 7U);
  act({"choose_bank", "", std::int64_t{7}});
  EXPECT_EQ(state_.playback.bank, std::nullopt);
  EXPECT_FALSE(perform(state_, {"choose_bank", "", std::int64_t{32}}, 1)) << "there are 32, counted from 0";
  act({"choose_byte", "out", std::int64_t{128}});
  ASSERT_TRUE(state_.playback.byte);
  EXPECT_EQ(state_.playback.byte->offset, 128U);
  EXPECT_FALSE(perform(state_, {"choose_byte", "unheard_of", std::int64_t{0}}, 1));
  act({"choose_byte", "out", std::int64_t{128}});
  EXPECT_FALSE(state_.playback.byte);
}

TEST_F(EveryAction, OfTheSourceAndItsLaunchesChoosesWhatIsShown) {
  EXPECT_FALSE(perform(state_, {"choose_launch", "", std::int64_t{0}}, 1)) << "nothing was launched";
  test::accept(state_, test::with_costs(state_), 1);
  act({"choose_launch", "", std::int64_t{0}});
  EXPECT_FALSE(perform(state_, {"choose_launch", "", std::int64_t{1}}, 1)) << "there is one";
  act({"toggle_by_excess"});
  EXPECT_TRUE(state_.source.by_excess);
}

TEST_F(EveryAction, OfTheFrameKeepsALayoutAndGoesBackToTheDarkTheme) {
  act({"store_layout", "mine", std::string("[Window][###source]\n")});
  EXPECT_EQ(state_.ui.layouts.chosen, "mine");
  EXPECT_EQ(state_.ui.layouts.own.count("mine"), 1U);
  EXPECT_FALSE(perform(state_, {"store_layout", "empty"}, 1));
  act({"use_light_theme"});
  act({"use_dark_theme"});
  EXPECT_EQ(state_.ui.theme, ThemeName::dark);
}

}  // namespace
}  // namespace warpscope::gui
