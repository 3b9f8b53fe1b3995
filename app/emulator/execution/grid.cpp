#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "emulator/execution/block.h"

namespace lanescope::emulator {
namespace {

/// A block that has not ended after so many warp instructions may wait for another one, which then starts.
constexpr std::uint64_t steps_before_next_block = 1u << 17;

void add_counts(Counts& to, const Counts& from) {
  for (std::size_t code = 0; code < from.size(); ++code) {
    for (std::size_t op = 0; op < from[code].size(); ++op) {
      to[code][op].instructions += from[code][op].instructions;
      to[code][op].lanes += from[code][op].lanes;
      to[code][op].parted |= from[code][op].parted;
    }
  }
}

bool same_place(const Fault& a, const Fault& b) {
  return a.kind == b.kind && a.launch == b.launch && a.entry == b.entry && a.ptx_line == b.ptx_line;
}

/// Joins the outputs of blocks in order.
class Collector {
 public:
  Collector(Launch& launch, BlockOutput& all, std::uint64_t& order) : launch_(launch), all_(all), order_(order) {}

  void take(BlockOutput block) {
    BlockOutput& all = all_;
    const std::uint64_t max_records = launch_.options->trace ? launch_.options->trace->max_records : 0;
    const std::size_t room =
        static_cast<std::size_t>(max_records - std::min<std::uint64_t>(max_records, all.headers.size()));
    const std::size_t kept = std::min(room, block.headers.size());
    if (!launch_.order) {
      // The orders of a block continue those of the blocks before it.
      for (trace::Header& header : block.headers) header.set_order(header.order() + order_);
      for (trace::Barrier& barrier : block.barriers) {
        barrier.set_arrived_order(barrier.arrived_order() + order_);
        const std::uint64_t released = barrier.released_order();
        if (released != trace::never_released) barrier.set_released_order(released + order_);
      }
      order_ += block.accesses;
    }
    if (launch_.options->trace && all.headers.size() + kept >= max_records) launch_.trace_is_full = true;
    append(all.headers, block.headers, kept);
    append(all.offsets, block.offsets, kept);
    append(all.float_operations, block.float_operations, kept);
    if (!block.values.empty()) append(all.values, block.values, kept);
    all.dropped += block.dropped + (block.headers.size() - kept);
    const std::size_t barrier_room =
        static_cast<std::size_t>(max_records - std::min<std::uint64_t>(max_records, all.barriers.size()));
    const std::size_t kept_barriers = std::min(barrier_room, block.barriers.size());
    if (launch_.options->trace && all.barriers.size() + kept_barriers >= max_records) launch_.barriers_are_full = true;
    append(all.barriers, block.barriers, kept_barriers);
    all.dropped_barriers += block.dropped_barriers + (block.barriers.size() - kept_barriers);
    append(all.unrecorded, block.unrecorded, block.unrecorded.size());
    for (Fault& fault : block.faults) {
      const auto known = std::find_if(all.faults.begin(), all.faults.end(),
                                      [&](const Fault& other) { return same_place(other, fault); });
      if (known != all.faults.end()) {
        known->count += fault.count;
      } else if (all.faults.size() < launch_.options->max_faults) {
        all.faults.push_back(std::move(fault));
      }
    }
    append_printed(all, block.printed);
    all.unprinted_bytes += block.unprinted_bytes;
    if (all.notes.empty()) all.notes = std::move(block.notes);
    all.unknown_reads += block.unknown_reads;
    all.strays += block.strays;
    for (const auto& [number, instructions] : block.instructions) all.instructions[number] += instructions;
    for (const auto& [buffer, bytes] : block.reach) all.reach[buffer] = std::max(all.reach[buffer], bytes);
    for (const auto& [launch, bytes] : block.shared_reach)
      all.shared_reach[launch] = std::max(all.shared_reach[launch], bytes);
    all.cancelled |= block.cancelled;
    if (!all.open_at) all.open_at = std::move(block.open_at);
  }
  /// `open_at`: of a block that was running.
  void cancel(const std::optional<Fault>& open_at) {
    all_.cancelled = true;
    if (!all_.open_at) all_.open_at = open_at;
  }

  /// Block number `at` has ended: its output follows those of all earlier blocks. Blocks from `end` on do not count.
  void put(std::size_t at, BlockOutput block, std::size_t end = ~std::size_t{0}) {
    waiting_[at] = std::move(block);
    while (!waiting_.empty() && waiting_.begin()->first == taken_ && taken_ < end) {
      take(std::move(waiting_.begin()->second));
      waiting_.erase(waiting_.begin());
      ++taken_;
    }
  }
  /// Also takes blocks that wait for blocks which will never end.
  void take_rest() {
    for (auto& [at, block] : waiting_) take(std::move(block));
  }

 private:
  template <class T>
  static void append(std::vector<T>& to, std::vector<T>& from, std::size_t count) {
    to.insert(to.end(), std::make_move_iterator(from.begin()),
              std::make_move_iterator(from.begin() + static_cast<std::ptrdiff_t>(count)));
  }

  Launch& launch_;
  BlockOutput& all_;
  std::uint64_t& order_;
  std::map<std::size_t, BlockOutput> waiting_;  ///< by number of the block
  std::size_t taken_ = 0;
};

struct EndedBlocks {
  std::uint64_t first = ~std::uint64_t{0};  ///< the lowest number
  std::uint64_t count = 0;

  void add(std::uint64_t block) {
    first = std::min(first, block);
    ++count;
  }
};

/// Runs clusters one after another; a long one lets the next ones begin, because it may wait for them.
void run_in_order(Launch& launch, const BlockNumbers& clusters, Collector& collector, Worker& worker) {
  std::vector<std::unique_ptr<Cluster>> idle;
  std::deque<std::unique_ptr<Cluster>> running;
  std::map<std::uint64_t, std::size_t> position;
  std::size_t next = 0;
  bool faulted = false;
  const auto begin = [&] {
    std::unique_ptr<Cluster> cluster;
    if (idle.empty()) {
      cluster = std::make_unique<Cluster>(launch, worker);
    } else {
      cluster = std::move(idle.back());
      idle.pop_back();
    }
    cluster->start(clusters[next], launch.options->schedule_seed);
    position[clusters[next]] = next;
    ++next;
    running.push_back(std::move(cluster));
  };
  const bool all_at_once = launch.workspace != 0;
  EndedBlocks ended;
  std::size_t waiting = 0;  // clusters in a row that only waited for the barrier of the grid
  const auto only_wait_for_grid = [&](Cluster& cluster) {
    bool all = all_at_once;
    for (std::uint32_t rank = 0; rank < cluster.size(); ++rank) {
      Block& block = cluster.block(rank);
      all &= block.live_threads() == 0 || block.only_waits_for_grid();
    }
    return all;
  };
  while ((next < clusters.size() && !faulted) || !running.empty()) {
    if (running.empty() || (all_at_once && next < clusters.size() && !faulted)) begin();
    std::unique_ptr<Cluster> cluster = std::move(running.front());
    running.pop_front();
    if (!cluster->run(steps_before_next_block)) {
      waiting = only_wait_for_grid(*cluster) ? waiting + 1 : 0;
      running.push_back(std::move(cluster));
      // Nobody has opened it since all asked. Of a part of the grid, a block that does not run may be the one to come.
      if (waiting > running.size() && ended.count > 0 &&
          ended.count + running.size() * launch.cluster.count() == launch.grid.count()) {
        Block& block = running.front()->block(0);
        block.report_grid_deadlock(ended.first, ended.count - 1);
        collector.put(position.at(running.front()->number()) * launch.cluster.count(), std::move(block.output()));
        return collector.take_rest();
      }
      if (next < clusters.size() && running.size() * launch.cluster.count() < launch.max_resident_blocks && !faulted)
        begin();
      continue;
    }
    const std::size_t at = position.at(cluster->number());
    position.erase(cluster->number());
    waiting = 0;
    bool cancelled = false;
    for (std::uint32_t rank = 0; rank < cluster->size(); ++rank) {
      BlockOutput& output = cluster->block(rank).output();
      faulted |= !output.faults.empty() && !launch.options->continue_after_fault;
      cancelled |= output.cancelled;
      ended.add(cluster->block(rank).index());
      collector.put(at * cluster->size() + rank, std::move(output));
    }
    idle.push_back(std::move(cluster));
    // Running blocks may wait for blocks that will never start.
    if (faulted || cancelled) return collector.take_rest();
  }
}

/// Runs blocks without clusters on several threads.
void run_concurrently(Launch& launch, const BlockNumbers& blocks, unsigned threads, Collector& collector,
                      Worker& first) {
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> last{blocks.size()};  ///< after the first block with a fault, nothing counts
  std::exception_ptr broken;
  const auto run_blocks = [&](Worker& worker) {
    Cluster cluster(launch, worker);
    Block& block = cluster.block(0);
    for (;;) {
      const std::size_t at = next.fetch_add(1);
      if (at >= last.load() || launch.stop || launch.conflict) break;
      cluster.start(blocks[at], launch.options->schedule_seed);
      while (!cluster.run(steps_before_next_block)) {
      }
      const std::lock_guard lock(mutex);
      if (!block.output().faults.empty() && !launch.options->continue_after_fault) last = std::min(last.load(), at + 1);
      if (block.output().cancelled) collector.cancel(block.output().open_at);
      collector.put(at, std::move(block.output()), last.load());
    }
  };
  std::vector<std::unique_ptr<Worker>> workers(threads);
  const auto work = [&](unsigned number) {
    try {
      if (number > 0) workers[number] = std::make_unique<Worker>(launch, number);
      run_blocks(number > 0 ? *workers[number] : first);
    } catch (...) {
      // The cause is most likely a lack of memory: the other threads stop, and the caller gets the exception.
      launch.stop = true;
      const std::lock_guard lock(mutex);
      broken = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (unsigned number = 1; number < threads; ++number) others.emplace_back(work, number);
  work(0);
  for (std::thread& thread : others) thread.join();
  if (broken) std::rethrow_exception(broken);
  // What ran behind the first block with a fault is in the counts: blocks run in order instead, and end with that one.
  if (last.load() < std::min(blocks.size(), next.load())) launch.conflict = true;
  for (const std::unique_ptr<Worker>& worker : workers) {
    if (!worker) continue;
    add_counts(first.counts, worker->counts);
    if (launch.options->listener != nullptr) worker->flush_tally(*launch.options->listener);
  }
}

BlockNumbers shuffled(const BlockNumbers& blocks, std::uint64_t seed) {
  std::vector<std::uint64_t> order(blocks.size());
  for (std::size_t index = 0; index < order.size(); ++index) order[index] = blocks[index];
  std::uint64_t state = seed;
  for (std::size_t last = order.size(); last > 1; --last) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::swap(order[last - 1], order[(state >> 33) % last]);
  }
  return BlockNumbers(std::move(order));
}

}  // namespace

void append_printed(BlockOutput& output, std::string_view text) {
  // What follows a text that is cut stands behind it, and is left out too.
  const std::size_t room = output.unprinted_bytes > 0 ? 0 : max_printed_bytes - output.printed.size();
  output.printed += text.substr(0, room);
  output.unprinted_bytes += text.size() - std::min(room, text.size());
}

Counts run_grid(Launch& launch, BlockNumbers blocks, BlockOutput& output, std::uint64_t& order) {
  Worker worker(launch, 0);
  Collector collector(launch, output, order);
  if (const std::uint64_t seed = launch.options->schedule_seed; seed != 0) blocks = shuffled(blocks, seed);
  const unsigned threads = static_cast<unsigned>(std::min<std::size_t>(launch.threads, blocks.size()));
  if (launch.cluster.count() > 1) {
    // Whoever chooses a block gets its cluster.
    const ClusterShape shape(launch);
    std::set<std::uint64_t> known;
    std::vector<std::uint64_t> clusters;
    for (std::size_t index = 0; index < blocks.size(); ++index) {
      const std::uint64_t cluster = shape.cluster_of(blocks[index]);
      if (known.insert(cluster).second) clusters.push_back(cluster);
    }
    run_in_order(launch, BlockNumbers(std::move(clusters)), collector, worker);
  } else if (launch.concurrent && threads > 1) {
    run_concurrently(launch, blocks, threads, collector, worker);
  } else {
    run_in_order(launch, blocks, collector, worker);
  }
  if (launch.options->listener != nullptr) worker.flush_tally(*launch.options->listener);
  return std::move(worker.counts);
}

}  // namespace lanescope::emulator
