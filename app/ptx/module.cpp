#include "ptx/module.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/text.h"
#include "ptx/messages.h"

namespace lanescope::ptx {
namespace {

template <class T>
const T* named(const std::vector<T>& list, std::string_view name) {
  const auto place = std::find_if(list.begin(), list.end(), [name](const T& item) { return item.name == name; });
  return place == list.end() ? nullptr : &*place;
}

const BodyDirective* directive_named(const Function& function, BodyDirective::Kind kind, std::string_view name) {
  for (const BodyDirective& directive : function.body_directives) {
    if (directive.kind == kind && directive.name == name) return &directive;
  }
  return nullptr;
}

}  // namespace

Message ptx_place(std::int32_t line, const FunctionName& function) {
  if (function.name.empty()) return message<"place.ptx_line">(line);
  if (function.entry) return message<"place.ptx_line_of_kernel">(line, function.name);
  return message<"place.ptx_line_of_function">(line, function.name);
}

std::uint64_t Variable::elements() const {
  std::uint64_t product = vector;
  for (const std::uint64_t extent : dimensions) product *= extent;
  return product;
}

std::uint64_t Variable::bytes() const {
  return elements() * bytes_of(type);
}

std::uint32_t Variable::natural_alignment() const {
  return alignment != 0 ? alignment : std::max(1u, vector * bytes_of(type));
}

bool operator==(const Variable& a, const Variable& b) {
  const auto all_but_line = [](const Variable& v) {
    return std::tie(v.name, v.space, v.type, v.vector, v.alignment, v.dimensions, v.linkage, v.initial, v.initialised,
                    v.initialiser, v.pointer, v.attributes);
  };
  return all_but_line(a) == all_but_line(b);
}

std::optional<std::uint32_t> Function::label(std::string_view label_name) const {
  const BodyDirective* directive = directive_named(*this, BodyDirective::Kind::label, label_name);
  return directive == nullptr ? std::nullopt : std::optional(directive->before);
}

std::optional<ClusterSize> Function::cluster() const {
  constexpr std::string_view word = ".reqnctapercluster ";
  for (const std::string& directive : directives) {
    if (!directive.starts_with(word)) continue;
    ClusterSize size;
    const std::array<std::uint32_t*, 3> parts = {&size.x, &size.y, &size.z};
    std::string_view rest = std::string_view(directive).substr(word.size());
    for (std::uint32_t* const part : parts) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      *part = static_cast<std::uint32_t>(parse_integer(trim(rest.substr(0, comma))).value_or(1));
      if (comma == rest.size()) break;
      rest.remove_prefix(comma + 1);
    }
    return size;
  }
  return std::nullopt;
}

const std::vector<std::string>* Function::branch_targets(std::string_view label_name) const {
  const BodyDirective* directive = directive_named(*this, BodyDirective::Kind::branch_targets, label_name);
  return directive == nullptr ? nullptr : &directive->targets;
}

const Prototype* Function::prototype(std::string_view label_name) const {
  const BodyDirective* directive = directive_named(*this, BodyDirective::Kind::call_prototype, label_name);
  return directive == nullptr ? nullptr : &directive->prototype;
}

const Variable* Function::variable(std::string_view variable_name) const {
  for (const auto* list : {&variables, &parameters, &results}) {
    if (const Variable* found = named(*list, variable_name)) return found;
  }
  return nullptr;
}

const Function* Module::function(std::string_view name) const {
  const Function* prototype = nullptr;
  for (const Function& candidate : functions) {
    if (candidate.name != name) continue;
    if (candidate.has_body) return &candidate;
    if (prototype == nullptr) prototype = &candidate;
  }
  return prototype;
}

const Variable* Module::variable(std::string_view name) const {
  return named(variables, name);
}

void for_each_static_variable(const Module& module,
                              const std::function<void(const std::string& key, const Variable& variable)>& take) {
  const auto is_static = [](const Variable& variable) {
    return variable.space == Space::global || variable.space == Space::constant;
  };
  for (const Variable& variable : module.variables) {
    if (is_static(variable)) take(variable.name, variable);
  }
  for (const Function& function : module.functions) {
    for (const Variable& variable : function.variables) {
      if (is_static(variable)) take(function.name + "/" + variable.name, variable);
    }
  }
}

}  // namespace lanescope::ptx
