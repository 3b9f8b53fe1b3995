#include <implot.h>

#include <algorithm>

#include "gui/numbers.h"
#include "gui/panels.h"
#include "gui/scope.h"

namespace warpscope::gui {

namespace {

/// Labels of changes hang from the top of the plot; one that would run into its right neighbour is left out, its line
/// stays.
void draw_marks(const Frame& frame, const ScopePicture& picture) {
  const float em = frame.em;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const ImVec2 corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const FontScope small(frame, frame.fonts.mono, 0.8F);
  float free_until = corner.x + size.x;
  ImPlot::PushPlotClipRect();
  for (auto mark = picture.marks.rbegin(); mark != picture.marks.rend(); ++mark) {
    const float x = ImPlot::PlotToPixels(mark->seconds, 0).x;
    for (float y = corner.y; y < corner.y + size.y; y += 0.7F * em) {
      list.AddLine({x, y}, {x, std::min(y + 0.35F * em, corner.y + size.y)}, packed(frame.theme.faint),
                   std::max(1.0F, 0.06F * em));
    }
    const ImVec2 extent = size_of(mark->text);
    // To the right of its line where there is room, else to the left.
    float left = x + 0.3F * em;
    if (left + extent.x > free_until) left = x - 0.3F * em - extent.x;
    if (left < corner.x || left + extent.x > free_until) continue;
    const ImVec2 at{left, corner.y + 0.25F * em};
    list.AddRectFilled({at.x - 0.15F * em, at.y}, {at.x + extent.x + 0.15F * em, at.y + extent.y},
                       packed(faded(frame.theme.ground, 0.85F)));
    list.AddText(at, packed(frame.theme.quiet), mark->text.c_str());
    free_until = std::min(left, x) - 0.3F * em;
  }
  ImPlot::PopPlotClipRect();
}

void draw_peak_line(const Frame& frame, double peak) {
  const float em = frame.em;
  ImPlotSpec spec;
  spec.LineColor = frame.theme.peak;
  spec.LineWeight = std::max(1.0F, 0.09F * em);
  spec.Flags = ImPlotInfLinesFlags_Horizontal;
  ImPlot::PlotInfLines("##peak", &peak, 1, spec);
  const std::string label = "theoretical peak " + grouped(peak, 0) + " GB/s";
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const ImVec2 extent = size_of(label);
  const float y = ImPlot::PlotToPixels(0, peak).y;
  const ImVec2 at{ImPlot::GetPlotPos().x + 0.5F * em, y + 0.15F * em};
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  list.AddRectFilled({at.x - 0.15F * em, at.y}, {at.x + extent.x + 0.15F * em, at.y + extent.y},
                     packed(faded(frame.theme.ground, 0.85F)));
  list.AddText(at, packed(frame.theme.peak), label.c_str());
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
  const std::string reason = frame.readout.rate.known() ? "no measurement yet" : frame.readout.rate.missing;
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

void draw_plot(const Frame& frame) {
  const ScopePicture picture =
      scope_picture(frame.state.history, frame.state.machine ? frame.state.machine->peak_gb_per_s : 0);
  constexpr ImPlotFlags flags = ImPlotFlags_NoTitle | ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText |
                                ImPlotFlags_NoInputs | ImPlotFlags_NoMenus | ImPlotFlags_NoFrame;
  const FontScope small(frame, frame.fonts.text, 0.85F);
  if (ImPlot::BeginPlot("##bandwidth", {-1, -1}, flags)) {
    // Without a measurement or a limit the axis would show numbers that mean nothing.
    const ImPlotAxisFlags rates =
        picture.traces.empty() && !picture.peak ? ImPlotAxisFlags_NoTickLabels : ImPlotAxisFlags_None;
    ImPlot::SetupAxes("seconds before the newest change", "GB/s with quartiles", ImPlotAxisFlags_None, rates);
    ImPlot::SetupAxisFormat(ImAxis_Y1, format_rate);
    ImPlot::SetupAxesLimits(-picture.span_seconds, 0.015 * picture.span_seconds, 0, picture.top, ImPlotCond_Always);
    ImPlot::SetupFinish();
    if (picture.traces.empty()) draw_nothing_yet(frame);
    if (picture.peak) draw_peak_line(frame, *picture.peak);
    for (const ScopePicture::Trace& trace : picture.traces) draw_trace(frame, trace);
    draw_marks(frame, picture);
    name_place(frame, "scope", ImPlot::GetPlotPos(),
               {ImPlot::GetPlotPos().x + ImPlot::GetPlotSize().x, ImPlot::GetPlotPos().y + ImPlot::GetPlotSize().y});
    ImPlot::EndPlot();
  }
}

}  // namespace

void draw_scope_panel(const Frame& frame) {
  begin_panel(panel::scope);
  draw_plot(frame);
  ImGui::End();
}

}  // namespace warpscope::gui
