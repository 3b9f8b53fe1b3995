#include "counters/quantity.h"

#include <algorithm>

#include "base/names.h"

namespace lanescope::counters {
namespace {

constexpr EnumNames<page_count> page_names{"speed_of_light", "memory_chart", "shared_table", "l1_table",
                                           "l2_table",       "device_table", "warp_states",  "scheduler"};
constexpr EnumNames<unit_count> unit_names{"count",       "bytes", "percent", "ratio",    "clocks",      "ms",
                                           "bytes_per_s", "hertz", "warps",   "gb_per_s", "gflop_per_s", "per_sm"};

}  // namespace

std::string_view name_of(Page page) {
  return enum_name(page_names, page);
}
std::optional<Page> page_named(std::string_view name) {
  return enum_cast<Page>(page_names, name);
}
std::string_view name_of(Unit unit) {
  return enum_name(unit_names, unit);
}

const Quantity* quantity(std::string_view id) {
  const auto* found =
      std::find_if(quantity_table.begin(), quantity_table.end(), [&](const Quantity& each) { return each.id == id; });
  return found == quantity_table.end() ? nullptr : found;
}

}  // namespace lanescope::counters
