// Findings as English sentences, for the command line and its JSON. The window has its own, in its languages
// (gui/screens/summary).
#pragma once

#include <string>

#include "explanations/findings.h"

namespace lanescope::explanations {

/// Returns one or two whole sentences with the numbers of the finding.
[[nodiscard]] std::string sentence_of(const Finding& finding);
/// Returns what to do about it, as one sentence; empty where nothing can be done about it alone.
[[nodiscard]] std::string remedy_of(const Finding& finding);
/// Returns "removing it saves at most 40 % of the time, 0.12 ms (by the time model)"; empty without a bound.
[[nodiscard]] std::string gain_text(const Finding& finding);

}  // namespace lanescope::explanations
