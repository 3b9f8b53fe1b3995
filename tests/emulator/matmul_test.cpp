// Every matrix product of the catalogue, with every value of every knob, at extents that divide nothing.
#include "emulator/families_fixture.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;

Sizes product(Number m, Number n, Number k) {
  return {{"m", m}, {"n", n}, {"k", k}};
}

/// The article's example, vectors, single elements, primes, one more or less than tiles, and whole tiles.
const std::vector<Sizes> product_sizes = {product(4, 4, 3),      product(1, 1, 1),    product(1, 67, 5),
                                          product(67, 1, 9),     product(31, 33, 29), product(1, 1, 100),
                                          product(64, 64, 32),   product(65, 63, 33), product(128, 128, 32),
                                          product(130, 100, 36), product(17, 131, 7)};
const std::vector<Sizes> few_product_sizes = {product(31, 33, 13), product(4, 4, 3), product(66, 130, 20)};

/// One block of whole tiles for a setting, and two steps of k: for the entries without guards.
Sizes whole_tiles(const catalogue::Kernel& kernel, const catalogue::Values& setting) {
  const auto plan = catalogue::resolve(kernel, with(setting, few_product_sizes.front()), 1);
  const auto extent = [&](const std::string& name) {
    if (!plan) return Number{64};
    const auto knob = plan->parameters.find(name);
    return knob == plan->parameters.end() ? Number{64} : knob->second;
  };
  return product(extent("bm"), extent("bn"), 2 * extent("bk"));
}

bool is_single(const catalogue::Kernel& kernel) {
  return short_name(kernel) == "single";  // one block of at most 1024 outputs
}

class EveryProduct : public testing::TestWithParam<std::string> {
 protected:
  const KernelPointer tested = kernel_of("matmul/" + GetParam());
};

std::vector<std::string> product_names() {
  std::vector<std::string> found;
  for (const KernelPointer& kernel : family("matmul")) {
    if (!is_call(*kernel, few_product_sizes.front())) found.push_back(short_name(*kernel));
  }
  return found;
}

TEST_P(EveryProduct, IsRightForEveryShapeAndEveryOrderOfItsBlocks) {
  SetKernel kernel(tested, {});
  for (const Sizes& sizes : product_sizes) {
    for (const std::uint64_t schedule : {0u, 5u}) {
      Options options;
      options.schedule_seed = schedule;
      const bool refused = is_single(*tested) && sizes.at("m") * sizes.at("n") > 1024;
      EXPECT_EQ(kernel.is_right_at(sizes, options), !refused) << sizes.at("m") << " x " << sizes.at("n");
    }
  }
}

TEST_P(EveryProduct, IsRightWithEveryValueOfEachKnob) {
  for (const catalogue::Values& setting : every_value(*tested, few_product_sizes.front())) {
    SetKernel kernel(tested, setting);
    for (const Sizes& sizes : few_product_sizes) EXPECT_TRUE(kernel.is_right_at(sizes)) << kernel.text();
    EXPECT_TRUE(kernel.is_right_at(whole_tiles(*tested, setting))) << kernel.text();
  }
}

TEST_P(EveryProduct, IsRightWithAllKnobsTurnedAtOnce) {
  if (tested->parameters.empty()) return;  // all shapes with its one setting are tested above
  for (const catalogue::Values& setting : settings_at_random(*tested, few_product_sizes.front(), 4)) {
    SetKernel kernel(tested, setting);
    for (const Sizes& sizes : few_product_sizes) EXPECT_TRUE(kernel.is_right_at(sizes)) << kernel.text();
    EXPECT_TRUE(kernel.is_right_at(whole_tiles(*tested, setting))) << kernel.text();
  }
}

// Whole numbers whose sums stay below 2^24 leave nothing to round: every bit is right, in whatever order they are
// added.
TEST_P(EveryProduct, IsExactForWholeNumbers) {
  catalogue::KernelSource source = tested->source;
  const auto replace = [&](const std::string& words, const std::string& others) {
    int times = 0;
    for (std::size_t at = 0; (at = source.text.find(words, at)) != std::string::npos; ++times) {
      source.text.replace(at, words.size(), others);
    }
    return times;
  };
  ASSERT_EQ(replace("fill = \"random\"", "fill = \"index\""), 2);
  ASSERT_EQ(replace("relative  = \"6e-8 * (k + 1)\"", "exact     = true"), 1);
  const auto kernel = catalogue::read_kernel(source);
  ASSERT_TRUE(kernel);
  SetKernel exact(std::make_shared<const catalogue::Kernel>(*kernel), {});
  EXPECT_TRUE(exact.is_right_at(product(17, 19, 13)));
  EXPECT_TRUE(exact.is_right_at(product(4, 4, 3)));
  EXPECT_TRUE(exact.is_right_at(product(1, 3, 64)));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryProduct, testing::ValuesIn(product_names()),
                         [](const auto& tested) { return tested.param; });

// 33 x 33 outputs are more than a block has threads: said, and not launched.
TEST(TheProductOfOneBlock, RefusesMoreThan1024Outputs) {
  const auto refused = catalogue::resolve(*kernel_of("matmul/single"), with({}, product(33, 33, 4)), 1);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.text().find("1024 threads"), std::string::npos) << refused.error().what;
}

}  // namespace
}  // namespace lanescope::emulator
