// Where the panels are, as Dear ImGui writes it and as it stands in the settings: data from outside, which Dear ImGui
// itself takes on trust.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lanescope::gui {

/// Returns why the text is no arrangement that Dear ImGui may be given, with the line; empty when it is one. Every line
/// must be one that it writes, every number in its range, and the nodes must form trees: each parent stands before its
/// two children, a window lies in a node without children, and one node at most takes all growth.
[[nodiscard]] std::string layout_defect(std::string_view text);

/// Returns the names below the heading that says which panels are open, one a line. Dear ImGui passes over that part.
[[nodiscard]] std::set<std::string_view> open_panels_in(std::string_view text);
/// Returns the text with these names below that heading.
[[nodiscard]] std::string with_open_panels(std::string text, const std::set<std::string, std::less<>>& open);

}  // namespace lanescope::gui
