// One call of the driver API, and the error of one that fails.
#pragma once

#include <cuda.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/library.h"

namespace lanescope::cuda {

/// Whether the driver's documentation says that the process's context is lost after this code.
[[nodiscard]] bool is_sticky(CUresult code) noexcept;

/// Turns codes into the driver's own words. Without a driver only the number is known.
struct ErrorStrings {
  CUresult (*name)(CUresult, const char**) = nullptr;
  CUresult (*description)(CUresult, const char**) = nullptr;
  /// Returns "CUDA_ERROR_OUT_OF_MEMORY (out of memory)", or "error 2" when there is no driver.
  [[nodiscard]] std::string text(CUresult code) const;
};

/// The library in which functions are looked up while a Functions table is built.
struct Loader {
  explicit Loader(const SharedLibrary& opened);
  const SharedLibrary* library;
  ErrorStrings words;
};

/// Writes an argument for an error's text: numbers in decimal, addresses in hexadecimal, structures as "...".
template <class T>
[[nodiscard]] std::string argument_text(const T& argument) {
  if constexpr (std::is_pointer_v<T>) {
    return argument == nullptr ? "null" : fmt::format("{}", fmt::ptr(argument));
  } else if constexpr (std::is_same_v<T, CUdeviceptr>) {
    return fmt::format("{:#x}", argument);
  } else if constexpr (std::is_enum_v<T>) {
    return fmt::format("{}", static_cast<std::underlying_type_t<T>>(argument));
  } else if constexpr (std::is_arithmetic_v<T>) {
    return fmt::format("{}", argument);
  } else {
    return "...";
  }
}

/// Makes "cuMemAlloc(0x7ffc..., 1024): CUDA_ERROR_OUT_OF_MEMORY (out of memory)", with kind and lost context.
[[nodiscard]] Error call_error(const ErrorStrings& words, CUresult code, std::string_view symbol,
                               const std::vector<std::string>& arguments);
/// Makes the error of a call of a function that the installed driver lacks.
[[nodiscard]] Error missing_function(std::string_view symbol);

template <class Signature>
class Function;

/// A function of the driver by its versioned symbol. Its type is defined here, so headers which map the plain name to
/// another version cannot change it. An older symbol of the same type may replace one that is missing.
template <class... Parameters>
class Function<CUresult(Parameters...)> {
 public:
  using Pointer = CUresult(CUDAAPI*)(Parameters...);

  Function(const Loader& loader, const char* symbol, const char* older_symbol = nullptr)
      : symbol_(symbol), words_(loader.words) {
    if (!loader.library->load(pointer_, symbol) && older_symbol != nullptr) {
      static_cast<void>(loader.library->load(pointer_, older_symbol));
    }
  }

  Status operator()(Parameters... arguments) const {
    if (pointer_ == nullptr) return failure(missing_function(symbol_));
    const CUresult code = pointer_(arguments...);
    if (code == CUDA_SUCCESS) return {};
    return failure(call_error(words_, code, symbol_, {argument_text(arguments)...}));
  }

  /// Calls without making an error text: for destructors, and where a failure is an answer.
  CUresult call_noexcept(Parameters... arguments) const noexcept {
    return pointer_ == nullptr ? CUDA_ERROR_NOT_SUPPORTED : pointer_(arguments...);
  }

  [[nodiscard]] explicit operator bool() const noexcept { return pointer_ != nullptr; }

 private:
  const char* symbol_;
  ErrorStrings words_;
  Pointer pointer_ = nullptr;
};

}  // namespace lanescope::cuda
