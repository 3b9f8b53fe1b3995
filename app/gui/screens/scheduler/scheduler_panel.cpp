#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "gui/screens/scheduler/scheduler_view_model.h"
#include "gui/store/pages/show_page.h"
#include "gui/widgets/page_panel.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

// These are in text heights.
constexpr float max_slot_width = 1.7F, name_width = 8.5F, number_width = 10;

/// Draws the slots of a scheduler as squares, of which as many are filled as there are warps. The last one is filled in
/// part.
void draw_slots(const Frame& frame, const ImRect& place, double warps, double slots, ImVec4 colour, float opacity) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int count = std::max(1, static_cast<int>(std::ceil(slots)));
  const float step = std::min(place.GetWidth() / static_cast<float>(count), max_slot_width * frame.em);
  const float side = std::min(0.82F * step, place.GetHeight()), top = place.GetCenter().y - 0.5F * side;
  for (int i = 0; i < count; ++i) {
    const float left = place.Min.x + static_cast<float>(i) * step;
    const ImVec2 from{left, top}, to{left + side, top + side};
    list.AddRectFilled(from, to, packed(faded(frame.theme.raised, opacity)), 0.15F * side);
    const auto part = static_cast<float>(std::clamp(warps - i, 0.0, 1.0));
    if (part > 0) list.AddRectFilled(from, {left + part * side, to.y}, packed(faded(colour, opacity)), 0.15F * side);
    list.AddRect(from, to, packed(faded(frame.theme.faint, opacity)), 0.15F * side, 0, frame.stroke(0.06F));
  }
}

ImVec4 colour_of_step(const Theme& theme, const std::string& id) {
  if (id == "warps.issued") return theme.good;
  if (id == "warps.eligible") return theme.accent;
  return id == "warps.active" ? mixed(theme.accent, theme.faint, 0.5F) : theme.faint;
}

void draw_step(const Frame& frame, const WarpCount& step, double slots, float opacity) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, height = 1.9F * frame.em;
  const float text_top = from.y + 0.5F * (height - ImGui::GetTextLineHeight());
  const float name = std::min(name_width * frame.em, 0.3F * room),
              number = std::min(number_width * frame.em, 0.35F * room);
  ImGui::SetCursorScreenPos({from.x, text_top});
  draw_elided(step.name, faded(frame.theme.text, opacity), from.x + name - 0.3F * frame.em);
  draw_slots(frame, {from.x + name, from.y, from.x + room - number, from.y + height}, step.warps.value(), slots,
             colour_of_step(frame.theme, step.id), opacity);
  ImGui::SetCursorScreenPos({from.x + room - number + 0.4F * frame.em, text_top});
  draw_reading(frame, step.warps, opacity);
  const ImRect place{from.x, from.y, from.x + room, from.y + height};
  name_place(frame, "scheduler/" + step.id, place);
  if (ImGui::IsWindowHovered() && place.Contains(ImGui::GetMousePos())) {
    tooltip(frame, step.name + "\n" + step.warps.details(frame.language()) + "\n" + step.help);
  }
  add_layout_item(place);
}

/// Draws the cycles as one strip: those in which an instruction could be issued, and those without an eligible warp.
void draw_cycles(const Frame& frame, const QuantityReading& without, float opacity) {
  if (!without.known()) return;
  const Theme& theme = frame.theme;
  text(frame.say("scheduler.cycles"), faded(theme.quiet, opacity));
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, height = 1.5F * frame.em;
  const auto part = static_cast<float>(std::clamp(without.value() / 100, 0.0, 1.0));
  const float middle = from.x + (1 - part) * room;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, {middle, from.y + height}, packed(faded(theme.good, opacity)));
  list.AddRectFilled({middle, from.y}, {from.x + room, from.y + height}, packed(faded(theme.warning, 0.25F * opacity)));
  hatch(list, {middle, from.y}, {from.x + room, from.y + height}, 0.6F * frame.em,
        packed(faded(theme.warning, opacity)), frame.stroke(0.08F));
  if (theme.outlined) list.AddRect(from, {from.x + room, from.y + height}, packed(theme.faint));
  name_place(frame, "scheduler/cycles", from, {from.x + room, from.y + height});
  ImGui::Dummy({room, height});
  shape_item(frame, Shape::exclamation, faded(theme.warning, opacity));
  text(frame.say("scheduler.without_eligible"), faded(theme.text, opacity));
  ImGui::SameLine(0, 0.5F * frame.em);
  draw_reading(frame, without, opacity);
}

class SchedulerPanel : public PagePanel {
 public:
  SchedulerPanel() : PagePanel(CounterPage::scheduler) {}

 private:
  void draw_page(const Frame& frame, const PageHeading&, float opacity) override {
    const SchedulerViewModel view_model = scheduler_view_model(frame.state);
    if (!view_model.verdict.empty()) {
      const FontScope bold(frame, frame.fonts.bold, 1.05F);
      draw_wrapped(view_model.verdict, faded(frame.theme.text, opacity));
      name_item(frame, "scheduler/verdict");
    }
    ImGui::Dummy({0, 0.1F * frame.em});
    text(frame, frame.fonts.text, 0.85F, frame.say("scheduler.of_one"), faded(frame.theme.quiet, opacity));
    for (const WarpCount& step : view_model.steps) draw_step(frame, step, view_model.slots, opacity);
    ImGui::Dummy({0, 0.4F * frame.em});
    draw_cycles(frame, view_model.without_eligible, opacity);
    ImGui::Dummy({0, 0.3F * frame.em});
    draw_facts(frame, view_model.facts, opacity);
  }
};

}  // namespace

PanelEntry scheduler_panel() {
  return {.window = "###scheduler",
          .place = PanelPlace::section,
          .make = make_panel<SchedulerPanel>,
          .show = Action{"show_scheduler", "Scheduler", "", "Views/Why",
                         "Shows how many warps are active, eligible and issuing.", shows_page<CounterPage::scheduler>},
          .reveals_answers = true};
}

}  // namespace lanescope::gui
