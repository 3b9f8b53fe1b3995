// The claims of the articles, from assets/articles/claims.csv: what each says, and what the recordings say of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace lanescope::lessons {

/// One line of the file. A claim may have several lines, one for each comparison.
struct Claim {
  enum class Verdict { holds, differs, open };
  std::string article;  ///< "000"
  std::string id;       ///< "12", "31b": unique over all articles
  std::string says;     ///< a sentence
  std::string place;    ///< where the article says so; empty for a question of ours
  Verdict verdict = Verdict::open;
  std::string note;
};
[[nodiscard]] std::string_view name_of(Claim::Verdict verdict);

/// Fails when the file cannot be read, lacks a column, or has a verdict of another name; the error names the line.
[[nodiscard]] Expected<std::vector<Claim>> read_claims(const std::filesystem::path& file);

}  // namespace lanescope::lessons
