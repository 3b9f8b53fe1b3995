// Blocks beside the one that is looked at: how far each of its accesses moves from one block to the other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "predict/locality/locality.h"
#include "trace/trace.h"

namespace lanescope::predict {

/// Blocks that were executed, each as if it were alone. Of what they do, accesses to global memory are enough.
struct TracedNeighbours {
  std::vector<std::uint64_t> blocks;
  trace::Trace trace;
  /// What memory holds decides where or how often the blocks access it, so that one may differ from the other. Else one
  /// that differs lies at an edge of the grid, and tells nothing.
  bool by_data = false;
};

/// For sites that the other trace does not have.
inline constexpr std::uint32_t no_site = ~0u;

/// Returns by site of one trace the site of the other that is the same instruction, or no_site.
[[nodiscard]] std::vector<std::uint32_t> same_sites(const trace::Trace& from, const trace::Trace& to);

/// Compares the records of a block with those of its neighbours: the n-th record of a warp at a site is the same access
/// in all blocks. Where data decide how often a site is executed, the bytes from the first to the last address of all
/// its records are compared instead. The traces may come from programs that differ in sites without global memory. What
/// it is made from must outlive this.
class NeighbourShifts {
 public:
  NeighbourShifts(const trace::Trace& trace, std::uint64_t block, const TracedNeighbours& neighbours);

  /// Returns the shifts of the neighbours that are comparable with the block, of which `stream` is one.
  [[nodiscard]] std::vector<Shift> of(const InstructionStream& stream) const;
  /// Whether a neighbour executes sites more or less often than the block because of what memory holds.
  [[nodiscard]] bool are_uneven() const { return !ranges_.empty(); }

 private:
  /// The records of one block by warp and site of `trace_`, in their order.
  using Records = std::vector<std::vector<std::uint32_t>>;

  [[nodiscard]] std::size_t key_of(std::uint32_t warp, std::uint32_t site) const { return warp * sites_ + site; }
  [[nodiscard]] std::optional<Shift> shift_to(std::size_t neighbour, const InstructionStream& stream) const;

  /// Bytes from the first to the last address of a site, in one buffer; empty where begin is end.
  struct Range {
    std::uint64_t begin = 0, end = 0;
    void add(std::uint64_t first, std::uint64_t bytes);
  };
  /// By site of `trace_`: what a block's records reach. site_of: by site of the trace that has them.
  [[nodiscard]] std::vector<Range> ranges_of(const trace::Trace& trace, std::uint64_t block,
                                             const std::vector<std::uint32_t>& site_of) const;

  const trace::Trace& trace_;
  std::uint64_t block_;
  const TracedNeighbours& neighbours_;
  std::size_t sites_;
  std::vector<std::uint32_t> ordinals_;  ///< by record of the block
  std::vector<Records> of_neighbours_;
  std::vector<bool> known_;              ///< by neighbour: all of its sites are executed by the block
  std::vector<std::vector<bool>> even_;  ///< by neighbour and site: each warp has as many records as that of the block
  std::vector<Range> own_ranges_;        ///< by site
  std::vector<std::vector<Range>> ranges_;  ///< by neighbour and site
};

}  // namespace lanescope::predict
