// How busy each unit of the GPU is, and what less work of one of them could gain.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "experiments/sheet/sheet.h"

namespace lanescope::explanations {

/// What can limit a kernel.
enum class LimitingUnit : std::uint8_t { compute, l1, l2, memory, atomics, block_starts, launch };
inline constexpr std::size_t limiting_units = 7;

class UnitShares {
 public:
  /// Counted shares come first; those without a counter are the prediction's. All are of the elapsed time and of all
  /// multiprocessors, as in Nsight Compute's speed of light.
  UnitShares(const experiments::Result& result, const experiments::Sheet& known);

  [[nodiscard]] bool known() const { return busiest_.has_value(); }
  /// 0 to 1, of the time or of the peak; 0 when unknown.
  [[nodiscard]] double of(LimitingUnit unit) const { return shares_.at(static_cast<std::size_t>(unit)).number; }
  [[nodiscard]] experiments::Origin origin_of(LimitingUnit unit) const {
    return shares_.at(static_cast<std::size_t>(unit)).origin;
  }
  [[nodiscard]] LimitingUnit busiest() const { return busiest_.value_or(LimitingUnit::compute); }
  [[nodiscard]] double largest() const { return known() ? of(busiest()) : 0; }
  /// Whether the shares come from counters.
  [[nodiscard]] bool counted() const { return counted_; }

  /// Returns the share of the time that is saved at most when a unit has `part` (0 to 1) of its work less. It is
  /// that part of the time for the busiest unit, that part of their own share for the others, and never more than what
  /// the busiest of all others leaves.
  [[nodiscard]] double max_gain_of_reducing(LimitingUnit unit, double part) const;
  /// Returns the share of the time in which even the busiest unit waits.
  [[nodiscard]] double waiting() const { return known() ? 1 - largest() : 0; }

 private:
  std::array<experiments::Value, limiting_units> shares_{};
  std::optional<LimitingUnit> busiest_;
  bool counted_ = false;
};

/// The quantity that shows the unit's share; empty for those that have none.
[[nodiscard]] std::string_view element_of(LimitingUnit unit);

}  // namespace lanescope::explanations
