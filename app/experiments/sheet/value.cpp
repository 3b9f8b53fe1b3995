#include "experiments/sheet/value.h"

#include <fmt/format.h>

#include "base/names.h"

namespace lanescope::experiments {

std::string_view name_of(Origin origin) {
  return enum_name(
      EnumNames<all_origins.size()>{"measured", "recorded", "compiler", "driver", "derived", "predicted", "counted"},
      origin);
}

std::string marked_name(Origin origin) {
  return fmt::format("{} {}", mark_of(origin).sign, name_of(origin));
}

Value times(const Value& value, double factor) {
  Value product{value.number * factor, value.origin, {}};
  if (value.interval) product.interval = {value.interval->low * factor, value.interval->high * factor};
  return product;
}

Value share_of(const Value& value, double whole) {
  Value share{value.number / whole, value.origin, {}};
  if (value.interval) share.interval = {value.interval->low / whole, value.interval->high / whole};
  return share;
}

}  // namespace lanescope::experiments
