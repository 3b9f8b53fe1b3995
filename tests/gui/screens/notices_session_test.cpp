// Whatever the window writes it names, and whatever fails it says: with real files and a real session.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "gui/export/export_commands.h"
#include "gui/shell/session.h"
#include "gui/store/selection_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/session_runner.h"
#include "images.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

class WhatIsDone : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
    ASSERT_TRUE(write_file(folder_.path() / "kernels/transpose/first.cu", test::kernel_text("First")));
  }
  [[nodiscard]] SessionOptions options() {
    SessionOptions options = runner_.options();
    options.kernels = folder_.path() / "kernels";
    options.kernel = "transpose/first";
    options.exports = folder_.path() / "exports";
    options.settings = Settings();
    return options;
  }
  /// The notice that was said last.
  static Notice last(const Session& session) {
    const std::vector<Notice>& notices = session.state().ui.notices;
    EXPECT_FALSE(notices.empty());
    return notices.empty() ? Notice() : notices.back();
  }

  static void write_picture(Session& session, const fs::path& file) {
    session.write_picture({"", {}, file.string()}, render::filled_image(64, 64, {1, 2, 3, 255}));
  }
  /// Asks for a picture by the dialog; no folder means the one that it proposes.
  static fs::path file_of_picture(Session& session, const fs::path& folder = {}) {
    session.perform({"export_picture"});
    ExportChoice choice = session.state().exporting.choice;
    choice.folder = folder.string();
    session.perform(ChangeExport{choice});
    session.perform(StartExport{});
    const std::vector<PictureEffect> wanted = session.take_picture_effects();
    EXPECT_EQ(wanted.size(), 1U);
    return wanted.empty() ? fs::path() : fs::path(std::get<ExportPicture>(wanted.front()).file);
  }

  const TemporaryFolder folder_;
  test::SessionRunner runner_;
};

TEST_F(WhatIsDone, IsNamedWithItsWholePath) {
  Session session(options());
  write_picture(session, folder_.path() / "exports/window.png");
  const Notice notice = last(session);
  EXPECT_EQ(notice.kind, Notice::Kind::done);
  EXPECT_EQ(notice.file, (folder_.path() / "exports/window.png").string());
  EXPECT_TRUE(fs::exists(notice.file));
  EXPECT_NE(notice.text.find("64 × 64"), std::string::npos);
}

TEST_F(WhatIsDone, VanishesWhenItsTimeIsOverWithoutAnEvent) {
  Session session(options());
  session.update();
  write_picture(session, folder_.path() / "window.png");
  ASSERT_EQ(session.state().ui.notices.size(), 1U);
  EXPECT_TRUE(session.update(Session::Clock::now() + std::chrono::minutes(1))) << "the window draws a frame without it";
  EXPECT_TRUE(session.state().ui.notices.empty());
}

TEST_F(WhatIsDone, GoesToTheFolderThatWasUsedLast) {
  SessionOptions given = options();
  given.exports.clear();
  given.settings->exports = (folder_.path() / "mine").string();
  fs::create_directories(folder_.path() / "mine");
  {
    Session session(std::move(given));
    EXPECT_EQ(file_of_picture(session), folder_.path() / "mine/lanescope-window-transpose-first.png");
    EXPECT_EQ(file_of_picture(session, folder_.path() / "others").parent_path(), folder_.path() / "others");
    EXPECT_EQ(file_of_picture(session).parent_path(), folder_.path() / "others");
    EXPECT_EQ(settings_of(session.state()).exports, (folder_.path() / "others").string()) << "for the next start";
  }
  given = options();
  given.exports.clear();
  given.settings->exports = (folder_.path() / "gone").string();
  const Session session(std::move(given));
  EXPECT_EQ(session.state().ui.export_folder(), session.state().ui.first_exports) << "not a folder that is gone";
  EXPECT_TRUE(fs::path(session.state().ui.export_folder()).is_absolute());
}

TEST_F(WhatIsDone, ThatFailsIsSaidUntilItIsClosed) {
  Session session(options());
  write_picture(session, "/proc/nothing/can/be/written/here.png");
  const Notice notice = last(session);
  EXPECT_EQ(notice.kind, Notice::Kind::failed);
  EXPECT_EQ(notice.expires_at, Notice::forever);
  EXPECT_NE(notice.text.find("Nothing was written"), std::string::npos);
  EXPECT_TRUE(notice.file.empty());
}

TEST_F(WhatIsDone, WithoutAnEditorSaysSo) {
  SessionOptions given = options();
  given.settings->preferences.editor = "no-such-editor-anywhere";
  Session session(std::move(given));
  session.perform({"open_in_editor"});
  const Notice notice = last(session);
  EXPECT_EQ(notice.kind, Notice::Kind::failed);
  EXPECT_NE(notice.text.find("no-such-editor-anywhere"), std::string::npos);
  EXPECT_NE(notice.text.find("VISUAL"), std::string::npos) << "and what to do";
}

TEST_F(WhatIsDone, AtAnEditorThatEndsWithAnErrorIsSaid) {
  SessionOptions given = options();
  given.settings->preferences.editor = "false";
  Session session(std::move(given));
  session.perform({"open_in_editor"});
  EXPECT_TRUE(runner_.run_until(session, [](const State& state) {
    return std::ranges::any_of(state.ui.notices,
                               [](const Notice& notice) { return notice.kind == Notice::Kind::failed; });
  }));
}

TEST_F(WhatIsDone, WithTheClipboardAndALessonIsSaidToo) {
  SessionOptions given = options();
  given.own_lessons = folder_.path() / "lessons";
  given.settings->preferences.editor = "true";
  Session session(std::move(given));
  session.perform({"copy_command_line"});
  EXPECT_NE(last(session).text.find("lanescope run transpose/first"), std::string::npos);
  session.perform({"add_step"});
  session.perform({"close_sentence"});
  const std::vector<Notice>& notices = session.state().ui.notices;
  const auto added = std::ranges::find(notices, (folder_.path() / "lessons/my_lecture.toml").string(), &Notice::file);
  ASSERT_NE(added, notices.end());
  EXPECT_EQ(added->text, "Moment 1 was added to \"My lecture\"");
}

TEST_F(WhatIsDone, ThatIsNotPossibleNowIsSaidForAWhile) {
  Session session(options());
  session.perform({"export_sweep_svg"});
  const Notice notice = last(session);
  EXPECT_EQ(notice.kind, Notice::Kind::refused);
  EXPECT_LT(notice.expires_at, Notice::forever);
}

}  // namespace
}  // namespace lanescope::gui
