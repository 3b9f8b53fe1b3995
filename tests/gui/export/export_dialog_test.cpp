// The dialog in which everything is chosen that is written, by keys and clicks.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>

#include "base/file.h"
#include "gui/export/export_commands.h"
#include "gui/export/export_view_model.h"
#include "gui/support/offscreen.h"
#include "gui/support/warps_fixture.h"
#include "temporary_folder.h"

namespace lanescope::gui::test {
namespace {

namespace fs = std::filesystem;

class TheExportDialog : public testing::Test {
 protected:
  void SetUp() override {
    state_.ui.first_exports = folder_.path().string();
    state_.ui.makes_videos = true;
    fill_history(state_);
    accept(state_, refined(state_), 31);
    desk_ = std::make_unique<Desk>(state_);
    if (!desk_->missing().empty()) GTEST_SKIP() << desk_->missing();
    ASSERT_TRUE(desk_->perform({"show_warps"}, 32));
    accept(state_, with_barrier_trace(state_), 32);
    state_.playback.speeds[index_of(AnimatedView::warps)] = 64;
    desk_->frames(5);
  }

  void chord() {
    desk_->chord(ImGuiMod_Ctrl | ImGuiMod_Shift, ImGuiKey_S);
    desk_->frames(6);
  }
  void open(const Command& action) {
    ASSERT_TRUE(desk_->perform(action, 40)) << action.name();
    desk_->frames(6);
  }
  void click(const std::string& widget) {
    ASSERT_TRUE(desk_->has(widget)) << widget;
    desk_->click(widget);
    desk_->frames(3);
  }
  /// Opens a list and takes an entry of it.
  void choose(const std::string& list, const std::string& entry) {
    click("export/" + list);
    click("export/" + list + "/" + entry);
  }
  /// Replaces what stands in a field.
  void type(const std::string& field, const std::string& text) {
    click("export/" + field);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
    desk_->key(ImGuiKey_A);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
    desk_->frames(2);
    desk_->type(text);
    desk_->frames(3);  // the dialog stays in the middle
  }
  void press(ImGuiKey key) {
    desk_->key(key);
    desk_->frames(3);
  }
  [[nodiscard]] const ExportChoice& choice() const { return state_.exporting.choice; }
  [[nodiscard]] bool is_open() const { return state_.exporting.shown; }
  template <class Kind>
  [[nodiscard]] Kind written() const {
    const auto all = effects_of<Kind>(desk_->effects());
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? Kind() : all.front();
  }
  [[nodiscard]] bool nothing_is_written() const {
    return count_of<ExportPicture>(desk_->effects()) + count_of<ExportPlot>(desk_->effects()) +
               count_of<ExportAnimation>(desk_->effects()) ==
           0;
  }
  [[nodiscard]] std::string path_of(const std::string& name) const { return (folder_.path() / name).string(); }

  const TemporaryFolder folder_;
  State state_ = state_with_kernels();
  std::unique_ptr<Desk> desk_;
};

TEST_F(TheExportDialog, OpensAndClosesByItsKeys) {
  chord();
  EXPECT_TRUE(is_open());
  EXPECT_EQ(choice().form, ExportForm::picture);
  EXPECT_EQ(choice().panel, "") << "the window";
  chord();
  EXPECT_FALSE(is_open());
  chord();
  for (int presses = 0; presses < 2 && is_open(); ++presses) press(ImGuiKey_Escape);  // the first ends the typing
  EXPECT_FALSE(is_open());
  EXPECT_TRUE(nothing_is_written());
}

TEST_F(TheExportDialog, WritesWhatItProposesAtOnce) {
  chord();
  press(ImGuiKey_Enter);
  EXPECT_FALSE(is_open());
  const auto picture = written<ExportPicture>();
  EXPECT_EQ(picture.panel, "");
  EXPECT_EQ(picture.size, (ImageSize{1920, 1080}));
  EXPECT_EQ(picture.file, path_of("lanescope-window-transpose-naive_row.png"));
}

TEST_F(TheExportDialog, TakesEnterInAWindowThatStandsStill) {
  ASSERT_TRUE(desk_->perform({"export_picture"}, 40));
  for (int left = 3; left > 0; --left) {  // as the application draws them
    desk_->frames(1);
    if (desk_->interface().needs_redraw()) left = std::max(left, 2);
  }
  desk_->key(ImGuiKey_Enter);
  EXPECT_FALSE(is_open());
}

TEST_F(TheExportDialog, TakesTheNameThatIsTypedWhileItOpens) {
  for (const ImGuiKey modifier : {ImGuiMod_Ctrl, ImGuiMod_Shift}) ImGui::GetIO().AddKeyEvent(modifier, true);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_S, true);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_S, false);
  for (const ImGuiKey modifier : {ImGuiMod_Ctrl, ImGuiMod_Shift}) ImGui::GetIO().AddKeyEvent(modifier, false);
  ImGui::GetIO().AddInputCharactersUTF8("talk");
  desk_->frames(12);
  press(ImGuiKey_Enter);
  EXPECT_EQ(written<ExportPicture>().file, path_of("talk.png"));
}

TEST_F(TheExportDialog, ChoosesWhatAndHowByClicks) {
  open({"export_scope_csv"});
  EXPECT_EQ(choice().form, ExportForm::table);
  choose("what", "warps");
  EXPECT_EQ(choice().form, ExportForm::table) << "the warps have one, too";
  choose("as", "drawing");
  desk_->save("export_drawing");
  click("export/save");
  const auto plot = written<ExportPlot>();
  EXPECT_EQ(plot.panel, "warps");
  EXPECT_EQ(plot.form, ExportForm::drawing);
  EXPECT_EQ(plot.file, path_of("lanescope-warps-transpose-naive_row.svg"));
  open({"toggle_export"});
  choose("what", "readout");
  EXPECT_EQ(choice().form, ExportForm::picture) << "it plots nothing";
  choose("what", "window");
  EXPECT_EQ(choice().panel, "");
}

TEST_F(TheExportDialog, OffersWhatIsNotPossibleNowWithItsReason) {
  open({"export_picture"});
  choose("what", "sweep");
  choose("as", "drawing");
  EXPECT_EQ(choice().form, ExportForm::picture) << "no point is known";
  press(ImGuiKey_Escape);
  state_.ui.makes_videos = false;
  choose("what", "warps");
  choose("as", "video");
  EXPECT_EQ(choice().form, ExportForm::picture) << "ffmpeg is not installed";
  choose("as", "animation");
  EXPECT_EQ(choice().form, ExportForm::animation);
  state_.ui.animation = AnimationProgress{path_of("other.png"), 3, 90};
  desk_->frames(3);
  EXPECT_TRUE(desk_->has("export/trouble")) << "one at a time";
  click("export/save");
  EXPECT_TRUE(nothing_is_written());
}

TEST_F(TheExportDialog, AsksForTheSizeOfAPicture) {
  open({"export_picture"});
  choose("size", "1280");
  EXPECT_EQ(choice().picture, (ImageSize{1280, 720}));
  type("width", "1000");
  type("height", "9000");
  EXPECT_EQ(choice().picture, (ImageSize{1000, 9000}));
  EXPECT_TRUE(desk_->has("export/trouble"));
  desk_->save("export_size");
  press(ImGuiKey_Enter);
  click("export/save");
  EXPECT_TRUE(nothing_is_written()) << "a side has at most 8192 pixels";
  EXPECT_EQ(choice().picture.height, 9000U) << "what was typed stays";
  type("height", "700");
  EXPECT_FALSE(desk_->has("export/trouble"));
  click("export/save");
  EXPECT_EQ(written<ExportPicture>().size, (ImageSize{1000, 700}));

  open({"export_picture"});
  choose("what", "warps");
  choose("size", "0");
  EXPECT_FALSE(desk_->has("export/width")) << "as on the screen";
  EXPECT_FALSE(desk_->has("export/trouble"));
  choose("what", "sweep");
  EXPECT_TRUE(desk_->has("export/trouble")) << "it is not on the screen";
}

TEST_F(TheExportDialog, SaysHowLongAnAnimationIsAndLimitsIt) {
  open({"export_animation_png"});
  EXPECT_EQ(choice().panel, "warps");
  const auto length = [&] { return export_view_model(state_).length; };
  EXPECT_EQ(length(), "28 frames, 30 per second: 0.9 s of at most 60 s.");
  desk_->save("export_animation");
  type("speed", "0.5");
  EXPECT_FALSE(choice().speed_of_view) << "who types a number wants it";
  EXPECT_TRUE(length().starts_with("1\u2009800 frames, 30 per second: 60.0 s of at most 60 s.")) << length();
  EXPECT_NE(length().find("112 s"), std::string::npos) << length();
  EXPECT_TRUE(desk_->has("export/length"));
  click("export/speed/usual");
  EXPECT_TRUE(choice().speed_of_view);
  type("seconds", "0.5");
  EXPECT_FALSE(choice().whole_pass);
  EXPECT_EQ(length().substr(0, 9), "15 frames");
  click("export/seconds/usual");
  EXPECT_EQ(length().substr(0, 9), "28 frames");
  click("export/seconds/own");
  type("speed", "32");
  choose("size", "1920");
  choose("as", "video");
  click("export/save");
  const auto animation = written<ExportAnimation>();
  EXPECT_EQ(animation.view, AnimatedView::warps);
  EXPECT_EQ(animation.size, (ImageSize{1920, 1080}));
  EXPECT_EQ(animation.seconds, 0.5);
  EXPECT_EQ(animation.speed, 32);
  EXPECT_EQ(animation.file, path_of("lanescope-warps-transpose-naive_row.mp4"));
}

TEST_F(TheExportDialog, TakesNoNumberThatAnAnimationCannotHave) {
  ExportChoice nonsense{.panel = "warps", .form = ExportForm::animation, .whole_pass = false, .speed_of_view = false};
  nonsense.seconds = std::numeric_limits<double>::quiet_NaN();
  nonsense.speed = -3;
  ASSERT_TRUE(desk_->perform(ChangeExport{nonsense}, 1));
  EXPECT_EQ(choice().seconds, 0.1);
  EXPECT_EQ(choice().speed, min_speed);
  nonsense.seconds = 1e300;
  nonsense.name = "50%";
  ASSERT_TRUE(desk_->perform(ChangeExport{nonsense}, 1));
  EXPECT_EQ(choice().seconds, max_animation_seconds);
  EXPECT_FALSE(desk_->perform(StartExport{}, 1)) << "% stands for the number of a frame";
}

TEST_F(TheExportDialog, ReplacesAFileOnlyWhenItsButtonSaysSo) {
  ASSERT_TRUE(write_file(path_of("talk.png"), "mine"));
  ASSERT_TRUE(write_file(path_of("lanescope-window-transpose-naive_row.png"), "mine, too"));
  open({"export_picture"});
  EXPECT_EQ(export_view_model(state_).name, "lanescope-window-transpose-naive_row-2") << "a proposal is never taken";
  EXPECT_TRUE(desk_->has("export/save"));
  desk_->type("talk");
  EXPECT_TRUE(desk_->has("export/exists"));
  EXPECT_TRUE(desk_->has("export/replace"));
  EXPECT_FALSE(desk_->has("export/save"));
  desk_->save("export_exists");
  press(ImGuiKey_Enter);
  EXPECT_TRUE(is_open()) << "Enter replaces nothing";
  EXPECT_TRUE(nothing_is_written());
  type("name", "talk.png");
  EXPECT_TRUE(desk_->has("export/replace")) << "with its ending it is the same file";
  click("export/replace");
  EXPECT_EQ(written<ExportPicture>().file, path_of("talk.png"));
  EXPECT_EQ(read_file(path_of("talk.png")).value(), "mine") << "until it is drawn";
}

TEST_F(TheExportDialog, ReplacesAFileByTheKeyboardAlone) {
  ASSERT_TRUE(write_file(path_of("talk.png"), "mine"));
  chord();
  desk_->type("talk");
  press(ImGuiKey_Enter);
  ASSERT_TRUE(is_open());
  desk_->tab_to("export/replace");
  press(ImGuiKey_Enter);
  EXPECT_EQ(written<ExportPicture>().file, path_of("talk.png"));
}

TEST_F(TheExportDialog, LeavesTheFileOfAnAnimationThatIsBeingWritten) {
  state_.ui.animation = AnimationProgress{path_of("lanescope-warps-transpose-naive_row.png"), 3, 90};
  open({"export_picture"});
  choose("what", "warps");
  EXPECT_EQ(export_view_model(state_).name, "lanescope-warps-transpose-naive_row-2");
  type("name", "lanescope-warps-transpose-naive_row");
  EXPECT_TRUE(desk_->has("export/trouble"));
  press(ImGuiKey_Enter);
  EXPECT_TRUE(nothing_is_written());
}

TEST_F(TheExportDialog, SaysWhereNothingCanBeWrittenBeforeAnythingIsDrawn) {
  ASSERT_TRUE(write_file(path_of("file"), "in the way"));
  open({"export_picture"});
  desk_->type("talk");
  type("folder", path_of("file"));
  click("export/save");
  EXPECT_TRUE(is_open());
  EXPECT_TRUE(desk_->has("export/trouble"));
  desk_->save("export_trouble");
  EXPECT_TRUE(nothing_is_written());
  EXPECT_EQ(choice().name, "talk") << "what was typed stays";
  EXPECT_EQ(choice().folder, path_of("file"));
  EXPECT_EQ(state_.ui.export_folder(), folder_.path()) << "it is not the folder of the next one";
  ASSERT_TRUE(fs::remove(path_of("file")));
  click("export/save");
  EXPECT_EQ(written<ExportPicture>().file, path_of("file/talk.png")) << "it is tried again, and made";
  EXPECT_EQ(state_.ui.export_folder(), path_of("file"));
  open({"export_picture"});
  EXPECT_EQ(choice().name, "") << "the next one is proposed anew";
  EXPECT_EQ(export_view_model(state_).folder, path_of("file"));
  type("folder", "next");
  press(ImGuiKey_Enter);
  EXPECT_EQ(state_.ui.export_folder(), path_of("file/next")) << "it counts from the last one";
}

TEST_F(TheExportDialog, IsDrawnInEveryLanguageAndFitsSmallWindows) {
  desk_.reset();
  for (const char* language : {"use_english", "use_chinese"}) {
    Desk small(state_, 800, 600);
    ASSERT_TRUE(small.perform({language}, 0));
    ASSERT_TRUE(small.perform({"show_warps"}, 0));
    small.frames(6);
    ASSERT_TRUE(small.perform({"export_animation_png"}, 0));
    small.frames(6);
    small.save(std::string("export_dialog_") + language);
    EXPECT_LT(small.place("export/save").Max.y, 600);
    EXPECT_LT(small.place("export/folder").Max.x, 800);
  }
}

}  // namespace
}  // namespace lanescope::gui::test
