// What the scope shows of the history, as chosen, and the rates that it can draw as bounds.
#pragma once

#include <optional>

#include "lab/recording/result_index.h"

namespace warpscope::gui {

inline constexpr double whole_scope_span = 60;  ///< seconds

struct ScopeState {
  /// The right edge, seconds since the session began. Empty: it follows the newest event. Set: the picture stands
  /// still, while measurements go on.
  std::optional<double> last;
  double zero = 0;                 ///< what counts as 0 on a picture that stands still
  double span = whole_scope_span;  ///< seconds from edge to edge
  lab::ResultIndex measured;       ///< of this session, the newest of each setting, without what only panels need

  [[nodiscard]] bool paused() const { return last.has_value(); }
};

}  // namespace warpscope::gui
