// CUPTI, opened at run time: NVIDIA's library that reads hardware counters. It is private to this room. Where its
// headers (CUDA 12.6 update 2 or later) were missing when the program was built, open() says so and nothing else is
// there.
#pragma once

#if !defined(LANESCOPE_WITHOUT_CUPTI) && __has_include(<cupti_range_profiler.h>) && __has_include(<cupti_sass_metrics.h>)
#define LANESCOPE_HAS_CUPTI 1
#include <cuda.h>
#include <cupti_pcsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>
#include <cupti_version.h>
#else
#define LANESCOPE_HAS_CUPTI 0
#endif

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "base/library.h"
#include "gpu/counters/cupti_error.h"
#include "gpu/messages.h"

namespace lanescope::gpu {

#if LANESCOPE_HAS_CUPTI

/// Turns codes into CUPTI's own names.
using CuptiResultName = CUptiResult (*)(CUptiResult, const char**);

template <class Signature>
class CuptiFunction;

/// One function of the library. A call that fails, or of a function that the library lacks, is an error with its name.
template <class... Parameters>
class CuptiFunction<CUptiResult(Parameters...)> {
 public:
  CuptiFunction(const SharedLibrary& library, const char* name) : name_(name) {
    static_cast<void>(library.load(pointer_, name));
    static_cast<void>(library.load(result_name_, "cuptiGetResultString"));
  }

  Status operator()(Parameters... arguments) const {
    if (pointer_ == nullptr) {
      return failure(FaultKind::no_counters, std::string(message<"cupti.no_function">()) + name_, "",
                     message<"cupti.no_function_remedy">());
    }
    const CUptiResult code = pointer_(arguments...);
    if (code == CUPTI_SUCCESS) return {};
    const char* name = nullptr;
    if (result_name_ == nullptr || result_name_(code, &name) != CUPTI_SUCCESS) name = nullptr;
    return failure(cupti_error(static_cast<int>(code), name_, name == nullptr ? "" : name));
  }

  /// Calls without making an error: for destructors, and where a failure is an answer.
  CUptiResult call_noexcept(Parameters... arguments) const noexcept {
    return pointer_ == nullptr ? CUPTI_ERROR_NOT_SUPPORTED : pointer_(arguments...);
  }

 private:
  const char* name_;
  CUptiResult (*pointer_)(Parameters...) = nullptr;
  CuptiResultName result_name_ = nullptr;
};

#define LANESCOPE_CUPTI(function)                \
  CuptiFunction<decltype(::function)> function { \
    library, #function                           \
  }

/// The opened library with the functions that are used, by their documented names.
struct Cupti {
  /// Opens the first of the files that opens, with the two libraries that it needs from the same folder. The error says
  /// why the last one did not open, and what to install.
  [[nodiscard]] static Expected<std::shared_ptr<const Cupti>> open(const std::vector<std::string>& files);
  Cupti(SharedLibrary host_library, SharedLibrary target_library, SharedLibrary opened)
      : host(std::move(host_library)), target(std::move(target_library)), library(std::move(opened)) {}

  /// Returns CUPTI's own name of a code; empty when it has none.
  [[nodiscard]] std::string name_of(CUptiResult code) const;
  /// Returns the number of cuptiGetVersion: 130001; 0 when it is not known.
  [[nodiscard]] unsigned version() const;

  SharedLibrary host, target, library;

  LANESCOPE_CUPTI(cuptiGetVersion);
  LANESCOPE_CUPTI(cuptiGetResultString);
  LANESCOPE_CUPTI(cuptiDeviceGetChipName);

  // Names of metrics and configurations, which need no GPU
  LANESCOPE_CUPTI(cuptiProfilerHostInitialize);
  LANESCOPE_CUPTI(cuptiProfilerHostDeinitialize);
  LANESCOPE_CUPTI(cuptiProfilerHostGetSupportedChips);
  LANESCOPE_CUPTI(cuptiProfilerHostGetMetricProperties);
  LANESCOPE_CUPTI(cuptiProfilerHostConfigAddMetrics);
  LANESCOPE_CUPTI(cuptiProfilerHostGetConfigImageSize);
  LANESCOPE_CUPTI(cuptiProfilerHostGetConfigImage);
  LANESCOPE_CUPTI(cuptiProfilerHostGetNumOfPasses);
  LANESCOPE_CUPTI(cuptiProfilerHostEvaluateToGpuValues);

  // The range profiler
  LANESCOPE_CUPTI(cuptiProfilerInitialize);
  LANESCOPE_CUPTI(cuptiProfilerDeInitialize);
  LANESCOPE_CUPTI(cuptiProfilerGetCounterAvailability);
  LANESCOPE_CUPTI(cuptiRangeProfilerEnable);
  LANESCOPE_CUPTI(cuptiRangeProfilerDisable);
  LANESCOPE_CUPTI(cuptiRangeProfilerGetCounterDataSize);
  LANESCOPE_CUPTI(cuptiRangeProfilerCounterDataImageInitialize);
  LANESCOPE_CUPTI(cuptiRangeProfilerSetConfig);
  LANESCOPE_CUPTI(cuptiRangeProfilerStart);
  LANESCOPE_CUPTI(cuptiRangeProfilerStop);
  LANESCOPE_CUPTI(cuptiRangeProfilerPushRange);
  LANESCOPE_CUPTI(cuptiRangeProfilerPopRange);
  LANESCOPE_CUPTI(cuptiRangeProfilerDecodeData);
  LANESCOPE_CUPTI(cuptiRangeProfilerGetCounterDataInfo);

  // Exact counts of each instruction
  LANESCOPE_CUPTI(cuptiSassMetricsGetNumOfMetrics);
  LANESCOPE_CUPTI(cuptiSassMetricsGetMetrics);
  LANESCOPE_CUPTI(cuptiSassMetricsGetProperties);
  LANESCOPE_CUPTI(cuptiSassMetricsSetConfig);
  LANESCOPE_CUPTI(cuptiSassMetricsUnsetConfig);
  LANESCOPE_CUPTI(cuptiSassMetricsEnable);
  LANESCOPE_CUPTI(cuptiSassMetricsDisable);
  LANESCOPE_CUPTI(cuptiSassMetricsGetDataProperties);
  LANESCOPE_CUPTI(cuptiSassMetricsFlushData);

  // Samples of what warps wait for
  LANESCOPE_CUPTI(cuptiPCSamplingEnable);
  LANESCOPE_CUPTI(cuptiPCSamplingDisable);
  LANESCOPE_CUPTI(cuptiPCSamplingGetNumStallReasons);
  LANESCOPE_CUPTI(cuptiPCSamplingGetStallReasons);
  LANESCOPE_CUPTI(cuptiPCSamplingSetConfigurationAttribute);
  LANESCOPE_CUPTI(cuptiPCSamplingStart);
  LANESCOPE_CUPTI(cuptiPCSamplingStop);
  LANESCOPE_CUPTI(cuptiPCSamplingGetData);
};

#undef LANESCOPE_CUPTI

/// Returns a zeroed parameter structure that knows its size, as every call of CUPTI wants it:
/// sized<CUpti_X_Params>(CUpti_X_Params_STRUCT_SIZE).
template <class Params>
[[nodiscard]] Params sized(std::size_t bytes) {
  Params params{};
  if constexpr (requires { params.structSize; }) {
    params.structSize = bytes;
  } else {
    params.size = bytes;
  }
  return params;
}

#else

struct Cupti {
  [[nodiscard]] static Expected<std::shared_ptr<const Cupti>> open(const std::vector<std::string>& files);
};

#endif

}  // namespace lanescope::gpu
