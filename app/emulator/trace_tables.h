// What a trace of a plan refers to, without running anything: for whoever records the same accesses in another way.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace warpscope::emulator {

struct TraceTables {
  /// As Outcome::trace of a run without faults: by entry in the order of the launches, in the order of the text. A
  /// generic access has three in a row (global, shared, local), an asynchronous copy two (source, destination).
  std::vector<trace::Site> sites;
  /// The plan's own, then the module's global and constant variables, then what a grid barrier counts in.
  std::vector<trace::Trace::Buffer> buffers;
  std::map<std::int32_t, std::int32_t> barrier_lines;  ///< by PTX line: line of the kernel source
  std::vector<std::uint64_t> shared_bytes;             ///< by launch: of a block, static and dynamic
  /// By entry: offset of each shared variable; those of a function as "function/name". An assembler may put them in
  /// another order, and does so as it likes: a trace shows them here.
  std::map<std::string, std::map<std::string, std::uint32_t>> shared_variables;
};

/// source_root: as Options::source_root. Error: as run().
[[nodiscard]] Expected<TraceTables> trace_tables(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                                 const std::string& source_root);

}  // namespace warpscope::emulator
