// No action of the table is without a test that does it by name; here are those that no other test is about.
#include <gtest/gtest.h>

#include <filesystem>
#include <initializer_list>
#include <tuple>

#include "base/file.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/screens/sweep/sweep_view_model.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/playback_fixture.h"
#include "gui/support/source_fixture.h"

namespace lanescope::gui {
namespace {

class EveryAction : public testing::Test {
 protected:
  void act(const Command& command, double seconds = 1) {
    const Outcome done = perform(state_, command, seconds);
    ASSERT_TRUE(done) << done.error().text();
    append(effects_, *done);
  }
  [[nodiscard]] std::int64_t size_of(const std::string& name) const {
    for (const SizeField& size : state_.sizes()) {
      if (size.name == name) return size.value;
    }
    return -1;
  }
  State state_ = test::state_with_kernels();
  Effects effects_;
};

TEST_F(EveryAction, IsDoneByNameInATest) {
  std::string tests;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(LANESCOPE_SOURCES) / "tests/gui")) {
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

TEST_F(EveryAction, ClosesNoticesAndAsksForAReport) {
  show_notice(state_, {Notice::Kind::failed, "settings.toml:3: a key has no value"}, 1);
  act({"close_notices"});
  EXPECT_TRUE(state_.ui.notices.empty());
  EXPECT_FALSE(perform(state_, {"close_notices"}, 1)) << "there is none any more";
  act({"write_report"});
  EXPECT_EQ(test::effects_of<WriteReport>(effects_).size(), 1U);
}

TEST_F(EveryAction, OfExportOpensTheDialogWithItsKindChosen) {
  for (const char* impossible : {"export_sweep_svg", "export_sweep_csv", "export_occupancy_csv", "export_warps_csv"}) {
    EXPECT_FALSE(perform(state_, Invoke(impossible), 0)) << impossible << ": nothing is known";
  }
  test::record_sweep(state_);
  act({"show_banks"});
  experiments::Result result = test::with_costs(state_);
  result.traced = test::tile_trace(state_, 0);
  test::accept(state_, result, 1);
  EXPECT_FALSE(perform(state_, {"export_animation_mp4"}, 0)) << "ffmpeg is not installed";
  state_.ui.makes_videos = true;
  using enum ExportForm;
  const std::initializer_list<std::tuple<Command, const char*, ExportForm>> kinds{
      {{"export_picture"}, "", picture},
      {{"export_sweep_svg"}, "sweep", drawing},
      {{"export_sweep_csv"}, "sweep", table},
      {{"export_occupancy_svg"}, "occupancy", drawing},
      {{"export_occupancy_csv"}, "occupancy", table},
      {{"export_warps_svg"}, "warps", drawing},
      {{"export_warps_csv"}, "warps", table},
      {{"export_animation_png"}, "banks", animation},
      {{"export_animation_mp4"}, "banks", video},
  };
  for (const auto& [command, panel, form] : kinds) {
    act(command);
    EXPECT_TRUE(state_.exporting.shown);
    EXPECT_EQ(state_.exporting.choice.panel, panel) << command.name();
    EXPECT_EQ(state_.exporting.choice.form, form) << command.name();
  }
  EXPECT_EQ(test::count_of<ExportPlot>(effects_) + test::count_of<ExportAnimation>(effects_), 0U)
      << "nothing is written";
  act({"toggle_export"});
  EXPECT_FALSE(state_.exporting.shown);
  act({"toggle_export"});
  EXPECT_EQ(state_.exporting.choice.form, video) << "as it was last";
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
  act(SetKnob{"block_y", std::int64_t{4}});
  act(TypeKnob{"block_y"});
  EXPECT_EQ(state_.selection.typed_knob, "block_y");
  act(StopTyping{});
  EXPECT_EQ(state_.selection.typed_knob, "");
  act(ResetKnob{"block_y"});
  EXPECT_EQ(test::knob_value(state_, "block_y"), "8");
}

TEST_F(EveryAction, OfTheSelectedKnobTypesItOrPutsItBack) {
  act(SetKnob{"block_y", std::int64_t{4}});
  act(FocusKnob{"block_y"});
  act({"type_knob"});
  EXPECT_EQ(state_.selection.typed_knob, "block_y");
  act(StopTyping{});
  act({"reset_knob"});
  EXPECT_EQ(test::knob_value(state_, "block_y"), "8");
}

TEST_F(EveryAction, OfTheSearchBeginsItWithoutACandidate) {
  state_.kernel_search.candidate = "transpose/smem_pad";
  act({"search_kernels"});
  EXPECT_EQ(state_.kernel_search.candidate, "");
  EXPECT_EQ(test::count_of<FocusSearch>(effects_), 1U);
}

TEST_F(EveryAction, OfAllSizesGoesByPowersOfTwo) {
  act(SetSize{"nx", 1000});
  act({"double_sizes"});
  EXPECT_EQ(size_of("nx"), 1024);
  EXPECT_EQ(size_of("ny"), 8192);
  act({"halve_sizes"});
  EXPECT_EQ(size_of("nx"), 512);
  EXPECT_EQ(size_of("ny"), 4096);
}

TEST_F(EveryAction, OfTheSecondPinGoesToItAndLetsItGo) {
  act(SetKnob{"block_x", std::int64_t{64}});
  act({"pin_b"});
  act(SetKnob{"block_x", std::int64_t{16}});
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
  act({"automatic_speed"});
  const double automatic = state_.playback.speed();
  act({"faster"});
  EXPECT_NE(state_.playback.speed(), automatic);
  act({"automatic_speed"});
  EXPECT_EQ(state_.playback.speed(), automatic);
  const bool loops = state_.playback.loop;
  act({"toggle_loop"});
  EXPECT_NE(state_.playback.loop, loops);
}

TEST_F(EveryAction, OfAMarkIsUndoneByDoingItAgain) {
  act({"show_banks"});
  test::accept(state_, test::with_trace(state_, 0), 1);
  act(ChooseBank{7});
  EXPECT_EQ(state_.playback.focus.bank, 7U);
  act(ChooseBank{7});
  EXPECT_EQ(state_.playback.focus.bank, std::nullopt);
  EXPECT_FALSE(perform(state_, ChooseBank{32}, 1)) << "there are 32, counted from 0";
  act(ChooseByte{128, "out"});
  ASSERT_TRUE(state_.playback.focus.byte);
  EXPECT_EQ(state_.playback.focus.byte->offset, 128U);
  EXPECT_FALSE(perform(state_, ChooseByte{0, "unheard_of"}, 1));
  act(ChooseByte{128, "out"});
  EXPECT_FALSE(state_.playback.focus.byte);
}

TEST_F(EveryAction, OfTheSourceAndItsLaunchesChoosesWhatIsShown) {
  EXPECT_FALSE(perform(state_, ChooseLaunch{0}, 1)) << "nothing was launched";
  test::accept(state_, test::with_costs(state_), 1);
  act(ChooseLaunch{0});
  EXPECT_FALSE(perform(state_, ChooseLaunch{1}, 1)) << "there is one";
  act({"toggle_by_excess"});
  EXPECT_TRUE(state_.source.by_excess);
}

TEST_F(EveryAction, OfAWorkspaceShowsItAndFromThereGoesBack) {
  for (const char* name : {"why", "measure", "watch"}) {
    act({name});
    EXPECT_EQ(name_of(state_.ui.workspace), name);
  }
  act({"show_doctor"});
  EXPECT_EQ(state_.ui.workspace, Workspace::machine);
  act({"show_knobs"});
  act({"show_scope"});
  act({"show_log"});
  act({"watch"});
  act({"machine"});
  act({"watch"});
  act({"why"});
  act({"why"});
  EXPECT_EQ(state_.ui.workspace, Workspace::watch) << "its key goes back to where one was";
  act({"show_roofline"});
  EXPECT_EQ(state_.ui.workspace, Workspace::measure) << "a panel brings its workspace";
  act({"show_readout"});
  EXPECT_EQ(state_.ui.workspace, Workspace::measure) << "which has this one, too";
  act({"lecture"});
  act({"show_roofline"});
  EXPECT_EQ(state_.ui.workspace, Workspace::lecture) << "a lecture shows any picture";
}

TEST_F(EveryAction, OfTheFrameGoesBackToTheDarkTheme) {
  act({"use_light_theme"});
  act({"use_dark_theme"});
  EXPECT_EQ(state_.ui.theme, ThemeName::dark);
  act({"use_high_contrast_dark_theme"});
  EXPECT_EQ(state_.ui.shown_theme(), ThemeName::high_contrast_dark);
  act({"use_high_contrast_light_theme"});
  EXPECT_EQ(state_.ui.shown_theme(), ThemeName::high_contrast_light);
  state_.ui.system_theme = ThemeName::light;
  act({"use_system_theme"});
  EXPECT_EQ(state_.ui.theme, ThemeName::system);
  EXPECT_EQ(state_.ui.shown_theme(), ThemeName::light) << "as the desktop is set";
}

}  // namespace
}  // namespace lanescope::gui
