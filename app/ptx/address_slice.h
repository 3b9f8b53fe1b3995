// A shorter program that accesses memory at the same addresses: what only computes values is left out.
#pragma once

#include <cstdint>
#include <map>

#include "ptx/module.h"

namespace lanescope::ptx {

struct AddressSlice {
  Module module;
  bool depends_on_loads = true;  ///< something that is read from memory may decide what is accessed
};

/// Which accesses stay although nothing depends on them.
enum class KeptAccesses { global, all };

/// Returns the module without arithmetic, and unless all accesses stay without accesses to shared and local memory,
/// whose results decide no address, no branch and no predicate. All other accesses stay, with their lines; what they
/// store is undefined unless loads decide. A module with calls of functions stays as it is.
[[nodiscard]] AddressSlice address_slice(const Module& module, KeptAccesses kept = KeptAccesses::global);

/// Adds the executions of the instructions that a slice omits: as many as of those of their basic block that stayed.
/// `counts` are the executions by PTX line of a run of the slice.
void add_omitted_counts(const Module& module, std::map<std::int32_t, std::uint64_t>& counts);

}  // namespace lanescope::ptx
