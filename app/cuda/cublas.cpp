#include "cuda/cublas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/messages.h"
#include "cuda/messages.h"

namespace lanescope::cuda {
namespace {

/// The size that NVIDIA recommends for Hopper, which needs the most (cuBLAS documentation, cublasSetWorkspace).
constexpr std::uint64_t workspace_bytes = std::uint64_t{32} << 20;

// These are numbers of cublas_api.h.
constexpr int success = 0;
constexpr int allocation_failed = 3;
constexpr int no_transposition = 0;
/// It has "compute and intermediate precision with at least as many mantissa bits as requested", so FP32 stays FP32.
constexpr int default_math = 0;

std::string status_text(int status) {
  constexpr std::array<std::pair<int, const char*>, 9> names = {{{1, "NOT_INITIALIZED"},
                                                                 {allocation_failed, "ALLOC_FAILED"},
                                                                 {7, "INVALID_VALUE"},
                                                                 {8, "ARCH_MISMATCH"},
                                                                 {11, "MAPPING_ERROR"},
                                                                 {13, "EXECUTION_FAILED"},
                                                                 {14, "INTERNAL_ERROR"},
                                                                 {15, "NOT_SUPPORTED"},
                                                                 {16, "LICENSE_ERROR"}}};
  const auto* const name = std::ranges::find(names, status, &std::pair<int, const char*>::first);
  return name == names.end() ? fmt::format("status {}", status) : fmt::format("CUBLAS_STATUS_{}", name->second);
}

bool load_all(CublasLibrary& cublas) {
  const SharedLibrary& library = cublas.library;
  return library.load(cublas.create, "cublasCreate_v2") && library.load(cublas.destroy, "cublasDestroy_v2") &&
         library.load(cublas.set_stream, "cublasSetStream_v2") &&
         library.load(cublas.set_workspace, "cublasSetWorkspace_v2") &&
         library.load(cublas.set_math_mode, "cublasSetMathMode") && library.load(cublas.sgemm, "cublasSgemm_v2");
}

}  // namespace

Expected<CublasLibrary> CublasLibrary::open(const std::vector<std::string>& files) {
  Message reason = message<"cublas.no_file">();
  for (const std::string& file : files) {
    auto opened = SharedLibrary::open({file});
    if (!opened) {
      reason = opened.error().what;
      continue;
    }
    CublasLibrary cublas;
    cublas.library = std::move(*opened);
    if (load_all(cublas)) return cublas;
    reason = message<"cublas.old_library">(file);
  }
  return failure(message<"cublas.cannot_be_opened">(reason), "", message<"cublas.cannot_be_opened_remedy">());
}

std::vector<std::string> cublas_library_names(int newest_major) {
  std::vector<std::string> names;
  for (int major = std::min(newest_major, newest_cublas); major >= oldest_cublas; --major) {
    names.push_back(fmt::format("libcublas.so.{}", major));
  }
  return names;
}

Expected<Cublas> Cublas::create(const Functions& functions, const Stream& stream, CublasLibrary library) {
  Cublas cublas(std::move(library));
  const CublasLibrary& calls = cublas.library_;
  void* handle = nullptr;
  const auto check = [&](const char* function, int status) -> Status {
    if (status == success) return {};
    return failure(message<"error.at">(function, status_text(status)), calls.library.file(),
                   status == allocation_failed ? message<"cublas.no_memory_remedy">()
                                               : message<"cublas.newer_than_driver_remedy">());
  };
  TRY_STATUS(check("cublasCreate", calls.create(&handle)));
  cublas.handle_.reset(handle);
  TRY(cublas.workspace_, DeviceMemory::allocate(functions, workspace_bytes));
  auto* const bytes = reinterpret_cast<void*>(cublas.workspace_.address());
  // The order matters, because setting another stream takes the workspace away.
  TRY_STATUS(check("cublasSetStream", calls.set_stream(handle, stream.get())));
  TRY_STATUS(check("cublasSetWorkspace", calls.set_workspace(handle, bytes, workspace_bytes)));
  TRY_STATUS(check("cublasSetMathMode", calls.set_math_mode(handle, default_math)));
  return cublas;
}

/// cuBLAS stores matrices in column-major order. A row-major matrix is its own transpose in column-major order, so C =
/// A * B becomes C' = B' * A': the factors change places, and so do m and n.
Status Cublas::multiply(const Sgemm& product) const {
  if (product.m == 0 || product.n == 0) return {};
  const float one = 1, zero = 0;
  const auto elements = [](CUdeviceptr address) { return reinterpret_cast<float*>(address); };
  const int k_stride = std::max(product.k, 1);
  const int status = library_.sgemm(handle_.get(), no_transposition, no_transposition, product.n, product.m, product.k,
                                    &one, elements(product.b), product.n, elements(product.a), k_stride, &zero,
                                    elements(product.c), product.n);
  if (status == success) return {};
  // The next wait reports a fault of the context, if there is one.
  return failure(
      status == allocation_failed ? FaultKind::out_of_memory : FaultKind::launch,
      fmt::format("cublasSgemm(m = {}, n = {}, k = {}): {}", product.m, product.n, product.k, status_text(status)));
}

}  // namespace lanescope::cuda
