// Every Laplace of the catalogue, with every value of every knob, from one element on; and the error that article 002
// prints without saying where it comes from.
#include <cmath>

#include "emulator/families_fixture.h"
#include "emulator/trace_costs.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;
using trace::Operation;

/// Rings of one, two and three elements, around warps, fours and blocks, and primes.
std::vector<Sizes> laplace_sizes() {
  std::vector<Sizes> sizes;
  for (const Number n : {1,   2,   3,   4,   5,   7,    8,    9,    31,   32,   33,   63,   64,   65,    127,
                         128, 129, 511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 4099, 8191, 16384, 20011}) {
    sizes.push_back({{"n", n}});
  }
  return sizes;
}

const std::vector<Sizes> few_laplace_sizes = {{{"n", 1}}, {{"n", 2}}, {{"n", 33}}, {{"n", 1026}}, {{"n", 4099}}};

class EveryLaplace : public testing::TestWithParam<std::string> {
 protected:
  const KernelPointer tested = kernel_of("laplace/" + GetParam());
};

TEST_P(EveryLaplace, IsRightForEveryRingAndEveryOrderOfItsBlocks) {
  SetKernel kernel(tested, {});
  for (const Sizes& sizes : laplace_sizes()) {
    for (const std::uint64_t schedule : {0u, 5u}) {
      Options options;
      options.schedule_seed = schedule;
      EXPECT_TRUE(kernel.is_right_at(sizes, options)) << "refused at " << sizes.at("n");
    }
  }
}

TEST_P(EveryLaplace, IsRightWithEveryValueOfEachKnob) {
  for (const catalogue::Values& setting : every_value(*tested, few_laplace_sizes.back())) {
    SetKernel kernel(tested, setting);
    for (const Sizes& sizes : few_laplace_sizes) EXPECT_TRUE(kernel.is_right_at(sizes)) << kernel.text();
  }
}

TEST_P(EveryLaplace, IsRightWithAllKnobsTurnedAtOnce) {
  const auto settings = settings_at_random(*tested, few_laplace_sizes.back(), 6);
  EXPECT_EQ(settings.size(), 6u);
  for (const catalogue::Values& setting : settings) {
    SetKernel kernel(tested, setting);
    for (const Sizes& sizes : laplace_sizes()) EXPECT_TRUE(kernel.is_right_at(sizes)) << kernel.text();
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryLaplace, testing::ValuesIn(names_of("laplace")),
                         [](const auto& tested) { return tested.param; });

// The article's texture kernel with a barrier stores without a guard: 510 floats past the end. Its shared kernel with a
// block of 32 never loads the right neighbour. Ours write y and nothing else, once, for every block.
TEST(EveryKernelThatComputesALaplace, WritesEachElementOnce) {
  for (const KernelPointer& kernel : family("laplace")) {
    const auto ready = *SetKernel(kernel, {{"block", Number{32}}}).at({{"n", 1026}});
    const MovedBytes moved = moved_bytes(traced(ready));
    EXPECT_EQ(moved.stored, 4u * 1026u) << kernel->source.id;
  }
}

/// Sectors of 32 bytes that the full warps of the second block ask for, by request: loads and stores apart, rising.
std::vector<std::size_t> sectors_of_a_warp(const std::string& name, Operation operation) {
  const auto ready = *SetKernel(kernel_of("laplace/" + name), {{"block", Number{64}}}).at({{"n", 4096}});
  const trace::Trace trace = traced(ready);
  std::vector<std::size_t> requests;
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Header& header = trace.headers[record];
    const trace::Site& site = trace.sites[header.site];
    const bool memory = site.space == trace::Space::global || site.space == trace::Space::texture;
    if (!memory || site.operation != operation || header.block != 1 || header.warp != 0) continue;
    std::set<std::uint32_t> sectors;
    for (std::size_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      if ((header.active_mask >> lane & 1u) != 0) sectors.insert(trace.offsets[record][lane] / 32);
    }
    requests.push_back(sectors.size());
  }
  std::sort(requests.begin(), requests.end());
  return requests;
}

TEST(AWarpOfALaplace, AsksFor14SectorsWhere6Differ) {
  using Sectors = std::vector<std::size_t>;
  for (const std::string name : {"naive", "ldg", "tex", "naive_sync", "tex_sync"}) {
    EXPECT_EQ(sectors_of_a_warp(name, Operation::load), (Sectors{4, 5, 5})) << name;
    EXPECT_EQ(sectors_of_a_warp(name, Operation::store), Sectors{4}) << name;
  }
  EXPECT_EQ(sectors_of_a_warp("shfl", Operation::load), (Sectors{1, 1, 4})) << "only the ends of a warp load again";
  EXPECT_EQ(sectors_of_a_warp("shared", Operation::load), (Sectors{1, 4})) << "the first warp loads the left neighbour";
}

/// The article's error: the root of the sum of squared differences over that of squared values.
double relative_l2(const std::vector<float>& ours, const std::vector<float>& theirs) {
  double differences = 0, squares = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const double difference = double{theirs[i]} - double{ours[i]};
    differences += difference * difference;
    squares += double{theirs[i]} * double{theirs[i]};
  }
  return std::sqrt(differences / squares);
}

// The article prints errors of 4.02879e-08 and 4.02361e-08, the same for all of its kernels. A host that rounds each
// operation to f32 gives the GPU's own bits, because twice a value is exact. A host that computes in extended precision
// and rounds once, as the x87 unit of its time did, gives the article's number. The inputs are made as in the article:
// whole random numbers of 31 bits over the largest of them, times 2, minus 1.
TEST(TheArticlesError, IsThatOfAHostThatComputesInExtendedPrecision) {
  const auto ready = *SetKernel(kernel_of("laplace/naive"), {}).at({{"n", 131072}});
  std::mt19937 chance(1);  // NOLINT(cert-msc51-cpp): the same draw each time is what is wanted
  std::vector<float> x(131072);
  for (float& value : x) value = static_cast<float>(static_cast<double>(chance() >> 1) / 2147483647.0 * 2 - 1);
  Options options;
  options.inputs["x"].resize(x.size() * sizeof(float));
  std::memcpy(options.inputs["x"].data(), x.data(), x.size() * sizeof(float));
  const auto gpu = result<float>(ready, run_program(ready, options), "y");
  ASSERT_EQ(gpu.size(), x.size());
  std::vector<float> plain(x.size()), extended(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float next = x[(i + 1) % x.size()], previous = x[(i + x.size() - 1) % x.size()];
    const float difference = next - 2 * x[i];
    plain[i] = difference + previous;
    extended[i] = static_cast<float>(static_cast<long double>(next) - 2 * static_cast<long double>(x[i]) + previous);
  }
  EXPECT_EQ(relative_l2(gpu, plain), 0.0);
  EXPECT_NEAR(relative_l2(gpu, extended), 4.03e-8, 0.05e-8);
}

}  // namespace
}  // namespace lanescope::emulator
