// __constant__ variables of a file that its host code fills: a proposal fills them instead of leaving zeros.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalogue/host/host_code.h"
#include "catalogue/propose/entries.h"
#include "catalogue/propose/kernel_use.h"

namespace lanescope::catalogue {

struct ConstantVariable {
  std::string name;
  ElementType type = ElementType::f32;
  std::vector<std::int64_t> extents;  ///< with the elements of a vector type last; empty for one number
};

/// Returns the __constant__ numbers and arrays of numbers that the kernel reads, also through functions, and that no
/// initialiser fills. Those of structures and those whose extents the file does not tell are left out.
[[nodiscard]] std::vector<ConstantVariable> constants_read_by(const HostCode& code, const EntryDeclaration& entry,
                                                              const KernelUse& use);

}  // namespace lanescope::catalogue
