#include "predict/instruction_stream/instruction_stream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/rounding.h"
#include "model/access/banks.h"
#include "model/access/sectors.h"
#include "predict/instruction_stream/addresses.h"
#include "predict/instruction_stream/region_trips.h"

namespace lanescope::predict {
namespace {

using sass::Unit;
/// A warp that has executed so many instructions is in a loop whose number of trips was misjudged.
constexpr std::uint64_t max_steps = 1u << 22;

/// The records of one warp by site, in their order.
using Queues = std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>;

/// What a warp does by such an instruction besides taking its time; memory is accessed by another way.
Op::Kind kind_of(Unit unit) {
  switch (unit) {
    case Unit::barrier:
      return Op::Kind::barrier;
    case Unit::fence:
      return Op::Kind::fence;
    case Unit::copy_group:
      return Op::Kind::copy_group;
    case Unit::copy_wait:
      return Op::Kind::copy_wait;
    default:
      return Op::Kind::none;
  }
}

/// Parameters and constants come from a cache of their own, whose time is in the scoreboards.
bool is_followed(const trace::Site& site) {
  return site.space != trace::Space::parameter && site.space != trace::Space::constant;
}

}  // namespace

class InstructionStreams::Builder {
 public:
  Builder(const InstructionStreamInput& input, std::uint64_t block)
      : input_(input), block_(block), bases_(buffer_bases(input.trace)) {
    // What no count is of was not executed.
    for (const ptx::Function& function : input.module.functions) {
      for (const ptx::Instruction& instruction : function.instructions) executions_.mean[instruction.ptx_line] = 0;
    }
    for (const auto& [line, count] : input.line_counts) {
      executions_.mean[line] = static_cast<double>(count) / static_cast<double>(input.traced_warps);
    }
    for (std::uint32_t site = 0; site < input.trace.sites.size(); ++site) {
      if (!is_followed(input.trace.sites[site])) continue;
      sites_of_line_.try_emplace(input.trace.sites[site].ptx_line).first->second.push_back(site);
    }
    read_policies();
    sort_records();
  }

  InstructionStream build(std::uint64_t max_trips) {
    const std::uint32_t warps = ceil_div(input_.block_threads, trace::lanes_per_warp);
    stream_ = {};
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      count_executions(warp);
      // Most warps do as often what the others do.
      auto known = trips_of_.find(executions_.exact);
      if (known == trips_of_.end()) {
        known = trips_of_.try_emplace(executions_.exact, input_.code, executions_).first;
      }
      RegionTrips trips = known->second;
      stream_.full_work += trips.work();
      trips.limit(max_trips);
      stream_.work += trips.work();
      const double expected = expected_records(warp, known->second, trips);
      const std::uint64_t taken = walk(warp, trips);
      stream_.matched += taken;
      stream_.unmatched += static_cast<std::uint64_t>(std::max(0.0, expected - static_cast<double>(taken)));
    }
    return std::move(stream_);
  }

 private:
  /// Which loads the L1 may answer: .cg and .cv, volatile and what orders memory go past it.
  void read_policies() {
    for (const ptx::Function& function : input_.module.functions) {
      for (const ptx::Instruction& instruction : function.instructions) {
        if (sites_of_line_.contains(instruction.ptx_line)) {
          bool past = false;
          for (const char* word : {"cg", "cv", "wt", "volatile", "relaxed", "acquire", "release", "mmio"})
            past |= instruction.has(word);
          past_l1_[instruction.ptx_line] = past;
          if (instruction.has("cg")) of_cg_.insert(instruction.ptx_line);
          if (ptx::is_float(instruction.type())) of_floats_.insert(instruction.ptx_line);
        }
      }
    }
  }

  void sort_records() {
    const trace::Trace& trace = input_.trace;
    const auto& merged = input_.vectorization.sites;
    for (std::uint32_t record = 0; record < trace.headers.size(); ++record) {
      const trace::Header& header = trace.headers[record];
      if (header.block != block_ || model::is_merged_into_leader(merged, header.site)) continue;
      if (!is_followed(trace.sites[header.site])) continue;
      queues_[header.warp][header.site].push_back(record);
    }
    for (const trace::Unrecorded& more : trace.unrecorded) {
      if (more.block == block_ && !model::is_merged_into_leader(merged, more.site) &&
          is_followed(trace.sites[more.site]))
        unrecorded_[{more.warp, more.site}] = more.times;
    }
    for (const trace::Barrier& barrier : trace.barriers) {
      barrier_lines_.insert(static_cast<std::int32_t>(barrier.ptx_line));
      if (barrier.block == block_) ++barriers_[{barrier.warp, static_cast<std::int32_t>(barrier.ptx_line)}];
    }
  }

  [[nodiscard]] std::uint32_t leader_of(std::uint32_t site) const {
    const auto& merged = input_.vectorization.sites;
    return site < merged.size() ? merged[site].leader : site;
  }

  /// How often a warp runs each PTX line: exactly for lines that access memory or are barriers, else the mean.
  void count_executions(std::uint32_t warp) {
    executions_.exact.clear();
    // Records beyond the bound are missing: then only the counts of lines say how often it was.
    if (input_.trace.dropped > 0) return;
    for (const auto& [line, sites] : sites_of_line_) {
      std::uint64_t count = 0;
      for (const std::uint32_t site : sites) {
        if (const auto found = queues_[warp].find(leader_of(site)); found != queues_[warp].end()) {
          count = std::max<std::uint64_t>(count, found->second.size() + unrecorded(warp, found->first));
        }
      }
      executions_.exact[line] = count;
    }
    for (const std::int32_t line : barrier_lines_) executions_.exact[line] = 0;
    for (const auto& [place, count] : barriers_) {
      if (place.first == warp) executions_.exact[place.second] = count;
    }
  }

  /// How often the warp accessed memory at the site beyond what was recorded.
  [[nodiscard]] std::uint64_t unrecorded(std::uint32_t warp, std::uint32_t site) const {
    const auto found = unrecorded_.find({warp, site});
    return found == unrecorded_.end() ? 0 : found->second;
  }

  /// How many records of a warp the walk should meet: all, or of a line whose trips are limited as many as are left.
  double expected_records(std::uint32_t warp, const RegionTrips& full, const RegionTrips& limited) {
    // Where records are missing, the walk does not know how often a line is executed, nor how many were left out.
    if (input_.trace.dropped > 0 && limited.limited()) return 0;
    double expected = 0;
    for (const auto& [site, queue] : queues_[warp]) {
      const std::int32_t line = input_.trace.sites[site].ptx_line;
      const double all = full.total_of_line(line), left = all > 0 ? limited.total_of_line(line) / all : 1;
      expected += static_cast<double>(queue.size() + unrecorded(warp, site)) * left;
    }
    return expected;
  }

  /// Returns how many records it took.
  std::uint64_t walk(std::uint32_t warp, RegionTrips& trips) {
    const auto& code = input_.code.instructions;
    ops_ = &stream_.warps.emplace_back();
    const Queues& left = queues_[warp];
    std::uint64_t records = 0, taken = 0;
    for (const auto& [site, queue] : left) records += queue.size() + unrecorded(warp, site);
    warp_ = warp;
    std::unordered_map<std::uint32_t, std::size_t> next;
    op_ = {};
    pending_ = 0;
    special_.fill(0);
    now_ = 0;
    std::uint32_t pc = 0;
    for (std::uint64_t step = 0; pc < code.size() && step < max_steps; ++step) {
      const MachineInstruction& instruction = code[pc];
      trips.enter(pc);
      wait_for(instruction.control.wait_mask);
      issue(instruction);
      if (instruction.unit == Unit::exit && (!instruction.guarded || (taken == records && !records_follow(pc)))) break;
      const std::uint32_t here = pc++;
      if (instruction.target >= 0) {
        pc = trips.after_branch(here);
      } else if (instruction.accesses_memory()) {
        taken += access(instruction, left, next);
      } else if (const Op::Kind kind = kind_of(instruction.unit); kind != Op::Kind::none) {
        op_.kind = kind;
        op_.copy_groups_left = instruction.copy_groups_left;
        close();
      }
    }
    close();
    return taken;
  }

  /// Whether memory is accessed or warps meet behind an instruction that may end the warp.
  [[nodiscard]] bool records_follow(std::uint32_t pc) const {
    const auto& code = input_.code.instructions;
    return std::any_of(code.begin() + pc + 1, code.end(),
                       [](const MachineInstruction& next) { return next.unit == Unit::barrier; }) &&
           !barriers_.empty();
  }

  void wait_for(std::uint8_t mask) {
    for (unsigned i = 0; i < sass::scoreboard_count; ++i) {
      if ((mask >> i & 1u) == 0) continue;
      const double wait = special_[i] - now_;
      if (wait > 0) {
        pass(wait);
        op_.special += static_cast<float>(wait);
      }
      special_[i] = 0;
    }
    if ((mask & pending_) != 0) {
      const std::uint8_t waits = mask & pending_;
      if (op_.issued > 0) close();
      op_.wait_mask |= waits;
      pending_ &= static_cast<std::uint8_t>(~waits);
    }
  }

  void pass(double clocks) {
    op_.clocks += static_cast<float>(clocks);
    now_ += clocks;
  }

  void issue(const MachineInstruction& instruction) {
    const PipeCosts& costs = input_.costs;
    double busy = 1;
    switch (instruction.unit) {
      case Unit::alu:
        busy = costs.alu;
        break;
      case Unit::fma:
        busy = costs.fma;
        break;
      case Unit::integer_multiply:
        busy = costs.integer_multiply;
        break;
      case Unit::half:
        busy = costs.half;
        break;
      case Unit::double_:
        busy = costs.double_;
        break;
      case Unit::special:
        busy = costs.special;
        break;
      case Unit::matrix:
        busy = costs.matrix;
        break;
      case Unit::matrix_half:
        busy = costs.matrix_half;
        break;
      case Unit::matrix_double:
        busy = costs.matrix_double;
        break;
      case Unit::group_matrix:
        stream_.uses_group_matrices = true;
        break;
      default:
        break;
    }
    ++op_.issued;
    const auto unit = static_cast<std::size_t>(instruction.unit);
    pipes_[unit] += busy;
    // Integers are multiplied by one half of the pipe that multiplies floating-point numbers.
    if (instruction.unit == Unit::integer_multiply) pipes_[static_cast<std::size_t>(Unit::fma)] += costs.fma;
    if (instruction.unit == Unit::shuffle) op_.shuffles += 1;
    const bool waits_for_memory = instruction.unit == Unit::copy_group || instruction.accesses_memory();
    for (const std::uint8_t barrier : {instruction.control.write_barrier, instruction.control.read_barrier}) {
      if (barrier < sass::scoreboard_count && !waits_for_memory) special_[barrier] = now_ + costs.special_latency;
    }
    pass(std::max<double>(instruction.control.stall, 1));
  }

  /// Returns how many records the instruction took.
  std::uint64_t access(const MachineInstruction& instruction, const Queues& left,
                       std::unordered_map<std::uint32_t, std::size_t>& next) {
    auto sites = std::as_const(sites_of_line_).find(instruction.ptx_line);
    const auto is_local = [&](std::uint32_t site) { return input_.trace.sites[site].space == trace::Space::local; };
    if (instruction.memory->space == sass::Space::local &&
        (sites == sites_of_line_.end() || std::ranges::none_of(sites->second, is_local))) {
      spill(instruction);
      return 0;
    }
    if (sites == sites_of_line_.end()) {
      if (instruction.memory->space != sass::Space::texture) return 0;
      sites = next_texture(left, next);
      if (sites == sites_of_line_.end()) return 0;
    }
    std::uint64_t taken = 0;
    for (const std::uint32_t site : sites->second) {
      const std::uint32_t leader = leader_of(site);
      const auto queue = left.find(leader);
      if (queue == left.end()) continue;
      std::size_t& at = next[leader];
      if (at >= queue->second.size()) {
        if (at < queue->second.size() + unrecorded(warp_, leader)) {
          ++at;
          ++taken;
          stream_.records_wanted = std::max(stream_.records_wanted, static_cast<std::uint32_t>(at));
        }
        continue;
      }
      const std::uint32_t record = queue->second[at++];
      ++taken;
      add(instruction, leader, record, past_l1_[instruction.ptx_line]);
    }
    return taken;
  }

  /// Registers that ptxas keeps in local memory: the PTX knows nothing of it.
  void spill(const MachineInstruction& instruction) {
    const auto sites = static_cast<std::uint32_t>(input_.trace.sites.size());
    const bool loads = instruction.memory->operation == sass::Operation::load;
    Access access;
    access.kind = loads ? Access::Kind::load : Access::Kind::store;
    access.local = true;
    access.site = sites + (loads ? spill_loads : spill_stores);
    access.first = static_cast<std::uint32_t>(stream_.touches.size());
    access.lines = std::max(1u, instruction.memory->bits / 32u);
    access.sectors = access.lines * 4;
    access.lanes = trace::lanes_per_warp;
    access.bytes = access.lines * 128;
    access.wavefronts = access.tag_wavefronts = access.lines;
    for (std::uint32_t i = 0; i < access.lines; ++i)
      stream_.touches.push_back({instruction.frame_offset / 4 + static_cast<std::int64_t>(i), 0xf, 0, 0});
    stream_.records.push_back(InstructionStream::no_record);
    issue_access(instruction, access);
  }

  /// ptxas gives the instructions of textures the line of an earlier PTX instruction: they are taken in their order.
  auto next_texture(const Queues& left, std::unordered_map<std::uint32_t, std::size_t>& next)
      -> std::map<std::int32_t, std::vector<std::uint32_t>>::const_iterator {
    for (auto line = sites_of_line_.cbegin(); line != sites_of_line_.cend(); ++line) {
      for (const std::uint32_t site : line->second) {
        const auto queue = left.find(site);
        if (input_.trace.sites[site].space == trace::Space::texture && queue != left.end() &&
            next[site] < queue->second.size()) {
          return line;
        }
      }
    }
    return sites_of_line_.cend();
  }

  void add(const MachineInstruction& instruction, std::uint32_t site_index, std::uint32_t record, bool past_l1) {
    const trace::Trace& trace = input_.trace;
    const trace::Site& site = trace.sites[site_index];
    const trace::Header& header = trace.headers[record];
    const auto& merged = input_.vectorization.sites;
    const std::uint32_t together = site_index < merged.size() ? merged[site_index].merged : 1;
    const std::uint32_t bytes = site.bytes_per_lane * std::max(together, 1u);
    Access access;
    access.kind = site.operation == trace::Operation::store || site.operation == trace::Operation::matrix_store
                      ? Access::Kind::store
                  : site.operation == trace::Operation::reduce ? Access::Kind::reduce
                  : site.operation == trace::Operation::atomic ? Access::Kind::atomic
                                                               : Access::Kind::load;
    // ptxas knows that nobody uses the result of an atomic.
    if (access.kind == Access::Kind::atomic && instruction.memory->operation == sass::Operation::reduce) {
      access.kind = Access::Kind::reduce;
    }
    access.shared = site.space == trace::Space::shared;
    access.local = site.space == trace::Space::local;
    access.site = site_index;
    access.l1 = !past_l1;
    access.written_through = past_l1 && !of_cg_.contains(site.ptx_line);
    access.asynchronous = trace::is_asynchronous_copy(site.operation);
    model::LaneAddresses<std::uint64_t> addresses{};
    const std::uint32_t mask = addresses_of(header, record, addresses, bytes);
    if (mask == 0) return;
    if (access.shared) {
      const model::LaneAccess<std::uint64_t> lanes{model::Space::shared, site.operation,       bytes, mask,
                                                   &addresses,           header.source_degrees};
      const auto counted = model::shared_wavefronts(lanes);
      access.lanes = static_cast<std::uint32_t>(std::popcount(mask));
      access.bytes = access.lanes * bytes;
      // What costs no wavefront in the pipe of shared memory still takes its turn to write.
      access.wavefronts =
          counted && counted->wavefronts > 0 ? counted->wavefronts : std::max(1u, ceil_div(access.bytes, 128u));
    } else if (access.local) {
      for (std::uint64_t& address : addresses) address /= local_word_bytes;
      add_local_touches(addresses, mask, bytes, access, stream_.touches);
      access.wavefronts = access.tag_wavefronts = access.lines;
    } else {
      add_touches(addresses, mask, bytes, access, stream_.touches);
      const model::LaneAccess<std::uint64_t> lanes{model::Space::shared, trace::Operation::load, bytes, mask,
                                                   &addresses};
      const auto counted = model::shared_wavefronts(lanes);
      access.wavefronts = counted ? std::max(counted->wavefronts, 1u) : access.lines;
      access.tag_wavefronts = tag_wavefronts(std::span(stream_.touches).subspan(access.first, access.lines));
      if (access.kind == Access::Kind::reduce || access.kind == Access::Kind::atomic) {
        const model::Meetings meetings = model::meetings_of(addresses, mask);
        access.passes = instruction.elects ? 1 : meetings.passes;
        access.meeting = instruction.elects ? 1 : meetings.most;
        access.floats = of_floats_.contains(site.ptx_line);
      }
      if (trace::lies_in_buffers(site.space) && header.buffer < trace.buffers.size()) {
        access.buffer = header.buffer;
        access.buffer_line = static_cast<std::int64_t>(bases_[header.buffer] / 128);
        access.buffer_lines = static_cast<std::uint32_t>(
            std::clamp<std::uint64_t>(ceil_div<std::uint64_t>(trace.buffers[header.buffer].bytes, 128), 1, 1u << 30));
      }
    }
    stream_.records.push_back(record);
    issue_access(instruction, access);
  }

  void issue_access(const MachineInstruction& instruction, const Access& access) {
    op_.kind = access.shared ? Op::Kind::shared : Op::Kind::global;
    op_.access = static_cast<std::uint32_t>(stream_.accesses.size());
    op_.write_barrier = instruction.control.write_barrier;
    op_.read_barrier = instruction.control.read_barrier;
    for (const std::uint8_t barrier : {op_.write_barrier, op_.read_barrier}) {
      if (barrier < sass::scoreboard_count) pending_ |= static_cast<std::uint8_t>(1u << barrier);
    }
    stream_.accesses.push_back(access);
    close();
  }

  /// Returns the lanes whose addresses are known. With a granule above the width of the access, lanes in one granule
  /// are taken to lie side by side.
  std::uint32_t addresses_of(const trace::Header& header, std::uint32_t record,
                             model::LaneAddresses<std::uint64_t>& addresses, std::uint32_t bytes) const {
    const trace::Offsets& offsets = input_.trace.offsets[record];
    const std::uint32_t granule = input_.trace.granule_of(header);
    std::uint32_t mask = 0, before = trace::no_offset;
    std::uint64_t within = 0;
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      if (offsets[lane] == trace::no_offset) return;
      mask |= 1u << lane;
      within = granule > bytes && offsets[lane] == before ? (within + bytes) % granule : 0;
      before = offsets[lane];
      addresses[lane] = address_of(input_.trace, bases_, record, lane) + within;
    });
    return mask;
  }

  void close() {
    if (op_.issued == 0 && op_.wait_mask == 0) return;
    const auto alu = static_cast<std::size_t>(Unit::alu);
    op_.alu = static_cast<float>(pipes_[alu]);
    for (std::size_t unit = 0; unit < sass::unit_count; ++unit) {
      if (unit != alu) op_.busy = std::max(op_.busy, static_cast<float>(pipes_[unit]));
    }
    ops_->push_back(op_);
    op_ = {};
    for (std::size_t unit = 0; unit < sass::unit_count; ++unit) stream_.pipe_clocks[unit] += pipes_[unit];
    pipes_.fill(0);
  }

  InstructionStreamInput input_;
  std::uint64_t block_;
  std::vector<std::uint64_t> bases_;
  std::map<std::int32_t, std::vector<std::uint32_t>> sites_of_line_;
  std::map<std::int32_t, bool> past_l1_;
  std::set<std::int32_t> of_cg_;      ///< PTX lines with .cg, which for stores is what they do without it
  std::set<std::int32_t> of_floats_;  ///< PTX lines of accesses of floating-point numbers
  std::map<std::uint32_t, Queues> queues_;
  std::map<std::pair<std::uint32_t, std::int32_t>, std::uint64_t> barriers_;  ///< by warp and PTX line
  std::set<std::int32_t> barrier_lines_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> unrecorded_;  ///< by warp and site
  Executions executions_;                                                        ///< of the warp that is built
  std::map<std::map<std::int32_t, std::uint64_t>, RegionTrips> trips_of_;
  InstructionStream stream_;
  // of the warp that is walked
  std::uint32_t warp_ = 0;
  std::vector<Op>* ops_ = nullptr;
  Op op_;
  std::uint8_t pending_ = 0;                              ///< scoreboards that an access will release
  std::array<double, sass::scoreboard_count> special_{};  ///< when the others are released
  std::array<double, sass::unit_count> pipes_{};          ///< clocks that each unit is busy in this op
  double now_ = 0;
};

InstructionStreams::InstructionStreams(const InstructionStreamInput& input, std::uint64_t block)
    : builder_(std::make_unique<Builder>(input, block)) {}
InstructionStreams::~InstructionStreams() = default;

InstructionStream InstructionStreams::of(std::uint64_t max_trips) {
  return builder_->build(max_trips);
}

}  // namespace lanescope::predict
