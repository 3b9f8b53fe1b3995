#include <limits>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/body_reader.h"
#include "ptx/parse/declaration.h"

namespace lanescope::ptx {

/// Reads ".reg .b32 %r<99>;", ".reg .pred p, q;" or ".reg .v4 .b32 %v;".
bool BodyReader::read_register_declaration() {
  cursor_.advance();
  const std::size_t lanes = cursor_.accept(".v2") ? 2 : cursor_.accept(".v4") ? 4 : 1;
  const std::optional<Type> type = declared_type(cursor_.current().text);
  if (!type) return cursor_.unexpected("the type of a register");
  cursor_.advance();
  BodyDirective& directive = add_directive(BodyDirective::Kind::declaration);
  do {
    std::string_view name;
    if (!cursor_.name(name, "the name of a register")) return false;
    if (lanes > 1) {
      if (!declare_vector(name, *type, lanes, directive)) return false;
      continue;
    }
    Function::RegisterRange range{*type, std::string(name), 0};
    bool fresh = false;
    if (cursor_.accept('<')) {
      std::uint64_t count = 0;
      if (!cursor_.unsigned_number(count, "the count of a register range", std::numeric_limits<std::uint32_t>::max()) ||
          !cursor_.expect('>')) {
        return false;
      }
      if (count == 0) return cursor_.fail(message<"ptx.empty_register_range">(name.substr(0, 60)));
      range.count = static_cast<std::uint32_t>(count);
      fresh = symbols_.declare_register_range(name, *type, range.count);
    } else {
      fresh = symbols_.declare_register(name, *type);
    }
    if (!fresh) return cursor_.fail(message<"ptx.declared_twice">(name.substr(0, 60)));
    directive.registers.emplace_back(range.count == 0 ? range.name : fmt::format("{}<{}>", name, range.count), *type);
    if (scopes_.size() == 1) function_.register_ranges.push_back(std::move(range));
  } while (cursor_.accept(','));
  return cursor_.expect(';');
}

bool BodyReader::declare_vector(std::string_view name, Type type, std::size_t lanes, BodyDirective& directive) {
  if (!symbols_.declare_vector(name, type, lanes)) {
    return cursor_.fail(message<"ptx.declared_twice">(name.substr(0, 60)));
  }
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    directive.registers.emplace_back(component_name(name, lane), type);
    if (scopes_.size() == 1) function_.register_ranges.push_back({type, component_name(name, lane), 0});
  }
  return true;
}

/// Reads ".shared .align 4 .b8 tile[4224];" or ".param .b32 param0;".
bool BodyReader::read_variable_declaration() {
  Variable variable;
  std::string_view name;
  if (cursor_.accept(".extern")) variable.linkage = Linkage::external;
  if (!read_variable(cursor_, variable, name)) return false;
  if (!symbols_.declare_variable(name, variable)) {
    return cursor_.fail(message<"ptx.declared_twice">(name.substr(0, 60)));
  }
  variable.name = function_.variables.back().name;
  add_directive(BodyDirective::Kind::declaration).variables.push_back(std::move(variable));
  return cursor_.expect(';');
}

}  // namespace lanescope::ptx
