// AccessSequence has the accesses of a trace in the order in which they are played, and how long each one takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/traced.h"

namespace lanescope::analysis {

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
  std::shared_ptr<const Traced> traced;      ///< never null
  AccessOrder order = AccessOrder::logical;  ///< `logical` if the trace has no clock, even if another one was wanted
  bool executed = true;                      ///< merged accesses are one; otherwise they are as written
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
[[nodiscard]] std::shared_ptr<const AccessSequence> sequence_of(std::shared_ptr<const Traced> traced, AccessOrder order,
                                                                bool executed);

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

/// Which accesses of a sequence a track has. Empty means any.
struct TrackChoice {
  std::uint32_t spaces = 0;           ///< mask of spaces: bit n for the space with that number
  std::optional<std::uint32_t> site;  ///< of that instruction alone
  std::optional<WarpId> warp;         ///< of that warp alone
};
[[nodiscard]] Track track_of(const AccessSequence& sequence, const TrackChoice& choice);

}  // namespace lanescope::analysis
