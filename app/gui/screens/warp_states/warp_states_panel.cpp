#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "gui/screens/warp_states/warp_states_view_model.h"
#include "gui/store/pages/show_page.h"
#include "gui/widgets/page_panel.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

ImVec4 colour_of_kind(const Theme& theme, StallKind kind) {
  const std::array colours{theme.good, theme.warning, theme.predicted, theme.recorded, theme.quiet};
  return colours.at(static_cast<std::size_t>(kind));
}

/// Draws the area of a reason: plain for what is fine, hatched for what keeps the warp waiting.
void draw_area(const Frame& frame, StallKind kind, const ImRect& place, float opacity) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 colour = colour_of_kind(frame.theme, kind);
  if (kind == StallKind::fine) {
    list.AddRectFilled(place.Min, place.Max, packed(faded(colour, opacity)));
  } else {
    list.AddRectFilled(place.Min, place.Max, packed(faded(colour, 0.42F * opacity)));
    hatch(list, place.Min, place.Max, 0.5F * frame.em, packed(faded(colour, opacity)), frame.stroke(0.07F));
  }
  list.AddRect(place.Min, place.Max, packed(faded(frame.theme.panel, opacity)), 0, 0, frame.stroke(0.08F));
}

/// Writes the number of the reason on its ground, where there is room, and its name where there is more.
void draw_name(const Frame& frame, const StallReason& reason, std::size_t number, const ImRect& place, float opacity) {
  const FontScope face(frame, frame.fonts.bold, 0.85F);
  const std::string digits = fmt::format("{}", number);
  std::string words = fmt::format("{} {}", number, reason.name);
  const float room = place.GetWidth() - 0.5F * frame.em;
  if (size_of(words).x > room) words = digits;
  const ImVec2 extent = size_of(words);
  if (extent.x > room) return;
  const ImVec2 at{place.GetCenter().x - extent.x / 2, place.GetCenter().y - extent.y / 2};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x - 0.2F * frame.em, at.y}, {at.x + extent.x + 0.2F * frame.em, at.y + extent.y},
                     packed(faded(frame.theme.panel, 0.85F)), 0.2F * frame.em);
  draw_text_at(list, at, faded(frame.theme.text, opacity), words);
}

std::string tooltip_of(const Frame& frame, const StallReason& reason) {
  return fmt::format("{} · {:.1f} %\n{}\n{}", reason.name, 100 * reason.share, reason.clocks.details(frame.language()),
                     reason.help);
}

void draw_stack(const Frame& frame, const WarpStatesViewModel& view_model, const StallStack& stack, std::size_t index,
                float opacity) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, height = 2.1F * frame.em;
  const float text_top = from.y + 0.5F * (height - ImGui::GetTextLineHeight());
  float left = from.x;
  if (!stack.letter.empty()) {
    ImGui::SetCursorScreenPos({left, text_top});
    text(frame, frame.fonts.bold, 1, stack.letter, faded(frame.theme.peak, opacity));
    left += size_of(stack.letter).x + 0.6F * frame.em;
  }
  ImGui::SetCursorScreenPos({left, text_top});
  shape_item(frame, shape_of(stack.origin), faded(colour_of(frame.theme, stack.origin), opacity));
  left = ImGui::GetCursorScreenPos().x;
  const std::string total = text_of(frame.language(), counters::Unit::clocks, stack.total);
  const float number = size_of(total).x + 0.6F * frame.em;
  const float scale = (from.x + room - number - left) / static_cast<float>(std::max(view_model.longest(), 1e-9));
  float x = left;
  for (std::size_t i = 0; i < stack.clocks.size(); ++i) {
    const float width = static_cast<float>(stack.clocks[i]) * scale;
    if (width <= 0) continue;
    const StallReason& reason = view_model.reasons[i];
    const ImRect place{x, from.y, x + width, from.y + height};
    draw_area(frame, reason.kind, place, opacity);
    draw_name(frame, reason, i + 1, place, opacity);
    name_place(frame, fmt::format("stall/{}/{}", index, reason.id), place);
    if (ImGui::IsWindowHovered() && place.Contains(ImGui::GetMousePos())) {
      tooltip(frame, index == 0 ? tooltip_of(frame, reason)
                                : fmt::format("{} {:.1f}\n{}", reason.name, stack.clocks[i], reason.help));
    }
    x += width;
  }
  draw_text_at(*ImGui::GetWindowDrawList(), {x + 0.4F * frame.em, text_top}, faded(frame.theme.text, opacity), total);
  add_layout_item({from.x, from.y, from.x + room, from.y + height + 0.35F * frame.em});
}

/// Draws the legend: each reason with its number, its clocks and a sentence.
void draw_reasons(const Frame& frame, const WarpStatesViewModel& view_model, float opacity) {
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX;
  if (!ImGui::BeginTable("reasons", 4, flags)) return;
  float name = 0, number = 0;
  for (const StallReason& reason : view_model.reasons) {
    name = std::max(name, size_of("19 " + reason.name).x);
    number = std::max(number, reading_width(frame, reason.clocks));
  }
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, std::min(name + 1.8F * frame.em, 0.34F * room));
  ImGui::TableSetupColumn("share", ImGuiTableColumnFlags_WidthFixed, 3.4F * frame.em);
  ImGui::TableSetupColumn("clocks", ImGuiTableColumnFlags_WidthFixed, std::min(number + 0.4F * frame.em, 0.3F * room));
  ImGui::TableSetupColumn("help", ImGuiTableColumnFlags_WidthStretch);
  for (std::size_t i = 0; i < view_model.reasons.size(); ++i) {
    const StallReason& reason = view_model.reasons[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = 0.9F * ImGui::GetTextLineHeight();
    draw_area(frame, reason.kind, {at.x, at.y + 0.1F * side, at.x + 1.3F * side, at.y + 1.1F * side}, opacity);
    ImGui::Dummy({1.3F * side, side});
    ImGui::SameLine(0, 0.4F * frame.em);
    draw_elided(fmt::format("{} {}", i + 1, reason.name), faded(frame.theme.text, opacity), right_edge());
    name_item(frame, "stall/reason/" + reason.id);
    ImGui::TableNextColumn();
    text(fmt::format("{:.1f} %", 100 * reason.share), faded(frame.theme.text, opacity));
    ImGui::TableNextColumn();
    draw_reading(frame, reason.clocks, opacity);
    ImGui::TableNextColumn();
    const FontScope small(frame, frame.fonts.text, 0.85F);
    draw_wrapped(reason.help, faded(frame.theme.quiet, opacity));
  }
  ImGui::EndTable();
}

class WarpStatesPanel : public PagePanel {
 public:
  WarpStatesPanel() : PagePanel(CounterPage::warp_states) {}

 private:
  void draw_page(const Frame& frame, const PageHeading&, float opacity) override {
    const WarpStatesViewModel view_model = warp_states_view_model(frame.state);
    if (!view_model.verdict.empty()) {
      const FontScope bold(frame, frame.fonts.bold, 1);
      draw_wrapped(view_model.verdict, faded(frame.theme.text, opacity));
      name_item(frame, "stall/verdict");
    }
    text(frame, frame.fonts.text, 0.85F, frame.say("stall.between"), faded(frame.theme.quiet, opacity));
    for (std::size_t i = 0; i < view_model.stacks.size(); ++i) {
      draw_stack(frame, view_model, view_model.stacks[i], i, opacity);
    }
    draw_facts(frame, view_model.facts, opacity);
    ImGui::Dummy({0, 0.2F * frame.em});
    const FontScope face(frame, frame.fonts.text, 0.9F);
    draw_reasons(frame, view_model, opacity);
  }
};

}  // namespace

PanelEntry warp_states_panel() {
  return {.window = "###warp_states",
          .place = PanelPlace::section,
          .make = make_panel<WarpStatesPanel>,
          .show = Action{"show_warp_states", "Warp states", "", "Views/Why",
                         "Shows what warps wait for, in cycles per instruction.", shows_page<CounterPage::warp_states>},
          .reveals_answers = true};
}

}  // namespace lanescope::gui
