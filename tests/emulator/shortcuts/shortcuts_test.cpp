// The shortcuts of the emulator (Options::shortcuts) and its threads give, bit by bit, what it gives on one thread lane
// by lane: outputs, faults, traces and counts, for every kernel of the catalogue.
#include <map>
#include <tuple>

#include "emulator/families_fixture.h"
#include "trace/access_tally.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;

/// How often accesses of each kind were made.
class Tally : public AccessListener {
 public:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, trace::Offsets>;
  void on_begin() override { times.clear(); }
  void on_accesses(const trace::AccessTally::Entry& accesses) override {
    times[{accesses.site, accesses.buffer, accesses.active_mask, accesses.offsets}] += accesses.times;
  }
  std::map<Key, std::uint64_t> times;
};

/// The same of a whole trace.
std::map<Tally::Key, std::uint64_t> tally_of(const trace::Trace& trace) {
  trace::AccessTally tally;
  for (std::size_t i = 0; i < trace.headers.size(); ++i) {
    const trace::Header& header = trace.headers[i];
    tally.add(tally.find_or_add(header.site, header.buffer, header.active_mask, trace.offsets[i]));
  }
  Tally all;
  for (const trace::AccessTally::Entry& entry : tally.entries()) all.on_accesses(entry);
  return all.times;
}

/// The sizes of the kernel, halved until there are few threads; one of them made odd.
catalogue::Values small_sizes(const catalogue::Kernel& kernel, const catalogue::Values& setting, bool odd) {
  catalogue::Values values = setting;
  std::optional<catalogue::LaunchPlan> plan;
  for (int halvings = 0; halvings < 24; ++halvings) {
    if (auto resolved = catalogue::resolve(kernel, values, 1)) {
      plan = *std::move(resolved);
      std::uint64_t threads = 0;
      for (const catalogue::Launch& launch : plan->launches) threads += launch.grid.count() * launch.block.count();
      if (threads <= 3000) break;
    }
    for (const catalogue::Size& size : kernel.sizes) {
      const Number now = values.contains(size.name) ? std::get<Number>(values[size.name]) : size.default_value;
      values[size.name] = std::max(size.minimum, now / 2);
    }
  }
  if (!odd || kernel.sizes.empty()) return values;
  catalogue::Values other = values;
  const catalogue::Size& size = kernel.sizes.back();
  if (other.contains(size.name)) other[size.name] = std::max(size.minimum, std::get<Number>(other[size.name]) + 3);
  return catalogue::resolve(kernel, other, 1) ? other : values;
}

void expect_same(const Outcome& quick, const Outcome& plain, const std::string& what) {
  EXPECT_TRUE(quick.buffers == plain.buffers) << what;
  EXPECT_EQ(quick.faults, plain.faults) << what;
  EXPECT_EQ(quick.notes, plain.notes) << what;
  EXPECT_EQ(quick.printed, plain.printed) << what;
  EXPECT_TRUE(quick.trace == plain.trace) << what;
  EXPECT_EQ(quick.lines, plain.lines) << what;
  EXPECT_EQ(quick.ptx_lines, plain.ptx_lines) << what;
  EXPECT_EQ(quick.instructions, plain.instructions) << what;
  EXPECT_EQ(quick.lane_instructions, plain.lane_instructions) << what;
  EXPECT_EQ(quick.unknown_reads, plain.unknown_reads) << what;
  EXPECT_EQ(quick.unwritten, plain.unwritten) << what;
  EXPECT_EQ(quick.whole, plain.whole) << what;
}

void compare(const ReadyKernel& ready, std::uint64_t seed, bool goes_on, const std::string& what) {
  Options plain;
  plain.shortcuts = false;
  plain.threads = 1;
  plain.schedule_seed = seed;
  plain.stop_at_unsupported_instruction = true;
  plain.continue_after_fault = goes_on;
  plain.step_budget = 200'000;
  plain.trace = TraceRequest{true, 1u << 20};
  const Outcome wanted = run_program(ready, plain);
  Options quick = plain;
  quick.shortcuts = true;
  expect_same(run_program(ready, quick), wanted, what);
  quick.threads = 3;
  expect_same(run_program(ready, quick), wanted, what + ", three threads");

  // What is heard of, without a trace, and beside a trace that is full at once.
  ASSERT_EQ(wanted.trace.dropped, 0u) << what;
  const auto counted = tally_of(wanted.trace);
  for (const unsigned threads : {1u, 3u}) {
    for (const bool traces : {false, true}) {
      Tally heard;
      Options counting = quick;
      counting.threads = threads;
      counting.trace.reset();
      if (traces) counting.trace = TraceRequest{false, 5};
      counting.listener = &heard;
      const Outcome outcome = run_program(ready, counting);
      EXPECT_TRUE(heard.times == counted) << what << ", " << threads << " threads";
      EXPECT_EQ(outcome.faults, wanted.faults) << what;
      EXPECT_TRUE(outcome.buffers == wanted.buffers) << what;
      EXPECT_EQ(outcome.trace.headers.size() + outcome.trace.dropped, traces ? wanted.trace.headers.size() : 0) << what;
    }
  }
}

class EveryKernel : public testing::TestWithParam<std::string> {};

TEST_P(EveryKernel, RunsThroughShortcutsAsItDoesLaneByLane) {
  const KernelPointer kernel = kernel_of(GetParam());
  std::vector<catalogue::Values> settings = settings_at_random(*kernel, {}, 2);
  settings.emplace_back();
  for (const catalogue::Values& setting : settings) {
    std::optional<ptx::Module> module;
    for (const bool odd : {false, true}) {
      const catalogue::Values values = small_sizes(*kernel, setting, odd);
      auto plan = catalogue::resolve(*kernel, values, 1);
      if (!plan || plan->launches.empty()) continue;
      if (plan->launches.front().call != catalogue::Launch::Call::kernel) GTEST_SKIP() << "a library has no PTX";
      if (!module) module = module_of(kernel->source, *plan);
      const ReadyKernel ready{*std::move(plan), *module, kernel->source.text};
      const std::string what = text_of(*kernel, values);
      compare(ready, 0, false, what);
      compare(ready, 5, true, what + ", schedule 5");
      if (HasFailure()) return;
    }
  }
}

std::vector<std::string> every_id() {
  std::vector<std::string> ids;
  const auto snapshot = own_kernels().snapshot();
  for (const auto& [id, kernel] : snapshot->kernels) ids.push_back(kernel->source.id);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryKernel, testing::ValuesIn(every_id()), [](const auto& tested) {
  std::string name = tested.param;
  for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  return name;
});

}  // namespace
}  // namespace lanescope::emulator
