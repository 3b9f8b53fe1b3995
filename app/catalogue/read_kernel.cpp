#include <fmt/format.h>

#include <functional>

#include "base/text.h"
#include "catalogue/comment.h"
#include "catalogue/read_front_matter.h"
#include "catalogue/reference.h"

namespace warpscope::catalogue {
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
    matter.names.add_other(buffer.shape_free.name, "is a buffer, not a number");
  }
}

void for_each_formula(FrontMatter& matter, const std::function<void(Formula&)>& action) {
  const auto if_there = [&](std::optional<Formula>& formula) {
    if (formula) action(*formula);
  };
  for (auto& [name, formula] : matter.derived) action(formula);
  for (Formula& formula : matter.requirements) action(formula);
  for (BufferText& buffer : matter.buffers) {
    for (Formula& formula : buffer.shape) action(formula);
  }
  for (LaunchText& launch : matter.launches) {
    for (Formula& formula : launch.grid) action(formula);
    for (Formula& formula : launch.block) action(formula);
    if_there(launch.shared_bytes);
    if_there(launch.when);
    if_there(launch.repeat_while);
    for (auto& [name, formula] : launch.update) action(formula);
    for (LaunchText::ArgumentText& argument : launch.arguments) {
      if (argument.argument.kind == Argument::Kind::scalar) action(argument.value);
    }
  }
  action(matter.bytes);
  action(matter.flops);
  if_there(matter.tolerance_factor);
  if_there(matter.sampled_rows);
}

void compile_formulas(FrontMatter& matter, FileErrors& errors) {
  for_each_formula(matter, [&](Formula& formula) {
    auto compiled = Expression::compile(formula.text, matter.names, fmt::format("{}:{}", errors.path, formula.line));
    if (compiled) {
      formula.compiled = std::move(*compiled);
    } else {
      errors.list.push_back(compiled.error());
    }
  });
}

void find_requirement_names(FrontMatter& matter) {
  std::vector<std::set<std::size_t>> behind(matter.names.all().size());  // of each slot, with itself
  const auto names_of = [&](const Formula& formula) {
    std::set<std::size_t> names;
    for (const std::size_t slot : formula.compiled.slots()) names.insert(behind[slot].begin(), behind[slot].end());
    return names;
  };
  for (std::size_t slot = 0; slot < behind.size(); ++slot) behind[slot] = {slot};
  for (const auto& [name, formula] : matter.derived) behind[*matter.names.slot(name)].merge(names_of(formula));
  for (const Formula& formula : matter.requirements) matter.requirement_names.push_back(names_of(formula));
}

/// What a user sees first must work: the defaults give a plan, and its reference fits the buffers.
void check_defaults(const Kernel& kernel, FileErrors& errors) {
  const auto plan = resolve(kernel, {}, 1);
  if (!plan) {
    Error error = plan.error();
    error.what = "with the default values, " + error.what;
    errors.list.push_back(std::move(error));
  } else if (const auto property = move_property(*plan); !property) {
    errors.add(plan->check.line, property.error().what, property.error().remedy);
  }
}

std::vector<std::size_t> inputs_of(const FrontMatter& matter) {
  std::vector<std::size_t> inputs;
  for (std::size_t i = 0; i < matter.buffers.size(); ++i) {
    const Role role = matter.buffers[i].shape_free.role;
    if (role == Role::in || role == Role::inout) inputs.push_back(i);
  }
  return inputs;
}

}  // namespace

tl::expected<Kernel, std::vector<Error>> read_kernel(KernelSource source) {
  Kernel kernel;
  kernel.source = std::move(source);
  const std::size_t slash = kernel.source.id.find('/');
  if (slash != std::string::npos) kernel.family = kernel.source.id.substr(0, slash);
  auto text = front_matter_text(kernel.source.text, kernel.source.path);
  if (!text) return tl::unexpected(std::vector<Error>{text.error()});

  FileErrors errors{kernel.source.path, {}};
  auto matter = std::make_shared<FrontMatter>();
  try {
    const toml::table file = toml::parse(*text, kernel.source.path);
    read_front_matter(file, kernel, *matter, errors);
  } catch (const toml::parse_error& error) {
    errors.add(static_cast<int>(error.source().begin.line),
               "the front matter is not TOML: " + std::string(error.description()),
               "mend the line; texts stand in \"quotes\", lists in [ ]");
    return tl::unexpected(std::move(errors.list));
  }
  check_whole(kernel, *matter, errors);
  // Without all of its names an expression would only report what is reported already.
  if (!errors.list.empty()) return tl::unexpected(std::move(errors.list));
  declare_names(kernel, *matter);
  compile_formulas(*matter, errors);
  if (errors.list.empty()) check_uses(*matter, errors);
  if (!errors.list.empty()) return tl::unexpected(std::move(errors.list));
  find_requirement_names(*matter);
  matter->check.inputs = inputs_of(*matter);
  kernel.expect = matter->expect;
  kernel.front_matter = std::move(matter);
  check_defaults(kernel, errors);
  if (!errors.list.empty()) return tl::unexpected(std::move(errors.list));
  return kernel;
}

std::string to_text(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

Value value_from_text(const std::string& text) {
  if (const auto number = parse_integer(text)) return *number;
  return text;
}

}  // namespace warpscope::catalogue
