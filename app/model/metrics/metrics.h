// The sums of a trace: per site, line, buffer, and in all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/access/access.h"
#include "model/metrics/vectorization.h"
#include "trace/trace.h"

namespace lanescope::model {

/// Sums over warp instructions.
struct Counts {
  std::uint64_t requests = 0;                          ///< warp instructions
  std::uint64_t lanes = 0;                             ///< active lanes that reached memory
  std::uint64_t sectors = 0, sectors_ideal = 0;        ///< global and local
  std::uint64_t wavefronts = 0, wavefronts_ideal = 0;  ///< shared
  std::uint64_t bank_conflicts = 0;                    ///< shared, from addresses
  std::uint64_t out_of_bounds_lanes = 0;               ///< active lanes outside every buffer; in no other sum
  std::uint64_t uncounted_requests = 0;  ///< requests without a known rule; in requests and lanes, in no other sum

  /// Returns active lanes / 32, 0 to 1: below 1 where paths diverge or a warp is incomplete, 0 without requests.
  [[nodiscard]] double lane_efficiency() const;
  [[nodiscard]] std::uint64_t known_requests() const { return requests - std::min(requests, uncounted_requests); }
  /// Returns a sum, such as `sectors`, for each request of which it is known; nothing where it is of none.
  [[nodiscard]] std::optional<double> per_request(std::uint64_t sum) const;
  Counts& operator+=(const Counts& other);
  Counts& operator*=(std::uint64_t times);
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// One memory instruction of the program. bytes_per_lane is that of one request: as written, times merged.
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

/// The accesses of one view.
struct ViewMetrics {
  std::vector<SiteMetrics> sites;      ///< by site of the trace; the same sites in both views
  std::vector<LineMetrics> lines;      ///< by file, line, space, operation
  std::vector<BufferMetrics> buffers;  ///< global space, by buffer and operation
  std::vector<TotalMetrics> totals;    ///< by space and operation; only those that occur
  friend bool operator==(const ViewMetrics&, const ViewMetrics&) = default;
};

/// Which of the two sets of counts is meant.
enum class CountView { written, executed };
[[nodiscard]] std::string_view name_of(CountView view);

/// The cost of a kernel's accesses. Every number follows from addresses, not from a clock or a hardware counter.
struct Metrics {
  ViewMetrics written;   ///< as the source says
  ViewMetrics executed;  ///< accesses that ptxas merged count as one; equal to `written` where the cubin shows none
  std::vector<trace::LineExecution> lines;                ///< by file and line
  std::uint64_t instructions = 0, lane_instructions = 0;  ///< of the executed blocks, even when `scaled`
  std::uint64_t blocks = 0, grid_blocks = 0;              ///< executed, and in all launches
  std::uint64_t dropped = 0;                              ///< accesses that are in no count
  bool scaled = false;  ///< counts are an estimate for the whole grid that takes the executed blocks as typical
  [[nodiscard]] const ViewMetrics& view(CountView view) const {
    return view == CountView::written ? written : executed;
  }
  /// Whether every block of every launch was executed, and no access is missing.
  [[nodiscard]] bool is_whole() const { return blocks == grid_blocks && dropped == 0 && !scaled; }
  friend bool operator==(const Metrics&, const Metrics&) = default;
};

/// Counts accesses one by one, in one view, without keeping them.
class ViewCounter {
 public:
  /// `like` is a trace of the same program and gives sites and buffers. With `vectorization` of these sites, each
  /// merged group counts as one request of the wider access; with null, accesses count as in the source.
  explicit ViewCounter(const trace::Trace& like, const Vectorization* vectorization = nullptr);
  /// Counts an access `times` times: that many accesses of its site and buffer cost the same.
  void add(const trace::Header& header, const trace::Offsets& offsets, std::uint64_t times = 1);
  [[nodiscard]] ViewMetrics metrics() const;

 private:
  trace::Trace like_;  ///< without records
  std::vector<SiteMetrics> sites_;
  std::map<std::pair<std::uint32_t, Operation>, Counts> buffers_;  ///< global space
};

/// Counts a whole trace as the source writes it. The trace is well formed (trace::defect).
[[nodiscard]] ViewMetrics metrics_as_written(const trace::Trace& trace);
/// Counts the same records with each merged group as one request of the wider access.
[[nodiscard]] ViewMetrics metrics_as_executed(const trace::Trace& trace, const Vectorization& vectorization);

/// Turns the counts of the executed blocks into an estimate for the whole grid: counts times grid_blocks / blocks,
/// rounded to nearest. It fails when accesses were dropped or there are no blocks, because the counts are then
/// incomplete.
[[nodiscard]] Status scale_to_grid(Metrics& metrics);

/// Returns the cost of one record, as written, or with the width of its merged group.
[[nodiscard]] AccessCounts count_record(const trace::Trace& trace, std::size_t record, std::uint32_t bytes_per_lane);

}  // namespace lanescope::model
