// The command palette, which finds every command, kernel and layout by a few letters of its name.
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

/// How well letters fit a name. They must occur in it in this order, in any case. A higher score is better. Names in
/// which each typed word is a word come before those in which one only begins a word, then those that hold it, then
/// those that have its letters scattered. Among these, letters that follow each other and those that begin a word count
/// most.
struct FuzzyMatch {
  bool fits = false;
  int score = 0;
  std::vector<std::size_t> places;  ///< bytes of the name that hold the letters
};
[[nodiscard]] FuzzyMatch fuzzy_match(std::string_view query, std::string_view name);

struct PaletteEntry {
  Command command;
  std::string name;                      ///< name of the action, the layout or the kernel
  std::string title;                     ///< "Run again", "transpose/naive_row"
  std::string detail;                    ///< what the action does, or the kernel's title
  std::string keys;                      ///< "F5"; empty when it has none
  std::string why_not;                   ///< why it is not possible now; empty when it is
  std::vector<std::size_t> places = {};  ///< bytes of the title that were typed
};

/// Returns what fits, best first. When no letter is typed, it returns everything, in the order of the table.
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
