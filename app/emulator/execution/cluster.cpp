#include "emulator/execution/cluster.h"

#include <algorithm>

#include "emulator/execution/block.h"

namespace lanescope::emulator {
namespace {

/// The number of warp instructions that a block runs before the next one of its cluster has its turn.
constexpr std::uint64_t block_turn_steps = 8192;

catalogue::Dim3 place_in(const catalogue::Dim3& grid, std::uint64_t index) {
  return {static_cast<std::uint32_t>(index % grid.x), static_cast<std::uint32_t>(index / grid.x % grid.y),
          static_cast<std::uint32_t>(index / grid.x / grid.y)};
}
std::uint64_t index_in(const catalogue::Dim3& grid, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  return x + grid.x * (y + grid.y * z);
}

}  // namespace

std::uint64_t ClusterShape::cluster_of(std::uint64_t block) const {
  const auto at = place_in(grid, block);
  return index_in(clusters, at.x / cluster.x, at.y / cluster.y, at.z / cluster.z);
}

std::uint32_t ClusterShape::rank_of(std::uint64_t block) const {
  const auto at = place_in(grid, block);
  return static_cast<std::uint32_t>(index_in(cluster, at.x % cluster.x, at.y % cluster.y, at.z % cluster.z));
}

std::uint64_t ClusterShape::block_of(std::uint64_t number, std::uint32_t rank) const {
  const auto at = place_in(clusters, number), within = place_in(cluster, rank);
  return index_in(grid, std::uint64_t{at.x} * cluster.x + within.x, std::uint64_t{at.y} * cluster.y + within.y,
                  std::uint64_t{at.z} * cluster.z + within.z);
}

Cluster::Cluster(Launch& launch, Worker& worker) : shape_(launch) {
  for (std::uint32_t rank = 0; rank < launch.cluster.count(); ++rank) {
    blocks_.push_back(std::make_unique<Block>(launch, worker, *this, rank));
  }
}

Cluster::~Cluster() = default;

void Cluster::start(std::uint64_t number, std::uint64_t seed) {
  number_ = number;
  clocks.reset(size() * blocks_[0]->actors());
  published.clear();
  arrivals.clear();
  searching = false;
  barrier = {};
  barrier.pending = size() * blocks_[0]->threads();
  ended_.assign(blocks_.size(), 0);
  for (std::uint32_t rank = 0; rank < size(); ++rank) blocks_[rank]->start(shape_.block_of(number, rank), seed);
}

std::optional<std::uint32_t> Cluster::rank_in_here(std::uint64_t block) const {
  if (size() == 1 || shape_.cluster_of(block) != number_) return std::nullopt;
  return shape_.rank_of(block);
}

bool Cluster::run(std::uint64_t steps) {
  const std::uint64_t turn = size() == 1 ? steps : std::min(steps, block_turn_steps);
  for (std::uint64_t spent = 0; spent < steps; spent += turn) {
    Block* left = nullptr;
    for (std::uint32_t rank = 0; rank < size(); ++rank) {
      if (ended_[rank] != 0) continue;
      Block& block = *blocks_[rank];
      ended_[rank] = block.run(turn) ? 1 : 0;
      if (ended_[rank] != 0 && block.stopped()) {
        stop_others();
        return true;
      }
      if (ended_[rank] == 0 && left == nullptr) left = &block;
    }
    if (left == nullptr) return true;
    const auto is_runnable = [&](std::size_t rank) { return ended_[rank] == 0 && blocks_[rank]->has_runnable_warp(); };
    bool any = false;
    for (std::size_t rank = 0; rank < blocks_.size(); ++rank) any = any || is_runnable(rank);
    if (!any) {
      left->report_deadlock();
      stop_others();
      return true;
    }
  }
  return false;
}

/// The blocks of a cluster depend on each other: when one was stopped, what the others do tells nothing.
void Cluster::stop_others() {
  std::fill(ended_.begin(), ended_.end(), char{1});
}

void Cluster::release_complete_barrier() {
  if (barrier.pending != 0) return;
  std::uint32_t live = 0;
  for (const auto& block : blocks_) live += block->live_threads();
  if (live == 0) return;
  ++barrier.complete;
  barrier.pending = live;
  join(barrier.released, barrier.gathered);
  for (const auto& block : blocks_) block->leave_cluster_barrier();
}

}  // namespace lanescope::emulator
