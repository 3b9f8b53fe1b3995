// The state of a warp: its lanes, their paths, and the reconvergence points.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/checks/grid_order.h"
#include "emulator/decode/lane_operation.h"
#include "emulator/decode/program.h"
#include "trace/trace.h"

namespace lanescope::emulator {

/// A function in which lanes are.
struct CallFrame {
  const Code* code = nullptr;
  std::uint32_t return_pc = 0;   ///< in the caller
  std::uint32_t registers = 0;   ///< byte offset in the warp's registers
  std::uint32_t local_base = 0;  ///< byte offset in each thread's local memory
};

/// An instruction of a program.
struct CodePlace {
  const Code* code = nullptr;
  std::uint32_t pc = 0;
};

/// The reason why a path waits.
enum class Waiting : std::uint8_t { nothing, block_barrier, cluster_barrier, other_lanes, warpgroup };

/// WarpSplit::barrier_record of an arrival that is not recorded.
inline constexpr std::size_t no_barrier_record = ~std::size_t{0};

/// Lanes that are at the same instruction and go on together.
struct WarpSplit {
  std::uint32_t pc = 0;
  std::uint32_t mask = 0;
  std::int32_t reconvergence = -1;  ///< into Warp::reconvergence_points; -1 when these lanes join no others
  std::uint32_t loops = 0;          ///< backward jumps since it last let another path run
  Waiting waiting = Waiting::nothing;
  std::uint32_t barrier = 0;                       ///< its number while waiting at one
  std::size_t barrier_record = no_barrier_record;  ///< into BlockOutput::barriers, while waiting at one
  CallFrame top;
  std::vector<CallFrame> below;  ///< callers, outermost first

  [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(below.size()); }
};

/// An instruction at which diverged lanes of one frame wait for each other: the immediate post-dominator of a branch,
/// or the instruction after a call.
struct ReconvergencePoint {
  std::uint32_t pc = 0;
  std::uint32_t depth = 0;
  std::uint32_t expected = 0, arrived = 0;
  std::int32_t parent = -1;
  CallFrame top;  ///< of the lanes that arrived
  std::vector<CallFrame> below;

  /// Some lanes wait at it, and others are still to come.
  [[nodiscard]] bool has_parked_lanes() const { return arrived != 0 && arrived != expected; }
  /// The lanes that have arrived, as a path of their own that goes on from here.
  [[nodiscard]] WarpSplit path_of_arrived() const {
    WarpSplit path;
    path.pc = pc;
    path.mask = arrived;
    path.reconvergence = parent;
    path.top = top;
    path.below = below;
    return path;
  }
};

/// Local memory of 32 threads, interleaved by words as in the hardware: word w of lane l is words[w * 32 + l].
struct LocalMemory {
  std::vector<std::uint32_t> words;
  std::vector<std::uint8_t> written;  ///< by word; bits 0 to 3 for its bytes

  /// Copies whole words between byte offsets that are multiples of 4.
  void copy(std::uint32_t from, std::uint32_t to, std::uint32_t bytes, std::uint32_t lanes) {
    for (std::size_t word = 0; word < (bytes + 3) / 4; ++word) {
      trace::for_each_lane(lanes, [&](std::uint32_t lane) {
        words[(to / 4 + word) * warp_lanes + lane] = words[(from / 4 + word) * warp_lanes + lane];
        written[(to / 4 + word) * warp_lanes + lane] = 0xf;
      });
    }
  }
};

/// The products of wgmma that a warp has begun and not waited for.
///
/// The emulator computes a product at once. What the hardware leaves open until the wait is watched: who touches the
/// registers of a product, and whether its operands in shared memory stay what they were.
struct GroupProducts {
  struct Piece {
    std::uint32_t offset = 0;  ///< into shared memory
    std::array<std::byte, 16> bytes{};
  };
  struct Product {
    const Code* code = nullptr;
    std::uint32_t pc = 0;
    std::uint64_t a_descriptor = 0, b_descriptor = 0;
    bool adds = true;
    std::uint32_t group = 0;    ///< commits before it
    std::vector<Piece> pieces;  ///< what it has read
  };
  std::vector<Product> products;
  std::uint32_t commits = 0;   ///< groups that were closed
  std::uint32_t complete = 0;  ///< groups that were waited for
  std::uint32_t fences = 0;
  /// By register_unit of the warp's registers: one more than the group that writes or reads it, and one more than the
  /// number of fences when an instruction other than wgmma and moves wrote it; 0: none.
  std::vector<std::uint32_t> written_by, read_by, set_after;

  void reset() {
    // Few programs have any, and each block begins with this.
    const bool unused =
        products.empty() && commits == 0 && fences == 0 && written_by.empty() && read_by.empty() && set_after.empty();
    if (!unused) *this = {};
  }
  [[nodiscard]] bool pending(const std::vector<std::uint32_t>& groups, std::size_t unit) const {
    return unit < groups.size() && groups[unit] > complete;
  }
};

/// One value for each scope.
template <class T>
struct ByScope {
  std::array<T, 3> values{};
  [[nodiscard]] T& of(Scope scope) { return values[static_cast<std::size_t>(scope)]; }
};

struct Warp {
  std::uint32_t index = 0;
  std::uint32_t live = 0;     ///< lanes that exist and have not ended
  std::uint32_t unknown = 0;  ///< lanes that have read an unknown value
  std::uint32_t fenced = 0;   ///< lanes with a fence behind their last store that was not volatile
  std::uint64_t changes = 1;  ///< counts what a release by this warp would have to tell anew
  Knowledge known;            ///< of other blocks
  /// What came before its last fence of this scope or a wider one, and what its strong reads have found since the last
  /// one (fences.cpp).
  ByScope<std::shared_ptr<const Passed>> before_fence;
  ByScope<Passed> read;
  std::shared_ptr<const Passed> latest;  ///< of before_fence and of releases
  std::uint64_t latest_changes = 0;      ///< `changes` then
  std::vector<WarpSplit> splits;
  std::size_t current = 0;
  std::uint32_t polls = 0;             ///< loops of this turn that may have waited for another block
  bool idle = false;                   ///< its last turn ended because it only waited for another block
  std::uint64_t changes_at_loop = 0;   ///< `changes` when a path last looped and asked for a value
  std::uint32_t idle_loops = 0;        ///< such loops in a row in which nothing changed
  CodePlace asks_at;                   ///< where the last of them asked
  bool released_parked_lanes = false;  ///< lanes that had left a loop went on without those in it
  std::vector<ReconvergencePoint> reconvergence_points;
  std::vector<std::int32_t> free_points;
  AlignedBytes registers;
  AlignedBytes specials;
  LocalMemory local;

  /// A pending asynchronous copy; the copies of each lane are in the order of issue.
  struct Copy {
    std::uint32_t lane = 0;
    std::uint32_t to = 0;
    std::uint64_t from = 0;
    std::uint8_t bytes = 0, read_bytes = 0;
    std::uint32_t group = 0;  ///< earlier commits of this lane
    const Op* op = nullptr;
    std::uint32_t pc = 0;
    const Code* code = nullptr;
  };
  std::vector<Copy> copies;
  /// A copy of many bytes from shared memory that nobody has waited for.
  struct BulkCopy {
    std::uint32_t lane = 0;
    std::uint32_t group = 0;              ///< earlier commits of this lane
    std::uint32_t reads = 0, writes = 0;  ///< clocks of the actors that copied
    CodePlace place;
    bool read = false;  ///< cp.async.bulk.wait_group.read waited for it
  };
  std::vector<BulkCopy> bulk_copies;
  std::array<std::uint32_t, warp_lanes> bulk_commits{};
  VectorClocks::Row proxy_fenced;  ///< what came before the last fence.proxy.async
  std::array<std::uint32_t, warp_lanes> commits{};
  GroupProducts group_products;
  std::array<std::uint32_t, warp_lanes> cluster_arrivals{};  ///< at the barrier of the cluster, so far
  std::uint32_t cluster_waits = 0;                           ///< lanes that arrived there and have not waited yet

  [[nodiscard]] bool runnable() const {
    for (const WarpSplit& split : splits) {
      if (split.waiting == Waiting::nothing) return true;
    }
    return false;
  }
};

using trace::for_each_lane;
/// Returns the lowest lane of a mask that is not empty.
[[nodiscard]] inline std::uint32_t first_lane(std::uint32_t lanes) {
  return static_cast<std::uint32_t>(std::countr_zero(lanes));
}

}  // namespace lanescope::emulator
