// What fences, acquires and releases put in order.
//
// A strong write passes on what came before the last fence of its warp, and a strong read makes it known once a fence
// follows: "release pattern" and "acquire pattern" in the memory model of PTX. An operation with .release or .acquire
// has its fence in itself. The scope of the fences, as of the accesses, must include the other thread.
//
// A barrier of the block stands for a fence in two ways. What a thread fenced before it, another one may pass on behind
// it; and what one thread has read before it is known to all behind it, as programs expect in which the last block adds
// what others have left (NVIDIA's sample threadFenceReduction).
#include <algorithm>
#include <memory>

#include "emulator/execution/block.h"

namespace lanescope::emulator {
namespace {

/// Of a release: the key of those who see it. Within a block it is that of its rank, else that of nobody.
std::uint64_t scoped(std::uint64_t place, std::uint32_t rank) {
  return place | std::uint64_t{rank} << 48;
}
constexpr std::uint32_t all_ranks = 0;
constexpr std::array scopes{Scope::block, Scope::cluster, Scope::grid};

}  // namespace

/// All that the warp knows and has done so far.
std::shared_ptr<const Passed> Block::all_before(Warp& warp) {
  if (warp.latest == nullptr || warp.latest_changes != warp.changes) {
    warp.latest_changes = warp.changes;
    warp.latest =
        std::make_shared<const Passed>(Passed{clocks_.release(actor(warp)), warp.known, ++cluster_.passed_versions});
  }
  return warp.latest;
}

void Block::fence(Warp& warp, Scope scope) {
  know_what_was_read(warp, scope);
  const std::shared_ptr<const Passed> before = all_before(warp);
  for (const Scope each : scopes) {
    if (each <= scope) warp.before_fence.of(each) = before;
  }
}

/// What strong reads have found becomes known, as far as the scope reaches.
void Block::know_what_was_read(Warp& warp, Scope scope) {
  for (const Scope each : scopes) {
    Passed& read = warp.read.of(each);
    if (each > scope || (read.row.empty() && read.known.empty())) continue;
    const bool of_cluster = clocks_.acquire(actor(warp), read.row);
    const bool of_others = add_knowledge(warp.known, read.known);
    if (of_cluster || of_others) ++warp.changes;
    read = {};
  }
}

void Block::acquire_at(Warp& warp, std::uint64_t address, const Access& how) {
  const auto read = [&](std::uint64_t place, Scope scope) {
    const auto known = cluster_.published.find(place);
    if (known == cluster_.published.end()) return;
    join(warp.read.of(scope).row, known->second.row);
    add_knowledge(warp.read.of(scope).known, known->second.known);
  };
  read(scoped(address, rank_ + 1), Scope::block);
  if (how.scope != Scope::block && cluster_.size() > 1) read(scoped(address, all_ranks), Scope::cluster);
  const bool beyond_cluster = how.scope == Scope::grid && address >= global_window;
  if (beyond_cluster && launch_.grid_order != nullptr) {
    static_cast<void>(launch_.grid_order->acquire(address, warp.read.of(Scope::grid).known));
  }
  if (how.acquires) know_what_was_read(warp, how.scope);
}

void Block::release_at(Warp& warp, std::uint64_t address, const Access& how) {
  const bool fresh = how.operation == trace::Operation::store;
  const std::shared_ptr<const Passed> all = how.releases ? all_before(warp) : nullptr;
  const auto passed = [&](Scope scope) { return how.releases ? all.get() : warp.before_fence.of(scope).get(); };
  publish_at(scoped(address, rank_ + 1), passed(Scope::block), fresh);
  if (how.scope != Scope::block && cluster_.size() > 1) {
    publish_at(scoped(address, all_ranks), passed(Scope::cluster), fresh);
  }
  const bool beyond_cluster = how.scope == Scope::grid && address >= global_window;
  const Passed* const to_all = passed(Scope::grid);
  if (!beyond_cluster || launch_.grid_order == nullptr || to_all == nullptr) return;
  const auto its_actors = static_cast<std::ptrdiff_t>(actors());
  for (std::uint32_t rank = 0; rank < cluster_.size(); ++rank) {
    const auto first = to_all->row.begin() + rank * its_actors;
    launch_.grid_order->release(address, fresh && rank == 0, cluster_.block(rank).index_,
                                {GridOrder::Row(first, first + its_actors), to_all->known, to_all->version});
  }
}

void Block::publish_at(std::uint64_t place, const Passed* passed, bool fresh) {
  if (passed == nullptr) return;
  Passed& published = cluster_.published[place];
  if (published.version == passed->version) return;
  // An atomic operation adds to what others have left there; a store takes its place.
  if (fresh) published = {};
  join(published.row, passed->row);
  add_knowledge(published.known, passed->known);
  published.version = passed->version;
}

/// Before these warps come out of a barrier: what one has read, all will know.
void Block::complete_reads(std::uint32_t warps) {
  if (!launch_.entry->synchronises) return;
  for_each_lane(warps, [&](std::uint32_t warp) { know_what_was_read(warps_[warp], Scope::grid); });
}

/// Behind a barrier of these warps all know what one knew of other blocks, and pass on what one had fenced.
void Block::join_grid_knowledge(std::uint32_t warps) {
  Knowledge all;
  for_each_lane(warps, [&](std::uint32_t warp) {
    ++warps_[warp].changes;
    if (launch_.grid_order != nullptr) add_knowledge(all, warps_[warp].known);
  });
  if (launch_.grid_order != nullptr) {
    for_each_lane(warps, [&](std::uint32_t warp) { warps_[warp].known = all; });
  }
  if (!launch_.entry->synchronises) return;
  for (const Scope scope : scopes) {
    const auto& first = warps_[first_lane(warps)].before_fence.of(scope);
    bool same = true;
    for_each_lane(warps, [&](std::uint32_t warp) { same &= warps_[warp].before_fence.of(scope) == first; });
    if (same) continue;
    Passed joined;
    for_each_lane(warps, [&](std::uint32_t warp) {
      const Passed* const before = warps_[warp].before_fence.of(scope).get();
      if (before == nullptr) return;
      join(joined.row, before->row);
      add_knowledge(joined.known, before->known);
    });
    joined.version = ++cluster_.passed_versions;
    const auto shared = std::make_shared<const Passed>(std::move(joined));
    for_each_lane(warps, [&](std::uint32_t warp) { warps_[warp].before_fence.of(scope) = shared; });
  }
}

}  // namespace lanescope::emulator
