// What the Roofline panel draws: the roofs of the GPU, and the kernels of a family below them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/panels/ladder/ladder_view_model.h"
#include "gui/panels/readout/rates.h"
#include "gui/panels/readout/readout_view_model.h"
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

struct RooflinePoint {
  std::string kernel, name;
  bool selected = false;    ///< the setting that the knobs show, else the best one known
  bool library = false;     ///< as LadderRung
  bool selectable = false;  ///< as LadderRung
  bool stale = false;       ///< of another setting than the knobs
  double intensity = 0;     ///< FLOP a byte; of work without arithmetic: its place from fast to slow, 1, 2, ...
  double rate = 0, low = 0, high = 0;  ///< in the view model's unit, with quartiles
  Source source = Source::measured;
  std::string setting;  ///< as lab::setting_text() writes it
  std::string detail;   ///< the whole story, for a tooltip
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
};

/// Every kernel of the selected family at its best known setting, as in the Ladder, and the selected one where the
/// knobs are.
[[nodiscard]] RooflineViewModel roofline_view_model(const State& state);

/// Wavefronts of shared memory of all blocks; an estimate where some blocks were executed. Empty: not counted, or
/// accesses were dropped.
[[nodiscard]] std::optional<double> shared_wavefronts(const model::Metrics& metrics);

}  // namespace warpscope::gui
