#include "gui/words/sentences.h"

#include <algorithm>
#include <functional>

#include <fmt/args.h>
#include <fmt/format.h>

#include "base/text.h"

namespace lanescope::gui {
namespace {

constexpr int max_depth = 4;  // a sentence in a sentence in ...

using Parts = std::vector<std::string_view>;

/// Finds what stands for each {}: the first places of the pieces behind each other, the last piece at the end.
std::optional<Parts> parts_of(std::string_view sentence, const std::vector<std::string>& pieces) {
  if (!sentence.starts_with(pieces.front())) return std::nullopt;
  Parts parts;
  std::size_t at = pieces.front().size();
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const std::string& piece = pieces[i];
    const bool last = i + 1 == pieces.size();
    if (last && (sentence.size() < at + piece.size() || !sentence.ends_with(piece))) return std::nullopt;
    const std::size_t found = last ? sentence.size() - piece.size() : sentence.find(piece, at);
    if (found == std::string_view::npos) return std::nullopt;
    parts.push_back(sentence.substr(at, found - at));
    at = found + piece.size();
  }
  return at == sentence.size() ? std::optional(std::move(parts)) : std::nullopt;
}

/// Puts a space between an ideograph and a letter or digit beside it, as Chinese is set. The text is UTF-8.
std::string spaced(std::string_view text) {
  const auto is_ideograph = [](unsigned char lead) { return lead >= 0xe4 && lead <= 0xe9; };
  std::string result;
  unsigned char before = ' ';  // the first byte of the last character
  for (const char byte : text) {
    const auto lead = static_cast<unsigned char>(byte);
    const bool continues = (lead & 0xc0) == 0x80;
    if (!continues) {
      const bool word = is_word_letter(byte), word_before = is_word_letter(static_cast<char>(before));
      if ((is_ideograph(before) && word) || (is_ideograph(lead) && word_before)) result += ' ';
      before = lead;
    }
    result += byte;
  }
  return result;
}

std::vector<std::string> pieces_of(std::string_view pattern) {
  std::vector<std::string> pieces;
  std::size_t at = 0;
  for (std::size_t found; (found = pattern.find("{}", at)) != std::string_view::npos; at = found + 2) {
    pieces.emplace_back(pattern.substr(at, found - at));
  }
  pieces.emplace_back(pattern.substr(at));
  return pieces;
}

}  // namespace

Sentences::Sentences(const std::map<std::string, std::string, std::less<>>& pairs) {
  for (const auto& [english, translation] : pairs) {
    Pattern pattern{pieces_of(english), translation};
    for (const std::string& piece : pattern.pieces) pattern.length += piece.size();
    patterns_.push_back(std::move(pattern));
  }
  std::ranges::stable_sort(patterns_, std::greater(), &Pattern::length);
}

std::optional<std::string> Sentences::translated(std::string_view sentence) const {
  auto translation = translated(sentence, 0);
  if (translation) translation = spaced(*translation);
  return translation;
}

std::optional<std::string> Sentences::translated(std::string_view sentence, int depth) const {
  if (sentence.empty() || depth > max_depth) return std::nullopt;
  for (const Pattern& pattern : patterns_) {
    const auto parts = parts_of(sentence, pattern.pieces);
    if (!parts) continue;
    fmt::dynamic_format_arg_store<fmt::format_context> arguments;
    for (const std::string_view part : *parts) {
      arguments.push_back(translated(part, depth + 1).value_or(std::string(part)));
    }
    try {
      return fmt::vformat(pattern.translation, arguments);
    } catch (const fmt::format_error&) {
      return std::nullopt;  // a translator's mistake
    }
  }
  return std::nullopt;
}

}  // namespace lanescope::gui
