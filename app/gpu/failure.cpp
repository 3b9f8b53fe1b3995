#include "gpu/failure.h"

#include <fmt/format.h>

namespace warpscope::gpu {
namespace {

struct Kind {
  std::string_view name;
  std::string_view remedy;
};

Kind kind_of(const cuda::CallError& error) {
  switch (static_cast<int>(error.code)) {
    case CUDA_ERROR_OUT_OF_MEMORY:
      return {"out_of_memory", "choose a smaller problem, or end other programs that use the GPU"};
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
      return {"illegal_address", "compute-sanitizer, with the profile option, names the line and the thread"};
    case CUDA_ERROR_ASSERT:
      return {"assert", "the device's message names file, line and thread"};
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_INVALID_IMAGE:
      return {"launch", "compile for exactly this device"};
    default:
      return {"launch", error.sticky() ? "compute-sanitizer, with the profile option, may name the line" : ""};
  }
}

}  // namespace

Failure failure_of(const cuda::CallError& error, std::string_view doing) {
  const Kind kind = kind_of(error);
  Failure failure;
  failure.kind = kind.name;
  failure.message = fmt::format("{}: {}", doing, error.text);
  failure.remedy = kind.remedy;
  failure.context_lost = error.sticky();
  return failure;
}

}  // namespace warpscope::gpu
