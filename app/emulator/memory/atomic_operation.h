// The results of atomic operations and reductions on integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "emulator/decode/program.h"

namespace lanescope::emulator {

/// Returns the new value in memory. `other` is the new value of a compare-and-swap.
template <class T>
[[nodiscard]] T combined(AtomicOperation operation, T old, T value, T other = {}) {
  using Unsigned = std::make_unsigned_t<T>;
  switch (operation) {
    case AtomicOperation::add:
      return static_cast<T>(static_cast<Unsigned>(old) + static_cast<Unsigned>(value));
    case AtomicOperation::minimum:
      return value < old ? value : old;
    case AtomicOperation::maximum:
      return value > old ? value : old;
    case AtomicOperation::and_:
      return static_cast<T>(old & value);
    case AtomicOperation::or_:
      return static_cast<T>(old | value);
    case AtomicOperation::xor_:
      return static_cast<T>(old ^ value);
    case AtomicOperation::exchange:
      return value;
    case AtomicOperation::compare_and_swap:
      return old == value ? other : old;
    case AtomicOperation::increment:
      return old >= value ? T{0} : static_cast<T>(old + 1);
    case AtomicOperation::decrement:
      return old == 0 || old > value ? value : static_cast<T>(old - 1);
  }
  return old;
}

/// Whether copies reduce elements of the type in this way (cp.reduce.async.bulk), and reduce_elements() does.
[[nodiscard]] bool reduces(AtomicOperation operation, ptx::Type type);
/// Combines neighbouring elements in memory with those at `from`.
void reduce_elements(AtomicOperation operation, ptx::Type type, std::byte* to, const std::byte* from,
                     std::uint32_t bytes);

}  // namespace lanescope::emulator
