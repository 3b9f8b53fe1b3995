#include "ptx/declaration.h"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

namespace warpscope::ptx {
namespace {

/// Far more than any device has, and small enough that no product overflows.
constexpr std::uint64_t largest_variable = std::uint64_t{1} << 48;

bool read_attribute(Reader& reader, std::string& attributes) {
  attributes = ".attribute(";
  reader.advance();
  if (!reader.expect('(')) return false;
  while (!reader.at(')')) {
    if (!reader.at_word() && !reader.at(',') && !reader.at('(')) return reader.unexpected("an attribute");
    if (reader.at('(')) {  // .unified(19, 95)
      do {
        attributes += reader.current().text;
        if (reader.at(',')) attributes += ' ';
        reader.advance();
        if (!reader.at_number() && !reader.at(',') && !reader.at(')')) return reader.unexpected("a number");
      } while (!reader.at(')'));
    }
    attributes += reader.current().text;
    if (reader.at(',')) attributes += ' ';
    reader.advance();
  }
  attributes += ')';
  return reader.expect(')');
}

/// Behind the type of a parameter: ".ptr .global .align 16".
bool read_pointer(Reader& reader, std::string& pointer) {
  pointer = ".ptr";
  reader.advance();
  if (declared_space(reader.current().text)) {
    pointer += fmt::format(" {}", reader.current().text);
    reader.advance();
  }
  if (reader.accept(".align")) {
    std::uint64_t alignment = 0;
    if (!reader.unsigned_number(alignment, "an alignment", 1U << 30)) return false;
    pointer += fmt::format(" .align {}", alignment);
  }
  return true;
}

bool read_dimensions(Reader& reader, Variable& variable) {
  std::uint64_t bytes = std::max(1u, variable.vector * bytes_of(variable.type));
  while (reader.accept('[')) {
    if (variable.dimensions.size() == 8) return reader.fail("an array has more than 8 dimensions");
    std::uint64_t extent = 0;
    if (!reader.at(']') && !reader.unsigned_number(extent, "the size of an array", largest_variable)) return false;
    if (extent == 0 && !variable.dimensions.empty())
      return reader.fail("only the first dimension of an array may be empty");
    if (extent > largest_variable / bytes) return reader.fail("an array is too large");
    bytes *= std::max<std::uint64_t>(extent, 1);
    variable.dimensions.push_back(extent);
    if (!reader.expect(']')) return false;
  }
  return true;
}

}  // namespace

std::optional<Space> declared_space(std::string_view directive) {
  struct Word {
    std::string_view text;
    Space space;
  };
  static constexpr std::array words{Word{".global", Space::global}, Word{".shared", Space::shared},
                                    Word{".local", Space::local}, Word{".const", Space::constant},
                                    Word{".param", Space::param}};
  for (const Word& word : words) {
    if (word.text == directive) return word.space;
  }
  return std::nullopt;
}

std::optional<Type> declared_type(std::string_view directive) {
  if (!directive.starts_with('.')) return std::nullopt;
  return type_named(directive.substr(1));
}

bool read_variable(Reader& reader, Variable& result, std::string_view& name) {
  result.ptx_line = reader.line();
  const std::optional<Space> space = declared_space(reader.current().text);
  if (!space) return reader.unexpected("a state space");
  result.space = *space;
  reader.advance();
  if (reader.at(".attribute") && !read_attribute(reader, result.attributes)) return false;
  if (reader.accept(".align")) {
    std::uint64_t alignment = 0;
    if (!reader.unsigned_number(alignment, "an alignment", 1U << 30)) return false;
    if (!std::has_single_bit(alignment))
      return reader.fail(fmt::format("the alignment {} is no power of 2", alignment));
    result.alignment = static_cast<std::uint32_t>(alignment);
  }
  if (reader.accept(".v2")) {
    result.vector = 2;
  } else if (reader.accept(".v4")) {
    result.vector = 4;
  } else if (reader.accept(".v8")) {
    result.vector = 8;
  }
  const std::optional<Type> type = declared_type(reader.current().text);
  if (!type || *type == Type::pred) return reader.unexpected("the type of a variable");
  result.type = *type;
  reader.advance();
  if (*space == Space::param && reader.at(".ptr") && !read_pointer(reader, result.pointer)) return false;
  if (!reader.name(name, "the name of a variable")) return false;
  result.name = name;
  if (!read_dimensions(reader, result)) return false;
  return !reader.accept('=') || read_initialiser(reader, result);
}

bool read_parameters(Reader& reader, std::vector<Variable>& result) {
  if (!reader.expect('(')) return false;
  if (reader.accept(')')) return true;
  do {
    if (!reader.at(".param")) return reader.unexpected("a .param");
    std::string_view name;
    if (!read_variable(reader, result.emplace_back(), name)) return false;
  } while (reader.accept(','));
  return reader.expect(')');
}

bool read_prototype(Reader& reader, Prototype& result) {
  if (reader.at('(') && !read_parameters(reader, result.results)) return false;
  if (!reader.accept("_")) return reader.unexpected("the '_' of a prototype");
  if (reader.at('(') && !read_parameters(reader, result.parameters)) return false;
  result.no_return = reader.accept(".noreturn");
  return true;
}

}  // namespace warpscope::ptx
