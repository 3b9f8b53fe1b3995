// A loaded cubin and its entry points.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cuda/owned.h"

namespace warpscope::cuda {

/// What the driver says of one entry point on this device.
struct EntryAttributes {
  int registers = 0;                      ///< a thread
  int max_threads_per_block = 0;          ///< by registers and launch bounds
  std::uint64_t static_shared_bytes = 0;  ///< a block
  std::uint64_t local_bytes = 0;          ///< a thread
};

class Module {
 public:
  Module() = default;
  /// A cubin for exactly this device, so that the driver compiles nothing.
  [[nodiscard]] static Expected<Module> load(const Functions& functions, const std::vector<std::uint8_t>& cubin);
  /// The code is CUDA_ERROR_NOT_FOUND for a name that the module lacks.
  [[nodiscard]] Expected<CUfunction> entry(const std::string& name) const;
  /// Address of a global or constant variable. Empty: the module has none of this name that is visible outside.
  [[nodiscard]] std::optional<CUdeviceptr> variable(const std::string& name) const;

 private:
  Owned<CUmodule, &Functions::cuModuleUnload> module_;
};

[[nodiscard]] Expected<EntryAttributes> attributes(const Functions& functions, CUfunction entry);

}  // namespace warpscope::cuda
