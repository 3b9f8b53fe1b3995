#include "base/missing_header.h"

#include <fmt/format.h>

namespace lanescope {
namespace {

/// How NVRTC says it; the name follows in quotes.
constexpr std::string_view phrase = "open source file";

}  // namespace

std::string missing_header(const Diagnostic& message) {
  const std::string& text = message.message;
  const std::size_t begin = text.find(phrase);
  if (begin == std::string::npos) return {};
  const std::size_t open = text.find('"', begin + phrase.size());
  const std::size_t close = open == std::string::npos ? open : text.find('"', open + 1);
  return close == std::string::npos ? std::string{} : text.substr(open + 1, close - open - 1);
}

Diagnostic header_not_found(std::string_view name, std::string file, int line) {
  return {Diagnostic::Severity::remark, std::move(file), line, 0, fmt::format("could not {} \"{}\"", phrase, name)};
}

}  // namespace lanescope
