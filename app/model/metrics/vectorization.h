// Which accesses of the PTX ptxas merged into wider ones. It makes one access of 8 or 16 bytes out of two or four
// neighbouring scalar ones of a thread, mostly loads from shared memory, so that wavefronts counted on the PTX alone
// can be wrong by a factor of two. The cubin of the same program shows where it did.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ptx/module.h"
#include "sass/cubin.h"
#include "trace/trace.h"

namespace warpscope::model {

/// Where a site stands in the program: accesses are merged within one basic block.
struct SiteBlock {
  std::uint32_t function = 0;  ///< into Module::functions
  std::uint32_t block = 0;     ///< into ControlFlow::blocks of that function
  bool known = false;          ///< an instruction of the module stands at the site's PTX line
};

/// By site.
[[nodiscard]] std::vector<SiteBlock> site_blocks(std::span<const trace::Site> sites, const ptx::Module& module);

struct SiteVectorization {
  /// How many sites make one instruction of the machine: 1, 2 or 4.
  std::uint32_t merged = 1;
  /// The site of the group with the lowest address; of a site on its own: itself.
  std::uint32_t leader = 0;
  /// The cubin shows that it is so. False: the site counts as written, and `reason` says why.
  bool proven = false;
  std::string reason;
  friend bool operator==(const SiteVectorization&, const SiteVectorization&) = default;
};

/// Whether the site's requests are counted at another one's. `sites`: by site; one beyond them is on its own.
[[nodiscard]] bool is_led_by_another(std::span<const SiteVectorization> sites, std::uint32_t site);

struct Vectorization {
  std::vector<SiteVectorization> sites;  ///< by site of the trace
  bool by_ptx_lines = false;             ///< from the cubin's table of PTX lines; else from its source lines
  /// At least one site that executed counts as written because the cubin does not say more.
  [[nodiscard]] bool complete() const;
};

/// Finds the groups. The cubin must be that of the very PTX whose lines the sites name. With a table of PTX lines
/// (-lineinfo makes one) a wide SASS instruction names one scalar access of its group; the others are those of the same
/// basic block, space, operation and width whose addresses fill the aligned window around it, for all lanes of all
/// records, and that have no instruction of their own. Without that table the wide instructions of a source line are
/// held against the windows that its sites fill; the counts must agree, up to a common factor for code that ptxas
/// unrolled.
[[nodiscard]] Vectorization find_vectorization(const trace::Trace& trace, std::span<const SiteBlock> blocks,
                                               const sass::Cubin& cubin);

/// Nothing merged, for the reason given: when there is no cubin.
[[nodiscard]] Vectorization as_written(const trace::Trace& trace, std::string reason);

}  // namespace warpscope::model
