#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gui/readings/readings.h"
#include "gui/screens/scope/scope_commands.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/store/words/numbers.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/plot_parts.h"

namespace lanescope::gui {
namespace {

constexpr float newest_label = 1.15F, other_labels = 0.8F;  // sizes of the changes' labels
constexpr float band_height = 1.75F;  // in text heights, of the band above the rates that has them

/// The rectangle of the plot on the screen, and its range of seconds.
struct Paper {
  ImRect area;
  double first = 0, last = 0;
  [[nodiscard]] double seconds_at(float x) const {
    return first + (last - first) * static_cast<double>((x - area.Min.x) / area.GetWidth());
  }
};

/// Returns the label of a change. That of the newest one says how the rate moved.
std::string label_of(const Frame& frame, const ScopeViewModel& view_model, const ScopeViewModel::Mark& mark) {
  std::string words = mark.change.text(frame.language());
  if (view_model.step && view_model.step->seconds == mark.seconds) {
    words += fmt::format("   {}{:.0f} %", view_model.step->to < view_model.step->from ? "\u2212" : "+",
                         std::fabs(view_model.step->percent()));
  }
  return words;
}

/// Writes below the newest change where its two rates come from.
void draw_origins(const Frame& frame, const ScopeViewModel& view_model, ImVec2 at) {
  const auto word = [&](const ScopeViewModel::Level& level) { return word_of(frame.language(), level.origin); };
  const auto& levels = view_model.levels;
  const std::string before = word(levels[levels.size() - 2]), after = word(levels.back());
  const FontScope small(frame, frame.fonts.text, 0.75F);
  draw_text_at(*ImPlot::GetPlotDrawList(), at, frame.theme.quiet, before == after ? after : before + " → " + after);
}

/// Draws the lines of changes, and their labels in the band above all rates, from the newest to the oldest. A label
/// that would overlap its right neighbour is left out, but its line stays. Of lines that would touch, as while a knob
/// is dragged for long, the last is drawn.
void draw_marks(const Frame& frame, const ScopeViewModel& view_model) {
  const float em = frame.em;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const ImRect area = plot_area();
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
    const bool is_newest = *i + 1 == tops.size();
    const FontScope font(frame, is_newest ? frame.fonts.bold : frame.fonts.mono,
                         is_newest ? newest_label : other_labels);
    const float x = tops[*i].x;
    const std::string words = label_of(frame, view_model, view_model.marks[*i]);
    const ImVec2 extent = size_of(words);
    // The label is to the right of its line if there is space, and otherwise to the left.
    float left = x + 0.3F * em;
    if (left + extent.x > free_until) left = x - 0.3F * em - extent.x;
    if (is_newest) left = std::clamp(left, area.Min.x, std::max(area.Min.x, area.Max.x - extent.x));
    if (left < area.Min.x || (left + extent.x > free_until && !is_newest)) continue;
    const float top = area.Min.y + 0.2F * em;
    if (is_newest && view_model.step) draw_origins(frame, view_model, {left, top + extent.y});
    draw_text_at(list, {left, top}, is_newest ? frame.theme.text : frame.theme.quiet, words);
    name_place(frame, is_newest ? "scope/change" : fmt::format("scope/change/{}", *i), {left, top},
               {left + extent.x, top + extent.y});
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
    case ScopeBound::Kind::pin:
      break;
  }
  // A has long dashes, B short ones.
  return {bound.name == pin_letters[0] ? 1.5F : 0.6F, 0.35F, 0.13F, theme.lesson};
}

void draw_stroke(ImDrawList& list, const Stroke& stroke, ImVec2 from, ImVec2 to, float em) {
  const float weight = std::max(1.5F, stroke.weight * em);
  if (stroke.gap <= 0) {
    list.AddLine(from, to, packed(stroke.colour), weight);
  } else {
    draw_dashes(list, from, to, stroke.colour, weight, stroke.dash * em, stroke.gap * em);
  }
}

/// Draws the button that holds the plot, or goes back to live, as two bars or a triangle at the right end of the line,
/// and says that it is held. It returns where it begins.
float draw_button(const Frame& frame, float right) {
  const ScopeState& scope = frame.state.scope;
  const bool moved = scope.paused() || scope.span != whole_scope_span;
  const Action* action = find_action(moved ? "scope_live" : "toggle_scope_pause");
  if (frame.state.known.history.samples.empty() && !moved) return right;
  const float side = 1.3F * frame.em;
  const ImVec2 before = ImGui::GetCursorScreenPos(), at{right - side, before.y};
  ImGui::SetCursorScreenPos(at);
  if (blank_button("hold", {side, side})) frame.emit(Invoke(action->name));
  name_item(frame, "scope/button");
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hovered) list.AddRectFilled(at, {at.x + side, at.y + side}, packed(frame.theme.hovered), 0.2F * frame.em);
  const ImU32 ink = packed(moved ? frame.theme.warning : frame.theme.quiet);
  const auto point = [&](float x, float y) { return ImVec2{at.x + x * side, at.y + y * side}; };
  if (moved) {
    list.AddTriangleFilled(point(0.32F, 0.22F), point(0.32F, 0.78F), point(0.78F, 0.5F), ink);
  } else {
    list.AddRectFilled(point(0.28F, 0.22F), point(0.42F, 0.78F), ink);
    list.AddRectFilled(point(0.58F, 0.22F), point(0.72F, 0.78F), ink);
  }
  float left = at.x - 0.3F * frame.em;
  if (scope.paused()) {
    const std::string held = frame.say("scope.held");
    left -= size_of(held).x + 0.3F * frame.em;
    draw_text_at(*ImGui::GetWindowDrawList(), {left, before.y}, frame.theme.warning, held);
  }
  if (hovered)
    tooltip(frame, help_of(frame.state, *action) + " (" + keys_of(*action) + ")\n" + frame.say("scope.hand"));
  ImGui::SetCursorScreenPos(before);
  return left;
}

/// Draws the names of the bounds above the plot, each with a piece of its line, in as many rows as they need.
void draw_legend(const Frame& frame, const std::vector<ScopeBound>& bounds) {
  const float em = frame.em;
  const FontScope small(frame, frame.fonts.text, 0.8F);
  const float right = draw_button(frame, right_edge());
  const float height = ImGui::GetTextLineHeight(), sample = 1.8F * em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  bool is_first = true;
  for (const ScopeBound& bound : bounds) {
    const std::string label = fmt::format("{} {}", bound.name, grouped(bound.number, 0));
    const float width = sample + 0.3F * em + size_of(label).x;
    if (!std::exchange(is_first, false)) {
      ImGui::SameLine(0, 0.9F * em);
      if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Stroke stroke = stroke_of(frame.theme, bound);
    const float middle = at.y + 0.55F * height;
    draw_stroke(list, stroke, {at.x, middle}, {at.x + sample, middle}, em);
    draw_text_at(list, {at.x + sample + 0.3F * em, at.y}, frame.theme.quiet, label);
    ImGui::Dummy({width, height});
    name_item(frame, "scope/bound/" + bound.name);
    if (ImGui::IsItemHovered()) tooltip(frame, bound.detail);
  }
  if (is_first) ImGui::Dummy({0, height});
}

void draw_bounds(const Frame& frame, const std::vector<ScopeBound>& bounds) {
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const ImRect area = plot_area();
  ImPlot::PushPlotClipRect();
  for (const ScopeBound& bound : bounds) {
    const Stroke stroke = stroke_of(frame.theme, bound);
    const float high = ImPlot::PlotToPixels(0, bound.high()).y, low = ImPlot::PlotToPixels(0, bound.low()).y;
    if (low - high > 1) {
      list.AddRectFilled({area.Min.x, high}, {area.Max.x, low}, packed(faded(stroke.colour, 0.15F)));
    }
    const float y = ImPlot::PlotToPixels(0, bound.number).y;
    draw_stroke(list, stroke, {area.Min.x, y}, {area.Max.x, y}, frame.em);
  }
  ImPlot::PopPlotClipRect();
}

ImVec4 level_colour(const Theme& theme, experiments::Origin origin) {
  return origin == experiments::Origin::measured ? theme.accent : colour_of(theme, origin);
}

/// Draws what is known of each setting as a level that lasts until the next change: a step can be seen from afar. The
/// sign of its origin stands where it begins; of signs that would cover each other the last is drawn.
void draw_levels(const Frame& frame, const ScopeViewModel& view_model) {
  const float em = frame.em;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  ImPlot::PushPlotClipRect();
  std::vector<ImVec2> starts;
  for (const ScopeViewModel::Level& level : view_model.levels) {
    const bool is_last = &level == &view_model.levels.back();
    const ImVec2 from = ImPlot::PlotToPixels(level.from, level.rate), to = ImPlot::PlotToPixels(level.to, level.rate);
    starts.push_back(from);
    if (to.x - from.x < 1 && !is_last) continue;
    const ImVec4 colour = level_colour(frame.theme, level.origin);
    const float high = ImPlot::PlotToPixels(0, level.high).y, low = ImPlot::PlotToPixels(0, level.low).y;
    list.AddRectFilled({from.x, high}, {to.x, low}, packed(faded(colour, 0.18F)));
    list.AddLine(from, to, packed(colour), frame.stroke(is_last ? 0.24F : 0.14F));
  }
  for (const std::size_t i : uncovered(starts, {0.8F * em, 0.4F * em})) {
    const experiments::Origin origin = view_model.levels[i].origin;
    if (origin == experiments::Origin::measured) continue;  // its samples are points
    list.AddCircleFilled(starts[i], 0.42F * em, packed(frame.theme.ground));
    draw_shape(list, shape_of(origin), starts[i], 1.1F * em, level_colour(frame.theme, origin));
  }
  ImPlot::PopPlotClipRect();
}

/// Draws an arrow from the level before the newest change to the one after it.
void draw_step(const Frame& frame, const std::optional<ScopeViewModel::Step>& step) {
  if (!step) return;
  const ImVec2 from = ImPlot::PlotToPixels(step->seconds, step->from),
               to = ImPlot::PlotToPixels(step->seconds, step->to);
  const float head = 0.55F * frame.em, length = std::fabs(to.y - from.y);
  name_place(frame, "scope/step", {from.x - head, std::min(from.y, to.y)}, {from.x + head, std::max(from.y, to.y)});
  if (length < 2 * head) return;
  const float direction = to.y < from.y ? -1.0F : 1.0F;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  ImPlot::PushPlotClipRect();
  const ImU32 ink = packed(frame.theme.text);
  list.AddLine(from, {to.x, to.y - direction * head}, ink, frame.stroke(0.14F));
  list.AddTriangleFilled({to.x - 0.6F * head, to.y - direction * head}, {to.x + 0.6F * head, to.y - direction * head},
                         to, ink);
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

void draw_nothing_yet(const Frame& frame) {
  const std::string reason = !frame.state.known.history.samples.empty() ? frame.say("scope.nothing_here")
                             : frame.readout.rate.known()               ? frame.say("scope.nothing_yet")
                                                                        : frame.readout.rate.missing;
  const ImVec2 extent = size_of(reason), centre = plot_area().GetCenter();
  draw_text_at(*ImPlot::GetPlotDrawList(), {centre.x - extent.x / 2, centre.y - extent.y / 2}, frame.theme.quiet,
               reason);
}

std::string sample_text(const Frame& frame, const History::Sample& sample, const ScopeViewModel& view_model,
                        bool arithmetic) {
  const auto number = [&](double rate) { return grouped(rate_in(sample, rate, arithmetic), 0); };
  const auto setting = frame.state.known.history.settings.find(sample.revision);
  std::string text = setting == frame.state.known.history.settings.end() ? std::string() : setting->second + "\n";
  const char* const key = sample.origin == experiments::Origin::predicted  ? "scope.predicted_rate"
                          : sample.origin == experiments::Origin::recorded ? "scope.recorded_rate"
                                                                           : "scope.rate";
  text += frame.say(key, number(sample.rate), rate_unit(arithmetic), number(sample.low), number(sample.high));
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
    return std::fabs(ImPlot::PlotToPixels(0, one.number).y - mouse.y) <= 0.35F * frame.em;
  });
  if (bound != bounds.end()) tooltip(frame, bound->detail);
}

/// The wheel zooms about the mouse, dragging moves the picture, and a double click goes back to live.
void handle_mouse(const Frame& frame, const Paper& paper, double zero) {
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

/// The names of the axes, which a low panel leaves out.
struct AxisNames {
  std::string time, rate;
};

AxisNames axis_names(const Frame& frame, const ScopeViewModel& view_model, bool arithmetic) {
  const bool only_predicted = view_model.traces.empty() && !view_model.predicted.seconds.empty();
  return {frame.say(frame.state.scope.paused() ? "scope.time_held" : "scope.time"),
          frame.say(only_predicted ? "scope.axis_predicted" : "scope.axis", rate_unit(arithmetic))};
}

void draw_scope_panel(const Frame& frame) {
  const State& state = frame.state;
  const bool arithmetic = scope_shows_flops(state);
  const std::vector<ScopeBound> bounds = scope_bounds(state);
  double peak = 0, min_top = 0;
  for (const ScopeBound& bound : bounds) {
    double& highest = bound.kind == ScopeBound::Kind::theory ? peak : min_top;
    highest = std::max(highest, bound.high());
  }
  const ScopeViewModel view_model = scope_view_model(state.known.history, peak, state.scope, arithmetic, min_top);
  // Where the panel is very low the curve needs the room, and what a line is can be asked with the mouse.
  constexpr float legend_needs = 13;  // in text heights
  if (ImGui::GetContentRegionAvail().y >= legend_needs * frame.em) draw_legend(frame, bounds);
  const FontScope small(frame, frame.fonts.text, 0.85F);
  constexpr float min_height = 11;  // in text heights, for the titles of the axes
  const float height = ImGui::GetContentRegionAvail().y;
  const bool low = height < min_height * frame.em;
  ImPlot::PushStyleVar(ImPlotStyleVar_PlotMinSize, {8 * frame.em, 2 * frame.em});
  const bool begun = ImPlot::BeginPlot("##bandwidth", {-1, -1}, plot_flags);
  ImPlot::PopStyleVar();
  if (!begun) return;
  // Without a rate or a limit the numbers of the axis would mean nothing.
  const bool empty = view_model.levels.empty();
  const ImPlotAxisFlags rates = empty && bounds.empty() ? ImPlotAxisFlags_NoTickLabels : ImPlotAxisFlags_None;
  const AxisNames names = axis_names(frame, view_model, arithmetic);
  ImPlot::SetupAxes(low ? nullptr : names.time.c_str(), low ? rate_unit(arithmetic) : names.rate.c_str(),
                    ImPlotAxisFlags_None, rates);
  ImPlot::SetupAxisFormat(ImAxis_Y1, format_tick<whole_number>);
  // The band of the labels lies above all rates.
  const float below = (low ? 1.6F : 3.2F) * frame.em;  // ticks and title of the time
  const double share = std::clamp(static_cast<double>(band_height * frame.em / (height - below)), 0.0, 0.5);
  Paper paper{{}, view_model.first, view_model.end};
  ImPlot::SetupAxesLimits(paper.first, paper.last, 0, view_model.top / (1 - share), ImPlotCond_Always);
  ImPlot::SetupFinish();
  paper.area = plot_area();
  if (empty) draw_nothing_yet(frame);
  draw_bounds(frame, bounds);
  draw_levels(frame, view_model);
  draw_measurements(frame, view_model.traces);
  draw_step(frame, view_model.step);
  draw_marks(frame, view_model);
  if (ImGui::IsWindowHovered() && paper.area.Contains(ImGui::GetMousePos())) {
    explain(frame, view_model, bounds, arithmetic);
  }
  name_place(frame, "scope", paper.area);
  ImPlot::EndPlot();
  handle_mouse(frame, paper, view_model.zero);
}

}  // namespace

std::span<const Action> scope_actions();

PanelEntry scope_panel() {
  return {.window = "###scope",
          .place = PanelPlace::scope,
          .make = make_panel<draw_scope_panel>,
          .show = Action{"show_scope", "Bandwidth", "", "Views/Panels",
                         "Shows the bandwidth over time, with every change of a setting.",
                         shows_panel<PanelPlace::scope, "scope">},
          .actions = scope_actions,
          .reveals_answers = true};
}

}  // namespace lanescope::gui
