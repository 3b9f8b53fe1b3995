// What each panel plots, as charts that can be written to files, and files with names that are not taken yet.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace warpscope::gui {

struct State;
struct WarpsViewModel;

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

/// The warps in time: the part that is seen in the panel, all rows.
[[nodiscard]] std::string warps_svg(const State& state, const WarpsViewModel& view_model);
/// The whole time: one row for each memory instruction and each wait at a barrier.
[[nodiscard]] std::string warps_csv(const WarpsViewModel& view_model);

/// "FOLDER/warpscope-WHAT-KERNEL.EXTENSION", or with -2, -3, ... behind it where that is taken. What file names cannot
/// hold becomes a hyphen. Absolute.
[[nodiscard]] std::filesystem::path free_file(const std::filesystem::path& folder, std::string_view what,
                                              std::string_view kernel, std::string_view extension);

/// Writes a file that was not there. Error: the reason, with what to do.
[[nodiscard]] Expected<std::filesystem::path> write_export(const std::filesystem::path& folder, std::string_view what,
                                                           std::string_view kernel, std::string_view extension,
                                                           std::string_view bytes);

}  // namespace warpscope::gui
