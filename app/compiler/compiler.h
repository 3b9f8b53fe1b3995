// Compiles CUDA C++ to PTX and cubin with NVRTC and nvJitLink, opened at run time. It needs no GPU.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/line_range.h"
#include "base/value_types.h"
#include "compiler/cubin.h"
#include "compiler/messages/messages.h"
#include "compiler/toolkit/toolkit.h"

namespace lanescope::compiler {

struct Request {
  std::string file;  ///< the name for messages and .loc
  std::string text;
  std::map<std::string, std::string> headers;  ///< #include "name" finds these and no other file beside the kernel
  /// "-DBLOCK_X=32"; "--gpu-architecture=sm_90a" asks for the target with the features that only it has. One that
  /// affects more than the generated code (options.h) is an error.
  std::vector<std::string> options;
  ComputeCapability target{9, 0};
  /// Kernels by their names in C++, whose names in the PTX are wanted: "reduce<int, 256>". A template has code only
  /// when it is named here.
  std::vector<std::string> kernels = {};
  /// Kernels by their names in C++: others are left out where the rest compiles without them, so that neither their
  /// time nor their mistakes count. Empty: none is left out.
  std::vector<std::string> only = {};
};

struct Compiled {
  std::string ptx;  ///< The text that `cubin` was assembled from; its .file names begin with source_root.
  std::vector<std::uint8_t> cubin;  ///< for exactly the target
  std::map<std::string, Resources> entries;
  std::vector<Diagnostic> messages;  ///< warnings
  std::string nvrtc;                 ///< "13.0"
  double milliseconds = 0;           ///< The time of the compilation itself, also when it came from the cache.
  bool cached = false;
  std::map<std::string, std::string> lowered;  ///< Request::kernels by their names in the PTX, as far as it has them
  /// By file, as the request names it: what only a host compiles, and therefore no part of `ptx`.
  LinesByFile left_out = {};
};

/// Compiles with one toolkit through a disk cache. Several threads may use it (NVRTC runs one at a time).
class Compiler {
 public:
  /// `cache` is a folder, or empty for none. It fails when the library cannot be opened or lacks a symbol.
  [[nodiscard]] static Expected<Compiler> open(const Toolkit& toolkit, std::filesystem::path cache);
  ~Compiler();
  Compiler(Compiler&&) noexcept;
  Compiler& operator=(Compiler&&) noexcept;

  /// Compiles as C++20 (C++17 before CUDA 12) unless the options say -std, always with line information. An error
  /// (compile) is one sentence, with the diagnostics at the kernel's own lines.
  [[nodiscard]] Expected<Compiled> compile(const Request& request) const;
  /// Returns only the text of Compiled::ptx, in half the time, for a kernel that is only emulated. Nothing is
  /// assembled, so errors in inline assembly are not found.
  [[nodiscard]] Expected<std::string> ptx(const Request& request) const;
  /// Returns the parameters of one kernel, by its name in C++ ("reduce<int, 256>"), with their types as the source has
  /// them. It takes as long as ptx(); Request::kernels is not used. It fails when the source does not compile, and when
  /// the compiler's debugging information does not describe the kernel.
  [[nodiscard]] Expected<ValueTypes> parameter_types(Request request, const std::string& kernel) const;
  /// Looks only into the cache; empty when the result is not there.
  [[nodiscard]] std::optional<Compiled> cached(const Request& request) const;

  /// Makes a cubin, without PTX, from PTX that was written or changed after NVRTC. Called functions stay separate, so
  /// the code may differ from that of compile(). It fails when the toolkit has no nvJitLink.
  [[nodiscard]] Expected<Compiled> assemble(const std::string& ptx, ComputeCapability target) const;

  [[nodiscard]] const Toolkit& toolkit() const noexcept;

 private:
  struct State;
  [[nodiscard]] std::optional<Error> refused(const Request& request) const;
  [[nodiscard]] Expected<Compiled> ptx_alone(const Request& request, const std::vector<std::string>& options) const;
  explicit Compiler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace lanescope::compiler
