// Counts of machine instructions, with the lines of the source and the quantities that are sums of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "counters/counted.h"
#include "gpu/counters/profiler.h"

namespace lanescope::worker {

/// The metrics that are counted for each instruction, as CUPTI names them.
[[nodiscard]] const std::vector<std::string>& instruction_metrics();

/// Adds counts to the instructions; `cubin` gives their lines. They stay in the order of functions and offsets.
void add_instruction_counts(const gpu::InstructionCounts& counts, const std::vector<std::uint8_t>& cubin,
                            counters::Counted& counted);
/// The same with samples of stalls.
void add_stall_samples(const gpu::StallSamples& samples, const std::vector<std::uint8_t>& cubin,
                       counters::Counted& counted);
/// Sets the quantities that are sums of the instructions' counts, by operation, which the machine code tells: ideal
/// sectors and wavefronts, which no counter of the whole kernel has, and wavefronts and conflicts of shared memory, to
/// which the counters of the whole kernel add what accesses lose to arbitration.
void add_sums_of_instructions(const std::vector<std::uint8_t>& cubin, counters::Counted& counted);

}  // namespace lanescope::worker
