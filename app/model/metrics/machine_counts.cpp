#include "model/metrics/machine_counts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/graph/loops.h"
#include "model/metrics/same_space.h"
#include "ptx/control_flow.h"
#include "sass/control_flow.h"

namespace lanescope::model {
namespace {

/// Where an instruction of the PTX stands.
struct PtxPlace {
  std::uint32_t depth = 0;                ///< loops around it
  std::uint32_t outermost = Loops::none;  ///< number of the outermost one, in its function
  std::uint32_t function = 0;             ///< index into Module::functions
};

/// A memory instruction of the machine code.
struct MachinePlace {
  sass::MemoryInstruction memory;
  std::optional<std::uint32_t> depth;  ///< loops around it; nothing where a branch leads to places that are not known
};

bool is_looked_at(const SiteMetrics& site) {
  switch (site.space) {
    case Space::global:
    case Space::shared:
    case Space::local:
      break;
    default:
      return false;
  }
  switch (site.operation) {
    case Operation::bulk_load:
    case Operation::bulk_store:
    case Operation::matrix_operand:
      return false;
    default:
      return true;
  }
}

/// Whether an instruction of the machine code can be what an access of the PTX became.
bool may_be(const SiteMetrics& site, const sass::MemoryInstruction& memory) {
  if (trace::is_asynchronous_copy(site.operation)) return memory.operation == sass::Operation::asynchronous_copy;
  if (!same_space(site.space, memory.space)) return false;
  switch (site.operation) {
    case Operation::load:
    case Operation::matrix_load:
      return memory.operation == sass::Operation::load;
    case Operation::store:
    case Operation::matrix_store:
      return memory.operation == sass::Operation::store;
    default:
      return memory.operation == sass::Operation::atomic || memory.operation == sass::Operation::reduce;
  }
}

class Comparison {
 public:
  Comparison(const ptx::Module& module, const sass::Cubin& cubin, const std::set<std::int32_t>& parted) {
    for (std::uint32_t f = 0; f < module.functions.size(); ++f) add_function(module.functions[f], f, parted);
    for (const sass::Function& function : cubin.functions) {
      const auto depths = sass::loop_depths(function);
      for (std::size_t i = 0; i < function.instructions.size(); ++i) {
        const sass::Instruction& instruction = function.instructions[i];
        if (!instruction.memory || instruction.ptx_line <= 0) continue;
        machine_[{function.name, instruction.ptx_line}].push_back(
            {*instruction.memory, depths ? std::optional((*depths)[i]) : std::nullopt});
      }
    }
  }

  /// Notes that the results of an atomic at the site are used.
  void add_asking(const SiteMetrics& site) {
    const auto found = ptx_.find(site.ptx_line);
    if (found != ptx_.end() && found->second.outermost != Loops::none)
      asking_loops_.emplace(found->second.function, found->second.outermost);
  }

  /// Returns why the machine may count the site otherwise, or nothing. `members` are the sites that form its
  /// instruction, itself among them.
  [[nodiscard]] std::optional<std::string> objection(const SiteMetrics& site,
                                                     const std::vector<const SiteMetrics*>& members) const {
    std::vector<const MachinePlace*> copies;
    for (const SiteMetrics* const member : members) {
      const auto found = machine_.find({member->entry, member->ptx_line});
      if (found == machine_.end()) continue;
      for (const MachinePlace& place : found->second) {
        if (may_be(site, place.memory)) copies.push_back(&place);
      }
    }
    if (copies.empty()) return "no SASS instruction belongs to it: ptxas removed it, or moved it to another line";
    const auto found = ptx_.find(site.ptx_line);
    if (found == ptx_.end()) return "its place in the PTX is not known";
    const PtxPlace& place = found->second;
    if (asking_loops_.contains({place.function, place.outermost}))
      return "how often the loop around it runs depends on the order of threads: it uses results of atomics";
    const bool same_loops = std::ranges::all_of(
        copies, [&](const MachinePlace* copy) { return copy->depth && *copy->depth == place.depth; });
    if (copies.size() == 1 && same_loops) return std::nullopt;
    if (copies.size() == 1 && copies.front()->depth && *copies.front()->depth < place.depth)
      return "ptxas moved it out of a loop";
    const bool parts = place.outermost == Loops::none ? parted_functions_.contains(place.function)
                                                      : parted_loops_.contains({place.function, place.outermost});
    if (!parts) return std::nullopt;
    return place.depth > 0 ? "ptxas unrolled a loop around it whose lanes part: the machine executes it more often"
                           : "ptxas made copies of it, and lanes part: the machine may execute it more often";
  }

 private:
  void add_function(const ptx::Function& function, std::uint32_t number, const std::set<std::int32_t>& parted) {
    if (!function.has_body) return;
    const ptx::ControlFlow flow = ptx::control_flow(function);
    std::vector<std::vector<std::uint32_t>> successors;
    for (const ptx::BasicBlock& block : flow.blocks) successors.push_back(block.successors);
    const Loops loops = loops_of(successors);
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      const std::uint32_t block = flow.block_of[i];
      const std::int32_t line = function.instructions[i].ptx_line;
      ptx_[line] = {loops.depth[block], loops.outermost[block], number};
      if (!parted.contains(line)) continue;
      parted_functions_.insert(number);
      // Within a trip, lanes that part meet again.
      const bool leaves = std::ranges::any_of(successors[block], [&](std::uint32_t next) {
        return loops.depth[next] < loops.depth[block] || loops.outermost[next] != loops.outermost[block];
      });
      if (leaves && loops.outermost[block] != Loops::none) parted_loops_.emplace(number, loops.outermost[block]);
    }
  }

  std::map<std::int32_t, PtxPlace> ptx_;                                               ///< by PTX line
  std::map<std::pair<std::string, std::int32_t>, std::vector<MachinePlace>> machine_;  ///< by function and PTX line
  std::set<std::pair<std::uint32_t, std::uint32_t>> asking_loops_;  ///< by function and outermost loop
  std::set<std::uint32_t> parted_functions_;                        ///< with a branch at which lanes part
  std::set<std::pair<std::uint32_t, std::uint32_t>> parted_loops_;  ///< the same by function and outermost loop
};

}  // namespace

void check_machine_counts(std::span<SiteMetrics> sites, const ptx::Module& module, const sass::Cubin& cubin,
                          const std::set<std::int32_t>& parted) {
  if (!cubin.has_ptx_lines) return;
  std::map<std::uint32_t, std::vector<const SiteMetrics*>> members;
  for (const SiteMetrics& site : sites) members[site.leader].push_back(&site);
  Comparison comparison(module, cubin, parted);
  for (const SiteMetrics& site : sites) {
    if (site.operation == Operation::atomic && site.space == Space::global && site.counts.requests > 0)
      comparison.add_asking(site);
  }
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    SiteMetrics& site = sites[i];
    if (!site.proven || site.counts.requests == 0 || !is_looked_at(site)) continue;
    if (auto why = comparison.objection(site, members[i])) {
      site.proven = false;
      site.reason = *std::move(why);
    }
  }
}

ExactSites exact_sites(std::span<const SiteMetrics> sites) {
  ExactSites found;
  for (const SiteMetrics& site : sites) {
    if (site.counts.requests == 0) continue;
    ++found.all;
    if (site.proven) ++found.exact;
  }
  return found;
}

}  // namespace lanescope::model
