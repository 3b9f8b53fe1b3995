// Move-only ownership of a driver handle.
#pragma once

#include <utility>

#include "cuda/functions.h"

namespace lanescope::cuda {

/// Releases `Handle` with the function `Release` of the table when it ends. The table, and the context that was current
/// when the handle was made, must outlive it. A context lost to a sticky error frees everything itself, so a failed
/// release is not reported.
template <class Handle, auto Release>
class Owned {
 public:
  Owned() = default;
  Owned(const Functions& functions, Handle handle) noexcept : functions_(&functions), handle_(handle) {}
  Owned(Owned&& other) noexcept
      : functions_(std::exchange(other.functions_, nullptr)), handle_(std::exchange(other.handle_, Handle{})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(functions_, other.functions_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (functions_ != nullptr) static_cast<void>((functions_->*Release).call_noexcept(handle_));
  }

  /// Takes the handle that a driver call makes and writes to its first argument. It must own nothing before.
  template <class Call, class... Arguments>
  [[nodiscard]] Status make(const Functions& functions, const Call& call, Arguments... arguments) {
    TRY_STATUS(call(&handle_, arguments...));
    functions_ = &functions;
    return {};
  }

  [[nodiscard]] Handle get() const noexcept { return handle_; }
  /// The table that the handle came from; null when it owns nothing.
  [[nodiscard]] const Functions* functions() const noexcept { return functions_; }
  [[nodiscard]] explicit operator bool() const noexcept { return functions_ != nullptr; }

 private:
  const Functions* functions_ = nullptr;
  Handle handle_{};
};

}  // namespace lanescope::cuda
