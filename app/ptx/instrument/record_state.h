// What the functions of an instrumented module know of the launch. Internal to instrument/.
#pragma once

#include <cstdint>
#include <string_view>

#include "ptx/instrument/function_writer.h"
#include "ptx/module.h"

namespace warpscope::ptx {

/// The variable that kernels leave their record parameters in for functions, which have none.
inline constexpr std::string_view record_state = "warpscope_state";
inline constexpr std::uint32_t state_bytes = 56;

/// The value of a record parameter, in a register of its name: a kernel's own, elsewhere the state's.
[[nodiscard]] Operand record_parameter(FunctionWriter& to, std::string_view name);

/// In a kernel: leaves its record parameters in the state.
void store_state(FunctionWriter& to);

[[nodiscard]] Variable state_variable();

}  // namespace warpscope::ptx
