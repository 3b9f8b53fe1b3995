#include "gui/panels/panels.h"
#include "gui/state/numbers.h"

namespace warpscope::gui {

namespace {

struct Look {
  const char* word;
  Shape shape;
  ImVec4 colour;
};

Look look_of(const Theme& theme, LogEntry::Kind kind) {
  switch (kind) {
    case LogEntry::Kind::information:
      return {"log.note", Shape::dots, theme.quiet};
    case LogEntry::Kind::warning:
      return {"log.warning", Shape::exclamation, theme.warning};
    case LogEntry::Kind::error:
      return {"log.error", Shape::cross, theme.wrong};
    case LogEntry::Kind::output:
      return {"log.output", Shape::play, theme.accent};
  }
  return {"", Shape::dots, theme.quiet};
}

void draw_entries(const Frame& frame) {
  const FontScope small(frame, frame.fonts.text, 0.9F);
  if (frame.state.known.log.empty()) text(frame.say("log.empty"), frame.theme.quiet);
  const bool at_end = ImGui::GetScrollY() >= ImGui::GetScrollMaxY();
  for (const LogEntry& entry : frame.state.known.log) {
    const Look look = look_of(frame.theme, entry.kind);
    {
      const FontScope mono(frame, frame.fonts.mono, 0.85F);
      text(clock_text(entry.time), frame.theme.faint);
    }
    ImGui::SameLine(0, 0.5F * frame.em);
    if (entry.kind != LogEntry::Kind::information) {
      shape_item(frame, look.shape, look.colour);
      text(frame.say(look.word), look.colour);
      ImGui::SameLine(0, 0.5F * frame.em);
    }
    wrapped(entry.text, entry.kind == LogEntry::Kind::information ? frame.theme.quiet : frame.theme.text);
  }
  if (at_end) ImGui::SetScrollHereY(1.0F);
}

}  // namespace

void draw_log_panel(const Frame& frame) {
  draw_entries(frame);
}

}  // namespace warpscope::gui
