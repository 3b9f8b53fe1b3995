// What the scope remembers: rates over time, and when a setting was changed. It is bounded and drops the oldest first.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "experiments/sheet/value.h"

namespace lanescope::gui {

class Language;

struct History {
  /// One measurement, recorded number or prediction. Rates are in GB/s; low and high are those of the upper and the
  /// lower quartile of the time, or of the ends of its interval.
  struct Sample {
    double seconds = 0;  ///< since the session began
    double rate = 0, low = 0, high = 0;
    std::uint64_t revision = 0;  ///< revision of the experiment that was measured
    double gflop_per_s = 0;      ///< rate of the operations in GFLOP/s; 0 when there are none
    experiments::Origin origin = experiments::Origin::measured;
  };
  /// A change of the experiment.
  struct Change {
    /// `setting` is one knob or size; `knobs` and `sizes` are several.
    enum class Subject { setting, kernel, knobs, sizes, machine, target, source };
    double seconds = 0;
    Subject subject = Subject::setting;
    std::string from, to;      ///< empty for a changed source; for `machine`, empty means this machine
    std::string setting = {};  ///< the knob or size, such as "block_x"
    [[nodiscard]] std::string text(const Language& language) const;
  };

  static constexpr std::size_t max_samples = 4096;
  static constexpr std::size_t max_changes = 256;

  std::deque<Sample> samples;
  std::deque<Change> changes;
  std::map<std::uint64_t, std::string>
      settings;  ///< the settings of the samples in words, by revision: "transpose/naive_row block_x=64"

  void add(const Sample& sample);
  /// A knob on its way from one value to another is one change, not ten. A change of the same subject that follows
  /// within a second, with no sample between, therefore extends the one before.
  void add(Change change);
};

}  // namespace lanescope::gui
