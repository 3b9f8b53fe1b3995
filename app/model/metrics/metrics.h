// What a trace adds up to: per site, line, buffer, and in all.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
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

/// One memory instruction of the program. bytes_per_lane: of one request, as written times merged.
struct SiteMetrics : trace::Site, SiteVectorization {
  Counts counts = {};  ///< all 0 for a site that another one leads
  friend bool operator==(const SiteMetrics&, const SiteMetrics&) = default;
};

struct LineMetrics {
  std::string file;
  std::int32_t line = 0;
  Space space = Space::global;
  Operation operation = Operation::load;
  Counts counts;
  friend bool operator==(const LineMetrics&, const LineMetrics&) = default;
};

struct BufferMetrics {
  std::string buffer;
  Operation operation = Operation::load;
  Counts counts;
  friend bool operator==(const BufferMetrics&, const BufferMetrics&) = default;
};

struct TotalMetrics {
  Space space = Space::global;
  Operation operation = Operation::load;
  Counts counts;
  friend bool operator==(const TotalMetrics&, const TotalMetrics&) = default;
};

/// Accesses, counted one way.
struct ViewMetrics {
  std::vector<SiteMetrics> sites;      ///< by site of the trace; the same sites in both views
  std::vector<LineMetrics> lines;      ///< by file, line, space, operation
  std::vector<BufferMetrics> buffers;  ///< global space, by buffer and operation
  std::vector<TotalMetrics> totals;    ///< by space and operation; only those that occur
  friend bool operator==(const ViewMetrics&, const ViewMetrics&) = default;
};

/// What the accesses of a kernel cost. Every number follows from addresses, not from a clock or a counter.
struct Metrics {
  ViewMetrics written;   ///< as the source says
  ViewMetrics executed;  ///< with the accesses that ptxas merged as one; equal to `written` where the cubin shows none
  std::vector<trace::LineExecution> lines;                ///< by file and line
  std::uint64_t instructions = 0, lane_instructions = 0;  ///< of the executed blocks, whatever `scaled` says
  std::uint64_t blocks = 0, grid_blocks = 0;              ///< executed, of how many in all launches
  std::uint64_t dropped = 0;                              ///< accesses that are in no count
  bool scaled = false;  ///< counts stand for the whole grid: an estimate that takes the executed blocks for typical
  friend bool operator==(const Metrics&, const Metrics&) = default;
};

/// Counts accesses one by one, in one view, without keeping them.
class ViewCounter {
 public:
  /// `like`: a trace of the same program, for its sites and buffers. `vectorization`: of these sites, each merged group
  /// then counts as one request of the wider access; null: counts as the source says it.
  explicit ViewCounter(const trace::Trace& like, const Vectorization* vectorization = nullptr);
  /// An access of a site, and of a buffer, that the trace has.
  void take(const trace::Header& header, const trace::Offsets& offsets);
  [[nodiscard]] ViewMetrics metrics() const;

 private:
  trace::Trace like_;  ///< without records
  std::vector<SiteMetrics> sites_;
  std::map<std::pair<std::uint32_t, Operation>, Counts> buffers_;  ///< global space
};

/// Counts of a whole trace as the source says it. The trace is well formed (trace::defect).
[[nodiscard]] ViewMetrics metrics_as_written(const trace::Trace& trace);
/// Counts of the same records with each merged group as one request of the wider access.
[[nodiscard]] ViewMetrics metrics_as_executed(const trace::Trace& trace, const Vectorization& vectorization);

/// Makes an estimate for the whole grid of the blocks that were executed: counts times grid_blocks / blocks, rounded to
/// nearest. Error: accesses were dropped or there are no blocks, so that those that were executed are not whole.
[[nodiscard]] Status scale_to_grid(Metrics& metrics);

/// What one record costs, as written, or with the width of its merged group.
[[nodiscard]] AccessCounts count_record(const trace::Trace& trace, std::size_t record, std::uint32_t bytes_per_lane);

}  // namespace warpscope::model
