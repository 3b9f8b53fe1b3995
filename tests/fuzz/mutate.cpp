#include "fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope::fuzz {
namespace {

constexpr std::size_t longest_input = 100'000;

/// What the formats give a meaning to, and numbers at the ends of their ranges.
constexpr std::array<std::string_view, 49> words{"0",
                                                 "-1",
                                                 "1e400",
                                                 "9223372036854775807",
                                                 "9223372036854775808",
                                                 "-9223372036854775808",
                                                 "18446744073709551615",
                                                 "4294967296",
                                                 "nan",
                                                 "inf",
                                                 "null",
                                                 "true",
                                                 "[",
                                                 "]",
                                                 "{",
                                                 "}",
                                                 "\"",
                                                 "'''",
                                                 "\\",
                                                 "\n",
                                                 "\r\n",
                                                 ",",
                                                 "=",
                                                 "(",
                                                 ")",
                                                 "/*",
                                                 "*/",
                                                 "//",
                                                 "\x1b[31m",
                                                 "\xff",
                                                 "\xef\xbb\xbf",
                                                 "\xf0\x9d\x84\x9e",
                                                 "[[launch]]",
                                                 "[let]",
                                                 "[0x00000001]",
                                                 "DockNode  ID=0x00000009 Parent=0x00000001",
                                                 "{\"columns\": [\"/seed\"]}\n",
                                                 "[1]\n",
                                                 ".reg .b32 %r<4294967295>;",
                                                 "@%p1 bra $L;",
                                                 "pow2(",
                                                 "0x",
                                                 "a.",
                                                 "not ",
                                                 "struct { ",
                                                 "1e308",
                                                 "9e15",
                                                 "\x9a\xff\xff\xff\xff",
                                                 "\xbf"};

}  // namespace

void Mutator::change(std::string& text, const std::string& other) {
  const std::size_t at = below(text.size() + 1);
  const std::size_t length = 1 + below(std::min<std::size_t>(text.size() - at + 1, below(8) == 0 ? 2000 : 16));
  switch (below(11)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
      return;
    case 1:
      if (at < text.size()) text[at] = static_cast<char>(below(256));
      return;
    case 2:
      text.erase(at, length);
      return;
    case 3:
      text.insert(at, words[below(words.size())]);
      return;
    case 4:
      text.replace(at, std::min(length, text.size() - at), words[below(words.size())]);
      return;
    case 5:
      text.insert(below(text.size() + 1), text.substr(at, length));
      return;
    case 6: {
      const std::string piece = text.substr(at, length);
      for (std::size_t times = 1 + below(60); times > 0 && text.size() < longest_input; --times) text.insert(at, piece);
      return;
    }
    case 7:
      if (!other.empty()) text.insert(at, other, below(other.size()), 1 + below(400));
      return;
    case 8: {
      // A number that stands there becomes another one.
      const std::size_t digit = text.find_first_of("0123456789", at);
      if (digit == std::string::npos) return;
      const std::size_t end = std::min(text.find_first_not_of("0123456789", digit), text.size());
      text.replace(digit, end - digit, words[below(8)]);
      return;
    }
    case 9: {
      // What nests, so deep that a reader which calls itself would overflow its stack.
      const std::string_view word = words[below(words.size())];
      const std::size_t bytes = below(8) == 0 ? longest_input / 2 : 1;
      std::string much;
      while (much.size() < bytes) much += word;
      text.insert(at, much);
      return;
    }
    default:
      text.resize(at);
      return;
  }
}

std::string Mutator::next(const std::vector<std::string>& seeds) {
  std::string text = seeds[below(seeds.size())];
  const std::string& other = seeds[below(seeds.size())];
  for (std::size_t changes = 1 + below(8); changes > 0; --changes) change(text, other);
  if (text.size() > longest_input) text.resize(longest_input);
  return text;
}

}  // namespace lanescope::fuzz
