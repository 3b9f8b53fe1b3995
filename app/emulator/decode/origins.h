// Where the addresses of a function's memory instructions come from, as far as the text tells.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ptx/module.h"

namespace lanescope::emulator {

/// What a register may have been computed from: bit n for Origins::names[n].
using OriginMask = std::uint64_t;
/// Something that has no bit: a value from memory beside a name, or one name too many.
inline constexpr OriginMask unknown_origin = OriginMask{1} << 63;

/// The name of the shared memory that the system keeps, in Origins::names.
inline constexpr const char* reserved_shared = "%reserved_smem";

struct Origins {
  /// Parameters of the function, variables that it mentions, "%envreg" and `reserved_shared`, each once; at most 63.
  std::vector<std::string> names;
  std::vector<OriginMask> registers;  ///< by register of the function; 0: of none of the names

  /// Of an operand that is an address, a register or a symbol.
  [[nodiscard]] OriginMask of(const ptx::Operand& operand) const;
};

/// Follows moves, arithmetic and selections, without regard to the order of the instructions. A register that is
/// written in several places has the origins of all; where variables are not in each of them, unknown_origin too.
/// Values read from memory have none, parameters have their own.
[[nodiscard]] Origins origins_of(const ptx::Function& function);

}  // namespace lanescope::emulator
