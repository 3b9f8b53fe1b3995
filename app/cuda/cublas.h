// cuBLAS, opened at run time. NVIDIA's own matrix product is a measure for the kernels of the catalogue.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/library.h"
#include "cuda/context.h"
#include "cuda/memory.h"

namespace lanescope::cuda {

/// The functions that are used, with types declared here. They are the same in cuBLAS 11, 12 and 13 (cublas_api.h), so
/// no header of cuBLAS is needed to build. Statuses and options are enumerations there, which C passes as int.
struct CublasLibrary {
  /// Opens the first of the files (paths, or names for the loader) that opens and has all functions. When none does,
  /// the error says why the last one did not, and what to install.
  [[nodiscard]] static Expected<CublasLibrary> open(const std::vector<std::string>& files);

  SharedLibrary library;
  int (*create)(void** handle) = nullptr;
  int (*destroy)(void* handle) = nullptr;
  int (*set_stream)(void* handle, CUstream stream) = nullptr;
  int (*set_workspace)(void* handle, void* workspace, std::size_t bytes) = nullptr;
  int (*set_math_mode)(void* handle, int mode) = nullptr;
  int (*sgemm)(void* handle, int transpose_a, int transpose_b, int m, int n, int k, const float* alpha, const float* a,
               int lda, const float* b, int ldb, const float* beta, float* c, int ldc) = nullptr;
};

/// The newest and the oldest major version that this code knows.
inline constexpr int newest_cublas = 13, oldest_cublas = 11;
/// Returns "libcublas.so.13" and the older names down to 11, none newer than `newest_major`.
[[nodiscard]] std::vector<std::string> cublas_library_names(int newest_major = newest_cublas);

/// The product C[m, n] = A[m, k] * B[k, n] of row-major matrices at device addresses.
struct Sgemm {
  CUdeviceptr c = 0, a = 0, b = 0;
  int m = 0, n = 0, k = 0;
};

/// cuBLAS on one stream, with a workspace that is reserved beforehand. A call only queues kernels, so it can be timed,
/// held back and captured like a launch. Context and stream must outlive it.
class Cublas {
 public:
  /// Uses the current context. It fails when cuBLAS refuses (the driver is too old for it, there is no memory ...).
  [[nodiscard]] static Expected<Cublas> create(const Functions& functions, const Stream& stream, CublasLibrary library);

  /// Queues the product in FP32; cuBLAS uses tensor cores with TF32 only when its math mode asks for them.
  [[nodiscard]] Status multiply(const Sgemm& product) const;

 private:
  using Handle = std::unique_ptr<void, int (*)(void*)>;
  explicit Cublas(CublasLibrary library) : library_(std::move(library)), handle_(nullptr, library_.destroy) {}

  CublasLibrary library_;
  DeviceMemory workspace_;
  Handle handle_;  // it is last, so that it ends before what it uses
};

}  // namespace lanescope::cuda
