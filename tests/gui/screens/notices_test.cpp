// What was done and what failed, in one way for all: said over the panels and in the log, with the path of what was
// written.
#include <gtest/gtest.h>

#include "gui/store/notice.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

constexpr const char* written = "/home/somebody/Pictures/lanescope-bandwidth-transpose-naive_row.svg";

TEST(ANotice, OfWhatWasDoneVanishesByItselfAndOfWhatFailedStays) {
  State state = state_with_kernels();
  show_notice(state, {Notice::Kind::done, "The drawing was written to", written}, 10);
  show_notice(state, {Notice::Kind::refused, "\"PTX\" is not possible now"}, 10);
  show_notice(state, failure_notice(state, "Nothing was written", {"no space is left", "/full", "make room"}), 10);
  ASSERT_EQ(state.ui.notices.size(), 3U);
  EXPECT_EQ(state.ui.notices[2].text, "Nothing was written: no space is left\n/full\nmake room");
  EXPECT_FALSE(remove_expired_notices(state, 14)) << "who looks elsewhere still reads it";
  EXPECT_TRUE(remove_expired_notices(state, 60));
  ASSERT_EQ(state.ui.notices.size(), 1U);
  EXPECT_EQ(state.ui.notices[0].kind, Notice::Kind::failed);
  EXPECT_TRUE(has_permanent(state.ui.notices));
  EXPECT_EQ(next_expiry(state.ui.notices), Notice::forever);
}

TEST(ANotice, StandsInTheLogWithItsPath) {
  State state = state_with_kernels();
  show_notice(state, {Notice::Kind::done, "The drawing was written to", written}, 1);
  ASSERT_FALSE(state.known.log.empty());
  EXPECT_EQ(state.known.log.back().text, std::string("The drawing was written to: ") + written);
  show_notice(state, failure_notice(state, "", {"no editor is known", "", ""}), 1);
  EXPECT_EQ(state.known.log.back().kind, LogEntry::Kind::error);
}

TEST(ANotice, ThatIsSaidAgainTakesThePlaceOfTheEarlierOne) {
  State state = state_with_kernels();
  show_notice(state, {Notice::Kind::refused, "not now"}, 1);
  const double first = state.ui.notices.back().expires_at;
  show_notice(state, {Notice::Kind::refused, "not now"}, 3);
  ASSERT_EQ(state.ui.notices.size(), 1U);
  EXPECT_GT(state.ui.notices.back().expires_at, first);
}

TEST(ANotice, OfWhatFailedIsNotPushedOutByWhatWasDone) {
  State state = state_with_kernels();
  show_notice(state, failure_notice(state, "", {"the disk is full", "", ""}), 1);
  for (int count = 0; count < 20; ++count) {
    show_notice(state, {Notice::Kind::done, "picture " + std::to_string(count) + " was written"}, 1);
  }
  EXPECT_LE(state.ui.notices.size(), 5U);
  EXPECT_EQ(state.ui.notices.front().text, "the disk is full");
  EXPECT_EQ(state.ui.notices.back().text, "picture 19 was written");
}

class Notices : public OnDesk {};

TEST_F(Notices, ShowTheFolderOfWhatWasWritten) {
  state_.ui.opens_folders = true;
  show_notice(state_, {Notice::Kind::done, "The drawing was written to", written}, 1);
  desk_.frames(3);
  EXPECT_FALSE(desk_.has("notice/0/copy_path"));
  desk_.click("notice/0/show");
  ASSERT_EQ(count_of<OpenFolder>(desk_.effects()), 1U);
  EXPECT_EQ(effects_of<OpenFolder>(desk_.effects())[0].file, written);
}

TEST_F(Notices, OfferThePathWhereNoFolderCanBeOpened) {
  show_notice(state_, {Notice::Kind::done, "The drawing was written to", written}, 1);
  desk_.frames(3);
  EXPECT_FALSE(desk_.has("notice/0/show"));
  desk_.click("notice/0/copy_path");
  EXPECT_STREQ(ImGui::GetClipboardText(), written);
  EXPECT_EQ(state_.ui.notices.back().text, std::string("Copied to the clipboard: ") + written)
      << "and that is said, too";
}

TEST_F(Notices, AreClosedOneByOneOrByEscapeWhenTheyStay) {
  show_notice(state_, failure_notice(state_, "", {"the first thing failed", "", ""}), 1);
  show_notice(state_, failure_notice(state_, "", {"the second thing failed", "", ""}), 1);
  desk_.frames(3);
  desk_.click("notice/0/close");
  desk_.frames(2);
  ASSERT_EQ(state_.ui.notices.size(), 1U);
  EXPECT_EQ(state_.ui.notices[0].text, "the second thing failed");
  state_.selection.continuous = true;
  desk_.key(ImGuiKey_Escape);
  EXPECT_TRUE(state_.ui.notices.empty());
  EXPECT_TRUE(state_.selection.continuous) << "Escape closed what was open, and nothing else";
}

TEST_F(Notices, AreHeldByTheMouse) {
  show_notice(state_, {Notice::Kind::done, "The drawing was written to", written}, 0);
  desk_.frames(3);
  const double before = state_.ui.notices[0].expires_at;
  desk_.move_to(desk_.place("notice/0").GetCenter());
  state_.ui.notices[0].expires_at = 0.5;
  desk_.frames(2);
  ASSERT_EQ(state_.ui.notices.size(), 1U);
  EXPECT_GT(state_.ui.notices[0].expires_at, 2.5);
  EXPECT_LT(state_.ui.notices[0].expires_at, before);
  EXPECT_TRUE(desk_.interface().needs_redraw()) << "the next frame holds them again";
}

TEST_F(Notices, TakeNoKeyFromThePanels) {
  ASSERT_TRUE(desk_.perform({"search_kernels"}, 0));
  desk_.frames(3);
  desk_.type("na");
  show_notice(state_, {Notice::Kind::done, "The drawing was written to", written}, 1);
  desk_.frames(2);
  desk_.type("ive");
  EXPECT_EQ(state_.kernel_search.text, "naive");
}

TEST_F(Notices, OfACrashOfferAReport) {
  show_notice(state_, {Notice::Kind::failed, "lanescope crashed last time.", "", "write_report"}, 1);
  desk_.frames(3);
  desk_.click("notice/0/write_report");
  EXPECT_EQ(count_of<WriteReport>(desk_.effects()), 1U);
}

TEST_F(Notices, AreDrawnInEveryThemeAndLanguage) {
  for (const char* theme : {"use_dark_theme", "use_light_theme", "use_projector_theme"}) {
    for (const char* language : {"use_english", "use_chinese"}) {
      ASSERT_TRUE(desk_.perform({theme}, 0));
      ASSERT_TRUE(desk_.perform({language}, 0));
      state_.ui.notices.clear();
      state_.ui.opens_folders = true;
      show_notice(state_, {Notice::Kind::done, state_.say("notice.wrote_picture", 1920, 1080), written}, 1);
      show_notice(state_,
                  failure_notice(state_, state_.say("notice.not_written"), {"no space is left", "/full", "make room"}),
                  1);
      desk_.frames(4);
      desk_.save(std::string("notices_") + theme + "_" + language);
      const ImRect one = desk_.place("notice/0"), other = desk_.place("notice/1");
      EXPECT_LT(one.Max.y, other.Min.y);
      EXPECT_LT(other.Max.x, 1280);
    }
  }
}

TEST_F(Notices, AreNotInPicturesForOthers) {
  show_notice(state_, {Notice::Kind::done, "The drawing was written to", written}, 1);
  state_.ui.hide_private_words = true;
  desk_.frames(3);
  EXPECT_FALSE(desk_.has("notice/0"));
}

}  // namespace
}  // namespace lanescope::gui::test
