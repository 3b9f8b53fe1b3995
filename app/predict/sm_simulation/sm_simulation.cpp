#include "predict/sm_simulation/sm_simulation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "base/low_discrepancy.h"
#include "base/names.h"
#include "base/rounding.h"
#include "model/access/sector_map.h"
#include "predict/sm_simulation/atomic_slices.h"
#include "predict/sm_simulation/fetched_sectors.h"
#include "predict/sm_simulation/sectored_cache.h"
#include "predict/sm_simulation/sm_parts.h"
#include "predict/sm_simulation/store_buffer.h"

namespace lanescope::predict {
namespace {

using model::bytes_per_sector;

class SmSimulator {
 public:
  /// `between_blocks`: clocks of the whole GPU from the start of one block to that of the next.
  SmSimulator(const SmSimulationInput& input, double between_blocks)
      : in_(input),
        clocks_between_blocks_(between_blocks),
        gpu_(input.gpu),
        l1_(input.gpu.l1_bytes - static_cast<double>(input.blocks_per_sm * input.shared_bytes)),
        stores_(static_cast<std::size_t>(input.gpu.stored_lines), input.gpu.stored_clocks),
        slices_(input.block, input.locality, input.grid, input.gpu.atomic_slices),
        schedulers_(static_cast<std::size_t>(input.gpu.schedulers)),
        alus_(schedulers_.size()),
        other_pipes_(schedulers_.size()) {
    grid_blocks_ = equal_blocks(in_.grid, in_.work_of_mean);
    const auto sms = static_cast<std::uint64_t>(gpu_.sm_count);
    active_sms_ = std::min(grid_blocks_, sms);
    blocks_of_sm_ = ceil_div(grid_blocks_, active_sms_);
    resident_blocks_ = std::clamp<std::uint64_t>(in_.blocks_per_sm, 1, blocks_of_sm_);
    operations_ = 1;
    for (const auto& ops : in_.block.warps) operations_ += ops.size();
    std::uint32_t sites = 0;
    for (const Access& access : in_.block.accesses) sites = std::max(sites, access.site + 1);
    counts_.sites.resize(sites);
    result_.from_l1.assign(in_.block.touches.size(), 0);
    for (const Access& access : in_.block.accesses) {
      if (!access.local) continue;
      for (std::uint32_t t = access.first; t < access.first + access.lines; ++t)
        local_lines_ = std::max(local_lines_, in_.block.touches[t].line + 1);
    }
    const double resident_warps = gpu_.sm_count * static_cast<double>(resident_blocks_ * in_.block.warps.size());
    // A cache that is used in order keeps nothing of what is larger than it.
    const double local_bytes = resident_warps * static_cast<double>(local_lines_ * 128);
    local_misses_ = std::clamp((local_bytes / gpu_.l2_bytes - 0.5) / 0.5, 0.0, 1.0);
    const std::uint64_t affordable = std::max(max_operations / operations_, 2 * resident_blocks_);
    simulated_blocks_ = std::min({blocks_of_sm_, max_rounds * resident_blocks_, affordable});
    if (simulated_blocks_ < blocks_of_sm_) simulated_blocks_ -= simulated_blocks_ % resident_blocks_;
    // The last SM to end has blocks_of_sm_ blocks, but the machine serves the grid.
    const double whole = static_cast<double>(grid_blocks_) / static_cast<double>(active_sms_);
    evenness_ = simulated_blocks_ == blocks_of_sm_ ? whole / static_cast<double>(blocks_of_sm_) : 1;
    const double share = static_cast<double>(active_sms_) / gpu_.sm_count;
    const double port = bytes_per_sector / gpu_.l2_port_bytes / gpu_.l2_read_clocks;
    l2_scale_ = std::max(share, port) * evenness_;
    const double clocks_a_second = gpu_.clock_mhz * 1e6;
    const auto clocks_a_byte = [&](double gb) {
      return std::max(static_cast<double>(active_sms_) * evenness_ * clocks_a_second / (gb * 1e9),
                      1 / gpu_.l2_port_bytes);
    };
    read_clocks_ = clocks_a_byte(gpu_.dram_read_gb);
    write_clocks_ = clocks_a_byte(gpu_.dram_write_gb);
    // The memory turns from reads to writes and back the most often where it does as much of the one as of the other.
    const double read = in_.traffic.read_sectors, written = in_.traffic.write_sectors;
    const double mixed = read > 0 ? std::min(1.0, 2 * written / (read + written)) : 1;
    tail_ = std::lerp(gpu_.dram_read_tail, gpu_.dram_tail, mixed);
  }

  /// Runs the blocks that are simulated.
  void run() {
    slots_.resize(resident_blocks_);
    fetched_.resize(resident_blocks_);
    warps_.resize(resident_blocks_ * in_.block.warps.size());  // references to warps stay valid
    for (std::uint32_t slot = 0; slot < resident_blocks_ && next_ < simulated_blocks_; ++slot) start(slot, 0);
    while (!events_.empty()) {
      const std::uint32_t warp = events_.top().second;
      events_.pop();
      step(warp);
    }
    stores_.send_all([&](const StoreBuffer::Line& line) { send_line(line, line.since); });
  }

  /// Whether there are so many rounds of blocks that those of an SM, and those of all SMs, do not start together any
  /// more.
  [[nodiscard]] bool falls_out_of_step() const {
    constexpr std::uint64_t rounds = 8;
    return simulated_blocks_ < blocks_of_sm_ && blocks_of_sm_ >= rounds * resident_blocks_;
  }
  /// Returns the time from the end of one block to the end of the next.
  [[nodiscard]] double clocks_per_block() const {
    const double end = std::max({last_, l2_.free, memory_.free, atomics_.free});
    return predict::clocks_per_block(ends_, resident_blocks_, end);
  }

  /// Continues to the end of the grid, where blocks end so many clocks after each other.
  SmSimulation finish(double per_block) {
    double scheduler = 0;
    for (const std::vector<Server>* const servers : {&schedulers_, &alus_, &other_pipes_}) {
      for (const Server& one : *servers) scheduler = std::max(scheduler, one.busy);
    }
    std::array<double, causes>& busy = result_.busy;
    const auto at = [&](Cause cause) -> double& { return busy.at(static_cast<std::size_t>(cause)); };
    at(Cause::block_starts) = std::max(starts_.busy, launcher_.busy);
    at(Cause::instructions) = scheduler;
    at(Cause::pipe) = std::max({pipe_.busy, barriers_.busy, fences_.busy});
    at(Cause::l2) = l2_.busy;
    at(Cause::memory) = memory_.busy;
    at(Cause::atomics) = atomics_.busy;
    double end = std::max({last_, l2_.free, memory_.free, atomics_.free});
    const auto blocks = static_cast<double>(simulated_blocks_);
    const double all = static_cast<double>(grid_blocks_) / static_cast<double>(active_sms_);
    const double more = std::max(0.0, all - blocks);
    if (more > 0) {
      const double max_busy = *std::max_element(busy.begin(), busy.end()) / blocks;
      const double each = std::max(per_block, max_busy);
      end += more * each;
      // What only this SM does, the SM with the most blocks does to its end; what is shared goes on for the others.
      const double shared = std::max({l2_.busy, memory_.busy, starts_.busy, atomics_.busy}) / blocks / each;
      end += (static_cast<double>(blocks_of_sm_) - all) * each * std::max(0.0, 1 - shared);
    }
    const double whole = (blocks + more) / blocks;
    for (double& clocks : busy) clocks *= whole;
    at(Cause::waiting) = std::max(0.0, end - *std::max_element(busy.begin(), busy.end()));
    const double of_grid = static_cast<double>(grid_blocks_) / blocks;
    for (double* sum :
         {&result_.l1_sectors, &result_.l1_hits, &result_.l2_sectors, &result_.l2_read_sectors, &result_.l2_read_misses,
          &result_.memory_read_bytes, &result_.memory_write_bytes, &result_.shared_wavefronts}) {
      *sum *= of_grid;
    }
    result_.clocks = end;
    count(of_grid, whole);
    return std::move(result_);
  }

 private:
  void push(std::uint32_t warp) { events_.emplace(warps_[warp].at, warp); }

  void start(std::uint32_t slot_number, double from) {
    Slot& slot = slots_[slot_number];
    // All SMs are given their blocks in turn.
    const double each = gpu_.block_start_clocks * static_cast<double>(active_sms_) * evenness_;
    const double begin = starts_.serve(from, each) - each;
    slot.block = static_cast<std::int64_t>(next_++);
    result_.blocks.begin.push_back(begin);
    result_.blocks.end.push_back(begin);
    slot.running = static_cast<std::uint32_t>(in_.block.warps.size());
    slot.arrived = 0;
    slot.at_barrier.clear();
    fetched_[slot_number].begin(in_.traffic);
    for (std::uint32_t number = 0; number < slot.running; ++number) {
      const auto index = slot_number * slot.running + number;
      Warp& warp = warps_[index];
      warp = Warp{};
      warp.slot = slot_number;
      warp.number = number;
      warp.at = warp.begin = launcher_.serve(begin, gpu_.warp_start_clocks);
      push(index);
    }
  }

  /// Has a warp wait for what its next instructions need, and issues them. False where another warp comes first.
  bool issue(std::uint32_t index, const Op& op) {
    Warp& warp = warps_[index];
    double ready = warp.at;
    bool far = false;
    for (unsigned i = 0; i < sass::scoreboard_count; ++i) {
      if ((op.wait_mask >> i & 1u) == 0 || warp.ready[i] <= ready) continue;
      ready = warp.ready[i];
      far = (warp.far >> i & 1u) != 0;
    }
    const std::size_t scheduler_number = index % schedulers_.size();
    Server& scheduler = schedulers_[scheduler_number];
    if (ready > warp.at) spend(far ? WarpState::long_scoreboard : WarpState::short_scoreboard, ready - warp.at);
    if (scheduler.free > ready) {
      spend(WarpState::not_selected, scheduler.free - ready);
      ready = scheduler.free;
    }
    if (ready > warp.at) {
      // Others come first, so that servers are asked in the order of time.
      warp.at = ready;
      if (!events_.empty() && events_.top().first < ready) return false;
    }
    scheduler.serve(warp.at, static_cast<double>(op.issued));
    const double piped = std::max(alus_[scheduler_number].serve(warp.at, static_cast<double>(op.alu)),
                                  other_pipes_[scheduler_number].serve(warp.at, static_cast<double>(op.busy)));
    if (op.shuffles > 0) pipe_.serve(warp.at, static_cast<double>(op.shuffles) * gpu_.shared_clocks);
    shared_clocks_ += static_cast<double>(op.shuffles) * gpu_.shared_clocks;
    const double clocks = static_cast<double>(op.clocks), special = static_cast<double>(op.special);
    const double selected = std::min<double>(op.issued, clocks);
    spend(WarpState::selected, selected);
    spend(WarpState::short_scoreboard, special);
    spend(WarpState::wait, std::max(0.0, clocks - selected - special));
    warp.at += clocks;
    if (op.alu > 0 || op.busy > 0) wait_until(warp, piped, WarpState::math_pipe_throttle);
    return true;
  }

  /// What a warp does next: its instructions up to an access, or that access. Servers are asked in the order of time.
  void step(std::uint32_t index) {
    Warp& warp = warps_[index];
    const auto& ops = in_.block.warps[warp.number];
    if (warp.op >= ops.size()) return end(warp);
    const Op& op = ops[warp.op];
    if (!warp.issued) {
      if (!issue(index, op)) return push(index);
      warp.issued = true;
      if (!events_.empty() && events_.top().first < warp.at) return push(index);
    }
    warp.issued = false;
    ++warp.op;
    switch (op.kind) {
      case Op::Kind::none:
        break;
      case Op::Kind::shared:
        shared(warp, op);
        break;
      case Op::Kind::global:
        global(warp, op);
        break;
      case Op::Kind::fence:
        // It goes to all slices of the L2 and back, when these have answered what the warp stored before.
        wait_until(warp, warp.stored, WarpState::membar);
        wait_until(warp, fences_.serve(warp.at, gpu_.fence_clocks) + gpu_.fence_latency, WarpState::membar);
        break;
      case Op::Kind::copy_group:
        if (!warp.copy_groups.empty()) warp.copied = std::max(warp.copied, warp.copy_groups.back());
        warp.copy_groups.push_back(warp.copied);
        break;
      case Op::Kind::copy_wait:
        if (warp.copy_groups.size() > op.copy_groups_left) {
          wait_until(warp, warp.copy_groups[warp.copy_groups.size() - 1 - op.copy_groups_left],
                     WarpState::long_scoreboard);
        }
        break;
      case Op::Kind::barrier:
        return barrier(index);
    }
    push(index);
  }

  void spend(WarpState state, double clocks) { counts_.state_clocks[static_cast<std::size_t>(state)] += clocks; }

  void wait_until(Warp& warp, double time, WarpState state) {
    if (time <= warp.at) return;
    spend(state, time - warp.at);
    warp.at = time;
  }

  void end(Warp& warp) {
    Slot& slot = slots_[warp.slot];
    last_ = std::max(last_, warp.at);
    counts_.warp_clocks += warp.at - warp.begin;
    --slot.running;
    if (slot.running > 0) return release_if_complete(slot, warp.at);
    ends_.push_back(warp.at);
    result_.blocks.end[static_cast<std::size_t>(slot.block)] = warp.at;
    if (next_ < simulated_blocks_) start(warp.slot, warp.at + gpu_.block_turn_clocks);
  }

  void barrier(std::uint32_t index) {
    Warp& warp = warps_[index];
    Slot& slot = slots_[warp.slot];
    wait_until(warp, barriers_.serve(warp.at, gpu_.barrier_clocks), WarpState::barrier);
    slot.at_barrier.push_back(index);
    release_if_complete(slot, warp.at);
  }

  void release_if_complete(Slot& slot, double now) {
    if (slot.at_barrier.empty() || slot.at_barrier.size() < slot.running) return;
    for (const std::uint32_t index : slot.at_barrier) {
      wait_until(warps_[index], now + gpu_.barrier_latency, WarpState::barrier);
      push(index);
    }
    slot.at_barrier.clear();
  }

  void shared(Warp& warp, const Op& op) {
    const Access& access = in_.block.accesses[op.access];
    const double done = pipe_.serve(warp.at, access.wavefronts * gpu_.shared_clocks);
    result_.shared_wavefronts += access.wavefronts;
    shared_clocks_ += access.wavefronts * gpu_.shared_clocks;
    SimulatedCounts::Site& site = counts_.sites[access.site];
    site.requests += 1;
    site.wavefronts += access.wavefronts;
    release(warp, op, done + gpu_.shared_latency, done);
  }

  static void release(Warp& warp, const Op& op, double written, double read) {
    const auto set = [&](std::uint8_t scoreboard, double time) {
      if (scoreboard >= sass::scoreboard_count) return;
      warp.ready[scoreboard] = time;
      const auto bit = static_cast<std::uint8_t>(1u << scoreboard);
      warp.far = static_cast<std::uint8_t>(op.kind == Op::Kind::global ? warp.far | bit : warp.far & ~bit);
    };
    set(op.write_barrier, written);
    set(op.read_barrier, read);
  }

  /// Returns the bytes by which the block of the slot lies further than the block in the middle.
  [[nodiscard]] std::int64_t shift_of(std::uint32_t access, std::int64_t block) const {
    if (!in_.locality.affine) return block * no_sharing;
    // The blocks of one SM are as many apart as there are SMs. They begin so that they lie around the middle.
    const auto count = static_cast<std::int64_t>(grid_blocks_);
    std::int64_t number =
        static_cast<std::int64_t>(in_.middle[0] + in_.grid[0] * (in_.middle[1] + in_.grid[1] * in_.middle[2]));
    number += (block - static_cast<std::int64_t>(simulated_blocks_) / 2) * static_cast<std::int64_t>(active_sms_);
    number = ((number % count) + count) % count;
    const auto width = static_cast<std::int64_t>(in_.grid[0]), height = static_cast<std::int64_t>(in_.grid[1]);
    const std::int64_t x = number % width, y = number / width % height, z = number / width / height;
    const auto& axes = *in_.locality.affine;
    return (x - static_cast<std::int64_t>(in_.middle[0])) * axes[0][access] +
           (y - static_cast<std::int64_t>(in_.middle[1])) * axes[1][access] +
           (z - static_cast<std::int64_t>(in_.middle[2])) * axes[2][access];
  }

  /// Where the lines of an access lie in another block than the one in the middle.
  struct Moved {
    std::int64_t lines = 0, first = 0, wraps_at = 0;  ///< not 0: within so many lines from the first one on
    [[nodiscard]] std::int64_t of(std::int64_t line) const {
      return wraps_at == 0 ? line + lines : first + (line - first + lines) % wraps_at;
    }
  };
  /// Which one it is of the warps that are resident.
  [[nodiscard]] std::uint32_t number_of(const Warp& warp) const {
    return warp.slot * static_cast<std::uint32_t>(in_.block.warps.size()) + warp.number;
  }

  [[nodiscard]] Moved moved(std::uint32_t index, const Warp& warp) const {
    const Access& access = in_.block.accesses[index];
    const std::int64_t block = slots_[warp.slot].block;
    if (access.local) {
      // Each resident warp has its own, and the next block in its place has the same.
      return {no_sharing + static_cast<std::int64_t>(number_of(warp)) * local_lines_};
    }
    if (access.buffer_lines > 0 && in_.locality.is_scattered(index)) {
      // Anywhere in its buffer.
      const auto places = static_cast<std::int64_t>(access.buffer_lines);
      const double at = low_discrepancy(static_cast<std::uint64_t>(block), plastic_step) * static_cast<double>(places);
      return {static_cast<std::int64_t>(at), access.buffer_line, places};
    }
    const std::int64_t shift = shift_of(index, block);
    // Shifts by parts of a line are rounded: which sectors share a line is then that of the block in the middle.
    return {shift >= 0 ? shift / 128 : -((-shift + 127) / 128)};
  }

  void global(Warp& warp, const Op& op) {
    const Access& access = in_.block.accesses[op.access];
    const Moved lines = moved(op.access, warp);
    const double through =
        std::max(std::max(access.wavefronts, access.tag_wavefronts) * gpu_.line_clocks, access.bytes / gpu_.pipe_bytes);
    const double piped = pipe_.serve(warp.at, through);
    SimulatedCounts::Site& site = counts_.sites[access.site];
    site.requests += access.local ? access.lines : 1;  // each line of a warp's local memory is one
    site.l1_sectors += access.passes > 0 ? access.passes : access.sectors;
    if (access.kind == Access::Kind::load) {
      load(warp, op, access, lines, piped);
    } else if (access.kind == Access::Kind::store) {
      store(warp, op, access, lines, piped);
    } else {
      atomic(warp, op, access, piped);
    }
  }

  void load(Warp& warp, const Op& op, const Access& access, const Moved& lines, double from) {
    SimulatedCounts::Site& site = counts_.sites[access.site];
    site.looked_up = true;
    const bool in_the_midst = slots_[warp.slot].block == static_cast<std::int64_t>(simulated_blocks_ / 2);
    std::uint32_t missed = 0, missed_lines = 0, late_lines = 0;
    double memory = 0, absent_sectors = 0;
    double still_coming = 0;  // clocks until what another block has asked for arrives
    double arrives = from + gpu_.l1_latency;
    wanted_.clear();
    for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
      const LineTouch& touch = in_.block.touches[t];
      std::uint8_t sectors = touch.sectors;
      result_.l1_sectors += std::popcount(sectors);
      if (access.l1) {
        SectoredCache::Line& line = l1_.at(lines.of(touch.line), from);
        const std::uint8_t hit = sectors & line.sectors;
        result_.l1_hits += std::popcount(hit);
        site.l1_hits += std::popcount(hit);
        if (in_the_midst) result_.from_l1[t] = hit;
        if (hit != 0) arrives = std::max(arrives, line.ready);
        sectors &= static_cast<std::uint8_t>(~hit);
        if (sectors != 0) {
          line.sectors |= sectors;
          wanted_.push_back(&line);
        }
      }
      missed += static_cast<std::uint32_t>(std::popcount(sectors));
      missed_lines += sectors != 0 ? 1 : 0;
      if (sectors != 0 && access.local) {
        memory += local_misses_ * std::popcount(sectors);
        absent_sectors += local_misses_ * std::popcount(sectors);
      } else if (sectors != 0) {
        const FetchedSectors::Fetched fetched = fetched_[warp.slot].fetch(in_.traffic, t, sectors);
        memory += fetched.memory;
        absent_sectors += fetched.missed;
      }
      late_lines += (in_.traffic.from_memory[t] & sectors) != 0 ? 1u : 0u;
      if ((in_.traffic.shared[t] & sectors) != 0) {
        const double since = static_cast<double>(in_.traffic.blocks_before[t]) * clocks_between_blocks_ +
                             static_cast<double>(in_.traffic.earlier[t]) * (from - warp.begin);
        still_coming = std::max(still_coming, gpu_.dram_latency - since);
      }
    }
    if (missed > 0) {
      result_.l2_sectors += missed;
      result_.l2_read_sectors += missed;
      site.l2_requests += missed_lines;
      site.l2_sectors += missed;
      site.l2_misses += absent_sectors * in_.memory_reads;
      result_.l2_read_misses += absent_sectors * in_.memory_reads;
      const double asked =
          l2_.serve(from, (missed_lines * gpu_.l2_request_clocks + missed * gpu_.l2_read_clocks) * l2_scale_);
      double done = asked + gpu_.l2_latency;
      const bool absent = late_lines > 0 && low_discrepancy(++draws_, square_root_step) < in_.memory_reads;
      if (memory > 0) {
        // Where nothing else asks for the other half of the 64 bytes that the memory fetches, they come for nothing.
        const double halves = in_.locality.is_scattered(op.access) && in_.traffic.isolated[op.access] ? 2 : 1;
        const double bytes = memory * bytes_per_sector * in_.memory_reads * halves;
        result_.memory_read_bytes += bytes;
        site.memory_read_sectors += bytes / bytes_per_sector;
        memory_.serve(from, bytes * read_clocks_ * cost_of(op.access) / halves);
      }
      if (absent) {
        const double load = memory_.free > 0 ? std::min(1.0, memory_.busy / std::max(memory_.free, from)) : 0;
        // Each line has a tail of its own, and the request waits for the longest of them.
        const double longest = -std::log1p(-std::pow(low_discrepancy(draws_, golden_step), 1.0 / late_lines));
        const double tail = longest * tail_ * load;
        done = std::max(asked, memory_.free) + gpu_.dram_latency + tail;
      } else if (in_.memory_reads > 0) {
        done = std::max(done, asked + still_coming * in_.memory_reads);
      }
      arrives = std::max(arrives, done);
      for (SectoredCache::Line* line : wanted_) line->ready = std::max(line->ready, done);
    }
    if (access.asynchronous) warp.copied = std::max(warp.copied, arrives);
    release(warp, op, arrives, from);
  }

  void store(Warp& warp, const Op& op, const Access& access, const Moved& lines, double from) {
    SimulatedCounts::Site& site = counts_.sites[access.site];
    site.stored = true;
    const auto send = [&](const StoreBuffer::Line& line) { send_line(line, from); };
    for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
      const LineTouch& touch = in_.block.touches[t];
      if (access.local) {
        SectoredCache::Line& line = l1_.at(lines.of(touch.line), from);
        line.sectors |= touch.sectors;
        line.ready = from;
        // Stores to local memory are not seen to wait for each other.
        send({lines.of(touch.line), 0, access.site, from, touch.sectors, touch.partial_groups});
        continue;
      }
      // What the L1 holds of it is then no longer whole.
      if (SectoredCache::Line* const line = l1_.find(lines.of(touch.line)))
        line->sectors &= static_cast<std::uint8_t>(~touch.partial);
      if (access.written_through) {
        send({lines.of(touch.line), 0, access.site, from, touch.sectors, touch.partial_groups});
      } else {
        stores_.add(number_of(warp), lines.of(touch.line), touch, access.site, from, send);
      }
    }
    written(site, op.access, from);
    warp.stored = l2_.free + gpu_.l2_latency;
    wait_until(warp, std::max(l2_.free, memory_.free) - gpu_.store_clocks, WarpState::lg_throttle);
    release(warp, op, from, from);
  }

  /// Sends what was stored in a line to the L2.
  void send_line(const StoreBuffer::Line& line, double now) {
    const auto sectors = static_cast<double>(std::popcount(line.sectors)),
               partial = static_cast<double>(std::popcount(line.partial_groups));
    SimulatedCounts::Site& site = counts_.sites[line.site];
    site.l2_requests += 1;
    site.l2_sectors += sectors;
    result_.l2_sectors += sectors;
    const double clocks =
        gpu_.l2_line_clocks + partial * gpu_.l2_partial_clocks + (sectors - partial) * gpu_.l2_whole_clocks;
    l2_.serve(now, clocks * l2_scale_);
  }

  /// How much longer the memory takes for the sectors of an access than at its rate.
  [[nodiscard]] double cost_of(std::uint32_t access) const {
    return in_.traffic.isolated[access] ? gpu_.lone_sector_bytes / bytes_per_sector : 1;
  }

  /// What a store has the memory do. Sectors that are not whole are read and written again.
  void written(SimulatedCounts::Site& site, std::uint32_t access, double from) {
    const Access& what = in_.block.accesses[access];
    const double bytes = what.local ? local_misses_ * what.sectors * bytes_per_sector
                                    : in_.traffic.written_bytes[access] * in_.memory_writes;
    const double filled = in_.traffic.filled_bytes[access] * in_.memory_writes, cost = cost_of(access);
    site.memory_write_sectors += bytes / bytes_per_sector;
    site.memory_read_sectors += filled / bytes_per_sector;
    result_.memory_write_bytes += bytes;
    result_.memory_read_bytes += filled;
    if (bytes + filled > 0) {
      const double again = std::min(bytes, filled);
      memory_.serve(from, (bytes + again * (cost - 1)) * write_clocks_ + filled * read_clocks_ * cost);
    }
  }

  void atomic(Warp& warp, const Op& op, const Access& access, double from) {
    result_.l2_sectors += access.sectors;
    SimulatedCounts::Site& site = counts_.sites[access.site];
    site.l2_requests += access.lines;
    site.l2_sectors += access.sectors;
    // What meets at one line queues in the slice of the L2 that holds it, whichever SM it comes from.
    const double clocks = std::max({access.lines * gpu_.atomic_clocks, access.passes * gpu_.atomic_pass_clocks,
                                    access.meeting * (access.floats ? gpu_.atomic_float_clocks : 0)});
    const double others = static_cast<double>(active_sms_) * evenness_;
    atomics_.serve(from, clocks * std::max(1.0, others / slices_.of(op.access)));
    written(site, op.access, from);
    const double done = std::max(
        {l2_.serve(from, access.sectors * gpu_.atomic_sector_clocks * l2_scale_), atomics_.free, memory_.free});
    warp.stored = done + gpu_.l2_latency;
    if (access.kind == Access::Kind::atomic) {
      release(warp, op, done + gpu_.l2_latency + gpu_.atomic_latency, from);
    } else {
      wait_until(warp, done - gpu_.store_clocks, WarpState::lg_throttle);
      release(warp, op, from, from);
    }
  }

  /// Brings the counts from the simulated blocks to the grid, and those of an SM to all of its blocks.
  void count(double of_grid, double whole) {
    for (SimulatedCounts::Site& site : counts_.sites) {
      for (double* sum : {&site.requests, &site.wavefronts, &site.l1_sectors, &site.l1_hits, &site.l2_requests,
                          &site.l2_sectors, &site.l2_misses, &site.memory_read_sectors, &site.memory_write_sectors}) {
        *sum *= of_grid;
      }
    }
    for (double& clocks : counts_.state_clocks) clocks *= of_grid;
    counts_.warp_clocks *= of_grid;
    const double issued = std::accumulate(schedulers_.begin(), schedulers_.end(), 0.0,
                                          [](double sum, const Server& one) { return sum + one.busy; });
    counts_.instructions = issued * of_grid;
    const double of_scheduler =
        static_cast<double>(simulated_blocks_) * whole / static_cast<double>(schedulers_.size());
    const auto pipe = [&](sass::Unit unit) {
      return in_.block.pipe_clocks.at(static_cast<std::size_t>(unit)) * of_scheduler;
    };
    counts_.issue = issued * whole / static_cast<double>(schedulers_.size());
    counts_.alu = pipe(sass::Unit::alu);
    counts_.fma = pipe(sass::Unit::fma);
    counts_.half = pipe(sass::Unit::half);
    counts_.fp64 = pipe(sass::Unit::double_);
    counts_.special = pipe(sass::Unit::special);
    counts_.pipe = pipe_.busy * whole;
    counts_.shared = shared_clocks_ * whole;
    counts_.sms = static_cast<double>(active_sms_);
    result_.counts = std::move(counts_);
  }

  const SmSimulationInput& in_;
  double clocks_between_blocks_ = 0;
  std::int64_t local_lines_ = 0;  ///< of the local memory of a warp
  double local_misses_ = 0;       ///< the part of what leaves the L1 for it that the L2 does not hold
  const Constants& gpu_;
  SectoredCache l1_;
  StoreBuffer stores_;
  AtomicSlices slices_;
  std::uint64_t grid_blocks_ = 1, active_sms_ = 1, blocks_of_sm_ = 1, resident_blocks_ = 1, simulated_blocks_ = 1,
                operations_ = 1, next_ = 0;
  double evenness_ = 1, l2_scale_ = 1, read_clocks_ = 0, write_clocks_ = 0, tail_ = 0;
  std::vector<Server> schedulers_, alus_, other_pipes_;  ///< issue slots and arithmetic, by scheduler
  Server starts_, launcher_, pipe_, l2_, memory_, barriers_, atomics_, fences_;
  std::vector<Warp> warps_;
  std::vector<Slot> slots_;
  std::vector<FetchedSectors> fetched_;  ///< by slot
  std::vector<double> ends_;
  std::vector<SectoredCache::Line*> wanted_;
  double last_ = 0, shared_clocks_ = 0;
  std::uint64_t draws_ = 0;
  using Event = std::pair<double, std::uint32_t>;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  SmSimulation result_;
  SimulatedCounts counts_;
};

}  // namespace

std::string_view name_of(Cause cause) {
  static constexpr EnumNames<causes> names{"launch", "block starts", "instructions", "load/store pipe",
                                           "L2",     "memory",       "atomics",      "waiting"};
  return enum_name(names, cause);
}

std::uint64_t equal_blocks(const Extent& grid, double work_of_mean) {
  const auto all = static_cast<double>(grid[0] * grid[1] * grid[2]);
  return static_cast<std::uint64_t>(std::max(1.0, std::round(all * work_of_mean)));
}

SmSimulation simulate_sm(const SmSimulationInput& input) {
  const double block_start = input.gpu.block_start_clocks;
  SmSimulator first(input, block_start);
  first.run();
  double per_block = first.clocks_per_block();
  if (first.falls_out_of_step()) {
    // Later blocks begin one by one as others end: what one of them has asked for has mostly come when the next one
    // asks for it too.
    SmSimulator later(input, std::max(block_start, per_block / input.gpu.sm_count));
    later.run();
    per_block = std::min(per_block, later.clocks_per_block());
  }
  return first.finish(per_block);
}

}  // namespace lanescope::predict
