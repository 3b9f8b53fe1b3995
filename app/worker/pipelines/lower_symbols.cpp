#include "worker/pipelines/lower_symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "compiler/host/kernel_names.h"
#include "ptx/signature.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

using catalogue::LaunchPlan;
using catalogue::Symbol;
using Variables = std::vector<ptx::Variable>;

/// Whether a variable has a name that a source can give: compilers add others, such as the texts of printf.
bool is_of_source(const ptx::Variable& variable) {
  return variable.bytes() > 0 && !variable.name.starts_with('$') && !variable.name.starts_with("_ZZ");
}

Message variables_text(const Variables& variables) {
  std::vector<std::string> names;
  for (const ptx::Variable& variable : variables) {
    names.push_back(fmt::format("{} ({} bytes)", compiler::demangled_name(variable.name), variable.bytes()));
  }
  if (names.empty()) return message<"symbol.none_in_program">();
  return message<"symbol.in_program">(join(names, ", "));
}

Status check_size(const LaunchPlan& plan, const Symbol& symbol, const ptx::Variable& variable, const Place& where) {
  const catalogue::Buffer& buffer = plan.buffers.at(*symbol.buffer);
  if (buffer.bytes() == variable.bytes()) return {};
  const std::size_t width = size_of(buffer.type);
  return failure(message<"symbol.buffer_size">(symbol.name, variable.bytes(), buffer.bytes(), buffer.elements(),
                                               name_of(buffer.type)),
                 where,
                 variable.bytes() % width == 0 ? message<"symbol.shape_remedy">(variable.bytes() / width)
                                               : message<"symbol.type_remedy">());
}

Status lower(const LaunchPlan& plan, Symbol& symbol, const Variables& variables, const Place& where) {
  std::vector<const ptx::Variable*> called;
  for (const ptx::Variable& variable : variables) {
    if (variable.name == symbol.name || compiler::matches_name(variable.name, symbol.name)) called.push_back(&variable);
  }
  if (called.empty()) {
    std::vector<std::string> names;
    for (const ptx::Variable& variable : variables) names.push_back(compiler::demangled_name(variable.name));
    const auto near = nearest(symbol.name, names);
    return failure(message<"symbol.unknown_in_program">(symbol.name), where,
                   near ? message<"symbol.did_you_mean">(*near, variables_text(variables)) : variables_text(variables));
  }
  if (called.size() > 1) {
    return failure(message<"symbol.ambiguous">(symbol.name), where,
                   message<"symbol.ambiguous_remedy">(compiler::demangled_name(called[0]->name),
                                                      compiler::demangled_name(called[1]->name)));
  }
  symbol.variable = called.front()->name;
  return symbol.buffer ? check_size(plan, symbol, *called.front(), where) : Status{};
}

}  // namespace

Status refuse_overloads(const LaunchPlan& plan, std::string_view ptx, const catalogue::KernelSource& source) {
  for (const catalogue::Launch& launch : plan.launches) {
    // A launch whose entry the compiler has told apart has kept its name beside it.
    if (launch.call != catalogue::Launch::Call::kernel || !launch.name.empty()) continue;
    const auto called = compiler::overloads_of(ptx, launch.entry);
    if (called.size() < 2) continue;
    return failure(message<"kernel_name.ambiguous">(launch.entry, join(called, ", ")), {source.path, launch.line},
                   message<"kernel_name.ambiguous_remedy">(called.front()));
  }
  return {};
}

Status lower_symbols(LaunchPlan& plan, std::string_view ptx, const catalogue::KernelSource& source) {
  if (plan.symbols.empty()) return {};
  TRY(auto variables, ptx::read_variables(ptx));
  std::erase_if(variables, [](const ptx::Variable& variable) { return !is_of_source(variable); });
  for (Symbol& symbol : plan.symbols) {
    TRY_STATUS(lower(plan, symbol, variables, {source.path, symbol.line}));
  }
  return {};
}

}  // namespace lanescope::worker
