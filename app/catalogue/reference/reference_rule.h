// The definition of one reference. A new one is a file that defines its rule, and a line in the list of reference.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "catalogue/reference/reference.h"

namespace lanescope::catalogue {

/// The rows that a reference is asked to compute.
struct WantedRows {
  std::vector<std::uint64_t> rows;  ///< rows of the output, rising; empty means all
  bool magnitudes = false;          ///< The magnitudes to which errors are relative are wanted too.

  [[nodiscard]] std::uint64_t count(std::uint64_t all) const { return rows.empty() ? all : rows.size(); }
  [[nodiscard]] std::uint64_t row(std::uint64_t index) const { return rows.empty() ? index : rows[index]; }
};

/// The wanted rows of the output, one after the other.
struct ComputedRows {
  std::vector<std::byte> values;   ///< in the output's type
  std::vector<double> magnitudes;  ///< one for each value; empty when not wanted, or equal to the size of the value
};

using BufferBytes = std::vector<std::span<const std::byte>>;
/// Returns what the vectors hold, without copying.
[[nodiscard]] BufferBytes views_of(const std::vector<std::vector<std::byte>>& buffers);

struct ReferenceRule {
  Reference reference;
  /// It is null when the output is no rearrangement of the first input. It fails when shapes or types do not fit.
  Expected<MoveProperty> (*move)(const LaunchPlan& plan) = nullptr;
  /// `buffers` holds every input, of the right size. It fails when shapes or types do not fit.
  Expected<ComputedRows> (*compute)(const LaunchPlan& plan, const BufferBytes& buffers,
                                    const WantedRows& wanted) = nullptr;
};

/// The error of a rule that does not fit the plan.
[[nodiscard]] tl::unexpected<Error> refused(const LaunchPlan& plan, Message what, Message remedy);
enum class Types { like_output, any };
/// Returns the first `count` inputs. It fails where there are fewer, or one has not the output's type and must.
[[nodiscard]] Expected<std::vector<std::size_t>> inputs_of(const LaunchPlan& plan, std::size_t count,
                                                           Types types = Types::like_output);
/// Writes the shape as "in [4, 8]".
[[nodiscard]] std::string shape_text(const Buffer& buffer);

[[nodiscard]] ReferenceRule copy_reference();
[[nodiscard]] ReferenceRule transpose_reference();
[[nodiscard]] ReferenceRule sum_reference();
[[nodiscard]] ReferenceRule laplace_reference();
[[nodiscard]] ReferenceRule matmul_reference();

/// Applies the plan's own rule. It fails on an unknown reference, an input of another size and shapes that do not fit.
[[nodiscard]] Expected<ComputedRows> compute_rows(const LaunchPlan& plan, const BufferBytes& buffers,
                                                  const WantedRows& wanted);

}  // namespace lanescope::catalogue
