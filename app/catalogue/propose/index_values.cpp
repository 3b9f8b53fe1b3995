#include "catalogue/propose/index_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalogue/c_types.h"
#include "catalogue/host/expression_reader.h"

namespace lanescope::catalogue {
namespace {

constexpr std::size_t no_token = HostCode::npos;
constexpr int max_value_depth = 24;  ///< of names that lead to names, and of brackets
constexpr int max_function_depth = 4;

using MaybeRange = std::optional<IndexRange>;

}  // namespace

/// The text of tokens, by which a condition and an index are compared.
std::string IndexValues::key(TokenRange range) const {
  std::string text;
  for (std::size_t i = range.begin; i < range.end; ++i) text += token(i).text + ' ';
  return text;
}

/// Reads an expression of indices.
class IndexValues::Reader : public ExpressionReader<IndexRange> {
 public:
  Reader(const IndexValues& indices, TokenRange range, const IndexCall& call)
      : ExpressionReader(indices.code_, range, indices.nesting_), indices_(indices), call_(call) {}

 private:
  [[nodiscard]] Value literal(const std::string& text) const override {
    const auto number = literal_term(text);
    return number && !number->real ? Value(one_index(IndexTerm(*number->value))) : std::nullopt;
  }
  [[nodiscard]] Value operation(std::string_view symbol, const Value& left, const Value& right) const override {
    return combined(symbol, left, right);
  }
  [[nodiscard]] Value choice(const Value&, const Value& yes, const Value& no) const override { return united(yes, no); }
  [[nodiscard]] Value inner(TokenRange inside) const override { return indices_.range_of(inside, call_); }
  [[nodiscard]] bool is_cast(TokenRange inside, std::size_t open, std::size_t end) const override {
    const auto type = c_type(code_.plain_type(code_.text(inside)));
    // "(rows * columns)" is no pointer to rows.
    const bool product = type && type->pointer && !code_.tokens()[inside.end - 1].is("*");
    return type && !product && code_.partner(open) + 1 < end;
  }
  [[nodiscard]] Value cast(const std::string& type, const Value& value) const override {
    const auto known = c_type(code_.plain_type(type));
    return known && !known->pointer && is_integer(known->element) ? value : std::nullopt;
  }
  [[nodiscard]] Value named(const std::string& path, std::size_t at) const override {
    return indices_.range_of_name(path, at, call_);
  }
  [[nodiscard]] Value size_of(TokenRange) const override { return std::nullopt; }

  /// Groups of threads: "block.thread_rank()".
  [[nodiscard]] Value member_called(const std::string& group, std::size_t at,
                                    const std::string& member) const override {
    const bool size = member == "size" || member == "num_threads";
    if (!size && member != "thread_rank") return std::nullopt;
    std::string made;
    for (const Definition& definition : code_.definitions(group, at)) made += code_.text(definition.value) + ' ';
    made += code_.declared_type(group, at);
    IndexTerm threads(1);
    const bool grid = made.find("grid") != std::string::npos;
    if (!grid && made.find("block") == std::string::npos) return std::nullopt;
    for (const char* name : {"blockDim.x", "blockDim.y", "blockDim.z", "gridDim.x", "gridDim.y", "gridDim.z"}) {
      const auto known = indices_.known_.find(name);
      if (!grid && name[0] == 'g') break;
      if (known == indices_.known_.end()) return std::nullopt;
      threads = threads * known->second;
    }
    return size ? one_index(threads) : indices_below(threads);
  }

  [[nodiscard]] Value called(const std::string& name, const std::string&, TokenRange inside) const override {
    std::vector<MaybeRange> arguments;
    for (const TokenRange& part : code_.split_arguments(inside)) arguments.push_back(indices_.range_of(part, call_));
    const auto is = [&](std::initializer_list<std::string_view> names) {
      return std::ranges::find(names, name) != names.end();
    };
    if (arguments.size() == 1 && (c_type(name) || is({"static_cast", "__ldg"}))) return arguments[0];
    if (arguments.size() == 2) {
      if (is({"min", "max", "umin", "umax"})) return combined(name.substr(name.size() - 3), arguments[0], arguments[1]);
      if (is({"__mul24", "__umul24"})) return combined("*", arguments[0], arguments[1]);
    }
    if (arguments.size() == 3 && is({"__mad24", "__umad24"})) {
      return combined("+", combined("*", arguments[0], arguments[1]), arguments[2]);
    }
    for (std::size_t i = 0; i < code_.functions().size(); ++i) {
      const HostFunction& called = code_.functions()[i];
      const bool fits = called.name == name && called.parameters.size() == arguments.size() && !called.body.empty() &&
                        code_.tokens()[called.body.begin].is("return");
      if (!fits || call_.depth >= max_function_depth) continue;
      IndexCall inner{i, {}, call_.depth + 1};
      for (std::size_t p = 0; p < arguments.size(); ++p) {
        if (arguments[p]) inner.numbers.emplace(called.parameters[p].name, *arguments[p]);
      }
      return indices_.range_of({called.body.begin + 1, called.body.end - 1}, inner);
    }
    return std::nullopt;
  }

  const IndexValues& indices_;
  const IndexCall& call_;
};

MaybeRange IndexValues::range_of(TokenRange range, const IndexCall& call) const {
  if (range.empty() || depth_ >= max_value_depth || !code_.may_look_at(range.end - range.begin)) return std::nullopt;
  ++depth_;
  MaybeRange result = Reader(*this, range, call).whole();
  // A condition may bound the whole expression: "if (i + 1 < n) a[i + 1]".
  if (range.end > range.begin + 1) {
    const std::vector<Guard>& guards = guards_at(range.begin);
    const auto guard = guards.empty() ? guards.end() : std::ranges::find(guards, key(range), &Guard::text);
    const auto end = guard == guards.end() ? std::nullopt : end_of(*guard, call);
    if (end && (!result || smaller(*end, result->end()) == *end)) result = indices_below(*end);
  }
  --depth_;
  return result;
}

MaybeRange IndexValues::range_of_name(const std::string& name, std::size_t at, const IndexCall& call) const {
  MaybeRange range;
  const bool thread = name.starts_with("threadIdx."), block = name.starts_with("blockIdx.");
  const bool built_in = name.starts_with("blockDim.") || name.starts_with("gridDim.");
  if (thread || block) {
    const auto extent = known_.find((thread ? "blockDim" : "gridDim") + name.substr(name.find('.')));
    if (extent == known_.end()) return std::nullopt;
    range = indices_below(extent->second);
  } else if (const auto known = known_.find(name); known != known_.end() && (call.depth == 0 || built_in)) {
    return one_index(known->second);
  } else if (const auto bound = call.numbers.find(name); bound != call.numbers.end()) {
    range = bound->second;
  }
  if (name == "warpSize") return one_index(IndexTerm(32));
  if (!range) range = range_of_definitions(name, at, call);
  // As key() writes it.
  std::string written;
  for (const char letter : name) written += letter == '.' ? std::string(" . ") : std::string(1, letter);
  written += ' ';
  // Conditions where the name stands, and where a variable is used that got its value from it.
  std::vector<std::size_t> places{at};
  places.insert(places.end(), uses_.rbegin(), uses_.rend());
  for (const std::size_t place : places) {
    const std::vector<Guard>& guards = guards_at(place);
    const auto guard = std::ranges::find(guards, written, &Guard::text);
    const auto end = guard == guards.end() ? std::nullopt : end_of(*guard, call);
    if (!end) continue;
    if (!range || smaller(*end, range->end()) == *end) range = indices_below(*end);
    break;
  }
  return range;
}

bool IndexValues::declares_here(std::size_t name) const {
  if (name == 0) return false;
  const Token& before = token(name - 1);
  return before.is_one_of({"*", "&", ">", ","}) || (before.kind == Token::Kind::word && !before.is("else"));
}

/// Whether something is added to a variable after it got a value.
bool IndexValues::grows(const std::string& name, std::size_t function) const {
  const TokenRange body = code_.functions()[function].body;
  if (!code_.may_look_at(body.end - body.begin)) return true;
  for (std::size_t i = body.begin + 1; i + 1 < body.end; ++i) {
    if (!token(i).is(name)) continue;
    if (token(i + 1).is_one_of({"++", "+=", "*=", "|="}) || token(i - 1).is("++")) return true;
    if (token(i + 1).is("<<") && token(i + 2).is("=")) return true;
  }
  return false;
}

/// What a variable got, also in the branches of a condition.
MaybeRange IndexValues::range_of_definitions(const std::string& name, std::size_t at, const IndexCall& call) const {
  MaybeRange range;
  // What is added to it in a loop has no end that is known here.
  const std::size_t function = code_.function_at(at);
  if (function != no_token && grows(name, function)) return std::nullopt;
  for (const Definition& definition : code_.definitions(name, at)) {
    const bool written = definition.kind == Definition::Kind::value || definition.kind == Definition::Kind::constructed;
    if (!written || definition.value.empty()) continue;
    if (!in_progress_.insert(definition.identity).second) return std::nullopt;
    const bool global = definition.function == no_token;
    const Use use(*this, at);
    const MaybeRange one = range_of(definition.value, global ? kernel_ : call);
    in_progress_.erase(definition.identity);
    if (!one) return std::nullopt;
    range = range ? united(range, one) : one;
    const std::size_t before = definition.value.begin;
    if (global || definition.kind == Definition::Kind::constructed || (before > 1 && declares_here(before - 2))) break;
  }
  return range;
}

/// Returns the place behind a statement.
std::size_t IndexValues::end_of_statement(std::size_t at) const {
  const std::size_t end = code_.tokens().size() - 1;
  for (int heads = 0; heads < max_value_depth && at + 1 < end; ++heads) {
    const bool head = token(at).is_one_of({"if", "for", "while"}) && token(at + 1).is("(");
    if (!head || code_.partner(at + 1) == no_token) break;
    at = code_.partner(at + 1) + 1;
  }
  if (at < end && token(at).is("{") && code_.partner(at) != no_token) return code_.partner(at) + 1;
  while (at < end && !token(at).is(";")) {
    const std::size_t close = token(at).is_one_of({"(", "[", "{"}) ? code_.partner(at) : no_token;
    at = close == no_token ? at + 1 : close + 1;
  }
  return at;
}

std::vector<std::size_t> IndexValues::heads_around(std::size_t at, std::size_t begin) const {
  std::vector<std::size_t> heads;
  for (std::size_t i = begin; i + 1 < at; ++i) {
    const bool head = token(i).is_one_of({"if", "for", "while"}) && token(i + 1).is("(");
    if (head && code_.partner(i + 1) != no_token && at < end_of_statement(code_.partner(i + 1) + 1)) heads.push_back(i);
  }
  std::ranges::reverse(heads);
  return heads;
}

/// Returns the condition of an "if", "for" or "while".
TokenRange IndexValues::condition_of(std::size_t head) const {
  const TokenRange inside{head + 2, code_.partner(head + 1)};
  if (!token(head).is("for")) return inside;
  std::vector<std::size_t> ends;
  for (std::size_t i = inside.begin; i < inside.end; ++i) {
    if (token(i).is_one_of({"(", "[", "{"}) && code_.partner(i) != no_token) i = code_.partner(i);
    if (token(i).is(";")) ends.push_back(i);
  }
  return ends.size() == 2 ? TokenRange{ends[0] + 1, ends[1]} : TokenRange{};
}

/// Returns how often a loop "for (int i = a; i < b; i += c)" runs.
std::optional<IndexTerm> IndexValues::rounds_of(std::size_t head, const IndexCall& call) const {
  const TokenRange condition = condition_of(head);
  if (!token(head).is("for") || condition.end < condition.begin + 3 || !is_word_at(condition.begin))
    return std::nullopt;
  std::vector<Guard> guards;
  add_guards(condition, true, guards);
  const std::string& name = token(condition.begin).text;
  if (guards.size() != 1 || guards[0].text != name + ' ') return std::nullopt;
  const auto end = end_of(guards[0], call);
  if (!end) return std::nullopt;
  const std::size_t step = condition.end + 1, close = code_.partner(head + 1);
  if (step + 1 >= close) return std::nullopt;
  const bool by_one = (token(step).is(name) && token(step + 1).is("++")) || (token(step).is("++") && step + 2 == close);
  if (by_one) return end;
  if (!token(step).is(name) || !token(step + 1).is("+=")) return std::nullopt;
  const MaybeRange by = range_of({step + 2, close}, call);
  if (!by || !by->single()) return std::nullopt;
  return IndexTerm::function("ceil_div", *end, by->low);
}

/// Returns what is known of expressions at a place from the conditions around it, the innermost first.
const std::vector<IndexValues::Guard>& IndexValues::guards_at(std::size_t at) const {
  const auto known = guards_.find(at);
  if (known != guards_.end()) return known->second;
  std::vector<Guard>& guards = guards_[at];
  const std::size_t function = code_.function_at(at);
  if (function == no_token || !code_.may_look_at(at - code_.functions()[function].body.begin)) return guards;
  const TokenRange body = code_.functions()[function].body;
  // "i < n ? a[i] : 0" and "i < n && a[i] > 0".
  std::size_t begin = at;
  while (begin > body.begin && !token(begin - 1).is_one_of({";", "{", "}", "="})) {
    const std::size_t open = token(begin - 1).is_one_of({")", "]"}) ? code_.partner(begin - 1) : no_token;
    if (token(begin - 1).is_one_of({"?", "&&"})) {
      std::size_t condition = begin - 1;
      while (condition > body.begin &&
             !token(condition - 1).is_one_of({";", "{", "}", "=", "?", ":", ",", "(", "return"})) {
        const std::size_t opening =
            token(condition - 1).is_one_of({")", "]"}) ? code_.partner(condition - 1) : no_token;
        condition = opening == no_token ? condition - 1 : opening;
      }
      add_guards({condition, begin - 1}, true, guards);
    }
    if (token(begin - 1).is(":")) break;
    begin = open == no_token ? begin - 1 : open;
  }
  for (const std::size_t head : heads_around(at, body.begin)) {
    const TokenRange condition = condition_of(head);
    // The condition does not hold while it is computed.
    if (at >= condition.end && !condition.empty()) add_guards(condition, true, guards);
  }
  add_returns(body.begin, at, guards);
  return guards;
}

/// "if (i >= n) return;" before the place.
void IndexValues::add_returns(std::size_t begin, std::size_t at, std::vector<Guard>& guards) const {
  for (std::size_t i = begin; i + 3 < at; ++i) {
    if (!token(i).is("if") || !token(i + 1).is("(") || code_.partner(i + 1) == no_token) continue;
    const std::size_t close = code_.partner(i + 1);
    std::size_t leaves = close + 1;
    if (leaves + 1 < at && token(leaves).is("{")) ++leaves;
    if (leaves + 1 >= at || !token(leaves).is_one_of({"return", "continue", "break"}) || !token(leaves + 1).is(";"))
      continue;
    add_guards({i + 2, close}, false, guards);
  }
}

/// Splits "a < n && b < m", or "a >= n || b >= m" of a condition that does not hold.
void IndexValues::add_guards(TokenRange condition, bool holds, std::vector<Guard>& guards) const {
  while (!condition.empty() && token(condition.begin).is("(") && code_.partner(condition.begin) == condition.end - 1) {
    condition = {condition.begin + 1, condition.end - 1};
  }
  const char* const joint = holds ? "&&" : "||";
  const char* const other = holds ? "||" : "&&";
  std::vector<TokenRange> parts;
  std::size_t begin = condition.begin;
  for (std::size_t i = condition.begin; i < condition.end; ++i) {
    if (token(i).is_one_of({"(", "["}) && code_.partner(i) != no_token) {
      i = std::min(code_.partner(i), condition.end);
      continue;
    }
    if (token(i).is(other)) return;
    if (!token(i).is(joint)) continue;
    parts.push_back({begin, i});
    begin = i + 1;
  }
  const bool several = !parts.empty();
  parts.push_back({begin, condition.end});
  for (TokenRange part : parts) {
    const bool in_brackets = !part.empty() && token(part.begin).is("(") && code_.partner(part.begin) == part.end - 1;
    if (several && in_brackets) {
      add_guards(part, holds, guards);
    } else {
      add_comparison(part, holds, guards);
    }
  }
}

void IndexValues::add_comparison(TokenRange range, bool holds, std::vector<Guard>& guards) const {
  std::size_t at = range.begin;
  while (at < range.end && !token(at).is_one_of({"<", ">", "<=", "!="})) {
    at = token(at).is_one_of({"(", "["}) && code_.partner(at) != no_token ? code_.partner(at) + 1 : at + 1;
  }
  if (at >= range.end || at == range.begin) return;
  const bool or_equal = token(at).is(">") && token(at + 1).is("=") && token(at + 1).joined;
  const std::size_t after = or_equal ? at + 2 : at + 1;
  if (token(at).is("<") && token(after).is("<")) return;
  // Which side is the smaller one, and whether both may be equal.
  const bool less = token(at).is("<") || token(at).is("<=") || token(at).is("!=");
  const bool left_smaller = less == holds;
  const bool equal = (or_equal || token(at).is("<=")) == holds;
  if (token(at).is("!=") && !holds) return;
  const TokenRange left{range.begin, at}, right{after, range.end};
  TokenRange small = left_smaller ? left : right;
  const TokenRange large = left_smaller ? right : left;
  while (!small.empty() && token(small.begin).is("(") && code_.partner(small.begin) == small.end - 1) {
    small = {small.begin + 1, small.end - 1};
  }
  guards.push_back({key(small), large, equal});
  // "i + 1 < n" says of i that it is below n - 1.
  const bool sum = small.end == small.begin + 3 && token(small.begin + 1).is("+") && is_word_at(small.begin);
  if (sum) guards.push_back({token(small.begin).text + ' ', large, equal, {small.begin + 2, small.end}});
}

/// Returns one past the largest value that a condition allows.
std::optional<IndexTerm> IndexValues::end_of(const Guard& guard, const IndexCall& call) const {
  const std::string progress = fmt::format("bound@{}", guard.bound.begin);
  if (!in_progress_.insert(progress).second) return std::nullopt;
  const MaybeRange bound = range_of(guard.bound, call);
  const MaybeRange added = guard.added.empty() ? one_index(IndexTerm(0)) : range_of(guard.added, call);
  in_progress_.erase(progress);
  if (!bound || !added || !added->single()) return std::nullopt;
  // Strictly below the largest value of the other side, or at most equal to it.
  return (guard.may_be_equal ? bound->end() : bound->end() - IndexTerm(1)) - added->low;
}

}  // namespace lanescope::catalogue
