#include "gpu/counters/profiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpu/counters/cupti.h"
#include "gpu/counters/instruction_counter.h"
#include "gpu/counters/range_counter.h"
#include "gpu/counters/stall_sampler.h"
#include "gpu/messages.h"
#include "gpu/session.h"

namespace lanescope::gpu {
namespace {

constexpr double wanted_samples = 200'000;
constexpr unsigned shortest_period = 5, longest_period = 31;

}  // namespace

unsigned sampling_period(double kernel_ms, double clock_mhz, int sm_count) {
  const double clocks = kernel_ms * clock_mhz * 1e3 * sm_count;
  if (!(clocks > 0)) return shortest_period;
  const double exponent = std::floor(std::log2(clocks / wanted_samples));
  return static_cast<unsigned>(
      std::clamp(exponent, static_cast<double>(shortest_period), static_cast<double>(longest_period)));
}

#if LANESCOPE_HAS_CUPTI

struct Profiler::State {
  std::shared_ptr<const Cupti> cupti;
  CUcontext context = nullptr;
  MetricHost host;
  std::unique_ptr<InstructionCounter> instructions;
  std::optional<RangeCounter> counter;  // while counting
  // The answer of check_permission(), which takes 0.1 s to find. A right does not come or go while a process lives.
  bool may_count = false;
  std::optional<Error> refused;
};

namespace {

bool counts_instructions(const std::string& metric) {
  return metric.find("__sass_") != std::string::npos;
}

Expected<std::string> chip_of(const Cupti& cupti, int device) {
  auto params = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  params.deviceIndex = static_cast<std::size_t>(device);
  TRY_STATUS(cupti.cuptiDeviceGetChipName(&params));
  return std::string(params.pChipName == nullptr ? "" : params.pChipName);
}

Error unsupported(const cuda::DeviceInfo& device) {
  Error error;
  error.kind = FaultKind::no_counters;
  error.what = message<"counters.old_gpu">(device.name, device.compute_major, device.compute_minor);
  error.remedy = message<"counters.old_gpu_remedy">();
  return error;
}

}  // namespace

Expected<std::unique_ptr<Profiler>> Profiler::open(const std::vector<std::string>& cupti_files,
                                                   const DeviceSession& session) {
  const cuda::DeviceInfo& device = session.device();
  if (std::pair(device.compute_major, device.compute_minor) < std::pair(7, 5)) return failure(unsupported(device));
  TRY(auto cupti, Cupti::open(cupti_files));
  auto initialize = sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
  TRY_STATUS(cupti->cuptiProfilerInitialize(&initialize));
  TRY(const auto chip, chip_of(*cupti, device.ordinal));
  TRY(auto host, MetricHost::create(cupti, chip));
  auto instructions = std::make_unique<InstructionCounter>(cupti, session.context(), device.ordinal);
  return std::unique_ptr<Profiler>(
      new Profiler(std::make_unique<State>(State{std::move(cupti), session.context(), std::move(host),
                                                 std::move(instructions), std::nullopt, false, std::nullopt})));
}

Status Profiler::check_permission() {
  if (state_->may_count) return {};
  if (state_->refused) return failure(*state_->refused);
  auto params =
      sized<CUpti_Profiler_GetCounterAvailability_Params>(CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
  params.ctx = state_->context;
  const Status size = state_->cupti->cuptiProfilerGetCounterAvailability(&params);
  if (!size && size.error().kind == FaultKind::no_permission) state_->refused = size.error();
  TRY_STATUS(size);
  std::vector<std::uint8_t> image(params.counterAvailabilityImageSize);
  params.pCounterAvailabilityImage = image.data();
  const Status answer = state_->cupti->cuptiProfilerGetCounterAvailability(&params);
  if (answer) {
    state_->may_count = true;
  } else if (answer.error().kind == FaultKind::no_permission) {
    state_->refused = answer.error();
  }
  return answer;
}

Expected<MetricCounts> Profiler::count(std::span<const std::string> metrics, const ProfiledPlan& plan) {
  TRY(auto config, state_->host.config(metrics));
  if (!state_->counter) {
    TRY(state_->counter, RangeCounter::enable(state_->cupti, state_->context));
  }
  auto counted = state_->counter->count(state_->host, config, plan);
  // A CUPTI that does not patch code within ranges refuses those metrics, and still counts the others.
  const bool has_patched = std::ranges::any_of(config.metrics, counts_instructions);
  if (!counted && counted.error().kind == FaultKind::no_counters && has_patched) {
    std::vector<std::string> others(metrics.begin(), metrics.end());
    std::erase_if(others, counts_instructions);
    if (!others.empty()) {
      TRY(config, state_->host.config(others));
      counted = state_->counter->count(state_->host, config, plan);
    }
  }
  if (!counted) return failure(counted.error());
  MetricCounts counts;
  counts.passes = config.passes;
  for (std::size_t i = 0; i < config.metrics.size(); ++i) {
    if ((*counted)[i]) counts.values[config.metrics[i]] = *(*counted)[i];
  }
  return counts;
}

void Profiler::end_counting() {
  state_->counter.reset();
}

Expected<InstructionCounts> Profiler::count_instructions(const std::vector<std::string>& metrics,
                                                         const ProfiledPlan& plan) {
  // In a process whose range profiler was never enabled, CUPTI 13.0 counts zero of every instruction.
  if (!state_->counter) {
    TRY(state_->counter, RangeCounter::enable(state_->cupti, state_->context));
  }
  end_counting();
  return state_->instructions->count(state_->host, metrics, plan);
}

Expected<StallSamples> Profiler::sample_stalls(unsigned period_exponent, const ProfiledPlan& plan) {
  end_counting();
  return sample_each_instruction(*state_->cupti, state_->context, period_exponent, plan);
}

#else

struct Profiler::State {
  MetricHost host;
};

namespace {
constexpr const char* without_cupti = "a profiler without CUPTI";
}
Expected<std::unique_ptr<Profiler>> Profiler::open(const std::vector<std::string>& cupti_files,
                                                   const DeviceSession& /*session*/) {
  TRY_STATUS(Cupti::open(cupti_files));
  throw MachineError(Error{without_cupti, "", ""});
}
Status Profiler::check_permission() {
  throw MachineError(Error{without_cupti, "", ""});
}
Expected<MetricCounts> Profiler::count(std::span<const std::string> /*metrics*/, const ProfiledPlan& /*plan*/) {
  throw MachineError(Error{without_cupti, "", ""});
}
void Profiler::end_counting() {}
Expected<InstructionCounts> Profiler::count_instructions(const std::vector<std::string>& /*metrics*/,
                                                         const ProfiledPlan& /*plan*/) {
  throw MachineError(Error{without_cupti, "", ""});
}
Expected<StallSamples> Profiler::sample_stalls(unsigned /*period_exponent*/, const ProfiledPlan& /*plan*/) {
  throw MachineError(Error{without_cupti, "", ""});
}

#endif

Profiler::Profiler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Profiler::~Profiler() = default;

const MetricHost& Profiler::host() const {
  return state_->host;
}

}  // namespace lanescope::gpu
