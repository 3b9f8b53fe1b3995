#include "catalogue/propose/file_fill.h"

#include <algorithm>
#include <string>
#include <utility>

#include "catalogue/c_types.h"
#include "catalogue/host/expression_reader.h"
#include "catalogue/host/pointer_names.h"

namespace lanescope::catalogue {
namespace {

constexpr std::int64_t random_end = std::int64_t{1} << 31;  ///< of rand()

FileFill constant(std::int64_t value) {
  return {Fill::value, value};
}

/// Whether the sum and the product of two such numbers fit into 64 bits.
bool is_small(std::int64_t value) {
  return value > -random_end && value < random_end;
}

std::optional<FileFill> combined(std::string_view symbol, FileFill left, FileFill right) {
  if (left.fill == Fill::value && right.fill == Fill::value) {
    const auto result = binary_term(symbol, number_term(left.value), number_term(right.value));
    return result && result->value && is_small(*result->value) ? std::optional(constant(*result->value)) : std::nullopt;
  }
  const bool turns = symbol == "+" || symbol == "*";
  if (turns && left.fill == Fill::value) std::swap(left, right);
  if (right.fill != Fill::value || !is_small(right.value)) return std::nullopt;
  const std::int64_t number = right.value;
  if (left.fill == Fill::index) {
    if (symbol != "*" || number < 1) return std::nullopt;
    left.step *= number;
    return is_small(left.step) ? std::optional(left) : std::nullopt;
  }
  if (symbol == "+" || symbol == "-") {
    const std::int64_t shift = symbol == "+" ? number : -number;
    left.from += shift;
    left.below += shift;
  } else if (symbol == "%" && number > 0 && left.from == 0) {
    left.below = std::min(left.below, number);
  } else if (symbol == "/" && number > 0 && left.from == 0) {
    left.below = (left.below - 1) / number + 1;
  } else if (symbol == "&" && number >= 0 && left.from == 0) {
    left.below = std::min(left.below, number + 1);
  } else {
    return std::nullopt;
  }
  return is_small(left.from) && is_small(left.below - 1) ? std::optional(left) : std::nullopt;
}

/// Whether the function around a place counts with a variable, which then has many values.
bool counts(const HostCode& code, const std::string& name, std::size_t at) {
  const std::size_t function = code.function_at(at);
  if (function == HostCode::npos) return false;
  const TokenRange body = code.functions()[function].body;
  if (!code.may_look_at(body.end - body.begin)) return true;
  for (std::size_t i = body.begin + 1; i + 1 < body.end; ++i) {
    if (!code.tokens()[i].is(name)) continue;
    if (code.tokens()[i + 1].is_one_of({"++", "--", "+=", "-=", "*=", "/="})) return true;
    if (code.tokens()[i - 1].is_one_of({"++", "--"})) return true;
  }
  return false;
}

/// Reads the expression of an element. `index` is the name of the variable that counts the elements; empty for none.
class ElementReader : public ExpressionReader<FileFill> {
 public:
  ElementReader(const HostCode& code, const HostValues& values, TokenRange range, std::string index, int& nesting)
      : ExpressionReader(code, range, nesting), values_(values), index_(std::move(index)), nesting_(nesting) {}

 private:
  [[nodiscard]] static Value number_of(const std::optional<HostTerm>& term) {
    if (!term || term->symbolic || !term->value || !is_small(*term->value)) return std::nullopt;
    // A fraction is no whole number; 1.0 is one.
    if (term->real && term->over_value.value_or(0) != 1) return std::nullopt;
    return constant(*term->value);
  }
  [[nodiscard]] Value literal(const std::string& text) const override { return number_of(literal_term(text)); }
  [[nodiscard]] Value operation(std::string_view symbol, const Value& left, const Value& right) const override {
    return left && right ? combined(symbol, *left, *right) : std::nullopt;
  }
  [[nodiscard]] Value choice(const Value&, const Value&, const Value&) const override { return std::nullopt; }
  [[nodiscard]] Value inner(TokenRange inside) const override {
    return ElementReader(code_, values_, inside, index_, nesting_).whole();
  }
  [[nodiscard]] bool is_cast(TokenRange inside, std::size_t open, std::size_t end) const override {
    return values_.is_type(inside, open, end);
  }
  [[nodiscard]] Value cast(const std::string&, const Value& value) const override { return value; }
  [[nodiscard]] Value named(const std::string& path, std::size_t at) const override {
    if (path == index_) return FileFill{Fill::index};
    return counts(code_, path, at) ? std::nullopt : number_of(values_.integer({at, at + 1}));
  }
  [[nodiscard]] Value called(const std::string& function, const std::string& template_arguments,
                             TokenRange arguments) const override {
    if (function == "rand" || function == "random" || function == "lrand48") {
      return FileFill{Fill::random, 0, 1, 0, random_end};
    }
    const bool cast = function.ends_with("_cast") || c_type(code_.plain_type(function)).has_value();
    return cast && (template_arguments.empty() || !template_arguments.ends_with('*')) ? inner(arguments) : std::nullopt;
  }
  [[nodiscard]] Value member_called(const std::string&, std::size_t, const std::string&) const override {
    return std::nullopt;
  }
  [[nodiscard]] Value size_of(TokenRange type) const override {
    const auto known = c_type(code_.plain_type(code_.text(type)));
    return known ? Value(constant(static_cast<std::int64_t>(known->bytes()))) : std::nullopt;
  }

  const HostValues& values_;
  const std::string index_;
  int& nesting_;
};

class Fills {
 public:
  Fills(const HostCode& code, const HostValues& values, const PointedType& type, std::optional<HostTerm> count)
      : code_(code), values_(values), type_(type), count_(std::move(count)) {}

  /// What is in the memory to which an expression leads, for code at its place.
  std::optional<FileFill> behind(TokenRange argument, int depth) const {
    if (depth > 6) return std::nullopt;
    return along_pointer(code_, values_, argument, [&](const std::string& name, std::size_t at) {
      return around(name.substr(0, name.find_first_of(".[")), at, depth);
    });
  }

 private:
  [[nodiscard]] const Token& token(std::size_t at) const { return code_.tokens()[at]; }

  /// Whether so many elements are fewer than the buffer has, which leaves its rest as it was.
  [[nodiscard]] bool is_part(const std::optional<HostTerm>& elements) const {
    return elements && count_ && elements->value && count_->value && *elements->value < *count_->value;
  }

  /// How many elements so many bytes are; nothing where the size of a variable is among them, which may be an array.
  [[nodiscard]] std::optional<HostTerm> elements_in(TokenRange bytes) const {
    for (std::size_t i = bytes.begin; i + 3 < bytes.end; ++i) {
      const bool of_name = token(i).is("sizeof") && token(i + 1).is("(") && token(i + 3).is(")");
      if (of_name && !c_type(code_.plain_type(token(i + 2).text))) return std::nullopt;
    }
    return values_.elements(bytes, type_);
  }

  /// Whether "i < 4" of the loop around `at` that counts with this variable ends before the last element.
  [[nodiscard]] bool is_loop_over_part(const std::string& index, std::size_t at, std::size_t begin) const {
    for (std::size_t i = at; i-- > begin;) {
      if (!token(i).is("for") || !token(i + 1).is("(") || code_.partner(i + 1) == HostCode::npos) continue;
      if (code_.partner(i + 1) > at) continue;
      for (std::size_t bound = i + 2; bound + 1 < code_.partner(i + 1); ++bound) {
        if (!token(bound).is(index) || !token(bound + 1).is("<")) continue;
        return is_part(values_.integer({bound + 2, code_.end_of(bound + 2, {";", "&&", "||"})}));
      }
    }
    return false;
  }

  /// The elements before an end such as "v.begin() + 4" or "p + n"; nothing for "v.end()".
  [[nodiscard]] std::optional<HostTerm> elements_before(TokenRange end) const {
    const std::size_t plus = code_.end_of(end.begin, {"+"});
    return plus < end.end ? values_.integer({plus + 1, end.end}) : std::nullopt;
  }

  /// Looks in the function around a place; for a variable of the file in all functions.
  std::optional<FileFill> around(const std::string& name, std::size_t at, int depth) const {
    const std::size_t function = code_.function_at(at);
    if (function != HostCode::npos && !code_.is_variable_of_file(name)) {
      return in_body(code_.functions()[function].body, name, depth);
    }
    for (const HostFunction& each : code_.functions()) {
      if (each.on_device) continue;
      if (auto found = in_body(each.body, name, depth)) return found;
    }
    return std::nullopt;
  }

  /// Returns what the first statement of a body that fills `name` puts there.
  std::optional<FileFill> in_body(TokenRange body, const std::string& name, int depth) const {
    if (!code_.may_look_at(body.end - body.begin)) return std::nullopt;
    for (std::size_t i = body.begin; i + 1 < body.end; ++i) {
      if (token(i).kind != Token::Kind::word) continue;
      std::optional<FileFill> found;
      if (token(i + 1).is("[") && token(i).is(name)) found = assigned(i, body);
      const bool call = token(i + 1).is("(") && code_.partner(i + 1) != HostCode::npos;
      if (call) found = by_call(i, name, depth);
      if (found) return found;
    }
    return std::nullopt;
  }

  /// "name[...] = element;"
  std::optional<FileFill> assigned(std::size_t at, TokenRange body) const {
    const std::size_t close = code_.partner(at + 1);
    if (close == HostCode::npos || close + 1 >= body.end || !token(close + 1).is("=")) return std::nullopt;
    const TokenRange index{at + 2, close};
    // One element is not all of them.
    bool moves = false;
    for (std::size_t i = index.begin; i < index.end; ++i) moves = moves || counts(code_, token(i).text, i);
    if (!moves) return std::nullopt;
    const bool alone = index.end == index.begin + 1;
    if (alone && is_loop_over_part(token(index.begin).text, at, body.begin)) return std::nullopt;
    return element({close + 2, code_.end_of(close + 2, {";", ","})}, alone ? token(index.begin).text : "");
  }

  std::optional<FileFill> element(TokenRange range, std::string index) const {
    int nesting = 0;
    return ElementReader(code_, values_, range, std::move(index), nesting).whole();
  }

  /// What a call at `at` puts into `name`.
  std::optional<FileFill> by_call(std::size_t at, const std::string& name, int depth) const {
    const auto parts = code_.split_arguments({at + 2, code_.partner(at + 1)});
    const auto is_name = [&](std::size_t part) {
      if (part >= parts.size()) return false;
      const TokenRange bare = values_.bare(parts[part]);
      return !bare.empty() && token(bare.begin).is(name);
    };
    const std::string& function = token(at).text;
    if (function.starts_with("cudaMemset") || function == "memset") {
      if (!is_name(0) || parts.size() < 3) return std::nullopt;
      if (parts.size() < 5 && is_part(elements_in(parts[2]))) return std::nullopt;
      return element(parts[1], "") == constant(0) ? std::optional(constant(0)) : std::nullopt;
    }
    if (function.starts_with("cudaMemcpy")) {
      const bool to_device = is_name(0) && parts.size() >= 4 && token(parts[3].begin).is("cudaMemcpyHostToDevice");
      return to_device && !is_part(elements_in(parts[2])) ? behind(parts[1], depth + 1) : std::nullopt;
    }
    if (parts.size() == 3 && is_begin(parts[0], name)) {
      if (is_part(function == "fill_n" ? values_.integer(parts[1]) : elements_before(parts[1]))) return std::nullopt;
      if (function == "fill" || function == "fill_n") return element(parts[2], "");
      if (function == "generate") return generated(parts[2]);
      if (function == "iota") {
        const bool from_zero = element(parts[2], "") == constant(0);
        return from_zero ? std::optional(FileFill{Fill::index}) : std::nullopt;
      }
    }
    // std::vector<float> name(n, 1.0f);
    if (function == name) {
      const bool vector = code_.declared_type(name, at + 1).find("vector") != std::string::npos;
      return vector && parts.size() == 2 ? element(parts[1], "") : std::nullopt;
    }
    return by_function(at, parts, name, depth);
  }

  /// "name.begin(), ..." and "begin(name), ...", or only "name" of an array.
  [[nodiscard]] bool is_begin(TokenRange part, const std::string& name) const {
    for (std::size_t i = part.begin; i < part.end; ++i) {
      if (token(i).is(name)) return true;
    }
    return false;
  }

  /// "[]() { return element; }"
  std::optional<FileFill> generated(TokenRange lambda) const {
    for (std::size_t i = lambda.begin; i < lambda.end; ++i) {
      if (token(i).is("return")) return element({i + 1, code_.end_of(i + 1, {";"})}, "");
    }
    return std::nullopt;
  }

  /// A function of the file that gets `name` fills its own parameter.
  std::optional<FileFill> by_function(std::size_t at, const std::vector<TokenRange>& parts, const std::string& name,
                                      int depth) const {
    if (depth > 4) return std::nullopt;
    const auto function = std::ranges::find_if(code_.functions(), [&](const HostFunction& each) {
      return !each.on_device && each.name == token(at).text && each.parameters.size() >= parts.size();
    });
    if (function == code_.functions().end()) return std::nullopt;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const TokenRange bare = values_.bare(parts[i]);
      const bool passed = bare.end == bare.begin + 1 && token(bare.begin).is(name);
      if (!passed) continue;
      if (auto found = in_body(function->body, function->parameters[i].name, depth + 1)) return found;
    }
    return std::nullopt;
  }

  const HostCode& code_;
  const HostValues& values_;
  const PointedType type_;
  const std::optional<HostTerm> count_;
};

}  // namespace

std::optional<FileFill> fill_of(const HostCode& code, const HostValues& values, TokenRange argument,
                                const PointedType& type, const std::optional<HostTerm>& count) {
  return Fills(code, values, type, count).behind(argument, 0);
}

}  // namespace lanescope::catalogue
