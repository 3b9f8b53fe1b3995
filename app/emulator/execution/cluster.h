// The blocks of a thread block cluster, which run together, and what they share. A launch without clusters has clusters
// of one block.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "emulator/checks/vector_clocks.h"
#include "emulator/execution/launch.h"

namespace lanescope::emulator {

class Block;
struct Worker;

/// How the grid of a launch is divided into clusters.
struct ClusterShape {
  explicit ClusterShape(const Launch& launch)
      : grid(launch.grid),
        cluster(launch.cluster),
        clusters{grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z} {}

  /// Returns the cluster, linear in the grid of clusters, that a block (linear in the grid) belongs to.
  [[nodiscard]] std::uint64_t cluster_of(std::uint64_t block) const;
  [[nodiscard]] std::uint32_t rank_of(std::uint64_t block) const;
  [[nodiscard]] std::uint64_t block_of(std::uint64_t number, std::uint32_t rank) const;

  catalogue::Dim3 grid, cluster, clusters;
};

class Cluster {
 public:
  Cluster(Launch& launch, Worker& worker);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  /// Begins cluster `number`.
  void start(std::uint64_t number, std::uint64_t seed);
  /// Runs each block for about so many warp instructions. Returns true when all have ended (or were stopped).
  [[nodiscard]] bool run(std::uint64_t steps);

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] const ClusterShape& shape() const { return shape_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(blocks_.size()); }
  [[nodiscard]] Block& block(std::uint32_t rank) { return *blocks_[rank]; }
  /// Returns the rank of a block of this cluster; nothing for another block.
  [[nodiscard]] std::optional<std::uint32_t> rank_in_here(std::uint64_t block) const;

  // What the blocks share.
  bool searching = false;  ///< one found a fault, and only what tells more of it is looked for
  VectorClocks clocks;     ///< the actors of rank 0, then those of rank 1 ...

  /// What was passed on at an address by strong writes, for strong reads that see it. By address and scope; without
  /// what is known of other clusters.
  std::map<std::uint64_t, Passed> published;
  std::uint64_t passed_versions = 0;  ///< the last Passed::version that was given

  /// barrier.cluster. Each thread counts its arrivals (Warp::cluster_arrivals).
  struct Barrier {
    std::uint32_t complete = 0;            ///< phases that all threads have reached
    std::uint32_t pending = 0;             ///< threads that live and have not arrived in this phase
    VectorClocks::Row gathered, released;  ///< what those knew who arrived in this phase, and in the ones before
  };
  Barrier barrier;
  /// Lets the threads that wait go on when all have arrived.
  void release_complete_barrier();

  /// What the threads know who arrived at an mbarrier: in this phase, and in complete ones. By address.
  struct Arrivals {
    VectorClocks::Row gathered, complete;
  };
  std::map<std::uint64_t, Arrivals> arrivals;

 private:
  void stop_others();

  ClusterShape shape_;
  std::uint64_t number_ = 0;
  std::vector<std::unique_ptr<Block>> blocks_;  ///< by rank
  std::vector<char> ended_;                     ///< by rank
};

}  // namespace lanescope::emulator
