// Sentences that come in English from the other rooms and from kernel files, in the chosen language.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::gui {

/// Pairs of an English sentence and its translation, in both of which {} stands for what differs from case to case.
/// A translation may put them into another order: {0}, {1}, ... count those of the English sentence.
class Sentences {
 public:
  Sentences() = default;
  explicit Sentences(const std::map<std::string, std::string, std::less<>>& pairs);

  /// Returns the translation, or nothing when the sentence is in no pair. What stands for {} is translated too where it
  /// is a sentence of its own. Where several fit, the one with the most words of its own counts.
  [[nodiscard]] std::optional<std::string> translated(std::string_view sentence) const;

 private:
  struct Pattern {
    std::vector<std::string> pieces;  ///< between the {}; one more than there are {}
    std::string translation;
    std::size_t length = 0;  ///< of the pieces together
  };
  [[nodiscard]] std::optional<std::string> translated(std::string_view sentence, int depth) const;

  std::vector<Pattern> patterns_;  ///< the longest first
};

}  // namespace lanescope::gui
