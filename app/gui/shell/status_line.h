// The status bar as texts: what this window measures with, and what is missing.
#pragma once

#include <string>
#include <vector>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/state/state.h"

namespace warpscope::gui {

enum class Condition { good, busy, lacking, broken };

struct StatusLine {
  Condition condition = Condition::good;
  std::string worker;              ///< "worker ready"
  std::vector<std::string> facts;  ///< device, driver, compiler, path of the picture
  std::string version;             ///< "running the last version that compiled"; empty: the current text runs
  std::string lacking;             ///< what is missing and what would help, one line; empty when nothing is
};

/// "transpose/naive_row block_x=64 - warpscope", for the desktop's list of windows.
[[nodiscard]] std::string window_title(const State& state);

[[nodiscard]] StatusLine status_of(const State& state, const Readout& readout);

}  // namespace warpscope::gui
