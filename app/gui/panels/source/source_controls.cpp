// What stands above the text of the Source panel.
#include <array>

#include "gui/panels/source/source_parts.h"

namespace warpscope::gui {

namespace {

/// Puts the next item behind the last one, or into a new line where it does not fit.
void flow(float width, float gap) {
  ImGui::SameLine(0, gap);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

/// Two words of which one holds: a switch whose both states can be read.
struct Word {
  const char* name;  ///< stable: for tests
  const char* key;
};

void draw_switch(const Frame& frame, const char* action_name, const std::array<Word, 2>& names, bool second) {
  const Action* action = find_action(action_name);
  const ImGuiStyle& style = ImGui::GetStyle();
  const std::array words{frame.say(names[0].key), frame.say(names[1].key)};
  flow(size_of(words[0]).x + size_of(words[1]).x + 4 * style.FramePadding.x, 0.6F * frame.em);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool holds = (i == 1) == second;
    if (i > 0) ImGui::SameLine(0, 0);
    ImGui::PushStyleColor(ImGuiCol_Button, holds ? frame.theme.pressed : faded(frame.theme.raised, 0.6F));
    ImGui::PushStyleColor(ImGuiCol_Text, holds ? frame.theme.text : frame.theme.quiet);
    if (ImGui::Button(words[i].c_str()) && !holds) frame.emit(Invoke(action_name));
    ImGui::PopStyleColor(2);
    name_item(frame, std::string("source/") + names[i].name);
    if (holds) {  // a line below says it without colour
      const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
      ImGui::GetWindowDrawList()->AddRectFilled({from.x, to.y - 0.12F * frame.em}, to, packed(frame.theme.accent));
    }
    if (ImGui::IsItemHovered()) {
      tooltip(frame, help_with_reason(frame, *action) + "\n" + keys_of(*action));
    }
  }
}

void draw_tick(const Frame& frame, const char* action) {
  flow(size_of(title_of(frame.state, *find_action(action))).x + ImGui::GetFrameHeight() +
           ImGui::GetStyle().ItemInnerSpacing.x,
       0.8F * frame.em);
  action_button(frame, action);
}

}  // namespace

void draw_source_controls(const Frame& frame) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const SourceState& source = frame.state.source;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.38F * frame.em, 0.14F * frame.em});
  action_button(frame, "worst_line");
  draw_tick(frame, "toggle_ptx");
  draw_tick(frame, "toggle_sass");
  draw_tick(frame, "toggle_wide");
  const bool roomy = ImGui::GetWindowWidth() > 40 * frame.em;
  draw_switch(frame, "toggle_as_written",
              roomy ? std::array{Word{"as executed", "access.executed"}, Word{"as written", "access.written"}}
                    : std::array{Word{"executed", "source.executed"}, Word{"written", "source.written"}},
              source.view == CostView::written);
  draw_switch(frame, "toggle_percent", {Word{"absolute", "source.absolute"}, Word{"percent", "source.percent"}},
              source.unit == CostUnit::percent);
  draw_switch(frame, "toggle_by_excess", {Word{"by line", "source.by_line"}, Word{"by excess", "source.by_excess"}},
              source.by_excess);
  ImGui::PopStyleVar();
}

}  // namespace warpscope::gui
