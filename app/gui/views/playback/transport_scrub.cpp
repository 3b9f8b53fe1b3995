// The line to scrub, with marks where accesses begin and where barriers were.
#include <algorithm>
#include <cmath>

#include "gui/state/numbers.h"
#include "gui/views/playback/transport_parts.h"

namespace warpscope::gui::transport {

namespace {

constexpr std::size_t max_marks = 400;

float x_of(const ImRect& line, double part) {
  return line.Min.x + static_cast<float>(part) * line.GetWidth();
}

void draw_barrier_marks(const Bar& bar, const ImRect& line) {
  const Frame& frame = bar.frame;
  const auto& barriers = bar.playback.sequence->barriers;
  if (barriers.size() > max_marks) return;
  const auto all = static_cast<double>(bar.track.steps());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float free_from = line.Min.x - 1;
  for (const std::uint32_t barrier : barriers) {
    const auto after = std::lower_bound(bar.track.indices.begin(), bar.track.indices.end(), barrier);
    const auto entry = static_cast<std::size_t>(after - bar.track.indices.begin());
    const float x = x_of(line, static_cast<double>(bar.track.starts[entry]) / all);
    if (x < free_from) continue;
    free_from = x + 3;
    list.AddLine({x, line.Min.y}, {x, line.Max.y}, packed(frame.theme.warning), std::max(1.5F, 0.12F * frame.em));
    list.AddTriangleFilled({x - 0.28F * frame.em, line.Min.y}, {x + 0.28F * frame.em, line.Min.y},
                           {x, line.Min.y + 0.35F * frame.em}, packed(frame.theme.warning));
  }
}

/// Where an access ends and the next begins, as long as there is room between.
void draw_access_marks(const Bar& bar, const ImRect& line) {
  if (bar.track.indices.size() > max_marks) return;
  const auto all = static_cast<double>(bar.track.steps());
  const float middle = (line.Min.y + line.Max.y) / 2, half = 0.22F * bar.frame.em;
  for (const std::uint64_t start : bar.track.starts) {
    const float x = x_of(line, static_cast<double>(start) / all);
    ImGui::GetWindowDrawList()->AddLine({x, middle - half}, {x, middle + half}, packed(bar.frame.theme.faint), 1);
  }
}

}  // namespace

void draw_scrub(const Bar& bar, double at) {
  const Frame& frame = bar.frame;
  const float em = frame.em;
  const std::size_t count = bar.track.indices.size();
  const std::size_t entry =
      bar.track.empty() ? 0 : bar.track.at(static_cast<std::uint32_t>(std::max(0.0, bar.playback.position)));
  const std::string words = count == 0 ? std::string()
                                       : frame.say("transport.access_of", grouped(static_cast<double>(entry + 1), 0),
                                                   grouped(static_cast<double>(count), 0));
  const float width = ImGui::GetContentRegionAvail().x - size_of(words).x - 0.8F * em;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("##scrub", {std::max(width, 4 * em), scrub_height * em});
  bar.name("scrub");
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  const ImRect line{from.x + 0.4F * em, from.y + 0.15F * em, from.x + std::max(width, 4 * em) - 0.4F * em,
                    from.y + (scrub_height - 0.15F) * em};
  const float middle = (line.Min.y + line.Max.y) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto all = static_cast<double>(bar.track.steps());
  const double part = all > 0 ? std::clamp(at / all, 0.0, 1.0) : 0;
  list.AddLine({line.Min.x, middle}, {line.Max.x, middle}, packed(frame.theme.line), 0.28F * em);
  list.AddLine({line.Min.x, middle}, {x_of(line, part), middle}, packed(frame.theme.accent), 0.28F * em);
  if (all > 0) {
    draw_access_marks(bar, line);
    draw_barrier_marks(bar, line);
  }
  list.AddCircleFilled({x_of(line, part), middle}, (hovered || active ? 0.5F : 0.42F) * em, packed(frame.theme.text));
  if (active && all > 0) {
    const double wanted = (ImGui::GetMousePos().x - line.Min.x) / std::max(1.0F, line.GetWidth());
    bar.emit(ScrubTo{std::clamp(wanted, 0.0, 1.0) * all});
  }
  ImGui::SameLine(0, 0.8F * em);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (scrub_height * em - ImGui::GetTextLineHeight()) / 2);
  text(words, frame.theme.quiet);
}

}  // namespace warpscope::gui::transport
