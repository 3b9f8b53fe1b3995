// The part of the history that the scope shows, and the rates that it can draw as bounds.
#pragma once

#include <memory>
#include <optional>

#include "gui/store/history.h"
#include "recordings/result_index.h"

namespace lanescope::gui {

inline constexpr double whole_scope_span = 60;  ///< in seconds

struct ScopeState {
  /// The right edge, in seconds since the session began. When empty, it follows the newest event. When set, the picture
  /// stands still, while measurements go on.
  std::optional<double> last;
  double zero = 0;                         ///< the moment that counts as 0 in a stopped picture
  double span = whole_scope_span;          ///< seconds from edge to edge
  std::shared_ptr<const History> cleared;  ///< what it had before it was cleared last
  recordings::ResultIndex measured;  ///< this session's newest result of each setting, without what only panels need

  [[nodiscard]] bool paused() const { return last.has_value(); }
};

}  // namespace lanescope::gui
