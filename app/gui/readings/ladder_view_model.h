// The Ladder panel draws the kernels of a family at one size from fast to slow, each at its best known setting, beside
// the article's number, the library and the limits of the machine.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/readings/readings.h"

namespace lanescope::gui {

/// Problem sizes by name.
using Sizes = std::map<std::string, std::int64_t>;

/// One bar. Its rate is in the view model's unit.
struct LadderBar : experiments::Value {
  std::optional<double> share;  ///< share of the theoretical peak of its own GPU, 0 to 1; empty if unknown
  std::string detail;           ///< all details for a tooltip: setting, spread, origin, machine and date
};

/// A kernel of the family at a setting whose time is known.
struct RatedKernel {
  std::string kernel;        ///< its id
  std::string name;          ///< the id without the family
  bool library = false;      ///< NVIDIA's own, which is called, or is known only from a recording
  bool selected = false;     ///< whether it is the selected kernel
  bool selectable = false;   ///< whether the catalogue has it
  std::string setting = {};  ///< written as by experiments::setting_text(); empty when no time is known
};

struct LadderRung : RatedKernel {
  std::optional<LadderBar> ours;
  std::shared_ptr<const experiments::Result> result;  ///< the result of `ours`
  std::optional<LadderBar> article;                   ///< the article's number, on its GPU
  std::optional<LadderBar> other_gpu = {};  ///< the best on the GPU that was the target before, at the same sizes
};

/// A rate that the bars are compared with.
struct LadderLine : experiments::Value {
  enum class Kind { theory, copy, library };
  Kind kind = Kind::theory;
  std::optional<double> share;  ///< as in LadderBar
  std::string name, detail;
};

struct LadderViewModel {
  std::string missing;  ///< why there is nothing to draw; empty when there is
  std::string family;
  bool arithmetic = false;  ///< whether rates are in GFLOP/s; otherwise they are in GB/s
  Sizes sizes;
  std::vector<LadderRung> rungs;  ///< from fast to slow; those without a time are last
  std::vector<LadderLine> lines;  ///< from high to low
  double top = 0;                 ///< the highest rate of bars and lines
  double top_share = 0;           ///< the highest share
  std::vector<Sizes> known;       ///< every size for which this family has a time, and the present one
  std::string other_gpu;          ///< name of the GPU of LadderRung::other_gpu; empty when no rung has such a bar
  std::string caption;            ///< origin of the bars, in a few words
  std::string article_caption;    ///< origin of the article's bars; empty when none is shown

  [[nodiscard]] const char* unit() const { return rate_unit(arithmetic); }
};

/// Returns the view model of the selected family and sizes. A measurement of this session on the present machine
/// replaces a recording of the same setting. Recordings of another GPU count only when there is nothing of this one.
[[nodiscard]] LadderViewModel ladder_view_model(const State& state);

/// Returns "n = 536 870 912" or "m = n = k = 4 096".
[[nodiscard]] std::string sizes_text(const Sizes& sizes);

}  // namespace lanescope::gui
