// What the Sweep panel draws beside the points of the selected kernel: what the article printed, and the pinned
// kernels at the same axes.
#pragma once

#include <optional>
#include <vector>

#include "gui/panels/sweep/sweep_state.h"
#include "gui/panels/sweep/sweep_view_model.h"

namespace warpscope::gui {

/// Of bandwidth alone. Empty when no article has a number at any point of the grid.
[[nodiscard]] std::optional<ArticleOverlay> article_overlay(const State& state, SweepQuantity quantity);

/// For curves; a heat map shows pins at their cells only.
[[nodiscard]] std::vector<PinnedCurve> pinned_curves(const State& state, SweepQuantity quantity);

}  // namespace warpscope::gui
