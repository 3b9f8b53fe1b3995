// Blocks whose accesses are written down by hand, and a GPU with round numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "predict/locality/locality.h"
#include "predict/profile/gpu_profile.h"

namespace lanescope::predict {

inline GpuProfile profile() {
  const std::string file = std::string(LANESCOPE_SOURCES) + "/assets/gpus/h200.toml";
  auto text = read_file(file);
  if (!text) throw MachineError(text.error());
  auto read = read_profile(*text, file);
  if (!read) throw MachineError(read.error());
  return *std::move(read);
}

/// Adds an access of 32 lanes, `stride` bytes apart, of `bytes` each, to a block of one warp that waits for its loads
/// before it stores.
inline void add_access(InstructionStream& block, Access::Kind kind, std::uint64_t address, std::uint64_t stride,
                       std::uint32_t bytes) {
  if (block.warps.empty()) block.warps.emplace_back();
  model::LaneAddresses<std::uint64_t> addresses{};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) addresses[lane] = address + lane * stride;
  Access access;
  access.kind = kind;
  add_touches(addresses, model::all_lanes, bytes, access, block.touches);
  Op op;
  op.kind = Op::Kind::global;
  op.access = static_cast<std::uint32_t>(block.accesses.size());
  op.issued = 10;
  op.clocks = 20;
  op.busy = 10;
  if (kind == Access::Kind::load) {
    op.write_barrier = 0;
  } else if (kind == Access::Kind::store) {
    op.wait_mask = 1;
  }
  block.warps.back().push_back(op);
  block.accesses.push_back(access);
}

/// The shift from a block to another one, `step` further, that does the same.
inline Shift shift_to(const InstructionStream& block, std::int64_t step, const InstructionStream& other) {
  Shift shift{step, {}};
  for (std::size_t i = 0; i < block.accesses.size(); ++i)
    shift.bytes.push_back(other.accesses[i].address - block.accesses[i].address);
  return shift;
}

}  // namespace lanescope::predict
