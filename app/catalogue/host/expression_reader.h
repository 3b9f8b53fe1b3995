// Reads expressions of C++ from left to right: operators by their precedence, casts, calls, members. What its parts are
// worth is said by the class that derives from it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "catalogue/host/host_code.h"
#include "catalogue/host/host_term.h"

namespace lanescope::catalogue {

/// A part without a value is passed over, so that another branch of ?: may have one.
template <class T>
class ExpressionReader {
 public:
  using Value = std::optional<T>;

  /// `nesting` counts the brackets, signs and branches that are open, also in the expressions that led to this one.
  ExpressionReader(const HostCode& code, TokenRange range, int& nesting)
      : code_(code), range_(range), nesting_(nesting), at_(range.begin) {}
  virtual ~ExpressionReader() = default;
  ExpressionReader(const ExpressionReader&) = delete;
  ExpressionReader& operator=(const ExpressionReader&) = delete;

  /// Returns the value of the whole range.
  Value whole() {
    Value value = conditional();
    return at_ == range_.end && !failed_ ? value : std::nullopt;
  }

 protected:
  [[nodiscard]] virtual Value literal(const std::string& text) const = 0;
  [[nodiscard]] virtual Value operation(std::string_view symbol, const Value& left, const Value& right) const = 0;
  [[nodiscard]] virtual Value choice(const Value& condition, const Value& yes, const Value& no) const = 0;
  /// An expression in brackets.
  [[nodiscard]] virtual Value inner(TokenRange inside) const = 0;
  /// Whether the brackets that open at `open`, with `inside`, are those of a cast of what follows before `end`.
  [[nodiscard]] virtual bool is_cast(TokenRange inside, std::size_t open, std::size_t end) const = 0;
  [[nodiscard]] virtual Value cast(const std::string& type, const Value& value) const = 0;
  /// A name with its members, "grid.x", whose first token is at `at`.
  [[nodiscard]] virtual Value named(const std::string& path, std::size_t at) const = 0;
  [[nodiscard]] virtual Value called(const std::string& function, const std::string& template_arguments,
                                     TokenRange arguments) const = 0;
  /// The call of a member function of an object.
  [[nodiscard]] virtual Value member_called(const std::string& object, std::size_t at,
                                            const std::string& function) const = 0;
  /// What sizeof gives; the range is empty without brackets.
  [[nodiscard]] virtual Value size_of(TokenRange type) const = 0;

  const HostCode& code_;

 private:
  static constexpr int max_nesting = 300;  ///< A stack has room for more; nobody writes as much.

  /// Counts one level of recursion.
  class Level {
   public:
    explicit Level(ExpressionReader& reader) : nesting_(reader.nesting_) {
      if (++nesting_ > max_nesting) reader.failed_ = true;
    }
    ~Level() { --nesting_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& nesting_;
  };

  [[nodiscard]] const Token& token(std::size_t ahead = 0) const {
    static const Token none;
    return at_ + ahead < range_.end ? code_.tokens()[at_ + ahead] : none;
  }
  bool take(std::string_view text) {
    if (!token().is(text)) return false;
    ++at_;
    return true;
  }

  Value conditional() {
    const Level level(*this);
    const Value condition = failed_ ? std::nullopt : binary_from(1);
    if (failed_ || !take("?")) return condition;
    const Value yes = conditional();
    if (!take(":")) failed_ = true;
    return choice(condition, yes, failed_ ? std::nullopt : conditional());
  }

  /// The operator at this place. Two '>' are one when nothing stands between them.
  [[nodiscard]] std::string operator_here() const {
    if (token().kind != Token::Kind::symbol) return {};
    const bool long_one = token().is(">") && token(1).joined && token(1).is_one_of({">", "="});
    return long_one ? '>' + token(1).text : token().text;
  }

  Value binary_from(int lowest) {
    Value left = unary();
    while (!failed_) {
      const std::string symbol = operator_here();
      const int precedence = precedence_of(symbol);
      if (precedence == 0 || precedence < lowest) break;
      at_ += symbol == ">>" || symbol == ">=" ? 2 : 1;
      left = operation(symbol, left, binary_from(precedence + 1));
    }
    return left;
  }

  Value unary() {
    const Level level(*this);
    if (failed_) return std::nullopt;
    if (take("+")) return unary();
    if (take("-")) return operation("-", literal("0"), unary());
    for (const char* symbol : {"!", "~", "&", "*", "++", "--"}) {
      if (!take(symbol)) continue;
      static_cast<void>(unary());
      return std::nullopt;
    }
    return postfix(primary());
  }

  Value postfix(Value value) {
    for (;;) {
      if (token().is_one_of({"[", "("})) {
        static_cast<void>(brackets());
        if (failed_) return std::nullopt;
        value.reset();
      } else if (token().is_one_of({".", "->"})) {
        at_ += 2;
        value.reset();
      } else if (token().is_one_of({"++", "--"})) {
        ++at_;
      } else {
        return value;
      }
    }
  }

  /// Takes a bracket and returns what stands within.
  TokenRange brackets() {
    const std::size_t close = at_ < range_.end ? code_.partner(at_) : HostCode::npos;
    if (close == HostCode::npos || close >= range_.end) {
      failed_ = true;
      return {};
    }
    const TokenRange inside{at_ + 1, close};
    at_ = close + 1;
    return inside;
  }

  Value primary() {
    if (token().kind == Token::Kind::number) return literal(code_.tokens()[at_++].text);
    if (token().is("(")) {
      const std::size_t open = at_;
      const TokenRange inside = brackets();
      if (failed_) return std::nullopt;
      return is_cast(inside, open, range_.end) ? cast(code_.text(inside), unary()) : inner(inside);
    }
    if (token().kind == Token::Kind::word) return word();
    failed_ = true;
    return std::nullopt;
  }

  Value word() {
    std::size_t first = at_++;
    while (token().is("::") && token(1).kind == Token::Kind::word) {
      first = at_ + 1;
      at_ += 2;
    }
    // "unsigned int (n)" and the like are read as the name of a variable.
    std::string path = code_.tokens()[first].text;
    if (path == "sizeof") {
      if (token().is("(")) return size_of(brackets());
      static_cast<void>(unary());
      return size_of({});
    }
    if (path == "true" || path == "false") return literal(path == "true" ? "1" : "0");
    std::string template_arguments;
    const std::size_t end = token().is("<") ? code_.template_end(at_) : HostCode::npos;
    if (end != HostCode::npos && end + 1 < range_.end && code_.tokens()[end + 1].is_one_of({"(", "{"})) {
      template_arguments = code_.text({at_ + 1, end});
      at_ = end + 1;
    }
    if (token().is_one_of({"(", "{"})) {
      const TokenRange inside = brackets();
      return failed_ ? std::nullopt : called(path, template_arguments, inside);
    }
    while (token().is_one_of({".", "->"}) && token(1).kind == Token::Kind::word) {
      const std::string member = token(1).text;
      at_ += 2;
      if (token().is("(")) {
        static_cast<void>(brackets());
        return failed_ ? std::nullopt : member_called(path, first, member);
      }
      path += '.' + member;
    }
    return token().is("[") ? std::nullopt : named(path, first);
  }

  TokenRange range_;
  int& nesting_;
  std::size_t at_;
  bool failed_ = false;
};

}  // namespace lanescope::catalogue
