// How far apart two measurements lie, with an interval that chance alone seldom leaves.
//
// From single samples the interval is free of any distribution: between the order statistics number k and n + 1 - k
// lies the median unless fewer than k of n samples fell on one side of it, and that count is binomial with 1/2 (the
// sign test; Conover, "Practical Nonparametric Statistics", 3.2). k is the largest with which one median is missed with
// a probability of at most 2.5 %, so that both are held with at least 95 % (Bonferroni), and with them their ratio
// between low(second) / high(first) and high(second) / low(first).
//
// From quartiles alone the standard error of a median is 1.25 * (q3 - q1) / (1.35 * sqrt(n)), which holds where the
// samples are about normal near their middle (McGill, Tukey and Larsen, "Variations of Box Plots", The American
// Statistician 32, 1978); relative errors of the two add in squares, and 1.96 of them are the 95 % interval.
//
// Both speak of the samples at hand. What differs from run to run (the clock, where memory was allocated) is in
// neither.
#pragma once

#include <optional>
#include <span>

#include "lab/result.h"

namespace warpscope::gui {

inline constexpr double interval_confidence = 0.95;

struct MedianInterval {
  double low = 0, high = 0;
};

/// An interval that misses the median with a probability of at most `miss`; empty when there are too few samples for it
/// (2.5 % takes seven). Samples in any order.
[[nodiscard]] std::optional<MedianInterval> median_interval(std::span<const float> samples, double miss);

struct MedianRatio {
  enum class Basis { none, quartiles, samples };
  double ratio = 1;           ///< median of the second over that of the first
  double low = 1, high = 1;   ///< the interval around it; both the ratio when there is none
  Basis basis = Basis::none;  ///< none: too few samples for any interval

  /// Chance alone does not explain that they differ.
  [[nodiscard]] bool differs() const { return basis != Basis::none && (low > 1 || high < 1); }
};

/// Of two times, both above 0. `recent`: the single samples behind them, where they are known.
[[nodiscard]] MedianRatio median_ratio(const catalogue::Samples& first, std::span<const float> recent_first,
                                       const catalogue::Samples& second, std::span<const float> recent_second);

}  // namespace warpscope::gui
