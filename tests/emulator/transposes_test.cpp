// Every transpose and copy of the catalogue, with every value of every knob, at sizes that divide nothing.
#include "emulator/families_fixture.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;

/// Squares for the map that needs square grids, rectangles both ways, vectors, primes, and one more or less than tiles.
const std::vector<Sizes> all_sizes = {matrix(64, 64), matrix(96, 40),  matrix(40, 96),  matrix(1, 67),
                                      matrix(67, 1),  matrix(1, 1),    matrix(37, 53),  matrix(53, 37),
                                      matrix(33, 65), matrix(127, 31), matrix(129, 63), matrix(132, 68)};
const std::vector<Sizes> few_sizes = {matrix(64, 64), matrix(37, 53), matrix(132, 36)};

class EveryTranspose : public testing::TestWithParam<std::string> {
 protected:
  const KernelPointer tested = kernel_of("transpose/" + GetParam());
};

TEST_P(EveryTranspose, IsRightForEverySizeAndEveryOrderOfItsBlocks) {
  SetKernel kernel(tested, {});
  for (const Sizes& sizes : all_sizes) {
    for (const std::uint64_t schedule : {0u, 5u}) {
      Options options;
      options.schedule_seed = schedule;
      EXPECT_TRUE(kernel.is_right_at(sizes, options)) << "refused at " << sizes.at("nx") << " x " << sizes.at("ny");
    }
  }
}

TEST_P(EveryTranspose, IsRightWithEveryValueOfEachKnob) {
  for (const catalogue::Values& setting : every_value(*tested, few_sizes.front())) {
    SetKernel kernel(tested, setting);
    EXPECT_TRUE(kernel.is_right_at(few_sizes.front())) << kernel.text();
    for (const Sizes& sizes : few_sizes) kernel.is_right_at(sizes);
  }
}

TEST_P(EveryTranspose, IsRightWithAllKnobsTurnedAtOnce) {
  const auto settings = settings_at_random(*tested, few_sizes.front(), 10);
  if (!tested->parameters.empty()) {
    EXPECT_EQ(settings.size(), 10u);
  }
  for (const catalogue::Values& setting : settings) {
    SetKernel kernel(tested, setting);
    for (const Sizes& sizes : all_sizes) kernel.is_right_at(sizes);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryTranspose, testing::ValuesIn(names_of("transpose")),
                         [](const auto& tested) { return tested.param; });

TEST(ABlockNarrowerThanAWarp, IsRightInEveryTransposeThatHasOne) {
  int tested = 0;
  for (const KernelPointer& kernel : family("transpose")) {
    if (!has_knob(*kernel, "block_x") || !has_knob(*kernel, "block_y")) continue;
    for (const auto& [x, y] : {std::pair<Number, Number>{1, 1}, {1, 8}, {2, 4}, {4, 64}, {8, 1}, {16, 2}}) {
      SetKernel set(kernel, {{"block_x", x}, {"block_y", y}});
      EXPECT_TRUE(set.is_right_at(matrix(37, 53))) << set.text();
      ++tested;
    }
  }
  EXPECT_GE(tested, 6 * 10);
}

}  // namespace
}  // namespace lanescope::emulator
