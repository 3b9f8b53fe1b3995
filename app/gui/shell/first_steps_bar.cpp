// The sentences for new users, one at a time, above the stage.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gui/screens/scope/scope_view_model.h"
#include "gui/shell/interface.h"
#include "gui/store/first_steps.h"

namespace lanescope::gui {
namespace {

/// Returns the sentence of the step. What made the kernel faster, and by how much, is said as it was seen.
std::string sentence_of(const Frame& frame, FirstStep step) {
  if (step == FirstStep::why) {
    const auto seen = scope_view_model(frame.state.known.history, 0).step;
    if (seen && seen->to > seen->from) return frame.say("first_steps.why_faster", seen->to / seen->from);
  }
  return frame.say(fmt::format("first_steps.{}", name_of(step)));
}

}  // namespace

void draw_first_step(const Frame& frame) {
  const FirstStep step = frame.state.ui.first_step;
  if (step == FirstStep::done || frame.state.lesson.open) return;
  const Action& dismiss = *find_action("dismiss_first_steps");
  const Action* const action = find_action(action_of(step));
  const float right = right_edge(), padding = 1.4F * frame.em;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.5F * frame.em, 0.15F * frame.em});
  {
    const FontScope bold(frame, frame.fonts.bold, 1.25F);
    text(sentence_of(frame, step), frame.theme.accent);
  }
  name_item(frame, fmt::format("first_step/{}", name_of(step)));
  ImGui::SameLine(0, frame.em);
  if (action != nullptr) {
    if (ImGui::Button(title_of(frame.state, *action).c_str())) frame.emit(action->name);
    name_item(frame, "action/" + std::string(action->name));
    ImGui::SameLine(0, frame.em);
  }
  const float hint = ImGui::GetCursorScreenPos().x, width = size_of(title_of(frame.state, dismiss)).x + padding;
  ImGui::AlignTextToFramePadding();
  draw_elided(frame.say(fmt::format("first_steps.{}_hint", name_of(step))), frame.theme.quiet,
              right - width - frame.em);
  ImGui::SameLine(0, 0);
  ImGui::SetCursorScreenPos({std::max(hint, right - width), from.y});
  action_button(frame, dismiss.name);
  ImGui::PopStyleVar();
  const float bottom = ImGui::GetItemRectMax().y + 0.3F * frame.em;
  ImGui::GetWindowDrawList()->AddLine({from.x, bottom}, {right, bottom}, packed(frame.theme.accent),
                                      frame.stroke(0.1F));
  ImGui::Dummy({0, 0.3F * frame.em});
}

}  // namespace lanescope::gui
