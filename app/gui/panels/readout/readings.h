// Single lines of the Readout from one result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/state/language.h"
#include "lab/result.h"

namespace lanescope::gui {

struct Rate {
  double rate = 0, low = 0, high = 0;  ///< in 10^9 per second, with those of the quartiles
};

/// Returns a rate with quartiles, where a long time gives a low rate. Without quartiles all three are the median.
[[nodiscard]] Rate with_quartiles(double rate, const catalogue::Samples& time);

/// A time as it is shown. Of a predicted one, q1 and q3 are the ends of its interval, and there are no samples.
struct ShownTime {
  catalogue::Samples time;
  bool cold = true;
  Source source = Source::measured;
};
/// Returns the measured or recorded time, else the predicted one. It is empty when there is neither.
[[nodiscard]] std::optional<ShownTime> shown_time(const lab::Result& result);
/// Returns the same of the times with cold or with hot caches alone.
[[nodiscard]] std::optional<ShownTime> shown_time(const lab::Result& result, bool cold);
/// Returns the setting that the shown time is for, as lab::setting_text() writes it. The emulator may have verified
/// smaller sizes than those that were predicted.
[[nodiscard]] std::string setting_of_time(const lab::Result& result);
/// Returns the bytes, or the operations if `arithmetic`, that the shown time is for.
[[nodiscard]] double work_of(const lab::Result& result, bool arithmetic);

/// Returns GFLOP/s if `arithmetic`, and otherwise GB/s.
[[nodiscard]] std::optional<double> median_rate(const lab::Result& result, bool arithmetic);
/// Returns the same with quartiles. It is empty without such work, or without a time with quartiles.
[[nodiscard]] std::optional<Rate> rate_of(const lab::Result& result, bool arithmetic);
[[nodiscard]] constexpr const char* rate_unit(bool arithmetic) {
  return arithmetic ? "GFLOP/s" : "GB/s";
}

/// Returns whether arithmetic limits the work at best, because it has more operations per byte than the ridge of the
/// target's roofline. Its rate is then in GFLOP/s.
[[nodiscard]] bool is_compute_bound(const lab::Result& result);

/// Returns the headline, work / median time in bytes or operations (is_compute_bound()), with the quartiles' rates. Of
/// a file that does not say how many bytes it moves it is the time itself.
[[nodiscard]] Reading rate_reading(const Language& language, const lab::Result& result);
/// Returns the theoretical peak of the GPU that the shown time is of, in GB/s, or in GFLOP/s of single precision if
/// `arithmetic`. It is 0 when it is unknown.
[[nodiscard]] double theoretical_peak(const lab::Result& result, bool arithmetic);
/// Returns the share of the memory's peak, or of the peak of single precision when operations count. It is empty when
/// the peak is unknown.
[[nodiscard]] std::optional<PeakShare> peak_share(const Language& language, const lab::Result& result);
/// Returns times, arithmetic and clock, or one line with the reason when `result` is null or has no time.
[[nodiscard]] std::vector<Reading> timing_readings(const Language& language, const lab::Result* result,
                                                   const std::string& why_not);
/// Returns registers, shared memory, occupancy and compile time of the launch that needs most registers, which limits
/// how many blocks fit. When `result` is null or not compiled, the lines give the reason.
[[nodiscard]] std::vector<Reading> resource_readings(const Language& language, const lab::Result* result,
                                                     const std::string& why_not);
/// Returns the limit of occupancy, from model::Occupancy::limits, in one word.
[[nodiscard]] std::string limit_word(const Language& language, model::Limit limit);
/// Returns the launch that needs most registers, which limits how many blocks fit, or null if nothing was compiled.
[[nodiscard]] const lab::LaunchInfo* launch_with_most_registers(const lab::Result* result);
/// Returns `recorded` for a result from a file, whatever it was when it was written, and otherwise `source`.
[[nodiscard]] Source source_of(const lab::Result& result, Source source);
/// Returns the origin of the shown time.
[[nodiscard]] Source source_of(const lab::Result& result);
/// Returns "measured on NVIDIA H200", "recorded 2026-11-21 on NVIDIA H200" or "predicted for H200".
[[nodiscard]] std::string where_obtained(const Language& language, const lab::Result& result);
/// Returns whether the driver reported how many blocks fit. Otherwise that follows from the rules of the hardware.
[[nodiscard]] bool has_driver_occupancy(const lab::Result& result);
/// Returns a line without a value.
[[nodiscard]] Reading unknown_reading(std::string label, std::string why, Source source);

}  // namespace lanescope::gui
