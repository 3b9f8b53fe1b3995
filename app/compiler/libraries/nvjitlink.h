// nvJitLink, opened at run time: PTX that was changed after NVRTC wrote it becomes a cubin. From CUDA 12 on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpscope::compiler {

struct NvJitLinkOutput {
  bool linked = false;
  std::string log;  ///< errors, or what it had to say beside
  std::vector<std::uint8_t> cubin;
};

/// major: of the toolkit; releases decorate their function names with it. Error: the library cannot be opened or lacks
/// a function.
[[nodiscard]] Expected<NvJitLinkOutput> link(const std::filesystem::path& library, int major, const std::string& ptx,
                                             const std::vector<std::string>& options);

}  // namespace warpscope::compiler
