// The Warps view: what it draws, what it says, and what a click does.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "gui/readings/time_axis.h"
#include "gui/screens/warps/warps_commands.h"
#include "gui/screens/warps/warps_view_model.h"
#include "gui/support/offscreen.h"
#include "gui/support/warps_fixture.h"

namespace lanescope::gui::test {
namespace {

using model::AccessKind;
using model::TimeAxis;

class Warps : public testing::Test {
 protected:
  void SetUp() override {
    state_.ui.zoom = 0.75F;  // there is room
    ASSERT_TRUE(perform(state_, {"show_warps"}, 0));
    accept(state_, with_barrier_trace(state_), 1);
    ASSERT_EQ(trace::defect(state_.playback.traced()->trace), "");
  }
  [[nodiscard]] const WarpsViewModel& view_model() {
    renew(view_model_, state_);
    return view_model_;
  }
  void use_a_gpu() {
    state_.known.machine = machine();
    accept(state_, with_barrier_trace(state_, true), 2);
    ASSERT_EQ(trace::defect(state_.playback.traced()->trace), "");
    if (state_.playback.order == analysis::AccessOrder::logical) {
      const Outcome done = perform(state_, {"toggle_clock"}, 2);
      ASSERT_TRUE(done) << done.error().text();
    }
  }

  State state_ = state_with_kernels();
  WarpsViewModel view_model_;
};

TEST_F(Warps, RunBesideEachOtherFromBarrierToBarrier) {
  EXPECT_EQ(view_model().axis, TimeAxis::barrier_aligned);
  EXPECT_EQ(view_model().timeline.rows.size(), 8u);
  EXPECT_EQ(view_model().blocks, 2u);
  EXPECT_EQ(view_model().timeline.releases.size(), 2u);
  EXPECT_EQ(title_of(state_, view_model()), "Warps in logical order");
  EXPECT_EQ(summary(state_, view_model()), "warps: 8 · blocks: 2 · memory instructions: 56 · barriers: 2");
  EXPECT_EQ(view_model().records[static_cast<std::size_t>(AccessKind::shared_load)], 8u);
}

TEST_F(Warps, SayHowManyInstructionsWereNotRecorded) {
  experiments::Result result = with_barrier_trace(state_);
  auto cut = std::make_shared<analysis::Traced>(*result.traced);
  cut->trace.dropped = 123;
  result.traced = cut;
  accept(state_, result, 2);
  EXPECT_EQ(summary(state_, view_model()),
            "warps: 8 · blocks: 2 · memory instructions: 56 (+123 not recorded) · barriers: 2");
  const std::string sentence =
      sentence_of_interval(state_, view_model(), view_model().timeline.rows[1].first_interval + 1);
  EXPECT_NE(sentence.find("memory instruction 2 of 6 or more of this warp."), std::string::npos) << sentence;
}

TEST_F(Warps, AreMadeAnewOnlyWhenTheyChange) {
  const model::TimelineInterval* before = view_model().timeline.intervals.data();
  EXPECT_EQ(view_model().timeline.intervals.data(), before);
  ASSERT_TRUE(perform(state_, {"next_access"}, 1));
  EXPECT_EQ(view_model().timeline.intervals.data(), before) << "the moment is no part of it";
  ASSERT_TRUE(perform(state_, {"toggle_one_at_a_time"}, 1));
  EXPECT_EQ(view_model().axis, TimeAxis::order);
  EXPECT_EQ(view_model().timeline.length, 56.0);
}

TEST_F(Warps, SayWhatAnInstructionIsAndWhoIsWaitedFor) {
  // Warp 1 of block 5 makes the second load with three quarters of its lanes.
  const model::TimelineRow& row = view_model().timeline.rows[1];
  EXPECT_EQ(sentence_of_interval(state_, view_model(), row.first_interval + 2),
            "Warp 1 of block 5: global load with 24 of 32 lanes, line 41; memory instruction 3 of 6 of this warp.");
  const auto wait = wait_at(view_model().timeline, 0, 4);
  ASSERT_TRUE(wait);
  EXPECT_EQ(sentence_of_wait(state_, view_model(), *wait),
            "Warp 0 of block 5 waits at the barrier of line 41 until warp 3 has arrived.");
  const auto last = wait_at(view_model().timeline, 3, 8.25);
  ASSERT_TRUE(last);
  EXPECT_EQ(sentence_of_wait(state_, view_model(), *last),
            "Warp 3 of block 5 is the last of 4 warps to arrive at the barrier of line 41, which then opens.");
  EXPECT_FALSE(wait_at(view_model().timeline, 0, 1)) << "it runs";
}

TEST_F(Warps, OfAGpuHaveNanosecondsAndMultiprocessors) {
  use_a_gpu();
  EXPECT_EQ(view_model().axis, TimeAxis::time);
  EXPECT_EQ(title_of(state_, view_model()), "Warps in instrumented time");
  EXPECT_NE(sentence_of_interval(state_, view_model(), 0).find("Issued at 40 ns on SM 7."), std::string::npos);
  EXPECT_EQ(view_model().timeline.rows.front().block, 5u);
  ASSERT_TRUE(perform(state_, {"toggle_by_multiprocessor"}, 1));
  EXPECT_EQ(view_model().timeline.rows.front().sm, 6u);
  EXPECT_EQ(view_model().timeline.rows.front().block, 6u);
  EXPECT_FALSE(perform(state_, {"toggle_one_at_a_time"}, 1)) << "time is that of the clock";
}

TEST_F(Warps, OfTheEmulatorHaveNoMultiprocessors) {
  const Outcome done = perform(state_, {"toggle_by_multiprocessor"}, 1);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().text().find("emulator"), std::string::npos);
}

TEST_F(Warps, ZoomWithinTheirTime) {
  ASSERT_TRUE(perform(state_, {"zoom_warps_in"}, 1));
  EXPECT_EQ(state_.warps.from, 0.25);
  EXPECT_EQ(state_.warps.to, 0.75);
  ASSERT_TRUE(perform(state_, ViewWarps{0.9, 1.4}, 1));
  EXPECT_EQ(state_.warps.to, 1);
  EXPECT_DOUBLE_EQ(state_.warps.from, 0.5);
  ASSERT_TRUE(perform(state_, {"zoom_warps_out"}, 1));
  ASSERT_TRUE(perform(state_, {"zoom_warps_out"}, 1));
  EXPECT_EQ(state_.warps.from, 0);
  EXPECT_EQ(state_.warps.to, 1);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [from, to] : {std::pair{0.5, 0.5}, std::pair{0.6, 0.2}, std::pair{nan, 1.0}, std::pair{0.0, nan}}) {
    EXPECT_FALSE(perform(state_, ViewWarps{from, to}, 1)) << from << " to " << to;
  }
  ASSERT_TRUE(perform(state_, ViewWarps{0.5, 0.5000001}, 1));
  EXPECT_GE(state_.warps.to - state_.warps.from, min_visible_part * 0.999);
  ASSERT_TRUE(perform(state_, {"fit_warps"}, 1));
  EXPECT_EQ(state_.warps.to - state_.warps.from, 1);
}

TEST(RoundMoments, AreFewAndRound) {
  EXPECT_EQ(round_moments(0, 10, 5, true), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(round_moments(3, 4, 10, true), (std::vector<double>{3, 4})) << "instructions are whole";
  EXPECT_EQ(round_moments(0.5, 1, 5, false).size(), 6u);
  EXPECT_TRUE(round_moments(5, 5, 5, false).empty());
  EXPECT_EQ(moment_text(TimeAxis::time, 40), "40 ns");
  EXPECT_EQ(moment_text(TimeAxis::time, 12345), "12.3 µs");
  EXPECT_EQ(tick_text(TimeAxis::time, 9500, 500, 10500), "9.5 µs") << "beside 10.0 and 10.5 µs";
  EXPECT_EQ(tick_text(TimeAxis::time, 5000, 5000, 15000), "5 µs");
  EXPECT_EQ(tick_text(TimeAxis::time, 100020, 20, 100100), "100.02 µs");
  EXPECT_EQ(tick_text(TimeAxis::time, 500, 500, 2000), "500 ns");
  EXPECT_EQ(tick_text(TimeAxis::order, 12000, 1000, 20000), moment_text(TimeAxis::order, 12000));
}

TEST(Patterns, TellEveryKindOfAccessApartWithoutColour) {
  std::set<std::vector<std::pair<double, double>>> patterns;
  for (std::size_t kind = 0; kind < model::access_kind_count; ++kind) {
    std::vector<std::pair<double, double>> pattern;
    double before = -1;
    for (const auto& [from, to] : strips_of(static_cast<AccessKind>(kind))) {
      EXPECT_GT(from, before) << name_of(static_cast<AccessKind>(kind)) << ": a gap is seen between two";
      EXPECT_GT(to, from);
      before = to;
      pattern.emplace_back(from, to);
    }
    patterns.insert(std::move(pattern));
  }
  EXPECT_EQ(patterns.size(), model::access_kind_count);
}

class WarpsPanel : public Warps {
 protected:
  void SetUp() override {
    Warps::SetUp();
    desk_ = std::make_unique<Desk>(state_, 1280, 720, Desk::Layouts(), Effects{FocusPanel{"warps"}});
    if (!desk_->missing().empty()) GTEST_SKIP() << desk_->missing();
    desk_->frames(4);
  }
  /// The middle of an instruction, by row and moment.
  [[nodiscard]] ImVec2 at(std::uint32_t row, double moment) {
    const ImRect rows = desk_->place("warps/rows");
    const double span = (state_.warps.to - state_.warps.from) * view_model().timeline.length;
    const double share = (moment - state_.warps.from * view_model().timeline.length) / span;
    const auto count = static_cast<float>(view_model().timeline.rows.size());
    return {rows.Min.x + static_cast<float>(share) * rows.GetWidth(),
            rows.Min.y + (static_cast<float>(row) + 0.7F) * rows.GetHeight() / count};
  }
  void click(ImVec2 place) {
    desk_->move_to(place);
    desk_->frames(2);
    desk_->press();
    desk_->frames(1);
    desk_->release();
    desk_->frames(3);
  }
  std::unique_ptr<Desk> desk_;
};

TEST_F(WarpsPanel, ShowsEveryWarpAndTheMeaningOfItsColours) {
  for (const char* widget : {"warps/title", "warps/rows", "warps/kind/LDG", "warps/kind/STS", "warps/kind/LDS",
                             "warps/kind/STG", "warps/now", "warps/caption"}) {
    EXPECT_TRUE(desk_->has(widget)) << widget;
  }
  EXPECT_FALSE(desk_->has("warps/kind/ATOMG"));
  ASSERT_TRUE(perform(state_, {"next_barrier"}, 1));
  desk_->frames(3);
  desk_->save("warps_logical_720");
}

TEST_F(WarpsPanel, AClickSelectsTheRecordItsWarpAndItsLine) {
  // Block 6, warp 2, its third instruction: a load with fewer lanes.
  click(at(6, 2.5));
  ASSERT_TRUE(state_.playback.focus.warp);
  EXPECT_EQ(state_.playback.focus.warp->block, 6u);
  EXPECT_EQ(state_.playback.focus.warp->warp, 2u);
  const auto now = shown_access(state_.playback, AnimatedView::warps);
  ASSERT_TRUE(now);
  const trace::Header& header = state_.playback.traced()->trace.headers[now->record];
  EXPECT_EQ(header.block, 6u);
  EXPECT_EQ(header.warp, 2u);
  EXPECT_EQ(header.active_mask, 0xffffffu);
  EXPECT_EQ(state_.playback.focus.line, read_line);
}

TEST_F(WarpsPanel, AClickOnAWaitSelectsNothing) {
  const double before = state_.playback.position;
  click(at(0, 5));
  EXPECT_EQ(state_.playback.position, before);
}

TEST_F(WarpsPanel, ADragMovesAZoomedPicture) {
  ASSERT_TRUE(perform(state_, {"zoom_warps_in"}, 1));
  desk_->frames(2);
  const ImRect rows = desk_->place("warps/rows");
  const ImVec2 middle = rows.GetCenter();
  desk_->move_to(middle);
  desk_->frames(1);
  desk_->press();
  desk_->frames(1);
  for (int step = 1; step <= 8; ++step) {
    desk_->move_to({middle.x + static_cast<float>(step) * 0.03F * rows.GetWidth(), middle.y});
    desk_->frames(1);
  }
  desk_->release();
  desk_->frames(2);
  EXPECT_LT(state_.warps.from, 0.24) << "dragged to the right: earlier moments come in";
  EXPECT_NEAR(state_.warps.to - state_.warps.from, 0.5, 1e-9);
}

TEST_F(WarpsPanel, LooksTheSameInInstrumentedTime) {
  use_a_gpu();
  desk_->frames(3);
  EXPECT_TRUE(desk_->has("action/toggle_by_multiprocessor"));
  EXPECT_FALSE(desk_->has("action/toggle_one_at_a_time"));
  desk_->click("action/toggle_by_multiprocessor");
  EXPECT_TRUE(state_.warps.by_multiprocessor);
  desk_->frames(3);
  desk_->save("warps_instrumented_720");
}

}  // namespace
}  // namespace lanescope::gui::test
