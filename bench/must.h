// A benchmark ends with the first thing that goes wrong: there is nothing to be measured then.
#pragma once

#include <type_traits>
#include <utility>

#include "base/error.h"
#include "compiler/compiler.h"
#include "cuda/call.h"
#include "gpu/failure.h"

namespace warpscope::bench {

inline Error error_of(const Error& error) {
  return error;
}
inline Error error_of(const cuda::CallError& error) {
  return error.error();
}
inline Error error_of(const gpu::Failure& failure) {
  return Error{failure.message, failure.buffer, failure.remedy};
}
inline Error error_of(const compiler::CompileFailure& failure) {
  return failure.error;
}

/// The value. Throws MachineError.
template <class Value, class Problem>
Value must(tl::expected<Value, Problem> outcome) {
  if (!outcome) throw MachineError(error_of(outcome.error()));
  if constexpr (!std::is_void_v<Value>) return *std::move(outcome);
}

}  // namespace warpscope::bench
