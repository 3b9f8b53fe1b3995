#include "gui/screens/dialogs/palette.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/store/selection_commands.h"

#include <algorithm>
#include <tuple>
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
    while (place < name.size() && name[place] != codepoint) ++place;
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

/// Returns whether a word may begin or end between two bytes of a name.
bool is_edge(char before, char after) {
  const auto separates = [](char byte) {
    return static_cast<unsigned char>(byte) >= 0x80U ||
           std::string_view(" /_-().,:?").find(byte) != std::string_view::npos;
  };
  return separates(before) || separates(after);
}

WordFit fit_of(std::string_view word, std::string_view name) {
  WordFit best = WordFit::scattered;
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || is_edge(name[at - 1], name[at]);
    const bool ends = end == name.size() || is_edge(name[end - 1], name[end]);
    best = std::max(best, begins && ends ? WordFit::is_word : begins ? WordFit::begins_word : WordFit::inside);
  }
  return best;
}

std::vector<std::string_view> words_of(std::string_view query) {
  std::vector<std::string_view> words = split(query, ' ');
  std::erase(words, std::string_view());
  return words;
}

/// Returns how the words as a whole stand in the name. The least fitting one counts.
WordFit fit_of_words(std::string_view query, std::string_view name) {
  const std::string typed = lower(trim(query)), title = lower(name);
  if (typed == title) return WordFit::is_name;
  auto least = WordFit::is_word;
  for (const std::string_view word : words_of(typed)) least = std::min(least, fit_of(word, title));
  return least;
}

/// How well an entry fits, the better the higher. A synonym is worth less than a title that fits as well, and more than
/// scattered letters. A detail, such as the sentence of a kernel, is worth less than any name.
enum class Rank {
  none,
  scattered,
  detail,
  synonym_inside,
  title_inside,
  synonym_begins,
  title_begins,
  synonym_word,
  title_word,
  synonym_whole,
  title_whole
};

enum class Source { detail, synonym, title };

Rank rank_of(const FuzzyMatch& match, Source source) {
  if (!match.fits) return Rank::none;
  if (match.words == WordFit::scattered) return source == Source::title ? Rank::scattered : Rank::none;
  if (source == Source::detail) return Rank::detail;
  const int steps = 2 * (static_cast<int>(match.words) - static_cast<int>(WordFit::inside));
  return static_cast<Rank>(static_cast<int>(Rank::synonym_inside) + steps + (source == Source::title ? 1 : 0));
}

struct Fit {
  Rank rank = Rank::none;
  int score = 0;
  std::string_view synonym = {};  ///< that fits best; empty when a title or a detail does
};

bool operator<(const Fit& one, const Fit& other) {
  return std::tie(one.rank, one.score) < std::tie(other.rank, other.score);
}

/// A text by which an entry is found.
struct SearchText {
  Source source;
  std::string text;
};
using SearchTexts = std::vector<SearchText>;

Fit fit_of_one(std::string_view query, const SearchTexts& texts) {
  Fit best;
  for (const auto& [source, text] : texts) {
    const FuzzyMatch match = fuzzy_match(query, text);
    const std::string_view synonym = source == Source::synonym ? std::string_view(text) : std::string_view();
    best = std::max(best, Fit{rank_of(match, source), match.score, synonym});
  }
  return best;
}

/// Returns how well all that was typed fits one of the texts, or how well each word fits some name.
Fit fit_of_all(std::string_view query, const SearchTexts& texts) {
  const Fit whole = fit_of_one(query, texts);
  const std::vector<std::string_view> words = words_of(query);
  if (words.size() < 2) return whole;
  Fit least = fit_of_one(words.front(), texts);
  for (const std::string_view word : words) least = std::min(least, fit_of_one(word, texts));
  least.rank = std::min(least.rank, Rank::title_word);
  return least.rank > Rank::detail ? std::max(whole, least) : whole;
}

/// Where an entry stands among those that fit as well as it does.
enum class Group { first, view, lesson, knob, action, target, kernel, file };

struct Found {
  PaletteEntry entry;
  Group group;
  std::size_t order = 0;  ///< of what is recent
  Fit fit = {};
};

/// All entries that fit what was typed.
class Search {
 public:
  Search(const State& state, std::string_view query) : state_(state), query_(query) {}

  /// Adds the entry if it fits. `texts`: beside its title.
  void add(Group group, PaletteEntry entry, SearchTexts texts) {
    texts.push_back({Source::title, entry.title});
    Found found{std::move(entry), group};
    if (!query_.empty()) {
      found.fit = fit_of_all(query_, texts);
      if (found.fit.rank == Rank::none) return;
      found.entry.synonym = std::exchange(found.fit.synonym, {});
      found.entry.places = fuzzy_match(query_, found.entry.title).places;
      if (group == Group::knob) found.group = Group::first;  // nothing is as near as the kernel that is shown
    } else {
      const auto& recent = state_.ui.recent_commands;
      const auto used = std::ranges::find(recent, found.entry.command.text());
      if (used != recent.end() && found.entry.name != state_.selection.kernel) {
        found.group = Group::first;
        found.order = static_cast<std::size_t>(used - recent.begin());
      }
    }
    found_.push_back(std::move(found));
  }

  /// Returns the best first.
  [[nodiscard]] std::vector<PaletteEntry> entries() {
    // Letters that are scattered over a name are a guess, which is of no use beside a name that begins with them.
    const auto is_named = [](const Found& found) { return found.fit.rank >= Rank::synonym_begins; };
    if (std::ranges::any_of(found_, is_named)) {
      std::erase_if(found_, [](const Found& found) { return found.fit.rank == Rank::scattered; });
    }
    std::ranges::stable_sort(found_, [](const Found& one, const Found& other) {
      const bool possible = one.entry.why_not.empty(), other_possible = other.entry.why_not.empty();
      if (possible != other_possible) return possible;
      if (one.fit < other.fit || other.fit < one.fit) return other.fit < one.fit;
      return std::tie(one.group, one.order) < std::tie(other.group, other.order);
    });
    std::vector<PaletteEntry> entries;
    for (Found& found : found_) entries.push_back(std::move(found.entry));
    return entries;
  }

 private:
  const State& state_;
  std::string_view query_;
  std::vector<Found> found_;
};

/// Adds the words that people say instead, in the chosen language and in English. `key`: "synonyms.why".
void add_synonyms(const State& state, const std::string& key, SearchTexts& texts) {
  for (const Language* language = &state.language(); language != nullptr; language = language->fallback()) {
    const std::string* words = language->find(key);
    if (words == nullptr) continue;
    for (const std::string_view word : split(*words, ',')) texts.push_back({Source::synonym, std::string(trim(word))});
  }
}

/// Adds the word that the menu has above the action, "Theme" above "Dark".
void add_submenu(const State& state, const Action& action, SearchTexts& texts) {
  const std::size_t slash = action.menu.find('/');
  if (slash == std::string_view::npos) return;
  const std::string menu(action.menu.substr(slash + 1));
  texts.push_back({Source::detail, menu});
  if (const std::string* word = state.language().find("menu." + menu)) texts.push_back({Source::detail, *word});
}

void add_actions(const State& state, Search& search) {
  for (const Action& action : actions()) {
    if (action.name == "toggle_palette") continue;
    SearchTexts texts{{Source::title, std::string(action.title)}};
    add_synonyms(state, "synonyms." + std::string(action.name), texts);
    add_submenu(state, action, texts);
    const Group group = action.menu == "Views" ? Group::view : top_menu(action) == "File" ? Group::file : Group::action;
    search.add(group,
               {Invoke(action.name), std::string(action.name), title_of(state, action), help_of(state, action),
                keys_of(action), action.why_not(state)},
               std::move(texts));
  }
}

void add_lessons(const State& state, Search& search) {
  for (const KnownLesson& known : state.lesson.lessons) {
    const lessons::Lesson& lesson = *known.lesson;
    const std::string& summary = lesson.summary.in(state.language().code());
    search.add(
        Group::lesson,
        {StartLesson{lesson.name}, "lesson/" + lesson.name, lesson.title.in(state.language().code()), summary, "", ""},
        {{Source::title, lesson.title.en}, {Source::synonym, state.say("panel.lesson")}, {Source::detail, summary}});
  }
}

void add_knobs(const State& state, Search& search) {
  const auto add = [&](const std::string& kind, const std::string& name, std::string detail) {
    SearchTexts texts{{Source::detail, detail}};
    add_synonyms(state, "knob_synonyms." + name, texts);
    search.add(Group::knob, {ShowKnob{name}, kind + name, name, std::move(detail), "", ""}, std::move(texts));
  };
  for (const Knob& knob : state.knobs()) {
    if (!knob.labels.empty()) add("knob/", knob.name, state.say("palette.knob", knob.labels[knob.index]));
  }
  for (const SizeField& size : state.sizes()) add("size/", size.name, state.say("palette.size", size.value));
}

void add_targets(const State& state, Search& search) {
  for (const TargetChoice& choice : target_choices(state)) {
    const std::string detail = state.say("palette.target");
    search.add(Group::target,
               {SetTarget{choice.target}, choice.title, choice.title, detail, "",
                choice.chosen ? state.say("reason.this_target") : std::string()},
               {{Source::detail, detail}});
  }
}

void add_kernels(const State& state, Search& search) {
  if (!state.known.catalogue) return;
  for (const auto& [id, kernel] : state.known.catalogue->kernels) {
    const std::string& title = texts_of(*kernel, state.language().code()).title;
    search.add(Group::kernel, {SelectKernel{id}, id, id, title, "", ""},
               {{Source::detail, title}, {Source::detail, kernel->title}});
  }
}

}  // namespace

FuzzyMatch fuzzy_match(std::string_view query, std::string_view name) {
  constexpr int for_step = 10'000;  // more than letters ever give
  std::string wanted = lower(query);
  std::erase(wanted, ' ');
  const std::string searched = lower(name);  // its bytes are at the same places
  const std::vector<std::string_view> typed = codepoints_of(wanted), codepoints = codepoints_of(searched);
  if (typed.empty()) return match_from(typed, codepoints, 0);
  FuzzyMatch best;
  for (std::size_t from = 0; from < codepoints.size(); ++from) {
    if (codepoints[from] != typed.front()) continue;
    FuzzyMatch match = match_from(typed, codepoints, from);
    if (match.fits && (!best.fits || match.score > best.score)) best = std::move(match);
  }
  if (!best.fits) return best;
  best.words = fit_of_words(query, name);
  best.score += for_step * static_cast<int>(best.words);
  return best;
}

std::vector<PaletteEntry> palette_entries(const State& state, std::string_view query) {
  Search search(state, trim(query));
  add_actions(state, search);
  add_lessons(state, search);
  add_knobs(state, search);
  add_targets(state, search);
  add_kernels(state, search);
  return search.entries();
}

}  // namespace lanescope::gui
