#include "gpu/counters/instruction_counter.h"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/messages.h"
#include "gpu/messages.h"

#if LANESCOPE_HAS_CUPTI

namespace lanescope::gpu {
namespace {

/// Each launch patches and flushes anew, which takes milliseconds.
constexpr std::size_t max_launches = 200;

}  // namespace

InstructionCounter::~InstructionCounter() {
  if (!owns_choice_) return;
  auto params = sized<CUpti_SassMetricsUnsetConfig_Params>(CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE);
  params.deviceIndex = device_;
  // Nobody is left whom a failure would concern.
  (void)cupti_->cuptiSassMetricsUnsetConfig.call_noexcept(&params);
}

Status InstructionCounter::choose(const MetricHost& host, const std::vector<std::string>& metrics) {
  if (chosen_) return {};
  TRY(const auto known, host.instruction_metrics());
  metrics_.clear();
  ids_.clear();
  std::vector<CUpti_SassMetrics_Config> configs;
  for (const std::string& metric : metrics) {
    const auto id = known.find(metric);
    if (id == known.end()) continue;
    metrics_.push_back(metric);
    ids_.push_back(id->second);
    configs.push_back({id->second, CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU});
  }
  if (configs.empty()) {
    return failure(FaultKind::no_counters, message<"counters.no_instruction_metrics">(host.chip()));
  }
  auto params = sized<CUpti_SassMetricsSetConfig_Params>(CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE);
  params.numOfMetricConfig = configs.size();
  params.pConfigs = configs.data();
  params.deviceIndex = device_;
  const CUptiResult answer = cupti_->cuptiSassMetricsSetConfig.call_noexcept(&params);
  // An operation that is not valid now is a second choice: another counter of this process has made the first.
  owns_choice_ = answer == CUPTI_SUCCESS;
  chosen_ = owns_choice_ || answer == CUPTI_ERROR_INVALID_OPERATION;
  if (chosen_) return {};
  if (answer == CUPTI_ERROR_OUT_OF_MEMORY) {
    return failure(FaultKind::no_counters, message<"counters.instructions_once">(), "",
                   message<"counters.instructions_once_remedy">());
  }
  return failure(cupti_error(static_cast<int>(answer), "cuptiSassMetricsSetConfig", cupti_->name_of(answer)));
}

Status InstructionCounter::gather(Totals& totals) const {
  auto properties =
      sized<CUpti_SassMetricsGetDataProperties_Params>(CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE);
  properties.ctx = context_;
  TRY_STATUS(cupti_->cuptiSassMetricsGetDataProperties(&properties));
  const std::size_t records = properties.numOfPatchedInstructionRecords;
  if (records == 0) return {};
  // CUPTI 13.0 gives a record for each instruction and metric that concerns it. There is room for a CUPTI that puts all
  // metrics of an instruction into one; a metric of number 0 marks a place that was not filled.
  const std::size_t places = std::max<std::size_t>(properties.numOfInstances, 1) * ids_.size();
  std::vector<CUpti_SassMetrics_InstanceValue> values(records * places);
  std::vector<CUpti_SassMetrics_Data> data(records);
  for (std::size_t i = 0; i < records; ++i) {
    data[i].structSize = sizeof(CUpti_SassMetrics_Data);
    data[i].pInstanceValues = &values[i * places];
  }
  auto flush = sized<CUpti_SassMetricsFlushData_Params>(CUpti_SassMetricsFlushData_Params_STRUCT_SIZE);
  flush.ctx = context_;
  flush.numOfPatchedInstructionRecords = records;
  flush.numOfInstances = properties.numOfInstances;
  flush.pMetricsData = data.data();
  TRY_STATUS(cupti_->cuptiSassMetricsFlushData(&flush));
  for (const CUpti_SassMetrics_Data& record : data) {
    auto& total = totals[{record.functionName == nullptr ? "" : record.functionName, record.pcOffset}];
    total.resize(ids_.size());
    for (std::size_t place = 0; place < places; ++place) {
      const auto id = std::find(ids_.begin(), ids_.end(), record.pInstanceValues[place].metricId);
      if (id == ids_.end()) continue;
      auto& sum = total[static_cast<std::size_t>(id - ids_.begin())];
      sum = sum.value_or(0) + record.pInstanceValues[place].value;
    }
  }
  return {};
}

Status InstructionCounter::count_launch(const ProfiledPlan& plan, std::size_t index, Totals& totals) {
  auto enable = sized<CUpti_SassMetricsEnable_Params>(CUpti_SassMetricsEnable_Params_STRUCT_SIZE);
  enable.ctx = context_;
  enable.enableLazyPatching = 1;
  TRY_STATUS(cupti_->cuptiSassMetricsEnable(&enable));
  const Status ran = plan.launch(index);
  if (!ran && ran.error().context_lost) return ran;  // nothing of a lost context can be ended
  const Status gathered = ran ? gather(totals) : Status{};
  auto disable = sized<CUpti_SassMetricsDisable_Params>(CUpti_SassMetricsDisable_Params_STRUCT_SIZE);
  disable.ctx = context_;
  const Status disabled = cupti_->cuptiSassMetricsDisable(&disable);
  TRY_STATUS(ran);
  TRY_STATUS(gathered);
  TRY_STATUS(disabled);
  if (disable.numOfDroppedRecords == 0) return {};
  return failure(FaultKind::no_counters, message<"counters.dropped_records">(disable.numOfDroppedRecords), "",
                 message<"counters.dropped_records_remedy">());
}

Expected<InstructionCounter::Totals> InstructionCounter::count_plan(const ProfiledPlan& plan) {
  if (plan.reload) TRY_STATUS(plan.reload());
  TRY_STATUS(plan.reset());
  Totals totals;
  for (std::size_t launch = 0; launch < plan.launches; ++launch) {
    TRY_STATUS(plan.fail_if_abandoned());
    TRY_STATUS(count_launch(plan, launch, totals));
  }
  return totals;
}

bool InstructionCounter::counted_anything(const Totals& totals) {
  return std::ranges::any_of(totals, [](const auto& instruction) {
    return std::ranges::any_of(instruction.second, [](const auto& value) { return value.value_or(0) > 0; });
  });
}

Expected<InstructionCounts> InstructionCounter::count(const MetricHost& host, const std::vector<std::string>& metrics,
                                                      const ProfiledPlan& plan) {
  if (plan.launches > max_launches) {
    return failure(FaultKind::no_counters, message<"counters.too_many_launches">(plan.launches, max_launches), "",
                   message<"problem.choose_smaller">());
  }
  TRY_STATUS(choose(host, metrics));
  TRY(const Totals totals, count_plan(plan));
  if (!counted_anything(totals)) {
    return failure(FaultKind::no_counters, message<"counters.no_instruction_counted">(), "",
                   message<"counters.dropped_records_remedy">());
  }
  InstructionCounts counts;
  counts.metrics = metrics_;
  for (const auto& [instruction, values] : totals) {
    counts.instructions.push_back({instruction.first, instruction.second, values});
  }
  return counts;
}

}  // namespace lanescope::gpu

#endif
