// From times of the probes of kernels/probe to the constants of a GPU: what `lanescope calibrate` measures and
// computes.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "predict/profile/gpu_profile.h"

namespace lanescope::predict {

/// The settings that calibration needs, with every knob and size, as recordings name them: "probe/sync barriers=0 ...".
[[nodiscard]] std::span<const std::string_view> calibration_settings();

struct ProbeTime {
  double cold_ms = 0, hot_ms = 0;  ///< 0: not measured
};
using ProbeTimes = std::map<std::string, ProbeTime, std::less<>>;  ///< by setting

/// The sizes of the GPU that was measured.
struct CalibratedGpu {
  std::string name, compute_capability;
  double sm_count = 0, clock_mhz = 0;
  double threads_of_sm = 2048;   ///< that are resident at most
  double l2_latency = 0;         ///< clocks, as far as it is known before; 0 for unknown
  double l2_request_clocks = 0;  ///< as far as they are known before
};

/// Computes every constant whose probes were measured; the others are left out. Each is the difference of two settings
/// wherever one setting would hold costs of something else too.
[[nodiscard]] std::vector<ConstantText> fit_constants(const ProbeTimes& times, const CalibratedGpu& gpu);

/// Returns the profile with the constants in the place of its own.
[[nodiscard]] Expected<GpuProfile> with_constants(GpuProfile profile, std::span<const ConstantText> constants);

/// Writes a profile as read_profile() reads it, with all constants.
[[nodiscard]] std::string profile_text(const GpuProfile& profile);

}  // namespace lanescope::predict
