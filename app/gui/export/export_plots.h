// What each panel plots, as charts that can be written to files.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::gui {

struct State;

/// The plots that can be taken away.
enum class PlotFormat { svg, csv };
enum class Plot { scope, sweep, occupancy, warps };

struct PlotKind {
  std::string_view name;                       ///< "bandwidth": part of file names
  std::string (*why_not)(const State& state);  ///< why there is nothing to write; empty when there is
  // The whole file, where why_not() is empty.
  std::string (*svg)(const State& state);
  std::string (*csv)(const State& state);  ///< in whole precision
};
[[nodiscard]] const PlotKind& kind_of(Plot plot);

}  // namespace warpscope::gui
