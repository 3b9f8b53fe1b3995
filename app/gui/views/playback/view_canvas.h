// What every animated view draws with: rectangles, lines and texts in colours that fade together.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <string>

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// `share`: opacity of a part, 0 to 1, times `opacity`. `width`, `round` (radius of the corners): pixels.
struct ViewCanvas {
  const Frame& frame;
  float opacity;  ///< of all that is drawn: below 1 while the accesses are those of an earlier setting
  ImDrawList& list = *ImGui::GetWindowDrawList();

  [[nodiscard]] ImU32 ink(ImVec4 colour, float share = 1) const { return packed(faded(colour, share * opacity)); }
  void fill(const ImRect& rect, ImVec4 colour, float share = 1, float round = 0) const {
    list.AddRectFilled(rect.Min, rect.Max, ink(colour, share), round);
  }
  void outline(const ImRect& rect, ImVec4 colour, float width, float share = 1, float round = 0) const {
    list.AddRect(rect.Min, rect.Max, ink(colour, share), round, 0, width);
  }
  void line(ImVec2 from, ImVec2 to, ImVec4 colour, float width, float share = 1) const {
    list.AddLine(from, to, ink(colour, share), width);
  }
  void text(ImVec2 at, const std::string& text, ImVec4 colour, float share = 1) const {
    list.AddText(at, ink(colour, share), text.c_str());
  }
  void centred_text(ImVec2 centre, const std::string& words, ImVec4 colour, float share = 1) const {
    const ImVec2 extent = size_of(words);
    text({centre.x - extent.x / 2, centre.y - extent.y / 2}, words, colour, share);
  }
  /// The ground of a text that stands over a picture; `margin`: pixels beside it.
  void ground_of_text(ImVec2 at, ImVec2 extent, float margin, ImVec4 colour, float share = 1, float round = 0) const {
    fill({at.x - margin, at.y, at.x + extent.x + margin, at.y + extent.y}, colour, share, round);
  }
};

}  // namespace warpscope::gui
