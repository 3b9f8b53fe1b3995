// The algebra of layouts. Source: the page "CuTe Layout Algebra" of the documentation of CUTLASS 4.2, whose names these
// are. All arithmetic is exact: what does not fit in 63 bits, and what has no result, is an error that names the modes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/error.h"
#include "layout/layout.h"

namespace lanescope::layout {

/// Returns the layout with as few modes as possible and the same offset for every index, flat.
[[nodiscard]] Layout coalesce(const Layout& layout);
/// Does so with each mode by itself.
[[nodiscard]] Layout coalesce_modes(const Layout& layout);

/// Returns R with R(i) = a(b(i)) for every i below size(b), with the modes of b; beyond size(a) the last mode of
/// coalesce(a) goes on. It fails where a shape of a and a
/// stride of b do not divide each other, and where modes of b together reach beyond the end of a mode of a: CuTe
/// composes these, to a layout with other offsets.
[[nodiscard]] Expected<Layout> composition(const Layout& a, const Layout& b);

/// Returns what reaches, with the layout, every offset below `cotarget`, rounded up to the end of the layout: no two
/// pairs of them meet. It fails where elements of the layout meet, and for strides below 0.
[[nodiscard]] Expected<Layout> complement(const Layout& layout, std::int64_t cotarget);

/// Returns R with layout(R(i)) = i for every i below size(R), as large as the modes make it in the order of their
/// strides. It fails for strides below 0.
[[nodiscard]] Expected<Layout> right_inverse(const Layout& layout);
/// Returns R with R(layout(i)) = i for every i; of elements that meet it finds one of them. It fails
/// for strides below 0, and where no layout does so.
[[nodiscard]] Expected<Layout> left_inverse(const Layout& layout);

/// Returns how many elements lie one behind the other in both layouts, for the same coordinates: so many can be copied
/// from one to the other at once.
[[nodiscard]] Expected<std::int64_t> max_common_vector(const Layout& a, const Layout& b);

/// Returns (what b selects of a, the rest): composition(a, (b, complement(b, size(a)))).
[[nodiscard]] Expected<Layout> logical_divide(const Layout& a, const Layout& b);
/// Returns (a, its repetitions in the order of b): (a, composition(complement of a, b)), where the complement goes on
/// as far as b reaches. (CuTe ends it at size(a) * cosize(b), which leaves out places where a has gaps.)
[[nodiscard]] Expected<Layout> logical_product(const Layout& a, const Layout& b);
/// Returns the logical product with each mode of the block before the same mode of the tiler, coalesced by mode: rank-2
/// blocks lie beside and below each other as the tiler says.
[[nodiscard]] Expected<Layout> blocked_product(const Layout& block, const Layout& tiler);

/// A layout for each of the first modes, as CuTe's <4:1, 8:2>.
using Tiler = std::vector<Layout>;
/// One of the functions of two layouts above.
using LayoutFunction = std::function<Expected<Layout>(const Layout& a, const Layout& b)>;
/// Applies it mode by mode; further modes of the layout stay. It fails where the tiler has more modes.
[[nodiscard]] Expected<Layout> by_mode(const LayoutFunction& function, const Layout& layout, const Tiler& tiler);
/// Divides mode by mode, then gathers the selected parts in the first mode and the rests in the second.
[[nodiscard]] Expected<Layout> zipped_divide(const Layout& layout, const Tiler& tiler);

}  // namespace lanescope::layout
