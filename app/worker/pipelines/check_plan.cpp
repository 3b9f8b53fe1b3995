#include "worker/pipelines/check_plan.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "catalogue/element.h"
#include "catalogue/propose/entries.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

using catalogue::ElementType;
using catalogue::EntryParameter;

/// Returns the parameters of a kernel by its name in the PTX; none where the name does not tell them.
std::vector<EntryParameter> parameters_of(const std::string& lowered) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(lowered.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || text == nullptr) return {};
  const std::string whole = text.get();
  // "void lesson::reduce<float, 256>(float*, float const*, unsigned long)": the last brackets are the parameters.
  int depth = 0;
  std::size_t open = whole.size();
  while (open > 0) {
    --open;
    depth += whole[open] == ')' ? 1 : whole[open] == '(' ? -1 : 0;
    if (depth == 0) break;
  }
  if (depth != 0 || !whole.ends_with(')')) return {};
  std::string declaration = "__global__ void entry(";
  const auto types = catalogue::split_list(std::string_view(whole).substr(open + 1, whole.size() - open - 2));
  for (std::size_t i = 0; i < types.size(); ++i) {
    declaration += fmt::format("{}{} p{}", i == 0 ? "" : ", ", types[i], i);
  }
  const auto entries = catalogue::entries_in({"entry", "entry.cu", declaration + ") {}", {}});
  return entries.size() == 1 ? entries[0].parameters : std::vector<EntryParameter>{};
}

bool is_byte(ElementType type) {
  return size_of(type) == 1;
}

bool may_take(const EntryParameter& parameter, ElementType held) {
  const bool known = parameter.pointer && parameter.element && parameter.type.find("**") == std::string::npos;
  if (!known || *parameter.element == held || is_byte(*parameter.element) || is_byte(held)) return true;
  const bool both_floating = !is_integer(*parameter.element) && !is_integer(held);
  return size_of(*parameter.element) == size_of(held) && !both_floating;
}

}  // namespace

Status check_types(const catalogue::LaunchPlan& plan, const catalogue::KernelSource& source) {
  for (const catalogue::Launch& launch : plan.launches) {
    if (launch.call != catalogue::Launch::Call::kernel) continue;
    const std::vector<EntryParameter> parameters = parameters_of(launch.entry);
    // A launch with another number of arguments is refused elsewhere.
    if (parameters.size() != launch.arguments.size()) continue;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const catalogue::Argument& argument = launch.arguments[i];
      if (argument.kind != catalogue::Argument::Kind::buffer) continue;
      const catalogue::Buffer& buffer = plan.buffers.at(argument.index);
      if (may_take(parameters[i], buffer.type)) continue;
      const std::string_view wanted = name_of(*parameters[i].element);
      return failure(
          message<"arguments.buffer_type">(buffer.name, name_of(buffer.type), i + 1,
                                           launch.name.empty() ? launch.entry : launch.name, parameters[i].type),
          source.path, message<"arguments.buffer_type_remedy">(wanted, wanted, wanted));
    }
  }
  return {};
}

Status check_threads(const catalogue::LaunchPlan& plan, const compiler::Compiled& compiled,
                     const catalogue::KernelSource& source) {
  for (const catalogue::Launch& launch : plan.launches) {
    const auto found = compiled.entries.find(launch.entry);
    if (launch.call != catalogue::Launch::Call::kernel || found == compiled.entries.end()) continue;
    const int max_block_threads = found->second.max_threads;
    if (max_block_threads <= 0 || launch.block.count() <= static_cast<std::uint64_t>(max_block_threads)) continue;
    return failure(FaultKind::launch,
                   message<"launch.bounds">(launch.block.count(), launch.name.empty() ? launch.entry : launch.name,
                                            max_block_threads),
                   source.path, message<"launch.bounds_remedy">(max_block_threads, max_block_threads));
  }
  return {};
}

}  // namespace lanescope::worker
