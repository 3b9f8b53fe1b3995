#include "gui/store/actions.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <set>

#include "gui/shell/keys.h"
#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

class Actions : public testing::Test {
 protected:
  void act(const Command& command) {
    const Outcome done = perform(state_, command, 1);
    ASSERT_TRUE(done) << done.error().text();
    effects_ = *done;
  }
  State state_ = test::state_with_kernels();
  Effects effects_;  ///< of the last action
};

TEST_F(Actions, HaveUniqueNamesTitlesHelpAndKeysThatExist) {
  std::set<std::string_view> names, shortcuts;
  for (const Action& action : actions()) {
    EXPECT_TRUE(names.insert(action.name).second) << action.name;
    EXPECT_FALSE(action.title.empty()) << action.name;
    EXPECT_TRUE(action.help.ends_with('.')) << action.name;
    EXPECT_EQ(find_action(action.name), &action);
    if (action.shortcut.empty()) continue;
    EXPECT_TRUE(shortcuts.insert(action.shortcut).second) << action.shortcut;
    EXPECT_TRUE(action.shortcut.size() == 1 || key_chord(action.shortcut)) << action.shortcut;
  }
}

TEST_F(Actions, UnknownToTheTableAreRefused) {
  EXPECT_FALSE(perform(state_, {"make_coffee"}, 0));
  EXPECT_EQ(find_action("make_coffee"), nullptr);
}

TEST_F(Actions, SelectAKernelAndRememberTheValuesOfEach) {
  act(SetKnob{"block_x", std::int64_t{64}});
  act(SelectKernel{"transpose/copy_row"});
  EXPECT_EQ(state_.selection.kernel, "transpose/copy_row");
  EXPECT_EQ(test::knob_value(state_, "block_x"), "32");
  act(SelectKernel{"transpose/naive_row"});
  EXPECT_EQ(test::knob_value(state_, "block_x"), "64");
  EXPECT_FALSE(perform(state_, SelectKernel{"transpose/unheard_of"}, 0));
}

TEST_F(Actions, GoThroughTheKernelsInTheirOrderAndRound) {
  act({"next_kernel"});
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad");
  act({"next_kernel"});
  act({"next_kernel"});
  EXPECT_EQ(state_.selection.kernel, "transpose/copy_row");
  act({"previous_kernel"});
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_tile");
}

TEST_F(Actions, SetAKnobAndMakeTheSettingANewOne) {
  const std::uint64_t before = state_.selection.revision;
  act(SetKnob{"block_x", std::int64_t{64}});
  EXPECT_EQ(test::knob_value(state_, "block_x"), "64");
  EXPECT_EQ(state_.selection.revision, before + 1);
  act(SetKnob{"block_x", std::int64_t{64}});
  EXPECT_EQ(state_.selection.revision, before + 1) << "nothing changed";
  act(SetKnob{"load_op", std::string("cs")});
  EXPECT_EQ(experiment_of(state_)->values,
            (catalogue::Values{{"block_x", std::int64_t{64}}, {"load_op", std::string("cs")}}));
}

TEST_F(Actions, RefuseAForbiddenValueWithTheRequirementsSentence) {
  const Outcome refused = perform(state_, SetKnob{"block_x", std::int64_t{256}}, 0);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.text().find("a block has at most 1024 threads"), std::string::npos);
  EXPECT_EQ(test::knob_value(state_, "block_x"), "32");
  EXPECT_FALSE(perform(state_, SetKnob{"block_x", std::int64_t{33}}, 0)) << "not a value of the file";
  EXPECT_FALSE(perform(state_, SetKnob{"block_q", std::int64_t{1}}, 0));
}

TEST_F(Actions, TurnTheSelectedKnobAndSelectItsNeighbours) {
  EXPECT_EQ(state_.selection.focused_knob, "block_x");
  act({"raise_knob"});
  EXPECT_EQ(test::knob_value(state_, "block_x"), "64");
  act({"lower_knob"});
  act({"lower_knob"});
  EXPECT_EQ(test::knob_value(state_, "block_x"), "16");
  act({"next_knob"});
  act({"raise_knob"});
  EXPECT_EQ(test::knob_value(state_, "block_y"), "16");
  act({"previous_knob"});
  act({"previous_knob"});
  EXPECT_EQ(state_.selection.focused_knob, "load_op");
  act(FocusKnob{"block_y"});
  EXPECT_EQ(state_.selection.focused_knob, "block_y");
}

TEST_F(Actions, SetASizeAndGoBackToTheDefaults) {
  act(SetSize{"nx", 1000});
  EXPECT_EQ(state_.sizes().front().value, 1000);
  EXPECT_FALSE(perform(state_, SetSize{"nx", 40000}, 0));
  EXPECT_EQ(state_.sizes().front().value, 1000);
  act({"reset"});
  EXPECT_EQ(state_.sizes().front().value, 4096);
  EXPECT_TRUE(state_.current_values().empty());
}

TEST_F(Actions, RunStopAndMeasureLive) {
  act({"run"});
  EXPECT_EQ(test::count_of<Measure>(effects_), 1U);
  act({"cancel"});
  EXPECT_TRUE(state_.selection.cancelled);
  EXPECT_FALSE(state_.selection.continuous);
  EXPECT_FALSE(perform(state_, {"cancel"}, 0)) << "nothing is running";
  act({"toggle_continuous"});
  EXPECT_TRUE(state_.selection.continuous);
  EXPECT_FALSE(state_.selection.cancelled);
  act({"cancel"});
  act(SetKnob{"block_x", std::int64_t{16}});
  EXPECT_FALSE(state_.selection.cancelled) << "who turns a knob wants to see its result";
}

TEST_F(Actions, LaunchWhatIsHeldAllTheSameForExactlyThisSettingAndText) {
  EXPECT_FALSE(perform(state_, {"launch_anyway"}, 0)) << "nothing is held";
  test::accept(state_, test::blocked_launch(state_), 1);
  EXPECT_FALSE(experiment_of(state_)->proceed);
  act({"launch_anyway"});
  EXPECT_EQ(test::count_of<Measure>(effects_), 1U);
  EXPECT_TRUE(experiment_of(state_)->proceed);
  EXPECT_FALSE(perform(state_, {"launch_anyway"}, 2)) << "it is already being launched";

  act({"raise_knob"});
  EXPECT_FALSE(experiment_of(state_)->proceed) << "another setting";
  act({"lower_knob"});
  EXPECT_FALSE(experiment_of(state_)->proceed) << "a click counts once";
  test::accept(state_, test::blocked_launch(state_), 3);
  act({"launch_anyway"});
  test::edit(state_, test::kernel_text("Edited"), 4);
  EXPECT_FALSE(experiment_of(state_)->proceed) << "another text";
}

TEST_F(Actions, LaunchAMuseumKernelOnlyWhereThereIsAGpu) {
  test::accept(state_, test::with_expected_fault(state_), 1);
  EXPECT_TRUE(find_action("launch_anyway")->why_not(state_).empty());
  state_.known.machine->device.clear();
  EXPECT_FALSE(find_action("launch_anyway")->why_not(state_).empty());
}

TEST_F(Actions, NeedWhatTheyWorkOn) {
  State empty;
  for (const char* name : {"run", "next_kernel", "raise_knob", "reset", "clear_scope"}) {
    EXPECT_FALSE(perform(empty, name, 0)) << name;
    EXPECT_FALSE(find_action(name)->why_not(empty).empty()) << name;
  }
}

TEST_F(Actions, ChangeTheViewAndQuit) {
  act({"larger_text"});
  EXPECT_GT(state_.ui.zoom, 1.05F);
  act({"smaller_text"});
  act({"smaller_text"});
  EXPECT_LT(state_.ui.zoom, 0.95F);
  act({"normal_text"});
  EXPECT_EQ(state_.ui.zoom, 1.0F);
  act({"reset_layout"});
  EXPECT_EQ(test::count_of<ArrangeLayout>(effects_), 1U);
  act({"toggle_help"});
  EXPECT_TRUE(state_.ui.show_help);
  act({"clear_scope"});
  EXPECT_TRUE(state_.known.history.changes.empty());
  act({"quit"});
  EXPECT_EQ(test::count_of<Quit>(effects_), 1U);
}

TEST_F(Actions, ReadTheirKeysFromTheTable) {
  EXPECT_EQ(key_chord("Ctrl+Q"), ImGuiMod_Ctrl | ImGuiKey_Q);
  EXPECT_EQ(key_chord("Ctrl+="), ImGuiMod_Ctrl | ImGuiKey_Equal);
  EXPECT_EQ(key_chord("RightArrow"), ImGuiKey_RightArrow);
  EXPECT_EQ(key_chord("Hyper+Q"), std::nullopt);
  EXPECT_EQ(key_chord(""), std::nullopt);
}

}  // namespace
}  // namespace lanescope::gui
