#include "layout/algebra.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/rounding.h"
#include "layout/messages.h"

namespace lanescope::layout {
namespace {

/// Composes modes one by one with a coalesced layout. R(i) = a(b(i)) holds for b as a whole because in every mode of
/// `a` but the last, all modes of b together stay below its end: no sum carries into the next one.
class Composition {
 public:
  explicit Composition(const Layout& a) : a_(coalesce(a)), modes_(flat_modes(a_)), reached_(modes_.size(), 0) {}

  Expected<Layout> with(const Layout& b) {
    if (!b.is_tuple()) return with_mode(b);
    Layout result;
    for (const Layout& mode : b.modes) {
      TRY(Layout composed, with(mode));
      result.modes.push_back(std::move(composed));
    }
    return result;
  }

 private:
  Expected<Layout> with_mode(const Layout& b) {
    if (b.stride == 0 || b.shape == 1) return Layout{b.shape, 0};
    if (b.stride < 0 && modes_.size() > 1) return refused(modes_.front(), b);
    std::vector<Layout> result;
    std::int64_t shape = b.shape, stride = b.stride;  // what is still to be found in the modes of a
    for (std::size_t i = 0; shape != 1; ++i) {
      const Layout& mode = modes_[i];
      std::int64_t taken = shape;
      if (i + 1 < modes_.size() && shape - 1 > (mode.shape - 1) / stride) {  // it goes on into the next mode
        if (mode.shape % stride != 0 && stride % mode.shape != 0) return refused(mode, b);
        taken = std::max<std::int64_t>(1, mode.shape / stride);
        if (shape % taken != 0) return refused(mode, b);
      }
      if (taken != 1) {
        reached_[i] += (taken - 1) * stride;
        if (i + 1 < modes_.size() && reached_[i] >= mode.shape) return refused(mode, b);
        TRY(const std::int64_t step, product(stride, mode.stride));
        result.push_back({taken, step});
      }
      shape /= taken;
      stride = ceil_div(stride, mode.shape);
    }
    return of_modes(std::move(result));
  }

  [[nodiscard]] tl::unexpected<Error> refused(const Layout& mode, const Layout& b) const {
    return failure(message<"memory_layout.not_composable">(text(a_), text(mode), text(b)), {},
                   message<"memory_layout.not_composable_remedy">());
  }

  Layout a_;
  std::vector<Layout> modes_;
  std::vector<std::int64_t> reached_;  ///< by mode of a: the furthest element that b has there
};

/// A flat mode of a layout with its stride in another.
struct SortedMode {
  Layout mode;
  std::int64_t before = 1;  ///< elements of the modes before it
};

/// The flat modes with more than one element and a stride other than 0, by rising stride.
Expected<std::vector<SortedMode>> modes_by_stride(const Layout& layout) {
  std::vector<SortedMode> sorted;
  std::int64_t before = 1;
  for (const Layout& mode : flat_modes(layout)) {
    if (mode.stride < 0) {
      return failure(message<"memory_layout.negative_stride">(text(mode), text(layout)), {},
                     message<"memory_layout.negative_stride_remedy">());
    }
    if (mode.shape != 1 && mode.stride != 0) sorted.push_back({mode, before});
    before *= mode.shape;
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const SortedMode& a, const SortedMode& b) {
    return std::pair(a.mode.stride, a.mode.shape) < std::pair(b.mode.stride, b.mode.shape);
  });
  return sorted;
}

/// Fails where a mode begins again before the end of those with smaller strides: elements could meet.
Status check_apart(const SortedMode& next, std::int64_t end, const Layout& layout) {
  if (next.mode.stride >= end) return {};
  return failure(message<"memory_layout.modes_meet">(text(next.mode), text(layout), end), {},
                 message<"memory_layout.modes_meet_remedy">());
}

/// Whether the inverse finds an element with the same offset for each one. It looks at all of them, if they are few.
bool inverts(const Layout& inverse, const Layout& layout) {
  constexpr std::int64_t few = 65'536;
  const std::int64_t count = size(layout);
  for (std::int64_t i = 0; i < std::min(count, few); ++i) {
    const std::int64_t at = offset(layout, i);
    if (offset(layout, offset(inverse, at)) != at) return false;
  }
  return count <= few;
}

Layout padded(const Layout& layout, std::size_t rank) {
  Layout result{1, 0, layout.is_tuple() ? layout.modes : std::vector{layout}};
  result.modes.resize(rank);
  return result;
}

}  // namespace

Layout coalesce(const Layout& layout) {
  std::vector<Layout> result;
  for (const Layout& mode : flat_modes(layout)) {
    if (mode.shape == 1) continue;
    std::int64_t next = 0;
    if (!result.empty() && !__builtin_mul_overflow(result.back().shape, result.back().stride, &next) &&
        next == mode.stride) {
      result.back().shape *= mode.shape;
    } else {
      result.push_back(mode);
    }
  }
  return of_modes(std::move(result));
}

Layout coalesce_modes(const Layout& layout) {
  Layout result = layout;
  for (Layout& mode : result.modes) mode = coalesce(mode);
  return layout.is_tuple() ? result : coalesce(layout);
}

Expected<Layout> composition(const Layout& a, const Layout& b) {
  TRY(Layout result, Composition(a).with(b));
  return checked(std::move(result));
}

Expected<Layout> complement(const Layout& layout, std::int64_t cotarget) {
  TRY(const auto sorted, modes_by_stride(layout));
  std::vector<Layout> result;
  std::int64_t end = 1;
  for (const SortedMode& each : sorted) {
    TRY_STATUS(check_apart(each, end, layout));
    result.push_back({each.mode.stride / end, end});
    TRY(end, product(each.mode.shape, each.mode.stride));
  }
  result.push_back({ceil_div(std::max<std::int64_t>(cotarget, 1), end), end});
  TRY(const Layout whole, checked({1, 0, std::move(result)}));
  return coalesce(whole);
}

Expected<Layout> right_inverse(const Layout& layout) {
  TRY(const auto sorted, modes_by_stride(layout));
  Layout result{1, 0, {{}}};
  std::int64_t end = 1;
  for (const SortedMode& each : sorted) {
    if (each.mode.stride != end) continue;
    result.modes.push_back({each.mode.shape, each.before});
    TRY(end, product(each.mode.shape, each.mode.stride));
  }
  return coalesce(result);
}

Expected<Layout> left_inverse(const Layout& layout) {
  TRY(const auto sorted, modes_by_stride(coalesce(layout)));
  std::vector<Layout> result{{}};
  std::int64_t end = 1, reached = 1, stride = 0;  // `stride` is that of the mode that is filled up next
  bool exact = true;
  for (const SortedMode& each : sorted) {
    exact = exact && each.mode.stride >= end && each.mode.stride % reached == 0;
    const std::int64_t times = std::max<std::int64_t>(1, each.mode.stride / reached);
    result.push_back({times, stride});
    reached *= times;
    stride = each.before;
    TRY(end, product(each.mode.shape, each.mode.stride));
  }
  if (!sorted.empty()) result.push_back({sorted.back().mode.shape, stride});
  TRY(const Layout whole, checked({1, 0, std::move(result)}));
  if (exact || inverts(whole, layout)) return coalesce(whole);
  return failure(message<"memory_layout.no_left_inverse">(text(layout)), {},
                 message<"memory_layout.not_composable_remedy">());
}

Expected<std::int64_t> max_common_vector(const Layout& a, const Layout& b) {
  TRY(const Layout inverse, right_inverse(b));
  const auto common = composition(a, inverse);
  if (common) {
    const Layout first = flat_modes(coalesce(*common)).front();
    return first.stride == 1 ? first.shape : 1;
  }
  constexpr std::int64_t few = 1 << 20;
  if (size(inverse) > few) return failure(common.error());
  std::int64_t count = 0;
  while (count < size(inverse) && offset(a, offset(inverse, count)) == count) ++count;
  return count;
}

Expected<Layout> logical_divide(const Layout& a, const Layout& b) {
  TRY(Layout rest, complement(b, size(a)));
  return composition(a, {1, 0, {b, std::move(rest)}});
}

Expected<Layout> logical_product(const Layout& a, const Layout& b) {
  // With a last mode of more than one element the complement goes on for ever, however far b reaches.
  TRY(const std::int64_t beyond, product(cosize(a), 2));
  TRY(const Layout places, complement(a, beyond));
  TRY(Layout repetitions, composition(places, b));
  return checked({1, 0, {a, std::move(repetitions)}});
}

Expected<Layout> blocked_product(const Layout& block, const Layout& tiler) {
  const std::size_t rank = std::max(block.rank(), tiler.rank());
  TRY(const Layout whole, logical_product(padded(block, rank), padded(tiler, rank)));
  Layout result;
  for (std::size_t i = 0; i < rank; ++i)
    result.modes.push_back(coalesce({1, 0, {whole.modes[0].modes[i], whole.modes[1].modes[i]}}));
  return result;
}

Expected<Layout> by_mode(const LayoutFunction& function, const Layout& layout, const Tiler& tiler) {
  if (tiler.size() > layout.rank()) {
    return failure(message<"memory_layout.tiler_rank">(tiler.size(), text(layout), layout.rank()), {},
                   message<"memory_layout.tiler_rank_remedy">());
  }
  Layout result = padded(layout, layout.rank());
  for (std::size_t i = 0; i < tiler.size(); ++i) {
    TRY(result.modes[i], function(result.modes[i], tiler[i]));
  }
  return checked(std::move(result));
}

Expected<Layout> zipped_divide(const Layout& layout, const Tiler& tiler) {
  TRY(const Layout divided, by_mode(logical_divide, layout, tiler));
  Layout tile, rest;
  for (std::size_t i = 0; i < divided.modes.size(); ++i) {
    const Layout& mode = divided.modes[i];
    if (i < tiler.size()) tile.modes.push_back(mode.modes[0]);
    rest.modes.push_back(i < tiler.size() ? mode.modes[1] : mode);
  }
  return checked({1, 0, {std::move(tile), std::move(rest)}});
}

}  // namespace lanescope::layout
