#include "catalogue/propose/entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/function_name.h"
#include "base/text.h"
#include "catalogue/c_types.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/propose/ptx_hints.h"

namespace lanescope::catalogue {
namespace {

constexpr std::size_t npos = std::string_view::npos;

/// Returns the place of the bracket that closes the one at `open`.
std::size_t closing_bracket(std::string_view code, std::size_t open, char begin, char end) {
  int depth = 0;
  for (std::size_t at = open; at < code.size(); ++at) {
    depth += code[at] == begin ? 1 : code[at] == end ? -1 : 0;
    if (depth == 0) return at;
  }
  return npos;
}

/// Returns the next place of a word that is no part of a longer one.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != npos; at = text.find(word, at + 1)) {
    const std::size_t after = at + word.size();
    const bool begins = at == 0 || !is_word_letter(text[at - 1]);
    if (begins && (after == text.size() || !is_word_letter(text[after]))) return at;
  }
  return npos;
}

/// Takes a word out wherever it stands, and tells whether it stood there.
bool remove_word(std::string& text, std::string_view word) {
  bool found = false;
  for (std::size_t at = find_word(text, word, 0); at != npos; at = find_word(text, word, at)) {
    text.erase(at, word.size());
    found = true;
  }
  return found;
}

std::string_view last_word(std::string_view text) {
  text = trim(text);
  std::size_t begin = text.size();
  while (begin > 0 && is_word_letter(text[begin - 1])) --begin;
  return text.substr(begin);
}

/// The extents of "float (*grid)[4][64]".
struct ArrayExtents {
  std::string text;        ///< "[4][64]"; empty for a parameter that has none
  std::int64_t count = 1;  ///< their product; 0 where one of them is no literal number
};

/// Takes the extents behind a pointer to an array away, so that "float *grid" remains.
ArrayExtents take_extents(std::string& text) {
  constexpr std::int64_t max_extent = 1 << 20;
  const std::size_t open = text.find('('), close = text.find(')');
  if (open == npos || close == npos || close < open) return {};
  const std::string declared = text.substr(open + 1, close - open - 1);
  if (!trim(declared).starts_with('*')) return {};
  ArrayExtents extents{std::string(trim(std::string_view(text).substr(close + 1)))};
  for (const std::string_view part : split(extents.text, ']')) {
    if (trim(part).empty()) continue;
    const auto extent = parse_integer(trim(trim(part).substr(1)));
    const bool fits = extent && *extent > 0 && *extent <= max_extent && extents.count <= max_extent;
    extents.count = fits ? extents.count * *extent : 0;
  }
  text = text.substr(0, open) + declared;
  return extents;
}

EntryParameter parameter_of(std::string text) {
  text = text.substr(0, text.find('='));
  EntryParameter parameter;
  const ArrayExtents extents = take_extents(text);
  for (const char* word : {"__restrict__", "__restrict", "restrict", "volatile", "__grid_constant__"}) {
    remove_word(text, word);
  }
  if (const std::size_t bracket = text.find('['); bracket != npos) {
    parameter.pointer = true;
    text.resize(bracket);
  }
  parameter.name = last_word(text);
  std::string type(trim(std::string_view(text).substr(0, text.rfind(parameter.name))));
  parameter.type = type + (parameter.pointer ? "*" : "");
  parameter.table = std::ranges::count(parameter.type, '*') > 1;
  const std::size_t star = type.find('*');
  if (star != npos) {
    parameter.pointer = true;
    type.resize(star);
  }
  if (!extents.text.empty()) parameter.type = fmt::format("{} (*){}", trim(type), extents.text);
  parameter.constant = remove_word(type, "const");
  if (parameter.table) {
    parameter.element = ElementType::u64;
  } else if (parameter.pointer && trim(type) == "void") {
    parameter.element = ElementType::u8;
    parameter.vector = bytes_behind_void;
  } else if (const auto known = extents.count == 0 ? std::nullopt : c_type(type)) {
    parameter.element = known->element;
    parameter.vector = extents.count * known->vector;
  }
  return parameter;
}

/// Returns the code between the braces of a structure that the file declares; nothing when it declares none.
std::optional<std::string_view> body_of_structure(std::string_view code, std::string_view name) {
  name = function_name(name);
  for (std::size_t at = find_word(code, name, 0); at != npos; at = find_word(code, name, at + 1)) {
    const std::string_view before = trim(code.substr(0, at));
    const bool aligned = before.ends_with(')');
    const std::string_view word = last_word(aligned ? before.substr(0, before.rfind('(')) : before);
    const bool declared = word == "struct" || word == "class" || word == "alignas" || word == "__align__";
    const std::size_t brace = code.find_first_not_of(" \t\r\n", at + name.size());
    if (!declared || brace == npos || code[brace] != '{') continue;
    const std::size_t end = closing_bracket(code, brace, '{', '}');
    if (end != npos) return code.substr(brace + 1, end - brace - 1);
  }
  return std::nullopt;
}

/// Reads the fields of a structure. A body with more than plain fields (functions, bases, nested types) gives none.
void read_fields(std::string_view code, EntryParameter& parameter, int depth) {
  constexpr int max_depth = 8;
  std::string name = parameter.type;
  for (const char* word : {"const", "struct", "class"}) remove_word(name, word);
  const auto body = body_of_structure(code, trim(name));
  if (!body || depth == max_depth || body->find_first_of("(){}:") != npos) return;
  for (const std::string_view declaration : split(*body, ';')) {
    const std::string text(trim(declaration));
    if (text.empty()) continue;
    const std::vector<std::string> names = split_list(text);
    for (const std::string& each : names) {
      // "float x, y" declares both with the type of the first.
      const std::string type(trim(std::string_view(names[0]).substr(
          0, names[0].rfind(last_word(names[0].substr(0, names[0].find_first_of("[=")))))));
      const std::string whole = &each == names.data() ? each : type + " " + each;
      const std::size_t bracket = std::min(whole.find('['), whole.find('='));
      EntryParameter field = parameter_of(whole.substr(0, bracket));
      if (bracket != npos && whole[bracket] == '[') field.array = whole.substr(bracket, whole.rfind(']') + 1 - bracket);
      if (!field.pointer && !field.element) read_fields(code, field, depth + 1);
      parameter.fields.push_back(std::move(field));
    }
  }
}

/// Reads the parameters of the template whose declaration stands directly before `at`.
void read_template_before(std::string_view code, std::size_t at, EntryDeclaration& entry) {
  const std::size_t from = code.substr(0, at).find_last_of(";}{");
  const std::size_t begin = find_word(code.substr(0, at), "template", from == npos ? 0 : from);
  const std::size_t open = begin == npos ? npos : code.find('<', begin);
  const std::size_t close = open == npos ? npos : closing_bracket(code, open, '<', '>');
  if (close == npos || close > at) return;
  for (const std::string& each : split_list(code.substr(open + 1, close - open - 1))) {
    const std::size_t equals = each.find('=');
    entry.template_types.push_back(each.starts_with("typename") || each.starts_with("class"));
    entry.template_parameters.emplace_back(last_word(std::string_view(each).substr(0, equals)));
    entry.template_defaults.emplace_back(equals == npos ? std::string_view()
                                                        : trim(std::string_view(each).substr(equals + 1)));
  }
}

int line_number_at(std::string_view text, std::size_t position) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

/// Reads "template __global__ void copy<float, 32>(...);", which tells the arguments that a project uses.
void read_instantiations(std::string_view code, EntryDeclaration& entry) {
  if (entry.template_parameters.empty()) return;
  for (std::size_t at = find_word(code, entry.name, 0); at != npos; at = find_word(code, entry.name, at + 1)) {
    const std::size_t from = code.substr(0, at).find_last_of(";}{#");
    const std::string_view before = code.substr(from == npos ? 0 : from + 1, at - (from == npos ? 0 : from + 1));
    // A macro's own parameters are no arguments; where it is used is looked at elsewhere.
    if (from != npos && code[from] == '#' && before.starts_with("define")) continue;
    const std::size_t word = find_word(before, "template", 0);
    const bool instantiates =
        word != npos && trim(before.substr(word + 8)).substr(0, 1) != "<" && has_word(before, "__global__");
    const std::size_t open = at + entry.name.size();
    const std::size_t close =
        instantiates && open < code.size() && code[open] == '<' ? closing_bracket(code, open, '<', '>') : npos;
    if (close != npos) entry.instantiations.push_back(entry.name + std::string(code.substr(open, close + 1 - open)));
  }
}

/// Returns the namespaces around a place, "sum::detail::".
std::string scope_at(std::string_view code, std::size_t at) {
  std::string scope;
  for (std::size_t word = find_word(code, "namespace", 0); word < at; word = find_word(code, "namespace", word + 1)) {
    const std::size_t open = code.find_first_of("{;=", word);
    if (open == npos || open >= at || code[open] != '{') continue;
    const std::size_t close = closing_bracket(code, open, '{', '}');
    const std::string_view name = trim(code.substr(word + 9, open - word - 9));
    const bool usual = !name.empty() && name.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:") == npos;
    if ((close == npos || close > at) && usual) scope += std::string(name) + "::";
  }
  return scope;
}

std::vector<EntryDeclaration> entries_of_cuda(const std::string& code) {
  std::vector<EntryDeclaration> entries;
  for (std::size_t at = find_word(code, "__global__", 0); at != npos; at = find_word(code, "__global__", at + 1)) {
    std::size_t open = code.find('(', at);
    std::optional<std::string> bound;
    // Attributes such as __launch_bounds__(256) take arguments too, and stand before or after the type.
    while (open != npos && last_word(std::string_view(code).substr(at, open - at)).starts_with("__")) {
      const std::size_t close = closing_bracket(code, open, '(', ')');
      if (close != npos && last_word(std::string_view(code).substr(at, open - at)) == "__launch_bounds__") {
        const auto numbers = split_list(std::string_view(code).substr(open + 1, close - open - 1));
        if (!numbers.empty() && parse_integer(numbers[0])) bound = numbers[0];
      }
      open = close == npos ? npos : code.find('(', close);
    }
    const std::size_t close = open == npos ? npos : closing_bracket(code, open, '(', ')');
    const std::size_t brace = close == npos ? npos : code.find_first_not_of(" \t\r\n", close + 1);
    if (brace == npos || code[brace] != '{') continue;
    const std::size_t end = closing_bracket(code, brace, '{', '}');
    EntryDeclaration entry;
    entry.name = last_word(std::string_view(code).substr(at, open - at));
    entry.line = line_number_at(code, open);
    entry.scope = scope_at(code, at);
    read_template_before(code, at, entry);
    for (std::string& parameter : split_list(std::string_view(code).substr(open + 1, close - open - 1))) {
      if (parameter == "void") continue;
      EntryParameter& added = entry.parameters.emplace_back(parameter_of(std::move(parameter)));
      if (!added.pointer && !added.element) read_fields(code, added, 0);
    }
    entry.body = code.substr(brace, end == npos ? npos : end - brace + 1);
    // On one axis the most threads are usually those that the code is written for.
    if (entry.body.find("threadIdx.y") == npos) entry.block = bound;
    if (bound) entry.most_threads = std::clamp<std::int64_t>(*parse_integer(*bound), 1, entry.most_threads);
    read_instantiations(code, entry);
    if (!entry.name.empty()) entries.push_back(std::move(entry));
  }
  return entries;
}

/// Returns the threads of a block of that shape, "128, 2, 1", at most `limit`.
std::int64_t threads_in(std::string_view block, std::int64_t limit) {
  std::int64_t threads = 1;
  for (const std::string& extent : split_list(block)) {
    threads = std::min(limit, threads * std::clamp<std::int64_t>(parse_integer(extent).value_or(1), 1, limit));
  }
  return threads;
}

/// Returns the type of a number that PTX calls ".u32" or ".f64".
std::optional<ElementType> element_in_ptx(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> types = {
      {{".s", "i"}, {".u", "u"}, {".b", "u"}, {".f", "f"}}};
  for (const auto& [prefix, letter] : types) {
    if (!prefix.empty() && type.starts_with(prefix))
      return element_type(std::string(letter) + std::string(type.substr(2)));
  }
  return std::nullopt;
}

EntryParameter parameter_in_ptx(const std::string& text, const std::map<std::string, PointerHint>& hints) {
  EntryParameter parameter;
  for (const std::string_view word : split(text, ' ')) {
    if (word == ".ptr") parameter.pointer = true;
    if (!parameter.element && word != ".param" && word != ".ptr") parameter.element = element_in_ptx(word);
    if (parameter.type.empty() && parameter.element) parameter.type = word;
  }
  parameter.name = last_word(std::string_view(text).substr(0, text.find('[')));
  if (text.find('[') != npos) parameter.element = std::nullopt;
  const auto hint = hints.find(parameter.name);
  const bool wide = parameter.element && size_of(*parameter.element) == 8 && is_integer(*parameter.element);
  parameter.pointer = parameter.pointer || (wide && hint != hints.end());
  if (!parameter.pointer) return parameter;
  // A pointer of which no access tells the type is left as f32, the usual one.
  parameter.element = ElementType::f32;
  if (hint == hints.end()) return parameter;
  parameter.element = hint->second.element.value_or(ElementType::f32);
  parameter.constant = hint->second.loads && !hint->second.stores;
  parameter.written = hint->second.stores && !hint->second.loads;
  return parameter;
}

std::vector<EntryDeclaration> entries_of_ptx(const std::string& code) {
  std::vector<EntryDeclaration> entries;
  std::set<std::string> names;  // of several modules that hold the same kernel, the first describes it
  std::size_t counted = 0;
  int line = 1;
  for (std::size_t at = code.find(".entry"); at != npos; at = code.find(".entry", at + 1)) {
    const std::size_t brace = code.find('{', at), semicolon = code.find(';', at);
    if (brace == npos || semicolon < brace) continue;
    line += static_cast<int>(std::count(code.begin() + static_cast<std::ptrdiff_t>(counted),
                                        code.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    const std::string_view head = std::string_view(code).substr(at + 6, brace - at - 6);
    const std::size_t open = head.find('('), close = head.find(')');
    EntryDeclaration entry;
    entry.name = trim(head.substr(0, std::min(open, head.find_first_of("\n."))));
    if (!names.insert(entry.name).second) continue;
    entry.line = line;
    const std::size_t end = closing_bracket(code, brace, '{', '}');
    entry.body = code.substr(brace, end == npos ? npos : end - brace + 1);
    if (open != npos && close != npos) {
      const auto hints = pointer_hints(entry.body);
      for (std::string& parameter : split_list(head.substr(open + 1, close - open - 1))) {
        std::ranges::replace(parameter, '\t', ' ');
        std::ranges::replace(parameter, '\n', ' ');
        entry.parameters.push_back(parameter_in_ptx(parameter, hints));
      }
    }
    for (const std::string_view directive : {std::string_view(".reqntid"), std::string_view(".maxntid")}) {
      const std::size_t found = head.find(directive);
      if (found == npos || entry.block) continue;
      const std::string_view numbers = trim(head.substr(found + directive.size()));
      entry.block = std::string(trim(numbers.substr(0, numbers.find_first_not_of("0123456789, "))));
      entry.has_fixed_block = directive == ".reqntid";
      entry.most_threads = threads_in(*entry.block, entry.most_threads);
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

std::string EntryDeclaration::text() const {
  std::vector<std::string> parts;
  for (const EntryParameter& parameter : parameters) parts.push_back(parameter.type + " " + parameter.name);
  const std::string arguments =
      template_parameters.empty() ? std::string() : "<" + join(template_parameters, ", ") + ">";
  return fmt::format("{}{}({})", name, arguments, join(parts, ", "));
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char letter = at < text.size() ? text[at] : ',';
    if (letter == '<' || letter == '(' || letter == '[') ++depth;
    if (letter == '>' || letter == ')' || letter == ']') --depth;
    if (letter != ',' || (depth > 0 && at < text.size())) continue;
    if (const std::string_view part = trim(text.substr(begin, at - begin)); !part.empty()) parts.emplace_back(part);
    begin = at + 1;
  }
  return parts;
}

std::vector<EntryDeclaration> entries_in(const KernelSource& source) {
  const std::string code = code_only(source.text);
  std::vector<EntryDeclaration> entries = is_ptx(source) ? entries_of_ptx(code) : entries_of_cuda(code);
  return entries.empty() ? entries_in_headers(source) : entries;
}

std::vector<EntryDeclaration> all_entries_in(const KernelSource& source) {
  std::vector<EntryDeclaration> entries = entries_in(source);
  if (entries.empty() || !entries.front().file.empty() || is_ptx(source)) return entries;
  std::ranges::move(entries_in_headers(source), std::back_inserter(entries));
  return entries;
}

std::vector<EntryDeclaration> entries_in_headers(const KernelSource& source) {
  std::vector<EntryDeclaration> entries;
  for (const auto& [name, text] : source.headers) {
    if (name.ends_with(".toml")) continue;
    for (EntryDeclaration& entry : entries_of_cuda(code_only(text))) {
      entry.file = name;
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

EntryDeclaration with_arguments(EntryDeclaration declaration, std::string_view entry) {
  const std::size_t open = entry.find('<');
  if (open == npos) return declaration;
  const std::vector<std::string> arguments = split_list(entry.substr(open + 1, entry.rfind('>') - open - 1));
  for (EntryParameter& parameter : declaration.parameters) {
    std::string type = parameter.type;
    for (std::size_t i = 0; i < std::min(arguments.size(), declaration.template_parameters.size()); ++i) {
      const std::string& name = declaration.template_parameters[i];
      for (std::size_t at = find_word(type, name, 0); at != npos;
           at = find_word(type, name, at + arguments[i].size())) {
        type.replace(at, name.size(), arguments[i]);
      }
    }
    if (type == parameter.type) continue;
    // The name of a pointer to an array stands inside of its type.
    const std::size_t star = type.find("(*");
    parameter = parameter_of(type.insert(star == npos ? type.size() : star + 2, " " + parameter.name));
  }
  return declaration;
}

}  // namespace lanescope::catalogue
