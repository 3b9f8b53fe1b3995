// The ratio of two measurements, with an interval that accounts for chance.
//
// The interval from single samples assumes no distribution. The median lies between the order statistics number k and n
// + 1 - k unless fewer than k of n samples fell on one side of it, and that count is binomial with 1/2 (the sign test;
// Conover, "Practical Nonparametric Statistics", 3.2). k is the largest number with which one median is missed with a
// probability of at most 2.5 %. Both medians are then held with at least 95 % (Bonferroni), and so is their ratio
// between low(second) / high(first) and high(second) / low(first).
//
// From quartiles alone, the standard error of a median is 1.25 * (q3 - q1) / (1.35 * sqrt(n)), which holds where the
// samples are about normal near their middle (McGill, Tukey and Larsen, "Variations of Box Plots", The American
// Statistician 32, 1978). The relative errors of the two add in squares, and 1.96 of them are the 95 % interval.
//
// Both intervals are only about these samples. Neither contains what differs from run to run, such as the clock or the
// place of memory.
#pragma once

#include <optional>
#include <span>

#include "catalogue/measurement.h"

namespace lanescope::analysis {

inline constexpr double interval_confidence = 0.95;

struct MedianInterval {
  double low = 0, high = 0;
};

/// Returns an interval that misses the median with a probability of at most `miss`. It is empty when there are too few
/// samples (2.5 % needs seven). Samples may be in any order.
[[nodiscard]] std::optional<MedianInterval> median_interval(std::span<const float> samples, double miss);

struct MedianRatio {
  enum class Basis { none, quartiles, samples };
  double ratio = 1;           ///< median of the second over that of the first
  double low = 1, high = 1;   ///< the interval around it; both are the ratio when there is none
  Basis basis = Basis::none;  ///< `none` means too few samples for any interval

  /// Returns whether the difference is more than chance explains.
  [[nodiscard]] bool differs() const { return basis != Basis::none && (low > 1 || high < 1); }
};

/// Compares two times, both above 0. `recent_first` and `recent_second` are their single samples, where known.
[[nodiscard]] MedianRatio median_ratio(const catalogue::Samples& first, std::span<const float> recent_first,
                                       const catalogue::Samples& second, std::span<const float> recent_second);

}  // namespace lanescope::analysis
