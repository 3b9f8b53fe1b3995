// How often each region of a kernel's machine code runs in one warp, and the way that the warp takes through it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "predict/instruction_stream/machine_code.h"

namespace lanescope::predict {

/// How often a warp runs each line of the PTX.
struct Executions {
  std::map<std::int32_t, std::uint64_t> exact;  ///< lines that the trace counts for this warp
  std::map<std::int32_t, double> mean;          ///< all lines: the mean over all warps
};

/// A line that ptxas copied into several regions (an unrolled loop, and what is left of it) ran in them together as
/// often as the PTX line did; the region with the most copies takes as many as it can, and then the next.
class RegionTrips {
 public:
  RegionTrips(const MachineCode& code, const Executions& executions);

  /// Limits the trips of loops that are in no other loop.
  void limit(std::uint64_t max_trips);
  [[nodiscard]] bool limited() const { return limited_; }
  /// Returns the instructions that the warp executes, as far as the trips tell.
  [[nodiscard]] double work() const;
  /// Returns how often a region runs in all; a loop counts its trips.
  [[nodiscard]] double total(std::size_t region) const { return totals_[region]; }
  /// Returns how often the accesses or barriers of a PTX line are executed by that.
  [[nodiscard]] double total_of_line(std::int32_t line) const;

  /// The walk: the warp is at an instruction.
  void enter(std::uint32_t instruction);
  /// Returns where a branch goes.
  [[nodiscard]] std::uint32_t after_branch(std::uint32_t instruction);

 private:
  void count_lines(const Executions& executions);
  /// Settles the regions that hold all copies of a line: what most of these lines say, or where predicates may skip all
  /// of them, the most often executed one. `skipped` are the lines that a predicate may skip.
  void settle(const Executions& executions, const std::set<std::int32_t>& skipped);
  /// Returns how often a region runs by what its instructions were executed.
  [[nodiscard]] double trips_by(std::uint32_t region, double times) const;
  void share_line(double executions, const std::map<std::uint32_t, std::uint32_t>& copies);
  [[nodiscard]] double parent_total(std::size_t region) const;

  const MachineCode& code_;
  /// By line that the trace counts, and by region: how many copies there are of its accesses or barriers.
  std::map<std::int32_t, std::map<std::uint32_t, std::uint32_t>> copies_;
  std::vector<double> totals_;         ///< by region
  std::vector<bool> known_;            ///< by region: exact lines say so
  std::vector<std::uint64_t> visits_;  ///< by region: how often its beginning was reached
  std::vector<std::int64_t> trips_left_;
  std::vector<std::vector<std::uint32_t>> loops_at_;  ///< by instruction: loops that begin here
  std::uint32_t came_back_to_ = ~0u;                  ///< the head that the last branch went back to
  bool limited_ = false;
};

}  // namespace lanescope::predict
