// Rates of work out of a measured time, with those of its quartiles.
#pragma once

#include <optional>

#include "lab/result.h"

namespace warpscope::gui {

struct Rate {
  double median = 0, low = 0, high = 0;  ///< 10^9 a second
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

}  // namespace warpscope::gui
