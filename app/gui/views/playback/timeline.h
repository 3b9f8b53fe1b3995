// Timeline: the accesses of a trace in the order in which the views play them, and how long each one takes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lab/traced.h"

namespace warpscope::gui {

/// The animated views.
enum class WatchView { banks, sectors, matrices, warps };
inline constexpr std::array all_watch_views = {WatchView::banks, WatchView::sectors, WatchView::matrices,
                                               WatchView::warps};
[[nodiscard]] std::string_view name_of(WatchView view);  ///< stable: "banks"
[[nodiscard]] std::optional<WatchView> watch_view_named(std::string_view name);
[[nodiscard]] constexpr std::size_t index_of(WatchView view) {
  return static_cast<std::size_t>(view);
}
/// Whether the view shows one access at a time; else all of them.
[[nodiscard]] constexpr bool is_close_up(WatchView view) {
  return view == WatchView::banks || view == WatchView::sectors;
}
/// Whether the view has something to draw of accesses to that space.
[[nodiscard]] bool shows(WatchView view, trace::Space space);

/// logical: the order of the trace, which for the emulator is that in which it executed. instrumented: by the clock of
/// the GPU, with what writing the trace cost.
enum class WatchSort { logical, instrumented };

/// One warp of the plan.
struct WarpPlace {
  std::uint32_t launch = 0, block = 0, warp = 0;
  friend auto operator<=>(const WarpPlace&, const WarpPlace&) = default;
};
[[nodiscard]] WarpPlace warp_of(const trace::Header& header);

struct Timeline {
  std::shared_ptr<const lab::Traced> traced;  ///< never null
  WatchSort sort = WatchSort::logical;        ///< logical where the trace has no clock, whatever was asked for
  bool executed = true;                       ///< merged accesses are one; else as written
  std::vector<std::uint32_t> records;         ///< in this order; into Trace::headers. "Place": an index into it
  std::vector<std::uint32_t> place_of;        ///< by record: the inverse
  /// By place: how many steps the access takes. Shared memory: its wavefronts. Anything else: 1. 0: it is part of
  /// another access (`executed`).
  std::vector<std::uint32_t> steps;
  std::vector<WarpPlace> warps;         ///< that have a record, each once, sorted
  std::vector<std::uint32_t> barriers;  ///< places before which a block left a barrier; rising, each once

  [[nodiscard]] const trace::Header& header(std::uint32_t place) const { return traced->trace.headers[records[place]]; }
  [[nodiscard]] const trace::Site& site(std::uint32_t place) const { return traced->trace.sites[header(place).site]; }
  /// Bytes that a lane moves with it: those of the merged access when `executed`.
  [[nodiscard]] std::uint32_t bytes_per_lane(std::uint32_t place) const;
};

/// `traced` must not be null and its trace well formed.
[[nodiscard]] std::shared_ptr<const Timeline> timeline_of(std::shared_ptr<const lab::Traced> traced, WatchSort sort,
                                                          bool executed);

/// What the transport bar goes through: some places of a timeline, one after the other.
struct Passage {
  std::vector<std::uint32_t> places;  ///< rising
  std::vector<std::uint64_t> starts;  ///< by index in `places`, and one more: the steps before it
  [[nodiscard]] bool empty() const { return places.empty(); }
  [[nodiscard]] std::uint64_t steps() const { return starts.empty() ? 0 : starts.back(); }
  /// Index of the last place at or before `place`; the first one where all come later. `places` must not be empty.
  [[nodiscard]] std::size_t at(std::uint32_t place) const;
};

/// Accesses to what `view` shows; of a close-up only those of that site and warp (empty: of all).
[[nodiscard]] Passage passage_of(const Timeline& timeline, WatchView view, std::optional<std::uint32_t> site,
                                 std::optional<WarpPlace> warp);

}  // namespace warpscope::gui
