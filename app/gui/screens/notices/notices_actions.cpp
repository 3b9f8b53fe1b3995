// Commands and actions about notices, and what goes to the clipboard, which only a notice tells.
#include <fmt/format.h>

#include <algorithm>

#include "gui/screens/notices/notices_commands.h"
#include "gui/store/actions.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

constexpr double held_seconds = 3;  ///< how long a notice stays behind the mouse

/// Returns the first line, and not more of it than fits beside other words.
std::string beginning_of(const std::string& text) {
  constexpr std::size_t max_bytes = 96;
  std::string line = text.substr(0, text.find('\n'));
  if (line.size() > max_bytes) {
    std::size_t end = max_bytes;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;  // not within a character
    line.resize(end);
  }
  return line.size() < text.size() ? line + " …" : line;
}

}  // namespace

Outcome Copy::apply(State& state, double seconds) const {
  show_notice(state, {Notice::Kind::done, state.say("notice.copied", beginning_of(text))}, seconds);
  return Effects{CopyText{text}};
}

Outcome ShowFolder::apply(State&, double) const {
  return Effects{OpenFolder{file}};
}

Outcome CloseNotice::apply(State& state, double) const {
  if (index >= state.ui.notices.size()) return failure(state.say("reason.no_notice"));
  state.ui.notices.erase(state.ui.notices.begin() + static_cast<std::ptrdiff_t>(index));
  return Effects();
}

Outcome HoldNotices::apply(State& state, double seconds) const {
  for (Notice& notice : state.ui.notices) notice.expires_at = std::max(notice.expires_at, seconds + held_seconds);
  return Effects();
}

std::span<const Action> notices_actions() {
  static constexpr std::array table{
      Action{
          "close_notices", "Close the notices", "", "Help", "Closes all notices.",
          [](State& state) { state.ui.notices.clear(); },
          [](const State& state) { return state.ui.notices.empty() ? state.say("reason.no_notice") : std::string(); }},
      Action{"write_report", "Write a report", "", "Help", "Writes one file for a bug report, without private data.",
             [](State&) { return WriteReport{}; }},
      Action{"cancel_animation", "Stop the animation", "", "File/Export",
             "Stops writing the animation and deletes its file.", [](State&) { return CancelAnimation{}; },
             [](const State& state) { return state.ui.animation ? std::string() : state.say("reason.no_animation"); }},
  };
  return table;
}

}  // namespace lanescope::gui
