// What the scope remembers: rates over time, and when a setting was changed. Bounded; the oldest go first.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace warpscope::gui {

class Language;

struct History {
  /// One measurement. Rates in GB/s; low and high are those of the upper and lower quartile of the time.
  struct Sample {
    double seconds = 0;  ///< since the session began
    double rate = 0, low = 0, high = 0;
    std::uint64_t revision = 0;  ///< of the experiment that was measured
    double gflop_per_s = 0;      ///< the same work counted in operations; 0: it has none
  };
  /// A change of the experiment.
  struct Change {
    /// setting: one knob or size; knobs, sizes: several.
    enum class Subject { setting, kernel, knobs, sizes, machine, source };
    double seconds = 0;
    Subject subject = Subject::setting;
    std::string from, to;      ///< empty for a changed source; where that is this machine, for another machine
    std::string setting = {};  ///< which: "block_x"
    [[nodiscard]] std::string text(const Language& language) const;
  };

  static constexpr std::size_t max_samples = 4096;
  static constexpr std::size_t max_changes = 256;

  std::deque<Sample> samples;
  std::deque<Change> changes;
  std::map<std::uint64_t, std::string>
      settings;  ///< by revision, of the samples, in words: "transpose/naive_row block_x=64"

  void add(const Sample& sample);
  /// A knob on its way from one value to another is one change, not ten: a change of the same subject that follows
  /// within a second, with no sample between, extends the one before.
  void add(Change change);
};

}  // namespace warpscope::gui
