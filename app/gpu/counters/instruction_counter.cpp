#include "gpu/counters/instruction_counter.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#if WARPSCOPE_HAS_CUPTI

namespace warpscope::gpu {
namespace {

/// Each launch patches and flushes anew, which takes milliseconds.
constexpr std::size_t most_launches = 200;

using Instruction = std::pair<std::string, std::uint32_t>;  // function and offset
using Totals = std::map<Instruction, std::vector<std::optional<std::uint64_t>>>;

/// The metrics of a device, set while this lives.
class SassConfig {
 public:
  SassConfig(const Cupti& cupti, std::uint32_t device) : cupti_(cupti), device_(device) {}
  SassConfig(const SassConfig&) = delete;
  SassConfig& operator=(const SassConfig&) = delete;
  ~SassConfig() {
    if (!set_) return;
    auto params = sized<CUpti_SassMetricsUnsetConfig_Params>(CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE);
    params.deviceIndex = device_;
    cupti_.cuptiSassMetricsUnsetConfig.quietly(&params);
  }
  [[nodiscard]] Status set(std::vector<CUpti_SassMetrics_Config>& configs) {
    auto params = sized<CUpti_SassMetricsSetConfig_Params>(CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE);
    params.numOfMetricConfig = configs.size();
    params.pConfigs = configs.data();
    params.deviceIndex = device_;
    TRY_STATUS(cupti_.cuptiSassMetricsSetConfig(&params));
    set_ = true;
    return {};
  }
  /// Leaves everything as it is, because the context is lost.
  void forget() noexcept { set_ = false; }

 private:
  const Cupti& cupti_;
  std::uint32_t device_;
  bool set_ = false;
};

class Counting {
 public:
  Counting(const Cupti& cupti, CUcontext context, std::vector<std::uint64_t> ids)
      : cupti_(cupti), context_(context), ids_(std::move(ids)) {}

  /// Patches, runs one launch, and adds what it counted.
  [[nodiscard]] Status launch(const ProfiledPlan& plan, std::size_t index) {
    auto enable = sized<CUpti_SassMetricsEnable_Params>(CUpti_SassMetricsEnable_Params_STRUCT_SIZE);
    enable.ctx = context_;
    enable.enableLazyPatching = 1;
    TRY_STATUS(cupti_.cuptiSassMetricsEnable(&enable));
    const Status ran = plan.launch(index);
    if (!ran && ran.error().context_lost) return ran;
    const Status gathered = ran ? gather() : Status{};
    auto disable = sized<CUpti_SassMetricsDisable_Params>(CUpti_SassMetricsDisable_Params_STRUCT_SIZE);
    disable.ctx = context_;
    const Status disabled = cupti_.cuptiSassMetricsDisable(&disable);
    TRY_STATUS(ran);
    TRY_STATUS(gathered);
    TRY_STATUS(disabled);
    dropped_ += disable.numOfDroppedRecords;
    return {};
  }

  [[nodiscard]] const Totals& totals() const noexcept { return totals_; }
  [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }

 private:
  [[nodiscard]] Status gather() {
    auto properties =
        sized<CUpti_SassMetricsGetDataProperties_Params>(CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE);
    properties.ctx = context_;
    TRY_STATUS(cupti_.cuptiSassMetricsGetDataProperties(&properties));
    const std::size_t records = properties.numOfPatchedInstructionRecords;
    if (records == 0) return {};
    // One instance of each metric is announced; a metric of number 0 marks a place that was not filled.
    const std::size_t places = std::max<std::size_t>(properties.numOfInstances, 1) * ids_.size();
    std::vector<CUpti_SassMetrics_InstanceValue> values(records * places);
    std::vector<CUpti_SassMetrics_Data> data(records);
    for (std::size_t i = 0; i < records; ++i) {
      data[i].structSize = sizeof(CUpti_SassMetrics_Data);
      data[i].pInstanceValues = &values[i * places];
    }
    auto flush = sized<CUpti_SassMetricsFlushData_Params>(sizeof(CUpti_SassMetricsFlushData_Params));
    flush.structSize = CUpti_SassMetricsFlushData_Params_STRUCT_SIZE;
    flush.ctx = context_;
    flush.numOfPatchedInstructionRecords = records;
    flush.numOfInstances = properties.numOfInstances;
    flush.pMetricsData = data.data();
    TRY_STATUS(cupti_.cuptiSassMetricsFlushData(&flush));
    for (std::size_t i = 0; i < records; ++i) {
      const std::string function = data[i].functionName == nullptr ? "" : data[i].functionName;
      auto& total = totals_[{function, data[i].pcOffset}];
      total.resize(ids_.size());
      for (std::size_t place = 0; place < places; ++place) {
        const CUpti_SassMetrics_InstanceValue& value = data[i].pInstanceValues[place];
        const auto id = std::find(ids_.begin(), ids_.end(), value.metricId);
        if (id == ids_.end()) continue;
        auto& sum = total[static_cast<std::size_t>(id - ids_.begin())];
        sum = sum.value_or(0) + value.value;
      }
    }
    return {};
  }

  const Cupti& cupti_;
  CUcontext context_;
  std::vector<std::uint64_t> ids_;
  Totals totals_;
  std::size_t dropped_ = 0;
};

}  // namespace

Expected<InstructionCounts> count_each_instruction(const Cupti& cupti, CUcontext context, int device,
                                                   const MetricHost& host, const std::vector<std::string>& metrics,
                                                   const ProfiledPlan& plan) {
  if (plan.launches > most_launches) {
    return failure(FaultKind::no_counters,
                   fmt::format("the plan has {} launches, and instructions are counted of at most {}", plan.launches,
                               most_launches),
                   "", "choose a smaller problem");
  }
  TRY(const auto known, host.instruction_metrics());
  InstructionCounts counts;
  std::vector<std::uint64_t> ids;
  std::vector<CUpti_SassMetrics_Config> configs;
  for (const std::string& metric : metrics) {
    const auto id = known.find(metric);
    if (id == known.end()) continue;
    counts.metrics.push_back(metric);
    ids.push_back(id->second);
    configs.push_back({id->second, CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU});
  }
  if (configs.empty()) {
    return failure(FaultKind::no_counters, fmt::format("{} counts none of these metrics by instruction", host.chip()));
  }
  SassConfig config(cupti, static_cast<std::uint32_t>(device));
  TRY_STATUS(config.set(configs));
  if (plan.reload) TRY_STATUS(plan.reload());
  TRY_STATUS(plan.reset());
  Counting counting(cupti, context, std::move(ids));
  for (std::size_t launch = 0; launch < plan.launches; ++launch) {
    TRY_STATUS(plan.still_wanted());
    Status counted = counting.launch(plan, launch);
    if (!counted && counted.error().context_lost) config.forget();
    TRY_STATUS(std::move(counted));
  }
  if (counting.dropped() > 0) {
    return failure(FaultKind::no_counters, fmt::format("CUPTI dropped {} records", counting.dropped()), "",
                   "count again");
  }
  for (const auto& [instruction, values] : counting.totals()) {
    counts.instructions.push_back({instruction.first, instruction.second, values});
  }
  return counts;
}

}  // namespace warpscope::gpu

#endif
