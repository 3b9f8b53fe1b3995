// TraceTables: what the records of a program's traces refer to. The same for the emulator and for an instrumented
// kernel on the GPU, so that their traces can be laid beside each other.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace warpscope::trace {

struct TraceTables {
  /// By entry in the order of the launches, in the order of the text. A generic access has three in a row (global,
  /// shared, local), an asynchronous copy two (source, destination).
  std::vector<Site> sites;
  /// The plan's own, then the module's global and constant variables, then what a grid barrier counts in.
  std::vector<Trace::Buffer> buffers;
  std::map<std::int32_t, std::int32_t> barrier_lines;  ///< by PTX line: line of the kernel source
  std::vector<std::uint64_t> shared_bytes;             ///< by launch: of a block, static and dynamic
  /// By entry: offset of each shared variable; those of a function as "function/name". An assembler may put them in
  /// another order, and does so as it likes: a trace shows them here.
  std::map<std::string, std::map<std::string, std::uint32_t>> shared_variables;
};

}  // namespace warpscope::trace
