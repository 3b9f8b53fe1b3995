// Adds up accesses while they happen, in both views, without keeping them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/metrics/metrics.h"
#include "model/metrics/vectorization.h"
#include "trace/trace.h"
#include "worker/emulation/emulate.h"

namespace warpscope::worker {

class AccessCounter {
 public:
  /// `like` is a trace of the same program and gives sites and buffers; `vectorization` describes these sites.
  AccessCounter(const trace::Trace& like, model::Vectorization vectorization);

  void take(const trace::Header& header, const trace::Offsets& offsets);

  /// Returns both views of `blocks` blocks out of `grid_blocks`, scaled to the grid when `scale` is set, and the number
  /// of accesses whose site is not known. The caller adds all other fields of the Metrics.
  [[nodiscard]] model::Metrics finish(std::uint64_t blocks, std::uint64_t grid_blocks, bool scale) const;

 private:
  model::Vectorization vectorization_;
  std::size_t sites_ = 0, buffers_ = 0;  ///< how many of each are known
  model::ViewCounter written_;
  std::optional<model::ViewCounter> executed_;  ///< empty when the two views do not differ
  std::uint64_t dropped_ = 0;
};

/// Finds the merged accesses in the cubin; `trace` holds some executions of each site.
[[nodiscard]] model::Vectorization vectorization_of(const trace::Trace& trace, const EmulatedProgram& program);

}  // namespace warpscope::worker
