// What the Source panel's drawing is made of.
#pragma once

#include <cstdint>
#include <string>

#include "gui/panels/source/source_listing.h"
#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// What the Source panel last scrolled to: it scrolls again only when that changes, not with every answer. And the line
/// that the mouse is on, which all listings show.
struct SourceScroll {
  std::string path;
  int line = 0;
  /// The selected line shall come into sight: in the source, and in each listing beside it.
  bool to_line = false, to_ptx = false, to_sass = false;
  int hovered = 0;      ///< line of the source, in the last frame; 0: none
  int hovered_ptx = 0;  ///< line of the PTX
};

/// Where the columns beside the lines are, on the screen; they stay where they are while the text scrolls sideways.
struct CostColumns {
  struct Column {
    CostColumn of = CostColumn::requests;
    bool whole = true;                               ///< with its number; else only what is wasted
    const SourceCosts* costs = nullptr;              ///< of a side of a comparison; null: of the present setting
    const SourceCosts* against = nullptr;            ///< a change: from these costs to `costs`
    std::string letter;                              ///< of that side: "A"
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

/// Buttons and switches above the text.
void draw_source_controls(const Frame& frame);

/// The background of a line that is selected, or that the mouse is on here or in another listing.
void draw_link(const Frame& frame, ImVec2 from, ImVec2 to, bool selected, bool hovered);

/// PTX or machine code. `name`: "ptx" or "sass". `to_line`: the selected line shall come into
/// sight; false when it has.
void draw_listing_beside(const Frame& frame, const std::string& name, const Listing& listing, ImVec2 size,
                         bool& to_line, const SourceScroll& scroll, SourceScroll& hovered);

}  // namespace warpscope::gui
