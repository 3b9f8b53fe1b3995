#include "model/metrics/vectorization.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "model/metrics/same_space.h"
#include "model/metrics/site_records.h"
#include "ptx/control_flow.h"

namespace lanescope::model {
namespace {

using trace::Operation;
using trace::Site;
using trace::Space;
using trace::Trace;

constexpr std::uint32_t max_access_bytes = 16;  // bytes per lane, of accesses that ptxas merges
constexpr std::string_view not_executed = "it did not execute in this trace";

/// Whether ptxas can merge the site; it merges only plain loads and stores of these spaces.
bool can_vectorize(const Site& site) {
  const bool space = site.space == Space::global || site.space == Space::shared || site.space == Space::local;
  return space && (site.operation == Operation::load || site.operation == Operation::store);
}

bool same_access(const Site& site, const sass::MemoryInstruction& memory) {
  const bool loads = site.operation == Operation::load;
  if (!loads && site.operation != Operation::store) return false;
  if (memory.operation != (loads ? sass::Operation::load : sass::Operation::store)) return false;
  return same_space(site.space, memory.space);
}

/// The cubin names files with their folders; the trace may omit these.
bool same_file(std::string_view in_cubin, std::string_view in_trace) {
  return in_cubin == in_trace || (in_cubin.size() > in_trace.size() && in_cubin.ends_with(in_trace) &&
                                  in_cubin[in_cubin.size() - in_trace.size() - 1] == '/');
}

/// The number of SASS instructions by bytes per lane.
using WidthCounts = std::map<std::uint32_t, std::uint32_t>;

/// Finds groups of sites whose addresses fill an aligned window.
class Grouping {
 public:
  Grouping(const Trace& trace, std::span<const SiteBlock> blocks, Vectorization& vectorization)
      : trace_(trace), blocks_(blocks), records_(trace), vectorization_(vectorization) {}

  [[nodiscard]] bool executed(std::uint32_t site) const { return !records_.of(site).empty(); }

  /// Returns the sites that fill the window of `merged` accesses around `anchor`, by address; sites at one address are
  /// adjacent. Only sites with `allowed(site)` take part. Returns nothing when a part of the window is not accessed.
  template <class Allowed>
  [[nodiscard]] std::vector<std::uint32_t> window(std::uint32_t anchor, std::uint32_t merged, Allowed allowed) const {
    const Site& site = trace_.sites[anchor];
    const auto bytes = std::int64_t{site.bytes_per_lane};
    const auto offset = records_.offset_in_window(anchor, site.bytes_per_lane * merged);
    if (!offset) return {};
    std::vector<std::vector<std::uint32_t>> slots(merged);
    for (std::uint32_t other = 0; other < trace_.sites.size(); ++other) {
      if (other != anchor && (!neighbours(anchor, other) || !allowed(other))) continue;
      const auto distance = records_.distance(anchor, other);
      if (!distance) continue;
      const std::int64_t place = *distance + *offset;
      if (place < 0 || place >= bytes * merged || place % bytes != 0) continue;
      slots[static_cast<std::size_t>(place / bytes)].push_back(other);
    }
    std::vector<std::uint32_t> group;
    for (const auto& slot : slots) {
      if (slot.empty()) return {};
      group.insert(group.end(), slot.begin(), slot.end());
    }
    return group;
  }

  /// Chooses among a window's sites at one address the one whose PTX line is nearest to the anchor's, because an
  /// unrolled block reads the same addresses several times.
  [[nodiscard]] std::vector<std::uint32_t> nearest_of_each(std::uint32_t anchor,
                                                           const std::vector<std::uint32_t>& window) const {
    const auto away = [&](std::uint32_t site) {
      return std::abs(trace_.sites[site].ptx_line - trace_.sites[anchor].ptx_line);
    };
    std::vector<std::uint32_t> group;
    for (const std::uint32_t site : window) {
      if (group.empty() || records_.distance(group.back(), site) != 0) {
        group.push_back(site);
      } else if (away(site) < away(group.back())) {
        group.back() = site;
      }
    }
    return group;
  }

  /// Returns the other sites that access the window of `merged` accesses around `anchor` and are `wanted(site)`.
  template <class Wanted>
  [[nodiscard]] std::vector<std::uint32_t> at_same_window(std::uint32_t anchor, std::uint32_t merged,
                                                          Wanted wanted) const {
    const auto bytes = std::int64_t{trace_.sites[anchor].bytes_per_lane} * merged;
    const auto offset = records_.offset_in_window(anchor, static_cast<std::uint32_t>(bytes));
    std::vector<std::uint32_t> found;
    for (std::uint32_t other = 0; offset && other < trace_.sites.size(); ++other) {
      if (other == anchor || !neighbours(anchor, other) || !wanted(other)) continue;
      const auto distance = records_.distance(anchor, other);
      if (distance && *distance + *offset >= 0 && *distance + *offset < bytes) found.push_back(other);
    }
    return found;
  }

  void join(const std::vector<std::uint32_t>& group, std::uint32_t merged) {
    for (const std::uint32_t site : group) vectorization_.sites[site] = {merged, group.front(), true, {}};
  }

  void leave(std::uint32_t site, std::string reason) {
    vectorization_.sites[site] = {1, site, false, std::move(reason)};
  }

 private:
  /// Whether the two sites could be parts of one access.
  [[nodiscard]] bool neighbours(std::uint32_t a, std::uint32_t b) const {
    const Site &left = trace_.sites[a], &right = trace_.sites[b];
    return blocks_[a].known && blocks_[b].known && blocks_[a].function == blocks_[b].function &&
           blocks_[a].block == blocks_[b].block && left.entry == right.entry && left.space == right.space &&
           left.operation == right.operation && left.bytes_per_lane == right.bytes_per_lane;
  }

  const Trace& trace_;
  std::span<const SiteBlock> blocks_;
  SiteRecords records_;
  Vectorization& vectorization_;
};

bool may_vectorize(std::uint32_t merged, std::uint32_t bytes) {
  return (merged == 2 || merged == 4) && merged * bytes <= max_access_bytes;
}

/// Returns, by site, the widths of the SASS instructions that come from its PTX line; empty when the line has none.
std::vector<WidthCounts> widths_by_ptx_line(const Trace& trace, const sass::Cubin& cubin) {
  std::multimap<std::int32_t, sass::MemoryInstruction> by_line;
  for (const sass::Function& function : cubin.functions) {
    for (const sass::Instruction& instruction : function.instructions) {
      if (instruction.memory && instruction.ptx_line > 0) by_line.emplace(instruction.ptx_line, *instruction.memory);
    }
  }
  std::vector<WidthCounts> widths(trace.sites.size());
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    const auto [begin, end] = by_line.equal_range(trace.sites[i].ptx_line);
    for (auto at = begin; at != end; ++at) {
      if (same_access(trace.sites[i], at->second)) ++widths[i][at->second.bits / 8u];
    }
  }
  return widths;
}

void vectorize_by_ptx_lines(const Trace& trace, const sass::Cubin& cubin, Grouping& grouping,
                            Vectorization& vectorization) {
  const std::vector<WidthCounts> widths = widths_by_ptx_line(trace, cubin);
  const auto has_none = [&](std::uint32_t site) { return widths[site].empty() && !vectorization.sites[site].proven; };
  const auto lines_between = [&](std::uint32_t a, std::uint32_t b) {
    return std::abs(trace.sites[a].ptx_line - trace.sites[b].ptx_line);
  };
  for (std::uint32_t i = 0; i < trace.sites.size(); ++i) {
    const Site& site = trace.sites[i];
    if (!can_vectorize(site) || widths[i].empty()) continue;
    if (!grouping.executed(i)) {
      grouping.leave(i, std::string(not_executed));
      continue;
    }
    if (widths[i].size() > 1) {
      grouping.leave(i, "ptxas made copies of this access that differ in width");
      continue;
    }
    const std::uint32_t bytes = widths[i].begin()->first;
    if (bytes == site.bytes_per_lane) {
      vectorization.sites[i] = {1, i, true, {}};
      continue;
    }
    const std::uint32_t merged = bytes % site.bytes_per_lane == 0 ? bytes / site.bytes_per_lane : 0;
    if (!may_vectorize(merged, site.bytes_per_lane)) {
      grouping.leave(i, bytes == 0 ? "the width of its SASS instruction is not known"
                                   : fmt::format("its SASS instruction moves {} bytes per lane", bytes));
      continue;
    }
    // A block may read the same addresses twice, before and after a barrier. Each access then belongs to the nearer of
    // the two wide instructions.
    const auto rivals = grouping.at_same_window(i, merged, [&](std::uint32_t other) { return !widths[other].empty(); });
    const auto ours = [&](std::uint32_t other) {
      return has_none(other) && std::none_of(rivals.begin(), rivals.end(), [&](std::uint32_t rival) {
               return lines_between(rival, other) < lines_between(i, other);
             });
    };
    const auto group = grouping.window(i, merged, ours);
    if (group.empty()) {
      grouping.leave(i,
                     fmt::format("its SASS instruction moves {} bytes per lane, but the accesses merged with it were "
                                 "not found in its basic block",
                                 bytes));
      continue;
    }
    grouping.join(group, merged);
  }
  for (std::uint32_t i = 0; i < trace.sites.size(); ++i) {
    if (!can_vectorize(trace.sites[i]) || !widths[i].empty() || vectorization.sites[i].proven) continue;
    grouping.leave(i, grouping.executed(i) ? "no SASS instruction belongs to it: ptxas removed it, or recorded none"
                                           : std::string(not_executed));
  }
}

void find_reductions(const Trace& trace, const sass::Cubin& cubin, Vectorization& vectorization) {
  std::map<std::pair<std::string_view, std::int32_t>, std::pair<bool, bool>> found;  // reductions, atomics
  for (const sass::Function& function : cubin.functions) {
    for (const sass::Instruction& instruction : function.instructions) {
      if (!instruction.memory || instruction.ptx_line <= 0) continue;
      auto& [reductions, atomics] = found[{function.name, instruction.ptx_line}];
      reductions |= instruction.memory->operation == sass::Operation::reduce;
      atomics |= instruction.memory->operation == sass::Operation::atomic;
    }
  }
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    const Site& site = trace.sites[i];
    if (site.operation != Operation::atomic) continue;
    const auto known = found.find({site.entry, site.ptx_line});
    vectorization.sites[i].reduces = known != found.end() && known->second == std::pair(true, false);
  }
}

/// The key of sites of one entry point that do the same on one source line.
using LineKey = std::tuple<std::string_view, std::string_view, std::int32_t, Space, Operation, std::uint32_t>;

WidthCounts widths_on_line(const Site& site, const sass::Cubin& cubin) {
  WidthCounts widths;
  const sass::Function* function = cubin.function(site.entry);
  if (function == nullptr) return widths;
  for (const sass::Instruction& instruction : function->instructions) {
    if (!instruction.memory || instruction.source.line != site.line) continue;
    if (!same_access(site, *instruction.memory)) continue;
    if (!same_file(cubin.files.at(instruction.source.file), site.file)) continue;
    ++widths[instruction.memory->bits / 8u];
  }
  return widths;
}

using Group = std::pair<std::vector<std::uint32_t>, std::uint32_t>;  ///< its sites by address, and how many are merged

/// Groups a line's executed sites that fill windows of 4, then of 2 accesses, as far as the line has instructions of
/// that width. Returns the groups only when the line has as many accesses as its instructions of all widths together,
/// up to a common factor, and the share of the instructions of each width equals that of the groups.
std::optional<std::vector<Group>> groups_of_line(const Trace& trace, const std::vector<std::uint32_t>& sites,
                                                 const WidthCounts& widths, const Grouping& grouping) {
  const std::uint32_t bytes = trace.sites[sites.front()].bytes_per_lane;
  std::vector<std::uint32_t> left;
  std::copy_if(sites.begin(), sites.end(), std::back_inserter(left),
               [&](std::uint32_t site) { return grouping.executed(site); });
  const auto executed = static_cast<std::uint64_t>(left.size());
  const auto is_left = [&](std::uint32_t site) { return std::find(left.begin(), left.end(), site) != left.end(); };

  std::vector<Group> groups;
  std::uint64_t instructions_known = 0, accesses = 0;
  struct Share {
    std::uint64_t instructions = 0, groups = 0;
  };
  std::vector<Share> shares;
  for (const std::uint32_t merged : {4u, 2u, 1u}) {
    const auto found = widths.find(bytes * merged);
    const std::uint64_t instructions = found == widths.end() ? 0 : found->second;
    instructions_known += instructions;
    accesses += instructions * merged;
    const std::size_t before = groups.size();
    if (instructions > 0 && may_vectorize(merged, bytes)) {
      for (const std::uint32_t anchor : sites) {
        if (!is_left(anchor)) continue;
        const auto group = grouping.nearest_of_each(anchor, grouping.window(anchor, merged, is_left));
        if (group.empty()) continue;
        std::erase_if(left,
                      [&](std::uint32_t site) { return std::find(group.begin(), group.end(), site) != group.end(); });
        groups.emplace_back(group, merged);
      }
    }
    shares.push_back({instructions, merged == 1 ? left.size() : groups.size() - before});
  }
  const std::uint64_t instructions = std::accumulate(widths.begin(), widths.end(), std::uint64_t{0},
                                                     [](auto sum, const auto& width) { return sum + width.second; });
  if (executed == 0 || instructions == 0 || instructions_known != instructions) return std::nullopt;
  if (accesses % sites.size() != 0) return std::nullopt;
  for (const Share& share : shares) {
    if (share.instructions * executed != share.groups * accesses) return std::nullopt;
  }
  return groups;
}

void vectorize_by_source_lines(const Trace& trace, const sass::Cubin& cubin, Grouping& grouping,
                               Vectorization& vectorization) {
  std::map<LineKey, std::vector<std::uint32_t>> lines;
  for (std::uint32_t i = 0; i < trace.sites.size(); ++i) {
    const Site& site = trace.sites[i];
    if (!can_vectorize(site)) continue;
    lines[{site.entry, site.file, site.line, site.space, site.operation, site.bytes_per_lane}].push_back(i);
  }
  for (const auto& [key, sites] : lines) {
    const WidthCounts widths = widths_on_line(trace.sites[sites.front()], cubin);
    const auto groups = groups_of_line(trace, sites, widths, grouping);
    for (const std::uint32_t site : sites) {
      if (groups && grouping.executed(site)) {
        vectorization.sites[site] = {1, site, true, {}};
      } else {
        grouping.leave(site, grouping.executed(site)
                                 ? "the SASS instructions of its line do not add up to the accesses of the source"
                                 : std::string(not_executed));
      }
    }
    if (!groups) continue;
    for (const auto& [group, merged] : *groups) grouping.join(group, merged);
  }
}

}  // namespace

std::vector<SiteBlock> site_blocks(std::span<const trace::Site> sites, const ptx::Module& module) {
  std::unordered_map<std::int32_t, SiteBlock> by_line;
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
    const ptx::Function& function = module.functions[f];
    if (!function.has_body) continue;
    const ptx::ControlFlow flow = ptx::control_flow(function);
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      by_line[function.instructions[i].ptx_line] = {f, flow.block_of[i], true};
    }
  }
  std::vector<SiteBlock> places;
  places.reserve(sites.size());
  for (const trace::Site& site : sites) {
    const auto found = by_line.find(site.ptx_line);
    places.push_back(found == by_line.end() ? SiteBlock{} : found->second);
  }
  return places;
}

bool is_merged_into_leader(std::span<const SiteVectorization> sites, std::uint32_t site) {
  return site < sites.size() && sites[site].leader != site;
}

bool Vectorization::complete() const {
  return std::all_of(sites.begin(), sites.end(),
                     [](const SiteVectorization& site) { return site.proven || site.reason == not_executed; });
}

Vectorization as_written(const Trace& trace, std::string reason) {
  Vectorization vectorization;
  for (std::uint32_t i = 0; i < trace.sites.size(); ++i) vectorization.sites.push_back({1, i, false, reason});
  return vectorization;
}

Vectorization find_vectorization(const Trace& trace, std::span<const SiteBlock> blocks, const sass::Cubin& cubin) {
  if (blocks.size() != trace.sites.size()) return as_written(trace, "the places of the sites in the PTX are not known");
  if (!cubin.has_ptx_lines && !cubin.has_source_lines) {
    return as_written(trace, "the cubin has no line table (compile with -lineinfo)");
  }
  Vectorization vectorization = as_written(trace, {});
  for (std::uint32_t i = 0; i < trace.sites.size(); ++i) {
    vectorization.sites[i].proven = !can_vectorize(trace.sites[i]);  // a site that is never merged needs no proof
  }
  vectorization.by_ptx_lines = cubin.has_ptx_lines;
  find_reductions(trace, cubin, vectorization);
  Grouping grouping(trace, blocks, vectorization);
  if (vectorization.by_ptx_lines) {
    vectorize_by_ptx_lines(trace, cubin, grouping, vectorization);
  } else {
    vectorize_by_source_lines(trace, cubin, grouping, vectorization);
  }
  return vectorization;
}

}  // namespace lanescope::model
