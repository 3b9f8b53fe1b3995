// The probes behind the articles' claims: right with every value of every knob, and doing what they are there to
// measure.
#include <numeric>

#include "emulator/families_fixture.h"
#include "emulator/trace_costs.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;
using trace::Operation;

/// Small values for whatever sizes a probe has: odd, and large enough for several blocks.
Sizes small_sizes(const catalogue::Kernel& kernel, Number factor) {
  Sizes sizes;
  for (const catalogue::Size& size : kernel.sizes)
    sizes[size.name] = size.name == "n" ? 1003 * factor : 3 + 32 * factor;
  return sizes;
}

class EveryProbe : public testing::TestWithParam<std::string> {};

TEST_P(EveryProbe, IsRightWithEveryValueOfEachKnob) {
  const KernelPointer tested = kernel_of("probe/" + GetParam());
  std::vector<catalogue::Values> settings = every_value(*tested, small_sizes(*tested, 1));
  settings.emplace_back();
  for (const catalogue::Values& setting : settings) {
    SetKernel kernel(tested, setting);
    for (const Number factor : {1, 2}) {
      EXPECT_TRUE(kernel.is_right_at(small_sizes(*tested, factor))) << kernel.text();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryProbe, testing::ValuesIn(names_of("probe")),
                         [](const auto& tested) { return tested.param; });

std::uint64_t wavefronts_a_load(const catalogue::Values& setting) {
  SetKernel kernel(kernel_of("probe/bank"), setting);
  const auto ready = *kernel.at({{"blocks", 2}});
  const std::int32_t line = line_with(ready, "mean_of(*mine)");
  const trace::Trace trace = traced(ready);
  const auto width = setting.contains("width") ? std::get<Number>(setting.at("width")) : 1;
  for (const trace::Site& site : trace.sites) {
    if (site.line != line) continue;
    EXPECT_EQ(site.bytes_per_lane, 4u * static_cast<std::uint32_t>(width)) << "as wide as the knob says";
  }
  const SharedCost cost = shared_cost(trace, Operation::load, line, line);
  EXPECT_EQ(cost.requests, 2u * 8u * 16u) << "blocks, warps and repeats: no load is left out";
  EXPECT_EQ(cost.wavefronts % cost.requests, 0u);
  return cost.wavefronts / cost.requests;
}

TEST(TheBankProbe, MeetsAsManyWordsOfABankAsTheStrideSays) {
  for (const Number stride : {0, 1, 2, 3, 4, 8, 12, 16, 17, 24, 31, 32, 33, 64}) {
    const auto degree = stride == 0 ? 1 : static_cast<std::uint64_t>(std::gcd(stride, Number{32}));
    EXPECT_EQ(wavefronts_a_load({{"stride", stride}}), degree) << stride;
  }
  const auto fours = [](Number stride, const std::string& lanes) {
    return wavefronts_a_load({{"width", Number{4}}, {"stride", stride}, {"lanes", lanes}});
  };
  EXPECT_EQ(fours(4, "in_order"), 4u) << "eight lanes at a time";
  EXPECT_EQ(fours(8, "in_order"), 8u);
  EXPECT_EQ(wavefronts_a_load({{"width", Number{2}}, {"stride", Number{2}}}), 2u) << "sixteen lanes at a time";
  EXPECT_EQ(fours(4, "in_pairs"), 2u) << "sixteen where neighbours ask for the same";
}

TEST(TheCoalescingProbe, MeetsFourSectorsOrMoreByStrideAndOffset) {
  for (const auto& [stride, offset, sectors] :
       {std::array<Number, 3>{1, 0, 4}, {1, 8, 4}, {1, 1, 5}, {2, 0, 8}, {4, 0, 16}, {8, 0, 32}, {32, 0, 32}}) {
    SetKernel kernel(kernel_of("probe/coalesce"), {{"stride", stride}, {"offset", offset}, {"block", Number{32}}});
    const auto ready = *kernel.at({{"n", 64 * stride + 64}});
    const trace::Trace trace = traced(ready);
    std::set<std::uint32_t> met;
    const trace::Header& first = trace.headers.front();
    ASSERT_EQ(first.active_mask, 0xffffffffu);
    ASSERT_EQ(trace.sites[first.site].operation, Operation::load);
    for (const std::uint32_t at : trace.offsets.front()) met.insert(at / 32);
    EXPECT_EQ(met.size(), static_cast<std::size_t>(sectors)) << stride << ", " << offset;
  }
}

/// The lines and sectors of the first record that accesses a buffer.
std::pair<std::size_t, std::size_t> lines_and_sectors(const ReadyKernel& ready, const std::string& buffer) {
  const trace::Trace trace = traced(ready);
  const std::size_t number = buffer_number(ready.plan, buffer);
  std::set<std::uint32_t> lines, sectors;
  for (std::size_t record = 0; record < trace.headers.size() && lines.empty(); ++record) {
    if (trace.headers[record].buffer != number || trace.sites[trace.headers[record].site].space != trace::Space::global)
      continue;
    for (const std::uint32_t at : trace.offsets[record]) {
      lines.insert(at / 128);
      sectors.insert(at / 32);
    }
  }
  return {lines.size(), sectors.size()};
}

TEST(TheProbesOfReadsAndWrites, TouchAsManyLinesARequestAsTheKnobSays) {
  for (const Number lines : {1, 2, 4, 8, 16, 32}) {
    const std::size_t sectors = lines < 8 ? 4 : static_cast<std::size_t>(lines);
    SetKernel read(kernel_of("probe/read"), {{"lines", lines}});
    EXPECT_EQ(lines_and_sectors(*read.at({{"n", 65536}, {"blocks", 2}}), "data"),
              std::pair(static_cast<std::size_t>(lines), sectors));
    SetKernel write(kernel_of("probe/write"), {{"lines", lines}, {"pitch", Number{136}}});
    EXPECT_EQ(lines_and_sectors(*write.at({{"n", 65536}, {"blocks", 2}}), "data"),
              std::pair(static_cast<std::size_t>(lines), sectors));
  }
}

TEST(TheWriteProbe, WritesEachWordOnceBeforeAnyAgain) {
  for (const Number pitch : {32, 136}) {
    SetKernel kernel(kernel_of("probe/write"), {{"lines", Number{8}}, {"pitch", pitch}, {"block", Number{32}}});
    // 17 blocks of one warp and 8 steps are 136 tiles of 4 words by 8 rows.
    const auto ready = *kernel.at({{"n", 65536}, {"blocks", 17}});
    const trace::Trace trace = traced(ready);
    std::set<std::uint32_t> words;
    for (std::size_t record = 0; record < trace.headers.size(); ++record) {
      if (trace.headers[record].buffer != buffer_number(ready.plan, "data")) continue;
      for (const std::uint32_t at : trace.offsets[record]) EXPECT_TRUE(words.insert(at / 4).second) << at;
    }
    EXPECT_EQ(words.size(), 17u * 8u * 32u);
    EXPECT_EQ(*words.rbegin(), 17u * 8u * 32u - 1u) << "and leaves none out";
  }
}

// Each step is one load of one lane, and the walk ends where it must: other steps would leave another sum.
TEST(TheLatencyProbe, GoesWhereEachLoadSends) {
  for (const Number stride : {1, 32, 16384}) {
    for (const Number n : {1, 7, 1000, 40000}) {
      SetKernel kernel(kernel_of("probe/latency"), {{"stride", stride}, {"steps", Number{256}}});
      EXPECT_TRUE(kernel.is_right_at({{"n", n}}));
      const auto ready = *kernel.at({{"n", n}});
      const std::size_t chain = buffer_number(ready.plan, "chain");
      const trace::Trace trace = traced(ready);
      Number steps = 0;
      for (std::size_t record = 0; record < trace.headers.size(); ++record) {
        if (trace.headers[record].buffer != chain) continue;
        if (trace.sites[trace.headers[record].site].operation != Operation::load) continue;
        EXPECT_EQ(trace.offsets[record].front(), static_cast<std::uint32_t>(4 * (steps * stride % n)));
        ++steps;
      }
      EXPECT_EQ(steps, 256);
    }
  }
}

}  // namespace
}  // namespace lanescope::emulator
