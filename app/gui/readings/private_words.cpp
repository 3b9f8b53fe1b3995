#include "gui/readings/private_words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

constexpr std::string_view ends_of_words = " \t\n\"'`()[]{}<>,;=|";

/// Returns where a path begins in a word: at its begin, or behind a sign of Chinese texts, which no blank follows.
std::size_t begin_of_path(std::string_view word) {
  const std::size_t slash = word.find('/');
  const std::size_t begin = slash > 0 && slash != std::string_view::npos && word[slash - 1] == '~' ? slash - 1 : slash;
  constexpr std::array<std::string_view, 4> signs{"：", "，", "；", "（"};
  const auto before = word.substr(0, std::min(begin, word.size()));
  const bool stands_alone =
      before.empty() || std::ranges::any_of(signs, [&](std::string_view sign) { return before.ends_with(sign); });
  const bool goes_on = slash + 1 < word.size() && word[slash + 1] != '/' && word[slash + 1] != '*';
  return slash != std::string_view::npos && stands_alone && goes_on ? begin : std::string_view::npos;
}

/// Returns the word with the name of a file in the place of its path.
std::string without_folders(std::string_view word) {
  const std::size_t begin = begin_of_path(word);
  if (begin == std::string_view::npos) return std::string(word);
  const std::size_t slash = word.find_last_of('/', word.size() - 2);  // a folder may end in one
  return std::string(word.substr(0, begin)) + std::string(word.substr(slash + 1));
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

}  // namespace

std::string without_private_words(std::string_view text, std::span<const std::string> hosts) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(ends_of_words, at), text.size());
    shown += without_folders(text.substr(at, end - at));
    at = end;
    if (at < text.size()) shown += text[at++];
  }
  for (const std::string& host : hosts) {
    if (!host.empty()) replace_all(shown, host, "…");
  }
  return shown;
}

std::string shown_text(const State& state, std::string text) {
  if (!state.ui.hide_private_words) return text;
  std::vector<std::string> hosts;
  const Known& known = state.known;
  if (known.machine) hosts.push_back(known.machine->host);
  for (const auto& result : {known.result, known.measured, known.counted}) {
    if (result) hosts.push_back(result->machine.host);
  }
  if (known.connection.remote) hosts.push_back(known.connection.remote->host);
  return without_private_words(text, hosts);
}

}  // namespace lanescope::gui
