// The structures that our own kernels take and give, as app/gpu/device declares them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "catalogue/measurement.h"

namespace warpscope::gpu {

/// What fills a buffer.
struct Filling {
  enum Mode : std::uint64_t { constant, random, index };
  std::uint64_t mode = constant;
  std::uint64_t type = 0;  ///< catalogue::ElementType
  std::uint64_t key = 0;   ///< random: hash of seed and buffer, to which the index is added
  std::uint64_t bits = 0;  ///< constant: of every element
};
/// The filling of one buffer of the plan.
[[nodiscard]] Filling filling_of(const catalogue::LaunchPlan& plan, std::size_t buffer);

struct GuardReport {
  std::uint64_t changed = 0;       ///< bytes
  std::int64_t first = INT64_MAX;  ///< lowest offset from the start of the buffer
};

inline constexpr std::uint64_t none = UINT64_MAX;

struct Comparison {
  enum Method : std::uint64_t { exact, wrap, relative };
  std::uint64_t got = 0;         ///< device address of the whole buffer
  std::uint64_t expected = 0;    ///< device address of what elements begin, begin + 1, ... must be; 0: from the filling
  std::uint64_t magnitudes = 0;  ///< device address of a double for each of these: what errors are relative to; 0: none
  Filling filling;
  std::uint64_t begin = 0, count = 0;               ///< elements compared
  std::uint64_t columns = 0;                        ///< 0: element i of the filling for element i
  std::uint64_t row_stride = 0, column_stride = 0;  ///< else (i / columns) * row_stride + (i % columns) * column_stride
  std::uint64_t type = 0;
  std::uint64_t method = exact;
  double tolerance = 0, tiny = 0;
  std::uint64_t poisoned = 0, poison = 0;  ///< a wrong element with these bits counts as unwritten
};

struct CompareReport {
  std::uint64_t mismatches = 0, unwritten = 0;
  std::uint64_t first = none;  ///< lowest index of a mismatch
  std::uint64_t expected = 0, got = 0;
  double max_error = 0;  ///< relative comparisons only
  std::uint64_t listed = 0;
  std::array<std::uint64_t, catalogue::max_wrong_listed>
      wrong{};  ///< the first `listed` of them: wrong elements, in no order
};

}  // namespace warpscope::gpu
