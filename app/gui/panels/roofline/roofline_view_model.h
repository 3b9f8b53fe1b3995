// What the Roofline panel draws: the roofs of the GPU, and the kernels of a family below them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/panels/ladder/ladder_view_model.h"
#include "model/hardware/roofline.h"

namespace warpscope::gui {

struct Roof {
  /// copy: the memory's roof as a copy reaches it. shared_memory: of the selected kernel, which is the only one whose
  /// wavefronts are known.
  enum class Kind { memory, copy, compute, shared_memory };
  Kind kind = Kind::memory;
  double value = 0;  ///< GB/s of a roof that rises with the intensity, else in the view model's unit
  bool rises = false;
  std::string name, detail;
  Source source = Source::driver;
  bool stale = false;  ///< of another setting than the knobs
};

/// selected: the setting that the knobs show, else the best one known. The rate is in the view model's unit.
struct RooflinePoint : RatedKernel, Rate {
  double intensity = 0;     ///< FLOP a byte; of work without arithmetic: its place from fast to slow, 1, 2, ...
  std::string detail = {};  ///< the whole story, for a tooltip
  bool stale = false;       ///< of another setting than the knobs
};

struct RooflineViewModel {
  std::string missing;  ///< why there is nothing to draw; empty when there is
  std::string family;
  /// The family computes: GFLOP/s over FLOP a byte. Else all intensities are 0: GB/s, side by side, below flat roofs.
  bool arithmetic = false;
  Sizes sizes;
  std::vector<Roof> roofs;            ///< from high to low at the ridge
  std::vector<RooflinePoint> points;  ///< the selected setting last, over the others
  /// What the selected setting can reach at most, and where it lies.
  struct Reach {
    model::Bound bound = model::Bound::memory;
    double intensity = 0, rate = 0;
  };
  std::optional<Reach> reach;
  std::string sentence;  ///< which roof limits the selected setting, and how much of it is reached
  std::string note;      ///< what is not drawn, and why; may be empty
  std::string caption;   ///< where the points come from
  double left = 1, right = 10, bottom = 1, top = 10;  ///< of the axes

  [[nodiscard]] const char* unit() const { return rate_unit(arithmetic); }
  [[nodiscard]] const Roof* roof(Roof::Kind kind) const;      ///< null: there is none of this kind
  [[nodiscard]] const RooflinePoint* selected_point() const;  ///< null: no time of the selected kernel is known
};

/// Every kernel of the selected family at its best known setting, as in the Ladder, and the selected one where the
/// knobs are.
[[nodiscard]] RooflineViewModel roofline_view_model(const State& state);

/// Wavefronts of shared memory of all blocks; an estimate where some blocks were executed. Empty: not counted, or
/// accesses were dropped.
[[nodiscard]] std::optional<double> shared_wavefronts(const model::Metrics& metrics);

}  // namespace warpscope::gui
