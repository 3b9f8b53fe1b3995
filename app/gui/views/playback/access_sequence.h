// AccessSequence has the accesses of a trace in the order in which the views play them, and how long each one takes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "lab/wire/traced.h"

namespace lanescope::gui {

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
  const char* no_accesses;  ///< key of the sentence for a trace without any of these
  bool own_clock = false;   ///< it plays the times of blocks (GridClock), not accesses
};
inline constexpr std::array animated_views{
    ViewTraits{"banks", true, 4, mask_of({trace::Space::shared}), "views.no_shared"},
    ViewTraits{"sectors", true, 4, mask_of({trace::Space::global, trace::Space::local}), "views.no_global"},
    ViewTraits{"matrices", false, 256, mask_of({trace::Space::global, trace::Space::texture}), "views.no_global"},
    ViewTraits{"warps", false, 256, all_memory, "views.no_global"},
    ViewTraits{"tree", false, 16, mask_of({trace::Space::global, trace::Space::shared, trace::Space::registers}),
               "views.no_global"},
    ViewTraits{"tiles", false, 64, mask_of({trace::Space::global, trace::Space::shared, trace::Space::texture}),
               "views.no_global"},
    ViewTraits{"grid", false, 128, 0, "", true},
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

/// `logical` is the order of the trace, which for the emulator is that of execution. `instrumented` is by the clock of
/// the GPU, and includes the cost of writing the trace.
enum class AccessOrder { logical, instrumented };

/// One warp of the plan.
struct WarpId {
  std::uint32_t launch = 0, block = 0, warp = 0;
  friend auto operator<=>(const WarpId&, const WarpId&) = default;
};
[[nodiscard]] inline WarpId warp_of(const trace::Header& header) {
  return {header.launch, header.block, header.warp};
}

struct AccessSequence {
  std::shared_ptr<const lab::Traced> traced;  ///< never null
  AccessOrder order = AccessOrder::logical;   ///< `logical` if the trace has no clock, even if another one was wanted
  bool executed = true;                       ///< merged accesses are one; otherwise they are as written
  std::vector<std::uint32_t> records;  ///< in this order, into Trace::headers; `index` always means an index into it
  std::vector<std::uint32_t> index_of_record;  ///< the inverse, by record
  /// The number of steps of each access, by index. It is the number of wavefronts for shared memory, and 1 for other
  /// memory. It is 0 for a part of another access (`executed`).
  std::vector<std::uint32_t> steps;
  std::vector<WarpId> warps;            ///< the warps that have a record, each once, sorted
  std::vector<std::uint32_t> barriers;  ///< indices before which a block left a barrier, rising, each once

  [[nodiscard]] const trace::Header& header(std::uint32_t index) const { return traced->trace.headers[records[index]]; }
  [[nodiscard]] const trace::Site& site(std::uint32_t index) const { return traced->trace.sites[header(index).site]; }
  /// Returns the bytes that a lane moves with it. These are those of the merged access when `executed`.
  [[nodiscard]] std::uint32_t bytes_per_lane(std::uint32_t index) const;
  [[nodiscard]] std::uint32_t bytes_per_lane_of(std::uint32_t site) const;
};

/// `traced` must not be null and its trace well formed.
[[nodiscard]] std::shared_ptr<const AccessSequence> sequence_of(std::shared_ptr<const lab::Traced> traced,
                                                                AccessOrder order, bool executed);

/// What the transport bar plays, which is some accesses of a sequence, one after the other.
struct Track {
  std::vector<std::uint32_t> indices;  ///< they rise
  std::vector<std::uint64_t> starts;   ///< the steps before each entry of `indices`, and in all
  [[nodiscard]] bool empty() const { return indices.empty(); }
  [[nodiscard]] double steps() const { return starts.empty() ? 0 : static_cast<double>(starts.back()); }
  /// Returns the last entry of `indices` at or before `index`, or 0 if all come later. `indices` must not be empty.
  [[nodiscard]] std::size_t at(std::uint32_t index) const;
  /// Returns the steps before an entry; length() returns those that it takes.
  [[nodiscard]] double start(std::size_t entry) const { return static_cast<double>(starts[entry]); }
  [[nodiscard]] double length(std::size_t entry) const { return start(entry + 1) - start(entry); }
};

/// Returns the accesses to what `view` shows. A close-up has only those of that site and warp; empty means all.
[[nodiscard]] Track track_of(const AccessSequence& sequence, AnimatedView view, std::optional<std::uint32_t> site,
                             std::optional<WarpId> warp);

}  // namespace lanescope::gui
