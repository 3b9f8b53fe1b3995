// Two settings kept side by side, with what was known of each when it was pinned, whatever kernel is selected later.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "catalogue/kernel.h"
#include "experiments/result.h"
#include "gui/store/pages/pages_state.h"
#include "gui/store/sweep/sweep_state.h"

namespace lanescope::gui {

/// A setting and its results. A pin outlives its kernel's text, so that before and after an edit can be compared.
struct Pin {
  std::string kernel;                                        ///< its id
  catalogue::Values values;                                  ///< the values that differ from the defaults
  std::uint64_t revision = 0;                                ///< the selection's revision when it was pinned
  std::shared_ptr<const experiments::Result> timed = {};     ///< holds a time; null when none was known
  std::shared_ptr<const experiments::Result> counted = {};   ///< holds metrics; null when none were known
  std::shared_ptr<const experiments::Result> compiled = {};  ///< holds launches; null when none were known
  std::shared_ptr<const experiments::Result> traced = {};    ///< holds accesses; null when none were recorded
  PageNumbers numbers = {};                                  ///< what the pages show of it
};

inline constexpr std::size_t max_pins = 2;
inline constexpr std::array<std::string_view, max_pins> pin_letters = {"A", "B"};

struct Pins {
  std::array<std::optional<Pin>, max_pins> pins;  ///< A, B
  bool on_stage = false;                          ///< whether the stage is split for them

  [[nodiscard]] bool any() const { return pins[0] || pins[1]; }
  [[nodiscard]] bool both() const { return pins[0] && pins[1]; }
};

/// Returns what is selected and known now, or nothing when no usable kernel is selected.
[[nodiscard]] std::optional<Pin> pin_of(const State& state);

/// Gives a pin the new result of its setting. Once the knobs have moved, the pin keeps what it has.
void follow_pins(State& state);

/// Returns which pins are at a point of the sweep of this kernel: "A", "B", both, or an empty text.
[[nodiscard]] std::string pins_at(const State& state, const SweepCell& cell);

}  // namespace lanescope::gui
