// What a trace adds up to: per site, line, buffer, and in all.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/access/access.h"
#include "model/metrics/vectorization.h"
#include "trace/trace.h"

namespace warpscope::model {

/// Sums over warp instructions.
struct Counts {
  std::uint64_t requests = 0;                          ///< warp instructions
  std::uint64_t lanes = 0;                             ///< active ones that reached memory
  std::uint64_t sectors = 0, sectors_ideal = 0;        ///< global and local
  std::uint64_t wavefronts = 0, wavefronts_ideal = 0;  ///< shared
  std::uint64_t bank_conflicts = 0;                    ///< shared, from addresses
  std::uint64_t out_of_bounds_lanes = 0;               ///< active, but at no byte of a buffer: in no other sum
  std::uint64_t uncounted_requests = 0;  ///< for which no rule is known: in requests and lanes, in no other sum

  /// Active lanes of 32, 0 to 1; below 1 where paths diverge or the block is no multiple of a warp. 0 without requests.
  [[nodiscard]] double lane_efficiency() const;
  Counts& operator+=(const Counts& other);
  friend bool operator==(const Counts&, const Counts&) = default;
};

struct SiteMetrics {
  std::uint32_t site = 0;            ///< into Trace::sites
  std::uint32_t bytes_per_lane = 0;  ///< of one request: as written times merged
  std::uint32_t merged = 1;          ///< sites that make one request; 1 as written
  std::uint32_t leader = 0;          ///< the site that this one's requests are counted at
  bool proven = false;               ///< as executed: the cubin shows `merged`. Else `reason` says why it is as written
  std::string reason;
  Counts counts;  ///< all 0 for sites that another one leads
};

struct LineMetrics {
  std::string file;
  std::int32_t line = 0;
  Space space = Space::global;
  Operation operation = Operation::load;
  Counts counts;
};

struct BufferMetrics {
  std::uint32_t buffer = 0;  ///< into Trace::buffers
  Operation operation = Operation::load;
  Counts counts;
};

struct TotalMetrics {
  Space space = Space::global;
  Operation operation = Operation::load;
  Counts counts;
};

enum class View { as_written, as_executed };

struct Metrics {
  View view = View::as_written;
  std::vector<SiteMetrics> sites;      ///< by site of the trace
  std::vector<LineMetrics> lines;      ///< by file, line, space, operation
  std::vector<BufferMetrics> buffers;  ///< global space; by buffer, operation
  std::vector<TotalMetrics> totals;    ///< by space, operation; only those that occur
  std::uint64_t dropped = 0;           ///< records that the trace does not have
  std::uint32_t blocks = 0, grid_blocks = 0;
  /// Counts were multiplied by grid_blocks / blocks: an estimate that takes the traced blocks for typical.
  bool scaled_to_grid = false;
};

/// Counts of the trace as the source says it. The trace is well formed (trace::defect).
[[nodiscard]] Metrics metrics_as_written(const trace::Trace& trace);

/// Counts of the same records with each merged group as one request of the wider access.
[[nodiscard]] Metrics metrics_as_executed(const trace::Trace& trace, const Vectorization& vectorization);

/// Estimate for the whole grid from the blocks that were traced: counts times grid_blocks / blocks, rounded to nearest.
/// Error: the trace dropped records or has no blocks, so that the traced blocks are not whole.
[[nodiscard]] Expected<Metrics> scaled_to_grid(Metrics metrics);

/// What one record costs, as written, or with the width of its merged group.
[[nodiscard]] AccessCounts count_record(const trace::Trace& trace, std::size_t record, std::uint32_t bytes_per_lane);

}  // namespace warpscope::model
