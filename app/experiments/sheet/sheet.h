// All numbers of a Result, by origin: what was timed, what hardware counters said, what the compiler and the driver
// say, what follows from addresses, and what the model expects. Everything that shows a number, or asks for one by its
// name, takes it from here. It computes nothing that a Result already holds, and is cheap enough for every new Result,
// not for a frame.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "counters/values.h"
#include "experiments/result.h"
#include "experiments/sheet/exactness.h"
#include "experiments/sheet/value.h"

namespace lanescope::experiments {

/// The numbers of one origin.
struct Column : counters::Values {
  explicit Column(Origin is_from) : origin(is_from) {}
  /// Sets a number with what is known of its spread; a number that is not finite leaves none.
  void put(counters::QuantityId id, const std::optional<Value>& value);
  [[nodiscard]] std::optional<Value> value(std::string_view id) const;

  Origin origin;  ///< `recorded` where a file holds them
  std::map<std::string, Interval, std::less<>> intervals;
  Approximations approximate;  ///< of derived numbers: those that a hardware counter may have otherwise
  friend bool operator==(const Column&, const Column&) = default;
};

struct Sheet {
  Column measured{Origin::measured};    ///< times, rates, and what a GPU's output was compared with
  Column counted{Origin::counted};      ///< by hardware counters
  Column compiler{Origin::compiler};    ///< registers and memory of the main launch
  Column driver{Origin::driver};        ///< what fits on a multiprocessor, and attributes of the device
  Column derived{Origin::derived};      ///< of the executed blocks
  Column predicted{Origin::predicted};  ///< of the whole plan
  bool whole = false;  ///< the executed blocks are all of the plan's; then counts are those that a counter finds
  /// Sizes of each; they differ where the emulator verifies smaller ones.
  std::map<std::string, std::int64_t> derived_sizes, predicted_sizes;

  /// The columns in the order in which their numbers are preferred.
  [[nodiscard]] std::array<const Column*, 6> columns() const {
    return {&measured, &counted, &compiler, &driver, &derived, &predicted};
  }
  /// Returns the best value: that of the first column that has one.
  [[nodiscard]] std::optional<Value> best(counters::QuantityId id) const { return find(id.text()); }
  [[nodiscard]] std::optional<Value> find(std::string_view id) const;
  /// Returns the best value that is one of the whole plan: sums over some of its blocks are passed over. Such values
  /// may be compared from one result to another.
  [[nodiscard]] std::optional<Value> of_plan(counters::QuantityId id) const;
  /// Returns what would be expected without a counter: derived from all blocks, else predicted.
  [[nodiscard]] std::optional<Value> expected(counters::QuantityId id) const;
  friend bool operator==(const Sheet&, const Sheet&) = default;
};

[[nodiscard]] Sheet sheet_of(const Result& result);
/// Whether the executed blocks are all of the plan that the result is about.
[[nodiscard]] bool covers_whole_plan(const Result& result);
/// Returns sheet_of(result).of_plan(id) and computes no more than that needs: for frames that show one quantity of many
/// results.
[[nodiscard]] std::optional<Value> value_of(const Result& result, counters::QuantityId id);

/// One row of a page: a quantity with whatever is known of it.
struct QuantityRow {
  const counters::Quantity* quantity = nullptr;
  std::optional<double> counted, derived, predicted;
  /// From what is expected (derived where that is of the whole plan, else predicted) to what was counted.
  std::optional<counters::Difference> difference;
};
/// Returns the rows of a page of which something is known, in the order of the quantities.
[[nodiscard]] std::vector<QuantityRow> rows_of(counters::Page page, const Sheet& sheet);

}  // namespace lanescope::experiments
