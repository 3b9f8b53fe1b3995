// Which registers of the PTX a memory instruction fills or stores. With them a trace shows where a loaded value goes:
// into shared memory, or how long it stays in a register.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ptx/module.h"
#include "trace/trace.h"

namespace lanescope::model {

/// A register whose load may have given bytes that a store writes, as they are or through copies and conversions.
struct StoredCopy {
  std::uint32_t loaded_register = 0;  ///< the register that was loaded
  std::uint32_t address_offset = 0;   ///< bytes from the lane's address to where the copy begins
  std::uint32_t register_offset = 0;  ///< bytes of the register before it
  std::uint32_t bytes = 4;            ///< of the copy
  std::uint32_t converted = 0;        ///< 1 when another type of the same number is stored, else 0
  friend bool operator==(const StoredCopy&, const StoredCopy&) = default;
};

/// What is said of one site of a trace. Registers have a number in the module.
struct SiteRegisters {
  /// Of a load: the registers that it fills, in the order of their bytes. Of others it is empty.
  std::vector<std::uint32_t> filled;
  std::vector<StoredCopy> copies;  ///< of a store
  /// The registers that some load fills and whose value, or a copy of it, may still be read after this access.
  std::vector<std::uint32_t> live;
  bool only_stored = false;  ///< of a load: all that is done with the value is storing it to shared memory
  bool transposed = false;   ///< of ldmatrix: .trans
  friend bool operator==(const SiteRegisters&, const SiteRegisters&) = default;
};

/// Returns the registers by site. A site whose instruction is not in the module has none.
[[nodiscard]] std::vector<SiteRegisters> site_registers(std::span<const trace::Site> sites, const ptx::Module& module);

}  // namespace lanescope::model
