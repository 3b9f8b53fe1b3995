// What a kernel's output must be: a result computed on the CPU, or, for outputs that only move inputs, an exact
// property that the device can check itself (out[i] == in[source(i)], both recomputed from the seed).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

/// An output that is a permutation or copy of the first input. Element (r, c) of the output, shape rows × columns, is
/// element r * row_stride + c * column_stride of the input.
struct MoveProperty {
  std::size_t input = 0;  ///< The index into LaunchPlan::buffers.
  std::uint64_t rows = 0, columns = 0;
  std::uint64_t row_stride = 0, column_stride = 0;  ///< in elements of the input
};

struct Reference {
  std::string_view name;  ///< the word for [check] reference
  std::string_view text;  ///< one line for help
};
[[nodiscard]] std::span<const Reference> references();

/// Returns the exact property that the plan's reference has ("copy", "transpose"), or fails when shapes do not fit.
[[nodiscard]] Expected<std::optional<MoveProperty>> move_property(const LaunchPlan& plan);

/// Returns the expected bytes of the checked output, from the bytes of all input buffers (indexed as
/// LaunchPlan::buffers, empty for the others). It fails on an unknown reference and on shapes that do not fit.
[[nodiscard]] Expected<std::vector<std::byte>> compute_reference(const LaunchPlan& plan,
                                                                 const std::vector<std::vector<std::byte>>& buffers);

/// Returns element `index` of a buffer after its fill, in the buffer's own type, as raw bits in the low bytes. The
/// device fills with the same function (gpu/device/fill.cu); a test compares them. Random integers are uniform over the
/// type; random floating point is k * 2^-m in [-1, 1), exact in the type and never NaN.
[[nodiscard]] std::uint64_t fill_bits(const LaunchPlan& plan, std::size_t buffer, std::uint64_t index);
/// Fills `bytes` with the elements from `first` on, as many as fit whole.
void fill_elements(const LaunchPlan& plan, std::size_t buffer, std::uint64_t first, std::span<std::byte> bytes);
/// Returns all elements of a buffer.
[[nodiscard]] std::vector<std::byte> fill_buffer(const LaunchPlan& plan, std::size_t buffer);

}  // namespace lanescope::catalogue
