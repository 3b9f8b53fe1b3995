// The warps in time as files.
#pragma once

#include <string>

namespace warpscope::gui {

struct State;
struct WarpsPicture;

/// The part of the time that is seen in the panel, all rows.
[[nodiscard]] std::string timeline_svg(const State& state, const WarpsPicture& picture);
/// All of it: one row for each memory instruction and each wait at a barrier.
[[nodiscard]] std::string timeline_csv(const State& state, const WarpsPicture& picture);

}  // namespace warpscope::gui
