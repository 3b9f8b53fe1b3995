#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gui/panels/panels.h"
#include "gui/panels/scope/scope_bounds.h"
#include "gui/state/numbers.h"

namespace warpscope::gui {

namespace {

constexpr float room_behind = 0.015F;  // right of the newest measurement, of the span

/// Where the plot is on the screen, and which seconds lie there.
struct Paper {
  ImVec2 from, size;
  double first = 0, last = 0;
  [[nodiscard]] double seconds_at(float x) const {
    return first + (last - first) * static_cast<double>((x - from.x) / size.x);
  }
  [[nodiscard]] bool holds(ImVec2 at) const {
    return at.x >= from.x && at.x < from.x + size.x && at.y >= from.y && at.y < from.y + size.y;
  }
};

/// Labels of changes hang from the top of the plot, before all the lines; one that would run into its right neighbour
/// is left out, its line stays.
void draw_marks(const Frame& frame, const ScopePicture& picture) {
  const float em = frame.em;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const ImVec2 corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const FontScope small(frame, frame.fonts.mono, 0.8F);
  float free_until = corner.x + size.x;
  ImPlot::PushPlotClipRect();
  for (const ScopePicture::Mark& mark : picture.marks) {
    const float x = ImPlot::PlotToPixels(mark.seconds, 0).x;
    for (float y = corner.y; y < corner.y + size.y; y += 0.7F * em) {
      list.AddLine({x, y}, {x, std::min(y + 0.35F * em, corner.y + size.y)}, packed(frame.theme.faint),
                   std::max(1.0F, 0.06F * em));
    }
  }
  for (auto mark = picture.marks.rbegin(); mark != picture.marks.rend(); ++mark) {
    const float x = ImPlot::PlotToPixels(mark->seconds, 0).x;
    const std::string words = mark->change.text(*frame.state.ui.language);
    const ImVec2 extent = size_of(words);
    // To the right of its line where there is room, else to the left.
    float left = x + 0.3F * em;
    if (left + extent.x > free_until) left = x - 0.3F * em - extent.x;
    if (left < corner.x || left + extent.x > free_until) continue;
    const ImVec2 at{left, corner.y + 0.25F * em};
    list.AddRectFilled({at.x - 0.15F * em, at.y}, {at.x + extent.x + 0.15F * em, at.y + extent.y},
                       packed(faded(frame.theme.ground, 0.85F)));
    list.AddText(at, packed(frame.theme.quiet), words.c_str());
    free_until = std::min(left, x) - 0.3F * em;
  }
  ImPlot::PopPlotClipRect();
}

/// Each kind of bound has a stroke of its own, so that a weak projector keeps them apart.
struct Stroke {
  float dash = 0, gap = 0;  ///< heights of text; no gap: one line
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
    case ScopeBound::Kind::pin:  // A in long strokes, B in short ones
      return {bound.name == pin_letters[0] ? 1.5F : 0.6F, 0.35F, 0.13F, theme.lesson};
    case ScopeBound::Kind::recorded:
      break;
  }
  return {0, 0, 0.16F, theme.recorded};
}

void draw_line(ImDrawList& list, ImVec2 from, float right, const Stroke& stroke, float em) {
  const float weight = std::max(1.5F, stroke.weight * em);
  if (stroke.gap <= 0) {
    list.AddLine(from, {right, from.y}, packed(stroke.colour), weight);
    return;
  }
  for (float x = from.x; x < right; x += (stroke.dash + stroke.gap) * em) {
    list.AddLine({x, from.y}, {std::min(x + stroke.dash * em, right), from.y}, packed(stroke.colour), weight);
  }
}

/// Lines first, then their names on top: where one would lie on another's it goes beside it.
void draw_bounds(const Frame& frame, const std::vector<ScopeBound>& bounds) {
  const float em = frame.em;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const ImVec2 corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const float right = corner.x + size.x;
  ImPlot::PushPlotClipRect();
  for (const ScopeBound& bound : bounds) {
    const Stroke stroke = stroke_of(frame.theme, bound);
    const ImVec2 high = ImPlot::PlotToPixels(0, bound.high), low = ImPlot::PlotToPixels(0, bound.low);
    if (low.y - high.y > 1) {
      list.AddRectFilled({corner.x, high.y}, {right, low.y}, packed(faded(stroke.colour, 0.15F)));
    }
    draw_line(list, {corner.x, ImPlot::PlotToPixels(0, bound.rate).y}, right, stroke, em);
  }
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float height = ImGui::GetTextLineHeight();
  float lowest = -1, left = corner.x;  // of the label before
  for (const ScopeBound& bound : bounds) {
    const Stroke stroke = stroke_of(frame.theme, bound);
    const float line = ImPlot::PlotToPixels(0, bound.rate).y;
    const std::string label = fmt::format("{} {}", bound.name, grouped(bound.rate, 0));
    const float width = size_of(label).x + 1.25F * height;
    float top = line + 0.12F * em;
    if (top + height > corner.y + size.y) top = line - height - 0.1F * em;
    if (top >= lowest) left = corner.x + 0.4F * em;
    const ImVec2 at{left, top};
    if (at.x + width > right) continue;  // no room: its name stands in the tooltip of its line
    list.AddRectFilled({at.x - 0.15F * em, at.y}, {at.x + width, at.y + height},
                       packed(faded(frame.theme.ground, 0.85F)));
    if (bound.kind == ScopeBound::Kind::pin) {  // framed, as the letters of pins are everywhere
      list.AddRect({at.x - 0.15F * em, at.y}, {at.x + width, at.y + height}, packed(stroke.colour), 0.2F * em, 0,
                   std::max(1.0F, 0.08F * em));
    }
    draw_shape(list, shape_of(bound.source), {at.x + 0.45F * height, at.y + 0.52F * height}, height, stroke.colour);
    list.AddText({at.x + 1.05F * height, at.y}, packed(stroke.colour), label.c_str());
    name_place(frame, "scope/bound/" + bound.name, {corner.x, line - 0.35F * em}, {right, line + 0.35F * em});
    left = at.x + width + 0.3F * em;
    lowest = top + height;
  }
  ImPlot::PopPlotClipRect();
}

void draw_trace(const Frame& frame, const ScopePicture::Trace& trace) {
  const float em = frame.em;
  const int count = static_cast<int>(trace.rate.size());
  ImPlotSpec band;
  band.FillColor = frame.theme.accent;
  band.FillAlpha = 0.25F;
  ImPlot::PlotShaded("##spread", trace.seconds.data(), trace.low.data(), trace.high.data(), count, band);
  ImPlotSpec line;
  line.LineColor = frame.theme.accent;
  line.LineWeight = std::max(1.5F, 0.12F * em);
  line.Marker = ImPlotMarker_Circle;
  line.MarkerSize = std::max(2.0F, 0.11F * em);
  line.MarkerLineColor = frame.theme.accent;
  line.MarkerFillColor = frame.theme.accent;
  ImPlot::PlotLine("##rate", trace.seconds.data(), trace.rate.data(), count, line);
}

void draw_nothing_yet(const Frame& frame) {
  const std::string reason = !frame.state.known.history.samples.empty() ? frame.say("scope.nothing_here")
                             : frame.readout.rate.known()               ? frame.say("scope.nothing_yet")
                                                                        : frame.readout.rate.missing;
  const ImVec2 extent = size_of(reason), corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  ImPlot::GetPlotDrawList()->AddText({corner.x + (size.x - extent.x) / 2, corner.y + (size.y - extent.y) / 2},
                                     packed(frame.theme.quiet), reason.c_str());
}

int format_rate(double value, char* text, int size, void*) {
  const std::string formatted = grouped(value, 0);
  const auto length = static_cast<int>(formatted.copy(text, static_cast<std::size_t>(size) - 1));
  text[length] = '\0';
  return length;
}

const char* unit_of(ScopeQuantity quantity) {
  return quantity == ScopeQuantity::arithmetic ? "GFLOP/s" : "GB/s";
}

std::string sample_text(const Frame& frame, const History::Sample& sample, const ScopePicture& picture,
                        ScopeQuantity quantity) {
  const double scale = quantity == ScopeQuantity::arithmetic ? sample.gflop_per_s / sample.rate : 1;
  const auto setting = frame.state.known.history.settings.find(sample.revision);
  std::string text = setting == frame.state.known.history.settings.end() ? std::string() : setting->second + "\n";
  text += frame.say("scope.rate", grouped(scale * sample.rate, 0), unit_of(quantity), grouped(scale * sample.low, 0),
                    grouped(scale * sample.high, 0));
  return text + "\n" + frame.say("scope.when", fmt::format("{:.1f}", picture.zero - sample.seconds));
}

/// The measurement that the mouse is nearest to, with a ring around it; else the bound whose line it is on.
void explain(const Frame& frame, const ScopePicture& picture, const std::vector<ScopeBound>& bounds,
             ScopeQuantity quantity) {
  const ImVec2 mouse = ImGui::GetMousePos();
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  if (const auto nearest = nearest_sample(picture, ImPlot::PixelsToPlot(mouse).x)) {
    const History::Sample& sample = frame.state.known.history.samples[*nearest];
    const double scale = quantity == ScopeQuantity::arithmetic ? sample.gflop_per_s / sample.rate : 1;
    const ImVec2 at = ImPlot::PlotToPixels(sample.seconds - picture.zero, scale * sample.rate);
    if (std::fabs(at.x - mouse.x) < 1.5F * frame.em && std::fabs(at.y - mouse.y) < 3 * frame.em) {
      list.AddCircle(at, 0.4F * frame.em, packed(frame.theme.text), 0, std::max(1.5F, 0.1F * frame.em));
      name_place(frame, "scope/hovered", {at.x - 1, at.y - 1}, {at.x + 1, at.y + 1});
      tooltip(frame, sample_text(frame, sample, picture, quantity));
      return;
    }
  }
  for (const ScopeBound& bound : bounds) {
    if (std::fabs(ImPlot::PlotToPixels(0, bound.rate).y - mouse.y) > 0.35F * frame.em) continue;
    tooltip(frame, bound.detail);
    return;
  }
}

void look_at(const Frame& frame, double zero, double first, double last) {
  frame.emit({"view_scope", fmt::format("{:.3f} {:.3f}", zero + first, zero + last)});
}

/// The wheel zooms where the mouse is, dragging moves the picture, a double click goes back to live.
void follow_hand(const Frame& frame, const Paper& paper, double zero) {
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(paper.from);
  ImGui::InvisibleButton("hand", paper.size);
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const double factor = std::pow(1.25, -static_cast<double>(io.MouseWheel));
    const double at = paper.seconds_at(io.MousePos.x);
    look_at(frame, zero, at + (paper.first - at) * factor, at + (paper.last - at) * factor);
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    frame.emit({"scope_live"});
  } else if (ImGui::IsItemActive() && io.MouseDelta.x != 0 && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    const double moved = (paper.last - paper.first) * static_cast<double>(io.MouseDelta.x / paper.size.x);
    look_at(frame, zero, paper.first - moved, paper.last - moved);
  }
}

/// In the lower right corner of the plot, where rates seldom are: hold, or back to live.
void draw_buttons(const Frame& frame, const Paper& paper) {
  const ScopeState& scope = frame.state.scope;
  const FontScope small(frame, frame.fonts.text, 0.8F);
  const bool moved = scope.paused() || scope.span != whole_scope_span;
  const Action* action = find_action(moved ? "scope_live" : "toggle_scope_pause");
  if (frame.state.known.history.samples.empty() && !moved) return;
  const std::string label = title_of(frame.state, *action);
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const float width = size_of(label).x + 2 * padding.x, height = ImGui::GetTextLineHeight() + 0.3F * frame.em;
  const ImVec2 at{paper.from.x + paper.size.x - width - 0.4F * frame.em,
                  paper.from.y + paper.size.y - height - 0.4F * frame.em};
  if (scope.paused()) {
    const std::string held = frame.say("scope.held");
    const ImVec2 text_at{at.x - size_of(held).x - 0.6F * frame.em, at.y + 0.15F * frame.em};
    ImGui::GetWindowDrawList()->AddRectFilled({text_at.x - 0.2F * frame.em, at.y}, {at.x, at.y + height},
                                              packed(faded(frame.theme.ground, 0.85F)));
    ImGui::GetWindowDrawList()->AddText(text_at, packed(frame.theme.warning), held.c_str());
  }
  ImGui::SetCursorScreenPos(at);
  if (ImGui::Button(label.c_str(), {width, height})) frame.emit({std::string(action->name)});
  name_item(frame, "scope/button");
  if (ImGui::IsItemHovered()) {
    tooltip(frame, help_of(frame.state, *action) + " (" + keys_of(*action) + ")\n" + frame.say("scope.hand"));
  }
}

void draw_plot(const Frame& frame) {
  const State& state = frame.state;
  const ScopeQuantity quantity = scope_quantity(state);
  const std::vector<ScopeBound> bounds = scope_bounds(state);
  double peak = 0, min_top = 0;
  for (const ScopeBound& bound : bounds) {
    (bound.kind == ScopeBound::Kind::theory ? peak : min_top) =
        std::max(bound.kind == ScopeBound::Kind::theory ? peak : min_top, bound.high);
  }
  const ScopePicture picture = scope_picture(state.known.history, peak, state.scope, quantity, min_top);
  constexpr ImPlotFlags flags = ImPlotFlags_NoTitle | ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText |
                                ImPlotFlags_NoInputs | ImPlotFlags_NoMenus | ImPlotFlags_NoFrame;
  const FontScope small(frame, frame.fonts.text, 0.85F);
  constexpr float min_height = 11;  // heights of text, for the whole title of the axis
  const bool low = ImGui::GetContentRegionAvail().y < min_height * frame.em;
  if (!ImPlot::BeginPlot("##bandwidth", {-1, -1}, flags)) return;
  // Without a measurement or a limit the axis would show numbers that mean nothing.
  const ImPlotAxisFlags rates =
      picture.traces.empty() && bounds.empty() ? ImPlotAxisFlags_NoTickLabels : ImPlotAxisFlags_None;
  const std::string time = state.scope.paused() ? frame.say("scope.time_held") : frame.say("scope.time");
  const std::string rate = low ? unit_of(quantity) : frame.say("scope.axis", unit_of(quantity));
  ImPlot::SetupAxes(time.c_str(), rate.c_str(), ImPlotAxisFlags_None, rates);
  ImPlot::SetupAxisFormat(ImAxis_Y1, format_rate);
  Paper paper;
  paper.first = picture.first;
  paper.last = picture.last + (state.scope.paused() ? 0.0 : room_behind * (picture.last - picture.first));
  ImPlot::SetupAxesLimits(paper.first, paper.last, 0, picture.top, ImPlotCond_Always);
  ImPlot::SetupFinish();
  paper.from = ImPlot::GetPlotPos();
  paper.size = ImPlot::GetPlotSize();
  const bool told = std::any_of(bounds.begin(), bounds.end(),
                                [](const ScopeBound& bound) { return bound.kind == ScopeBound::Kind::recorded; });
  if (picture.traces.empty() && !told) draw_nothing_yet(frame);
  draw_bounds(frame, bounds);
  for (const ScopePicture::Trace& trace : picture.traces) draw_trace(frame, trace);
  draw_marks(frame, picture);
  if (ImGui::IsWindowHovered() && paper.holds(ImGui::GetMousePos())) explain(frame, picture, bounds, quantity);
  name_place(frame, "scope", paper.from, {paper.from.x + paper.size.x, paper.from.y + paper.size.y});
  ImPlot::EndPlot();
  draw_buttons(frame, paper);
  follow_hand(frame, paper, picture.zero);
}

}  // namespace

void draw_scope_panel(const Frame& frame) {
  begin_panel(frame, panel::scope);
  draw_plot(frame);
  ImGui::End();
}

}  // namespace warpscope::gui
