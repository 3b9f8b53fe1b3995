// Hardware counters over one run of a plan, by CUPTI's range profiler. The plan runs once for each pass. Private.
#pragma once

#include "gpu/counters/cupti.h"
#include "gpu/counters/metric_host.h"
#include "gpu/counters/profiled_plan.h"

#if LANESCOPE_HAS_CUPTI

namespace lanescope::gpu {

/// The range profiler of a context, enabled while this lives.
class RangeCounter {
 public:
  [[nodiscard]] static Expected<RangeCounter> enable(std::shared_ptr<const Cupti> cupti, CUcontext context);
  ~RangeCounter();
  RangeCounter(RangeCounter&& other) noexcept;
  RangeCounter& operator=(RangeCounter&& other) noexcept;

  /// Runs the plan as often as the configuration says and returns the metrics of the configuration, in its order.
  [[nodiscard]] Expected<std::vector<std::optional<double>>> count(const MetricHost& host, const MetricConfig& config,
                                                                   const ProfiledPlan& plan);

 private:
  RangeCounter(std::shared_ptr<const Cupti> cupti, CUcontext context) : cupti_(std::move(cupti)), context_(context) {}

  [[nodiscard]] Status start_profiler();
  void end_profiler() noexcept;
  [[nodiscard]] Status make_counter_image();
  /// A kernel alone is a range of its own; several launches together are one.
  [[nodiscard]] Status configure(bool kernel_alone);
  /// Runs the plan once. Returns whether it was the last pass.
  [[nodiscard]] Expected<bool> run_pass(const ProfiledPlan& plan, bool kernel_alone) const;
  [[nodiscard]] Expected<std::size_t> decode() const;

  std::shared_ptr<const Cupti> cupti_;
  CUcontext context_ = nullptr;
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
  // The profiler refers to both until it is disabled.
  MetricConfig config_;
  std::vector<std::uint8_t> counters_;
  bool used_ = false;  ///< it was configured before
};

}  // namespace lanescope::gpu

#endif
