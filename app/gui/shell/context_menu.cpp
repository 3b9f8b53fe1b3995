#include "gui/shell/context_menu.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "gui/shell/copy_commands.h"
#include "gui/shell/interface.h"
#include "gui/store/lines.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

constexpr float widest_heading = 22;  // in text heights

using Kind = Subject::Kind;
using Names = std::vector<std::string_view>;

Names of_kind(const Subject& subject) {
  switch (subject.kind) {
    case Kind::panel:
      return {};
    case Kind::number:
      return {"copy", "copy_with_origin"};
    case Kind::line:
      return {"copy", "open_in_editor", "worst_line"};
    case Kind::access:
      return {"copy", "show_access_line"};
    case Kind::knob:
      return {"type_knob", "reset_knob", "copy", "copy_command_line"};
    case Kind::pin:
      break;
  }
  if (subject.name == pin_letters[0]) return {"go_to_pin_a", "unpin_a", "swap_pins", "copy"};
  return {"go_to_pin_b", "unpin_b", "swap_pins", "copy"};
}

}  // namespace

std::vector<std::string_view> menu_of(const Subject& subject) {
  Names names = of_kind(subject);
  const bool alone = names.empty();
  if (!alone) names.emplace_back();
  if (alone) names.emplace_back("copy");
  for (const std::string_view of_panel : {"export_panel", "explain"}) names.push_back(of_panel);
  return names;
}

void draw_context_menu(const Frame& frame, bool opens) {
  if (!frame.state.ui.subject) return;
  if (opens) ImGui::OpenPopup("###context");
  if (!ImGui::BeginPopup("###context")) return;
  const Subject& subject = *frame.state.ui.subject;
  const PanelEntry* const panel = find_panel(subject.panel);
  std::string heading(trim(subject.text.substr(0, subject.text.find('\n'))));
  std::ranges::replace(heading, '\t', ' ');
  if (heading.empty() && panel != nullptr) heading = title_of(frame, *panel);
  draw_elided(heading, frame.theme.quiet, ImGui::GetCursorScreenPos().x + widest_heading * frame.em);
  name_item(frame, "context");
  ImGui::Separator();
  const std::size_t before = frame.commands.size();
  bool is_first = true;
  for (const std::string_view name : menu_of(subject)) {
    if (name.empty()) {
      ImGui::Separator();
    } else {
      draw_entry(frame, *find_action(name));
      if (std::exchange(is_first, false)) ImGui::SetItemDefaultFocus();
    }
  }
  // All keys belong to an open menu.
  const bool by_keys = ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_C);
  if (by_keys) frame.emit("copy");
  // Here it is the thing that is copied, wherever the mouse and the focus are.
  if (frame.commands.size() > before && frame.commands.back().invokes("copy")) {
    frame.commands.back() = CopySubject{subject};
  }
  if (by_keys) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

namespace {

std::string needs_number(const State& state) {
  const auto& subject = state.ui.subject;
  return subject && !subject->origin.empty() ? std::string() : state.say("reason.no_number");
}

std::string needs_access_line(const State& state) {
  const auto& subject = state.ui.subject;
  const bool is_access = subject && subject->kind == Kind::access && subject->line > 0;
  return is_access ? std::string() : state.say("reason.no_access_line");
}

std::string needs_panel(const State& state) {
  const bool is_there = state.ui.subject && find_panel(state.ui.subject->panel) != nullptr;
  return is_there ? std::string() : state.say("reason.no_menu");
}

/// Says what the thing is, in the words that explain its panel where it has none of its own.
void explain(State& state, double seconds) {
  const Subject& subject = *state.ui.subject;
  const PanelEntry& panel = *find_panel(subject.panel);
  const std::string title = state.say("panel." + subject.panel), help = help_of(state, panel.show);
  show_notice(state, {Notice::Kind::done, subject.help.empty() ? title + ": " + help : subject.help}, seconds);
}

}  // namespace

Outcome OpenMenu::apply(State& state, double) const {
  state.ui.subject = subject;
  const bool is_line = subject.kind == Kind::line && subject.line > 0;
  if (is_line && state.playback.focus.line != subject.line) select_line(state.playback, subject.line);
  const bool is_knob = subject.kind == Kind::knob && find_by_name(state.knobs(), subject.name) != nullptr;
  if (is_knob) state.selection.focused_knob = subject.name;
  return Effects{ShowContextMenu{}};
}

Outcome CopySubject::apply(State& state, double seconds) const {
  if (subject.text.empty()) return CopyPanel{subject.panel}.apply(state, seconds);
  return Copy{subject.text}.apply(state, seconds);
}

std::span<const Action> context_actions() {
  static constexpr std::array table{
      Action{
          "open_context_menu", "Menu of what has the focus", "Shift+F10", "Edit",
          "Opens the menu about the number, line, knob or panel that has the keyboard's focus, as a right click does.",
          [](State& state) {
            state.ui.subject.reset();  // the interface knows it
            return ShowContextMenu{};
          },
          nullptr, nullptr, "Menu"},
      Action{"copy_with_origin", "Copy with its origin", "", "",
             "Copies a number with its name, its spread, and where it comes from.",
             [](State& state, double seconds) { return Copy{state.ui.subject->origin}.apply(state, seconds); },
             needs_number},
      Action{"show_access_line", "Go to its line", "", "", "Selects the line of the source that makes this access.",
             [](State& state, double seconds) -> Outcome {
               TRY(Effects effects, SelectLine{state.ui.subject->line}.apply(state, seconds));
               effects.emplace_back(show_panel(state, PanelPlace::source, "source"));
               return effects;
             },
             needs_access_line},
      Action{"explain", "What is this?", "", "", "Says what the panel or the number shows.",
             [](State& state, double seconds) { explain(state, seconds); }, needs_panel},
  };
  return table;
}

}  // namespace lanescope::gui
