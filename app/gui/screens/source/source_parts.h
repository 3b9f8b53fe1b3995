// The parts of the Source panel: columns beside the lines, and listings beside the text.
#pragma once

#include <string>

#include "gui/store/source/source_text.h"
#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// The screen positions of the columns beside the lines. They stay in place while the text scrolls sideways.
struct CostColumns {
  struct Column {
    const SourceColumn* of = nullptr;                ///< null means, of each line, the one in which it wastes most
    bool whole = true;                               ///< with its number; otherwise only with what is wasted
    const SourceCosts* costs = nullptr;              ///< costs of one side of a comparison; null means the present ones
    const SourceCosts* against = nullptr;            ///< for a change, the costs that `costs` are compared with
    std::string letter = {};                         ///< letter of that side, such as "A"
    float left = 0, number = 0, bar = 0, ratio = 0;  ///< left edge; widths of the parts, 0 if hidden
    [[nodiscard]] float width() const { return number + bar + ratio; }
  };
  std::vector<Column> columns;
  float left = 0, right = 0;
};

/// Returns the size of the text, in the panel's text heights. It is larger where there is space.
[[nodiscard]] float text_size(const Frame& frame, float width);

/// Returns the columns that fit beside the text between `left` and `right`. These are all columns with their numbers,
/// or, when space is short, only those that tell what a line wastes, of which the worst stands for all where there is
/// even less.
[[nodiscard]] CostColumns arrange_columns(const Frame& frame, float left, float right);
/// Draws their titles, each with its definition in a tooltip.
void draw_column_titles(const Frame& frame, const CostColumns& columns);
void draw_costs(const Frame& frame, const CostColumns& columns, const experiments::LineSheet& line, float top,
                float opacity);

/// What the Source panel last scrolled to, so that it scrolls again only when that changes, and not with every result.
/// It also has the line under the mouse, which all listings highlight.
struct SourceScroll {
  std::string path;
  int line = 0;
  bool costs_due = false;  ///< The costliest line of the text is scrolled to once it is known.
  /// Whether to scroll to the selected line, in the source and in each listing beside it.
  bool to_line = false, to_ptx = false, to_sass = false;
  int hovered = 0;      ///< line of the source in the last frame; 0 means none
  int hovered_ptx = 0;  ///< line of the PTX
};

/// Draws the background of a line that is selected, or under the mouse here or in another listing.
void draw_link(const Frame& frame, ImVec2 from, ImVec2 to, bool selected, bool hovered);

/// Draws PTX or machine code (`name` is "ptx" or "sass"). It scrolls to the selected line if `to_line`, and resets it.
void draw_listing_beside(const Frame& frame, const std::string& name, const Listing& listing, ImVec2 size,
                         bool& to_line, const SourceScroll& scroll, SourceScroll& hovered);

}  // namespace lanescope::gui
