#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "gui/screens/occupancy/occupancy_view_model.h"
#include "gui/store/selection_commands.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/plot_parts.h"

namespace lanescope::gui {
namespace {

constexpr float min_width_of_two_curves = 46;  // in text heights; below that, the curves are one below the other

void draw_curve(const Frame& frame, const OccupancyLine& line, float opacity) {
  const int count = static_cast<int>(line.values.size());
  ImPlotSpec area;
  area.FillColor = frame.theme.stated;
  area.FillAlpha = 0.14F * opacity;
  area.LineColor = faded(frame.theme.stated, opacity);
  area.LineWeight = frame.stroke(0.1F);
  area.Flags = ImPlotStairsFlags_Shaded;
  ImPlot::PlotStairs("##warps", line.values.data(), line.warps.data(), count, area);
}

/// Draws where the kernel is, with a line down to the axis, the ring of a predicted number, and the value in words.
void draw_present(const Frame& frame, const OccupancyViewModel& view_model, const OccupancyLine& line, float opacity) {
  const float em = frame.em, stroke = frame.stroke(0.12F);
  const ImVec4 colour = faded(frame.theme.peak, opacity);
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const ImRect area = plot_area();
  const ImVec2 at = ImPlot::PlotToPixels(line.now, view_model.warps);
  if (at.y + 0.45F * em < area.Max.y) {
    draw_dashes(list, {at.x, at.y + 0.45F * em}, {at.x, area.Max.y}, colour, stroke, 0.3F * em, 0.3F * em);
  }
  draw_ring(list, at, 0.4F * em, colour, 1.4F * stroke, frame.theme.ground);
  const FontScope bold(frame, frame.fonts.bold, 0.85F);
  const ImVec2 extent = size_of(line.now_text);
  float left = at.x + 0.6F * em;
  if (left + extent.x > area.Max.x) left = std::max(area.Min.x, at.x - 0.6F * em - extent.x);
  draw_label(list, {left, area.Max.y - extent.y - 0.25F * em}, line.now_text, colour, faded(frame.theme.ground, 0.85F),
             0.2F * em);
  name_place(frame, std::string("occupancy/now/") + line.name, square_around(at, 0.4F * em));
}

/// Writes the rate beside its point if it fits between `free_from` and `free_until`, and so covers no other.
void draw_rate_number(const Frame& frame, const BlockSizeRate& point, ImVec2 at, ImVec4 colour, float& free_from,
                      float free_until) {
  const FontScope small(frame, frame.fonts.text, 0.75F);
  const std::string number = whole_number(point.number);
  const ImVec2 extent = size_of(number);
  const ImVec2 place{at.x + 0.45F * frame.em, at.y - extent.y / 2};
  if (place.x < free_from || place.x + extent.x > free_until) return;
  draw_label(*ImPlot::GetPlotDrawList(), place, number, colour, faded(frame.theme.ground, 0.75F), 0.1F * frame.em);
  free_from = place.x + extent.x;
}

/// Draws each rate with the sign of its origin and its quartiles or interval.
void draw_rates(const Frame& frame, const OccupancyViewModel& view_model) {
  const float em = frame.em;
  ImPlot::SetAxes(ImAxis_X1, ImAxis_Y2);
  ImPlot::PushPlotClipRect(0.4F * em);
  float free_from = 0;
  for (std::size_t i = 0; i < view_model.rates.size(); ++i) {
    const BlockSizeRate& point = view_model.rates[i];
    const ImVec4 colour = colour_of(frame.theme, point.origin);
    const ImVec2 at = ImPlot::PlotToPixels(point.threads, point.number);
    const ImVec2 low = ImPlot::PlotToPixels(point.threads, point.low());
    const ImVec2 high = ImPlot::PlotToPixels(point.threads, point.high());
    draw_point(frame, point.origin, at, low, high);
    const float free_until = i + 1 < view_model.rates.size()
                                 ? ImPlot::PlotToPixels(view_model.rates[i + 1].threads, 0).x - 0.3F * em
                                 : plot_area().Max.x;
    draw_rate_number(frame, point, at, colour, free_from, free_until);
    if (ImGui::IsWindowHovered() && distance_to_mouse(at) < 0.6F * em) {
      tooltip(frame, fmt::format("{} GB/s [{}, {}]\n{}", whole_number(point.number), whole_number(point.low()),
                                 whole_number(point.high()), point.setting));
    }
  }
  ImPlot::PopPlotClipRect();
  ImPlot::SetAxes(ImAxis_X1, ImAxis_Y1);
}

void draw_plot(const Frame& frame, const OccupancyViewModel& view_model, std::size_t index, ImVec2 size,
               float opacity) {
  const OccupancyLine& line = view_model.lines[index];
  if (line.values.empty()) return;
  const bool with_rates = index == 0 && !view_model.rates.empty();
  if (!ImPlot::BeginPlot((std::string("##") + line.name).c_str(), size, plot_flags)) return;
  const std::string warps = frame.say("occupancy.axis", view_model.max_warps);
  ImPlot::SetupAxes(line.unit.c_str(), warps.c_str(), ImPlotAxisFlags_NoGridLines, ImPlotAxisFlags_None);
  ImPlot::SetupAxisFormat(ImAxis_X1, format_tick<whole_number>);
  const double margin = 0.02 * (line.values.back() - line.values.front());
  ImPlot::SetupAxesLimits(-margin, std::max(line.values.back(), line.now) + margin, 0, 1.12 * view_model.max_warps,
                          ImPlotCond_Always);
  const int quarter = std::max(1, view_model.max_warps / 4);
  ImPlot::SetupAxisTicks(ImAxis_Y1, 0, 4.0 * quarter, 5);
  ImPlot::SetupAxisFormat(ImAxis_Y1, "%.0f");
  if (with_rates) {
    ImPlot::SetupAxis(ImAxis_Y2, "GB/s", ImPlotAxisFlags_AuxDefault);
    ImPlot::SetupAxisFormat(ImAxis_Y2, format_tick<whole_number>);
    ImPlot::SetupAxisLimits(ImAxis_Y2, 0, 1.12 * view_model.top_rate, ImPlotCond_Always);
  }
  ImPlot::SetupFinish();
  draw_curve(frame, line, opacity);
  draw_present(frame, view_model, line, opacity);
  if (with_rates) draw_rates(frame, view_model);
  name_place(frame, std::string("occupancy/") + line.name, plot_area());
  ImPlot::EndPlot();
}

void draw_limits(const Frame& frame, const OccupancyViewModel& view_model, float opacity) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float gap = 0.9F * frame.em;
  shape_item(frame, shape_of(experiments::Origin::predicted),
             faded(colour_of(frame.theme, experiments::Origin::predicted), opacity));
  text(frame.say(view_model.stale ? "occupancy.origin_stale" : "occupancy.origin", view_model.machine),
       faded(frame.theme.quiet, opacity));
  name_item(frame, "occupancy/origin");
  for (const OccupancyViewModel::Limit& limit : view_model.limits) {
    const bool tight = limit.binds && view_model.warps < view_model.max_warps;
    const std::string words = limit.resource + " " + limit.blocks;
    ImGui::SameLine(0, gap);
    if (ImGui::GetContentRegionAvail().x < size_of(words).x + frame.em) ImGui::NewLine();
    if (tight) shape_item(frame, Shape::exclamation, faded(frame.theme.warning, opacity));
    text(words, faded(tight ? frame.theme.warning : frame.theme.quiet, opacity));
    name_item(frame, fmt::format("occupancy/limit/{}", name_of(limit.kind)));
  }
}

void draw_launch_choice(const Frame& frame, const OccupancyViewModel& view_model) {
  if (view_model.launches.size() < 2) return;
  ImGui::SetNextItemWidth(-1);
  const bool open = ImGui::BeginCombo("##launch", view_model.launches[view_model.launch].c_str());
  name_item(frame, "occupancy/launch");
  if (!open) return;
  for (std::size_t i = 0; i < view_model.launches.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(view_model.launches[i].c_str(), i == view_model.launch)) frame.emit(ChooseLaunch{i});
    ImGui::PopID();
    name_item(frame, "occupancy/launch/" + std::to_string(i));
  }
  ImGui::EndCombo();
}

void draw_heading(const Frame& frame, const OccupancyViewModel& view_model, float opacity) {
  text(frame, frame.fonts.bold, 1.35F, view_model.headline, faded(frame.theme.text, opacity));
  name_item(frame, "occupancy/headline");
  draw_wrapped(view_model.reason, faded(frame.theme.text, opacity));
  name_item(frame, "occupancy/reason");
  draw_limits(frame, view_model, opacity);
}

void draw_rates_caption(const Frame& frame, const OccupancyViewModel& view_model) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  if (!view_model.rates.empty()) {
    const experiments::Origin origin = view_model.rates.front().origin;
    shape_item(frame, shape_of(origin), colour_of(frame.theme, origin));
  }
  draw_elided(view_model.rates_caption, frame.theme.quiet, right_edge());
  name_item(frame, "occupancy/rates");
}

void draw_plots(const Frame& frame, const OccupancyViewModel& view_model, float opacity) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
  const bool side_by_side = room.x > min_width_of_two_curves * frame.em;
  // The first plot also contains the measurements.
  constexpr std::array<float, 3> shares{0.42F, 0.29F, 0.29F}, heights{0.38F, 0.31F, 0.31F};
  for (std::size_t i = 0; i < view_model.lines.size(); ++i) {
    ImVec2 size{room.x, heights[i] * (room.y - 2 * spacing.y)};
    if (side_by_side) size = {shares[i] * (room.x - 2 * spacing.x), room.y};
    if (i > 0 && side_by_side) ImGui::SameLine();
    draw_plot(frame, view_model, i, size, opacity);
  }
}

void draw_occupancy_panel(const Frame& frame) {
  const OccupancyViewModel view_model = occupancy_view_model(frame.state);
  if (!view_model.missing.empty()) return draw_wrapped(view_model.missing, frame.theme.quiet);
  const float opacity = opacity_of(view_model.stale);
  draw_launch_choice(frame, view_model);
  draw_heading(frame, view_model, opacity);
  draw_rates_caption(frame, view_model);
  draw_plots(frame, view_model, opacity);
}

}  // namespace

PanelEntry occupancy_panel() {
  return {.window = "###occupancy",
          .place = PanelPlace::measurement,
          .make = make_panel<draw_occupancy_panel>,
          .show = Action{"show_occupancy", "Occupancy", "", "Views/Measure",
                         "Shows how many warps are resident, by block size, registers and shared memory.",
                         shows_panel<PanelPlace::measurement, "occupancy">},
          .reveals_answers = true,
          .caption = [](const State& state) {
            const OccupancyViewModel view_model = occupancy_view_model(state);
            return view_model.missing.empty() ? view_model.headline + ". " + view_model.reason : view_model.missing;
          }};
}

}  // namespace lanescope::gui
