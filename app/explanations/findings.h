// What limits a kernel, as data: a verdict, the causes behind it with the line that shows each, and what removing it
// would gain at most. Pure; the window and the command line put it into words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/result.h"
#include "experiments/sheet/sheet.h"

namespace lanescope::explanations {

enum class FindingKind : std::uint8_t {
  // What limits the kernel as a whole; the verdict is one of these.
  unknown,            ///< neither counted nor predicted: nothing says what limits it
  memory_bound,       ///< the bandwidth of the device memory
  l2_bound,           ///< the bandwidth of the L2
  l1_bound,           ///< the load/store pipe: shared memory and the L1
  compute_bound,      ///< the rate at which instructions are issued or executed
  latency_bound,      ///< no unit is busy: too little is under way
  launch_bound,       ///< starting the kernel
  block_start_bound,  ///< the rate at which blocks start
  atomics_bound,      ///< atomic operations that meet at the same addresses
  busy,               ///< a unit is busy for more than 60 %, none for 80 %
  // Causes.
  bank_conflicts,     ///< of shared memory
  uncoalesced_loads,  ///< global loads that move more sectors than they need
  scattered_stores,   ///< the same of global stores
  extra_traffic,      ///< device memory moves more bytes than the problem needs
  local_memory,       ///< registers that were spilled, and arrays that are indexed
  low_occupancy,      ///< few resident warps, while latency limits
  few_blocks,         ///< fewer blocks than multiprocessors
  tail,               ///< the last wave of blocks leaves multiprocessors idle
  few_issued,         ///< schedulers issue an instruction in less than 60 % of the clocks
  stall,              ///< warps wait for one reason for more than 30 % of their time
  divergence,         ///< warps run with few active threads
  arbitration         ///< wavefronts that no address causes: accesses wait for each other
};
inline constexpr std::size_t finding_kinds = 22;
[[nodiscard]] std::string_view name_of(FindingKind kind);  ///< "bank_conflicts", ...
/// Whether the kind says what limits the kernel as a whole.
[[nodiscard]] constexpr bool is_verdict(FindingKind kind) {
  return kind <= FindingKind::busy;
}

/// The panel or animated view that shows a finding at work.
enum class FindingView : std::uint8_t { none, source, banks, sectors, matrices, warps, occupancy, roofline };
inline constexpr std::size_t finding_views = 8;
[[nodiscard]] std::string_view name_of(FindingView view);

/// A number behind a finding. `name` is one of a quantity ("shared.load.conflicts"), or of its own below.
struct FindingNumber {
  std::string name;
  double value = 0;
  counters::Unit unit = counters::Unit::count;
  experiments::Origin origin = experiments::Origin::derived;
  friend bool operator==(const FindingNumber&, const FindingNumber&) = default;
};

/// Where a finding shows in the program.
struct FindingPlace {
  std::string file;
  std::int32_t line = 0;              ///< from 1; 0 when unknown
  std::int32_t ptx_line = 0;          ///< in Result::ptx, from 1; 0 when unknown
  std::optional<std::uint32_t> site;  ///< the worst one of the line, index into ViewMetrics::sites
  friend bool operator==(const FindingPlace&, const FindingPlace&) = default;
};

/// What removing the cause would gain at most.
struct FindingGain {
  double share = 0;          ///< of the time, 0 to 1
  std::optional<double> ms;  ///< of the measured, recorded or predicted time
  /// time_model: from the predicted busy shares of the units. counters: from the counted shares. count: it follows from
  /// a number of blocks or bytes alone.
  enum class Basis : std::uint8_t { time_model, counters, count } basis = Basis::time_model;
  friend bool operator==(const FindingGain&, const FindingGain&) = default;
};
inline constexpr std::size_t gain_bases = 3;
[[nodiscard]] std::string_view name_of(FindingGain::Basis basis);

struct Finding {
  FindingKind kind = FindingKind::unknown;
  std::vector<FindingNumber> numbers;  ///< the most telling first
  std::optional<FindingPlace> place;
  std::optional<counters::Page> page;  ///< that shows the numbers
  FindingView view = FindingView::none;
  std::optional<FindingGain> gain;
  std::string reason;                ///< stall: the reason as in the ids of quantities, "long_scoreboard"
  std::vector<model::Limit> limits;  ///< low_occupancy: the resources that limit it
  trace::Operation operation = trace::Operation::load;  ///< bank_conflicts: of loads, of stores or of atomics

  /// Returns nothing when the finding has no number of that name.
  [[nodiscard]] const FindingNumber* number(std::string_view name) const;
  friend bool operator==(const Finding&, const Finding&) = default;
};

/// Names of numbers that are no quantities.
namespace number_names {
inline constexpr std::string_view share = "share";              ///< of the unit that limits, percent
inline constexpr std::string_view per_request = "per_request";  ///< wavefronts or sectors a request
inline constexpr std::string_view ideal_per_request = "ideal_per_request";
inline constexpr std::string_view excess = "excess";                      ///< percent of what is moved
inline constexpr std::string_view line_per_request = "line.per_request";  ///< the same of the worst line
inline constexpr std::string_view line_ideal = "line.ideal_per_request";
inline constexpr std::string_view line_share = "line.share";  ///< of the excess, percent
inline constexpr std::string_view blocks = "blocks";
inline constexpr std::string_view waves = "waves";
inline constexpr std::string_view multiprocessors = "multiprocessors";
inline constexpr std::string_view registers = "registers";
inline constexpr std::string_view needed_bytes = "needed.bytes";
inline constexpr std::string_view local_bytes = "local.bytes";              ///< of a thread
inline constexpr std::string_view counted_conflicts = "counted.conflicts";  ///< by the counters of shared memory
inline constexpr std::string_view derived_conflicts = "derived.conflicts";  ///< by the addresses
}  // namespace number_names

struct Summary {
  Finding verdict;
  std::vector<Finding> causes;             ///< by what removing them would gain at most, the most first
  std::optional<experiments::Value> time;  ///< in milliseconds, with cold caches (hot ones where that is all there is)
  Message without;                         ///< why nothing says what limits it; empty when something does
  friend bool operator==(const Summary&, const Summary&) = default;
};

/// From which value on something is a finding. Shares are percentages.
struct FindingThreshold {
  FindingKind kind = FindingKind::unknown;
  double value = 0;
  std::string_view of;      ///< what is compared
  std::string_view source;  ///< where the threshold comes from
};
[[nodiscard]] std::span<const FindingThreshold> finding_thresholds();
[[nodiscard]] double threshold(FindingKind kind);

/// `timed` is another result of the same setting and GPU whose time counts, because `result` has only a predicted one.
[[nodiscard]] Summary summary_of(const experiments::Result& result, const experiments::Sheet& known,
                                 const experiments::Result* timed = nullptr);

}  // namespace lanescope::explanations
