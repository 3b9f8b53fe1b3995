// The memory of a plan: its filled buffers, and the variables of the module.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "emulator/decode/program.h"
#include "emulator/emulator.h"
#include "emulator/memory/memory.h"
#include "ptx/module.h"

namespace lanescope::emulator {

struct PlanMemory {
  std::unique_ptr<Memory> memory;
  std::vector<Region*> buffers;                    ///< in the order of LaunchPlan::buffers
  std::map<std::string, std::uint64_t> variables;  ///< global and constant ones of the module: name to address
  Region* workspace = nullptr;                     ///< of grid barriers; null without a cooperative launch
  bool cancelled = false;                          ///< by Options::cancelled; not all is filled
};

/// Whether device code calls malloc or free of the system.
[[nodiscard]] bool uses_device_heap(const ptx::Module& module);

/// Returns the bytes for the buffers, their shadow and the trace when so many threads run blocks concurrently.
[[nodiscard]] std::uint64_t needed_bytes(const catalogue::LaunchPlan& plan, const Options& options, unsigned threads);

/// With `lazily`, pages are filled on first access. It fails when the memory is beyond Options::max_memory (with both
/// numbers), or when an input and its buffer differ in size.
[[nodiscard]] Expected<PlanMemory> make_memory(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                               const Options& options, bool lazily);

/// Writes addresses into variables that are tables of them. `functions` gives the index of each function's code.
void link_addresses(const ptx::Module& module, const PlanMemory& memory,
                    const std::map<std::string, std::uint32_t>& functions);

/// Returns what a launch of the code writes as far as its text says (everything: all that can be written).
[[nodiscard]] std::vector<Region*> written_regions(const PlanMemory& memory, const catalogue::Launch& launch,
                                                   const Code& code, bool everything);

/// Begins to watch who accesses which word of these regions. concurrent: blocks run at once, and each watches its own
/// accesses. False: that could take more than `max_bytes`, and nothing is watched.
[[nodiscard]] bool watch_accesses(const PlanMemory& memory, const catalogue::Launch& launch, const Code& code,
                                  std::span<Region* const> written, bool concurrent, std::uint64_t max_bytes);

/// Begins to detect conflicts between blocks anew in these regions, and writes to any other; with `detect` false stops
/// it.
void reset_block_conflicts(const PlanMemory& memory, std::span<Region* const> written, bool detect);

}  // namespace lanescope::emulator
