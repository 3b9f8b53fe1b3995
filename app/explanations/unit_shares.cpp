#include "explanations/unit_shares.h"

#include <algorithm>

#include "base/names.h"

namespace lanescope::explanations {
namespace {

using predict::Cause;

constexpr std::array<Cause, limiting_units> causes_of_units{
    Cause::instructions, Cause::pipe, Cause::l2, Cause::memory, Cause::atomics, Cause::block_starts, Cause::launch};

}  // namespace

std::string_view element_of(LimitingUnit unit) {
  constexpr EnumNames<limiting_units> names{"sol.compute", "sol.l1", "sol.l2", "sol.dram", "", "", ""};
  return enum_name(names, unit);
}

UnitShares::UnitShares(const experiments::Result& result, const experiments::Sheet& known) {
  if (result.predicted) {
    for (std::size_t i = 0; i < limiting_units; ++i) {
      const auto& causes = result.predicted->prediction.by_cause;
      const auto found = std::ranges::find(causes, causes_of_units.at(i), &predict::CauseShare::cause);
      shares_.at(i) = {found == causes.end() ? 0.0 : found->share, experiments::Origin::predicted};
    }
    busiest_ = LimitingUnit::compute;
  }
  // Where a quantity says the same, its share is the one that the pages show: of the elapsed time of all
  // multiprocessors, as the counted one is.
  for (std::size_t i = 0; i < limiting_units; ++i) {
    const auto predicted = known.predicted.find(element_of(static_cast<LimitingUnit>(i)));
    if (predicted && result.predicted)
      shares_.at(i) = {std::clamp(*predicted / 100, 0.0, 1.0), experiments::Origin::predicted};
  }
  for (std::size_t i = 0; i < limiting_units; ++i) {
    const auto counted = known.counted.find(element_of(static_cast<LimitingUnit>(i)));
    if (!counted) continue;
    shares_.at(i) = {std::clamp(*counted / 100, 0.0, 1.0), known.counted.origin};
    busiest_ = LimitingUnit::compute;
    counted_ = true;
  }
  if (!busiest_) return;
  const auto largest = std::ranges::max_element(shares_, {}, &experiments::Value::number);
  busiest_ = static_cast<LimitingUnit>(largest - shares_.begin());
}

double UnitShares::max_gain_of_reducing(LimitingUnit unit, double part) const {
  part = std::clamp(part, 0.0, 1.0);
  const double share = of(unit);
  if (!known() || share <= 0) return 0;
  double next = share * (1 - part);
  for (std::size_t i = 0; i < limiting_units; ++i) {
    if (static_cast<LimitingUnit>(i) != unit) next = std::max(next, shares_.at(i).number);
  }
  // What waits, waits mostly for the busiest unit, so that its time shrinks with it; but the others still take theirs.
  return std::min(unit == busiest() ? part : part * share, 1 - next);
}

}  // namespace lanescope::explanations
