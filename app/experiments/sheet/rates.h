// Times and rates of a Result, which all readers take from here. A time is the measured or recorded one, else the
// predicted one; a rate is work by time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "counters/counted.h"
#include "experiments/result.h"
#include "experiments/sheet/value.h"

namespace lanescope::experiments {

/// The time of a plan, in milliseconds.
struct PlanTime {
  Value ms;
  counters::CacheState caches = counters::CacheState::cold;
  const catalogue::Samples* samples = nullptr;  ///< of the Result; null for a predicted time
};
/// Returns the time with cold caches, else that with hot ones. Nothing where there is neither.
[[nodiscard]] std::optional<PlanTime> time_of(const Result& result);
/// Returns the time with such caches. A predicted one counts only where nothing was timed.
[[nodiscard]] std::optional<PlanTime> time_of(const Result& result, counters::CacheState caches);
/// Returns the predicted time in milliseconds, also where another one was measured.
[[nodiscard]] Value time_of(const PredictedRun& run, counters::CacheState caches);
/// Returns the origin of the times: measured, recorded or predicted.
[[nodiscard]] Origin origin_of_times(const Result& result);
/// Returns the origin of a number of that origin in this Result: `recorded` where it comes from a file and is no
/// prediction.
[[nodiscard]] Origin origin_in(const Result& result, Origin origin);

/// What a plan does for its problem, as its file says: bytes that must be moved, or operations.
enum class Work : std::uint8_t { bytes, flops };
/// Returns the work that the time is for. The emulator may have executed smaller sizes than those that are predicted.
[[nodiscard]] double work_of(const Result& result, Work work);
/// Returns the sizes that the time is for.
[[nodiscard]] const std::map<std::string, std::int64_t>& sizes_of_time(const Result& result);

/// Returns work by time, in 10^9 per second: GB/s or GFLOP/s. A long time gives the low end of its interval. Nothing
/// without such work or without a time.
[[nodiscard]] std::optional<Value> rate_of(const Result& result, Work work);
/// Returns the same by the time with such caches.
[[nodiscard]] std::optional<Value> rate_of(const Result& result, Work work, counters::CacheState caches);
/// Returns the same of the predicted time with cold caches, also where another one was measured.
[[nodiscard]] std::optional<Value> rate_of(const PredictedRun& run, Work work);
/// Returns the theoretical peak of the GPU that the time is of, in 10^9 per second: of the device memory, or of
/// arithmetic in single precision. Nothing where it is unknown.
[[nodiscard]] std::optional<double> peak_of(const Result& result, Work work);
/// Returns the rate as a share of the theoretical peak, or of the best copy; caches may lift both above 1.
[[nodiscard]] std::optional<Value> share_of_peak(const Result& result, Work work);
[[nodiscard]] std::optional<Value> share_of_copy(const Result& result);

/// Returns the launch that needs most registers, and of several the one with the most threads: it limits how many
/// blocks fit, and its resources are those of the plan. Null where there is none.
[[nodiscard]] const LaunchInfo* main_launch(const Result& result);
/// Returns the multiprocessors of the GPU that the time is of.
[[nodiscard]] std::optional<double> multiprocessors_of(const Result& result);
/// Returns the blocks of the launch at the sizes that the time is of, where they are known. For other sizes than were
/// executed the prediction has them, and the largest of several launches counts.
[[nodiscard]] std::optional<double> blocks_of(const Result& result, const LaunchInfo& launch);
/// Returns whether the driver said how many blocks fit on a multiprocessor; else that follows from the rules of the
/// hardware.
[[nodiscard]] bool has_driver_occupancy(const Result& result);

}  // namespace lanescope::experiments
