// Article 004, "Finding a bank conflict", walked without a GPU: the summary of the product with eight tile columns
// names the bank conflicts of its loads from shared memory and leads to their line, and four tile columns remove them.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "explanations/findings.h"
#include "sanitized.h"
#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using explanations::Finding;
using explanations::FindingKind;
namespace names = explanations::number_names;

struct Explained {
  experiments::Result result;
  experiments::Sheet known;
  explanations::Summary summary;
};

class Article004 : public Execute {
 protected:
  void SetUp() override {
    Execute::SetUp();
    options_.gpus = LANESCOPE_SOURCES "/assets/gpus";
  }

  /// The product at the article's size, with fewer steps of k, as each does the same. So do all blocks: one is
  /// executed.
  Explained explain(std::int64_t tile_col) {
    const std::int64_t size = 4096;
    experiments::Experiment experiment =
        own("matmul/v10", {{"tile_col", tile_col}, {"m", size}, {"n", size}, {"k", 512}});
    experiment.target = "H200";
    experiment.verify = false;
    experiment.blocks = {experiments::BlockChoice::Kind::range, 500, 1};
    Explained explained{last(experiment), {}, {}};
    explained.known = experiments::sheet_of(explained.result);
    explained.summary = explanations::summary_of(explained.result, explained.known);
    return explained;
  }

  static const Finding* conflicts(const explanations::Summary& summary) {
    const auto found = std::ranges::find_if(summary.causes, [](const Finding& finding) {
      return finding.kind == FindingKind::bank_conflicts && finding.operation == trace::Operation::load;
    });
    return found == summary.causes.end() ? nullptr : &*found;
  }
  static double number(const Finding& finding, std::string_view name) {
    const explanations::FindingNumber* const found = finding.number(name);
    return found == nullptr ? -1 : found->value;
  }
  static std::string line_of(const experiments::Result& result, const explanations::FindingPlace& place) {
    return std::string(trim(split(result.source, '\n').at(static_cast<std::size_t>(place.line) - 1)));
  }
};

TEST_F(Article004, IsWalkedFromTheSummaryToTheLineAndToItsCure) {
  const Explained eight = explain(8), four = explain(4);
  for (const experiments::Result* result : {&eight.result, &four.result}) {
    if (sanitized && result->without_prediction.text().find("too long in the emulator") != std::string::npos) {
      GTEST_SKIP() << "a sanitized emulator takes longer than a prediction may: " << result->without_prediction;
    }
  }
  ASSERT_TRUE(eight.result.predicted && four.result.predicted) << eight.result.without_prediction;

  // The summary: the load/store pipe is the busiest unit, because of bank conflicts of the loads from shared memory.
  const Finding* const cause = conflicts(eight.summary);
  ASSERT_NE(cause, nullptr);
  EXPECT_EQ(cause, &eight.summary.causes.front()) << "no other cause would gain as much";
  EXPECT_EQ(eight.summary.verdict.numbers.front().name, "sol.l1");

  // The memory tables: 20 wavefronts where 12 would do, in four loads of 16 bytes a step of k.
  EXPECT_EQ(number(*cause, names::per_request), 20.0 / 4);
  EXPECT_EQ(number(*cause, names::ideal_per_request), 12.0 / 4);
  EXPECT_NEAR(number(*cause, names::excess), 40, 1e-9);
  EXPECT_EQ(eight.known.derived.get("shared.load.conflicts"),
            *eight.known.derived.get("shared.load.wavefronts") * 8 / 20);
  EXPECT_EQ(cause->page, counters::Page::shared_table);
  EXPECT_EQ(cause->view, explanations::FindingView::banks);

  // The source: the line that reads b, with twice the wavefronts that it needs, as in the article.
  ASSERT_TRUE(cause->place);
  EXPECT_NE(line_of(eight.result, *cause->place).find("b_tile[e][place(column)]"), std::string::npos)
      << line_of(eight.result, *cause->place);
  EXPECT_EQ(number(*cause, names::line_per_request) / number(*cause, names::line_ideal), 2);
  EXPECT_EQ(number(*cause, names::line_share), 100);

  // The cure: without a conflict, with as many loads, 12 wavefronts instead of 20.
  EXPECT_EQ(conflicts(four.summary), nullptr);
  EXPECT_EQ(four.known.derived.get("shared.load.conflicts"), 0);
  EXPECT_EQ(four.known.derived.get("shared.load.instructions"), eight.known.derived.get("shared.load.instructions"));
  EXPECT_EQ(four.known.derived.get("shared.load.wavefronts"),
            *eight.known.derived.get("shared.load.wavefronts") * 12 / 20);

  // A against B: faster, by no more than the summary promised, and by no more than the 1.25 of the wavefronts'
  // roofline.
  const double before = eight.summary.time->number, after = four.summary.time->number;
  EXPECT_LT(after, before);
  ASSERT_TRUE(cause->gain);
  EXPECT_LE((before - after) / before, cause->gain->share + 0.01);
  EXPECT_EQ(eight.summary.time->origin, experiments::Origin::predicted);
}

}  // namespace
}  // namespace lanescope::worker
