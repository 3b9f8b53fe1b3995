// Work that takes longer than a moment, in one list: the status bar shows a line for each, with how far it is and a
// button that ends it. Whatever is added to jobs_of() has both.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::gui {

struct State;

struct Job {
  std::string words;            ///< what is done, and how far it is
  std::optional<double> share;  ///< 0 to 1, as far as it is known
  std::string_view cancel;      ///< the action that ends it
  friend bool operator==(const Job&, const Job&) = default;
};

/// Returns what has run for a second or more at that time, in seconds since the session began; the oldest kind first.
[[nodiscard]] std::vector<Job> jobs_of(const State& state, double now);

}  // namespace lanescope::gui
