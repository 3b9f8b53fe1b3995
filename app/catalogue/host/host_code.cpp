#include "catalogue/host/host_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace lanescope::catalogue {
namespace {

bool is_word_token(const Token& token) {
  return token.kind == Token::Kind::word;
}

/// Whether a declaration may go on with a name behind this token: "int", ">", "*", "&".
bool may_end_type(const Token& token) {
  if (is_word_token(token)) {
    return !token.is_one_of({"return", "new", "delete", "else", "case", "goto", "throw", "sizeof", "using"});
  }
  return token.is_one_of({"*", "&", ">", "&&"});
}

}  // namespace

HostCode::HostCode(const KernelSource& source) : list_(tokens_of(is_ptx(source) ? KernelSource{} : source)) {
  const std::size_t end = list_.tokens.size() - 1;
  // What macros stand for follows behind the code.
  for (const auto& [name, macro] : list_.macros) {
    if (macro.has_parameters || macro.body.empty()) continue;
    const std::size_t begin = list_.tokens.size();
    list_.tokens.insert(list_.tokens.end(), macro.body.begin(), macro.body.end());
    globals_[name].push_back({Definition::Kind::value, {begin, list_.tokens.size()}, npos, 0, "macro " + name});
    list_.tokens.push_back({});
  }
  find_partners();
  find_functions({0, end});
  for (const HostFunction& function : functions_) uses_[function.name];
  for (std::size_t i = 0; i + 1 < list_.tokens.size(); ++i) {
    if (!is_word_token(list_.tokens[i])) continue;
    const auto known = uses_.find(list_.tokens[i].text);
    if (known != uses_.end() && list_.tokens[i + 1].is_one_of({"(", "<"})) known->second.push_back(i);
  }
}

void HostCode::find_partners() {
  partners_.assign(list_.tokens.size(), npos);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < list_.tokens.size(); ++i) {
    const Token& token = list_.tokens[i];
    if (token.kind != Token::Kind::symbol) continue;
    if (token.is_one_of({"(", "[", "{"})) open.push_back(i);
    if (!token.is_one_of({")", "]", "}"})) continue;
    const std::string_view wanted = token.is(")") ? "(" : token.is("]") ? "[" : "{";
    // What was not closed inside is left without a partner.
    while (!open.empty() && !list_.tokens[open.back()].is(wanted)) open.pop_back();
    if (open.empty()) continue;
    partners_[i] = open.back();
    partners_[open.back()] = i;
    open.pop_back();
  }
}

void HostCode::find_functions(TokenRange range) {
  std::size_t begin = range.begin;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Token& token = list_.tokens[i];
    if (token.is(";")) {
      note_globals({begin, i});
      begin = i + 1;
    } else if (token.is(":") && i > begin && list_.tokens[i - 1].is_one_of({"public", "private", "protected"})) {
      begin = i + 1;
    } else if (token.is("{")) {
      const std::size_t after = read_block(begin, i);
      if (after == npos) return;
      // "struct A { } a;" and "int a[] = { 1 };" go on behind their brace.
      const bool goes_on = after < range.end && !list_.tokens[i == 0 ? 0 : i - 1].is_one_of({")"}) &&
                           list_.tokens[after].is_one_of({";", ",", "="});
      if (!goes_on) begin = after;
      i = after - 1;
    }
  }
}

/// Reads what stands between braces outside of functions. Returns the place behind them; npos when they never end.
std::size_t HostCode::read_block(std::size_t begin, std::size_t open) {
  const std::size_t close = partners_[open];
  if (close == npos) return npos;
  bool encloses = begin == open, enumeration = false, value = false, call = false;
  for (std::size_t i = begin; i < open; ++i) {
    const Token& token = list_.tokens[i];
    // The parameters of a template may have values of their own.
    const std::size_t end = token.is("template") && list_.tokens[i + 1].is("<") ? template_end(i + 1) : npos;
    if (end != npos && end < open) {
      i = end;
      continue;
    }
    call = call || token.is("(");
    value = value || (token.is("=") && !call);
    enumeration = enumeration || (token.is("enum") && !call);
    encloses = encloses || (token.is_one_of({"namespace", "struct", "class", "union", "extern"}) && !call);
  }
  if (value) return close + 1;
  if (enumeration) {
    read_enumerators({open + 1, close});
  } else if (call) {
    read_function({begin, open}, open);
  } else if (encloses) {
    find_functions({open + 1, close});
  }
  return close + 1;
}

void HostCode::read_function(TokenRange head, std::size_t open) {
  HostFunction function;
  function.body = {open + 1, partners_[open]};
  std::size_t at = head.begin;
  while (at < head.end && list_.tokens[at].is("template") && list_.tokens[at + 1].is("<")) {
    const std::size_t end = template_end(at + 1);
    if (end == npos) return;
    function.template_parameters = parameters_in({at + 2, end});
    at = end + 1;
  }
  for (; at + 1 < head.end; ++at) {
    const Token& token = list_.tokens[at];
    function.on_device = function.on_device || token.is_one_of({"__global__", "__device__"});
    if (token.is("<")) {
      const std::size_t end = template_end(at);
      if (end != npos) at = end;
      continue;
    }
    if (!is_word_token(token) || !list_.tokens[at + 1].is("(")) continue;
    const std::size_t close = partners_[at + 1];
    if (close == npos || close > head.end) return;
    if (token.text.starts_with("__") || token.is_one_of({"alignas", "decltype"})) {
      at = close;
      continue;
    }
    function.name = token.text;
    function.parameters = parameters_in({at + 2, close});
    functions_.push_back(std::move(function));
    return;
  }
}

std::vector<HostParameter> HostCode::parameters_in(TokenRange range) const {
  std::vector<HostParameter> parameters;
  for (const TokenRange& part : split_arguments(range)) {
    HostParameter parameter;
    std::size_t end = part.begin;
    while (end < part.end && !list_.tokens[end].is_one_of({"=", "["})) ++end;
    if (end < part.end && list_.tokens[end].is("=")) parameter.otherwise = {end + 1, part.end};
    for (std::size_t i = part.begin; i < end; ++i) {
      if (is_word_token(list_.tokens[i])) parameter.name = list_.tokens[i].text;
    }
    std::size_t type_end = end;
    if (type_end > part.begin && list_.tokens[type_end - 1].is(parameter.name)) --type_end;
    parameter.type = text({part.begin, type_end}) + (end < part.end && list_.tokens[end].is("[") ? " *" : "");
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

void HostCode::read_enumerators(TokenRange range) {
  for (const TokenRange& part : split_arguments(range)) {
    if (part.end < part.begin + 3 || !list_.tokens[part.begin + 1].is("=")) continue;
    globals_[list_.tokens[part.begin].text].push_back(
        {Definition::Kind::value, {part.begin + 2, part.end}, npos, 0, fmt::format("enumerator@{}", part.begin)});
  }
}

void HostCode::note_globals(TokenRange statement) {
  if (statement.empty()) return;
  global_statements_.push_back(statement);
  const Token& first = list_.tokens[statement.begin];
  if (first.is("typedef") && statement.end - statement.begin > 2) {
    types_[list_.tokens[statement.end - 1].text] = text({statement.begin + 1, statement.end - 1});
    return;
  }
  if (first.is("using") && statement.end - statement.begin > 3 && list_.tokens[statement.begin + 2].is("=")) {
    types_[list_.tokens[statement.begin + 1].text] = text({statement.begin + 3, statement.end});
    return;
  }
  for (const TokenRange& part : split_arguments(statement)) {
    for (std::size_t i = part.begin + (part.begin == statement.begin ? 1 : 0); i + 1 < part.end; ++i) {
      if (!is_word_token(list_.tokens[i])) continue;
      const bool assigns = list_.tokens[i + 1].is("=");
      // With brackets others are declarations of functions.
      const bool constructs = list_.tokens[i + 1].is("(") && partners_[i + 1] + 1 == part.end &&
                              type_before(i, statement.begin).ends_with("dim3");
      if (!assigns && !constructs) continue;
      globals_[list_.tokens[i].text].push_back({assigns ? Definition::Kind::value : Definition::Kind::constructed,
                                                {i + 2, constructs ? part.end - 1 : part.end},
                                                npos,
                                                0,
                                                fmt::format("global@{}", i)});
      break;
    }
  }
}

std::size_t HostCode::function_at(std::size_t token) const {
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    if (functions_[i].body.begin <= token && token < functions_[i].body.end) return i;
  }
  return npos;
}

std::size_t HostCode::template_end(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < list_.tokens.size() && i < open + 400; ++i) {
    const Token& token = list_.tokens[i];
    if (token.kind == Token::Kind::symbol && token.is_one_of({"(", "["}) && partners_[i] != npos) {
      i = partners_[i];
      continue;
    }
    if (token.is_one_of({";", "{", "}", ")", "]", "&&", "||", "<<<", "<=", "=="})) return npos;
    depth += token.is("<") ? 1 : token.is(">") ? -1 : 0;
    if (depth == 0) return i;
  }
  return npos;
}

std::vector<TokenRange> HostCode::split_arguments(TokenRange range) const {
  std::vector<TokenRange> parts;
  std::size_t begin = range.begin;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Token& token = list_.tokens[i];
    if (token.is_one_of({"(", "[", "{"}) && partners_[i] != npos && partners_[i] < range.end) {
      i = partners_[i];
    } else if (token.is("<") && i > range.begin && is_word_token(list_.tokens[i - 1])) {
      const std::size_t end = template_end(i);
      if (end != npos && end < range.end) i = end;
    } else if (token.is(",")) {
      parts.push_back({begin, i});
      begin = i + 1;
    }
  }
  if (begin < range.end) parts.push_back({begin, range.end});
  std::erase_if(parts, [](const TokenRange& part) { return part.empty(); });
  return parts;
}

std::string HostCode::text(TokenRange range) const {
  std::string text;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const bool tight = text.empty() || list_.tokens[i].is_one_of({"::", "<", ">", ",", ")", "(", "."}) ||
                       list_.tokens[i - 1].is_one_of({"::", "<", "(", "."});
    text += (tight ? "" : " ") + list_.tokens[i].text;
  }
  return text;
}

std::size_t HostCode::end_of(std::size_t at, std::initializer_list<std::string_view> ends) const {
  for (; at + 1 < list_.tokens.size() && !list_.tokens[at].is_one_of(ends); ++at) {
    std::size_t close = npos;
    if (list_.tokens[at].is_one_of({"(", "[", "{"})) close = partners_[at];
    if (list_.tokens[at].is("<") && at > 0 && is_word_token(list_.tokens[at - 1])) close = template_end(at);
    if (close != npos) at = close;
  }
  return at;
}

std::size_t HostCode::device_function(std::string_view name) const {
  for (std::size_t i = functions_.size(); i-- > 0;) {
    if (functions_[i].name == name && functions_[i].on_device) return i;
  }
  return npos;
}

/// Whether a call may write to the variable at a place, by its address or by a reference: "scanf("%d", &n)", "read(n)"
/// of a function "read(int& n)" in the file. What is copied to a device is only read.
bool HostCode::is_written_by_call(std::size_t variable) const {
  const bool address = list_.tokens[variable - 1].is("&");
  const std::size_t before = variable - (address ? 2 : 1);
  const bool alone = list_.tokens[before].is_one_of({"(", ","}) && list_.tokens[variable + 1].is_one_of({")", ","});
  if (!alone) return false;
  std::size_t open = before, arguments = 0;
  while (open > 0 && !list_.tokens[open].is_one_of({"(", "{", ";"})) {
    arguments += list_.tokens[open].is(",") ? 1 : 0;
    const bool closes = list_.tokens[open].is_one_of({")", "]", "}"}) && partners_[open] != npos;
    open = (closes ? partners_[open] : open) - 1;
  }
  if (open == 0 || !list_.tokens[open].is("(") || !is_word_token(list_.tokens[open - 1])) return false;
  const std::string& called = list_.tokens[open - 1].text;
  if (address) return !called.starts_with("cudaMemcpy") || open == before;
  return std::ranges::any_of(functions_, [&](const HostFunction& function) {
    if (function.name != called || arguments >= function.parameters.size()) return false;
    const std::string& type = function.parameters[arguments].type;
    return type.ends_with('&') && !type.starts_with("const ");
  });
}

void HostCode::local_definitions(std::string_view name, std::size_t function, std::size_t token,
                                 std::vector<Definition>& found) const {
  const TokenRange body = functions_[function].body;
  const std::size_t point = name.find('.');
  const std::string_view variable = name.substr(0, point);
  const std::string_view member = point == std::string_view::npos ? std::string_view() : name.substr(point + 1);
  // A loop changes its own variable for later rounds; the first one has the value with which it begins.
  const auto is_in_head_of_loop = [&](std::size_t definition, std::size_t change) {
    for (std::size_t i = definition; i > body.begin; --i) {
      if (!list_.tokens[i].is("(") || partners_[i] == npos || partners_[i] < definition) continue;
      return list_.tokens[i - 1].is("for") && partners_[i] > change;
    }
    return false;
  };
  const auto is_changed = [&](std::size_t definition) {
    if (!may_look_at(token - std::min(definition, token))) return true;
    for (std::size_t i = definition + 1; i + 1 < std::min(token, body.end); ++i) {
      const bool changes = list_.tokens[i].is(variable) && member.empty() &&
                           list_.tokens[i + 1].is_one_of({"*=", "+=", "-=", "/=", "%="});
      // What a function gets the address of may be anything behind the call.
      if (member.empty() && list_.tokens[i].is(variable) && i > definition + 2 && is_written_by_call(i)) return true;
      if (changes && !is_in_head_of_loop(definition, i)) return true;
    }
    return false;
  };
  const auto add = [&](Definition::Kind kind, TokenRange value, std::size_t at) {
    found.push_back({kind, value, function, 0, fmt::format("{}@{}", function, at), is_changed(at)});
  };
  std::size_t head_of_closed = npos;
  for (std::size_t i = std::min(token, body.end); i > body.begin;) {
    --i;
    const Token& at = list_.tokens[i];
    // Blocks and brackets that end before the use are passed over; what a constructor takes stands in such brackets.
    const bool closes = at.is_one_of({")", "}", "]"}) && partners_[i] != npos && partners_[i] > body.begin;
    // The head of a loop around the use is looked into; that of a loop that ended before it is not.
    const bool is_head = closes && at.is(")") && list_.tokens[partners_[i] - 1].is("for") && i != head_of_closed;
    if (closes && !is_head) {
      const std::size_t open = partners_[i], close = i;
      if (at.is("}")) head_of_closed = open - 1;
      i = open;
      if (at.is("]") || open < body.begin + 2 || !list_.tokens[open - 1].is(variable)) continue;
      const bool declares = may_end_type(list_.tokens[open - 2]) || list_.tokens[open - 2].is(",");
      if (declares && member.empty()) add(Definition::Kind::constructed, {open + 1, close}, open - 1);
      continue;
    }
    if (!at.is(variable) || i + 1 >= body.end) continue;
    const bool is_part = i > body.begin && list_.tokens[i - 1].is_one_of({".", "->", "::"});
    if (is_part) continue;
    std::size_t equals = i + 1;
    if (!member.empty()) {
      if (i + 2 >= body.end || !list_.tokens[i + 1].is(".") || !list_.tokens[i + 2].is(member)) continue;
      equals = i + 3;
    }
    // The extent of an array stands between its name and its value.
    while (member.empty() && equals < body.end && list_.tokens[equals].is("[") && partners_[equals] != npos) {
      equals = partners_[equals] + 1;
    }
    if (equals < body.end && list_.tokens[equals].is("=")) {
      add(Definition::Kind::value, {equals + 1, std::min(end_of(equals + 1, {";", ",", ")", "}"}), body.end)}, i);
    }
  }
}

std::vector<Definition> HostCode::definitions(std::string_view name, std::size_t token) const {
  std::vector<Definition> found;
  const std::size_t function = function_at(token);
  if (!may_look_at(functions_.size() + (function == npos ? 0 : token - functions_[function].body.begin))) return found;
  if (function != npos) {
    local_definitions(name, function, token, found);
    const auto add = [&](const std::vector<HostParameter>& parameters, Definition::Kind kind) {
      const auto parameter = std::ranges::find(parameters, name, &HostParameter::name);
      if (parameter == parameters.end()) return;
      const auto index = static_cast<std::size_t>(parameter - parameters.begin());
      found.push_back({kind,
                       {},
                       function,
                       index,
                       fmt::format("{}{}{}", function, kind == Definition::Kind::parameter ? "p" : "t", index)});
    };
    add(functions_[function].parameters, Definition::Kind::parameter);
    add(functions_[function].template_parameters, Definition::Kind::template_parameter);
  }
  const auto global = globals_.find(name);
  if (global != globals_.end()) found.insert(found.end(), global->second.begin(), global->second.end());
  return found;
}

std::vector<Definition> HostCode::global_definitions(std::string_view name) const {
  const auto global = globals_.find(name);
  return global == globals_.end() ? std::vector<Definition>{} : global->second;
}

/// Returns the type of a declaration whose name is at `at`: the words at the beginning of the statement, and the stars
/// before this name ("float *a, *b").
std::string HostCode::type_before(std::size_t at, std::size_t begin) const {
  std::size_t from = at;
  while (from > begin && !list_.tokens[from - 1].is_one_of({";", "{", "}", "("})) {
    const std::size_t open = list_.tokens[from - 1].is(")") ? partners_[from - 1] : npos;
    from = open != npos && open > begin ? open : from - 1;
  }
  std::size_t end = from;
  while (end < at && (is_word_token(list_.tokens[end]) || list_.tokens[end].is("::"))) {
    ++end;
    if (end >= at || !list_.tokens[end].is("<")) continue;
    const std::size_t close = template_end(end);
    if (close == npos || close >= at) break;
    end = close + 1;
  }
  // Of "int a, b" the words reach to the comma: the last one is the name of a.
  if (end < at && end > from + 1 && list_.tokens[end].is_one_of({",", "=", "(", "["})) --end;
  if (end == from) return {};
  std::string type = text({from, end});
  for (std::size_t i = at; i > end && list_.tokens[i - 1].is("*"); --i) type += '*';
  return type;
}

std::string HostCode::type_in_statements(std::string_view name) const {
  for (const TokenRange& statement : global_statements_) {
    for (std::size_t i = statement.begin + 1; i < statement.end; ++i) {
      if (list_.tokens[i].is(name) && (may_end_type(list_.tokens[i - 1]) || list_.tokens[i - 1].is(","))) {
        return type_before(i, statement.begin);
      }
    }
  }
  return {};
}

bool HostCode::is_variable_of_file(std::string_view name) const {
  return !type_in_statements(name).empty();
}

std::string HostCode::declared_type(std::string_view name, std::size_t token) const {
  const std::size_t function = function_at(token);
  if (!may_look_at(functions_.size() + (function == npos ? 0 : token - functions_[function].body.begin))) return {};
  if (function == npos) return type_in_statements(name);
  const HostFunction& around = functions_[function];
  for (std::size_t i = std::min(token, around.body.end); i-- > around.body.begin;) {
    if (!list_.tokens[i].is(name) || i == around.body.begin) continue;
    const Token& before = list_.tokens[i - 1];
    const bool declares =
        (may_end_type(before) || before.is(",")) && list_.tokens[i + 1].is_one_of({";", "=", ",", "(", "[", "{"});
    std::string type = declares ? type_before(i, around.body.begin) : std::string();
    if (!type.empty()) return type;
  }
  for (const HostParameter& parameter : around.parameters) {
    if (parameter.name == name) return parameter.type;
  }
  return type_in_statements(name);
}

std::vector<std::size_t> HostCode::calls_of(std::size_t function) const {
  const auto known = uses_.find(functions_.at(function).name);
  std::vector<std::size_t> calls;
  if (known == uses_.end() || !may_look_at(known->second.size() * functions_.size())) return calls;
  for (const std::size_t use : known->second) {
    const std::size_t around = function_at(use);
    if (around != npos && around != function) calls.push_back(use);
  }
  return calls;
}

TokenRange HostCode::call_argument(std::size_t call, std::size_t index) const {
  std::size_t open = call + 1;
  if (list_.tokens[open].is("<")) {
    const std::size_t end = template_end(open);
    if (end == npos) return {};
    open = end + 1;
  }
  if (!list_.tokens[open].is("(") || partners_[open] == npos) return {};
  const auto arguments = split_arguments({open + 1, partners_[open]});
  return index < arguments.size() ? arguments[index] : TokenRange{};
}

TokenRange HostCode::call_template_argument(std::size_t call, std::size_t index) const {
  if (!list_.tokens[call + 1].is("<")) return {};
  const std::size_t end = template_end(call + 1);
  if (end == npos) return {};
  const auto arguments = split_arguments({call + 2, end});
  return index < arguments.size() ? arguments[index] : TokenRange{};
}

bool HostCode::is_of_file(std::string_view name) const {
  return globals_.contains(name) || types_.contains(name);
}

std::string HostCode::plain_type(std::string type) const {
  for (int depth = 0; depth < 8; ++depth) {
    const auto other = types_.find(type);
    const auto macro = list_.macros.find(type);
    if (other != types_.end()) {
      type = other->second;
    } else if (macro != list_.macros.end() && !macro->second.has_parameters && !macro->second.body.empty()) {
      std::string text;
      for (const Token& token : macro->second.body) text += (text.empty() ? "" : " ") + token.text;
      type = text;
    } else {
      break;
    }
  }
  return type;
}

}  // namespace lanescope::catalogue
