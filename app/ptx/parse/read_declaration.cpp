#include <limits>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/body_reader.h"
#include "ptx/parse/declaration.h"

namespace lanescope::ptx {

/// Reads ".reg .b32 %r<99>;", ".reg .pred p, q;" or ".reg .v4 .b32 %v, %w<9>;".
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
    bool fresh = false;
    std::uint32_t count = 0;
    if (cursor_.accept('<')) {
      std::uint64_t written = 0;
      if (!cursor_.unsigned_number(written, "the count of a register range",
                                   std::numeric_limits<std::uint32_t>::max()) ||
          !cursor_.expect('>')) {
        return false;
      }
      if (written == 0) return cursor_.fail(message<"ptx.empty_register_range">(name.substr(0, 60)));
      count = static_cast<std::uint32_t>(written);
      fresh = symbols_.declare_register_range(name, *type, count, lanes);
    } else {
      fresh = lanes > 1 ? symbols_.declare_vector(name, *type, lanes) : symbols_.declare_register(name, *type);
    }
    if (!fresh) return cursor_.fail(message<"ptx.declared_twice">(name.substr(0, 60)));
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      Function::RegisterRange range{*type, lanes > 1 ? component_name(name, lane) : std::string(name), count};
      directive.registers.emplace_back(count == 0 ? range.name : fmt::format("{}<{}>", range.name, count), *type);
      if (scopes_.size() == 1) function_.register_ranges.push_back(std::move(range));
    }
  } while (cursor_.accept(','));
  return cursor_.expect(';');
}

/// Reads ".shared .align 4 .b8 tile[4224];" or ".param .b32 param0, param1;".
bool BodyReader::read_variable_declaration() {
  Variable variable;
  std::string_view name;
  if (cursor_.accept(".extern")) variable.linkage = Linkage::external;
  if (!read_variable(cursor_, variable, name)) return false;
  for (bool more = true; more;) {
    if (!symbols_.declare_variable(name, variable)) {
      return cursor_.fail(message<"ptx.declared_twice">(name.substr(0, 60)));
    }
    // Another scope may have the name too.
    add_directive(BodyDirective::Kind::declaration).variables.push_back(function_.variables.back());
    if (!read_further_variable(cursor_, variable, name, more)) return false;
  }
  return true;
}

}  // namespace lanescope::ptx
