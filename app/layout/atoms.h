// The MMA and copy atoms of CuTe for NVIDIA's GPUs, by name. Their names and threads are those of cute/arch and
// cute/atom of CUTLASS 4.2; their layouts follow from the rules of fragments.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "layout/fragments.h"
#include "layout/mapping.h"

namespace lanescope::layout {

/// An MMA atom: for each operand (threads, values) to places in its matrix, as in fragments.h. In shared or tensor
/// memory an operand has one value for each element of its matrix, the same for all threads.
struct MmaAtom {
  std::string name;
  ProductShape shape;
  Layout threads;  ///< the lane of each thread
  Layout a, b, c;
  unsigned a_bits = 32, b_bits = 32, c_bits = 32;  ///< of an element
};
/// A copy atom: (threads, bits) to the bits of the source and of the destination.
struct CopyAtom {
  std::string name;
  std::int64_t threads = 32;
  Layout source, destination;
  bool from_registers = false;  ///< the source is in registers, not the destination
};

[[nodiscard]] std::optional<MmaAtom> mma_atom(std::string_view name);
[[nodiscard]] std::optional<CopyAtom> copy_atom(std::string_view name);
/// Returns all names.
[[nodiscard]] std::vector<std::string> atom_names();

}  // namespace lanescope::layout
