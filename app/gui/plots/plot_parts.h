// What the plots of the panels have in common: flags and numbers of axes, dashes, labels, marks with their quartiles.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>
#include <implot.h>

#include <string>
#include <string_view>
#include <vector>

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// Panels draw legends themselves, and answer the mouse.
inline constexpr ImPlotFlags plot_flags = ImPlotFlags_NoTitle | ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText |
                                          ImPlotFlags_NoInputs | ImPlotFlags_NoMenus | ImPlotFlags_NoFrame;

/// How ImPlot asks for the text of a tick: `text_of` gives it.
template <std::string (*text_of)(double)>
int format_tick(double value, char* text, int size, void* /*user*/) {
  const std::string formatted = text_of(value);
  const auto length = static_cast<int>(formatted.copy(text, static_cast<std::size_t>(size) - 1));
  text[length] = '\0';
  return length;
}
/// "12 000": for axes of whole numbers.
[[nodiscard]] std::string whole_number(double value);

/// Where the present plot is on the screen.
[[nodiscard]] ImRect plot_area();
/// Dashes and gaps in pixels, as long on every slope.
void draw_dashes(ImDrawList& list, ImVec2 from, ImVec2 to, ImVec4 colour, float weight, float dash, float gap);

/// A ring that hides what is behind it.
void draw_ring(ImDrawList& list, ImVec2 centre, float radius, ImVec4 colour, float weight, ImVec4 ground);
/// How far a point of the screen is from the mouse, pixels.
[[nodiscard]] float away_from_mouse(ImVec2 point);

/// A line through medians in a band between the quartiles; all have the length of `x`. Pixels.
void draw_medians(const Frame& frame, const std::vector<double>& x, const std::vector<double>& medians,
                  const std::vector<double>& low, const std::vector<double>& high, float weight, bool with_points);

/// A text on a ground of its own, which is wider than the text by `pad` pixels on both sides, so that lines behind it
/// do not cross it.
void draw_label(ImDrawList& list, ImVec2 at, std::string_view text, ImVec4 colour, ImVec4 ground, float pad);

/// The letters of pins, framed as they are everywhere.
void draw_letters(const Frame& frame, ImDrawList& list, ImVec2 centre, std::string_view letters);

}  // namespace warpscope::gui
