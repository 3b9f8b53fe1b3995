#include "catalogue/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/text.h"

namespace warpscope::catalogue {
namespace {

/// One reference: how it computes its output, and, where it only moves its input, how.
struct Entry {
  Reference reference;
  Expected<MoveProperty> (*move)(const LaunchPlan& plan);
};

std::string shape_text(const Buffer& buffer) {
  return fmt::format("{} [{}]", buffer.name, fmt::join(buffer.shape, ", "));
}

Expected<const Buffer*> first_input(const LaunchPlan& plan) {
  if (plan.check.inputs.empty()) {
    return failure(fmt::format("the reference '{}' needs an input buffer", plan.check.reference), plan.kernel,
                   "give a buffer the role in");
  }
  const Buffer& input = plan.buffers.at(plan.check.inputs.front());
  const Buffer& output = plan.buffers.at(plan.check.output);
  if (input.type != output.type) {
    return failure(fmt::format("the reference '{}' needs one type: {} is {}, {} is {}", plan.check.reference,
                               input.name, name_of(input.type), output.name, name_of(output.type)),
                   plan.kernel, "give both buffers the same type");
  }
  return &input;
}

Expected<MoveProperty> copy(const LaunchPlan& plan) {
  auto input = first_input(plan);
  if (!input) return failure(input.error());
  const Buffer& output = plan.buffers.at(plan.check.output);
  if ((*input)->elements() != output.elements()) {
    return failure(fmt::format("a copy needs equal shapes: {} and {}", shape_text(**input), shape_text(output)),
                   plan.kernel, "give both buffers the same shape");
  }
  return MoveProperty{plan.check.inputs.front(), 1, output.elements(), 0, 1};
}

Expected<MoveProperty> transpose(const LaunchPlan& plan) {
  auto input = first_input(plan);
  if (!input) return failure(input.error());
  const Buffer& output = plan.buffers.at(plan.check.output);
  const bool fits = (*input)->shape.size() == 2 && output.shape.size() == 2 && (*input)->shape[0] == output.shape[1] &&
                    (*input)->shape[1] == output.shape[0];
  if (!fits) {
    return failure(
        fmt::format("a transpose turns [a, b] into [b, a]: {} and {}", shape_text(**input), shape_text(output)),
        plan.kernel, "give the output the input's shape with its two extents exchanged");
  }
  const auto rows = static_cast<std::uint64_t>(output.shape[0]), columns = static_cast<std::uint64_t>(output.shape[1]);
  return MoveProperty{plan.check.inputs.front(), rows, columns, 1, rows};
}

constexpr std::array<Entry, 2> entries = {{
    {{"copy", "the output is the first input"}, copy},
    {{"transpose", "output[x][y] is input[y][x] of the first input"}, transpose},
}};

Expected<const Entry*> find_entry(const LaunchPlan& plan) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.reference.name == plan.check.reference; });
  if (found != entries.end()) return &*found;
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.emplace_back(entry.reference.name);
  return failure(fmt::format("there is no reference '{}'", plan.check.reference), plan.kernel,
                 "references are " + join(names, ", "));
}

}  // namespace

std::span<const Reference> references() {
  static const std::array<Reference, entries.size()> list = [] {
    std::array<Reference, entries.size()> names{};
    for (std::size_t i = 0; i < entries.size(); ++i) names.at(i) = entries.at(i).reference;
    return names;
  }();
  return list;
}

Expected<std::optional<MoveProperty>> move_property(const LaunchPlan& plan) {
  if (plan.check.reference.empty()) return std::optional<MoveProperty>();
  auto entry = find_entry(plan);
  if (!entry) return failure(entry.error());
  auto property = (*entry)->move(plan);
  if (!property) return failure(property.error());
  return std::optional<MoveProperty>(*property);
}

Expected<std::vector<std::byte>> compute_reference(const LaunchPlan& plan,
                                                   const std::vector<std::vector<std::byte>>& buffers) {
  auto property = move_property(plan);
  if (!property) return failure(property.error());
  if (!*property) return failure("the kernel has no reference", plan.kernel, "add [check] reference = \"...\"");
  const MoveProperty& move = **property;
  const std::size_t width = size_of(plan.buffers.at(plan.check.output).type);
  const std::vector<std::byte>& input = buffers.at(move.input);
  if (input.size() != plan.buffers.at(move.input).bytes()) {
    return failure(fmt::format("the input '{}' has {} bytes, not {}", plan.buffers.at(move.input).name, input.size(),
                               plan.buffers.at(move.input).bytes()),
                   plan.kernel);
  }
  std::vector<std::byte> output(move.rows * move.columns * width);
  std::byte* next = output.data();
  for (std::uint64_t row = 0; row < move.rows; ++row) {
    for (std::uint64_t column = 0; column < move.columns; ++column, next += width) {
      std::memcpy(next, input.data() + (row * move.row_stride + column * move.column_stride) * width, width);
    }
  }
  return output;
}

}  // namespace warpscope::catalogue
