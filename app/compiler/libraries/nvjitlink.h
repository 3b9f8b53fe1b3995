// nvJitLink, opened at run time: PTX that was changed after NVRTC wrote it becomes a cubin. From CUDA 12 on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpscope::compiler {

struct NvJitLinkOutput {
  bool linked = false;
  std::string log;  ///< errors, or what it had to say beside
  std::vector<std::uint8_t> cubin;
};

class NvJitLink {
 public:
  /// major: of the toolkit; releases decorate their function names with it. Error: the library cannot be opened or
  /// lacks a function.
  [[nodiscard]] static Expected<NvJitLink> open(const std::filesystem::path& library, int major);
  ~NvJitLink();
  NvJitLink(NvJitLink&&) noexcept;
  NvJitLink& operator=(NvJitLink&&) noexcept;

  [[nodiscard]] NvJitLinkOutput link(const std::string& ptx, const std::vector<std::string>& options) const;

 private:
  struct State;
  explicit NvJitLink(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warpscope::compiler
