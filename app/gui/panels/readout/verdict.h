// What a run showed, in words: its faults, the verdict on its output, and what went wrong, is missing or waits for a
// click, in the order in which it matters.
#pragma once

#include <string>
#include <vector>

#include "gui/panels/readout/readout_view_model.h"

namespace warpscope::gui {

/// "an access out of bounds" for out_of_bounds: what follows "shows". Other kinds are their own name.
[[nodiscard]] std::string fault_noun(const Language& language, FaultKind kind);

/// What is known of a fault, over several lines, for a tooltip.
[[nodiscard]] std::string fault_details(const Language& language, const lab::Fault& fault);

/// Fills verdict, verdict_text, first_wrong and wrong_remedy. `verified_before`: the same setting was found right in an
/// earlier run.
void write_verdict(const Language& language, Readout& readout, const lab::Result& result, bool verified_before);

/// Of the current setting: errors of the file and of the text on screen, then what its run found.
[[nodiscard]] std::vector<Problem> problems_of(const State& state);

}  // namespace warpscope::gui
