#include "gpu/counters/range_counter.h"

#include <fmt/format.h>

#include <utility>

#include "gpu/messages.h"

#if LANESCOPE_HAS_CUPTI

namespace lanescope::gpu {
namespace {

constexpr std::size_t max_ranges = 1;
/// A configuration that wants more passes than this is a mistake, and must not run for ever.
constexpr int max_passes = 100;

}  // namespace

RangeCounter::~RangeCounter() {
  end_profiler();
}
RangeCounter::RangeCounter(RangeCounter&& other) noexcept
    : cupti_(std::move(other.cupti_)),
      context_(other.context_),
      profiler_(std::exchange(other.profiler_, nullptr)),
      config_(std::move(other.config_)),
      counters_(std::move(other.counters_)),
      used_(other.used_) {}
RangeCounter& RangeCounter::operator=(RangeCounter&& other) noexcept {
  std::swap(cupti_, other.cupti_);
  std::swap(context_, other.context_);
  std::swap(profiler_, other.profiler_);
  std::swap(config_, other.config_);
  std::swap(counters_, other.counters_);
  std::swap(used_, other.used_);
  return *this;
}

Expected<RangeCounter> RangeCounter::enable(std::shared_ptr<const Cupti> cupti, CUcontext context) {
  RangeCounter counter(std::move(cupti), context);
  TRY_STATUS(counter.start_profiler());
  return counter;
}

Status RangeCounter::start_profiler() {
  auto params = sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
  params.ctx = context_;
  TRY_STATUS(cupti_->cuptiRangeProfilerEnable(&params));
  profiler_ = params.pRangeProfilerObject;
  used_ = false;
  return {};
}

void RangeCounter::end_profiler() noexcept {
  if (profiler_ == nullptr) return;
  auto params = sized<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
  params.pRangeProfilerObject = std::exchange(profiler_, nullptr);
  static_cast<void>(cupti_->cuptiRangeProfilerDisable.call_noexcept(&params));
}

Status RangeCounter::make_counter_image() {
  std::vector<const char*> names;
  for (const std::string& metric : config_.metrics) names.push_back(metric.c_str());
  auto size =
      sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
  size.pRangeProfilerObject = profiler_;
  size.pMetricNames = names.data();
  size.numMetrics = names.size();
  size.maxNumOfRanges = max_ranges;
  size.maxNumRangeTreeNodes = max_ranges;
  TRY_STATUS(cupti_->cuptiRangeProfilerGetCounterDataSize(&size));
  counters_.assign(size.counterDataSize, 0);
  auto image = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
      CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
  image.pRangeProfilerObject = profiler_;
  image.counterDataSize = counters_.size();
  image.pCounterData = counters_.data();
  return cupti_->cuptiRangeProfilerCounterDataImageInitialize(&image);
}

Status RangeCounter::configure(bool kernel_alone) {
  auto params = sized<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
  params.pRangeProfilerObject = profiler_;
  params.configSize = config_.image.size();
  params.pConfig = config_.image.data();
  params.counterDataImageSize = counters_.size();
  params.pCounterDataImage = counters_.data();
  params.range = kernel_alone ? CUPTI_AutoRange : CUPTI_UserRange;
  params.replayMode = CUPTI_UserReplay;
  params.maxRangesPerPass = max_ranges;
  params.numNestingLevels = 1;
  params.minNestingLevel = 1;
  params.passIndex = 0;
  params.targetNestingLevel = 1;
  used_ = true;
  return cupti_->cuptiRangeProfilerSetConfig(&params);
}

Expected<bool> RangeCounter::run_pass(const ProfiledPlan& plan, bool kernel_alone) const {
  TRY_STATUS(plan.reset());
  auto start = sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
  start.pRangeProfilerObject = profiler_;
  TRY_STATUS(cupti_->cuptiRangeProfilerStart(&start));
  if (!kernel_alone) {
    auto push = sized<CUpti_RangeProfiler_PushRange_Params>(CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE);
    push.pRangeProfilerObject = profiler_;
    push.pRangeName = "plan";
    TRY_STATUS(cupti_->cuptiRangeProfilerPushRange(&push));
  }
  // Whatever happened to the run, what was begun is ended, so that the next pass or page finds a clean profiler.
  const Status ran = plan.run();
  if (!ran && ran.error().context_lost) return failure(ran.error());
  if (!kernel_alone) {
    auto pop = sized<CUpti_RangeProfiler_PopRange_Params>(CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE);
    pop.pRangeProfilerObject = profiler_;
    TRY_STATUS(cupti_->cuptiRangeProfilerPopRange(&pop));
  }
  auto stop = sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
  stop.pRangeProfilerObject = profiler_;
  TRY_STATUS(cupti_->cuptiRangeProfilerStop(&stop));
  TRY_STATUS(ran);
  return stop.isAllPassSubmitted != 0;
}

Expected<std::size_t> RangeCounter::decode() const {
  auto decode = sized<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
  decode.pRangeProfilerObject = profiler_;
  TRY_STATUS(cupti_->cuptiRangeProfilerDecodeData(&decode));
  if (decode.numOfRangeDropped > 0) {
    return failure(FaultKind::no_counters, message<"counters.dropped_ranges">(decode.numOfRangeDropped), "",
                   message<"counters.dropped_records_remedy">());
  }
  auto info =
      sized<CUpti_RangeProfiler_GetCounterDataInfo_Params>(CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
  info.pCounterDataImage = counters_.data();
  info.counterDataImageSize = counters_.size();
  TRY_STATUS(cupti_->cuptiRangeProfilerGetCounterDataInfo(&info));
  return info.numTotalRanges;
}

Expected<std::vector<std::optional<double>>> RangeCounter::count(const MetricHost& host, const MetricConfig& config,
                                                                 const ProfiledPlan& plan) {
  TRY_STATUS(plan.fail_if_abandoned());
  // A profiler takes one configuration in its life: with a second one CUPTI 13.0 counts nothing, and says nothing.
  if (used_) {
    end_profiler();
    TRY_STATUS(start_profiler());
  }
  config_ = config;
  TRY_STATUS(make_counter_image());
  TRY_STATUS(configure(plan.one_kernel));
  for (int pass = 0;; ++pass) {
    TRY_STATUS(plan.fail_if_abandoned());
    auto last = run_pass(plan, plan.one_kernel);
    if (!last && last.error().context_lost) profiler_ = nullptr;  // nothing of a lost context can be ended
    TRY(const bool ended, std::move(last));
    if (ended) break;
    if (pass == max_passes) {
      return failure(FaultKind::no_counters, message<"counters.too_many_passes">(max_passes), "",
                     message<"counters.too_many_passes_remedy">());
    }
  }
  TRY(const auto ranges, decode());
  if (ranges != 1) {
    return failure(FaultKind::no_counters, message<"counters.too_many_ranges">(ranges), "",
                   message<"counters.dropped_records_remedy">());
  }
  return host.evaluate(counters_, 0, config_.metrics);
}

}  // namespace lanescope::gpu

#endif
