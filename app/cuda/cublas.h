// cuBLAS, opened at run time: NVIDIA's own product of matrices, as a measure for the kernels of the catalogue.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/library.h"
#include "cuda/context.h"
#include "cuda/memory.h"

namespace warpscope::cuda {

/// The functions that are used, with types of our own: they are the same in cuBLAS 11, 12 and 13 (cublas_api.h), and no
/// header of cuBLAS is needed to build. Statuses and options are enumerations there, which C passes as int.
struct CublasLibrary {
  /// The first of the files (paths, or names for the loader) that opens and has all functions. Error: none does, why
  /// the last one did not, and what to install.
  [[nodiscard]] static Expected<CublasLibrary> open(const std::vector<std::string>& files);

  SharedLibrary library;
  int (*create)(void** handle) = nullptr;
  int (*destroy)(void* handle) = nullptr;
  int (*set_stream)(void* handle, CUstream stream) = nullptr;
  int (*set_workspace)(void* handle, void* workspace, std::size_t bytes) = nullptr;
  int (*set_math_mode)(void* handle, int mode) = nullptr;
  int (*sgemm)(void* handle, int transpose_a, int transpose_b, int m, int n, int k, const float* alpha, const float* a,
               int a_stride, const float* b, int b_stride, const float* beta, float* c, int c_stride) = nullptr;
};

/// The library that is known last, and first.
inline constexpr int newest_cublas = 13, oldest_cublas = 11;
/// "libcublas.so.13" and its elders down to 11, none newer than `newest_major`.
[[nodiscard]] std::vector<std::string> cublas_names(int newest_major = newest_cublas);

/// C[m, n] = A[m, k] * B[k, n], each row behind the one before. Device addresses.
struct Sgemm {
  CUdeviceptr c = 0, a = 0, b = 0;
  int m = 0, n = 0, k = 0;
};

/// cuBLAS at work on one stream, in memory of its own that was reserved beforehand: a call only queues kernels, so that
/// it can be timed, held back and captured as a launch can. Context and stream must outlive it.
class Cublas {
 public:
  /// In the context that is current. Error: cuBLAS refuses (the driver is too old for it, there is no memory ...).
  [[nodiscard]] static Expected<Cublas> create(const Functions& functions, const Stream& stream, CublasLibrary library);

  /// Queues the product, in FP32: tensor cores with TF32 are what cuBLAS uses only when its math mode asks for them.
  [[nodiscard]] Status multiply(const Sgemm& product) const;

 private:
  using Handle = std::unique_ptr<void, int (*)(void*)>;
  explicit Cublas(CublasLibrary library) : library_(std::move(library)), handle_(nullptr, library_.destroy) {}

  CublasLibrary library_;
  DeviceMemory workspace_;
  Handle handle_;  // last: it ends before what it uses
};

}  // namespace warpscope::cuda
