// Single lines of the Readout from one result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/result.h"
#include "experiments/sheet/rates.h"
#include "gui/readings/readout_view_model.h"
#include "gui/store/words/language.h"

namespace lanescope::gui {

[[nodiscard]] constexpr experiments::Work work_in(bool arithmetic) {
  return arithmetic ? experiments::Work::flops : experiments::Work::bytes;
}
[[nodiscard]] constexpr const char* rate_unit(bool arithmetic) {
  return arithmetic ? "GFLOP/s" : "GB/s";
}

/// Returns whether arithmetic limits the work at best, because it has more operations per byte than the ridge of the
/// target's roofline. Its rate is then in GFLOP/s.
[[nodiscard]] bool is_compute_bound(const experiments::Result& result);

/// Returns the headline, work / median time in bytes or operations (is_compute_bound()), with the quartiles' rates. Of
/// a file that does not say how many bytes it moves it is the time itself.
[[nodiscard]] Reading rate_reading(const Language& language, const experiments::Result& result);
/// Returns the share of the memory's peak, or of the peak of single precision when operations count. It is empty when
/// the peak is unknown.
[[nodiscard]] std::optional<PeakShare> peak_share(const Language& language, const experiments::Result& result);
/// Returns times, arithmetic and clock, or one line with the reason when `result` is null or has no time.
[[nodiscard]] std::vector<Reading> timing_readings(const Language& language, const experiments::Result* result,
                                                   const std::string& why_not);
/// Returns how many bytes of global memory the lanes access, from executed addresses, and these by the time, for a file
/// that does not say how many bytes it moves; nothing where it says so.
[[nodiscard]] std::vector<Reading> accessed_readings(const Language& language, const experiments::Result& result);
/// Returns registers, shared memory, occupancy and compile time of the launch that needs most registers. When `result`
/// is null or not compiled, the lines give the reason.
[[nodiscard]] std::vector<Reading> resource_readings(const Language& language, const experiments::Result* result,
                                                     const std::string& why_not);
/// Returns the quantities that are listed in rows of their own (counters::Quantity::listed), as far as they are known.
[[nodiscard]] std::vector<Reading> listed_readings(const Language& language, const experiments::Result& result);
/// Returns the limit of occupancy, from model::Occupancy::limits, in one word.
[[nodiscard]] std::string limit_word(const Language& language, model::Limit limit);
/// Returns "measured on NVIDIA H200", "recorded 2026-11-21 on NVIDIA H200" or "predicted for H200".
[[nodiscard]] std::string where_obtained(const Language& language, const experiments::Result& result);
/// Returns a line without a value.
[[nodiscard]] Reading unknown_reading(std::string label, std::string why, experiments::Origin origin);

}  // namespace lanescope::gui
