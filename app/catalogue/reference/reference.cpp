#include "catalogue/reference/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalogue/messages.h"
#include "catalogue/reference/reference_rule.h"

namespace lanescope::catalogue {
namespace {

const auto& rules() {
  static const std::array list = {copy_reference(), transpose_reference(), sum_reference(), laplace_reference(),
                                  matmul_reference()};
  return list;
}

Expected<const ReferenceRule*> rule_of(const LaunchPlan& plan) {
  const auto found = std::find_if(rules().begin(), rules().end(), [&](const ReferenceRule& rule) {
    return rule.reference.name == plan.check.reference;
  });
  if (found != rules().end()) return &*found;
  std::vector<std::string> names;
  for (const ReferenceRule& rule : rules()) names.emplace_back(rule.reference.name);
  return failure(message<"reference.unknown">(plan.check.reference), plan.kernel,
                 message<"check.references_are">(join(names, ", ")));
}

}  // namespace

std::string shape_text(const Buffer& buffer) {
  return fmt::format("{} [{}]", buffer.name, fmt::join(buffer.shape, ", "));
}

tl::unexpected<Error> refused(const LaunchPlan& plan, Message what, Message remedy) {
  return failure(message<"reference.refused">(plan.check.reference, what), plan.kernel, std::move(remedy));
}

Expected<std::vector<std::size_t>> inputs_of(const LaunchPlan& plan, std::size_t count, Types types) {
  if (plan.check.inputs.size() < count) {
    return refused(plan, count == 1 ? message<"reference.needs_input">() : message<"reference.needs_inputs">(count),
                   message<"reference.needs_inputs_remedy">());
  }
  const Buffer& output = plan.buffers.at(plan.check.output);
  const std::vector<std::size_t> inputs(plan.check.inputs.begin(),
                                        plan.check.inputs.begin() + static_cast<std::ptrdiff_t>(count));
  for (const std::size_t input : inputs) {
    const Buffer& buffer = plan.buffers.at(input);
    if (types == Types::any || buffer.type == output.type) continue;
    return refused(plan,
                   message<"reference.one_type">(buffer.name, name_of(buffer.type), output.name, name_of(output.type)),
                   message<"reference.one_type_remedy">());
  }
  return inputs;
}

std::span<const Reference> references() {
  static const std::vector<Reference> list = [] {
    std::vector<Reference> all;
    for (const ReferenceRule& rule : rules()) all.push_back(rule.reference);
    return all;
  }();
  return list;
}

Expected<std::optional<MoveProperty>> move_property(const LaunchPlan& plan) {
  if (plan.check.reference.empty()) return std::optional<MoveProperty>();
  TRY(const ReferenceRule* const rule, rule_of(plan));
  if (rule->move == nullptr) return std::optional<MoveProperty>();
  TRY(std::optional<MoveProperty> property, rule->move(plan));
  return property;
}

BufferBytes views_of(const std::vector<std::vector<std::byte>>& buffers) {
  return {buffers.begin(), buffers.end()};
}

Expected<ComputedRows> compute_rows(const LaunchPlan& plan, const BufferBytes& buffers, const WantedRows& wanted) {
  TRY(const ReferenceRule* const rule, rule_of(plan));
  for (const std::size_t input : plan.check.inputs) {
    const Buffer& buffer = plan.buffers.at(input);
    const std::uint64_t given = input < buffers.size() ? buffers[input].size() : 0;
    if (given != buffer.bytes()) {
      return failure(message<"reference.input_bytes">(buffer.name, given, buffer.bytes()), plan.kernel,
                     message<"reference.input_bytes_remedy">());
    }
  }
  return rule->compute(plan, buffers, wanted);
}

Expected<std::vector<std::byte>> compute_reference(const LaunchPlan& plan,
                                                   const std::vector<std::vector<std::byte>>& buffers) {
  TRY(ComputedRows computed, compute_rows(plan, views_of(buffers), {}));
  return std::move(computed.values);
}

}  // namespace lanescope::catalogue
