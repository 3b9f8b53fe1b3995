#include "catalogue/reference/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalogue/reference/reference_rule.h"

namespace warpscope::catalogue {
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
  return failure(fmt::format("there is no reference '{}'", plan.check.reference), plan.kernel,
                 "references are " + join(names, ", "));
}

}  // namespace

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

Expected<ComputedRows> compute_rows(const LaunchPlan& plan, const BufferBytes& buffers, const WantedRows& wanted) {
  TRY(const ReferenceRule* const rule, rule_of(plan));
  for (const std::size_t input : plan.check.inputs) {
    const Buffer& buffer = plan.buffers.at(input);
    const std::uint64_t given = input < buffers.size() ? buffers[input].size() : 0;
    if (given != buffer.bytes()) {
      return failure(fmt::format("the input {} has {} bytes, not {}", buffer.name, given, buffer.bytes()), plan.kernel,
                     "give every element of it");
    }
  }
  return rule->compute(plan, buffers, wanted);
}

Expected<std::vector<std::byte>> compute_reference(const LaunchPlan& plan,
                                                   const std::vector<std::vector<std::byte>>& buffers) {
  TRY(ComputedRows computed, compute_rows(plan, buffers, {}));
  return std::move(computed.values);
}

}  // namespace warpscope::catalogue
