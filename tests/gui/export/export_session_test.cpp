// Exports of a real session, with real files, while the window is used.
#include <gtest/gtest.h>
#include <imgui.h>

#include <filesystem>

#include "base/file.h"
#include "gui/export/export_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/session_desk.h"
#include "gui/support/session_runner.h"
#include "images.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

class ExportsOfASession : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
    SessionOptions options = runner_.options();
    options.kernels = LANESCOPE_SOURCES "/kernels";
    options.kernel = "transpose/naive_row";
    for (const char* size : {"nx", "ny"}) options.values[size] = std::int64_t{64};
    options.continuous = false;
    options.exports = folder_.path();
    session_ = std::make_unique<Session>(std::move(options));
    session_->perform(SetViewVisible{AnimatedView::warps});
    const auto recorded = [](const State& state) { return test::ended(state) && state.playback.sequence; };
    ASSERT_TRUE(runner_.run_until(*session_, [](const State& state) { return test::ended(state); }));
    if (!session_->state().current()->compile_ms) GTEST_SKIP() << "no compiler for CUDA C++ on this machine";
    ASSERT_TRUE(runner_.run_until(*session_, recorded));
    desk_ = std::make_unique<test::SessionDesk>(*session_, 1280, 720);
    if (!desk_->missing().empty()) GTEST_SKIP() << desk_->missing();
    session_->perform({"show_warps"});
    desk_->settle();
  }
  [[nodiscard]] const State& state() const { return session_->state(); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }
  /// Begins an animation by the dialog, a small one.
  void begin() {
    session_->perform({"export_animation_png"});
    ExportChoice choice = state().exporting.choice;
    choice.animation = {320, 240};
    session_->perform(ChangeExport{choice});
    desk_->settle();
    desk_->click("export/save");
  }

  const TemporaryFolder folder_;
  test::SessionRunner runner_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<test::SessionDesk> desk_;
};

TEST_F(ExportsOfASession, NameWhatTheyWroteAndOfferItsFolder) {
  for (const char* action : {"export_picture", "export_warps_svg", "export_warps_csv"}) {
    session_->perform({action});
    desk_->settle();
    desk_->click("export/save");
    ASSERT_FALSE(state().ui.notices.empty()) << action;
    const Notice& notice = state().ui.notices.back();
    EXPECT_EQ(notice.kind, Notice::Kind::done) << notice.text;
    EXPECT_TRUE(fs::exists(notice.file)) << notice.file;
    EXPECT_EQ(fs::path(notice.file).parent_path(), folder_.path());
  }
  EXPECT_EQ(files(), 3U);
}

TEST_F(ExportsOfASession, AnAnimationGoesOnBesideTheWindowAndSaysItsEnd) {
  begin();
  ASSERT_TRUE(state().ui.animation) << "it takes several frames";
  session_->perform({"search_kernels"});
  desk_->frames(3);
  ASSERT_TRUE(state().ui.animation);
  std::string typed;
  while (state().ui.animation) {
    if (typed.size() < 5) {
      typed += "naive"[typed.size()];
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(typed.back()));
    }
    desk_->frames(1);
  }
  EXPECT_EQ(state().kernel_search.text, typed) << "nothing of it is lost";
  EXPECT_GE(typed.size(), 2U);
  const Notice notice = state().ui.notices.back();
  EXPECT_EQ(notice.kind, Notice::Kind::done) << notice.text;
  EXPECT_EQ(notice.file, (folder_.path() / "lanescope-warps-transpose-naive_row.png").string());
  EXPECT_TRUE(render::read_png(notice.file)) << "who knows no animations sees its first frame";
  desk_->settle();
  EXPECT_TRUE(desk_->has("notice/0/show") || desk_->has("notice/0/copy_path"));
}

TEST_F(ExportsOfASession, AnAnimationIsCancelledBesideItsProgress) {
  begin();
  ASSERT_TRUE(state().ui.animation);
  desk_->frames(2);
  session_->update(Session::Clock::now() + std::chrono::seconds(2));  // it has run for long enough
  desk_->frames(1);
  ASSERT_TRUE(desk_->has("job/cancel_animation/share"));
  desk_->save("export_progress");
  desk_->click("job/cancel_animation");
  EXPECT_FALSE(state().ui.animation);
  EXPECT_EQ(state().ui.notices.back().kind, Notice::Kind::refused);
  EXPECT_EQ(files(), 0U) << "nothing is left";
  session_->update();
  desk_->frames(1);
  EXPECT_FALSE(desk_->has("job/cancel_animation"));
}

}  // namespace
}  // namespace lanescope::gui
