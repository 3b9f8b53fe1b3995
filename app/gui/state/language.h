// The words on screen, in the language that was chosen. They stand in assets/lang/CODE.toml, by key.
//
// How to say something:
//   in a panel:                         frame.say("knobs.no_kernel")
//   where only the state is at hand:    state.say("readout.compiling")
//   with arguments, by place or name:   frame.say("knobs.range", name, low, high)           "{}: {} to {}"
//                                       frame.say("banks.ways", fmt::arg("ways", ways))     "{ways} ways"
// and the text goes into both assets/lang/en.toml and assets/lang/zh.toml, in the table of its panel, in alphabetical
// order. Keys are written out in full where they are used: a test reads the sources, and fails when a key is missing in
// a file or used nowhere. Two kinds are put together instead: the title of a panel is panel.NAME, where NAME is that of
// the table of panels (title_of() in panels.h looks it up), and title and help of
// an action are written in English in the action table and in every other language under action.NAME.title and .help
// (title_of(), help_of() in actions.h find them).
// What other rooms say (compiler, emulator, catalogue, client) and what goes to the log stays in English, as do the
// names of hardware events, PTX and CUDA identifiers.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpscope::gui {

class Language {
 public:
  /// Keys are the tables' names joined with points. `behind`: asked for what this one lacks; may be null.
  Language(std::string code, std::map<std::string, std::string, std::less<>> texts,
           std::shared_ptr<const Language> behind = nullptr);

  /// "en", "zh": the name of the file without its ending.
  [[nodiscard]] const std::string& code() const { return code_; }

  /// The text of that key, with the arguments in its braces as fmt puts them. What this language lacks, or cannot be
  /// put together with these arguments, the one behind says; after the last, the key itself.
  template <class... Arguments>
  [[nodiscard]] std::string say(std::string_view key, const Arguments&... arguments) const {
    return put_together(key, fmt::make_format_args(arguments...));
  }

  /// The text itself, null when this language (not those behind it) lacks it.
  [[nodiscard]] const std::string* find(std::string_view key) const;
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& texts() const { return texts_; }

 private:
  [[nodiscard]] std::string put_together(std::string_view key, fmt::format_args arguments) const;

  std::string code_;
  std::map<std::string, std::string, std::less<>> texts_;
  std::shared_ptr<const Language> behind_;
};

/// Languages whose files lie in that folder, by code.
[[nodiscard]] std::vector<std::string> languages_in(const std::filesystem::path& folder);

/// One file of texts, English behind it unless it is English. Error: it cannot be read, or something in it is no text,
/// with its line.
[[nodiscard]] Expected<std::shared_ptr<const Language>> read_language(const std::filesystem::path& folder,
                                                                      const std::string& code);

/// Where the program's languages lie. Error: as data_folder().
[[nodiscard]] Expected<std::filesystem::path> language_folder();

/// English of this program's own folder; where that cannot be read, a language without texts, which says its keys.
[[nodiscard]] std::shared_ptr<const Language> english();

}  // namespace warpscope::gui
