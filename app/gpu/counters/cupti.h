// CUPTI, opened at run time: NVIDIA's library that reads hardware counters. It is private to this room. Where its
// headers (CUDA 12.6 update 2 or later) were missing when the program was built, open() says so and nothing else is
// there.
#pragma once

#if !defined(WARPSCOPE_WITHOUT_CUPTI) && __has_include(<cupti_range_profiler.h>) && __has_include(<cupti_sass_metrics.h>)
#define WARPSCOPE_HAS_CUPTI 1
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
#define WARPSCOPE_HAS_CUPTI 0
#endif

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "base/library.h"
#include "gpu/counters/cupti_error.h"

namespace warpscope::gpu {

#if WARPSCOPE_HAS_CUPTI

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
      return failure(FaultKind::no_counters, std::string("this CUPTI has no function ") + name_, "",
                     "install CUPTI of CUDA 12.6 update 2 or later");
    }
    const CUptiResult code = pointer_(arguments...);
    if (code == CUPTI_SUCCESS) return {};
    const char* name = nullptr;
    if (result_name_ == nullptr || result_name_(code, &name) != CUPTI_SUCCESS) name = nullptr;
    return failure(cupti_error(static_cast<int>(code), name_, name == nullptr ? "" : name));
  }

  /// Calls without making an error: for destructors, and where a failure is an answer.
  CUptiResult quietly(Parameters... arguments) const noexcept {
    return pointer_ == nullptr ? CUPTI_ERROR_NOT_SUPPORTED : pointer_(arguments...);
  }

 private:
  const char* name_;
  CUptiResult (*pointer_)(Parameters...) = nullptr;
  CuptiResultName result_name_ = nullptr;
};

#define WARPSCOPE_CUPTI(function)                \
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

  WARPSCOPE_CUPTI(cuptiGetVersion);
  WARPSCOPE_CUPTI(cuptiGetResultString);
  WARPSCOPE_CUPTI(cuptiDeviceGetChipName);

  // Names of metrics and configurations, which need no GPU
  WARPSCOPE_CUPTI(cuptiProfilerHostInitialize);
  WARPSCOPE_CUPTI(cuptiProfilerHostDeinitialize);
  WARPSCOPE_CUPTI(cuptiProfilerHostGetSupportedChips);
  WARPSCOPE_CUPTI(cuptiProfilerHostGetMetricProperties);
  WARPSCOPE_CUPTI(cuptiProfilerHostConfigAddMetrics);
  WARPSCOPE_CUPTI(cuptiProfilerHostGetConfigImageSize);
  WARPSCOPE_CUPTI(cuptiProfilerHostGetConfigImage);
  WARPSCOPE_CUPTI(cuptiProfilerHostGetNumOfPasses);
  WARPSCOPE_CUPTI(cuptiProfilerHostEvaluateToGpuValues);

  // The range profiler
  WARPSCOPE_CUPTI(cuptiProfilerInitialize);
  WARPSCOPE_CUPTI(cuptiProfilerDeInitialize);
  WARPSCOPE_CUPTI(cuptiProfilerGetCounterAvailability);
  WARPSCOPE_CUPTI(cuptiRangeProfilerEnable);
  WARPSCOPE_CUPTI(cuptiRangeProfilerDisable);
  WARPSCOPE_CUPTI(cuptiRangeProfilerGetCounterDataSize);
  WARPSCOPE_CUPTI(cuptiRangeProfilerCounterDataImageInitialize);
  WARPSCOPE_CUPTI(cuptiRangeProfilerSetConfig);
  WARPSCOPE_CUPTI(cuptiRangeProfilerStart);
  WARPSCOPE_CUPTI(cuptiRangeProfilerStop);
  WARPSCOPE_CUPTI(cuptiRangeProfilerPushRange);
  WARPSCOPE_CUPTI(cuptiRangeProfilerPopRange);
  WARPSCOPE_CUPTI(cuptiRangeProfilerDecodeData);
  WARPSCOPE_CUPTI(cuptiRangeProfilerGetCounterDataInfo);

  // Exact counts of each instruction
  WARPSCOPE_CUPTI(cuptiSassMetricsGetNumOfMetrics);
  WARPSCOPE_CUPTI(cuptiSassMetricsGetMetrics);
  WARPSCOPE_CUPTI(cuptiSassMetricsGetProperties);
  WARPSCOPE_CUPTI(cuptiSassMetricsSetConfig);
  WARPSCOPE_CUPTI(cuptiSassMetricsUnsetConfig);
  WARPSCOPE_CUPTI(cuptiSassMetricsEnable);
  WARPSCOPE_CUPTI(cuptiSassMetricsDisable);
  WARPSCOPE_CUPTI(cuptiSassMetricsGetDataProperties);
  WARPSCOPE_CUPTI(cuptiSassMetricsFlushData);

  // Samples of what warps wait for
  WARPSCOPE_CUPTI(cuptiPCSamplingEnable);
  WARPSCOPE_CUPTI(cuptiPCSamplingDisable);
  WARPSCOPE_CUPTI(cuptiPCSamplingGetNumStallReasons);
  WARPSCOPE_CUPTI(cuptiPCSamplingGetStallReasons);
  WARPSCOPE_CUPTI(cuptiPCSamplingSetConfigurationAttribute);
  WARPSCOPE_CUPTI(cuptiPCSamplingStart);
  WARPSCOPE_CUPTI(cuptiPCSamplingStop);
  WARPSCOPE_CUPTI(cuptiPCSamplingGetData);
};

#undef WARPSCOPE_CUPTI

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

}  // namespace warpscope::gpu
