#include <fmt/format.h>

#include <optional>

#include "catalogue/expression_text.h"

namespace warpscope::catalogue {
namespace {

/// Rewrites token ranges [first, last). After the first problem it only unwinds.
class Rewriter {
 public:
  Rewriter(const std::vector<Token>& tokens, std::size_t length) : tokens_(tokens), length_(length) {}

  tl::expected<PlainText, TextProblem> run() {
    match_parentheses();
    if (!problem_) conditional(0, tokens_.size());
    if (problem_) return tl::unexpected<TextProblem>(*problem_);
    return std::move(plain_);
  }

 private:
  void match_parentheses() {
    partner_.assign(tokens_.size(), 0);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is(i, "(")) open.push_back(i);
      if (!is(i, ")")) continue;
      if (open.empty()) return refuse(i, "this ) closes nothing", "remove it, or open a ( before it");
      partner_[open.back()] = i;
      open.pop_back();
    }
    if (!open.empty()) refuse(open.back(), "this ( is never closed", "close it with )");
  }

  /// a ? b : c, which binds loosest and to the right.
  void conditional(std::size_t first, std::size_t last) {
    const std::size_t question = find(first, last, "?");
    if (question == last) return either(first, last);
    std::size_t colon = question + 1;
    for (int open = 1; colon < last; colon = after(colon)) {
      if (is(colon, "?")) ++open;
      if (is(colon, ":") && --open == 0) break;
    }
    if (colon >= last) return refuse(question, "this ? has no :", "write condition ? value : other_value");
    put("((", question);
    either(first, question);
    put(")?(", question);
    conditional(question + 1, colon);
    put("):(", colon);
    conditional(colon + 1, last);
    put("))", colon);
  }

  /// a || b || c is a ? 1 : (b ? 1 : (c ? 1 : 0)); && likewise.
  void either(std::size_t first, std::size_t last) { chain(first, last, "||", "?1:", &Rewriter::both); }
  void both(std::size_t first, std::size_t last) {
    // Written as !a ? 0 : ..., so that both chains go on in the last branch.
    chain(first, last, "&&", "==0?0:", &Rewriter::operand);
  }

  void chain(std::size_t first, std::size_t last, std::string_view symbol, std::string_view stop,
             void (Rewriter::*inner)(std::size_t, std::size_t)) {
    std::size_t end = find(first, last, symbol);
    if (end == last) return (this->*inner)(first, last);
    std::size_t open = 0;
    for (; end != last; first = end + 1, end = find(first, last, symbol)) {
      put("((", end);
      (this->*inner)(first, end);
      put(")", end);
      put(stop, end);
      ++open;
    }
    put("((", last - 1);
    (this->*inner)(first, last);
    put(")!=0)", last - 1);
    put(std::string(open, ')'), last - 1);
  }

  /// Values with arithmetic and comparisons between them: their precedence is muParser's business.
  void operand(std::size_t first, std::size_t last) {
    for (std::size_t i = first; !problem_;) {
      i = value(i, last);
      if (problem_ || i >= last) return;
      if (is(i, ","))
        return refuse(i, "this comma separates nothing", "a comma stands between arguments of a function");
      if (is(i, ":")) return refuse(i, "this : has no ?", "write condition ? value : other_value");
      if (tokens_[i].kind != Token::Kind::symbol || is(i, "(") || is(i, "!")) {
        return refuse(i, "this cannot follow a value", "an operator stands between two values");
      }
      put(" ", i);
      put(tokens_[i].text, i);
      put(" ", i);
      ++i;
    }
  }

  /// A number, name, call or parenthesis with signs before it; the token after it. Each sign gets its own parenthesis,
  /// since muParser refuses two in a row.
  std::size_t value(std::size_t i, std::size_t last) {
    std::size_t signs = 0;
    for (; i < last && (is(i, "-") || is(i, "+") || is(i, "!")); ++i, ++signs) {
      put(tokens_[i].text, i);
      put("(", i);
    }
    if (i >= last) {
      const std::size_t position = i < tokens_.size() ? tokens_[i].position : length_;
      if (!problem_) problem_ = TextProblem{"a value is missing", position, "complete the expression"};
      return i;
    }
    if (tokens_[i].kind == Token::Kind::symbol && !is(i, "(")) {
      refuse(i, "a value is missing", "an operator stands between two values");
      return i;
    }
    const bool call = tokens_[i].kind == Token::Kind::name && i + 1 < last && is(i + 1, "(");
    put(tokens_[i].text, i);
    if (call) put("(", ++i);
    if (is(i, "(")) {
      call ? arguments(i + 1, partner_[i]) : conditional(i + 1, partner_[i]);
      i = partner_[i];
      put(")", i);
    }
    put(std::string(signs, ')'), i);
    return i + 1;
  }

  void arguments(std::size_t first, std::size_t last) {
    for (;;) {
      const std::size_t comma = find(first, last, ",");
      conditional(first, comma);
      if (comma == last || problem_) return;
      put(",", comma);
      first = comma + 1;
    }
  }

  /// The first such symbol outside of parentheses, or last.
  [[nodiscard]] std::size_t find(std::size_t first, std::size_t last, std::string_view symbol) const {
    std::size_t i = first;
    while (i < last && !is(i, symbol)) i = after(i);
    return i < last ? i : last;
  }
  [[nodiscard]] std::size_t after(std::size_t i) const { return (is(i, "(") ? partner_[i] : i) + 1; }
  [[nodiscard]] bool is(std::size_t i, std::string_view symbol) const {
    return tokens_[i].kind == Token::Kind::symbol && tokens_[i].text == symbol;
  }

  void put(std::string_view text, std::size_t token) {
    plain_.text += text;
    plain_.origin.resize(plain_.text.size(), tokens_[token].position);
  }
  void refuse(std::size_t token, std::string what, std::string remedy) {
    if (!problem_) problem_ = TextProblem{std::move(what), tokens_[token].position, std::move(remedy)};
  }

  const std::vector<Token>& tokens_;
  std::size_t length_;
  std::vector<std::size_t> partner_;  ///< of each (, its )
  PlainText plain_;
  std::optional<TextProblem> problem_;
};

}  // namespace

tl::expected<PlainText, TextProblem> without_logic(const std::vector<Token>& tokens, std::size_t length) {
  return Rewriter(tokens, length).run();
}

}  // namespace warpscope::catalogue
