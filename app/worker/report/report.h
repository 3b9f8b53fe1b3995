// What the other rooms found, in the words of a Result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "compiler/compiler.h"
#include "cuda/device.h"
#include "emulator/emulator.h"
#include "gpu/session.h"
#include "lab/result.h"
#include "model/hardware/devices.h"

namespace warpscope::worker {

/// With what to do about each kind.
[[nodiscard]] lab::Fault fault_of(const emulator::Fault& found, const catalogue::KernelSource& source);
/// The kernels that a plan launches, as C++ names them, each once.
[[nodiscard]] std::vector<std::string> entries_of(const catalogue::LaunchPlan& plan);

/// Entries become those of the PTX; Launch::name keeps what they were. One that the PTX does not have stays as it is.
void lower_entries(catalogue::LaunchPlan& plan, const compiler::Compiled& compiled);

/// One per step of the plan, with what the compiler says of its entry; occupancy is not known yet.
[[nodiscard]] std::vector<lab::LaunchInfo> launches_of(const catalogue::LaunchPlan& plan,
                                                       const compiler::Compiled& compiled);

/// At most this many of a timing's samples travel: the newest.
inline constexpr std::size_t max_recent = 512;
[[nodiscard]] catalogue::Samples samples_of(const gpu::Timing& timing);
[[nodiscard]] std::vector<float> recent_of(const gpu::Timing& timing);

/// Guard zones and inputs that changed, elements that are wrong, elements that were never written.
[[nodiscard]] std::vector<lab::Fault> faults_of(const catalogue::Verdict& verdict, const catalogue::LaunchPlan& plan,
                                                const catalogue::KernelSource& source);

/// What a multiprocessor shares out: of the sheet, with what the device says of itself in its place. Empty: neither
/// knows enough.
[[nodiscard]] std::optional<model::MultiprocessorLimits> limits_of(const model::DeviceSheet* sheet,
                                                                   const cuda::DeviceInfo* device);

/// Fills `calculated` of each launch and the curves of each different demand. Where the driver has said nothing (yet),
/// blocks_per_sm and occupancy follow too.
void add_occupancy(const catalogue::LaunchPlan& plan, const compiler::Compiled& compiled,
                   const model::MultiprocessorLimits& limits, lab::Result& result);

/// The machine code of a cubin with its lines. nvdisasm: the program that writes the text; empty: there is none. Takes
/// some 0.1 to 0.4 s with it. What is not to be had is left empty, and Sass::without_text says why.
[[nodiscard]] lab::Sass sass_of(const std::vector<std::uint8_t>& cubin, const std::filesystem::path& nvdisasm);

}  // namespace warpscope::worker
