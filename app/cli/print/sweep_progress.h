// The progress of a sweep: a bar with the time left on a terminal, a line from time to time elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace lanescope::cli {

/// Counts of points.
struct SweepCount {
  std::size_t planned = 0;  ///< all legal combinations
  std::size_t skipped = 0;  ///< the points that are in the files already
  std::size_t succeeded = 0, failed = 0;
  [[nodiscard]] std::size_t done() const { return skipped + succeeded + failed; }
};

/// Returns "2 h 5 min", "3 min 20 s" or "12 s".
[[nodiscard]] std::string duration_text(std::chrono::seconds duration);

/// Returns "120 of 2500 points, 3 failed, 4 min 10 s left". The time left assumes that further points are as slow as
/// those that were run; it is missing before the first.
[[nodiscard]] std::string progress_text(const SweepCount& count, std::chrono::milliseconds elapsed);

/// Returns "#####...............  120 of 2500 ...", at most `width` columns.
[[nodiscard]] std::string bar_text(const SweepCount& count, std::chrono::milliseconds elapsed, const std::string& doing,
                                   std::size_t width);

/// Shows the progress on standard error.
class SweepProgress {
 public:
  SweepProgress();
  ~SweepProgress();  ///< It clears the bar.
  SweepProgress(const SweepProgress&) = delete;
  SweepProgress& operator=(const SweepProgress&) = delete;

  /// Draws the bar, or a line when the last one is two seconds old.
  void show(const SweepCount& count, const std::string& doing);
  /// Removes the bar before other output; the next show() draws it again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

}  // namespace lanescope::cli
