#include "gui/widgets/plot_parts.h"

#include <algorithm>
#include <cmath>

#include "gui/store/words/numbers.h"

namespace lanescope::gui {

std::string whole_number(double value) {
  return grouped(value, 0);
}

ImRect plot_area() {
  const ImVec2 corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  return {corner.x, corner.y, corner.x + size.x, corner.y + size.y};
}

void draw_dashes(ImDrawList& list, ImVec2 from, ImVec2 to, ImVec4 colour, float weight, float dash, float gap) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (length <= 0) return;
  const ImVec2 unit{(to.x - from.x) / length, (to.y - from.y) / length};
  for (float at = 0; at < length; at += dash + gap) {
    const float end = std::min(at + dash, length);
    list.AddLine({from.x + unit.x * at, from.y + unit.y * at}, {from.x + unit.x * end, from.y + unit.y * end},
                 packed(colour), weight);
  }
}

void draw_ring(ImDrawList& list, ImVec2 centre, float radius, ImVec4 colour, float weight, ImVec4 ground) {
  list.AddCircleFilled(centre, radius, packed(ground));
  list.AddCircle(centre, radius, packed(colour), 0, weight);
}

float distance_to_mouse(ImVec2 point) {
  const ImVec2 mouse = ImGui::GetMousePos();
  return std::hypot(mouse.x - point.x, mouse.y - point.y);
}

std::vector<std::size_t> uncovered(std::span<const ImVec2> points, ImVec2 reach) {
  std::vector<std::size_t> seen;
  for (std::size_t i = points.size(); i-- > 0;) {
    const ImVec2 point = points[i];
    bool covered = false;
    for (auto later = seen.rbegin(); !covered && later != seen.rend(); ++later) {
      if (points[*later].x - point.x >= reach.x) break;
      covered = std::fabs(points[*later].y - point.y) < reach.y;
    }
    if (!covered) seen.push_back(i);
  }
  std::ranges::reverse(seen);
  return seen;
}

void draw_medians(const Frame& frame, const std::vector<double>& x, const std::vector<double>& medians,
                  const std::vector<double>& low, const std::vector<double>& high, float weight, bool with_points) {
  const int count = static_cast<int>(x.size());
  ImPlotSpec band;
  band.FillColor = colour_of(frame.theme, experiments::Origin::measured);
  band.FillAlpha = 0.25F;
  ImPlot::PlotShaded("##spread", x.data(), low.data(), high.data(), count, band);
  ImPlotSpec line;
  line.LineColor = line.MarkerLineColor = line.MarkerFillColor = colour_of(frame.theme, experiments::Origin::measured);
  line.LineWeight = weight;
  if (with_points) line.Marker = ImPlotMarker_Circle;
  line.MarkerSize = std::max(2.0F, 0.11F * frame.em);
  ImPlot::PlotLine("##medians", x.data(), medians.data(), count, line);
}

void draw_predicted_line(const Frame& frame, const std::vector<double>& x, const std::vector<double>& values,
                         const std::vector<double>& low, const std::vector<double>& high) {
  ImPlotSpec band;
  band.FillColor = colour_of(frame.theme, experiments::Origin::predicted);
  band.FillAlpha = 0.18F;
  ImPlot::PlotShaded("##interval", x.data(), low.data(), high.data(), static_cast<int>(x.size()), band);
  ImPlot::PushPlotClipRect();
  for (std::size_t i = 1; i < x.size(); ++i) {
    draw_dashes(*ImPlot::GetPlotDrawList(), ImPlot::PlotToPixels(x[i - 1], values[i - 1]),
                ImPlot::PlotToPixels(x[i], values[i]), colour_of(frame.theme, experiments::Origin::predicted),
                frame.stroke(0.11F), 0.4F * frame.em, 0.3F * frame.em);
  }
  ImPlot::PopPlotClipRect();
}

namespace {

void draw_predicted_point(const Frame& frame, ImVec2 at, ImVec2 low, ImVec2 high) {
  const ImVec4 colour = colour_of(frame.theme, experiments::Origin::predicted);
  const float em = frame.em, stroke = frame.stroke(0.09F);
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  if (low.y - high.y > 1) {
    draw_dashes(list, low, high, colour, stroke, 0.2F * em, 0.16F * em);
    for (const ImVec2 end : {low, high}) {
      list.AddLine({end.x - 0.22F * em, end.y}, {end.x + 0.22F * em, end.y}, packed(colour), stroke);
    }
  }
  draw_ring(list, at, 0.28F * em, colour, frame.stroke(0.12F), frame.theme.ground);
}

}  // namespace

void draw_point(const Frame& frame, experiments::Origin origin, ImVec2 at, ImVec2 low, ImVec2 high) {
  if (origin == experiments::Origin::predicted) return draw_predicted_point(frame, at, low, high);
  const float em = frame.em, stroke = frame.stroke(0.1F);
  const ImVec4 colour = colour_of(frame.theme, origin);
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  if (low.y - high.y > 1) {
    list.AddLine(low, high, packed(colour), stroke);
    for (const ImVec2 end : {low, high})
      list.AddLine({end.x - 0.25F * em, end.y}, {end.x + 0.25F * em, end.y}, packed(colour), stroke);
  }
  const ImRect behind = square_around(at, 0.27F * em);
  if (origin == experiments::Origin::recorded) list.AddRectFilled(behind.Min, behind.Max, packed(frame.theme.ground));
  draw_shape(list, shape_of(origin), at, 1.1F * em, colour);
}

void draw_label(ImDrawList& list, ImVec2 at, std::string_view text, ImVec4 colour, ImVec4 ground, float pad) {
  const ImVec2 extent = size_of(text);
  list.AddRectFilled({at.x - pad, at.y}, {at.x + extent.x + pad, at.y + extent.y}, packed(ground));
  draw_text_at(list, at, colour, text);
}

void draw_letters(const Frame& frame, ImDrawList& list, ImVec2 centre, std::string_view letters) {
  const FontScope bold(frame, frame.fonts.bold, 0.8F);
  const ImVec2 extent = size_of(letters), from{centre.x - extent.x / 2, centre.y - extent.y / 2};
  const ImRect box{from.x - 0.25F * frame.em, from.y, from.x + extent.x + 0.25F * frame.em, from.y + extent.y};
  list.AddRectFilled(box.Min, box.Max, packed(frame.theme.ground), 0.2F * frame.em);
  list.AddRect(box.Min, box.Max, packed(frame.theme.lesson), 0.2F * frame.em, 0, std::max(1.5F, 0.09F * frame.em));
  draw_text_at(list, from, frame.theme.text, letters);
}

}  // namespace lanescope::gui
