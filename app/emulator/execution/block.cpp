#include "emulator/execution/block.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "base/rounding.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

/// The number of warp instructions that a warp runs before the next one has its turn.
constexpr std::uint64_t turn_steps = 2048;
/// The number of such turns after which a block looks whether the run is cancelled.
constexpr std::uint32_t turns_between_looks = 16;

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdu;
  value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53u;
  return value ^ (value >> 33);
}

/// Sets a special register that all lanes have in common. From one block to the next most stay as they are.
void set_special(Warp& warp, specials::Name name, std::uint32_t value) {
  auto* lanes = reinterpret_cast<std::uint32_t*>(warp.specials.data() + name * specials::slot_bytes);
  if (lanes[0] == value) return;
  std::fill_n(lanes, warp_lanes, value);
}

}  // namespace

Block::Block(Launch& launch, Worker& worker, Cluster& cluster, std::uint32_t rank)
    : launch_(launch), worker_(worker), cluster_(cluster), rank_(rank), clocks_(cluster.clocks) {
  using namespace specials;
  const catalogue::Dim3 shape = launch.block;
  threads_ = static_cast<std::uint32_t>(shape.count());
  const std::uint32_t warps = ceil_div(threads_, warp_lanes);
  warps_.resize(warps);
  order_.resize(warps);
  std::iota(order_.begin(), order_.end(), 0u);
  first_actor_ = rank * actors();
  const std::uint32_t all_shared_bytes = launch.entry->uses_reserved_shared
                                             ? reserved_begin(launch.shared_bytes) + reserved_shared_bytes
                                             : launch.shared_bytes;
  shared_.resize(all_shared_bytes, launch.entry->smallest_shared_access,
                 launch.entry->exact_order || launch.cluster.count() > 1, launch.options->shortcuts);
  if (launch.entry->uses_reserved_shared) shared_.begin_written_from(reserved_begin(launch.shared_bytes));
  if (launch.options->checks == Checks::none) shared_.disable_checks();
  for (std::uint32_t index = 0; index < warps; ++index) {
    Warp& warp = warps_[index];
    warp.index = index;
    warp.registers.resize(launch.entry->register_bytes);
    warp.specials.resize(specials::bytes);
    auto* lanes = reinterpret_cast<std::uint32_t*>(warp.specials.data());
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
      const std::uint32_t thread = index * warp_lanes + lane;
      const auto put = [&](Name name, std::uint32_t value) { lanes[name * warp_lanes + lane] = value; };
      put(tid_x, thread % shape.x);
      put(tid_y, thread / shape.x % shape.y);
      put(tid_z, thread / shape.x / shape.y);
      put(laneid, lane);
      put(lanemask_eq, 1u << lane);
      put(lanemask_lt, (1u << lane) - 1);
      put(lanemask_le, (2u << lane) - 1);
      put(lanemask_gt, ~((2u << lane) - 1));
      put(lanemask_ge, ~((1u << lane) - 1));
    }
    set_special(warp, ntid_x, shape.x);
    set_special(warp, ntid_y, shape.y);
    set_special(warp, ntid_z, shape.z);
    set_special(warp, nctaid_x, launch.grid.x);
    set_special(warp, nctaid_y, launch.grid.y);
    set_special(warp, nctaid_z, launch.grid.z);
    set_special(warp, warpid, index);
    set_special(warp, nwarpid, warps);
    set_special(warp, nsmid, launch.options->sm_count);
    set_special(warp, gridid, 1);
    set_special(warp, dynamic_smem_size, launch.dynamic_shared_bytes);
    set_special(warp, total_smem_size, round_up(launch.shared_bytes, shared_allocation_unit));
    set_special(warp, aggr_smem_size, launch.shared_bytes + reserved_shared_bytes);
    set_special(warp, envreg1, static_cast<std::uint32_t>(launch.workspace >> 32));
    set_special(warp, envreg2, static_cast<std::uint32_t>(launch.workspace));
    set_special(warp, zero, 0);
    set_special(warp, is_explicit_cluster, launch.explicit_cluster ? all_lanes : 0);
    set_special(warp, cluster_nctaid_x, launch.cluster.x);
    set_special(warp, cluster_nctaid_y, launch.cluster.y);
    set_special(warp, cluster_nctaid_z, launch.cluster.z);
    set_special(warp, cluster_nctarank, static_cast<std::uint32_t>(launch.cluster.count()));
    set_special(warp, nclusterid_x, launch.grid.x / launch.cluster.x);
    set_special(warp, nclusterid_y, launch.grid.y / launch.cluster.y);
    set_special(warp, nclusterid_z, launch.grid.z / launch.cluster.z);
    set_special(warp, cluster_ctarank, rank);
    set_special(warp, warp_size, warp_lanes);
  }
}

std::uint64_t Block::random() {
  random_ += 0x9e3779b97f4a7c15u;
  return mixed(random_);
}

void Block::start(std::uint64_t index, std::uint64_t seed) {
  index_ = index;
  is_listened_to_ = launch_.is_listened_to(index);
  random_ = mixed(seed + 0x2545f4914f6cdd1du * (index + 1));
  shuffled_ = seed != 0;
  stopped_ = false;
  searching_ = false;
  early_reads_.clear();
  released_ = false;
  steps_ = 0;
  float_operations_ = 0;
  next_warp_ = 0;
  live_ = threads_;
  barriers_.fill({});
  used_sets_ = 0;
  for (const auto& [region, shadow] : shadows_) shadow->clear();
  fault_by_place_.clear();
  output_ = {};
  site_limit_ = is_traced() ? launch_.options->trace->max_records_of_site : 0;
  if (site_limit_ != 0) accesses_of_site_.assign(warps_.size() * launch_.program->sites.size(), 0);
  shared_.reset();
  clocks_.set_listener(cluster_.size() == 1 ? &shared_ : nullptr);
  remote_.clear();
  acting_ = no_actor;
  const auto x = static_cast<std::uint32_t>(index % launch_.grid.x);
  const auto y = static_cast<std::uint32_t>(index / launch_.grid.x % launch_.grid.y);
  const auto z = static_cast<std::uint32_t>(index / launch_.grid.x / launch_.grid.y);
  for (Warp& warp : warps_) {
    using namespace specials;
    set_special(warp, ctaid_x, x);
    set_special(warp, ctaid_y, y);
    set_special(warp, ctaid_z, z);
    set_special(warp, cluster_ctaid_x, x % launch_.cluster.x);
    set_special(warp, cluster_ctaid_y, y % launch_.cluster.y);
    set_special(warp, cluster_ctaid_z, z % launch_.cluster.z);
    set_special(warp, clusterid_x, x / launch_.cluster.x);
    set_special(warp, clusterid_y, y / launch_.cluster.y);
    set_special(warp, clusterid_z, z / launch_.cluster.z);
    set_special(warp, smid, static_cast<std::uint32_t>(index % launch_.options->sm_count));
    const std::uint32_t left = threads_ - warp.index * warp_lanes;
    warp.live = left >= warp_lanes ? all_lanes : (1u << left) - 1;
    warp.unknown = 0;
    warp.fenced = 0;
    warp.changes = 1;
    warp.changes_at_loop = 0;
    warp.idle_loops = 0;
    warp.released_parked_lanes = false;
    warp.known.clear();
    warp.before_fence = {};
    warp.read = {};
    warp.latest.reset();
    warp.splits.clear();
    warp.reconvergence_points.clear();
    warp.free_points.clear();
    warp.copies.clear();
    warp.commits.fill(0);
    warp.group_products.reset();
    warp.bulk_copies.clear();
    warp.bulk_commits.fill(0);
    warp.proxy_fenced.clear();
    warp.cluster_arrivals.fill(0);
    warp.cluster_waits = 0;
    warp.current = 0;
    for (const ByteRange& zeroed : launch_.entry->zeroed) {
      std::memset(warp.registers.data() + zeroed.offset, 0, zeroed.bytes);
    }
    set_local_addresses(warp, {}, *launch_.entry, all_lanes);
    if (launch_.entry->local_bytes > 0) {
      allocate_local_memory(warp, launch_.entry->local_bytes);
      std::fill(warp.local.words.begin(), warp.local.words.end(), 0u);
      std::fill(warp.local.written.begin(), warp.local.written.end(), std::uint8_t{0});
    }
    WarpSplit split;
    split.mask = warp.live;
    split.top.code = launch_.entry;
    warp.splits.push_back(std::move(split));
  }
  std::iota(order_.begin(), order_.end(), 0u);
  if (shuffled_) {
    for (std::size_t last = order_.size(); last > 1; --last) std::swap(order_[last - 1], order_[random() % last]);
  }
}

bool Block::has_runnable_warp() const {
  return std::any_of(warps_.begin(), warps_.end(), [](const Warp& warp) { return warp.runnable(); });
}

bool Block::run(std::uint64_t steps) {
  const std::uint64_t end = steps_ + steps;
  std::ptrdiff_t idle_turns = 0;  // turns since a warp last made progress
  const auto all_idle = [&] {
    return idle_turns > 0 &&
           idle_turns >= std::count_if(warps_.begin(), warps_.end(), [](const Warp& warp) { return warp.runnable(); });
  };
  while (steps_ < end && live_ > 0 && !stopped_ && !all_idle()) {
    // Choose the next warp that can run, in a circle.
    std::size_t tried = 0;
    while (tried < order_.size() && !can_run(warps_[order_[next_warp_]])) {
      next_warp_ = (next_warp_ + 1) % order_.size();
      ++tried;
    }
    if (tried == order_.size()) {
      if (end_parked_lanes()) continue;
      // The other blocks of the cluster may be what it waits for.
      break;
    }
    Warp& warp = warps_[order_[next_warp_]];
    run_warp(warp, shuffled_ ? 1 + random() % turn_steps : turn_steps);
    next_warp_ = released_ ? 0 : (next_warp_ + 1) % order_.size();
    released_ = false;
    idle_turns = warp.idle ? idle_turns + 1 : 0;
    const std::uint64_t budget = launch_.options->step_budget;
    if (budget != 0 && steps_ > budget && live_ > 0 && !stopped_ && !warp.splits.empty()) {
      const WarpSplit& split = warp.splits[std::min(warp.current, warp.splits.size() - 1)];
      fault_at<"endless.block">(FaultKind::endless, warp, *split.top.code, split.pc, first_lane(split.mask), {},
                                budget);
      stopped_ = true;
      break;
    }
    if (searching_ && steps_ > search_end_) stopped_ = true;
    if (launch_.stop.load(std::memory_order_relaxed)) {
      output_.cancelled = true;
      output_.open_at = open_thread();
      stopped_ = true;
    } else if (++turns_ % turns_between_looks == 0 && launch_.options->cancelled && launch_.options->cancelled()) {
      launch_.stop = true;
    }
  }
  const bool ended = live_ == 0 || stopped_;
  if (ended && site_limit_ != 0) record_unrecorded();
  if (ended && launch_.sampled) output_.instructions[index_] = steps_;
  return ended;
}

}  // namespace lanescope::emulator
