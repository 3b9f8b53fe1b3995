#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.h"
#include "catalogue/expression/expression_tree.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

/// Nobody writes longer expressions by hand; the bound keeps the recursion over parentheses shallow.
constexpr std::size_t max_text = 1000;

struct Function {
  std::string_view name;
  std::string_view text;  ///< help for the user, "ceil_div(a, b): ..."
  Operation operation;
  std::size_t arguments;  ///< max and min have 1 here and accept any number more
};
constexpr std::array<Function, 10> function_table = {{
    {"abs", "abs(a): without its sign", Operation::abs, 1},
    {"ceil_div", "ceil_div(a, b): a / b rounded up to the next integer", Operation::ceil_div, 2},
    {"gcd", "gcd(a, b): the greatest common divisor", Operation::gcd, 2},
    {"is_pow2", "is_pow2(a): 1 when a is a power of two, else 0", Operation::is_pow2, 1},
    {"log2", "log2(a): the largest n with pow2(n) <= a", Operation::log2, 1},
    {"max", "max(a, ...): the largest", Operation::max, 1},
    {"min", "min(a, ...): the smallest", Operation::min, 1},
    {"pow2", "pow2(n): 2 to the power n, n from 0 to 62", Operation::pow2, 1},
    {"round", "round(a, digits): to so many digits behind the point", Operation::round, 2},
    {"round_up", "round_up(a, b): the next multiple of b from a up", Operation::round_up, 2},
}};

bool is_for(const Function& function, Numbers numbers) {
  return numbers == Numbers::reals || function.operation != Operation::round;
}

/// An operator between two operands. A higher precedence binds tighter; operators of one precedence group to the left.
struct BinaryOperator {
  std::string_view symbol;
  Operation operation;
  int precedence;
};
constexpr std::array<BinaryOperator, 18> binary_operators = {{
    {"||", Operation::logical_or, 1},
    {"&&", Operation::logical_and, 2},
    {"|", Operation::bit_or, 3},
    {"^", Operation::bit_xor, 4},
    {"&", Operation::bit_and, 5},
    {"==", Operation::equal, 6},
    {"!=", Operation::not_equal, 6},
    {"<", Operation::less, 7},
    {"<=", Operation::less_equal, 7},
    {">", Operation::greater, 7},
    {">=", Operation::greater_equal, 7},
    {"<<", Operation::shift_left, 8},
    {">>", Operation::shift_right, 8},
    {"+", Operation::add, 9},
    {"-", Operation::subtract, 9},
    {"*", Operation::multiply, 10},
    {"/", Operation::divide, 10},
    {"%", Operation::remainder, 10},
}};

/// Other spellings of operators.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> spellings = {
    {{"and", "&&"}, {"or", "||"}, {"not", "!"}}};

/// Longer symbols come first, so that <= is not read as <.
constexpr std::array<std::string_view, 19> symbols = {"<=", ">=", "==", "!=", "&&", "||", "<", ">", "!", "?",
                                                      ":",  "+",  "-",  "*",  "/",  "%",  "(", ")", ","};
/// Only expressions of indices have these. << stands before <, but a & before && would be found in it.
constexpr std::array<std::string_view, 2> shifts = {"<<", ">>"};
constexpr std::array<std::string_view, 4> bit_symbols = {"&", "|", "^", "~"};

std::string_view symbol_at(std::string_view text, Numbers numbers) {
  const auto begins = [&](std::string_view each) { return text.starts_with(each); };
  const auto found_in = [&](const auto& some) -> std::string_view {
    const auto* found = std::find_if(some.begin(), some.end(), begins);
    return found == some.end() ? std::string_view() : *found;
  };
  std::string_view found = numbers == Numbers::indices ? found_in(shifts) : std::string_view();
  if (found.empty()) found = found_in(symbols);
  return found.empty() && numbers == Numbers::indices ? found_in(bit_symbols) : found;
}

struct Token {
  enum class Kind { number, name, symbol, end };
  Kind kind = Kind::end;
  std::string_view text;     ///< a part of the expression's text, or the symbol that it spells
  std::size_t position = 0;  ///< of its first character, from 0
  std::size_t end = 0;       ///< behind its last character
};

bool belongs_to_real(char letter) {
  return is_word_letter(letter) || letter == '.';
}
/// Reads decimal numbers, and hexadecimal ones that begin with 0x.
std::optional<std::int64_t> parse_index(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return parse_integer(text);
  return parse_number<std::int64_t>(text.substr(2), 16);
}
std::optional<double> parse_real(std::string_view text) {
  return parse_number<double>(text, std::chars_format::general);
}

/// A Pratt parser: each operand is followed by operators as long as they bind tightly enough. After the first error it
/// sees the end of the text, so every function returns soon and none needs to test for errors.
class Parser {
 public:
  Parser(std::string_view text, Numbers numbers, const SlotOfName& slot_of, const Place& where)
      : text_(text), numbers_(numbers), slot_of_(slot_of), where_(where) {}

  Expected<ExpressionTree> parse() {
    advance();
    if (at_end() && !error_)
      return failure(message<"expression.empty">(), where_, message<"expression.empty_remedy">());
    conditional();
    if (!at_end()) misplaced();
    if (error_) return failure(std::move(*error_));
    return std::move(tree_);
  }

 private:
  /// Parses a ? b : c, which binds loosest and groups to the right. All parsers return the index of their node.
  std::size_t conditional() {
    const std::size_t condition = binary(1);
    const Token question = token_;
    if (!skip("?")) return condition;
    const std::size_t then = conditional();
    if (!skip(":")) {
      if (at_end() || is(")") || is(","))
        refuse(question, message<"expression.question_mark">(), message<"expression.question_mark_remedy">());
      misplaced();
    }
    const std::size_t otherwise = conditional();
    return add({Operation::conditional, 0, 0, {condition, then, otherwise}});
  }

  std::size_t binary(int min_precedence) {
    std::size_t left = operand();
    for (;;) {
      const auto* found = std::find_if(binary_operators.begin(), binary_operators.end(),
                                       [&](const BinaryOperator& each) { return is(each.symbol); });
      if (found == binary_operators.end() || found->precedence < min_precedence) return left;
      advance();
      const std::size_t right = binary(found->precedence + 1);
      left = add({found->operation, 0, 0, {left, right}});
    }
  }

  /// Parses a number, a name, a call or a parenthesis, with the operators before it.
  std::size_t operand() {
    if (skip("-")) return add({Operation::negate, 0, 0, {operand()}});
    if (skip("!")) return add({Operation::logical_not, 0, 0, {operand()}});
    if (skip("~")) return add({Operation::bit_not, 0, 0, {operand()}});
    if (skip("+")) return operand();
    const Token first = token_;
    if (skip("(")) {
      const std::size_t inner = conditional();
      close(first);
      return inner;
    }
    advance();
    if (first.kind == Token::Kind::number) {
      return add({Operation::number, parse_index(first.text).value_or(0), parse_real(first.text).value_or(0)});
    }
    if (first.kind == Token::Kind::name) return is("(") ? call(first) : name(first);
    refuse(first, message<"expression.value_missing">(),
           first.kind == Token::Kind::end ? message<"expression.value_missing_remedy">()
                                          : message<"expression.operator_missing_remedy">());
    return 0;
  }

  std::size_t name(const Token& name) {
    const auto slot = slot_of_(name.text);
    if (!slot) {
      const std::vector<std::string> callable = function_names(numbers_);
      if (!slot.error().is_declared && std::find(callable.begin(), callable.end(), name.text) != callable.end()) {
        refuse(name, message<"expression.function_without_arguments">(name.text),
               message<"expression.function_without_arguments_remedy">(name.text));
      }
      refuse(name, slot.error().what, slot.error().remedy);
      return 0;
    }
    if (std::find(tree_.slots.begin(), tree_.slots.end(), *slot) == tree_.slots.end()) {
      tree_.slots.push_back(*slot);
      tree_.names.emplace_back(name.text);
    }
    return add({Operation::name, static_cast<std::int64_t>(*slot)});
  }

  std::size_t call(const Token& name) {
    const auto* function = std::find_if(function_table.begin(), function_table.end(),
                                        [&](const Function& each) { return each.name == name.text; });
    if (function == function_table.end() || !is_for(*function, numbers_)) {
      refuse(name, message<"expression.no_function">(name.text),
             slot_of_(name.text) ? message<"expression.multiply_remedy">(name.text)
                                 : nearest_of(name.text, function_names(numbers_), message<"expression.functions">()));
      return 0;
    }
    const Token open = token_;
    advance();
    std::vector<std::size_t> arguments;
    if (!is(")")) {
      do arguments.push_back(conditional());
      while (skip(","));
    }
    close(open);
    const bool any_number = function->operation == Operation::max || function->operation == Operation::min;
    if (any_number ? arguments.empty() : arguments.size() != function->arguments) {
      refuse(name,
             arguments.size() == 1 ? message<"expression.one_argument">(name.text)
                                   : message<"expression.argument_count">(name.text, arguments.size()),
             message<"expression.write_remedy">(function->text));
    }
    if (error_) return 0;
    if (!any_number) {
      ExpressionNode node{function->operation};
      std::copy(arguments.begin(), arguments.end(), node.operands.begin());
      return add(node);
    }
    std::size_t result = arguments.front();
    for (std::size_t i = 1; i < arguments.size(); ++i)
      result = add({function->operation, 0, 0, {result, arguments[i]}});
    return result;
  }

  void close(const Token& open) {
    if (skip(")")) return;
    if (at_end()) refuse(open, message<"expression.never_closed">(), message<"expression.never_closed_remedy">());
    misplaced();
  }

  /// Reports a token that cannot stand after a whole expression.
  void misplaced() {
    if (is(")"))
      return refuse(token_, message<"expression.closes_nothing">(), message<"expression.closes_nothing_remedy">());
    if (is(",")) {
      return refuse(token_, message<"expression.comma">(), message<"expression.comma_remedy">());
    }
    if (is(":")) return refuse(token_, message<"expression.colon">(), message<"expression.question_mark_remedy">());
    refuse(token_, message<"expression.cannot_follow">(), message<"expression.operator_missing_remedy">());
  }

  /// Reads the next token.
  void advance() {
    std::size_t start = token_.end;
    while (start < text_.size() && std::isspace(static_cast<unsigned char>(text_[start])) != 0) ++start;
    token_ = {Token::Kind::end, {}, start, start};
    if (error_ || start == text_.size()) return;
    const char letter = text_[start];
    if (is_digit(letter) || letter == '.') return read_number();
    if (is_word_letter(letter)) return read_word();
    const std::string_view rest = text_.substr(start);
    const std::string_view found = symbol_at(rest, numbers_);
    if (found.empty()) return refuse_character(letter);
    token_ = {Token::Kind::symbol, found, start, start + found.size()};
  }

  void read_word() {
    const std::string_view read = numbers_ == Numbers::integers ? word(is_word_letter) : word(belongs_to_real);
    const auto* spelling =
        std::find_if(spellings.begin(), spellings.end(), [&](const auto& each) { return each.first == read; });
    const bool symbol = spelling != spellings.end();
    token_ = {symbol ? Token::Kind::symbol : Token::Kind::name, symbol ? spelling->second : read, token_.position,
              token_.position + read.size()};
  }

  void read_number() {
    const std::string_view number = word(belongs_to_real);
    if (numbers_ == Numbers::reals) {
      if (!parse_real(number)) {
        return refuse(token_, message<"expression.no_number">(number), message<"expression.no_number_remedy">());
      }
    } else if (numbers_ == Numbers::indices && parse_index(number)) {
      // It is decimal or hexadecimal.
    } else if (!std::all_of(number.begin(), number.end(), is_digit)) {
      return refuse(token_, message<"expression.no_integer">(number), message<"expression.no_integer_remedy">());
    } else if (!parse_integer(number)) {
      return refuse(token_, message<"expression.integer_too_large">(number),
                    message<"expression.integer_too_large_remedy">());
    }
    token_ = {Token::Kind::number, number, token_.position, token_.position + number.size()};
  }

  void refuse_character(char letter) {
    if (letter == '=')
      return refuse(token_, message<"expression.assignment">(), message<"expression.assignment_remedy">());
    if (letter == '^') return refuse(token_, message<"expression.power">(), message<"expression.power_remedy">());
    if (letter == '&' || letter == '|')
      return refuse(token_, message<"expression.no_operator">(letter), "write && or ||");
    const auto byte = static_cast<unsigned char>(letter);
    refuse(token_, std::isprint(byte) != 0 ? message<"expression.character">(letter) : message<"expression.byte">(byte),
           message<"expression.character_remedy">());
  }

  /// Returns the letters that belong together, from the present position.
  std::string_view word(bool (*belongs)(char)) const {
    const auto rest = text_.substr(token_.position);
    return rest.substr(0, static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), belongs) - rest.begin()));
  }

  [[nodiscard]] bool at_end() const { return token_.kind == Token::Kind::end; }
  [[nodiscard]] bool is(std::string_view symbol) const {
    return token_.kind == Token::Kind::symbol && token_.text == symbol;
  }
  bool skip(std::string_view symbol) {
    if (!is(symbol)) return false;
    advance();
    return true;
  }
  std::size_t add(const ExpressionNode& node) {
    tree_.nodes.push_back(node);
    return tree_.nodes.size() - 1;
  }
  void refuse(const Token& token, const Message& what, Message remedy) {
    if (error_) return;
    error_ = Error{message<"expression.at_character">(what, token.position + 1, text_), where_, std::move(remedy)};
    token_ = {Token::Kind::end, {}, text_.size(), text_.size()};
  }

  std::string_view text_;
  Numbers numbers_;
  const SlotOfName& slot_of_;
  const Place& where_;
  Token token_;  ///< the token that is not yet used
  ExpressionTree tree_;
  std::optional<Error> error_;
};

}  // namespace

std::vector<std::string> function_names(Numbers numbers) {
  std::vector<std::string> names;
  for (const Function& function : function_table) {
    if (is_for(function, numbers)) names.emplace_back(function.name);
  }
  return names;
}

Expected<ExpressionTree> parse_expression(std::string_view text, Numbers numbers, const SlotOfName& slot_of,
                                          const Place& where) {
  if (text.size() > max_text) {
    return failure(
        message<"expression.length">(text.size()), where,
        message<"expression.length_limit">(numbers == Numbers::integers ? message<"expression.split_remedy">()
                                                                        : message<"expression.shorten_remedy">(),
                                           max_text));
  }
  return Parser(text, numbers, slot_of, where).parse();
}

}  // namespace lanescope::catalogue
