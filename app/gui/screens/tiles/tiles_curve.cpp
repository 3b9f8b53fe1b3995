// Draws the numbers of the Tiles view, and the curve of what the block makes of each byte that it fetches.
#include <algorithm>
#include <array>
#include <cmath>

#include "gui/screens/tiles/tiles_drawing.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

constexpr double min_axis_span = 10;  // of the axis, as a factor

}  // namespace

float TilesDrawing::draw_readings(const ImRect& place) const {
  float y = place.Min.y;
  std::vector<TilesReading> readings = readings_of(frame.state, shown);
  // Where not all fit, the most important ones, which are the last, come first.
  constexpr float min_reading_height = 1.55F;
  if (place.GetHeight() < min_reading_height * em * static_cast<float>(readings.size())) std::ranges::reverse(readings);
  for (const TilesReading& reading : readings) {
    const float top = y;
    if (top + min_reading_height * em > place.Max.y) break;
    {
      const FontScope small(frame, frame.fonts.text, 0.9F);
      text({place.Min.x, y + (reading.main ? 0.3F * em : 0.05F * em)}, reading.name, theme.quiet);
    }
    {
      const FontScope bold(frame, frame.fonts.bold, reading.main ? 1.3F : 1);
      const ImVec2 extent = size_of(reading.value);
      text({place.Max.x - extent.x, y}, reading.value, theme.text);
      y += ImGui::GetTextLineHeight() + 0.25F * em;
    }
    const ImRect row{place.Min.x, top, place.Max.x, y};
    if (row.Contains(ImGui::GetMousePos()) && ImGui::IsWindowHovered()) tooltip(frame, reading.help);
  }
  return y;
}

void TilesDrawing::draw_curve(const ImRect& place) const {
  const analysis::TileFlow& flow = shown.flow;
  if (flow.totals.empty() || place.GetHeight() < 4.5F * em) return;
  const bool computes = shown.computes();
  float top = place.Min.y;
  {
    const FontScope small(frame, frame.fonts.bold, 0.9F);
    text({place.Min.x, top}, frame.say(computes ? "tiles.curve_operations" : "tiles.curve_uses"), theme.text);
    top += ImGui::GetTextLineHeight() + 0.35F * em;
  }
  const ImRect plot{place.Min.x + 2.4F * em, top, place.Max.x, place.Max.y - 1.3F * em};
  const TilesRoofline& roofline = shown.roofline;
  const double ridge = computes ? roofline.ridge : 0, kernel = computes ? roofline.kernel : 0;
  double low = 1e300, high = 0;
  const auto include = [&](double value) {
    if (value <= 0) return;
    low = std::min(low, value);
    high = std::max(high, value);
  };
  include(curve_value(shown, flow.totals.back()));
  include(ridge);
  include(kernel);
  double most = 0;
  for (const analysis::TileTotals& totals : flow.totals) most = std::max(most, curve_value(shown, totals));
  include(most);
  if (high <= 0) low = high = 1;
  high *= 1.7;
  low = std::min({low / 3, most / 30, high / min_axis_span});
  if (low <= 0) low = high / min_axis_span;
  const auto y_of = [&](double value) {
    const double part = std::log(std::max(value, low) / low) / std::log(high / low);
    return plot.Max.y - plot.GetHeight() * static_cast<float>(std::clamp(part, 0.0, 1.0));
  };
  const auto all = static_cast<float>(flow.totals.size());
  const auto x_of = [&](std::size_t step) { return plot.Min.x + plot.GetWidth() * static_cast<float>(step) / all; };
  fill(plot, theme.ground);
  {
    const FontScope small(frame, frame.fonts.text, 0.75F);
    for (double tick = std::pow(10.0, std::floor(std::log10(low))); tick <= high; tick *= 10) {
      if (tick < low) continue;
      const float y = y_of(tick);
      line({plot.Min.x, y}, {plot.Max.x, y}, theme.line, std::max(1.0F, 0.05F * em));
      const std::string words = figures(tick, 1);
      text({plot.Min.x - size_of(words).x - 0.3F * em, y - ImGui::GetTextLineHeight() / 2}, words, theme.quiet);
    }
    const std::string words = frame.say("tiles.curve_axis");
    text({plot.Min.x, plot.Max.y + 0.2F * em}, words, theme.quiet);
  }
  list.PushClipRect(plot.Min, {plot.Max.x + 0.5F * em, plot.Max.y + 1}, true);
  // One point for each pixel is enough.
  const std::size_t stride =
      std::max<std::size_t>(1, flow.totals.size() / static_cast<std::size_t>(std::max(1.0F, plot.GetWidth())));
  std::vector<ImVec2> past, later;
  for (std::size_t step = 0; step < flow.totals.size(); step += stride) {
    const double value = curve_value(shown, flow.totals[step]);
    if (value <= 0) continue;
    (step < shown.steps ? past : later).emplace_back(x_of(step + 1), y_of(value));
  }
  const double now = curve_value(shown, shown.totals());
  const ImVec2 point{x_of(shown.steps), y_of(now)};
  if (now > 0) {
    past.push_back(point);
    later.insert(later.begin(), point);
  }
  const float width = frame.stroke(0.14F);
  list.AddPolyline(later.data(), static_cast<int>(later.size()), ink(theme.derived, 0.35F), ImDrawFlags_None,
                   width / 2);
  list.AddPolyline(past.data(), static_cast<int>(past.size()), ink(theme.derived), ImDrawFlags_None, width);
  // Two lines may be near to each other: the words of one stand at the left, those of the other at the right.
  const auto mark = [&](double value, const std::string& words, ImVec4 colour, bool below, bool right) {
    if (value <= 0) return;
    const float y = y_of(value);
    for (float x = plot.Min.x; x < plot.Max.x; x += 0.9F * em) {
      line({x, y}, {std::min(x + 0.55F * em, plot.Max.x), y}, colour, frame.stroke(0.09F));
    }
    const FontScope small(frame, frame.fonts.text, 0.8F);
    const bool under = below || y - ImGui::GetTextLineHeight() < plot.Min.y;
    const float inset = 0.4F * em;
    const ImVec2 at{right ? plot.Max.x - inset - size_of(words).x : plot.Min.x + inset,
                    under ? y + 0.1F * em : y - ImGui::GetTextLineHeight() - 0.1F * em};
    fill_behind_text(at, size_of(words), 0.15F * em, theme.ground, 0.85F);
    text(at, words, colour);
  };
  mark(ridge, frame.say("tiles.ridge", figures(ridge, 3)), theme.peak, ridge < kernel, false);
  mark(kernel, frame.say("tiles.kernel", figures(kernel, 3)), theme.stated, kernel <= ridge, true);
  if (now > 0) {
    list.AddCircleFilled(point, 0.36F * em, ink(theme.ground));
    list.AddCircleFilled(point, 0.28F * em, ink(theme.derived));
  }
  list.PopClipRect();
  outline(plot, theme.line, std::max(1.0F, 0.06F * em));
  name("tiles/curve", plot);
  if (plot.Contains(ImGui::GetMousePos()) && ImGui::IsWindowHovered()) {
    tooltip(frame, frame.say(computes ? "tiles.help_curve" : "tiles.help_uses"));
  }
}

}  // namespace lanescope::gui
