#include "catalogue/expression.h"

#include <fmt/format.h>
#include <muParserBase.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <optional>

#include "base/text.h"
#include "catalogue/expression_text.h"
#include "catalogue/operators.h"

namespace warpscope::catalogue {
namespace {

/// Longer is no expression that anyone wrote by hand; the bound keeps the recursion over parentheses shallow.
constexpr std::size_t longest_text = 1000;

/// A literal of the prepared text: digits, checked before.
int read_number(const char* text, int* position, double* value) {
  const char* end = text;
  while (*end >= '0' && *end <= '9') ++end;
  if (end == text) return 0;
  std::int64_t number = 0;
  std::from_chars(text, end, number);
  *value = static_cast<double>(number);
  *position += static_cast<int>(end - text);
  return 1;
}

/// muParser with nothing of its own but parentheses, arguments and ?: (its functions, constants and operators are out).
class IntegerParser final : public mu::ParserBase {
 public:
  IntegerParser() {
    EnableOptimizer(false);  // it folds constants in floating point
    EnableBuiltInOprt(false);
    InitCharSets();
    AddValIdent(read_number);
    define_operators(*this);
    define_functions(*this);
  }

 private:
  void InitCharSets() override {
    DefineNameChars("0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    DefineOprtChars("+-*/%<>=!?:");
    DefineInfixOprtChars("+-!");
  }
  void InitFun() override {}
  void InitConst() override {}
  void InitOprt() override {}
};

/// What the preparation leaves to muParser: the number of arguments.
TextProblem problem_of(const mu::ParserError& error, const PlainText& plain) {
  const auto at = static_cast<std::size_t>(std::max(0, error.GetPos()));
  TextProblem problem;
  problem.position = plain.origin.empty() ? 0 : plain.origin[std::min(at, plain.origin.size() - 1)];
  if (error.GetCode() == mu::ecTOO_FEW_PARAMS) {
    problem.what = "a function has too few arguments";
    problem.remedy = "give it all";
  } else if (error.GetCode() == mu::ecTOO_MANY_PARAMS) {
    problem.what = "a function has too many arguments";
    problem.remedy = "remove what it does not take";
  } else {
    problem.what = error.GetMsg();
    problem.remedy = "rewrite the expression";
  }
  return problem;
}

Error located(const TextProblem& problem, std::string_view text, const std::string& where) {
  return {fmt::format("{}, at character {} of \"{}\"", problem.what, problem.position + 1, text), where,
          problem.remedy};
}

std::string unknown_remedy(std::string_view word, const std::vector<std::string>& known, const char* kind) {
  if (const auto near = nearest(word, known)) return fmt::format("did you mean {}?", *near);
  return known.empty() ? fmt::format("there are no {}", kind) : fmt::format("{} are {}", kind, join(known, ", "));
}

/// The names and functions of an expression are ones that exist.
std::optional<TextProblem> unknown_name(const std::vector<Token>& tokens, const Names& names) {
  const std::vector<std::string> callable = function_names();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind != Token::Kind::name) continue;
    const bool call = i + 1 < tokens.size() && tokens[i + 1].text == "(";
    const bool is_function = std::find(callable.begin(), callable.end(), token.text) != callable.end();
    const bool is_name = names.slot(token.text).has_value();
    if (call ? is_function : is_name) continue;
    if (const std::string why = names.why_no_number(token.text); !why.empty()) {
      return TextProblem{fmt::format("{} {}", token.text, why), token.position, "use a number or a named value here"};
    }
    if (call) {
      return TextProblem{fmt::format("there is no function {}", token.text), token.position,
                         is_name ? fmt::format("{} is a value; write * to multiply", token.text)
                                 : unknown_remedy(token.text, callable, "functions")};
    }
    if (is_function) {
      return TextProblem{fmt::format("the function {} has no arguments", token.text), token.position,
                         fmt::format("write {}(...)", token.text)};
    }
    const std::vector<std::string> others = names.others();  // right in a list of arguments
    const bool near_other = !nearest(token.text, names.all()) && nearest(token.text, others);
    return TextProblem{fmt::format("there is no {}", token.text), token.position,
                       unknown_remedy(token.text, near_other ? others : names.all(), "names")};
  }
  return std::nullopt;
}

}  // namespace

/// muParser evaluates with a stack of its own and reads variables where they lie: one evaluation at a time.
struct Expression::Program {
  std::mutex busy;
  std::vector<double> variables;
  IntegerParser parser;
};

Expected<Expression> Expression::compile(std::string_view text, const Names& names, std::string where) {
  if (text.size() > longest_text) {
    return failure(fmt::format("an expression of {} characters", text.size()), std::move(where),
                   fmt::format("split it with [let]; {} characters are the limit", longest_text));
  }
  const auto tokens = tokens_of(text);
  if (!tokens) return failure(located(tokens.error(), text, where));
  if (tokens->empty()) return failure("an expression is empty", std::move(where), "write a number or an expression");
  if (const auto problem = unknown_name(*tokens, names)) return failure(located(*problem, text, where));

  Expression expression;
  expression.text_ = text;
  expression.where_ = std::move(where);
  for (const Token& token : *tokens) {
    const auto slot = token.kind == Token::Kind::name ? names.slot(token.text) : std::nullopt;
    if (!slot || std::find(expression.slots_.begin(), expression.slots_.end(), *slot) != expression.slots_.end()) {
      continue;
    }
    expression.slots_.push_back(*slot);
    expression.names_.emplace_back(token.text);
  }
  if (tokens->size() == 1 && tokens->front().kind != Token::Kind::symbol) {
    if (tokens->front().kind == Token::Kind::number) expression.constant_ = *parse_integer(tokens->front().text);
    return expression;
  }

  const auto plain = without_logic(*tokens, text.size());
  if (!plain) return failure(located(plain.error(), text, expression.where_));
  auto program = std::make_shared<Program>();
  program->variables.assign(expression.slots_.size(), 1);
  try {
    for (std::size_t i = 0; i < expression.names_.size(); ++i) {
      program->parser.DefineVar(expression.names_[i], &program->variables[i]);
    }
    program->parser.SetExpr(plain->text);
    program->parser.Eval();  // the first evaluation is what compiles it
  } catch (const mu::ParserError& error) {
    return failure(located(problem_of(error, *plain), text, expression.where_));
  } catch (const InexactError&) {  // of the trial values; the syntax is right
  }
  expression.program_ = std::move(program);
  return expression;
}

Expected<std::int64_t> Expression::evaluate(std::span<const std::int64_t> values) const {
  if (!program_) return slots_.empty() ? constant_ : values[slots_.front()];
  try {
    const std::scoped_lock lock(program_->busy);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      program_->variables[i] = static_cast<double>(values[slots_[i]]);
    }
    return static_cast<std::int64_t>(program_->parser.Eval());
  } catch (const InexactError& error) {
    const std::string with = values_text(values);
    return failure(fmt::format("{} in \"{}\"{}{}", error.what(), text_, with.empty() ? "" : " with ", with), where_,
                   error.remedy());
  }
}

std::string Expression::values_text(std::span<const std::int64_t> values) const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < slots_.size(); ++i) parts.push_back(fmt::format("{} = {}", names_[i], values[slots_[i]]));
  return join(parts, ", ");
}

}  // namespace warpscope::catalogue
