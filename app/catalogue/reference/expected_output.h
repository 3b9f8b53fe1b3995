// What the checked output of a plan must hold, how much of it is compared, and the one definition of a relative error.
// The emulator's results are compared with it on the CPU (worker/verify), a GPU's on the device
// (gpu/device/compare.cu).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

/// The elements begin, begin + 1, ... begin + count - 1 of the output.
struct ElementRun {
  std::uint64_t begin = 0, count = 0;
  friend bool operator==(const ElementRun&, const ElementRun&) = default;
};

struct ExpectedOutput {
  std::vector<ElementRun> runs;    ///< The compared runs; they rise, do not touch, and none is empty.
  std::vector<std::byte> values;   ///< The values of these elements, one after the other, in the output's type.
  std::vector<double> magnitudes;  ///< The size that each element's error is relative to; empty means its value's.
  std::uint64_t sampled_rows = 0;  ///< The number of rows, where only a sample is compared; 0 means all rows.

  [[nodiscard]] std::uint64_t elements() const;
};

/// Returns what the plan's CPU reference computes from the bytes of all input buffers (indexed as LaunchPlan::buffers,
/// empty for the others): the rows that sampled_rows() names, or all, with magnitudes for a relative comparison. It
/// fails as compute_reference() does.
[[nodiscard]] Expected<ExpectedOutput> expected_output(const LaunchPlan& plan,
                                                       const std::vector<std::vector<std::byte>>& buffers);
/// Does the same with views of the inputs.
[[nodiscard]] Expected<ExpectedOutput> expected_of_views(const LaunchPlan& plan,
                                                         const std::vector<std::span<const std::byte>>& buffers);
/// Returns what the reference computes for `count` rows from `first` on, of output_rows().
[[nodiscard]] Expected<ExpectedOutput> expected_rows(const LaunchPlan& plan,
                                                     const std::vector<std::span<const std::byte>>& buffers,
                                                     std::uint64_t first, std::uint64_t count);
/// Returns how many rows the output has, as sampled_rows() counts them.
[[nodiscard]] std::uint64_t output_rows(const LaunchPlan& plan);
/// Returns every element of the output, given as the bytes of another kernel's output.
[[nodiscard]] ExpectedOutput whole_output(const LaunchPlan& plan, std::vector<std::byte> bytes);

/// Describes the comparison for people: "CPU reference", "CPU reference, 64 sampled rows".
[[nodiscard]] Message reference_method(const ExpectedOutput& expected);

/// Returns the rows of the output that are compared as a sample of all, rising: the first, the last, and between them
/// those that [check] sampled_rows asks for, one at random (by the seed) in each of equal parts. The last extent of the
/// shape is a row; the product of the others is the number of rows. It is empty when all rows are compared.
[[nodiscard]] std::vector<std::uint64_t> sampled_rows(const LaunchPlan& plan);

/// The smallest magnitude to which an error is relative: the smallest normal f32.
inline constexpr double min_magnitude = 0x1p-126;

/// Returns |value - expected| / max(magnitude, min_magnitude), infinite when either is NaN, so NaN never passes.
/// Where terms are added up (sum, laplace, matmul) the magnitude is the sum of their absolute values, because rounding
/// errors scale with it: terms that cancel leave a small sum with the errors of large ones. Elsewhere it is |expected|.
[[nodiscard]] double relative_error(double value, double expected, double magnitude);

}  // namespace lanescope::catalogue
