// The command palette, which finds every command, GPU, kernel, lesson and knob by a few letters of its name, or by
// another word for it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gui/store/actions.h"
#include "gui/store/state.h"

namespace lanescope::gui {

struct Frame;

/// How a typed word stands in a name. Between ideographs every place begins and ends a word.
enum class WordFit { scattered, inside, begins_word, is_word, is_name };

/// How well letters fit a name. They must occur in it in this order, in any case. A higher score is better. A name that
/// was typed whole comes before names in which each typed word is a word, then those in which one only begins a word,
/// then those that hold it, then those that have its letters scattered. Among these, letters that follow each other and
/// those that begin a word count most.
struct FuzzyMatch {
  bool fits = false;
  WordFit words = WordFit::scattered;  ///< of the word that stands worst
  int score = 0;
  std::vector<std::size_t> places;  ///< bytes of the name that hold the letters
};
[[nodiscard]] FuzzyMatch fuzzy_match(std::string_view query, std::string_view name);

struct PaletteEntry {
  Command command;
  std::string name;                      ///< of the action, GPU or kernel; "lesson/banks", "knob/pad", "size/nx"
  std::string title;                     ///< "Run again", "transpose/naive_row"
  std::string detail;                    ///< what the action does, or the kernel's title
  std::string keys;                      ///< "F5"; empty when it has none
  std::string why_not;                   ///< why it is not possible now; empty when it is
  std::string synonym = {};              ///< the other word for it by which it was found
  std::vector<std::size_t> places = {};  ///< bytes of the title that were typed
};

/// Returns what fits, best first, and behind it what fits and is not possible now. When no letter is typed, it returns
/// everything: what was done last, then workspaces and views, lessons, knobs, and so on.
[[nodiscard]] std::vector<PaletteEntry> palette_entries(const State& state, std::string_view query);

/// What the palette keeps while it is open.
struct PaletteForm {
  bool shown = false;  ///< whether it was open in the last frame
  std::array<char, 128> query{};
  std::size_t chosen = 0;
  bool refocus_field = false;  ///< whether the field takes the keyboard focus again
};
void draw_palette(const Frame& frame, PaletteForm& form);

}  // namespace lanescope::gui
