// How one reference is made. A new one is a file that defines its rule, and a line in the list of reference.cpp.
#pragma once

#include <cstdint>

#include "catalogue/reference/reference.h"

namespace warpscope::catalogue {

/// What is asked of a reference.
struct WantedRows {
  std::vector<std::uint64_t> rows;  ///< of the output, rising; empty: all
  bool magnitudes = false;          ///< also what relative errors are relative to

  [[nodiscard]] std::uint64_t count(std::uint64_t all) const { return rows.empty() ? all : rows.size(); }
  [[nodiscard]] std::uint64_t row(std::uint64_t index) const { return rows.empty() ? index : rows[index]; }
};

/// The wanted rows of the output, one behind the other.
struct ComputedRows {
  std::vector<std::byte> values;   ///< in the output's type
  std::vector<double> magnitudes;  ///< one a value; empty: not wanted, or the size of the value itself
};

using BufferBytes = std::vector<std::vector<std::byte>>;

struct ReferenceRule {
  Reference reference;
  /// Null when the output is no rearrangement of the first input. Error: shapes or types do not fit.
  Expected<MoveProperty> (*move)(const LaunchPlan& plan) = nullptr;
  /// `buffers` holds every input, of the right size. Error: shapes or types do not fit.
  Expected<ComputedRows> (*compute)(const LaunchPlan& plan, const BufferBytes& buffers,
                                    const WantedRows& wanted) = nullptr;
};

/// The error of a rule that does not fit the plan.
[[nodiscard]] tl::unexpected<Error> refused(const LaunchPlan& plan, std::string what, std::string remedy);
/// The first `count` inputs, all of the output's type.
[[nodiscard]] Expected<std::vector<std::size_t>> inputs_of(const LaunchPlan& plan, std::size_t count);
/// "in [4, 8]"
[[nodiscard]] std::string shape_text(const Buffer& buffer);

[[nodiscard]] ReferenceRule copy_reference();
[[nodiscard]] ReferenceRule transpose_reference();
[[nodiscard]] ReferenceRule sum_reference();
[[nodiscard]] ReferenceRule laplace_reference();
[[nodiscard]] ReferenceRule matmul_reference();

/// By the plan's own rule. Error: unknown reference, an input of another size, shapes that do not fit.
[[nodiscard]] Expected<ComputedRows> compute_rows(const LaunchPlan& plan, const BufferBytes& buffers,
                                                  const WantedRows& wanted);

}  // namespace warpscope::catalogue
