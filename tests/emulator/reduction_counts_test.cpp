// What the trees of article 001 cost a block: requests, wavefronts and barriers, held against closed forms.
#include <bit>
#include <numeric>

#include "catalogue/every_setting.h"
#include "emulator/families_fixture.h"
#include "emulator/trace_costs.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;
using trace::Operation;

/// One access of the tree in all its steps: of the two reads and the write each costs the same.
struct TreeCost {
  Number requests = 0, wavefronts = 0;
  friend bool operator==(const TreeCost&, const TreeCost&) = default;
};

/// Of one full block. The line of the tree has two loads and a store.
TreeCost tree_cost(const std::string& name, Number block, const std::string& words) {
  SetKernel kernel(kernel_of("reduce/" + name), {{"block", block}});
  const auto ready = *kernel.at({{"n", block}});
  const trace::Trace trace = traced(ready);
  const std::int32_t line = line_with(ready, words);
  const SharedCost loads = shared_cost(trace, Operation::load, line, line);
  const SharedCost stores = shared_cost(trace, Operation::store, line, line);
  EXPECT_EQ(loads.requests, 2 * stores.requests) << name;
  EXPECT_EQ(loads.wavefronts, 2 * stores.wavefronts) << name;
  return {static_cast<Number>(stores.requests), static_cast<Number>(stores.wavefronts)};
}

Number ceil_div(Number a, Number b) {
  return (a + b - 1) / b;
}

TEST(TheDivergentTree, KeepsEveryWarpBusyWhileOneOfItsLanesHasWork) {
  for (const Number block : {64, 128, 256, 512, 1024}) {
    Number warps = 0;
    for (Number s = 1; s < block; s *= 2) warps += 2 * s <= 32 ? block / 32 : block / (2 * s);
    EXPECT_EQ(tree_cost("k0", block, "tree[t] += tree[t + s]"), (TreeCost{warps, warps})) << block;
  }
}

TEST(TheInterleavedTree, PacksTheWarpsAndConflictsByTheStride) {
  for (const Number block : {64, 128, 256, 512, 1024}) {
    TreeCost expected;
    for (Number s = 1; s < block; s *= 2) {
      const Number warps = ceil_div(block / (2 * s), 32);
      const Number degree = ceil_div(std::min<Number>(32, block / (2 * s)) * std::gcd(2 * s, Number{32}), 32);
      expected.requests += warps;
      expected.wavefronts += warps * degree;
    }
    EXPECT_EQ(tree_cost("k1", block, "tree[position] += tree[position + s]"), expected) << block;
  }
}

TEST(TheSequentialTree, HasNeither) {
  for (const Number block : {64, 128, 256, 512, 1024}) {
    Number warps = 0;
    for (Number s = block / 2; s > 0; s /= 2) warps += ceil_div(s, 32);
    for (const std::string name : {"k2", "k3", "k4dup"}) {
      EXPECT_EQ(tree_cost(name, block, "tree[t] += tree[t + s]"), (TreeCost{warps, warps})) << name << ", " << block;
    }
  }
}

// Hazard 6 of the articles: what makes the second kernel faster than the first is not the traffic of shared memory.
TEST(TheFirstTwoTrees, HaveTheSameWavefrontsAndTheThirdAQuarter) {
  EXPECT_EQ(tree_cost("k0", 256, "tree[t] += tree[t + s]"), (TreeCost{47, 47}));
  EXPECT_EQ(tree_cost("k1", 256, "tree[position] += tree[position + s]"), (TreeCost{12, 47}));
  EXPECT_EQ(tree_cost("k2", 256, "tree[t] += tree[t + s]"), (TreeCost{12, 12}));
  EXPECT_EQ(tree_cost("k0", 1024, "tree[t] += tree[t + s]"), (TreeCost{191, 191}));
  EXPECT_EQ(tree_cost("k1", 1024, "tree[position] += tree[position + s]"), (TreeCost{36, 191}));
  EXPECT_EQ(tree_cost("k2", 1024, "tree[t] += tree[t + s]"), (TreeCost{36, 36}));
}

// Each element is loaded once, by 4 sectors a request of words and 16 of fours; nothing beside the array.
TEST(AReduction, LoadsEachElementOnce) {
  int kernels = 0;
  std::vector<std::pair<KernelPointer, catalogue::Values>> tested;
  for (const KernelPointer& kernel : family("reduce")) {
    for (const auto& [id, values] : catalogue::every_id(*kernel)) tested.emplace_back(kernel, values);
  }
  for (auto& [kernel, one_launch] : tested) {
    if (kernel->expect != FaultKind::none) continue;
    const Number n = 20011;
    one_launch["finish"] = std::string("atomic_block");
    const auto ready = *SetKernel(kernel, one_launch).at({{"n", n}});
    const trace::Trace trace = traced(ready);
    const std::size_t in = buffer_number(ready.plan, "in");
    std::vector<int> touched(static_cast<std::size_t>(n));
    for (std::size_t record = 0; record < trace.headers.size(); ++record) {
      const trace::Header& header = trace.headers[record];
      const trace::Site& site = trace.sites[header.site];
      if (site.space != trace::Space::global || header.buffer != in) continue;
      for (std::size_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
        if ((header.active_mask >> lane & 1u) == 0) continue;
        for (std::uint32_t byte = 0; byte < site.bytes_per_lane; byte += 4) {
          ++touched.at((trace.offsets[record][lane] + byte) / 4);
        }
      }
    }
    EXPECT_TRUE(std::all_of(touched.begin(), touched.end(), [](int times) { return times == 1; })) << kernel->source.id;
    ++kernels;
  }
  EXPECT_GE(kernels, 20);
}

}  // namespace
}  // namespace lanescope::emulator
