#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gui/panels/panels.h"
#include "gui/panels/readout/readings.h"
#include "gui/panels/scope/scope_view_model.h"
#include "gui/plots/plot_parts.h"
#include "gui/state/numbers.h"

namespace lanescope::gui {
namespace {

constexpr float room_behind = 0.015F;  // right of the newest measurement, as a fraction of the span

/// The rectangle of the plot on the screen, and its range of seconds.
struct Paper {
  ImRect area;
  double first = 0, last = 0;
  [[nodiscard]] double seconds_at(float x) const {
    return first + (last - first) * static_cast<double>((x - area.Min.x) / area.GetWidth());
  }
};

/// Draws labels of changes at the top of the plot, in front of all the lines. A label that would overlap its right
/// neighbour is left out, but its line stays. Of lines that would touch, as while a knob is dragged for long, the last
/// is drawn.
void draw_marks(const Frame& frame, const ScopeViewModel& view_model) {
  const float em = frame.em;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const ImRect area = plot_area();
  const FontScope small(frame, frame.fonts.mono, 0.8F);
  float free_until = area.Max.x;
  ImPlot::PushPlotClipRect();
  std::vector<ImVec2> tops;
  for (const ScopeViewModel::Mark& mark : view_model.marks) {
    tops.emplace_back(ImPlot::PlotToPixels(mark.seconds, 0).x, area.Min.y);
  }
  const std::vector<std::size_t> drawn = uncovered(tops, {0.5F * em, 1});
  for (const std::size_t i : drawn) {
    draw_dashes(list, tops[i], {tops[i].x, area.Max.y}, frame.theme.faint, std::max(1.0F, 0.06F * em), 0.35F * em,
                0.35F * em);
  }
  for (auto i = drawn.rbegin(); i != drawn.rend(); ++i) {
    const float x = tops[*i].x;
    const std::string words = view_model.marks[*i].change.text(frame.language());
    const ImVec2 extent = size_of(words);
    // The label is to the right of its line if there is space, and otherwise to the left.
    float left = x + 0.3F * em;
    if (left + extent.x > free_until) left = x - 0.3F * em - extent.x;
    if (left < area.Min.x || left + extent.x > free_until) continue;
    draw_label(list, {left, area.Min.y + 0.25F * em}, words, frame.theme.quiet, faded(frame.theme.ground, 0.85F),
               0.15F * em);
    free_until = std::min(left, x) - 0.3F * em;
  }
  ImPlot::PopPlotClipRect();
}

/// A kind of bound has a stroke of its own, so that it can be recognised on a weak projector.
struct Stroke {
  float dash = 0, gap = 0;  ///< in text heights; without a gap the line is solid
  float weight = 0.09F;
  ImVec4 colour;
};

Stroke stroke_of(const Theme& theme, const ScopeBound& bound) {
  switch (bound.kind) {
    case ScopeBound::Kind::theory:
      return {0, 0, 0.09F, theme.peak};
    case ScopeBound::Kind::copy:
      return {0.9F, 0.45F, 0.08F, theme.text};
    case ScopeBound::Kind::row:
      return {0.55F, 0.35F, 0.09F, theme.good};
    case ScopeBound::Kind::column:
      return {0.14F, 0.3F, 0.14F, theme.warning};
    case ScopeBound::Kind::pin:  // A has long dashes, B short ones
      return {bound.name == pin_letters[0] ? 1.5F : 0.6F, 0.35F, 0.13F, theme.lesson};
    case ScopeBound::Kind::predicted:
      return {0.5F, 0.3F, 0.16F, theme.predicted};
    case ScopeBound::Kind::recorded:
      break;
  }
  return {0, 0, 0.16F, theme.recorded};
}

/// Draws the lines, and then their names on top. A name that would cover another one is put beside it.
void draw_bounds(const Frame& frame, const std::vector<ScopeBound>& bounds) {
  const float em = frame.em;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const ImRect area = plot_area();
  const float right = area.Max.x;
  ImPlot::PushPlotClipRect();
  for (const ScopeBound& bound : bounds) {
    const Stroke stroke = stroke_of(frame.theme, bound);
    const ImVec2 high = ImPlot::PlotToPixels(0, bound.high), low = ImPlot::PlotToPixels(0, bound.low);
    if (low.y - high.y > 1) {
      list.AddRectFilled({area.Min.x, high.y}, {right, low.y}, packed(faded(stroke.colour, 0.15F)));
    }
    const float y = ImPlot::PlotToPixels(0, bound.rate).y, weight = std::max(1.5F, stroke.weight * em);
    if (stroke.gap <= 0) {
      list.AddLine({area.Min.x, y}, {right, y}, packed(stroke.colour), weight);
    } else {
      draw_dashes(list, {area.Min.x, y}, {right, y}, stroke.colour, weight, stroke.dash * em, stroke.gap * em);
    }
  }
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float height = ImGui::GetTextLineHeight();
  float lowest = -1, left = area.Min.x;  // bottom of the previous label, left edge of the next one
  for (const ScopeBound& bound : bounds) {
    const Stroke stroke = stroke_of(frame.theme, bound);
    const float line = ImPlot::PlotToPixels(0, bound.rate).y;
    const std::string label = fmt::format("{} {}", bound.name, grouped(bound.rate, 0));
    const float width = size_of(label).x + 1.25F * height;
    float top = line + 0.12F * em;
    if (top + height > area.Max.y) top = line - height - 0.1F * em;
    if (top >= lowest) left = area.Min.x + 0.4F * em;
    if (left + width > right) continue;  // there is no space; the tooltip of its line has the name
    const ImVec2 from{left - 0.15F * em, top}, to{left + width, top + height};
    list.AddRectFilled(from, to, packed(faded(frame.theme.ground, 0.85F)));
    if (bound.kind == ScopeBound::Kind::pin) {  // framed, as the letters of pins are everywhere
      list.AddRect(from, to, packed(stroke.colour), 0.2F * em, 0, std::max(1.0F, 0.08F * em));
    }
    draw_shape(list, shape_of(bound.source), {left + 0.45F * height, top + 0.52F * height}, height, stroke.colour);
    put_text(list, {left + 1.05F * height, top}, stroke.colour, label);
    name_place(frame, "scope/bound/" + bound.name, {area.Min.x, line - 0.35F * em}, {right, line + 0.35F * em});
    left = to.x + 0.3F * em;
    lowest = top + height;
  }
  ImPlot::PopPlotClipRect();
}

/// Draws the measurements of one setting after the other. Settings that were measured once, as while a knob is dragged,
/// are points, of which those are drawn that no later one covers.
void draw_measurements(const Frame& frame, const std::vector<ScopeViewModel::Trace>& traces) {
  std::vector<ImVec2> ends;
  for (const ScopeViewModel::Trace& trace : traces) {
    ends.push_back(ImPlot::PlotToPixels(trace.seconds.back(), trace.rate.back()));
  }
  const std::vector<std::size_t> seen = uncovered(ends, {0.4F * frame.em, 0.2F * frame.em});
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const ScopeViewModel::Trace& trace = traces[i];
    if (trace.seconds.size() == 1 && !std::ranges::binary_search(seen, i)) continue;
    draw_medians(frame, trace.seconds, trace.rate, trace.low, trace.high, std::max(1.5F, 0.12F * frame.em), true);
  }
}

/// Draws what was predicted of one setting after the other. They are not joined, because they are different settings.
/// While a knob is dragged, twenty come in a second, so that only those are drawn which no later one covers.
void draw_predictions(const Frame& frame, const ScopeViewModel::Trace& predicted) {
  ImPlot::PushPlotClipRect();
  std::vector<ImVec2> points;
  for (std::size_t i = 0; i < predicted.seconds.size(); ++i) {
    points.push_back(ImPlot::PlotToPixels(predicted.seconds[i], predicted.rate[i]));
  }
  for (const std::size_t i : uncovered(points, {0.56F * frame.em, 0.28F * frame.em})) {
    const auto at = [&](double rate) { return ImPlot::PlotToPixels(predicted.seconds[i], rate); };
    draw_predicted_point(frame, points[i], at(predicted.low[i]), at(predicted.high[i]), frame.theme.predicted);
  }
  ImPlot::PopPlotClipRect();
}

void draw_nothing_yet(const Frame& frame) {
  const std::string reason = !frame.state.known.history.samples.empty() ? frame.say("scope.nothing_here")
                             : frame.readout.rate.known()               ? frame.say("scope.nothing_yet")
                                                                        : frame.readout.rate.missing;
  const ImVec2 extent = size_of(reason), centre = plot_area().GetCenter();
  put_text(*ImPlot::GetPlotDrawList(), {centre.x - extent.x / 2, centre.y - extent.y / 2}, frame.theme.quiet, reason);
}

std::string sample_text(const Frame& frame, const History::Sample& sample, const ScopeViewModel& view_model,
                        bool arithmetic) {
  const auto number = [&](double rate) { return grouped(rate_in(sample, rate, arithmetic), 0); };
  const auto setting = frame.state.known.history.settings.find(sample.revision);
  std::string text = setting == frame.state.known.history.settings.end() ? std::string() : setting->second + "\n";
  text += frame.say(sample.predicted ? "scope.predicted_rate" : "scope.rate", number(sample.rate),
                    rate_unit(arithmetic), number(sample.low), number(sample.high));
  return text + "\n" + frame.say("scope.when", fmt::format("{:.1f}", view_model.zero - sample.seconds));
}

/// Describes the measurement nearest to the mouse, with a ring around it, or otherwise the bound under the mouse.
void explain(const Frame& frame, const ScopeViewModel& view_model, const std::vector<ScopeBound>& bounds,
             bool arithmetic) {
  const ImVec2 mouse = ImGui::GetMousePos();
  if (const auto nearest = nearest_sample(view_model, ImPlot::PixelsToPlot(mouse).x)) {
    const History::Sample& sample = frame.state.known.history.samples[*nearest];
    const ImVec2 at = ImPlot::PlotToPixels(sample.seconds - view_model.zero, rate_in(sample, sample.rate, arithmetic));
    if (std::fabs(at.x - mouse.x) < 1.5F * frame.em && std::fabs(at.y - mouse.y) < 3 * frame.em) {
      ImPlot::GetPlotDrawList()->AddCircle(at, 0.4F * frame.em, packed(frame.theme.text), 0,
                                           std::max(1.5F, 0.1F * frame.em));
      name_place(frame, "scope/hovered", square_around(at, 1));
      tooltip(frame, sample_text(frame, sample, view_model, arithmetic));
      return;
    }
  }
  const auto bound = std::ranges::find_if(bounds, [&](const ScopeBound& one) {
    return std::fabs(ImPlot::PlotToPixels(0, one.rate).y - mouse.y) <= 0.35F * frame.em;
  });
  if (bound != bounds.end()) tooltip(frame, bound->detail);
}

/// The wheel zooms about the mouse, dragging moves the picture, and a double click goes back to live.
void follow_hand(const Frame& frame, const Paper& paper, double zero) {
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(paper.area.Min);
  ImGui::InvisibleButton("hand", paper.area.GetSize());
  if (const float notches = wheel_over_item(); notches != 0) {
    const double factor = std::pow(1.25, -static_cast<double>(notches));
    const double at = paper.seconds_at(io.MousePos.x);
    frame.emit(ViewScope{zero + at + (paper.first - at) * factor, zero + at + (paper.last - at) * factor});
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    frame.emit("scope_live");
  } else if (is_held() && io.MouseDelta.x != 0 && is_dragged_past(io.MouseDragThreshold)) {
    const double moved = (paper.last - paper.first) * static_cast<double>(io.MouseDelta.x / paper.area.GetWidth());
    frame.emit(ViewScope{zero + paper.first - moved, zero + paper.last - moved});
  }
}

/// Draws the button that holds the plot or goes back to live, in the lower right corner, where rates seldom are.
void draw_buttons(const Frame& frame, const Paper& paper) {
  const ScopeState& scope = frame.state.scope;
  const FontScope small(frame, frame.fonts.text, 0.8F);
  const bool moved = scope.paused() || scope.span != whole_scope_span;
  const Action* action = find_action(moved ? "scope_live" : "toggle_scope_pause");
  if (frame.state.known.history.samples.empty() && !moved) return;
  const std::string label = title_of(frame.state, *action);
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const float width = size_of(label).x + 2 * padding.x, height = ImGui::GetTextLineHeight() + 0.3F * frame.em;
  const ImVec2 at{paper.area.Max.x - width - 0.4F * frame.em, paper.area.Max.y - height - 0.4F * frame.em};
  if (scope.paused()) {
    const std::string held = frame.say("scope.held");
    const ImVec2 text_at{at.x - size_of(held).x - 0.6F * frame.em, at.y + 0.15F * frame.em};
    ImGui::GetWindowDrawList()->AddRectFilled({text_at.x - 0.2F * frame.em, at.y}, {at.x, at.y + height},
                                              packed(faded(frame.theme.ground, 0.85F)));
    put_text(*ImGui::GetWindowDrawList(), text_at, frame.theme.warning, held);
  }
  ImGui::SetCursorScreenPos(at);
  if (ImGui::Button(label.c_str(), {width, height})) frame.emit(Invoke(action->name));
  name_item(frame, "scope/button");
  if (!ImGui::IsItemHovered()) return;
  tooltip(frame, help_of(frame.state, *action) + " (" + keys_of(*action) + ")\n" + frame.say("scope.hand"));
}

}  // namespace

void draw_scope_panel(const Frame& frame) {
  const State& state = frame.state;
  const bool arithmetic = scope_counts_operations(state);
  const std::vector<ScopeBound> bounds = scope_bounds(state);
  double peak = 0, min_top = 0;
  for (const ScopeBound& bound : bounds) {
    double& highest = bound.kind == ScopeBound::Kind::theory ? peak : min_top;
    highest = std::max(highest, bound.high);
  }
  const ScopeViewModel view_model = scope_view_model(state.known.history, peak, state.scope, arithmetic, min_top);
  const FontScope small(frame, frame.fonts.text, 0.85F);
  constexpr float min_height = 11;   // in text heights, for the whole title of the axis
  constexpr float strip_height = 7;  // below that, the titles of the axes would leave no room for the lines
  const float height = ImGui::GetContentRegionAvail().y;
  const bool low = height < min_height * frame.em, is_strip = height < strip_height * frame.em;
  if (is_strip) ImPlot::PushStyleVar(ImPlotStyleVar_PlotMinSize, {8 * frame.em, 2 * frame.em});
  const bool begun = ImPlot::BeginPlot("##bandwidth", {-1, -1}, plot_flags);
  if (is_strip) ImPlot::PopStyleVar();
  if (!begun) return;
  // Without a measurement or a limit the numbers of the axis would mean nothing.
  const ImPlotAxisFlags rates = view_model.traces.empty() && view_model.predicted.seconds.empty() && bounds.empty()
                                    ? ImPlotAxisFlags_NoTickLabels
                                    : ImPlotAxisFlags_None;
  const std::string time = state.scope.paused() ? frame.say("scope.time_held") : frame.say("scope.time");
  const bool foretold = view_model.traces.empty() && !view_model.predicted.seconds.empty();
  const std::string rate =
      low ? rate_unit(arithmetic) : frame.say(foretold ? "scope.axis_predicted" : "scope.axis", rate_unit(arithmetic));
  const ImPlotAxisFlags strip = is_strip ? static_cast<ImPlotAxisFlags>(ImPlotAxisFlags_NoTickLabels)
                                         : static_cast<ImPlotAxisFlags>(ImPlotAxisFlags_None);
  ImPlot::SetupAxes(time.c_str(), rate.c_str(), strip | (is_strip ? ImPlotAxisFlags_NoLabel : 0), rates | strip);
  ImPlot::SetupAxisFormat(ImAxis_Y1, format_tick<whole_number>);
  const double room = state.scope.paused() ? 0.0 : room_behind * (view_model.last - view_model.first);
  Paper paper{{}, view_model.first, view_model.last + room};
  ImPlot::SetupAxesLimits(paper.first, paper.last, 0, view_model.top, ImPlotCond_Always);
  ImPlot::SetupFinish();
  paper.area = plot_area();
  const bool told = std::ranges::any_of(bounds, [](const ScopeBound& bound) {
    return bound.kind == ScopeBound::Kind::recorded || bound.kind == ScopeBound::Kind::predicted;
  });
  if (view_model.traces.empty() && view_model.predicted.seconds.empty() && !told) draw_nothing_yet(frame);
  draw_bounds(frame, bounds);
  draw_measurements(frame, view_model.traces);
  draw_predictions(frame, view_model.predicted);
  draw_marks(frame, view_model);
  if (ImGui::IsWindowHovered() && paper.area.Contains(ImGui::GetMousePos())) {
    explain(frame, view_model, bounds, arithmetic);
  }
  name_place(frame, "scope", paper.area);
  ImPlot::EndPlot();
  draw_buttons(frame, paper);
  follow_hand(frame, paper, view_model.zero);
}

}  // namespace lanescope::gui
