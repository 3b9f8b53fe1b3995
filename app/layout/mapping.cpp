#include "layout/mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace lanescope::layout {
namespace {

using Offsets = std::vector<std::int64_t>;

/// Returns the modes that have these offsets, of which the first is 0, or nothing.
std::optional<Layout> fit_mode(Offsets offsets) {
  std::vector<Layout> modes;
  while (offsets.size() > 1) {
    const std::int64_t stride = offsets[1];
    std::size_t shape = 2;
    while (shape < offsets.size() && offsets[shape] == static_cast<std::int64_t>(shape) * stride) ++shape;
    if (offsets.size() % shape != 0) return std::nullopt;
    Offsets rest;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if (i % shape == 0) rest.push_back(offsets[i]);
      if (offsets[i] != rest.back() + static_cast<std::int64_t>(i % shape) * stride) return std::nullopt;
    }
    modes.push_back({static_cast<std::int64_t>(shape), stride, {}});
    offsets = std::move(rest);
  }
  return of_modes(std::move(modes));
}

/// The layout whose offsets these are but for the first of them, or nothing.
std::optional<Layout> fit_layout(const Offsets& offsets, const std::vector<std::int64_t>& shape) {
  Layout result;
  std::int64_t step = 1;
  for (const std::int64_t extent : shape) {
    Offsets along;
    for (std::int64_t i = 0; i < extent; ++i) along.push_back(offsets[static_cast<std::size_t>(i * step)] - offsets[0]);
    auto mode = fit_mode(std::move(along));
    if (!mode) return std::nullopt;
    result.modes.push_back(std::move(*mode));
    step *= extent;
  }
  if (result.modes.size() == 1) result = Layout(result.modes.front());
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (offset(result, static_cast<std::int64_t>(i)) != offsets[i] - offsets[0]) return std::nullopt;
  }
  return result;
}

}  // namespace

std::int64_t Mapping::at(std::int64_t index) const {
  return table.empty() ? swizzle.apply(start + offset(layout, index)) : table[static_cast<std::size_t>(index)];
}

std::vector<std::int64_t> Mapping::offsets() const {
  if (!table.empty()) return table;
  std::vector<std::int64_t> all(static_cast<std::size_t>(size(layout)));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = at(static_cast<std::int64_t>(i));
  return all;
}

std::int64_t Mapping::cosize() const {
  if (table.empty() && swizzle.bits == 0) return start + layout::cosize(layout);
  const std::vector<std::int64_t> all = offsets();
  return *std::max_element(all.begin(), all.end()) + 1;
}

Matrix Mapping::grid() const {
  const std::int64_t rows = layout.rank() == 1 ? 1 : size(layout.mode(0));
  return {rows, size(layout) / rows};
}

std::string Mapping::text() const {
  if (!table.empty()) return name;
  const std::string inner = layout::text(layout);
  if (swizzle.bits != 0) return fmt::format("{} o {} o {}", swizzle.text(), start, inner);
  return start == 0 ? inner : fmt::format("{} o {}", start, inner);
}

std::optional<Mapping> fit(const std::vector<std::int64_t>& offsets, const std::vector<std::int64_t>& shape) {
  if (auto plain = fit_layout(offsets, shape)) return Mapping{*std::move(plain), {}, offsets.front()};
  constexpr int most_bits = 5, most_place = 12;  // beyond them no shared memory of today has a swizzle
  for (int bits = 1; bits <= most_bits; ++bits) {
    for (int base = 0; base <= most_place; ++base) {
      for (int shift = bits; shift <= most_place; ++shift) {
        const Swizzle swizzle{bits, base, shift};
        Offsets inner = offsets;  // a swizzle undoes itself
        for (std::int64_t& each : inner) each = swizzle.apply(each);
        if (auto found = fit_layout(inner, shape)) return Mapping{*std::move(found), swizzle, inner.front()};
      }
    }
  }
  return std::nullopt;
}

}  // namespace lanescope::layout
