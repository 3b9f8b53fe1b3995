#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "base/function_name.h"
#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/messages.h"
#include "catalogue/propose/entries.h"
#include "catalogue/reference/reference.h"

namespace lanescope::catalogue {
namespace {

void declare_names(const Kernel& kernel, FrontMatter& matter) {
  for (const Parameter& parameter : kernel.parameters) {
    matter.names.add(parameter.name);
    for (std::size_t i = 0; i < parameter.names.size(); ++i) {
      matter.choices.emplace_back(matter.names.add(parameter.name + "_" + parameter.names[i]), parameter.values[i]);
    }
  }
  for (const Size& size : kernel.sizes) matter.names.add(size.name);
  for (const auto& [name, formula] : matter.derived) matter.names.add(name);
  for (const BufferText& buffer : matter.buffers) {
    matter.names.add_other(buffer.without_shape.name, message<"expression.is_buffer">());
  }
}

void for_each_formula(ArgumentText& value, const std::function<void(Formula&)>& action) {
  if (value.has_formula()) action(value.value);
  for (ArgumentText& field : value.fields) for_each_formula(field, action);
}

void for_each_formula(FrontMatter& matter, const std::function<void(Formula&)>& action) {
  const auto if_there = [&](std::optional<Formula>& formula) {
    if (formula) action(*formula);
  };
  for (auto& [name, formula] : matter.derived) action(formula);
  for (Formula& formula : matter.requirements) action(formula);
  for (BufferText& buffer : matter.buffers) {
    for (Formula& formula : buffer.shape) action(formula);
    for (auto* formula : {&buffer.from, &buffer.below, &buffer.step}) {
      if (*formula) action(**formula);
    }
  }
  for (SymbolText& symbol : matter.symbols) for_each_formula(symbol.value, action);
  for (LaunchText& launch : matter.launches) {
    for (Formula& formula : launch.grid) action(formula);
    for (Formula& formula : launch.block) action(formula);
    for (Formula& formula : launch.cluster) action(formula);
    for (TensorMapText& map : launch.tensor_maps) {
      for (auto* const list : {&map.sizes, &map.strides, &map.box, &map.element_strides}) {
        for (Formula& formula : *list) action(formula);
      }
      if_there(map.offset);
    }
    if_there(launch.shared_bytes);
    if_there(launch.cooperative);
    if_there(launch.when);
    if_there(launch.repeat_while);
    for (auto& [name, formula] : launch.update) action(formula);
    for (ArgumentText& argument : launch.arguments) for_each_formula(argument, action);
  }
  action(matter.bytes);
  action(matter.flops);
  if_there(matter.tolerance_factor);
  if_there(matter.sampled_rows);
}

void compile_formulas(FrontMatter& matter, FileErrors& errors) {
  for_each_formula(matter, [&](Formula& formula) {
    auto compiled = Expression::compile(formula.text, matter.names, formula.line);
    if (compiled) {
      formula.compiled = std::move(*compiled);
    } else {
      errors.list.push_back(compiled.error());
    }
  });
}

/// Finds all names that each requirement depends on. Only what a requirement reaches is looked at: of thousands of
/// values that build on each other, all sets together would be a million times as large as the file.
void find_requirement_names(FrontMatter& matter) {
  std::map<std::size_t, const Formula*> formulas;  // of [let], by slot
  for (const auto& [name, formula] : matter.derived) formulas[*matter.names.slot(name)] = &formula;
  for (const Formula& formula : matter.requirements) {
    std::set<std::size_t>& names = matter.requirement_names.emplace_back();
    std::vector<std::size_t> next = formula.compiled.slots();
    while (!next.empty()) {
      const std::size_t slot = next.back();
      next.pop_back();
      const auto derived = formulas.find(slot);
      if (!names.insert(slot).second || derived == formulas.end()) continue;
      const std::vector<std::size_t>& used = derived->second->compiled.slots();
      next.insert(next.end(), used.begin(), used.end());
    }
  }
}

/// Checks what a user sees first: the defaults must give a plan, and its reference must fit the buffers.
void check_defaults(const Kernel& kernel, const Values& values, FileErrors& errors) {
  const auto plan = resolve(kernel, values, 1);
  if (!plan) {
    Error error = plan.error();
    error.what = message<"front_matter.with_defaults">(error.what);
    errors.list.push_back(std::move(error));
  } else if (const auto property = move_property(*plan); !property) {
    errors.add(errors.in_kernel(plan->check.line), property.error().what, property.error().remedy);
  }
}

std::vector<std::size_t> inputs_of(const FrontMatter& matter) {
  std::vector<std::size_t> inputs;
  for (std::size_t i = 0; i < matter.buffers.size(); ++i) {
    const Role role = matter.buffers[i].without_shape.role;
    if (role == Role::in || role == Role::inout) inputs.push_back(i);
  }
  return inputs;
}

bool stands_outside_of_entries(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if (!is_in_entry(text, at)) return true;
  }
  return false;
}

/// Finds the knob on whose names texts of the front matter depend: {element}, [when.element.f32].
std::optional<Parameter> variant_knob(const KernelSource& source, const std::string& text, FileErrors& errors) {
  const auto file = parse_toml(text, {}, errors.path, errors);
  if (!file) return std::nullopt;
  Kernel kernel;
  FileErrors reported_later{errors.path};
  TableReader top(*file, "the front matter", reported_later);
  read_parameters(top, kernel, reported_later);
  std::optional<Parameter> found;
  for (Parameter& parameter : kernel.parameters) {
    const auto depends = [&](const std::string& written) {
      return stands_outside_of_entries(written, "{" + parameter.name + "}") ||
             written.find("[when." + parameter.name + ".") != std::string::npos;
    };
    const bool included = std::any_of(source.headers.begin(), source.headers.end(), [&](const auto& header) {
      return header.first.ends_with(".toml") && depends(header.second);
    });
    if (parameter.names.empty() || (!included && !depends(text))) continue;
    if (found) {
      errors.add(errors.in_kernel(parameter.line), message<"front_matter.two_knobs">(found->name, parameter.name),
                 message<"front_matter.two_knobs_remedy">());
    }
    found = std::move(parameter);
  }
  return found;
}

/// A name in [check] same_as is one of the other entries of this file, where it declares one that is called so.
void find_reference_entry(const KernelSource& source, FrontMatter& matter) {
  Check& check = matter.check;
  if (check.reference_kernel.find('/') != std::string::npos) return;
  const std::string name(function_name(check.reference_kernel));
  const auto launches_it = [&](const LaunchText& launch) { return function_name(launch.entry) == name; };
  if (std::ranges::any_of(matter.launches, launches_it)) return;
  const std::vector<EntryDeclaration> entries = entries_in(source);
  if (std::ranges::find(entries, name, &EntryDeclaration::name) == entries.end()) return;
  check.reference_entry = std::move(check.reference_kernel);
  check.reference_kernel.clear();
}

/// Reads one front matter with all of its expressions. It returns null, with errors, when it cannot be used.
std::shared_ptr<FrontMatter> read_variant(const std::string& text, const Substitutions& substitutions, Kernel& kernel,
                                          FileErrors& errors) {
  auto matter = std::make_shared<FrontMatter>();
  const auto file = assemble(kernel.source, text, substitutions, errors);
  if (!file) return nullptr;
  read_front_matter(*file, kernel, *matter, errors);
  if (!matter->check.reference_kernel.empty()) find_reference_entry(kernel.source, *matter);
  check_whole(kernel, *matter, errors);
  // Without all of its names, an expression would only report what is reported already.
  if (!errors.list.empty()) return nullptr;
  declare_names(kernel, *matter);
  compile_formulas(*matter, errors);
  if (errors.list.empty()) check_uses(*matter, errors);
  if (!errors.list.empty()) return nullptr;
  find_requirement_names(*matter);
  matter->check.inputs = inputs_of(*matter);
  return matter;
}

}  // namespace

tl::expected<Kernel, std::vector<Error>> read_kernel(KernelSource source) {
  const auto matter = front_matter_of(source);
  if (!matter) return tl::unexpected(std::vector<Error>{matter.error()});
  const std::string& text = matter->text;
  FileErrors errors{matter->path};
  const std::optional<Parameter> knob = variant_knob(source, text, errors);
  Kernel kernel;
  kernel.source = std::move(source);
  const std::size_t slash = kernel.source.id.find('/');
  if (slash != std::string::npos) kernel.family = kernel.source.id.substr(0, slash);
  const Kernel empty = kernel;
  const std::size_t default_index = knob ? knob->default_index : 0;
  for (std::size_t i = 0; errors.list.empty() && i < (knob ? knob->names.size() : 1); ++i) {
    Kernel read = empty;
    const Substitutions substitutions =
        knob ? Substitutions{{knob->name, {knob->names[i], knob->names}}} : Substitutions{};
    kernel.variants.push_back(read_variant(text, substitutions, read, errors));
    if (i != default_index || !errors.list.empty()) continue;
    read.variants = std::move(kernel.variants);
    kernel = std::move(read);
  }
  if (!errors.list.empty()) return tl::unexpected(std::move(errors.list));
  kernel.front_matter = kernel.variants[default_index];
  kernel.expect = kernel.front_matter->expect;
  if (knob) {
    kernel.variant_knob = knob->name;
    for (const std::string& name : knob->names) check_defaults(kernel, {{knob->name, name}}, errors);
  } else {
    check_defaults(kernel, {}, errors);
  }
  if (!errors.list.empty()) return tl::unexpected(std::move(errors.list));
  return kernel;
}

bool is_ptx(const KernelSource& source) {
  return source.path.ends_with(".ptx");
}

std::string sidecar_path(const std::string& kernel_path) {
  return std::filesystem::path(kernel_path).replace_extension(".toml").string();
}

std::string sidecar_name(const std::string& kernel_path) {
  return std::filesystem::path(sidecar_path(kernel_path)).filename().string();
}

std::string macro_name(const Parameter& parameter) {
  return lower(parameter.name) == parameter.name ? upper(parameter.name) : parameter.name;
}

std::string macro_name(const Parameter& parameter, const std::string& name) {
  return macro_name(parameter) + "_" + upper(name);
}

std::vector<std::string> written_values(const Parameter& parameter) {
  if (!parameter.names.empty()) return parameter.names;
  std::vector<std::string> written;
  for (const std::int64_t value : parameter.values) written.push_back(std::to_string(value));
  return written;
}

std::string to_text(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

Value value_from_text(const std::string& text) {
  if (const auto number = parse_integer(text)) return *number;
  return text;
}

}  // namespace lanescope::catalogue
