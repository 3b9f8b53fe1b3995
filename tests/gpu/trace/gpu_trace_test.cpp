// Instrumented kernels on the device: the same accesses as in the emulator, one by one.
#include <fmt/format.h>

#include "gpu/device_fixture.h"
#include "gpu/trace/record.h"
#include "gpu/traces.h"

namespace lanescope::gpu {
namespace {

/// A kernel made ready on the device with room for its records.
struct Instrumented {
  ptx::Module module;
  RecordingPlan recording;
  DecodeRequest request;
  InstrumentedProgram program;
};

/// Sites whose values depend on the order of threads: atomics, and everything of kernels whose blocks meet.
std::vector<bool> values_that_count(const trace::Trace& trace, bool dependent) {
  std::vector<bool> counts;
  for (const trace::Site& site : trace.sites) {
    counts.push_back(!dependent && site.operation != trace::Operation::atomic);
  }
  return counts;
}

/// Without what the driver's own memory sees: how often a grid barrier is asked depends on the clock.
trace::Trace without_grid_barrier(trace::Trace trace) {
  const auto found = std::find_if(trace.buffers.begin(), trace.buffers.end(),
                                  [](const trace::Trace::Buffer& buffer) { return buffer.name == "the grid barrier"; });
  if (found == trace.buffers.end()) return trace;
  const auto barrier = static_cast<std::uint32_t>(found - trace.buffers.begin());
  trace::Trace kept = trace;
  kept.headers.clear();
  kept.offsets.clear();
  kept.values.clear();
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Header& header = trace.headers[record];
    if (trace.sites[header.site].space == trace::Space::global && header.buffer == barrier) continue;
    kept.headers.push_back(header);
    kept.offsets.push_back(trace.offsets[record]);
    if (trace.has_values()) kept.values.push_back(trace.values[record]);
  }
  return kept;
}

/// All accesses as a bag, without saying whose: for kernels in which the block that comes last does more than others.
std::vector<std::array<std::uint32_t, 5>> bag_of(const trace::Trace& trace) {
  std::vector<std::array<std::uint32_t, 5>> bag;
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Header& header = trace.headers[record];
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      if ((header.active_mask >> lane & 1u) == 0) continue;
      bag.push_back({header.launch, header.site, header.warp * 32 + lane, header.buffer, trace.offsets[record][lane]});
    }
  }
  std::sort(bag.begin(), bag.end());
  return bag;
}

/// Arrivals of single lanes: launch, block, warp, PTX line and lane, each as often as it came.
std::map<std::array<std::uint32_t, 5>, std::uint64_t> lanes_at_barriers(const trace::Trace& trace) {
  std::map<std::array<std::uint32_t, 5>, std::uint64_t> lanes;
  for (const trace::Barrier& barrier : trace.barriers) {
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      if ((barrier.active_mask >> lane & 1u) == 0) continue;
      ++lanes[{barrier.launch, barrier.block, barrier.warp, barrier.ptx_line, lane}];
    }
  }
  return lanes;
}

class TraceOnDevice : public OnDevice {
 protected:
  void compare(const SmallKernel& kernel) {
    const Instrumented made = instrumented(kernel, {0, ~std::uint64_t{0}, many_records, true});
    emulator::Options options = emulator_options();
    options.trace = emulator::TraceRequest{true, many_records};
    const auto outcome = value_or_throw(emulator::run(made.module, kernel.plan, options));
    const bool dependent = !value_or_throw(emulator::runs_concurrently(made.module, kernel.plan));
    catalogue::Verdict verdict;
    const trace::Trace all = recorded(kernel, made, &verdict);
    for (const Error& fault : verdict.faults) ADD_FAILURE() << fault.what;
    EXPECT_EQ(verdict.mismatches, 0u);
    EXPECT_EQ(all.dropped, 0u);
    EXPECT_EQ(trace::defect(all), "");
    EXPECT_EQ(all.sites, outcome.trace.sites);
    EXPECT_EQ(all.buffers, outcome.trace.buffers);
    for (const trace::Barrier& barrier : all.barriers) EXPECT_NE(barrier.released_time(), trace::never_released);

    const trace::Trace expected = without_called_frames(without_grid_barrier(outcome.trace), made.module);
    const trace::Trace actual = without_called_frames(without_grid_barrier(all), made.module);
    // Which block comes last, and what an atomic finds, the hardware decides: there only the bag of accesses is the
    // same, without whose they are.
    const bool one_launch_meets = dependent && kernel.plan.launches.size() == 1;
    // Addresses of functions, and sines and the like, are the hardware's own.
    const bool own_values = kernel.id == "device_calls" || kernel.id == "operations";
    const std::vector<bool> counts = values_that_count(expected, one_launch_meets || own_values);
    const std::string threads = difference(by_thread(expected, counts), by_thread(actual, counts));
    EXPECT_TRUE(bag_of(expected) == bag_of(actual)) << "not the same accesses: " << threads;
    if (!one_launch_meets) {
      EXPECT_EQ(threads, "");
      EXPECT_EQ(lanes_at_barriers(expected), lanes_at_barriers(actual));
    }
    const Warps one = by_warp(expected), other = by_warp(actual);
    for (const auto& [warp, list] : one) {
      const auto found = other.find(warp);
      records_ += list.size();
      if (found != other.end() && found->second == list) whole_records_ += list.size();
    }
    accesses_ += bag_of(actual).size();
    fmt::print("{:28} {:7} records, emulator {:7}, threads {}, warps {}, barriers {}/{}\n", kernel.id,
               actual.headers.size(), expected.headers.size(), threads.empty() ? "same" : "differ: " + threads,
               one == other ? "same" : "differ", actual.barriers.size(), expected.barriers.size());
  }

  std::uint64_t accesses_ = 0, records_ = 0, whole_records_ = 0;

  [[nodiscard]] Instrumented instrumented(const SmallKernel& kernel, const RecordingChoice& choice) const {
    const auto compiled = compiler_->compile(request_of(kernel, target_));
    if (!compiled) throw MachineError({compiled.error().text(), kernel.id, ""});
    Instrumented made{value_or_throw(ptx::parse(compiled->ptx)), {}, {}, {}};
    const auto result =
        value_or_throw(ptx::instrument(made.module, instrument_options(made.module, kernel.plan, choice.values)));
    made.program.ptx = ptx::print(result.module);
    auto assembled = compiler_->assemble(made.program.ptx, target_);
    if (!assembled) throw MachineError({assembled.error().text(), kernel.id, ""});
    made.program.cubin = std::move(assembled->cubin);
    made.recording = value_or_throw(with_trace_buffer(kernel.plan, choice));
    made.request = decode_request(made.module, kernel.plan, result, made.recording.buffer);
    return made;
  }

  /// Verified while it is recorded: output, guard zones (those of the trace buffer too) and inputs.
  [[nodiscard]] trace::Trace recorded(const SmallKernel& kernel, const Instrumented& made,
                                      catalogue::Verdict* verdict = nullptr) {
    auto execution = session_->prepare(made.recording.plan, made.program.ptx, made.program.cubin);
    if (!execution) throw MachineError({execution.error().what, kernel.id, ""});
    const bool has_reference_kernel = !kernel.plan.check.reference_kernel.empty();
    if (verdict != nullptr && !has_reference_kernel) {
      auto verified = (*execution)->verify();
      if (!verified) throw MachineError({verified.error().what, kernel.id, ""});
      *verdict = *verified;
    } else if (auto ran = (*execution)->run(); !ran) {
      throw MachineError({ran.error().what, kernel.id, ""});
    }
    auto trace = read_trace(**execution, *session_, made.recording, made.request,
                            [&](std::uint32_t launch, std::size_t texture, std::uint32_t x, std::uint32_t y) {
                              return texel_of(kernel.plan, launch, texture, x, y);
                            });
    if (!trace) throw MachineError({trace.error().what, kernel.id, ""});
    return *std::move(trace);
  }
};

TEST_F(TraceOnDevice, AgreesWithTheEmulatorAccessByAccess) {
  std::vector<SmallKernel> kernels = small_kernels();
  for (SmallKernel& kernel : wide_kernels()) {
    // How often lanes look at what others shall write, the hardware decides.
    if (kernel.id != "lane_handshake") kernels.push_back(std::move(kernel));
  }
  for (const SmallKernel& kernel : kernels) {
    if (kernel.plan.expect != FaultKind::none) continue;  // museum: would fault, or races
    SCOPED_TRACE(kernel.id);
    try {
      compare(kernel);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
  fmt::print("{} accesses of single lanes; of {} warp instructions {} in warps whose records are the same one by one\n",
             accesses_, records_, whole_records_);
}

TEST_F(TraceOnDevice, StaysWithinItsBuffer) {
  for (const SmallKernel& kernel : small_kernels()) {
    if (kernel.id != "transpose/smem_tile" && kernel.id != "laplace/naive") continue;
    SCOPED_TRACE(kernel.id);
    const trace::Trace all = recorded(kernel, instrumented(kernel, {0, ~std::uint64_t{0}, many_records, true}));
    for (const std::uint64_t max_records : {0u, 1u, 7u}) {
      catalogue::Verdict verdict;
      const trace::Trace few =
          recorded(kernel, instrumented(kernel, {0, ~std::uint64_t{0}, max_records, true}), &verdict);
      EXPECT_EQ(few.headers.size(), max_records);
      EXPECT_EQ(few.dropped, all.headers.size() - max_records);
      EXPECT_EQ(verdict.guard_bytes_changed, 0u);
      EXPECT_TRUE(verdict.passed);
    }
  }
}

TEST_F(TraceOnDevice, TimesBlocksOnOneClock) {
  for (const SmallKernel& kernel : small_kernels()) {
    if (kernel.id != "transpose/smem_tile") continue;
    const trace::Trace trace = recorded(kernel, instrumented(kernel, {0, ~std::uint64_t{0}, many_records, true}));
    ASSERT_FALSE(trace.headers.empty());
    std::uint64_t first = ~std::uint64_t{0}, last = 0;
    std::map<std::array<std::uint32_t, 3>, std::uint64_t> before;
    std::set<std::uint32_t> sms;
    for (const trace::Header& header : trace.headers) {
      first = std::min(first, header.time());
      last = std::max(last, header.time());
      sms.insert(header.sm);
      // A warp's records follow each other in time too.
      std::uint64_t& latest = before[{header.launch, header.block, header.warp}];
      EXPECT_GE(header.time(), latest);
      latest = header.time();
    }
    EXPECT_EQ(first, 0u);
    EXPECT_GT(last, 100u) << "nanoseconds";
    EXPECT_LT(last, 10'000'000u) << "nanoseconds";
    EXPECT_GT(sms.size(), 1u);
    for (const trace::Barrier& barrier : trace.barriers) EXPECT_GE(barrier.released_time(), barrier.arrived_time());
    fmt::print("{} records on {} SMs in {} ns\n", trace.headers.size(), sms.size(), last);
  }
}

}  // namespace
}  // namespace lanescope::gpu
