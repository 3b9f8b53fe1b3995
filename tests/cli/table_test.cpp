// What a table says about numbers that are not whole.
#include "cli/print/table.h"

#include <gtest/gtest.h>

namespace warpscope::cli {
namespace {

lab::Result counted(std::uint64_t dropped) {
  model::TotalMetrics loads;
  loads.counts.requests = 155346;
  lab::Result result;
  result.metrics.emplace();
  result.metrics->executed.totals = {loads};
  result.metrics->blocks = result.metrics->grid_blocks = 195314;
  result.metrics->dropped = dropped;
  return result;
}

TEST(Table, SaysHowManyAccessesAreInNoCount) {
  const std::string cut = table(counted(1'407'154));
  EXPECT_NE(cut.find("derived, from 195,314 of 195,314 blocks, 1,407,154 accesses in no count\n"), std::string::npos)
      << cut;
  const std::string whole = table(counted(0));
  EXPECT_NE(whole.find("derived, from 195,314 of 195,314 blocks\n"), std::string::npos) << whole;
}

}  // namespace
}  // namespace warpscope::cli
