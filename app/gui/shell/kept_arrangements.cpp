#include "gui/shell/kept_arrangements.h"

#include <algorithm>
#include <utility>

namespace lanescope::gui {

void KeptArrangements::keep(Reason reason, KeptArrangement now) {
  if (has(reason)) return;
  if (has(Reason::lecture)) {  // the panels are where no user put them
    const PanelEntry* const front = now.front;
    now = *base();
    now.front = front;
  }
  kept_.push_back({reason, std::move(now)});
}

std::optional<KeptArrangement> KeptArrangements::take(Reason reason) {
  const auto found = std::ranges::find(kept_, reason, &Kept::reason);
  if (found == kept_.end()) return std::nullopt;
  KeptArrangement arrangement = std::move(found->arrangement);
  const auto above = kept_.erase(found);
  if (above != kept_.end()) above->arrangement = arrangement;
  return arrangement;
}

bool KeptArrangements::has(Reason reason) const {
  return std::ranges::find(kept_, reason, &Kept::reason) != kept_.end();
}

}  // namespace lanescope::gui
