#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "catalogue/expression_text.h"
#include "catalogue/operators.h"

namespace warpscope::catalogue {
namespace {

/// Longer symbols first, so that <= is not read as <.
constexpr std::array<std::string_view, 20> symbols = {"<=", ">=", "==", "!=", "&&", "||", "<", ">", "!", "?",
                                                      ":",  "+",  "-",  "*",  "/",  "%",  "(", ")", ",", "="};

bool starts_name(char letter) {
  return std::isalpha(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}
bool continues_name(char letter) {
  return starts_name(letter) || is_digit(letter);
}

std::string_view taken_while(std::string_view text, std::size_t from, bool (*belongs)(char)) {
  std::size_t end = from;
  while (end < text.size() && belongs(text[end])) ++end;
  return text.substr(from, end - from);
}

bool continues_number(char letter) {
  return continues_name(letter) || letter == '.';
}

tl::expected<Token, TextProblem> number(std::string_view expression, std::size_t position) {
  const std::string_view text = taken_while(expression, position, continues_number);
  const auto refuse = [&](std::string what, std::string remedy) {
    return tl::unexpected<TextProblem>(TextProblem{std::move(what), position, std::move(remedy)});
  };
  if (!std::all_of(text.begin(), text.end(), is_digit)) {
    return refuse(fmt::format("{} is not an integer", text), "write decimal integers only, as 32 or pow2(20)");
  }
  const auto value = parse_integer(text);
  if (!value || *value > largest_exact) {
    return refuse(fmt::format("{} lies beyond 2^53", text), "integers are exact up to 2^53 = 9007199254740992");
  }
  return Token{Token::Kind::number, text, position};
}

tl::expected<Token, TextProblem> symbol(std::string_view expression, std::size_t position) {
  const std::string_view rest = expression.substr(position);
  const auto* found =
      std::find_if(symbols.begin(), symbols.end(), [&](std::string_view each) { return rest.starts_with(each); });
  const auto refuse = [&](std::string what, std::string remedy) {
    return tl::unexpected<TextProblem>(TextProblem{std::move(what), position, std::move(remedy)});
  };
  if (found == symbols.end()) {
    if (rest.front() == '^') return refuse("^ is no operator", "write pow2(n) for a power of two, or multiply");
    if (rest.front() == '&' || rest.front() == '|') {
      return refuse(fmt::format("{} is no operator", rest.front()), "write && or ||");
    }
    const bool printable = std::isprint(static_cast<unsigned char>(rest.front())) != 0;
    return refuse(printable ? fmt::format("'{}' has no meaning", rest.front())
                            : fmt::format("the byte {:#04x} has no meaning", static_cast<unsigned char>(rest.front())),
                  "use numbers, names, ( ) , ! * / % + - < <= > >= == != && || ?: and functions");
  }
  if (*found == "=") return refuse("= compares nothing", "write == to compare");
  return Token{Token::Kind::symbol, *found, position};
}

}  // namespace

tl::expected<std::vector<Token>, TextProblem> tokens_of(std::string_view expression) {
  std::vector<Token> tokens;
  for (std::size_t position = 0; position < expression.size();) {
    const char letter = expression[position];
    if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
      ++position;
      continue;
    }
    tl::expected<Token, TextProblem> token;
    if (is_digit(letter) || letter == '.') {
      token = number(expression, position);
    } else if (starts_name(letter)) {
      token = Token{Token::Kind::name, taken_while(expression, position, continues_name), position};
    } else {
      token = symbol(expression, position);
    }
    if (!token) return tl::unexpected<TextProblem>(token.error());
    tokens.push_back(*token);
    position += token->text.size();
  }
  return tokens;
}

}  // namespace warpscope::catalogue
