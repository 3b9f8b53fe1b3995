// What the plots of the panels share: flags and numbers of axes, dashes, labels, and marks with their quartiles.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>
#include <implot.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// Panels draw the legends and handle the mouse themselves.
inline constexpr ImPlotFlags plot_flags = ImPlotFlags_NoTitle | ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText |
                                          ImPlotFlags_NoInputs | ImPlotFlags_NoMenus | ImPlotFlags_NoFrame;

/// Formats a tick as ImPlot asks for it, with the text from `text_of`.
template <std::string (*text_of)(double)>
int format_tick(double value, char* text, int size, void* /*user*/) {
  const std::string formatted = text_of(value);
  const auto length = static_cast<int>(formatted.copy(text, static_cast<std::size_t>(size) - 1));
  text[length] = '\0';
  return length;
}
/// Formats a number as "12 000", for axes of whole numbers.
[[nodiscard]] std::string whole_number(double value);

/// Returns the rectangle of the current plot on the screen.
[[nodiscard]] ImRect plot_area();
/// Draws dashes and gaps of these lengths in pixels, whatever the slope of the line is.
void draw_dashes(ImDrawList& list, ImVec2 from, ImVec2 to, ImVec4 colour, float weight, float dash, float gap);

/// Draws a ring that hides what is behind it.
void draw_ring(ImDrawList& list, ImVec2 centre, float radius, ImVec4 colour, float weight, ImVec4 ground);
/// Returns the distance of a point of the screen from the mouse, in pixels.
[[nodiscard]] float distance_to_mouse(ImVec2 point);

/// Returns the indices of the points that no later one covers, in their order: of points that are nearer to each other
/// than `reach` in both directions, in pixels, only the last is drawn. `points` run from left to right. However many
/// they are, what is returned is limited by what fits beside each other.
[[nodiscard]] std::vector<std::size_t> uncovered(std::span<const ImVec2> points, ImVec2 reach);

/// Draws a line through medians and a band between the quartiles. All have the length of `x`; `weight` is in pixels.
void draw_medians(const Frame& frame, const std::vector<double>& x, const std::vector<double>& medians,
                  const std::vector<double>& low, const std::vector<double>& high, float weight, bool with_points);

/// Draws dashes from one prediction to the next, with a band between the ends of their intervals. All
/// have the length of `x`.
void draw_predicted_line(const Frame& frame, const std::vector<double>& x, const std::vector<double>& values,
                         const std::vector<double>& low, const std::vector<double>& high);
/// Draws a number with the sign of its origin, and its quartiles as a bracket, or the interval of a prediction as one
/// of dashes.
void draw_point(const Frame& frame, experiments::Origin origin, ImVec2 at, ImVec2 low, ImVec2 high);

/// Draws a text on a background that is wider than the text by `pad` pixels on both sides, so that lines behind it do
/// not cross it.
void draw_label(ImDrawList& list, ImVec2 at, std::string_view text, ImVec4 colour, ImVec4 ground, float pad);

/// Draws the letters of pins in the frame that they have everywhere.
void draw_letters(const Frame& frame, ImDrawList& list, ImVec2 centre, std::string_view letters);

}  // namespace lanescope::gui
