#include "gui/store/notice.h"

#include <algorithm>
#include <utility>

#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

constexpr std::size_t max_notices = 5;
/// Somebody who looks elsewhere when a text appears still reads it.
constexpr double min_seconds = 5, seconds_per_letter = 0.06;

LogEntry::Kind log_kind(Notice::Kind kind) {
  switch (kind) {
    case Notice::Kind::done:
      return LogEntry::Kind::information;
    case Notice::Kind::refused:
      return LogEntry::Kind::warning;
    case Notice::Kind::failed:
      return LogEntry::Kind::error;
  }
  return LogEntry::Kind::information;
}

bool lasts(const Notice& notice) {
  return notice.expires_at == Notice::forever;
}

/// Removes one: the oldest that would vanish by itself, else the oldest of all.
void make_room(std::vector<Notice>& notices) {
  const auto brief = std::ranges::find_if_not(notices, lasts);
  notices.erase(brief == notices.end() ? notices.begin() : brief);
}

}  // namespace

void show_notice(State& state, Notice notice, double seconds) {
  log(state, log_kind(notice.kind), notice.file.empty() ? notice.text : notice.text + ": " + notice.file);
  if (notice.kind != Notice::Kind::failed) {
    const auto letters = static_cast<double>(notice.text.size() + notice.file.size());
    notice.expires_at = seconds + min_seconds + seconds_per_letter * letters;
  }
  std::vector<Notice>& notices = state.ui.notices;
  std::erase_if(notices, [&](const Notice& one) { return one.text == notice.text && one.file == notice.file; });
  notices.push_back(std::move(notice));
  if (notices.size() > max_notices) make_room(notices);
}

Notice failure_notice(const State& state, std::string_view what, const Error& error) {
  std::string text(what);
  const auto add = [&](std::string_view before, const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : std::string(before)) + part;
  };
  add(": ", state.language().translated(error.what));
  add("\n", state.language().translated(error.where.message()));
  add("\n", state.language().translated(error.remedy));
  return {Notice::Kind::failed, std::move(text)};
}

bool remove_expired_notices(State& state, double seconds) {
  return std::erase_if(state.ui.notices, [&](const Notice& notice) { return notice.expires_at <= seconds; }) > 0;
}

double next_expiry(const std::vector<Notice>& notices) {
  double end = Notice::forever;
  for (const Notice& notice : notices) end = std::min(end, notice.expires_at);
  return end;
}

bool has_permanent(const std::vector<Notice>& notices) {
  return std::ranges::any_of(notices, lasts);
}

}  // namespace lanescope::gui
