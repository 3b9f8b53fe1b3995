// The moment of the Grid view. It plays the times of blocks, not the accesses of a trace, so it has a clock of its own,
// which the transport moves while the view is in front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lanescope::experiments {
struct Result;
}

namespace lanescope::analysis {
struct GridTimes;
struct GridTimesInput;
}  // namespace lanescope::analysis

namespace lanescope::gui {

struct State;

/// A block of the plan.
struct GridBlock {
  std::size_t launch = 0;   ///< index into GridTimes::launches
  std::uint64_t block = 0;  ///< linear in its grid, x fastest
  friend bool operator==(const GridBlock&, const GridBlock&) = default;
};

struct GridClock {
  /// The steps of a whole pass; a step is a thousandth of the time, however long that is.
  static constexpr double steps = 1000;

  double at = 0;  ///< steps that have passed, 0 to `steps`
  std::optional<GridBlock> chosen;

  // This is what is known; follow_grid() renews it.
  std::shared_ptr<const analysis::GridTimes> times;  ///< null when there are none
  std::uint64_t revision = 0;                        ///< the setting that they belong to
  std::shared_ptr<const analysis::GridTimesInput> input;
  std::shared_ptr<const experiments::Result> result;  ///< that was looked at last

  /// The present tick of `times`.
  [[nodiscard]] double tick() const;
};

/// Goes to where the next block begins (direction 1), or to where the one before began (-1).
void step_block(GridClock& clock, int direction);
/// Goes to where the first block of the next wave begins, or of the wave before; the end of a launch is one too.
void step_wave(GridClock& clock, int direction);

/// Makes the clock follow what is selected and known now.
void follow_grid(State& state);
/// Returns why there are no times of blocks, or an empty text.
[[nodiscard]] std::string why_no_grid(const State& state);
/// Returns whether a GPU has recorded the times of the present setting.
[[nodiscard]] bool has_measured_times(const State& state);
/// Returns whether the times belong to an earlier setting than the knobs.
[[nodiscard]] bool grid_is_stale(const State& state);

}  // namespace lanescope::gui
