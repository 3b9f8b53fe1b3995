// How the accesses of one block move over the grid, and what of them meets what other blocks have touched.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "predict/instruction_stream/instruction_stream.h"

namespace lanescope::predict {

using Extent = std::array<std::uint64_t, 3>;  ///< x, y, z

/// The distance in bytes from each access of a block to the same access of the block `step` further in the order of
/// launch; 0 for accesses of no buffer.
struct Shift {
  std::int64_t step = 0;
  std::vector<std::int64_t> bytes;       ///< by access
  std::int64_t max_repeats = 1;          ///< how often it can be repeated before it leaves the grid
  double share_without_predecessor = 0;  ///< the share of the blocks that have no block such a step before them
  /// By access: most lanes lie otherwise to the first one than in the block, so that data decide where. Empty: nowhere.
  std::vector<bool> scattered = {};
};

/// A distance in bytes at which nothing of a block lies, nor of a buffer.
inline constexpr std::int64_t no_sharing = std::int64_t{1} << 40;

struct Locality {
  /// Of neighbours that do the same as the block; all count forward.
  std::vector<Shift> shifts;
  /// Addresses grow by the same bytes with each block along x, y and z; verified on a neighbour that is beside in more
  /// than one of them, where there is one. Empty when they do not. 0 for accesses that are scattered.
  std::optional<std::array<std::vector<std::int64_t>, 3>> affine;
  std::vector<bool> scattered;  ///< by access, as neighbours show; empty: none is

  /// Whether data decide where the lanes of an access lie.
  [[nodiscard]] bool is_scattered(std::size_t access) const { return access < scattered.size() && scattered[access]; }
};

/// `grid` is that of the launch. Steps are counted with x fastest, and may count backward.
[[nodiscard]] Locality locality_of(const InstructionStream& block, std::vector<Shift> shifts, const Extent& grid);

/// What becomes of the first load of a sector by a block, in the mean over all blocks.
struct SectorOrigin {
  float memory = 0;  ///< the chance that no block before has brought it: then it comes from the memory
  float missed = 0;  ///< the chance that the L2 does not have it where the block asks. At most 1.
};

/// What the L2 and the memory see of one block among many.
struct Traffic {
  /// By touch of the block: sectors that a load brings from the memory, and sectors that another block has asked for.
  std::vector<std::uint8_t> from_memory, shared;
  /// By touch: how many blocks before this one the nearest one is that has asked for one of `shared`.
  std::vector<std::int64_t> blocks_before;
  /// By touch: by which part of the time that the block has run until then the other one was earlier in the program;
  /// 0 where both come to those sectors by the same access.
  std::vector<float> earlier;
  /// By touch: how many of the sectors of `from_memory` that comes to; less than one each where blocks share sectors,
  /// of whom only the first brings them.
  std::vector<float> memory_sectors;
  /// By touch of a load: which of the lines that the block loads it is. Four origins belong to each of these lines.
  std::vector<std::uint32_t> line_of;
  std::vector<SectorOrigin> origins;
  [[nodiscard]] std::size_t lines() const { return origins.size() / 4; }
  /// By access: whether its sectors lie alone: neither it nor a block that runs at the same time touches another sector
  /// of their lines.
  std::vector<bool> isolated;
  /// By access: bytes that a store or an atomic has the memory write and read in the end.
  std::vector<float> written_bytes, filled_bytes;
  double read_sectors = 0;   ///< of the block, from the memory
  double write_sectors = 0;  ///< of the block, in the end
  double fill_sectors = 0;   ///< read because sectors leave the L2 before they are whole
};

struct TrafficInput {
  double l2_bytes = 0;        ///< that hold what is read
  double l2_dirty_bytes = 0;  ///< that hold what is written
  std::uint64_t grid_blocks = 1;
  std::uint64_t blocks_in_flight = 1;
  double l2_partitions = 1;
  friend bool operator==(const TrafficInput&, const TrafficInput&) = default;
};
[[nodiscard]] Traffic traffic_of(const InstructionStream& block, const Locality& locality, const TrafficInput& input);

}  // namespace lanescope::predict
