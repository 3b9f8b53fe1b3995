#include "lab/lesson/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace lanescope::lab {
namespace {

/// Reads and evaluates in one pass, by precedence climbing.
class Evaluation {
 public:
  Evaluation(std::string_view text, const ValueOfName& value_of) : text_(text), value_of_(value_of) {}

  Expected<double> whole() {
    TRY(const double value, either());
    skip_blanks();
    if (at_ != text_.size()) return wrong("an operator was expected");
    return value;
  }

 private:
  static constexpr int max_depth = 100;

  [[nodiscard]] tl::unexpected<Error> wrong(const std::string& what) const {
    return failure(fmt::format("{} at sign {} of the formula '{}'", what, at_ + 1, text_), "",
                   "write numbers, names of quantities, + - * /, comparisons, and, or, not");
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool take(std::string_view sign) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(sign)) return false;
    const std::size_t behind = at_ + sign.size();
    if (is_word_letter(sign.back()) && behind < text_.size() && is_word_letter(text_[behind])) return false;
    at_ = behind;
    return true;
  }

  Expected<double> either() {
    TRY(double left, both());
    while (take("or")) {
      TRY(const double right, both());
      left = left != 0 || right != 0 ? 1 : 0;
    }
    return left;
  }
  Expected<double> both() {
    TRY(double left, opposite());
    while (take("and")) {
      TRY(const double right, opposite());
      left = left != 0 && right != 0 ? 1 : 0;
    }
    return left;
  }
  Expected<double> opposite() {
    if (!take("not")) return comparison();
    TRY(const double value, deeper(&Evaluation::opposite));
    return value == 0 ? 1.0 : 0.0;
  }
  Expected<double> comparison() {
    TRY(const double left, sum());
    // The longer signs come first.
    for (const std::string_view sign : {"<=", ">=", "==", "!=", "<", ">"}) {
      if (!take(sign)) continue;
      TRY(const double right, sum());
      const bool less = left < right, equal = left == right;
      const bool holds = sign == "<="   ? less || equal
                         : sign == ">=" ? !less
                         : sign == "==" ? equal
                         : sign == "!=" ? !equal
                         : sign == "<"  ? less
                                        : !less && !equal;
      return holds ? 1.0 : 0.0;
    }
    return left;
  }
  Expected<double> sum() {
    TRY(double left, product());
    while (true) {
      if (take("+")) {
        TRY(const double right, product());
        left += right;
      } else if (take("-")) {
        TRY(const double right, product());
        left -= right;
      } else {
        return left;
      }
    }
  }
  Expected<double> product() {
    TRY(double left, factor());
    while (true) {
      if (take("*")) {
        TRY(const double right, factor());
        left *= right;
      } else if (take("/")) {
        TRY(const double right, factor());
        if (right == 0) return wrong("a division by zero");
        left /= right;
      } else {
        return left;
      }
    }
  }
  Expected<double> factor() { return deeper(&Evaluation::primary); }
  /// Evaluates what may stand in another one of its kind.
  Expected<double> deeper(Expected<double> (Evaluation::*part)()) {
    if (++depth_ > max_depth) return wrong("too many brackets");
    Expected<double> value = (this->*part)();
    --depth_;
    return value;
  }
  Expected<double> primary() {
    if (take("-")) {
      TRY(const double value, factor());
      return -value;
    }
    if (take("(")) {
      TRY(const double value, either());
      if (!take(")")) return wrong("a ) was expected");
      return value;
    }
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_word_letter(text_[at_]) || text_[at_] == '.')) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word.empty()) return wrong("a number or a name was expected");
    if (is_digit(word.front())) {
      const auto number = parse_number<double>(word);
      if (!number) return wrong(fmt::format("'{}' is no number", word));
      return *number;
    }
    if (take("(")) return function(word);
    return value_of_(word);
  }
  Expected<double> function(std::string_view name) {
    std::vector<double> arguments;
    do {
      TRY(const double argument, either());
      arguments.push_back(argument);
    } while (take(","));
    if (!take(")")) return wrong("a ) was expected");
    const bool one = arguments.size() == 1, two = arguments.size() == 2;
    const double first = arguments.front(), last = arguments.back();
    if (name == "min" && two) return std::min(first, last);
    if (name == "max" && two) return std::max(first, last);
    if (name == "abs" && one) return std::abs(first);
    if (name == "log2" && one && first > 0) return std::log2(first);
    if (name == "round" && two) {
      const double scale = std::pow(10.0, last);
      return std::round(first * scale) / scale;
    }
    return wrong(fmt::format("there is no function {} of {} such numbers", name, arguments.size()));
  }

  std::string_view text_;
  const ValueOfName& value_of_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Expected<double> evaluate(std::string_view formula, const ValueOfName& value_of) {
  return Evaluation(formula, value_of).whole();
}

}  // namespace lanescope::lab
