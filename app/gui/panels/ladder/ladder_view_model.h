// What the Ladder panel draws: the kernels of a family at one size from fast to slow, each at its best known setting,
// beside the article's number, the library and the limits of the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/panels/readout/rates.h"
#include "gui/panels/readout/readout_view_model.h"
#include "lab/result.h"

namespace warpscope::gui {

struct State;

/// Problem sizes by name.
using Sizes = std::map<std::string, std::int64_t>;

/// One bar.
struct LadderBar {
  double rate = 0;              ///< in the view model's unit
  double low = 0, high = 0;     ///< quartiles; both the rate where there are none
  std::optional<double> share;  ///< of the theoretical peak of its own GPU, 0 to 1; empty: that is not known
  std::string detail;           ///< the whole story, for a tooltip: setting, spread, origin, machine and date
};

struct LadderRung {
  std::string kernel;       ///< id
  std::string name;         ///< without the family
  bool library = false;     ///< NVIDIA's own: a call of it, or known from a recording alone
  bool selected = false;    ///< the kernel that is selected
  bool selectable = false;  ///< it is one of the catalogue's
  std::optional<LadderBar> ours;
  Source source = Source::measured;           ///< of `ours`
  std::shared_ptr<const lab::Result> result;  ///< behind `ours`
  std::string setting;                        ///< of `ours`, as lab::setting_text() writes it
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

/// "measured on NVIDIA H200", "recorded 2026-11-21 on NVIDIA H200"
[[nodiscard]] std::string where_obtained(const State& state, const lab::Result& result);

/// "n = 536 870 912", "m = n = k = 4 096".
[[nodiscard]] std::string sizes_text(const Sizes& sizes);

/// The theoretical peak of the GPU that a result was obtained on, in GB/s or GFLOP/s. Empty: not known.
[[nodiscard]] std::optional<double> peak_of(const lab::Result& result, bool arithmetic);

}  // namespace warpscope::gui
