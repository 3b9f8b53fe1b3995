#include "gui/screens/notices/banner.h"

#include "gui/readings/mistake.h"

#include <algorithm>

#include "gui/store/actions.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

std::string needs_line(const State& state) {
  const auto banner = shown_banner(state);
  if (!banner) return state.say("reason.no_mistake");
  return banner->line > 0 ? std::string() : state.say("reason.no_line");
}

/// Shows the line, whatever part of the text the Source shows now.
Effects go_to_line(State& state) {
  const Problem problem = *shown_banner(state);
  SourceState& source = state.source;
  source.by_excess = false;
  source.traffic.reset();
  if (static_cast<std::size_t>(problem.line) <= source.text.lines.size()) select_line(state.playback, problem.line);
  state.ui.banner.followed = key_of(state, problem);
  return {ScrollSource{}, show_panel(state, PanelPlace::source, "source")};
}

}  // namespace

void draw_banner(const Frame& frame) {
  const auto banner = shown_banner(frame.state);
  if (!banner) return;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = right_edge();
  draw_problem(frame, *banner, [&] {
    if (!banner->action.empty()) ImGui::SameLine(0, 0.5F * frame.em);
    if (banner->line > 0) {
      action_button(frame, "go_to_mistake");
      ImGui::SameLine(0, 0.5F * frame.em);
    }
    action_button(frame, "close_banner");
  });
  name_place(frame, "banner", from, {right, ImGui::GetCursorScreenPos().y});
}

std::span<const Action> banner_actions() {
  static constexpr std::array table{
      Action{"go_to_mistake", "Go to the line", "", "Views/Source",
             "Shows the line of the fault or of the compiler's error.", [](State& state) { return go_to_line(state); },
             needs_line},
      Action{"close_banner", "Close the banner", "", "Views/Source",
             "Closes the banner that reports an error or a fault of the kernel.",
             [](State& state) { state.ui.banner.closed = key_of(state, *mistake_of(state)); },
             [](const State& state) { return shown_banner(state) ? std::string() : state.say("reason.no_mistake"); }},
  };
  return table;
}

}  // namespace lanescope::gui
