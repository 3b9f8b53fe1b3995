// The words of a verification: a badge, one sentence, and the first wrong element.
#pragma once

#include <string>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/state/language.h"
#include "lab/result.h"

namespace warpscope::gui {

/// "element [3, 17] (index 12305): expected 0.25, got 0.5"
[[nodiscard]] std::string first_wrong_text(const Language& language, const catalogue::Mismatch& first);

/// Fills verdict, verdict_text, first_wrong and wrong_remedy. `verified_before`: the same setting was found right in an
/// earlier run.
void write_verdict(const Language& language, Readout& readout, const lab::Result& result, bool verified_before);

}  // namespace warpscope::gui
