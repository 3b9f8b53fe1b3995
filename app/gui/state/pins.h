// Two settings kept side by side: what was known of each when it was pinned, whatever kernel is selected later.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "catalogue/kernel.h"
#include "gui/panels/source/source_costs.h"
#include "gui/panels/sweep/sweep_state.h"
#include "lab/result.h"

namespace warpscope::gui {

/// A setting and what it gave. A pin outlives its kernel's text: before and after an edit can be compared.
struct Pin {
  std::string kernel;                                ///< id
  catalogue::Values values;                          ///< what is not at its default
  std::uint64_t revision = 0;                        ///< of the selection, when it was pinned
  std::shared_ptr<const lab::Result> timed = {};     ///< holds a time; null: none was known
  std::shared_ptr<const lab::Result> counted = {};   ///< holds metrics; null: none was known
  std::shared_ptr<const lab::Result> compiled = {};  ///< holds launches; null: none was known
};

inline constexpr std::size_t max_pins = 2;
inline constexpr std::array<std::string_view, max_pins> pin_letters = {"A", "B"};

struct Pins {
  std::array<std::optional<Pin>, max_pins> pins;  ///< A, B

  // Derived from the pins and what is selected now; renewed by refresh().
  std::array<SweepGrid, max_pins> grids;    ///< the Sweep panel's axes for the pinned kernel and its other values
  std::array<SweepBasis, max_pins> bases;   ///< of the grids
  std::array<SourceCosts, max_pins> costs;  ///< of the lines of the file that the Source panel shows

  [[nodiscard]] bool any() const { return pins[0] || pins[1]; }
  [[nodiscard]] bool both() const { return pins[0] && pins[1]; }
};

/// What is selected and known now. Empty when no usable kernel is selected.
[[nodiscard]] std::optional<Pin> pin_of(const State& state);

/// A result of the setting that is pinned has come: the pin takes it. Once the knobs have moved it keeps what it has.
void follow_pins(State& state);

/// Columns and grids of the pins, for what is selected now.
void refresh_pins(State& state);
void refresh_pinned_costs(State& state);  ///< for the view that the Source panel counts in
void refresh_pinned_grids(State& state);  ///< for the axes of the Sweep panel

/// "A", and "A" and "B", beside a point of the sweep of this kernel: those that are pinned there. Empty: none.
[[nodiscard]] std::string pins_at(const State& state, const SweepCell& cell);

}  // namespace warpscope::gui
