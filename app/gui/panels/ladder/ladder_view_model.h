// What the Ladder panel draws: the kernels of a family at one size from fast to slow, each at its best known setting,
// beside the article's number, the library and the limits of the machine.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/panels/readout/readings.h"

namespace warpscope::gui {

/// Problem sizes by name.
using Sizes = std::map<std::string, std::int64_t>;

/// One bar: its rate is in the view model's unit.
struct LadderBar : Rate {
  std::optional<double> share;  ///< of the theoretical peak of its own GPU, 0 to 1; empty: that is not known
  std::string detail;           ///< the whole story, for a tooltip: setting, spread, origin, machine and date
};

/// A kernel of the family at a setting whose time is known.
struct RatedKernel {
  std::string kernel;                ///< id
  std::string name;                  ///< without the family
  bool library = false;              ///< NVIDIA's own: a call of it, or known from a recording alone
  bool selected = false;             ///< the kernel that is selected
  bool selectable = false;           ///< it is one of the catalogue's
  Source source = Source::measured;  ///< of its time
  std::string setting = {};          ///< as lab::setting_text() writes it; empty: no time is known
};

struct LadderRung : RatedKernel {
  std::optional<LadderBar> ours;
  std::shared_ptr<const lab::Result> result;  ///< behind `ours`
  std::optional<LadderBar> article;           ///< on the article's GPU
};

/// A rate that the bars are held against.
struct LadderLine {
  enum class Kind { theory, copy, library };
  Kind kind = Kind::theory;
  double rate = 0;
  std::optional<double> share;  ///< as in LadderBar
  std::string name, detail;
  Source source = Source::measured;
};

struct LadderViewModel {
  std::string missing;  ///< why there is nothing to draw; empty when there is
  std::string family;
  bool arithmetic = false;  ///< in GFLOP/s, else in GB/s
  Sizes sizes;
  std::vector<LadderRung> rungs;  ///< from fast to slow; those without a time last
  std::vector<LadderLine> lines;  ///< from high to low
  double top = 0;                 ///< the highest rate of bars and lines
  double top_share = 0;           ///< the highest share
  std::vector<Sizes> known;       ///< every size at which something of this family is known, the present one among them
  std::string caption;            ///< where the bars come from, in a few words
  std::string article_caption;    ///< the same of the article's; empty: none is shown

  [[nodiscard]] const char* unit() const { return rate_unit(arithmetic); }
};

/// Of the family and sizes that are selected. What is measured in this session on the machine at hand counts before
/// what is recorded of the same setting, and recordings of another GPU only where there is nothing of this one.
[[nodiscard]] LadderViewModel ladder_view_model(const State& state);

/// "n = 536 870 912", "m = n = k = 4 096".
[[nodiscard]] std::string sizes_text(const Sizes& sizes);

}  // namespace warpscope::gui
