#include <array>

#include "gui/readings/private_words.h"
#include "gui/store/words/numbers.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

struct EntryMarker {
  const char* word;
  Shape shape;
  ImVec4 Theme::*colour;
};
/// The order is that of LogEntry::Kind.
constexpr std::array<EntryMarker, 4> entry_markers{{{"log.note", Shape::dots, &Theme::quiet},
                                                    {"log.warning", Shape::exclamation, &Theme::warning},
                                                    {"log.error", Shape::cross, &Theme::wrong},
                                                    {"log.output", Shape::play, &Theme::accent}}};

void draw_log_panel(const Frame& frame) {
  const FontScope small(frame, frame.fonts.text, 0.9F);
  if (frame.state.known.log.empty()) text(frame.say("log.empty"), frame.theme.quiet);
  const bool at_end = ImGui::GetScrollY() >= ImGui::GetScrollMaxY();
  for (const LogEntry& entry : frame.state.known.log) {
    const EntryMarker& marker = entry_markers.at(static_cast<std::size_t>(entry.kind));
    text(frame, frame.fonts.mono, 0.85F, clock_text(entry.time), frame.theme.faint);
    ImGui::SameLine(0, 0.5F * frame.em);
    if (entry.kind != LogEntry::Kind::information) {
      shape_item(frame, marker.shape, frame.theme.*marker.colour);
      text(frame.say(marker.word), frame.theme.*marker.colour);
      ImGui::SameLine(0, 0.5F * frame.em);
    }
    draw_wrapped(shown_text(frame.state, entry.text),
                 entry.kind == LogEntry::Kind::information ? frame.theme.quiet : frame.theme.text);
  }
  if (at_end) ImGui::SetScrollHereY(1.0F);
}

}  // namespace

PanelEntry log_panel() {
  return {.window = "###log",
          .place = PanelPlace::machine,
          .make = make_panel<draw_log_panel>,
          .show = Action{"show_log", "Log", "", "Views/Machine", "Shows all messages since the start.",
                         shows_panel<PanelPlace::machine, "log">}};
}

}  // namespace lanescope::gui
