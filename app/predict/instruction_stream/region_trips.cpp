#include "predict/instruction_stream/region_trips.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace lanescope::predict {
namespace {

using sass::Unit;

/// The n-th of `of` visits does `total` evenly spread things: how many are its own.
std::int64_t trips_of_visit(double total, double of, std::uint64_t visit) {
  if (of <= 0) return 0;
  const double each = total / of;
  const double rounding = 1e-9;
  return static_cast<std::int64_t>(std::floor(each * static_cast<double>(visit + 1) + rounding) -
                                   std::floor(each * static_cast<double>(visit) + rounding));
}

}  // namespace

RegionTrips::RegionTrips(const MachineCode& code, const Executions& executions)
    : code_(code),
      totals_(code.regions.size(), 0),
      known_(code.regions.size(), false),
      visits_(code.regions.size(), 0),
      trips_left_(code.regions.size(), 0),
      loops_at_(code.instructions.size()) {
  for (std::uint32_t i = 1; i < code.regions.size(); ++i) {
    if (code.regions[i].loop) loops_at_[code.regions[i].first].push_back(i);
  }
  totals_[0] = 1;
  count_lines(executions);
}

double RegionTrips::parent_total(std::size_t region) const {
  return totals_[static_cast<std::size_t>(code_.regions[region].parent)];
}

void RegionTrips::count_lines(const Executions& executions) {
  // By line: how many copies each region has of it. A line of several instructions counts by its accesses or barriers.
  std::map<std::int32_t, std::map<std::uint32_t, std::uint32_t>> others;
  std::set<std::int32_t> skipped;  // lines of instructions that a predicate may skip
  for (std::uint32_t i = 0; i < code_.instructions.size(); ++i) {
    const MachineInstruction& instruction = code_.instructions[i];
    if (instruction.ptx_line <= 0) continue;
    const bool counted = executions.exact.contains(instruction.ptx_line);
    const bool itself = instruction.accesses_memory() || instruction.unit == Unit::barrier;
    if (counted && itself) {
      ++copies_[instruction.ptx_line][code_.region_of[i]];
      if (instruction.guarded) skipped.insert(instruction.ptx_line);
    }
    if (!counted) ++others[instruction.ptx_line][code_.region_of[i]];
  }
  settle(executions, skipped);
  const std::vector<bool> settled = known_;
  for (const auto& [line, copies] : copies_) {
    double left = static_cast<double>(executions.exact.at(line));
    std::map<std::uint32_t, std::uint32_t> open;
    for (const auto& [region, count] : copies) {
      if (region == 0 || settled[region]) {
        left -= count * totals_[region];
      } else {
        open.emplace(region, count);
      }
    }
    share_line(std::max(left, 0.0), open);
  }
  // What holds accesses only in regions of its own runs when one of them does, and at least as often.
  std::vector<bool> idle(code_.regions.size(), false);
  std::vector<double> least(code_.regions.size(), 0);
  for (std::size_t i = code_.regions.size(); i-- > 1;) {
    const auto parent = static_cast<std::size_t>(code_.regions[i].parent);
    if (known_[i]) least[i] = std::max(least[i], totals_[i]);
    if (least[i] > 0) {
      least[parent] = std::max(least[parent], code_.regions[i].loop ? 1 : least[i]);
    } else if (known_[i] || idle[i]) {
      idle[parent] = true;
    }
  }
  // The others: as often as the least copied of their lines.
  std::vector<double> guess(code_.regions.size(), -1);
  for (const auto& [line, copies] : others) {
    const auto mean = executions.mean.find(line);
    if (mean == executions.mean.end()) continue;
    std::uint32_t all = 0;
    for (const auto& [region, count] : copies) all += count;
    for (const auto& [region, count] : copies) {
      const double times = copies.size() == 1 ? mean->second : mean->second * count / all;
      guess[region] = std::max(guess[region], times);
    }
  }
  for (std::size_t i = 1; i < code_.regions.size(); ++i) {
    const double parent = parent_total(i);
    const Region& region = code_.regions[i];
    if (!known_[i]) {
      totals_[i] = guess[i] >= 0 ? guess[i] : idle[i] && least[i] == 0 ? 0 : parent;
      if (!region.loop && parent > 0 && guess[i] >= 0)
        totals_[i] = totals_[i] >= 0.5 * parent ? parent : std::floor(totals_[i]);
    }
    totals_[i] = std::max(totals_[i], least[i]);
    if (!region.loop) totals_[i] = std::min(totals_[i], parent);
    if (region.loop) totals_[i] = std::max(std::round(totals_[i]), 0.0);
  }
}

void RegionTrips::settle(const Executions& executions, const std::set<std::int32_t>& skipped) {
  // Pipelining gives some copies the line of another trip's, so that the lines of a region need not agree.
  std::vector<std::map<double, std::uint32_t>> said(code_.regions.size());
  for (const bool guarded : {false, true}) {
    for (const auto& [line, copies] : copies_) {
      const auto [region, count] = *copies.begin();
      if (copies.size() > 1 || region == 0 || skipped.contains(line) != guarded || known_[region]) continue;
      ++said[region][trips_by(region, static_cast<double>(executions.exact.at(line)) / count)];
    }
    for (std::size_t region = 1; region < said.size(); ++region) {
      if (said[region].empty()) continue;
      const auto most = std::prev(said[region].end());
      const auto agreed = std::ranges::max_element(said[region], {}, [](const auto& of) { return of.second; });
      totals_[region] = guarded || agreed->first == 0 || agreed->second == most->second ? most->first : agreed->first;
      known_[region] = true;
      said[region].clear();
    }
  }
}

double RegionTrips::trips_by(std::uint32_t region, double times) const {
  times = std::max(0.0, std::floor(times));
  for (auto at = static_cast<std::int32_t>(region); at > 0; at = code_.regions[static_cast<std::size_t>(at)].parent) {
    if (code_.regions[static_cast<std::size_t>(at)].loop) return times;
  }
  return std::min(times, 1.0);  // outside of loops, code runs once
}

double RegionTrips::total_of_line(std::int32_t line) const {
  const auto copies = copies_.find(line);
  if (copies == copies_.end()) return 0;
  double total = 0;
  for (const auto& [region, count] : copies->second) total += count * totals_[region];
  return total;
}

void RegionTrips::share_line(double executions, const std::map<std::uint32_t, std::uint32_t>& copies) {
  double left = executions;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_copies;
  for (const auto& [region, count] : copies) {
    if (region > 0) by_copies.emplace_back(count, region);
  }
  std::stable_sort(by_copies.begin(), by_copies.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [count, region] : by_copies) {
    const double times = trips_by(region, left / count);
    left -= times * count;
    known_[region] = true;
    totals_[region] = std::max(totals_[region], times);
  }
}

void RegionTrips::limit(std::uint64_t max_trips) {
  const auto most = static_cast<double>(max_trips);
  std::vector<double> factor(totals_.size(), 1);
  for (std::size_t i = 1; i < totals_.size(); ++i) {
    const auto parent = static_cast<std::size_t>(code_.regions[i].parent);
    factor[i] = factor[parent];
    bool inner = false;
    for (std::size_t at = parent; at > 0; at = static_cast<std::size_t>(code_.regions[at].parent))
      inner |= code_.regions[at].loop;
    if (code_.regions[i].loop && !inner && totals_[i] > most) {
      factor[i] = most / totals_[i];
      limited_ = true;
    }
    totals_[i] *= factor[i];
    if (factor[i] != 1) totals_[i] = std::round(totals_[i]);
  }
}

double RegionTrips::work() const {
  double instructions = 0;
  for (const std::uint32_t region : code_.region_of) instructions += totals_[region];
  return instructions;
}

void RegionTrips::enter(std::uint32_t instruction) {
  for (const std::uint32_t loop : loops_at_[instruction]) {
    if (came_back_to_ == instruction) continue;
    trips_left_[loop] = trips_of_visit(totals_[loop], parent_total(loop), visits_[loop]++);
  }
  came_back_to_ = ~0u;
}

std::uint32_t RegionTrips::after_branch(std::uint32_t instruction) {
  const auto target = static_cast<std::uint32_t>(code_.instructions[instruction].target);
  const std::int32_t region = code_.region_of_branch(instruction);
  if (region < 0) {
    // A branch that no region stands for: always taken forward, never backward; a guarded one falls through.
    const bool taken = !code_.instructions[instruction].guarded && target > instruction;
    return taken ? target : instruction + 1;
  }
  const auto at = static_cast<std::size_t>(region);
  if (!code_.regions[at].loop) {
    return trips_of_visit(totals_[at], parent_total(at), visits_[at]++) > 0 ? instruction + 1 : target;
  }
  if (--trips_left_[at] <= 0) return instruction + 1;
  came_back_to_ = target;
  return target;
}

}  // namespace lanescope::predict
