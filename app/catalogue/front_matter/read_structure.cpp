#include <algorithm>

#include "base/rounding.h"
#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

constexpr const char* structure_example = "write { const float* in = in; int n = n; float w[3] = {1, 2, 3} }";
/// Kernels take at most 32,764 bytes of parameters (CUDA Programming Guide, "Function Parameters").
constexpr std::uint64_t max_structure_bytes = 32'764;

/// Splits at a separator outside of all brackets. An empty part after the last separator is left out.
std::vector<std::string_view> split_outside(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char letter = at < text.size() ? text[at] : separator;
    if (letter == '{' || letter == '(' || letter == '[') ++depth;
    if (letter == '}' || letter == ')' || letter == ']') --depth;
    if (letter != separator || (depth > 0 && at < text.size())) continue;
    parts.push_back(trim(text.substr(begin, at - begin)));
    begin = at + 1;
  }
  if (!parts.empty() && parts.back().empty()) parts.pop_back();
  return parts;
}

/// Returns what stands between the outer braces, where one pair of braces holds the whole text.
std::optional<std::string_view> in_braces(std::string_view text) {
  text = trim(text);
  if (!text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
    if (depth == 0 && at + 1 < text.size()) return std::nullopt;
  }
  return trim(text.substr(1, text.size() - 2));
}

/// "float4(1, 2, 3, 4)", "make_float4(...)" or "dim3(8, 8)".
struct VectorValue {
  std::string name;
  CType type;
  std::vector<std::string_view> values;
};
std::optional<VectorValue> vector_value(std::string_view text) {
  text = trim(text);
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return std::nullopt;
  std::string_view name = trim(text.substr(0, open));
  if (name.starts_with("make_")) name.remove_prefix(5);
  const auto type = c_type(name);
  if (!type || type->vector == 1) return std::nullopt;
  VectorValue value{std::string(name), *type, split_outside(text.substr(open + 1, text.size() - open - 2), ',')};
  // As in C++, an extent that is left out is 1.
  while (name == "dim3" && value.values.size() < 3) value.values.emplace_back("1");
  return value;
}

/// It keeps the recursion over structures and lists in one another shallow.
constexpr int max_structure_depth = 32;

/// Returns how many brackets are open at the deepest place.
int nesting_of(std::string_view text) {
  int open = 0, deepest = 0;
  for (const char letter : text) {
    if (letter == '{' || letter == '(') deepest = std::max(deepest, ++open);
    if (letter == '}' || letter == ')') open = std::max(0, open - 1);
  }
  return deepest;
}

/// Appends the values of an initialiser in order, whatever braces stand around them.
void flatten(std::string_view text, std::vector<std::string_view>& values) {
  const auto list = in_braces(text);
  const auto vector = list ? std::nullopt : vector_value(text);
  if (!list && !vector) {
    values.push_back(trim(text));
    return;
  }
  for (const std::string_view part : list ? split_outside(*list, ',') : vector->values) flatten(part, values);
}

/// A field in front of its value: "float w[3]", "struct { int x; } size".
struct Declarator {
  std::string type, name;
  std::uint64_t count = 1;  ///< of an array
  bool array = false;
};
std::optional<Declarator> declarator_of(std::string_view text) {
  Declarator declared;
  text = trim(text);
  while (text.ends_with(']')) {
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos) return std::nullopt;
    const auto extent = parse_integer(trim(text.substr(open + 1, text.size() - open - 2)));
    if (!extent || *extent < 1 || *extent > static_cast<std::int64_t>(max_structure_bytes)) return std::nullopt;
    declared.count = std::min(declared.count * static_cast<std::uint64_t>(*extent), max_structure_bytes + 1);
    declared.array = true;
    text = trim(text.substr(0, open));
  }
  std::size_t begin = text.size();
  while (begin > 0 && is_word_letter(text[begin - 1])) --begin;
  declared.name = text.substr(begin);
  declared.type = trim(text.substr(0, begin));
  const bool good = !declared.name.empty() && !is_digit(declared.name[0]) && !declared.type.empty();
  return good ? std::optional(declared) : std::nullopt;
}

class StructureReader {
 public:
  StructureReader(const Formula& formula, const FrontMatter& matter, FileErrors& errors)
      : formula_(formula), matter_(matter), errors_(errors) {}

  ArgumentText read() {
    ArgumentText argument;
    argument.argument.kind = Argument::Kind::structure;
    argument.argument.name = formula_.text;
    if (nesting_of(formula_.text) > max_structure_depth) {
      refuse(message<"structure.too_deep">(max_structure_depth));
    } else if (const auto vector = vector_value(formula_.text)) {
      add_numbers("", {vector->type}, 1, {formula_.text}, argument);
      argument.structure.alignment = vector->type.alignment();
    } else if (const auto body = in_braces(formula_.text)) {
      add_fields("", *body, argument);
    }
    StructureLayout& structure = argument.structure;
    structure.bytes = round_up(structure.bytes, structure.alignment);
    return argument;
  }

 private:
  void refuse(const Message& what, Message remedy = structure_example) {
    errors_.add(formula_.line, what, std::move(remedy));
  }

  void add_fields(const std::string& prefix, std::string_view body, ArgumentText& into) {
    if (body.empty()) refuse(message<"structure.no_fields">());
    for (const std::string_view field : split_outside(body, ';')) {
      if (field.starts_with('{') || field.starts_with("struct")) {
        add_structure(prefix, field, into);
      } else {
        add_field(prefix, field, into);
      }
    }
  }

  /// "struct { int x = 1; } size": its fields begin where its alignment allows.
  void add_structure(const std::string& prefix, std::string_view text, ArgumentText& into) {
    const std::size_t open = text.find('{'), close = text.rfind('}');
    const auto declared =
        close == std::string_view::npos ? std::nullopt : declarator_of("struct " + std::string(text.substr(close + 1)));
    if (open == std::string_view::npos || !declared) return refuse(message<"structure.no_field">(text));
    ArgumentText inner;
    add_fields("", trim(text.substr(open + 1, close - open - 1)), inner);
    StructureLayout& outer = into.structure;
    outer.alignment = std::max(outer.alignment, inner.structure.alignment);
    const auto bytes = round_up(inner.structure.bytes, inner.structure.alignment);
    outer.bytes = round_up(outer.bytes, inner.structure.alignment);
    const std::string name = prefix + declared->name;
    for (std::uint64_t i = 0; i < declared->count; ++i) {
      if (outer.bytes + bytes > max_structure_bytes) return refuse(message<"structure.too_large">());
      const std::string place = declared->array ? fmt::format("{}[{}].", name, i) : name + ".";
      for (std::size_t field = 0; field < inner.fields.size(); ++field) {
        const StructureLayout::Field& at = inner.structure.fields[field];
        outer.fields.push_back({place + at.name, at.type, outer.bytes + at.offset});
        into.fields.push_back(inner.fields[field]);
      }
      outer.bytes += bytes;
    }
  }

  void add_field(const std::string& prefix, std::string_view text, ArgumentText& into) {
    const std::size_t equals = text.find('=');
    const auto declared = declarator_of(text.substr(0, equals));
    if (!declared) return refuse(message<"structure.no_field">(text));
    const auto type = c_type(declared->type);
    if (!type) {
      return refuse(message<"structure.field_type">(declared->name, declared->type),
                    message<"structure.field_type_remedy">());
    }
    if (equals == std::string_view::npos) {
      return refuse(message<"structure.field_without_value">(declared->name),
                    message<"structure.field_without_value_remedy">(text));
    }
    const std::string_view given = trim(text.substr(equals + 1));
    if (declared->count > max_structure_bytes) return refuse(message<"structure.too_large">());
    if (declared->array && !in_braces(given)) {
      return refuse(message<"structure.array_braces">(declared->name),
                    message<"structure.array_braces_remedy">(text.substr(0, equals)));
    }
    std::vector<std::string_view> values;
    flatten(given, values);
    add_numbers(prefix + declared->name, {*type, declared->array}, declared->count, values, into);
  }

  struct FieldType {
    CType type;
    bool array = false;
  };

  /// Adds one field for each number. As in C++, numbers that are left out in braces are 0.
  void add_numbers(const std::string& name, const FieldType& field, std::uint64_t count,
                   std::vector<std::string_view> values, ArgumentText& into) {
    if (values.size() == 1 && vector_value(values[0])) {
      const std::string_view whole = values[0];
      values.clear();
      flatten(whole, values);
    }
    const CType& type = field.type;
    const std::uint64_t numbers = count * type.vector;
    if (values.size() > numbers || (values.size() < numbers && numbers == type.vector && numbers > 1)) {
      return refuse(message<"structure.array_values">(name.empty() ? formula_.text : name, numbers, values.size()),
                    message<"structure.array_values_remedy">());
    }
    StructureLayout& structure = into.structure;
    structure.alignment = std::max(structure.alignment, type.alignment());
    structure.bytes = round_up(structure.bytes, type.alignment());
    if (structure.bytes + count * type.bytes() > max_structure_bytes) {
      return refuse(message<"structure.too_large">());
    }
    constexpr std::string_view parts = "xyzw";
    for (std::uint64_t i = 0; i < numbers; ++i) {
      std::string place = field.array ? fmt::format("{}[{}]", name, i / type.vector) : name;
      if (type.vector > 1) place += (place.empty() ? "" : ".") + std::string(1, parts[i % type.vector]);
      const std::string value(i < values.size() ? values[i] : "0");
      const CType number{type.element, 1, type.pointer};
      structure.fields.push_back({std::move(place), number, structure.bytes});
      structure.bytes += number.bytes();
      into.fields.push_back(read_value({value, formula_.line}, matter_, {}, errors_));
    }
  }

  const Formula& formula_;
  const FrontMatter& matter_;
  FileErrors& errors_;
};

}  // namespace

bool is_structure(std::string_view text) {
  return in_braces(text).has_value() || vector_value(text).has_value();
}

ArgumentText read_structure(const Formula& formula, const FrontMatter& matter, FileErrors& errors) {
  return StructureReader(formula, matter, errors).read();
}

}  // namespace lanescope::catalogue
