// The one rule for which Result's time is shown where the window shows one.
#pragma once

#include "experiments/result.h"

namespace lanescope::gui {

struct State;

struct ShownResult {
  const experiments::Result* result = nullptr;  ///< null when no time is known of the selected kernel
  bool stale = false;                           ///< whether it belongs to another setting than the knobs
};

/// Returns the measurement of this setting; else, where nothing can be measured, a recording of exactly this setting;
/// else its prediction; else the newest measurement of the kernel, at an earlier setting; else its newest prediction. A
/// number of another machine never appears between those of this one.
[[nodiscard]] ShownResult shown_result(const State& state);

/// Returns the setting that the time is for, as experiments::setting_text() writes it. The emulator may have verified
/// smaller sizes than those that were predicted.
[[nodiscard]] std::string setting_of_time(const experiments::Result& result);

}  // namespace lanescope::gui
