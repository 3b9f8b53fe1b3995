// The Roofline panel draws the roofs of the GPU, and the kernels of a family below them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/readings/ladder_view_model.h"
#include "model/hardware/roofline.h"

namespace lanescope::gui {

struct Roof {
  /// `copy` is the memory's roof as a copy reaches it. `shared_memory` belongs to the selected kernel, which is the
  /// only one whose wavefronts are known.
  enum class Kind { memory, copy, compute, shared_memory };
  Kind kind = Kind::memory;
  double value = 0;  ///< in GB/s for a roof that rises with the intensity, otherwise in the view model's unit
  bool rises = false;
  std::string name, detail;
  experiments::Origin origin = experiments::Origin::driver;
  bool stale = false;  ///< whether it belongs to another setting than the knobs
};

/// A `selected` point is at the setting of the knobs, and any other is at its best known one. Rates are in unit().
struct RooflinePoint : RatedKernel, experiments::Value {
  double intensity = 0;     ///< FLOP per byte; without arithmetic, the place from fast to slow, 1, 2, ...
  std::string detail = {};  ///< all details, for a tooltip
  bool stale = false;       ///< whether it belongs to another setting than the knobs
};

struct RooflineViewModel {
  std::string missing;  ///< why there is nothing to draw; empty when there is
  std::string family;
  /// The family computes, so GFLOP/s are over FLOP per byte. Otherwise GB/s are side by side, below flat roofs.
  bool arithmetic = false;
  Sizes sizes;
  std::vector<Roof> roofs;            ///< from high to low at the ridge
  std::vector<RooflinePoint> points;  ///< the selected setting is last, over the others
  /// The most that the selected setting can reach, and its intensity.
  struct Reach {
    model::Bound bound = model::Bound::memory;
    double intensity = 0, rate = 0;
  };
  std::optional<Reach> reach;
  std::string sentence;  ///< which roof limits the selected setting, and how much of it is reached
  std::string note;      ///< what is not drawn, and why; may be empty
  std::string caption;   ///< origin of the points
  double left = 1, right = 10, bottom = 1, top = 10;  ///< limits of the axes

  [[nodiscard]] const char* unit() const { return rate_unit(arithmetic); }
  [[nodiscard]] const Roof* roof(Roof::Kind kind) const;      ///< null when there is none of this kind
  [[nodiscard]] const RooflinePoint* selected_point() const;  ///< null when the selected kernel has no time
};

/// Returns every kernel of the selected family at its best known setting, as in the Ladder, and the selected one at the
/// setting of the knobs.
[[nodiscard]] RooflineViewModel roofline_view_model(const State& state);

/// Returns the wavefronts of shared memory of all blocks, estimated when only some blocks were executed. It is empty
/// when they were not counted, or accesses were dropped.
[[nodiscard]] std::optional<double> shared_wavefronts(const model::Metrics& metrics);

}  // namespace lanescope::gui
