// What can go wrong on a device, as a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "cuda/call.h"

namespace warpscope::gpu {

/// kind is one of lab::Fault's kinds, or "assert" (a device assertion failed) or "abandoned".
struct Failure {
  std::string kind;
  std::string message;
  std::string remedy;
  std::string buffer;
  std::optional<std::int64_t> offset;  ///< bytes from the start of the buffer; negative: before it
  int line = 0;                        ///< of the [[launch]] in the kernel file; 0: none
  bool context_lost = false;           ///< nothing works in this process any more
};
template <class T>
using Outcome = tl::expected<T, Failure>;

/// Puts a failed call of the driver into the words of what was being done. Kind: "out_of_memory", "illegal_address",
/// "assert" or "launch".
[[nodiscard]] Failure failure_of(const cuda::CallError& error, std::string_view doing);

/// The value, or the call's failure with what was being done.
template <class T>
[[nodiscard]] Outcome<T> during(std::string_view doing, cuda::Called<T> called) {
  if (!called) return tl::unexpected(failure_of(called.error(), doing));
  if constexpr (std::is_void_v<T>) {
    return {};
  } else {
    return std::move(*called);
  }
}

}  // namespace warpscope::gpu
