// Traced: the accesses of a few blocks, one by one, with what the animated views need to draw them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "model/heat/heat_grid.h"
#include "model/metrics/site_registers.h"
#include "model/metrics/vectorization.h"
#include "predict/counts/served.h"
#include "trace/trace.h"

namespace lanescope::analysis {

/// A buffer of the plan, in the order of Trace::buffers.
struct TracedBuffer {
  std::string name;
  catalogue::Role role = catalogue::Role::in;
  catalogue::ElementType type = catalogue::ElementType::f32;
  std::vector<std::int64_t> shape;  ///< slowest dimension first
  friend bool operator==(const TracedBuffer&, const TracedBuffer&) = default;
};

/// A step of the plan, with the number Header::launch.
struct TracedLaunch {
  std::string entry;
  catalogue::Dim3 grid, block;
  std::uint64_t shared_bytes = 0;  ///< per block, static and dynamic
  friend bool operator==(const TracedLaunch&, const TracedLaunch&) = default;
};

struct Traced {
  trace::Trace trace;  ///< well formed
  /// By site: which accesses ptxas merged into one, and whether that is proven. model::count_record() with the width of
  /// a merged leader gives the executed accesses.
  std::vector<model::SiteVectorization> vectorization;
  std::vector<model::SiteRegisters> registers;  ///< by site; empty where the PTX is not known
  std::vector<TracedBuffer> buffers;
  std::vector<TracedLaunch> launches;
  catalogue::Values sizes;  ///< that were run; smaller than asked for when blocks depend on each other
  Message note;             ///< what is to be said about it ("at nx = 64, because ..."), or empty
  /// By record: the level of memory that answers each lane, predicted for a block in the midst of the grid at the sizes
  /// that were asked for. Empty where nothing is predicted.
  std::vector<predict::LaneLevels> levels;
  friend bool operator==(const Traced&, const Traced&) = default;
};

/// Returns why views must not draw it (trace::defect(), or lists of other lengths than the trace), or empty.
[[nodiscard]] std::string defect(const Traced& traced);
/// Returns the grids by buffer of the trace. A buffer that no picture can hold has none.
[[nodiscard]] std::vector<std::optional<model::ElementGrid>> grids_of(const Traced& traced);

}  // namespace lanescope::analysis
