// Texts in both languages by key, from a TOML file of assets/texts.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "lessons/lesson.h"

namespace lanescope::lessons {

class Texts {
 public:
  Texts() = default;
  explicit Texts(std::map<std::string, LocalizedText, std::less<>> words) : words_(std::move(words)) {}
  /// Returns the text of that key with the names in braces filled in; the key itself when there is none.
  [[nodiscard]] std::string say(std::string_view key, std::string_view language,
                                const std::map<std::string, std::string>& numbers = {}) const;
  [[nodiscard]] const std::map<std::string, LocalizedText, std::less<>>& words() const { return words_; }

 private:
  std::map<std::string, LocalizedText, std::less<>> words_;
};

/// Reads NAME = { en = "...", zh = "..." } line by line. It fails, with file and line, on anything else and on a text
/// that is not translated.
[[nodiscard]] Expected<Texts> read_texts(const std::filesystem::path& file);

}  // namespace lanescope::lessons
