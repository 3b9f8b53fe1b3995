// Every reduction of the catalogue, with every value of every knob and every finish, at sizes that divide nothing.
#include <cmath>

#include "catalogue/every_setting.h"
#include "emulator/families_fixture.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;

/// Nothing, one, around a warp, around one and two blocks of the default size, primes, and several passes.
std::vector<Sizes> reduction_sizes() {
  std::vector<Sizes> sizes;
  for (const Number n : {0, 1, 2, 31, 32, 33, 255, 256, 257, 511, 513, 1023, 1025, 4099, 20011}) {
    sizes.push_back({{"n", n}});
  }
  return sizes;
}

const std::vector<Sizes> few_reduction_sizes = {{{"n", 0}}, {{"n", 1}}, {{"n", 2047}}, {{"n", 2049}}, {{"n", 20011}}};

const std::string cooperative = "cooperative";

const std::vector<std::string>& finishes_of(const catalogue::Kernel& kernel) {
  for (const catalogue::Parameter& knob : kernel.parameters) {
    if (knob.name == "finish") return knob.names;
  }
  throw MachineError({"a reduction without the knob finish", kernel.source.id, ""});
}

/// The header that it includes takes NVRTC a second, but once in a process: TheCooperativeFinish below is one.
bool is_cooperative(const catalogue::Values& setting) {
  const auto finish = setting.find("finish");
  return finish != setting.end() && finish->second == catalogue::Value(cooperative);
}

void expect_right_in_small_blocks(const KernelPointer& tested, catalogue::Values setting, const std::string& finish) {
  constexpr Number block = 64;
  setting["finish"] = finish;
  setting["block"] = block;
  SetKernel kernel(tested, setting);
  for (const Number n : {block - 1, block, block + 1, 2 * block - 1, 2 * block + 1, Number{10007}}) {
    EXPECT_TRUE(kernel.is_right_at({{"n", n}})) << kernel.text() << " refused at " << n;
  }
}

/// Every reduction, and those of f32 by their former names: k0_f32 is k0 with element=f32.
std::vector<std::string> reductions() {
  std::vector<std::string> names;
  for (const KernelPointer& kernel : family("reduce")) {
    for (const auto& [id, values] : catalogue::every_id(*kernel)) names.push_back(id.substr(id.find('/') + 1));
  }
  return names;
}

class EveryReduction : public testing::TestWithParam<std::string> {
 protected:
  EveryReduction() : tested(kernel_of("reduce/" + GetParam())) {
    std::string id = "reduce/" + GetParam();
    own_kernels().snapshot()->follow_alias(id, element);
  }
  /// With the element of the test's name.
  [[nodiscard]] SetKernel set(catalogue::Values setting) const {
    for (const auto& [name, value] : element) setting[name] = value;
    return {tested, std::move(setting)};
  }

  KernelPointer tested;
  catalogue::Values element;
};

TEST_P(EveryReduction, IsRightForEverySizeAndEveryOrderOfItsBlocks) {
  SetKernel kernel = set({});
  for (const Sizes& sizes : reduction_sizes()) {
    for (const std::uint64_t schedule : {0u, 5u}) {
      Options options;
      options.schedule_seed = schedule;
      EXPECT_TRUE(kernel.is_right_at(sizes, options)) << "refused at " << sizes.at("n");
    }
  }
}

TEST_P(EveryReduction, IsRightWithEveryValueOfEachKnob) {
  for (const catalogue::Values& setting : every_value(*tested, few_reduction_sizes.back())) {
    if (is_cooperative(setting)) continue;
    SetKernel kernel = set(setting);
    for (const Sizes& sizes : few_reduction_sizes) EXPECT_TRUE(kernel.is_right_at(sizes)) << kernel.text();
  }
}

TEST_P(EveryReduction, IsRightWithEachFinishOfManySmallBlocks) {
  for (const std::string& finish : finishes_of(*tested)) {
    if (finish != cooperative) expect_right_in_small_blocks(tested, element, finish);
  }
}

TEST_P(EveryReduction, IsRightWithAllKnobsTurnedAtOnce) {
  const auto settings = settings_at_random(*tested, few_reduction_sizes.back(), 4);
  EXPECT_EQ(settings.size(), 4u);
  for (const catalogue::Values& setting : settings) {
    SetKernel kernel = set(setting);
    for (const Sizes& sizes : few_reduction_sizes) kernel.is_right_at(sizes);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryReduction, testing::ValuesIn(reductions()),
                         [](const auto& tested) { return tested.param; });

TEST(TheCooperativeFinish, IsRightInEveryReduction) {
  std::size_t kernels = 0;
  for (const KernelPointer& tested : family("reduce")) {
    const std::vector<std::string>& finishes = finishes_of(*tested);
    ASSERT_NE(std::find(finishes.begin(), finishes.end(), cooperative), finishes.end()) << tested->source.id;
    for (const auto& [id, values] : catalogue::every_id(*tested)) {
      expect_right_in_small_blocks(tested, values, cooperative);
    }
    for (const catalogue::Values& setting : every_value(*tested, few_reduction_sizes.back())) {
      if (!is_cooperative(setting)) continue;
      SetKernel kernel(tested, setting);
      for (const Sizes& sizes : few_reduction_sizes) EXPECT_TRUE(kernel.is_right_at(sizes)) << kernel.text();
    }
    ++kernels;
  }
  EXPECT_EQ(kernels, names_of("reduce").size());
}

// The order of floating-point additions changes the last bits; that of integers, which wrap around, changes nothing.
TEST(TheOrderOfTheAdditions, ShowsInFloatsOnly) {
  const auto results = [](const std::string& element) {
    std::set<std::uint32_t> found;
    for (const Number block : {64, 128, 256, 512, 1024}) {
      const auto ready =
          *SetKernel(kernel_of("reduce/k3"), {{"block", block}, {"element", element}}).at({{"n", 20011}});
      found.insert(values_of<std::uint32_t>(run_program(ready).buffers[ready.plan.check.output]).front());
    }
    return found.size();
  };
  EXPECT_EQ(results("i32"), 1u);
  EXPECT_GT(results("f32"), 1u);
}

}  // namespace
}  // namespace lanescope::emulator
