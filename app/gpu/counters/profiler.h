// Counting on the GPU: hardware counters over a run of a plan, exact counts of each instruction, and samples of what
// warps wait for. It needs CUPTI, which is opened at run time, a GPU of compute capability 7.5 or later, and the right
// to count; what is missing is an error of kind no_permission, counters_busy or no_counters with a remedy.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "gpu/counters/metric_host.h"
#include "gpu/counters/profiled_plan.h"

namespace lanescope::gpu {

class DeviceSession;

/// Metrics of one run of a plan, all launches together.
struct MetricCounts {
  std::map<std::string, double> values;  ///< by metric; one that could not be computed is absent
  int passes = 0;                        ///< how often the plan ran
};

struct InstructionCount {
  std::string function;
  std::uint32_t pc_offset = 0;  ///< in its function, in bytes
  /// In the order of InstructionCounts::metrics. A metric that does not concern an instruction is absent.
  std::vector<std::optional<std::uint64_t>> values;
};
struct InstructionCounts {
  std::vector<std::string> metrics;  ///< those of the request that the chip has
  std::vector<InstructionCount> instructions;
};

struct StalledInstruction {
  std::string function;
  std::uint32_t pc_offset = 0;                   ///< in its function, in bytes
  std::map<std::string, std::uint64_t> samples;  ///< by reason: "long_scoreboard"
};
struct StallSamples {
  std::vector<StalledInstruction> instructions;
  std::uint64_t total = 0, dropped = 0;  ///< samples, also those of other code
  unsigned period_exponent = 0;          ///< every 2^this clocks of a multiprocessor
};

/// Returns the exponent of a sampling period that gives about 200,000 samples of a kernel of this duration.
[[nodiscard]] unsigned sampling_period(double kernel_ms, double clock_mhz, int sm_count);

class Profiler {
 public:
  /// Opens CUPTI from the first of the files that opens, for the session's device. The session must outlive it.
  [[nodiscard]] static Expected<std::unique_ptr<Profiler>> open(const std::vector<std::string>& cupti_files,
                                                                const DeviceSession& session);
  ~Profiler();
  Profiler(const Profiler&) = delete;
  Profiler& operator=(const Profiler&) = delete;

  [[nodiscard]] const MetricHost& host() const;
  /// Fails when this process may not read hardware counters. Nothing is launched.
  [[nodiscard]] Status check_permission();

  /// Counts the metrics. Names that the chip does not have are left out. The first call enables the profiler of the
  /// context, which takes about 0.1 s and stays enabled until end_counting().
  [[nodiscard]] Expected<MetricCounts> count(std::span<const std::string> metrics, const ProfiledPlan& plan);
  /// Ends what count() began, so that later launches run as if nothing had been counted.
  void end_counting();
  [[nodiscard]] Expected<InstructionCounts> count_instructions(const std::vector<std::string>& metrics,
                                                               const ProfiledPlan& plan);
  [[nodiscard]] Expected<StallSamples> sample_stalls(unsigned period_exponent, const ProfiledPlan& plan);

  struct State;

 private:
  explicit Profiler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace lanescope::gpu
