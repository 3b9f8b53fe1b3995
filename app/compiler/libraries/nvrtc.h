// NVRTC and nvJitLink, opened at run time. NVRTC (11.8 to 13) compiles one program to a log, PTX and cubin. nvJitLink
// (from CUDA 12 on) makes a cubin of PTX that was changed after NVRTC wrote it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/library.h"

namespace lanescope::compiler {

/// Opens a library and keeps it until the process ends, because both lose 70 KB each time they are unloaded, and
/// loading them again takes milliseconds.
[[nodiscard]] Expected<SharedLibrary> open_pinned(const std::string& name, const std::filesystem::path& path,
                                                  const Message& remedy);

/// Returns pointers to the options' texts.
[[nodiscard]] std::vector<const char*> c_strings(const std::vector<std::string>& options);

/// Returns what a library gives by two functions, for its size and its bytes; empty when there is none.
using SizeFunction = int (*)(void* handle, std::size_t* size);
using ContentFunction = int (*)(void* handle, char* content);
[[nodiscard]] std::string bytes_of(void* handle, SizeFunction size, ContentFunction content);
/// Returns a text in the same way, up to its terminating zero.
[[nodiscard]] std::string text_of(void* handle, SizeFunction size, ContentFunction content);

struct NvrtcHeader {
  std::string name;  ///< as #include writes it
  std::string text;
};

/// The input of one compilation.
struct NvrtcInput {
  std::string name;  ///< the name of the text for messages and .loc
  std::string text;
  std::vector<NvrtcHeader> headers;
  std::vector<std::string> options;
  std::vector<std::string> expressions = {};  ///< names of C++ whose names in the PTX are wanted: "reduce<int, 256>"
  bool isolated = false;                      ///< in a process of its own also without expressions
};

/// The result of one compilation. NVRTC keeps the PTX when only its assembler failed.
struct NvrtcOutput {
  bool compiled = false;
  bool precompiled = false;  ///< --create-pch has left a complete file.
  std::string status;        ///< NVRTC's name of the result, "NVRTC_ERROR_COMPILATION"
  std::string log;
  std::string ptx;
  std::vector<std::uint8_t> cubin;
  std::map<std::string, std::string> lowered = {};  ///< by name expression: the name in the PTX
  std::string crash = {};  ///< how NVRTC itself ended: "killed by signal 11 (Segmentation fault)"; empty: it did not
};

/// The functions that are used, as nvrtc.h declares them, with its enumeration as int and nvrtcProgram as a plain
/// pointer. They are declared here so that building needs no CUDA headers.
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
  int (*add_expression)(void*, const char*) = nullptr;
  int (*lowered_name)(void*, const char*, const char**) = nullptr;
};

class Nvrtc {
 public:
  /// It fails when the library cannot be opened or lacks a function (older than 11.8).
  [[nodiscard]] static Expected<Nvrtc> open(const std::filesystem::path& library);

  [[nodiscard]] int major() const noexcept { return major_; }
  [[nodiscard]] int minor() const noexcept { return minor_; }
  [[nodiscard]] const std::vector<int>& architectures() const noexcept { return architectures_; }

  /// With --gpu-architecture=sm_XX one compilation gives the PTX and the cubin that was assembled from it. No file is
  /// read but those of the toolkit and what the options name (compiler/libraries/sandbox.h). NVRTC, at least up
  /// to 13.0, crashes where a kernel that an expression names has a parameter of an undeclared type; with expressions
  /// it runs in a process of its own, so that this one does not end.
  [[nodiscard]] NvrtcOutput compile(const NvrtcInput& input) const;

 private:
  [[nodiscard]] NvrtcOutput compile_here(const NvrtcInput& input) const;

  std::filesystem::path file_;
  SharedLibrary builtins_;  ///< It precedes the library, so it is closed after it.
  SharedLibrary library_;
  NvrtcFunctions functions_;
  int major_ = 0, minor_ = 0;
  std::vector<int> architectures_;
};

struct NvJitLinkOutput {
  bool linked = false;
  std::string log;  ///< Errors, or remarks when it succeeded.
  std::vector<std::uint8_t> cubin;
};

/// `major` is that of the toolkit; releases decorate their function names with it. It fails when the library cannot be
/// opened or lacks a function.
[[nodiscard]] Expected<NvJitLinkOutput> link(const std::filesystem::path& library, int major, const std::string& ptx,
                                             const std::vector<std::string>& options);

}  // namespace lanescope::compiler
