#include "recordings/result_index.h"

#include <gtest/gtest.h>

namespace lanescope::recordings {
namespace {

ResultIndex::Pointer result(const std::string& kernel, std::int64_t block) {
  experiments::Result result;
  result.kernel = kernel;
  result.parameters["block"] = block;
  return std::make_shared<const experiments::Result>(result);
}

std::vector<std::int64_t> blocks_of(const ResultIndex& index, const std::string& kernel) {
  std::vector<std::int64_t> blocks;
  index.for_each_of(kernel, [&](const ResultIndex::Pointer& found) {
    blocks.push_back(std::get<std::int64_t>(found->parameters.at("block")));
  });
  return blocks;
}

TEST(AnIndexOfResults, VisitsThoseOfOneKernelInTheOrderTheyCame) {
  ResultIndex index;
  index.push_back(result("b/one", 64));
  index.push_back(result("a/two", 8));
  index.push_back(result("b/one", 32));
  EXPECT_EQ(blocks_of(index, "b/one"), (std::vector<std::int64_t>{64, 32}));
  EXPECT_EQ(blocks_of(index, "c/none"), std::vector<std::int64_t>());
  EXPECT_EQ(index.kernels(), (std::vector<std::string>{"a/two", "b/one"}));
}

TEST(AnIndexOfResults, VisitsWhatWasPutInTheEarliersPlace) {
  ResultIndex index;
  index.put("b/one", "block=64", result("b/one", 64));
  index.put("b/one", "block=64", result("b/one", 128));
  EXPECT_EQ(blocks_of(index, "b/one"), (std::vector<std::int64_t>{128}));
}

TEST(AnIndexOfResults, ForgetsAKernelAndKeepsTheOthers) {
  ResultIndex index;
  for (const std::int64_t block : {8, 16, 32}) {
    index.push_back(result("a/two", block));
    index.push_back(result("b/one", block));
  }
  index.forget("a/two");
  EXPECT_EQ(blocks_of(index, "a/two"), std::vector<std::int64_t>());
  EXPECT_EQ(blocks_of(index, "b/one"), (std::vector<std::int64_t>{8, 16, 32}));
  ASSERT_NE(index.find("b/one", "block=16"), nullptr);
  EXPECT_EQ(index.kernels(), (std::vector<std::string>{"b/one"}));
}

TEST(AResultOfMany, TakesNoRoomForTheTextsThatItGoesWithout) {
  experiments::Result full;
  full.source = std::string(50'000, ' ');
  full.ptx = std::string(100'000, ' ');
  full.recent.assign(512, 1.0F);
  full.work_bytes = 7;
  const experiments::Result few = experiments::without_bulky_parts(std::move(full));
  EXPECT_EQ(few.work_bytes, 7);
  EXPECT_LT(few.source.capacity() + few.ptx.capacity(), 1000U);
  EXPECT_EQ(few.recent.capacity(), 0U);
}

}  // namespace
}  // namespace lanescope::recordings
