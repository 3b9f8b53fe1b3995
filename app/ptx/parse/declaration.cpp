#include "ptx/parse/declaration.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "ptx/declaration_words.h"
#include "ptx/messages.h"

namespace lanescope::ptx {
namespace {

/// Far more than any device has, and small enough that no product overflows.
constexpr std::uint64_t max_variable_bytes = std::uint64_t{1} << 48;

bool read_attribute(TokenCursor& cursor, std::string& attributes) {
  attributes = ".attribute(";
  cursor.advance();
  if (!cursor.expect('(')) return false;
  while (!cursor.at(')')) {
    if (!cursor.at_word() && !cursor.at(',') && !cursor.at('(')) return cursor.unexpected("an attribute");
    if (cursor.at('(')) {  // .unified(19, 95)
      do {
        attributes += cursor.current().text;
        if (cursor.at(',')) attributes += ' ';
        cursor.advance();
        if (!cursor.at_number() && !cursor.at(',') && !cursor.at(')')) return cursor.unexpected("a number");
      } while (!cursor.at(')'));
    }
    attributes += cursor.current().text;
    if (cursor.at(',')) attributes += ' ';
    cursor.advance();
  }
  attributes += ')';
  return cursor.expect(')');
}

/// Reads what follows the type of a parameter: ".ptr .global .align 16".
bool read_pointer(TokenCursor& cursor, std::string& pointer) {
  pointer = ".ptr";
  cursor.advance();
  if (declared_space(cursor.current().text)) {
    pointer += fmt::format(" {}", cursor.current().text);
    cursor.advance();
  }
  if (cursor.accept(".align")) {
    std::uint64_t alignment = 0;
    if (!cursor.unsigned_number(alignment, "an alignment", 1U << 30)) return false;
    pointer += fmt::format(" .align {}", alignment);
  }
  return true;
}

bool read_register_parameter(TokenCursor& cursor, Variable& result, RegisterParameter& reg) {
  result.ptx_line = cursor.line();
  cursor.advance();
  reg.lanes = cursor.accept(".v2") ? 2 : cursor.accept(".v4") ? 4 : 1;
  const std::optional<Type> type = declared_type(cursor.current().text);
  if (!type || (*type == Type::pred && reg.lanes > 1)) return cursor.unexpected("the type of a parameter");
  cursor.advance();
  reg.type = *type;
  result.space = Space::param;
  set_passed_type(result, *type, reg.lanes);
  if (!cursor.name(reg.name, "the name of a register")) return false;
  result.name = fmt::format("{}$param", reg.name);
  return true;
}

bool read_dimensions(TokenCursor& cursor, Variable& variable) {
  std::uint64_t bytes = std::max(1u, variable.vector * bytes_of(variable.type));
  while (cursor.accept('[')) {
    if (variable.dimensions.size() == 8) return cursor.fail(message<"ptx.array_dimensions">());
    std::uint64_t extent = 0;
    if (!cursor.at(']') && !cursor.unsigned_number(extent, "the size of an array", max_variable_bytes)) return false;
    if (extent == 0 && !variable.dimensions.empty()) return cursor.fail(message<"ptx.array_empty_dimension">());
    if (extent > max_variable_bytes / bytes) return cursor.fail(message<"ptx.array_too_large">());
    bytes *= std::max<std::uint64_t>(extent, 1);
    variable.dimensions.push_back(extent);
    if (!cursor.expect(']')) return false;
  }
  return true;
}

/// Reads "tile[4][8] = {1}".
bool read_declarator(TokenCursor& cursor, Variable& variable, std::string_view& name) {
  if (!cursor.name(name, "the name of a variable")) return false;
  variable.name = name;
  if (!read_dimensions(cursor, variable)) return false;
  if (!cursor.accept('=')) return true;
  if (!read_initialiser(cursor, variable)) return false;
  if (!variable.dimensions.empty() && variable.dimensions.front() == 0) {
    variable.dimensions.front() = 1;
    variable.dimensions.front() = (variable.initial.size() + variable.elements() - 1) / variable.elements();
  }
  return true;
}

}  // namespace

std::optional<Space> declared_space(std::string_view directive) {
  return enumerator_of(space_directives, directive);
}

std::optional<Type> declared_type(std::string_view directive) {
  if (!directive.starts_with('.')) return std::nullopt;
  return type_named(directive.substr(1));
}

bool read_variable(TokenCursor& cursor, Variable& result, std::string_view& name) {
  result.ptx_line = cursor.line();
  const std::optional<Space> space = declared_space(cursor.current().text);
  if (!space) return cursor.unexpected("a state space");
  result.space = *space;
  cursor.advance();
  if (cursor.at(".attribute") && !read_attribute(cursor, result.attributes)) return false;
  if (cursor.accept(".align")) {
    std::uint64_t alignment = 0;
    if (!cursor.unsigned_number(alignment, "an alignment", 1U << 30)) return false;
    if (!std::has_single_bit(alignment)) return cursor.fail(message<"ptx.alignment">(alignment));
    result.alignment = static_cast<std::uint32_t>(alignment);
  }
  if (cursor.accept(".v2")) {
    result.vector = 2;
  } else if (cursor.accept(".v4")) {
    result.vector = 4;
  } else if (cursor.accept(".v8")) {
    result.vector = 8;
  }
  const std::optional<Type> type = declared_type(cursor.current().text);
  if (!type || *type == Type::pred) return cursor.unexpected("the type of a variable");
  result.type = *type;
  cursor.advance();
  if (*space == Space::param && cursor.at(".ptr") && !read_pointer(cursor, result.pointer)) return false;
  return read_declarator(cursor, result, name);
}

bool read_further_variable(TokenCursor& cursor, Variable& variable, std::string_view& name, bool& more) {
  more = cursor.accept(',');
  if (!more) return cursor.expect(';');
  variable.ptx_line = cursor.line();
  variable.dimensions.clear();
  variable.initial.clear();
  variable.initialised = false;
  variable.initialiser.clear();
  return read_declarator(cursor, variable, name);
}

void set_passed_type(Variable& parameter, Type type, std::size_t lanes) {
  parameter.type = type == Type::pred ? Type::u32 : type;
  if (lanes == 1) return;
  parameter.alignment = static_cast<std::uint32_t>(lanes * bytes_of(type));
  parameter.dimensions = {parameter.alignment};
  parameter.type = Type::b8;
}

bool read_parameters(TokenCursor& cursor, std::vector<Variable>& result, std::vector<RegisterParameter>* registers) {
  if (!cursor.expect('(')) return false;
  if (cursor.accept(')')) return true;
  do {
    std::string_view name;
    if (registers != nullptr && cursor.at(".reg")) {
      if (!read_register_parameter(cursor, result.emplace_back(), registers->emplace_back())) return false;
      continue;
    }
    if (!cursor.at(".param")) return cursor.unexpected("a .param");
    if (!read_variable(cursor, result.emplace_back(), name)) return false;
    if (registers != nullptr) registers->emplace_back();
  } while (cursor.accept(','));
  return cursor.expect(')');
}

bool read_prototype(TokenCursor& cursor, Prototype& result) {
  if (cursor.at('(') && !read_parameters(cursor, result.results)) return false;
  if (!cursor.accept("_")) return cursor.unexpected("the '_' of a prototype");
  if (cursor.at('(') && !read_parameters(cursor, result.parameters)) return false;
  result.no_return = cursor.accept(".noreturn");
  return true;
}

}  // namespace lanescope::ptx
