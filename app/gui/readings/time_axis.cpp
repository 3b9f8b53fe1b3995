#include "gui/readings/time_axis.h"

#include <algorithm>
#include <cmath>

#include "gui/store/state.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {

namespace {

constexpr double nanoseconds_per_microsecond = 1000, nanoseconds_per_millisecond = 1e6;

}  // namespace

std::string moment_text(model::TimeAxis axis, double moment) {
  if (axis != model::TimeAxis::time) return grouped(moment, 0);
  if (moment < 10 * nanoseconds_per_microsecond) return grouped(moment, 0) + " ns";
  return grouped(moment / nanoseconds_per_microsecond, 1) + " µs";
}

std::string tick_text(model::TimeAxis axis, double moment, double step, double largest) {
  if (axis != model::TimeAxis::time || largest < 10 * nanoseconds_per_microsecond) return moment_text(axis, moment);
  const double digits = std::ceil(-std::log10(step / nanoseconds_per_microsecond) - 1e-9);
  return grouped(moment / nanoseconds_per_microsecond, static_cast<int>(std::clamp(digits, 0.0, 3.0))) + " µs";
}

std::vector<double> round_moments(double from, double to, int max_count, bool whole) {
  if (!(to > from) || max_count < 1) return {};
  const double min_step = (to - from) / max_count;
  double step = std::pow(10, std::floor(std::log10(min_step)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (step * factor < min_step) continue;
    step *= factor;
    break;
  }
  if (whole) step = std::max(1.0, step);
  std::vector<double> moments;
  for (double index = std::ceil(from / step); index * step <= to; ++index) moments.push_back(index * step);
  return moments;
}

std::string tick_text(const State& state, const analysis::GridTimes& times, double tick, double step) {
  const double value = tick * times.units_per_tick, width = step * times.units_per_tick;
  const auto in = [&](double unit, const char* name) {
    const double digits = std::ceil(-std::log10(std::max(width / unit, 1e-9)) - 1e-9);
    return grouped(value / unit, static_cast<int>(std::clamp(digits, 0.0, 3.0))) + name;
  };
  switch (times.unit) {
    case analysis::GridUnit::nanoseconds: {
      const double length = times.length * times.units_per_tick;
      if (length < 10 * nanoseconds_per_microsecond) return in(1, " ns");
      if (length < 10 * nanoseconds_per_millisecond) return in(nanoseconds_per_microsecond, " µs");
      return in(nanoseconds_per_millisecond, " ms");
    }
    case analysis::GridUnit::clocks:
      return grouped(value, 0) + " " + state.say("grid.clocks");
    case analysis::GridUnit::blocks:
      break;
  }
  return grouped(value, width < 1 ? 2 : 0);
}

std::string moment_text(const State& state, const analysis::GridTimes& times, double tick) {
  return tick_text(state, times, tick, times.length / 500);
}

}  // namespace lanescope::gui
