// The bar below every animated view: play, step, speed, scrub, and what plays.
#include <algorithm>

#include "gui/views/playback/transport_parts.h"

namespace warpscope::gui {

namespace {

using namespace transport;

// Widths, in heights of text, from which all stands in one row, or the buttons, the speed and the order in one of two.
constexpr float one_row = 60, one_long_row = 72, two_rows = 38;

int rows_for(const Frame& frame, float width) {
  if (width > (has_long_names(frame.state.playback) ? one_long_row : one_row) * frame.em) return 1;
  return width > two_rows * frame.em ? 2 : 3;
}

}  // namespace

float transport_height(const Frame& frame, float width) {
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  const auto rows = static_cast<float>(rows_for(frame, width));
  return scrub_height * frame.em + rows * (row * frame.em + gap);
}

void draw_transport_bar(const Frame& frame, AnimatedView view) {
  const Playback& playback = frame.state.playback;
  if (!playback.sequence) return;
  const Track& track = *playback.track(view);
  const Bar bar{frame, view, playback, track};
  ImGui::PushID(name_of(view).data());
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.5F * frame.em, (row * frame.em - ImGui::GetFontSize()) / 2});
  double at = 0;
  if (!track.empty()) {
    const auto now = shown_access(playback, view);
    const std::size_t entry = now ? track.at(now->index) : 0;
    at = static_cast<double>(track.starts[entry]) + (now ? now->step + now->part : 0);
  }
  draw_scrub(bar, at);
  const float gap = frame.em, width = ImGui::GetContentRegionAvail().x;
  const int rows = rows_for(frame, width);
  draw_buttons(bar);
  if (rows < 3) ImGui::SameLine(0, gap);
  draw_speed(bar);
  ImGui::SameLine(0, gap);
  if (rows == 1) {
    draw_choices(bar, std::max(12 * frame.em, ImGui::GetContentRegionAvail().x - width_of_sort(frame) - gap));
    ImGui::SameLine(0, gap);
    draw_sort(bar);
  } else {
    draw_sort(bar);
    draw_choices(bar, width);
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
}

}  // namespace warpscope::gui
