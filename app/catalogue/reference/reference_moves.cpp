// References whose output is a rearrangement of the first input.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "catalogue/messages.h"
#include "catalogue/reference/reference_rule.h"

namespace lanescope::catalogue {
namespace {

Expected<const Buffer*> first_input(const LaunchPlan& plan) {
  if (plan.check.inputs.empty())
    return refused(plan, message<"reference.needs_input">(), message<"reference.needs_input_remedy">());
  TRY_STATUS(inputs_of(plan, 1));
  return &plan.buffers.at(plan.check.inputs.front());
}

/// The last extent is the number of columns; the product of all others is the number of rows.
Expected<MoveProperty> copy(const LaunchPlan& plan) {
  TRY(const Buffer* const input, first_input(plan));
  const Buffer& output = plan.buffers.at(plan.check.output);
  if (input->shape != output.shape) {
    return failure(message<"reference.copy_shapes">(shape_text(*input), shape_text(output)), plan.kernel,
                   message<"reference.copy_shapes_remedy">());
  }
  const auto columns = static_cast<std::uint64_t>(output.shape.back());
  const std::uint64_t rows = columns == 0 ? 0 : output.elements() / columns;
  return MoveProperty{plan.check.inputs.front(), rows, columns, columns, 1};
}

Expected<MoveProperty> transpose(const LaunchPlan& plan) {
  TRY(const Buffer* const input, first_input(plan));
  const Buffer& output = plan.buffers.at(plan.check.output);
  const bool fits = input->shape.size() == 2 && output.shape.size() == 2 && input->shape[0] == output.shape[1] &&
                    input->shape[1] == output.shape[0];
  if (!fits) {
    return failure(message<"reference.transpose_shapes">(shape_text(*input), shape_text(output)), plan.kernel,
                   message<"reference.transpose_shapes_remedy">());
  }
  const auto rows = static_cast<std::uint64_t>(output.shape[0]);
  const auto columns = static_cast<std::uint64_t>(output.shape[1]);
  return MoveProperty{plan.check.inputs.front(), rows, columns, 1, rows};
}

constexpr std::uint64_t square = 32;

/// Moves some of the wanted rows in squares, so that the strided side stays in the cache too.
template <std::size_t width>
void move_rows(const MoveProperty& move, const std::byte* input, const WantedRows& wanted, std::uint64_t begin,
               std::uint64_t end, std::byte* output) {
  for (std::uint64_t first_row = begin; first_row < end; first_row += square) {
    for (std::uint64_t first_column = 0; first_column < move.columns; first_column += square) {
      for (std::uint64_t row = first_row; row < std::min(end, first_row + square); ++row) {
        const std::uint64_t start = wanted.row(row) * move.row_stride;
        for (std::uint64_t column = first_column; column < std::min(move.columns, first_column + square); ++column) {
          std::memcpy(output + (row * move.columns + column) * width,
                      input + (start + column * move.column_stride) * width, width);
        }
      }
    }
  }
}

std::vector<std::byte> moved(const MoveProperty& move, std::size_t width, std::span<const std::byte> input,
                             const WantedRows& wanted) {
  constexpr std::uint64_t grain_size = 1u << 16;  // elements
  const std::uint64_t rows = wanted.count(move.rows);
  std::vector<std::byte> output(rows * move.columns * width);
  const std::uint64_t grain_rows = grain_size / std::max<std::uint64_t>(move.columns, 1) + 1;
  parallel_for(rows, grain_rows, square, [&](std::uint64_t begin, std::uint64_t end) {
    const auto go = width == 1 ? move_rows<1> : width == 2 ? move_rows<2> : width == 4 ? move_rows<4> : move_rows<8>;
    go(move, input.data(), wanted, begin, end, output.data());
  });
  return output;
}

/// An error is relative to the value itself, because nothing is added up.
template <Expected<MoveProperty> (*property)(const LaunchPlan&)>
Expected<ComputedRows> compute(const LaunchPlan& plan, const BufferBytes& buffers, const WantedRows& wanted) {
  TRY(const MoveProperty move, property(plan));
  const std::size_t width = size_of(plan.buffers.at(plan.check.output).type);
  return ComputedRows{moved(move, width, buffers.at(move.input), wanted), {}};
}

}  // namespace

ReferenceRule copy_reference() {
  return {{"copy", "the output is the first input"}, copy, compute<copy>};
}

ReferenceRule transpose_reference() {
  return {{"transpose", "output[x][y] is input[y][x] of the first input"}, transpose, compute<transpose>};
}

}  // namespace lanescope::catalogue
