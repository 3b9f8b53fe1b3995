// A compiled program as the emulator and the model read it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/metrics/vectorization.h"
#include "ptx/module.h"
#include "sass/cubin.h"
#include "trace/trace.h"

namespace lanescope::simulator {

struct Program {
  ptx::Module module;
  std::optional<sass::Cubin> cubin;  ///< of the same program; empty when it could not be read
  Message without_cubin;             ///< why it could not be read
  std::string source_root;           ///< as emulator::Options::source_root
};

/// Reads PTX and, where there is one, the cubin that ptxas made of it. It fails when the PTX contains something
/// unknown; the error names its line and the kernel. A cubin that cannot be read is no error: accesses are then counted
/// as they are written only.
[[nodiscard]] Expected<Program> read_program(std::string_view ptx, std::span<const std::uint8_t> cubin = {},
                                             std::string_view source_root = {});

/// Finds the merged accesses in the cubin; `trace` holds some executions of each site.
[[nodiscard]] model::Vectorization vectorization_of(const trace::Trace& trace, const Program& program);

/// So many executions are enough to see how the addresses of sites relate to each other: vectorization_of() reads the
/// blocks that lie wholly among the first so many records.
inline constexpr std::size_t vectorization_records = 32768;

}  // namespace lanescope::simulator
