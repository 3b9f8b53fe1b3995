// Errors of calls on a device, with a description of what was being done.
#pragma once

#include <concepts>
#include <utility>

#include "base/error.h"

namespace lanescope::gpu {

/// Returns the error of a driver call, with what was being done in front and a remedy for its kind.
[[nodiscard]] Error failed_while(const Message& doing, Error error);

/// Returns the value, or the error with what was being done in front, as in "opening NVIDIA H100: out of memory". This
/// is a message, or a name.
template <std::convertible_to<Message> Doing, class T>
[[nodiscard]] Expected<T> with_context(const Doing& doing, Expected<T> called) {
  if (!called) return failure(failed_while(doing, std::move(called).error()));
  return called;
}
/// Does so with the message of that id, which is made only after a failure.
template <FixedText id, class T, class... Values>
[[nodiscard]] Expected<T> with_context(Expected<T> called, const Values&... values) {
  if (!called) return failure(failed_while(message<id>(values...), std::move(called).error()));
  return called;
}

/// Returns the error with its place in front of its text, at a line of the kernel file.
[[nodiscard]] Error at_kernel_line(Error error, int line);

}  // namespace lanescope::gpu
