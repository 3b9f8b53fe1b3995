// Single lines of the Readout out of one result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/state/language.h"
#include "lab/result.h"

namespace warpscope::gui {

struct Rate {
  double rate = 0, low = 0, high = 0;  ///< 10^9 a second, with those of the quartiles
};

/// A long time is a low rate. Without quartiles all three are the median.
[[nodiscard]] Rate with_quartiles(double rate, const catalogue::Samples& time);

/// GFLOP/s where `arithmetic`, else GB/s.
[[nodiscard]] std::optional<double> median_rate(const lab::Result& result, bool arithmetic);
/// The same with quartiles. Empty: no such work, or no time with quartiles.
[[nodiscard]] std::optional<Rate> rate_of(const lab::Result& result, bool arithmetic);
[[nodiscard]] constexpr const char* rate_unit(bool arithmetic) {
  return arithmetic ? "GFLOP/s" : "GB/s";
}

/// Whether arithmetic is what limits the work at best: it has more operations a byte than the target's roofline has at
/// its ridge. Its rate is told in GFLOP/s.
[[nodiscard]] bool counts_operations(const lab::Result& result);

/// The headline: work / median time, with the rates of the quartiles; bytes, or operations where these count.
[[nodiscard]] Reading rate_reading(const Language& language, const lab::Result& result);
/// Of the memory's peak, or of the peak of single precision where operations count. Without a known peak there is no
/// share of it.
[[nodiscard]] std::optional<PeakShare> peak_share(const Language& language, const lab::Result& result);
/// Times, arithmetic and clock; `result` may be null or without a time: then one line that gives the reason.
[[nodiscard]] std::vector<Reading> timing_readings(const Language& language, const lab::Result* result,
                                                   const std::string& why_not);
/// Registers, shared memory, occupancy, compile time, of the step that needs most registers: it limits how many blocks
/// fit. Null or not compiled: lines that give the reason.
[[nodiscard]] std::vector<Reading> resource_readings(const Language& language, const lab::Result* result,
                                                     const std::string& why_not);
/// What limits occupancy, model::Occupancy::limits, in one word.
[[nodiscard]] std::string limit_word(const Language& language, model::Limit limit);
/// The step that needs most registers: it limits how many blocks fit. Null: nothing was compiled.
[[nodiscard]] const lab::LaunchInfo* largest_launch(const lab::Result* result);
/// What a file says is recorded, whatever it was when it was written: `source`.
[[nodiscard]] Source source_of(const lab::Result& result, Source source = Source::measured);
/// "measured on NVIDIA H200", "recorded 2026-11-21 on NVIDIA H200"
[[nodiscard]] std::string where_obtained(const Language& language, const lab::Result& result);
/// The driver said how many blocks fit; else the rules of the hardware do.
[[nodiscard]] bool counts_by_driver(const lab::Result& result);
/// A line without a value.
[[nodiscard]] Reading unknown_reading(std::string label, std::string why, Source source);

}  // namespace warpscope::gui
