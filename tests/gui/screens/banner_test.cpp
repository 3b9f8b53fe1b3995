// What is wrong with the kernel, above the stage, with the way to its line.
#include "gui/screens/notices/banner.h"
#include "gui/readings/mistake.h"
#include "gui/store/knobs/knob_commands.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "gui/support/offscreen.h"
#include "gui/support/open_file_fixture.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui::test {
namespace {

experiments::Result faulted(const State& state) {
  experiments::Result result = without_gpu(state);
  result.backend = experiments::Backend::emulator;
  result.faults = {out_of_bounds(state)};
  result.stage = experiments::ResultStage::refined;
  return result;
}

TEST(TheBanner, SaysFaultsAndErrorsOfTheCompilerWithTheirLineAndRemedy) {
  State state = state_with_kernels();
  EXPECT_FALSE(shown_banner(state));
  accept(state, faulted(state), 1);
  auto banner = shown_banner(state);
  ASSERT_TRUE(banner);
  EXPECT_EQ(banner->what, out_of_bounds(state).message);
  EXPECT_EQ(banner->line, out_of_bounds(state).line);
  EXPECT_GT(banner->line, 0);
  EXPECT_FALSE(banner->remedy.empty());
  accept(state, with_compile_error(state), 2);
  banner = shown_banner(state);
  ASSERT_TRUE(banner);
  EXPECT_GT(banner->line, 0);
}

TEST(TheBanner, IsNotForWhatAMuseumKernelTeachesNorForWhatTheMachineLacks) {
  State state = state_with_kernels();
  accept(state, without_gpu(state), 1);
  EXPECT_FALSE(shown_banner(state)) << "the machine has no GPU; the kernel is right";
  edit(state, museum_text("A museum kernel"), 2);
  accept(state, with_expected_fault(state), 3);
  EXPECT_FALSE(shown_banner(state));
}

TEST(TheBanner, StaysClosedForTheSameMistakeAndComesForAnother) {
  State state = state_with_kernels();
  accept(state, faulted(state), 1);
  ASSERT_TRUE(perform(state, {"close_banner"}, 1));
  EXPECT_FALSE(shown_banner(state));
  EXPECT_FALSE(perform(state, {"close_banner"}, 1));
  EXPECT_TRUE(perform(state, SetKnob{"block_y", std::int64_t{16}}, 2));
  accept(state, faulted(state), 3);
  EXPECT_FALSE(shown_banner(state)) << "the same sentence at the same line";
  accept(state, with_compile_error(state), 4);
  EXPECT_TRUE(shown_banner(state));
}

TEST(TheBanner, LeadsToTheLineWhateverTheSourceShows) {
  State state = state_with_kernels();
  EXPECT_FALSE(perform(state, {"go_to_mistake"}, 1)) << "nothing is wrong";
  accept(state, faulted(state), 1);
  state.source.by_excess = true;
  const Outcome done = perform(state, {"go_to_mistake"}, 1);
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(state.playback.focus.line, out_of_bounds(state).line);
  EXPECT_FALSE(state.source.by_excess);
  ASSERT_EQ(count_of<FocusPanel>(*done), 1U);
  EXPECT_EQ(effects_of<FocusPanel>(*done)[0].panel, "source");
}

TEST(TheReadout, OfAFaultWithoutAGpuSaysThatItStoppedThere) {
  State state = state_with_kernels();
  accept(state, faulted(state), 1);
  const Readout readout = read(state);
  EXPECT_EQ(readout.verdict, Verdict::fault);
  EXPECT_EQ(readout.rate.missing, state.say("readout.stopped_at_fault"));
  EXPECT_EQ(readout.rate_remedy, "") << "a GPU would not mend it";
}

class Banner : public OnDesk {};

TEST_F(Banner, StandsAboveTheStageAndCoversNothing) {
  accept(state_, faulted(state_), 1);
  desk_.frames(4);
  ASSERT_TRUE(desk_.has("banner"));
  const ImGuiWindow* const stage = visible_window(*find_panel(state_.ui.stage));
  ASSERT_NE(stage, nullptr);
  EXPECT_TRUE(stage->InnerRect.Contains(desk_.place("banner"))) << "it is a part of the stage and lies over nothing";
  EXPECT_LT(desk_.place("banner").Max.y, stage->InnerRect.GetCenter().y);
  desk_.click("action/go_to_mistake");
  EXPECT_EQ(state_.playback.focus.line, out_of_bounds(state_).line);
  desk_.click("action/close_banner");
  desk_.frames(2);
  EXPECT_FALSE(desk_.has("banner"));
}

TEST_F(Banner, SaysItAloneAndTheReadoutBesideTheStageOnlyWhenItIsClosed) {
  accept(state_, faulted(state_), 1);
  desk_.frames(4);
  ASSERT_TRUE(desk_.has("banner"));
  EXPECT_FALSE(desk_.has("readout/problem"));
  const ImRect reason = desk_.place("readout/rate_remedy"), panel = visible_window(*find_panel("readout"))->InnerRect;
  EXPECT_TRUE(panel.Contains(reason)) << "the whole sentence is seen";
  desk_.click("action/close_banner");
  desk_.frames(2);
  ASSERT_TRUE(desk_.has("readout/problem"));
  EXPECT_LE(reason.Max.y, desk_.place("readout/problem").Min.y);
}

TEST_F(Banner, GoesToItsLineWithEnterOnceAndIsClosedByEscape) {
  accept(state_, faulted(state_), 1);
  desk_.frames(4);
  state_.selection.continuous = true;
  desk_.key(ImGuiKey_Enter);
  EXPECT_EQ(state_.playback.focus.line, out_of_bounds(state_).line);
  EXPECT_TRUE(state_.selection.typed_knob.empty());
  desk_.frames(8);  // keys wait for the field that Enter opens elsewhere
  desk_.key(ImGuiKey_Enter);
  EXPECT_FALSE(state_.selection.typed_knob.empty()) << "then the key is the knob's again";
  ASSERT_TRUE(desk_.perform(StopTyping{}, 1));
  desk_.frames(2);
  desk_.key(ImGuiKey_Escape);
  desk_.frames(2);
  EXPECT_FALSE(desk_.has("banner"));
  EXPECT_TRUE(state_.selection.continuous);
}

TEST_F(Banner, IsDrawnInEveryThemeAndLanguage) {
  for (const char* theme : {"use_dark_theme", "use_light_theme", "use_projector_theme"}) {
    for (const char* language : {"use_english", "use_chinese"}) {
      ASSERT_TRUE(desk_.perform({theme}, 0));
      ASSERT_TRUE(desk_.perform({language}, 0));
      accept(state_, faulted(state_), 1);
      desk_.frames(4);
      ASSERT_TRUE(desk_.has("banner"));
      desk_.save(std::string("banner_") + theme + "_" + language);
      EXPECT_LT(desk_.place("banner").GetHeight(), 0.2F * 720) << "it leaves the stage its room";
    }
  }
}

TEST_F(OnDesk, ADialogThatClosesLeavesTheTabsAsTheyWere) {
  const auto stage = [&] { return state_.ui.stage; };
  const std::string before = stage();
  ASSERT_TRUE(desk_.perform({"toggle_palette"}, 0));
  desk_.frames(4);
  desk_.key(ImGuiKey_Escape);
  desk_.frames(4);
  EXPECT_EQ(stage(), before) << "after the palette";
  show_form(state_);
  desk_.frames(4);
  state_.open_file.shown = false;
  desk_.frames(4);
  EXPECT_EQ(stage(), before) << "after the form of a file, where the Doctor lay over the stage";
  EXPECT_EQ(visible_window(*find_panel("doctor")), nullptr);
}

}  // namespace
}  // namespace lanescope::gui::test
