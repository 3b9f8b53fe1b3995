// Metrics: what the accesses of a kernel cost, derived from executing it in the emulator. Every number here has the
// origin `derived`: it follows from addresses, not from a clock or a counter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/metrics/metrics.h"
#include "trace/trace.h"

namespace warpscope::lab {

/// One memory instruction of the program.
struct SiteMetrics {
  std::string entry, file;
  std::int32_t line = 0, column = 0;  ///< in the source, from 1; 0: the compiler gave none
  std::int32_t ptx_line = 0;          ///< in Result::ptx, from 1
  trace::Space space = trace::Space::global;
  trace::Operation operation = trace::Operation::load;
  std::uint32_t bytes_per_lane = 0;  ///< of one request: as written times merged
  std::uint32_t merged = 1;          ///< sites that make one request: 1, 2 or 4
  std::uint32_t leader = 0;          ///< into ViewMetrics::sites: where this site's requests are counted
  bool proven = false;               ///< as executed: the cubin shows it. Else `reason` says why it counts as written
  std::string reason;
  model::Counts counts;  ///< all 0 for a site that another one leads
  friend bool operator==(const SiteMetrics&, const SiteMetrics&) = default;
};

struct LineMetrics {
  std::string file;
  std::int32_t line = 0;
  trace::Space space = trace::Space::global;
  trace::Operation operation = trace::Operation::load;
  model::Counts counts;
  friend bool operator==(const LineMetrics&, const LineMetrics&) = default;
};

struct BufferMetrics {
  std::string buffer;
  trace::Operation operation = trace::Operation::load;
  model::Counts counts;
  friend bool operator==(const BufferMetrics&, const BufferMetrics&) = default;
};

struct TotalMetrics {
  trace::Space space = trace::Space::global;
  trace::Operation operation = trace::Operation::load;
  model::Counts counts;
  friend bool operator==(const TotalMetrics&, const TotalMetrics&) = default;
};

/// The same accesses, counted one way.
struct ViewMetrics {
  std::vector<SiteMetrics> sites;      ///< in the order of the program; the same sites in both views
  std::vector<LineMetrics> lines;      ///< by file, line, space, operation
  std::vector<BufferMetrics> buffers;  ///< global space, by buffer and operation
  std::vector<TotalMetrics> totals;    ///< by space and operation; only those that occur
  friend bool operator==(const ViewMetrics&, const ViewMetrics&) = default;
};

/// How often the instructions of a source line ran, those that touch no memory too.
struct LineExecution {
  std::string file;
  std::int32_t line = 0;
  std::uint64_t instructions = 0;  ///< warp instructions
  std::uint64_t lanes = 0;         ///< lanes active in them; 32 × instructions where no path diverges

  /// 0 to 1. 0 without instructions.
  [[nodiscard]] double lane_efficiency() const {
    return instructions == 0 ? 0 : static_cast<double>(lanes) / (32.0 * static_cast<double>(instructions));
  }
  friend bool operator==(const LineExecution&, const LineExecution&) = default;
};

struct Metrics {
  ViewMetrics written;   ///< as the source says
  ViewMetrics executed;  ///< with the accesses that ptxas merged as one; equal to `written` where the cubin shows none
  std::vector<LineExecution> lines;                       ///< by file and line
  std::uint64_t instructions = 0, lane_instructions = 0;  ///< of the executed blocks, whatever `scaled` says
  std::uint64_t blocks = 0, grid_blocks = 0;              ///< executed, of how many in all launches
  std::uint64_t dropped = 0;                              ///< accesses that are in no count
  bool scaled = false;  ///< counts stand for the whole grid: an estimate that takes the executed blocks for typical
  friend bool operator==(const Metrics&, const Metrics&) = default;
};

}  // namespace warpscope::lab
