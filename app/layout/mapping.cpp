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

/// The mapping whose swizzle this is and whose offsets these are, or nothing. A swizzle undoes itself.
std::optional<Mapping> fit_with(const Swizzle& swizzle, const Offsets& offsets,
                                const std::vector<std::int64_t>& shape) {
  const auto inner = [&](std::int64_t index) { return swizzle.apply(offsets[static_cast<std::size_t>(index)]); };
  Mapping result{{}, swizzle, inner(0)};
  std::vector<Layout> modes;
  std::int64_t step = 1;
  for (const std::int64_t extent : shape) {
    Offsets along;
    for (std::int64_t i = 0; i < extent; ++i) along.push_back(inner(i * step) - result.start);
    auto mode = fit_mode(std::move(along));
    if (!mode) return std::nullopt;
    modes.push_back(std::move(*mode));
    step *= extent;
  }
  result.layout = of_modes(std::move(modes));
  for (std::int64_t i = 0; i < step; ++i) {
    if (offset(result.layout, i) != inner(i) - result.start) return std::nullopt;
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
  if (auto plain = fit_with({}, offsets, shape)) return plain;
  constexpr int most_bits = 5, most_place = 12;  // beyond them no shared memory of today has a swizzle
  for (int bits = 1; bits <= most_bits; ++bits) {
    for (int base = 0; base <= most_place; ++base) {
      for (int shift = bits; shift <= most_place; ++shift) {
        if (auto found = fit_with({bits, base, shift}, offsets, shape)) return found;
      }
    }
  }
  return std::nullopt;
}

}  // namespace lanescope::layout
