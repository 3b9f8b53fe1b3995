// Turns what the other rooms found into the terms of a Result.
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
#include "experiments/result.h"
#include "gpu/session.h"
#include "model/hardware/devices.h"
#include "sass/cubin.h"

namespace lanescope::worker {

/// Adds a remedy for the kind of fault.
[[nodiscard]] experiments::Fault fault_of(const emulator::Fault& found, const catalogue::KernelSource& source);
/// The kernels that a plan launches, as C++ names them, each once.
[[nodiscard]] std::vector<std::string> entries_of(const catalogue::LaunchPlan& plan);

/// Entries become those of the PTX; Launch::name keeps what they were. One that the PTX does not have stays as it is.
void lower_entries(catalogue::LaunchPlan& plan, const compiler::Compiled& compiled);

/// Returns one entry for each step of the plan, with the compiler's data of its kernel; occupancy is not known yet.
[[nodiscard]] std::vector<experiments::LaunchInfo> launches_of(const catalogue::LaunchPlan& plan,
                                                               const compiler::Compiled& compiled);

/// At most so many samples of a timing are sent, the newest ones.
inline constexpr std::size_t max_recent = 512;
[[nodiscard]] catalogue::Samples samples_of(const gpu::Timing& timing);
[[nodiscard]] std::vector<float> recent_of(const gpu::Timing& timing);

/// Returns the faults of changed guard zones and inputs, of wrong elements and of elements that were never written.
[[nodiscard]] std::vector<experiments::Fault> faults_of(const catalogue::Verdict& verdict,
                                                        const catalogue::LaunchPlan& plan,
                                                        const catalogue::KernelSource& source);

/// Returns the resources of a multiprocessor: the values of the sheet, replaced by those that the device reports.
/// Returns nothing when neither has enough of them.
[[nodiscard]] std::optional<model::MultiprocessorLimits> limits_of(const model::DeviceSheet* sheet,
                                                                   const cuda::DeviceInfo* device);

/// Fills `calculated` of each launch, and the curves of each different demand. Where the driver has not reported them
/// (yet), it also fills blocks_per_sm and occupancy.
void add_occupancy(const catalogue::LaunchPlan& plan, const compiler::Compiled& compiled,
                   const model::MultiprocessorLimits& limits, experiments::Result& result);

/// The line of the kernel itself from which an instruction comes: the innermost place of inlined code that lies in the
/// kernel's own files, as in faults and metrics. The file is empty and the line 0 when the cubin does not tell them.
struct PlaceInSource {
  std::string file;
  std::int32_t line = 0;
};
[[nodiscard]] PlaceInSource place_in_source(const sass::Cubin& cubin, const sass::Function& function,
                                            const sass::Instruction& instruction);

/// Returns the machine code of a cubin with its lines. `nvdisasm` is the program that writes the text, empty when there
/// is none; with it the call takes 0.1 to 0.4 s. What is not available is left empty, and Sass::without_text says why.
[[nodiscard]] experiments::Sass sass_of(const std::vector<std::uint8_t>& cubin, const std::filesystem::path& nvdisasm);

}  // namespace lanescope::worker
