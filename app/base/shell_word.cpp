#include "base/shell_word.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace lanescope {
namespace {

bool is_plain_in_a_shell(char letter) {
  const bool alphanumeric = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || is_digit(letter);
  return alphanumeric || std::string_view("_-./=:,+@%").find(letter) != std::string_view::npos;
}

}  // namespace

std::string shell_word(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain_in_a_shell)) return word;
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

}  // namespace lanescope
