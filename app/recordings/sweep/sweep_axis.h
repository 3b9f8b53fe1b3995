// One knob or problem size of a sweep and its values, as a person writes them.
//
//   block_x=8,16,32      these values                    n=2^20              a power
//   nx=1024..8192        from 1024 to 8192, doubling     n=2^20..2^29        the same with powers
//   nx=100..500:+100     in steps of 100                 nx=1..6561:*9       each nine times the one before
//   block_x=8..64        of a knob: its own values from 8 to 64
//   block_x=all          of a knob: each of its values
//
// Items are separated by commas and may be mixed: nx=1000,2^10..2^12.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"

namespace lanescope::recordings {

struct SweepRange {
  /// How the next value follows from the last. natural: the knob's own values, or twice the size.
  enum class Step { natural, plus, times };
  std::int64_t first = 1, last = 1;
  Step step = Step::natural;
  std::int64_t by = 2;  ///< of plus and times
  friend bool operator==(const SweepRange&, const SweepRange&) = default;
};

struct AllValues {
  friend bool operator==(const AllValues&, const AllValues&) = default;
};

struct SweepAxis {
  using Item = std::variant<catalogue::Value, SweepRange, AllValues>;
  std::string name;
  std::vector<Item> items;
  friend bool operator==(const SweepAxis&, const SweepAxis&) = default;
};

/// Reads NAME=ITEM,ITEM,... It fails on another form, on an invalid range, or on a power beyond 2^53.
[[nodiscard]] Expected<SweepAxis> read_axis(std::string_view text);

[[nodiscard]] bool has_setting(const catalogue::Kernel& kernel, const std::string& name);

/// The values that the kernel's knob or size takes along the axis, in the written order, each once. `refused` gives the
/// reason for each value that it cannot take. The kernel must have the setting.
struct AxisValues {
  std::vector<catalogue::Value> values;
  std::vector<Error> refused;
};
[[nodiscard]] AxisValues values_along(const SweepAxis& axis, const catalogue::Kernel& kernel);

}  // namespace lanescope::recordings
