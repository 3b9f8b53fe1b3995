// The structures that the kernels of app/gpu/device take and return, as they are declared there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "catalogue/measurement.h"

namespace lanescope::gpu {

/// The contents that fill a buffer.
struct Filling {
  enum Mode : std::uint64_t { constant, random, index };
  std::uint64_t mode = constant;
  std::uint64_t type = 0;    ///< a catalogue::ElementType
  std::uint64_t key = 0;     ///< random: the hash of seed and buffer, to which the index is added
  std::uint64_t bits = 0;    ///< constant: the bits of every element; random: how many integers there are, or 0 for all
  std::uint64_t number = 0;  ///< random of so many integers: the smallest; index: the factor of the index
};
/// Returns the filling of one buffer of the plan.
[[nodiscard]] Filling filling_of(const catalogue::LaunchPlan& plan, std::size_t buffer);

struct GuardReport {
  std::uint64_t changed = 0;       ///< in bytes
  std::int64_t first = INT64_MAX;  ///< the lowest offset from the start of the buffer
};

inline constexpr std::uint64_t none = UINT64_MAX;

struct Comparison {
  enum Method : std::uint64_t { exact, wrap, relative };
  std::uint64_t got = 0;         ///< the device address of the whole buffer
  std::uint64_t expected = 0;    ///< the address of the values of elements begin, begin + 1, ...; 0 means the filling
  std::uint64_t magnitudes = 0;  ///< the address of a double for each, which errors are relative to; 0 means none
  Filling filling;
  std::uint64_t begin = 0, count = 0;               ///< the elements compared
  std::uint64_t columns = 0;                        ///< 0 means element i of the filling for element i, ...
  std::uint64_t row_stride = 0, column_stride = 0;  ///< else (i / columns) * row_stride + (i % columns) * column_stride
  std::uint64_t type = 0;
  std::uint64_t method = exact;
  double tolerance = 0, tiny = 0;
  std::uint64_t poisoned = 0, poison = 0;  ///< A wrong element with these bits counts as unwritten.
};

struct CompareReport {
  std::uint64_t mismatches = 0, unwritten = 0;
  std::uint64_t first = none;  ///< the lowest index of a mismatch
  std::uint64_t expected = 0, got = 0;
  double max_error = 0;  ///< only for relative comparisons
  std::uint64_t listed = 0;
  std::array<std::uint64_t, catalogue::max_wrong_listed>
      wrong{};  ///< Wrong elements in no order; the first `listed` are valid.
};

}  // namespace lanescope::gpu
