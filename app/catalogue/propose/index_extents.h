// How far a kernel reaches into what its pointers point to, from the index expressions in its code.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "catalogue/host/host_code.h"
#include "catalogue/propose/entries.h"
#include "catalogue/propose/index_values.h"

namespace lanescope::catalogue {

/// The elements behind a pointer that a kernel may touch.
struct IndexExtent {
  std::vector<IndexTerm> elements;  ///< One past the largest index, of each access whose index was understood.
  bool complete = true;             ///< Each access was.
};

/// Returns the extents by pointer parameter. An index counts as far as the grid, loops and conditions around the access
/// let it go; functions of the file to which the kernel hands its pointers are followed.
[[nodiscard]] std::map<std::string, IndexExtent> index_extents(const HostCode& code, const EntryDeclaration& entry,
                                                               const KnownTerms& known);

/// An index of an array of shared memory, of one of its dimensions.
struct SharedIndex {
  IndexTerm end;            ///< one past the largest index
  std::int64_t extent = 0;  ///< of the array; 0 for dynamic shared memory
};
/// Returns the indices of the arrays of shared memory that the kernel and functions of the file that it calls declare,
/// as far as they are understood.
[[nodiscard]] std::vector<SharedIndex> shared_indices(const HostCode& code, const EntryDeclaration& entry,
                                                      const KnownTerms& known);

}  // namespace lanescope::catalogue
