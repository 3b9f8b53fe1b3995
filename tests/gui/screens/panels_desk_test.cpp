// Kernels, Knobs, pins, scope and Doctor with real widgets, a simulated mouse and simulated keys; and their pictures.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gui/screens/scope/scope_view_model.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "gui/support/source_fixture.h"

namespace lanescope::gui::test {
namespace {

class Panels : public OnDesk {
 protected:
  void chord(ImGuiKey modifier, ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(modifier, true);
    desk_.key(key);
    ImGui::GetIO().AddKeyEvent(modifier, false);
    desk_.frames(2);
  }
  void wheel(const std::string& widget, float notches) {
    desk_.move_to(desk_.place(widget).GetCenter());
    desk_.frames(2);
    ImGui::GetIO().AddMouseWheelEvent(0, notches);
    desk_.frames(2);
  }
};

TEST_F(Panels, AKernelIsFoundByTypingAndSelectedByEnter) {
  chord(ImGuiMod_Ctrl, ImGuiKey_F);
  desk_.type("smem");
  EXPECT_EQ(state_.kernel_search.text, "smem");
  EXPECT_FALSE(desk_.has("kernel/transpose/copy_row"));
  ASSERT_TRUE(desk_.has("kernel/transpose/smem_pad"));
  desk_.key(ImGuiKey_DownArrow);
  desk_.frames(2);
  EXPECT_EQ(state_.kernel_search.candidate, "transpose/smem_tile");
  EXPECT_EQ(knob_value(state_, "block_x"), "32") << "the arrows belong to the field";
  desk_.key(ImGuiKey_Enter);
  desk_.frames(2);
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_tile");
  EXPECT_EQ(state_.kernel_search.text, "");
  EXPECT_FALSE(desk_.has("kernels/search")) << "the list has dropped up again";
  desk_.key(ImGuiKey_RightArrow);
  EXPECT_EQ(knob_value(state_, "block_x"), "64") << "the field is left";
}

TEST_F(Panels, EscapeEndsASearch) {
  chord(ImGuiMod_Ctrl, ImGuiKey_F);
  desk_.type("smem");
  desk_.key(ImGuiKey_Escape);
  desk_.frames(2);
  EXPECT_EQ(state_.kernel_search.text, "");
  EXPECT_EQ(state_.selection.kernel, "transpose/naive_row");
}

TEST_F(Panels, ALetterTypedInTheListOfKernelsBeginsASearch) {
  ASSERT_TRUE(desk_.perform({"search_kernels"}, 1));
  desk_.frames(4);
  wheel("kernel/transpose/naive_row", 20);  // up to the heading
  desk_.click("family/transpose");          // the field has lost the keyboard
  desk_.frames(2);
  desk_.type("p");
  desk_.frames(2);
  desk_.type("ad");
  desk_.frames(2);
  EXPECT_EQ(state_.kernel_search.text, "pad");
}

TEST_F(Panels, AFamilyIsFoldedByClick) {
  ASSERT_TRUE(desk_.perform({"search_kernels"}, 1));
  desk_.frames(4);
  wheel("kernel/transpose/naive_row", 20);  // up to the heading
  desk_.click("family/transpose");
  desk_.frames(2);
  EXPECT_FALSE(desk_.has("kernel/transpose/copy_row"));
  desk_.click("family/transpose");
  desk_.frames(2);
  EXPECT_TRUE(desk_.has("kernel/transpose/copy_row"));
}

TEST_F(Panels, TheSelectedKernelTellsItsLessonAndOpensInTheEditor) {
  ASSERT_TRUE(desk_.perform({"search_kernels"}, 1));
  desk_.frames(4);
  ASSERT_TRUE(desk_.has("kernel_lesson"));
  EXPECT_GT(desk_.place("kernel_lesson").Min.y, desk_.place("kernel/transpose/naive_row").Min.y);
  desk_.click("kernel_edit");
  EXPECT_EQ(count_of<OpenEditor>(desk_.effects()), 1U);
  desk_.key(ImGuiKey_Escape);
  desk_.frames(3);
  desk_.key(ImGuiKey_F2);
  EXPECT_EQ(count_of<OpenEditor>(desk_.effects()), 2U);
}

TEST_F(Panels, TheWheelTurnsTheKnobBelowTheMouse) {
  wheel("knob/block_y/8", 1);
  EXPECT_EQ(knob_value(state_, "block_y"), "16");
  EXPECT_EQ(state_.selection.focused_knob, "block_y");
  wheel("knob/block_y/8", -2);
  EXPECT_EQ(knob_value(state_, "block_y"), "4");
}

TEST_F(Panels, AValueIsTypedIntoTheSelectedKnob) {
  desk_.key(ImGuiKey_Enter);
  desk_.frames(3);
  EXPECT_EQ(state_.selection.typed_knob, "block_x");
  ASSERT_TRUE(desk_.has("knob/block_x/typed"));
  desk_.type("64");
  desk_.key(ImGuiKey_Enter);
  desk_.frames(3);
  EXPECT_EQ(knob_value(state_, "block_x"), "64");
  EXPECT_EQ(state_.selection.typed_knob, "");
  EXPECT_FALSE(desk_.has("knob/block_x/typed"));
}

TEST_F(Panels, AValueThatCannotBeChosenIsExplainedWhileItIsTyped) {
  desk_.click("knob/block_x/value");
  desk_.frames(3);
  desk_.type("256");
  desk_.frames(2);
  const ImRect message = desk_.place("knob/block_x/typed/message");
  EXPECT_GT(message.GetHeight(), 5);
  desk_.save("knobs_typing");
  desk_.key(ImGuiKey_Enter);
  desk_.frames(3);
  EXPECT_EQ(knob_value(state_, "block_x"), "32");
  EXPECT_NE(state_.known.log.back().text.find("at most 1024 threads"), std::string::npos);
}

TEST_F(Panels, EscapeLeavesATypedKnobAsItWas) {
  desk_.key(ImGuiKey_Enter);
  desk_.frames(3);
  desk_.type("64");
  desk_.key(ImGuiKey_Escape);
  desk_.frames(3);
  EXPECT_EQ(state_.selection.typed_knob, "");
  EXPECT_EQ(knob_value(state_, "block_x"), "32");
}

TEST_F(Panels, OneKnobGoesBackToItsDefaultByItsSign) {
  EXPECT_FALSE(desk_.has("reset/block_x"));
  desk_.drag("knob/block_x/32", "knob/block_x/8");
  desk_.drag("knob/block_y/8", "knob/block_y/2");
  desk_.frames(2);
  desk_.click("reset/block_x");
  EXPECT_EQ(knob_value(state_, "block_x"), "32");
  EXPECT_EQ(knob_value(state_, "block_y"), "2");
  EXPECT_EQ(state_.selection.focused_knob, "block_y") << "the one that was turned last";
  desk_.key(ImGuiKey_Delete);
  EXPECT_EQ(knob_value(state_, "block_y"), "8");
}

TEST_F(Panels, APowerOfTwoIsChosenFromTheList) {
  desk_.click("size/nx/powers");
  desk_.frames(3);
  ASSERT_TRUE(desk_.has("size/nx/power/1024"));
  desk_.save("knobs_powers");
  desk_.click("size/nx/power/1024");
  desk_.frames(2);
  EXPECT_EQ(state_.sizes().front().value, 1024);
  chord(ImGuiMod_Ctrl, ImGuiKey_UpArrow);
  EXPECT_EQ(state_.sizes().front().value, 2048);
  EXPECT_EQ(state_.sizes().back().value, 8192) << "all sizes";
}

TEST_F(Panels, TwoSettingsArePinnedComparedAndSwappedByKeys) {
  accept(state_, refined(state_), 1);
  ASSERT_TRUE(desk_.perform({"show_readout"}, 1));
  desk_.frames(4);
  EXPECT_FALSE(desk_.has("compare/sentence"));
  chord(ImGuiMod_Ctrl, ImGuiKey_1);
  desk_.key(ImGuiKey_RightArrow);
  experiments::Result faster = refined(state_);
  faster.cold->median *= 0.8;
  accept(state_, faster, 2);
  chord(ImGuiMod_Ctrl, ImGuiKey_2);
  ASSERT_TRUE(state_.pins.both());
  ASSERT_TRUE(desk_.has("compare/sentence"));
  EXPECT_TRUE(desk_.has("compare/A"));
  EXPECT_TRUE(desk_.has("compare/B"));
  EXPECT_TRUE(desk_.has("scope/bound/A"));
  ASSERT_TRUE(desk_.has("action/swap_pins"));
  ASSERT_TRUE(desk_.perform({"swap_pins"}, 3));
  EXPECT_EQ(state_.pins.pins[0]->values.at("block_x"), catalogue::Value(std::int64_t{64}));
  ASSERT_TRUE(desk_.perform({"unpin"}, 4));
  desk_.frames(1);
  EXPECT_FALSE(desk_.has("compare/sentence"));
}

TEST_F(Panels, TheSourceHasBothSidesWhileSomethingIsPinned) {
  accept(state_, with_costs(state_), 1);
  state_.ui.zoom = 0.75F;  // there is room
  desk_.frames(4);
  EXPECT_FALSE(desk_.has("source/column/sectors/A"));
  ASSERT_TRUE(perform(state_, {"pin_a"}, 2));
  desk_.frames(2);
  EXPECT_TRUE(desk_.has("source/column/sectors/A"));
  EXPECT_TRUE(desk_.has("source/column/sectors/now"));
  EXPECT_TRUE(desk_.has("source/column/sectors/change"));
}

TEST_F(Panels, TheScopeIsHeldZoomedDraggedAndLetGoByTheMouse) {
  fill_history(state_);
  desk_.frames(2);
  wheel("scope", 1);
  ASSERT_TRUE(state_.scope.paused());
  EXPECT_LT(state_.scope.span, 60);
  const double before = *state_.scope.last;
  const ImVec2 centre = desk_.place("scope").GetCenter();
  desk_.move_to(centre);
  desk_.press();
  desk_.move_to({centre.x + 50, centre.y});
  desk_.move_to({centre.x + 100, centre.y});
  desk_.release();
  EXPECT_LT(*state_.scope.last, before) << "dragged to the right, the past comes into sight";
  desk_.click("scope/button");
  EXPECT_FALSE(state_.scope.paused());
}

TEST_F(Panels, TheScopeTellsOfTheMeasurementBelowTheMouse) {
  accept(state_, refined(state_), 1);
  desk_.frames(2);
  const ImRect scope = desk_.place("scope");
  const ScopeViewModel picture = scope_view_model(state_.known.history, 0, state_.scope);
  const double sample = (picture.traces.at(0).seconds.at(0) - picture.first) / (picture.end - picture.first);
  const float at = scope.Min.x + static_cast<float>(sample) * scope.GetWidth();
  bool found = false;
  for (int step = 0; step <= 40 && !found; ++step) {
    const auto part = static_cast<float>(step) / 40;
    desk_.move_to({at, scope.Min.y + part * scope.GetHeight()});
    desk_.frames(2);
    found = desk_.has("scope/hovered");
  }
  EXPECT_TRUE(found);
  desk_.move_to({scope.Max.x - 5, scope.GetCenter().y});
  desk_.frames(2);
  EXPECT_FALSE(desk_.has("scope/hovered"));
}

TEST_F(Panels, TheDoctorExaminesOnceWhenItIsSeenAndCopiesTheRemedy) {
  EXPECT_EQ(count_of<StartDoctor>(desk_.effects()), 0U);
  chord(ImGuiMod_Ctrl, ImGuiKey_D);
  desk_.frames(3);
  EXPECT_EQ(count_of<StartDoctor>(desk_.effects()), 1U);
  state_.doctor.checks = {{"GPU", true, {"driver for CUDA 13.0"}, "", ""},
                          {"counters", false, {"only the administrator may read them"}, "let everybody", "echo 1"}};
  desk_.frames(2);
  ASSERT_TRUE(desk_.has("doctor/finding/counters"));
  desk_.click("doctor/copy/counters");
  EXPECT_STREQ(ImGui::GetClipboardText(), "echo 1");
  desk_.click("doctor/copy_all");
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find("✗ counters"), std::string::npos);
  EXPECT_EQ(count_of<StartDoctor>(desk_.effects()), 1U);
}

/// For people to look at: everything that is pinned, at both sizes.
TEST(PicturesOfPanels, AreDrawn) {
  for (const auto& [width, height] : {std::pair{1920U, 1080U}, std::pair{1280U, 720U}}) {
    State state = state_with_kernels();
    fill_history(state);
    accept(state, measured(state), 31);
    ASSERT_TRUE(perform(state, {"pin_a"}, 31));
    ASSERT_TRUE(perform(state, SetKnob{"block_x", std::int64_t{64}}, 32));
    experiments::Result second = measured(state, 0.87);
    for (model::LineMetrics& line : second.metrics->executed.lines) {
      line.counts.sectors = (line.counts.sectors + line.counts.sectors_ideal) / 2;
    }
    accept(state, second, 33);
    add_measurements(state);
    const std::string size = fmt::format("_{}", height);
    {
      Desk desk(state, width, height);
      if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
      desk.save("pins_one" + size);
    }
    ASSERT_TRUE(perform(state, {"pin_b"}, 34));
    state.doctor.requested = true;
    state.doctor.checks = doctor_checks();
    Desk desk(state, width, height);
    ASSERT_TRUE(desk.perform({"show_doctor"}, 34));
    desk.frames(3);
    desk.save("pins_doctor" + size);
    ASSERT_TRUE(desk.perform({"show_readout"}, 35));
    desk.frames(3);
    desk.save("pins_both" + size);
    EXPECT_TRUE(desk.has("compare/legend"));
  }
}

}  // namespace
}  // namespace lanescope::gui::test
