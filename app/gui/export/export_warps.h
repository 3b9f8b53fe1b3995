// The warps in time as files.
#pragma once

#include <string>

namespace warpscope::gui {

struct State;
struct WarpsViewModel;

/// The part of the time that is seen in the panel, all rows.
[[nodiscard]] std::string warps_svg(const State& state, const WarpsViewModel& view_model);
/// All of it: one row for each memory instruction and each wait at a barrier.
[[nodiscard]] std::string warps_csv(const WarpsViewModel& view_model);

}  // namespace warpscope::gui
