// The one way in which the window says what was done and what failed: a short text over the panels, and the same in the
// log. What was done vanishes by itself, what failed stays until it is closed.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::gui {

struct State;

struct Notice {
  /// `refused` is a command that is not possible now: nothing is lost, and the text vanishes like that of what was
  /// done.
  enum class Kind { done, refused, failed };
  static constexpr double forever = std::numeric_limits<double>::infinity();

  Kind kind = Kind::done;
  std::string text;
  std::string file = {};         ///< what was written, with its whole path, whose folder can be shown; empty means none
  std::string_view action = {};  ///< offered as a button; empty means none
  double expires_at = forever;   ///< when it vanishes, in seconds since the session began

  friend bool operator==(const Notice&, const Notice&) = default;
};

/// Writes the notice to the log and shows it from `seconds` on. Only the newest are shown, and an equal one replaces
/// the earlier one.
void show_notice(State& state, Notice notice, double seconds);

/// Returns what failed, in the chosen language, with the reason, its place and what to do. `what` may be empty.
[[nodiscard]] Notice failure_notice(const State& state, std::string_view what, const Error& error);

/// Removes those whose time is over. It returns whether there were any.
bool remove_expired_notices(State& state, double seconds);
/// Returns when the next one vanishes; never means Notice::forever.
[[nodiscard]] double next_expiry(const std::vector<Notice>& notices);

/// Whether one of them stays until it is closed.
[[nodiscard]] bool has_permanent(const std::vector<Notice>& notices);

}  // namespace lanescope::gui
