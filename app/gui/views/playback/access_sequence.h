// AccessSequence has the accesses of a trace in the order in which the views play them, and how long each one takes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/names.h"
#include "lab/wire/traced.h"

namespace warpscope::gui {

/// The animated views.
enum class AnimatedView { banks, sectors, matrices, warps };
inline constexpr std::array all_animated_views = {AnimatedView::banks, AnimatedView::sectors, AnimatedView::matrices,
                                                  AnimatedView::warps};
inline constexpr EnumNames<4> animated_view_names{"banks", "sectors", "matrices", "warps"};  ///< they are stable
[[nodiscard]] constexpr std::string_view name_of(AnimatedView view) {
  return name_in(animated_view_names, view);
}
[[nodiscard]] constexpr std::optional<AnimatedView> animated_view_named(std::string_view name) {
  return named_in<AnimatedView>(animated_view_names, name);
}
[[nodiscard]] constexpr std::size_t index_of(AnimatedView view) {
  return static_cast<std::size_t>(view);
}
/// Returns whether the view shows one access at a time. Other views show all of them.
[[nodiscard]] constexpr bool is_close_up(AnimatedView view) {
  return view == AnimatedView::banks || view == AnimatedView::sectors;
}
/// Returns whether the view draws accesses to that space.
[[nodiscard]] bool shows(AnimatedView view, trace::Space space);

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

}  // namespace warpscope::gui
