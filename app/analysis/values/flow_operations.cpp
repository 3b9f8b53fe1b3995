#include "analysis/values/flow_operations.h"

#include <bit>

namespace lanescope::analysis {

float real(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

std::uint32_t combined(FlowOperation operation, std::uint32_t one, std::uint32_t other) {
  const auto left = std::bit_cast<std::int32_t>(one), right = std::bit_cast<std::int32_t>(other);
  if (operation == FlowOperation::add) return one + other;
  if (operation == FlowOperation::multiply) return one * other;
  if (operation == FlowOperation::minimum) return left < right ? one : other;
  if (operation == FlowOperation::maximum) return left < right ? other : one;
  if (operation == FlowOperation::bit_and) return one & other;
  return operation == FlowOperation::bit_or ? one | other : one ^ other;
}

std::optional<FoundOperation> operation_that_gives(std::uint32_t one, std::uint32_t other, std::uint32_t bits) {
  using enum FlowOperation;
  if (one + other == bits) return FoundOperation{add, false};
  if (bits == one || bits == other || bits == 0) return std::nullopt;
  if (std::bit_cast<std::uint32_t>(real(one) + real(other)) == bits) return FoundOperation{add, true};
  if (std::bit_cast<std::uint32_t>(real(one) * real(other)) == bits) return FoundOperation{multiply, true};
  for (const FlowOperation operation : {multiply, bit_xor, bit_or, bit_and}) {
    if (combined(operation, one, other) == bits) return FoundOperation{operation, false};
  }
  return std::nullopt;
}

}  // namespace lanescope::analysis
