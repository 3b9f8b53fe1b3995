// NVRTC, opened at run time: one program in, log, PTX and cubin out. Versions 11.8 to 13.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpscope::compiler {

struct NvrtcHeader {
  std::string name;  ///< as #include writes it
  std::string text;
};

/// One compilation as NVRTC takes it.
struct NvrtcInput {
  std::string name;  ///< of the text, for messages and .loc
  std::string text;
  std::vector<NvrtcHeader> headers;
  std::vector<std::string> options;
};

/// What one compilation left behind. NVRTC keeps the PTX when only its assembler failed.
struct NvrtcOutput {
  bool compiled = false;
  bool precompiled = false;  ///< --create-pch has left a complete file
  std::string status;        ///< NVRTC's name of the result, "NVRTC_ERROR_COMPILATION"
  std::string log;
  std::string ptx;
  std::vector<std::uint8_t> cubin;
};

class Nvrtc {
 public:
  /// Error: the library cannot be opened, or lacks a function (older than 11.8).
  [[nodiscard]] static Expected<Nvrtc> open(const std::filesystem::path& library);
  ~Nvrtc();
  Nvrtc(Nvrtc&&) noexcept;
  Nvrtc& operator=(Nvrtc&&) noexcept;

  [[nodiscard]] int major() const noexcept;
  [[nodiscard]] int minor() const noexcept;
  [[nodiscard]] const std::vector<int>& architectures() const noexcept;

  /// With --gpu-architecture=sm_XX one compilation gives the PTX and the cubin that was assembled from it.
  [[nodiscard]] NvrtcOutput compile(const NvrtcInput& input) const;

 private:
  struct State;
  explicit Nvrtc(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warpscope::compiler
