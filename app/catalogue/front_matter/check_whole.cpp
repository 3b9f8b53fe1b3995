#include <algorithm>
#include <map>

#include "base/function_name.h"
#include "base/text.h"
#include "catalogue/expression/expression_tree.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

/// Refuses a name that means more than one thing.
void refuse_duplicate_names(const Kernel& kernel, const FrontMatter& matter, FileErrors& errors) {
  std::map<std::string, std::string> owners;
  const std::vector<std::string> functions = function_names(Numbers::integers);
  const auto declare = [&](const std::string& name, const char* table, const Place& line) {
    // A buffer or a size may be called max: a function is told from it by its parenthesis. The order of [let] is not.
    const bool computed = std::string_view(table) == "[parameters]" || std::string_view(table) == "[let]";
    if (computed && std::find(functions.begin(), functions.end(), name) != functions.end()) {
      owners.emplace(name, "the functions of expressions");
    }
    const auto [owner, is_new] = owners.emplace(name, table);
    if (!is_new) {
      errors.add(line, message<"front_matter.name_twice">(name, owner->second, table),
                 message<"front_matter.name_twice_remedy">());
    }
  };
  for (const Parameter& parameter : kernel.parameters) {
    declare(parameter.name, "[parameters]", errors.in_kernel(parameter.line));
    for (const std::string& name : parameter.names) {
      declare(parameter.name + "_" + name, "[parameters]", errors.in_kernel(parameter.line));
    }
  }
  for (const Size& size : kernel.sizes) declare(size.name, "[problem]", errors.in_kernel(size.line));
  for (const auto& [name, formula] : matter.derived) declare(name, "[let]", formula.line);
  for (const BufferText& buffer : matter.buffers) declare(buffer.without_shape.name, "[buffers]", buffer.line);
  for (const LaunchText& launch : matter.launches) {
    // Two launches may use the same name.
    const auto refuse_owned = [&](const std::string& name, const char* table) {
      if (const auto owner = owners.find(name); owner != owners.end()) {
        errors.add(launch.line, message<"front_matter.name_twice">(name, owner->second, table),
                   message<"front_matter.name_twice_remedy">());
      }
    };
    for (const Texture& texture : launch.textures) {
      refuse_owned(texture.name, texture.surface ? "surfaces" : "textures");
    }
    for (const TensorMapText& map : launch.tensor_maps) refuse_owned(map.map.name, "tensor_maps");
  }
}

/// Refuses knobs that would become the same constant of the source, and those that the source defines itself.
void refuse_duplicate_constants(const Kernel& kernel, FileErrors& errors) {
  const std::string code = code_only(kernel.source.text);
  std::map<std::string, std::string> owners;
  for (const Parameter& parameter : kernel.parameters) {
    std::vector<std::string> constants{macro_name(parameter)};
    for (const std::string& name : parameter.names) constants.push_back(macro_name(parameter, name));
    for (const std::string& constant : constants) {
      const auto [owner, is_new] = owners.emplace(constant, parameter.name);
      if (!is_new && owner->second != parameter.name) {
        errors.add(errors.in_kernel(parameter.line),
                   message<"front_matter.same_constant">(owner->second, parameter.name, constant),
                   message<"front_matter.name_twice_remedy">());
      }
      if (const int line = unguarded_definition(code, constant); line > 0) {
        errors.add(errors.in_kernel(parameter.line),
                   message<"front_matter.constant_defined">(line, constant, parameter.name),
                   message<"front_matter.constant_defined_remedy">(constant));
      }
    }
  }
}

/// An early and cheap check: an entry whose name is nowhere in the code cannot exist. The compiler decides the rest.
void refuse_missing_entries(const Kernel& kernel, const FrontMatter& matter, FileErrors& errors) {
  std::vector<std::string> codes = {code_only(kernel.source.text)};
  for (const auto& [name, text] : kernel.source.headers) {
    if (name != sidecar_name(kernel.source.path)) codes.push_back(code_only(text));
  }
  for (const LaunchText& launch : matter.launches) {
    if (launch.call != Launch::Call::kernel || launch.entry.empty()) continue;
    const bool there = std::any_of(codes.begin(), codes.end(), [&](const std::string& code) {
      return has_word(code, function_name(launch.entry));
    });
    if (there) continue;
    errors.add(launch.line, message<"front_matter.no_entry">(launch.entry),
               message<"front_matter.no_entry_remedy">(function_name(launch.entry)));
  }
}

bool names_buffer(const ArgumentText& value, std::size_t buffer) {
  if (value.argument.kind == Argument::Kind::buffer && value.argument.index == buffer) return true;
  return std::ranges::any_of(value.fields, [&](const ArgumentText& field) { return names_buffer(field, buffer); });
}

bool uses(const LaunchText& launch, std::size_t buffer) {
  const auto names_it = [&](const ArgumentText& argument) { return names_buffer(argument, buffer); };
  return std::any_of(launch.arguments.begin(), launch.arguments.end(), names_it) ||
         std::any_of(launch.textures.begin(), launch.textures.end(),
                     [&](const Texture& texture) { return texture.buffer == buffer; }) ||
         std::any_of(launch.tensor_maps.begin(), launch.tensor_maps.end(),
                     [&](const TensorMapText& map) { return map.map.buffer == buffer; }) ||
         std::any_of(launch.swap.begin(), launch.swap.end(),
                     [&](const auto& pair) { return pair.first == buffer || pair.second == buffer; });
}

}  // namespace

void check_uses(const FrontMatter& matter, FileErrors& errors) {
  for (std::size_t i = 0; i < matter.buffers.size(); ++i) {
    const auto holds_it = [&](const SymbolText& symbol) {
      return symbol.buffer == i || (!symbol.buffer && names_buffer(symbol.value, i));
    };
    if (std::ranges::any_of(matter.symbols, holds_it)) continue;
    if (std::any_of(matter.launches.begin(), matter.launches.end(), [&](const auto& each) { return uses(each, i); })) {
      continue;
    }
    errors.add(matter.buffers[i].line, message<"front_matter.unused_buffer">(matter.buffers[i].without_shape.name),
               message<"front_matter.unused_buffer_remedy">());
  }
}

void check_whole(const Kernel& kernel, const FrontMatter& matter, FileErrors& errors) {
  refuse_duplicate_names(kernel, matter, errors);
  refuse_duplicate_constants(kernel, errors);
  refuse_missing_entries(kernel, matter, errors);
}

}  // namespace lanescope::catalogue
