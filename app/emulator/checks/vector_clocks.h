// Vector clocks: who synchronised with whom in a cluster of blocks (or in a block, which is a cluster of its own).
//
// Order of accesses: each actor counts the synchronisations it took part in (its clock). A thread of another actor is
// ordered behind an access when its own actor has, through barriers, learnt of a clock at or past the access. Lanes of
// one warp are ordered by __syncwarp(), by lanes of its mask, and by barriers. That is the programming model's rule
// (lanes of one warp are not in lockstep for memory); it finds races that the schedule at hand did not show.
//
// An actor is a warp, or what copies for the warps of a block without them: one actor reads and another one writes,
// each copy in a lane of its own, because nothing puts two copies in order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "emulator/decode/lane_operation.h"

namespace lanescope::emulator {

inline constexpr std::uint32_t max_warps = 32;
/// The actors of a block that follow its warps.
inline constexpr std::uint32_t copy_actors = 2;
inline constexpr std::uint32_t max_block_actors = max_warps + copy_actors;

/// Is called before the order of accesses changes.
class OrderListener {
 public:
  virtual void on_order_change() = 0;

 protected:
  OrderListener() = default;
  ~OrderListener() = default;
  OrderListener(const OrderListener&) = default;
  OrderListener& operator=(const OrderListener&) = default;
  OrderListener(OrderListener&&) = default;
  OrderListener& operator=(OrderListener&&) = default;
};

class VectorClocks {
 public:
  /// One vector clock: by actor, the last of its clocks that happens before something.
  using Row = std::vector<std::uint32_t>;

  void reset(std::uint32_t actors);
  /// `listener` is called for all changes but barriers of a whole block. It may be null.
  void set_listener(OrderListener* listener) { listener_ = listener; }
  /// A barrier between whole warps: bit w for actor first + w.
  void synchronise(std::uint32_t warps, std::uint32_t first = 0);
  /// The same of all warps of a block.
  void synchronise_block(std::uint32_t warps, std::uint32_t first);
  /// __syncwarp() of these lanes.
  void synchronise_lanes(std::uint32_t warp, std::uint32_t lanes);
  /// An acquire by `reader` that saw a release: what happened before the release happens before what it does now. True:
  /// it learns something of others.
  bool acquire(std::uint32_t reader, const Row& knowledge);
  /// The same of all that `other` did up to a clock of it.
  void acquire_from(std::uint32_t reader, std::uint32_t other, std::uint32_t clock);
  /// A release: returns the vector clock of the actor, itself included, and moves its own clock on.
  [[nodiscard]] Row release(std::uint32_t actor);

  [[nodiscard]] std::uint32_t now(std::uint32_t actor) const { return now_[actor]; }
  /// Whether what `thread` (its actor times 32, and its lane) did at `clock` comes before what the lane does now.
  [[nodiscard]] bool happens_before(std::uint32_t thread, std::uint32_t clock, std::uint32_t actor,
                                    std::uint32_t lane) const {
    const std::uint32_t other = thread / warp_lanes;
    if (other != actor) return clock <= known_[actor * actors_ + other];
    return thread % warp_lanes == lane || clock <= together_[actor] ||
           (!lanes_known_[actor].empty() && clock <= lanes_known_[actor][lane * warp_lanes + thread % warp_lanes]);
  }
  /// Whether what any lane of `other` did at `clock` comes before what the actor does now.
  [[nodiscard]] bool all_happen_before(std::uint32_t other, std::uint32_t clock, std::uint32_t actor) const {
    return other != actor ? clock <= known_[actor * actors_ + other] : clock <= together_[actor];
  }
  /// Of a block that is alone in its cluster: what any warp did up to this clock of its own comes before what any warp
  /// does now. (More may come before.)
  [[nodiscard]] std::uint32_t floor() const { return floor_; }
  /// Sets it behind a barrier of so many warps, which are all of the block.
  void raise_floor(std::uint32_t warps);
  /// How many barriers of the whole block there were.
  [[nodiscard]] std::uint32_t phase() const { return phase_; }
  void next_phase() { ++phase_; }

 private:
  void change() {
    if (listener_ != nullptr) listener_->on_order_change();
  }
  [[nodiscard]] std::uint32_t* row(std::uint32_t actor) { return known_.data() + std::size_t{actor} * actors_; }

  OrderListener* listener_ = nullptr;
  std::uint32_t actors_ = 0;
  std::uint32_t phase_ = 1;
  std::uint32_t floor_ = 0;
  std::vector<std::uint32_t> now_;
  std::vector<std::uint32_t> together_;                  ///< clock up to which all lanes of a warp are ordered
  std::vector<std::uint32_t> known_;                     ///< by actor and other actor
  std::vector<std::vector<std::uint32_t>> lanes_known_;  ///< by lane and other lane; empty: no partial mask yet
};

/// Sets `row` to the larger clock of each actor; they may differ in length.
void join(VectorClocks::Row& row, const VectorClocks::Row& more);

}  // namespace lanescope::emulator
