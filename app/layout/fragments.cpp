#include "layout/fragments.h"

#include <utility>

namespace lanescope::layout {
namespace {

// Lane 4 g + t is thread t of group g, as the PTX ISA calls them.
constexpr std::int64_t threads_of_group = 4, groups = 8;

Layout modes_of(std::vector<Layout> modes) {
  std::erase_if(modes, [](const Layout& mode) { return mode.shape == 1; });
  return of_modes(std::move(modes));
}

Layout thread_values(std::vector<Layout> threads, std::vector<Layout> values) {
  return {1, 0, {modes_of(std::move(threads)), modes_of(std::move(values))}};
}

}  // namespace

Layout mma_fragment(const ProductShape& shape, Operand operand, std::int64_t parts) {
  const std::int64_t rows = operand == Operand::b ? shape.n : shape.m, halves = rows / groups;
  if (operand == Operand::c) {  // two neighbours of a row, then the same eight rows further down
    return thread_values({{threads_of_group, 2 * rows}, {groups, 1}}, {{2, rows}, {halves, groups}});
  }
  // A register has `parts` neighbours of a row; then come eight rows further down, then the next columns.
  const std::int64_t columns = threads_of_group * parts;
  return thread_values({{threads_of_group, parts * rows}, {groups, 1}},
                       {{parts, rows}, {halves, groups}, {shape.k / columns, columns * rows}});
}

Layout quad_pair_fragment(Operand operand, bool by_rows) {
  constexpr std::int64_t rows = 8;
  if (operand == Operand::c) {
    if (by_rows) return thread_values({{8, 1}}, {{8, rows}});
    // With 32 bits: pairs of lanes and of registers alternate between rows and columns.
    return thread_values({{2, 1}, {2, 2 * rows}, {2, 4}}, {{2, rows}, {2, 2}, {2, 4 * rows}});
  }
  if (by_rows) return thread_values({{8, 1}}, {{4, rows}});
  return thread_values({{4, rows}, {2, 4}}, {{4, 1}});
}

Layout warpgroup_fragment(const ProductShape& shape, Operand operand, std::int64_t parts) {
  constexpr std::int64_t warps = 4, rows_of_warp = 16, rows = warps * rows_of_warp;
  const bool result = operand == Operand::c;
  const std::int64_t pairs = result ? 2 : parts, columns = threads_of_group * pairs;
  return thread_values({{threads_of_group, pairs * rows}, {groups, 1}, {warps, rows_of_warp}},
                       {{pairs, rows}, {2, groups}, {(result ? shape.n : shape.k) / columns, columns * rows}});
}

Layout matrix_registers(std::int64_t matrices, bool transposed) {
  constexpr std::int64_t row = 8, matrix = 64;
  if (transposed) return thread_values({{threads_of_group, 2 * row}, {groups, 1}}, {{2, row}, {matrices, matrix}});
  return thread_values({{threads_of_group * groups, 2}}, {{2, 1}, {matrices, matrix}});
}

Layout matrix_rows(std::int64_t matrices) {
  constexpr std::int64_t row = 8, lanes = 32;
  return thread_values({{groups * matrices, row}, {lanes / (groups * matrices), 0}}, {{row, 1}});
}

}  // namespace lanescope::layout
