// Where the panels are, as Dear ImGui writes it and as it stands in the settings: data from outside, which Dear ImGui
// itself takes on trust.
#pragma once

#include <string>
#include <string_view>

namespace lanescope::gui {

/// Returns why the text is no arrangement that Dear ImGui may be given, with the line; empty when it is one. Every line
/// must be one that it writes, every number in its range, and the nodes must form trees: each parent stands before its
/// two children, a window lies in a node without children, and one node at most takes all growth.
[[nodiscard]] std::string layout_defect(std::string_view text);

}  // namespace lanescope::gui
