// Index expressions of C++: "row * 33 + col", "row * 32 + (col ^ row) for row < 32, col < 32".
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalogue/expression/expression.h"
#include "layout/messages.h"
#include "layout/read/forms.h"

namespace lanescope::layout {
namespace {

using catalogue::Expression;

/// A name of the expression with the number of its values. The first ones are rows.
struct Index {
  std::string name;
  std::int64_t extent = 32;
};

constexpr std::string_view before_ranges = " for ";
constexpr std::array<std::string_view, 6> row_names = {"row", "r", "i", "y", "ty", "threadIdx.y"};
constexpr std::array<std::string_view, 7> column_names = {"col", "column", "c", "j", "x", "tx", "threadIdx.x"};

/// Reads "row < 32, col < 33".
Expected<std::vector<Index>> read_ranges(std::string_view text) {
  std::vector<Index> indices;
  Cursor cursor(text);
  std::int64_t count = 1;
  do {
    Index index{std::string(cursor.word(true))};
    if (index.name.empty())
      return cursor.refused(cursor.position(), message<"memory_layout.no_name">(),
                            message<"memory_layout.range_remedy">());
    TRY_STATUS(cursor.expect("<"));
    const std::size_t position = cursor.position();
    TRY(index.extent, cursor.number());
    if (index.extent < 1 || index.extent > max_elements || (count *= index.extent) > max_elements)
      return cursor.refused(position, message<"memory_layout.extent">(),
                            message<"memory_layout.extent_remedy">(max_elements));
    indices.push_back(std::move(index));
  } while (cursor.skip(","));
  TRY_STATUS(cursor.expect_end());
  return indices;
}

/// The names in the order of rows, then columns; where the text gives no ranges, those that are usual.
struct Indices {
  std::vector<Index> list;
  bool are_given = false;

  tl::expected<std::size_t, catalogue::UnknownName> slot(std::string_view name) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const Index& each) { return each.name == name; });
    if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
    const bool is_row = std::find(row_names.begin(), row_names.end(), name) != row_names.end();
    const bool is_column = std::find(column_names.begin(), column_names.end(), name) != column_names.end();
    if (are_given || (!is_row && !is_column)) {
      return tl::unexpected(
          catalogue::UnknownName{message<"memory_layout.no_range">(name), message<"memory_layout.range_remedy">()});
    }
    list.push_back({std::string(name)});
    return list.size() - 1;
  }
};

std::string ranges_text(const std::vector<Index>& indices) {
  std::vector<std::string> parts;
  for (const Index& index : indices) parts.push_back(fmt::format("{} < {}", index.name, index.extent));
  return join(parts, ", ");
}

}  // namespace

Expected<Mapping> read_expression(std::string_view text, std::optional<unsigned> bits) {
  const std::size_t end = text.rfind(before_ranges);
  Indices indices;
  if (end != text.npos) {
    indices.are_given = true;
    TRY(indices.list, read_ranges(text.substr(end + before_ranges.size())));
  }
  const std::string_view formula = trim(text.substr(0, end));
  TRY(const Expression expression,
      Expression::compile(
          formula, [&](std::string_view name) { return indices.slot(name); }, {}, catalogue::Numbers::indices));
  // Names were met in any order. Rows come first, and their numbers are the slots of the expression.
  std::vector<std::size_t> order(indices.list.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (!indices.are_given) {
    std::stable_partition(order.begin(), order.end(), [&](std::size_t i) {
      return std::find(row_names.begin(), row_names.end(), indices.list[i].name) != row_names.end();
    });
  }
  std::vector<std::int64_t> shape, values(order.size()), offsets;
  std::vector<Index> ordered;
  for (const std::size_t i : order) {
    shape.push_back(indices.list[i].extent);
    ordered.push_back(indices.list[i]);
  }
  if (shape.empty()) shape.push_back(1);
  for (bool more = true; more;) {
    TRY(offsets.emplace_back(), expression.evaluate(values));
    more = false;
    for (std::size_t i = 0; i < order.size() && !more; ++i) {
      std::int64_t& value = values[order[i]];
      more = ++value < shape[i];
      if (!more) value = 0;
    }
  }
  Mapping mapping;
  if (auto found = fit(offsets, shape)) {
    mapping = *std::move(found);
  } else {
    std::vector<Layout> modes;
    for (const std::int64_t extent : shape) modes.push_back({extent, 0, {}});
    mapping.layout = of_modes(std::move(modes));
    mapping.table = std::move(offsets);
    mapping.name = fmt::format("{}{}{}", formula, before_ranges, ranges_text(ordered));
  }
  mapping.element_bits = bits.value_or(32);
  return mapping;
}

}  // namespace lanescope::layout
