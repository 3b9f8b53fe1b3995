#include "gui/screens/dialogs/palette.h"
#include "gui/store/selection_commands.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/text.h"
#include "gui/store/target.h"

namespace lanescope::gui {
namespace {

/// Splits a UTF-8 text into its codepoints of one to four bytes.
std::vector<std::string_view> codepoints_of(std::string_view text) {
  std::vector<std::string_view> codepoints;
  for (std::size_t from = 0; from < text.size();) {
    std::size_t to = from + 1;
    while (to < text.size() && (static_cast<unsigned char>(text[to]) & 0xC0U) == 0x80U) ++to;
    codepoints.push_back(text.substr(from, to - from));
    from = to;
  }
  return codepoints;
}

bool same_codepoint(std::string_view one, std::string_view other) {
  return lower(one) == lower(other);
}

bool begins_word(const std::vector<std::string_view>& name, std::size_t place) {
  return place == 0 || std::string_view(" /_-(").find(name[place - 1]) != std::string_view::npos;
}

/// Matches the letters from codepoint `from` on, each as early as possible.
FuzzyMatch match_from(const std::vector<std::string_view>& query, const std::vector<std::string_view>& name,
                      std::size_t from) {
  constexpr int for_neighbour = 12, for_word = 8, for_letter = 1;
  FuzzyMatch match;
  std::size_t place = from, last = name.size();
  for (const std::string_view codepoint : query) {
    while (place < name.size() && !same_codepoint(name[place], codepoint)) ++place;
    if (place == name.size()) return {};
    match.score += last + 1 == place ? for_neighbour : begins_word(name, place) ? for_word : for_letter;
    const auto byte = static_cast<std::size_t>(name[place].data() - name.front().data());
    for (std::size_t i = 0; i < name[place].size(); ++i) match.places.push_back(byte + i);
    last = place++;
  }
  match.fits = true;
  match.score -= static_cast<int>(from + name.size()) / 8;  // the shorter name is the more likely one
  return match;
}

bool ends_word(std::string_view name, std::size_t place) {
  return place == name.size() || std::string_view(" /_-()").find(name[place]) != std::string_view::npos;
}

/// How a typed word stands in a name.
enum class WordFit { scattered, inside, begins_word, is_word };

WordFit fit_of(std::string_view word, std::string_view name) {
  WordFit best = WordFit::scattered;
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    const bool begins = at == 0 || std::string_view(" /_-(").find(name[at - 1]) != std::string_view::npos;
    const bool ends = ends_word(name, at + word.size());
    best = std::max(best, begins && ends ? WordFit::is_word : begins ? WordFit::begins_word : WordFit::inside);
  }
  return best;
}

/// Returns what the words as a whole are worth. The least fitting one counts. One step is more than letters ever give.
int score_of_words(std::string_view query, std::string_view name) {
  constexpr int for_step = 10'000;
  const std::string typed = lower(query), title = lower(name);
  auto least = WordFit::is_word;
  bool any = false;
  for (const std::string_view word : split(typed, ' ')) {
    if (word.empty()) continue;
    any = true;
    least = std::min(least, fit_of(word, title));
  }
  return any ? for_step * static_cast<int>(least) : 0;
}

/// Entries with their scores.
using Found = std::vector<std::pair<PaletteEntry, int>>;

/// Adds the entry if it fits. `other` is a second name that may be typed too, in English.
void add(Found& found, std::string_view query, PaletteEntry entry, std::string_view other) {
  FuzzyMatch match = fuzzy_match(query, entry.title);
  const FuzzyMatch second = fuzzy_match(query, other);
  if (!match.fits && !second.fits) return;
  const int score = match.fits && (!second.fits || match.score >= second.score) ? match.score : second.score - 1;
  entry.places = std::move(match.places);
  found.emplace_back(std::move(entry), score);
}

}  // namespace

FuzzyMatch fuzzy_match(std::string_view query, std::string_view name) {
  std::string wanted(query);
  std::erase(wanted, ' ');
  const std::vector<std::string_view> typed = codepoints_of(wanted), codepoints = codepoints_of(name);
  if (typed.empty()) return match_from(typed, codepoints, 0);
  FuzzyMatch best;
  for (std::size_t from = 0; from < codepoints.size(); ++from) {
    if (!same_codepoint(codepoints[from], typed.front())) continue;
    FuzzyMatch match = match_from(typed, codepoints, from);
    if (match.fits && (!best.fits || match.score > best.score)) best = std::move(match);
  }
  if (best.fits) best.score += score_of_words(query, name);
  return best;
}

std::vector<PaletteEntry> palette_entries(const State& state, std::string_view query) {
  Found found;
  for (const Action& action : actions()) {
    if (action.name == "toggle_palette") continue;
    add(found, query,
        {Invoke(action.name), std::string(action.name), title_of(state, action), help_of(state, action),
         keys_of(action), action.why_not(state)},
        action.title);
  }
  for (const TargetChoice& choice : target_choices(state)) {
    add(found, query,
        {SetTarget{choice.target}, choice.title, choice.title, state.say("palette.target"), "",
         choice.chosen ? state.say("reason.this_target") : std::string()},
        choice.title);
  }
  if (state.known.catalogue) {
    for (const auto& [id, kernel] : state.known.catalogue->kernels) {
      const std::string& title = texts_of(*kernel, state.language().code()).title;
      add(found, query, {SelectKernel{id}, id, id, title, "", ""}, kernel->title);
    }
  }
  if (!trim(query).empty()) std::ranges::stable_sort(found, std::greater<>(), &Found::value_type::second);
  std::vector<PaletteEntry> entries;
  for (auto& [entry, score] : found) entries.push_back(std::move(entry));
  return entries;
}

}  // namespace lanescope::gui
