#include "catalogue/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalogue/reference_rule.h"

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
  auto rule = rule_of(plan);
  if (!rule) return failure(rule.error());
  if ((*rule)->move == nullptr) return std::optional<MoveProperty>();
  auto property = (*rule)->move(plan);
  if (!property) return failure(property.error());
  return std::optional<MoveProperty>(*property);
}

Expected<ComputedRows> compute_rows(const LaunchPlan& plan, const BufferBytes& buffers, const WantedRows& wanted) {
  auto rule = rule_of(plan);
  if (!rule) return failure(rule.error());
  for (const std::size_t input : plan.check.inputs) {
    const Buffer& buffer = plan.buffers.at(input);
    const std::uint64_t given = input < buffers.size() ? buffers[input].size() : 0;
    if (given != buffer.bytes()) {
      return failure(fmt::format("the input {} has {} bytes, not {}", buffer.name, given, buffer.bytes()), plan.kernel,
                     "give every element of it");
    }
  }
  return (*rule)->compute(plan, buffers, wanted);
}

Expected<std::vector<std::byte>> compute_reference(const LaunchPlan& plan,
                                                   const std::vector<std::vector<std::byte>>& buffers) {
  auto computed = compute_rows(plan, buffers, {});
  if (!computed) return failure(computed.error());
  return std::move(computed->values);
}

}  // namespace warpscope::catalogue
