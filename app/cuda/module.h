// A loaded cubin and its entry points.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cuda/owned.h"

namespace lanescope::cuda {

/// What the driver reports of one entry point on this device.
struct EntryAttributes {
  int registers = 0;                      ///< per thread
  int max_threads_per_block = 0;          ///< limited by registers and launch bounds
  std::uint64_t static_shared_bytes = 0;  ///< per block
  std::uint64_t local_bytes = 0;          ///< per thread
};

class Module {
 public:
  Module() = default;
  /// Loads a cubin for exactly this device, so that the driver compiles nothing.
  [[nodiscard]] static Expected<Module> load(const Functions& functions, const std::vector<std::uint8_t>& cubin);
  /// The error's code is CUDA_ERROR_NOT_FOUND when the module lacks the name.
  [[nodiscard]] Expected<CUfunction> entry(const std::string& name) const;
  /// Returns the address of a global or constant variable; empty when the module exports none of this name.
  [[nodiscard]] std::optional<CUdeviceptr> variable(const std::string& name) const;

 private:
  Owned<CUmodule, &Functions::cuModuleUnload> module_;
};

[[nodiscard]] Expected<EntryAttributes> attributes(const Functions& functions, CUfunction entry);

}  // namespace lanescope::cuda
