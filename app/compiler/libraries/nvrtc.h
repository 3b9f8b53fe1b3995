// NVRTC, opened at run time: one program in, log, PTX and cubin out. Versions 11.8 to 13.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "compiler/libraries/calls.h"

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

/// The functions used, as nvrtc.h declares them with its enumeration as int and nvrtcProgram as a plain pointer.
/// Declared here, so that building needs no CUDA headers.
struct NvrtcFunctions {
  int (*version)(int*, int*) = nullptr;
  int (*architecture_count)(int*) = nullptr;
  int (*architectures)(int*) = nullptr;
  const char* (*error_name)(int) = nullptr;
  int (*create)(void**, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*destroy)(void**) = nullptr;
  int (*compile)(void*, int, const char* const*) = nullptr;
  SizeFunction log_size = nullptr, ptx_size = nullptr, cubin_size = nullptr;
  ContentFunction log = nullptr, ptx = nullptr, cubin = nullptr;
  int (*precompiled)(void*) = nullptr;  ///< since 12.8
};

class Nvrtc {
 public:
  /// Error: the library cannot be opened, or lacks a function (older than 11.8).
  [[nodiscard]] static Expected<Nvrtc> open(const std::filesystem::path& library);

  [[nodiscard]] int major() const noexcept { return major_; }
  [[nodiscard]] int minor() const noexcept { return minor_; }
  [[nodiscard]] const std::vector<int>& architectures() const noexcept { return architectures_; }

  /// With --gpu-architecture=sm_XX one compilation gives the PTX and the cubin that was assembled from it.
  [[nodiscard]] NvrtcOutput compile(const NvrtcInput& input) const;

 private:
  SharedLibrary builtins_;  ///< before the library: closed after it
  SharedLibrary library_;
  NvrtcFunctions functions_;
  int major_ = 0, minor_ = 0;
  std::vector<int> architectures_;
};

}  // namespace warpscope::compiler
