#include "ptx/module.h"

#include <algorithm>
#include <tuple>

namespace warpscope::ptx {
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

bool same_text(const Function& a, const Function& b) {
  const auto all_but_instructions = [](const Function& f) {
    return std::tie(f.name, f.entry, f.linkage, f.no_return, f.has_body, f.results, f.parameters, f.directives,
                    f.variables, f.registers, f.register_ranges, f.no_return_callees, f.body_directives, f.locations);
  };
  return all_but_instructions(a) == all_but_instructions(b) &&
         std::equal(a.instructions.begin(), a.instructions.end(), b.instructions.begin(), b.instructions.end(),
                    [](const Instruction& left, const Instruction& right) { return left.same_text(right); });
}

}  // namespace

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

bool same_text(const Module& a, const Module& b) {
  const auto all_but_functions = [](const Module& m) {
    return std::tie(m.version_major, m.version_minor, m.target, m.address_size, m.files, m.variables, m.sections,
                    m.items, m.others);
  };
  return all_but_functions(a) == all_but_functions(b) &&
         std::equal(a.functions.begin(), a.functions.end(), b.functions.begin(), b.functions.end(),
                    [](const Function& left, const Function& right) { return same_text(left, right); });
}

SourcePlaces source_place(const Function& function, const Module& module, std::int32_t location) {
  const auto place_of = [&](const Location& at) {
    const auto file = module.files.find(at.file);
    return SourcePlace{file == module.files.end() ? std::string_view() : file->second, at.line, at.column};
  };
  const auto known = [&](std::int32_t index) {
    return index >= 0 && static_cast<std::size_t>(index) < function.locations.size();
  };
  if (!known(location)) return {};
  const Location* at = &function.locations[static_cast<std::size_t>(location)];
  SourcePlaces places;
  places.innermost = place_of(*at);
  // What parse() made refers to earlier locations only; the bound keeps other chains from going in circles.
  for (std::size_t steps = 0; known(at->inlined_at) && steps < function.locations.size(); ++steps) {
    at = &function.locations[static_cast<std::size_t>(at->inlined_at)];
  }
  places.outermost = place_of(*at);
  return places;
}

}  // namespace warpscope::ptx
