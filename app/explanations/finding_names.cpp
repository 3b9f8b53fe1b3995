#include <algorithm>
#include <array>

#include "base/names.h"
#include "explanations/findings.h"

namespace lanescope::explanations {
namespace {

constexpr std::string_view ncu = "the rules that Nsight Compute ships as text";
constexpr std::string_view own = "a choice of this project";

constexpr std::array thresholds = {
    FindingThreshold{FindingKind::memory_bound, 80,
                     "utilisation of the busiest unit, percent: from here on it is the limit", ncu},
    FindingThreshold{FindingKind::latency_bound, 60,
                     "utilisation of the busiest unit, percent: below it no unit is the limit", ncu},
    FindingThreshold{FindingKind::launch_bound, 50, "share of the time, percent", own},
    FindingThreshold{FindingKind::bank_conflicts, 10, "conflicts, percent of the wavefronts of the operation", ncu},
    FindingThreshold{FindingKind::uncoalesced_loads, 10, "sectors beyond the ideal in all of the operation, percent",
                     own},
    FindingThreshold{FindingKind::scattered_stores, 10, "sectors beyond the ideal in all of the operation, percent",
                     own},
    FindingThreshold{FindingKind::extra_traffic, 10, "bytes of device memory beyond what the problem needs, percent",
                     own},
    FindingThreshold{FindingKind::local_memory, 1,
                     "sectors of local memory, percent of those of global and local memory", own},
    FindingThreshold{FindingKind::low_occupancy, 60, "theoretical occupancy, percent, while no unit is the limit", own},
    FindingThreshold{FindingKind::few_blocks, 100, "blocks of the grid, percent of the SMs", own},
    FindingThreshold{FindingKind::tail, 20, "idle part of the last wave of blocks, percent of all waves", own},
    FindingThreshold{FindingKind::few_issued, 60, "cycles in which a scheduler issues an instruction, percent", ncu},
    FindingThreshold{FindingKind::stall, 30, "one stall reason, percent of the cycles between two instructions", ncu},
    FindingThreshold{FindingKind::divergence, 75, "active threads per instruction, percent of 32", own},
    FindingThreshold{FindingKind::arbitration, 10, "wavefronts not caused by addresses, percent", own},
};

}  // namespace

std::string_view name_of(FindingKind kind) {
  // clang-format off
  constexpr EnumNames<finding_kinds> names{
      "unknown", "memory_bound", "l2_bound", "l1_bound", "compute_bound", "latency_bound", "launch_bound",
      "block_start_bound", "atomics_bound", "busy", "bank_conflicts", "uncoalesced_loads", "scattered_stores",
      "extra_traffic", "local_memory", "low_occupancy", "few_blocks", "tail", "few_issued", "stall", "divergence",
      "arbitration"};
  // clang-format on
  return enum_name(names, kind);
}

std::string_view name_of(FindingView view) {
  constexpr EnumNames<finding_views> names{"none",     "source", "banks",     "sectors",
                                           "matrices", "warps",  "occupancy", "roofline"};
  return enum_name(names, view);
}

std::string_view name_of(FindingGain::Basis basis) {
  constexpr EnumNames<gain_bases> names{"time_model", "counters", "count"};
  return enum_name(names, basis);
}

std::span<const FindingThreshold> finding_thresholds() {
  return thresholds;
}

double threshold(FindingKind kind) {
  const auto* found = std::ranges::find(thresholds, kind, &FindingThreshold::kind);
  return found == thresholds.end() ? 0 : found->value;
}

const FindingNumber* Finding::number(std::string_view name) const {
  const auto found = std::ranges::find(numbers, name, &FindingNumber::name);
  return found == numbers.end() ? nullptr : &*found;
}

}  // namespace lanescope::explanations
