// The Readout's table of accesses against their ideals.
#include <algorithm>

#include "gui/panels/panels.h"
#include "gui/panels/readout/readout_parts.h"

namespace warpscope::gui {

namespace {

/// The bars share one scale, which ends where 32 lanes with a sector or a bank row each would.
constexpr double min_full_scale = 32;
constexpr float narrow_room = 29;  // heights of text

void draw_bar(const Frame& frame, const AccessReading& reading, double full_scale, float opacity) {
  const Theme& theme = frame.theme;
  const float em = frame.em;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = 0.62F * em;
  const ImVec2 from{at.x, at.y + (ImGui::GetTextLineHeight() - height) / 2}, to{from.x + width, from.y + height};
  const auto x = [&](double amount) {
    return from.x + width * static_cast<float>(std::clamp(amount / full_scale, 0.0, 1.0));
  };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, packed(theme.raised));
  const float least = x(reading.least), amount = x(reading.amount);
  list.AddRectFilled(from, {least, to.y}, packed(faded(theme.good, opacity)));
  if (amount > least) {
    const ImVec2 corner{least, from.y}, end{amount, to.y};
    list.AddRectFilled(corner, end, packed(faded(theme.warning, 0.45F * opacity)));
    hatch(list, corner, end, 0.35F * em, packed(faded(theme.warning, opacity)), std::max(1.0F, 0.09F * em));
  }
  list.AddRectFilled({least - 0.06F * em, from.y - 0.14F * em}, {least + 0.06F * em, to.y + 0.14F * em},
                     packed(faded(theme.text, opacity)));
  ImGui::Dummy({width, ImGui::GetTextLineHeight()});
}

/// `narrow`: the bar alone shows the ideal.
void draw_line(const Frame& frame, const AccessReading& reading, double full_scale, float opacity, bool narrow) {
  const Theme& theme = frame.theme;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text(reading.as_written ? reading.label + " †" : reading.label, theme.quiet);
  name_item(frame, "access/" + reading.label);
  if (ImGui::IsItemHovered()) tooltip(frame, reading.details);
  ImGui::TableNextColumn();
  if (!reading.known()) {
    text(reading.value, theme.faint);
    draw_missing(frame, reading.missing);
    return;
  }
  draw_number(frame, reading.value, reading.unit, opacity);
  ImGui::TableNextColumn();
  draw_bar(frame, reading, full_scale, opacity);
  if (ImGui::IsItemHovered()) tooltip(frame, reading.details);
  ImGui::TableNextColumn();
  if (!narrow) {
    text(frame.say("access.ideal", reading.ideal), faded(theme.quiet, opacity));
    ImGui::SameLine(0, 0.5F * frame.em);
  }
  if (reading.ratio.empty()) {
    shape_item(frame, Shape::tick, faded(theme.good, opacity));
    ImGui::NewLine();
  } else {
    const FontScope bold(frame, frame.fonts.bold, 1);
    text(reading.ratio, faded(theme.warning, opacity));
  }
}

void draw_heading(const Frame& frame, const AccessReadings& accesses, float opacity) {
  const Theme& theme = frame.theme;
  const float right = right_edge();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  {
    const FontScope small(frame, frame.fonts.text, 0.85F);
    ImGui::SetCursorScreenPos({from.x + ImGui::GetStyle().CellPadding.x, from.y + 0.1F * frame.em});
    shortened(frame.say("access.heading", accesses.view, accesses.blocks), faded(theme.quiet, opacity),
              right - 6.6F * frame.em);
    name_item(frame, "accesses/heading");
  }
  // Where the table below has its origins.
  ImGui::SetCursorScreenPos({right - 5.8F * frame.em - ImGui::GetStyle().CellPadding.x, from.y});
  draw_source(frame, Source::derived, opacity);
}

}  // namespace

void draw_number(const Frame& frame, const std::string& value, const std::string& unit, float opacity) {
  {
    const FontScope mono(frame, frame.fonts.mono, 1);
    number(value, faded(frame.theme.text, opacity));
  }
  ImGui::SameLine(0, 0.35F * frame.em);
  text(unit, faded(frame.theme.quiet, opacity));
}

void draw_missing(const Frame& frame, const std::string& why) {
  ImGui::TableNextColumn();
  const FontScope words(frame, frame.fonts.text, 1);
  shortened(why, frame.theme.quiet, right_edge());
  ImGui::TableNextColumn();
}

void draw_source(const Frame& frame, Source source, float opacity) {
  const ImVec4 colour = faded(colour_of(frame.theme, source), opacity);
  shape_item(frame, shape_of(source), colour);
  text(word_of(*frame.state.ui.language, source), colour);
}

void draw_accesses(const Frame& frame) {
  const AccessReadings& accesses = frame.readout.accesses;
  const float opacity = opacity_of(accesses.stale);
  if (accesses.lines.empty()) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetStyle().CellPadding.x);
    text(frame.say("access.missing"), frame.theme.quiet);
    ImGui::SameLine(0, frame.em);
    wrapped(accesses.missing, frame.theme.quiet);
    return;
  }
  const bool narrow = ImGui::GetContentRegionAvail().x < narrow_room * frame.em;
  double full_scale = min_full_scale;
  for (const AccessReading& line : accesses.lines) full_scale = std::max(full_scale, line.amount);
  if (ImGui::BeginTable("accesses", 4, ImGuiTableFlags_PadOuterX)) {
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed, (narrow ? 6.6F : 8.0F) * frame.em);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthFixed, 8.4F * frame.em);
    ImGui::TableSetupColumn("bar", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("ideal", ImGuiTableColumnFlags_WidthFixed, (narrow ? 3.0F : 7.4F) * frame.em);
    for (const AccessReading& line : accesses.lines) draw_line(frame, line, full_scale, opacity, narrow);
    ImGui::EndTable();
  }
  draw_heading(frame, accesses, opacity);
}

}  // namespace warpscope::gui
