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

/// An index of an array of shared memory, of one of its dimensions.
struct SharedIndex {
  IndexTerm end;            ///< one past the largest index
  std::int64_t extent = 0;  ///< of the array; 0 for dynamic shared memory
};

/// How far a kernel and the functions of the file that it calls reach, as far as that is understood.
struct KernelReach {
  std::map<std::string, IndexExtent> buffers;  ///< by pointer parameter
  std::vector<SharedIndex> shared;             ///< indices of the arrays that they declare
};

/// An index counts as far as the grid, loops and conditions around the access let it go.
[[nodiscard]] KernelReach reach_of(const HostCode& code, const EntryDeclaration& entry, const KnownTerms& known);

}  // namespace lanescope::catalogue
