#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "gui/readings/roofline_view_model.h"
#include "gui/store/selection_commands.h"
#include "gui/store/words/numbers.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/plot_parts.h"

namespace lanescope::gui {
namespace {

// These are in text heights.
constexpr float point_size = 0.7F, selected_size = 1.1F;
constexpr float reach_of_mouse = 0.7F;

std::string tick_text(double value) {
  return value >= 1 ? grouped(value, 0) : fmt::format("{:g}", value);
}

ImVec4 colour_of_roof(const Frame& frame, const Roof& roof) {
  const ImVec4 colour = roof.kind == Roof::Kind::memory || roof.kind == Roof::Kind::compute
                            ? frame.theme.peak
                            : colour_of(frame.theme, roof.origin);
  return faded(colour, opacity_of(roof.stale));
}

/// Returns whether the roof is dashed and has its name below its line.
bool is_low(const Roof& roof) {
  return roof.kind == Roof::Kind::copy || roof.kind == Roof::Kind::shared_memory;
}

struct Line {
  ImVec2 from, to;
};

/// Returns the line of a roof. A slope ends at FP32, and a flat roof begins at the memory's slope.
Line span_of(const RooflineViewModel& view_model, const Roof& roof) {
  const Roof *memory = view_model.roof(Roof::Kind::memory), *compute = view_model.roof(Roof::Kind::compute);
  double from = view_model.left, to = view_model.right;
  if (roof.rises) {
    if (compute != nullptr) to = std::min(to, compute->value / roof.value);
    return {ImPlot::PlotToPixels(from, from * roof.value), ImPlot::PlotToPixels(to, to * roof.value)};
  }
  if (memory != nullptr && memory->rises) from = std::max(from, roof.value / memory->value);
  return {ImPlot::PlotToPixels(from, roof.value), ImPlot::PlotToPixels(to, roof.value)};
}

float distance(ImVec2 point, const Line& line) {
  const ImVec2 along{line.to.x - line.from.x, line.to.y - line.from.y};
  const float length = std::max(1.0F, along.x * along.x + along.y * along.y);
  const float part =
      std::clamp(((point.x - line.from.x) * along.x + (point.y - line.from.y) * along.y) / length, 0.0F, 1.0F);
  return std::hypot(point.x - line.from.x - part * along.x, point.y - line.from.y - part * along.y);
}

/// Draws a text on its own background if it is in the plot and clear of the earlier ones. It returns whether it did.
bool put_label(const Frame& frame, ImDrawList& list, ImVec2 at, const std::string& text, ImVec4 colour,
               std::vector<ImRect>& taken, bool always = false) {
  const ImVec2 extent = size_of(text);
  const float pad = 0.15F * frame.em;
  const ImRect box{at.x - pad, at.y, at.x + extent.x + pad, at.y + extent.y};
  const bool free = std::ranges::none_of(taken, [&](const ImRect& other) { return box.Overlaps(other); });
  if (!always && (!plot_area().Contains(box) || !free)) return false;
  draw_label(list, at, text, colour, faded(frame.theme.ground, 0.95F), pad);
  taken.push_back(box);
  return true;
}

/// Names a slope to the left of its middle, the lower slope to its right, and a flat roof at its right end.
void name_roof(const Frame& frame, ImDrawList& list, const Roof& roof, const Line& span, std::vector<ImRect>& taken) {
  const FontScope font(frame, frame.fonts.text, 0.8F);
  const ImVec2 extent = size_of(roof.name);
  const ImVec4 colour = colour_of_roof(frame, roof);
  const float em = frame.em, gap = 0.25F * em;
  const bool below = is_low(roof);
  const ImVec2 corner = ImPlot::GetPlotPos();
  if (!roof.rises) {
    const float under = span.to.y + gap, over = span.to.y - extent.y - gap;
    for (const float left : {span.to.x - extent.x - 0.5F * em, span.from.x + 0.5F * em}) {
      if (put_label(frame, list, {left, below ? under : over}, roof.name, colour, taken)) return;
      if (put_label(frame, list, {left, below ? over : under}, roof.name, colour, taken)) return;
    }
    return;
  }
  for (const float part : {0.6F, 0.45F, 0.75F, 0.3F}) {
    const ImVec2 on{span.from.x + part * (span.to.x - span.from.x), span.from.y + part * (span.to.y - span.from.y)};
    const ImVec2 at{below ? on.x + 0.7F * em : std::max(corner.x + gap, on.x - extent.x - 0.7F * em),
                    below ? on.y : on.y - extent.y};
    if (put_label(frame, list, at, roof.name, colour, taken)) return;
  }
}

void draw_roofs(const Frame& frame, const RooflineViewModel& view_model, ImDrawList& list, std::string& hovered) {
  for (const Roof& roof : view_model.roofs) {
    const Line span = span_of(view_model, roof);
    if (span.to.x <= span.from.x) continue;
    const ImVec4 colour = colour_of_roof(frame, roof);
    constexpr std::array names{"memory", "copy", "compute", "shared_memory"};
    const char* const name = names.at(static_cast<std::size_t>(roof.kind));
    // The order is that of model::Bound.
    constexpr std::array limiting{Roof::Kind::memory, Roof::Kind::compute, Roof::Kind::shared_memory};
    const bool limits = view_model.reach && roof.kind == limiting.at(static_cast<std::size_t>(view_model.reach->bound));
    const float stroke = frame.stroke(limits ? 0.2F : 0.1F);
    if (is_low(roof)) {
      draw_dashes(list, span.from, span.to, colour, stroke, 0.5F * frame.em, 0.5F * frame.em);
    } else {
      list.AddLine(span.from, span.to, packed(colour), stroke);
    }
    name_place(frame, std::string("roofline/roof/") + name, span.from, span.to);
    if (ImGui::IsWindowHovered() && distance(ImGui::GetMousePos(), span) < 0.4F * frame.em) hovered = roof.detail;
  }
}

/// Draws the point that the selected setting would reach at its roof, and the way there.
void draw_reach(const Frame& frame, const RooflineViewModel& view_model, ImDrawList& list) {
  if (!view_model.reach) return;
  const RooflinePoint* selected = view_model.selected_point();
  if (!view_model.arithmetic && selected == nullptr) return;
  const double intensity = view_model.arithmetic ? view_model.reach->intensity : selected->intensity;
  const ImVec2 at = ImPlot::PlotToPixels(intensity, view_model.reach->rate);
  const ImVec4 colour = frame.theme.text;
  if (selected != nullptr && !selected->stale) {
    draw_dashes(list, ImPlot::PlotToPixels(selected->intensity, selected->number), at, colour, frame.stroke(0.08F),
                0.25F * frame.em, 0.25F * frame.em);
  }
  draw_shape(list, Shape::tee, at, 1.8F * frame.em, colour);
  name_place(frame, "roofline/reach", square_around(at, 0.4F * frame.em));
}

void draw_point(const Frame& frame, const RooflinePoint& point, ImDrawList& list) {
  const float em = frame.em, opacity = opacity_of(point.stale);
  const ImVec2 at = ImPlot::PlotToPixels(point.intensity, point.number);
  const ImVec4 colour = faded(colour_of(frame.theme, point.origin), opacity * (point.selected ? 1.0F : 0.85F));
  const float size = (point.selected ? selected_size : point_size) * em;
  if (point.selected) {
    const ImVec2 low = ImPlot::PlotToPixels(point.intensity, point.low());
    const ImVec2 high = ImPlot::PlotToPixels(point.intensity, point.high());
    if (low.y - high.y > size) list.AddLine(low, high, packed(colour), frame.stroke(0.1F));
    draw_ring(list, at, 0.75F * size, faded(frame.theme.text, opacity), frame.stroke(0.12F),
              faded(frame.theme.ground, 0.6F));
  }
  if (point.library) list.AddCircle(at, 0.62F * size, packed(colour), 0, frame.stroke(0.1F));
  draw_shape(list, shape_of(point.origin), at, size * (point.library ? 0.7F : 1.0F), colour);
  const std::string name = point.selected ? std::string("roofline/selected") : "roofline/point/" + point.kernel;
  name_place(frame, name, square_around(at, size / 2));
}

/// Returns half the side of the square around a point that no name may cover.
float half_side(const Frame& frame, const RooflinePoint& point) {
  return 0.5F * (point.selected ? 1.5F * selected_size : point_size) * frame.em;
}

/// Draws a name beside its point, or around it at growing distance. If there is no space, only the tooltip has it.
void name_point(const Frame& frame, const RooflinePoint& point, ImDrawList& list, std::vector<ImRect>& taken) {
  const FontScope font(frame, point.selected ? frame.fonts.bold : frame.fonts.text, point.selected ? 0.95F : 0.78F);
  std::string words = point.name;
  if (point.selected) words += " " + figures(point.number, 4);
  const ImVec4 colour = faded(point.selected ? frame.theme.text : frame.theme.quiet, opacity_of(point.stale));
  const ImVec2 at = ImPlot::PlotToPixels(point.intensity, point.number), extent = size_of(words);
  const float gap = half_side(frame, point) + 0.25F * frame.em;
  for (const float up : {0.0F, -0.6F, 0.6F, -1.2F, 1.2F}) {
    const float top = at.y - extent.y / 2 + up * extent.y;
    if (put_label(frame, list, {at.x + gap, top}, words, colour, taken)) return;
    if (put_label(frame, list, {at.x - gap - extent.x, top}, words, colour, taken)) return;
  }
  if (point.selected) put_label(frame, list, {at.x + gap, at.y - extent.y / 2}, words, colour, taken, true);
}

/// Draws the name of the selected point first, then those of the roofs, then those of the other points.
void draw_names(const Frame& frame, const RooflineViewModel& view_model, ImDrawList& list) {
  std::vector<ImRect> taken;
  for (const RooflinePoint& point : view_model.points) {
    taken.push_back(square_around(ImPlot::PlotToPixels(point.intensity, point.number), half_side(frame, point)));
  }
  if (const RooflinePoint* selected = view_model.selected_point()) name_point(frame, *selected, list, taken);
  for (const Roof& roof : view_model.roofs) {
    const Line span = span_of(view_model, roof);
    if (span.to.x > span.from.x) name_roof(frame, list, roof, span, taken);
  }
  for (const RooflinePoint& point : view_model.points) {
    if (!point.selected) name_point(frame, point, list, taken);
  }
}

/// Returns 1, 2, 5, 10, ..., or only the powers of ten when there are many.
std::vector<double> ticks_between(double from, double to) {
  const bool dense = to / from < 2000;
  std::vector<double> ticks;
  for (double power = std::pow(10, std::floor(std::log10(from))); power <= to; power *= 10) {
    for (const double part : {1.0, 2.0, 5.0}) {
      const double tick = part * power;
      if (tick >= from && tick <= to && (dense || part == 1.0)) ticks.push_back(tick);
    }
  }
  return ticks;
}

void set_axis(ImAxis axis, double from, double to) {
  ImPlot::SetupAxisScale(axis, ImPlotScale_Log10);
  ImPlot::SetupAxisFormat(axis, format_tick<tick_text>);
  const std::vector<double> ticks = ticks_between(from, to);
  ImPlot::SetupAxisTicks(axis, ticks.data(), static_cast<int>(ticks.size()));
}

/// Shows a tooltip for the point under the mouse. A click goes to it.
void follow_mouse(const Frame& frame, const RooflineViewModel& view_model, const std::string& roof) {
  if (!ImGui::IsWindowHovered()) return;
  const RooflinePoint* nearest = nullptr;
  float least = reach_of_mouse * frame.em;
  for (const RooflinePoint& point : view_model.points) {
    const float away = distance_to_mouse(ImPlot::PlotToPixels(point.intensity, point.number));
    if (away > least) continue;
    nearest = &point;
    least = away;
  }
  if (nearest == nullptr && !roof.empty()) tooltip(frame, roof);
  if (nearest == nullptr) return;
  tooltip(frame, nearest->detail);
  if (nearest->selectable && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    frame.emit(GoToRung{nearest->kernel, nearest->setting});
  }
}

void draw_plot(const Frame& frame, const RooflineViewModel& view_model) {
  const FontScope font(frame, frame.fonts.text, 0.85F);
  if (!ImPlot::BeginPlot("##roofline", ImGui::GetContentRegionAvail(), plot_flags)) return;
  const std::string x = frame.say(view_model.arithmetic ? "roofline.x" : "roofline.x_none");
  ImPlot::SetupAxes(x.c_str(), view_model.unit(),
                    view_model.arithmetic ? 0 : ImPlotAxisFlags_NoDecorations & ~ImPlotAxisFlags_NoLabel);
  if (view_model.arithmetic) set_axis(ImAxis_X1, view_model.left, view_model.right);
  set_axis(ImAxis_Y1, view_model.bottom, view_model.top);
  ImPlot::SetupAxesLimits(view_model.left, view_model.right, view_model.bottom, view_model.top, ImPlotCond_Always);
  ImPlot::SetupFinish();
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  std::string hovered_roof;
  ImPlot::PushPlotClipRect();
  draw_roofs(frame, view_model, list, hovered_roof);
  draw_reach(frame, view_model, list);
  for (const RooflinePoint& point : view_model.points) draw_point(frame, point, list);
  draw_names(frame, view_model, list);
  ImPlot::PopPlotClipRect();
  follow_mouse(frame, view_model, hovered_roof);
  ImPlot::EndPlot();
}

void draw_heading(const Frame& frame, const RooflineViewModel& view_model) {
  text(frame, frame.fonts.bold, 1.2F, frame.say("roofline.heading", view_model.family, sizes_text(view_model.sizes)),
       frame.theme.text);
  name_item(frame, "roofline/heading");
  draw_wrapped(view_model.sentence, frame.theme.text);
  name_item(frame, "roofline/sentence");
  const FontScope font(frame, frame.fonts.text, 0.85F);
  for (const experiments::Origin origin :
       {experiments::Origin::measured, experiments::Origin::recorded, experiments::Origin::predicted}) {
    const auto found = std::ranges::find(view_model.points, origin, &RooflinePoint::origin);
    if (found != view_model.points.end()) shape_item(frame, shape_of(origin), colour_of(frame.theme, origin));
  }
  text(view_model.caption, frame.theme.quiet);
  name_item(frame, "roofline/origin");
  ImGui::SameLine(0, frame.em);
  shape_item(frame, Shape::tee, frame.theme.text);
  text(frame.say("roofline.ceiling"), frame.theme.quiet);
  if (!view_model.note.empty()) draw_wrapped(view_model.note, frame.theme.quiet);
}

void draw_roofline_panel(const Frame& frame) {
  const RooflineViewModel view_model = roofline_view_model(frame.state);
  if (!view_model.missing.empty()) return draw_wrapped(view_model.missing, frame.theme.quiet);
  draw_heading(frame, view_model);
  draw_plot(frame, view_model);
}

}  // namespace

PanelEntry roofline_panel() {
  return {.window = "###roofline",
          .place = PanelPlace::measurement,
          .make = make_panel<draw_roofline_panel>,
          .show = Action{"show_roofline", "Roofline", "", "Views/Measure",
                         "Shows the roofs of the GPU and the family's kernels below them.",
                         shows_panel<PanelPlace::measurement, "roofline">},
          .reveals_answers = true,
          .caption = [](const State& state) {
            const RooflineViewModel view_model = roofline_view_model(state);
            return view_model.missing.empty() ? view_model.sentence : view_model.missing;
          }};
}

}  // namespace lanescope::gui
