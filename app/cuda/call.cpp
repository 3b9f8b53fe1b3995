#include "cuda/call.h"

#include "base/text.h"
#include "cuda/messages.h"

namespace lanescope::cuda {
namespace {

/// Returns the name that the documentation uses: "cuMemAlloc_v2" is cuMemAlloc there.
std::string_view documented_name(std::string_view symbol) {
  const std::size_t version = symbol.rfind("_v");
  return version == std::string_view::npos ? symbol : symbol.substr(0, version);
}

FaultKind kind_of(CUresult code) {
  switch (static_cast<int>(code)) {
    case CUDA_ERROR_NO_DEVICE:
    case CUDA_ERROR_INVALID_GRAPHICS_CONTEXT:
      return FaultKind::no_device;
    case CUDA_ERROR_OUT_OF_MEMORY:
      return FaultKind::out_of_memory;
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
      return FaultKind::illegal_address;
    case CUDA_ERROR_ASSERT:
      return FaultKind::assertion;
    default:
      return FaultKind::launch;
  }
}

}  // namespace

bool is_sticky(CUresult code) noexcept {
  // The codes are numbers here, because headers of older toolkits do not name all of them.
  switch (static_cast<int>(code)) {
    case 214:  // uncorrectable ECC error
    case 220:  // uncorrectable NVLink error
    case 700:  // illegal address
    case 702:  // launch timeout
    case 709:  // context is destroyed
    case 710:  // assert
    case 714:  // hardware stack error
    case 715:  // illegal instruction
    case 716:  // misaligned address
    case 717:  // invalid address space
    case 718:  // invalid program counter
    case 719:  // launch failed
    case 721:  // tensor memory leak
    case 999:  // unknown
      return true;
    default:
      return false;
  }
}

std::string ErrorStrings::text(CUresult code) const {
  const char* short_name = nullptr;
  const char* long_text = nullptr;
  if (name != nullptr) static_cast<void>(name(code, &short_name));
  if (description != nullptr) static_cast<void>(description(code, &long_text));
  if (short_name == nullptr) return fmt::format("error {}", static_cast<int>(code));
  return long_text == nullptr ? std::string(short_name) : fmt::format("{} ({})", short_name, long_text);
}

Loader::Loader(const SharedLibrary& opened) : library(&opened) {
  static_cast<void>(opened.load(words.name, "cuGetErrorName"));
  static_cast<void>(opened.load(words.description, "cuGetErrorString"));
}

Error call_error(const ErrorStrings& words, CUresult code, std::string_view symbol,
                 const std::vector<std::string>& arguments) {
  Error error{message<"cuda.call_failed">(documented_name(symbol), join(arguments, ", "), words.text(code)), "", ""};
  if (code == CUDA_ERROR_NO_BINARY_FOR_GPU || code == CUDA_ERROR_INVALID_IMAGE) {
    error.remedy = message<"cuda.other_device_remedy">();
  }
  error.kind = kind_of(code);
  error.context_lost = is_sticky(code);
  return error;
}

Error missing_function(std::string_view symbol) {
  return {message<"cuda.missing_function">(documented_name(symbol)), "", "", FaultKind::launch};
}

}  // namespace lanescope::cuda
