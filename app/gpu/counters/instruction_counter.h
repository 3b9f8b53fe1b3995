// Exact counts of each machine instruction, by CUPTI's SASS metrics, which patch the code. Private to this room.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/counters/cupti.h"
#include "gpu/counters/metric_host.h"
#include "gpu/counters/profiled_plan.h"
#include "gpu/counters/profiler.h"

#if LANESCOPE_HAS_CUPTI

namespace lanescope::gpu {

/// Counts metrics for each instruction that a plan executes. CUPTI takes a choice of metrics once for each process and
/// device: after it was taken back, CUPTI 13.0 answers "out of memory" to another one. So the choice stands as long as
/// the first counter lives, and whoever counts on the device must ask for the same metrics. It must be taken back
/// before its context ends: otherwise CUPTI does so when the process ends, and crashes in the driver.
class InstructionCounter {
 public:
  InstructionCounter(std::shared_ptr<const Cupti> cupti, CUcontext context, int device)
      : cupti_(std::move(cupti)), context_(context), device_(static_cast<std::uint32_t>(device)) {}
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  /// Runs the plan once, launch by launch, because a CUPTI may collect only the first launch after it began to patch.
  /// Times meanwhile mean nothing.
  [[nodiscard]] Expected<InstructionCounts> count(const MetricHost& host, const std::vector<std::string>& metrics,
                                                  const ProfiledPlan& plan);

 private:
  /// By function and offset, the values in the order of `metrics_`.
  using Totals = std::map<std::pair<std::string, std::uint32_t>, std::vector<std::optional<std::uint64_t>>>;

  /// Chooses the metrics that the chip has.
  [[nodiscard]] Status choose(const MetricHost& host, const std::vector<std::string>& metrics);
  /// Patches, runs one launch, and adds what it counted.
  [[nodiscard]] Status count_launch(const ProfiledPlan& plan, std::size_t index, Totals& totals);
  [[nodiscard]] Status gather(Totals& totals) const;
  [[nodiscard]] static bool counted_anything(const Totals& totals);
  /// Runs the plan once.
  [[nodiscard]] Expected<Totals> count_plan(const ProfiledPlan& plan);

  std::shared_ptr<const Cupti> cupti_;
  CUcontext context_;
  std::uint32_t device_;
  std::vector<std::string> metrics_;  ///< those of them that the chip has
  std::vector<std::uint64_t> ids_;    ///< their numbers in CUPTI
  bool chosen_ = false;               ///< by this counter or by one before
  bool owns_choice_ = false;
};

}  // namespace lanescope::gpu

#endif
