// What each panel plots, as charts that can be written to files, and free names for files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"
#include "gui/store/export_state.h"

namespace lanescope::gui {

struct State;
struct WarpsViewModel;

struct Plot {
  std::string_view panel;                                       ///< its name
  std::string (*why_not)(const State& state, ExportForm form);  ///< why there is nothing to write; empty when there is
  // Each returns the whole file. They may be called only while why_not() is empty.
  std::string (*svg)(const State& state);
  std::string (*csv)(const State& state);  ///< in full precision
};
/// Returns null for a panel without a plot.
[[nodiscard]] const Plot* plot_of(std::string_view panel);

/// Draws the warps over time, with the part that the panel shows, and all rows.
[[nodiscard]] std::string warps_svg(const State& state, const WarpsViewModel& view_model);
/// Writes the whole time, with a row for each memory instruction and each wait at a barrier.
[[nodiscard]] std::string warps_csv(const WarpsViewModel& view_model);

/// Draws the part of the blocks on SMs that the panel shows, with tail and scale.
[[nodiscard]] std::string grid_svg(const State& state);
/// Writes a row for each block: launch, block, SM, place, begin and end.
[[nodiscard]] std::string grid_csv(const State& state);

/// Returns "FOLDER/lanescope-WHAT-KERNEL.EXTENSION" as an absolute path. It adds -2, -3, ... where the name is taken,
/// on the disk or by `promised`, and replaces what file names cannot hold by a hyphen.
[[nodiscard]] std::filesystem::path unused_file(const std::filesystem::path& folder, std::string_view what,
                                                std::string_view kernel, std::string_view extension,
                                                const std::filesystem::path& promised = {});

/// Tries whether a file can be written there, and leaves none. It fails with the reason and what to do.
[[nodiscard]] Status try_export(const std::filesystem::path& file);

}  // namespace lanescope::gui
