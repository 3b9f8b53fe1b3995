// The animated views, and the accesses that each of them plays: the one list of them, for the window and for lessons.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "analysis/access_sequence.h"

namespace lanescope::analysis {

/// The animated views, each with a line of animated_views.
enum class AnimatedView { banks, sectors, matrices, warps, tree, tiles, grid };

[[nodiscard]] constexpr std::uint32_t mask_of(std::initializer_list<trace::Space> list) {
  std::uint32_t mask = 0;
  for (const trace::Space space : list) mask |= 1u << static_cast<std::uint32_t>(space);
  return mask;
}
inline constexpr std::uint32_t all_memory = ~mask_of({trace::Space::registers});

/// What distinguishes an animated view for playback.
struct ViewTraits {
  std::string_view name;  ///< stable, and the same as that of its panel
  bool is_close_up;       ///< it shows one access at a time; others show all of them
  double speed;           ///< in steps per second, where a lesson or a picture states a time; see AccessSequence::steps
  std::uint32_t spaces;   ///< mask of the spaces whose accesses it draws
  bool own_clock = false;  ///< it plays the times of blocks (GridClock), not accesses
};
inline constexpr std::array animated_views{
    ViewTraits{"banks", true, 4, mask_of({trace::Space::shared})},
    ViewTraits{"sectors", true, 4, mask_of({trace::Space::global, trace::Space::local})},
    ViewTraits{"matrices", false, 256, mask_of({trace::Space::global, trace::Space::texture})},
    ViewTraits{"warps", false, 256, all_memory},
    ViewTraits{"tree", false, 16, mask_of({trace::Space::global, trace::Space::shared, trace::Space::registers})},
    ViewTraits{"tiles", false, 64, mask_of({trace::Space::global, trace::Space::shared, trace::Space::texture})},
    ViewTraits{"grid", false, 128, 0, true},
};
inline constexpr std::size_t animated_view_count = animated_views.size();
static_assert(animated_view_count == static_cast<std::size_t>(AnimatedView::grid) + 1);

[[nodiscard]] constexpr std::size_t index_of(AnimatedView view) {
  return static_cast<std::size_t>(view);
}
[[nodiscard]] constexpr const ViewTraits& traits_of(AnimatedView view) {
  return animated_views[index_of(view)];
}
[[nodiscard]] constexpr std::string_view name_of(AnimatedView view) {
  return traits_of(view).name;
}
inline constexpr auto all_animated_views = [] {
  std::array<AnimatedView, animated_view_count> all{};
  for (std::size_t index = 0; index < all.size(); ++index) all[index] = static_cast<AnimatedView>(index);
  return all;
}();
[[nodiscard]] constexpr std::optional<AnimatedView> animated_view_named(std::string_view name) {
  for (const AnimatedView view : all_animated_views) {
    if (name_of(view) == name) return view;
  }
  return std::nullopt;
}
/// Returns whether the view draws accesses to that space.
[[nodiscard]] constexpr bool shows(AnimatedView view, trace::Space space) {
  return (traits_of(view).spaces >> static_cast<std::uint32_t>(space) & 1u) != 0;
}

/// Returns the accesses to what `view` shows. A close-up has only those of that site and warp; empty means all.
[[nodiscard]] inline Track track_of(const AccessSequence& sequence, AnimatedView view,
                                    std::optional<std::uint32_t> site, std::optional<WarpId> warp) {
  TrackChoice choice;
  choice.spaces = traits_of(view).spaces;
  if (traits_of(view).is_close_up) {
    choice.site = site;
    choice.warp = warp;
  }
  return track_of(sequence, choice);
}

}  // namespace lanescope::analysis
