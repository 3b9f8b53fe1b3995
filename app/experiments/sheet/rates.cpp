#include "experiments/sheet/rates.h"

#include <algorithm>
#include <utility>

namespace lanescope::experiments {
namespace {

using counters::CacheState;

const std::optional<catalogue::Samples>& samples_of(const Result& result, CacheState caches) {
  return caches == CacheState::cold ? result.cold : result.hot;
}

bool is_timed(const Result& result) {
  return result.cold || result.hot;
}
bool is_predicted(const Result& result) {
  return !is_timed(result) && result.predicted;
}

/// Without quartiles, nothing is known of the spread.
std::optional<Interval> interval_of(double low, double high) {
  return low > 0 && high > 0 ? std::optional(Interval{low, high}) : std::nullopt;
}

double work_of(const PredictedRun& run, Work work) {
  return static_cast<double>(work == Work::bytes ? run.work_bytes : run.work_flops);
}

/// Work by time in milliseconds, in 10^9 per second.
std::optional<Value> rate_of(double work, const Value& ms) {
  if (!(ms.number > 0) || !(work > 0)) return std::nullopt;
  const auto rate = [&](double time) { return work / (time * 1e6); };
  Value value{rate(ms.number), ms.origin, {}};
  if (ms.interval) value.interval = {rate(ms.interval->high), rate(ms.interval->low)};
  return value;
}

}  // namespace

Value time_of(const PredictedRun& run, CacheState caches) {
  const predict::PredictedTime& time = caches == CacheState::cold ? run.prediction.cold : run.prediction.hot;
  return {time.ms, Origin::predicted, interval_of(time.low, time.high)};
}

std::optional<PlanTime> time_of(const Result& result, CacheState caches) {
  if (const auto& samples = samples_of(result, caches)) {
    return PlanTime{
        {samples->median, origin_of_times(result), interval_of(samples->q1, samples->q3)}, caches, &*samples};
  }
  if (!is_predicted(result)) return std::nullopt;
  return PlanTime{time_of(*result.predicted, caches), caches, nullptr};
}

std::optional<PlanTime> time_of(const Result& result) {
  const auto cold = time_of(result, CacheState::cold);
  return cold ? cold : time_of(result, CacheState::hot);
}

Origin origin_of_times(const Result& result) {
  return origin_in(result, is_predicted(result) ? Origin::predicted : Origin::measured);
}

Origin origin_in(const Result& result, Origin origin) {
  const bool computed = origin == Origin::predicted || origin == Origin::derived;
  return result.recorded.empty() || computed ? origin : Origin::recorded;
}

double work_of(const Result& result, Work work) {
  if (is_predicted(result)) return work_of(*result.predicted, work);
  return static_cast<double>(work == Work::bytes ? result.work_bytes : result.work_flops);
}

const std::map<std::string, std::int64_t>& sizes_of_time(const Result& result) {
  return is_predicted(result) ? result.predicted->sizes : result.sizes;
}

std::optional<Value> rate_of(const Result& result, Work work) {
  const auto time = time_of(result);
  return time ? rate_of(work_of(result, work), time->ms) : std::nullopt;
}

std::optional<Value> rate_of(const Result& result, Work work, CacheState caches) {
  const auto time = time_of(result, caches);
  return time ? rate_of(work_of(result, work), time->ms) : std::nullopt;
}

std::optional<Value> rate_of(const PredictedRun& run, Work work) {
  return rate_of(work_of(run, work), time_of(run, CacheState::cold));
}

std::optional<double> peak_of(const Result& result, Work work) {
  const auto& sheet = result.sheet;
  const double peak = work == Work::flops    ? (sheet ? sheet->fp32_gflop_per_s : 0)
                      : is_predicted(result) ? (sheet ? sheet->gb_per_s : 0)
                                             : result.machine.peak_gb_per_s;
  return peak > 0 ? std::optional(peak) : std::nullopt;
}

std::optional<Value> share_of_peak(const Result& result, Work work) {
  const auto rate = rate_of(result, work);
  const auto peak = peak_of(result, work);
  return rate && peak ? std::optional(share_of(*rate, *peak)) : std::nullopt;
}

std::optional<Value> share_of_copy(const Result& result) {
  const auto rate = rate_of(result, Work::bytes);
  if (!rate || !result.best_copy || !(result.best_copy->gb_per_s > 0)) return std::nullopt;
  return share_of(*rate, result.best_copy->gb_per_s);
}

const LaunchInfo* main_launch(const Result& result) {
  const auto largest = std::ranges::max_element(result.launches, {}, [](const LaunchInfo& launch) {
    return std::pair(launch.registers, launch.grid.count() * launch.block.count());
  });
  return largest == result.launches.end() ? nullptr : &*largest;
}

std::optional<double> multiprocessors_of(const Result& result) {
  if (is_timed(result) && result.machine.sm_count > 0) return result.machine.sm_count;
  return result.sheet ? std::optional<double>(result.sheet->sm_count) : std::nullopt;
}

std::optional<double> blocks_of(const Result& result, const LaunchInfo& launch) {
  if (sizes_of_time(result) == result.sizes) return static_cast<double>(launch.grid.count());
  const auto& blocks = result.predicted->launch_blocks;
  const auto largest = std::ranges::max_element(blocks);
  return largest == blocks.end() ? std::nullopt : std::optional(static_cast<double>(*largest));
}

bool has_driver_occupancy(const Result& result) {
  return result.backend == Backend::gpu && is_timed(result);
}

}  // namespace lanescope::experiments
