// Which parts of the buffers the running blocks touch from their beginning to their end. The accesses of one traced
// block are known, and how their addresses move from block to block, as the model found it (predict::BlockShift). Which
// part of the L2 an address lies in is not published, so buffers are shown and not slices of the L2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/grid_times.h"
#include "analysis/traced.h"
#include "experiments/result.h"

namespace lanescope::gui {

/// Accesses of the traced block that move alike over the grid.
struct GridPiece {
  /// A stretch of the buffer in bytes.
  struct Stretch {
    std::int64_t first = 0, end = 0;
    friend bool operator==(const Stretch&, const Stretch&) = default;
  };
  predict::BlockShift shift;
  bool writes = false;
  std::vector<Stretch> stretches;  ///< they rise and do not overlap
};

struct GridBuffer {
  std::string name;
  std::uint64_t bytes = 0;
  std::vector<GridPiece> pieces;
};

/// What is known of one launch.
struct GridMemory {
  std::string why_not;  ///< key of the sentence that says why nothing is known; empty when something is
  catalogue::Dim3 grid;
  std::uint64_t block = 0;  ///< the traced one
  std::vector<GridBuffer> buffers;
  bool is_whole = true;  ///< false: accesses of the block were dropped, or some move in a way that is not known
};
/// `result` may be null; `traced` too.
[[nodiscard]] GridMemory grid_memory(const analysis::Traced* traced, const experiments::Result* result,
                                     const analysis::GridLaunch& launch);

/// What the running blocks touch of one buffer.
struct GridTouched {
  /// By section of the buffer: bit 0 is read, bit 1 is written.
  std::vector<std::uint8_t> sections;
  std::uint64_t section_bytes = 1;
  std::uint64_t bytes = 0;  ///< of the touched sections
};
/// The sections of one buffer at most; a section has 128 bytes or more.
inline constexpr std::uint64_t max_grid_sections = std::uint64_t{1} << 18;
/// By buffer. `running` are the numbers of the blocks.
[[nodiscard]] std::vector<GridTouched> touched_by(const GridMemory& memory, std::span<const std::uint64_t> running);

}  // namespace lanescope::gui
