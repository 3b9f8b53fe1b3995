#include "catalogue/host/host_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalogue/c_types.h"
#include "catalogue/host/expression_reader.h"

namespace lanescope::catalogue {
namespace {

constexpr int max_name_depth = 40;  ///< of names that lead to names, and of brackets

using MaybeTerm = std::optional<HostTerm>;

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> texts) {
  return std::ranges::find(texts, text) != texts.end();
}

bool is_cast_word(std::string_view word) {
  return is_one_of(word, {"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"});
}

/// Functions that divide and round up, as many projects call them.
bool is_ceil_div(std::string_view name) {
  std::string small = lower(name);
  std::erase(small, '_');
  return is_one_of(small, {"ceildiv", "divup", "idivup", "cdiv", "ceilingdiv", "divceil", "roundupdiv", "divroundup",
                           "updiv", "ceildivide"});
}

}  // namespace

/// Reads an expression of host code. One branch of ?: may be unknown.
class HostValues::Reader : public ExpressionReader<HostTerm> {
 public:
  Reader(const HostValues& values, TokenRange range)
      : ExpressionReader(values.code_, range, values.nesting_), values_(values) {}

 private:
  [[nodiscard]] Value literal(const std::string& text) const override { return literal_term(text); }
  [[nodiscard]] Value operation(std::string_view symbol, const Value& left, const Value& right) const override {
    return binary_term(symbol, left, right);
  }
  [[nodiscard]] Value choice(const Value& condition, const Value& yes, const Value& no) const override {
    if (condition && condition->value && !condition->symbolic) return *condition->value != 0 ? yes : no;
    if (!yes || !no) return yes ? yes : no;
    if (!condition) return std::nullopt;
    const bool keeps_unit = yes->has_unit_of(*no);
    if (!keeps_unit && (yes->has_unknown_unit() || no->has_unknown_unit())) return std::nullopt;
    const HostTerm &one = keeps_unit ? *yes : yes->whole(), &other = keeps_unit ? *no : no->whole();
    HostTerm result;
    result.text = fmt::format("{} ? {} : {}", condition->operand(1), one.operand(1), other.operand(0));
    result.precedence = 0;
    result.symbolic = true;
    if (condition->value) result.value = *condition->value != 0 ? one.value : other.value;
    result.sized = keeps_unit;
    if (keeps_unit) result.unit = yes->unit;
    return result;
  }
  [[nodiscard]] Value inner(TokenRange inside) const override { return Reader(values_, inside).whole(); }
  [[nodiscard]] bool is_cast(TokenRange inside, std::size_t open, std::size_t end) const override {
    return values_.is_type(inside, open, end);
  }
  [[nodiscard]] Value cast(const std::string& type, const Value& value) const override {
    if (!value) return std::nullopt;
    const auto known = c_type(code_.plain_type(type));
    if (!known || known->pointer) return value;
    if (is_integer(known->element)) return rounded_term(*value, false);
    return value->real ? value : real_term(*value);
  }
  [[nodiscard]] Value named(const std::string& path, std::size_t at) const override {
    return values_.of_name(path, at);
  }
  [[nodiscard]] Value member_called(const std::string& object, std::size_t at,
                                    const std::string& function) const override {
    return function == "size" ? values_.size_of_container(object, at) : std::nullopt;
  }

  [[nodiscard]] Value size_of(TokenRange inside) const override {
    std::string type = code_.text(inside);
    if (inside.end == inside.begin + 1 && !c_type(code_.plain_type(type))) {
      if (const std::string declared = code_.declared_type(type, inside.begin); !declared.empty()) type = declared;
    }
    HostTerm term = number_term(1);
    const auto known = c_type(code_.plain_type(type));
    term.unit = known ? static_cast<std::int64_t>(known->bytes()) : 0;
    term.sized = true;
    return term;
  }

  [[nodiscard]] Value called(const std::string& name, const std::string& template_arguments,
                             TokenRange inside) const override {
    if (is_cast_word(name)) return cast(template_arguments, inner(inside));
    if (c_type(name)) return cast(name, inner(inside));
    std::vector<Value> arguments;
    for (const TokenRange& part : code_.split_arguments(inside)) arguments.push_back(inner(part));
    const std::string small = lower(name);
    if (arguments.size() == 1 && arguments[0]) {
      if (is_one_of(small, {"ceil", "ceilf", "iceil"})) return rounded_term(*arguments[0], true);
      if (is_one_of(small, {"floor", "floorf"})) return rounded_term(*arguments[0], false);
    }
    if (arguments.size() == 2 && is_one_of(small, {"min", "max", "fmin", "fmax"})) {
      return binary_term(small.substr(small.size() - 3), arguments[0], arguments[1]);
    }
    if (arguments.size() == 2 && is_ceil_div(name)) return binary_term("ceil_div", arguments[0], arguments[1]);
    return values_.of_call(name, arguments);
  }

  const HostValues& values_;
};

bool HostValues::is_type(TokenRange inside, std::size_t open, std::size_t end) const {
  if (inside.empty()) return false;
  const std::vector<Token>& tokens = code_.tokens();
  bool pointer = false, words = true;
  for (std::size_t i = inside.begin; i < inside.end; ++i) {
    pointer = pointer || tokens[i].is("*");
    words = words && (tokens[i].kind == Token::Kind::word || tokens[i].is_one_of({"*", "::", "<", ">", ",", "&"}));
  }
  if (!words) return false;
  const std::size_t after = code_.partner(open) + 1;
  const bool operand =
      after < end && (tokens[after].kind != Token::Kind::symbol || tokens[after].is_one_of({"(", "&"}));
  // "(rows * columns)" is no pointer to rows.
  if (pointer && !tokens[inside.end - 1].is_one_of({"*", "const", "volatile", "__restrict__"})) return false;
  if (pointer || c_type(code_.plain_type(code_.text(inside)))) {
    return after < end && !tokens[after].is_one_of({")", ",", ";"});
  }
  return operand && inside.end == inside.begin + 1;
}

MaybeTerm HostValues::integer(TokenRange range) const {
  if (range.empty() || ++depth_ > max_name_depth) {
    depth_ -= range.empty() ? 0 : 1;
    return std::nullopt;
  }
  MaybeTerm term = Reader(*this, range).whole();
  --depth_;
  if (!term) return term;
  if (term->real) term = rounded_term(*term, false);
  if (term && term->has_unknown_unit()) return std::nullopt;
  return term ? MaybeTerm(term->whole()) : term;
}

MaybeTerm HostValues::term_of(TokenRange range) const {
  if (range.empty() || depth_ >= max_name_depth || !code_.may_look_at(range.end - range.begin)) return std::nullopt;
  ++depth_;
  MaybeTerm term = Reader(*this, range).whole();
  --depth_;
  return term;
}

MaybeTerm HostValues::of_call(const std::string& name, const std::vector<MaybeTerm>& arguments) const {
  for (std::size_t i = 0; i < code_.functions().size(); ++i) {
    const HostFunction& function = code_.functions()[i];
    const bool fits = function.name == name && function.parameters.size() == arguments.size() && !function.body.empty();
    if (!fits || !code_.tokens()[function.body.begin].is("return")) continue;
    // Of functions with one name, as clamp() of numbers and of vectors, those of numbers are meant.
    const bool of_numbers = std::ranges::all_of(function.parameters, [&](const HostParameter& parameter) {
      const std::string plain = code_.plain_type(parameter.type);
      if (const auto type = c_type(plain)) return type->vector == 1;
      return plain == "auto" || std::ranges::find(function.template_parameters, plain, &HostParameter::name) !=
                                    function.template_parameters.end();
    });
    if (!of_numbers) continue;
    const std::string call = fmt::format("{}()", i);
    if (!in_progress_.insert(call).second) return std::nullopt;
    for (std::size_t p = 0; p < arguments.size(); ++p) {
      if (arguments[p]) bound_[fmt::format("{}p{}", i, p)] = *arguments[p];
    }
    MaybeTerm result = term_of({function.body.begin + 1, function.body.end - 1});
    for (std::size_t p = 0; p < arguments.size(); ++p) bound_.erase(fmt::format("{}p{}", i, p));
    in_progress_.erase(call);
    const auto type = c_type(code_.plain_type(code_.declared_type(name, 0)));
    if (result && result->real && !(type && !is_integer(type->element))) result = rounded_term(*result, false);
    return result;
  }
  return std::nullopt;
}

MaybeTerm HostValues::size_of_container(std::string_view name, std::size_t token) const {
  for (const Definition& definition : code_.definitions(name, token)) {
    if (definition.kind != Definition::Kind::constructed) continue;
    const auto parts = code_.split_arguments(definition.value);
    if (!parts.empty()) return term_of(parts[0]);
  }
  return std::nullopt;
}

MaybeTerm HostValues::of_definition(const Definition& definition) const {
  if (const auto bound = bound_.find(definition.identity); bound != bound_.end()) return bound->second;
  if (definition.changed) return std::nullopt;
  if (depth_ >= max_name_depth || !in_progress_.insert(definition.identity).second) return std::nullopt;
  MaybeTerm term;
  if (definition.kind == Definition::Kind::value || definition.kind == Definition::Kind::constructed) {
    term = term_of(definition.value);
  } else {
    const bool ordinary = definition.kind == Definition::Kind::parameter;
    for (const std::size_t call : code_.calls_of(definition.function)) {
      term = term_of(ordinary ? code_.call_argument(call, definition.parameter)
                              : code_.call_template_argument(call, definition.parameter));
      if (term) break;
    }
    const HostFunction& function = code_.functions()[definition.function];
    const auto& parameters = ordinary ? function.parameters : function.template_parameters;
    if (!term) term = term_of(parameters.at(definition.parameter).otherwise);
  }
  in_progress_.erase(definition.identity);
  return term;
}

MaybeTerm HostValues::as_size(const std::string& identity) const {
  const auto size = sizes_.find(identity);
  if (size == sizes_.end()) return std::nullopt;
  HostTerm term;
  term.text = size->second.name;
  term.value = size->second.value;
  term.symbolic = true;
  return term;
}

MaybeTerm HostValues::of_name(std::string_view name, std::size_t token) const {
  const std::vector<Definition> definitions = code_.definitions(name, token);
  for (const Definition& definition : definitions) {
    if (bound_.contains(definition.identity)) break;
    if (MaybeTerm size = as_size(definition.identity)) return size;
  }
  for (const Definition& definition : definitions) {
    if (MaybeTerm term = of_definition(definition)) return term;
    if (definition.changed) break;  // What it was before tells nothing.
  }
  const std::size_t function = code_.function_at(token);
  const std::string undefined = fmt::format("{}:{}", function, name);
  if (const auto bound = bound_.find(undefined); bound != bound_.end()) return bound->second;
  if (MaybeTerm size = as_size(undefined)) return size;
  if (const std::size_t point = name.rfind('.'); point != std::string_view::npos && point + 2 == name.size()) {
    const std::size_t axis = name.back() == 'x' ? 0 : name.back() == 'y' ? 1 : 2;
    if (name.back() >= 'x' && name.back() <= 'z') return extents_of_name(name.substr(0, point), token).at(axis);
  }
  // The grid of many programs is a number of blocks for each SM. The target is not known here; an H200 has 132.
  if (name.ends_with(".multiProcessorCount")) return number_term(132);
  const bool nameable = function != HostCode::npos && name.find('.') == std::string_view::npos &&
                        (!definitions.empty() || !code_.declared_type(name, token).empty());
  if (!name_unknown_ || !nameable) return std::nullopt;
  unknown_.insert(std::string(name));
  HostTerm term;
  term.text = name;
  term.symbolic = true;
  return term;
}

std::array<MaybeTerm, 3> HostValues::components(TokenRange list) const {
  std::array<MaybeTerm, 3> extents{number_term(1), number_term(1), number_term(1)};
  const auto parts = code_.split_arguments(list);
  for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 3); ++i) extents.at(i) = integer(parts[i]);
  return extents;
}

std::array<MaybeTerm, 3> HostValues::extents_of_name(std::string_view name, std::size_t token) const {
  std::array<MaybeTerm, 3> extents;
  if (depth_ >= max_name_depth) return extents;
  ++depth_;
  constexpr std::array<std::string_view, 3> members{".x", ".y", ".z"};
  bool found = false, defined = false;
  for (const Definition& definition : code_.definitions(name, token)) {
    defined = true;
    if (definition.kind == Definition::Kind::constructed) {
      const auto parts = code_.split_arguments(definition.value);
      extents = parts.size() == 1 ? this->extents(parts[0]) : components(definition.value);
    } else if (definition.kind == Definition::Kind::value) {
      extents = this->extents(definition.value);
    } else if (definition.kind == Definition::Kind::parameter) {
      for (const std::size_t call : code_.calls_of(definition.function)) {
        const TokenRange argument = code_.call_argument(call, definition.parameter);
        if (argument.empty()) continue;
        extents = this->extents(argument);
        break;
      }
    }
    found = extents[0] || extents[1];
    for (std::size_t axis = 0; found && axis < 3; ++axis) {
      if (auto size = as_size(definition.identity + std::string(members.at(axis)))) extents.at(axis) = std::move(size);
    }
    if (found) break;
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string member = std::string(name) + std::string(members.at(axis));
    const auto assigned = code_.definitions(member, token);
    if (!assigned.empty()) {
      extents.at(axis) = of_definition(assigned[0]);
    } else if (!defined) {
      extents.at(axis) = number_term(1);
    }
  }
  --depth_;
  return extents;
}

std::array<MaybeTerm, 3> HostValues::extents(TokenRange range) const {
  range = bare(range);
  std::array<MaybeTerm, 3> unknown;
  if (range.empty()) return unknown;
  const std::vector<Token>& tokens = code_.tokens();
  if (tokens[range.begin].is("{") && code_.partner(range.begin) == range.end - 1) {
    return components({range.begin + 1, range.end - 1});
  }
  if (tokens[range.begin].is("dim3") && range.end > range.begin + 2 &&
      code_.partner(range.begin + 1) == range.end - 1) {
    const TokenRange inside{range.begin + 2, range.end - 1};
    const auto parts = code_.split_arguments(inside);
    return parts.size() == 1 ? extents(parts[0]) : components(inside);
  }
  if (range.end == range.begin + 1 && tokens[range.begin].kind == Token::Kind::word) {
    const std::string& name = tokens[range.begin].text;
    bool shape = code_.declared_type(name, range.begin).find("dim3") != std::string::npos;
    for (const Definition& definition : code_.definitions(name, range.begin)) {
      const std::size_t at = definition.value.begin;
      shape = shape || (!definition.value.empty() && (tokens[at].is("dim3") || tokens[at].is("{")));
    }
    if (shape) return extents_of_name(name, range.begin);
  }
  return {integer(range), number_term(1), number_term(1)};
}

MaybeTerm HostValues::elements(TokenRange bytes, const PointedType& type) const {
  const MaybeTerm term = term_of(bytes);
  if (!term || type.bytes < 1 || term->real) return std::nullopt;
  // Of a type whose size is not known here the bytes are that of so many values.
  const bool unknown = term->has_unknown_unit();
  if (!unknown && (!term->sized || term->unit % type.bytes != 0)) {
    return type.bytes == 1 ? term->whole() : binary_term("/", term->whole(), number_term(type.bytes));
  }
  HostTerm count = *term;
  count.sized = false;
  count.unit = 1;
  return binary_term("*", count, number_term(unknown ? type.vector : term->unit / type.bytes));
}

TokenRange HostValues::bare(TokenRange range) const {
  const std::vector<Token>& tokens = code_.tokens();
  for (int depth = 0; depth < max_name_depth && range.end > range.begin + 1; ++depth) {
    const std::size_t last = range.end - 1;
    if (tokens[range.begin].is("(")) {
      const std::size_t close = code_.partner(range.begin);
      if (close == last) {
        range = {range.begin + 1, last};
        continue;
      }
      const bool cast =
          close != HostCode::npos && close < last && is_type({range.begin + 1, close}, range.begin, range.end);
      if (!cast) break;
      range.begin = close + 1;
    } else if (is_cast_word(tokens[range.begin].text) && tokens[range.begin + 1].is("<")) {
      const std::size_t end = code_.template_end(range.begin + 1);
      if (end == HostCode::npos || end + 1 >= last || code_.partner(end + 1) != last) break;
      range = {end + 2, last};
    } else if (tokens[range.begin].is("&")) {
      ++range.begin;
    } else {
      break;
    }
  }
  return range;
}

HostValues::Chain HostValues::chain_of(TokenRange range) const {
  Chain chain;
  if (const MaybeTerm term = integer(range)) chain.value = term->value;
  std::set<std::string> seen;
  for (int depth = 0; depth < max_name_depth; ++depth) {
    range = bare(range);
    const std::vector<Token>& tokens = code_.tokens();
    if (range.end != range.begin + 1 || tokens[range.begin].kind != Token::Kind::word) break;
    const std::string& name = tokens[range.begin].text;
    if (chain.name.empty()) chain.name = name;
    const auto definitions = code_.definitions(name, range.begin);
    if (definitions.empty()) {
      chain.identities.push_back(fmt::format("{}:{}", code_.function_at(range.begin), name));
      break;
    }
    auto chosen = std::ranges::find_if(definitions, [&](const Definition& definition) {
      return definition.changed || of_definition(definition).has_value();
    });
    if (chosen == definitions.end()) chosen = definitions.begin();
    if (!seen.insert(chosen->identity).second) break;
    chain.identities.push_back(chosen->identity);
    chain.names[chosen->identity] = name;
    if (chosen->kind == Definition::Kind::value || chosen->kind == Definition::Kind::constructed) {
      range = chosen->value;
      continue;
    }
    TokenRange next;
    for (const std::size_t call : code_.calls_of(chosen->function)) {
      next = chosen->kind == Definition::Kind::parameter ? code_.call_argument(call, chosen->parameter)
                                                         : code_.call_template_argument(call, chosen->parameter);
      if (!next.empty()) break;
    }
    if (next.empty()) break;
    range = next;
  }
  return chain;
}

HostValues::Chain HostValues::chain_of_extent(TokenRange range, std::size_t axis) const {
  const std::vector<Token>& tokens = code_.tokens();
  Chain chain;
  for (int depth = 0; depth < max_name_depth; ++depth) {
    range = bare(range);
    if (range.empty()) return chain;
    TokenRange list;
    const bool braces = tokens[range.begin].is("{") && code_.partner(range.begin) == range.end - 1;
    if (braces) list = {range.begin + 1, range.end - 1};
    const bool constructed = tokens[range.begin].is("dim3") && range.end > range.begin + 2 &&
                             code_.partner(range.begin + 1) == range.end - 1;
    if (constructed) list = {range.begin + 2, range.end - 1};
    TokenRange next;
    if (list.empty() && range.end == range.begin + 1) {
      for (const Definition& definition : code_.definitions(tokens[range.begin].text, range.begin)) {
        const bool value = definition.kind == Definition::Kind::value;
        const bool shape =
            value && !definition.value.empty() &&
            (tokens[definition.value.begin].is("dim3") || tokens[definition.value.begin].is("{") ||
             code_.declared_type(tokens[range.begin].text, range.begin).find("dim3") != std::string::npos);
        if (definition.kind == Definition::Kind::constructed || shape) {
          if (chain.member.empty()) chain.member = definition.identity + (axis == 0 ? ".x" : axis == 1 ? ".y" : ".z");
          if (value) {
            next = definition.value;
          } else {
            list = definition.value;
          }
        } else if (definition.kind == Definition::Kind::parameter) {
          for (const std::size_t call : code_.calls_of(definition.function)) {
            next = code_.call_argument(call, definition.parameter);
            if (!next.empty()) break;
          }
        }
        break;
      }
    }
    if (!list.empty()) {
      const auto parts = code_.split_arguments(list);
      if (axis >= parts.size()) return chain;
      const std::string member = chain.member;
      chain = chain_of(parts[axis]);
      chain.member = member;
      return chain;
    }
    if (next.empty()) {
      const std::string member = chain.member;
      if (axis == 0) chain = chain_of(range);
      chain.member = member;
      return chain;
    }
    range = next;
  }
  return chain;
}

std::optional<std::string> HostValues::real(TokenRange range) const {
  const MaybeTerm term = term_of(range);
  if (!term || term->symbolic || !term->value) return std::nullopt;
  if (!term->real) return fmt::format("{}.0", *term->value);
  if (!term->over_value || *term->over_value == 0) return std::nullopt;
  const std::string text =
      fmt::format("{}", static_cast<double>(*term->value) / static_cast<double>(*term->over_value));
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string HostValues::type_of(TokenRange range, int depth) const {
  if (range.empty() || depth > 8 || code_.tokens()[range.begin].kind != Token::Kind::word) return {};
  const std::string& name = code_.tokens()[range.begin].text;
  std::string type = code_.declared_type(name, range.begin);
  const std::size_t function = code_.function_at(range.begin);
  if (function == HostCode::npos || depth > 6) return type;
  // The type may be a parameter of the function's template; then its callers tell it.
  const HostFunction& around = code_.functions()[function];
  for (std::size_t i = 0; i < around.template_parameters.size(); ++i) {
    const std::string& parameter = around.template_parameters[i].name;
    if (type.find(parameter) == std::string::npos) continue;
    for (const std::size_t call : code_.calls_of(function)) {
      if (const auto argument = template_argument(code_.call_template_argument(call, i))) {
        std::string replaced = type;
        replaced.replace(type.find(parameter), parameter.size(), *argument);
        return replaced;
      }
    }
    for (std::size_t p = 0; p < around.parameters.size(); ++p) {
      if (around.parameters[p].name != name) continue;
      for (const std::size_t call : code_.calls_of(function)) {
        const std::string passed = type_of(bare(code_.call_argument(call, p)), depth + 1);
        if (!passed.empty()) return passed;
      }
    }
  }
  return type;
}

std::optional<std::string> HostValues::template_argument(TokenRange range, int depth) const {
  if (range.empty() || depth > max_name_depth) return std::nullopt;
  const std::string text = code_.text(range);
  const std::vector<Token>& tokens = code_.tokens();
  if (range.end == range.begin + 1 && tokens[range.begin].kind == Token::Kind::word) {
    if (text == "true" || text == "false") return text;
    for (const Definition& definition : code_.definitions(text, range.begin)) {
      if (definition.kind != Definition::Kind::template_parameter) continue;
      for (const std::size_t call : code_.calls_of(definition.function)) {
        const auto argument = template_argument(code_.call_template_argument(call, definition.parameter), depth + 1);
        if (argument) return argument;
      }
      const HostParameter& parameter =
          code_.functions()[definition.function].template_parameters.at(definition.parameter);
      return template_argument(parameter.otherwise, depth + 1);
    }
  }
  if (c_type(code_.plain_type(text))) return text;
  if (const MaybeTerm term = integer(range); term && term->value) {
    return range.end == range.begin + 1 && code_.is_of_file(text) ? text : std::to_string(*term->value);
  }
  // A type or a constant that the file declares; what only a function knows is not a name for the compiler.
  const bool local = range.end == range.begin + 1 && !code_.definitions(text, range.begin).empty();
  return local && !code_.is_of_file(text) ? std::nullopt : std::optional(text);
}

}  // namespace lanescope::catalogue
