// The Banks view: what it shows of an access, what it says, and what a click does.
#include <gtest/gtest.h>

#include <bit>

#include "gui/readings/lane_words.h"
#include "gui/screens/banks/banks_caption.h"
#include "gui/screens/banks/banks_motion.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/playback_fixture.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui::test {
namespace {

class Banks : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(perform(state_, {"show_banks"}, 0));
    accept(state_, with_trace(state_, 0), 1);
  }

  void go_to_the_columns() { ASSERT_TRUE(perform(state_, {"next_barrier"}, 1)); }
  [[nodiscard]] BanksViewModel view_model() { return banks_view_model(state_).value(); }

  State state_ = state_with_kernels();
  const Language& language_ = *state_.ui.language;
};

TEST_F(Banks, ShowAColumnAsAConflictOfDegree32) {
  go_to_the_columns();
  ASSERT_TRUE(perform(state_, {"next_wavefront"}, 1));
  const BanksViewModel shown = view_model();
  EXPECT_EQ(shown.wavefronts(), 32u);
  EXPECT_EQ(shown.ideal(), 1u);
  EXPECT_EQ(shown.degrees[0], 32);
  EXPECT_EQ(shown.degrees[1], 0);
  EXPECT_EQ(shown.lanes[7].word, 7u * 32);
  EXPECT_EQ(shown.lanes[7].wavefront, 7u);
  EXPECT_EQ(shown.wavefront()->lanes, 1u << 1);
  EXPECT_EQ(shown.line, write_line);
}

TEST_F(Banks, AreDrawnWhereTheirLabelsAloneHaveNoRoom) {
  go_to_the_columns();
  ASSERT_TRUE(perform(state_, {"next_wavefront"}, 1));
  for (const ImVec2 size : {ImVec2{40, 40}, ImVec2{60, 900}, ImVec2{900, 40}}) {
    State state = state_;
    Desk desk(state, static_cast<std::uint32_t>(size.x), static_cast<std::uint32_t>(size.y));
    if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
    ASSERT_TRUE(desk.perform({"lecture"}, 1));
    desk.frames(4);
    EXPECT_TRUE(desk.has("banks/panel")) << size.x << " x " << size.y;
  }
}

TEST_F(Banks, LetWordsCoolDownAfterTheirWavefront) {
  go_to_the_columns();
  for (int step = 0; step < 3; ++step) ASSERT_TRUE(perform(state_, {"next_wavefront"}, 1));
  const BanksViewModel shown = view_model();
  const auto heat = [&](std::uint32_t word) {
    for (const WarmWord& warm : shown.warm) {
      if (warm.word == word) return warm.heat;
    }
    return 0.0F;
  };
  EXPECT_EQ(heat(3 * 32), 1);
  EXPECT_EQ(heat(4 * 32), 0) << "not yet";
  EXPECT_GT(heat(2 * 32), heat(32));
  EXPECT_GT(heat(32), 0);
}

TEST_F(Banks, KnowWhatWasWritten) {
  go_to_the_columns();
  const std::uint32_t index = view_model().at.index;
  SharedContents contents;
  replay(contents, state_.playback.sequence, *state_.playback.focus.warp, index);
  ASSERT_EQ(contents.words.size(), 1024u);
  EXPECT_EQ(std::bit_cast<float>(contents.words.at(32 * 3 + 5)), 305);
  const auto all = contents.words;
  replay(contents, state_.playback.sequence, *state_.playback.focus.warp, 1);
  EXPECT_EQ(contents.words.size(), 32u) << "nothing is known of what was not moved yet, time ran backwards or not";
  for (std::uint32_t at = 1; at <= index; ++at)
    replay(contents, state_.playback.sequence, *state_.playback.focus.warp, at);
  EXPECT_EQ(contents.words, all) << "step by step as at once";
}

TEST_F(Banks, SayWhatHappensWithTheNumbers) {
  EXPECT_EQ(banks_caption(language_, view_model()),
            "Wavefront 1 of 1: lanes 0–31 write banks 0–31, 32 different words. No bank has to serve more than one "
            "word: no conflict.");
  go_to_the_columns();
  ASSERT_TRUE(perform(state_, {"next_wavefront"}, 1));
  EXPECT_EQ(banks_caption(language_, view_model()),
            "Wavefront 2 of 32: lane 1 reads bank 0, 1 word. Bank 0 has to serve 32 different words, one per "
            "wavefront: a 32-way bank conflict.");
  EXPECT_EQ(lane_in_words(language_, view_model(), 7),
            "Lane 7 reads byte 896: bank 0, row 7. It is served in wavefront 8 of 32. In this phase bank 0 has to "
            "serve 32 different words.");
  EXPECT_EQ(
      bank_in_words(language_, view_model(), 0),
      "Bank 0 has to serve 32 different words to lanes 0–31 in a phase, one per wavefront: 32 wavefronts, ideal 1.");
  EXPECT_EQ(bank_in_words(language_, view_model(), 1), "Bank 1 is not accessed.");
  EXPECT_EQ(word_in_words(language_, view_model(), 32, "100"),
            "The word at byte 128: bank 0, row 1. In this access lane 1 reads it. It holds 100.");
}

TEST_F(Banks, NameLanesByTheirRanges) {
  EXPECT_EQ(lanes_in_words(language_, 0x0000ff00u), "lanes 8–15");
  EXPECT_EQ(lanes_in_words(language_, 0x00000008u), "lane 3");
  EXPECT_EQ(lanes_in_words(language_, 0x00001111u), "lanes 0, 4, 8 and 12");
  EXPECT_EQ(lanes_in_words(language_, 0x55555555u), "16 lanes");
}

TEST_F(Banks, MoveFromTheOldLayoutToTheNewOne) {
  go_to_the_columns();
  BanksMotion motion;
  follow(motion, state_, view_model(), 0);
  EXPECT_FALSE(motion.moving()) << "there was nothing before";
  ASSERT_TRUE(perform(state_, {"raise_knob"}, 2));
  accept(state_, with_trace(state_, 1), 3);
  follow(motion, state_, view_model(), 0);
  EXPECT_TRUE(motion.moving());
  EXPECT_EQ(motion.lane(5), (BankPoint{0, 5})) << "as it was without padding";
  follow(motion, state_, view_model(), BanksMotion::seconds / 2);
  EXPECT_EQ(motion.lane(5), (BankPoint{2.5F, 5}));
  follow(motion, state_, view_model(), BanksMotion::seconds);
  EXPECT_FALSE(motion.moving());
  EXPECT_EQ(motion.lane(5), (BankPoint{5, 5}));
  const auto last = motion.footprint.words.size() - 1;
  EXPECT_EQ(motion.word(last), bank_point(31 * 33 + 31));
}

TEST_F(Banks, AreSelectedByAClickAndTheSourceLineFollows) {
  go_to_the_columns();
  state_.playback.focus.line = 0;
  Desk desk(state_, 1280, 720, {}, {FocusPanel{"banks"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.click("banks/bank/3");
  EXPECT_EQ(state_.playback.focus.bank, 3u);
  desk.click("banks/lane/9");
  EXPECT_EQ(state_.playback.focus.lane, 9u);
  desk.click("transport/banks/next_access");
  EXPECT_EQ(state_.playback.focus.line, write_line);
  ASSERT_TRUE(perform(state_, SelectLine{read_line}, 2));
  EXPECT_EQ(state_.playback.focus.site, tile_store);
  desk.click("banks/bank/3");
  EXPECT_FALSE(state_.playback.focus.bank) << "clicked again, it is chosen no more";
}

TEST_F(Banks, PlayWithTheSpaceBarAndAreScrubbed) {
  Desk desk(state_, 1280, 720, {}, {FocusPanel{"banks"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.key(ImGuiKey_Space);
  EXPECT_TRUE(state_.playback.playing);
  desk.frames(60);
  EXPECT_NEAR(scrubbed(state_.playback), 4, 0.4) << "a second at four steps a second";
  desk.key(ImGuiKey_Space);
  EXPECT_FALSE(state_.playback.playing);
  desk.click("transport/banks/scrub");
  EXPECT_NEAR(scrubbed(state_.playback), static_cast<double>(state_.playback.track()->steps()) / 2, 3);
  desk.key(ImGuiKey_Period);
  EXPECT_NEAR(scrubbed(state_.playback) - std::floor(scrubbed(state_.playback)), 0, 1e-6);
  desk.key(ImGuiKey_LeftBracket);
  EXPECT_EQ(shown_access(state_.playback, AnimatedView::banks)->step, 31u);
}

TEST_F(Banks, SayWhichViewToOpenWithoutSharedMemory) {
  experiments::Result result = with_trace(state_, 0);
  auto traced = std::make_shared<analysis::Traced>(*result.traced);
  for (trace::Site& site : traced->trace.sites) site.space = trace::Space::global;
  result.traced = traced;
  accept(state_, result, 2);
  EXPECT_NE(why_nothing_to_show(state_, AnimatedView::banks).find("Sectors"), std::string::npos);
  Desk desk(state_, 1280, 720, {}, {FocusPanel{"banks"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  EXPECT_TRUE(desk.has("banks/missing"));
}

/// The part of a picture that a rectangle covers.
struct Look {
  const char* name;
  std::uint32_t pad;
  const char *theme, *language;
  std::int64_t microseconds;  ///< after the barrier
};

class BanksLook : public testing::TestWithParam<Look> {};

TEST_P(BanksLook, IsAsItIsMeantToBe) {
  const Look& look = GetParam();
  State state = state_with_kernels();
  ASSERT_TRUE(perform(state, Invoke(look.theme), 0));
  ASSERT_TRUE(perform(state, Invoke(look.language), 0));
  const Outcome seen = perform(state, {"show_banks"}, 0);
  ASSERT_TRUE(seen);
  accept(state, with_trace(state, look.pad), 1);
  for (const Command& command :
       {Command{"next_barrier"}, Command{"toggle_playing"},
        Command{AdvancePlayback{std::chrono::microseconds(look.microseconds)}}, Command{"toggle_playing"}}) {
    ASSERT_TRUE(perform(state, command, 1));
  }
  {
    Desk large(state, 1920, 1080, {}, *seen);
    if (!large.missing().empty()) GTEST_SKIP() << large.missing();
    large.frames(3);
    EXPECT_EQ(large.has("banks/conflict/0"), look.pad == 0);
    large.save(std::string("banks_") + look.name + "_1080");
  }
  Desk desk(state, 1280, 720, {}, *seen);
  desk.frames(3);
  EXPECT_EQ(desk.has("banks/conflict/0"), look.pad == 0);
  desk.save(std::string("banks_") + look.name + "_720");
}

INSTANTIATE_TEST_SUITE_P(All, BanksLook,
                         testing::Values(Look{"conflict", 0, "use_dark_theme", "use_english", 2'600'000},
                                         Look{"padded", 1, "use_dark_theme", "use_english", 150'000},
                                         Look{"projector", 0, "use_projector_theme", "use_chinese", 5'100'000}),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace lanescope::gui::test
