// The columns beside the lines of the Source panel.
#pragma once

#include <string>

#include "gui/panels/source/source_view_model.h"
#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// Where the columns beside the lines are, on the screen; they stay where they are while the text scrolls sideways.
struct CostColumns {
  struct Column {
    CostColumn of = CostColumn::requests;
    bool whole = true;                               ///< with its number; else only what is wasted
    const SourceCosts* costs = nullptr;              ///< of a side of a comparison; null: of the present setting
    const SourceCosts* against = nullptr;            ///< a change: from these costs to `costs`
    std::string letter = {};                         ///< of that side: "A"
    float left = 0, number = 0, bar = 0, ratio = 0;  ///< left edge; widths of the parts, 0: not shown
    [[nodiscard]] float width() const { return number + bar + ratio; }
  };
  std::vector<Column> columns;
  float left = 0, right = 0;
};

/// Size of the text, in the panel's heights: larger where there is room.
[[nodiscard]] float text_size(const Frame& frame, float width);

/// The columns that fit beside the text between `left` and `right`: all of them with their numbers, or where there is
/// no room only those that tell what a line wastes.
[[nodiscard]] CostColumns arrange_columns(const Frame& frame, float left, float right);
/// Their titles, each with its definition in a tooltip.
void draw_column_titles(const Frame& frame, const CostColumns& columns);
void draw_costs(const Frame& frame, const CostColumns& columns, const LineCost& line, float top, float opacity);

}  // namespace warpscope::gui
