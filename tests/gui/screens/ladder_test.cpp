#include "gui/readings/ladder_view_model.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/process.h"
#include "base/text.h"
#include "gui/store/words/numbers.h"
#include "gui/support/ladder_fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

const LadderRung& rung(const LadderViewModel& view_model, std::string_view name) {
  const auto found = std::find_if(view_model.rungs.begin(), view_model.rungs.end(),
                                  [&](const LadderRung& one) { return one.name == name; });
  if (found == view_model.rungs.end()) throw std::out_of_range("no rung " + std::string(name));
  return *found;
}

const LadderLine* line(const LadderViewModel& view_model, LadderLine::Kind kind) {
  const auto found = std::find_if(view_model.lines.begin(), view_model.lines.end(),
                                  [&](const LadderLine& one) { return one.kind == kind; });
  return found == view_model.lines.end() ? nullptr : &*found;
}

TEST(TheLadder, ShowsEachKernelAtItsBestKnownSettingAndWhatIsAbsentAtTheEnd) {
  const State state = state_with_ladder();
  const LadderViewModel view_model = ladder_view_model(state);
  ASSERT_EQ(view_model.missing, "");
  std::vector<std::string> names;
  for (const LadderRung& one : view_model.rungs) names.push_back(one.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"library", "smem_pad", "copy_row", "naive_col", "naive_row", "smem_tile"}));
  EXPECT_FALSE(view_model.rungs.back().ours) << "nothing is known of it";
  const LadderRung& naive = rung(view_model, "naive_row");
  EXPECT_NEAR(naive.ours->number, 2000, 0.1) << "of three settings, at this size";
  EXPECT_NEAR(*naive.ours->share, 2000.0 / 4800, 1e-4);
  EXPECT_EQ(naive.setting, "block_x=4 block_y=8 load_op=ca nx=4096 ny=4096");
  EXPECT_EQ(naive.ours->origin, experiments::Origin::recorded);
  EXPECT_TRUE(naive.selected);
  EXPECT_NE(naive.ours->detail.find("recorded 2026-01-31 on Made-up GPU"), std::string::npos) << naive.ours->detail;
  EXPECT_NE(naive.ours->detail.find("block_x=4 "), std::string::npos);
  EXPECT_EQ(view_model.caption, "recorded 2026-01-31 on Made-up GPU");
}

TEST(TheLadder, TakesWhatWasMeasuredHereBeforeWhatIsRecordedOfTheSameSetting) {
  State state = state_with_ladder();
  ASSERT_TRUE(perform(state, SetKnob{"block_x", std::int64_t{4}}, 1));
  accept(state, timed(state, {"transpose/naive_row", {{"block_x", std::int64_t{4}}}, 1200}), 2);
  const LadderViewModel first = ladder_view_model(state);
  EXPECT_NEAR(rung(first, "naive_row").ours->number, 1400, 0.1)
      << "the recorded 2000 were measured again: another setting is the best now";
  accept(state, timed(state, {"transpose/naive_row", {{"block_x", std::int64_t{4}}}, 2100}), 3);
  const LadderViewModel again = ladder_view_model(state);
  EXPECT_NEAR(rung(again, "naive_row").ours->number, 2100, 0.1);
  EXPECT_EQ(rung(again, "naive_row").ours->origin, experiments::Origin::measured);
  EXPECT_NE(again.caption.find("measured on Made-up GPU"), std::string::npos) << again.caption;
}

TEST(TheLadder, HoldsRecordingsOfAnotherGpuBackWhereThisOneHasANumber) {
  State state = state_with_ladder();
  add_recorded(state,
               {"transpose/naive_col", {{"block_x", std::int64_t{8}}}, 9000, "2026-02-01T00:00:00Z", "Other GPU"});
  add_recorded(state, {"transpose/smem_tile", {}, 5000, "2026-02-01T00:00:00Z", "Other GPU"});
  const LadderViewModel view_model = ladder_view_model(state);
  EXPECT_NEAR(rung(view_model, "naive_col").ours->number, 2200, 0.1);
  EXPECT_NEAR(rung(view_model, "smem_tile").ours->number, 5000, 0.1) << "there is nothing of this one";
  EXPECT_NE(view_model.caption.find("Other GPU"), std::string::npos) << "and it is said: " << view_model.caption;
  state.known.machine->device.clear();
  EXPECT_NEAR(rung(ladder_view_model(state), "naive_col").ours->number, 9000, 0.1) << "without a GPU all are alike";
}

TEST(TheLadder, LeavesOutWhatWasWrongAndWhatIsOfAnEarlierText) {
  State state = state_with_ladder();
  experiments::Result wrong_one = timed(state, {"transpose/naive_col", {{"block_x", std::int64_t{2}}}, 4700});
  wrong_one.recorded = "2026-01-31T12:00:00Z";
  wrong_one.verification->passed = false;
  state.known.recordings.push_back(std::make_shared<const experiments::Result>(wrong_one));
  EXPECT_NEAR(rung(ladder_view_model(state), "naive_col").ours->number, 2200, 0.1);

  accept(state, timed(state, {"transpose/naive_row", {}, 4000}), 2);
  EXPECT_NEAR(rung(ladder_view_model(state), "naive_row").ours->number, 4000, 0.1);
  edit(state, kernel_text("Another text"), 3);
  EXPECT_NEAR(rung(ladder_view_model(state), "naive_row").ours->number, 2000, 0.1);
}

TEST(TheLadder, HasTheArticlesBarsAtTheArticlesSizeAlone) {
  State state = state_with_ladder();
  const LadderViewModel view_model = ladder_view_model(state);
  const LadderRung& naive = rung(view_model, "naive_row");
  ASSERT_TRUE(naive.article);
  EXPECT_EQ(naive.article->number, 20.4);
  EXPECT_NEAR(*naive.article->share, 20.4 / 112, 1e-12) << "of its own GPU";
  EXPECT_NE(naive.article->detail.find("a footnote"), std::string::npos);
  EXPECT_FALSE(rung(view_model, "smem_pad").article) << "no article has it";
  EXPECT_EQ(view_model.article_caption, "article 007, Old GPU");
  ASSERT_TRUE(perform(state, SetSize{"nx", 1024}, 1));
  ASSERT_TRUE(perform(state, SetSize{"ny", 1024}, 1));
  const LadderViewModel elsewhere = ladder_view_model(state);
  EXPECT_FALSE(rung(elsewhere, "naive_row").article);
  EXPECT_NEAR(rung(elsewhere, "naive_row").ours->number, 1700, 0.1);
  EXPECT_FALSE(rung(elsewhere, "copy_row").ours);
  EXPECT_EQ(elsewhere.article_caption, "");
}

TEST(TheLadder, KnowsALibraryFromItsRecordingAndDrawsWhatBarsAreHeldAgainst) {
  const LadderViewModel view_model = ladder_view_model(state_with_ladder());
  EXPECT_TRUE(rung(view_model, "library").library);
  EXPECT_FALSE(rung(view_model, "library").selectable) << "there is no kernel of that name";
  EXPECT_FALSE(rung(view_model, "copy_row").library);
  ASSERT_NE(line(view_model, LadderLine::Kind::theory), nullptr);
  EXPECT_EQ(line(view_model, LadderLine::Kind::theory)->number, 4800);
  EXPECT_EQ(line(view_model, LadderLine::Kind::copy)->number, 4400);
  EXPECT_NEAR(line(view_model, LadderLine::Kind::library)->number, 4300, 0.1);
  EXPECT_EQ(view_model.top, 4800);
  EXPECT_EQ(view_model.top_share, 1);
}

TEST(TheLadder, OffersTheSizesAtWhichSomethingIsKnown) {
  const LadderViewModel view_model = ladder_view_model(state_with_ladder());
  ASSERT_EQ(view_model.known.size(), 2U);
  EXPECT_EQ(sizes_text(view_model.known[0]), "nx = ny = 1\u2009024");
  EXPECT_EQ(view_model.known[1], view_model.sizes);
  EXPECT_EQ(sizes_text({{"m", 2}, {"n", 3}}), "m = 2, n = 3");
}

TEST(TheLadder, SaysWhyThereIsNone) {
  State state;
  EXPECT_FALSE(ladder_view_model(state).missing.empty());
  State loose = state_with_kernels();
  auto snapshot = std::make_shared<catalogue::Snapshot>(*loose.known.catalogue);
  auto kernel_alone = std::make_shared<catalogue::Kernel>(*snapshot->kernels.at("transpose/naive_row"));
  kernel_alone->family.clear();
  snapshot->kernels["transpose/naive_row"] = kernel_alone;
  gui::accept(loose, std::shared_ptr<const catalogue::Snapshot>(snapshot), 1);
  EXPECT_NE(ladder_view_model(loose).missing.find("family"), std::string::npos);
}

TEST(GoingToARung, SelectsKernelAndSettingInOneStep) {
  State state = state_with_ladder();
  ASSERT_TRUE(perform(state, GoToRung{"transpose/smem_pad", "block_x=32 block_y=4 load_op=ca nx=4096 ny=4096"}, 1));
  EXPECT_EQ(state.selection.kernel, "transpose/smem_pad");
  EXPECT_EQ(state.current_values(), (catalogue::Values{{"block_y", std::int64_t{4}}})) << "the rest are defaults";
  ASSERT_TRUE(perform(state, {"undo"}, 2));
  EXPECT_EQ(state.selection.kernel, "transpose/naive_row");
  ASSERT_TRUE(perform(state, GoToRung{"transpose/naive_row", "nx=1024 ny=1024"}, 3));
  EXPECT_EQ(state.sizes().front().value, 1024);
}

TEST(GoingToARung, RefusesWhatDoesNotExist) {
  State state = state_with_ladder();
  const std::uint64_t before = state.selection.revision;
  EXPECT_FALSE(perform(state, GoToRung{"transpose/library", "nx=1"}, 1));
  EXPECT_FALSE(perform(state, GoToRung{"transpose/smem_pad", "block_x=3"}, 1));
  EXPECT_FALSE(perform(state, GoToRung{"transpose/smem_pad", "block_x"}, 1));
  EXPECT_EQ(state.selection.revision, before);
  EXPECT_EQ(state.selection.kernel, "transpose/naive_row");
}

/// A row of the text of bench/ladder.py.
struct TextRow {
  std::string kernel, setting, microseconds, gb_per_s, share;
};
struct TextLadder {
  std::string sizes;  ///< "k=512 m=512 n=512"
  std::vector<TextRow> rows;
};

std::string without(std::string text, char sign) {
  std::erase(text, sign);
  return text;
}

std::vector<TextLadder> text_of(const std::string& recording) {
  const auto ran = run_process({"python3", LANESCOPE_SOURCES "/bench/ladder.py", recording_file(recording).string()},
                               std::chrono::minutes(1));
  std::vector<TextLadder> ladders;
  if (!ran || ran->state.status != 0) return ladders;
  for (const std::string_view text : split(ran->output, '\n')) {
    const std::string line_text(text);
    if (!line_text.starts_with('|') && line_text.find(" = ") != std::string::npos) {
      // "NVIDIA H200, k = 4,096, m = 4,096": commas in numbers and between them.
      std::string sizes;
      for (std::size_t at = line_text.find(" = "); at != std::string::npos; at = line_text.find(" = ", at + 1)) {
        const std::size_t name = line_text.rfind(' ', at - 1) + 1;
        const std::size_t end = std::min(line_text.find(", ", at + 3), line_text.size());
        sizes += (sizes.empty() ? "" : " ") + line_text.substr(name, at - name) + "=" +
                 without(line_text.substr(at + 3, end - at - 3), ',');
      }
      ladders.push_back({sizes, {}});
    } else if (line_text.starts_with("| ") && !line_text.starts_with("| kernel")) {
      std::vector<std::string> cells;
      for (const std::string_view cell : split(line_text, '|')) cells.emplace_back(trim(cell));
      if (cells.size() < 8) throw std::runtime_error(line_text);
      ladders.back().rows.push_back({cells[1], cells[2], without(cells[3], ','), without(cells[4], ','), cells[6]});
    }
  }
  return ladders;
}

class LadderText : public testing::TestWithParam<const char*> {};

TEST_P(LadderText, HasTheSameNumbersAsThePicture) {
  const std::vector<TextLadder> ladders = text_of(GetParam());
  if (ladders.empty()) GTEST_SKIP() << "python3 is missing";
  State state = state_with_recording(GetParam());
  int compared = 0;
  for (const TextLadder& ladder : ladders) {
    const auto known = std::find_if(ladder.rows.begin(), ladder.rows.end(), [&](const TextRow& row) {
      return state.known.catalogue->kernels.contains(row.kernel);
    });
    ASSERT_NE(known, ladder.rows.end()) << ladder.sizes;
    const Outcome gone = perform(state, GoToRung{known->kernel, ladder.sizes}, 1);
    ASSERT_TRUE(gone) << gone.error().text();
    const LadderViewModel view_model = ladder_view_model(state);
    std::size_t drawn = 0;
    for (const LadderRung& one : view_model.rungs) drawn += one.ours ? 1 : 0;
    std::size_t expected = 0;
    double last = 0;
    for (const TextRow& row : ladder.rows) {
      const LadderRung& one = rung(view_model, row.kernel.substr(view_model.family.size() + 1));
      if (!one.ours) {
        EXPECT_EQ(row.gb_per_s, "0") << row.kernel << " moves something";
        continue;
      }
      ++expected;
      ++compared;
      EXPECT_EQ(fmt::format("{:.2f}", 1e3 * one.result->time()->median), row.microseconds) << row.kernel;
      const catalogue::Values& knobs = one.result->parameters;
      EXPECT_EQ(knobs.empty() ? "" : setting_text(knobs), row.setting) << row.kernel << " at " << ladder.sizes;
      if (!view_model.arithmetic) {
        EXPECT_NEAR(one.ours->number, std::atof(row.gb_per_s.c_str()), 0.5001) << row.kernel;
      }
      if (one.library && view_model.arithmetic) {
        EXPECT_EQ(row.share, "100.0%") << "what the text holds the others against";
      }
      EXPECT_GE(one.ours->number, last) << "from slow to fast: " << row.kernel;
      last = one.ours->number;
    }
    EXPECT_EQ(drawn, expected) << ladder.sizes;
  }
  EXPECT_GT(compared, 15);
}

INSTANTIATE_TEST_SUITE_P(OfEveryFamily, LadderText,
                         testing::Values("h200-transpose.jsonl", "h200-reduce.jsonl", "h200-laplace.jsonl",
                                         "h200-matmul.jsonl"));

TEST(TheLadderOfProducts, CountsOperationsAndHasBothArticles) {
  State state = state_with_recording("h200-matmul.jsonl");
  ASSERT_TRUE(perform(state, GoToRung{"matmul/v10", "m=4096 n=4096 k=4096"}, 1));
  const LadderViewModel view_model = ladder_view_model(state);
  EXPECT_TRUE(view_model.arithmetic);
  EXPECT_TRUE(rung(view_model, "cublas").library);
  EXPECT_TRUE(rung(view_model, "cublas").selectable);
  ASSERT_NE(line(view_model, LadderLine::Kind::library), nullptr);
  EXPECT_EQ(line(view_model, LadderLine::Kind::copy), nullptr) << "bytes are not what counts";
  ASSERT_TRUE(rung(view_model, "v10").article);
  EXPECT_EQ(rung(view_model, "v10").article->number, 470);
  EXPECT_FALSE(rung(view_model, "v10").article->share) << "its GPU is not named";
  EXPECT_EQ(rung(view_model, "warptile").article->number, 582);
  ASSERT_TRUE(rung(view_model, "global").article);
  EXPECT_NEAR(*rung(view_model, "global").article->share, 15 / 346.5, 1e-12) << "G80";
}

class LadderPanel : public testing::Test {
 protected:
  State state_ = state_with_ladder();
};

TEST_F(LadderPanel, ComesByItsKeyAndGoesToTheBarThatIsClicked) {
  Desk desk(state_, 1280, 720);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(desk.perform({"show_ladder"}, 0));
  desk.frames(3);
  desk.save("ladder_720");
  ASSERT_TRUE(desk.has("ladder/rung/transpose/smem_pad"));
  EXPECT_TRUE(desk.has("ladder/rung/transpose/smem_tile")) << "absent, and shown so";
  EXPECT_TRUE(desk.has("ladder/line/theory"));
  EXPECT_TRUE(desk.has("ladder/line/copy"));
  EXPECT_TRUE(desk.has("ladder/line/library"));
  desk.click("ladder/rung/transpose/smem_pad");
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad");
  EXPECT_EQ(state_.current_values(), (catalogue::Values{{"block_y", std::int64_t{4}}}));
  desk.frames(2);
  desk.click("ladder/rung/transpose/library");
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_pad") << "there is no such kernel";
  desk.click("ladder/rung/transpose/smem_tile");
  EXPECT_EQ(state_.selection.kernel, "transpose/smem_tile") << "at its own values";
}

TEST_F(LadderPanel, ShowsSharesAndGoesToAnotherSizeByTheMouse) {
  go_to(state_, Workspace::measure);
  Desk desk(state_, 1280, 720, {}, {FocusPanel{"ladder"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  desk.click("action/toggle_ladder_share");
  EXPECT_TRUE(state_.ladder.share);
  desk.frames(2);
  desk.click("ladder/size/nx=1024 ny=1024");
  EXPECT_EQ(state_.sizes().front().value, 1024);
  EXPECT_EQ(state_.selection.kernel, "transpose/naive_row");
}

}  // namespace
}  // namespace lanescope::gui::test
