// Whether the machine executes the accesses of the PTX as often as the PTX says. ptxas unrolls loops, and then lanes
// that leave a loop at different trips execute its accesses one after the other instead of together; it moves accesses
// out of loops, and leaves them out.
#pragma once

#include <cstdint>
#include <set>
#include <span>

#include "model/metrics/metrics.h"
#include "ptx/module.h"
#include "sass/cubin.h"

namespace lanescope::model {

/// Takes back the proof of the sites, those of Metrics::executed, whose requests the machine code may count otherwise,
/// and says why. A site is as the PTX says where the cubin has one instruction of its line in as many loops; with
/// several copies or other loops, where no lanes of a warp parted at a branch that leaves a loop around it, or for a
/// site outside of loops at any branch. `parted` are the PTX lines of the branches at which they did. Nor is a site as
/// the PTX says in a loop that uses the results of atomics on global memory, whose order decides how often it runs.
/// Textures and what no lane makes (copies in bulk, operands of wgmma) are not looked at.
void check_machine_counts(std::span<SiteMetrics> sites, const ptx::Module& module, const sass::Cubin& cubin,
                          const std::set<std::int32_t>& parted);

/// Of the memory instructions that were executed, how many are proven to count as the machine counts them.
struct ExactSites {
  std::uint64_t exact = 0, all = 0;
  friend bool operator==(const ExactSites&, const ExactSites&) = default;
};
[[nodiscard]] ExactSites exact_sites(std::span<const SiteMetrics> sites);

}  // namespace lanescope::model
