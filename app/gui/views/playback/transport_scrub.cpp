// The line to scrub, with marks where accesses begin and where barriers were.
#include <algorithm>
#include <cmath>

#include "gui/state/numbers.h"
#include "gui/views/playback/transport_parts.h"

namespace warpscope::gui::transport {

namespace {

constexpr std::size_t max_marks = 400;

float x_of(const Place& line, double part) {
  return line.left + static_cast<float>(part) * (line.right - line.left);
}

void draw_barrier_marks(const Bar& bar, const Place& line) {
  const Frame& frame = bar.frame;
  const auto& barriers = bar.watch.timeline->barriers;
  if (barriers.size() > max_marks) return;
  const auto all = static_cast<double>(bar.passage.steps());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float free_from = line.left - 1;
  for (const std::uint32_t barrier : barriers) {
    const auto after = std::lower_bound(bar.passage.places.begin(), bar.passage.places.end(), barrier);
    const auto index = static_cast<std::size_t>(after - bar.passage.places.begin());
    const float x = x_of(line, static_cast<double>(bar.passage.starts[index]) / all);
    if (x < free_from) continue;
    free_from = x + 3;
    list.AddLine({x, line.top}, {x, line.bottom}, packed(frame.theme.warning), std::max(1.5F, 0.12F * frame.em));
    list.AddTriangleFilled({x - 0.28F * frame.em, line.top}, {x + 0.28F * frame.em, line.top},
                           {x, line.top + 0.35F * frame.em}, packed(frame.theme.warning));
  }
}

/// Where an access ends and the next begins, as long as there is room between.
void draw_access_marks(const Bar& bar, const Place& line) {
  if (bar.passage.places.size() > max_marks) return;
  const auto all = static_cast<double>(bar.passage.steps());
  const float middle = (line.top + line.bottom) / 2, half = 0.22F * bar.frame.em;
  for (const std::uint64_t start : bar.passage.starts) {
    const float x = x_of(line, static_cast<double>(start) / all);
    ImGui::GetWindowDrawList()->AddLine({x, middle - half}, {x, middle + half}, packed(bar.frame.theme.faint), 1);
  }
}

}  // namespace

void draw_scrub(const Bar& bar, double at) {
  const Frame& frame = bar.frame;
  const float em = frame.em;
  const std::size_t count = bar.passage.places.size();
  const std::size_t index =
      bar.passage.empty() ? 0 : bar.passage.at(static_cast<std::uint32_t>(std::max(0.0, bar.watch.position)));
  const std::string words = count == 0 ? std::string()
                                       : frame.say("transport.access_of", grouped(static_cast<double>(index + 1), 0),
                                                   grouped(static_cast<double>(count), 0));
  const float width = ImGui::GetContentRegionAvail().x - size_of(words).x - 0.8F * em;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("##scrub", {std::max(width, 4 * em), track * em});
  bar.name("scrub");
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  const Place line{from.x + 0.4F * em, from.y + 0.15F * em, from.x + std::max(width, 4 * em) - 0.4F * em,
                   from.y + (track - 0.15F) * em};
  const float middle = (line.top + line.bottom) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto all = static_cast<double>(bar.passage.steps());
  const double part = all > 0 ? std::clamp(at / all, 0.0, 1.0) : 0;
  list.AddLine({line.left, middle}, {line.right, middle}, packed(frame.theme.line), 0.28F * em);
  list.AddLine({line.left, middle}, {x_of(line, part), middle}, packed(frame.theme.accent), 0.28F * em);
  if (all > 0) {
    draw_access_marks(bar, line);
    draw_barrier_marks(bar, line);
  }
  list.AddCircleFilled({x_of(line, part), middle}, (hovered || active ? 0.5F : 0.42F) * em, packed(frame.theme.text));
  if (active && all > 0) {
    const double wanted = (ImGui::GetMousePos().x - line.left) / std::max(1.0F, line.right - line.left);
    bar.emit({"scrub_to", "", static_cast<std::int64_t>(std::llround(std::clamp(wanted, 0.0, 1.0) * all * 1000))});
  }
  ImGui::SameLine(0, 0.8F * em);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (track * em - ImGui::GetTextLineHeight()) / 2);
  text(words, frame.theme.quiet);
}

}  // namespace warpscope::gui::transport
