#include "gpu/counters/metric_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpu/counters/cupti.h"
#include "gpu/messages.h"

namespace lanescope::gpu {

MetricHost::~MetricHost() = default;
MetricHost::MetricHost(MetricHost&&) noexcept = default;
MetricHost& MetricHost::operator=(MetricHost&&) noexcept = default;

Expected<MetricHost> MetricHost::open(const std::vector<std::string>& cupti_files, const std::string& chip) {
  TRY(auto cupti, Cupti::open(cupti_files));
  return create(std::move(cupti), chip);
}

#if LANESCOPE_HAS_CUPTI

namespace {

/// CUPTI's object for one configuration. It gathers metrics and never forgets one, so each configuration has its own.
class HostObject {
 public:
  static Expected<HostObject> create(const Cupti& cupti, const std::string& chip) {
    auto params = sized<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    params.pChipName = chip.c_str();
    TRY_STATUS(cupti.cuptiProfilerHostInitialize(&params));
    return HostObject(cupti, params.pHostObject);
  }
  ~HostObject() {
    if (object_ == nullptr) return;
    auto params = sized<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    params.pHostObject = object_;
    static_cast<void>(cupti_->cuptiProfilerHostDeinitialize.call_noexcept(&params));
  }
  HostObject(HostObject&& other) noexcept : cupti_(other.cupti_), object_(std::exchange(other.object_, nullptr)) {}
  HostObject& operator=(HostObject&& other) noexcept {
    cupti_ = other.cupti_;
    std::swap(object_, other.object_);
    return *this;
  }

  [[nodiscard]] CUpti_Profiler_Host_Object* get() const noexcept { return object_; }

  [[nodiscard]] Status add(const std::vector<std::string>& metrics) const {
    std::vector<const char*> names = pointers(metrics);
    auto params =
        sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
    params.pHostObject = object_;
    params.ppMetricNames = names.data();
    params.numMetrics = names.size();
    return cupti_->cuptiProfilerHostConfigAddMetrics(&params);
  }

  static std::vector<const char*> pointers(const std::vector<std::string>& names) {
    std::vector<const char*> result;
    for (const std::string& name : names) result.push_back(name.c_str());
    return result;
  }

 private:
  HostObject(const Cupti& cupti, CUpti_Profiler_Host_Object* object) : cupti_(&cupti), object_(object) {}

  const Cupti* cupti_;
  CUpti_Profiler_Host_Object* object_;
};

std::optional<std::string> description_in(const Cupti& cupti, const HostObject& host, const std::string& metric) {
  auto params =
      sized<CUpti_Profiler_Host_GetMetricProperties_Params>(CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE);
  params.pHostObject = host.get();
  params.pMetricName = metric.c_str();
  if (!cupti.cuptiProfilerHostGetMetricProperties(&params)) return std::nullopt;
  return params.pDescription == nullptr ? std::string() : std::string(params.pDescription);
}

/// Whether a configuration takes this metric: the properties know its base, but not whether it has such an ending.
bool can_be_configured(const Cupti& cupti, const std::string& chip, const std::string& metric) {
  const auto host = HostObject::create(cupti, chip);
  return host && host->add({metric});
}

}  // namespace

Expected<std::string> cupti_description(const std::vector<std::string>& cupti_files) {
  TRY(const auto cupti, Cupti::open(cupti_files));
  const unsigned version = cupti->version();
  // Since CUDA 13 it is 10000 * major + 100 * minor + update; before it was a running number.
  const std::string text = version >= 100'000
                               ? fmt::format("{}.{}.{}", version / 10'000, version / 100 % 100, version % 100)
                               : fmt::format("of API version {}", version);
  return fmt::format("CUPTI {} ({})", text, cupti->library.file());
}

Expected<MetricHost> MetricHost::create(std::shared_ptr<const Cupti> cupti, const std::string& chip) {
  TRY_STATUS(HostObject::create(*cupti, chip));  // an unknown chip is refused here
  MetricHost host;
  host.cupti_ = std::move(cupti);
  host.chip_ = chip;
  return host;
}

Expected<std::vector<std::string>> MetricHost::chips(const std::vector<std::string>& cupti_files) {
  TRY(const auto cupti, Cupti::open(cupti_files));
  auto params =
      sized<CUpti_Profiler_Host_GetSupportedChips_Params>(CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE);
  TRY_STATUS(cupti->cuptiProfilerHostGetSupportedChips(&params));
  std::vector<std::string> names;
  for (const char* const name : std::span(params.ppChipNames, params.numChips)) names.emplace_back(name);
  return names;
}

std::optional<std::string> MetricHost::description(const std::string& metric) const {
  const auto host = HostObject::create(*cupti_, chip_);
  if (!host || !host->add({metric})) return std::nullopt;
  return description_in(*cupti_, *host, metric);
}

Expected<MetricConfig> MetricHost::config(std::span<const std::string> metrics) const {
  MetricConfig config;
  config.metrics.assign(metrics.begin(), metrics.end());
  TRY(auto host, HostObject::create(*cupti_, chip_));
  if (!host.add(config.metrics)) {
    std::erase_if(config.metrics,
                  [&](const std::string& metric) { return !can_be_configured(*cupti_, chip_, metric); });
    if (config.metrics.empty() && !metrics.empty()) {
      return failure(FaultKind::no_counters, message<"counters.no_metrics">(chip_, metrics.front()));
    }
    TRY(host, HostObject::create(*cupti_, chip_));
    TRY_STATUS(host.add(config.metrics));
  }
  auto size =
      sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
  size.pHostObject = host.get();
  TRY_STATUS(cupti_->cuptiProfilerHostGetConfigImageSize(&size));
  config.image.resize(size.configImageSize);
  auto image = sized<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
  image.pHostObject = host.get();
  image.configImageSize = config.image.size();
  image.pConfigImage = config.image.data();
  TRY_STATUS(cupti_->cuptiProfilerHostGetConfigImage(&image));
  auto passes = sized<CUpti_Profiler_Host_GetNumOfPasses_Params>(CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
  passes.configImageSize = config.image.size();
  passes.pConfigImage = config.image.data();
  TRY_STATUS(cupti_->cuptiProfilerHostGetNumOfPasses(&passes));
  config.passes = static_cast<int>(passes.numOfPasses);
  return config;
}

Expected<std::vector<std::optional<double>>> MetricHost::evaluate(const std::vector<std::uint8_t>& counters,
                                                                  std::size_t range,
                                                                  const std::vector<std::string>& metrics) const {
  TRY(const auto host, HostObject::create(*cupti_, chip_));
  TRY_STATUS(host.add(metrics));
  std::vector<const char*> names = HostObject::pointers(metrics);
  std::vector<double> values(metrics.size(), std::nan(""));
  auto params =
      sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
  params.pHostObject = host.get();
  params.pCounterDataImage = counters.data();
  params.counterDataImageSize = counters.size();
  params.rangeIndex = range;
  params.ppMetricNames = names.data();
  params.numMetrics = names.size();
  params.pMetricValues = values.data();
  TRY_STATUS(cupti_->cuptiProfilerHostEvaluateToGpuValues(&params));
  std::vector<std::optional<double>> known;
  for (const double value : values) known.push_back(std::isfinite(value) ? std::optional(value) : std::nullopt);
  return known;
}

Expected<std::map<std::string, std::uint64_t>> MetricHost::instruction_metrics() const {
  TRY_STATUS(HostObject::create(*cupti_, chip_));  // without one before it, the next call answers "not initialized"
  auto count = sized<CUpti_SassMetrics_GetNumOfMetrics_Params>(CUpti_SassMetrics_GetNumOfMetrics_Params_STRUCT_SIZE);
  count.pChipName = chip_.c_str();
  TRY_STATUS(cupti_->cuptiSassMetricsGetNumOfMetrics(&count));
  std::vector<CUpti_SassMetrics_MetricDetails> details(count.numOfMetrics);
  auto list = sized<CUpti_SassMetrics_GetMetrics_Params>(CUpti_SassMetrics_GetMetrics_Params_STRUCT_SIZE);
  list.pChipName = chip_.c_str();
  list.numOfMetrics = details.size();
  list.pMetricsList = details.data();
  TRY_STATUS(cupti_->cuptiSassMetricsGetMetrics(&list));
  std::map<std::string, std::uint64_t> numbers;
  for (const CUpti_SassMetrics_MetricDetails& metric : details) numbers[metric.pMetricName] = metric.metricId;
  return numbers;
}

#else

// Without CUPTI's headers no object of this class comes into being.
namespace {
constexpr const char* never = "a metric host without CUPTI";
}
Expected<std::string> cupti_description(const std::vector<std::string>& cupti_files) {
  TRY_STATUS(Cupti::open(cupti_files));
  throw MachineError(Error{never, "", ""});
}
Expected<MetricHost> MetricHost::create(std::shared_ptr<const Cupti> /*cupti*/, const std::string& /*chip*/) {
  throw MachineError(Error{never, "", ""});
}
Expected<std::vector<std::string>> MetricHost::chips(const std::vector<std::string>& cupti_files) {
  TRY_STATUS(Cupti::open(cupti_files));
  throw MachineError(Error{never, "", ""});
}
std::optional<std::string> MetricHost::description(const std::string& /*metric*/) const {
  throw MachineError(Error{never, "", ""});
}
Expected<MetricConfig> MetricHost::config(std::span<const std::string> /*metrics*/) const {
  throw MachineError(Error{never, "", ""});
}
Expected<std::vector<std::optional<double>>> MetricHost::evaluate(const std::vector<std::uint8_t>& /*counters*/,
                                                                  std::size_t /*range*/,
                                                                  const std::vector<std::string>& /*metrics*/) const {
  throw MachineError(Error{never, "", ""});
}
Expected<std::map<std::string, std::uint64_t>> MetricHost::instruction_metrics() const {
  throw MachineError(Error{never, "", ""});
}

#endif

}  // namespace lanescope::gpu
