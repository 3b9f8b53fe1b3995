// The operations by which ValueFlow explains values (value_flow.h).
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/values/value_flow.h"

namespace lanescope::analysis {

[[nodiscard]] float real(std::uint32_t bits);
/// Returns what the operation makes of two integers; a minimum or maximum is that of signed ones.
[[nodiscard]] std::uint32_t combined(FlowOperation operation, std::uint32_t one, std::uint32_t other);

struct FoundOperation {
  FlowOperation operation = FlowOperation::add;
  bool is_real = false;
};
/// Returns the operation on two values of 32 bits that gives `bits`. A value that is one of the two is explained
/// without an operation, unless it is a sum with 0.
[[nodiscard]] std::optional<FoundOperation> operation_that_gives(std::uint32_t one, std::uint32_t other,
                                                                 std::uint32_t bits);

}  // namespace lanescope::analysis
