#include "gpu/counters/stall_sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <string_view>
#include <thread>
#include <utility>

#include "gpu/messages.h"

#if LANESCOPE_HAS_CUPTI

namespace lanescope::gpu {
namespace {

/// Instructions that one call of GetData returns; more come with further calls.
constexpr std::size_t instructions_at_once = 4096;
constexpr std::size_t hardware_buffer_bytes = std::size_t{64} << 20;
/// Where stopping left the buffer empty, samples are still being decoded on a thread of CUPTI.
constexpr int max_reads = 1000;
constexpr int empty_reads = 5;
constexpr std::chrono::milliseconds between_empty_reads{5};

/// Returns "long_scoreboard" for "smsp__pcsamp_warps_issue_stalled_long_scoreboard". It returns nothing for what is no
/// reason (the number of samples), and for samples in which the scheduler issued nothing, which are part of the others.
std::string reason_of(std::string_view name) {
  constexpr std::string_view mark = "issue_stalled_";
  const auto found = name.find(mark);
  if (found == std::string_view::npos || name.ends_with("_not_issued")) return {};
  const std::string_view reason = name.substr(found + mark.size());
  // The counters of the whole kernel, from which quantities have their names, say it in the singular.
  return reason == "no_instructions" ? "no_instruction" : std::string(reason);
}

/// PC sampling of a context, enabled while this lives.
class Sampling {
 public:
  Sampling(const Cupti& cupti, CUcontext context) : cupti_(cupti), context_(context) {}
  Sampling(const Sampling&) = delete;
  Sampling& operator=(const Sampling&) = delete;
  ~Sampling() {
    if (!enabled_) return;
    auto params = sized<CUpti_PCSamplingDisableParams>(CUpti_PCSamplingDisableParamsSize);
    params.ctx = context_;
    static_cast<void>(cupti_.cuptiPCSamplingDisable.call_noexcept(&params));
  }

  /// It comes before everything else, because CUPTI 13.1 tells no reasons without it.
  [[nodiscard]] Status enable() {
    auto params = sized<CUpti_PCSamplingEnableParams>(CUpti_PCSamplingEnableParamsSize);
    params.ctx = context_;
    TRY_STATUS(cupti_.cuptiPCSamplingEnable(&params));
    enabled_ = true;
    return {};
  }
  void forget() noexcept { enabled_ = false; }

  [[nodiscard]] Status read_reasons() {
    std::size_t count = 0;
    auto number = sized<CUpti_PCSamplingGetNumStallReasonsParams>(CUpti_PCSamplingGetNumStallReasonsParamsSize);
    number.ctx = context_;
    number.numStallReasons = &count;
    TRY_STATUS(cupti_.cuptiPCSamplingGetNumStallReasons(&number));
    indices_.resize(count);
    std::vector<std::array<char, CUPTI_STALL_REASON_STRING_SIZE>> names(count);
    std::vector<char*> pointers;
    for (auto& name : names) pointers.push_back(name.data());
    auto list = sized<CUpti_PCSamplingGetStallReasonsParams>(CUpti_PCSamplingGetStallReasonsParamsSize);
    list.ctx = context_;
    list.numStallReasons = count;
    list.stallReasonIndex = indices_.data();
    list.stallReasons = pointers.data();
    TRY_STATUS(cupti_.cuptiPCSamplingGetStallReasons(&list));
    for (std::size_t i = 0; i < count; ++i) reasons_[indices_[i]] = reason_of(pointers[i]);
    if (count > 0) return {};
    return failure(FaultKind::no_counters, message<"counters.no_stall_reasons">(), "",
                   message<"counters.no_stall_reasons_remedy">());
  }

  [[nodiscard]] Status configure(unsigned period_exponent) {
    stalls_.resize(instructions_at_once * indices_.size());
    instructions_.resize(instructions_at_once);
    for (std::size_t i = 0; i < instructions_at_once; ++i) {
      instructions_[i].size = sizeof(CUpti_PCSamplingPCData);
      instructions_[i].stallReason = &stalls_[i * indices_.size()];
    }
    data_.size = sizeof(CUpti_PCSamplingData);
    data_.collectNumPcs = instructions_at_once;
    data_.pPcData = instructions_.data();
    std::vector<CUpti_PCSamplingConfigurationInfo> attributes;
    const auto add = [&](CUpti_PCSamplingConfigurationAttributeType type) -> auto& {
      CUpti_PCSamplingConfigurationInfo& attribute = attributes.emplace_back();
      attribute.attributeType = type;
      return attribute.attributeData;
    };
    add(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD).samplingPeriodData.samplingPeriod = period_exponent;
    auto& reasons = add(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_STALL_REASON).stallReasonData;
    reasons.stallReasonCount = indices_.size();
    reasons.pStallReasonIndex = indices_.data();
    add(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE).hardwareBufferSizeData.hardwareBufferSize =
        hardware_buffer_bytes;
    add(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL)
        .enableStartStopControlData.enableStartStopControl = 1;
    add(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_OUTPUT_DATA_FORMAT).outputDataFormatData.outputDataFormat =
        CUPTI_PC_SAMPLING_OUTPUT_DATA_FORMAT_PARSED;
    add(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER).samplingDataBufferData.samplingDataBuffer =
        &data_;
    auto params = sized<CUpti_PCSamplingConfigurationInfoParams>(CUpti_PCSamplingConfigurationInfoParamsSize);
    params.ctx = context_;
    params.numAttributes = attributes.size();
    params.pPCSamplingConfigurationInfo = attributes.data();
    TRY_STATUS(cupti_.cuptiPCSamplingSetConfigurationAttribute(&params));
    // The call may succeed although it refused one of them.
    for (const CUpti_PCSamplingConfigurationInfo& attribute : attributes) {
      if (attribute.attributeStatus == CUPTI_SUCCESS) continue;
      return failure(cupti_error(static_cast<int>(attribute.attributeStatus),
                                 message<"cupti.attribute">(static_cast<int>(attribute.attributeType)), ""));
    }
    return {};
  }

  [[nodiscard]] Status run(const ProfiledPlan& plan) {
    auto start = sized<CUpti_PCSamplingStartParams>(CUpti_PCSamplingStartParamsSize);
    start.ctx = context_;
    TRY_STATUS(cupti_.cuptiPCSamplingStart(&start));
    const Status ran = plan.run();
    if (!ran && ran.error().context_lost) return ran;
    auto stop = sized<CUpti_PCSamplingStopParams>(CUpti_PCSamplingStopParamsSize);
    stop.ctx = context_;
    TRY_STATUS(cupti_.cuptiPCSamplingStop(&stop));
    return ran;
  }

  /// Stopping has filled the buffer; what did not fit is fetched.
  [[nodiscard]] Expected<StallSamples> read() {
    StallSamples samples;
    ByInstruction by_instruction;
    auto params = sized<CUpti_PCSamplingGetDataParams>(CUpti_PCSamplingGetDataParamsSize);
    params.ctx = context_;
    params.pcSamplingData = &data_;
    take(samples, by_instruction);
    bool more = data_.remainingNumPcs > 0 || samples.total == 0;
    for (int reads = 0, empty = 0; more && reads < max_reads && empty < empty_reads; ++reads) {
      data_.totalNumPcs = 0;
      data_.totalSamples = 0;
      data_.droppedSamples = 0;
      data_.remainingNumPcs = 0;
      TRY_STATUS(cupti_.cuptiPCSamplingGetData(&params));
      take(samples, by_instruction);
      more = data_.remainingNumPcs > 0 || samples.total == 0;
      if (data_.totalNumPcs > 0) continue;
      ++empty;
      std::this_thread::sleep_for(between_empty_reads);
    }
    for (const auto& [instruction, by_reason] : by_instruction) {
      samples.instructions.push_back({instruction.first, static_cast<std::uint32_t>(instruction.second), by_reason});
    }
    return samples;
  }

 private:
  using ByInstruction = std::map<std::pair<std::string, std::uint64_t>, std::map<std::string, std::uint64_t>>;

  void take(StallSamples& samples, ByInstruction& by_instruction) {
    samples.total += data_.totalSamples;
    samples.dropped += data_.droppedSamples;
    add_to(by_instruction);
  }

  void add_to(ByInstruction& by_instruction) {
    for (std::size_t i = 0; i < std::min<std::size_t>(data_.totalNumPcs, instructions_at_once); ++i) {
      const CUpti_PCSamplingPCData& instruction = instructions_[i];
      // CUPTI shares the name between records and does not say with which, so it is not freed here.
      const std::string function = instruction.functionName == nullptr ? "" : instruction.functionName;
      auto& by_reason = by_instruction[{function, instruction.pcOffset}];
      for (std::size_t k = 0; k < std::min<std::size_t>(instruction.stallReasonCount, indices_.size()); ++k) {
        const CUpti_PCSamplingStallReason stall = instruction.stallReason[k];
        if (stall.samples == 0) continue;
        const auto reason = reasons_.find(stall.pcSamplingStallReasonIndex);
        if (reason != reasons_.end() && !reason->second.empty()) by_reason[reason->second] += stall.samples;
      }
    }
  }

  const Cupti& cupti_;
  CUcontext context_;
  bool enabled_ = false;
  std::vector<std::uint32_t> indices_;
  std::map<std::uint32_t, std::string> reasons_;  // empty for what is no reason
  std::vector<CUpti_PCSamplingStallReason> stalls_;
  std::vector<CUpti_PCSamplingPCData> instructions_;
  CUpti_PCSamplingData data_{};
};

}  // namespace

Expected<StallSamples> sample_each_instruction(const Cupti& cupti, CUcontext context, unsigned period_exponent,
                                               const ProfiledPlan& plan) {
  TRY_STATUS(plan.fail_if_abandoned());
  Sampling sampling(cupti, context);
  TRY_STATUS(sampling.enable());
  TRY_STATUS(sampling.read_reasons());
  TRY_STATUS(sampling.configure(period_exponent));
  if (plan.reload) TRY_STATUS(plan.reload());
  TRY_STATUS(plan.reset());
  const Status ran = sampling.run(plan);
  if (!ran && ran.error().context_lost) sampling.forget();
  TRY_STATUS(ran);
  TRY(auto samples, sampling.read());
  samples.period_exponent = period_exponent;
  if (samples.instructions.empty()) {
    return failure(FaultKind::no_counters, message<"counters.no_samples">(samples.total), "",
                   message<"counters.no_samples_remedy">());
  }
  return samples;
}

}  // namespace lanescope::gpu

#endif
