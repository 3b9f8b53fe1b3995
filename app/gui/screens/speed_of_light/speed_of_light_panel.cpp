#include <algorithm>
#include <memory>

#include "gui/screens/speed_of_light/speed_of_light_view_model.h"
#include "gui/store/pages/show_page.h"
#include "gui/widgets/page_panel.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/plot_parts.h"

namespace lanescope::gui {
namespace {

// These are in text heights.
constexpr float side_by_side = 52, max_name_width = 15, max_number_width = 11;

/// The rooms of one line: the name, the letter of the setting, the bar, and the number with its other origin.
struct BarColumns {
  float name = 0, letter = 0, number = 0;
};

BarColumns columns_of(const Frame& frame, const std::vector<const Throughput*>& throughputs, float room) {
  BarColumns columns;
  for (const Throughput* throughput : throughputs) {
    columns.name = std::max(columns.name, size_of(throughput->name).x);
    for (const ThroughputSide& side : throughput->sides) {
      if (!side.letter.empty()) columns.letter = std::max(columns.letter, size_of(side.letter).x + frame.em);
      columns.number = std::max(columns.number, reading_width(frame, side.value));
    }
  }
  columns.name = std::min({columns.name + 0.8F * frame.em, max_name_width * frame.em, 0.42F * room});
  columns.number = std::min({columns.number + 0.4F * frame.em, max_number_width * frame.em, 0.4F * room});
  return columns;
}

/// Draws the name once, and for each setting a bar with its number.
void draw_throughput(const Frame& frame, const Throughput& throughput, const BarColumns& columns, float width,
                     float height, float opacity) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float line = std::max(ImGui::GetTextLineHeight(), height) + 0.15F * frame.em;
  const float rows = static_cast<float>(throughput.sides.size());
  ImGui::SetCursorScreenPos({from.x, from.y + 0.5F * (rows * line - ImGui::GetTextLineHeight())});
  draw_elided(throughput.name, faded(frame.theme.text, opacity), from.x + columns.name - 0.4F * frame.em);
  float y = from.y;
  for (const ThroughputSide& side : throughput.sides) {
    const float bar_left = from.x + columns.name + columns.letter, bar_right = from.x + width - columns.number;
    const float top = y + 0.5F * (line - height);
    if (!side.letter.empty()) {
      ImGui::SetCursorScreenPos({from.x + columns.name, y + 0.5F * (line - ImGui::GetTextLineHeight())});
      text(side.letter, faded(frame.theme.peak, opacity));
    }
    const auto other = side.value.other ? std::optional(side.value.other->value / 100) : std::nullopt;
    if (side.value.known() && bar_right > bar_left) {
      draw_share_bar(frame, {bar_left, top, bar_right, top + height}, side.value.value() / 100, other, opacity);
    }
    ImGui::SetCursorScreenPos({bar_right + 0.4F * frame.em, y + 0.5F * (line - ImGui::GetTextLineHeight())});
    draw_reading(frame, side.value, opacity);
    y += line;
  }
  const ImRect place{from.x, from.y, from.x + width, y};
  name_place(frame, "light/" + throughput.id, place);
  if (ImGui::IsWindowHovered() && place.Contains(ImGui::GetMousePos())) {
    std::string words = throughput.name + "\n" + throughput.help;
    for (const ThroughputSide& side : throughput.sides) {
      words += "\n" + (side.letter.empty() ? "" : side.letter + ": ") + side.value.details(frame.language());
    }
    tooltip(frame, words);
  }
  add_layout_item(place);
}

/// Draws a main bar in large type with its parts below.
void draw_group(const Frame& frame, const Throughput& whole, const std::vector<Throughput>& parts, float width,
                float opacity) {
  {
    const FontScope large(frame, frame.fonts.bold, 1.15F);
    draw_throughput(frame, whole, columns_of(frame, {&whole}, width), width, 1.2F * frame.em, opacity);
  }
  ImGui::Dummy({width, 0.1F * frame.em});
  const FontScope small(frame, frame.fonts.text, 0.9F);
  std::vector<const Throughput*> all;
  for (const Throughput& part : parts) all.push_back(&part);
  const BarColumns columns = columns_of(frame, all, width);
  for (const Throughput& part : parts) draw_throughput(frame, part, columns, width, 0.6F * frame.em, opacity);
}

class SpeedOfLightPanel : public PagePanel {
 public:
  SpeedOfLightPanel() : PagePanel(CounterPage::speed_of_light) {}

 private:
  void draw_page(const Frame& frame, const PageHeading&, float opacity) override {
    const SpeedOfLightViewModel view_model = speed_of_light_view_model(frame.state);
    if (!view_model.verdict.empty()) {
      const FontScope bold(frame, frame.fonts.bold, 1.05F);
      draw_wrapped(view_model.verdict, faded(frame.theme.text, opacity));
      name_item(frame, "light/verdict");
    }
    ImGui::Dummy({0, 0.2F * frame.em});
    const float room = ImGui::GetContentRegionAvail().x;
    const bool beside = room > side_by_side * frame.em;
    const float width = beside ? 0.5F * (room - 1.6F * frame.em) : room;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    draw_group(frame, view_model.compute, view_model.compute_parts, width, opacity);
    const float bottom = ImGui::GetCursorScreenPos().y;
    if (beside) {
      ImGui::SetCursorScreenPos({from.x + width + 1.6F * frame.em, from.y});
      ImGui::BeginGroup();
    } else {
      ImGui::Dummy({0, 0.5F * frame.em});
    }
    draw_group(frame, view_model.memory, view_model.memory_parts, width, opacity);
    if (beside) {
      ImGui::EndGroup();
      ImGui::SetCursorScreenPos({from.x, std::max(bottom, ImGui::GetCursorScreenPos().y)});
    }
    ImGui::Dummy({0, 0.3F * frame.em});
    draw_facts(frame, view_model.facts, opacity);
  }
};

}  // namespace

PanelEntry speed_of_light_panel() {
  return {
      .window = "###speed_of_light",
      .place = PanelPlace::section,
      .make = make_panel<SpeedOfLightPanel>,
      .show = Action{"show_speed_of_light", "Speed of light", "", "Views/Why",
                     "Shows how close compute and memory are to their peaks.", shows_page<CounterPage::speed_of_light>},
      .reveals_answers = true};
}

}  // namespace lanescope::gui
