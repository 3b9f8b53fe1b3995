// A compiled program as the emulator and the model read it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "ptx/module.h"
#include "sass/cubin.h"

namespace warpscope::worker {

struct EmulatedProgram {
  ptx::Module module;
  std::optional<sass::Cubin> cubin;  ///< of the same program; empty: it could not be read
  std::string without_cubin;         ///< why
};

/// Error: the PTX has something that is not known, with its line and the kernel.
[[nodiscard]] Expected<EmulatedProgram> read_program(const std::string& ptx, const std::vector<std::uint8_t>& cubin);

}  // namespace warpscope::worker
