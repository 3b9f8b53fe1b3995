#include "counters/counted.h"

#include <algorithm>

#include "base/names.h"

namespace lanescope::counters {

std::string_view name_of(CacheState state) {
  constexpr EnumNames<cache_state_count> names{"cold", "hot"};
  return enum_name(names, state);
}

const CountedPage* Counted::page(Page page) const {
  const auto found =
      std::find_if(pages.begin(), pages.end(), [&](const CountedPage& each) { return each.page == page; });
  return found == pages.end() ? nullptr : &*found;
}

}  // namespace lanescope::counters
