// What the checked output of a plan must hold, how much of it is compared, and the one definition of a relative error.
// The emulator's results are compared with it on the CPU (worker/verify), a GPU's on the device
// (gpu/device/compare.cu).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"

namespace warpscope::catalogue {

/// Elements begin, begin + 1, ... begin + count - 1 of the output.
struct ElementRun {
  std::uint64_t begin = 0, count = 0;
  friend bool operator==(const ElementRun&, const ElementRun&) = default;
};

struct ExpectedOutput {
  std::vector<ElementRun> runs;    ///< what is compared: rising, apart, none of them empty
  std::vector<std::byte> values;   ///< of these elements, one behind the other, in the output's type
  std::vector<double> magnitudes;  ///< of each: what its error is relative to; empty: the size of the value itself
  std::uint64_t sampled_rows = 0;  ///< so many rows stand for all; 0: all are there

  [[nodiscard]] std::uint64_t elements() const;
};

/// What the plan's CPU reference computes, from the bytes of all input buffers (indexed as LaunchPlan::buffers, empty
/// for those that are no input): the rows that sampled_rows() names, or all; magnitudes for a relative comparison.
/// Error: as compute_reference().
[[nodiscard]] Expected<ExpectedOutput> expected_output(const LaunchPlan& plan,
                                                       const std::vector<std::vector<std::byte>>& buffers);
/// Every element of the output, given as bytes: the output of another kernel.
[[nodiscard]] ExpectedOutput whole_output(const LaunchPlan& plan, std::vector<std::byte> bytes);

/// How it was compared, for people: "CPU reference", "CPU reference, 64 sampled rows".
[[nodiscard]] std::string reference_method(const ExpectedOutput& expected);

/// The rows of the output that stand for all, rising: the first, the last, and as many between them as
/// [check] sampled_rows asks for, one at random (by the seed) in each of equal parts. The last extent of the shape is a
/// row, the others together number the rows. Empty: all rows are compared.
[[nodiscard]] std::vector<std::uint64_t> sampled_rows(const LaunchPlan& plan);

/// What errors are relative to is no smaller than this: the smallest normal f32.
inline constexpr double smallest_magnitude = 0x1p-126;

/// |value - expected| / max(magnitude, smallest_magnitude). Infinite when either is NaN: NaN never passes. Where terms
/// are added up (sum, laplace, matmul) the magnitude is the sum of their absolute values, because that is what rounding
/// errors scale with: terms that cancel leave a small sum with the errors of large ones. Elsewhere it is |expected|.
[[nodiscard]] double relative_error(double value, double expected, double magnitude);

}  // namespace warpscope::catalogue
