// A shorter program that accesses global memory at the same addresses: what only computes values is left out.
#pragma once

#include "ptx/module.h"

namespace warpscope::ptx {

struct AddressSlice {
  Module module;
  bool loads_decide = true;  ///< something that is read from memory may decide what is accessed
};

/// Returns the module without arithmetic, and without accesses to shared and local memory, whose results decide no
/// address, no branch and no predicate. All accesses to global memory stay, with their lines; what they store is
/// undefined unless loads decide. A module with calls of functions stays as it is.
[[nodiscard]] AddressSlice address_slice(const Module& module);

}  // namespace warpscope::ptx
