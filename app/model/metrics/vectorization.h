// Which accesses of the PTX ptxas merged into wider ones. It turns two or four neighbouring scalar accesses of a thread
// into one of 8 or 16 bytes, mostly loads from shared memory, so that wavefronts counted on the PTX alone can be wrong
// by a factor of two. The cubin of the same program shows where it did so.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ptx/module.h"
#include "sass/cubin.h"
#include "trace/trace.h"

namespace lanescope::model {

/// The place of a site in the program; accesses are merged within one basic block.
struct SiteBlock {
  std::uint32_t function = 0;  ///< index into Module::functions
  std::uint32_t block = 0;     ///< index into ControlFlow::blocks of that function
  bool known = false;          ///< an instruction of the module is at the site's PTX line
};

/// Returns the blocks by site.
[[nodiscard]] std::vector<SiteBlock> site_blocks(std::span<const trace::Site> sites, const ptx::Module& module);

struct SiteVectorization {
  /// The number of sites that form one machine instruction: 1, 2 or 4.
  std::uint32_t merged = 1;
  /// The site of the group with the lowest address; a site on its own leads itself.
  std::uint32_t leader = 0;
  /// Whether the cubin shows it. Otherwise the site counts as written, and `reason` says why.
  bool proven = false;
  std::string reason;
  bool reduces = false;  ///< an atomic whose result nobody uses: the machine code has a reduction
  friend bool operator==(const SiteVectorization&, const SiteVectorization&) = default;
};

/// Whether the site's requests are counted at another one. `sites` is indexed by site; a site beyond it is on its own.
[[nodiscard]] bool is_merged_into_leader(std::span<const SiteVectorization> sites, std::uint32_t site);

struct Vectorization {
  std::vector<SiteVectorization> sites;  ///< by site of the trace
  bool by_ptx_lines = false;             ///< whether the cubin has a table of PTX lines; else its source lines are used
  /// Whether no executed site counts as written only because the cubin does not say more.
  [[nodiscard]] bool complete() const;
};

/// Finds the groups. The cubin must belong to the same PTX whose lines the sites name. With a table of PTX lines
/// (-lineinfo makes one), a wide SASS instruction names one scalar access of its group. The others are accesses of the
/// same basic block, space, operation and width whose addresses fill the aligned window around it, for all lanes of all
/// records, and that have no instruction of their own. Without that table, the wide instructions of a source line are
/// compared with the windows that its sites fill; the counts must agree, up to a common factor for unrolled code.
[[nodiscard]] Vectorization find_vectorization(const trace::Trace& trace, std::span<const SiteBlock> blocks,
                                               const sass::Cubin& cubin);

/// Returns a vectorization without merged accesses, with the given reason, for programs without a cubin.
[[nodiscard]] Vectorization as_written(const trace::Trace& trace, std::string reason);

}  // namespace lanescope::model
