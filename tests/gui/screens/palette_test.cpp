#include "gui/screens/dialogs/palette.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gui/screens/lesson/lesson_fixture.h"
#include "gui/store/selection_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui {
namespace {

/// `name`: of the action, the layout or the kernel.
const PaletteEntry* entry_of(const std::vector<PaletteEntry>& entries, std::string_view name) {
  const auto found = std::ranges::find(entries, name, &PaletteEntry::name);
  return found == entries.end() ? nullptr : &*found;
}

TEST(FuzzySearch, FindsLettersInTheirOrderWhateverTheirCase) {
  EXPECT_TRUE(fuzzy_match("rag", "Run again").fits);
  EXPECT_TRUE(fuzzy_match("RUN", "Run again").fits);
  EXPECT_TRUE(fuzzy_match("ru ag", "Run again").fits);
  EXPECT_FALSE(fuzzy_match("gar", "Run again").fits);
  EXPECT_TRUE(fuzzy_match("runn", "Run again").fits) << "the last letter, too";
  EXPECT_FALSE(fuzzy_match("runs", "Run again").fits);
  EXPECT_TRUE(fuzzy_match("", "Run again").fits);
  EXPECT_FALSE(fuzzy_match("x", "").fits);
}

TEST(FuzzySearch, LikesNeighboursBeginningsOfWordsAndShortNames) {
  const auto score = [](const char* query, const char* name) { return fuzzy_match(query, name).score; };
  EXPECT_GT(score("naive", "transpose/naive_row"), score("naive", "transpose/n_a_i_v_e"));
  EXPECT_GT(score("sp", "transpose/smem_pad"), score("sp", "transpose/copyssp_"));
  EXPECT_GT(score("copy", "transpose/copy_row"), score("copy", "transpose/copy_row_and_column_of_everything"));
  EXPECT_EQ(fuzzy_match("pad", "transpose/smem_pad").places, (std::vector<std::size_t>{15, 16, 17}));
}

TEST(FuzzySearch, PutsWholeWordsBeforeBeginningsBeforeScatteredLetters) {
  const auto score = [](const char* query, const char* name) { return fuzzy_match(query, name).score; };
  EXPECT_GT(score("run", "Something long that says at its very end run"), score("run", "Runs"));
  EXPECT_GT(score("run", "A kernel that runs"), score("run", "Prune"));
  EXPECT_GT(score("run", "Prune a tree of many long branches"), score("run", "R u n"));
  EXPECT_GT(score("copy row", "transpose/copy_row"), score("copy row", "transpose/copy_rows"));
  EXPECT_GT(score("copy row", "transpose/copy_rows"), score("copy row", "c_o_p_y_r_o_w"));
}

TEST(ThePalette, ListsWholeWordsFirst) {
  const State state = test::state_with_kernels();
  const auto entries = palette_entries(state, "sass");
  ASSERT_FALSE(entries.empty());
  EXPECT_EQ(entries.front().name, "toggle_sass");
  // Each further word narrows the list.
  EXPECT_EQ(palette_entries(state, "worst line").front().name, "worst_line");
}

TEST(FuzzySearch, NeverCutsAChineseSignInPieces) {
  const FuzzyMatch match = fuzzy_match("测", "再测一次");
  ASSERT_TRUE(match.fits);
  EXPECT_EQ(match.places, (std::vector<std::size_t>{3, 4, 5}));
  EXPECT_FALSE(fuzzy_match("\xE6", "再测一次").fits) << "a byte of a codepoint is no codepoint";
}

TEST(ThePalette, HoldsEveryCommandOfTheMenusAndEveryKernel) {
  const State state = test::state_with_kernels();
  const auto entries = palette_entries(state, "");
  for (const Action& action : actions()) {
    if (action.menu.empty() || action.name == "toggle_palette") continue;
    const PaletteEntry* entry = entry_of(entries, std::string(action.name));
    ASSERT_NE(entry, nullptr) << action.name;
    EXPECT_EQ(entry->why_not, action.why_not(state));
    EXPECT_TRUE(entry->keys.starts_with(action.shortcut));
  }
  for (const auto& [id, kernel] : state.known.catalogue->kernels) {
    EXPECT_NE(entry_of(entries, id), nullptr) << id;
  }
}

TEST(ThePalette, HoldsLessonsAndTheKnobsAndSizesOfTheKernelWithTheirValues) {
  State state = test::state_with_kernels();
  test::know_lesson(state);
  const auto entries = palette_entries(state, "");
  const PaletteEntry* const lesson = entry_of(entries, "lesson/tile");
  const PaletteEntry* const knob = entry_of(entries, "knob/block_y");
  const PaletteEntry* const size = entry_of(entries, "size/nx");
  ASSERT_TRUE(lesson != nullptr && knob != nullptr && size != nullptr);
  EXPECT_EQ(lesson->title, "A tile and its banks");
  EXPECT_EQ(knob->detail, "knob of this kernel, now 8");
  EXPECT_EQ(size->detail, "size of the problem, now 4096");
  ASSERT_TRUE(perform(state, knob->command, 1));
  EXPECT_EQ(state.selection.focused_knob, "block_y");
  ASSERT_TRUE(perform(state, {"machine"}, 2));
  ASSERT_TRUE(perform(state, size->command, 3));
  EXPECT_EQ(state.selection.typed_knob, "nx");
  EXPECT_EQ(state.selection.focused_knob, "block_y") << "a size is no knob";
  EXPECT_EQ(state.ui.workspace, Workspace::watch) << "where it is seen";
  ASSERT_TRUE(perform(state, lesson->command, 4));
  EXPECT_EQ(state.lesson.open->name, "tile");
  ASSERT_TRUE(perform(state, {"use_chinese"}, 5));
  EXPECT_EQ(palette_entries(state, "分块与").front().name, "lesson/tile");
}

std::vector<std::string> first_names(const State& state, std::size_t count) {
  std::vector<std::string> names;
  for (const PaletteEntry& entry : palette_entries(state, "")) {
    if (names.size() < count) names.push_back(entry.name);
  }
  return names;
}

TEST(ThePalette, BeginsWithTheWorkspacesAndEndsWithExports) {
  State state = test::state_with_kernels();
  test::know_lesson(state);
  state.ui.recent_commands.clear();
  EXPECT_EQ(first_names(state, 6),
            (std::vector<std::string>{"watch", "why", "measure", "lecture", "machine", "show_banks"}));
  const auto entries = palette_entries(state, "");
  const auto place = [&](std::string_view name) { return std::ranges::find(entries, name, &PaletteEntry::name); };
  EXPECT_LT(place("show_banks"), place("lesson/tile"));
  EXPECT_LT(place("lesson/tile"), place("knob/block_x"));
  EXPECT_LT(place("knob/block_x"), place("run"));
  EXPECT_LT(place("run"), place("transpose/smem_pad"));
  EXPECT_LT(place("transpose/smem_pad"), place("toggle_export"));
}

TEST(ThePalette, ListsWhatWasDoneLastBeforeEverythingElse) {
  State state = test::state_with_kernels();
  const auto act = [&](const Command& command) { ASSERT_TRUE(perform(state, command, 1)); };
  act({"show_ladder"});
  act(SelectKernel{"transpose/smem_pad"});
  act({"next_knob"});
  act(SelectKernel{"transpose/naive_col"});
  act({"show_ladder"});
  act({"toggle_palette"});
  EXPECT_EQ(first_names(state, 4),
            (std::vector<std::string>{"show_ladder", "transpose/smem_pad", "transpose/naive_row", "watch"}))
      << "neither the kernel that is shown nor what the arrow keys do";
  for (const char* const name : {"why", "measure", "lecture", "machine", "use_light_theme", "watch", "pin_a"}) {
    (void)perform(state, Invoke(name), 2);
  }
  EXPECT_EQ(state.ui.recent_commands.size(), 6U);
}

TEST(ThePalette, ListsWhatIsNotPossibleNowLastHoweverWellItFits) {
  const State state = test::state_with_kernels();
  for (const char* const typed : {"", "play", "sweep", "grid", "stop", "csv", "a"}) {
    const auto entries = palette_entries(state, typed);
    EXPECT_TRUE(std::ranges::is_partitioned(entries, [](const auto& entry) { return entry.why_not.empty(); })) << typed;
  }
  // Nothing fits better than Play itself, and there is nothing to play.
  const auto entries = palette_entries(state, "play");
  ASSERT_NE(entry_of(entries, "toggle_playing"), nullptr);
  EXPECT_NE(entry_of(entries, "toggle_playing")->why_not, "");
  EXPECT_EQ(entries.back().why_not.empty(), false);
  EXPECT_TRUE(entries.front().why_not.empty()) << "what fits only because its menu is Playback";
}

TEST(ThePalette, DoesNotOfferAnotherCommandForOneThatWasTypedWhole) {
  const State state = test::state_with_kernels();
  const auto entries = palette_entries(state, "Sweep as CSV");
  ASSERT_EQ(entries.size(), 1U) << "Enter must not write another file";
  EXPECT_EQ(entries.front().name, "export_sweep_csv");
}

TEST(ThePalette, FindsByTitleInEitherLanguage) {
  State state = test::state_with_kernels();
  ASSERT_TRUE(perform(state, {"use_chinese"}, 0));
  EXPECT_EQ(palette_entries(state, "run again").front().name, "run");
  const std::string chinese = title_of(state, *find_action("run"));
  ASSERT_NE(chinese, "Run again");
  EXPECT_EQ(palette_entries(state, chinese).front().name, "run");
}

class PaletteWindow : public testing::Test {
 protected:
  void SetUp() override {
    if (!desk_.missing().empty()) GTEST_SKIP() << desk_.missing();
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
    desk_.key(ImGuiKey_P);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
    desk_.frames(2);
    ASSERT_TRUE(state_.ui.show_palette);
    ASSERT_TRUE(desk_.has("palette/letters"));
  }
  State state_ = test::state_with_kernels();
  test::Desk desk_{state_};
};

TEST_F(PaletteWindow, SelectsAKernelByAFewLetters) {
  desk_.type("spad");
  ASSERT_TRUE(desk_.has("palette/transpose/smem_pad"));
  desk_.key(ImGuiKey_Enter);
  desk_.frames(2);
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad");
  EXPECT_FALSE(state_.ui.show_palette);
}

TEST_F(PaletteWindow, IsWalkedWithTheArrowsWhichTurnNoKnob) {
  desk_.type("transpose/");
  const std::string knob = setting_text(state_.current_values());
  const auto entries = palette_entries(state_, "transpose/");
  ASSERT_GT(entries.size(), 2U);
  desk_.key(ImGuiKey_DownArrow);
  desk_.key(ImGuiKey_DownArrow);
  desk_.key(ImGuiKey_UpArrow);
  desk_.key(ImGuiKey_Enter);
  desk_.frames(2);
  EXPECT_EQ(state_.selection.kernel, entries[1].name);
  EXPECT_EQ(setting_text(state_.current_values()), knob);
  EXPECT_EQ(state_.selection.focused_knob, "block_x");
}

TEST_F(PaletteWindow, RunsACommandByClick) {
  desk_.type("why is it slow");
  ASSERT_TRUE(desk_.has("palette/why"));
  desk_.click("palette/why");
  EXPECT_EQ(state_.ui.workspace, Workspace::why);
  EXPECT_FALSE(state_.ui.show_palette);
}

TEST_F(PaletteWindow, FindsByAnotherWordAndNamesIt) {
  desk_.type("bigger");
  desk_.frames(2);
  desk_.save("palette_synonym");
  const float zoom = state_.ui.zoom;
  EXPECT_EQ(palette_entries(state_, "bigger").front().synonym, "bigger");
  desk_.key(ImGuiKey_Enter);
  desk_.frames(2);
  EXPECT_GT(state_.ui.zoom, zoom);
  EXPECT_EQ(palette_entries(state_, "").front().name, "larger_text") << "it was used last";
}

TEST_F(PaletteWindow, LetsASizeBeTyped) {
  desk_.type("ny");
  desk_.key(ImGuiKey_Enter);
  desk_.frames(6);
  EXPECT_FALSE(state_.ui.show_palette);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput) << "the field of the size has the keyboard";
  desk_.type("512");
  desk_.key(ImGuiKey_Enter);
  desk_.frames(3);
  EXPECT_EQ(state_.sizes()[1].value, 512);
  EXPECT_EQ(state_.sizes()[0].value, 4096);
}

TEST_F(PaletteWindow, DoesNotRunWhatIsNotPossible) {
  desk_.type("undo");
  ASSERT_FALSE(palette_entries(state_, "undo").front().why_not.empty());
  desk_.key(ImGuiKey_Enter);
  desk_.frames(2);
  EXPECT_TRUE(state_.ui.show_palette) << "the reason stays readable";
  desk_.key(ImGuiKey_Escape);
  desk_.frames(2);
  EXPECT_FALSE(state_.ui.show_palette);
  EXPECT_TRUE(state_.selection.continuous) << "Escape closed the palette and stopped nothing";
}

TEST(Escape, ClosesWhatIsOpenAndOnlyThenStopsMeasuring) {
  State state = test::state_with_kernels();
  state.known.connected = true;
  ASSERT_TRUE(state.selection.continuous);
  test::Desk desk(state, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  bool* const opened[] = {&state.ui.show_help, &state.ui.show_connect, &state.exporting.shown, &state.ui.show_palette};
  for (bool* const& window : opened) {
    *window = true;
    desk.frames(3);
    // A field that is typed into ends its typing with the first Escape.
    for (int press = 0; press < 2 && *window; ++press) {
      desk.key(ImGuiKey_Escape);
      desk.frames(2);
    }
    EXPECT_FALSE(*window) << "window " << (&window - &opened[0]);
    EXPECT_TRUE(state.selection.continuous);
  }
  desk.frames(61);  // a run that is younger than a second is not stopped
  desk.key(ImGuiKey_Escape);
  desk.frames(2);
  EXPECT_FALSE(state.selection.continuous);
}

TEST_F(PaletteWindow, ClosesWhenSomethingElseIsClicked) {
  desk_.move_to({640, 700});
  desk_.press();
  desk_.release();
  EXPECT_FALSE(state_.ui.show_palette);
}

TEST(TheHelp, OpensWithAQuestionMarkAndListsEveryCommandOfTheMenus) {
  State state = test::state_with_kernels();
  test::Desk desk(state, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.type("?");
  desk.frames(3);
  EXPECT_TRUE(state.ui.show_help);
  for (const Action& action : actions()) {
    if (action.menu.empty()) continue;
    EXPECT_TRUE(desk.has("help/" + std::string(action.name))) << action.name;
  }
  desk.type("?");
  desk.frames(2);
  EXPECT_FALSE(state.ui.show_help);
}

}  // namespace
}  // namespace lanescope::gui
