// The words on screen in the chosen language. They are stored by key in assets/lang/CODE.toml.
//
// A text is used like this:
//   in a panel:                         frame.say("knobs.no_kernel")
//   where only the state is at hand:    state.say("readout.compiling")
//   with arguments, by place or name:   frame.say("knobs.range", name, low, high)           "{}: {} to {}"
//                                       frame.say("banks.ways", fmt::arg("ways", ways))     "{ways} ways"
// The text goes into both assets/lang/en.toml and assets/lang/zh.toml, in the table of its panel, in alphabetical
// order. Keys are written out in full where they are used: a test reads the sources, and fails when a key is missing in
// a file or used nowhere. Keys of two kinds are put together instead. The title of a panel is panel.NAME, where NAME is
// the name in the table of panels (title_of() in panels.h looks it up). The title and the help of an action are written
// in English in the action table, and in every other language under action.NAME.title and action.NAME.help (title_of()
// and help_of() in actions.h find them). Other words for actions, knobs and sizes, by which the palette finds them, are
// under synonyms.NAME and knob_synonyms.NAME, separated by commas. The titles, summaries and claims of kernels come
// with the kernels (catalogue::texts_of()). Messages of the other rooms are looked up by their ids
// (messages/CODE.toml), and what kernel files say of their knobs by the whole sentence (sentences/CODE.toml); see
// Language::translated(). Texts of the compiler and of the log stay in English, as do the names of hardware events, PTX
// and CUDA identifiers.
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
#include "base/message.h"

namespace lanescope::gui {

class Language {
 public:
  /// Keys are the tables' names joined with points. `fallback` is asked for texts that this one lacks; it may be null.
  Language(std::string code, std::map<std::string, std::string, std::less<>> texts,
           std::shared_ptr<const Language> fallback = nullptr,
           std::map<std::string, std::string, std::less<>> messages = {},
           std::map<std::string, std::string, std::less<>> sentences = {});

  /// Returns "en" or "zh", which is the name of the file without its extension.
  [[nodiscard]] const std::string& code() const { return code_; }

  /// Returns the text of that key with the arguments in its braces, as fmt formats them. When this language lacks the
  /// text, or it does not fit these arguments, the fallback is asked. The last one returns the key itself.
  template <class... Arguments>
  [[nodiscard]] std::string say(std::string_view key, const Arguments&... arguments) const {
    return format_text(key, fmt::make_format_args(arguments...));
  }

  /// Returns a message of another room, or a sentence of a kernel file, in this language, or its English text when
  /// nobody translated it. In a pattern {0}, {1}, ... are the arguments, and those that are messages are translated
  /// too.
  [[nodiscard]] std::string translated(const Message& message) const;
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& messages() const { return messages_; }

  /// Returns the text itself, or null when this language (not its fallback) lacks it.
  [[nodiscard]] const std::string* find(std::string_view key) const;
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& texts() const { return texts_; }
  /// Returns the language that is asked for texts that this one lacks, or null.
  [[nodiscard]] const Language* fallback() const { return fallback_.get(); }

 private:
  [[nodiscard]] std::string format_text(std::string_view key, fmt::format_args arguments) const;

  std::string code_;
  std::map<std::string, std::string, std::less<>> texts_;
  std::shared_ptr<const Language> fallback_;
  std::map<std::string, std::string, std::less<>> messages_;   ///< patterns by id
  std::map<std::string, std::string, std::less<>> sentences_;  ///< by the English sentence
};

/// Returns the codes of the languages whose files are in that folder.
[[nodiscard]] std::vector<std::string> languages_in(const std::filesystem::path& folder);

/// Reads one file of texts, with messages/CODE.toml and sentences/CODE.toml where they are there; English is its
/// fallback unless it is English. It fails when the file cannot be read, or when an entry is no text, and the error
/// names the line.
[[nodiscard]] Expected<std::shared_ptr<const Language>> read_language(const std::filesystem::path& folder,
                                                                      const std::string& code);

/// Returns the folder of the program's languages. It fails as data_folder() does.
[[nodiscard]] Expected<std::filesystem::path> language_folder();

/// Returns the program's English, or, when that cannot be read, a language without texts, which returns the keys.
[[nodiscard]] std::shared_ptr<const Language> english();

}  // namespace lanescope::gui
