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
  /// `like`: a trace of the same program, for its sites and buffers; vectorization: of the same sites.
  AccessCounter(const trace::Trace& like, model::Vectorization vectorization);

  void take(const trace::Header& header, const trace::Offsets& offsets);

  /// Both views, and what could not be counted because its site was not known. Of `blocks` blocks of `grid_blocks`;
  /// with `scale` multiplied to the grid. Everything else of the Metrics is the caller's to add.
  [[nodiscard]] model::Metrics finish(std::uint64_t blocks, std::uint64_t grid_blocks, bool scale) const;

 private:
  model::Vectorization vectorization_;
  std::size_t sites_ = 0, buffers_ = 0;  ///< that are known
  model::ViewCounter written_;
  std::optional<model::ViewCounter> executed_;  ///< empty: the two views do not differ
  std::uint64_t dropped_ = 0;
};

/// What the cubin shows of merged accesses; `trace` holds some executions of each site.
[[nodiscard]] model::Vectorization vectorization_of(const trace::Trace& trace, const EmulatedProgram& program);

}  // namespace warpscope::worker
