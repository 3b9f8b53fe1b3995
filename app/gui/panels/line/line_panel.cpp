// The Number panel is one line below the stage: the rate with its spread, its origin, and whether the output is right.
#include <algorithm>

#include "gui/panels/panels.h"

namespace lanescope::gui {
namespace {

constexpr float gap_of_parts = 0.9F;  // in text heights, between the parts
constexpr float largest_line = 1.15F, height_of_line = 1.45F;

}  // namespace

void draw_line_panel(const Frame& frame) {
  const Readout& readout = frame.readout;
  const Reading& rate = readout.rate;
  const Theme& theme = frame.theme;
  const float opacity = opacity_of(readout.stale);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  // The place keeps its height when the text is made larger.
  const float size = std::min(largest_line, room.y / (height_of_line * frame.em) * largest_line);
  const FontScope font(frame, frame.fonts.text, size);
  const float right = right_edge();
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max(0.0F, (room.y - ImGui::GetTextLineHeight()) / 2));
  const auto fits = [&](const std::string& words) {
    return ImGui::GetItemRectMax().x + size_of(words).x + 2 * gap_of_parts * frame.em < right;
  };
  const std::string word = readout.stale ? readout.stale_word : word_of(frame.language(), readout.verdict);
  if (rate.known()) {
    {
      const FontScope bold(frame, frame.fonts.bold, size);
      number(rate.value, faded(theme.text, opacity));
    }
    name_item(frame, "line/rate");
    ImGui::SameLine(0, 0.3F * frame.em);
    text(rate.unit, faded(theme.quiet, opacity));
    if (!rate.spread.empty() && fits(rate.spread)) {
      ImGui::SameLine(0, gap_of_parts * frame.em);
      number(rate.spread, faded(theme.quiet, opacity));
      name_item(frame, "line/spread");
    }
    ImGui::SameLine(0, gap_of_parts * frame.em);
    draw_source(frame, rate.source, opacity);
    name_item(frame, "line/origin");
  } else {
    // The verdict, and what can be done, keep their room.
    shortened(rate.missing, theme.quiet,
              ImGui::GetCursorScreenPos().x + 0.45F * (right - ImGui::GetCursorScreenPos().x));
    name_item(frame, "line/rate");
  }
  if (word.empty()) return;
  ImGui::SameLine(0, gap_of_parts * frame.em);
  shape_item(frame, readout.stale ? Shape::dots : shape_of(readout.verdict),
             readout.stale ? theme.warning : colour_of(theme, readout.verdict));
  text(word, theme.text);
  name_item(frame, "line/verdict");
  if (ImGui::IsItemHovered() && !readout.verdict_text.empty()) tooltip(frame, readout.verdict_text);
  // What waits for a click can be clicked here too.
  const auto offered = std::ranges::find_if(readout.problems, [](const Problem& each) { return !each.action.empty(); });
  if (offered == readout.problems.end()) return;
  ImGui::SameLine(0, gap_of_parts * frame.em);
  action_button(frame, offered->action);
}

}  // namespace lanescope::gui
