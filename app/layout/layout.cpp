#include "layout/layout.h"

#include <fmt/format.h>

#include <cstdlib>
#include <limits>
#include <utility>

#include "base/text.h"
#include "layout/messages.h"

namespace lanescope::layout {
namespace {

template <class NumberOf>
std::string tuple_text(const Layout& layout, const NumberOf& number_of) {
  if (!layout.is_tuple()) return fmt::format("{}", number_of(layout));
  std::vector<std::string> parts;
  for (const Layout& mode : layout.modes) parts.push_back(tuple_text(mode, number_of));
  return "(" + join(parts, ",") + ")";
}

void append_flat(const Layout& layout, std::vector<Layout>& modes) {
  if (!layout.is_tuple()) modes.push_back(layout);
  for (const Layout& mode : layout.modes) append_flat(mode, modes);
}

/// Adds the offset of what is left of the index, and leaves what the modes after this one have.
void add_offset(const Layout& layout, bool last, std::int64_t& index, std::int64_t& sum) {
  for (std::size_t i = 0; i < layout.modes.size(); ++i)
    add_offset(layout.modes[i], last && i + 1 == layout.modes.size(), index, sum);
  if (layout.is_tuple()) return;
  sum += (last ? index : index % layout.shape) * layout.stride;
  index /= layout.shape;
}

}  // namespace

std::int64_t size(const Layout& layout) {
  std::int64_t count = layout.is_tuple() ? 1 : layout.shape;
  for (const Layout& mode : layout.modes) count *= size(mode);
  return count;
}

std::int64_t cosize(const Layout& layout) {
  std::int64_t extent = layout.is_tuple() ? 1 : 1 + (layout.shape - 1) * std::abs(layout.stride);
  for (const Layout& mode : layout.modes) extent += cosize(mode) - 1;
  return extent;
}

std::int64_t offset(const Layout& layout, std::int64_t index) {
  std::int64_t sum = 0;
  add_offset(layout, true, index, sum);
  return sum;
}

std::string shape_text(const Layout& layout) {
  return tuple_text(layout, [](const Layout& mode) { return mode.shape; });
}

std::string text(const Layout& layout) {
  return shape_text(layout) + ":" + tuple_text(layout, [](const Layout& mode) { return mode.stride; });
}

std::vector<Layout> flat_modes(const Layout& layout) {
  std::vector<Layout> modes;
  append_flat(layout, modes);
  return modes;
}

Layout of_modes(std::vector<Layout> modes) {
  if (modes.empty()) return {};
  if (modes.size() == 1) return std::move(modes.front());
  return {1, 0, std::move(modes)};
}

Expected<Layout> checked(Layout layout) {
  std::int64_t count = 1, extent = 1;
  bool fits = true;
  for (const Layout& mode : flat_modes(layout)) {
    std::int64_t last = 0;
    fits = fits && mode.shape >= 1 && mode.stride > std::numeric_limits<std::int64_t>::min() &&
           !__builtin_mul_overflow(count, mode.shape, &count) &&
           !__builtin_mul_overflow(mode.shape - 1, std::abs(mode.stride), &last) &&
           !__builtin_add_overflow(extent, last, &extent);
  }
  if (!fits)
    return failure(message<"memory_layout.too_large">(text(layout)), {}, message<"memory_layout.too_large_remedy">());
  return layout;
}

Expected<std::int64_t> product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (!__builtin_mul_overflow(a, b, &result)) return result;
  return failure(message<"memory_layout.product_too_large">(a, b), {}, message<"memory_layout.too_large_remedy">());
}

}  // namespace lanescope::layout
