// Every reduction of the catalogue, with every value of every knob and every finish, at sizes that divide nothing.
#include <cmath>

#include "emulator/families_fixture.h"

namespace warpscope::emulator {
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

void expect_right_in_small_blocks(const KernelPointer& tested, const std::string& finish) {
  constexpr Number block = 64;
  SetKernel kernel(tested, {{"finish", finish}, {"block", block}});
  for (const Number n : {block - 1, block, block + 1, 2 * block - 1, 2 * block + 1, Number{10007}}) {
    EXPECT_TRUE(kernel.is_right_at({{"n", n}})) << kernel.text() << " refused at " << n;
  }
}

class EveryReduction : public testing::TestWithParam<std::string> {
 protected:
  const KernelPointer tested = kernel_of("reduce/" + GetParam());
};

TEST_P(EveryReduction, IsRightForEverySizeAndEveryOrderOfItsBlocks) {
  SetKernel kernel(tested, {});
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
    SetKernel kernel(tested, setting);
    for (const Sizes& sizes : few_reduction_sizes) EXPECT_TRUE(kernel.is_right_at(sizes)) << kernel.text();
  }
}

TEST_P(EveryReduction, IsRightWithEachFinishOfManySmallBlocks) {
  for (const std::string& finish : finishes_of(*tested)) {
    if (finish != cooperative) expect_right_in_small_blocks(tested, finish);
  }
}

TEST_P(EveryReduction, IsRightWithAllKnobsTurnedAtOnce) {
  const auto settings = settings_at_random(*tested, few_reduction_sizes.back(), 4);
  EXPECT_EQ(settings.size(), 4u);
  for (const catalogue::Values& setting : settings) {
    SetKernel kernel(tested, setting);
    for (const Sizes& sizes : few_reduction_sizes) kernel.is_right_at(sizes);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryReduction, testing::ValuesIn(names_of("reduce")),
                         [](const auto& tested) { return tested.param; });

TEST(TheCooperativeFinish, IsRightInEveryReduction) {
  std::size_t kernels = 0;
  for (const KernelPointer& tested : family("reduce")) {
    const std::vector<std::string>& finishes = finishes_of(*tested);
    ASSERT_NE(std::find(finishes.begin(), finishes.end(), cooperative), finishes.end()) << tested->source.id;
    expect_right_in_small_blocks(tested, cooperative);
    for (const catalogue::Values& setting : every_value(*tested, few_reduction_sizes.back())) {
      if (!is_cooperative(setting)) continue;
      SetKernel kernel(tested, setting);
      for (const Sizes& sizes : few_reduction_sizes) EXPECT_TRUE(kernel.is_right_at(sizes)) << kernel.text();
    }
    ++kernels;
  }
  EXPECT_EQ(kernels, names_of("reduce").size());
}

// A kernel for f32 is the one for int32 but for what it adds and how that is judged: no step of the ladder may drift.
TEST(AReductionOfFloats, HasTheCodeOfTheOneOfIntegers) {
  int pairs = 0;
  for (const KernelPointer& kernel : family("reduce")) {
    const std::string& id = kernel->source.id;
    if (!id.ends_with("_f32")) continue;
    const KernelPointer integers = kernel_of(id.substr(0, id.size() - 4));
    const auto code = [](const catalogue::Kernel& each) {
      const std::string& text = each.source.text;
      const std::size_t begin = text.find('\n', text.find("using Value = "));
      EXPECT_NE(begin, std::string::npos) << each.source.id;
      std::string found = text.substr(begin);
      for (std::size_t at = 0; (at = found.find("uint4", at)) != std::string::npos;) found.replace(at, 5, "float4");
      return found;
    };
    EXPECT_EQ(code(*kernel), code(*integers)) << id;
    ++pairs;
  }
  EXPECT_GE(pairs, 10);
}

// The order of floating-point additions changes the last bits; that of integers, which wrap around, changes nothing.
TEST(TheOrderOfTheAdditions, ShowsInFloatsOnly) {
  const auto results = [](const std::string& id) {
    std::set<std::uint32_t> found;
    for (const Number block : {64, 128, 256, 512, 1024}) {
      const auto ready = *SetKernel(kernel_of(id), {{"block", block}}).at({{"n", 20011}});
      found.insert(values_of<std::uint32_t>(run_program(ready).buffers[ready.plan.check.output]).front());
    }
    return found.size();
  };
  EXPECT_EQ(results("reduce/k3"), 1u);
  EXPECT_GT(results("reduce/k3_f32"), 1u);
}

}  // namespace
}  // namespace warpscope::emulator
